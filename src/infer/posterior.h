/* Where the enemy's ships may be, given a view. This is the interface to inference.
 *
 * If all layouts can be counted within the budget, the answer is exact; otherwise it is estimated
 * by sampling, with a standard error per cell, and posterior_is_exact says which. Budgets limit
 * work, never time, so a seed gives the same answer on every machine. A posterior takes a few
 * megabytes and is reused from update to update. It keeps the chains of the sampler between updates
 * of one game; posterior_clear discards them. */
#ifndef BROADSIDE_INFER_POSTERIOR_H
#define BROADSIDE_INFER_POSTERIOR_H

#include "base/wide.h"
#include "infer/evidence.h"

struct posterior;

struct infer_budget {
    uint64_t steps; /* berths examined while counting; 0 to sample without counting */
    int chains, sweeps;
    uint64_t work; /* of the sampler, as in sampler_run; 0: no limit */
};

extern const struct infer_budget infer_budget_default; /* for people: takes seconds */
extern const struct infer_budget infer_budget_move;    /* for a bot's move: takes milliseconds */

/* For questions that others may have written, such as a link: takes about a second at most, for any
 * rules and answers. */
extern const struct infer_budget infer_budget_page;

/* NULL if out of memory. */
struct posterior *posterior_new(void);
void posterior_free(struct posterior *posterior);
void posterior_clear(struct posterior *posterior);

/* Infers from a view. ERR_MISMATCH if no layout explains it. `rng` is used only for sampling. */
enum error posterior_update(struct posterior *posterior, const struct view *view,
                            const struct infer_budget *budget, struct rng *rng,
                            struct message *message);

/* The steps that the last update took, as in infer_budget. */
uint64_t posterior_steps(const struct posterior *posterior);

bool posterior_is_exact(const struct posterior *posterior);

/* What keeps a sampled answer from being exact: the layouts cannot be counted within the budget; or
 * they can be counted, but not with the weights that the hints give them. */
enum posterior_limit { LIMIT_LAYOUTS, LIMIT_HINTS };
enum posterior_limit posterior_limit(const struct posterior *posterior);

/* False if the chains of the sampler disagree: the estimate and its errors may be wrong. */
bool posterior_converged(const struct posterior *posterior);
const struct evidence *posterior_evidence(const struct posterior *posterior);

/* Exact answers only: the number of layouts, and of those that cover the cell. Ships are
 * distinguishable. */
wide posterior_layouts(const struct posterior *posterior);
wide posterior_cover(const struct posterior *posterior, int cell);

/* Exact answers only: the sum of the weights that hints give to the layouts (struct hint); without
 * hints, the number of layouts. Chances are shares of this sum. Comparable among positions that
 * differ only in what was seen later than the last hint, or in sweeps. */
double posterior_weight(const struct posterior *posterior);

/* The chance that a ship covers the cell, and its standard error (0 when exact). */
double posterior_probability(const struct posterior *posterior, int cell);
double posterior_error(const struct posterior *posterior, int cell);

/* The chance that a shot at the cell sinks a ship of this class (of posterior_evidence). */
double posterior_sinks(const struct posterior *posterior, int ship_class, int cell);

/* The expected number of ships of the class at this placement; for a class of one ship, the
 * chance. */
double posterior_placement(const struct posterior *posterior, int ship_class,
                           struct placement placement);

/* The unshot cell with the highest chance, the first in reading order among equals; NO_CELL if all
 * cells are shot. */
int posterior_best(const struct posterior *posterior);

#endif
