/* Exact inference: counts the layouts that explain the evidence, and for each class of ships and
 * each placement the layouts that have such a ship there. If there are hints, each layout counts as
 * often as its weight says (struct hint).
 *
 * For boards of up to 128 cells. Ships are distinguishable: two equal ships at two places make two
 * layouts. Work is measured in places looked at. Counting fails when it would exceed the budget or
 * when the result might not fit in 128 bits. `struct exact_count` is about 3 MB of plain memory
 * owned by the caller, who must zero it before its first use. */
#ifndef BROADSIDE_INFER_EXACT_COUNT_H
#define BROADSIDE_INFER_EXACT_COUNT_H

#include "infer/evidence.h"
#include "infer/explain_internal.h"
#include "infer/flat_count.h"

/* A placement that the evidence allows for a ship of some class. */
struct berth {
    wide cells;  /* bit per cell */
    wide blocks; /* cells closed to other ships: its own and, under no-touch, their neighbours */
    uint8_t start, vertical;
};

/* What is known beforehand about where ships are placed: a weight for each place of each kind of
 * ship, [kind][down][first cell], finite and not negative. The weight of a layout is the product of
 * those of its ships; only their ratios within a kind matter. */
struct ship_weights {
    float at[MAX_SLOTS][2][EXACT_CELLS];
};

struct exact_count {
    const struct evidence *evidence;
    uint64_t work;
    wide hits; /* cells that must be covered */
    wide layouts;
    wide place[MAX_SLOTS][2];       /* by class: the first cells of its places, across and down */
    int width, height, longest;     /* of the board and of the fleet */
    wide starts[MAX_LENGTH + 1][2]; /* the places on the board, by length */
    uint8_t type[MAX_SLOTS];        /* the type of each class: equal classes are counted as one */
    struct flat_count flat;         /* flat.cover has the layouts that cover each cell */
    /* With weights: those of each class, scaled to at most 1. */
    float weight[MAX_SLOTS][2][EXACT_CELLS];
    /* For blocks and hints only, when each class is a type. */
    int berths[MAX_SLOTS];
    struct berth berth[MAX_SLOTS][MAX_BERTHS];
    wide closed[MAX_SLOTS]; /* cells closed to ships of this class only */
    struct explain explain;
};

/* Counts the layouts. ERR_FULL if the budget runs out, the board is too large, the result might
 * overflow or there are too many hints; ERR_MISMATCH if no layout explains the evidence. */
enum error exact_count_run(struct exact_count *exact, const struct evidence *evidence,
                           uint64_t budget, struct message *message);

/* The same with weights instead of counts. Computes in float and double with a fixed order of all
 * operations, so the result has the same bits on every machine. Not with blocks and hints:
 * ERR_FULL. ERR_RANGE if a weight is not a number from 0 up. */
enum error exact_count_run_weighted(struct exact_count *exact, const struct evidence *evidence,
                                    const struct ship_weights *weights, uint64_t budget,
                                    struct message *message);

/* After weighted counting: the expected number of ships of the class at this place, and the chance
 * of each cell to be covered. */
double exact_count_share(const struct exact_count *exact, int ship_class, int start, bool vertical);
void exact_count_chances(const struct exact_count *exact, double *chance);

/* The layouts with a ship of the class at this placement, counted once for each such ship. */
wide exact_count_at(const struct exact_count *exact, int ship_class, int start, bool vertical);

/* For explain.c: counts the ways to explain the open hits and place the ships `left` (per class)
 * outside `blocked` and `closed`. Adds `times` the result to the counts and returns it. */
wide exact_count_hits(struct exact_count *exact, const uint8_t *left, wide blocked, wide open,
                      wide times);

/* The count of a berth. */
wide *exact_count_of(struct exact_count *exact, int ship_class, int berth);

/* Counts with blocks and hints (explain.c). */
wide explain_all(struct exact_count *exact, uint8_t *left);

#endif
