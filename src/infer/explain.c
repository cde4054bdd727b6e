/* Exact counting with blocks and hints.
 *
 * Blocks: the search takes the hit or the unmet block with the fewest explanations and tries each
 * berth that explains it. To count no layout twice, the cells of a block are ordered: a berth
 * stands for the layouts in which it covers the first covered cell of the block, so the cells
 * before that one are closed to all other ships. A branch is abandoned when the remaining ships
 * cannot meet all unmet blocks. If few ships and few blocks remain and no hit is open, inclusion
 * and exclusion is cheaper: all layouts, minus those that leave a block empty, plus those that
 * leave two empty, and so on. Intermediate counts are unsigned and may wrap around; the final sums
 * are never negative.
 *
 * Hints: the weight of a layout is a product with one factor per hint, and each factor is a sum of
 * constants times "this cell is covered". The product is expanded. Each term is a constant times
 * "these cells are covered", and covered cells are counted like hits. */
#include "infer/exact_count.h"

#include <string.h>

/* Use inclusion and exclusion for at most this many blocks and ships. */
enum { FEW_BLOCKS = 4, FEW_SHIPS = 4, FEW_SHIPS_APART = 2 /* if ships may not touch */ };

/* --- hints ------------------------------------------------------------------------------------ */

static bool add_term(struct explain *explain, int *terms, struct hint_term add)
{
    add.cells &= ~add.fleet_cells;
    for (int i = 0; i < *terms; i++) {
        if (explain->next[i].cells == add.cells &&
            explain->next[i].fleet_cells == add.fleet_cells) {
            explain->next[i].times += add.times;
            return true;
        }
    }
    if (*terms == MOST_TERMS)
        return false;
    explain->next[(*terms)++] = add;
    return true;
}

/* Multiplies all terms by the factor of one hint. */
static bool multiply_terms(struct explain *explain, const struct hint *hint)
{
    int terms = 0;

    for (int i = 0; i < explain->terms; i++) {
        struct hint_term term = explain->term[i], same = term;

        if (hint->settled > 0) {
            same.times *= hint->settled;
            if (!add_term(explain, &terms, same))
                return false;
        }
        for (int j = 0; j < hint->count; j++) {
            struct hint_term more = term;

            more.times *= hint->weight[j];
            *(hint->before_raise ? &more.fleet_cells : &more.cells) |= wide_bit(hint->cell[j]);
            if (!add_term(explain, &terms, more))
                return false;
        }
    }
    memcpy(explain->term, explain->next, (size_t)terms * sizeof explain->term[0]);
    explain->terms = terms;
    return true;
}

bool explain_expand_hints(struct explain *explain, const struct evidence *evidence)
{
    explain->term[0] = (struct hint_term){0, 0, 1};
    explain->terms = 1;
    for (int i = 0; i < evidence->hints; i++)
        if (!multiply_terms(explain, &evidence->hint[i]))
            return false;
    return true;
}

/* --- blocks ----------------------------------------------------------------------------------- */

static void list_blocks(struct exact_count *exact)
{
    const struct evidence *evidence = exact->evidence;
    struct explain *explain = &exact->explain;

    explain->blocks = evidence->blocks;
    for (int i = 0; i < evidence->blocks; i++) {
        explain->block[i] = 0;
        for (int j = 0; j < evidence->block[i].count; j++)
            explain->block[i] |= wide_bit(evidence->block[i].cell[j]);
    }
    for (int c = 0; c < evidence->classes; c++) {
        for (int i = 0; i < exact->berths[c]; i++) {
            explain->meets[c][i] = 0;
            for (int j = 0; j < evidence->blocks; j++)
                if ((exact->berth[c][i].cells & explain->block[j]) &&
                    !(evidence->block[j].before_raise && evidence->ship_class[c].raised))
                    explain->meets[c][i] |= wide_bit(j);
        }
    }
}

