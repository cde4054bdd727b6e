/* Four free ships that may touch, without trying one of them at each of its berths. The words are
 * those of free_ships.c. Twenty times faster than placing one ship and counting the other three:
 * the empty classic board, which is the longest ship at each of its berths with four others, takes
 * 12 ms instead of 220. */
#include "infer/exact_count.h"

#include <string.h>

/* The two other ships besides j and p of four, by the number of j: the three ships that are not p,
 * in order, each as the one with its two companions. */
struct trio {
    int one, two, three;
};

static struct trio other_ships(int p, int turn)
{
    int first = (p + 1) % 4, second = (p + 2) % 4, third = (p + 3) % 4;

    return turn == 0   ? (struct trio){first, second, third}
           : turn == 1 ? (struct trio){second, third, first}
                       : (struct trio){third, first, second};
}

/* out(x) += a(x) b(x) */
static void add_product(struct cell_field *out, const struct cell_field *a,
                        const struct cell_field *b)
{
    for (int x = 0; x < EXACT_CELLS; x++) {
        out->cell[x] += a->cell[x] * b->cell[x];
        out->across[x] += a->across[x] * b->across[x];
        out->down[x] += a->down[x] * b->down[x];
    }
}

static void subtract(struct cell_field *out, const struct cell_field *a)
{
    for (int x = 0; x < EXACT_CELLS; x++) {
        out->cell[x] -= a->cell[x];
        out->across[x] -= a->across[x];
        out->down[x] -= a->down[x];
    }
}

static void multiply(struct cell_field *out, const struct cell_field *a, const struct cell_field *b)
{
    for (int x = 0; x < EXACT_CELLS; x++) {
        out->cell[x] = a->cell[x] * b->cell[x];
        out->across[x] = a->across[x] * b->across[x];
        out->down[x] = a->down[x] * b->down[x];
    }
}

/* The sum of a field over all cells minus that over all edges. */
static int64_t total_of(const struct cell_field *field)
{
    int64_t sum = 0;

    for (int x = 0; x < EXACT_CELLS; x++)
        sum += field->cell[x] - field->across[x] - field->down[x];
    return sum;
}

/* How many berths of the ship cover each segment of two and more cells. */
static void cover_stretches(const struct free_ship *ship, int width, struct segments *segments)
{
    for (int vertical = 0; vertical < 2; vertical++)
        memset(segments->at[vertical], 0, (size_t)ship->length * sizeof segments->at[vertical][0]);
    for (int i = 0; i < ship->count; i++) {
        int step = ship->vertical[i] ? width : 1;

        for (int reach = 1; reach < ship->length; reach++)
            for (int k = 0; k + reach < ship->length; k++)
                segments->at[ship->vertical[i]][reach][ship->start[i] + k * step]++;
    }
}

/* Four ships that meet in a ring and no other way are two across and two down, the four sides of a
 * rectangle. For ships a and b across, c and d down, adds for each side the ways in which the other
 * three sides can be had. */
static void add_rings(const struct free_ship *ship, const struct segments *have,
                      struct segments *ring, const int pair[4], int width)
{
    int a = pair[0], b = pair[1], c = pair[2], d = pair[3];
    int wide_most = ship[a].length < ship[b].length ? ship[a].length : ship[b].length;
    int high_most = ship[c].length < ship[d].length ? ship[c].length : ship[d].length;

    for (int w = 1; w < wide_most; w++) {
        for (int h = 1; h < high_most; h++) {
            const int64_t *across[2] = {have[a].at[0][w], have[b].at[0][w]};
            const int64_t *down[2] = {have[c].at[1][h], have[d].at[1][h]};
            int64_t *ring_a = ring[a].at[0][w], *ring_b = ring[b].at[0][w];
            int64_t *ring_c = ring[c].at[1][h], *ring_d = ring[d].at[1][h];

            for (int top = 0; top + h * width + w < EXACT_CELLS; top++) {
                int bottom = top + h * width, right = top + w;
                int64_t sides = down[0][top] * down[1][right] + down[1][top] * down[0][right];
                int64_t beams =
                    across[0][top] * across[1][bottom] + across[1][top] * across[0][bottom];

                ring_a[top] += across[1][bottom] * sides;
                ring_a[bottom] += across[1][top] * sides;
                ring_b[top] += across[0][bottom] * sides;
                ring_b[bottom] += across[0][top] * sides;
                ring_c[top] += down[1][right] * beams;
                ring_c[right] += down[1][top] * beams;
                ring_d[top] += down[0][right] * beams;
                ring_d[right] += down[0][top] * beams;
            }
        }
    }
}

