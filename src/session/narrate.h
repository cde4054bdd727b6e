/* Describes moves in sentences: one line for each move, whatever it did. */
#ifndef BROADSIDE_SESSION_NARRATE_H
#define BROADSIDE_SESSION_NARRATE_H

#include "rules/game.h"

/* Enough for a salvo of 33 shots that all hit, and two long names. */
enum { NARRATION_SIZE = 8192 };

/* Describes a move and its outcome in one line. Hits and sinkings come first, misses are counted.
 * `game` is the game after the move; `name` has the players. `reader` is the side that reads it and
 * learns only what it may know; NOBODY may know everything. */
void narrate_move(const struct move *move, const struct outcome *outcome, const struct game *game,
                  const char *const name[2], int reader, struct writer *writer);

/* Says how the game ended, in one sentence. */
void narrate_end(const struct status *status, const char *const name[2], struct writer *writer);

#endif
