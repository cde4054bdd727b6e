/* Keeps a thread, and the processes it starts meanwhile, on one processor: two processes that only
 * ever take turns hand over in a tenth of the time when neither has to wake another processor.
 * Where the system does not permit it, nothing happens. */
#ifndef BROADSIDE_GUEST_AFFINITY_H
#define BROADSIDE_GUEST_AFFINITY_H

#include <stdbool.h>
#include <stdint.h>

struct affinity {
    bool is_set;
    uint64_t before[16]; /* the processors that were allowed, a bit each */
};

/* `number` chooses among the processors that are allowed, so that neighbours get different ones. */
void affinity_set(struct affinity *affinity, uint64_t number);
void affinity_restore(const struct affinity *affinity);

#endif
