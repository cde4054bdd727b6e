/* Like exact_count.c, in two stages. A search explains the open hits: it takes the one with the
 * fewest explanations and tries each of them (a class and a berth). When no hit is open, the free
 * ships are counted in closed form (free_ships.c), and if they are too many, one is tried at each
 * of its berths.
 *
 * When few ships are left, the closed form also handles open hits: the layouts that cover a hit are
 * all layouts minus those that avoid it. With h open hits this takes 2^h closed forms, which is
 * often cheaper than trying all explanations. Blocks (cells of which at least one has a ship) are
 * handled the same way, for the whole search. Hints give each layout a weight: a product of sums
 * (struct hint). The product is expanded, and each of its terms is a constant times "these cells
 * are covered", which is counted like hits. Intermediate counts are unsigned and may wrap around;
 * the final sums are never negative. */
#include "infer/large_count.h"

#include "infer/free_ships_internal.h"

#include <stdlib.h>
#include <string.h>

/* Each open block doubles the work, and so does each open hit that is not branched on. The product
 * of the hints may have MOST_EXPANDED terms. */
enum { MOST_BLOCKS = 10, MOST_AVOIDED = 10, MOST_EXPANDED = 1024 };

/* Roughly how many berths a ship takes from another: with four and three cells, 18 if they may
 * touch and 54 if not. */
enum { BERTHS_TAKEN = 40 };

struct large_berth {
    uint16_t start;
    uint8_t vertical;
    uint8_t closed; /* meets a block that the current subset keeps empty */
};

struct large_count {
    const struct evidence *evidence;
    int cells;            /* of this board */
    int room, class_room; /* the cells and classes that memory was allocated for */
    int width, height;
    int berths[MAX_SLOTS];
    struct large_berth *berth[MAX_SLOTS];
    wide *count[MAX_SLOTS];       /* by class and berth: the layouts with such a ship there */
    int16_t *berth_at[MAX_SLOTS]; /* by orientation and first cell; -1 for none */
    wide layouts;
    uint64_t work, budget;
    uint8_t left[MAX_SLOTS];    /* ships of each class that are not placed yet */
    uint8_t blocked[MAX_CELLS]; /* how many ships and avoided hits close this cell */
    uint8_t across[MAX_CELLS], down[MAX_CELLS]; /* unblocked cells in a row from here */
    int hits;
    uint16_t hit[MAX_CELLS]; /* cells that must be covered; the open ones come first */
    int64_t *scratch_memory;
    struct free_ships_scratch scratch;
};

struct large_count *large_count_new(void)
{
    return calloc(1, sizeof(struct large_count));
}

static void release_memory(struct large_count *large)
{
    for (int c = 0; c < MAX_SLOTS; c++) {
        free(large->berth[c]);
        free(large->count[c]);
        free(large->berth_at[c]);
        large->berth[c] = NULL;
        large->count[c] = NULL;
        large->berth_at[c] = NULL;
    }
    free(large->scratch_memory);
    large->scratch_memory = NULL;
    large->room = large->class_room = 0;
}

void large_count_free(struct large_count *large)
{
    if (large)
        release_memory(large);
    free(large);
}

/* Makes room for the board, unless there is enough. */
static bool make_room(struct large_count *large, int cells, int classes)
{
    size_t berths = 2 * (size_t)cells;

    if (cells <= large->room && classes <= large->class_room)
        return true;
    release_memory(large);
    large->scratch_memory = malloc((size_t)FREE_SHIPS_WORDS(cells) * sizeof *large->scratch_memory);
    if (!large->scratch_memory)
        return false;
    for (int c = 0; c < classes; c++) {
        large->berth[c] = malloc(berths * sizeof *large->berth[c]);
        large->count[c] = malloc(berths * sizeof *large->count[c]);
        large->berth_at[c] = malloc(berths * sizeof *large->berth_at[c]);
        if (!large->berth[c] || !large->count[c] || !large->berth_at[c])
            return false;
    }
    large->room = cells;
    large->class_room = classes;
    return true;
}

static int length_of(const struct large_count *large, int ship_class)
{
    return large->evidence->ship_class[ship_class].length;
}

static int step_of(const struct large_count *large, bool vertical)
{
    return vertical ? large->width : 1;
}

