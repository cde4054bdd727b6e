/* Limits on the whole guest, also while it has not been asked.
 *
 * A control group limits memory, processes and processor time where there is one. A thread, the
 * monitor, looks at all guests of the arena: has the kernel killed a process for want of memory;
 * does a guest compute although it has not been asked? Such a guest is frozen until it is asked,
 * and if it does so again and again between quick questions, it gets a low priority. An exchange
 * with a guest that does neither costs two atomic writes.
 *
 * Without a control group the monitor reads /proc: it counts the memory of all processes and what
 * their sockets and files may hold, stops and continues processes instead of freezing them, and
 * lowers their priority one by one. That takes longer, so it looks less often. */
#define _GNU_SOURCE
#include "guest/process_internal.h"

#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    KERNEL_MB = 16,      /* page tables, stacks and buffers of a well-behaved guest */
    SCRATCH_FOLDERS = 3, /* they are in memory */
    JAIL_PROCESSES = 4,  /* bubblewrap, the init, and what they execute */
    TICK_US = 10000,
    WALK_US = 50000,    /* between two readings of /proc */
    UNASKED_US = 20000, /* of processor time: then it is frozen */
    DEBT_US = 1000000,  /* of processor time beyond the time of its answers: low priority */
    DEBT_MOST_US = 5000000,
    DEBT_SHARE = 20,     /* of all time reduces the debt, as a divisor */
    STOPPED_US = 1000000 /* of processor time of stopped processes: it escapes */
};

/* --- freezing ----------------------------------------------------------------------------------*/

static bool has_part(const struct process *process, enum cgroup_part part)
{
    return process->group && cgroup_has(process->group, part);
}

static void set_frozen(struct process *process, bool frozen)
{
    if (has_part(process, CGROUP_FREEZER))
        cgroup_freeze(process->group, frozen);
    else
        process_usage_signal(process->root, frozen ? SIGSTOP : SIGCONT);
}

/* The lock orders this after the monitor's own write. */
void process_watch_thaw(struct process *process)
{
    pthread_mutex_lock(&process->watch.lock);
    set_frozen(process, false);
    pthread_mutex_unlock(&process->watch.lock);
}

/* Only if it is still not asked. */
static void freeze(struct process *process)
{
    struct process_watch *watch = &process->watch;
    int idle = WATCH_IDLE;

    pthread_mutex_lock(&watch->lock);
    if (atomic_compare_exchange_strong(&watch->state, &idle, WATCH_FROZEN)) {
        set_frozen(process, true);
        atomic_fetch_add(&watch->freezes, 1);
    }
    pthread_mutex_unlock(&watch->lock);
}

/* --- the monitor -------------------------------------------------------------------------------*/

static struct {
    pthread_mutex_t lock;
    struct process *first;
    unsigned generation; /* the thread of an older one exits */
    pthread_once_t once;
} monitor = {.lock = PTHREAD_MUTEX_INITIALIZER, .once = PTHREAD_ONCE_INIT};

static bool has_exited(const struct process *process)
{
    struct pollfd fd = {.fd = process->jailed ? process->root_fd : process->pid_fd,
                        .events = POLLIN};

    return fd.fd >= 0 && poll(&fd, 1, 0) > 0;
}

/* Ends the guest with a verdict. Its own thread reads it when it sees the end of the output. */
__attribute__((format(printf, 3, 4))) static void
condemn(struct process *process, enum broken broken, const char *format, ...)
{
    struct process_watch *watch = &process->watch;
    va_list arguments;

    pthread_mutex_lock(&watch->lock);
    if (watch->broken == BROKEN_NONE) {
        va_start(arguments, format);
        vsnprintf(watch->trouble, sizeof watch->trouble, format, arguments);
        va_end(arguments);
        watch->broken = broken;
    }
    pthread_mutex_unlock(&watch->lock);
    if (process->jailed && process->root_fd >= 0)
        syscall(SYS_pidfd_send_signal, process->root_fd, SIGKILL, NULL, 0);
    else if (process->pid_fd >= 0)
        syscall(SYS_pidfd_send_signal, process->pid_fd, SIGTERM, NULL, 0); /* the supervisor */
    if (atomic_load(&watch->state) == WATCH_FROZEN)
        process_watch_thaw(process); /* frozen processes do not die */
}

