/* The scheduler's masks are Linux's own. */
#define _GNU_SOURCE

#include "guest/pin.h"

#include <sched.h>
#include <string.h>

void pin_set(struct pin *pin, uint64_t number)
{
    cpu_set_t allowed, one;
    int left;

    _Static_assert(sizeof allowed == sizeof pin->before, "a mask has 1024 bits");
    pin->is_set = false;
    CPU_ZERO(&one);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) == 0)
        return;
    left = (int)(number % (uint64_t)CPU_COUNT(&allowed));
    for (size_t processor = 0; processor < CPU_SETSIZE; processor++)
        if (CPU_ISSET(processor, &allowed) && left-- == 0)
            CPU_SET(processor, &one);
    memcpy(pin->before, &allowed, sizeof allowed);
    pin->is_set = sched_setaffinity(0, sizeof one, &one) == 0;
}

void pin_release(const struct pin *pin)
{
    cpu_set_t before;

    memcpy(&before, pin->before, sizeof before);
    if (pin->is_set)
        sched_setaffinity(0, sizeof before, &before);
}
