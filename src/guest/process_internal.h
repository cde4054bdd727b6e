/* The inside of a guest's process, shared by the files process*.c and their tests.
 *
 * process.c             the dialogue
 * process_clock.c       the time of an answer, and what may be used in it
 * process_verdict.c     what is charged, and why it was late or died: pure functions
 * process_usage.c       what /proc says about all processes of a guest
 * process_watch.c       limits on the whole guest, between questions as well
 * process_end.c         killing, reaping, and the cause of death
 * process_start.c       pipes, fork, exec
 * process_supervisor.c  the parent of a guest and its jail
 * process_run.c         build steps: no dialogue, only a result
 * process_program.c     whether a program can be started at all */
#ifndef BROADSIDE_GUEST_PROCESS_INTERNAL_H
#define BROADSIDE_GUEST_PROCESS_INTERNAL_H

#include "base/buffer.h"
#include "base/clock.h"
#include "guest/cgroup.h"
#include "guest/jail_place.h"
#include "guest/process.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

enum {
    LINE_CAP = 4096,       /* longest line from the guest, without its newline */
    FROM_SIZE = 8192,      /* read-ahead buffer */
    TO_CAP = 4 << 20,      /* unsent lines */
    TAIL_SIZE = 512,       /* the end of its standard error, for messages */
    TROUBLE_SIZE = 320,    /* a message */
    END_WAIT_MS = 10000,   /* nothing takes longer after SIGKILL on a healthy machine */
    EOF_GRACE_MS = 500,    /* from the end of its output to its exit */
    BARE_EXIT_SIGNAL = 128 /* a higher status is a signal, as in bubblewrap */
};

/* What all processes of a guest use together. Times count from their start. */
struct process_usage {
    uint64_t cpu_us;     /* running */
    uint64_t delay_us;   /* waiting for a processor */
    uint64_t memory_kb;  /* resident and private, with page tables */
    uint64_t largest_kb; /* of the largest process */
    unsigned processes, tasks;
    bool known;
};

/* What the monitor knows about a guest (process_watch.c). */
enum { WATCH_ASKED, WATCH_IDLE, WATCH_FROZEN };
struct process_watch {
    atomic_int state;
    atomic_uint questions, freezes;
    atomic_uint_least64_t since_us, asked_us; /* start of the question; sum of earlier ones */
    pthread_mutex_t lock;                     /* freezing, and the verdict */
    enum broken broken;                       /* by the monitor */
    char trouble[TROUBLE_SIZE];
    /* the rest belongs to the monitor */
    struct process *next;
    bool is_watched, is_low;
    unsigned seen_questions;
    uint64_t seen_us, seen_cpu_us, seen_asked_us, walked_us;
    int64_t debt_us;                /* processor time beyond the time of its answers */
    int64_t unasked_us, stopped_us; /* processor time since the last question */
};

/* process_clock.c: the time of one answer, which may have several lines. */
struct process_clock {
    uint64_t limit_us;
    uint64_t before_us;             /* charged for the earlier lines of the answer */
    uint64_t charged_us, took_us;   /* charged and elapsed for this line */
    uint64_t slice_start, slice_us; /* start and intended length of the current slice */
    struct process_usage first, last;
    uint64_t first_charged; /* for the answer when `first` was measured */
    uint64_t first_arena;   /* how long this thread had waited for a processor then */
    uint64_t starved_us;    /* waited since it last ran, which `last` does not say yet */
    bool looked;
};

struct process {
    struct limits limits;
    struct process_watch watch;
    bool jailed;
    struct jail_place place;
    struct cgroup *group; /* NULL if there is none */
    pid_t pid;            /* our child, the supervisor; 0 once it is reaped */
    pid_t root;       /* parent of all its processes: init of the namespace, or the supervisor */
    int pid_fd;       /* of `pid` */
    int root_fd;      /* of `root`, in a jail */
    int report;       /* bubblewrap's status; if closed early, its last report would kill it */
    int in, out, err; /* our ends of its streams, -1 when closed */
    int status;       /* wait status of `pid`, once it is reaped */

