/* The distribution of shots or turns over many games: mean with its error, quantiles, the share of
 * each bin, smoothed if asked for, and the cumulative distribution, all on bins that several series
 * share.
 *
 * A spread owns its curves; spread_release frees them. */
#ifndef BROADSIDE_REPORT_SPREAD_H
#define BROADSIDE_REPORT_SPREAD_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bin b holds the counts first + b * width to first + (b + 1) * width - 1. */
struct spread_bins {
    uint32_t first, width;
    int bins;
};

/* Bins for counts from `least` to `most`: one for each count, unless there are too many. */
struct spread_bins spread_bins_of(uint32_t least, uint32_t most);
int spread_bins_find(const struct spread_bins *grid, uint32_t count);
double spread_bins_middle(const struct spread_bins *grid, int bin);
double spread_bins_end(const struct spread_bins *grid, int bin); /* the last count */

enum { SPREAD_QUANTILES = 5 };
extern const double spread_quantiles[SPREAD_QUANTILES]; /* 0.1, 0.25, 0.5, 0.75, 0.9 */

struct spread {
    double mean, stderror, sd;
    int low, high;                     /* the first and the last bin with a game */
    double quantile[SPREAD_QUANTILES]; /* counts; halfway between two games as a median is */
    double *share;                     /* per bin: percent of the games */
    double *cumulative;                /* per bin: percent of the games that needed no more */
};

/* times[i] games needed counts[i]; without `times`, one game each. There is at least one game, and
 * every count is in the bins. */
enum error spread_init(struct spread *spread, const struct spread_bins *grid,
                       const uint32_t *counts, const uint64_t *times, size_t entries,
                       bool smoothed);
void spread_release(struct spread *spread);

#endif
