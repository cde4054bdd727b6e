/* The command `tournament --plan FILE --shard K/N`: plays a part of a plan and reports on it. */
#ifndef BROADSIDE_CLI_TOURNAMENT_SHARD_H
#define BROADSIDE_CLI_TOURNAMENT_SHARD_H

#include "cli/tournament_db.h"

struct tournament_shard {
    const struct args *args;
    const char *plan, *path, *shard; /* as given */
    struct guests *guests;           /* gets the limits of the plan */
    struct tournament_db_run run;
    bool json;
};

/* Returns the exit status. */
int tournament_shard_run(struct tournament_shard *command);

#endif
