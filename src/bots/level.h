/* How the levels easy, medium and hard play a turn.
 *
 * Each special move in stock is drawn with the level's chance, in the order smoke, torpedo,
 * artillery, radar. Radar needs a position without an open target. The first move that is drawn and
 * has a useful target is made; otherwise the bot fires. */
#ifndef BROADSIDE_BOTS_LEVEL_H
#define BROADSIDE_BOTS_LEVEL_H

#include "bots/shot_map.h"

struct level {
    uint32_t percent; /* the chance of each special move in a turn */
    bool takes_hints; /* while there is no open target; hints cost no turn */

    /* Reads the position. The shot map, the first member of the state, is up to date. */
    void (*read)(struct bot *bot, const struct view *view);
    bool (*has_target)(const struct bot *bot);
    /* Aims a special move; false if it is of no use now. */
    bool (*aim)(struct bot *bot, const struct view *view, enum move_kind kind, struct move *move);
    int (*choose)(struct bot *bot); /* as for shot_map_fire */
};

enum broken level_act(struct bot *bot, const struct view *view, struct move *move,
                      const struct level *level);

#endif
