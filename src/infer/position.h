/* Positions as text: the shots in order with their answers, `E5=miss F6=hit F7=sunk:destroyer`,
 * also `E5=sunk`, `E5=hit:carrier`, `radar:B3=found`, `radar:B3=none`, `hint:B3`. It is the text of
 * outcomes (rules/event.h), so that a record's moves can be pasted. */
#ifndef BROADSIDE_INFER_POSITION_H
#define BROADSIDE_INFER_POSITION_H

#include "rules/view.h"

/* Makes the view of a player that has heard these answers. Each thing that cannot be has its own
 * sentence: a cell shot twice, a ship that is not in the fleet, an announcement that the rules do
 * not make, a coordinate off the board. Whether a layout explains it all is posterior_update's
 * business. */
enum error position_parse(struct slice text, const struct rules *rules, struct view *view,
                          struct message *message);

#endif
