/* A cairo context that becomes a file, and helpers for text. Exists only with cairo.
 *
 * Coordinates are pixels of the SVG; a PNG has twice as many. Each canvas_begin that succeeds is
 * followed by exactly one canvas_end, which writes the file and releases everything, even if
 * drawing failed. */
#ifndef BROADSIDE_REPORT_CANVAS_H
#define BROADSIDE_REPORT_CANVAS_H

#ifdef HAVE_CAIRO

#include "base/buffer.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

#include <cairo.h>

#define CANVAS_PI 3.14159265358979323846 /* POSIX has no M_PI */

enum canvas_format { CANVAS_SVG, CANVAS_PNG, CANVAS_PDF };

struct canvas {
    enum canvas_format format;
    cairo_surface_t *surface;
    cairo_t *cr;
    struct buffer bytes;
    const char *path, *title; /* the caller's */
};

/* A white sheet. The title is the file's metadata and is not drawn; it may be NULL. */
enum error canvas_begin(struct canvas *canvas, const char *path, double width, double height,
                        const char *title, struct message *message);
enum error canvas_end(struct canvas *canvas, struct message *message);

void canvas_white(cairo_t *cr);
void canvas_colour(cairo_t *cr, uint32_t rgb); /* 0xrrggbb */

/* Text in DejaVu Sans. `align` is the share of its width left of x: 0, 0.5 or 1; y is the baseline.
 * Pass untrusted text through canvas_clean first. */
void canvas_font(cairo_t *cr, double size, bool bold);
double canvas_text_width(cairo_t *cr, const char *text);
void canvas_text(cairo_t *cr, double x, double y, double align, const char *text);

/* Like canvas_text, but cut with an ellipsis if it is wider than `most`. */
void canvas_text_fit(cairo_t *cr, double x, double y, double align, double most, const char *text);

/* A bold heading. The size is reduced, down to `least`, before the text is cut. */
void canvas_heading(cairo_t *cr, double x, double y, double size, double least, double most,
                    const char *text);

struct canvas_clean {
    char text[256];
};
struct canvas_clean canvas_clean(const char *text); /* NULL is empty */

#endif
#endif
