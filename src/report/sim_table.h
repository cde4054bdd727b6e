/* The results of a simulation: as a table, as JSON, and as files. */
#ifndef BROADSIDE_REPORT_SIM_TABLE_H
#define BROADSIDE_REPORT_SIM_TABLE_H

#include "contest/limits.h"
#include "contest/sim_stats.h"
#include "report/json.h"

/* The table on standard output. Figures of guests that depend on the machine go to standard
 * error. `limits` are those of the guests. */
void sim_table_print(const struct sim_outcome *outcome, const struct limits *limits);
void sim_table_fill_json(const struct sim_outcome *outcome, const struct limits *limits,
                         struct json_value *root);

/* The distribution of shots of each bot, or of turns where they decide; see chart.h. */
enum error sim_table_write_chart(const struct sim_outcome *outcome, const char *path, bool lines,
                                 struct message *message);

#endif
