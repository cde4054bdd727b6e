/* Where people put their ships: boards whose cells are covered as often as on the boards of people.
 *
 * The data (data/human-placement.csv, with its source) are the shares of 59,708 boards of the
 * classic game that had a ship on each square; nothing is known about which ship, or which cells
 * together. Of all ways to draw layouts with these shares we take the one of greatest entropy,
 * which adds nothing else to the data: the chance of a legal layout is proportional to the product
 * of one weight per cell that it covers. The weights were fitted by iterative scaling
 * (tests/tools/fit_human.c); with them the shares come out within 0.0004 of the data, while the
 * data's own standard error is 0.0015.
 *
 * A table is a plain value without pointers and may be shared by threads. */
#ifndef BROADSIDE_ARENA_HUMAN_H
#define BROADSIDE_ARENA_HUMAN_H

#include "rules/layout.h"

enum {
    HUMAN_SIDE = 10,
    HUMAN_CELLS = HUMAN_SIDE * HUMAN_SIDE,
    HUMAN_SHIPS = 5,
    HUMAN_BOARDS = 100000,     /* human_share counts in so many boards */
    HUMAN_WEIGHT_ONE = 1024,   /* the weight of a cell that is neither liked nor disliked */
    HUMAN_PLACEMENTS = 2 * 90, /* of the shortest ship */
};

/* Cells in reading order: the data, and the weights that bring them about. */
extern const uint16_t human_share[HUMAN_CELLS];
extern const uint16_t human_weight[HUMAN_CELLS];

struct human {
    int length[HUMAN_SHIPS]; /* in the order of the fleet */
    /* The sums of the weights of the first 1, 2, ... placements; horizontal ones come first. */
    uint32_t sum[HUMAN_SHIPS][HUMAN_PLACEMENTS];
    int placements[HUMAN_SHIPS];
};

/* Refuses rules of another board or fleet, with a sentence: for those there are no data. */
enum error human_init(struct human *human, const struct rules *rules,
                      const uint16_t weight[HUMAN_CELLS], struct message *message);

void human_draw(const struct human *human, struct rng *rng, struct layout *layout);

#endif
