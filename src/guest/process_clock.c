/* The clock of a guest runs in slices. A slice that takes longer than intended (the arena was
 * stopped, the lid was closed, the machine is starved) counts with its intended length.
 *
 * /proc says how long the guest's processes waited for a processor. Other processes had it then,
 * perhaps the enemy's, so that time is not charged. The kernel updates the figure only when they
 * get a processor, so the whole answer is charged anew after each slice. Time in which the guest
 * itself computed is always charged, or it could crowd itself out, and so is a small share of all
 * time, so that every clock runs out.
 *
 * Reading /proc is slow, above all for a virtual machine with its many threads. So answers are
 * charged their elapsed time until they add up to something worth measuring; the next reading shows
 * what they waited, and the guest gets that as credit. */
#include "guest/process_internal.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    FIRST_SLICE_US = 10000,
    SLICE_US = 50000,
    QUICK_US = 2000,  /* faster answers are not measured */
    WORTH_US = 20000, /* and others only once there is this much to measure */
    USE_INTERVAL_US = 500000
};

static uint64_t smaller_of(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t increase(uint64_t before, uint64_t after)
{
    return after > before ? after - before : 0; /* the sums shrink when a process exits */
}

static void start_slice(struct process_clock *clock, uint64_t slice_us)
{
    clock->slice_us = slice_us;
    clock->slice_start = process_now_us();
}

/* What may still be charged for the answer. */
static uint64_t left_of_limit(const struct process_clock *clock)
{
    return increase(clock->before_us + clock->charged_us, clock->limit_us);
}

void process_clock_start(struct process_clock *clock, unsigned timeout_ms)
{
    clock->limit_us = (uint64_t)timeout_ms * 1000;
    clock->before_us = 0;
    clock->charged_us = clock->took_us = 0;
    clock->starved_us = 0;
    clock->looked = false;
    start_slice(clock, smaller_of(FIRST_SLICE_US, clock->limit_us / 2 + 1));
}

void process_clock_resume(struct process_clock *clock)
{
    clock->before_us += clock->charged_us;
    clock->charged_us = clock->took_us = 0;
    clock->starved_us = 0;
    start_slice(clock, smaller_of(FIRST_SLICE_US, left_of_limit(clock) / 2 + 1));
}

uint64_t process_clock_left_us(const struct process_clock *clock)
{
    return increase(process_now_us(), clock->slice_start + clock->slice_us);
}

/* Adds the current slice, as far as it has run. */
static void count_slice(struct process_clock *clock)
{
    clock->took_us += smaller_of(increase(clock->slice_start, process_now_us()), clock->slice_us);
}

uint64_t process_arena_delay_us(void)
{
    char text[96], *end;
    int fd = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? 0 : read(fd, text, sizeof text - 1);

    if (fd >= 0)
        close(fd);
    text[got > 0 ? got : 0] = '\0';
    strtoull(text, &end, 10); /* the time running */
    return strtoull(end, NULL, 10) / 1000;
}

/* The part of the elapsed time that is the guest's own. `usage` counts from the last baseline and
 * so includes answers that were charged without a measurement. Returns what is left of the credit.
 */
static uint64_t charge(const struct process *process, struct process_clock *clock,
                       const struct process_usage *usage, uint64_t arena_us)
{
    struct process_time time = {.took_us = clock->took_us,
                                .unnoted_us = process->unnoted_us,
                                .credit_us = process->credit_us,
                                .cpu_us = increase(process->noted.cpu_us, usage->cpu_us),
                                .delay_us = increase(process->noted.delay_us, usage->delay_us),
                                .starved_us = clock->starved_us,
                                .arena_us = arena_us};
    uint64_t credit_us;

    clock->charged_us = process_verdict_charge(&time, &credit_us);
    return credit_us;
}

static void measure(struct process *process, struct process_usage *usage)
{
    process_usage_read(process->root, usage);
    process->looked_us = process_now_us();
}

static void set_baseline(struct process *process, const struct process_usage *usage,
                         uint64_t credit_us)
{
    process->noted = *usage;
    process->unnoted_us = 0;
    process->credit_us = credit_us;
}

/* Our own delay counts from the first look at this answer, which quick answers do not have. */
static uint64_t arena_delay_us(const struct process_clock *clock)
{
    return clock->looked ? increase(clock->first_arena, process_arena_delay_us()) : 0;
}

uint64_t process_clock_end(struct process *process, struct process_clock *clock)
{
    struct process_usage usage;

    count_slice(clock);
    clock->starved_us = 0; /* it has run, so the kernel has counted that */
    if (process->broken == BROKEN_NONE && clock->took_us > QUICK_US &&
        clock->took_us + process->unnoted_us > WORTH_US) {
        measure(process, &usage);
        set_baseline(process, &usage, charge(process, clock, &usage, arena_delay_us(clock)));
    } else {
        clock->charged_us = process_verdict_quick(clock->took_us, &process->credit_us);
        process->unnoted_us += clock->took_us;
    }
    return clock->before_us + clock->charged_us;
}

/* If it has not run at all since the last look but wants to, it has waited all the time. */
static void count_starving(const struct process *process, struct process_clock *clock,
                           const struct process_usage *usage)
{
    struct process_states states;

    if (!clock->looked || usage->cpu_us > clock->last.cpu_us) {
        clock->starved_us = 0;
        return;
    }
    process_usage_states(process->root, &states);
    if (states.runnable > 0)
        clock->starved_us +=
            smaller_of(increase(clock->slice_start, process_now_us()), clock->slice_us);
}

bool process_clock_next_slice(struct process *process, struct process_clock *clock)
{
    struct process_usage usage;

    count_slice(clock);
    measure(process, &usage);
    count_starving(process, clock, &usage);
    charge(process, clock, &usage, arena_delay_us(clock));
    if (!clock->looked) {
        clock->first = usage;
        clock->first_charged = clock->before_us + clock->charged_us;
        clock->first_arena = process_arena_delay_us();
    }
    clock->looked = true;
    clock->last = usage;
    start_slice(clock, smaller_of(SLICE_US, left_of_limit(clock)));
    return left_of_limit(clock) > 0;
}

static enum broken judge_use(struct process *process, const struct process_usage *usage)
{
    uint64_t most_kb = (uint64_t)process->limits.memory_mb * 1024, fair_kb;

    if (usage->largest_kb > process->peak_kb)
        process->peak_kb = usage->largest_kb;
    /* In a jail the system prevents this. One more than the limit is the supervisor. */
    if (!process->jailed && usage->tasks > process->limits.processes + 1)
        return process_break(process, BROKEN_JAIL,
                             "it started more than %" PRIu32 " processes and threads",
                             process->limits.processes);
    if (usage->memory_kb <= most_kb)
        return BROKEN_NONE;
    fair_kb = process_usage_memory_kb(process->root);
    if (fair_kb <= most_kb)
        return BROKEN_NONE;
    return process_break(process, BROKEN_MEMORY,
                         "it used more than its %" PRIu32 " MB of memory (%" PRIu64 " MB in %u "
                         "processes)",
                         process->limits.memory_mb, smaller_of(fair_kb, usage->memory_kb) / 1024,
                         usage->processes);
}

/* Its time is up. Was it computing? */
static enum broken judge_timeout(struct process *process, const struct process_clock *clock)
{
    uint64_t limit_ms = clock->limit_us / 1000;
    const char *half = process->from_length > process->from_used ? " (only a line without a "
                                                                   "newline)"
                                                                 : "";
    struct process_lateness lateness = {
        .charged_us = increase(clock->first_charged, clock->before_us + clock->charged_us),
        .cpu_us = increase(clock->first.cpu_us, clock->last.cpu_us),
        .log_bytes = process->log_in_answer,
        .log_flood = (uint64_t)process->limits.output_kb * 1024,
        .is_known = clock->last.known,
        /* In a jail bubblewrap keeps the stream open as well, so we see no end of file. */
        .is_output_closed = process->jailed && process->out >= 0 &&
                            !process_usage_holds_pipe(process->root, process->out)};

    switch (process_verdict_late(&lateness)) {
    case BROKEN_PROTOCOL:
        return process_break(process, BROKEN_PROTOCOL, "it closed its standard output");
    case BROKEN_OUTPUT:
        return process_break(process, BROKEN_OUTPUT,
                             "no answer within %" PRIu64 " ms%s, but %" PRIu64
                             " KB on standard error",
                             limit_ms, half, lateness.log_bytes / 1024);
    case BROKEN_STALL:
        return process_break(process, BROKEN_STALL,
                             "no answer within %" PRIu64 " ms%s, and it was not computing: does it "
                             "flush its output?",
                             limit_ms, half);
    default:
        return process_break(process, BROKEN_MOVE_TIMEOUT,
                             "no answer within %" PRIu64 " ms%s; it was still computing", limit_ms,
                             half);
    }
}

enum broken process_clock_end_slice(struct process *process, struct process_clock *clock)
{
    bool has_time = process_clock_next_slice(process, clock);

    if (judge_use(process, &clock->last) != BROKEN_NONE)
        return process->broken;
    /* On a busy machine it may use up its processor time before that much is charged. */
    if (has_time && increase(clock->first.cpu_us, clock->last.cpu_us) <= clock->limit_us)
        return BROKEN_NONE;
    return judge_timeout(process, clock);
}

enum broken process_check_use(struct process *process, uint64_t now_us)
{
    struct process_clock nothing = {0};
    struct process_usage usage;

    if (now_us < process->looked_us + USE_INTERVAL_US)
        return BROKEN_NONE;
    measure(process, &usage);
    set_baseline(process, &usage, charge(process, &nothing, &usage, 0));
    return judge_use(process, &usage);
}
