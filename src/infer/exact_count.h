/* Exact inference: counts the layouts that explain the evidence, and for each class of ships and
 * each berth the layouts that have such a ship there. If there are hints, each layout counts as
 * often as its weight says (struct hint).
 *
 * For boards of up to 128 cells. Ships are distinguishable: two equal ships at two berths make two
 * layouts. Work is measured in berths examined. Counting fails when it would exceed the budget or
 * when the result might not fit in 128 bits. `struct exact_count` is about 2 MB of plain memory
 * owned by the caller. */
#ifndef BROADSIDE_INFER_EXACT_COUNT_H
#define BROADSIDE_INFER_EXACT_COUNT_H

#include "infer/evidence.h"
#include "infer/explain_internal.h"
#include "infer/free_ships_internal.h"

/* A placement that the evidence allows for a ship of some class. */
struct berth {
    wide cells;  /* bit per cell */
    wide blocks; /* cells closed to other ships: its own and, under no-touch, their neighbours */
    uint16_t start;
    uint8_t vertical;
};

struct exact_count {
    const struct evidence *evidence;
    wide hits; /* cells that must be covered */
    int berths[MAX_SLOTS];
    struct berth berth[MAX_SLOTS][MAX_BERTHS];
    wide layouts;
    wide count[MAX_SLOTS][MAX_BERTHS]; /* by class and berth: the layouts with such a ship there */
    wide closed[MAX_SLOTS];            /* cells closed to ships of this class only */
    uint64_t work, budget;
    struct free_ships_scratch scratch;
    int64_t scratch_memory[FREE_SHIPS_WORDS(EXACT_CELLS)];
    struct explain explain;
};

/* Counts the layouts. ERR_FULL if the budget runs out, the board is too large, the result might
 * overflow or there are too many hints; ERR_MISMATCH if no layout explains the evidence. */
enum error exact_count_run(struct exact_count *exact, const struct evidence *evidence,
                           uint64_t budget, struct message *message);

/* Counts the ways to explain the open hits and place the ships `left` (per class) outside
 * `blocked`. Adds `times` the result to the count of each berth and returns the number of ways.
 * Returns 0 when the work exceeds the budget. */
wide exact_count_hits(struct exact_count *exact, uint8_t *left, wide blocked, wide open,
                      wide times);

/* The same with blocks and hints (explain.c). */
wide explain_all(struct exact_count *exact, uint8_t *left);

/* Counts the placements of the ships `left` (per class) outside `blocked`, when no hit is left to
 * explain. Adds `times` the result to the count of each berth and returns the number of ways.
 * Defined in exact_free.c. */
wide free_ships(struct exact_count *exact, const uint8_t *left, wide blocked, wide times);

#endif
