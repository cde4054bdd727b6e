/* A record that can be walked through in both directions, and what a viewer tells at each move: who
 * did what, what each side knew before its last move, and what happened lately, in sentences.
 *
 * A playback is a large plain value. The text of the record must outlive it; where a session is
 * given, the record is the session's own and grows: walking past its end makes the bot whose turn
 * it is move. Going back means reading again from the start, which takes milliseconds. */
#ifndef BROADSIDE_TUI_PLAYBACK_H
#define BROADSIDE_TUI_PLAYBACK_H

#include "rules/record.h"
#include "session/session.h"

enum { TOLD_MOVES = 32, TOLD_SIZE = 1024 };

/* What a side did last. */
struct last_move {
    int number; /* of the move in the game, from 1; 0 where it has not moved */
    struct move move;
    struct outcome outcome;
    struct view before; /* what the side knew then; what it knows now where it has not moved */
};

struct playback {
    struct slice record;
    struct session *session; /* or NULL */
    int moves;               /* that the record holds */
    int latest;              /* side of the last move, NOBODY before the first */
    struct last_move last[2];
    struct record_reader reader; /* after the moves shown */
    char told[TOLD_MOVES][TOLD_SIZE];
};

/* Reads the whole record once, so that nothing can be wrong with it later, and stands before the
 * first move. The message says the line. */
enum error playback_open(struct playback *playback, struct slice record, struct session *session,
                         struct message *message);

/* Walks to the position after so many moves, or as far as there are moves. Bots move at most
 * `number` less what is there; an error means that one of them broke, and the game stands where it
 * did. */
enum error playback_go(struct playback *playback, int number, struct message *message);

int playback_at(const struct playback *playback);

/* Is there, or can there be, a move after this one? */
bool playback_has_more(const struct playback *playback);

/* What a move is told as, in one paragraph; of the last TOLD_MOVES up to the one shown, "" of
 * others. */
const char *playback_told(const struct playback *playback, int number);

/* What the last move of a side touched: shots that were answered, and the area it swept. Both lie
 * on the enemy's board, but for smoke and raised ships, which are at home on its own. */
void playback_touched(const struct last_move *last, struct cellset *shots, struct cellset *area);
bool playback_is_at_home(const struct last_move *last);

/* How the game stands: whose turn it is, who has won and why, or that the record just ends. */
void playback_standing(const struct playback *playback, struct writer *writer);

#endif