/* What the kernel holds for it, as far as that can be counted from outside. A socket can hold as
 * much as its buffer, so it counts in full. */
static uint64_t kernel_kb(const struct process *process)
{
    return process->jailed ? process_usage_kernel_kb(process->root) : 0;
}

static void judge_memory(struct process *process, const struct process_usage *usage)
{
    uint64_t most_kb = (uint64_t)process->limits.memory_mb * 1024, held_kb = kernel_kb(process);
    uint64_t fair_kb;

    if (usage->memory_kb + held_kb <= most_kb)
        return;
    fair_kb = process_usage_memory_kb(process->root);
    if (fair_kb > usage->memory_kb)
        fair_kb = usage->memory_kb;
    if (fair_kb + held_kb > most_kb && !has_exited(process))
        condemn(process, BROKEN_MEMORY,
                "it used more than its %" PRIu32 " MB of memory (%" PRIu64 " MB in %u processes, "
                "%" PRIu64 " MB in sockets and files)",
                process->limits.memory_mb, fair_kb / 1024, usage->processes, held_kb / 1024);
}

/* The time in which it has been asked so far. */
static uint64_t asked_us(const struct process_watch *watch, uint64_t now_us)
{
    uint64_t sum = atomic_load(&watch->asked_us), since = atomic_load(&watch->since_us);

    return atomic_load(&watch->state) == WATCH_ASKED && now_us > since ? sum + now_us - since : sum;
}

static void set_low_priority(struct process *process, bool low)
{
    process->watch.is_low = low;
    if (has_part(process, CGROUP_CPU))
        cgroup_set_share(process->group, low);
    else if (low)
        process_usage_lower(process->root);
}

/* It goes on computing although it is stopped: its processes start others faster than we find
 * them. */
static void judge_stopped(struct process *process)
{
    struct process_watch *watch = &process->watch;

    pthread_mutex_lock(&watch->lock);
    if (atomic_load(&watch->state) == WATCH_FROZEN)
        set_frozen(process, true);
    pthread_mutex_unlock(&watch->lock);
    if (watch->stopped_us > STOPPED_US)
        condemn(process, BROKEN_JAIL, "it kept computing although it was stopped");
}

/* `cpu_us` is what it has used so far. */
static void judge_computing(struct process *process, uint64_t cpu_us, uint64_t now_us)
{
    struct process_watch *watch = &process->watch;
    unsigned questions = atomic_load(&watch->questions);
    int state = atomic_load(&watch->state);
    uint64_t asked = asked_us(watch, now_us);
    /* The sums of /proc shrink when a process exits. */
    int64_t used = cpu_us > watch->seen_cpu_us ? (int64_t)(cpu_us - watch->seen_cpu_us) : 0;
    int64_t debt = watch->debt_us + used - (int64_t)(asked - watch->seen_asked_us) -
                   (int64_t)(now_us - watch->seen_us) / DEBT_SHARE;
    bool same = questions == watch->seen_questions;

    watch->debt_us = debt < 0 ? 0 : debt > DEBT_MOST_US ? DEBT_MOST_US : debt;
    watch->unasked_us = same && state == WATCH_IDLE ? watch->unasked_us + used : 0;
    watch->stopped_us = same && state == WATCH_FROZEN ? watch->stopped_us + used : 0;
    watch->seen_cpu_us = cpu_us;
    watch->seen_asked_us = asked;
    watch->seen_us = now_us;
    watch->seen_questions = questions;
    if (watch->unasked_us > UNASKED_US)
        freeze(process);
    if (watch->stopped_us > 0 && !has_part(process, CGROUP_FREEZER))
        judge_stopped(process);
    if (!watch->is_low && watch->debt_us > DEBT_US)
        set_low_priority(process, true);
    else if (watch->is_low && watch->debt_us == 0)
        set_low_priority(process, false);
}

static void look(struct process *process, uint64_t now_us)
{
    struct process_watch *watch = &process->watch;
    bool counts = has_part(process, CGROUP_USAGE), limits = has_part(process, CGROUP_MEMORY);
    struct process_usage usage;

    if (watch->broken != BROKEN_NONE || has_exited(process))
        return;
    if (limits && cgroup_memory_kills(process->group) > 0)
        condemn(process, BROKEN_MEMORY, "it used more than its %" PRIu32 " MB of memory",
                process->limits.memory_mb);
    if (counts)
        judge_computing(process, cgroup_cpu_us(process->group), now_us);
    if ((counts && limits) || now_us < watch->walked_us + WALK_US)
        return;
    watch->walked_us = now_us;
    process_usage_read(process->root, &usage);
    if (!usage.known || has_exited(process)) /* its pid may belong to another process by now */
        return;
    if (!limits)
        judge_memory(process, &usage);
    if (!counts)
        judge_computing(process, usage.cpu_us, now_us);
}

