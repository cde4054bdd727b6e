/* The part of a check that needs no game: does the bot start and say hello, and if not, what does
 * its standard error say? Does its answer arrive when its input ends? Does it exit? */
#ifndef BROADSIDE_CHECK_CHECK_START_H
#define BROADSIDE_CHECK_CHECK_START_H

#include "check/check.h"

/* Starts a process and says hello. If `*ready` is false, the report says why; an error is a problem
 * with the machine, as in guest_is_machine_error. `*lines` is the number of lines in its hello. */
enum error check_start_hello(const struct launch *launch, struct check_report *report,
                             uint64_t *lines, bool *ready, struct message *message);

/* Fills report->interpreter from the first line of a script (`#!/usr/bin/env python3`). */
void check_start_interpreter(const struct launch *launch, struct check_report *report);

/* Gives the bot all of `input` at once, followed by end of file. True if it then writes more than
 * `lines_seen` lines: a bot that was silent while its input was open has not flushed. */
bool check_start_unflushed(const struct launch *launch, struct slice input, uint64_t lines_seen,
                           unsigned timeout_ms);

/* Does its standard error say that a module, class or library is missing? Fills a message. */
bool check_start_missing(struct slice log, struct message *message);

#endif
