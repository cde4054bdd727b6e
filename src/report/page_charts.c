/* Charts of the page as SVG. Colours come from the style sheet, so they fit light and dark themes.
 * A chart contains only numbers, never a name. */
#include "report/page_internal.h"
#include "report/scale.h"

#include <math.h>

enum { MOST_BINS = 40 };

/* A plot: the ranges of its axes, and where it is drawn. */
struct plot {
    double width, height; /* of the picture */
    double left, right, top, bottom;
    double x0, x1, y0, y1; /* values at the edges */
};

static double at_x(const struct plot *plot, double x)
{
    return plot->left + (plot->right - plot->left) * (x - plot->x0) / (plot->x1 - plot->x0);
}

static double at_y(const struct plot *plot, double y)
{
    return plot->bottom - (plot->bottom - plot->top) * (y - plot->y0) / (plot->y1 - plot->y0);
}

static struct plot plot_of(double width, double height, double x0, double x1, double y0, double y1)
{
    return (struct plot){.width = width,
                         .height = height,
                         .left = 40,
                         .right = width - 16,
                         .top = 10,
                         .bottom = height - 32,
                         .x0 = x0,
                         .x1 = x1 > x0 ? x1 : x0 + 1,
                         .y0 = y0,
                         .y1 = y1 > y0 ? y1 : y0 + 1};
}

static double first_tick(double low, double step)
{
    return ceil(low / step - 1e-9) * step;
}

static int ticks(double low, double high, double step)
{
    return (int)((high - first_tick(low, step)) / step + 1e-9) + 1;
}

/* Opens the picture and draws its axes; `about` describes it to screen readers. */
static void plot_open(const struct plot *plot, const char *about, const char *unit,
                      const char *x_title, FILE *file)
{
    double step_x = scale_step(plot->x1 - plot->x0, (int)(plot->width / 60), 1);
    double step_y = scale_step(plot->y1 - plot->y0, (int)(plot->height / 36), 0);

    fprintf(file, "<svg class=\"chart\" viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s\">",
            plot->width, plot->height, about);
    fputs("<g class=\"grid\">", file);
    for (int i = 0; i < ticks(plot->y0, plot->y1, step_y); i++) {
        double y = first_tick(plot->y0, step_y) + i * step_y;

        fprintf(file,
                "<path d=\"M%.1f %.1fH%.1f\"/><text x=\"%.1f\" y=\"%.1f\" "
                "text-anchor=\"end\">%.*f%s</text>",
                plot->left, at_y(plot, y), plot->right, plot->left - 4, at_y(plot, y) + 4,
                scale_digits(step_y), fabs(y), unit);
    }
    for (int i = 0; i < ticks(plot->x0, plot->x1, step_x); i++) {
        double x = first_tick(plot->x0, step_x) + i * step_x;

        fprintf(file,
                "<path d=\"M%.1f %.1fv4\"/><text x=\"%.1f\" y=\"%.1f\" "
                "text-anchor=\"middle\">%.0f</text>",
                at_x(plot, x), plot->bottom, at_x(plot, x), plot->bottom + 15, fabs(x));
    }
    fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>",
            (plot->left + plot->right) / 2, plot->height - 4, x_title);
    fprintf(file, "<path class=\"base\" d=\"M%.1f %.1fH%.1f\"/></g>", plot->left, plot->bottom,
            plot->right);
}

static void plot_close(FILE *file)
{
    fputs("</svg>\n", file);
}

/* --- shots -------------------------------------------------------------------------------------*/

struct page_range page_range(const struct tournament_page *page)
{
    struct page_range range = {.least = PAGE_SHOTS, .most = -1};

    for (int i = 0; i < page->count; i++)
        for (int shots = 0; shots < PAGE_SHOTS; shots++)
            if (page->bots[i].shots[0][shots] || page->bots[i].shots[1][shots]) {
                range.least = shots < range.least ? shots : range.least;
                range.most = shots > range.most ? shots : range.most;
            }
    if (range.most < 0)
        range.least = range.most = 0;
    range.width = (range.most - range.least) / MOST_BINS + 1;
    range.bins = (range.most - range.least) / range.width + 1;
    return range;
}

