/* A bar with the time left on standard error, while the caller works; nothing where standard error
 * is no terminal. It has a thread of its own, so that even a single slow step leaves it alive. */
#ifndef BROADSIDE_CLI_PROGRESS_H
#define BROADSIDE_CLI_PROGRESS_H

#include <stdint.h>

struct progress;

/* `done` is asked a few times a second, from another thread, until progress_stop. NULL, which
 * progress_stop takes too, where there is nothing to draw on. */
struct progress *progress_start(const char *unit, uint64_t total, uint64_t (*done)(const void *),
                                const void *context);
void progress_stop(struct progress *progress);

#endif
