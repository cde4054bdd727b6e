/* Helpers for bots with special moves: targets and the cells they cover, what radar and hints have
 * found, and where smoke is useful.
 *
 * Everything is computed from the current view and shot map, without memory, so a game can be
 * resumed at any point. */
#ifndef BROADSIDE_BOTS_SPECIAL_H
#define BROADSIDE_BOTS_SPECIAL_H

#include "bots/shot_map.h"

/* Sets a radar, smoke, artillery or torpedo move. Targets are numbered as in view_targets. */
void special_name(const struct view *view, enum move_kind kind, int target, struct move *move);

/* Chooses a random legal target; false if there is none. */
bool special_random(const struct view *view, enum move_kind kind, struct rng *rng,
                    struct move *move);

/* Chooses the legal target whose cells have the highest sum of values, ties at random; false if all
 * sums are 0. Shot cells do not count, except for smoke, which covers own cells. */
bool special_best(const struct view *view, enum move_kind kind, const uint32_t value[MAX_CELLS],
                  struct rng *rng, struct move *move);

/* The cells that a move at the target covers. Returns their number. */
int special_cells(const struct rules *rules, enum move_kind kind, int target, int cells[MAX_SIDE]);

/* Raises a ship of the kind at a random place; false if there is none. */
bool special_raise(const struct view *view, int kind, struct rng *rng, struct move *move);

/* Collects the open cells of sweeps and hints that found a ship which has not been hit since.
 * Returns their number. */
int special_contacts(const struct view *view, const struct shot_map *map, struct cellset *cells);

/* The cells that sweeps found empty. If smoke may have hidden a ship, or a reinforcement may have
 * arrived since, the cell is only doubtful, and `doubt` is the number of screens. */
struct sweeps {
    struct cellset empty;
    uint8_t doubt[MAX_CELLS];
};

void special_sweeps(const struct view *view, struct sweeps *sweeps);

/* Is this an unhit cell of an own ship that no screen hides? */
bool special_is_exposed(const struct view *view, const struct cellset *smoked, int cell);

/* The cells under own screens. */
void special_smoked(const struct view *view, struct cellset *smoked);

/* The value of smoke on each own cell: only exposed ship cells count, slightly more beside recent
 * enemy shots. */
void special_smoke_values(const struct view *view, uint32_t value[MAX_CELLS]);

#endif
