/* What the moves of a position are worth, and which is worth most: fire, artillery, torpedo, radar,
 * hints and reinforcements. Smoke never is.
 *
 * Works on a view and a posterior as workshop; never looks further. */
#ifndef BROADSIDE_BOTS_BEST_MOVE_H
#define BROADSIDE_BOTS_BEST_MOVE_H

#include "bots/hit_chances.h"

/* Everything a choice needs; large, plain memory of the caller. */
struct best_move {
    struct posterior *posterior;
    struct infer_budget budget;
    struct infer_budget counting; /* for imagined positions: never samples */
    uint64_t steps;               /* what counting the position took */
    struct view view;             /* a copy to imagine answers in */
    struct hit_chances chances, other;
};

/* Looks at the view with best->posterior, within best->budget, and chooses one move that is legal
 * now. Not for salvos. Errors as posterior_update: then the move is not set. */
enum error best_move_choose(struct best_move *work, const struct view *view, struct rng *rng,
                            struct move *move);

#endif
