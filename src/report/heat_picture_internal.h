/* Draws a heat map on a canvas, for heat_picture.c and animation.c. Requires cairo. */
#ifndef BROADSIDE_REPORT_HEAT_PICTURE_INTERNAL_H
#define BROADSIDE_REPORT_HEAT_PICTURE_INTERNAL_H

#ifdef HAVE_CAIRO

#include "report/canvas.h"
#include "report/heat_picture.h"

#include <stdint.h>

/* Inks besides those of scale_heat. */
enum {
    HEAT_INK = 0x222222,
    HEAT_FAINT = 0x777777,
    HEAT_KNOWN = 0xf2f2f2, /* ground of a known cell */
    HEAT_HIT = 0xb51700,
    HEAT_CHOSEN = 0xe35205,
    HEAT_SEEN = 0x8b1a9b, /* sweeps and hints that found a ship */
};

/* Where everything goes; the same for all frames of an animation. */
struct heat_picture_plan {
    double cell;          /* side of a cell */
    double left, top;     /* the corner of the board */
    double width, height; /* of the sheet, whole pixels */
    bool fixed_keys;      /* each key has its place, even if others are missing */
    bool captioned;
};

/* For a frame of an animation; `sightings` says whether there may be sweeps or hints. */
struct heat_picture_plan heat_picture_frame_plan(int width, int height, bool sightings);

/* The canvas is white. */
void heat_picture_draw(struct canvas *canvas, const struct heat_picture *heat,
                       const struct heat_picture_plan *plan);

#endif
#endif
