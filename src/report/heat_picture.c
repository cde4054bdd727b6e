/* Unknown cells have a shade and a percentage; known cells have a shape on a plain background:
 * circle, cross, square or dot. So the map also works without colours. */
#include "report/heat_picture.h"

#include "report/picture.h"

#ifdef HAVE_CAIRO

#include "report/canvas.h"
#include "report/heat_picture_internal.h"
#include "report/scale.h"
#include "rules/cell.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    MARGIN = 20,
    LABELS = 26, /* left of and above the board */
    CAPTION = 34,
    LEGEND = 92, /* below the board */
    LEAST_WIDTH = 490,
    BAR_WIDTH = 300,
    BAR_HEIGHT = 14,
};

static struct heat_picture_plan plan_of(int width, int height, double cell, bool captioned)
{
    struct heat_picture_plan plan = {.cell = cell, .captioned = captioned};
    double board = LABELS + width * cell;

    plan.width = fmax(LEAST_WIDTH, board + 2 * MARGIN + 8);
    plan.left = MARGIN + LABELS;
    plan.top = MARGIN + (captioned ? CAPTION : 0) + LABELS - 6;
    plan.height = plan.top + height * cell + LEGEND;
    return plan;
}

static double fitting_cell(int width, int height, double board, double least, double most)
{
    double cell = floor(board / (width > height ? width : height));

    return fmin(most, fmax(least, cell));
}

/* A still picture is scaled to its board. */
static struct heat_picture_plan still_plan(const struct heat_picture *heat)
{
    double cell = fitting_cell(heat->width, heat->height, 620, 22, 46), most = 0;
    bool captioned = heat->caption && heat->caption[0];
    struct heat_picture_plan plan = plan_of(heat->width, heat->height, cell, captioned);

    for (int i = 0; i < heat->width * heat->height; i++)
        most = fmax(most, heat->probability[i]);
    if (heat->scale > 0) {
        plan.most = heat->scale;
    } else if (most > 0) { /* up to a round number */
        double step = scale_step(most, 5, 0);

        plan.most = fmin(1, ceil(most / step - 1e-9) * step);
    } else {
        plan.most = 1;
    }
    return plan;
}

struct heat_picture_plan heat_picture_frame_plan(int width, int height)
{
    struct heat_picture_plan plan =
        plan_of(width, height, fitting_cell(width, height, 480, 20, 42), true);

    plan.most = 1;
    plan.root = true;
    plan.all_keys = true;
    return plan;
}

static uint32_t shade_of(const struct heat_picture_plan *plan, double probability)
{
    double part = probability > 0 ? fmin(1, probability / plan->most) : 0;

    return scale_heat(plan->root ? sqrt(part) : part);
}

/* The shape of a mark in a square of the given side around (x, y). */
static void draw_mark(cairo_t *cr, char mark, double x, double y, double side)
{
    double r = 0.24 * side;

    cairo_new_path(cr);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
    switch (mark) {
    case 'o':
        canvas_colour(cr, HEAT_FAINT);
        cairo_set_line_width(cr, fmax(1.2, 0.07 * side));
        cairo_arc(cr, x, y, r, 0, 2 * CANVAS_PI);
        cairo_stroke(cr);
        break;
    case '*':
        canvas_colour(cr, HEAT_HIT);
        cairo_set_line_width(cr, fmax(2, 0.14 * side));
        cairo_move_to(cr, x - r, y - r);
        cairo_line_to(cr, x + r, y + r);
        cairo_move_to(cr, x + r, y - r);
        cairo_line_to(cr, x - r, y + r);
        cairo_stroke(cr);
        break;
    case '#':
        canvas_colour(cr, HEAT_INK);
        cairo_rectangle(cr, x - 1.25 * r, y - 1.25 * r, 2.5 * r, 2.5 * r);
        cairo_fill(cr);
        break;
    case '.':
        canvas_colour(cr, HEAT_FAINT);
        cairo_arc(cr, x, y, fmax(1.8, 0.07 * side), 0, 2 * CANVAS_PI);
        cairo_fill(cr);
        break;
    default:
        break;
    }
}

