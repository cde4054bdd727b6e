/* Where ships lie: placements, whole layouts, their text, their legality, and random ones.
 *
 * A layout is a plain value with a placement per ship of the fleet, in fleet order; a raised or new
 * ship of the reinforcement rules takes the slot after the fleet. Under `wrecks = yes` a placement
 * may reach outside the board or be missing; everywhere else layout_check refuses that. */
#ifndef BROADSIDE_RULES_LAYOUT_H
#define BROADSIDE_RULES_LAYOUT_H

#include "base/rng.h"
#include "rules/rules.h"

enum { MAX_SLOTS = MAX_SHIPS + 1 };

struct placement {
    int16_t column, row; /* left or top end; off the board only for wrecks */
    uint8_t vertical, placed;
};

struct layout {
    struct placement ship[MAX_SLOTS];
};

/* `B3 h`, `B3 v`, `B3 horizontal`, `B3 vertical`. A ship of length 1 always lies horizontally.
 * Under wrecks also `-` for a ship that is not placed, and `0/5 h` for column 0, row 5 counted
 * from 1. */
enum error placement_parse(struct slice text, const struct rules *rules, int length,
                           struct placement *placement, struct message *message);
void placement_print(struct placement placement, const struct rules *rules, struct writer *writer);

/* The cells of a placed ship that are on the board, in order; returns how many. */
int placement_cells(struct placement placement, int length, const struct rules *rules,
                    int cells[MAX_LENGTH]);

/* May ship `ship` lie at `placement` beside the ships of `layout` that are placed already? Its own
 * old place does not count. The message names the ship and what is in the way. */
enum error layout_fits(const struct layout *layout, const struct rules *rules, int ship,
                       struct placement placement, struct message *message);

/* Is the layout legal under the rules, with every ship placed? Under wrecks every layout is. */
enum error layout_check(const struct layout *layout, const struct rules *rules,
                        struct message *message);

/* The set of ships (bit per ship) that bad placement sinks before the first shot. */
uint64_t layout_wrecked(const struct layout *layout, const struct rules *rules);

/* Every legal layout with the same probability. Fails only with ERR_RULES, for fleets so dense that
 * rules_check refuses them too. */
enum error layout_random(const struct rules *rules, struct rng *rng, struct layout *layout);

/* Can a legal layout be found at all, and drawn at random in bounded work? */
enum error layout_possible(const struct rules *rules, struct message *message);

/* `Carrier A1 h, Battleship B3 v, ...`: all ships in fleet order. Names may be left out. */
enum error layout_parse(struct slice text, const struct rules *rules, struct layout *layout,
                        struct message *message);
void layout_print(const struct layout *layout, const struct rules *rules, struct writer *writer);

#endif