static void list_berths(struct large_count *large, int ship_class)
{
    struct placement place[2 * MAX_CELLS];
    int count = evidence_places(large->evidence, ship_class, place);

    for (int i = 0; i < 2 * large->cells; i++)
        large->berth_at[ship_class][i] = -1;
    for (int i = 0; i < count; i++) {
        int start = place[i].row * large->width + place[i].column;

        large->berth_at[ship_class][start + (place[i].vertical ? large->cells : 0)] = (int16_t)i;
        large->berth[ship_class][i] = (struct large_berth){(uint16_t)start, place[i].vertical, 0};
    }
    large->berths[ship_class] = count;
    memset(large->count[ship_class], 0, (size_t)count * sizeof *large->count[ship_class]);
}

/* Closes the cells of a berth to other ships, and under no-touch their neighbours; or opens them
 * again if `change` is -1. */
static void block(struct large_count *large, int ship_class, int berth, int change)
{
    const struct large_berth *at = &large->berth[ship_class][berth];
    int length = length_of(large, ship_class), gap = large->scratch.apart;
    int left = at->start % large->width, top = at->start / large->width;
    int right = left + (at->vertical ? 1 : length) + gap;
    int bottom = top + (at->vertical ? length : 1) + gap;

    left = left - gap < 0 ? 0 : left - gap;
    top = top - gap < 0 ? 0 : top - gap;
    right = right > large->width ? large->width : right;
    bottom = bottom > large->height ? large->height : bottom;
    for (int row = top; row < bottom; row++)
        for (int column = left; column < right; column++) {
            uint8_t *cell = &large->blocked[row * large->width + column];

            *cell = (uint8_t)(*cell + change);
        }
}

static bool is_free(const struct large_count *large, int ship_class, int berth)
{
    const struct large_berth *at = &large->berth[ship_class][berth];
    int step = step_of(large, at->vertical), cell = at->start;

    if (at->closed)
        return false;
    for (int i = 0; i < length_of(large, ship_class); i++, cell += step)
        if (large->blocked[cell])
            return false;
    return true;
}

/* Moves the hits that the berth covers behind the open ones. Returns the number of hits that are
 * still open. */
static int cover_hits(struct large_count *large, int ship_class, int berth, int open)
{
    const struct large_berth *at = &large->berth[ship_class][berth];
    int step = step_of(large, at->vertical);
    int last = at->start + (length_of(large, ship_class) - 1) * step;

    for (int i = open - 1; i >= 0; i--) {
        int hit = large->hit[i];

        if (hit < at->start || hit > last || (hit - at->start) % step != 0)
            continue;
        large->hit[i] = large->hit[--open];
        large->hit[open] = (uint16_t)hit;
    }
    return open;
}

/* Adds to the work. False if it reaches the budget; then the search stops. */
static bool spend(struct large_count *large, uint64_t work)
{
    large->work = work > large->budget - large->work ? large->budget : large->work + work;
    return large->work < large->budget;
}

/* --- free ships ------------------------------------------------------------------------------ */

/* Finds for every cell the number of unblocked cells from there on, to the right and downwards. */
static void measure_runs(struct large_count *large)
{
    for (int cell = large->cells - 1; cell >= 0; cell--) {
        bool has_right = cell % large->width + 1 < large->width;
        bool has_below = cell + large->width < large->cells;

        large->across[cell] = large->down[cell] = 0;
        if (large->blocked[cell])
            continue;
        large->across[cell] = (uint8_t)(1 + (has_right ? large->across[cell + 1] : 0));
        large->down[cell] = (uint8_t)(1 + (has_below ? large->down[cell + large->width] : 0));
    }
}

static void collect_free_berths(struct large_count *large, int ship_class, struct free_ship *ship)
{
    const struct large_berth *berth = large->berth[ship_class];
    int length = length_of(large, ship_class), count = 0;

    ship->ship_class = ship_class;
    ship->length = length;
    for (int i = 0; i < large->berths[ship_class]; i++) {
        ship->index[count] = (uint16_t)i;
        ship->start[count] = berth[i].start;
        ship->vertical[count] = berth[i].vertical;
        count += !berth[i].closed &&
                 (berth[i].vertical ? large->down : large->across)[berth[i].start] >= length;
    }
    ship->count = count;
}

