/* Searching for a good layout by moving single ships. */
#ifndef BROADSIDE_BOTS_LAYOUT_SEARCH_H
#define BROADSIDE_BOTS_LAYOUT_SEARCH_H

#include "rules/layout.h"

#include <stdbool.h>

/* Moves one random ship to another legal place; false if none was found in a few tries. */
bool layout_search_move(const struct rules *rules, struct rng *rng, struct layout *layout);

/* The value of a layout; more is better. */
typedef double layout_value(const void *model, const struct layout *layout);

/* The best of `starts` random layouts, improved by `changes` tries to move a ship. Errors as
 * layout_random. */
enum error layout_search_best(const struct rules *rules, layout_value *value, const void *model,
                              int starts, int changes, struct rng *rng, struct layout *best);

bool layout_search_equal(const struct rules *rules, const struct layout *a, const struct layout *b);

#endif
