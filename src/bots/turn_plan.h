/* Plans moves by the expected number of turns, once the layouts that explain a view can be listed.
 *
 * For each promising move (the likeliest cells, the best targets of artillery, torpedo and radar)
 * the layouts are split by the answer they would give, and each part is played to the end by a
 * simple policy, which also uses special moves. That gives the exact expectation of the turns to
 * come if this policy plays on after the move.
 *
 * For boards of at most 128 cells and one shot a turn. All sums are integers and the work is
 * bounded by the number of layouts, so a position has the same best move everywhere. */
#ifndef BROADSIDE_BOTS_TURN_PLAN_H
#define BROADSIDE_BOTS_TURN_PLAN_H

#include "infer/layout_list.h"

struct turn_plan;

/* NULL if out of memory. */
struct turn_plan *turn_plan_new(void);
void turn_plan_free(struct turn_plan *plan);

/* Can moves be planned under these rules? */
bool turn_plan_supports(const struct rules *rules);

/* Takes over a list of at least one layout; of a long list only `most` layouts, evenly spaced. The
 * evidence must be that of the list and of the view. Hints make some layouts likelier, and a layout
 * with a ship where a sweep found nothing is less likely, but possible if smoke may have hidden it.
 * ERR_RULES if the rules are not supported; ERR_MISMATCH if all ships are sunk; ERR_MEMORY. */
enum error turn_plan_load(struct turn_plan *plan, const struct layout_list *list,
                          const struct evidence *evidence, const struct view *view, uint32_t most);

/* Chooses the best move among fire, artillery, torpedo and radar. Returns the expected number of
 * turns until the fleet is sunk, this one included. */
double turn_plan_choose(struct turn_plan *plan, struct move *move);

/* The expected number of turns if this move is made and the policy plays on; a negative number if
 * the move is not one of those four. */
double turn_plan_turns(struct turn_plan *plan, const struct move *move);

/* The move that the policy itself makes. */
void turn_plan_policy(struct turn_plan *plan, struct move *move);

#endif
