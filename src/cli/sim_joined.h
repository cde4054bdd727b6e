/* The parts of a planned simulation, joined in a scratch store, or a file that was joined before.
 */
#ifndef BROADSIDE_CLI_SIM_JOINED_H
#define BROADSIDE_CLI_SIM_JOINED_H

#include "contest/sim_result.h"
#include "store/store.h"

/* All zeros at first; release it with sim_joined_release, even after an error. */
struct sim_joined {
    struct store *store;
    struct sim_plan plan;
    bool *is_played;   /* of each unit */
    uint64_t games;    /* that were played */
    uint64_t missing;  /* games that are not in any file */
    int64_t conflicts; /* units with different results; the first file counts */
    struct sim_total total;
    struct trouble trouble[MAX_SIM_BOTS];
    struct guest_facts guest[MAX_SIM_BOTS];
    double core_seconds[MAX_SIM_BOTS];
    struct sim_outcome outcome; /* points into the struct */
};

/* Joins the files. `command` is for messages: it says on standard error what is missing and which
 * units have different results. Files of other plans than that of the first one are refused. */
enum error sim_joined_parts(const char *command, const char *const *paths, int count,
                            struct sim_joined *joined, struct message *message);

/* Takes over the store and reads its simulation. ERR_UNKNOWN if it has none. */
enum error sim_joined_read(struct store *store, struct sim_joined *joined, struct message *message);

/* Adds up what the store has, and fills in the outcome. The secret of a simulation that is not
 * complete is not in it, because the boards to come follow from it. */
enum error sim_joined_sum(struct sim_joined *joined, struct message *message);

void sim_joined_release(struct sim_joined *joined);

#endif
