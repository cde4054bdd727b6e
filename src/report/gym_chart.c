/* A small panel for each family, because a dozen lines in one panel cannot be told apart. All have
 * the same scales. The axis of rounds is logarithmic, because bots learn most in the first rounds,
 * and each point is the mean of more rounds than the one before. The panels are sorted by rounds
 * won. */
#include "report/gym_chart.h"

#include "report/picture.h"

#ifdef HAVE_CAIRO

#include "report/grid.h"
#include "report/line_style.h"
#include "report/scale.h"

#include <math.h>
#include <stdio.h>

enum {
    WIDTH = 1060,
    LEFT = 64,
    RIGHT = WIDTH - 24,
    TOP = 128,
    MOST_COLUMNS = 4,
    COLUMN_GAP = 34,
    ROW_HEIGHT = 150,
    ONLY_HEIGHT = 300, /* if there is one row */
    ROW_STEP = ROW_HEIGHT + 40,
    BELOW = 60,
    LEGEND = 84, /* its height on the sheet */
    MAX_POINTS = 64,
    POINT_ROUNDS = 20,
    LEAST_POINTS = 6,     /* of a curve, if there are as many rounds */
    LABELLED_ROUNDS = 100 /* with more, only powers of ten are labelled */
};

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

/* The panel of one family. */
struct panel {
    struct grid grid;
    double low, high; /* shots at the bottom and the top */
    double rounds;
};

static double x_of(const struct panel *panel, double round)
{
    double range = log(fmax(2, panel->rounds));

    return panel->grid.left + log(round) / range * (panel->grid.right - panel->grid.left);
}

static double y_of(const struct panel *panel, double shots)
{
    return panel->grid.bottom - (shots - panel->low) / (panel->high - panel->low) *
                                    (panel->grid.bottom - panel->grid.top);
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
        /* A short rest would be a point of its own with much noise. */
        if (to + (to - from) / 2 > gym->rounds || curve->points == MAX_POINTS - 1)
            to = gym->rounds;
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
        if (curve.points == 0)
            continue; /* no whole round was played */
        for (; at > 0 && drawing->curve[at - 1].figures.share.mean < curve.figures.share.mean; at--)
            drawing->curve[at] = drawing->curve[at - 1];
        drawing->curve[at] = curve;
        drawing->curves++;
    }
}

/* All panels have the same scale, so that they can be compared. */
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

/* Columns and rows of panels. */
static int columns_of_panels(const struct gym_drawing *drawing)
{
    return drawing->curves < MOST_COLUMNS ? drawing->curves : MOST_COLUMNS;
}

static int rows_of_panels(const struct gym_drawing *drawing)
{
    return (drawing->curves + MOST_COLUMNS - 1) / MOST_COLUMNS;
}

static double height_of_panels(const struct gym_drawing *drawing)
{
    return rows_of_panels(drawing) == 1 ? ONLY_HEIGHT : ROW_HEIGHT;
}

static struct grid place_panel(const struct gym_drawing *drawing, int index)
{
    int columns = columns_of_panels(drawing), row = index / columns;
    double width = (RIGHT - LEFT - (columns - 1) * COLUMN_GAP) / (double)columns;
    double left = LEFT + index % columns * (width + COLUMN_GAP);
    double top = TOP + row * ROW_STEP;

    return (struct grid){left, left + width, top, top + height_of_panels(drawing)};
}

static bool is_power_of_ten(int number)
{
    while (number % 10 == 0)
        number /= 10;
    return number == 1;
}

/* Panels share the labels of the first column, and those of the lowest panel of a column. */
static void draw_grid(struct gym_drawing *drawing, const struct panel *panel, int index)
{
    static const int ticks[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};
    int columns = columns_of_panels(drawing);
    bool is_first = index % columns == 0, is_lowest = index + columns >= drawing->curves;
    double step =
        scale_step(panel->high - panel->low, (int)((panel->grid.bottom - panel->grid.top) / 24), 1);
    struct canvas *canvas = &drawing->canvas;
    char label[32];

    grid_begin(canvas);
    for (int i = (int)ceil(panel->low / step); i * step <= panel->high; i++) {
        snprintf(label, sizeof label, "%.0f", i * step);
        grid_row(canvas, &panel->grid, y_of(panel, i * step), is_first ? label : NULL);
    }
    for (size_t i = 0; i < sizeof ticks / sizeof ticks[0] && ticks[i] <= panel->rounds; i++) {
        bool is_labelled = panel->rounds <= LABELLED_ROUNDS || is_power_of_ten(ticks[i]);

        snprintf(label, sizeof label, "%d", ticks[i]);
        grid_column(canvas, &panel->grid, x_of(panel, ticks[i]),
                    is_lowest && is_labelled ? label : NULL);
    }
    grid_axes(canvas, &panel->grid);
}

