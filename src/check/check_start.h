/* The part of a check that needs no game: does the bot start and say hello, what does its standard
 * error say if not, does its answer come when its input ends, does it leave. */
#ifndef BROADSIDE_CHECK_CHECK_START_H
#define BROADSIDE_CHECK_CHECK_START_H

#include "check/check.h"

/* Says hello to a process of its own. Where `*ready` is false the report knows why; an error is the
 * machine's: protections that are missing. `*lines` is how many lines its hello had. */
enum error check_start_hello(const struct launch *launch, struct check_report *report,
                             uint64_t *lines, bool *ready, struct message *message);

/* Gives the bot all of `input` and the end of it at once. True if it writes more than `heard` lines
 * then: a bot that had kept silent while its input was open has not flushed. */
bool check_start_unflushed(const struct launch *launch, struct slice input, uint64_t heard,
                           unsigned timeout_ms);

/* What is missing on this machine, as its standard error tells it (a module, a class, a library):
 * a sentence; false if nothing of that kind is said there. */
bool check_start_missing(struct slice log, struct message *message);

#endif
