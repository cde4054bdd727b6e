/* Describes moves in sentences. */
#ifndef BROADSIDE_SESSION_NARRATE_H
#define BROADSIDE_SESSION_NARRATE_H

#include "rules/event.h"

enum { NARRATION_SIZE = 8192 };

/* Describes a move and its outcome, one line per event. `name` has the players; `hide` leaves out
 * what only the mover may know. */
void narrate_move(const struct move *move, const struct outcome *outcome, const struct rules *rules,
                  const char *const name[2], bool hide, struct writer *writer);

/* Says how the game ended, in one sentence. */
void narrate_end(const struct status *status, const char *const name[2], struct writer *writer);

#endif
