/* Two panels with one axis of rounds. It is logarithmic, because bots learn most in the first
 * rounds, and each point is the mean of more rounds than the one before. The list on the right is
 * sorted by rounds won. */
#include "report/gym_chart.h"

#include "report/picture.h"

#ifdef HAVE_CAIRO

#include "report/line_style.h"
#include "report/scale.h"

#include <math.h>
#include <stdio.h>

enum {
    WIDTH = 1060,
    HEIGHT = 800,
    PANEL_LEFT = 64,
    PANEL_RIGHT = 720,
    PANEL_TOP = 106,
    PANEL_HEIGHT = 270,
    PANEL_STEP = 330, /* from the top of one panel to that of the next */
    LIST_LEFT = 756,
    LIST_RIGHT = WIDTH - 20,
    LIST_STEP = 46,
    MARKER_STEP = 4, /* points from marker to marker */
    MAX_POINTS = 64,
    POINT_ROUNDS = 20,
    LEAST_POINTS = 6, /* of a curve, if there are as many rounds */
};

enum { INK = 0x222222, FAINT_INK = 0x555555, GRID_INK = 0xdddddd, FRAME_INK = 0x888888 };

/* A mean over rounds: the round at which it is drawn, and the shots of each side. */
struct point {
    double round, shots[2];
};

struct curve {
    int family, points;
    struct point point[MAX_POINTS];
    struct gym_figures figures;
};

struct gym_drawing {
    const struct gym *gym;
    int curves;
    struct curve curve[GYM_FAMILIES]; /* most rounds won first */
    struct canvas canvas;
};

struct panel {
    double top, bottom, low, high; /* pixels; shots at the bottom and the top */
    double rounds;
};

static double x_of(const struct panel *panel, double round)
{
    double range = log(fmax(2, panel->rounds));

    return PANEL_LEFT + log(round) / range * (PANEL_RIGHT - PANEL_LEFT);
}

static double y_of(const struct panel *panel, double shots)
{
    return panel->bottom -
           (shots - panel->low) / (panel->high - panel->low) * (panel->bottom - panel->top);
}

/* --- numbers -----------------------------------------------------------------------------------*/

/* A point is the mean of single rounds at first and of more and more rounds later, but of at least
 * POINT_ROUNDS rounds of all matches together, unless that leaves too few points. */
static void read_curve(const struct gym *gym, struct curve *curve)
{
    uint64_t matches = 0, least;

    for (int i = 0; i < gym->styles; i++)
        matches +=
            gym->result[i].style->family == (enum gym_family)curve->family ? gym->matches : 0;
    least = matches ? (POINT_ROUNDS + matches - 1) / matches : 1;
    if (least > gym->rounds / LEAST_POINTS)
        least = gym->rounds < LEAST_POINTS ? 1 : gym->rounds / LEAST_POINTS;
    curve->points = 0;
    for (uint64_t from = 0, to; from < gym->rounds && curve->points < MAX_POINTS; from = to) {
        struct point *point = &curve->point[curve->points];

        to = from + (from / 5 + 1 > least ? from / 5 + 1 : least);
        to = to > gym->rounds || curve->points == MAX_POINTS - 1 ? gym->rounds : to;
        point->round = sqrt((double)(from + 1) * (double)to);
        for (int side = 0; side < 2; side++)
            point->shots[side] = gym_shots_between(gym, curve->family, side, from, to);
        if (isfinite(point->shots[0]) && isfinite(point->shots[1]))
            curve->points++;
    }
}

static void read_curves(struct gym_drawing *drawing)
{
    for (int family = 0; family < GYM_FAMILIES; family++) {
        struct curve curve = {.family = family};
        int at = drawing->curves;

        if (!gym_group_figures(drawing->gym, (struct gym_group){family, -1}, &curve.figures))
            continue;
        read_curve(drawing->gym, &curve);
        for (; at > 0 && drawing->curve[at - 1].figures.share.mean < curve.figures.share.mean; at--)
            drawing->curve[at] = drawing->curve[at - 1];
        drawing->curve[at] = curve;
        drawing->curves++;
    }
}

