/* Positions as text: the shots in order with their answers, such as `E5=miss F6=hit
 * F7=sunk:destroyer`. Also accepted: `E5=sunk`, `E5=hit:carrier`, `radar:B3=found`,
 * `radar:B3=none`, `hint:B3`, `smoke`, `smoke:B3`, `gain:smoke`. Outcomes are printed in the same
 * form (rules/event.h), so they can be pasted from a record. */
#ifndef BROADSIDE_INFER_POSITION_H
#define BROADSIDE_INFER_POSITION_H

#include "rules/view.h"

/* Builds the view of a player who received these answers. Refuses a cell that is shot twice, a ship
 * that is not in the fleet, an announcement that the rules do not make, and a coordinate off the
 * board. Whether any layout explains the answers is checked by posterior_update. */
enum error position_parse(struct slice text, const struct rules *rules, struct view *view,
                          struct message *message);

/* Prints the words that an outcome adds to the position of a side, each after a space: the answers
 * to its own moves, and the enemy's smoke. Whatever else happened is no part of a position. */
void position_print(const struct outcome *outcome, int side, const struct rules *rules,
                    struct writer *writer);

#endif
