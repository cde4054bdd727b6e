/* The places on a board where a ship of one length can be, numbered: first those across, then those
 * down, in reading order. A plain value, for boards of up to 128 cells. */
#ifndef BROADSIDE_BOTS_SHIP_PLACES_H
#define BROADSIDE_BOTS_SHIP_PLACES_H

#include "base/wide.h"
#include "rules/layout.h"

enum { MOST_PLACES = 2 * EXACT_CELLS };

struct ship_places {
    int length, count;
    uint8_t start[MOST_PLACES], vertical[MOST_PLACES];
    wide cells[MOST_PLACES];
};

void ship_places_list(struct ship_places *places, const struct rules *rules, int length);

#endif
