/* What `tournament` and `results` show of a tournament: tables, JSON, CSV, and the ranking from the
 * last place up. */
#ifndef BROADSIDE_CLI_RESULTS_OUT_H
#define BROADSIDE_CLI_RESULTS_OUT_H

#include "contest/standings.h"
#include "report/json.h"

#include <stdio.h>

/* Terms, who was out, a table per league and one of all. */
enum error results_print(const struct contest *contest, FILE *file, struct message *message);

/* One place after the other, from the last to the first; on a terminal each waits for Enter. */
enum error results_reveal(const struct contest *contest, struct message *message);

enum error results_fill_json(const struct contest *contest, struct json_value *root,
                             struct message *message);

/* A line per bot: the table of all, or one league after the other where there is none. */
enum error results_csv(const struct contest *contest, FILE *file, struct message *message);

#endif
