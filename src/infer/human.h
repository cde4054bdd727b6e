/* Where people put their ships: boards whose cells are covered as often as on boards of people.
 *
 * The data (data/human-placement.csv, with its source) are the shares of 59,708 boards of the
 * classic game that had a ship on each square. Which ship it was, and which cells went together, is
 * not known. Of all distributions with these shares we use the one with maximum entropy, which adds
 * no other assumption: the probability of a legal layout is proportional to the product of one
 * weight for each cell that it covers. The weights were fitted by iterative scaling
 * (tests/tools/fit_human.c); with them the shares come out within 0.0004 of the data, while the
 * data's own standard error is 0.0015.
 *
 * A table is a plain value without pointers and may be shared by threads. */
#ifndef BROADSIDE_INFER_HUMAN_H
#define BROADSIDE_INFER_HUMAN_H

#include "rules/layout.h"

enum {
    HUMAN_SIDE = 10,
    HUMAN_CELLS = HUMAN_SIDE * HUMAN_SIDE,
    HUMAN_SHIPS = 5,
    HUMAN_BOARDS = 100000,     /* the unit of human_share */
    HUMAN_WEIGHT_ONE = 1024,   /* the weight of a cell that is neither preferred nor avoided */
    HUMAN_PLACEMENTS = 2 * 90, /* of the shortest ship */
};

/* Cells in reading order: the data, and the weights fitted to them. */
extern const uint16_t human_share[HUMAN_CELLS];
extern const uint16_t human_weight[HUMAN_CELLS];

struct human {
    int length[HUMAN_SHIPS]; /* in the order of the fleet */
    /* The sums of the weights of the first 1, 2, ... placements; horizontal ones come first. */
    uint32_t sum[HUMAN_SHIPS][HUMAN_PLACEMENTS];
    int placements[HUMAN_SHIPS];
};

/* ERR_RULES for other boards or fleets, for which there are no data. */
enum error human_init(struct human *human, const struct rules *rules,
                      const uint16_t weight[HUMAN_CELLS], struct message *message);

void human_draw(const struct human *human, struct rng *rng, struct layout *layout);

#endif
