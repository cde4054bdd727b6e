/* Counts placements by cell: every possible placement of every ship afloat adds 1 to each of its
 * cells, or HIT_WEIGHT if the cell is a hit. If placements must cover cells of a set, each adds as
 * much as it covers cells of the set.
 *
 * A placement is possible if it avoids misses, water, sunk ships and the empty cells of the filter,
 * has at least one unshot cell, and covers only hits that may be on one ship. A grid is a plain
 * value. Counting takes a few microseconds on 10x10. */
#ifndef BROADSIDE_BOTS_PLACEMENT_GRID_H
#define BROADSIDE_BOTS_PLACEMENT_GRID_H

#include "bots/shot_map.h"

enum { HIT_WEIGHT = 10 };

struct placement_grid {
    uint32_t count[MAX_CELLS];
};

/* Which placements count. All members are optional. */
struct placement_filter {
    const struct cellset *empty;   /* no ship is here */
    const struct cellset *through; /* a placement must cover one of these cells */
};

/* Counts the placements. False if there are none; the grid is all zero then. */
bool placement_grid_count(struct placement_grid *grid, const struct shot_map *map,
                          const struct placement_filter *filter);

/* The open cell with the highest count, ties at random, among the cells in the set if it is not
 * NULL; OFF_BOARD if all counts are 0. */
int placement_grid_best(const struct placement_grid *grid, const struct shot_map *map,
                        const struct cellset *among, struct rng *rng);

#endif
