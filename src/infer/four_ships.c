/* Four free ships that may touch, in closed form. The letters are those of free_ships.c. */
#include "infer/free_ships_internal.h"

#include <string.h>

/* The three ships other than p. `turn` (0 to 2) says which of them comes first. */
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
static void add_product(int points, const struct point_field *out, const struct point_field *a,
                        const struct point_field *b)
{
    for (int x = 0; x < points; x++) {
        out->point[x] += a->point[x] * b->point[x];
        out->across[x] += a->across[x] * b->across[x];
        out->down[x] += a->down[x] * b->down[x];
    }
}

static void subtract(int points, const struct point_field *out, const struct point_field *a)
{
    for (int x = 0; x < points; x++) {
        out->point[x] -= a->point[x];
        out->across[x] -= a->across[x];
        out->down[x] -= a->down[x];
    }
}

static void multiply(int points, const struct point_field *out, const struct point_field *a,
                     const struct point_field *b)
{
    for (int x = 0; x < points; x++) {
        out->point[x] = a->point[x] * b->point[x];
        out->across[x] = a->across[x] * b->across[x];
        out->down[x] = a->down[x] * b->down[x];
    }
}

/* The sum over all cells minus the sum over all edges. */
static int64_t total_of(int points, const struct point_field *field)
{
    int64_t sum = 0;

    for (int x = 0; x < points; x++)
        sum += field->point[x] - field->across[x] - field->down[x];
    return sum;
}

static void clear_segments(const struct segments *segments, int length, int cells)
{
    for (int vertical = 0; vertical < 2; vertical++)
        for (int reach = 0; reach < length; reach++)
            memset(segments->at[vertical][reach], 0,
                   (size_t)cells * sizeof *segments->at[vertical][reach]);
}

/* Counts the berths of the ship that cover each segment of two or more cells. */
static void cover_stretches(const struct free_ship *ship, int width, int cells,
                            const struct segments *segments)
{
    clear_segments(segments, ship->length, cells);
    for (int i = 0; i < ship->count; i++) {
        int step = ship->vertical[i] ? width : 1;

        for (int reach = 1; reach < ship->length; reach++)
            for (int k = 0; k + reach < ship->length; k++)
                segments->at[ship->vertical[i]][reach][ship->start[i] + k * step]++;
    }
}

/* Four ships that overlap in a ring, and not otherwise, form the sides of a rectangle: two across
 * and two down. With ships a and b across, and c and d down, adds to each side the number of ways
 * to complete the ring with the other three. */
static void add_rings(const struct free_ship *ship, const struct segments *have,
                      const struct segments *ring, const int pair[4], int width, int cells)
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

            for (int top = 0; top + h * width + w < cells; top++) {
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

/* Counts, for every ship and segment, the rings in which the ship provides that segment. */
static void find_rings(struct free_ships_scratch *scratch)
{
    static const int pairs[6][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2},
                                    {2, 3, 0, 1}, {1, 3, 0, 2}, {1, 2, 0, 3}};
    int width = scratch->width, cells = scratch->cells;

    for (int j = 0; j < 4; j++) {
        cover_stretches(&scratch->ship[j], width, cells, &scratch->have[j]);
        clear_segments(&scratch->ring[j], scratch->ship[j].length, cells);
    }
    for (int i = 0; i < 6; i++)
        add_rings(scratch->ship, scratch->have, scratch->ring, pairs[i], width, cells);
}

/* Adds to each berth the rings in which it is a side. */
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

static void prepare_paths(struct free_ships_scratch *scratch)
{
    const struct free_ship *ship = scratch->ship;

    for (int p = 0; p < 4; p++) {
        for (int turn = 0; turn < 3; turn++) {
            struct trio at = other_ships(p, turn);
            int64_t *met = scratch->met[at.one][p], *paths = scratch->paths[at.one][p];

            free_ships_dot(scratch, at.one, &scratch->W[at.two][at.three], met);
            for (int i = 0; i < ship[at.one].count; i++)
                paths[i] = scratch->d[at.one][at.two][i] * scratch->d[at.one][at.three][i] + met[i];
            free_ships_spread(scratch, at.one, paths, &scratch->T[at.one][p]);
        }
    }
}

/* How many ways does ship p at berth i leave to the others j, k and l? Start with the product of
 * n' = n - d(i) over all three. For each of them, subtract n' times the pairs of the other two that
 * overlap each other and avoid i. Add the triples in which one overlaps both others, and subtract
 * those in which all three overlap, again counting only triples that avoid i. The field phi takes
 * off the triples that do not avoid i; the only case it misses is a ring of four. */
void four_ships(struct free_ships_scratch *scratch)
{
    const struct free_ship *ship = scratch->ship;
    const struct point_field *phi = &scratch->phi;
    int points = scratch->points;

    free_ships_prepare_pairs(scratch, 4);
    prepare_paths(scratch);
    find_rings(scratch);
    for (int p = 0; p < 4; p++) {
        struct trio at = other_ships(p, 0);
        int64_t *ways = scratch->ways[p], constant;

        multiply(points, phi, &scratch->D[at.one], &scratch->D[at.two]);
        multiply(points, phi, phi, &scratch->D[at.three]);
        constant = -total_of(points, phi);
        for (int turn = 0; turn < 3; turn++) {
            at = other_ships(p, turn);
            add_product(points, phi, &scratch->W[at.two][at.three], &scratch->D[at.one]);
            subtract(points, phi, &scratch->T[at.one][p]);
            for (int i = 0; i < ship[at.one].count; i++)
                constant += scratch->d[at.one][at.two][i] * scratch->d[at.one][at.three][i];
        }
        free_ships_dot(scratch, p, phi, ways);
        for (int i = 0; i < ship[p].count; i++) {
            int64_t product = 1;

            ways[i] += constant;
            for (int turn = 0; turn < 3; turn++) {
                int64_t left;

                at = other_ships(p, turn);
                left = ship[at.one].count - scratch->d[p][at.one][i];
                product *= left;
                /* met[p][one] is <i, W> of the two ships besides p and `one` */
                ways[i] -= left * (scratch->E[at.two][at.three] - scratch->met[p][at.one][i]);
            }
            ways[i] += product;
        }
        add_ring_ways(&ship[p], &scratch->ring[p], scratch->width, ways);
    }
}
