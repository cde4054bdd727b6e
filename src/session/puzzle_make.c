/* Making puzzles: a seeded game, its positions, and the value of every shot.
 *
 * A game is shot by parity-line, which plays much like a person: a checkerboard, then along hits.
 * Most positions are no puzzle, so they are sorted out from cheap to dear: by the number of
 * layouts, by the chances, by the values if play continues greedily, by the values proper of the
 * likeliest cells and the one that seems best, and only then by all values. The first position that
 * passes is the puzzle. One game in about fifteen has one: 45 ms on average, 190 ms at most over
 * 200 puzzles.
 *
 * The values proper are those of policy 1 of the tree with these settings: each later shot is the
 * one, of the six likeliest cells, that misses least if play then continues greedily. Policies that
 * look further ahead take 5 to 30 times as long. Over 31 positions, policy 3 preferred another cell
 * to the best one of policy 1 once, by 0.03 shots. */
#include "bots/bot.h"
#include "bots/shot_tree.h"
#include "rules/game.h"
#include "session/puzzle_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char shooter[] = "parity-line";

enum {
    GREEDY_POLICY = 0,
    VALUE_POLICY = 1,
    SEARCH_LAYOUTS = 300, /* of the positions looked at; more would take longer */
    LEAST_SUNK = 2,       /* before, there are always more */
    LEAST_PROMISE = 6,    /* percent of a shot */
    MOST_GAMES = 1000,
    STEPS_PER_LAYOUT = 1000, /* for listing; far more than any position takes */
    ANSWERS = 2 * MAX_SLOTS + 1
};

static const struct tree_settings settings = {{[1] = {1, UINT32_MAX, 6, 60, 6}}};

struct maker {
    struct evidence evidence;
    struct layout_list list;
    struct shot_tree *tree;
    uint32_t answer[PUZZLE_CELLS][ANSWERS]; /* layouts by answer: a miss, then as numbered below */
    struct bot *bot;
    struct game game;
    struct puzzle tried;
};

static void maker_free(struct maker *maker)
{
    if (!maker)
        return;
    layout_list_free(&maker->list);
    shot_tree_free(maker->tree);
    bot_free(maker->bot);
    free(maker);
}

static struct maker *maker_new(void)
{
    struct maker *maker = calloc(1, sizeof *maker);

    if (!maker)
        return NULL;
    layout_list_init(&maker->list, PUZZLE_LAYOUTS);
    maker->tree = shot_tree_new(&settings);
    if (maker->tree)
        return maker;
    maker_free(maker);
    return NULL;
}

/* --- the layouts -------------------------------------------------------------------------------*/

/* The number of the answer to a hit on a ship of this kind. */
static int answer_to_hit(const struct rules *rules, int kind, bool sinks)
{
    switch (rules->announce) {
    case ANNOUNCE_EACH_HIT:
        return 1 + 2 * kind + sinks;
    case ANNOUNCE_NAME:
        return sinks ? 2 + kind : 1;
    case ANNOUNCE_UNNAMED:
        return 1 + sinks;
    default:
        return 1;
    }
}

/* Counts one ship of a layout in the cells where it can be hit. */
static void count_berth(struct maker *maker, const struct listed_berth *berth,
                        struct puzzle *puzzle)
{
    int kind = maker->evidence.ship_class[berth->ship_class].kind, open = 0;

    for (int i = 0; i < berth->length; i++)
        open += puzzle->shot[berth->cell[i]].is_legal;
    for (int i = 0; i < berth->length; i++) {
        struct puzzle_shot *shot = &puzzle->shot[berth->cell[i]];

        if (!shot->is_legal)
            continue;
        shot->hits++;
        shot->sinks += open == 1;
        shot->kind[kind] += open == 1;
        maker->answer[berth->cell[i]][answer_to_hit(&puzzle->view.rules, kind, open == 1)]++;
    }
}

static void count_answers(const struct maker *maker, struct puzzle *puzzle)
{
    for (int cell = 0; cell < rules_cells(&puzzle->view.rules); cell++) {
        struct puzzle_shot *shot = &puzzle->shot[cell];
        uint64_t misses = puzzle->layouts - shot->hits;

        shot->answers = misses > 0;
        shot->remaining = misses * misses;
        for (int i = 1; i < ANSWERS; i++) {
            uint64_t count = maker->answer[cell][i];

            shot->answers += count > 0;
            shot->remaining += count * count;
        }
    }
}

/* Lists the layouts and counts what they say about each cell; the values are still missing. */
static enum error count_layouts(struct maker *maker, const struct view *view, uint32_t most,
                                struct puzzle *puzzle, struct message *message)
{
    struct layout_list *list = &maker->list;
    int cells = 0;
    enum error error = evidence_from_view(view, &maker->evidence, message);

