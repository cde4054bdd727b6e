/* How the styles of `sparring` shoot. */
#include "bots/sparring_internal.h"

#include "infer/exact_count.h"
#include "infer/posterior.h"

#include <stdlib.h>
#include <string.h>

/* Frequencies start uniform, as if they came from this many fleets. With fewer, chance misleads the
 * shooter where there is nothing to learn. */
enum { CELL_FLEETS = 20, PLACE_FLEETS = 50 };

enum { HIT_FACTOR = 20, MAX_POWER = 3, FIXED_SEED = 1 };

struct weighted_posterior {
    struct exact_count exact;
    struct evidence evidence;
    struct ship_weights weights;
    double chance[EXACT_CELLS];
};

/* --- in a fixed order --------------------------------------------------------------------------*/

struct ranked_cell {
    int rank, cell;
};

static int compare_ranks(const void *a, const void *b)
{
    const struct ranked_cell *first = a, *second = b;

    return first->rank != second->rank ? first->rank - second->rank : first->cell - second->cell;
}

/* The dark cells of a chequerboard come first. */
static void order_cells(struct sparring *sparring, const struct rules *rules, struct rng *rng)
{
    enum { LIGHT = 1 << 20 };
    struct ranked_cell list[MAX_CELLS];
    int cells = rules_cells(rules), width = rules->width;

    for (int cell = 0; cell < cells; cell++) {
        int column = cell % width, row = cell / width;
        int x = 2 * column - width + 1, y = 2 * row - rules->height + 1;
        int rank = (column + row) % 2 ? LIGHT : 0;

        if (sparring->style->shooting.order == CELLS_FROM_CENTRE)
            rank += x * x + y * y;
        else if (sparring->style->shooting.order == CELLS_SHUFFLED)
            rank += (int)rng_below(rng, LIGHT);
        list[cell] = (struct ranked_cell){rank, cell};
    }
    qsort(list, (size_t)cells, sizeof list[0], compare_ranks);
    for (int i = 0; i < cells; i++)
        sparring->order[i] = (uint16_t)list[i].cell;
}

int sparring_choose_in_order(struct bot *bot)
{
    struct sparring *sparring = bot->state;
    const struct shot_map *map = &sparring->map;
    struct cellset hits = {{0}};
    struct placement_filter filter = {.through = &hits};
    int cell = OFF_BOARD;

    for (int i = 0; i < map->hits; i++)
        cellset_add(&hits, map->hit[i]);
    if (map->hits && placement_grid_count(&sparring->grid, map, &filter))
        cell = placement_grid_best(&sparring->grid, map, NULL, &bot->rng);
    for (int i = 0; cell == OFF_BOARD && i < map->width * map->height; i++)
        if (shot_map_is_open(map, sparring->order[i]))
            cell = sparring->order[i];
    return cell;
}

/* --- what was learned --------------------------------------------------------------------------*/

static double share_of_place(const struct sparring *sparring, int length, int vertical, int start,
                             int places)
{
    return ((double)sparring->at[length][vertical][start] + (double)PLACE_FLEETS / places) /
           (sparring->ships[length] + PLACE_FLEETS);
}

static int count_places(int width, int height, int length)
{
    int across = width < length ? 0 : (width - length + 1) * height;
    int down = height < length || length == 1 ? 0 : (height - length + 1) * width;

    return across + down;
}

static void forget(struct sparring *sparring, int cells, double keep)
{
    if (keep == 1)
        return;
    for (int cell = 0; cell < cells; cell++)
        sparring->hits[cell] *= keep;
    for (int length = 1; length <= MAX_LENGTH; length++) {
        if (sparring->ships[length] == 0)
            continue;
        sparring->ships[length] *= keep;
        for (int vertical = 0; vertical < 2; vertical++)
            for (int cell = 0; cell < cells; cell++)
                sparring->at[length][vertical][cell] *= (float)keep;
    }
}