/* A frame that is visible on every background: a coloured line between two white ones. */
static void draw_frame(cairo_t *cr, double x, double y, double side)
{
    double width = fmax(2, 0.075 * side);

    cairo_set_line_join(cr, CAIRO_LINE_JOIN_MITER);
    cairo_rectangle(cr, x, y, side, side);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_set_line_width(cr, width + 3);
    cairo_stroke_preserve(cr);
    canvas_colour(cr, HEAT_CHOSEN);
    cairo_set_line_width(cr, width);
    cairo_stroke(cr);
}

static void draw_number(cairo_t *cr, const struct heat_picture_plan *plan, double p, double x,
                        double y, uint32_t ground)
{
    double size = fmin(14, floor(0.4 * plan->cell));
    char text[8];

    if (p > 0 && p < 0.005)
        snprintf(text, sizeof text, "<1");
    else if (p >= 1 - 1e-12)
        snprintf(text, sizeof text, "100");
    else
        snprintf(text, sizeof text, "%d", p > 0 ? (int)fmin(99, floor(100 * p + 0.5)) : 0);
    canvas_font(cr, size, false);
    canvas_colour(cr, scale_is_dark(ground) ? 0xffffff : HEAT_INK);
    canvas_text(cr, x, y + 0.36 * size, 0.5, text);
}

static void draw_cell(cairo_t *cr, const struct heat_picture *heat,
                      const struct heat_picture_plan *plan, int cell)
{
    double x = plan->left + cell % heat->width * plan->cell;
    double y = plan->top + cell / heat->width * plan->cell; /* NOLINT(bugprone-integer-division) */
    double half = plan->cell / 2, p = heat->probability[cell];
    char mark = heat->mark ? heat->mark[cell] : ' ';
    uint32_t ground = p < 0 ? HEAT_KNOWN : shade_of(plan, p);

    canvas_colour(cr, ground);
    cairo_rectangle(cr, x, y, plan->cell, plan->cell);
    cairo_fill(cr);
    if (mark != ' ')
        draw_mark(cr, mark, x + half, y + half, plan->cell);
    else if (!(p < 0))
        draw_number(cr, plan, p, x + half, y + half, ground);
}

static void draw_lines(cairo_t *cr, const struct heat_picture *heat,
                       const struct heat_picture_plan *plan)
{
    double left = plan->left + 0.5, top = plan->top + 0.5; /* sharp lines, also in animations */
    double right = left + heat->width * plan->cell, bottom = top + heat->height * plan->cell;

    cairo_set_line_width(cr, 1);
    canvas_colour(cr, 0xbbbbbb);
    for (int i = 0; i <= heat->width; i++) {
        cairo_move_to(cr, left + i * plan->cell, top);
        cairo_line_to(cr, left + i * plan->cell, bottom);
    }
    for (int i = 0; i <= heat->height; i++) {
        cairo_move_to(cr, left, top + i * plan->cell);
        cairo_line_to(cr, right, top + i * plan->cell);
    }
    cairo_stroke(cr);
}

static void draw_labels(cairo_t *cr, const struct heat_picture *heat,
                        const struct heat_picture_plan *plan)
{
    double size = fmin(13, 0.5 * plan->cell);
    char text[16];

    canvas_font(cr, size, false);
    canvas_colour(cr, HEAT_INK);
    for (int i = 0; i < heat->width; i++)
        canvas_text(cr, plan->left + (i + 0.5) * plan->cell, plan->top - 7, 0.5,
                    cell_column_name(i).text);
    for (int i = 0; i < heat->height; i++) {
        snprintf(text, sizeof text, "%d", i + 1);
        canvas_text(cr, plan->left - 7, plan->top + (i + 0.5) * plan->cell + 0.36 * size, 1, text);
    }
}

