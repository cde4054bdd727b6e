/* What free_ships.c and four_ships.c share. The comment at the top of free_ships.c explains the
 * formulas and their letters. */
#ifndef BROADSIDE_INFER_FREE_SHIPS_INTERNAL_H
#define BROADSIDE_INFER_FREE_SHIPS_INTERNAL_H

#include "base/wide.h"
#include "infer/evidence.h"

enum { EXACT_CELLS = 128, MAX_BERTHS = 2 * EXACT_CELLS, MOST_FREE_SHIPS = 4 };

struct berth_count;

/* A number for every cell and edge. An edge is indexed by its left or upper cell. */
struct cell_field {
    int64_t cell[EXACT_CELLS], across[EXACT_CELLS], down[EXACT_CELLS];
};

/* The free berths of one ship. */
struct free_ship {
    int ship_class, length, count;
    uint8_t index[MAX_BERTHS]; /* in exact->berth */
    uint8_t start[MAX_BERTHS], vertical[MAX_BERTHS];
};

/* A number for every straight segment of cells. */
struct segments {
    int64_t at[2][MAX_LENGTH][EXACT_CELLS]; /* [vertical][length - 1][first cell] */
};

/* Intermediate results. Too large for the stack, so they are part of struct berth_count. */
struct free_ships_scratch {
    struct free_ship ship[MOST_FREE_SHIPS];
    int64_t ways[2][MAX_BERTHS];
    struct cell_field D[4], S[4][4], W[4][4];
    int64_t d[4][4][MAX_BERTHS], E[4][4];
    /* The rest is for four ships only. */
    struct cell_field T[4][4]; /* [j][p]: sum of paths[j][p][i] over the berths i containing x */
    struct cell_field phi;
    int64_t met[4][4][MAX_BERTHS];   /* [j][p]: <i, W of the two ships besides j and p> */
    int64_t paths[4][4][MAX_BERTHS]; /* [j][p]: the product of both their d, plus met */
    struct segments have[4], ring[4];
};

/* A placement that the evidence allows for a ship of some class. */
struct berth {
    wide cells;  /* bit per cell */
    wide blocks; /* cells closed to other ships: its own and, under no-touch, their neighbours */
    uint16_t start;
    uint8_t vertical;
};

struct berth_count {
    const struct evidence *evidence;
    int berths[MAX_SLOTS];
    struct berth berth[MAX_SLOTS][MAX_BERTHS];
    wide count[MAX_SLOTS][MAX_BERTHS]; /* by class and berth: the layouts with such a ship there */
    wide closed[MAX_SLOTS];
    uint64_t work, budget;
    struct free_ships_scratch scratch;
};

/* Counts the placements of the ships `left` (per class) outside `blocked`, when no hit is left to
 * explain. Adds `times` the result to the count of each berth and returns the number of ways. */
wide free_ships(struct berth_count *exact, const uint8_t *left, wide blocked, wide times);

/* Sets the field to the sum over all berths i of weight[i] (1 if NULL) on the cells and edges of
 * i. */
void free_ships_spread(const struct free_ship *ship, int width, const int64_t *weight,
                       struct cell_field *field);

/* <i, field> for every berth i. */
void free_ships_dot(const struct free_ship *ship, int width, const struct cell_field *field,
                    int64_t *result);

/* Fills D, d, S, E and W for the first `ships` ships. */
void free_ships_prepare_pairs(struct free_ships_scratch *scratch, int ships, int width);

/* Adds `times` ways[i] to the count of each berth i of the ship. Returns the sum of the ways. */
wide free_ships_add_ways(struct berth_count *exact, const struct free_ship *ship,
                         const int64_t *ways, wide times);

/* Counts the four ships of the scratch area; otherwise like free_ships(). */
wide four_ships(struct berth_count *exact, int width, wide times);

#endif
