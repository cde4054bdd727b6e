/* Steps through a record in both directions. Keeps what a viewer needs at each position: the last
 * move of each side, what the side knew before it, and the latest moves in words.
 *
 * The text of the record must outlive the playback. With a session, the record is the session's,
 * and stepping past its end makes the next bot move. Stepping back reads the record again from its
 * start, which takes milliseconds. */
#ifndef BROADSIDE_SESSION_PLAYBACK_H
#define BROADSIDE_SESSION_PLAYBACK_H

#include "rules/record.h"
#include "session/session.h"

enum { PLAYBACK_TEXTS = 32, PLAYBACK_TEXT_SIZE = 1024 };

/* The last move of a side. */
struct last_move {
    int number; /* in the game, from 1; 0 if the side has not moved */
    struct move move;
    struct outcome outcome;
    struct view before; /* the view before the move; the current one if it has not moved */
};

struct playback {
    struct slice record;
    struct session *session; /* or NULL */
    int moves;               /* in the record */
    int latest;              /* side of the last move shown, or NOBODY */
    struct last_move last[2];
    struct record_reader reader;                   /* at the position shown */
    char text[PLAYBACK_TEXTS][PLAYBACK_TEXT_SIZE]; /* of the latest moves, a ring */
};

/* Checks the whole record and goes to its start. The message has the line of an error. */
enum error playback_open(struct playback *playback, struct slice record, struct session *session,
                         struct message *message);

/* Goes to the position after `number` moves, or to the last one. With a session, bots make the
 * moves that are missing; an error means that a bot failed. */
enum error playback_go(struct playback *playback, int number, struct message *message);

int playback_at(const struct playback *playback);

/* Is there a next move, or can a bot make one? */
bool playback_has_more(const struct playback *playback);

/* A move in words, in one paragraph. "" if it is not one of the last PLAYBACK_TEXTS. */
const char *playback_text(const struct playback *playback, int number);

/* The cells of a special move, whether or not it has been made; none for other moves, and where
 * outcome_conceal has removed them. */
void playback_area(const struct rules *rules, const struct move *move, struct cellset *area);

/* The cells that a move touched: its shots, and its area. They are on the enemy's board, or on the
 * mover's own for smoke and raised ships. */
void playback_touched(const struct last_move *last, struct cellset *shots, struct cellset *area);
bool playback_is_on_own_board(const struct last_move *last);

/* Describes the state of the game: whose turn it is, or who has won and why. */
void playback_describe(const struct playback *playback, struct writer *writer);

#endif
