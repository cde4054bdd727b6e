/* One strip per bot with its histogram, best bot first, and below them a panel with the cumulative
 * curves. Name and mean of a bot are beside its strip, so nothing covers a bar.
 *
 * Strips with similar peaks have the same scale. A bot with a much higher peak would flatten the
 * bars of the others (with random shooting 17 % of the games end with the last cell), so it has
 * another scale, and the heading says so. No bar is ever cut off. Nothing is drawn outside the
 * frames or beyond the first and the last count. */
#include "report/chart.h"

#include "report/picture.h"

#ifdef HAVE_CAIRO

#include "base/text.h"
#include "report/grid.h"
#include "report/line_style.h"
#include "report/scale.h"
#include "report/spread.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 1060,
    PANEL_LEFT = 64,
    PANEL_RIGHT = 786,
    STRIPS_TOP = 106,
    STRIPS_HEIGHT = 420, /* of all strips together, unless there are too many */
    STRIP_MOST = 260,
    STRIP_LEAST = 44,
    STRIP_GAP = 16,
    LOWER_HEIGHT = 240,
    BETWEEN = 66, /* from the last strip to the lower panel */
    BELOW = 68,
    LEGEND_LEFT = 814,
    LEGEND_RIGHT = WIDTH - 20,
    MOST_LABELS = 12, /* below a panel */
    MOST_BARS = 180,  /* so that a bar is at least 4 pixels wide */
    MARKER_STEP = 3,  /* what is added to the radius for each marker above it, */
    MARKER_MOST = 12, /* and at most */
};

struct panel {
    double top, bottom;
    double most;     /* the value at the top */
    double from, to; /* the counts at the left and right edge */
};

struct drawing {
    const struct chart *chart;
    struct spread spread[CHART_SERIES];
    int order[CHART_SERIES]; /* by mean, best first */
    struct spread_bins grid;
    uint32_t last;             /* the largest count */
    int bar;                   /* bins in a bar */
    double from, to;           /* the counts at the edges */
    int scales;                /* how many different ones the strips have */
    double most[CHART_SERIES]; /* percent at the top of each strip */
    double strip;              /* height of a strip */
    double lower;              /* top of the lower panel */
    struct canvas canvas;
};

static double x_of(const struct panel *panel, double count)
{
    return PANEL_LEFT +
           (count - panel->from) / (panel->to - panel->from) * (PANEL_RIGHT - PANEL_LEFT);
}

static double y_of(const struct panel *panel, double value)
{
    return panel->bottom - value / panel->most * (panel->bottom - panel->top);
}

/* 1234567 as 1,234,567. */
static void with_commas(char *to, size_t size, size_t number)
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%zu", number);
    size_t used = 0;

    for (int i = 0; i < length && used + 2 < size; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            to[used++] = ',';
        to[used++] = digits[i];
    }
    to[used] = '\0';
}

/* --- frames ------------------------------------------------------------------------------------*/

static void draw_heading(struct canvas *canvas, double top, const char *heading)
{
    canvas_font(canvas, 13, true);
    canvas_colour(canvas, INK);
    canvas_text(canvas, PANEL_LEFT, top - 11, 0, heading);
}

static struct grid grid_of(const struct panel *panel)
{
    return (struct grid){PANEL_LEFT, PANEL_RIGHT, panel->top, panel->bottom};
}

/* The grid. Only the lowest of several strips has numbers on its axis of counts, as many as fit
 * beside each other. */
static void draw_frame(struct canvas *canvas, const struct panel *panel, bool is_lowest)
{
    double step = scale_step(panel->most, (int)fmax(3, (panel->bottom - panel->top) / 28), 0);
    struct grid grid = grid_of(panel);
    double counts;
    char label[32];

    grid_begin(canvas);
    for (int i = 0; i * step <= panel->most * (1 + 1e-9); i++) {
        snprintf(label, sizeof label, "%.*f %%", scale_digits(step), i * step);
        grid_row(canvas, &grid, y_of(panel, i * step), label);
    }
    snprintf(label, sizeof label, "%.0f", panel->to);
    counts = scale_step(panel->to - panel->from,
                        (int)fmin(MOST_LABELS, grid_labels(canvas, &grid, label)), 1);
    for (double i = fmax(0, ceil(panel->from / counts)); i * counts <= panel->to; i++) {
        snprintf(label, sizeof label, "%.0f", i * counts);
        grid_column(canvas, &grid, x_of(panel, i * counts), is_lowest ? label : NULL);
    }
}

