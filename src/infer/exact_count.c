/* Exact counting in two stages. First a search explains every hit: it takes the open hit with the
 * fewest explanations, tries each of them (a class and a berth) and recurses. When no hit is open,
 * only free ships are left, and free_ships() counts those without listing them.
 *
 * Blocks and hints are handled in explain.c. */
#include "infer/exact_count.h"

#include <string.h>

static wide bit(int cell)
{
    return (wide)1 << cell;
}

/* The cells of a placement and all their neighbours. */
static wide halo_of(const struct rules *rules, struct placement at, int length)
{
    int right = at.column + (at.vertical ? 1 : length),
        bottom = at.row + (at.vertical ? length : 1);
    wide halo = 0;

    for (int row = at.row - 1; row <= bottom; row++)
        for (int column = at.column - 1; column <= right; column++)
            if (row >= 0 && row < rules->height && column >= 0 && column < rules->width)
                halo |= bit(row * rules->width + column);
    return halo;
}

static wide cells_of(const struct rules *rules, struct placement at, int length)
{
    wide cells = 0;

    for (int i = 0; i < length; i++)
        cells |= bit(at.row * rules->width + at.column + i * (at.vertical ? rules->width : 1));
    return cells;
}

static void list_berths(struct exact_count *exact, int ship_class)
{
    const struct rules *rules = &exact->evidence->rules;
    int length = exact->evidence->ship_class[ship_class].length, cells = rules_cells(rules);

    exact->berths[ship_class] = 0;
    for (int i = 0; i < (length > 1 ? 2 : 1) * cells; i++) {
        struct placement at = {(int16_t)(i % cells % rules->width),
                               (int16_t)(i % cells / rules->width), i >= cells, 1};
        struct berth *berth = &exact->berth[ship_class][exact->berths[ship_class]];

        if ((at.vertical ? at.row + length > rules->height : at.column + length > rules->width) ||
            !evidence_allows(exact->evidence, ship_class, at))
            continue;
        berth->cells = cells_of(rules, at, length);
        berth->blocks = rules->touch ? berth->cells : halo_of(rules, at, length);
        berth->start = (uint16_t)(i % cells);
        berth->vertical = at.vertical;
        exact->berths[ship_class]++;
    }
}

/* Counts the berths that explain this hit; stops early once there are `most` or more. */
static int count_explanations(struct exact_count *exact, const uint8_t *left, wide blocked,
                              wide hit, int most)
{
    int count = 0;

    for (int c = 0; c < exact->evidence->classes && count < most; c++) {
        if (left[c] == 0)
            continue;
        exact->work += (uint64_t)exact->berths[c];
        for (int i = 0; i < exact->berths[c]; i++)
            count += (exact->berth[c][i].cells & hit) &&
                     !(exact->berth[c][i].cells & (blocked | exact->closed[c]));
    }
    return count;
}

/* The open hit with the fewest explanations. */
static wide find_hardest_hit(struct exact_count *exact, const uint8_t *left, wide blocked,
                             wide open)
{
    int fewest = MAX_BERTHS * MAX_SLOTS;
    wide hardest = 0;

    for (; open; open &= open - 1) {
        wide hit = open & -open;
        int count = count_explanations(exact, left, blocked, hit, fewest);

        if (count < fewest) {
            fewest = count;
            hardest = hit;
        }
        if (count == 0)
            break;
    }
    return hardest;
}

wide exact_count_hits(struct exact_count *exact, uint8_t *left, wide blocked, wide open, wide times)
{
    wide hit, total = 0;

    if (exact->work > exact->budget)
        return 0;
    if (!open)
        return free_ships(exact, left, blocked, times);
    hit = open & (open - 1) ? find_hardest_hit(exact, left, blocked, open) : open;
    for (int c = 0; c < exact->evidence->classes; c++) {
        uint8_t ships = left[c];

        if (ships == 0)
            continue;
        exact->work += (uint64_t)exact->berths[c];
        left[c]--;
        for (int i = 0; i < exact->berths[c]; i++) {
            const struct berth *berth = &exact->berth[c][i];
            wide ways;

            if (!(berth->cells & hit) || (berth->cells & (blocked | exact->closed[c])))
                continue;
            ways = ships * exact_count_hits(exact, left, blocked | berth->blocks,
                                            open & ~berth->cells, times * ships);
            exact->count[c][i] += times * ways;
            total += ways;
        }
        left[c] = ships;
    }
    return total;
}

/* Could the number of layouts need more than 128 bits? */
static bool may_overflow(const struct exact_count *exact)
{
    double product = 1;

    for (int c = 0; c < exact->evidence->classes; c++)
        for (int i = 0; i < exact->evidence->ship_class[c].count; i++)
            product *= exact->berths[c] > 0 ? exact->berths[c] : 1;
    for (int i = 0; i < exact->evidence->hints; i++)
        product *= HINT_UNIT * SIGHTING_CELLS;
    return product > 1e36;
}

enum error exact_count_run(struct exact_count *exact, const struct evidence *evidence,
                           uint64_t budget, struct message *message)
{
    uint8_t left[MAX_SLOTS];

    if (rules_cells(&evidence->rules) > EXACT_CELLS)
        return error_set(ERR_FULL, message,
                         "boards of more than %d cells cannot be counted exactly", EXACT_CELLS);
    if (evidence->blocks > EXACT_CELLS || !explain_expand_hints(&exact->explain, evidence))
        return error_set(ERR_FULL, message, "so many sweeps and hints cannot be counted exactly");
    exact->evidence = evidence;
    free_ships_init(&exact->scratch, &evidence->rules, exact->scratch_memory);
    exact->work = 0;
    exact->budget = budget;
    exact->layouts = exact->hits = 0;
    for (int cell = 0; cell < rules_cells(&evidence->rules); cell++)
        if (evidence->time[cell] >= 0 && evidence->answer[cell] != ANSWER_MISS)
            exact->hits |= bit(cell);
    for (int c = 0; c < evidence->classes; c++) {
        list_berths(exact, c);
        memset(exact->count[c], 0, (size_t)exact->berths[c] * sizeof exact->count[c][0]);
        left[c] = evidence->ship_class[c].count;
    }
    if (may_overflow(exact))
        return error_set(ERR_FULL, message, "the number of layouts may exceed 128 bits");
    memset(exact->closed, 0, sizeof exact->closed);
    exact->layouts = evidence->blocks + evidence->hints > 0
                         ? explain_all(exact, left)
                         : exact_count_hits(exact, left, 0, exact->hits, 1);
    if (exact->work > exact->budget)
        return error_set(ERR_FULL, message, "counting takes more than %llu steps",
                         (unsigned long long)budget);
    if (exact->layouts)
        return OK;
    return evidence_explain_hits(evidence, message)
               ? ERR_MISMATCH
               : error_set(ERR_MISMATCH, message,
                           "no layout of the fleet fits all of these answers");
}
