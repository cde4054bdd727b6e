/* Counts or lists the layouts if the budget allows, samples otherwise. */
#include "infer/posterior.h"

#include "infer/exact_count.h"
#include "infer/large_count.h"
#include "infer/listed_count.h"
#include "infer/sampler.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct infer_budget infer_budget_default = {400000000, 16, 400, 0};
const struct infer_budget infer_budget_move = {6000000, 8, 24, 0};
const struct infer_budget infer_budget_page = {20000000, 16, 400, 120000000};

struct posterior {
    struct evidence evidence;
    bool is_exact;
    bool is_listed; /* `weight`, `weighted` and placements are those of `listed` */
    enum posterior_limit limit;
    wide layouts, cover[MAX_CELLS];   /* unweighted; `cover` only if there are hints */
    wide weight, weighted[MAX_CELLS]; /* sums of the weights: of all layouts, and of those that
                                       * cover the cell; if listed, smaller by a factor */
    uint64_t steps;
    struct exact_count exact;    /* weighted */
    struct large_count *large;   /* for boards of more than EXACT_CELLS; NULL until needed */
    struct listed_count *listed; /* for many hints; NULL until needed */
    struct evidence unweighted;
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
    if (!posterior)
        return;
    large_count_free(posterior->large);
    listed_count_free(posterior->listed);
    free(posterior);
}

void posterior_clear(struct posterior *posterior)
{
    posterior->is_exact = false;
    sampler_init(&posterior->sampler);
}

static bool is_large(const struct posterior *posterior)
{
    return rules_cells(&posterior->evidence.rules) > EXACT_CELLS;
}

/* Adds layouts to all cells of a placement. */
static void cover_place(const struct posterior *posterior, int ship_class, int start, bool vertical,
                        wide layouts, wide *cover)
{
    int step = vertical ? posterior->evidence.rules.width : 1;

    for (int k = 0; k < posterior->evidence.ship_class[ship_class].length; k++)
        cover[start + k * step] += layouts;
}

/* Adds up the layouts of each berth of the last count, weighted or not, for each cell. */
static void cover_cells(const struct posterior *posterior, wide *cover)
{
    int cells = rules_cells(&posterior->evidence.rules);

    if (!is_large(posterior)) {
        memcpy(cover, posterior->exact.flat.cover, (size_t)cells * sizeof cover[0]);
        return;
    }
    memset(cover, 0, (size_t)cells * sizeof cover[0]);
    for (int c = 0; c < posterior->evidence.classes; c++)
        for (int i = 0; i < 2 * cells; i++) {
            wide layouts = large_count_at(posterior->large, c, i % cells, i >= cells);

            if (layouts)
                cover_place(posterior, c, i % cells, i >= cells, layouts, cover);
        }
}

/* Counts with exact_count.c or, on large boards, with large_count.c. */
static enum error run_count(struct posterior *posterior, const struct evidence *evidence,
                            uint64_t budget, wide *layouts, struct message *message)
{
    enum error error;

    if (!is_large(posterior)) {
        error = exact_count_run(&posterior->exact, evidence, budget, message);
        *layouts = posterior->exact.layouts;
        posterior->steps += posterior->exact.work;
        return error;
    }
    if (!posterior->large)
        posterior->large = large_count_new();
    if (!posterior->large)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = large_count_run(posterior->large, evidence, budget, message);
    *layouts = large_count_layouts(posterior->large);
    posterior->steps += large_count_work(posterior->large);
    return error;
}

/* Lists the layouts and adds up their weights. */
static enum error run_listed(struct posterior *posterior, uint64_t budget, struct message *message)
{
    enum error error;

    if (!posterior->listed)
        posterior->listed = listed_count_new();
    if (!posterior->listed)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = listed_count_run(posterior->listed, &posterior->evidence, &posterior->unweighted,
                             budget, message);
    posterior->steps += posterior->listed->list.steps;
    if (error)
        return error;
    posterior->is_listed = true;
    posterior->weight = posterior->listed->total;
    memcpy(posterior->weighted, posterior->listed->cover, sizeof posterior->weighted);
    return OK;
}

/* Counts the layouts, first without the weights of hints, if there are any. */
static enum error count_layouts(struct posterior *posterior, uint64_t budget,
                                struct message *message)
{
    enum error error;

