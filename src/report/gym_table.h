/* The result of a bot in the gym: as a table with its weaknesses, as JSON and as CSV. */
#ifndef BROADSIDE_REPORT_GYM_TABLE_H
#define BROADSIDE_REPORT_GYM_TABLE_H

#include "contest/gym.h"
#include "contest/limits.h"
#include "report/json.h"

/* Lists the styles, or only those of a quick run. */
void gym_table_list(bool is_quick, FILE *file);

/* Prints the limits of guests too, if a guest played. Sentences are wrapped to `columns`, if that
 * is not 0. */
void gym_table_print(const struct gym *gym, const struct limits *limits, int columns);

/* The results of one bot. */
struct json_value *gym_table_json(const struct gym *gym, const struct limits *limits);

/* One line for each match that was played, if only in part. */
enum error gym_table_write_csv(const struct gym *gym, const char *path, struct message *message);

#endif
