/* Plans of simulations: writing one, and checking that bots and placement are still those of the
 * plan. */
#ifndef BROADSIDE_CLI_SIM_PLAN_FILE_H
#define BROADSIDE_CLI_SIM_PLAN_FILE_H

#include "arena/sim.h"
#include "contest/sim_plan.h"

/* Opens every bot, plays a few games of it to measure it, and writes the plan. Never replaces a
 * file. */
enum error sim_plan_write(const struct sim_terms *terms, const struct limits *limits,
                          const char *path, struct sim_plan *plan, struct message *message);

/* ERR_MISMATCH if the files of the bot or of the placement have changed. */
enum error sim_plan_check_bot(const struct sim_plan *plan, int bot, struct message *message);
enum error sim_plan_check_placement(const struct sim_plan *plan, struct message *message);

#endif
