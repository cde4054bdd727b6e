/* Counts if the budget allows, samples otherwise. */
#include "infer/posterior.h"

#include "infer/exact_count.h"
#include "infer/sampler.h"

#include <stdlib.h>

const struct infer_budget infer_budget_default = {400000000, 16, 400};
const struct infer_budget infer_budget_move = {6000000, 8, 24};

struct posterior {
    struct evidence evidence;
    bool is_exact;
    wide cover[MAX_CELLS];
    struct exact_count exact;
    struct sampler sampler;
};

struct posterior *posterior_new(void)
{
    struct posterior *posterior = calloc(1, sizeof *posterior);

    if (posterior)
        posterior_clear(posterior);
    return posterior;
}

void posterior_free(struct posterior *posterior)
{
    free(posterior);
}

void posterior_clear(struct posterior *posterior)
{
    posterior->is_exact = false;
    sampler_init(&posterior->sampler);
}

enum error posterior_update(struct posterior *posterior, const struct view *view,
                            const struct infer_budget *budget, struct rng *rng,
                            struct message *message)
{
    enum error error = evidence_from_view(view, &posterior->evidence, message);

    posterior->is_exact = false;
    if (error)
        return error;
    error = exact_count_run(&posterior->exact, &posterior->evidence, 0, budget->steps, message);
    if (error == OK) {
        posterior->is_exact = true;
        exact_count_cover(&posterior->exact, posterior->cover);
        return OK;
    }
    if (error != ERR_FULL)
        return error;
    error = evidence_explain_hits(&posterior->evidence, message);
    if (error)
        return error;
    return sampler_run(&posterior->sampler, &posterior->evidence, budget->chains, budget->sweeps,
                       rng, message);
}

uint64_t posterior_steps(const struct posterior *posterior)
{
    return posterior->exact.work;
}

bool posterior_is_exact(const struct posterior *posterior)
{
    return posterior->is_exact;
}

const struct evidence *posterior_evidence(const struct posterior *posterior)
{
    return &posterior->evidence;
}

wide posterior_layouts(const struct posterior *posterior)
{
    return posterior->is_exact ? posterior->exact.layouts : 0;
}

wide posterior_cover(const struct posterior *posterior, int cell)
{
    return posterior->is_exact ? posterior->cover[cell] : 0;
}

double posterior_probability(const struct posterior *posterior, int cell)
{
    return posterior->is_exact ? wide_ratio(posterior->cover[cell], posterior->exact.layouts)
                               : posterior->sampler.probability[cell];
}

double posterior_error(const struct posterior *posterior, int cell)
{
    return posterior->is_exact ? 0 : posterior->sampler.error[cell];
}

double posterior_placement(const struct posterior *posterior, int ship_class,
                           struct placement placement)
{
    int start = placement.row * posterior->evidence.rules.width + placement.column;

    if (!posterior->is_exact)
        return (placement.vertical ? posterior->sampler.share.down
                                   : posterior->sampler.share.across)[ship_class][start];
    return wide_ratio(exact_count_at(&posterior->exact, ship_class, placement),
                      posterior->exact.layouts);
}

double posterior_sinks(const struct posterior *posterior, int ship_class, int cell)
{
    const struct evidence *evidence = &posterior->evidence;
    const struct rules *rules = &evidence->rules;
    int length = evidence->ship_class[ship_class].length;
    double chance = 0;

    for (int vertical = 0; vertical < (length > 1 ? 2 : 1); vertical++) {
        for (int i = 0; i < length; i++) {
            int column = cell % rules->width - (vertical ? 0 : i);
            int row = cell / rules->width - (vertical ? i : 0);
            struct placement at = {(int16_t)column, (int16_t)row, (uint8_t)vertical, 1};

            if (column >= 0 && row >= 0 &&
                (vertical ? row + length <= rules->height : column + length <= rules->width) &&
                evidence_sinks(evidence, ship_class, at, cell))
                chance += posterior_placement(posterior, ship_class, at);
        }
    }
    return chance;
}

int posterior_best(const struct posterior *posterior)
{
    const struct evidence *evidence = &posterior->evidence;
    int best = NO_CELL;

    for (int cell = 0; cell < rules_cells(&evidence->rules); cell++) {
        if (evidence->time[cell] >= 0)
            continue;
        if (best == NO_CELL ||
            (posterior->is_exact
                 ? posterior->cover[cell] > posterior->cover[best]
                 : posterior->sampler.probability[cell] > posterior->sampler.probability[best]))
            best = cell;
    }
    return best;
}
