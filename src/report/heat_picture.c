/* Unknown cells have a shade and a percentage; known cells have a shape on a plain background:
 * circle, cross, square or dot. Areas have outlines with different dashes. So the map also works
 * without colours. */
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
    LEGEND = 92,     /* below the board */
    LEGEND_ROW = 24, /* for sweeps and hints */
    LEAST_WIDTH = 490,
    BAR_WIDTH = 300,
    BAR_HEIGHT = 14,
};

static struct heat_picture_plan plan_of(int width, int height, double cell, bool captioned,
                                        bool sightings)
{
    struct heat_picture_plan plan = {.cell = cell, .captioned = captioned};
    double board = LABELS + width * cell;

    plan.width = fmax(LEAST_WIDTH, board + 2 * MARGIN + 8);
    plan.left = MARGIN + LABELS;
    plan.top = MARGIN + (captioned ? CAPTION : 0) + LABELS - 6;
    plan.height = plan.top + height * cell + LEGEND + (sightings ? LEGEND_ROW : 0);
    return plan;
}

static double fitting_cell(int width, int height, double board, double least, double most)
{
    double cell = floor(board / (width > height ? width : height));

    return fmin(most, fmax(least, cell));
}

static bool has_area(const struct heat_picture *heat, enum heat_area_kind kind)
{
    for (int i = 0; i < heat->areas; i++)
        if (heat->area[i].kind == kind)
            return true;
    return false;
}

static bool has_sightings(const struct heat_picture *heat)
{
    return has_area(heat, HEAT_FOUND) || has_area(heat, HEAT_EMPTY) ||
           has_area(heat, HEAT_SMOKED) || has_area(heat, HEAT_HINT);
}

/* A still picture is scaled to its board. */
static struct heat_picture_plan still_plan(const struct heat_picture *heat)
{
    double cell = fitting_cell(heat->width, heat->height, 620, 22, 46);
    bool captioned = heat->caption && heat->caption[0];

    return plan_of(heat->width, heat->height, cell, captioned, has_sightings(heat));
}

struct heat_picture_plan heat_picture_frame_plan(int width, int height, bool sightings)
{
    struct heat_picture_plan plan =
        plan_of(width, height, fitting_cell(width, height, 480, 20, 42), true, sightings);

    plan.fixed_keys = true;
    return plan;
}

/* All pictures have the same scale and shades, so that they can be compared. By the square root,
 * small chances can be told apart. */
static double heat_of(double probability)
{
    return probability > 0 ? sqrt(fmin(1, probability)) : 0;
}

static uint32_t shade_of(double heat)
{
    return scale_heat(round(heat * (SCALE_SHADES - 1)) / (SCALE_SHADES - 1));
}

/* The shape of a mark in a square of the given side around (x, y). */
static void draw_mark(struct canvas *canvas, char mark, double x, double y, double side)
{
    double r = 0.24 * side;

    switch (mark) {
    case 'o':
        canvas_colour(canvas, HEAT_FAINT);
        canvas_line_width(canvas, fmax(1.2, 0.07 * side));
        canvas_arc(canvas, x, y, r, 0, 2 * CANVAS_PI);
        canvas_stroke(canvas);
        break;
    case '*':
        canvas_colour(canvas, HEAT_HIT);
        canvas_line_width(canvas, fmax(2, 0.14 * side));
        canvas_move(canvas, x - r, y - r);
        canvas_line(canvas, x + r, y + r);
        canvas_move(canvas, x + r, y - r);
        canvas_line(canvas, x - r, y + r);
        canvas_stroke(canvas);
        break;
    case '#':
        canvas_colour(canvas, HEAT_INK);
        canvas_fill_rectangle(canvas, x - 1.25 * r, y - 1.25 * r, 2.5 * r, 2.5 * r);
        break;
    case '.':
        canvas_colour(canvas, HEAT_FAINT);
        canvas_arc(canvas, x, y, fmax(1.8, 0.07 * side), 0, 2 * CANVAS_PI);
        canvas_fill(canvas);
        break;
    default:
        break;
    }
}

