/* Keeps a thread, and the processes it starts meanwhile, on one processor. Two processes that take
 * turns switch in a tenth of the time if neither has to wake another processor. Does nothing where
 * the system does not permit it. */
#ifndef BROADSIDE_GUEST_AFFINITY_H
#define BROADSIDE_GUEST_AFFINITY_H

#include <stdbool.h>
#include <stdint.h>

struct affinity {
    bool is_set;
    uint64_t before[16]; /* the processors allowed before, a bit each */
};

/* `number` selects one of the allowed processors, so that successive numbers get different ones. */
void affinity_set(struct affinity *affinity, uint64_t number);
void affinity_restore(const struct affinity *affinity);

#endif
