/* What we expect of this enemy's layout, from the earlier rounds of the match and from the answers
 * to our shots in this round.
 *
 * The prior is a mixture of models. Each says how likely a whole layout is:
 *
 *   uniform    every layout alike
 *   frequency  where each kind of ship was in earlier rounds (place_model.h)
 *   reaction   places where we shot late or never ourselves (place_model.h)
 *   human      where people put their ships (infer/human.h); only against people
 *   area       all ships in one half or quarter of the board
 *   repeat     a layout of an earlier round again (past_layouts.h)
 *
 * Except for the last, the weight of a layout is a product of a weight for each ship, so the sum
 * over all layouts that explain the answers is computed exactly (exact_count.h). That sum, divided
 * by the sum over all layouts, is how well the model has predicted this round so far. The mixture
 * weighs the models by this, and by how well they predicted earlier rounds.
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

/* Can layouts be counted with weights under these rules? */
bool enemy_prior_applies(const struct rules *rules);

/* NULL if out of memory. enemy_prior_applies must be true for the rules. `without` is a set of
 * models to leave out, one bit each; bit PRIOR_MODELS is for repeated layouts. */
struct enemy_prior *enemy_prior_new(const struct rules *rules, bool enemy_is_person,
                                    unsigned without);
void enemy_prior_free(struct enemy_prior *prior);

/* Starts a round with the enemy's fleet as in the view. Shots in the view are ignored. ERR_MEMORY,
 * or errors of evidence_from_view. */
enum error enemy_prior_start(struct enemy_prior *prior, const struct view *view);

/* Is the uniform model the only one that matters in this round? */
bool enemy_prior_is_uniform(const struct enemy_prior *prior);

/* Takes in the answers of the round so far. Errors as exact_count_run_weighted; ERR_MISMATCH if no
 * layout explains the answers. */
enum error enemy_prior_update(struct enemy_prior *prior, const struct evidence *evidence);

/* The chance that this cell has a ship. */
double enemy_prior_chance(const struct enemy_prior *prior, int cell);

/* How much each model counts now; the last is for repeated layouts. They add up to 1. */
void enemy_prior_weights(const struct enemy_prior *prior, double weight[PRIOR_MODELS + 1]);

/* Do at most `most` layouts explain the evidence, whatever their weights? Layouts that differ only
 * by swapping equal ships count once. */
bool enemy_prior_has_at_most(const struct enemy_prior *prior, uint64_t most);

/* The chance that a layout had when the round started, by the models that still matter. The ships
 * may be in any order. */
double enemy_prior_of(const struct enemy_prior *prior, const struct past_ship *ship, int ships);

/* Weighs listed layouts by the mixture and drops those that hardly count. ERR_MEMORY; ERR_MISMATCH
 * if all weights are 0. */
enum error enemy_prior_weigh(const struct enemy_prior *prior, const struct evidence *evidence,
                             struct layout_list *list);

/* Learns from the answers of a round that is over, as far as they tell where ships were. */
void enemy_prior_learn(struct enemy_prior *prior, const struct view *view);

/* Learns from a fleet that this enemy placed in an earlier game. */
void enemy_prior_study(struct enemy_prior *prior, const struct layout *layout);

#endif
