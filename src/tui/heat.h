/* Heat maps for the screen: the chance, in percent, that a ship lies in each cell of the enemy's
 * waters, by what one view tells. Counting takes milliseconds to tenths of a second, so a map is
 * computed only when it is asked for and remembered for its position.
 *
 * A heat is a plain value. A cache is owned by the caller; the maps it hands out stay its own and
 * are good until the next one is asked for. */
#ifndef BROADSIDE_TUI_HEAT_H
#define BROADSIDE_TUI_HEAT_H

#include "rules/view.h"

struct heat {
    bool is_known; /* or `why` tells why not */
    bool is_exact; /* or estimated */
    struct message why;
    /* Per cell: "0" to "99"; "" for a cell that was shot at, and for one that surely is water. */
    char text[MAX_CELLS][3];
    /* From 0 to HEAT_STEPS - 1, in shares of the hottest cell; meaningful where there is text. */
    uint8_t step[MAX_CELLS];
};

struct heat_cache;

/* NULL where there is no memory. */
struct heat_cache *heat_cache_new(void);
void heat_cache_free(struct heat_cache *cache);

/* The map of a side's view before its move `number`, 0 for one that has not moved. The same side
 * and number are the same position as long as the cache lives. */
const struct heat *heat_cache_find(struct heat_cache *cache, int side, int number,
                                   const struct view *view);

#endif
