/* Helpers that several benchmarks share. */
#ifndef BROADSIDE_BENCH_BENCH_H
#define BROADSIDE_BENCH_BENCH_H

#include <time.h>

/* Processor time of this process. */
static inline double bench_cpu_seconds(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Orders doubles for qsort(). */
static inline int bench_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

#endif
