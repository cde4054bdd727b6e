/* The probability grid of P: for every ship afloat and every place it can have, 1 for each cell of
 * the place, and HIT_WEIGHT for its cells that were hit already.
 *
 * A place is possible if it avoids misses, water, sunk ships and what the filter calls empty, if at
 * least one of its cells has not been shot, and if its hits may be of one ship. A grid is a plain
 * value that belongs to its bot; counting costs a few microseconds on 10x10. */
#ifndef BROADSIDE_BOTS_PLACEMENT_GRID_H
#define BROADSIDE_BOTS_PLACEMENT_GRID_H

#include "bots/shot_map.h"

enum { HIT_WEIGHT = 10 };

struct placement_grid {
    uint32_t count[MAX_CELLS];
};

/* Which places count; all of it may be left away. */
struct placement_filter {
    const struct cellset *empty;   /* no ship lies here */
    const struct cellset *through; /* a place must cover one of these cells ... */
    bool most;                     /* ... and as many of them as any place covers */
};

/* False if no place counts; the grid is all zero then. */
bool placement_grid_count(struct placement_grid *grid, const struct shot_map *map,
                          const struct placement_filter *filter);

/* The open cell with the highest count, ties at random, of all or of those in the set; OFF_BOARD if
 * all their counts are 0. */
int placement_grid_best(const struct placement_grid *grid, const struct shot_map *map,
                        const struct cellset *among, struct rng *rng);

#endif
