/* The parts of docs/STRENGTH.md that `broadside sim` cannot play. bench/strength runs this program.
 *
 *     strength small ROUNDS SEED     small boards: the best strategy, the greedy one, and the bots
 *                                    listed below, each on all layouts ROUNDS times
 *     strength article GAMES SEED    `hunt` and `parity` with details of the article's pseudocode:
 *                                    which neighbour is shot first, whether sunk ships attract
 *                                    shots, and where the hunt continues
 *
 * Prints lines of the form NAME MEAN +- ERROR, like the table of sim, so that one script reads
 * both. */
#include "arena/boards.h"
#include "bots/shot_map.h"
#include "rules/game.h"
#include "solver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUDGET = 20000000 };

static struct game game;

static void give_up(const char *why)
{
    fprintf(stderr, "strength: %s\n", why);
    exit(1);
}

/* Returns the number of shots that the bot takes to sink this layout. */
static int shots_of(struct bot *bot, const struct rules *rules, const struct layout *layout,
                    uint64_t seed)
{
    struct message message;

    rng_seed(&bot->rng, seed);
    game_init_solo(&game, rules);
    bot_round_start(bot, &game.view[SIDE_A], 1);
    if (game_place(&game, SIDE_B, layout, &message) != OK)
        give_up(message.text);
    while (!game_status(&game)->over) {
        struct outcome outcome;
        struct move move = {0};

        if (bot_act(bot, &game.view[SIDE_A], &move) != BROKEN_NONE ||
            game_apply_legal(&game, &move, &outcome, &message) != OK)
            give_up("a bot broke the rules");
        bot_outcome(bot, &game.view[SIDE_A], &move, &outcome);
    }
    return game.view[SIDE_A].tracking.shots;
}

struct tally {
    double sum, squares;
    uint64_t games;
    int min, max;
};

static void count_game(struct tally *tally, int shots)
{
    tally->min = tally->games && tally->min < shots ? tally->min : shots;
    tally->max = tally->max > shots ? tally->max : shots;
    tally->games++;
    tally->sum += shots;
    tally->squares += (double)shots * shots;
}

static double mean_of(const struct tally *tally)
{
    return tally->sum / (double)tally->games;
}

static double error_of(const struct tally *tally)
{
    double games = (double)tally->games, mean = mean_of(tally);

    return sqrt((tally->squares / games - mean * mean) / games);
}

/* --- small boards ------------------------------------------------------------------------------*/

/* Plays a bot on every layout, `rounds` times. As no layout is left out, the only error comes from
 * the bot's random choices; it is estimated from the means of the rounds. */
static void small_bot(const char *name, const char *board, const struct solver *solver,
                      const struct rules *rules, uint64_t rounds, const struct seed *seed)
{
    struct match_terms terms = {.rules = rules, .rounds = 1, .seed = seed->number};
    struct tally means = {0};
    struct message message;
    struct bot *bot;

    if (bot_new(name, &bot, &message) != OK)
        give_up(message.text);
    bot_match_start(bot, &terms);
    for (uint64_t round = 0; round < rounds; round++) {
        struct tally tally = {0};

        for (int i = 0; i < solver_layouts(solver); i++) {
            struct layout layout = solver_layout(solver, i);

            count_game(&tally, shots_of(bot, rules, &layout,
                                        rng_derive_seed(seed, name, round, (uint64_t)i)));
        }
        means.games++;
        means.sum += mean_of(&tally);
        means.squares += mean_of(&tally) * mean_of(&tally);
    }
    printf("%s/%s %.3f +- %.3f\n", board, name, mean_of(&means),
           sqrt(fabs(means.squares / (double)rounds - mean_of(&means) * mean_of(&means)) /
                (double)rounds));
    bot_match_end(bot, 0, 0, 0);
    bot_free(bot);
}