/* --- histograms --------------------------------------------------------------------------------*/

static int bars_of(const struct drawing *drawing)
{
    return (drawing->grid.bins + drawing->bar - 1) / drawing->bar;
}

/* Percent of the games in a bar. */
static double bar_share(const struct drawing *drawing, int series, int bar)
{
    double share = 0;

    assert(drawing->spread[series].share);
    for (int bin = bar * drawing->bar; bin < (bar + 1) * drawing->bar; bin++)
        if (bin < drawing->grid.bins)
            share += drawing->spread[series].share[bin];
    return share;
}

/* The highest value drawn in the strip of a series. */
static double find_peak(const struct drawing *drawing, int series)
{
    const struct spread *spread = &drawing->spread[series];
    double peak = 0;

    assert(spread->share);
    for (int bar = 0; bar < bars_of(drawing); bar++)
        peak = fmax(peak, bar_share(drawing, series, bar));
    for (int bin = spread->low; drawing->chart->lines && bin <= spread->high; bin++)
        peak = fmax(peak, spread->share[bin] * drawing->bar);
    return peak;
}

/* A bar reaches from half a count before its first count to half a count after its last one. */
static double bar_left(const struct drawing *drawing, int bar)
{
    return drawing->grid.first + (double)bar * drawing->bar * drawing->grid.width - 0.5;
}

static double bar_right(const struct drawing *drawing, int bar)
{
    return fmin(bar_left(drawing, bar + 1), drawing->last + 0.5);
}

static void draw_bars(struct drawing *drawing, const struct panel *panel, int series)
{
    struct canvas *canvas = &drawing->canvas;

    canvas_open_group(canvas, "bars", drawing->chart->series[series].name);
    canvas_colour(canvas, line_style_colour(series));
    for (int bar = 0; bar < bars_of(drawing); bar++) {
        double left = x_of(panel, bar_left(drawing, bar)),
               right = x_of(panel, bar_right(drawing, bar));
        double share = bar_share(drawing, series, bar), y = y_of(panel, share);
        double gap = right - left > 3 ? 1 : 0;

        if (share > 0)
            canvas_fill_rectangle(canvas, left + gap / 2, y, right - left - gap, panel->bottom - y);
    }
    canvas_close_group(canvas);
}

/* The smoothed share of each bin, as if a bar of the usual width were around it. */
static void draw_line(struct drawing *drawing, const struct panel *panel, int series)
{
    const struct spread *spread = &drawing->spread[series];
    struct canvas *canvas = &drawing->canvas;

    if (spread->low == spread->high) { /* a single count has no line */
        draw_bars(drawing, panel, series);
        return;
    }
    canvas_open_group(canvas, "line", drawing->chart->series[series].name);
    line_style_set(canvas, series);
    canvas_round_corners(canvas, true);
    for (int bin = spread->low; bin <= spread->high; bin++) {
        double x = x_of(panel, fmin(spread_bins_middle(&drawing->grid, bin), drawing->last));
        double y = y_of(panel, spread->share[bin] * drawing->bar);

        if (bin == spread->low)
            canvas_move(canvas, x, y);
        else
            canvas_line(canvas, x, y);
    }
    canvas_stroke(canvas);
    canvas_round_corners(canvas, false);
    canvas_close_group(canvas);
}

