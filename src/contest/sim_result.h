/* The result of a unit of a simulation (sim_plan.h) as bytes: numbers of 7 bits to a byte, the
 * lowest first, bit 7 set on all but the last byte. The same results give the same bytes.
 *
 * Where the plan keeps games, these are shots, turns, result and broken of every game, bot by bot.
 * Otherwise they are the sums of each bot, then those of each pair of them. */
#ifndef BROADSIDE_CONTEST_SIM_RESULT_H
#define BROADSIDE_CONTEST_SIM_RESULT_H

#include "base/buffer.h"
#include "base/text.h"
#include "contest/sim_plan.h"
#include "contest/sim_sums.h"

/* `games` are those of the bots of the unit, on its boards. ERR_MEMORY or ERR_FULL only. */
enum error sim_result_print(const struct sim_plan *plan, const struct sim_unit *unit,
                            const struct sim_game *const *games, struct buffer *buffer);

/* Where sim_result_add puts them; all memory is the caller's. */
struct sim_total {
    struct sim_game *games[MAX_SIM_BOTS]; /* all boards of each bot, if the plan keeps games */
    struct sim_sums sums[MAX_SIM_BOTS];
    struct sim_pair *pairs; /* by sim_pair_index, if the plan does not keep games */
};

/* Adds the result of a unit. ERR_MISMATCH for bytes that cannot be its result. */
enum error sim_result_add(const struct sim_plan *plan, const struct sim_unit *unit,
                          struct slice bytes, struct sim_total *total);

/* A list of numbers in the same form. */
enum error sim_result_put(struct buffer *buffer, uint64_t number);
bool sim_result_take(struct slice *bytes, uint64_t most, uint64_t *number);

#endif