static void small_board(const char *board, int width, int height, int first, int second,
                        uint64_t rounds, const struct seed *seed)
{
    static const char *const bots[] = {
        "random",      "hunt",    "hunt-line", "parity", "parity:reverse=yes",
        "parity-line", "heatmap", "fit",       "exact"};
    struct rules rules = *rules_find("classic");
    struct message message;
    struct solver *solver;
    double optimal;
    char text[64];

    snprintf(text, sizeof text, "board=%dx%d", width, height);
    if (rules_set(&rules, slice_of(text), &message) != OK)
        give_up(message.text);
    snprintf(text, sizeof text, "fleet=Long %d, Short %d", first, second);
    if (rules_set(&rules, slice_of(text), &message) != OK ||
        solver_new(&rules, &solver, &message) != OK ||
        solver_optimal(solver, BUDGET, &optimal, &message) != OK)
        give_up(message.text);
    printf("%s/layouts %d +- 0\n", board, solver_layouts(solver));
    printf("%s/optimal %.3f +- 0\n", board, optimal);
    printf("%s/greedy %.3f +- 0\n", board, solver_greedy(solver));
    for (size_t i = 0; i < sizeof bots / sizeof bots[0]; i++)
        small_bot(bots[i], board, solver, &rules, strcmp(bots[i], "exact") == 0 ? 1 : rounds, seed);
    solver_free(solver);
}

/* --- the article's details ---------------------------------------------------------------------*/

/* Each detail has a letter. */
enum {
    READING = 1,  /* n: takes hits in reading order; above, below, left, right */
    SUNK_TOO = 2, /* s: hits on sunk ships still attract shots */
    ROWS = 4,     /* h: hunts in reading order, not at random */
    NEWEST = 8,   /* l: shoots beside the latest hit first */
    OLDEST = 16,  /* o: shoots beside the oldest hit first */
    FORGET = 32,  /* c: forgets all hits when a ship sinks */
    FITTING = 64, /* f: hunts only where a ship afloat still fits */
    ONCE = 128,   /* u: a cell beside two hits counts once */
};
static const char letters[] = "nshlocfu";

struct variant {
    struct shot_map map; /* must be first */
    unsigned details;
    int spacing; /* of the hunt: 1 for none, 0 for the length of the smallest ship afloat */
};

static bool attracts(const struct variant *variant, int cell)
{
    const struct shot_map *map = &variant->map;

    if (variant->details & FORGET && map->sinkings > 0 &&
        map->when[cell] <= map->sinking[map->sinkings - 1].shot)
        return false;
    return map->mark[cell] == CELL_HIT ||
           (variant->details & SUNK_TOO && map->mark[cell] >= CELL_SUNK);
}

/* Does hit `a` come before hit `b`? */
static bool comes_first(const struct variant *variant, int a, int b)
{
    const uint16_t *when = variant->map.when;

    return (variant->details & NEWEST && when[a] > when[b]) ||
           (variant->details & OLDEST && when[a] < when[b]);
}

/* Chooses a cell beside a hit, according to the details; OFF_BOARD if there is none. */
static int choose_beside_hit(const struct variant *variant, struct rng *rng)
{
    static const int order[DIRECTIONS] = {NORTH, SOUTH, WEST, EAST};
    const struct shot_map *map = &variant->map;
    int found = OFF_BOARD, of = -1;
    bool seen[MAX_CELLS + 1] = {false};
    uint32_t count = 0;

    for (int cell = 0; cell < map->width * map->height; cell++) {
        if (!attracts(variant, cell))
            continue;
        for (int i = 0; i < DIRECTIONS; i++) {
            int next = map->next[cell][order[i]];

            if (!shot_map_is_open(map, next) || (variant->details & ONCE && seen[next]))
                continue;
            if (variant->details & READING)
                return next;
            seen[next] = true;
            if (of >= 0 && comes_first(variant, of, cell))
                continue;
            if (of >= 0 && comes_first(variant, cell, of))
                count = 0;
            of = cell;
            if (rng_below(rng, ++count) == 0)
                found = next;
        }
    }
    return found;
}

/* Can a ship afloat cover this open cell? */
static bool fits(const struct shot_map *map, int cell)
{
    for (int axis = 0; axis < 2; axis++) {
        int room = 1;

        for (int next = map->next[cell][axis]; shot_map_is_open(map, next);
             next = map->next[next][axis])
            room++;
        for (int next = map->next[cell][axis ^ 2]; shot_map_is_open(map, next);
             next = map->next[next][axis ^ 2])
            room++;
        if (room >= map->smallest)
            return true;
    }
    return false;
}

