/* The results of a tournament: as tables, as JSON, as CSV, and as a ceremony from the last place
 * up. */
#ifndef BROADSIDE_REPORT_TOURNAMENT_TABLE_H
#define BROADSIDE_REPORT_TOURNAMENT_TABLE_H

#include "contest/contest.h"
#include "report/json.h"

#include <stdio.h>

/* Terms, excluded bots, a table for each league, and one of all bots if leagues met. */
enum error tournament_table_print(const struct contest *contest, FILE *file,
                                  struct message *message);

/* One place after the other, from the last to the first, as lines. On a terminal each waits for
 * Enter, and `q` ends it. */
enum error tournament_table_reveal(const struct contest *contest, struct message *message);

enum error tournament_table_fill_json(const struct contest *contest, struct json_value *root,
                                      struct message *message);

/* A line for each bot. Its rank is among all bots, or in its league if leagues did not meet. */
enum error tournament_table_print_csv(const struct contest *contest, FILE *file,
                                      struct message *message);

#endif
