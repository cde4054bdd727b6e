#include "base/clock.h"

#include <time.h>

int64_t clock_ns(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * CLOCK_NS_PER_SECOND + time.tv_nsec;
}

double clock_seconds(void)
{
    return (double)clock_ns() / CLOCK_NS_PER_SECOND;
}
