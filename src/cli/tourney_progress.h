/* How a tournament stands while it is played, on standard error: a few lines that are drawn anew on
 * a terminal, or lines of JSON for a program; otherwise nothing. It has a thread of its own. */
#ifndef BROADSIDE_CLI_TOURNEY_PROGRESS_H
#define BROADSIDE_CLI_TOURNEY_PROGRESS_H

#include "cli/tourney.h"

struct tourney_progress;

/* `rounds` is counted up by others; `matches` is how many are to be played. NULL without memory. */
struct tourney_progress *tourney_progress_start(const struct tourney *tourney,
                                                const _Atomic uint64_t *rounds, int matches,
                                                bool json);
void tourney_progress_stop(struct tourney_progress *progress);

/* The scores of the tourney change only between these. */
void tourney_progress_lock(struct tourney_progress *progress);
void tourney_progress_unlock(struct tourney_progress *progress);

#endif