/* Closes cells to the ships that can explain the block. */
static void close_cells(struct exact_count *exact, int block, wide cells)
{
    const struct evidence *evidence = exact->evidence;

    for (int c = 0; c < evidence->classes; c++)
        if (!(evidence->block[block].before_raise && evidence->ship_class[c].raised))
            exact->closed[c] |= cells;
}

/* One node of the search. */
struct explain_node {
    wide blocked, open, unmet; /* cells closed to all ships; open hits; unmet blocks */
    wide times;                /* ways to swap the ships placed so far with equal ones, weighted */
};

/* What to explain next: a hit or, if `block` is not -1, a block. */
struct explain_item {
    wide cells;
    int block;
};

/* Finds the hit or block with the fewest explanations. False if there is none that the remaining
 * ships can explain, or if they cannot meet all blocks. */
static bool find_hardest(struct exact_count *exact, const uint8_t *left,
                         const struct explain_node *node, struct explain_item *item)
{
    uint16_t hit[EXACT_CELLS] = {0}, block[EXACT_CELLS] = {0};
    int fewest = MAX_BERTHS * MAX_SLOTS, can_meet = 0;

    for (int c = 0; c < exact->evidence->classes; c++) {
        int most = 0;

        if (left[c] == 0)
            continue;
        exact->flat.work += 2 * (uint64_t)exact->berths[c];
        for (int i = 0; i < exact->berths[c]; i++) {
            wide cells = exact->berth[c][i].cells, meets;

            if (cells & (node->blocked | exact->closed[c]))
                continue;
            for (cells &= node->open; cells; cells &= cells - 1)
                hit[wide_first(cells)]++;
            meets = exact->explain.meets[c][i] & node->unmet;
            if (wide_bits(meets) > most)
                most = wide_bits(meets);
            for (; meets; meets &= meets - 1)
                block[wide_first(meets)]++;
        }
        can_meet += left[c] * most;
    }
    for (wide open = node->open; open; open &= open - 1) {
        int cell = wide_first(open);

        if (hit[cell] < fewest) {
            fewest = hit[cell];
            *item = (struct explain_item){wide_bit(cell), -1};
        }
    }
    for (wide unmet = node->unmet; unmet; unmet &= unmet - 1) {
        int number = wide_first(unmet);

        if (block[number] < fewest) {
            fewest = block[number];
            *item = (struct explain_item){exact->explain.block[number], number};
        }
    }
    return fewest > 0 && can_meet >= wide_bits(node->unmet);
}

/* Inclusion and exclusion over the unmet blocks. */
static wide subtract_empty(struct exact_count *exact, uint8_t *left,
                           const struct explain_node *node)
{
    int number[FEW_BLOCKS], blocks = 0;
    wide closed[MAX_SLOTS], total = 0;

    memcpy(closed, exact->closed, sizeof closed);
    for (wide unmet = node->unmet; unmet; unmet &= unmet - 1)
        number[blocks++] = wide_first(unmet);
    for (unsigned subset = 0; subset < 1u << blocks; subset++) {
        wide sign = __builtin_parity(subset) ? -(wide)1 : 1;

        for (int i = 0; i < blocks; i++)
            if (subset >> i & 1)
                close_cells(exact, number[i], exact->explain.block[number[i]]);
        total += exact_count_hits(exact, left, node->blocked, 0, sign * node->times);
        memcpy(exact->closed, closed, sizeof closed);
    }
    return total;
}

static int count_ships(const struct exact_count *exact, const uint8_t *left)
{
    int ships = 0;

    for (int c = 0; c < exact->evidence->classes; c++)
        ships += left[c];
    return ships;
}

