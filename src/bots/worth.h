/* What the moves of a position are worth, and which is worth most: fire, artillery, torpedo, radar,
 * hints and reinforcements. Smoke never is.
 *
 * Works on a view and a posterior as workshop; never looks further. */
#ifndef BROADSIDE_BOTS_WORTH_H
#define BROADSIDE_BOTS_WORTH_H

#include "bots/outlook.h"

/* Everything a choice needs; large, plain memory of the caller. */
struct worth {
    struct posterior *posterior;
    struct infer_budget budget;
    struct infer_budget counting; /* for imagined positions: never samples */
    uint64_t steps;               /* what counting the position took */
    struct view view;             /* a copy to imagine answers in */
    struct outlook outlook, other;
};

/* Looks at the view with worth->posterior, within worth->budget, and chooses one move that is legal
 * now. Not for salvos. Errors as posterior_update: then the move is not set. */
enum error worth_choose(struct worth *worth, const struct view *view, struct rng *rng,
                        struct move *move);

#endif
