/* The chance of a ship at each cell, allowing for what smoke may have hidden.
 *
 * A negative sweep that is not certain (evidence_sweep_is_certain) does not prove that its cells
 * are empty, but it is still evidence. It is treated as a mixture of two posteriors, with and
 * without the sweep. A struct hit_chances is a plain value. The caller's posterior is used as
 * working memory and left in an unspecified state. */
#ifndef BROADSIDE_BOTS_HIT_CHANCES_H
#define BROADSIDE_BOTS_HIT_CHANCES_H

#include "infer/posterior.h"

struct hit_chances {
    bool is_exact;            /* counted, not sampled */
    bool allows_for_smoke;    /* weighed by how likely smoke is to hide a ship: a guess */
    double possible;          /* number of layouts that explain the view; 0 when sampled */
    double layouts;           /* number that explain the view, weighted; 0 when sampled */
    double chance[MAX_CELLS]; /* of a ship at the cell, 0 where it was shot */
};

/* Computes the chances. The view is modified temporarily and restored. Errors as
 * posterior_update. */
enum error hit_chances_read(struct hit_chances *chances, struct posterior *posterior,
                            struct view *view, const struct infer_budget *budget, struct rng *rng,
                            struct message *message);

/* The unshot cell with the highest chance, the first in reading order among equals; NO_CELL if all
 * cells are shot. */
int hit_chances_best(const struct hit_chances *chances, const struct view *view);

/* The chance that smoke hides the ships in an area that is swept now. */
double hit_chances_smoke_hides(const struct view *view);

/* The same for a sweep made when the enemy had laid this many screens. */
double hit_chances_screens_hide(int screens);

/* Adds a hypothetical sweep without smoke to the view, or removes the last one. False if there is
 * no room for it. */
bool hit_chances_add_sweep(struct view *view, int cell, bool found);
void hit_chances_remove_sweep(struct view *view);

#endif