/* Both panels have the same scale, so that they can be compared. */
static void find_range(const struct gym_drawing *drawing, struct panel *panel)
{
    panel->low = INFINITY;
    panel->high = -INFINITY;
    for (int i = 0; i < drawing->curves; i++)
        for (int k = 0; k < drawing->curve[i].points; k++)
            for (int side = 0; side < 2; side++) {
                panel->low = fmin(panel->low, drawing->curve[i].point[k].shots[side]);
                panel->high = fmax(panel->high, drawing->curve[i].point[k].shots[side]);
            }
    if (!(panel->low <= panel->high))
        panel->low = panel->high = 0;
    panel->low = fmax(0, floor(panel->low / 5) * 5 - 5);
    panel->high = ceil(panel->high / 5) * 5 + 5;
}

/* --- drawing -----------------------------------------------------------------------------------*/

static void draw_grid(struct canvas *canvas, const struct panel *panel)
{
    static const int ticks[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};
    double step = scale_step(panel->high - panel->low, 8, 1);
    char label[32];

    canvas_font(canvas, 12, false);
    canvas_line_width(canvas, 1);
    canvas_dash(canvas, NULL, 0);
    for (int i = (int)ceil(panel->low / step); i * step <= panel->high; i++) {
        double y = round(y_of(panel, i * step)) + 0.5;

        canvas_colour(canvas, GRID_INK);
        canvas_move(canvas, PANEL_LEFT, y);
        canvas_line(canvas, PANEL_RIGHT, y);
        canvas_stroke(canvas);
        canvas_colour(canvas, INK);
        snprintf(label, sizeof label, "%.0f", i * step);
        canvas_text(canvas, PANEL_LEFT - 8, y + 4, 1, label);
    }
    for (size_t i = 0; i < sizeof ticks / sizeof ticks[0] && ticks[i] <= panel->rounds; i++) {
        double x = round(x_of(panel, ticks[i])) + 0.5;

        canvas_colour(canvas, GRID_INK);
        canvas_move(canvas, x, panel->top);
        canvas_line(canvas, x, panel->bottom);
        canvas_stroke(canvas);
        canvas_colour(canvas, INK);
        snprintf(label, sizeof label, "%d", ticks[i]);
        canvas_text(canvas, x, panel->bottom + 19, 0.5, label);
    }
    canvas_colour(canvas, FRAME_INK);
    canvas_move(canvas, PANEL_LEFT + 0.5, panel->top);
    canvas_line(canvas, PANEL_LEFT + 0.5, panel->bottom + 0.5);
    canvas_line(canvas, PANEL_RIGHT, panel->bottom + 0.5);
    canvas_stroke(canvas);
}

static void draw_curve(struct gym_drawing *drawing, const struct panel *panel, int index, int side)
{
    const struct curve *curve = &drawing->curve[index];
    struct canvas *canvas = &drawing->canvas;

    canvas_open_group(canvas, side == SIDE_A ? "own" : "enemy", gym_families[curve->family].name);
    line_style_set(canvas, curve->family);
    for (int i = 0; i < curve->points; i++) {
        double x = x_of(panel, curve->point[i].round);
        double y = y_of(panel, curve->point[i].shots[side]);

        if (i == 0)
            canvas_move(canvas, x, y);
        else
            canvas_line(canvas, x, y);
    }
    canvas_stroke(canvas);
    for (int i = curve->points > MARKER_STEP ? curve->family % MARKER_STEP : 0; i < curve->points;
         i += MARKER_STEP)
        line_style_marker(canvas, curve->family, x_of(panel, curve->point[i].round),
                          y_of(panel, curve->point[i].shots[side]), MARKER_RADIUS);
    canvas_close_group(canvas);
}

