/* Where this enemy puts each kind of ship, learned from the rounds so far.
 *
 * Experts predict the place of a ship: those of PLACE_FREQUENCY by how often it was at each place,
 * with memories of different length; those of PLACE_REACTION by how cold the places are for our own
 * shots (shot_heat.h). Experts that predicted well get more weight, for each kind of ship. A model
 * belongs to one match. */
#ifndef BROADSIDE_BOTS_PLACE_MODEL_H
#define BROADSIDE_BOTS_PLACE_MODEL_H

#include "bots/shot_heat.h"
#include "infer/exact_count.h"

enum place_group { PLACE_FREQUENCY, PLACE_REACTION, PLACE_GROUPS };

/* Where a ship was. */
struct known_ship {
    uint8_t kind;
    uint16_t place; /* a number of struct ship_places */
};

struct place_model;

/* For boards of up to 128 cells. NULL if out of memory. */
struct place_model *place_model_new(const struct rules *rules);
void place_model_free(struct place_model *model);

/* The places of a kind of ship, which must be in the fleet. */
const struct ship_places *place_model_places(const struct place_model *model, int kind);

/* The chance of each place in the next round, as a group of experts sees it. Each kind is scaled so
 * that its largest weight is 1. */
void place_model_weigh(const struct place_model *model, enum place_group group,
                       struct ship_weights *weights);

/* Learns where ships were in a round, and then our shots in it, to predict the next round. `trust`,
 * above 0 and at most 1, says how much the round tells about the enemy's reactions. */
void place_model_learn(struct place_model *model, const struct known_ship *ship, int ships,
                       const struct track *track, double trust);

#endif