    struct buffer to; /* lines for the guest */
    size_t to_sent;   /* bytes of `to` already written */
    char from[FROM_SIZE];
    size_t from_length, from_used; /* bytes filled; bytes already returned */

    struct buffer log;
    uint64_t log_dropped;
    uint64_t log_in_answer; /* bytes of standard error since the question */
    char tail[TAIL_SIZE];
    size_t tail_length;

    struct process_clock clock; /* of the current answer */
    enum broken broken;
    char trouble[TROUBLE_SIZE];
    struct quoted unasked; /* output that was not an answer; "" if none */

    uint64_t sent, received, received_in_round;
    uint64_t own_kb;    /* our own size at the fork, which the kernel counts as the child's */
    uint64_t peak_kb;   /* of its largest process */
    uint64_t looked_us; /* when its usage was last measured */
    struct process_usage noted; /* the baseline for its answers */
    uint64_t unnoted_us;        /* the time of answers since then, which were not measured */
    uint64_t credit_us;         /* charged too much for answers before */
};

static inline uint64_t process_now_us(void)
{
    return (uint64_t)clock_ns() / CLOCK_NS_PER_US;
}

/* process_usage.c: measures `root` and all its descendants. */
void process_usage_read(pid_t root, struct process_usage *usage);
pid_t process_usage_parent(pid_t pid);   /* 0 if the process does not exist */
uint64_t process_usage_start(pid_t pid); /* in clock ticks since boot; 0 likewise */
/* Their memory, counting shared pages once; UINT64_MAX if that cannot be read. */
uint64_t process_usage_memory_kb(pid_t root);
/* What the kernel may hold for a jail: full buffers of its sockets, and the files it has made. */
uint64_t process_usage_kernel_kb(pid_t root);
/* Bytes in files that have been deleted but that its processes still have open or mapped. No file
 * is larger than `largest`. */
uint64_t process_usage_deleted(pid_t root, uint64_t largest);
/* Stops or continues all descendants of the root, or gives all their threads a low priority. */
void process_usage_signal(pid_t root, int signal);
void process_usage_lower(pid_t root);
/* What its processes do at this moment. */
struct process_states {
    unsigned alive;    /* processes that have not begun to exit */
    unsigned runnable; /* threads that run or wait for a processor */
};
void process_usage_states(pid_t root, struct process_states *states);
/* Does any descendant of the root have the pipe of `fd` open? Also true if that cannot be read. */
bool process_usage_holds_pipe(pid_t root, int fd);

/* process_clock.c */
void process_clock_start(struct process_clock *clock, unsigned timeout_ms);
/* Goes on with the next line of the same answer. */
void process_clock_resume(struct process_clock *clock);
uint64_t process_clock_left_us(const struct process_clock *clock); /* in the slice */
/* The line has arrived. Returns what the answer is charged so far. */
uint64_t process_clock_end(struct process *process, struct process_clock *clock);
/* The slice is over: measures and charges it. False if the time is up; else starts the next one. */
bool process_clock_next_slice(struct process *process, struct process_clock *clock);
/* The same, and breaks the process if a limit is exceeded. */
enum broken process_clock_end_slice(struct process *process, struct process_clock *clock);
/* Between questions, now and then: checks the memory in use. */
enum broken process_check_use(struct process *process, uint64_t now_us);

/* process_watch.c: limits on the whole guest. */
/* Creates its control group, where there are any, before it is started. */
enum error process_watch_prepare(struct process *process, const struct launch *launch,
                                 struct message *message);
/* It runs: the monitor looks at it from now on. */
enum error process_watch_start(struct process *process, struct message *message);
/* Its processes have ended: removes the group. */
void process_watch_end(struct process *process);
/* Has the monitor ended it, and why? BROKEN_NONE if not. */
enum broken process_watch_verdict(struct process *process, char trouble[TROUBLE_SIZE]);
/* Its processes that the kernel killed for the memory limit. */
uint64_t process_watch_memory_kills(const struct process *process);
void process_watch_thaw(struct process *process);

