/* Measures what looking ahead saves, as an exact expectation.
 *
 *     build/release/bench/endgame [RULES [BOARDS [LAYOUTS [SETTINGS...]]]]
 *
 * On each random board (60 of classic), `exact` plays until at most LAYOUTS layouts are left. Then
 * the expected number of shots to come is computed over the whole list: for greedy play, and for
 * each of the settings. The difference is what the settings save in a game. Because the expectation
 * is exact, the error comes only from the boards and is small. SETTINGS are `bot`, for what the bot
 * endgame does, or NAME=CANDIDATES,PERCENT,KEEP,LEAST-MOST/... with these numbers for each policy
 * of bots/shot_tree.h from 1 on. The last policy plays. */
#include "arena/boards.h"
#include "bench.h"
#include "bots/exact.h"
#include "bots/shot_tree.h"
#include "rules/game.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 1, MOST_SETTINGS = 16 };

struct entry {
    struct tree_settings settings;
    int policy;
    const char *name;
    int length; /* of the name */
    double sum, squares, seconds, first_move;
};

static struct game game;
static struct evidence evidence;

static void give_up(const char *why)
{
    fprintf(stderr, "bench: %s\n", why);
    exit(1);
}

/* Plays until the layouts can be listed. False if the game ends before that. */
static bool play_until_few(struct bot *bot, struct placer *placer, const struct rules *rules,
                           uint64_t board, struct layout_list *list)
{
    struct layout layout;
    struct message message;

    if (boards_draw(placer, board, &layout, &message) != OK)
        give_up(message.text);
    rng_derive(&bot->rng, &(struct seed){.number = SEED}, "bot", board, 0);
    game_init_solo(&game, rules);
    bot_round_start(bot, &game.view[SIDE_A], board);
    if (game_place(&game, SIDE_B, &layout, &message) != OK)
        give_up(message.text);
    while (!game_status(&game)->over) {
        struct outcome outcome;
        struct move move = {0};

        if (bot_act(bot, &game.view[SIDE_A], &move) != BROKEN_NONE)
            give_up("exact broke the rules");
        if (exact_layouts(bot) > 0 && exact_layouts(bot) < UINT32_MAX &&
            evidence_from_view(&game.view[SIDE_A], &evidence, &message) == OK &&
            layout_list_fill(list, &evidence, UINT64_MAX) == OK)
            return true;
        if (game_apply_legal(&game, &move, &outcome, &message) != OK)
            give_up(message.text);
    }
    return false;
}

/* Reads NAME=SETTINGS. */
static void read_settings(const char *text, struct entry *entry)
{
    const char *equals = strchr(text, '=');

    entry->name = text;
    entry->length = equals ? (int)(equals - text) : (int)strlen(text);
    text = equals ? equals + 1 : text;
    if (strcmp(text, "bot") == 0) {
        entry->settings = endgame_settings;
        entry->policy = ENDGAME_POLICY;
        return;
    }
    for (int used; entry->policy + 1 < TREE_POLICIES; text += used) {
        struct tree_policy *policy = &entry->settings.policy[entry->policy + 1];

        if (sscanf(text, "%d,%d,%d,%" SCNu32 "-%" SCNu32 "%n", &policy->candidates,
                   &policy->percent, &policy->keep, &policy->least, &policy->most, &used) != 5)
            give_up(
                "settings are CANDIDATES,PERCENT,KEEP,LEAST-MOST for each policy, with / between");
        entry->policy++;
        if (text[used] != '/')
            break;
        used++;
    }
}

int main(int argc, char **argv)
{
    const struct rules *rules = rules_find(argc > 1 ? argv[1] : "classic");
    uint64_t boards_to_play = argc > 2 ? strtoull(argv[2], NULL, 10) : 60;
    uint64_t layouts = argc > 3 ? strtoull(argv[3], NULL, 10) : 5000;
    struct match_terms terms = {.rules = rules, .rounds = 1, .seed = SEED};
    static struct entry entry[MOST_SETTINGS];
    struct layout_list list;
    struct boards *boards;
    struct placer *placer;
    struct message message;
    struct bot *bot;
    int entries = 0;
    double left = 0, size = 0;

    for (int i = 4; i < argc && entries < MOST_SETTINGS; i++)
        read_settings(argv[i], &entry[entries++]);
    if (!rules)
        give_up("there are no such rules");
    if (boards_to_play == 0)
        give_up("BOARDS must be at least 1");
    if (argc - 4 > MOST_SETTINGS)
        give_up("there are too many SETTINGS");
    if (entries == 0)
        read_settings("bot", &entry[entries++]);
    if (boards_new("uniform", rules, &(struct seed){.number = SEED}, NULL, &boards, &message) !=
            OK ||
        boards_placer_new(boards, &placer, &message) != OK ||
        bot_new("exact", &bot, &message) != OK)
        give_up(message.text);
    bot_match_start(bot, &terms);
    layout_list_init(&list, (uint32_t)layouts);
    for (uint64_t board = 1; board <= boards_to_play; board++) {
        double greedy = 0;

        if (!play_until_few(bot, placer, rules, board, &list))
            continue;
        size += list.layouts;
        for (int i = 0; i < entries; i++) {
            struct shot_tree *tree = shot_tree_new(&entry[i].settings);
            double start = bench_cpu_seconds(), saved;

            if (!tree || shot_tree_load(tree, &list, &evidence) != OK)
                give_up("cannot load the list");
            shot_tree_best(tree, entry[i].policy);
            entry[i].first_move += bench_cpu_seconds() - start;
            greedy = (double)shot_tree_misses(tree, 0) / list.layouts;
            start = bench_cpu_seconds();
            saved = greedy - (double)shot_tree_misses(tree, entry[i].policy) / list.layouts;
            entry[i].seconds += bench_cpu_seconds() - start;
            entry[i].sum += saved;
            entry[i].squares += saved * saved;
            shot_tree_free(tree);
        }
        left += greedy;
    }
    printf("%s rules, %" PRIu64 " boards (uniform), seed %d: %.0f layouts are left on average, and "
           "greedy play misses %.2f more times\n\n%-14s %12s %21s %14s\n",
           rules->name, boards_to_play, SEED, size / (double)boards_to_play,
           left / (double)boards_to_play, "look-ahead", "shots saved", "first move, ms",
           "all moves, ms");
    for (int i = 0; i < entries; i++) {
        double n = (double)boards_to_play, mean = entry[i].sum / n;

        printf("%-14.*s %5.3f +- %.3f %21.2f %14.1f\n", entry[i].length, entry[i].name, mean,
               sqrt((entry[i].squares / n - mean * mean) / (n > 1 ? n - 1 : 1)),
               1e3 * entry[i].first_move / n, 1e3 * entry[i].seconds / n);
    }
    layout_list_free(&list);
    bot_free(bot);
    boards_placer_free(placer);
    boards_free(boards);
    return 0;
}
