/* Exact inference for boards of any size. It answers the same question as exact_count.h, without
 * its 128-bit masks: blocked cells are counters that are set and reset.
 *
 * If there are hints, each layout counts as often as its weight says (struct hint). Ships are
 * distinguishable. Work is measured in berths examined, with the same unit. Memory is
 * allocated for the size of the board when first needed: about 4 MB on 20x20. */
#ifndef BROADSIDE_INFER_LARGE_COUNT_H
#define BROADSIDE_INFER_LARGE_COUNT_H

#include "base/wide.h"
#include "infer/evidence.h"

struct large_count;

/* NULL if out of memory. */
struct large_count *large_count_new(void);
void large_count_free(struct large_count *large);

/* Counts the layouts. ERR_FULL if the budget would run out or the result might overflow, which is
 * usually found out early; ERR_MEMORY; ERR_MISMATCH if no layout explains the evidence. */
enum error large_count_run(struct large_count *large, const struct evidence *evidence,
                           uint64_t budget, struct message *message);

/* The results of the last run that succeeded: all layouts, and those with a ship of the class at
 * this place (start is its first cell). */
wide large_count_layouts(const struct large_count *large);
wide large_count_at(const struct large_count *large, int ship_class, int start, bool vertical);

/* The work of the last run. */
uint64_t large_count_work(const struct large_count *large);

#endif
