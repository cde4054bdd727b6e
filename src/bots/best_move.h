/* Chooses the best move of a position: fire, artillery, torpedo, radar, a hint or a reinforcement.
 * Smoke is never the best. */
#ifndef BROADSIDE_BOTS_BEST_MOVE_H
#define BROADSIDE_BOTS_BEST_MOVE_H

#include "bots/hit_chances.h"

/* Working memory. Large and plain; owned by the caller. */
struct best_move {
    struct posterior *posterior;
    struct infer_budget budget;
    struct infer_budget counting; /* for hypothetical positions: never samples */
    uint64_t steps;               /* that counting the position took */
    struct view view;             /* a copy for hypothetical answers */
    struct hit_chances chances, other;
};

/* Computes work->chances for the view. The caller sets work->posterior and work->budget. Errors as
 * posterior_update. */
enum error best_move_read(struct best_move *work, const struct view *view, struct rng *rng,
                          struct message *message);

/* Chooses a legal move by these chances. Not for salvo rules. */
void best_move_pick(struct best_move *work, const struct view *view, struct rng *rng,
                    struct move *move);

/* Chooses fire, artillery or torpedo, whichever is expected to hit most. Returns that number. */
double best_move_shot(const struct hit_chances *chances, const struct view *view,
                      struct move *move);

/* Asks for a hint or a reinforcement if that is due: moves that do not depend on where the enemy's
 * ships may be. False if it is not. */
bool best_move_call(const struct view *view, struct rng *rng, struct move *move);

/* Reads and picks. After an error the move is not set. */
enum error best_move_choose(struct best_move *work, const struct view *view, struct rng *rng,
                            struct move *move);

#endif
