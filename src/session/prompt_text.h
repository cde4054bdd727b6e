/* The answers to prompt commands that show the state of the game, as text of one or more lines. All
 * but the status come from one side's own view. */
#ifndef BROADSIDE_SESSION_PROMPT_TEXT_H
#define BROADSIDE_SESSION_PROMPT_TEXT_H

#include "session/session.h"

enum { PROMPT_TEXT_SIZE = 8192 };

/* The moves of these rules, with examples. */
void prompt_text_moves(const struct rules *rules, struct writer *writer);

/* The questions about the board of session/question.h, with examples. */
void prompt_text_questions(struct writer *writer);

/* Is the player's own map shown? If the rules hide it, only to a player who asks for it and can lay
 * smoke or raise a ship on it now. */
bool prompt_text_shows_own(const struct view *view, bool asked);

void prompt_text_fleet(const struct session *session, int side, struct writer *writer);
void prompt_text_stock(const struct session *session, int side, struct writer *writer);

/* Players, turn, shots, commitments: the same for every reader. */
void prompt_text_status(const struct session *session, int reader, struct writer *writer);

#endif
