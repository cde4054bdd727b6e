/* --finish-by: when a tournament must be over. */
#ifndef BROADSIDE_CONTEST_DEADLINE_H
#define BROADSIDE_CONTEST_DEADLINE_H

#include "contest/contest.h"

/* Reads a time as people type it: `HH:MM` (the next one), `YYYY-MM-DD HH:MM`, both in local time,
 * or a duration such as `45s`, `90m` or `8h`. `*when` is in seconds since 1970. Call it once, when
 * the command starts: later, `HH:MM` could mean the next day. ERR_SYNTAX, or ERR_RANGE for a time
 * that has passed. */
enum error deadline_read(const char *text, int64_t now, int64_t *when, struct message *message);

/* For messages, in local time: with seconds if it is near, with the date if it is far or has
 * passed. */
struct deadline_text {
    char text[32];
};
struct deadline_text deadline_text(int64_t when, int64_t now);

/* Reduces `*rounds`, the rounds per match of the contest, to what finishes by then on this many
 * threads. A tenth of the time is left as a reserve, because the estimate may be wrong. ERR_RANGE
 * if not even two rounds fit. */
enum error deadline_fit(int64_t when, int64_t now, const struct contest *contest, int threads,
                        uint64_t *rounds, struct message *message);

#endif