/* A frame that is visible on every background: a coloured line between two white ones. */
static void draw_frame(struct canvas *canvas, double x, double y, double width, double height,
                       double line)
{
    canvas_round_corners(canvas, false);
    canvas_rectangle(canvas, x, y, width, height);
    canvas_colour(canvas, 0xffffff);
    canvas_line_width(canvas, line + 3);
    canvas_stroke_keep(canvas);
    canvas_colour(canvas, HEAT_CHOSEN);
    canvas_line_width(canvas, line);
    canvas_stroke(canvas);
}

/* How sweeps and hints are outlined and explained. */
static const struct outline {
    const char *class, *word;
    uint32_t colour;
    int dashes;
    double dash[4];
} outlines[] = {
    [HEAT_FOUND] = {"found", "sweep: found", HEAT_SEEN, 0, {0}},
    [HEAT_EMPTY] = {"empty", "sweep: empty", HEAT_INK, 2, {6, 3}},
    [HEAT_SMOKED] = {"smoked", "sweep: smoke?", HEAT_INK, 2, {1.5, 3}},
    [HEAT_HINT] = {"hint", "hint", HEAT_SEEN, 4, {8, 2.5, 2, 2.5}},
};

static void draw_outline(struct canvas *canvas, enum heat_area_kind kind, double x, double y,
                         double width, double height)
{
    const struct outline *outline = &outlines[kind];

    canvas_round_corners(canvas, false);
    canvas_rectangle(canvas, x, y, width, height);
    canvas_colour(canvas, 0xffffff);
    canvas_line_width(canvas, 4);
    canvas_stroke_keep(canvas);
    canvas_colour(canvas, outline->colour);
    canvas_line_width(canvas, 2);
    canvas_dash(canvas, outline->dash, outline->dashes);
    canvas_stroke(canvas);
    canvas_dash(canvas, NULL, 0);
}

/* Outlines are inside their areas, by different widths, so that neighbours do not hide each other;
 * the chosen move is above them all. */
static void draw_areas(struct canvas *canvas, const struct heat_picture *heat,
                       const struct heat_picture_plan *plan)
{
    for (int i = 0; i < heat->areas; i++) {
        const struct heat_area *area = &heat->area[i];
        double inset = 0.055 * plan->cell * (1 + i % 3);

        if (area->kind == HEAT_MOVE)
            continue;
        canvas_open_group(canvas, "area", outlines[area->kind].class);
        draw_outline(canvas, area->kind, plan->left + area->column * plan->cell + inset + 0.5,
                     plan->top + area->row * plan->cell + inset + 0.5,
                     area->width * plan->cell - 2 * inset, area->height * plan->cell - 2 * inset);
        canvas_close_group(canvas);
    }
    for (int i = 0; i < heat->areas; i++)
        if (heat->area[i].kind == HEAT_MOVE)
            draw_frame(canvas, plan->left + 0.5 + heat->area[i].column * plan->cell,
                       plan->top + 0.5 + heat->area[i].row * plan->cell,
                       heat->area[i].width * plan->cell, heat->area[i].height * plan->cell,
                       fmax(2, 0.075 * plan->cell));
}

static void draw_number(struct canvas *canvas, const struct heat_picture_plan *plan, double p,
                        double x, double y, uint32_t ground)
{
    double size = fmin(14, floor(0.4 * plan->cell));
    char text[8];

    if (p > 0 && p < 0.005)
        snprintf(text, sizeof text, "<1");
    else if (p >= 1 - 1e-12)
        snprintf(text, sizeof text, "100");
    else
        snprintf(text, sizeof text, "%d", p > 0 ? (int)fmin(99, floor(100 * p + 0.5)) : 0);
    canvas_font(canvas, size, false);
    canvas_colour(canvas, scale_ink(ground));
    canvas_text(canvas, x, y + 0.36 * size, 0.5, text);
}

static void draw_cell(struct canvas *canvas, const struct heat_picture *heat,
                      const struct heat_picture_plan *plan, int cell)
{
    double x = plan->left + cell % heat->width * plan->cell;
    double y = plan->top + cell / heat->width * plan->cell; /* NOLINT(bugprone-integer-division) */
    double half = plan->cell / 2, p = heat->probability[cell];
    char mark = heat->mark ? heat->mark[cell] : ' ';
    uint32_t ground = p < 0 ? HEAT_KNOWN : shade_of(heat_of(p));

    canvas_colour(canvas, ground);
    canvas_fill_rectangle(canvas, x, y, plan->cell, plan->cell);
    if (mark != ' ')
        draw_mark(canvas, mark, x + half, y + half, plan->cell);
    else if (!(p < 0))
        draw_number(canvas, plan, p, x + half, y + half, ground);
}