/* Beside the strip: the line of the lower panel, the name and the mean. */
static void draw_name(struct drawing *drawing, const struct panel *panel, int series)
{
    const struct chart_series *it = &drawing->chart->series[series];
    const struct spread *spread = &drawing->spread[series];
    struct canvas *canvas = &drawing->canvas;
    double y = panel->top + fmin(20, (panel->bottom - panel->top) / 2 - 8);
    char text[96];

    line_style_set(canvas, series);
    canvas_move(canvas, LEGEND_LEFT, y);
    canvas_line(canvas, LEGEND_LEFT + 60, y);
    canvas_stroke(canvas);
    line_style_marker(canvas, series, LEGEND_LEFT + 30, y, MARKER_RADIUS);
    canvas_font(canvas, 13, false);
    canvas_colour(canvas, INK);
    canvas_text_fit(canvas, LEGEND_LEFT + 70, y + 4.5, 0, LEGEND_RIGHT - LEGEND_LEFT - 70,
                    canvas_clean(it->name).text);
    if (it->games > 1)
        snprintf(text, sizeof text, "mean %.2f \xc2\xb1 %.2f", spread->mean, spread->stderror);
    else
        snprintf(text, sizeof text, "one game: %.0f", spread->mean);
    canvas_font(canvas, 11, false);
    canvas_colour(canvas, FAINT_INK);
    canvas_text_fit(canvas, LEGEND_LEFT + 70, y + 20, 0, LEGEND_RIGHT - LEGEND_LEFT - 70, text);
}

/* What a bar is, or a point of a line, and the scale. */
static void draw_strips_heading(struct drawing *drawing)
{
    unsigned long long width = (unsigned long long)drawing->bar * drawing->grid.width;
    const char *unit = drawing->chart->unit;
    char what[96], heading[160];

    if (drawing->chart->lines && width == 1)
        snprintf(what, sizeof what, "Share of games that end with about this many %s", unit);
    else if (drawing->chart->lines)
        snprintf(what, sizeof what, "Share of games per %llu %s, smoothed", width, unit);
    else if (width == 1)
        snprintf(what, sizeof what, "Share of games that end with exactly this many %s", unit);
    else
        snprintf(what, sizeof what, "Share of games, in bars of %llu %s", width, unit);
    snprintf(heading, sizeof heading, "%s%s", what,
             drawing->scales == 1 ? "" : "; the scales differ");
    draw_heading(&drawing->canvas, STRIPS_TOP, heading);
}

static void draw_strips(struct drawing *drawing)
{
    int count = drawing->chart->count;

    draw_strips_heading(drawing);
    for (int i = 0; i < count; i++) {
        int series = drawing->order[i];
        double top = STRIPS_TOP + i * (drawing->strip + STRIP_GAP);
        struct panel panel = {top, top + drawing->strip, drawing->most[series], drawing->from,
                              drawing->to};
        struct grid axes = grid_of(&panel);

        draw_frame(&drawing->canvas, &panel, i == count - 1);
        if (drawing->chart->lines)
            draw_line(drawing, &panel, series);
        else
            draw_bars(drawing, &panel, series);
        grid_axes(&drawing->canvas, &axes); /* over the lower ends of the bars */
        draw_name(drawing, &panel, series);
    }
}

/* --- cumulative curves -------------------------------------------------------------------------*/

/* The last count of a bin. */
static double bin_end(const struct drawing *drawing, int bin)
{
    return fmin(spread_bins_end(&drawing->grid, bin), drawing->last);
}

/* A step up at each count with games, from the first of them to the last. */
static void draw_steps(struct drawing *drawing, const struct panel *panel, int series)
{
    const struct spread *spread = &drawing->spread[series];
    struct canvas *canvas = &drawing->canvas;
    double before = 0;

    canvas_open_group(canvas, "cumulative", drawing->chart->series[series].name);
    line_style_set(canvas, series);
    canvas_move(canvas, x_of(panel, bin_end(drawing, spread->low)), y_of(panel, 0));
    for (int bin = spread->low; bin <= spread->high; bin++) {
        double x = x_of(panel, bin_end(drawing, bin)), value = spread->cumulative[bin];

        if (value <= before)
            continue;
        canvas_line(canvas, x, y_of(panel, before));
        canvas_line(canvas, x, y_of(panel, value));
        before = value;
    }
    canvas_stroke(canvas);
    canvas_close_group(canvas);
}

static double marker_x(const struct drawing *drawing, const struct panel *panel, int series, int q)
{
    return x_of(panel, fmin(drawing->spread[series].quantile[q], drawing->last));
}

