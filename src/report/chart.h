/* The chart of a simulation: a histogram for each bot, best bot first, and the cumulative curves of
 * all bots in one panel, with each bot's mean. Each series has its own colour, dash and marker, so
 * the chart also works in black and white. */
#ifndef BROADSIDE_REPORT_CHART_H
#define BROADSIDE_REPORT_CHART_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CHART_SERIES = 16 };

/* A bot and how many shots or turns it needed in each of its games. */
struct chart_series {
    const char *name;
    const uint32_t *counts;
    size_t games;
    const uint64_t *times; /* optional: how many games needed each of the counts */
    size_t entries;        /* how many counts there are, with `times` */
};

/* All memory is the caller's. */
struct chart {
    const struct chart_series *series;
    int count;         /* 1 to CHART_SERIES */
    const char *title; /* may be NULL */
    const char *unit;  /* what is counted: "shots" or "turns" */
    bool lines;        /* smoothed lines instead of bars */
};

/* Writes the chart to `path`, which ends in .svg, .png or .pdf (see picture_check). ERR_RANGE for
 * too few or too many series, or a series without games. */
enum error chart_write(const struct chart *chart, const char *path, struct message *message);

#endif
