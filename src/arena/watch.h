/* Looks whether the files of entrants are still those they came with. A tournament runs for hours,
 * and somebody may put a new version of his bot in place, or take it away, in the middle of it: two
 * versions in one line of the table would be nobody's result.
 *
 * Entrants must outlive the watch. May be used by several threads at once. */
#ifndef BROADSIDE_ARENA_WATCH_H
#define BROADSIDE_ARENA_WATCH_H

#include "contest/contest.h"

struct watch;

/* NULL without memory. */
struct watch *watch_new(const struct entrant *entrants, int count);
void watch_free(struct watch *watch); /* NULL is fine */

/* Whoever has changed once has changed for good. Bots without files, and those without a hash,
 * never do. */
bool watch_has_changed(struct watch *watch, int entrant);

/* As it was when last looked at. */
bool watch_knows_changed(struct watch *watch, int entrant);

/* ERR_MISMATCH with a sentence that names those who have changed, or OK. */
enum error watch_verdict(struct watch *watch, struct message *message);

#endif