/* Where markers of several series would hide each other, those drawn first are larger, so that each
 * has a visible rim. */
static void draw_markers(struct drawing *drawing, const struct panel *panel, int series)
{
    canvas_open_group(&drawing->canvas, "markers", drawing->chart->series[series].name);
    for (int q = 0; q < SPREAD_QUANTILES; q++) {
        double x = marker_x(drawing, panel, series, q);
        int above = 0;

        for (int i = series + 1; i < drawing->chart->count; i++)
            above += fabs(marker_x(drawing, panel, i, q) - x) < MARKER_RADIUS;
        line_style_marker(&drawing->canvas, series, x, y_of(panel, 100 * spread_quantiles[q]),
                          MARKER_RADIUS + fmin(MARKER_MOST, above * MARKER_STEP));
    }
    canvas_close_group(&drawing->canvas);
}

static void draw_cumulative(struct drawing *drawing)
{
    struct panel panel = {drawing->lower, drawing->lower + LOWER_HEIGHT, 104, drawing->from,
                          drawing->to};
    struct grid grid = grid_of(&panel);
    char heading[96];

    snprintf(heading, sizeof heading, "Share of games finished within this many %s",
             drawing->chart->unit);
    draw_heading(&drawing->canvas, panel.top, heading);
    draw_frame(&drawing->canvas, &panel, true);
    for (int i = 0; i < drawing->chart->count; i++)
        draw_steps(drawing, &panel, i);
    for (int i = 0; i < drawing->chart->count; i++)
        draw_markers(drawing, &panel, i);
    grid_axes(&drawing->canvas, &grid); /* over the lower ends of the lines */
}

/* --- words -------------------------------------------------------------------------------------*/

static void draw_words(struct drawing *drawing)
{
    const struct chart *chart = drawing->chart;
    struct canvas *canvas = &drawing->canvas;
    size_t least = chart->series[0].games, most = least;
    double bottom = drawing->lower + LOWER_HEIGHT;
    char text[192], number[2][40];

    for (int i = 0; i < chart->count; i++) {
        size_t games = chart->series[i].games;

        least = games < least ? games : least;
        most = games > most ? games : most;
    }
    with_commas(number[0], sizeof number[0], least);
    with_commas(number[1], sizeof number[1], most);
    if (least == most)
        snprintf(text, sizeof text, "%s game%s per bot", number[0], text_s(most));
    else
        snprintf(text, sizeof text, "%s to %s games per bot", number[0], number[1]);

    canvas_colour(canvas, INK);
    canvas_heading(canvas, PANEL_LEFT, 36, 19, 13, LEGEND_RIGHT - PANEL_LEFT,
                   canvas_clean(chart->title).text);
    canvas_font(canvas, 13, false);
    canvas_colour(canvas, FAINT_INK);
    canvas_text(canvas, PANEL_LEFT, 58, 0, text);
    snprintf(text, sizeof text, "Fewest %s first", chart->unit);
    canvas_font(canvas, 13, true);
    canvas_colour(canvas, INK);
    canvas_text(canvas, LEGEND_LEFT, STRIPS_TOP - 11, 0, text);

    canvas_font(canvas, 13, false);
    snprintf(text, sizeof text, "%s until the fleet is sunk", chart->unit);
    canvas_text(canvas, (PANEL_LEFT + PANEL_RIGHT) / 2.0, bottom + 41, 0.5, text);
    canvas_font(canvas, 11, false);
    canvas_colour(canvas, FAINT_INK);
    snprintf(text, sizeof text, "Markers at 10, 25, 50, 75 and 90 %% of a bot's games%s.",
             chart->lines ? "; the upper lines are smoothed" : "");
    canvas_text(canvas, PANEL_LEFT, bottom + 60, 0, text);
}

/* --- the whole ---------------------------------------------------------------------------------*/

/* The tops of the strips, a little above the highest peak of the strips with the same scale. A
 * strip has the scale of the highest one if its own peak is at least half as high. The rest is
 * treated in the same way, until all have a scale. */
