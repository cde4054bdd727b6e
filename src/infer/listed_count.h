/* Adds up the weights that hints give to layouts by listing the layouts one by one.
 *
 * This is for many hints and few layouts: the work grows with the number of layouts and hardly with
 * the hints, while the product that other counts expand has up to ten times as many terms with each
 * hint. Sums are integers of 128 bits. If they might not fit, all weights are divided by the same
 * power of two and rounded down. The heaviest then has at least 109 bits and there are less than
 * 2^17, so a sum lacks less than 2^-91 of the whole: chances are right to 27 digits. */
#ifndef BROADSIDE_INFER_LISTED_COUNT_H
#define BROADSIDE_INFER_LISTED_COUNT_H

#include "infer/layout_list.h"

struct listed_count {
    struct layout_list list;
    struct listed_weight *weight; /* of each layout */
    wide *at;                     /* by class, orientation and first cell */
    int cells;
    wide total, cover[MAX_CELLS]; /* the weights of all layouts, and of those that cover the cell */
    /* The true sums are list.ways times 2^halvings as large. */
    int halvings;
};

/* NULL if out of memory. */
struct listed_count *listed_count_new(void);
void listed_count_free(struct listed_count *count);

/* Are so few layouts, of which ships of a class are distinguishable, worth listing? */
bool listed_count_is_worth_it(const struct evidence *evidence, wide layouts);

/* Adds up. `unweighted` is the evidence after evidence_drop_weights. ERR_FULL if it takes more
 * steps than this or if there are too many layouts after all. */
enum error listed_count_run(struct listed_count *count, const struct evidence *evidence,
                            const struct evidence *unweighted, uint64_t steps,
                            struct message *message);

/* The weights of the layouts with a ship of the class at this placement. */
wide listed_count_at(const struct listed_count *count, int ship_class, int start, bool vertical);

#endif
