/* Trials: a bot shoots at a layout until the fleet is sunk, one shot a turn.
 *
 * A trial owns its shooter and its working memory, and is used by one thread. What the shooter does
 * depends only on the layout and the seed. */
#ifndef BROADSIDE_BOTS_TRIAL_H
#define BROADSIDE_BOTS_TRIAL_H

#include "bots/bot.h"

struct trial;

/* NULL if out of memory. `spec` names a built-in bot. */
struct trial *trial_new(const struct rules *rules, const char *spec);
void trial_free(struct trial *trial);

/* The number of shots that the shooter needs. If the shooter fails, the game ends early. Bits of
 * `flips` mirror the layout: 1 left to right, 2 top to bottom. */
int trial_shots(struct trial *trial, const struct layout *layout, uint32_t flips, uint64_t seed);

/* The share of the enemy's shots at our fleet, in `view`, that the shooter would also have fired in
 * the same position. */
double trial_agreement(struct trial *trial, const struct view *view, uint64_t seed);

#endif
