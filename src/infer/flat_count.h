/* Counting on a flat board: every field of numbers is one row of lanes in reading order, so that a
 * step across or down is an offset, and vectors of many cells are added at once.
 *
 * The search explains the hits one by one; then up to four free ships are counted in closed form
 * (free_ships.c explains the formulas and their letters). The code is compiled several times, for
 * AVX2, for vectors of 16 bytes and for plain C. All variants do the same work and give the same
 * results, bit by bit; flat_count_add uses the fastest that the processor has. */
#ifndef BROADSIDE_INFER_FLAT_COUNT_H
#define BROADSIDE_INFER_FLAT_COUNT_H

#include "base/wide.h"
#include "infer/free_ships_internal.h"
#include "rules/layout.h"

enum {
    FLAT_SCRATCH = 800000, /* bytes of intermediate results, for one size of lane */
    SUM_ROOM = EXACT_CELLS /* empty lanes before the first sum */
};

/* Ships that have the same length and the same places, and with weights the same weights. */
struct flat_type {
    int length, count, places;
    wide place[2]; /* the first cells of its places, across and down */
    wide open[2];  /* those of them that are possible now: see flat_count_close */
    /* With weights: the weight of each place, [2][EXACT_CELLS]. */
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
    wide ship[MAX_LENGTH + 1][2]; /* the cells of a ship across or down that starts at cell 0 */
    /* The first cells of the places that cover a cell, whether or not they are on the board. */
    wide over[MAX_LENGTH + 1][2][EXACT_CELLS];
    struct flat_type type[MAX_SLOTS];
    uint64_t work, budget;
    /* Results: the number of layouts, and how many of them cover each cell; flat_count_at has those
     * with a ship at a place. With weights: the sum of their weights. A layout's weight is the
     * product of its ships'. */
    wide layouts, cover[EXACT_CELLS];
    double weight, share[MAX_SLOTS][2][EXACT_CELLS];
    /* The layouts by place: the sum of `sum` and `count`. Most counts fit in 32 bits; `count` is
     * used, and cleared, only once they may not. */
    bool is_wide;
    int32_t sum[MAX_SLOTS][2][SUM_ROOM + EXACT_CELLS]; /* the room is empty */
    uint64_t most;                                     /* no sum is larger than this */
    wide count[MAX_SLOTS][2][EXACT_CELLS];
    /* The state of the search. */
    bool small;              /* 16 bits suffice */
    uint8_t left[MAX_SLOTS]; /* ships of each type still to be placed */
    int ships_left, cells_left, longest;
    struct flat_placed placed[MAX_SLOTS];
    int symmetries; /* that the position has; 1 if none is used */
    uint8_t symmetry[8];
    unsigned char scratch[2][FLAT_SCRATCH]; /* lanes of 2 bytes, of 4 bytes */
    /* For ships that may not touch, which the closed forms of free_ships.c count. */
    struct free_ships_scratch free;
    int64_t free_memory[FREE_SHIPS_WORDS(EXACT_CELLS)];
};

/* The cells that a ship closes to others: its own and, if ships may not touch, their neighbours. */
static inline wide flat_count_blocks(const struct flat_count *flat, wide cells)
{
    if (!flat->apart)
        return cells;
    cells |= (cells & ~flat->last_column) << 1 | (cells & ~flat->first_column) >> 1;
    return (cells | cells << flat->width | cells >> flat->width) & flat->inside;
}

/* Free ships of one type. */
struct flat_group {
    int type, length, ships, places;
    wide place[2];
    const float *weight;
};

/* Sets the board. */
void flat_count_board(struct flat_count *flat, const struct rules *rules);

/* Clears the results, when board and types are set. */
void flat_count_start(struct flat_count *flat, uint64_t budget);

/* Keeps the ships of a type away from these cells, and from no others. */
void flat_count_close(struct flat_count *flat, int type, wide cells);

/* Counts the layouts of the ships `left` of each type (NULL for all) that cover these hits and are
 * outside `closed`. Adds `times` the result and returns it: how much was added to `layouts`. When
 * the work exceeds the budget, the results are worthless. */
wide flat_count_add(struct flat_count *flat, const uint8_t *left, wide closed, wide hits,
                    wide times);

/* Starts to use `count`. Call it before writing there. */
void flat_count_widen(struct flat_count *flat);

/* Completes the counts, once. */
void flat_count_finish(struct flat_count *flat);

/* After that: the layouts with a ship of the type at this place. Equal ships count as different:
 * swapping two gives another layout. */
wide flat_count_at(const struct flat_count *flat, int type, int vertical, int start);

/* The variants. flat_count_force(NULL) returns to the fastest; a name that this processor or build
 * does not have is refused. For tests and benchmarks; not while other threads count. */
const char *flat_count_variant(int number); /* NULL after the last */
bool flat_count_force(const char *name);

/* For flat_count.c: one variant of the code. */
struct flat_variant {
    const char *name;
    void (*add)(struct flat_count *flat, wide closed, wide hits, wide times);
    void (*cover)(struct flat_count *flat); /* sets `cover` if all is in the sums */
};
extern const struct flat_variant flat_avx2, flat_vector, flat_plain;

/* For the variants. Moves `times` the sums to the counts. */
void flat_count_add_sums(struct flat_count *flat, signed_wide times);

/* Counts up to MOST_FREE_SHIPS_APART ships that may not touch. Adds `times` the ways to place the
 * others to the count of each place, and returns the ways to place all. */
wide flat_count_apart(struct flat_count *flat, const struct flat_group *group, int groups,
                      wide times);

/* flat_symmetry.c: lists the symmetries of the open places. */
void flat_symmetry_find(struct flat_count *flat);

/* How many reflections has this place of a type, if it is the first of them? 0 if it is not. */
int flat_symmetry_times(const struct flat_count *flat, int type, int vertical, int start);

/* Completes the counts after only the first of the reflections were tried, with that weight. */
void flat_symmetry_complete(struct flat_count *flat);

#endif
