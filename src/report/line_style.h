/* How the series of a chart differ: by colour, dash and marker, so that a chart also works in black
 * and white. The second eight series have the colours of the first eight with other dashes and
 * hollow markers. Exists only with cairo. */
#ifndef BROADSIDE_REPORT_LINE_STYLE_H
#define BROADSIDE_REPORT_LINE_STYLE_H

#include "report/canvas.h"

#ifdef HAVE_CAIRO

uint32_t line_style_colour(int series);

/* Sets the colour, width and dash of the line. */
void line_style_set(struct canvas *canvas, int series);

/* Draws the marker with this radius, usually MARKER_RADIUS. */
enum { MARKER_RADIUS = 4 };
void line_style_marker(struct canvas *canvas, int series, double x, double y, double r);

#endif
#endif
