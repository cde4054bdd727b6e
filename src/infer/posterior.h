/* What a view says about where the enemy's ships are: the one door to inference.
 *
 * Where all layouts can be counted within the budget the answer is exact, with whole numbers;
 * otherwise it is estimated by sampling, with a standard error per cell. Which of the two it was is
 * part of the answer. Budgets are counts of work, never time: a seed gives the same answer
 * everywhere. A posterior is a few megabytes, reused from update to update; chains of the sampler
 * are kept between updates of one game, and posterior_clear forgets them. */
#ifndef BROADSIDE_INFER_POSTERIOR_H
#define BROADSIDE_INFER_POSTERIOR_H

#include "base/wide.h"
#include "infer/evidence.h"

struct posterior;

struct infer_budget {
    uint64_t steps; /* places looked at while counting; 0 never counts */
    int chains, sweeps;
};

extern const struct infer_budget infer_budget_default; /* for people: seconds at the most */
extern const struct infer_budget infer_budget_move;    /* for a bot's move: milliseconds */

/* NULL where there is no memory. */
struct posterior *posterior_new(void);
void posterior_free(struct posterior *posterior);
void posterior_clear(struct posterior *posterior);

/* Takes in a view. ERR_MISMATCH, with a sentence, for a position that no layout explains. `rng` is
 * drawn from only when sampling. */
enum error posterior_update(struct posterior *posterior, const struct view *view,
                            const struct infer_budget *budget, struct rng *rng,
                            struct message *message);

/* What the last update counted, in the steps of a budget. */
uint64_t posterior_steps(const struct posterior *posterior);

bool posterior_is_exact(const struct posterior *posterior);
const struct evidence *posterior_evidence(const struct posterior *posterior);

/* Exact answers only: layouts in all, and those that cover the cell. Ships are told apart. */
wide posterior_layouts(const struct posterior *posterior);
wide posterior_cover(const struct posterior *posterior, int cell);

/* The chance that a ship covers the cell, and its standard error (0 when exact). */
double posterior_probability(const struct posterior *posterior, int cell);
double posterior_error(const struct posterior *posterior, int cell);

/* The chance that a shot at the cell sinks a ship of this class of posterior_evidence. */
double posterior_sinks(const struct posterior *posterior, int ship_class, int cell);

/* The expected number of ships of the class that lie at this placement: for a class of one, the
 * chance. */
double posterior_placement(const struct posterior *posterior, int ship_class,
                           struct placement placement);

/* The open cell with the highest chance, the first of equals in reading order; NO_CELL if all cells
 * are shot. */
int posterior_best(const struct posterior *posterior);

#endif
