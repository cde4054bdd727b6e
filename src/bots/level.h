/* What the three levels have in common: how a turn goes.
 *
 * Each special move that is in stock is drawn with the level's chance, in the order smoke, torpedo,
 * artillery, radar, and radar only with no open target; the first that is drawn and has a target
 * worth it is made. If there is none, the turn goes to firing. */
#ifndef BROADSIDE_BOTS_LEVEL_H
#define BROADSIDE_BOTS_LEVEL_H

#include "bots/shot_map.h"

struct level {
    uint32_t percent; /* the chance of each special move in a turn */
    bool asks;        /* takes hints, which cost no turn, while there is no open target */

    /* Reads the position anew; the map, first member of the state, is up to date. */
    void (*read)(struct bot *bot, const struct view *view);
    bool (*has_target)(const struct bot *bot);
    /* Aims a special move; false if it is of no use now. */
    bool (*aim)(struct bot *bot, const struct view *view, enum move_kind kind, struct move *move);
    int (*choose)(struct bot *bot); /* as shot_map_fire takes it */
};

enum broken level_act(struct bot *bot, const struct view *view, struct move *move,
                      const struct level *level);

#endif
