/* The coach: where are the ships, which move is best now, and how good was each shot? A review
 * replays a game from its record and compares every shot of one side with the best one of its kind
 * at that moment, by what that side knew then.
 *
 * Advice, heat maps and reviews use the chances of coach_chances, which depend on the view alone,
 * so they always agree. Coaches and reviews belong to the caller, who releases them. */
#ifndef BROADSIDE_SESSION_COACH_H
#define BROADSIDE_SESSION_COACH_H

#include "base/buffer.h"
#include "bots/hit_chances.h"
#include "session/session.h"

struct coach; /* working memory of a few megabytes */

/* Returns NULL if out of memory. */
struct coach *coach_new(void);
void coach_free(struct coach *coach);

/* The chance of a ship at each cell, valid until the next call. The same view gives the same
 * chances, whatever the coach has seen before. ERR_MISMATCH if no layout explains the view. */
enum error coach_chances(struct coach *coach, const struct view *view,
                         const struct hit_chances **chances, struct message *message);

/* Are these chances exact, without an assumption about the enemy's smoke? */
bool coach_is_exact(const struct hit_chances *chances);

/* A chance in percent, rounded; 100 only if it is certain. */
int coach_percent(double chance);

/* The best move for this view, whose player is to move. */
enum error coach_advise(const struct view *view, struct advice *advice, struct message *message);

/* Prints the advice as a sentence without its end: "The coach advises firing at B3: 40 % chance of
 * a ship". */
void coach_print_advice(const struct advice *advice, const struct rules *rules,
                        struct writer *writer);

/* One move that shoots. Chances are expected hits; for a single shot, the chance of a hit. */
struct verdict {
    int number; /* of the move in the game, from 1 */
    struct move move, best;
    double chance, best_chance;
    int hits;      /* actual ones */
    bool is_exact; /* or estimated by sampling */
};

/* Can the coach judge this move? It must shoot. */
bool coach_can_judge(const struct move *move, const struct outcome *outcome);

/* Judges one move by what its side knew before it. The verdict has no number. */
enum error coach_judge(struct coach *coach, const struct view *before, const struct move *move,
                       const struct outcome *outcome, struct verdict *verdict,
                       struct message *message);

/* Was no move of its kind better? */
bool coach_is_best(const struct verdict *verdict);

/* Prints the verdict as a sentence that begins with the move. */
void coach_print_verdict(const struct verdict *verdict, const struct rules *rules,
                         struct writer *writer);

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

/* Prints two lines: how often the best move was made, and the hits. */
void coach_print_summary(const struct review *review, const char *name, struct writer *writer);

/* Prints one line per move and the summary. */
enum error coach_review_print(const struct review *review, const struct rules *rules,
                              const char *name, struct buffer *text);

#endif
