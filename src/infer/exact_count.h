/* Exact inference: counts the layouts that explain the evidence, and for each class of ships and
 * each placement the layouts that have such a ship there.
 *
 * For boards of up to 128 cells. Ships are distinguishable: two equal ships at two places make two
 * layouts. Work is measured in places looked at. Counting fails when it would exceed the budget or
 * when the result might not fit in 128 bits. `struct exact_count` is about 2 MB of plain memory
 * owned by the caller, who must zero it before the first use. */
#ifndef BROADSIDE_INFER_EXACT_COUNT_H
#define BROADSIDE_INFER_EXACT_COUNT_H

#include "infer/evidence.h"
#include "infer/flat_count.h"

enum { EXACT_CELLS = FLAT_CELLS };

struct exact_count {
    const struct evidence *evidence;
    wide layouts;
    uint64_t work;
    wide place[MAX_SLOTS][2]; /* by class: the first cells of its places, across and down */
    uint8_t type[MAX_SLOTS];  /* the type of each class: equal classes are counted as one */
    struct flat_count flat;
};

/* Counts the layouts that also cover the cells `covered`. ERR_FULL if the budget runs out, the
 * board is too large or the result might overflow; ERR_MISMATCH if no layout explains the evidence.
 */
enum error exact_count_run(struct exact_count *exact, const struct evidence *evidence, wide covered,
                           uint64_t budget, struct message *message);

/* The layouts with a ship of the class at this placement, counted once for each such ship. */
wide exact_count_at(const struct exact_count *exact, int ship_class, struct placement placement);

/* The layouts that cover each cell. */
void exact_count_cover(const struct exact_count *exact, wide *cover);

#endif
