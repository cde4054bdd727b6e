/* A sheet to draw on that becomes a file. PNG and PDF are drawn by cairo. An SVG is written as
 * elements of our own, because cairo turns text into outlines: here text stays text, which can be
 * searched, copied and read aloud. Exists only with cairo, which also measures text.
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

enum canvas_format { CANVAS_SVG, CANVAS_PNG, CANVAS_PDF, CANVAS_IMAGE };

enum { CANVAS_DASHES = 6 };

struct canvas {
    enum canvas_format format;
    cairo_surface_t *surface;
    cairo_t *cr; /* of an SVG: only to measure text */
    struct buffer bytes;
    const char *path, *title; /* the caller's */

    /* Only of an SVG: the path so far and how it is drawn. */
    struct buffer trace;
    enum error error; /* of the buffers */
    uint32_t colour;
    double line_width, font_size;
    bool is_round, is_bold;
    int dashes;
    double dash[CANVAS_DASHES];
};

/* A white sheet. The title is the file's metadata and is not drawn; it may be NULL. */
enum error canvas_begin(struct canvas *canvas, const char *path, double width, double height,
                        const char *title, struct message *message);
enum error canvas_end(struct canvas *canvas, struct message *message);

/* Draws on an image of the caller, without a file. Returns whether drawing worked. */
void canvas_begin_image(struct canvas *canvas, cairo_surface_t *image);
cairo_status_t canvas_end_image(struct canvas *canvas);

/* A named part of an SVG: a class for programs and a title for people. Nothing elsewhere. */
void canvas_open_group(struct canvas *canvas, const char *class, const char *title);
void canvas_close_group(struct canvas *canvas);

/* --- shapes: a path, then how it is drawn ------------------------------------------------------*/

void canvas_colour(struct canvas *canvas, uint32_t rgb); /* 0xrrggbb */
void canvas_line_width(struct canvas *canvas, double width);
void canvas_round_corners(struct canvas *canvas, bool is_round);           /* of lines */
void canvas_dash(struct canvas *canvas, const double *lengths, int count); /* 0 for a whole line */

void canvas_move(struct canvas *canvas, double x, double y);
void canvas_line(struct canvas *canvas, double x, double y);
void canvas_arc(struct canvas *canvas, double x, double y, double r, double from, double to);
void canvas_close(struct canvas *canvas);
void canvas_rectangle(struct canvas *canvas, double x, double y, double width, double height);
void canvas_stroke(struct canvas *canvas);
void canvas_fill(struct canvas *canvas);
void canvas_stroke_keep(struct canvas *canvas); /* the path stays, for another call */
void canvas_fill_keep(struct canvas *canvas);
void canvas_fill_rectangle(struct canvas *canvas, double x, double y, double width, double height);

/* --- text in DejaVu Sans -----------------------------------------------------------------------*/

/* `align` is the share of its width left of x: 0, 0.5 or 1; y is the baseline. Pass untrusted text
 * through canvas_clean first. */
void canvas_font(struct canvas *canvas, double size, bool bold);
double canvas_text_width(const struct canvas *canvas, const char *text);
void canvas_text(struct canvas *canvas, double x, double y, double align, const char *text);

/* Like canvas_text, but cut with an ellipsis if it is wider than `most`. */
void canvas_text_fit(struct canvas *canvas, double x, double y, double align, double most,
                     const char *text);

/* A bold heading. The size is reduced, down to `least`, before the text is cut. */
void canvas_heading(struct canvas *canvas, double x, double y, double size, double least,
                    double most, const char *text);

struct canvas_clean {
    char text[256];
};
struct canvas_clean canvas_clean(const char *text); /* NULL is empty */

#endif
#endif
