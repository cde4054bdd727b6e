/* Lists the layouts that explain the evidence, one by one, when there are few of them.
 *
 * Boards of any size and all rules are possible; what limits the list is its length and the work to
 * fill it, both given by the caller. A listed layout names the berth of each ship. Ships of one
 * class are interchangeable, so layouts that differ only in which of them is where are listed once:
 * each entry stands for `ways` layouts of posterior_layouts. Hints make some layouts likelier than
 * others; then each entry has a weight, and the weights times `ways` add up to posterior_weight. */
#ifndef BROADSIDE_INFER_LAYOUT_LIST_H
#define BROADSIDE_INFER_LAYOUT_LIST_H

#include "base/wide.h"
#include "infer/evidence.h"

enum { LISTED_HINTS = 7 }; /* the weights fit in 64 bits */

/* A place that the evidence allows for a ship of this class. */
struct listed_berth {
    uint16_t cell[MAX_LENGTH];
    uint8_t length, ship_class;
};

struct layout_list {
    int ships;                     /* of each layout, ordered by class */
    uint8_t ship_class[MAX_SLOTS]; /* of each ship */
    int berths;
    struct listed_berth *berth;
    uint32_t layouts, most;
    uint16_t *at;     /* the berth of ship `s` of layout `i` is at[i * ships + s] */
    size_t room;      /* entries of `at` */
    uint64_t *weight; /* of each layout; only if the evidence has hints, which `weighted` says */
    bool weighted;
    size_t weight_room;
    wide ways;
    uint64_t steps; /* that the last listing took: berths examined */
};

/* Starts a list of at most `most` layouts; the memory is taken as needed. */
void layout_list_init(struct layout_list *list, uint32_t most);
void layout_list_free(struct layout_list *list);

/* Fills the list. ERR_FULL if there are more layouts than it may hold, if finding them takes more
 * steps than this, or if there are more hints than LISTED_HINTS; ERR_MISMATCH if no layout explains
 * the evidence; ERR_MEMORY. After an error the list is empty. */
enum error layout_list_fill(struct layout_list *list, const struct evidence *evidence,
                            uint64_t steps);

/* Makes room for a weight of each listed layout, which the caller then sets, together with
 * `weighted`. ERR_MEMORY. */
enum error layout_list_make_weights(struct layout_list *list);

#endif
