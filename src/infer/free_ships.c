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
 * a cell, and <i, W_kl> counts those.) For three others see four_ships.c.
 *
 * Ships that may not touch: two ships are too close if and only if they share a corner of a cell.
 * The corners of a ship form a rectangle. Rectangles overlap in a rectangle or not at all, and a
 * rectangle of points has one more point and face (square of four points) than edges. Rectangles
 * that overlap pairwise share a point. So the same formulas hold for two and three ships, if x runs
 * over the corners (+), the edges between them (-) and the faces (+). Four rectangles can overlap
 * in a ring in too many ways.
 *
 * Why nothing overflows. A ship has at most N = 2 * 1024 berths and covers at most P = 63 points,
 * edges and faces (ten cells that may not touch: 22, 31 and 10). Then D and d are at most N, S and
 * E at most N * N, W at most 3 N * N and <i, W> at most 3 P N * N < 2^30. For four ships, paths are
 * at most N * N + 2^30 < 2^31, T at most 2^42, and the sum that makes phi at most
 * N^3 + 3 (3 N^3 + 2^42) < 2^44; <i, phi> is below 2^50, the constant below 2^37, and every other
 * term below N * (N * N + 2^30) < 2^42. A ring has at most 2 N^3 = 2^34 ways, and a berth has at
 * most 45 segments and 6 * 10 * 10 * 4 rings on each: below 2^51. All sums are below 2^63. */
#include "infer/free_ships_internal.h"

#include <assert.h>
#include <string.h>

static struct point_field carve_field(int64_t **memory, int points)
{
    struct point_field field = {*memory, *memory + points, *memory + 2 * points,
                                *memory + 3 * points};

    *memory += 4 * points;
    return field;
}

static int64_t *carve(int64_t **memory, int words)
{
    int64_t *start = *memory;

    *memory += words;
    return start;
}

void free_ships_init(struct free_ships_scratch *scratch, const struct rules *rules, int64_t *memory)
{
    int64_t *next = memory;
    int cells = rules_cells(rules);

    scratch->width = rules->width;
    scratch->cells = cells;
    scratch->apart = !rules->touch;
    scratch->stride = rules->width + scratch->apart;
    scratch->points = scratch->stride * (rules->height + scratch->apart);
    scratch->phi = carve_field(&next, scratch->points);
    for (int j = 0; j < 4; j++) {
        scratch->ways[j] = carve(&next, 2 * cells);
        scratch->D[j] = carve_field(&next, scratch->points);
        for (int k = 0; k < 4; k++) {
            scratch->S[j][k] = carve_field(&next, scratch->points);
            scratch->W[j][k] = k < j ? scratch->W[k][j] : carve_field(&next, scratch->points);
            scratch->T[j][k] = carve_field(&next, scratch->points);
            scratch->d[j][k] = carve(&next, 2 * cells);
            scratch->met[j][k] = carve(&next, 2 * cells);
            scratch->paths[j][k] = carve(&next, 2 * cells);
        }
        for (int vertical = 0; vertical < 2; vertical++) {
            for (int reach = 0; reach < MAX_LENGTH; reach++) {
                scratch->have[j].at[vertical][reach] = carve(&next, cells);
                scratch->ring[j].at[vertical][reach] = carve(&next, cells);
            }
        }
    }
    assert(next - memory <= FREE_SHIPS_WORDS(cells));
}

uint64_t free_ships_work(const struct free_ships_scratch *scratch, int ships)
{
    static const uint64_t per_cell[MOST_FREE_SHIPS + 1] = {0, 1, 5, 20, 120};

    return per_cell[ships] * (uint64_t)scratch->cells * (scratch->apart ? 2 : 1);
}

static void clear(const struct free_ships_scratch *scratch, const struct point_field *field)
{
    size_t size = (size_t)scratch->points * sizeof *field->point;

    memset(field->point, 0, size);
    memset(field->across, 0, size);
    memset(field->down, 0, size);
    if (scratch->apart)
        memset(field->face, 0, size);
}

/* The corners of a ship form two lines of points. */
static void spread_corners(const struct free_ships_scratch *scratch, int number,
                           const int64_t *weight, const struct point_field *field)
{
    const struct free_ship *ship = &scratch->ship[number];

    for (int i = 0; i < ship->count; i++) {
        int64_t add = weight ? weight[i] : 1;
        bool vertical = ship->vertical[i];
        int step = vertical ? scratch->stride : 1, side = vertical ? 1 : scratch->stride;
        int at =
            ship->start[i] / scratch->width * scratch->stride + ship->start[i] % scratch->width;
        int64_t *along = vertical ? field->down : field->across;
        int64_t *between = vertical ? field->across : field->down;

        for (int k = 0; k <= ship->length; k++, at += step) {
            field->point[at] += add;
            field->point[at + side] += add;
            between[at] += add;
            if (k == ship->length)
                break;
            along[at] += add;
            along[at + side] += add;
            field->face[at] += add;
        }
    }
}

void free_ships_spread(const struct free_ships_scratch *scratch, int number, const int64_t *weight,
                       const struct point_field *field)
{
    const struct free_ship *ship = &scratch->ship[number];

    clear(scratch, field);
    if (scratch->apart) {
        spread_corners(scratch, number, weight, field);
        return;
    }
    for (int i = 0; i < ship->count; i++) {
        int64_t add = weight ? weight[i] : 1;
        int at = ship->start[i], step = ship->vertical[i] ? scratch->width : 1;
        int64_t *edge = ship->vertical[i] ? field->down : field->across;

        for (int k = 0; k < ship->length - 1; k++, at += step) {
            field->point[at] += add;
            edge[at] += add;
        }
        field->point[at] += add;
    }
}

