/* What we expect of this enemy's layout, learned from the earlier rounds of the match, and what our
 * shots of this round add to it.
 *
 * The prior is a mixture of models. Each says how likely a whole layout is:
 *
 *   uniform    every layout alike
 *   frequency  where each kind of ship was in earlier rounds (place_model.h)
 *   reaction   places that our own shots left cold (place_model.h)
 *   human      where people put their ships (infer/human.h); only against people
 *   area       all ships in one half or quarter of the board
 *   repeat     a layout of an earlier round again (past_layouts.h)
 *
 * Except for the last, the weight of a layout is a product of a weight for each ship, so the sum
 * over all layouts that explain the answers is computed exactly (exact_count.h). That sum, divided
 * by the sum over all layouts, is how well the model predicts this round so far. The mixture weighs
 * the models by it within a round, and by what they predicted in earlier rounds.
 *
 * A prior belongs to one match. It allocates about 4 MB. All arithmetic has a fixed order: results
 * have the same bits on every machine. */
#ifndef BROADSIDE_BOTS_ENEMY_PRIOR_H
#define BROADSIDE_BOTS_ENEMY_PRIOR_H

#include "bots/past_layouts.h"
#include "infer/layout_list.h"
#include "rules/view.h"

enum prior_model {
    PRIOR_UNIFORM,
    PRIOR_FREQUENCY,
    PRIOR_REACTION,
    PRIOR_HUMAN,
    PRIOR_AREA,
    PRIOR_MODELS
};

struct enemy_prior;

/* Can these rules be counted with weights? */
bool enemy_prior_applies(const struct rules *rules);

/* NULL if out of memory. The rules must be such that enemy_prior_applies. `without` is a set of
 * models to leave out, a bit each, and bit PRIOR_MODELS for repeated layouts. */
struct enemy_prior *enemy_prior_new(const struct rules *rules, bool enemy_is_person,
                                    unsigned without);
void enemy_prior_free(struct enemy_prior *prior);

/* A round starts. The fleet of the enemy is that of the view; its shots are ignored. */
enum error enemy_prior_start(struct enemy_prior *prior, const struct view *view);

/* Has the uniform model, of those that matter in this round, no rival? */
bool enemy_prior_is_uniform(const struct enemy_prior *prior);

/* Takes in the answers of the round so far. An error of exact_count_run_weighted if that is not
 * possible. */
enum error enemy_prior_update(struct enemy_prior *prior, const struct evidence *evidence);

/* The chance that this cell has a ship. */
double enemy_prior_chance(const struct enemy_prior *prior, int cell);

/* How much each model counts now; the last is for repeated layouts. They add up to 1. */
void enemy_prior_weights(const struct enemy_prior *prior, double weight[PRIOR_MODELS + 1]);

/* Do at most `most` layouts explain the evidence, whatever their weights? Layouts that differ only
 * in which of two equal ships is where count once. */
bool enemy_prior_layouts(const struct enemy_prior *prior, uint64_t most);

/* The chance of a layout when the round started, by the models that still matter. The order of the
 * ships does not matter. */
double enemy_prior_of(const struct enemy_prior *prior, const struct past_ship *ship, int ships);

/* Weighs listed layouts by the mixture and drops those that hardly count. ERR_MEMORY. */
enum error enemy_prior_weigh(const struct enemy_prior *prior, const struct evidence *evidence,
                             struct layout_list *list);

/* A round is over: learns from the answers, as far as they tell where ships were. */
void enemy_prior_learn(struct enemy_prior *prior, const struct view *view);

/* Learns from a fleet that this enemy placed in an earlier game. */
void enemy_prior_study(struct enemy_prior *prior, const struct layout *layout);

#endif
