/* The scripts that play a plan on a cluster: part.sh plays a part, join.sh joins all, and submit.sh
 * (Slurm) or run.sh (GNU parallel) starts them. They work without this program's `cluster`, and
 * people may change them. */
#ifndef BROADSIDE_CLI_CLUSTER_SCRIPTS_H
#define BROADSIDE_CLI_CLUSTER_SCRIPTS_H

#include "cli/args.h"
#include "cli/cluster_plan.h"
#include "guest/guest.h"

enum { DEFAULT_ARRAY_LIMIT = 1001 }; /* of Slurm */

struct cluster_scripts {
    const struct cluster_plan *plan;
    const char *program; /* on the machines that play */
    const char *start; /* the folder in which the parts start: command lines of bots refer to it */
    const struct guest_config *guests;
    int parts, threads; /* threads of a part */

    /* Slurm; NULL and 0 for what is not given. */
    int nodes, array_limit; /* array_limit: MaxArraySize, one more than the largest index */
    const char *partition, *time;
    const struct values *options;

    /* GNU parallel. */
    int jobs, retries; /* jobs: parts at a time on each machine */
    const struct values *hosts;
};

/* Each writes the scripts into the folder of the plan, which is created. Refuses a folder that has
 * parts of another split or the scripts of another plan. */
enum error cluster_write_slurm(const struct cluster_scripts *scripts, struct message *message);
enum error cluster_write_parallel(const struct cluster_scripts *scripts, struct message *message);

/* What part.sh in the folder says; zeros if there is none. */
struct cluster_setting {
    int parts, threads;
};
struct cluster_setting cluster_read_setting(const char *folder);

#endif
