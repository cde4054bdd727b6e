/* Places a fleet against an enemy that we do not know: a mixed strategy, computed beforehand.
 *
 * Some random layouts are drawn, a bot shoots once at each, and the one that lasts longest wins,
 * after a penalty for places that the strategy would otherwise use too often. So an enemy that does
 * not know the strategy needs many shots, and knowing it helps little. */
#ifndef BROADSIDE_BOTS_STRANGER_FLEET_H
#define BROADSIDE_BOTS_STRANGER_FLEET_H

#include "bots/trial.h"

/* The classes of a ship's places on a square board that are alike by symmetry. */
enum { STRANGER_CLASSES = 25, STRANGER_SIDE = 10 };

/* The class of a place on a board of STRANGER_SIDE x STRANGER_SIDE. */
int stranger_class(const struct rules *rules, int length, struct placement at);

/* Draws a layout; `judge` shoots at the candidates. Errors as layout_random. */
enum error stranger_fleet_draw(struct trial *judge, const struct rules *rules, struct rng *rng,
                               struct layout *layout);

#endif