static void learn_sinking(struct sparring *sparring, int number)
{
    const struct shot_map *map = &sparring->map;
    const struct sinking *sinking = &map->sinking[number];
    int mark = CELL_SUNK + number, start = sinking->cell;
    bool vertical;

    while (map->mark[map->next[start][NORTH]] == mark)
        start = map->next[start][NORTH];
    while (map->mark[map->next[start][WEST]] == mark)
        start = map->next[start][WEST];
    vertical = map->mark[map->next[start][SOUTH]] == mark;
    sparring->ships[sinking->length]++;
    sparring->at[sinking->length][vertical][start]++;
}

void sparring_shoot_note(struct sparring *sparring, const struct view *view)
{
    const struct shooting_habit *habit = &sparring->style->shooting;
    const struct track *track = &view->tracking;

    if (habit->keep == 0)
        return;
    forget(sparring, rules_cells(&view->rules), habit->keep);
    shot_map_follow(&sparring->map, view);
    for (int i = 0; i < track->shots; i++)
        sparring->hits[track->order[i].cell] += track->order[i].answer != ANSWER_MISS;
    for (int i = 0; i < sparring->map.sinkings; i++)
        if (sparring->map.sinking[i].settled && sparring->map.sinking[i].length)
            learn_sinking(sparring, i);
}

/* --- choosing by what was learned --------------------------------------------------------------*/

/* Adds the weight of a placement to its open cells; a placement counts more for each open hit. */
static void add_weight(struct sparring *sparring, int start, int length, int step, double weight)
{
    const struct shot_map *map = &sparring->map;
    int hits = 0;

    for (int i = 0; i < length; i++) {
        int mark = map->mark[start + i * step];

        if (mark != CELL_OPEN && mark != CELL_HIT)
            return;
        hits += mark == CELL_HIT;
    }
    for (int i = 0; i < hits && i < MAX_POWER; i++)
        weight *= HIT_FACTOR;
    for (int i = 0; i < length; i++)
        sparring->value[start + i * step] += weight;
}

static void weigh_cells(struct sparring *sparring, bool by_ships)
{
    const struct shot_map *map = &sparring->map;
    int width = map->width, height = map->height;

    memset(sparring->value, 0, sizeof sparring->value[0] * (size_t)(width * height));
    for (int length = map->largest; length; length = shot_map_next_length(map, length)) {
        int places = count_places(width, height, length);

        for (int vertical = 0; vertical < (length > 1 ? 2 : 1); vertical++) {
            int rows = height - (vertical ? length - 1 : 0);
            int columns = width - (vertical ? 0 : length - 1);

            for (int row = 0; row < rows; row++)
                for (int column = 0; column < columns; column++) {
                    int start = row * width + column;
                    double share =
                        by_ships ? share_of_place(sparring, length, vertical, start, places) : 1;

                    add_weight(sparring, start, length, vertical ? width : 1,
                               map->afloat[length] * share);
                }
        }
    }
}

/* The open cell of the highest value, the first in reading order among equals. */
static int find_highest(const struct sparring *sparring)
{
    const struct shot_map *map = &sparring->map;
    int best = OFF_BOARD;

    for (int cell = 0; cell < map->width * map->height; cell++)
        if (shot_map_is_open(map, cell) &&
            (best == OFF_BOARD || sparring->value[cell] > sparring->value[best]))
            best = cell;
    return best;
}

int sparring_choose_by_cells(struct bot *bot)
{
    struct sparring *sparring = bot->state;
    int cells = rules_cells(&sparring->rules), ship_cells = 0;

    for (int ship = 0; ship < sparring->rules.ships; ship++)
        ship_cells += sparring->rules.fleet[ship].length;
    weigh_cells(sparring, false);
    for (int cell = 0; cell < cells; cell++)
        sparring->value[cell] *= sparring->hits[cell] + (double)(CELL_FLEETS * ship_cells) / cells;
    return find_highest(sparring);
}

int sparring_choose_by_ships(struct bot *bot)
{
    struct sparring *sparring = bot->state;

    weigh_cells(sparring, true);
    return find_highest(sparring);
}