/* A question begins, or its end has come: it must be able to run. */
static inline void process_watch_ask(struct process *process)
{
    struct process_watch *watch = &process->watch;

    atomic_store_explicit(&watch->since_us, process_now_us(), memory_order_relaxed);
    atomic_store_explicit(&watch->questions, watch->questions + 1, memory_order_relaxed);
    if (atomic_exchange(&watch->state, WATCH_ASKED) == WATCH_FROZEN)
        process_watch_thaw(process);
}

/* It has answered. */
static inline void process_watch_answered(struct process *process)
{
    struct process_watch *watch = &process->watch;
    uint64_t asked_us = watch->asked_us + process_now_us() - watch->since_us;

    atomic_store_explicit(&watch->asked_us, asked_us, memory_order_relaxed);
    atomic_store_explicit(&watch->state, WATCH_IDLE, memory_order_release);
}

/* process_verdict.c */
/* Everything but `took_us` counts from the last baseline, or only since a later moment. */
struct process_time {
    uint64_t took_us;    /* elapsed for this line */
    uint64_t unnoted_us; /* charged for earlier answers since the baseline */
    uint64_t credit_us;  /* charged too much before the baseline */
    uint64_t cpu_us;     /* the guest ran */
    uint64_t delay_us;   /* it waited for a processor, by the kernel's count */
    uint64_t starved_us; /* it is still waiting; the kernel counts that when it runs again */
    uint64_t arena_us;   /* we waited for a processor, and the guest perhaps for us */
};
/* What is charged for this line. `*credit_us` receives what earlier answers were charged too much
 * and this one does not make up for. */
uint64_t process_verdict_charge(const struct process_time *time, uint64_t *credit_us);
/* The same for a line that is not measured, which uses up credit. */
uint64_t process_verdict_quick(uint64_t took_us, uint64_t *credit_us);

/* An answer that did not come in time. */
struct process_lateness {
    uint64_t charged_us, cpu_us;   /* since the first measurement */
    uint64_t log_bytes, log_flood; /* written to standard error; more than this is a flood */
    bool is_known;                 /* the processor time could be measured */
    bool is_output_closed;         /* nobody has the other end of its standard output */
};
/* BROKEN_PROTOCOL, BROKEN_OUTPUT, BROKEN_STALL or BROKEN_MOVE_TIMEOUT. */
enum broken process_verdict_late(const struct process_lateness *lateness);

/* An exit that we did not cause. */
struct process_death {
    int code;              /* exit status, or 128 plus the signal */
    uint64_t memory_kills; /* processes that the kernel killed for the memory limit */
    bool has_half_line;    /* its output ends without a newline */
};
enum broken process_verdict_death(const struct process_death *death);

/* process_end.c */
/* Kills everything, stores the message, returns `broken`. */
enum broken process_break(struct process *process, enum broken broken, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Waits for its exit and reads its standard error meanwhile. True if it was reaped. */
bool process_reap(struct process *process, unsigned timeout_ms);
/* It has been reaped and we did not kill it: breaks it with a message that says why it died. */
enum broken process_judge_death(struct process *process);
void process_kill(struct process *process);
/* Reads a bounded amount of what is available on its standard error; closes it at end of file. */
void process_read_log(struct process *process);
void process_close(int *fd);
/* Closes all descriptors from `first` on. Async-signal-safe. */
void process_close_from(int first);

/* process_program.c: finds the program of a launch. `path` receives its path outside the jail. */
enum error process_program_find(const struct launch *launch, const char *search,
                                char path[PATH_MAX], struct message *message);

/* process_start.c: starts without a jail even if there is one. */
enum error process_start_bare(const struct launch *launch, struct process **process,
                              struct message *message);

/* process_supervisor.c: runs the supervisor in a forked child and never returns. Everything in it
 * is async-signal-safe. `exec` executes the guest in a child of the supervisor and returns only on
 * failure. `group` is the guest's control group or NULL; it is removed if the arena is gone. */
struct process_supervisor {
    void (*exec)(void *context);
    void *context;
    const struct cgroup *group;
    pid_t arena;
};
void process_supervisor_run(const struct process_supervisor *plan) __attribute__((noreturn));

#endif