static void count_bins(const struct page_bot *bot, const struct page_range *range,
                       double counts[2][MOST_BINS + 1], double *sum, double *highest)
{
    *sum = *highest = 0;
    for (int bin = 0; bin < range->bins; bin++) {
        counts[0][bin] = counts[1][bin] = 0;
        for (int i = 0; i < range->width; i++) {
            int shots = range->least + bin * range->width + i;

            for (int won = 0; won < 2 && shots < PAGE_SHOTS; won++)
                counts[won][bin] += bot->shots[won][shots];
        }
        *sum += counts[0][bin] + counts[1][bin];
        *highest = fmax(*highest, counts[0][bin] + counts[1][bin]);
    }
}

/* All bars of one kind are a single path, which keeps the page small. */
static void put_bars(const struct plot *plot, const struct page_range *range, const double *from,
                     const double *heights, double sum, const char *kind, FILE *file)
{
    fprintf(file, "<path class=\"%s\" d=\"", kind);
    for (int bin = 0; bin < range->bins; bin++) {
        double x = range->least + bin * range->width;
        double low = from ? 100 * from[bin] / sum : 0, high = low + 100 * heights[bin] / sum;

        if (heights[bin] > 0)
            fprintf(file, "M%.1f %.1fV%.1fH%.1fV%.1fz", at_x(plot, x - 0.5), at_y(plot, low),
                    at_y(plot, high), at_x(plot, x + range->width - 0.5) - 0.4, at_y(plot, low));
    }
    fputs("\"/>", file);
}

void page_chart_histogram(const struct page_bot *bot, const struct page_range *range, FILE *file)
{
    double counts[2][MOST_BINS + 1], sum, highest;
    struct plot plot;

    count_bins(bot, range, counts, &sum, &highest);
    if (sum <= 0)
        return;
    plot = plot_of(320, 150, range->least - 0.5, range->least + range->bins * range->width - 0.5, 0,
                   105 * highest / sum);
    plot_open(&plot, "Histogram of shots in a round", "%", "shots in a round", file);
    put_bars(&plot, range, NULL, counts[1], sum, "won", file);
    put_bars(&plot, range, counts[1], counts[0], sum, "lost", file);
    plot_close(file);
}

void page_chart_cumulative(const struct tournament_page *page, const struct page_range *range,
                           const int *entrants, int series, FILE *file)
{
    struct plot plot = plot_of(560, 280, range->least - 1, range->most, 0, 100);

    plot_open(&plot, "Share of won rounds within a number of shots", "%", "shots", file);
    for (int i = 0; i < series; i++) {
        const uint32_t *shots = page->bots[entrants[i]].shots[1];
        double sum = 0, below = 0;

        for (int k = 0; k < PAGE_SHOTS; k++)
            sum += shots[k];
        if (sum <= 0)
            continue;
        fprintf(file, "<path class=\"line s%d\" d=\"M%.1f %.1f", i, at_x(&plot, plot.x0),
                at_y(&plot, 0));
        for (int k = range->least; k <= range->most; k++) {
            below += shots[k];
            if (shots[k] || k == range->most)
                fprintf(file, "L%.1f %.1f", at_x(&plot, k), at_y(&plot, 100 * below / sum));
        }
        fputs("\"/>", file);
    }
    plot_close(file);
}

/* --- over the rounds of a match ----------------------------------------------------------------*/

/* A point of a curve with half of its 95 % interval. */
struct point {
    bool is_known;
    double x, y, error;
};

static double middle_of(const struct tournament_page *page, int bin)
{
    return ((double)bin + 0.5) * (double)page->terms->rounds / page->bins;
}

static struct point shots_point(const struct tournament_page *page, const struct page_bin *bin,
                                int number)
{
    double count = (double)bin->clean, variance;
    struct point point = {.x = middle_of(page, number)};

    if (bin->clean == 0)
        return point;
    point.is_known = true;
    point.y = bin->shots / count;
    variance = fmax(bin->squares / count - point.y * point.y, 0);
    point.error = count > 1 ? 1.96 * sqrt(variance / (count - 1)) : 0;
    return point;
}

/* Wilson's interval is not symmetric, but for a band half of its width around the share is close
 * enough. */
static struct point share_point(const struct tournament_page *page, const struct page_bin *bin,
                                int number)
{
    double count = (double)bin->rounds, share;
    struct point point = {.x = middle_of(page, number)};

    if (bin->rounds == 0)
        return point;
    share = (double)bin->won / count;
    point.is_known = true;
    point.y = 100 * share;
    point.error = 100 * 1.96 / (1 + 3.84 / count) *
                  sqrt(share * (1 - share) / count + 0.96 / (count * count));
    return point;
}