static void draw_lines(struct canvas *canvas, const struct heat_picture *heat,
                       const struct heat_picture_plan *plan)
{
    double left = plan->left + 0.5, top = plan->top + 0.5; /* sharp lines, also in animations */
    double right = left + heat->width * plan->cell, bottom = top + heat->height * plan->cell;

    canvas_line_width(canvas, 1);
    canvas_colour(canvas, 0xbbbbbb);
    for (int i = 0; i <= heat->width; i++) {
        canvas_move(canvas, left + i * plan->cell, top);
        canvas_line(canvas, left + i * plan->cell, bottom);
    }
    for (int i = 0; i <= heat->height; i++) {
        canvas_move(canvas, left, top + i * plan->cell);
        canvas_line(canvas, right, top + i * plan->cell);
    }
    canvas_stroke(canvas);
}

static void draw_labels(struct canvas *canvas, const struct heat_picture *heat,
                        const struct heat_picture_plan *plan)
{
    double size = fmin(13, 0.5 * plan->cell);
    char text[16];

    canvas_font(canvas, size, false);
    canvas_colour(canvas, HEAT_INK);
    for (int i = 0; i < heat->width; i++)
        canvas_text(canvas, plan->left + (i + 0.5) * plan->cell, plan->top - 7, 0.5,
                    cell_column_name(i).text);
    for (int i = 0; i < heat->height; i++) {
        snprintf(text, sizeof text, "%d", i + 1);
        canvas_text(canvas, plan->left - 7, plan->top + (i + 0.5) * plan->cell + 0.36 * size, 1,
                    text);
    }
}

/* The scale: shades from 0 to the darkest, with round ticks. */
static void draw_bar(struct canvas *canvas, double x, double y)
{
    static const double ticks[] = {0, 0.05, 0.2, 0.5, 1};
    char text[32];

    for (int i = 0; i < SCALE_SHADES; i++) { /* each reaches to the end, to avoid visible seams */
        double from = fmax(0, (i - 0.5) / (SCALE_SHADES - 1)) * BAR_WIDTH;

        canvas_colour(canvas, shade_of(i / (SCALE_SHADES - 1.0)));
        canvas_fill_rectangle(canvas, x + from, y, BAR_WIDTH - from, BAR_HEIGHT);
    }
    canvas_colour(canvas, HEAT_FAINT);
    canvas_line_width(canvas, 1);
    canvas_rectangle(canvas, x - 0.5, y - 0.5, BAR_WIDTH + 1, BAR_HEIGHT + 1);
    canvas_stroke(canvas);
    canvas_font(canvas, 11, false);
    for (size_t i = 0; i < sizeof ticks / sizeof ticks[0]; i++) {
        double at = floor(x + heat_of(ticks[i]) * BAR_WIDTH) + 0.5;

        canvas_move(canvas, at, y + BAR_HEIGHT);
        canvas_line(canvas, at, y + BAR_HEIGHT + 4);
        canvas_colour(canvas, HEAT_FAINT);
        canvas_stroke(canvas);
        canvas_colour(canvas, HEAT_INK);
        snprintf(text, sizeof text, "%.0f %%", 100 * ticks[i]);
        canvas_text(canvas, at, y + BAR_HEIGHT + 16, 0.5, text);
    }
}

enum { KEY = 20 }; /* side of a key */

/* Room for a key and its word. */
static double key_width(const struct canvas *canvas, const char *word)
{
    return KEY + 20 + canvas_text_width(canvas, word);
}