static int count_left(const struct large_count *large)
{
    int ships = 0;

    for (int c = 0; c < large->evidence->classes; c++)
        ships += large->left[c];
    return ships;
}

static int most_in_closed_form(const struct large_count *large)
{
    return large->scratch.apart ? MOST_FREE_SHIPS_APART : MOST_FREE_SHIPS;
}

/* Counts the ships left in closed form. */
static wide count_in_closed_form(struct large_count *large, int ships, wide times)
{
    struct free_ships_scratch *scratch = &large->scratch;
    wide total;

    if (ships == 0)
        return 1;
    if (!spend(large, free_ships_work(scratch, ships)))
        return 0;
    measure_runs(large);
    for (int c = 0, number = 0; c < large->evidence->classes; c++)
        for (int i = 0; i < large->left[c]; i++)
            collect_free_berths(large, c, &scratch->ship[number++]);
    total = free_ships_count(scratch, ships);
    for (int j = 0; j < ships; j++) {
        const struct free_ship *ship = &scratch->ship[j];
        wide *count = large->count[ship->ship_class];

        for (int i = 0; i < ship->count; i++)
            count[ship->index[i]] += times * (wide)(uint64_t)scratch->ways[j][i];
    }
    return total;
}

/* The class with the fewest free berths among those with ships left. */
static int scarcest_class(struct large_count *large, int *berths)
{
    struct free_ship *ship = &large->scratch.ship[0];
    int scarcest = -1;

    measure_runs(large);
    for (int c = 0; c < large->evidence->classes; c++) {
        if (large->left[c] == 0)
            continue;
        spend(large, (uint64_t)large->berths[c]);
        collect_free_berths(large, c, ship);
        if (scarcest < 0 || ship->count < *berths) {
            scarcest = c;
            *berths = ship->count;
        }
    }
    return scarcest;
}

/* Counts the ways to place the ships left. Tries one particular ship of the class with the fewest
 * free berths at each of them, until few enough are left. Equal ships are placed deeper in the
 * recursion, so every layout is counted once. */
static wide count_free(struct large_count *large, wide times)
{
    int ships = count_left(large), most = most_in_closed_form(large), c, berths = 0;
    wide total = 0;
    double estimate;

    if (ships <= most)
        return count_in_closed_form(large, ships, times);
    c = scarcest_class(large, &berths);
    /* Give up now rather than later. Other ships have at least about as many berths. */
    estimate = (double)free_ships_work(&large->scratch, most);
    for (int i = most; i < ships; i++)
        estimate *= berths - BERTHS_TAKEN * (i - most) > 1 ? berths - BERTHS_TAKEN * (i - most) : 1;
    if (estimate > (double)(large->budget - large->work)) {
        large->work = large->budget;
        return 0;
    }
    large->left[c]--;
    for (int i = 0; i < large->berths[c] && large->work < large->budget; i++) {
        wide ways;

        if (!is_free(large, c, i))
            continue;
        block(large, c, i, 1);
        ways = count_free(large, times);
        block(large, c, i, -1);
        large->count[c][i] += times * ways;
        total += ways;
    }
    large->left[c]++;
    return total;
}

/* All layouts, minus those that avoid a hit, plus those that avoid two, and so on. */
static wide count_by_avoiding(struct large_count *large, int ships, int open, wide times)
{
    wide total = 0;

    for (unsigned subset = 0; subset < 1u << open; subset++) {
        wide sign = __builtin_parity(subset) ? -(wide)1 : 1;

        for (int i = 0; i < open; i++)
            large->blocked[large->hit[i]] =
                (uint8_t)(large->blocked[large->hit[i]] + (subset >> i & 1));
        total += sign * count_in_closed_form(large, ships, sign * times);
        for (int i = 0; i < open; i++)
            large->blocked[large->hit[i]] =
                (uint8_t)(large->blocked[large->hit[i]] - (subset >> i & 1));
    }
    return total;
}

/* --- hits ------------------------------------------------------------------------------------ */

/* The berth of the class that covers `hit` with its cell number `back`; -1 if it is not free. */
static int explanation(const struct large_count *large, int ship_class, int hit, bool vertical,
                       int back)
{
    int start = hit - back * step_of(large, vertical), berth;

    if (vertical ? start < 0 : hit % large->width < back)
        return -1;
    berth = large->berth_at[ship_class][start + (vertical ? large->cells : 0)];
    return berth >= 0 && is_free(large, ship_class, berth) ? berth : -1;
}