static void draw_panels(struct gym_drawing *drawing)
{
    static const char *const headings[] = {"Its own shots, by round of the match",
                                           "Its enemies' shots at its fleet"};
    struct canvas *canvas = &drawing->canvas;
    struct panel panel = {.rounds = (double)drawing->gym->rounds};

    find_range(drawing, &panel);
    for (int side = 0; side < 2; side++) {
        panel.top = PANEL_TOP + side * PANEL_STEP;
        panel.bottom = panel.top + PANEL_HEIGHT;
        canvas_font(canvas, 13, true);
        canvas_colour(canvas, INK);
        canvas_text(canvas, PANEL_LEFT, panel.top - 11, 0, headings[side]);
        draw_grid(canvas, &panel);
        for (int i = 0; i < drawing->curves; i++)
            draw_curve(drawing, &panel, i, side);
    }
    canvas_font(canvas, 13, false);
    canvas_colour(canvas, INK);
    canvas_text(canvas, (PANEL_LEFT + PANEL_RIGHT) / 2.0, panel.bottom + 41, 0.5,
                "round (logarithmic scale)");
}

/* The families, with the share of the rounds as a bar. */
static void draw_list(struct gym_drawing *drawing)
{
    struct canvas *canvas = &drawing->canvas;
    double bar_left = LIST_LEFT + 70, bar_width = LIST_RIGHT - 60 - bar_left;
    char text[64];

    canvas_font(canvas, 13, true);
    canvas_colour(canvas, INK);
    canvas_text(canvas, LIST_LEFT, PANEL_TOP - 11, 0, "Rounds won against each family");
    for (int i = 0; i < drawing->curves; i++) {
        const struct curve *curve = &drawing->curve[i];
        double y = PANEL_TOP + 10 + i * LIST_STEP, share = curve->figures.share.mean;

        line_style_set(canvas, curve->family);
        canvas_move(canvas, LIST_LEFT, y);
        canvas_line(canvas, LIST_LEFT + 60, y);
        canvas_stroke(canvas);
        line_style_marker(canvas, curve->family, LIST_LEFT + 30, y, MARKER_RADIUS);
        canvas_font(canvas, 13, false);
        canvas_colour(canvas, INK);
        canvas_text(canvas, bar_left, y + 4.5, 0, gym_families[curve->family].name);
        canvas_colour(canvas, GRID_INK);
        canvas_fill_rectangle(canvas, bar_left, y + 11, bar_width, 8);
        canvas_colour(canvas, line_style_colour(curve->family));
        canvas_fill_rectangle(canvas, bar_left, y + 11, bar_width * share, 8);
        snprintf(text, sizeof text, "%.1f %%", 100 * share);
        canvas_font(canvas, 12, false);
        canvas_colour(canvas, INK);
        canvas_text(canvas, LIST_RIGHT, y + 19, 1, text);
    }
}

static void draw_words(struct gym_drawing *drawing)
{
    const struct gym *gym = drawing->gym;
    struct canvas *canvas = &drawing->canvas;
    char text[300];

    snprintf(text, sizeof text, "%s in the gym", canvas_clean(gym->bot).text);
    canvas_colour(canvas, INK);
    canvas_heading(canvas, PANEL_LEFT, 36, 19, 13, LIST_RIGHT - PANEL_LEFT, text);
    snprintf(text, sizeof text, "%s rules, %llu match%s of %llu round%s against each of %d style%s",
             gym->rules->name, (unsigned long long)gym->matches, gym->matches == 1 ? "" : "es",
             (unsigned long long)gym->rounds, text_s(gym->rounds), gym->styles,
             text_s((uint64_t)gym->styles));
    canvas_font(canvas, 13, false);
    canvas_colour(canvas, FAINT_INK);
    canvas_text(canvas, PANEL_LEFT, 58, 0, canvas_clean(text).text);
}

enum error gym_chart_write(const struct gym *gym, const char *path, struct message *message)
{
    struct gym_drawing drawing = {.gym = gym};
    enum error error = canvas_begin(&drawing.canvas, path, WIDTH, HEIGHT, gym->bot, message);

    if (error)
        return error;
    read_curves(&drawing);
    draw_words(&drawing);
    draw_panels(&drawing);
    draw_list(&drawing);
    return canvas_end(&drawing.canvas, message);
}

#else

enum error gym_chart_write(const struct gym *gym, const char *path, struct message *message)
{
    (void)gym;
    return picture_check(path, message);
}

#endif
