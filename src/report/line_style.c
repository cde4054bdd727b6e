#include "report/line_style.h"

#ifdef HAVE_CAIRO

#include <math.h>

/* Okabe and Ito's colours, with a darker yellow that is visible on white. They can be
 * distinguished with all common kinds of colour blindness. */
static const uint32_t colours[] = {0x0072b2, 0xd55e00, 0x009e73, 0x000000,
                                   0xcc79a7, 0xa08000, 0x56b4e9, 0xe69f00};

struct dash {
    int count;
    double length[6];
};
static const struct dash dashes[] = {
    {0, {0}},     {2, {9, 3}}, {2, {2, 2.5}},           {4, {9, 3, 2, 3}},
    {2, {16, 4}}, {2, {5, 3}}, {6, {9, 3, 2, 3, 2, 3}}, {4, {14, 3, 5, 3}},
};

enum { STYLES = 8 };

uint32_t line_style_colour(int series)
{
    return colours[series % STYLES];
}

/* The outline of a marker, as a path. */
static void outline_marker(struct canvas *canvas, int style, double x, double y, double r)
{
    switch (style) {
    case 0:
        canvas_arc(canvas, x, y, r, 0, 2 * CANVAS_PI);
        break;
    case 1:
        canvas_rectangle(canvas, x - r + 0.5, y - r + 0.5, 2 * r - 1, 2 * r - 1);
        break;
    case 2:
        canvas_move(canvas, x, y - r - 0.8);
        canvas_line(canvas, x + r + 0.5, y + r - 0.6);
        canvas_line(canvas, x - r - 0.5, y + r - 0.6);
        break;
    case 3:
        canvas_move(canvas, x, y - r - 1.2);
        canvas_line(canvas, x + r + 1.2, y);
        canvas_line(canvas, x, y + r + 1.2);
        canvas_line(canvas, x - r - 1.2, y);
        break;
    case 4:
        canvas_move(canvas, x, y + r + 0.8);
        canvas_line(canvas, x + r + 0.5, y - r + 0.6);
        canvas_line(canvas, x - r - 0.5, y - r + 0.6);
        break;
    case 5: /* a cross of bars */
        canvas_rectangle(canvas, x - r - 0.8, y - 0.35 * r, 2 * r + 1.6, 0.7 * r);
        canvas_rectangle(canvas, x - 0.35 * r, y - r - 0.8, 0.7 * r, 2 * r + 1.6);
        break;
    case 6: /* five points */
        for (int i = 0; i < 10; i++) {
            double reach = i % 2 ? 0.6 * r : r + 1.6, angle = CANVAS_PI * (i / 5.0 - 0.5);

            canvas_line(canvas, x + reach * cos(angle), y + reach * sin(angle));
        }
        break;
    default: /* half a disc */
        canvas_arc(canvas, x, y + 1.5, r + 0.8, CANVAS_PI, 2 * CANVAS_PI);
    }
    canvas_close(canvas);
}

void line_style_marker(struct canvas *canvas, int series, double x, double y, double r)
{
    bool hollow = series >= STYLES;

    outline_marker(canvas, series % STYLES, x, y, r);
    canvas_dash(canvas, NULL, 0);

    /* A white rim separates markers from the lines below them. */
    canvas_colour(canvas, 0xffffff);
    canvas_line_width(canvas, 2.4);
    canvas_stroke_keep(canvas);
    if (!hollow) {
        canvas_colour(canvas, line_style_colour(series));
        canvas_fill(canvas);
        return;
    }
    canvas_fill_keep(canvas);
    canvas_colour(canvas, line_style_colour(series));
    canvas_line_width(canvas, 1.5);
    canvas_stroke(canvas);
}

void line_style_set(struct canvas *canvas, int series)
{
    const struct dash *dash = &dashes[(series + 3 * (series / STYLES)) % STYLES];

    canvas_colour(canvas, line_style_colour(series));
    canvas_line_width(canvas, 1.8);
    canvas_dash(canvas, dash->length, dash->count);
}

#endif
