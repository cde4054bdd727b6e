/* Counting every layout that explains the evidence: how many there are, and for each class of ships
 * and each place how many have a ship of that class there.
 *
 * For boards up to 128 cells. Ships are told apart: of two equal ships at two places there are two
 * layouts. Work is counted in places looked at; when the budget is used up, or when the result
 * might not fit 128 bits, counting stops and says so. `struct exact_count` is large (some 2 MB) and
 * plain memory; callers own it. */
#ifndef BROADSIDE_INFER_EXACT_COUNT_H
#define BROADSIDE_INFER_EXACT_COUNT_H

#include "infer/evidence.h"
#include "infer/free_ships_internal.h"

/* A place where a ship of some class may lie. */
struct berth {
    wide cells;  /* bit per cell */
    wide blocks; /* what no other ship may cover: its cells, with their neighbours under no-touch */
    uint16_t start;
    uint8_t vertical;
};

struct exact_count {
    const struct evidence *evidence;
    wide hits; /* cells that must be covered */
    int berths[MAX_SLOTS];
    struct berth berth[MAX_SLOTS][MAX_BERTHS];
    wide layouts;
    wide count[MAX_SLOTS]
              [MAX_BERTHS]; /* layouts with a ship of the class there, times ships there */
    wide closed[MAX_SLOTS]; /* cells where no ship of the class may lie, for the moment */
    uint64_t work, budget;
    struct four_ships four; /* scratch */
};

/* ERR_FULL where the budget is used up, the board too large or the numbers too wide; ERR_MISMATCH,
 * with a sentence, where no layout explains the evidence. */
enum error exact_count_run(struct exact_count *exact, const struct evidence *evidence,
                           uint64_t budget, struct message *message);

/* Kernel: the ships `left` (per class) lie anywhere outside `blocked`, with no hit left to explain.
 * Adds `times` their numbers to the counts and returns the number of ways. (free_ships.c) */
wide free_ships(struct exact_count *exact, const uint8_t *left, wide blocked, wide times);

#endif
