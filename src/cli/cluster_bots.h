/* Are the bots of a plan here? */
#ifndef BROADSIDE_CLI_CLUSTER_BOTS_H
#define BROADSIDE_CLI_CLUSTER_BOTS_H

#include "cli/cluster_plan.h"

/* ERR_MISMATCH if the files of a bot, as seen from the current folder, are not those of the plan:
 * every part would refuse. The parts start in this folder. */
enum error cluster_check_bots(const struct cluster_plan *plan, struct message *message);

#endif
