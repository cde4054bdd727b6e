/* Whole layouts that the enemy has used in this match. Some bots choose from a list of layouts, or
 * always use the same one. A plain value, zeroed at the start of a match. */
#ifndef BROADSIDE_BOTS_PAST_LAYOUTS_H
#define BROADSIDE_BOTS_PAST_LAYOUTS_H

#include "infer/evidence.h"

enum { PAST_LAYOUTS = 400, PAST_SHIPS = 12 };

struct past_layout {
    double weight;
    uint8_t ships;
    struct past_ship {
        uint8_t kind, start, vertical;
    } ship[PAST_SHIPS];
    bool possible; /* in this round so far */
};

struct past_layouts {
    int count;
    double repeats, rounds; /* fading: how many rounds repeated a layout, of how many */
    struct past_layout layout[PAST_LAYOUTS];
};

static inline bool past_ship_is(const struct past_ship *a, const struct past_ship *b)
{
    return a->kind == b->kind && a->start == b->start && a->vertical == b->vertical;
}

/* Adds the layout of a round. Equal layouts must have their ships in the same order. Ignores a
 * layout of more than PAST_SHIPS ships. */
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