/* The scale: shades from 0 to the darkest, with round ticks. */
static void draw_bar(cairo_t *cr, const struct heat_picture_plan *plan, double x, double y)
{
    static const double root_ticks[] = {0, 0.05, 0.2, 0.5, 1};
    double step = plan->root ? 0 : scale_step(plan->most, 5, 0);
    char text[32];

    for (int i = 0; i < BAR_WIDTH;
         i += 2) { /* each rectangle reaches to the end, to avoid visible seams */
        double part = i / (BAR_WIDTH - 2.0);

        canvas_colour(cr, scale_heat(part));
        cairo_rectangle(cr, x + i, y, BAR_WIDTH - i, BAR_HEIGHT);
        cairo_fill(cr);
    }
    canvas_colour(cr, HEAT_FAINT);
    cairo_set_line_width(cr, 1);
    cairo_rectangle(cr, x - 0.5, y - 0.5, BAR_WIDTH + 1, BAR_HEIGHT + 1);
    cairo_stroke(cr);
    canvas_font(cr, 11, false);
    for (int i = 0;; i++) {
        double value = plan->root ? root_ticks[i] : i * step;
        double part = value / plan->most, at;

        if (part > 1 + 1e-9)
            break;
        at = floor(x + (plan->root ? sqrt(part) : part) * BAR_WIDTH) + 0.5;
        cairo_move_to(cr, at, y + BAR_HEIGHT);
        cairo_line_to(cr, at, y + BAR_HEIGHT + 4);
        canvas_colour(cr, HEAT_FAINT);
        cairo_stroke(cr);
        canvas_colour(cr, HEAT_INK);
        snprintf(text, sizeof text, "%.*f %%", plan->root ? 0 : scale_digits(step * 100),
                 100 * value);
        canvas_text(cr, at, y + BAR_HEIGHT + 16, 0.5, text);
        if (plan->root && i + 1 == sizeof root_ticks / sizeof root_ticks[0])
            break;
    }
}

static void draw_keys(cairo_t *cr, const struct heat_picture *heat,
                      const struct heat_picture_plan *plan, double x, double y)
{
    static const struct {
        char mark;
        const char *word;
    } keys[] = {{'o', "miss"}, {'*', "hit"}, {'#', "sunk"}, {'.', "water"}};
    size_t cells = (size_t)heat->width * (size_t)heat->height;
    enum { SIDE = 20 };

    canvas_font(cr, 12, false);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (!plan->all_keys && !(heat->mark && memchr(heat->mark, keys[i].mark, cells)))
            continue;
        draw_mark(cr, keys[i].mark, x + SIDE / 2.0, y, SIDE);
        canvas_colour(cr, HEAT_INK);
        canvas_text(cr, x + SIDE + 4, y + 4, 0, keys[i].word);
        x += SIDE + 22 + canvas_text_width(cr, keys[i].word);
    }
    if (plan->all_keys || heat->highlight >= 0) {
        draw_frame(cr, x + 3, y - 7, 14);
        canvas_colour(cr, HEAT_INK);
        canvas_text(cr, x + SIDE + 4, y + 4, 0, "the shot");
    }
}

void heat_picture_draw(cairo_t *cr, const struct heat_picture *heat,
                       const struct heat_picture_plan *plan)
{
    double below = plan->top + heat->height * plan->cell;

    assert(heat->width > 0 && heat->width <= MAX_SIDE);
    assert(heat->height > 0 && heat->height <= MAX_SIDE);
    canvas_white(cr);
    canvas_colour(cr, HEAT_INK);
    if (plan->captioned)
        canvas_heading(cr, MARGIN, MARGIN + 14, 15, 11, plan->width - 2 * MARGIN,
                       canvas_clean(heat->caption).text);
    for (int cell = 0; cell < heat->width * heat->height; cell++)
        draw_cell(cr, heat, plan, cell);
    draw_lines(cr, heat, plan);
    draw_labels(cr, heat, plan);
    if (heat->highlight >= 0)
        draw_frame(cr, plan->left + 0.5 + heat->highlight % heat->width * plan->cell,
                   plan->top + 0.5 + (int)(heat->highlight / heat->width) * plan->cell, plan->cell);
    draw_bar(cr, plan, plan->left, below + 18);
    canvas_font(cr, 12, false);
    canvas_colour(cr, HEAT_INK);
    canvas_text(cr, plan->left + BAR_WIDTH + 14, below + 29, 0, "chance of a ship");
    draw_keys(cr, heat, plan, plan->left, below + 68);
}

enum error heat_picture_write(const struct heat_picture *heat, const char *path,
                              struct message *message)
{
    struct heat_picture_plan plan = still_plan(heat);
    struct canvas canvas;
    enum error error = canvas_begin(&canvas, path, plan.width, plan.height, heat->caption, message);

    if (error != OK)
        return error;
    heat_picture_draw(canvas.cr, heat, &plan);
    return canvas_end(&canvas, message);
}

#else

enum error heat_picture_write(const struct heat_picture *heat, const char *path,
                              struct message *message)
{
    (void)heat;
    return picture_check(path, message);
}

#endif
