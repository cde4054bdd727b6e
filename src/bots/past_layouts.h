/* Whole layouts that the enemy has used in this match. Some bots choose from a list, or always
 * place the same. A plain value, zeroed at the start of a match. */
#ifndef BROADSIDE_BOTS_PAST_LAYOUTS_H
#define BROADSIDE_BOTS_PAST_LAYOUTS_H

#include "infer/evidence.h"

enum { PAST_LAYOUTS = 400, PAST_SHIPS = 12 };

struct past_layout {
    double weight;
    uint8_t ships;
    struct past_ship {
        uint8_t kind, start, vertical;
    } ship[PAST_SHIPS]; /* ordered */
    bool possible;      /* in this round so far */
};

struct past_layouts {
    int count;
    double repeats, rounds; /* fading: how many rounds repeated a layout, of how many */
    struct past_layout layout[PAST_LAYOUTS];
};

/* Adds the layout of a round, ordered as in struct past_layout, with any number of ships. */
void past_layouts_add(struct past_layouts *past, const struct past_ship *ship, int ships);

/* The chance that the next round repeats a layout. */
double past_layouts_chance(const struct past_layouts *past);

/* The sum of all weights. */
double past_layouts_total(const struct past_layouts *past);

/* Every layout is possible again. */
void past_layouts_start(struct past_layouts *past);

/* Rules out layouts that contradict the evidence. Returns the chance, given that a layout is
 * repeated, that it is one of those left. */
double past_layouts_match(struct past_layouts *past, const struct evidence *evidence);

#endif