static void *run_monitor(void *argument)
{
    const struct timespec pause = {.tv_nsec = TICK_US * 1000};
    unsigned generation = (unsigned)(uintptr_t)argument;

    for (;;) {
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&monitor.lock);
        if (monitor.generation != generation) {
            pthread_mutex_unlock(&monitor.lock);
            return NULL;
        }
        for (struct process *process = monitor.first; process; process = process->watch.next)
            look(process, process_now_us());
        pthread_mutex_unlock(&monitor.lock);
    }
}

/* The thread exits when there are no guests. No signal is delivered to it. */
static bool start_monitor(void)
{
    sigset_t all, before;
    pthread_attr_t attributes;
    pthread_t thread;
    bool works;

    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    works = pthread_create(&thread, &attributes, run_monitor,
                           (void *)(uintptr_t)monitor.generation) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return works;
}

/* A child has no monitor thread, and the lock may be held. */
static void reset_after_fork(void)
{
    pthread_mutex_init(&monitor.lock, NULL);
    monitor.first = NULL;
    monitor.generation++;
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, reset_after_fork);
}

enum error process_watch_start(struct process *process, struct message *message)
{
    struct process_watch *watch = &process->watch;
    bool works = true;

    pthread_once(&monitor.once, watch_forks);
    pthread_mutex_lock(&monitor.lock);
    if (!monitor.first)
        works = start_monitor();
    if (works) {
        watch->next = monitor.first;
        monitor.first = process;
        watch->is_watched = true;
    }
    pthread_mutex_unlock(&monitor.lock);
    return works ? OK : error_set(ERR_MEMORY, message, "cannot start a thread");
}

static void stop_watching(struct process *process)
{
    struct process **at = &monitor.first;

    pthread_mutex_lock(&monitor.lock);
    while (*at && *at != process)
        at = &(*at)->watch.next;
    if (*at)
        *at = process->watch.next;
    if (!monitor.first)
        monitor.generation++;
    pthread_mutex_unlock(&monitor.lock);
    process->watch.is_watched = false;
}

/* --- a guest's own thread ----------------------------------------------------------------------*/

enum error process_watch_prepare(struct process *process, const struct launch *launch,
                                 struct message *message)
{
    const struct limits *limits = &process->limits;
    uint64_t memory_mb =
        (uint64_t)limits->memory_mb + (uint64_t)limits->scratch_mb * SCRATCH_FOLDERS + KERNEL_MB;
    struct cgroup_limits most = {.memory = memory_mb << 20,
                                 .processes = limits->processes + JAIL_PROCESSES,
                                 .cpus = launch->writes_folder ? 0 : 1};
    enum error error = OK;

    pthread_mutex_init(&process->watch.lock, NULL);
    process->watch.seen_us = process_now_us();
    process->watch.since_us = process->watch.seen_us;
    if (launch->no_cgroup)
        return OK;
    process->group = malloc(sizeof *process->group);
    if (!process->group)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = cgroup_create(&most, process->group, message);
    if (error) {
        free(process->group);
        process->group = NULL;
    }
    return error;
}

void process_watch_end(struct process *process)
{
    if (process->watch.is_watched)
        stop_watching(process);
    pthread_mutex_destroy(&process->watch.lock);
    if (!process->group)
        return;
    cgroup_remove(process->group);
    free(process->group);
    process->group = NULL;
}

enum broken process_watch_verdict(struct process *process, char trouble[TROUBLE_SIZE])
{
    struct process_watch *watch = &process->watch;
    enum broken broken;

    pthread_mutex_lock(&watch->lock);
    broken = watch->broken;
    memcpy(trouble, watch->trouble, TROUBLE_SIZE);
    pthread_mutex_unlock(&watch->lock);
    return broken;
}

uint64_t process_watch_memory_kills(const struct process *process)
{
    return process->group ? cgroup_memory_kills(process->group) : 0;
}