static void find_scales(struct drawing *drawing)
{
    int count = drawing->chart->count;
    double peak[CHART_SERIES] = {0};

    drawing->scales = 0;
    for (int i = 0; i < count; i++)
        peak[i] = find_peak(drawing, i);
    for (;;) {
        double most = 0;

        for (int i = 0; i < count; i++)
            most = drawing->most[i] > 0 ? most : fmax(most, peak[i]);
        if (most <= 0)
            return;
        for (int i = 0; i < count; i++)
            if (drawing->most[i] <= 0 && peak[i] >= most / 2)
                drawing->most[i] = most * 1.08;
        drawing->scales++;
    }
}

static void sort_by_mean(struct drawing *drawing)
{
    for (int i = 0; i < drawing->chart->count; i++) {
        int at = i;

        for (; at > 0 && drawing->spread[drawing->order[at - 1]].mean > drawing->spread[i].mean;
             at--)
            drawing->order[at] = drawing->order[at - 1];
        drawing->order[at] = i;
    }
}

/* The edges leave a little room, and a few counts even if all games took the same number. */
static void plan(struct drawing *drawing)
{
    double first = drawing->grid.first - 0.5, last = drawing->last + 0.5;
    double pad = fmax(0.012 * (last - first), (10 - (last - first)) / 2);
    int count = drawing->chart->count;

    drawing->from = fmax(-0.5, first - pad);
    drawing->to = last + pad;
    drawing->bar = (drawing->grid.bins - 1) / MOST_BARS + 1;
    find_scales(drawing);
    drawing->strip = floor((double)STRIPS_HEIGHT / count) - STRIP_GAP;
    drawing->strip = fmax(STRIP_LEAST, fmin(STRIP_MOST, drawing->strip));
    drawing->lower = STRIPS_TOP + count * (drawing->strip + STRIP_GAP) - STRIP_GAP + BETWEEN;
}

static size_t entries_of(const struct chart_series *series)
{
    return series->times ? series->entries : series->games;
}

static enum error find_spreads(struct drawing *drawing)
{
    const struct chart *chart = drawing->chart;
    uint32_t least = UINT32_MAX, most = 0;
    enum error error = OK;

    for (int i = 0; i < chart->count; i++)
        for (size_t entry = 0; entry < entries_of(&chart->series[i]); entry++) {
            uint32_t count = chart->series[i].counts[entry];

            least = count < least ? count : least;
            most = count > most ? count : most;
        }
    drawing->grid = spread_bins_of(least, most);
    drawing->last = most;
    for (int i = 0; i < chart->count && error == OK; i++)
        error = spread_init(&drawing->spread[i], &drawing->grid, chart->series[i].counts,
                            chart->series[i].times, entries_of(&chart->series[i]), chart->lines);
    return error;
}

static enum error check(const struct chart *chart, struct message *message)
{
    if (chart->count < 1 || chart->count > CHART_SERIES)
        return error_set(ERR_RANGE, message, "a chart can show 1 to %d bots, not %d", CHART_SERIES,
                         chart->count);
    for (int i = 0; i < chart->count; i++)
        if (chart->series[i].games == 0)
            return error_set(ERR_RANGE, message, "cannot draw a chart: %s has no games",
                             canvas_clean(chart->series[i].name).text);
    return OK;
}

enum error chart_write(const struct chart *chart, const char *path, struct message *message)
{
    struct drawing drawing = {.chart = chart};
    enum error error = check(chart, message);

    if (error != OK)
        return error;
    error = find_spreads(&drawing);
    if (error != OK) {
        error_set(error, message, "%s: out of memory", path);
    } else {
        plan(&drawing);
        sort_by_mean(&drawing);
        error = canvas_begin(&drawing.canvas, path, WIDTH, drawing.lower + LOWER_HEIGHT + BELOW,
                             chart->title, message);
    }
    if (error == OK) {
        draw_words(&drawing);
        draw_strips(&drawing);
        draw_cumulative(&drawing);
        error = canvas_end(&drawing.canvas, message);
    }
    for (int i = 0; i < chart->count; i++)
        spread_release(&drawing.spread[i]);
    return error;
}

#else

enum error chart_write(const struct chart *chart, const char *path, struct message *message)
{
    (void)chart;
    return picture_check(path, message);
}

#endif
