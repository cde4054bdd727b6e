/* Closed forms for the number of ways to place a few ships that have no hits to explain. The
 * comment at the top of free_ships.c explains the formulas and their letters.
 *
 * They work on boards of any size in 64-bit integers. See `Why nothing overflows` in
 * free_ships.c. flat_kernel.h has the same forms again, many times faster, but only for boards of
 * up to EXACT_CELLS whose ships may touch; these here serve all others and, in tests, check those.
 */
#ifndef BROADSIDE_INFER_FREE_SHIPS_INTERNAL_H
#define BROADSIDE_INFER_FREE_SHIPS_INTERNAL_H

#include "base/wide.h"
#include "rules/rules.h"

enum {
    MAX_BERTHS = 2 * EXACT_CELLS,
    MOST_FREE_SHIPS = 4,       /* the largest closed form if ships may touch */
    MOST_FREE_SHIPS_APART = 3, /* and if not */
};

/* The points of a board, on which the formulas sum: its cells if ships may touch, and the corners
 * of its cells if not. */
#define FREE_SHIPS_POINTS(cells) ((cells) + 2 * MAX_SIDE + 1)

/* The memory of a scratch area for boards of up to this many cells, in words of 64 bits: 47 fields,
 * four lists of ways, 48 lists of other numbers per berth, and 160 lists of segments. */
#define FREE_SHIPS_WORDS(cells)                                                                    \
    (47 * 4 * FREE_SHIPS_POINTS(cells) + (4 + 48) * 2 * (cells) + 16 * MAX_LENGTH * (cells))

/* A number for every point, every pair of adjacent points (an edge) and every square of four points
 * (a face). An edge is indexed by its left or upper point, a face by its upper left one. */
struct point_field {
    int64_t *point, *across, *down, *face;
};

/* The free berths of one ship. */
struct free_ship {
    int ship_class, length, count;
    uint16_t index[2 * MAX_CELLS]; /* in the caller's list of berths */
    uint16_t start[2 * MAX_CELLS]; /* the first cell */
    uint8_t vertical[2 * MAX_CELLS];
};

/* A number for every straight segment of cells. */
struct segments {
    int64_t *at[2][MAX_LENGTH]; /* [vertical][length - 1][first cell] */
};

/* The ships to count, the results, and intermediate results. */
struct free_ships_scratch {
    int width, cells;
    bool apart;         /* ships may not touch */
    int stride, points; /* of the points */
    struct free_ship ship[MOST_FREE_SHIPS];
    int64_t *ways[MOST_FREE_SHIPS]; /* the result: the ways to place the others, by berth */
    struct point_field D[4], S[4][4], W[4][4];
    int64_t *d[4][4], E[4][4];
    /* The rest is for four ships only. */
    struct point_field T[4][4]; /* [j][p]: sum of paths[j][p][i] over the berths i containing x */
    struct point_field phi;
    int64_t *met[4][4];   /* [j][p]: <i, W of the two ships besides j and p> */
    int64_t *paths[4][4]; /* [j][p]: the product of both their d, plus met */
    struct segments have[4], ring[4];
};

/* Prepares the scratch area for a board. `memory` has FREE_SHIPS_WORDS of its cells and lives as
 * long. */
void free_ships_init(struct free_ships_scratch *scratch, const struct rules *rules,
                     int64_t *memory);

/* Counts the ways to place the first `ships` ships of the scratch area: 1 to MOST_FREE_SHIPS, or
 * MOST_FREE_SHIPS_APART if they may not touch. Sets `ways` and returns the number of ways. */
wide free_ships_count(struct free_ships_scratch *scratch, int ships);

/* The cost of such a count, in the unit of the budgets (berths examined). */
uint64_t free_ships_work(const struct free_ships_scratch *scratch, int ships);

/* Sets the field to the sum over all berths i of weight[i] (1 if NULL) on the points, edges and
 * faces of i. */
void free_ships_spread(const struct free_ships_scratch *scratch, int ship, const int64_t *weight,
                       const struct point_field *field);

/* <i, field> for every berth i. */
void free_ships_dot(const struct free_ships_scratch *scratch, int ship,
                    const struct point_field *field, int64_t *result);

/* Fills D, d, S, E and W for the first `ships` ships. */
void free_ships_prepare_pairs(struct free_ships_scratch *scratch, int ships);

/* Four ships that may touch; otherwise like free_ships_count. Defined in four_ships.c. */
void four_ships(struct free_ships_scratch *scratch);

#endif
