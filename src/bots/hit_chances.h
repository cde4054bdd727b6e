/* How a position looks to a bot: the chances of each cell, with what smoke may have hidden weighed
 * in.
 *
 * A negative sweep that smoke may have answered (evidence_sweep_is_certain) neither proves its
 * cells empty nor says nothing. An chances takes it as a mixture of two posteriors, with the sweep
 * and without it. Outlooks are plain values; the posterior is the caller's workshop, and is left
 * as the last of the mixture needed it. */
#ifndef BROADSIDE_BOTS_HIT_CHANCES_H
#define BROADSIDE_BOTS_HIT_CHANCES_H

#include "infer/posterior.h"

struct hit_chances {
    bool is_exact;            /* all of it was counted */
    double layouts;           /* that explain the view, doubtful ones at a part; 0 when sampled */
    double chance[MAX_CELLS]; /* of a ship at the cell, 0 where it was shot */
};

/* Looks at a view; the view is changed and put back on the way. Errors as
 * posterior_update. */
enum error hit_chances_read(struct hit_chances *chances, struct posterior *posterior,
                            struct view *view, const struct infer_budget *budget, struct rng *rng);

/* The open cell with the highest chance, the first of equals in reading order; NO_CELL if all cells
 * are shot. */
int hit_chances_best(const struct hit_chances *chances, const struct view *view);

/* The chance that smoke hides the ships of a sweep made now, if there are any. */
double hit_chances_smoke_hides(const struct view *view);

/* Adds to the view an imagined sweep that smoke cannot have answered, or takes the last one back.
 * False where there is no room for it. */
bool hit_chances_add_sweep(struct view *view, int cell, bool found);
void hit_chances_remove_sweep(struct view *view);

#endif