    if (error)
        return error;
    list->most = most;
    error = layout_list_fill(list, &maker->evidence, STEPS_PER_LAYOUT * (uint64_t)most);
    if (error)
        return error_set(error, message, "%s",
                         error == ERR_FULL       ? "too many layouts explain this position"
                         : error == ERR_MISMATCH ? "no layout explains this position"
                                                 : "out of memory");
    memset(puzzle, 0, sizeof *puzzle);
    memset(maker->answer, 0, sizeof maker->answer);
    puzzle->view = *view;
    puzzle->layouts = list->layouts;
    for (int cell = 0; cell < rules_cells(&view->rules); cell++)
        puzzle->shot[cell].is_legal = !cellset_has(&view->tracking.shot, cell);
    for (size_t i = 0; i < (size_t)list->layouts * (size_t)list->ships; i++)
        count_berth(maker, &list->berth[list->at[i]], puzzle);
    for (int ship = 0; ship < list->ships; ship++)
        cells += maker->evidence.ship_class[list->ship_class[ship]].length;
    puzzle->left = cells - maker->evidence.hits;
    count_answers(maker, puzzle);
    return OK;
}

/* Counts the misses of each shot that hits in at least this many layouts, and in one, if the policy
 * plays on. After a shot that no layout covers, the best one is still there: it costs one miss
 * more.
 */
static enum error count_misses(struct maker *maker, int policy, uint32_t hits,
                               struct puzzle *puzzle)
{
    uint64_t least = UINT64_MAX;
    enum error error = shot_tree_load(maker->tree, &maker->list, &maker->evidence);

    for (int cell = 0; !error && cell < rules_cells(&puzzle->view.rules); cell++) {
        struct puzzle_shot *shot = &puzzle->shot[cell];

        shot->misses = UINT64_MAX;
        if (!shot->is_legal || shot->hits == 0 || shot->hits < hits)
            continue;
        shot->misses = shot_tree_misses_after(maker->tree, cell, policy);
        least = shot->misses < least ? shot->misses : least;
    }
    for (int cell = 0; !error && cell < rules_cells(&puzzle->view.rules); cell++)
        if (puzzle->shot[cell].is_legal && puzzle->shot[cell].hits == 0)
            puzzle->shot[cell].misses = least + puzzle->layouts;
    return error;
}

static enum error check_rules(const struct rules *rules, struct message *message)
{
    if (rules_cells(rules) > PUZZLE_CELLS)
        return error_set(ERR_RULES, message, "the board is too large for a puzzle");
    if (rules->salvo || rules->specials || rules->hints || rules->reinforce || rules->wrecks)
        return error_set(ERR_RULES, message, "these rules have more than single shots");
    return OK;
}

static enum error solve(struct maker *maker, const struct view *view, struct puzzle *puzzle,
                        struct message *message)
{
    enum error error = count_layouts(maker, view, PUZZLE_LAYOUTS, puzzle, message);

    if (!error)
        error = count_misses(maker, VALUE_POLICY, 0, puzzle);
    if (error == ERR_MEMORY)
        error_set(error, message, "out of memory");
    if (!error && puzzle->left == 0)
        error = error_set(ERR_MISMATCH, message, "all ships are sunk");
    if (!error)
        puzzle_ask(puzzle);
    return error;
}

enum error puzzle_of_view(const struct view *view, struct puzzle *puzzle, struct message *message)
{
    struct maker *maker;
    enum error error = check_rules(&view->rules, message);

    if (error)
        return error;
    maker = maker_new();
    error = maker ? solve(maker, view, puzzle, message)
                  : error_set(ERR_MEMORY, message, "out of memory");
    maker_free(maker);
    return error;
}

/* --- the game ----------------------------------------------------------------------------------*/

static enum error start_game(struct maker *maker, const struct rules *rules, struct rng *rng)
{
    struct match_terms terms = {.rules = rules, .rounds = 1};
    struct layout fleet;
    enum error error = layout_random(rules, rng, &fleet);

    if (error)
        return error;
    bot_free(maker->bot);
    maker->bot = NULL;
    error = bot_new(shooter, &maker->bot, NULL);
    if (error)
        return error;
    game_init_solo(&maker->game, rules);
    error = game_place(&maker->game, SIDE_B, &fleet, NULL);
    bot_match_start(maker->bot, &terms);
    maker->bot->rng = *rng;
    bot_round_start(maker->bot, &maker->game.view[SIDE_A], 1);
    return error;
}

