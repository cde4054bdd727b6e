/* Counting ships that have no hits to explain.
 *
 * One ship: the number of its free berths. Two to four ships that may touch: closed forms. Let x
 * run over the cells (sign +) and over the pairs of adjacent cells, called edges (sign -). Let
 * <i, f> be the sum of f over the cells of berth i minus the sum over its edges. Two straight ships
 * overlap in a segment or not at all, and a segment has one more cell than edges, so
 * [i overlaps k] = <i, 1 on k>. Whether ships overlap is thus a sum, and sums can be exchanged.
 * With D_j(x)             the berths of j that contain x, n_j                the berths of j,
 *   d_k(i) = <i, D_k>  the berths of k that overlap i,
 *   S_jk(x)            the sum of d_k(i) over the berths i of j that contain x,
 *   E_kl               the pairs of berths of k and l that overlap,
 *   W_kl = S_kl + S_lk - D_k D_l
 * a ship j at berth i leaves n_k - d_k(i) berths to one other ship. To two others it leaves
 * (n_k - d_k)(n_l - d_l) - E_kl + <i, W_kl> pairs: all pairs that avoid i, minus those that overlap
 * each other, plus those that overlap each other and i. (Straight ships that overlap pairwise share
 * a cell, and <i, W_kl> counts those.) For three others see four_ships.c. For more ships, and for
 * ships that may not touch, one ship is tried at each of its berths and the rest is counted
 * recursively. */
#include "infer/free_ships_internal.h"

#include <string.h>

/* The cost of one evaluation, in berths examined. */
enum { THREE_SHIPS_WORK = 2000, FOUR_SHIPS_WORK = 12000 };

static void collect_free_berths(struct berth_count *exact, int ship_class, wide blocked,
                                struct free_ship *ship)
{
    const struct berth *berth = exact->berth[ship_class];

    ship->ship_class = ship_class;
    ship->length = exact->evidence->ship_class[ship_class].length;
    ship->count = 0;
    blocked |= exact->closed[ship_class];
    exact->work += (uint64_t)exact->berths[ship_class];
    for (int i = 0; i < exact->berths[ship_class]; i++) {
        ship->index[ship->count] = (uint8_t)i;
        ship->start[ship->count] = (uint8_t)berth[i].start;
        ship->vertical[ship->count] = berth[i].vertical;
        ship->count += !(berth[i].cells & blocked);
    }
}

void free_ships_spread(const struct free_ship *ship, int width, const int64_t *weight,
                       struct cell_field *field)
{
    memset(field, 0, sizeof *field);
    for (int i = 0; i < ship->count; i++) {
        int64_t add = weight ? weight[i] : 1;
        int at = ship->start[i], step = ship->vertical[i] ? width : 1;
        int64_t *edge = ship->vertical[i] ? field->down : field->across;

        for (int k = 0; k < ship->length - 1; k++, at += step) {
            field->cell[at] += add;
            edge[at] += add;
        }
        field->cell[at] += add;
    }
}

void free_ships_dot(const struct free_ship *ship, int width, const struct cell_field *field,
                    int64_t *result)
{
    for (int i = 0; i < ship->count; i++) {
        int at = ship->start[i], step = ship->vertical[i] ? width : 1;
        const int64_t *edge = ship->vertical[i] ? field->down : field->across;
        int64_t sum = 0;

        for (int k = 0; k < ship->length - 1; k++, at += step)
            sum += field->cell[at] - edge[at];
        result[i] = sum + field->cell[at];
    }
}

wide free_ships_add_ways(struct berth_count *exact, const struct free_ship *ship,
                         const int64_t *ways, wide times)
{
    wide *count = exact->count[ship->ship_class];
    wide total = 0;

    for (int i = 0; i < ship->count; i++) {
        wide number = (wide)(uint64_t)ways[i]; /* never negative */

        count[ship->index[i]] += times * number;
        total += number;
    }
    return total;
}

static wide one_ship(struct berth_count *exact, const struct free_ship *ship, wide times)
{
    for (int i = 0; i < ship->count; i++)
        exact->count[ship->ship_class][ship->index[i]] += times;
    return (wide)ship->count;
}

static wide two_ships(struct berth_count *exact, int width, wide times)
{
    struct free_ships_scratch *scratch = &exact->scratch;
    const struct free_ship *ship = scratch->ship;
    wide total = 0;

    for (int j = 0; j < 2; j++) {
        int64_t *ways = scratch->ways[j];

        free_ships_spread(&ship[1 - j], width, NULL, &scratch->D[0]);
        free_ships_dot(&ship[j], width, &scratch->D[0], ways);
        for (int i = 0; i < ship[j].count; i++)
            ways[i] = ship[1 - j].count - ways[i];
        total = free_ships_add_ways(exact, &ship[j], ways, times);
    }
    return total;
}

/* W_kl = S_kl + S_lk - D_k D_l */
static void set_w(struct free_ships_scratch *scratch, int k, int l)
{
    const struct cell_field *s_kl = &scratch->S[k][l], *s_lk = &scratch->S[l][k];
    const struct cell_field *d_k = &scratch->D[k], *d_l = &scratch->D[l];
    struct cell_field *w = &scratch->W[k][l];

    for (int x = 0; x < EXACT_CELLS; x++) {
        w->cell[x] = s_kl->cell[x] + s_lk->cell[x] - d_k->cell[x] * d_l->cell[x];
        w->across[x] = s_kl->across[x] + s_lk->across[x] - d_k->across[x] * d_l->across[x];
        w->down[x] = s_kl->down[x] + s_lk->down[x] - d_k->down[x] * d_l->down[x];
    }
    scratch->W[l][k] = *w;
}

