/* The monotonic clock, for durations and timeouts. */
#ifndef BROADSIDE_BASE_CLOCK_H
#define BROADSIDE_BASE_CLOCK_H

#include <stdint.h>

enum { CLOCK_NS_PER_US = 1000, CLOCK_NS_PER_MS = 1000000, CLOCK_NS_PER_SECOND = 1000000000 };

/* Nanoseconds since some fixed moment in the past. */
int64_t clock_ns(void);

/* The same in seconds. */
double clock_seconds(void);

#endif
