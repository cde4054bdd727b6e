/* If asked for, the distribution is smoothed by a Gaussian kernel whose width follows Silverman's
 * rule, so that the smoothing vanishes as the number of games grows. At the first and the last
 * count the kernel is reflected, because these edges are real: random shooting ends most often with
 * the very last cell. */
#include "report/spread.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_BINS = 2048 };

const double spread_quantiles[SPREAD_QUANTILES] = {0.1, 0.25, 0.5, 0.75, 0.9};

struct spread_bins spread_bins_of(uint32_t least, uint32_t most)
{
    uint32_t range = most - least, width = range / MOST_BINS + 1;

    return (struct spread_bins){.first = least, .width = width, .bins = (int)(range / width) + 1};
}

int spread_bins_find(const struct spread_bins *grid, uint32_t count)
{
    return (int)((count - grid->first) / grid->width);
}

double spread_bins_middle(const struct spread_bins *grid, int bin)
{
    return grid->first + (double)bin * grid->width + (grid->width - 1) / 2.0;
}

double spread_bins_end(const struct spread_bins *grid, int bin)
{
    return grid->first + (bin + 1.0) * grid->width - 1;
}

static double times_of(const uint64_t *times, size_t entry)
{
    return times ? (double)times[entry] : 1;
}

static void find_moments(struct spread *spread, const uint32_t *counts, const uint64_t *times,
                         size_t entries, double games)
{
    double sum = 0, squares = 0;

    for (size_t i = 0; i < entries; i++)
        sum += counts[i] * times_of(times, i);
    spread->mean = sum / games;
    for (size_t i = 0; i < entries; i++) {
        double off = counts[i] - spread->mean;

        squares += off * off * times_of(times, i);
    }
    spread->sd = games > 1 ? sqrt(squares / (games - 1)) : 0;
    spread->stderror = spread->sd / sqrt(games);
}

/* The count that this share of the games stays within. If it falls exactly between two games, the
 * middle between them, like the median of the tables. */
static double find_quantile(const struct spread_bins *grid, const double *count, double games,
                            double share)
{
    double wanted = share * games, slack = 1e-9 * games, sum = 0;
    int before = -1;

    for (int bin = 0; bin < grid->bins; bin++) {
        sum += count[bin];
        if (before < 0 && sum >= wanted - slack)
            before = bin;
        if (sum > wanted + slack)
            return (spread_bins_end(grid, before) + spread_bins_end(grid, bin)) / 2;
    }
    return spread_bins_end(grid, grid->bins - 1);
}

/* From counts per bin to the cumulative curve, its quantiles and its ends. */
static void find_cumulative(struct spread *spread, const struct spread_bins *grid,
                            const double *count, double games)
{
    double sum = 0;

    spread->low = -1;
    for (int bin = 0; bin < grid->bins; bin++) {
        sum += count[bin];
        spread->cumulative[bin] = 100 * sum / games;
        if (count[bin] > 0) {
            spread->low = spread->low < 0 ? bin : spread->low;
            spread->high = bin;
        }
    }
    for (int i = 0; i < SPREAD_QUANTILES; i++)
        spread->quantile[i] = find_quantile(grid, count, games, spread_quantiles[i]);
}

/* Width of the kernel in bins. */
static double bandwidth(const struct spread *spread, const struct spread_bins *grid, double games)
{
    double between = (spread->quantile[3] - spread->quantile[1]) / grid->width / 1.34;
    double sd = spread->sd / grid->width;

    return 0.9 * (between > 0 ? fmin(between, sd) : sd) * pow(games, -0.2);
}

static void smooth(struct spread *spread, const double *count, double width)
{
    int low = spread->low, high = spread->high;
    int reach = (int)fmin(ceil(4 * width), high - low);
    double total = 0;

    for (int i = -reach; i <= reach; i++)
        total += exp(-0.5 * i * i / (width * width));
    for (int bin = low; bin <= high; bin++) {
        if (count[bin] <= 0)
            continue;
        for (int i = -reach; i <= reach; i++) {
            int to = bin + i;

            to = to < low ? 2 * low - 1 - to : to > high ? 2 * high + 1 - to : to;
            spread->share[to] += count[bin] * exp(-0.5 * i * i / (width * width)) / total;
        }
    }
}

enum error spread_init(struct spread *spread, const struct spread_bins *grid,
                       const uint32_t *counts, const uint64_t *times, size_t entries, bool smoothed)
{
    size_t bins = (size_t)grid->bins;
    double *count = calloc(bins, sizeof *count);
    double width, games = 0;

    assert(entries > 0);
    *spread = (struct spread){.share = calloc(bins, sizeof(double)),
                              .cumulative = calloc(bins, sizeof(double))};
    if (!count || !spread->share || !spread->cumulative) {
        free(count);
        spread_release(spread);
        return ERR_MEMORY;
    }
    for (size_t i = 0; i < entries; i++) {
        count[spread_bins_find(grid, counts[i])] += times_of(times, i);
        games += times_of(times, i);
    }
    find_moments(spread, counts, times, entries, games);
    find_cumulative(spread, grid, count, games);
    width = smoothed ? bandwidth(spread, grid, games) : 0;
    if (width >= 0.4)
        smooth(spread, count, width);
    for (int bin = spread->low; bin <= spread->high; bin++)
        spread->share[bin] = 100 * (width >= 0.4 ? spread->share[bin] : count[bin]) / games;
    free(count);
    return OK;
}

void spread_release(struct spread *spread)
{
    free(spread->share);
    free(spread->cumulative);
    *spread = (struct spread){0};
}
