/* The coach: what would be best now, and how good was each shot? A game is played again from its
 * record, and every move of one side is compared with the best one of its kind at that moment, by
 * what that side knew then.
 *
 * A review is owned by the caller, who releases it. */
#ifndef BROADSIDE_SESSION_COACH_H
#define BROADSIDE_SESSION_COACH_H

#include "base/buffer.h"
#include "session/session.h"

/* What the strongest bot would do with what this view tells; its player is to move. */
enum error coach_advise(const struct view *view, struct advice *advice, struct message *message);

/* One move that shoots. Chances are expected hits: for one shot the chance of a hit. */
struct verdict {
    int number; /* of the move in the game, from 1 */
    struct move move, best;
    double chance, best_chance;
    int hits;      /* that it made */
    bool is_exact; /* or estimated by sampling */
};

struct review {
    int count;
    struct verdict *verdict;
    double expected, best_expected; /* hits: of what was played, of the best each time */
    int hits;
};

/* Reviews the moves of one side. Seconds for a whole game at the most. */
enum error review_game(struct slice record, int side, struct review *review,
                       struct message *message);
void review_release(struct review *review);

/* A line per move and a sum, as text for people. */
enum error review_print(const struct review *review, const struct rules *rules, const char *name,
                        struct buffer *text);

#endif
