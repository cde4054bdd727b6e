/* What bots with special moves have in common: naming a target, choosing one by the cells it
 * covers, reading what radar and hints have told, and the own cells that smoke should hide.
 *
 * Everything is worked out from the view and the map of the moment; nothing is remembered, so a
 * game can be taken up in the middle. */
#ifndef BROADSIDE_BOTS_SPECIAL_H
#define BROADSIDE_BOTS_SPECIAL_H

#include "bots/shot_map.h"

/* A move of radar, smoke, artillery or torpedo at a target as view_targets numbers them. */
void special_name(const struct view *view, enum move_kind kind, int target, struct move *move);

/* A random legal target; false if there is none. */
bool special_random(const struct view *view, enum move_kind kind, struct rng *rng,
                    struct move *move);

/* The legal target whose cells have the highest sum of values, ties at random; false if all sums
 * are 0. Cells that were shot count nothing, but for smoke, which covers own cells. */
bool special_best(const struct view *view, enum move_kind kind, const uint32_t value[MAX_CELLS],
                  struct rng *rng, struct move *move);

/* The unshot cells of sweeps and hints that found something which has not been hit since. Returns
 * how many there are. */
int special_contacts(const struct view *view, const struct shot_map *map, struct cellset *cells);

/* What sweeps found empty. Where smoke may have hidden a ship, or one may have come since, a cell
 * is only doubtful: doubt says how many screens there were. */
struct sweeps {
    struct cellset empty;
    uint8_t doubt[MAX_CELLS];
};

void special_sweeps(const struct view *view, struct sweeps *sweeps);

/* Is there an unhit cell of an own ship here which no screen hides? */
bool special_is_bare(const struct view *view, const struct cellset *smoked, int cell);

/* The cells under own screens. */
void special_smoked(const struct view *view, struct cellset *smoked);

/* The worth of smoke on each own cell: bare ship cells count, a little more beside late shots. */
void special_smoke_values(const struct view *view, uint32_t value[MAX_CELLS]);

#endif
