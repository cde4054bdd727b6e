/* A pool of layouts that last long when bots shoot at them, improved from round to round.
 *
 * The shooter is the one of a few built-in bots whose shots agree best with those that the enemy
 * has fired so far. Layouts are changed, tried, and kept if they last long. */
#ifndef BROADSIDE_BOTS_TRIAL_POOL_H
#define BROADSIDE_BOTS_TRIAL_POOL_H

#include "rules/view.h"

struct trial_pool;

/* NULL if out of memory. */
struct trial_pool *trial_pool_new(const struct rules *rules);
void trial_pool_free(struct trial_pool *pool);

/* Improves the pool and draws one of its best layouts. Errors as layout_random. */
enum error trial_pool_draw(struct trial_pool *pool, struct rng *rng, struct layout *layout);

/* Compares the enemy's shots with those of the bots. */
void trial_pool_learn(struct trial_pool *pool, const struct view *view);

/* The share of the enemy's shots that the shooter would have fired too. */
double trial_pool_agreement(const struct trial_pool *pool, int shooter, const char **spec);

#endif
