/* In which order an enemy searches our board, learned from its past rounds.
 *
 * A hunting shot is one that the enemy fires while no hit is open, that is, while every ship of
 * ours that it has hit is sunk. Hunting shots are numbered within a round. The model keeps, for the
 * last HUNT_ROUNDS rounds and every place of every ship, the number of the first hunting shot that
 * would have found a ship there. From this follows how late the enemy would have found the ships of
 * any layout.
 *
 * For boards of up to HUNT_CELLS cells. A model is a plain value of about 180 kB; zero it first. */
#ifndef BROADSIDE_BOTS_HUNT_ORDER_H
#define BROADSIDE_BOTS_HUNT_ORDER_H

#include "rules/view.h"

enum { HUNT_CELLS = 128, HUNT_ROUNDS = 64 };

struct hunt_order {
    int rounds, next; /* rounds kept; the slot of the next one */
    float weight[HUNT_ROUNDS];
    /* [length][down][first cell][slot] */
    uint8_t found[MAX_LENGTH + 1][2][HUNT_CELLS][HUNT_ROUNDS];
    /* By cell: the number of hunting shots at it, and the sum of their numbers; fading. */
    float hunts[HUNT_CELLS], sum[HUNT_CELLS];
    /* By cell: how early the enemy shoots there, whatever the reason, summed over all rounds;
     * fading. */
    float heat[HUNT_CELLS];
};

/* Learns from a round that has ended. */
void hunt_order_learn(struct hunt_order *order, const struct view *view);

/* How late the enemy would have found this layout: the weighted mean over the rounds of the number
 * of the shot that finds the last ship, plus 0.3 times the mean over the ships. 0 without rounds.
 */
double hunt_order_value(const struct hunt_order *order, const struct rules *rules,
                        const struct layout *layout);

/* How cold the hottest cell of this layout is; the other cells break ties. More is colder. */
double hunt_order_coldness(const struct hunt_order *order, const struct rules *rules,
                           const struct layout *layout);

#endif