/* For every ship and every segment: the rings of which the ship is that side. */
static void find_rings(const struct free_ship ship[4], int width, struct segments have[4],
                       struct segments ring[4])
{
    static const int pairs[6][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2},
                                    {2, 3, 0, 1}, {1, 3, 0, 2}, {1, 2, 0, 3}};

    for (int j = 0; j < 4; j++) {
        cover_stretches(&ship[j], width, &have[j]);
        for (int vertical = 0; vertical < 2; vertical++)
            memset(ring[j].at[vertical], 0,
                   (size_t)ship[j].length * sizeof ring[j].at[vertical][0]);
    }
    for (int i = 0; i < 6; i++)
        add_rings(ship, have, ring, pairs[i], width);
}

/* Adds to each berth the rings that it is a side of. */
static void add_ring_ways(const struct free_ship *ship, const struct segments *ring, int width,
                          int64_t *ways)
{
    for (int i = 0; i < ship->count; i++) {
        int step = ship->vertical[i] ? width : 1;

        for (int reach = 1; reach < ship->length; reach++)
            for (int k = 0; k + reach < ship->length; k++)
                ways[i] += ring->at[ship->vertical[i]][reach][ship->start[i] + k * step];
    }
}

static void prepare_pairs(const struct free_ship ship[4], int width, struct four_ships *four)
{
    for (int j = 0; j < 4; j++)
        free_ships_spread(&ship[j], width, NULL, &four->D[j]);
    for (int j = 0; j < 4; j++) {
        for (int k = 0; k < 4; k++) {
            if (j == k)
                continue;
            free_ships_dot(&ship[j], width, &four->D[k], four->d[j][k]);
            free_ships_spread(&ship[j], width, four->d[j][k], &four->S[j][k]);
            four->E[j][k] = 0;
            for (int i = 0; i < ship[j].count; i++)
                four->E[j][k] += four->d[j][k][i];
        }
    }
    for (int k = 0; k < 4; k++) {
        for (int l = k + 1; l < 4; l++) {
            free_ships_pair_field(&four->S[k][l], &four->S[l][k], &four->D[k], &four->D[l],
                                  &four->W[k][l]);
            four->W[l][k] = four->W[k][l];
        }
    }
}

static void prepare_paths(const struct free_ship ship[4], int width, struct four_ships *four)
{
    for (int p = 0; p < 4; p++) {
        for (int turn = 0; turn < 3; turn++) {
            struct trio at = other_ships(p, turn);
            int64_t *met = four->met[at.one][p], *paths = four->paths[at.one][p];

            free_ships_dot(&ship[at.one], width, &four->W[at.two][at.three], met);
            for (int i = 0; i < ship[at.one].count; i++)
                paths[i] = four->d[at.one][at.two][i] * four->d[at.one][at.three][i] + met[i];
            free_ships_spread(&ship[at.one], width, paths, &four->T[at.one][p]);
        }
    }
}

/* The berth i of p leaves to three others j, k, l: the product of n' = n - d(i), less, for each of
 * them, n' times the pairs of the other two that meet each other and miss i; plus the triples in
 * which one meets both others, less those in which all meet, again only those that miss i. Of the
 * triples the ones that do not miss i are taken off by a field once more; what that field cannot
 * see are rings of four. */
wide four_ships(struct exact_count *exact, const struct free_ship ship[4], int width, wide times)
{
    struct four_ships *four = &exact->four;
    wide total = 0;

    prepare_pairs(ship, width, four);
    prepare_paths(ship, width, four);
    find_rings(ship, width, four->have, four->ring);
    for (int p = 0; p < 4; p++) {
        struct trio at = other_ships(p, 0);
        struct cell_field all, phi;
        int64_t ways[MAX_BERTHS], constant;

        multiply(&phi, &four->D[at.one], &four->D[at.two]);
        multiply(&all, &phi, &four->D[at.three]);
        phi = all;
        constant = -total_of(&all);
        for (int turn = 0; turn < 3; turn++) {
            at = other_ships(p, turn);
            add_product(&phi, &four->W[at.two][at.three], &four->D[at.one]);
            subtract(&phi, &four->T[at.one][p]);
            for (int i = 0; i < ship[at.one].count; i++)
                constant += four->d[at.one][at.two][i] * four->d[at.one][at.three][i];
        }
        free_ships_dot(&ship[p], width, &phi, ways);
        for (int i = 0; i < ship[p].count; i++) {
            int64_t product = 1;

            ways[i] += constant;
            for (int turn = 0; turn < 3; turn++) {
                int64_t left;

                at = other_ships(p, turn);
                left = ship[at.one].count - four->d[p][at.one][i];
                product *= left;
                /* met[p][one] is <i, W> of the two ships besides p and `one` */
                ways[i] -= left * (four->E[at.two][at.three] - four->met[p][at.one][i]);
            }
            ways[i] += product;
        }
        add_ring_ways(&ship[p], &four->ring[p], width, ways);
        total = free_ships_add_ways(exact, &ship[p], ways, times);
    }
    return total;
}