static int count_explanations(struct large_count *large, int hit, int most)
{
    int count = 0;

    for (int c = 0; c < large->evidence->classes && count < most; c++) {
        if (large->left[c] == 0)
            continue;
        spend(large, 2 * (uint64_t)length_of(large, c));
        for (int i = 0; i < 2 * length_of(large, c); i++)
            count += explanation(large, c, hit, i & 1, i / 2) >= 0;
    }
    return count;
}

/* The open hit with the fewest explanations. */
static int find_hardest_hit(struct large_count *large, int open, int *explanations)
{
    int hardest = large->hit[0], fewest = 4 * MAX_LENGTH * MAX_SLOTS;

    for (int i = 0; i < open && fewest > 0; i++) {
        int count = count_explanations(large, large->hit[i], fewest);

        if (count < fewest) {
            fewest = count;
            hardest = large->hit[i];
        }
    }
    *explanations = fewest;
    return hardest;
}

/* Counts the ways to explain the first `open` hits and place the remaining ships. `times` is the
 * number of ways to swap the ships placed so far with equal ones. */
static wide explain_hits(struct large_count *large, int open, wide times)
{
    int hit, explanations, ships = count_left(large);
    wide total = 0;

    if (large->work >= large->budget)
        return 0;
    if (open == 0)
        return count_free(large, times);
    if (ships == 0)
        return 0;
    hit = find_hardest_hit(large, open, &explanations);
    if (ships <= most_in_closed_form(large) && open <= MOST_AVOIDED &&
        free_ships_work(&large->scratch, ships) << open <
            free_ships_work(&large->scratch, ships - 1) * (uint64_t)explanations)
        return count_by_avoiding(large, ships, open, times);
    for (int c = 0; c < large->evidence->classes; c++) {
        uint8_t equal = large->left[c];

        if (equal == 0)
            continue;
        large->left[c]--;
        for (int i = 0; i < 2 * length_of(large, c); i++) {
            int berth = explanation(large, c, hit, i & 1, i / 2);
            wide ways;

            if (berth < 0)
                continue;
            block(large, c, berth, 1);
            ways = equal * explain_hits(large, cover_hits(large, c, berth, open), times * equal);
            block(large, c, berth, -1);
            large->count[c][berth] += times * ways;
            total += ways;
        }
        large->left[c] = equal;
    }
    return total;
}

/* --- the whole ------------------------------------------------------------------------------- */

/* Closes the berths of the class that cover the cell. */
static void close_cell(struct large_count *large, int ship_class, int cell)
{
    for (int i = 0; i < 2 * length_of(large, ship_class); i++) {
        int berth = explanation(large, ship_class, cell, i & 1, i / 2);

        if (berth >= 0)
            large->berth[ship_class][berth].closed = 1;
    }
}

/* Closes the berths that meet a block of the subset. A reinforcement that arrived after the
 * sighting may still be there. */
static void close_blocks(struct large_count *large, unsigned subset)
{
    const struct evidence *evidence = large->evidence;

    for (int c = 0; c < evidence->classes; c++) {
        for (int i = 0; i < large->berths[c]; i++)
            large->berth[c][i].closed = 0;
        for (int number = 0; number < evidence->blocks; number++) {
            const struct block *block = &evidence->block[number];

            if (subset >> number & 1 && !(block->before_raise && evidence->ship_class[c].raised))
                for (int i = 0; i < block->count; i++)
                    close_cell(large, c, block->cell[i]);
        }
    }
}

static void list_hits(struct large_count *large)
{
    const struct evidence *evidence = large->evidence;

    large->hits = 0;
    for (int cell = 0; cell < large->cells; cell++)
        if (evidence->time[cell] >= 0 && evidence->answer[cell] != ANSWER_MISS)
            large->hit[large->hits++] = (uint16_t)cell;
}

/* The number of terms of the product of all hints. */
static int count_terms(const struct evidence *evidence)
{
    int terms = 1;

    for (int i = 0; i < evidence->hints && terms <= MOST_EXPANDED; i++)
        terms *= evidence->hint[i].count + 1;
    return terms;
}