static int hunt_cell(const struct variant *variant, int spacing, struct rng *rng)
{
    const struct shot_map *map = &variant->map;
    int found = OFF_BOARD;
    uint32_t count = 0;

    for (int cell = 0; cell < map->width * map->height; cell++) {
        if (!shot_map_is_open(map, cell) || !shot_map_is_spaced(map, cell, spacing) ||
            (variant->details & FITTING && !fits(map, cell)))
            continue;
        if (variant->details & ROWS)
            return cell;
        if (rng_below(rng, ++count) == 0)
            found = cell;
    }
    return found;
}

static int variant_choose(struct bot *bot)
{
    const struct variant *variant = bot->state;
    const struct shot_map *map = &variant->map;
    int cell = choose_beside_hit(variant, &bot->rng);

    if (cell == OFF_BOARD)
        cell = hunt_cell(variant, variant->spacing ? variant->spacing : map->smallest, &bot->rng);
    if (cell == OFF_BOARD)
        cell = hunt_cell(variant, 1, &bot->rng);
    return cell != OFF_BOARD ? cell : shot_map_any(map, &bot->rng);
}

static enum broken variant_act(struct bot *bot, const struct view *view, struct move *move)
{
    return shot_map_fire(bot, view, move, variant_choose);
}

static const struct bot_kind variant_kind = {
    .name = "variant",
    .plays = FEATURE_ALL,
    .state_size = sizeof(struct variant),
    .round_start = shot_map_round_start,
    .act = variant_act,
};

static void article_variant(const char *name, int spacing, const char *details,
                            const char *placement, uint64_t games, const struct seed *seed)
{
    static struct variant state;
    struct bot bot = {.kind = &variant_kind, .state = &state};
    const struct rules *rules = rules_find("classic");
    struct tally tally = {0};
    struct boards *boards;
    struct placer *placer;
    struct message message;

    memset(&state, 0, sizeof state);
    state.spacing = spacing;
    for (int i = 0; letters[i]; i++)
        state.details |= strchr(details, letters[i]) ? 1u << i : 0;
    if (boards_new(placement, rules, seed, NULL, &boards, &message) != OK ||
        boards_placer_new(boards, &placer, &message) != OK)
        give_up(message.text);
    for (uint64_t i = 1; i <= games; i++) {
        struct layout layout;

        if (boards_draw(placer, i, &layout, &message) != OK)
            give_up(message.text);
        count_game(&tally, shots_of(&bot, rules, &layout, rng_derive_seed(seed, "variant", i, 0)));
    }
    printf("%s%s%s/%s %.3f +- %.3f %d %d\n", name, *details ? "+" : "", details, placement,
           mean_of(&tally), error_of(&tally), tally.min, tally.max);
    boards_placer_free(placer);
    boards_free(boards);
}

static void article(uint64_t games, const struct seed *seed)
{
    static const struct {
        const char *name;
        int spacing;
        const char *details[12]; /* up to the first NULL */
    } bots[] = {
        {"hunt", 1, {"", "n", "s", "l", "o", "u", "f"}},
        {"parity", 0, {"", "n", "s", "h", "nsh", "l", "o", "c", "u", "f", "lf"}},
        {"parity2", 2, {"", "n", "nsh", "lf"}},
    };

    for (size_t bot = 0; bot < sizeof bots / sizeof bots[0]; bot++)
        for (size_t i = 0; bots[bot].details[i]; i++)
            article_variant(bots[bot].name, bots[bot].spacing, bots[bot].details[i], "uniform",
                            games, seed);
    article_variant("parity", 0, "", "sequential", games, seed);
    article_variant("parity", 0, "lf", "sequential", games, seed);
}

int main(int argc, char **argv)
{
    struct seed seed = {0};
    uint64_t number;

    if (argc != 4 || !slice_number(slice_of(argv[2]), 10000000, &number) || number == 0 ||
        !slice_number(slice_of(argv[3]), UINT32_MAX, &seed.number)) {
        fputs("usage: strength small ROUNDS SEED | strength article GAMES SEED\n", stderr);
        return 2;
    }
    if (strcmp(argv[1], "article") == 0) {
        article(number, &seed);
    } else {
        small_board("4x4-3-2", 4, 4, 3, 2, number, &seed);
        small_board("4x4-2-2", 4, 4, 2, 2, number, &seed);
        small_board("3x4-3-2", 3, 4, 3, 2, number, &seed);
        small_board("3x3-3-2", 3, 3, 3, 2, number, &seed);
    }
    return 0;
}
