/* Places our fleet round after round so that this enemy takes long to find it.
 *
 * A plan belongs to one match. In the first round, against a stranger, it draws from a mixed
 * strategy that was computed beforehand (bench/placement.c). After each round it learns where and
 * in which order the enemy shot, and how long it took. There are several styles of placement: some
 * hide the fleet well from this enemy but repeat themselves, others give nothing away. The plan
 * draws the style by the results of each so far (Thompson sampling), so it uses hiding places as
 * long as the enemy does not learn them, and leaves them once it does.
 *
 * Under other rules (ships may not touch, more than 128 cells) it places fleets by fleet_choice.h.
 * All work is bounded by counts, and the layouts depend only on the generators passed in and on the
 * rounds learned. */
#ifndef BROADSIDE_BOTS_FLEET_PLAN_H
#define BROADSIDE_BOTS_FLEET_PLAN_H

#include "rules/view.h"

struct fleet_plan;

/* NULL if out of memory. */
struct fleet_plan *fleet_plan_new(const struct rules *rules);
void fleet_plan_free(struct fleet_plan *plan);

/* Draws the layout of the next round; it is legal. Errors as layout_random. */
enum error fleet_plan_draw(struct fleet_plan *plan, struct rng *rng, struct layout *layout);

/* Learns from a round that has ended: view->incoming has the enemy's shots in order, view->own our
 * fleet. Call it once after each round. */
void fleet_plan_learn(struct fleet_plan *plan, const struct view *view);

/* The styles, for measurements. */
enum fleet_style {
    STYLE_STRANGER,  /* the mixed strategy of the first round */
    STYLE_UNIFORM,   /* every layout is equally likely */
    STYLE_REPLAY,    /* late in the enemy's hunting order */
    STYLE_COLD,      /* where the enemy hardly shoots */
    STYLE_SIMULATED, /* lasts long when a bot like the enemy shoots at it */
    STYLE_REPEAT,    /* one of the layouts that lasted longest */
    STYLE_CHANGE,    /* one of those with a ship moved */
    FLEET_STYLES
};
const char *fleet_plan_style_name(enum fleet_style style);

/* The style of the last layout drawn. */
enum fleet_style fleet_plan_style(const struct fleet_plan *plan);

/* Uses only this style from now on; FLEET_STYLES for all. For measurements and tests. */
void fleet_plan_only(struct fleet_plan *plan, enum fleet_style style);

/* Draws from the mixed strategy for strangers. */
enum error fleet_plan_stranger(struct fleet_plan *plan, struct rng *rng, struct layout *layout);

#endif