static void draw_keys(struct canvas *canvas, const struct heat_picture *heat,
                      const struct heat_picture_plan *plan, double x, double y)
{
    static const struct {
        char mark;
        const char *word;
    } keys[] = {{'o', "miss"}, {'*', "hit"}, {'#', "sunk"}, {'.', "water"}};
    size_t cells = (size_t)heat->width * (size_t)heat->height;
    const char *chosen = has_area(heat, HEAT_MOVE) ? "the move" : "the shot";

    canvas_font(canvas, 12, false);
    if (heat->highlight >= 0 || has_area(heat, HEAT_MOVE)) {
        draw_frame(canvas, x + 3, y - 7, 14, 14, 2);
        canvas_colour(canvas, HEAT_INK);
        canvas_text(canvas, x + KEY + 4, y + 4, 0, chosen);
        x += key_width(canvas, "the move");
    } else if (plan->fixed_keys) {
        x += key_width(canvas, "the move");
    }
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        bool occurs = heat->mark && memchr(heat->mark, keys[i].mark, cells);

        if (occurs) {
            draw_mark(canvas, keys[i].mark, x + KEY / 2.0, y, KEY);
            canvas_colour(canvas, HEAT_INK);
            canvas_text(canvas, x + KEY + 4, y + 4, 0, keys[i].word);
        }
        if (occurs || plan->fixed_keys)
            x += key_width(canvas, keys[i].word);
    }
}

/* The second row, for sweeps and hints. */
static void draw_area_keys(struct canvas *canvas, const struct heat_picture *heat, double x,
                           double y)
{
    canvas_font(canvas, 11, false);
    for (int kind = 0; kind < HEAT_MOVE; kind++) {
        const char *word = outlines[kind].word;

        if (!has_area(heat, (enum heat_area_kind)kind))
            continue;
        draw_outline(canvas, (enum heat_area_kind)kind, x + 1.5, y - 6.5, KEY, 13);
        canvas_colour(canvas, HEAT_INK);
        canvas_text(canvas, x + KEY + 7, y + 4, 0, word);
        x += key_width(canvas, word);
    }
}

/* A caption that is too long for a line is split where its second part starts. */
static void draw_caption(struct canvas *canvas, const struct heat_picture_plan *plan,
                         const char *caption)
{
    struct canvas_clean clean = canvas_clean(caption);
    char *end = strstr(clean.text, "; ");
    double most = plan->width - 2 * MARGIN;

    canvas_colour(canvas, HEAT_INK);
    canvas_font(canvas, 11, true);
    if (!end || canvas_text_width(canvas, clean.text) <= most) {
        canvas_heading(canvas, MARGIN, MARGIN + 14, 15, 11, most, clean.text);
        return;
    }
    *end = '\0';
    canvas_heading(canvas, MARGIN, MARGIN + 4, 12, 11, most, clean.text);
    canvas_heading(canvas, MARGIN, MARGIN + 20, 12, 11, most, end + 2);
}

void heat_picture_draw(struct canvas *canvas, const struct heat_picture *heat,
                       const struct heat_picture_plan *plan)
{
    double below = plan->top + heat->height * plan->cell;

    assert(heat->width > 0 && heat->width <= MAX_SIDE);
    assert(heat->height > 0 && heat->height <= MAX_SIDE);
    if (plan->captioned)
        draw_caption(canvas, plan, heat->caption);
    for (int cell = 0; cell < heat->width * heat->height; cell++)
        draw_cell(canvas, heat, plan, cell);
    draw_lines(canvas, heat, plan);
    draw_labels(canvas, heat, plan);
    draw_areas(canvas, heat, plan);
    if (heat->highlight >= 0)
        draw_frame(canvas, plan->left + 0.5 + heat->highlight % heat->width * plan->cell,
                   plan->top + 0.5 + (int)(heat->highlight / heat->width) * plan->cell, plan->cell,
                   plan->cell, fmax(2, 0.075 * plan->cell));
    draw_bar(canvas, plan->left, below + 18);
    canvas_font(canvas, 12, false);
    canvas_colour(canvas, HEAT_INK);
    canvas_text(canvas, plan->left + BAR_WIDTH + 14, below + 29, 0, "chance of a ship");
    draw_keys(canvas, heat, plan, plan->left, below + 68);
    draw_area_keys(canvas, heat, plan->left, below + 68 + LEGEND_ROW);
}

enum error heat_picture_write(const struct heat_picture *heat, const char *path,
                              struct message *message)
{
    struct heat_picture_plan plan = still_plan(heat);
    struct canvas canvas;
    enum error error = canvas_begin(&canvas, path, plan.width, plan.height, heat->caption, message);

    if (error != OK)
        return error;
    heat_picture_draw(&canvas, heat, &plan);
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
