/* How far the parts of a plan are, from what they have published in their folder. */
#ifndef BROADSIDE_CLI_CLUSTER_STATUS_H
#define BROADSIDE_CLI_CLUSTER_STATUS_H

#include "cli/args.h"
#include "cli/cluster_plan.h"

/* Prints the status of a plan; returns the exit status. */
int cluster_status_run(const struct cluster_plan *plan, bool json, const struct args *args);

#endif
