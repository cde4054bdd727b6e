/* The sums that free ships are counted with; private to src/infer. What they mean is told at the
 * top of free_ships.c. All of it is plain memory of fixed size. */
#ifndef BROADSIDE_INFER_FREE_SHIPS_INTERNAL_H
#define BROADSIDE_INFER_FREE_SHIPS_INTERNAL_H

#include "base/wide.h"
#include "rules/rules.h"

enum { EXACT_CELLS = 128, MAX_BERTHS = 2 * EXACT_CELLS };

struct exact_count;

/* A field over cells and edges; an edge bears the number of its left or upper cell. */
struct cell_field {
    int64_t cell[EXACT_CELLS], across[EXACT_CELLS], down[EXACT_CELLS];
};

/* The free berths of one ship. */
struct free_ship {
    int ship_class, length, count;
    uint8_t index[MAX_BERTHS]; /* in exact->berth */
    uint8_t start[MAX_BERTHS], vertical[MAX_BERTHS];
};

/* A segment of cells along a line, by its first cell; reach is its length less one. */
struct segments {
    int64_t at[2][MAX_LENGTH][EXACT_CELLS]; /* [vertical][reach][first cell] */
};

/* What four ships need of each other. Large: it lives in struct exact_count, not on the stack. */
struct four_ships {
    struct cell_field D[4], S[4][4], W[4][4];
    struct cell_field T[4]
                       [4]; /* [j][p]: sum over the berths i of j containing x of paths[j][p][i] */
    int64_t d[4][4][MAX_BERTHS], E[4][4];
    int64_t met[4][4][MAX_BERTHS];   /* [j][p]: <i, W of the two ships besides j and p> */
    int64_t paths[4][4][MAX_BERTHS]; /* [j][p]: d of both these ships, and met */
    struct segments have[4], ring[4];
};

/* Adds weight[i] (1 for NULL) to the field, which is cleared first, at every cell and edge of berth
 * i. */
void free_ships_spread(const struct free_ship *ship, int width, const int64_t *weight,
                       struct cell_field *field);

/* <i, field> for every berth i. */
void free_ships_dot(const struct free_ship *ship, int width, const struct cell_field *field,
                    int64_t *result);

/* W of two ships. */
void free_ships_pair_field(const struct cell_field *s_kl, const struct cell_field *s_lk,
                           const struct cell_field *d_k, const struct cell_field *d_l,
                           struct cell_field *w);

/* Adds the ways that berth i of the ship leaves to the others; returns their sum. */
wide free_ships_add_ways(struct exact_count *exact, const struct free_ship *ship,
                         const int64_t *ways, wide times);

/* Four ships at once; adds to the counts and returns the number of ways. */
wide four_ships(struct exact_count *exact, const struct free_ship ship[4], int width, wide times);

#endif
