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

/* Plays games to improve the pool, if the enemy is like one of the bots. Call it once a round.
 * Errors as layout_random. */
enum error trial_pool_improve(struct trial_pool *pool, struct rng *rng);

/* Draws one of the best layouts. The pool must have been improved. */
void trial_pool_draw(const struct trial_pool *pool, struct rng *rng, struct layout *layout);

/* Compares the enemy's shots with those of the bots. */
void trial_pool_learn(struct trial_pool *pool, const struct view *view);

/* The share of the enemy's shots so far that the bot most like it would also have fired. */
double trial_pool_likeness(const struct trial_pool *pool);

/* Draws a layout by stranger_fleet.h. */
enum error trial_pool_stranger(struct trial_pool *pool, struct rng *rng, struct layout *layout);

#endif
