/* The command `sim --plan FILE --shard K/N`: plays a part of a plan and reports on it. */
#ifndef BROADSIDE_CLI_SIM_SHARD_H
#define BROADSIDE_CLI_SIM_SHARD_H

#include "cli/guests.h"

#include <stdatomic.h>

struct sim_shard {
    const struct args *args;
    const char *plan, *path, *shard; /* as given */
    struct guests *guests;           /* gets the limits of the plan */
    int threads;
    const atomic_bool *stop;
    bool json;
};

/* Returns the exit status. */
int sim_shard_run(struct sim_shard *command);

#endif
