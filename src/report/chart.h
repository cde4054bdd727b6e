/* The chart of a simulation: the distribution of shots and the cumulative curves of all bots in one
 * picture, with a legend that gives each bot's mean. Each series has its own colour, dash and
 * marker, so the chart also works in black and white. */
#ifndef BROADSIDE_REPORT_CHART_H
#define BROADSIDE_REPORT_CHART_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum { CHART_SERIES = 16 };

/* A bot and the shots it needed in each of its games. All memory is the caller's. */
struct chart_series {
    const char *name;
    const uint32_t *shots;
    size_t games;
};

/* Draws 1 to CHART_SERIES series into `path`, which ends in .svg, .png or .pdf (see picture_check).
 * ERR_RANGE for too few or too many series, or a series without games. The title may be NULL. */
enum error chart_shots(const struct chart_series *series, int count, const char *title,
                       const char *path, struct message *message);

#endif