/* Counts the berths at which the last ship explains everything that is open. */
static wide place_last(struct exact_count *exact, const uint8_t *left,
                       const struct explain_node *node)
{
    wide total = 0;
    int c = 0;

    while (left[c] == 0)
        c++;
    exact->flat.work += (uint64_t)exact->berths[c];
    for (int i = 0; i < exact->berths[c]; i++) {
        wide cells = exact->berth[c][i].cells;

        if ((cells & (node->blocked | exact->closed[c])) || (node->open & ~cells) ||
            (node->unmet & ~exact->explain.meets[c][i]))
            continue;
        *exact_count_of(exact, c, i) += node->times;
        total += node->times;
    }
    return total;
}

static wide explain_rest(struct exact_count *exact, uint8_t *left, struct explain_node node);

/* Tries each berth of a class that explains the item. One of `ships` equal ships goes there; `left`
 * no longer includes it. */
static wide try_berths(struct exact_count *exact, uint8_t *left, const struct explain_node *node,
                       const struct explain_item *item, int ship_class, unsigned ships)
{
    wide total = 0, closed[MAX_SLOTS];

    memcpy(closed, exact->closed, sizeof closed);
    for (int i = 0; i < exact->berths[ship_class]; i++) {
        const struct berth *berth = &exact->berth[ship_class][i];
        wide meets = exact->explain.meets[ship_class][i], covered = berth->cells & item->cells;
        wide before, ways;

        if (!covered || (berth->cells & (node->blocked | exact->closed[ship_class])) ||
            (item->block >= 0 && !(meets >> item->block & 1)))
            continue;
        before = item->cells & ((covered & -covered) - 1);
        if (before)
            close_cells(exact, item->block, before);
        ways = explain_rest(exact, left,
                            (struct explain_node){node->blocked | berth->blocks,
                                                  node->open & ~berth->cells, node->unmet & ~meets,
                                                  node->times * ships});
        memcpy(exact->closed, closed, sizeof closed);
        *exact_count_of(exact, ship_class, i) += ways;
        total += ways;
    }
    return total;
}

/* Counts the ways to explain the open hits, meet the blocks and place the remaining ships. Adds
 * `times` the result and returns it. */
static wide explain_rest(struct exact_count *exact, uint8_t *left, struct explain_node node)
{
    const struct evidence *evidence = exact->evidence;
    struct explain_item item = {0, -1};
    int ships_left = count_ships(exact, left);
    wide total = 0;

    if (exact->flat.work > exact->flat.budget)
        return 0;
    if (!node.unmet)
        return exact_count_hits(exact, left, node.blocked, node.open, node.times);
    if (ships_left <= 1)
        return ships_left ? place_last(exact, left, &node) : 0;
    if (!node.open && wide_bits(node.unmet) <= FEW_BLOCKS &&
        ships_left <= (evidence->rules.touch ? FEW_SHIPS : FEW_SHIPS_APART))
        return subtract_empty(exact, left, &node);
    if (!find_hardest(exact, left, &node, &item))
        return 0;
    for (int c = 0; c < evidence->classes; c++) {
        if (left[c] == 0)
            continue;
        exact->flat.work += (uint64_t)exact->berths[c];
        left[c]--;
        total += try_berths(exact, left, &node, &item, c, left[c] + 1u);
        left[c]++;
    }
    return total;
}

wide explain_all(struct exact_count *exact, uint8_t *left)
{
    const struct evidence *evidence = exact->evidence;
    const struct explain *explain = &exact->explain;
    wide total = 0;

    list_blocks(exact);
    for (int i = 0; i < explain->terms; i++) {
        const struct hint_term *term = &explain->term[i];
        struct explain_node node = {0, exact->hits | term->cells | term->fleet_cells, 0,
                                    term->times};

        for (int c = 0; c < evidence->classes; c++)
            exact->closed[c] = evidence->ship_class[c].raised ? term->fleet_cells : 0;
        for (int j = 0; j < evidence->blocks; j++)
            if (!(explain->block[j] &
                  (evidence->block[j].before_raise ? term->fleet_cells
                                                   : term->cells | term->fleet_cells)))
                node.unmet |= wide_bit(j);
        total += explain_rest(exact, left, node);
    }
    return total;
}
