/* Chooses where to place a fleet so that a shooter needs long to sink it.
 *
 * A few layouts are drawn uniformly at random. A plain shooter, the bot heatmap, shoots at each of
 * them several times, and the layout that lasts longest is improved by moving single ships. If
 * ships may not touch, the layout whose long ships close the fewest cells is improved instead. The
 * result differs every time and any cell may have a ship, so an enemy who knows the method cannot
 * rely on a place. */
#ifndef BROADSIDE_BOTS_FLEET_CHOICE_H
#define BROADSIDE_BOTS_FLEET_CHOICE_H

#include "bots/bot.h"

/* Working memory of one match. NULL if out of memory. */
struct fleet_choice *fleet_choice_new(const struct rules *rules);
void fleet_choice_free(struct fleet_choice *choice);

/* Draws a legal layout. `choice` may be NULL: then every layout is equally likely. Errors as
 * layout_random. */
enum error fleet_choice_draw(struct fleet_choice *choice, const struct rules *rules,
                             struct rng *rng, struct layout *layout);

/* The mean number of shots that the shooter needs to sink this fleet, over `games` games. A game in
 * which it fails ends there. */
double fleet_choice_shots(struct fleet_choice *choice, const struct layout *layout, int games,
                          struct rng *rng);

#endif
