/* Where the ships are: placements, layouts, their text, their legality, and random layouts.
 *
 * A layout is a plain value with one placement per ship, in fleet order. A reinforcement takes the
 * slot after the fleet. Under `wrecks = yes` a placement may extend off the board or be missing;
 * otherwise layout_check rejects that. */
#ifndef BROADSIDE_RULES_LAYOUT_H
#define BROADSIDE_RULES_LAYOUT_H

#include "base/rng.h"
#include "rules/rules.h"

enum { MAX_SLOTS = MAX_SHIPS + 1 };

struct placement {
    int16_t column, row; /* the left or top end; off the board only under wrecks */
    uint8_t vertical, placed;
};

struct layout {
    struct placement ship[MAX_SLOTS];
};

/* Parses `B3 h`, `B3 v`, `B3 horizontal`, `B3 vertical`, or both ends in either order: `B3-B5`,
 * `B3..B5`, `B3 B5`; a dash may also be an en dash. A ship of length 1 is always horizontal and may
 * be just `B3`. Under wrecks also `-` for a ship that is not placed and `0/5 h` for column 0, row
 * 5, counted from 1. */
enum error placement_parse(struct slice text, const struct rules *rules, int length,
                           struct placement *placement, struct message *message);

/* The same for this ship of the fleet, whose name may come first, as in `Carrier A1 h`. */
enum error placement_parse_named(struct slice text, const struct rules *rules, int ship,
                                 struct placement *placement, struct message *message);

void placement_print(struct placement placement, const struct rules *rules, struct writer *writer);

/* Lists the cells of a placed ship that are on the board, in order; returns how many. */
int placement_cells(struct placement placement, int length, const struct rules *rules,
                    int cells[MAX_LENGTH]);

/* Does ship `ship` fit at `placement`, given the other ships already placed in `layout`? The
 * ship's current placement is ignored. The message names the ship and the obstacle. */
enum error layout_fits(const struct layout *layout, const struct rules *rules, int ship,
                       struct placement placement, struct message *message);

/* Is the layout complete and legal? Under wrecks every layout is. */
enum error layout_check(const struct layout *layout, const struct rules *rules,
                        struct message *message);

/* The ships, one bit each, that bad placement sinks before the first shot. */
uint64_t layout_wrecked(const struct layout *layout, const struct rules *rules);

/* Draws every legal layout with equal probability. Fails only for fleets so dense that rules_check
 * rejects them too (ERR_RULES). */
enum error layout_random(const struct rules *rules, struct rng *rng, struct layout *layout);

/* Can layout_random find a legal layout in a bounded number of tries? */
enum error layout_possible(const struct rules *rules, struct message *message);

/* `Carrier A1 h, Battleship B3 v, ...`: all ships in fleet order. Names are optional. */
enum error layout_parse(struct slice text, const struct rules *rules, struct layout *layout,
                        struct message *message);
void layout_print(const struct layout *layout, const struct rules *rules, struct writer *writer);

#endif
