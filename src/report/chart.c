/* Two panels over the same axis of shots, with the legend beside them so that it never covers a
 * curve.
 *
 * A bot with a much higher peak than the others would flatten their curves (with random shooting
 * 17 % of the games end with the last cell). Such a peak is cut off at the top of the panel, and a
 * line of text says how high it goes. */
#include "report/chart.h"

#include "report/picture.h"

#ifdef HAVE_CAIRO

#include "base/text.h"
#include "report/canvas.h"
#include "report/scale.h"
#include "report/spread.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 1060,
    HEIGHT = 760,
    PANEL_LEFT = 64,
    PANEL_RIGHT = 786,
    UPPER_TOP = 106,
    UPPER_BOTTOM = 366,
    LOWER_TOP = 432,
    LOWER_BOTTOM = 692,
    LEGEND_LEFT = 814,
    LEGEND_RIGHT = WIDTH - 20,
};

enum { INK = 0x222222, FAINT_INK = 0x555555, GRID_INK = 0xdddddd, FRAME_INK = 0x888888 };

/* Okabe and Ito's colours, with a darker yellow that is visible on white. They can be
 * distinguished with all common kinds of colour blindness. */
static const uint32_t colours[] = {0x000000, 0xd55e00, 0x0072b2, 0x009e73,
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

struct panel {
    double top, bottom;
    double most;     /* the value at the top */
    double from, to; /* the counts at the left and right edge */
};

struct chart {
    const struct chart_series *series;
    struct spread spread[CHART_SERIES];
    int count;
    int order[CHART_SERIES]; /* by mean, fewest shots first */
    struct spread_bins grid;
    double cap; /* percent at the top of the upper panel; higher peaks are cut */
    cairo_t *cr;
};

static double x_of(const struct panel *panel, double shots)
{
    return PANEL_LEFT +
           (shots - panel->from) / (panel->to - panel->from) * (PANEL_RIGHT - PANEL_LEFT);
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

static void draw_marker(cairo_t *cr, int series, double x, double y)
{
    double r = 4;
    bool hollow = series >= STYLES;

    cairo_new_path(cr);
    switch (series % STYLES) {
    case 0:
        cairo_arc(cr, x, y, r, 0, 2 * CANVAS_PI);
        break;
    case 1:
        cairo_rectangle(cr, x - r + 0.5, y - r + 0.5, 2 * r - 1, 2 * r - 1);
        break;
    case 2:
        cairo_move_to(cr, x, y - r - 0.8);
        cairo_line_to(cr, x + r + 0.5, y + r - 0.6);
        cairo_line_to(cr, x - r - 0.5, y + r - 0.6);
        break;
    case 3:
        cairo_move_to(cr, x, y - r - 1.2);
        cairo_line_to(cr, x + r + 1.2, y);
        cairo_line_to(cr, x, y + r + 1.2);
        cairo_line_to(cr, x - r - 1.2, y);
        break;
    case 4:
        cairo_move_to(cr, x, y + r + 0.8);
        cairo_line_to(cr, x + r + 0.5, y - r + 0.6);
        cairo_line_to(cr, x - r - 0.5, y - r + 0.6);
        break;
    case 5: /* a cross of bars */
        cairo_rectangle(cr, x - r - 0.8, y - 1.4, 2 * r + 1.6, 2.8);
        cairo_rectangle(cr, x - 1.4, y - r - 0.8, 2.8, 2 * r + 1.6);
        break;
    case 6: /* five points */
        for (int i = 0; i < 10; i++) {
            double reach = i % 2 ? 2.4 : r + 1.6, angle = CANVAS_PI * (i / 5.0 - 0.5);

            cairo_line_to(cr, x + reach * cos(angle), y + reach * sin(angle));
        }
        break;
    default: /* half a disc */
        cairo_arc(cr, x, y + 1.5, r + 0.8, CANVAS_PI, 2 * CANVAS_PI);
    }
    cairo_close_path(cr);
    cairo_set_dash(cr, NULL, 0, 0);

    /* A white rim separates markers from the lines below them. */
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_set_line_width(cr, 2.4);
    cairo_stroke_preserve(cr);
    if (!hollow) {
        canvas_colour(cr, colours[series % STYLES]);
        cairo_fill(cr);
        return;
    }
    cairo_fill_preserve(cr);
    canvas_colour(cr, colours[series % STYLES]);
    cairo_set_line_width(cr, 1.5);
    cairo_stroke(cr);
}

/* Line and dash of a series. The second eight series have the same colours with other dashes. */
static void set_line(cairo_t *cr, int series)
{
    const struct dash *dash = &dashes[(series + 3 * (series / STYLES)) % STYLES];

    canvas_colour(cr, colours[series % STYLES]);
    cairo_set_line_width(cr, 1.8);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_dash(cr, dash->length, dash->count, 0);
}

static void draw_frame(const struct panel *panel, const char *heading, cairo_t *cr)
{
    double step = scale_step(panel->most, 6, 0), across = panel->to - panel->from;
    double shots = scale_step(across, 12, 1);
    char label[32];

    canvas_font(cr, 13, true);
    canvas_colour(cr, INK);
    canvas_text(cr, PANEL_LEFT, panel->top - 11, 0, heading);

    canvas_font(cr, 12, false);
    cairo_set_line_width(cr, 1);
    cairo_set_dash(cr, NULL, 0, 0);
    for (int i = 0; i * step <= panel->most * (1 + 1e-9); i++) {
        double y = round(y_of(panel, i * step)) + 0.5;

        canvas_colour(cr, GRID_INK);
        cairo_move_to(cr, PANEL_LEFT, y);
        cairo_line_to(cr, PANEL_RIGHT, y);
        cairo_stroke(cr);
        canvas_colour(cr, INK);
        snprintf(label, sizeof label, "%.*f %%", scale_digits(step), i * step);
        canvas_text(cr, PANEL_LEFT - 8, y + 4, 1, label);
    }
    for (int i = (int)ceil(panel->from / shots); i * shots <= panel->to; i++) {
        double at = i * shots, x = round(x_of(panel, at)) + 0.5;

        canvas_colour(cr, GRID_INK);
        cairo_move_to(cr, x, panel->top);
        cairo_line_to(cr, x, panel->bottom);
        cairo_stroke(cr);
        canvas_colour(cr, FRAME_INK);
        cairo_move_to(cr, x, panel->bottom);
        cairo_line_to(cr, x, panel->bottom + 5);
        cairo_stroke(cr);
        canvas_colour(cr, INK);
        snprintf(label, sizeof label, "%.0f", at);
        canvas_text(cr, x, panel->bottom + 19, 0.5, label);
    }
    canvas_colour(cr, FRAME_INK);
    cairo_move_to(cr, PANEL_LEFT + 0.5, panel->top);
    cairo_line_to(cr, PANEL_LEFT + 0.5, panel->bottom + 0.5);
    cairo_line_to(cr, PANEL_RIGHT, panel->bottom + 0.5);
    cairo_stroke(cr);
}

/* The curve of a series. It rises from zero and, unless cumulative, falls back to zero. */
static void draw_curve(const struct chart *chart, const struct panel *panel, int series,
                       bool cumulative)
{
    const struct spread *spread = &chart->spread[series];
    const double *value = cumulative ? spread->cumulative : spread->density;
    cairo_t *cr = chart->cr;

    set_line(cr, series);
    cairo_move_to(cr, x_of(panel, spread_bins_middle(&chart->grid, spread->low - 1)),
                  y_of(panel, 0));
    for (int bin = spread->low; bin <= spread->high; bin++)
        cairo_line_to(cr, x_of(panel, spread_bins_middle(&chart->grid, bin)),
                      y_of(panel, value[bin]));
    if (!cumulative)
        cairo_line_to(cr, x_of(panel, spread_bins_middle(&chart->grid, spread->high + 1)),
                      y_of(panel, 0));
    cairo_stroke(cr);
}

static void draw_curves(const struct chart *chart, const struct panel *panel, bool cumulative)
{
    cairo_t *cr = chart->cr;

    cairo_save(cr);
    cairo_rectangle(cr, PANEL_LEFT, panel->top - 6, PANEL_RIGHT - PANEL_LEFT,
                    panel->bottom - panel->top + 12);
    cairo_clip(cr);
    for (int i = 0; i < chart->count; i++)
        draw_curve(chart, panel, i, cumulative);
    for (int i = 0; i < chart->count; i++) {
        const struct spread *spread = &chart->spread[i];
        const double *value = cumulative ? spread->cumulative : spread->density;

        for (int q = 0; q < SPREAD_QUANTILES; q++) {
            int bin = spread->quantile[q];

            if (value[bin] <= panel->most)
                draw_marker(cr, i, x_of(panel, spread_bins_middle(&chart->grid, bin)),
                            y_of(panel, value[bin]));
        }
    }
    cairo_restore(cr);
}

/* Text on white, left or right of x. */
static void note(cairo_t *cr, double x, double y, bool leftwards, const char *text)
{
    double room = leftwards ? x - PANEL_LEFT : PANEL_RIGHT - x;
    double width = fmin(room, canvas_text_width(cr, text)) + 4;

    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_rectangle(cr, leftwards ? x - width : x - 2, y - 10, width, 13);
    cairo_fill(cr);
    canvas_colour(cr, INK);
    canvas_text_fit(cr, x, y, leftwards ? 1 : 0, room, text);
}

/* Says how high the cut peaks are, at the top of the panel, on the side of the peak with more
 * room. */
static void note_cut_peaks(const struct chart *chart, const struct panel *panel)
{
    cairo_t *cr = chart->cr;
    int line = 0;

    canvas_font(cr, 11, false);
    for (int i = 0; i < chart->count; i++) {
        const struct spread *spread = &chart->spread[i];
        int first = spread->peak, last = first;
        double from, to;
        char text[sizeof(struct canvas_clean) + 64];

        if (spread->density[spread->peak] <= chart->cap)
            continue;
        while (first > spread->low && spread->density[first - 1] > 0.8 * chart->cap)
            first--;
        while (last < spread->high && spread->density[last + 1] > 0.8 * chart->cap)
            last++;
        from = x_of(panel, spread_bins_middle(&chart->grid, first - 1)) - 6;
        to = x_of(panel, spread_bins_middle(&chart->grid, last + 1)) + 6;
        snprintf(text, sizeof text, "%s: up to %.1f %% (%.0f shots)",
                 canvas_clean(chart->series[i].name).text, spread->density[spread->peak],
                 spread_bins_middle(&chart->grid, spread->peak));
        note(cr, from - PANEL_LEFT > PANEL_RIGHT - to ? from : to, panel->top + 12 + 15 * line,
             from - PANEL_LEFT > PANEL_RIGHT - to, text);
        line++;
    }
}

static void draw_legend(const struct chart *chart)
{
    cairo_t *cr = chart->cr;
    double room = (LOWER_BOTTOM - UPPER_TOP) / (double)chart->count;
    double row = fmin(room, 40);

    canvas_font(cr, 13, true);
    canvas_colour(cr, INK);
    canvas_text(cr, LEGEND_LEFT, UPPER_TOP - 11, 0, "Fewest shots first");
    for (int i = 0; i < chart->count; i++) {
        int series = chart->order[i];
        const struct spread *spread = &chart->spread[series];
        double y = UPPER_TOP + 10 + row * i;
        char text[96];

        set_line(cr, series);
        cairo_move_to(cr, LEGEND_LEFT, y);
        cairo_line_to(cr, LEGEND_LEFT + 60, y);
        cairo_stroke(cr);
        draw_marker(cr, series, LEGEND_LEFT + 30, y);
        canvas_font(cr, 13, false);
        canvas_colour(cr, INK);
        canvas_text_fit(cr, LEGEND_LEFT + 70, y + 4.5, 0, LEGEND_RIGHT - LEGEND_LEFT - 70,
                        canvas_clean(chart->series[series].name).text);
        if (chart->series[series].games > 1)
            snprintf(text, sizeof text, "mean %.2f \xc2\xb1 %.2f", spread->mean, spread->stderror);
        else
            snprintf(text, sizeof text, "one game: %.0f", spread->mean);
        canvas_font(cr, 11, false);
        canvas_colour(cr, FAINT_INK);
        canvas_text_fit(cr, LEGEND_LEFT + 70, y + 19, 0, LEGEND_RIGHT - LEGEND_LEFT - 70, text);
    }
}

static void draw_words(const struct chart *chart, const char *title)
{
    cairo_t *cr = chart->cr;
    size_t least = chart->series[0].games, most = least;
    bool smoothed = false;
    char text[192], number[2][40];

    for (int i = 0; i < chart->count; i++) {
        size_t games = chart->series[i].games;

        least = games < least ? games : least;
        most = games > most ? games : most;
        smoothed = smoothed || chart->spread[i].smoothed;
    }
    with_commas(number[0], sizeof number[0], least);
    with_commas(number[1], sizeof number[1], most);
    if (least == most)
        snprintf(text, sizeof text, "%s game%s per bot", number[0], text_s(most));
    else
        snprintf(text, sizeof text, "%s to %s games per bot", number[0], number[1]);

    canvas_colour(cr, INK);
    canvas_heading(cr, PANEL_LEFT, 36, 19, 13, LEGEND_RIGHT - PANEL_LEFT, canvas_clean(title).text);
    canvas_font(cr, 13, false);
    canvas_colour(cr, FAINT_INK);
    canvas_text(cr, PANEL_LEFT, 58, 0, text);

    canvas_colour(cr, INK);
    canvas_text(cr, (PANEL_LEFT + PANEL_RIGHT) / 2.0, LOWER_BOTTOM + 41, 0.5,
                "shots until the fleet is sunk");
    canvas_font(cr, 11, false);
    canvas_colour(cr, FAINT_INK);
    snprintf(text, sizeof text, "Markers at 10, 25, 50, 75 and 90 %% of a bot's games%s.",
             smoothed ? "; distributions are smoothed" : "");
    canvas_text(cr, PANEL_LEFT, LOWER_BOTTOM + 60, 0, text);
}

static int higher_first(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;

    return (left < right) - (left > right);
}

/* The top of the upper panel. All peaks fit, except those of up to a third of the series that are
 * far above the rest. Leaves room for a line of text for each peak that is cut. */
static double find_cap(const struct chart *chart)
{
    double peak[CHART_SERIES];

    for (int i = 0; i < chart->count; i++) {
        assert(chart->spread[i].density);
        peak[i] = chart->spread[i].density[chart->spread[i].peak];
    }
    qsort(peak, (size_t)chart->count, sizeof peak[0], higher_first);
    for (int cut = chart->count / 3; cut > 0; cut--)
        if (peak[cut - 1] > 1.8 * peak[cut])
            return peak[cut] * (1.1 + 0.08 * cut);
    return peak[0] * 1.08;
}

static void sort_by_mean(struct chart *chart)
{
    for (int i = 0; i < chart->count; i++) {
        int at = i;

        for (; at > 0 && chart->spread[chart->order[at - 1]].mean > chart->spread[i].mean; at--)
            chart->order[at] = chart->order[at - 1];
        chart->order[at] = i;
    }
}

static void draw(struct chart *chart, const char *title)
{
    const struct spread_bins *grid = &chart->grid;
    double pad = 0.012 * (spread_bins_middle(grid, grid->bins) - spread_bins_middle(grid, -1));
    double from = fmax(0, spread_bins_middle(grid, -1) - pad),
           to = spread_bins_middle(grid, grid->bins) + pad;
    struct panel upper = {UPPER_TOP, UPPER_BOTTOM, chart->cap, from, to};
    struct panel lower = {LOWER_TOP, LOWER_BOTTOM, 100, from, to};

    draw_words(chart, title);
    draw_frame(&upper, "Share of games that end with exactly this many shots", chart->cr);
    draw_curves(chart, &upper, false);
    note_cut_peaks(chart, &upper);
    draw_frame(&lower, "Share of games finished within this many shots", chart->cr);
    draw_curves(chart, &lower, true);
    draw_legend(chart);
}

static enum error find_spreads(struct chart *chart)
{
    uint32_t least = UINT32_MAX, most = 0;
    enum error error = OK;

    for (int i = 0; i < chart->count; i++)
        for (size_t game = 0; game < chart->series[i].games; game++) {
            uint32_t shots = chart->series[i].shots[game];

            least = shots < least ? shots : least;
            most = shots > most ? shots : most;
        }
    chart->grid = spread_bins_of(least, most);
    for (int i = 0; i < chart->count && error == OK; i++)
        error = spread_init(&chart->spread[i], &chart->grid, chart->series[i].shots,
                            chart->series[i].games);
    return error;
}

enum error chart_shots(const struct chart_series *series, int count, const char *title,
                       const char *path, struct message *message)
{
    struct chart chart = {.series = series, .count = count};
    struct canvas canvas;
    enum error error;

    if (count < 1 || count > CHART_SERIES)
        return error_set(ERR_RANGE, message, "a chart can show 1 to %d bots, not %d", CHART_SERIES,
                         count);
    for (int i = 0; i < count; i++)
        if (series[i].games == 0)
            return error_set(ERR_RANGE, message, "cannot draw a chart: %s has no games",
                             canvas_clean(series[i].name).text);
    error = find_spreads(&chart);
    if (error != OK)
        error_set(error, message, "%s: out of memory", path);
    else
        error = canvas_begin(&canvas, path, WIDTH, HEIGHT, title, message);
    if (error == OK) {
        chart.cr = canvas.cr;
        chart.cap = find_cap(&chart);
        sort_by_mean(&chart);
        draw(&chart, title);
        error = canvas_end(&canvas, message);
    }
    for (int i = 0; i < count; i++)
        spread_release(&chart.spread[i]);
    return error;
}

#else

enum error chart_shots(const struct chart_series *series, int count, const char *title,
                       const char *path, struct message *message)
{
    (void)series;
    (void)count;
    (void)title;
    return picture_check(path, message);
}

#endif
