/* The monotonic clock, for durations and timeouts, and clocks of processor time, for speed. */
#ifndef BROADSIDE_BASE_CLOCK_H
#define BROADSIDE_BASE_CLOCK_H

#include <stdint.h>

enum { CLOCK_NS_PER_US = 1000, CLOCK_NS_PER_MS = 1000000, CLOCK_NS_PER_SECOND = 1000000000 };

/* Nanoseconds since some fixed moment in the past. */
int64_t clock_ns(void);

/* The same in seconds. */
double clock_seconds(void);

/* The processor time that the calling thread and the whole process have used, in seconds. */
double clock_thread_seconds(void);
double clock_process_seconds(void);

#endif