    posterior->steps = 0;
    posterior->is_listed = false;
    posterior->limit = LIMIT_LAYOUTS;
    if (posterior->evidence.hints > 0) {
        posterior->unweighted = posterior->evidence;
        evidence_drop_weights(&posterior->unweighted);
        error = run_count(posterior, &posterior->unweighted, budget, &posterior->layouts, message);
        if (error)
            return error;
        cover_cells(posterior, posterior->cover);
        posterior->limit = LIMIT_HINTS;
    }
    error = run_count(posterior, &posterior->evidence, budget, &posterior->weight, message);
    if (error == ERR_FULL && posterior->evidence.hints > 0 &&
        listed_count_is_worth_it(&posterior->evidence, posterior->layouts))
        return run_listed(posterior, budget, message);
    if (error)
        return error;
    cover_cells(posterior, posterior->weighted);
    if (posterior->evidence.hints == 0)
        posterior->layouts = posterior->weight;
    return OK;
}

enum error posterior_update(struct posterior *posterior, const struct view *view,
                            const struct infer_budget *budget, struct rng *rng,
                            struct message *message)
{
    enum error error = evidence_from_view(view, &posterior->evidence, message);

    posterior->is_exact = false;
    if (error)
        return error;
    error = count_layouts(posterior, budget->steps, message);
    posterior->is_exact = error == OK;
    if (error != ERR_FULL)
        return error;
    error = evidence_explain_hits(&posterior->evidence, message);
    if (error)
        return error;
    return sampler_run(&posterior->sampler, &posterior->evidence, budget->chains, budget->sweeps,
                       budget->work, rng, message);
}

uint64_t posterior_steps(const struct posterior *posterior)
{
    return posterior->steps;
}

bool posterior_is_exact(const struct posterior *posterior)
{
    return posterior->is_exact;
}

enum posterior_limit posterior_limit(const struct posterior *posterior)
{
    return posterior->limit;
}

bool posterior_converged(const struct posterior *posterior)
{
    return posterior->is_exact || posterior->sampler.converged;
}

const struct evidence *posterior_evidence(const struct posterior *posterior)
{
    return &posterior->evidence;
}

wide posterior_layouts(const struct posterior *posterior)
{
    return posterior->is_exact ? posterior->layouts : 0;
}

double posterior_weight(const struct posterior *posterior)
{
    double weight = posterior->is_exact ? wide_ratio(posterior->weight, 1) : 0;

    if (!posterior->is_listed)
        return weight;
    return ldexp(weight * wide_ratio(posterior->listed->list.ways, 1), posterior->listed->halvings);
}

wide posterior_cover(const struct posterior *posterior, int cell)
{
    if (!posterior->is_exact)
        return 0;
    return posterior->evidence.hints > 0 ? posterior->cover[cell] : posterior->weighted[cell];
}

double posterior_probability(const struct posterior *posterior, int cell)
{
    return posterior->is_exact ? wide_ratio(posterior->weighted[cell], posterior->weight)
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
    return wide_ratio(
        posterior->is_listed
            ? listed_count_at(posterior->listed, ship_class, start, placement.vertical)
        : is_large(posterior)
            ? large_count_at(posterior->large, ship_class, start, placement.vertical)
            : exact_count_at(&posterior->exact, ship_class, start, placement.vertical),
        posterior->weight);
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

static int likeliest(const struct evidence *evidence, const double *probability)
{
    int best = NO_CELL;

    for (int cell = 0; cell < rules_cells(&evidence->rules); cell++)
        if (evidence->time[cell] < 0 && (best == NO_CELL || probability[cell] > probability[best]))
            best = cell;
    return best;
}

int posterior_best(const struct posterior *posterior)
{
    const struct evidence *evidence = &posterior->evidence;
    const wide *weighted = posterior->weighted;
    wide most = 0;
    int best = NO_CELL;

    if (!posterior->is_exact)
        return likeliest(evidence, posterior->sampler.probability);
    /* Compares first: few cells pass, so the processor predicts the branch well. */
    for (int cell = 0; cell < rules_cells(&evidence->rules); cell++)
        if (weighted[cell] > most && evidence->time[cell] < 0) {
            most = weighted[cell];
            best = cell;
        }
    for (int cell = 0; best == NO_CELL && cell < rules_cells(&evidence->rules); cell++)
        if (evidence->time[cell] < 0)
            best = cell;
    return best;
}