static bool shoot(struct maker *maker)
{
    const struct view *view = &maker->game.view[SIDE_A];
    struct outcome outcome;
    struct move move;

    if (bot_act(maker->bot, view, &move) != BROKEN_NONE ||
        game_apply_legal(&maker->game, &move, &outcome, NULL) != OK)
        return false;
    bot_outcome(maker->bot, view, &move, &outcome);
    return !game_status(&maker->game)->over;
}

/* Has the last shot told nothing? Then the layouts are the same as before. */
static bool is_unchanged(const struct maker *maker, const struct view *view)
{
    const struct shot *last = &view->tracking.order[view->tracking.shots - 1];

    return maker->tried.layouts > 0 && maker->tried.shot[last->cell].hits == 0;
}

/* By the values proper: do all of the likeliest shots lose enough against this one? */
static bool is_confirmed(struct maker *maker, int best)
{
    const struct puzzle *tried = &maker->tried;
    uint64_t misses = 100 * shot_tree_misses_after(maker->tree, best, VALUE_POLICY);
    int cells[PUZZLE_CELLS], count = puzzle_likeliest(tried, cells);

    for (int i = 0; i < count; i++)
        if (100 * shot_tree_misses_after(maker->tree, cells[i], VALUE_POLICY) <
            misses + LEAST_LOSS * (uint64_t)tried->layouts)
            return false;
    return true;
}

/* Does this position promise to be a puzzle, by the values if play continues greedily, and by the
 * values proper of the most important cells? */
static bool is_promising(struct maker *maker)
{
    struct puzzle *tried = &maker->tried;
    int best[PUZZLE_CELLS];

    if (!puzzle_is_open(tried) ||
        count_misses(maker, GREEDY_POLICY, puzzle_plausible_hits(tried), tried) != OK ||
        100 * puzzle_loss_of_likeliest(tried) < LEAST_PROMISE * (uint64_t)tried->layouts)
        return false;
    puzzle_best(tried, best);
    return is_confirmed(maker, best[0]);
}

/* Plays a game up to its first promising position. False if it has none. */
static bool find_candidate(struct maker *maker)
{
    const struct view *view = &maker->game.view[SIDE_A];

    maker->tried.layouts = 0;
    while (shoot(maker)) {
        if (view->enemy_sunk < LEAST_SUNK || is_unchanged(maker, view) ||
            count_layouts(maker, view, SEARCH_LAYOUTS, &maker->tried, NULL) != OK)
            continue;
        if (maker->tried.layouts < LEAST_LAYOUTS)
            return false;
        if (is_promising(maker))
            return true;
    }
    return false;
}

static enum error make(struct maker *maker, const char *purpose, uint64_t index,
                       struct puzzle *puzzle, struct message *message)
{
    static const struct seed master = {.number = PUZZLE_VERSION};
    enum error error = OK;

    for (uint64_t game = 0; !error && game < MOST_GAMES; game++) {
        struct rng rng;

        rng_derive(&rng, &master, purpose, index, game);
        error = start_game(maker, rules_find("classic"), &rng);
        if (error)
            return error_set(error, message, "out of memory");
        if (!find_candidate(maker))
            continue;
        error = solve(maker, &maker->game.view[SIDE_A], puzzle, message);
        if (!error && !puzzle_is_obvious(puzzle))
            return OK;
    }
    return error ? error : error_set(ERR_UNKNOWN, message, "no puzzle found"); /* never seen */
}

static enum error make_puzzle(const char *purpose, uint64_t index, struct puzzle *puzzle,
                              struct message *message)
{
    struct maker *maker = maker_new();
    enum error error = maker ? make(maker, purpose, index, puzzle, message)
                             : error_set(ERR_MEMORY, message, "out of memory");

    maker_free(maker);
    return error;
}

enum error puzzle_of_day(struct puzzle_date date, struct puzzle *puzzle, struct message *message)
{
    static const char *const month[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};
    enum error error =
        make_puzzle("puzzle of the day", (uint64_t)puzzle_date_days(date), puzzle, message);

    puzzle->is_daily = true;
    snprintf(puzzle->id, sizeof puzzle->id, "%04d-%02d-%02d", date.year, date.month, date.day);
    snprintf(puzzle->title, sizeof puzzle->title, "Puzzle of %d %s %d", date.day,
             month[date.month - 1], date.year);
    return error;
}

enum error puzzle_of_number(uint64_t number, struct puzzle *puzzle, struct message *message)
{
    enum error error = make_puzzle("practice puzzle", number, puzzle, message);

    snprintf(puzzle->id, sizeof puzzle->id, "%llu", (unsigned long long)number);
    snprintf(puzzle->title, sizeof puzzle->title, "Practice puzzle %llu",
             (unsigned long long)number);
    return error;
}