/* Sets the weights of all layouts for this round. */
static void set_weights(struct sparring *sparring)
{
    const struct rules *rules = &sparring->rules;

    for (int ship = 0; ship < rules->ships; ship++) {
        int kind = rules->fleet[ship].kind, length = rules->fleet[ship].length;
        int places = count_places(rules->width, rules->height, length);

        for (int vertical = 0; vertical < 2; vertical++)
            for (int cell = 0; cell < rules_cells(rules); cell++)
                sparring->posterior->weights.at[kind][vertical][cell] =
                    (float)share_of_place(sparring, length, vertical, cell, places);
    }
}

/* The likeliest cell by weighted counting; NO_CELL if the layouts cannot be counted. */
static int count_likeliest(struct sparring *sparring, const struct view *view)
{
    struct weighted_posterior *work = sparring->posterior;
    int best = NO_CELL;

    if (evidence_from_view(view, &work->evidence, NULL) != OK ||
        exact_count_run_weighted(&work->exact, &work->evidence, &work->weights,
                                 infer_budget_move.steps, NULL) != OK)
        return NO_CELL;
    exact_count_chances(&work->exact, work->chance);
    for (int cell = 0; cell < rules_cells(&view->rules); cell++)
        if (!cellset_has(&view->tracking.shot, cell) &&
            (best == NO_CELL || work->chance[cell] > work->chance[best]))
            best = cell;
    return best;
}

/* --- the shooter -------------------------------------------------------------------------------*/

void sparring_shoot_release(struct sparring *sparring)
{
    bot_free(sparring->shooter);
    free(sparring->posterior);
    sparring->shooter = NULL;
    sparring->posterior = NULL;
}

void sparring_shoot_start(struct bot *bot, const struct match_terms *terms)
{
    struct sparring *sparring = bot->state;
    const struct shooting_habit *habit = &sparring->style->shooting;

    sparring_shoot_release(sparring);
    if (habit->bot && bot_new(habit->bot, &sparring->shooter, NULL) == OK)
        bot_match_start(sparring->shooter, terms);
    if (habit->exact && rules_cells(terms->rules) <= EXACT_CELLS)
        sparring->posterior = calloc(1, sizeof *sparring->posterior);
    memset(sparring->hits, 0, sizeof sparring->hits);
    memset(sparring->ships, 0, sizeof sparring->ships);
    memset(sparring->at, 0, sizeof sparring->at);
    order_cells(sparring, terms->rules, &bot->rng);
}

void sparring_shoot_round(struct bot *bot, const struct view *view, uint64_t round)
{
    struct sparring *sparring = bot->state;

    shot_map_round_start(bot, view, round);
    if (sparring->posterior)
        set_weights(sparring);
    if (sparring->shooter) {
        bot_round_start(sparring->shooter, view, round);
        rng_seed(&sparring->shooter->rng, FIXED_SEED);
    }
}

static enum broken shoot_like_bot(struct bot *bot, const struct view *view, struct move *move)
{
    struct sparring *sparring = bot->state;
    enum broken broken;

    if (!sparring->shooter)
        return BROKEN_MEMORY;
    if (sparring->style->shooting.fixed)
        return bot_act(sparring->shooter, view, move);
    sparring->shooter->rng = bot->rng;
    broken = bot_act(sparring->shooter, view, move);
    bot->rng = sparring->shooter->rng;
    return broken;
}

enum broken sparring_shoot(struct bot *bot, const struct view *view, struct move *move)
{
    struct sparring *sparring = bot->state;
    int cell = NO_CELL;

    if (sparring->style->shooting.bot)
        return shoot_like_bot(bot, view, move);
    if (sparring->posterior && !view->rules.salvo)
        cell = count_likeliest(sparring, view);
    if (cell == NO_CELL)
        return shot_map_fire(bot, view, move, sparring->style->shooting.choose);
    move_fire(move, cell);
    return BROKEN_NONE;
}
