/* What a posterior says about the next shot: which cells are best, what each may sink, and what the
 * figures are based on. */
#ifndef BROADSIDE_INFER_BEST_SHOTS_H
#define BROADSIDE_INFER_BEST_SHOTS_H

#include "infer/posterior.h"

/* Lists the cells not shot yet by their chance, the highest first; equals are in reading order.
 * Returns how many there are. */
int best_shots_rank(const struct posterior *posterior, const struct view *view,
                    int cells[MAX_CELLS]);

/* The name of a class of ships of posterior_evidence. */
const char *best_shots_class_name(const struct posterior *posterior, int ship_class);

/* The chance that a shot at the cell sinks a ship with the name of this class; -1 if an earlier
 * class has the same name. A ship that was raised has its name in common with those of the fleet.
 */
double best_shots_sinks(const struct posterior *posterior, int ship_class, int cell);

/* Says how many layouts there are or why that is unknown, and what the view is made of. */
void best_shots_print_caption(const struct posterior *posterior, const struct view *view,
                              struct writer *writer);

#endif
