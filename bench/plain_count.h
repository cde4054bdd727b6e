/* The plain way to count layouts exactly, as a measure for the fast one: branch on the hits, then
 * on the free ships until two are left, and count those with bit sets of placements.
 *
 * For boards of up to 128 cells, fleets of up to PLAIN_CLASSES classes and counts below 2^64,
 * without sweeps and hints. */
#ifndef BROADSIDE_BENCH_PLAIN_COUNT_H
#define BROADSIDE_BENCH_PLAIN_COUNT_H

#include "infer/evidence.h"

enum { PLAIN_CLASSES = 6, PLAIN_CELLS = 128, PLAIN_PLACES = 256 };

/* A set of placements of one class. */
struct plain_set {
    uint64_t word[PLAIN_PLACES / 64];
};

struct plain_count {
    const struct evidence *evidence;
    int places[PLAIN_CLASSES];
    struct placement place[PLAIN_CLASSES][PLAIN_PLACES];
    struct plain_set over[PLAIN_CLASSES][PLAIN_CELLS]; /* the placements that cover a cell */
    /* By class and placement: the placements of another class that it rules out. */
    struct plain_set conflict[PLAIN_CLASSES][PLAIN_PLACES][PLAIN_CLASSES];
    /* Results: the layouts, and those with a ship of the class at the placement. */
    uint64_t layouts, count[PLAIN_CLASSES][PLAIN_PLACES];
};

/* False if the board, the fleet or the evidence is not of the kind described above. */
bool plain_count_run(struct plain_count *plain, const struct evidence *evidence);

/* The layouts that cover a cell. */
uint64_t plain_count_cover(const struct plain_count *plain, int cell);

#endif
