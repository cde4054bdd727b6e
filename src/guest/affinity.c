/* See affinity.h. The masks are specific to Linux. */
#define _GNU_SOURCE

#include "guest/affinity.h"

#include <sched.h>
#include <string.h>

void affinity_set(struct affinity *affinity, uint64_t number)
{
    cpu_set_t allowed, one;
    int left;

    _Static_assert(sizeof allowed == sizeof affinity->before, "a mask has 1024 bits");
    affinity->is_set = false;
    CPU_ZERO(&one);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) == 0)
        return;
    left = (int)(number % (uint64_t)CPU_COUNT(&allowed));
    for (size_t processor = 0; processor < CPU_SETSIZE; processor++)
        if (CPU_ISSET(processor, &allowed) && left-- == 0)
            CPU_SET(processor, &one);
    memcpy(affinity->before, &allowed, sizeof allowed);
    affinity->is_set = sched_setaffinity(0, sizeof one, &one) == 0;
}

void affinity_restore(const struct affinity *affinity)
{
    cpu_set_t before;

    memcpy(&before, affinity->before, sizeof before);
    if (affinity->is_set)
        sched_setaffinity(0, sizeof before, &before);
}
