/* Simulations that are played in parts, in the store: the plan, and the units that were played.
 *
 * Values passed in have been checked by the caller. Values read from a file are not trusted:
 * invalid ones are ERR_MISMATCH. The bytes of a result are checked by sim_result_add. */
#ifndef BROADSIDE_STORE_SIMULATIONS_H
#define BROADSIDE_STORE_SIMULATIONS_H

#include "contest/sim_plan.h"
#include "store/store.h"

/* A unit as it was played. Only a bot that learns has trouble and facts. */
struct sim_unit_result {
    int unit;
    struct slice result;  /* see contest/sim_result.h */
    struct slice core_us; /* microseconds of processor time of each bot, in the same form */
    struct trouble trouble;
    struct guest_facts guest;
};

/* Stores a plan without units, and sets its id. */
enum error simulation_create(struct store *store, struct sim_plan *plan, struct message *message);

/* Reads the latest plan. ERR_UNKNOWN if there is none. */
enum error simulation_load(struct store *store, struct sim_plan *plan, struct message *message);

/* ERR_REPEAT if the unit is stored already. */
enum error simulation_add_unit(struct store *store, int64_t id,
                               const struct sim_unit_result *result, struct message *message);

/* The units that were played, in order, until `each` returns an error. The slices are valid during
 * the call. */
enum error simulation_units(struct store *store, const struct sim_plan *plan,
                            enum error (*each)(void *context, const struct sim_unit_result *result,
                                               struct message *message),
                            void *context, struct message *message);

#endif