/* A term takes from each hint the constant or one cell. Returns the product. */
static wide term_factor(const struct evidence *evidence, int term)
{
    wide factor = 1;

    for (int i = 0; i < evidence->hints; i++) {
        const struct hint *hint = &evidence->hint[i];
        int choice = term % (hint->count + 1);

        term /= hint->count + 1;
        factor *= choice < hint->count ? hint->weight[choice] : hint->settled;
    }
    return factor;
}

/* The cells of a term must be covered; before a reinforcement arrived, by another ship. Adds these
 * cells to the hits. */
static void take_term(struct large_count *large, int term)
{
    const struct evidence *evidence = large->evidence;

    for (int i = 0; i < evidence->hints; i++) {
        const struct hint *hint = &evidence->hint[i];
        int choice = term % (hint->count + 1);
        bool is_new = choice < hint->count;

        term /= hint->count + 1;
        for (int k = 0; is_new && k < large->hits; k++)
            is_new = large->hit[k] != hint->cell[choice];
        if (is_new)
            large->hit[large->hits++] = hint->cell[choice];
        for (int c = 0; choice < hint->count && hint->before_raise && c < evidence->classes; c++)
            if (evidence->ship_class[c].raised)
                close_cell(large, c, hint->cell[choice]);
    }
}

/* Counts with the blocks of the subset empty, and adds up the terms of the hints. */
static wide count_subset(struct large_count *large, unsigned subset, int terms)
{
    wide sign = __builtin_parity(subset) ? -(wide)1 : 1, total = 0;

    for (int term = 0; term < terms && large->work < large->budget; term++) {
        wide factor = sign * term_factor(large->evidence, term);

        if (factor == 0)
            continue;
        close_blocks(large, subset);
        take_term(large, term);
        total += factor * explain_hits(large, large->hits, factor);
        list_hits(large); /* without those that were added */
    }
    return total;
}

static void prepare(struct large_count *large, const struct evidence *evidence, uint64_t budget)
{
    large->evidence = evidence;
    large->width = evidence->rules.width;
    large->height = evidence->rules.height;
    large->cells = rules_cells(&evidence->rules);
    large->work = 0;
    large->budget = budget;
    large->layouts = 0;
    memset(large->blocked, 0, sizeof large->blocked);
    free_ships_init(&large->scratch, &evidence->rules, large->scratch_memory);
    list_hits(large);
    for (int c = 0; c < evidence->classes; c++) {
        list_berths(large, c);
        large->left[c] = evidence->ship_class[c].count;
    }
}

enum error large_count_run(struct large_count *large, const struct evidence *evidence,
                           uint64_t budget, struct message *message)
{
    int terms = count_terms(evidence);

    large->work = 0;
    if (budget == 0)
        return error_set(ERR_FULL, message, "counting takes more than 0 steps");
    if (evidence->blocks > MOST_BLOCKS || terms > MOST_EXPANDED)
        return error_set(ERR_FULL, message, "so many sweeps and hints cannot be counted exactly");
    if (!make_room(large, rules_cells(&evidence->rules), evidence->classes))
        return error_set(ERR_MEMORY, message, "out of memory");
    prepare(large, evidence, budget);
    if (evidence_may_overflow(evidence, large->berths))
        return error_set(ERR_FULL, message, "the number of layouts may exceed 128 bits");
    for (unsigned subset = 0; subset < 1u << evidence->blocks; subset++)
        large->layouts += count_subset(large, subset, terms);
    if (large->work >= budget)
        return error_set(ERR_FULL, message, "counting takes more than %llu steps",
                         (unsigned long long)budget);
    if (large->layouts)
        return OK;
    return evidence_explain_hits(evidence, message)
               ? ERR_MISMATCH
               : error_set(ERR_MISMATCH, message,
                           "no layout of the fleet fits all of these answers");
}

wide large_count_layouts(const struct large_count *large)
{
    return large->layouts;
}

wide large_count_at(const struct large_count *large, int ship_class, int start, bool vertical)
{
    int berth = large->berth_at[ship_class][start + (vertical ? large->cells : 0)];

    return berth < 0 ? 0 : large->count[ship_class][berth];
}

uint64_t large_count_work(const struct large_count *large)
{
    return large->work;
}
