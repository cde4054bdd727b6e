/* Counting on a flat board: every field of numbers is one row of lanes in reading order, so that a
 * step across or down is an offset, and vectors of many cells are added at once.
 *
 * The search explains the hits one by one; then up to four free ships are counted in closed form
 * (free_ships.c explains the formulas and their letters). The code is compiled several times, for
 * AVX2, for vectors of 16 bytes and for plain C. All variants do the same work and give the same
 * results, bit by bit; flat_count_run picks the fastest that the processor has. */
#ifndef BROADSIDE_INFER_FLAT_COUNT_H
#define BROADSIDE_INFER_FLAT_COUNT_H

#include "base/wide.h"
#include "rules/layout.h"

#include <stdbool.h>

enum {
    FLAT_CELLS = 128,
    FLAT_FREE_SHIPS = 4,  /* the largest closed form if ships may touch */
    FLAT_SCRATCH = 500000 /* bytes of intermediate results, for one size of lane */
};

/* Ships that have the same length and the same places, and with weights the same weights. */
struct flat_type {
    int length, count;
    wide place[2]; /* the first cells of its places, across and down */
    /* With weights: the weight of each place, [2][FLAT_CELLS]. */
    const float *weight;
};

struct flat_placed {
    uint8_t type, vertical, start;
};

/* Must be zeroed before its first use. */
struct flat_count {
    /* The task. Only places on the board count, so no height is needed. */
    int width, cells, types;
    bool apart, is_weighted; /* ships may not touch; weights instead of counts */
    wide inside;             /* all cells of the board; for ships that may not touch */
    wide first_column, last_column;
    struct flat_type type[MAX_SLOTS];
    uint64_t work, budget;
    /* Results: the number of layouts, and for each place those with a ship of the type there. With
     * weights: the sum of their weights. A layout's weight is the product of its ships'. */
    wide layouts, count[MAX_SLOTS][2][FLAT_CELLS];
    double weight, share[MAX_SLOTS][2][FLAT_CELLS];
    /* The state of the search. */
    bool small;              /* 16 bits suffice */
    uint8_t left[MAX_SLOTS]; /* ships of each type still to be placed */
    int ships_left, cells_left, longest;
    struct flat_placed placed[MAX_SLOTS];
    int32_t sum[MAX_SLOTS][2][FLAT_CELLS];  /* not yet added to `count` */
    uint64_t most;                          /* no sum is larger than this */
    unsigned char scratch[2][FLAT_SCRATCH]; /* lanes of 2 bytes, of 4 bytes */
};

/* Clears the results. The task is set, except for the hits. */
void flat_count_start(struct flat_count *flat, uint64_t budget);

/* Adds `times` the layouts that cover all of these cells. The work may exceed the budget; then the
 * results are worthless. */
void flat_count_add(struct flat_count *flat, wide hits, int times);

/* The variants. flat_count_force(NULL) returns to the fastest; a name that this processor or build
 * does not have is refused. For tests and benchmarks; not while other threads count. */
const char *flat_count_variant(int number); /* NULL after the last */
bool flat_count_force(const char *name);

/* For flat_count.c: one variant of the code. */
struct flat_variant {
    const char *name;
    void (*add)(struct flat_count *flat, wide hits, int times);
};
extern const struct flat_variant flat_avx2, flat_vector, flat_plain;

#endif
