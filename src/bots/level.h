/* How the levels easy, medium and hard, and phoenix-easy, play a turn.
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

/* What easy and medium have in mind: the state of both bots.
 *
 * After a sinking they go back to searching. If they had damaged another ship on the way, they come
 * back to it after their next hit, or after LEVEL_FORGETS shots. */
enum { LEVEL_FORGETS = 10 };

struct pursuit {
    struct shot_map map; /* must be first */
    bool has_wounded;    /* there is an open cell beside a hit that it remembers */
    int contacts;
    struct cellset contact; /* cells of sweeps and hints that found a ship not hit since */
};

/* The slots `read` and `has_target` of a level. */
void pursuit_read(struct bot *bot, const struct view *view);
bool pursuit_has_target(const struct bot *bot);

/* A random open cell beside the hits, or else of a contact; OFF_BOARD if there is no target. With
 * `line`, cells that extend two hits in line come first. */
int pursuit_choose(struct bot *bot, bool line);

#endif
