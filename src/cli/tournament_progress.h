/* How a tournament stands while it is played, on standard error: a few lines that are drawn anew on
 * a terminal, or lines of JSON for a program; otherwise nothing. It has a thread of its own. */
#ifndef BROADSIDE_CLI_TOURNAMENT_PROGRESS_H
#define BROADSIDE_CLI_TOURNAMENT_PROGRESS_H

#include "contest/contest.h"

struct tournament_progress;

/* `rounds` is counted up by others; `matches` is how many are to be played. NULL without memory. */
struct tournament_progress *tournament_progress_start(const struct contest *contest,
                                                      const _Atomic uint64_t *rounds, int matches,
                                                      bool json);
void tournament_progress_stop(struct tournament_progress *progress);

/* The scores of the tourney change only between these. */
void tournament_progress_lock(struct tournament_progress *progress);
void tournament_progress_unlock(struct tournament_progress *progress);

#endif
