#include "report/grid.h"

#ifdef HAVE_CAIRO

#include <math.h>
#include <stddef.h>

enum { BETWEEN_LABELS = 14 };

void grid_begin(struct canvas *canvas)
{
    canvas_font(canvas, 12, false);
    canvas_line_width(canvas, 1);
    canvas_dash(canvas, NULL, 0);
}

static void draw_line(struct canvas *canvas, uint32_t ink, double x, double y, double to_x,
                      double to_y)
{
    canvas_colour(canvas, ink);
    canvas_move(canvas, x, y);
    canvas_line(canvas, to_x, to_y);
    canvas_stroke(canvas);
}

/* Lines are in the middle of a pixel, where they are sharp. */
void grid_row(struct canvas *canvas, const struct grid *grid, double y, const char *label)
{
    y = round(y) + 0.5;
    draw_line(canvas, GRID_INK, grid->left, y, grid->right, y);
    canvas_colour(canvas, INK);
    if (label)
        canvas_text(canvas, grid->left - 8, y + 4, 1, label);
}

void grid_column(struct canvas *canvas, const struct grid *grid, double x, const char *label)
{
    x = round(x) + 0.5;
    draw_line(canvas, GRID_INK, x, grid->top, x, grid->bottom);
    draw_line(canvas, FRAME_INK, x, grid->bottom, x, grid->bottom + 5);
    canvas_colour(canvas, INK);
    if (label)
        canvas_text(canvas, x, grid->bottom + 19, 0.5, label);
}

void grid_axes(struct canvas *canvas, const struct grid *grid)
{
    grid_begin(canvas);
    canvas_colour(canvas, FRAME_INK);
    canvas_move(canvas, grid->left + 0.5, grid->top);
    canvas_line(canvas, grid->left + 0.5, grid->bottom + 0.5);
    canvas_line(canvas, grid->right, grid->bottom + 0.5);
    canvas_stroke(canvas);
}

int grid_labels(const struct canvas *canvas, const struct grid *grid, const char *label)
{
    double width = canvas_text_width(canvas, label) + BETWEEN_LABELS;

    return (int)fmax(1, (grid->right - grid->left) / width);
}

#endif
