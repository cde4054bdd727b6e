/* What `cluster` knows of a plan, whatever kind of work it plans, and of the folder of its parts.
 */
#ifndef BROADSIDE_CLI_CLUSTER_PLAN_H
#define BROADSIDE_CLI_CLUSTER_PLAN_H

#include "contest/plan.h"

#include <limits.h>

enum { MOST_CLUSTER_PARTS = 10000 };

/* What a part owes. */
struct part_duty {
    uint64_t count; /* matches, or games of a simulation */
    int pieces;     /* of work that cannot be divided */
    uint64_t work;  /* microseconds on one thread, as the plan estimates */
};

/* A kind of plan. */
struct cluster_work {
    const char *command;    /* that plays a part: broadside COMMAND --plan FILE --shard K/N ... */
    const char *one, *many; /* what is counted: match, matches */

    /* Reads the plan, checks its version, copies its key and its stage, and adds up what each
     * part owes. */
    enum error (*split)(const char *path, int parts, char *key, int *stage,
                        struct part_duty *duties, struct message *message);
};

/* "match" or "matches". */
const char *cluster_noun(const struct cluster_work *work, uint64_t count);

struct cluster_plan {
    char path[PATH_MAX];             /* absolute */
    char folder[PATH_MAX];           /* of the parts, absolute; it need not exist */
    const struct cluster_work *work; /* what kind of plan it is */
    char key[PLAN_KEY_SIZE];
    int stage; /* of a swiss, otherwise 0; the plans of all its stages have the same key */
    struct part_duty all;
};

/* Reads a plan of this version of the program. `folder` is NULL for the folder beside the plan that
 * has its name. */
enum error cluster_plan_read(struct cluster_plan *plan, const char *path, const char *folder,
                             struct message *message);

/* What each of the parts owes; the caller frees `*duties`, even after an error. */
enum error cluster_plan_split(const struct cluster_plan *plan, int parts, struct part_duty **duties,
                              struct message *message);

#endif
