/* Trials: a bot shoots at a layout until the fleet is sunk, one shot a turn.
 *
 * A trial owns its shooter and its working memory, and is used by one thread. What the shooter does
 * depends only on the layout and on the seed. */
#ifndef BROADSIDE_BOTS_TRIAL_H
#define BROADSIDE_BOTS_TRIAL_H

#include "bots/bot.h"

struct trial;

/* NULL if out of memory. `spec` names a built-in bot. */
struct trial *trial_new(const struct rules *rules, const char *spec);
void trial_free(struct trial *trial);

/* The shots that the shooter needs. A game in which it fails ends there. Flips turn the layout
 * around (1 left to right, 2 upside down). */
int trial_shots(struct trial *trial, const struct layout *layout, uint32_t flips, uint64_t seed);

/* The share of the enemy's shots at our fleet, in `view`, that the shooter would have fired too
 * in the same position. */
double trial_agreement(struct trial *trial, const struct view *view, uint64_t seed);

#endif
