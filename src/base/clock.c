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

static double seconds_of(clockid_t clock)
{
    struct timespec time = {0};

    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / CLOCK_NS_PER_SECOND;
}

double clock_thread_seconds(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

double clock_process_seconds(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}
