/* The coach: which move is best now, and how good was each shot? A review replays a game from its
 * record and compares every shot of one side with the best one of its kind at that moment, by what
 * that side knew then.
 *
 * A review belongs to the caller, who releases it. */
#ifndef BROADSIDE_SESSION_COACH_H
#define BROADSIDE_SESSION_COACH_H

#include "base/buffer.h"
#include "session/session.h"

/* The move of the strongest bot for this view, whose player is to move. */
enum error coach_advise(const struct view *view, struct advice *advice, struct message *message);

/* One move that shoots. Chances are expected hits; for a single shot, the chance of a hit. */
struct verdict {
    int number; /* of the move in the game, from 1 */
    struct move move, best;
    double chance, best_chance;
    int hits;      /* actual ones */
    bool is_exact; /* or estimated by sampling */
};

struct review {
    int count;
    struct verdict *verdict;
    double expected, best_expected; /* hits, of the moves played and of the best moves */
    int hits;
};

/* Reviews the moves of one side. Takes seconds at most. */
enum error coach_review(struct slice record, int side, struct review *review,
                        struct message *message);
void coach_review_release(struct review *review);

/* Prints one line per move and a summary. */
enum error coach_review_print(const struct review *review, const struct rules *rules,
                              const char *name, struct buffer *text);

#endif
