/* Points in time as people type them. */
#ifndef BROADSIDE_CLI_DEADLINE_H
#define BROADSIDE_CLI_DEADLINE_H

#include "base/error.h"

#include <stdint.h>

/* Seconds from `now` to `HH:MM` (the next one) or `YYYY-MM-DD HH:MM`, local time, or to the end of
 * a span: `90m`, `8h`. ERR_SYNTAX, or ERR_RANGE for what is over. */
enum error deadline_left(const char *text, int64_t now, double *seconds, struct message *message);

#endif
