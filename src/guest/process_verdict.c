/* What measured values mean: what a guest is charged, and why it was late or died.
 *
 * These functions read no clock and no files, so their tests can try any load. What counts is the
 * guest's own time: computing and sleeping, but not waiting for a processor. On a busy machine that
 * time only passes more slowly, so the verdicts are the same as on an idle one. */
#include "guest/process_internal.h"

#include <signal.h>

enum {
    LEAST_SHARE = 64, /* always charged, as a divisor: an enemy has that many processes */
    BUSY_SHARE = 5    /* of its time running makes it busy, as a divisor */
};

static uint64_t smaller_of(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t minus(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

uint64_t process_verdict_charge(const struct process_time *time, uint64_t *credit_us)
{
    uint64_t all_us = time->unnoted_us + time->took_us;
    uint64_t own_us = minus(minus(minus(all_us, time->delay_us), time->starved_us), time->arena_us);
    uint64_t paid_us = time->unnoted_us + time->credit_us;
    uint64_t least_us = time->took_us / LEAST_SHARE;

    if (own_us < time->cpu_us)
        own_us = smaller_of(time->cpu_us, all_us);
    *credit_us = minus(paid_us, own_us);
    own_us = minus(own_us, paid_us);
    return own_us > least_us ? own_us : least_us;
}

uint64_t process_verdict_quick(uint64_t took_us, uint64_t *credit_us)
{
    uint64_t given_us = smaller_of(*credit_us, took_us - took_us / LEAST_SHARE);

    *credit_us -= given_us;
    return took_us - given_us;
}

enum broken process_verdict_late(const struct process_lateness *lateness)
{
    if (lateness->is_output_closed)
        return BROKEN_PROTOCOL;
    if (lateness->log_bytes > lateness->log_flood)
        return BROKEN_OUTPUT;
    if (lateness->is_known &&
        (lateness->cpu_us == 0 || lateness->cpu_us < lateness->charged_us / BUSY_SHARE))
        return BROKEN_STALL;
    return BROKEN_MOVE_TIMEOUT;
}

enum broken process_verdict_death(const struct process_death *death)
{
    int signal = death->code - BARE_EXIT_SIGNAL;

    if (death->memory_kills > 0)
        return BROKEN_MEMORY;
    if (signal == SIGSYS)
        return BROKEN_JAIL;
    if (death->code != 0)
        return BROKEN_CRASH;
    return death->has_half_line ? BROKEN_PROTOCOL : BROKEN_EXIT;
}
