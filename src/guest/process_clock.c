/* The clock of a guest runs in slices. A slice that takes longer than was asked for (the arena was
 * stopped, the lid was closed, the machine is starved) is counted with what was asked for.
 *
 * /proc tells how long the guest's processes stood in the queue for a processor: somebody else had
 * it, perhaps the enemy's own processes, and that is not charged. It is told late, when they get
 * one, so that an answer is charged as a whole, anew after each slice. Time in which the guest
 * itself computed is always charged, or it could crowd itself; and so is a small share of all, so
 * that every clock runs out.
 *
 * A look at /proc takes a while. Quick answers are charged as they are, and what they were kept
 * waiting is made good by the next look, as far as that answer goes. */
#include "guest/process_internal.h"

#include <inttypes.h>
#include <time.h>

enum {
    FIRST_SLICE_US = 10000,
    SLICE_US = 50000,
    QUICK_US = 2000,  /* answers up to this are not looked at */
    LEAST_SHARE = 64, /* that is always charged, as a divisor: an enemy has that many processes */
    BUSY_SHARE = 5,   /* of the time on a processor makes it computing, as a divisor */
    USE_INTERVAL_US = 500000
};

uint64_t process_now_us(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

static uint64_t at_most(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t grown(uint64_t before, uint64_t after)
{
    return after > before ? after - before : 0; /* a process that ends takes its sums along */
}

void process_clock_start(struct process_clock *clock, unsigned timeout_ms)
{
    clock->limit_us = (uint64_t)timeout_ms * 1000;
    clock->charged_us = clock->took_us = 0;
    clock->slice_us = at_most(FIRST_SLICE_US, clock->limit_us / 2 + 1);
    clock->looked = false;
    clock->slice_start = process_now_us();
}

uint64_t process_clock_left_us(const struct process_clock *clock)
{
    return grown(process_now_us(), clock->slice_start + clock->slice_us);
}

/* Adds the slice that runs, or what there is of it by now. */
static void count_slice(struct process_clock *clock)
{
    clock->took_us += at_most(grown(clock->slice_start, process_now_us()), clock->slice_us);
}

/* What of all its time on the wall is the guest's own. The accounts are those since its use was
 * noted last, and answers that were charged without a look are part of them. */
static void charge(const struct process *process, struct process_clock *clock,
                   const struct process_usage *usage)
{
    uint64_t all_us = process->unnoted_us + clock->took_us;
    uint64_t cpu_us = grown(process->noted.cpu_us, usage->cpu_us);
    uint64_t own_us = grown(grown(process->noted.delay_us, usage->delay_us), all_us);
    uint64_t least_us = clock->took_us / LEAST_SHARE;

    if (own_us < cpu_us)
        own_us = at_most(cpu_us, all_us);
    own_us = grown(process->unnoted_us, own_us);
    clock->charged_us = own_us > least_us ? own_us : least_us;
}

static void look(struct process *process, struct process_usage *usage)
{
    process_usage_read(process->root, usage);
    process->looked_us = process_now_us();
}

static void note(struct process *process, const struct process_usage *usage)
{
    process->noted = *usage;
    process->unnoted_us = 0;
}

uint64_t process_clock_end(struct process *process, struct process_clock *clock)
{
    struct process_usage usage;

    count_slice(clock);
    if (process->broken == BROKEN_NONE && clock->took_us > QUICK_US) {
        look(process, &usage);
        charge(process, clock, &usage);
        note(process, &usage);
    } else {
        clock->charged_us = clock->took_us;
        process->unnoted_us += clock->took_us;
    }
    return clock->charged_us;
}

static enum broken judge_use(struct process *process, const struct process_usage *usage)
{
    uint64_t most_kb = (uint64_t)process->limits.memory_mb * 1024, fair_kb;

    if (usage->largest_kb > process->peak_kb)
        process->peak_kb = usage->largest_kb;
    process->seen_kb = usage->memory_kb;
    /* In a jail the system does not let it start more; the keeper is one too many. */
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
                         process->limits.memory_mb, at_most(fair_kb, usage->memory_kb) / 1024,
                         usage->processes);
}

/* It had its time. Was it computing? */
static enum broken run_out(struct process *process, const struct process_clock *clock)
{
    uint64_t cpu_us = grown(clock->first.cpu_us, clock->last.cpu_us);
    uint64_t since_us = grown(clock->first_charged, clock->charged_us);
    uint64_t limit_ms = clock->limit_us / 1000;
    const char *half = process->from_length > process->from_used ? ", only half a line without its "
                                                                   "newline"
                                                                 : "";

    /* In a jail bubblewrap keeps the stream open too, so that its end is not seen. */
    if (process->jailed && process->out >= 0 &&
        !process_usage_holds_pipe(process->root, process->out))
        return process_break(process, BROKEN_PROTOCOL, "it closed its standard output");
    if (clock->last.known && cpu_us < since_us / BUSY_SHARE)
        return process_break(process, BROKEN_STALL,
                             "no answer within %" PRIu64 " ms%s, and it was not computing: does it "
                             "flush its output?",
                             limit_ms, half);
    return process_break(process, BROKEN_MOVE_TIMEOUT,
                         "no answer within %" PRIu64 " ms%s; it was still computing", limit_ms,
                         half);
}

enum broken process_clock_end_slice(struct process *process, struct process_clock *clock)
{
    struct process_usage usage;

    count_slice(clock);
    look(process, &usage);
    charge(process, clock, &usage);
    if (!clock->looked) {
        clock->first = usage;
        clock->first_charged = clock->charged_us;
    }
    clock->looked = true;
    clock->last = usage;
    if (judge_use(process, &usage) != BROKEN_NONE)
        return process->broken;
    if (grown(clock->first.cpu_us, usage.cpu_us) > clock->limit_us)
        return process_break(process, BROKEN_MOVE_TIMEOUT,
                             "it used more than %" PRIu64 " ms of processor time for one answer",
                             clock->limit_us / 1000);
    if (clock->charged_us >= clock->limit_us)
        return run_out(process, clock);
    clock->slice_us = at_most(SLICE_US, clock->limit_us - clock->charged_us);
    clock->slice_start = process_now_us();
    return BROKEN_NONE;
}

enum broken process_check_use(struct process *process, uint64_t now_us)
{
    struct process_usage usage;

    if (now_us < process->looked_us + USE_INTERVAL_US)
        return BROKEN_NONE;
    look(process, &usage);
    note(process, &usage);
    return judge_use(process, &usage);
}