static void dot_corners(const struct free_ships_scratch *scratch, int number,
                        const struct point_field *field, int64_t *result)
{
    const struct free_ship *ship = &scratch->ship[number];

    for (int i = 0; i < ship->count; i++) {
        bool vertical = ship->vertical[i];
        int step = vertical ? scratch->stride : 1, side = vertical ? 1 : scratch->stride;
        int at =
            ship->start[i] / scratch->width * scratch->stride + ship->start[i] % scratch->width;
        const int64_t *along = vertical ? field->down : field->across;
        const int64_t *between = vertical ? field->across : field->down;
        int64_t sum = 0;

        for (int k = 0; k < ship->length; k++, at += step)
            sum += field->point[at] + field->point[at + side] - between[at] - along[at] -
                   along[at + side] + field->face[at];
        result[i] = sum + field->point[at] + field->point[at + side] - between[at];
    }
}

void free_ships_dot(const struct free_ships_scratch *scratch, int number,
                    const struct point_field *field, int64_t *result)
{
    const struct free_ship *ship = &scratch->ship[number];

    if (scratch->apart) {
        dot_corners(scratch, number, field, result);
        return;
    }
    for (int i = 0; i < ship->count; i++) {
        int at = ship->start[i], step = ship->vertical[i] ? scratch->width : 1;
        const int64_t *edge = ship->vertical[i] ? field->down : field->across;
        int64_t sum = 0;

        for (int k = 0; k < ship->length - 1; k++, at += step)
            sum += field->point[at] - edge[at];
        result[i] = sum + field->point[at];
    }
}

static void two_ships(struct free_ships_scratch *scratch)
{
    const struct free_ship *ship = scratch->ship;

    for (int j = 0; j < 2; j++) {
        int64_t *ways = scratch->ways[j];

        free_ships_spread(scratch, 1 - j, NULL, &scratch->D[0]);
        free_ships_dot(scratch, j, &scratch->D[0], ways);
        for (int i = 0; i < ship[j].count; i++)
            ways[i] = ship[1 - j].count - ways[i];
    }
}

/* w(x) = a(x) + b(x) - c(x) d(x) */
static void combine(int points, int64_t *w, const int64_t *a, const int64_t *b, const int64_t *c,
                    const int64_t *d)
{
    for (int x = 0; x < points; x++)
        w[x] = a[x] + b[x] - c[x] * d[x];
}

/* W_kl = S_kl + S_lk - D_k D_l */
static void set_w(struct free_ships_scratch *scratch, int k, int l)
{
    const struct point_field *s_kl = &scratch->S[k][l], *s_lk = &scratch->S[l][k];
    const struct point_field *d_k = &scratch->D[k], *d_l = &scratch->D[l];
    struct point_field *w = &scratch->W[k][l];

    combine(scratch->points, w->point, s_kl->point, s_lk->point, d_k->point, d_l->point);
    combine(scratch->points, w->across, s_kl->across, s_lk->across, d_k->across, d_l->across);
    combine(scratch->points, w->down, s_kl->down, s_lk->down, d_k->down, d_l->down);
    if (scratch->apart)
        combine(scratch->points, w->face, s_kl->face, s_lk->face, d_k->face, d_l->face);
}

void free_ships_prepare_pairs(struct free_ships_scratch *scratch, int ships)
{
    const struct free_ship *ship = scratch->ship;

    for (int j = 0; j < ships; j++)
        free_ships_spread(scratch, j, NULL, &scratch->D[j]);
    for (int j = 0; j < ships; j++) {
        for (int k = 0; k < ships; k++) {
            int64_t *d = scratch->d[j][k];

            if (j == k)
                continue;
            free_ships_dot(scratch, j, &scratch->D[k], d);
            free_ships_spread(scratch, j, d, &scratch->S[j][k]);
            scratch->E[j][k] = 0;
            for (int i = 0; i < ship[j].count; i++)
                scratch->E[j][k] += d[i];
        }
    }
    for (int k = 0; k < ships; k++)
        for (int l = k + 1; l < ships; l++)
            set_w(scratch, k, l);
}

static void three_ships(struct free_ships_scratch *scratch)
{
    const struct free_ship *ship = scratch->ship;

    free_ships_prepare_pairs(scratch, 3);
    for (int j = 0; j < 3; j++) {
        int64_t *ways = scratch->ways[j];
        int k = (j + 1) % 3, l = (j + 2) % 3;

        free_ships_dot(scratch, j, &scratch->W[k][l], ways);
        for (int i = 0; i < ship[j].count; i++)
            ways[i] +=
                (ship[k].count - scratch->d[j][k][i]) * (ship[l].count - scratch->d[j][l][i]) -
                scratch->E[k][l];
    }
}

wide free_ships_count(struct free_ships_scratch *scratch, int ships)
{
    wide total = 0;

    assert(ships >= 1 &&
           ships <= (scratch->apart ? (int)MOST_FREE_SHIPS_APART : (int)MOST_FREE_SHIPS));
    if (ships == 1)
        for (int i = 0; i < scratch->ship[0].count; i++)
            scratch->ways[0][i] = 1;
    else if (ships == 2)
        two_ships(scratch);
    else if (ships == 3)
        three_ships(scratch);
    else
        four_ships(scratch);
    for (int i = 0; i < scratch->ship[0].count; i++)
        total += (wide)(uint64_t)scratch->ways[0][i]; /* never negative */
    return total;
}
