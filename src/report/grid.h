/* The grid of a chart: lines with labels, and the axes. Exists only with cairo. */
#ifndef BROADSIDE_REPORT_GRID_H
#define BROADSIDE_REPORT_GRID_H

#include "report/canvas.h"

#ifdef HAVE_CAIRO

enum { INK = 0x222222, FAINT_INK = 0x555555, GRID_INK = 0xdddddd, FRAME_INK = 0x888888 };

/* The area that the grid covers, in pixels. */
struct grid {
    double left, right, top, bottom;
};

/* Sets the font and the line. Call it before the others. */
void grid_begin(struct canvas *canvas);

/* A line across at the height y with its label on the left, or a line at x with a tick and its
 * label below. A label may be NULL. */
void grid_row(struct canvas *canvas, const struct grid *grid, double y, const char *label);
void grid_column(struct canvas *canvas, const struct grid *grid, double x, const char *label);

/* The left and the lower edge. */
void grid_axes(struct canvas *canvas, const struct grid *grid);

/* How many labels as wide as this one fit below the grid. */
int grid_labels(const struct canvas *canvas, const struct grid *grid, const char *label);

#endif
#endif
