/* Looks whether the files of entrants are still those they came with. A tournament runs for hours,
 * and somebody may put a new version of his bot in place, or take it away, in the middle of it: two
 * versions in one line of the table would be nobody's result.
 *
 * Entrants must outlive the watch. May be used by several threads at once. */
#ifndef BROADSIDE_ARENA_FILE_WATCH_H
#define BROADSIDE_ARENA_FILE_WATCH_H

#include "contest/contest.h"

struct file_watch;

/* NULL without memory. */
struct file_watch *file_watch_new(const struct entrant *entrants, int count);
void file_watch_free(struct file_watch *watch); /* NULL is fine */

/* Whoever has changed once has changed for good. Bots without files, and those without a hash,
 * never do. */
bool file_watch_has_changed(struct file_watch *watch, int entrant);

/* As it was when last looked at. */
bool file_watch_knows_changed(struct file_watch *watch, int entrant);

/* ERR_MISMATCH with a sentence that names those who have changed, or OK. */
enum error file_watch_verdict(struct file_watch *watch, struct message *message);

#endif
