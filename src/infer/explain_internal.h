/* What explain.c keeps between its steps. */
#ifndef BROADSIDE_INFER_EXPLAIN_INTERNAL_H
#define BROADSIDE_INFER_EXPLAIN_INTERNAL_H

#include "infer/evidence.h"
#include "infer/free_ships_internal.h"

enum { MOST_TERMS = 1024 };

/* `times` layouts for each layout that covers all these cells: some with any ship, some with a ship
 * that was there before the reinforcement. */
struct hint_term {
    wide cells, fleet_cells, times;
};

struct explain {
    int terms;
    struct hint_term term[MOST_TERMS], next[MOST_TERMS];
    int blocks;
    wide block[EXACT_CELLS];           /* the cells of each block */
    wide meets[MAX_SLOTS][MAX_BERTHS]; /* by class and berth: the blocks it meets, a bit for each */
};

struct exact_count;

/* Expands the product of the hints into terms. False if there are too many. */
bool explain_expand_hints(struct explain *explain, const struct evidence *evidence);

#endif
