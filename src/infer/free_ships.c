/* Ships that nothing ties down but each other.
 *
 * One ship: its free berths. Two to four ships that may touch: closed forms. Let x run over the
 * cells (sign +) and over the pairs of adjacent cells, "edges" (sign -), and let <i, f> be the sum
 * of f over the cells of berth i minus the sum over its edges. Two straight ships meet in a segment
 * or not at all, and a segment has one more cell than edges, so [i meets k] = <i, 1 on k>: whether
 * ships are in each other's way becomes a sum, and sums can be exchanged. With
 *   D_j(x)           how many berths of j contain x,
 *   n_j              how many there are,
 *   d_k(i) = <i, D_k>  how many berths of k meet i,
 *   S_jk(x)          the sum of d_k(i) over the berths i of j that contain x,
 *   E_kl             how many pairs of k and l meet,
 *   W_kl = S_kl + S_lk - D_k D_l
 * the berth i of j leaves n_k - d_k(i) berths to one other ship, and to two others
 * (n_k - d_k)(n_l - d_l) - E_kl + <i, W_kl> pairs: all pairs that miss i, less those that meet each
 * other, plus those that meet each other and i. (Straight ships that meet pairwise share a cell,
 * which is what <i, W_kl> counts.) Three others: four_ships.c. More ships, and ships that may not
 * touch: one is tried at each of its berths, the others follow. */
#include "infer/exact_count.h"

#include <string.h>

/* What one evaluation costs, in berths looked at. */
enum { THREE_SHIPS_WORK = 2000, FOUR_SHIPS_WORK = 12000 };

enum { SHIPS_IN_CLOSED_FORM = 4 };

static void collect(struct exact_count *exact, int ship_class, wide blocked, struct free_ship *ship)
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

wide free_ships_add_ways(struct exact_count *exact, const struct free_ship *ship,
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

static wide one_ship(struct exact_count *exact, const struct free_ship *ship, wide times)
{
    for (int i = 0; i < ship->count; i++)
        exact->count[ship->ship_class][ship->index[i]] += times;
    return (wide)ship->count;
}

static wide two_ships(struct exact_count *exact, const struct free_ship ship[2], int width,
                      wide times)
{
    struct cell_field field;
    int64_t ways[MAX_BERTHS];
    wide total = 0;

    for (int j = 0; j < 2; j++) {
        free_ships_spread(&ship[1 - j], width, NULL, &field);
        free_ships_dot(&ship[j], width, &field, ways);
        for (int i = 0; i < ship[j].count; i++)
            ways[i] = ship[1 - j].count - ways[i];
        total = free_ships_add_ways(exact, &ship[j], ways, times);
    }
    return total;
}

void free_ships_pair_field(const struct cell_field *s_kl, const struct cell_field *s_lk,
                           const struct cell_field *d_k, const struct cell_field *d_l,
                           struct cell_field *w)
{
    for (int x = 0; x < EXACT_CELLS; x++) {
        w->cell[x] = s_kl->cell[x] + s_lk->cell[x] - d_k->cell[x] * d_l->cell[x];
        w->across[x] = s_kl->across[x] + s_lk->across[x] - d_k->across[x] * d_l->across[x];
        w->down[x] = s_kl->down[x] + s_lk->down[x] - d_k->down[x] * d_l->down[x];
    }
}

static wide three_ships(struct exact_count *exact, const struct free_ship ship[3], int width,
                        wide times)
{
    struct cell_field D[3], S[3][3];
    int64_t d[3][3][MAX_BERTHS], E[3][3] = {{0}}, ways[MAX_BERTHS];
    wide total = 0;

    for (int j = 0; j < 3; j++)
        free_ships_spread(&ship[j], width, NULL, &D[j]);
    for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 3; k++) {
            if (j == k)
                continue;
            free_ships_dot(&ship[j], width, &D[k], d[j][k]);
            free_ships_spread(&ship[j], width, d[j][k], &S[j][k]);
            for (int i = 0; i < ship[j].count; i++)
                E[j][k] += d[j][k][i];
        }
    }
    for (int j = 0; j < 3; j++) {
        int k = (j + 1) % 3, l = (j + 2) % 3;
        struct cell_field W;

        free_ships_pair_field(&S[k][l], &S[l][k], &D[k], &D[l], &W);
        free_ships_dot(&ship[j], width, &W, ways);
        for (int i = 0; i < ship[j].count; i++)
            ways[i] += (ship[k].count - d[j][k][i]) * (ship[l].count - d[j][l][i]) - E[k][l];
        total = free_ships_add_ways(exact, &ship[j], ways, times);
    }
    return total;
}

/* Two ships that may not touch: berth by berth, what the other one has left. */
static wide two_ships_apart(struct exact_count *exact, const struct free_ship ship[2], wide times)
{
    const struct berth *second = exact->berth[ship[1].ship_class];
    int64_t ways[2][MAX_BERTHS] = {{0}};

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

/* Tries one ship of the class with the fewest free berths at each of them. It is a certain one:
 * equal ships get their turn further down, so that every layout is met once. */
static wide place_one(struct exact_count *exact, uint8_t *left, wide blocked, wide times)
{
    struct free_ship ship, best;
    wide total = 0;

    best = (struct free_ship){.count = MAX_BERTHS + 1};
    for (int c = 0; c < exact->evidence->classes; c++) {
        if (left[c] == 0)
            continue;
        collect(exact, c, blocked, &ship);
        if (ship.count < best.count)
            best = ship;
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

wide free_ships(struct exact_count *exact, const uint8_t *left, wide blocked, wide times)
{
    struct free_ship ship[SHIPS_IN_CLOSED_FORM];
    uint8_t rest[MAX_SLOTS];
    int ships = 0, width = exact->evidence->rules.width;
    bool touch = exact->evidence->rules.touch;

    for (int c = 0; c < exact->evidence->classes; c++)
        ships += left[c];
    if (ships > (touch ? SHIPS_IN_CLOSED_FORM : 2)) {
        memcpy(rest, left, (size_t)exact->evidence->classes);
        return place_one(exact, rest, blocked, times);
    }
    ships = 0;
    for (int c = 0; c < exact->evidence->classes; c++)
        for (int i = 0; i < left[c]; i++)
            collect(exact, c, blocked, &ship[ships++]);
    switch (ships) {
    case 0:
        return 1;
    case 1:
        return one_ship(exact, &ship[0], times);
    case 2:
        return touch ? two_ships(exact, ship, width, times) : two_ships_apart(exact, ship, times);
    case 3:
        exact->work += THREE_SHIPS_WORK;
        return three_ships(exact, ship, width, times);
    default:
        exact->work += FOUR_SHIPS_WORK;
        return four_ships(exact, ship, width, times);
    }
}