void free_ships_prepare_pairs(struct free_ships_scratch *scratch, int ships, int width)
{
    const struct free_ship *ship = scratch->ship;

    for (int j = 0; j < ships; j++)
        free_ships_spread(&ship[j], width, NULL, &scratch->D[j]);
    for (int j = 0; j < ships; j++) {
        for (int k = 0; k < ships; k++) {
            int64_t *d = scratch->d[j][k];

            if (j == k)
                continue;
            free_ships_dot(&ship[j], width, &scratch->D[k], d);
            free_ships_spread(&ship[j], width, d, &scratch->S[j][k]);
            scratch->E[j][k] = 0;
            for (int i = 0; i < ship[j].count; i++)
                scratch->E[j][k] += d[i];
        }
    }
    for (int k = 0; k < ships; k++)
        for (int l = k + 1; l < ships; l++)
            set_w(scratch, k, l);
}

static wide three_ships(struct berth_count *exact, int width, wide times)
{
    struct free_ships_scratch *scratch = &exact->scratch;
    const struct free_ship *ship = scratch->ship;
    int64_t *ways = scratch->ways[0];
    wide total = 0;

    free_ships_prepare_pairs(scratch, 3, width);
    for (int j = 0; j < 3; j++) {
        int k = (j + 1) % 3, l = (j + 2) % 3;

        free_ships_dot(&ship[j], width, &scratch->W[k][l], ways);
        for (int i = 0; i < ship[j].count; i++)
            ways[i] +=
                (ship[k].count - scratch->d[j][k][i]) * (ship[l].count - scratch->d[j][l][i]) -
                scratch->E[k][l];
        total = free_ships_add_ways(exact, &ship[j], ways, times);
    }
    return total;
}

/* Two ships that may not touch: tries every pair of berths. */
static wide two_ships_apart(struct berth_count *exact, wide times)
{
    const struct free_ship *ship = exact->scratch.ship;
    const struct berth *second = exact->berth[ship[1].ship_class];
    int64_t(*ways)[MAX_BERTHS] = exact->scratch.ways;

    memset(ways, 0, sizeof exact->scratch.ways);
    exact->work += (uint64_t)ship[0].count * (uint64_t)ship[1].count;
    for (int i = 0; i < ship[0].count; i++) {
        wide blocks = exact->berth[ship[0].ship_class][ship[0].index[i]].blocks;

        for (int j = 0; j < ship[1].count; j++) {
            int64_t fits = !(second[ship[1].index[j]].cells & blocks);

            ways[0][i] += fits;
            ways[1][j] += fits;
        }
    }
    free_ships_add_ways(exact, &ship[1], ways[1], times);
    return free_ships_add_ways(exact, &ship[0], ways[0], times);
}

/* Tries one particular ship of the class with the fewest free berths at each of them. Equal ships
 * are placed deeper in the recursion, so every layout is counted once. */
static wide place_one(struct berth_count *exact, uint8_t *left, wide blocked, wide times)
{
    struct free_ship *ship = &exact->scratch.ship[0], best;
    wide total = 0;

    best = (struct free_ship){.count = MAX_BERTHS + 1};
    for (int c = 0; c < exact->evidence->classes; c++) {
        if (left[c] == 0)
            continue;
        collect_free_berths(exact, c, blocked, ship);
        if (ship->count < best.count)
            best = *ship;
    }
    left[best.ship_class]--;
    for (int i = 0; i < best.count && exact->work <= exact->budget; i++) {
        const struct berth *berth = &exact->berth[best.ship_class][best.index[i]];
        wide ways = free_ships(exact, left, blocked | berth->blocks, times);

        exact->count[best.ship_class][best.index[i]] += times * ways;
        total += ways;
    }
    left[best.ship_class]++;
    return total;
}

wide free_ships(struct berth_count *exact, const uint8_t *left, wide blocked, wide times)
{
    struct free_ship *ship = exact->scratch.ship;
    uint8_t rest[MAX_SLOTS];
    int ships = 0, width = exact->evidence->rules.width;
    bool touch = exact->evidence->rules.touch;

    for (int c = 0; c < exact->evidence->classes; c++)
        ships += left[c];
    if (ships > (touch ? MOST_FREE_SHIPS : 2)) {
        memcpy(rest, left, (size_t)exact->evidence->classes);
        return place_one(exact, rest, blocked, times);
    }
    ships = 0;
    for (int c = 0; c < exact->evidence->classes; c++)
        for (int i = 0; i < left[c]; i++)
            collect_free_berths(exact, c, blocked, &ship[ships++]);
    switch (ships) {
    case 0:
        return 1;
    case 1:
        return one_ship(exact, ship, times);
    case 2:
        return touch ? two_ships(exact, width, times) : two_ships_apart(exact, times);
    case 3:
        exact->work += THREE_SHIPS_WORK;
        return three_ships(exact, width, times);
    default:
        exact->work += FOUR_SHIPS_WORK;
        return four_ships(exact, width, times);
    }
}