static void put_band(const struct plot *plot, const struct point *points, int count, FILE *file)
{
    bool is_first = true;

    fputs("<path class=\"band\" d=\"", file);
    for (int i = 0; i < 2 * count; i++) {
        const struct point *point = &points[i < count ? i : 2 * count - 1 - i];
        double y = i < count ? point->y + point->error : point->y - point->error;

        if (!point->is_known)
            continue;
        y = fmin(fmax(y, plot->y0), plot->y1);
        fprintf(file, "%c%.1f %.1f", is_first ? 'M' : 'L', at_x(plot, point->x), at_y(plot, y));
        is_first = false;
    }
    fputs("\"/>", file);
}

static void put_line(const struct plot *plot, const struct point *points, int count, int series,
                     FILE *file)
{
    bool is_first = true;

    fprintf(file, "<path class=\"line s%d\" d=\"", series);
    for (int i = 0; i < count; i++)
        if (points[i].is_known) {
            fprintf(file, "%c%.1f %.1f", is_first ? 'M' : 'L', at_x(plot, points[i].x),
                    at_y(plot, points[i].y));
            is_first = false;
        }
    fputs("\"/>", file);
}

/* Widens low and high to include the points; false if there are fewer than two. */
static bool cover(const struct point *points, int count, double *low, double *high)
{
    int known = 0;

    for (int i = 0; i < count; i++)
        if (points[i].is_known) {
            known++;
            *low = fmin(*low, points[i].y - points[i].error);
            *high = fmax(*high, points[i].y + points[i].error);
        }
    return known >= 2;
}

/* An axis of shots spans at least this much, so that noise does not look like a trend. */
enum { LEAST_SPAN = 8 };

static void stretch(double *low, double *high)
{
    double missing = LEAST_SPAN - (*high - *low);

    if (missing > 0) {
        *low -= missing / 2;
        *high += missing / 2;
    }
    *low = fmax(*low, 0);
}

void page_chart_learning(const struct tournament_page *page, const struct page_bot *bot, FILE *file)
{
    struct point points[PAGE_BINS];
    double low = INFINITY, high = -INFINITY;
    struct plot plot;

    for (int i = 0; i < page->bins; i++)
        points[i] = shots_point(page, &bot->bin[i], i);
    if (!cover(points, page->bins, &low, &high))
        return;
    stretch(&low, &high);
    plot = plot_of(320, 150, 0, (double)page->terms->rounds, low, high);
    plot_open(&plot, "Mean shots of won rounds, over the course of a match", "",
              "round of the match", file);
    put_band(&plot, points, page->bins, file);
    put_line(&plot, points, page->bins, 0, file);
    plot_close(file);
}

void page_chart_winning(const struct tournament_page *page, const struct page_bot *bot, FILE *file)
{
    struct point points[PAGE_BINS];
    double low = 0, high = 100;
    struct plot plot = plot_of(320, 150, 0, (double)page->terms->rounds, 0, 100);

    for (int i = 0; i < page->bins; i++)
        points[i] = share_point(page, &bot->bin[i], i);
    if (!cover(points, page->bins, &low, &high))
        return;
    plot_open(&plot, "Share of rounds won, over the course of a match", "%", "round of the match",
              file);
    put_band(&plot, points, page->bins, file);
    put_line(&plot, points, page->bins, 0, file);
    plot_close(file);
}

void page_chart_learning_all(const struct tournament_page *page, const int *entrants, int series,
                             FILE *file)
{
    struct point points[PAGE_SERIES][PAGE_BINS];
    double low = INFINITY, high = -INFINITY;
    struct plot plot;
    bool is_known = false;

    for (int i = 0; i < series; i++) {
        for (int k = 0; k < page->bins; k++) {
            points[i][k] = shots_point(page, &page->bots[entrants[i]].bin[k], k);
            points[i][k].error = 0;
        }
        is_known |= cover(points[i], page->bins, &low, &high);
    }
    if (!is_known)
        return;
    stretch(&low, &high);
    plot = plot_of(560, 280, 0, (double)page->terms->rounds, low, high);
    plot_open(&plot, "Mean shots of won rounds, over the course of a match", "",
              "round of the match", file);
    for (int i = 0; i < series; i++)
        put_line(&plot, points[i], page->bins, i, file);
    plot_close(file);
}
