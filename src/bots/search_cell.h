/* Where to search for ships on large boards.
 *
 * On boards that are large for their fleet, greedy play (the likeliest cell every time) is not
 * good. Its shots leave gaps that do not fit together, and it takes long to find the last small
 * ships. So while no damaged ship is left to sink, only every k-th diagonal counts, where k is the
 * length of the smallest ship afloat: no ship can hide between them, and every shot rules out as
 * many places of it as a shot can. docs/STRENGTH.md has figures. */
#ifndef BROADSIDE_BOTS_SEARCH_CELL_H
#define BROADSIDE_BOTS_SEARCH_CELL_H

#include "infer/posterior.h"

/* The ships afloat that have not been hit, by length. */
struct search_fleet {
    double ships[MAX_LENGTH + 1];
    double damaged; /* ships that are hit but not sunk */
};

/* Reads the fleet from the announcements alone. False if they do not tell, which is usual without
 * names and while a ship is damaged. */
bool search_cell_read_fleet(const struct evidence *evidence, struct search_fleet *fleet);

/* Reads the expected fleet from a posterior. */
void search_cell_expect_fleet(const struct posterior *posterior, struct search_fleet *fleet);

/* The cell to shoot while no ship is damaged, at random among equals; NO_CELL if no ship can be
 * anywhere. */
int search_cell_choose(const struct evidence *evidence, const struct search_fleet *fleet,
                       struct rng *rng);

#endif
