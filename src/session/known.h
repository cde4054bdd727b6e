/* What a player knows about each cell of the enemy's waters: the marks that every front end shows,
 * as signs or in words.
 *
 * Rules that keep misses off the map (`tracking = hard`) hide the misses and nothing else: such a
 * cell looks as if it had not been shot at. */
#ifndef BROADSIDE_SESSION_KNOWN_H
#define BROADSIDE_SESSION_KNOWN_H

#include "rules/view.h"

enum known_mark {
    KNOWN_NOTHING,
    KNOWN_MISS,
    KNOWN_HIT,   /* on a ship that may be afloat */
    KNOWN_SUNK,  /* certainly part of a sunk ship */
    KNOWN_WATER, /* next to a sunk ship, if ships may not touch */
    KNOWN_FOUND, /* in a sweep that found ships, and no hit since explains it */
    KNOWN_EMPTY, /* in a sweep that found nothing */
    KNOWN_HINT,  /* in the block of a hint, and no hit since explains it */
};

struct known {
    uint8_t mark[MAX_CELLS]; /* enum known_mark */
    uint8_t ship[MAX_CELLS]; /* of a hit or sunk cell: the kind if it is known, else NO_SHIP */
};

void known_fill(const struct view *view, struct known *known);

/* Does this sweep or hint cover the cell? */
bool known_covers(const struct view *view, const struct sighting *sighting, int cell);

#endif