static void draw_curve(struct gym_drawing *drawing, const struct panel *panel,
                       const struct curve *curve, int side)
{
    struct canvas *canvas = &drawing->canvas;

    canvas_open_group(canvas, side == SIDE_A ? "own" : "enemy", gym_families[curve->family].name);
    line_style_set(canvas, side);
    for (int i = 0; i < curve->points; i++) {
        double x = x_of(panel, curve->point[i].round);
        double y = y_of(panel, curve->point[i].shots[side]);

        if (i == 0)
            canvas_move(canvas, x, y);
        else
            canvas_line(canvas, x, y);
    }
    canvas_stroke(canvas);
    for (int i = 0; i<curve->points; i += curve->points> 1 ? curve->points - 1 : 1)
        line_style_marker(canvas, side, x_of(panel, curve->point[i].round),
                          y_of(panel, curve->point[i].shots[side]), MARKER_RADIUS);
    canvas_close_group(canvas);
}

/* The name of the family and the rounds won, above the panel. */
static void draw_heading(struct gym_drawing *drawing, const struct panel *panel,
                         const struct curve *curve)
{
    struct canvas *canvas = &drawing->canvas;
    double y = panel->grid.top - 9;
    char text[64];

    canvas_font(canvas, 13, true);
    canvas_colour(canvas, INK);
    canvas_text(canvas, panel->grid.left, y, 0, gym_families[curve->family].name);
    snprintf(text, sizeof text, "%.1f %% won", 100 * curve->figures.share.mean);
    canvas_font(canvas, 12, false);
    canvas_text(canvas, panel->grid.right, y, 1, text);
}

static void draw_panels(struct gym_drawing *drawing)
{
    struct panel panel = {.rounds = (double)drawing->gym->rounds};

    find_range(drawing, &panel);
    for (int i = 0; i < drawing->curves; i++) {
        panel.grid = place_panel(drawing, i);
        draw_heading(drawing, &panel, &drawing->curve[i]);
        draw_grid(drawing, &panel, i);
        for (int side = 1; side >= 0; side--) /* its own shots are on top */
            draw_curve(drawing, &panel, &drawing->curve[i], side);
    }
}

static void draw_legend(struct gym_drawing *drawing)
{
    static const char *const names[] = {"its own shots, by round of the match",
                                        "its enemies' shots at its fleet"};
    struct canvas *canvas = &drawing->canvas;
    double x = LEFT;

    for (int side = 0; side < 2; side++) {
        line_style_set(canvas, side);
        canvas_move(canvas, x, LEGEND);
        canvas_line(canvas, x + 44, LEGEND);
        canvas_stroke(canvas);
        line_style_marker(canvas, side, x + 22, LEGEND, MARKER_RADIUS);
        canvas_font(canvas, 13, false);
        canvas_colour(canvas, INK);
        canvas_text(canvas, x + 52, LEGEND + 4.5, 0, names[side]);
        x += 52 + canvas_text_width(canvas, names[side]) + 36;
    }
}

static void draw_words(struct gym_drawing *drawing)
{
    const struct gym *gym = drawing->gym;
    struct canvas *canvas = &drawing->canvas;
    struct grid last = place_panel(drawing, drawing->curves - 1);
    char text[300];

    snprintf(text, sizeof text, "%s in the gym", canvas_clean(gym->bot).text);
    canvas_colour(canvas, INK);
    canvas_heading(canvas, LEFT, 36, 19, 13, RIGHT - LEFT, text);
    snprintf(
        text, sizeof text, "%s%s rules, %llu match%s of %llu round%s against each of %d style%s%s",
        gym_is_complete(gym) ? "" : "PARTIAL: ", gym->rules->name, (unsigned long long)gym->matches,
        text_es(gym->matches), (unsigned long long)gym->rounds, text_s(gym->rounds), gym->styles,
        text_s((uint64_t)gym->styles),
        drawing->curves > 1 ? "; the families with most rounds won first" : "");
    canvas_font(canvas, 13, false);
    canvas_colour(canvas, FAINT_INK);
    canvas_text_fit(canvas, LEFT, 58, 0, RIGHT - LEFT, canvas_clean(text).text);
    canvas_colour(canvas, INK);
    canvas_text(canvas, (LEFT + RIGHT) / 2.0, last.bottom + 44, 0.5, "round (logarithmic scale)");
}

/* The sheet is as high as its panels need. */
enum error gym_chart_write(const struct gym *gym, const char *path, struct message *message)
{
    struct gym_drawing drawing = {.gym = gym};
    enum error error;

    read_curves(&drawing);
    if (drawing.curves == 0)
        return error_set(ERR_IO, message, "%s: no whole rounds to draw", path);
    error =
        canvas_begin(&drawing.canvas, path, WIDTH,
                     place_panel(&drawing, drawing.curves - 1).bottom + BELOW, gym->bot, message);
    if (error)
        return error;
    draw_words(&drawing);
    draw_legend(&drawing);
    draw_panels(&drawing);
    return canvas_end(&drawing.canvas, message);
}

#else

enum error gym_chart_write(const struct gym *gym, const char *path, struct message *message)
{
    (void)gym;
    return picture_check(path, message);
}

#endif
