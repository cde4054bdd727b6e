/* Checks whether the files of entrants are still the ones they entered with. A tournament runs for
 * hours, and meanwhile an author may install a new version of a bot or delete it. Two versions must
 * not share a row of the table.
 *
 * Entrants must outlive the watch. Several threads may use it at once. */
#ifndef BROADSIDE_ARENA_FILE_WATCH_H
#define BROADSIDE_ARENA_FILE_WATCH_H

#include "contest/contest.h"

struct file_watch;

/* NULL if out of memory. */
struct file_watch *file_watch_new(const struct entrant *entrants, int count);
void file_watch_free(struct file_watch *watch); /* accepts NULL */

/* Once an entrant has changed, it stays changed. Bots without files or without a hash never
 * change. */
bool file_watch_has_changed(struct file_watch *watch, int entrant);

/* The result of the last check, without looking again. */
bool file_watch_knows_changed(struct file_watch *watch, int entrant);

/* ERR_MISMATCH with a message that names the bots that have changed, or OK. */
enum error file_watch_verdict(struct file_watch *watch, struct message *message);

#endif
