/* The inside of a guest's process, shared by the files process*.c and their tests.
 *
 * process.c        the dialogue
 * process_clock.c  whose time it is, and what may be used in it
 * process_usage.c  what /proc tells about all processes of a guest
 * process_end.c    killing, reaping, and why it died
 * process_start.c  pipes, fork, exec
 * process_keeper.c what stands above a guest and its jail
 * process_run.c    build steps: no dialogue, only an end
 * process_program.c whether a program can be started at all */
#ifndef BROADSIDE_GUEST_PROCESS_INTERNAL_H
#define BROADSIDE_GUEST_PROCESS_INTERNAL_H

#include "base/buffer.h"
#include "guest/process.h"

#include <sys/types.h>

enum {
    LINE_CAP = 4096,       /* bytes of a line of the guest, without its newline */
    FROM_SIZE = 8192,      /* what is read ahead */
    TO_CAP = 4 << 20,      /* what may wait for the guest */
    TAIL_SIZE = 512,       /* the end of its standard error, for sentences */
    TROUBLE_SIZE = 320,    /* a sentence */
    END_WAIT_MS = 10000,   /* after SIGKILL nothing takes longer, unless the machine is sick */
    EOF_GRACE_MS = 500,    /* from the end of its output to its end */
    BARE_EXIT_SIGNAL = 128 /* a status above it is a signal, as bubblewrap has it */
};

/* What all processes of a guest use. Times are sums since their start. */
struct process_usage {
    uint64_t cpu_us;     /* on a processor */
    uint64_t delay_us;   /* waiting for one */
    uint64_t memory_kb;  /* resident and their own, with tables of pages */
    uint64_t largest_kb; /* of one of them */
    unsigned processes, tasks;
    bool known;
};

struct process {
    struct limits limits;
    bool jailed;
    pid_t pid;        /* our child, the keeper; 0 once it is reaped */
    pid_t root;       /* above all its processes: init of the namespace, or the keeper */
    int pid_fd;       /* of `pid` */
    int root_fd;      /* of `root`, in a jail */
    int report;       /* where bubblewrap reports; closed earlier, its last words would kill it */
    int in, out, err; /* our ends of its streams, -1 when closed */
    int status;       /* wait status of `pid`, once it is reaped */

    struct buffer to; /* what it is told */
    size_t to_sent;   /* of that */
    char from[FROM_SIZE];
    size_t from_length, from_used; /* filled; handed out already */

    struct buffer log;
    uint64_t log_dropped;
    char tail[TAIL_SIZE];
    size_t tail_length;

    enum broken broken;
    char trouble[TROUBLE_SIZE];

    uint64_t sent, heard, heard_round;
    uint64_t own_kb;    /* our own size at the fork, which the kernel mixes into the child's */
    uint64_t peak_kb;   /* of its largest process */
    uint64_t seen_kb;   /* used by all of them at the last look */
    uint64_t looked_us; /* when its use was looked at last */
    struct process_usage noted; /* what its answers are measured against */
    uint64_t unnoted_us;        /* charged for answers since */
};

uint64_t process_now_us(void); /* monotonic */

/* process_usage.c: looks at `root` and all below it. */
void process_usage_read(pid_t root, struct process_usage *usage);
pid_t process_usage_parent(pid_t pid); /* 0 if there is no such process */
/* Their memory with what they share counted once; UINT64_MAX where that cannot be seen. */
uint64_t process_usage_memory_kb(pid_t root);
/* Does any of them have the pipe of `fd` open? The root, which is not the guest's, does not count.
 * True also where that cannot be seen. */
bool process_usage_holds_pipe(pid_t root, int fd);

/* process_clock.c: the time of one answer. */
struct process_clock {
    uint64_t limit_us, charged_us, took_us; /* may take, has to pay for, took on the wall */
    uint64_t slice_start, slice_us;         /* the slice that runs: its begin, its asked length */
    struct process_usage first, last;
    uint64_t first_charged; /* what was charged when `first` was looked at */
    bool looked;
};
void process_clock_start(struct process_clock *clock, unsigned timeout_ms);
uint64_t process_clock_left_us(const struct process_clock *clock); /* of the slice */
/* The answer is there: what it took in all. */
uint64_t process_clock_end(struct process *process, struct process_clock *clock);
/* The slice is over: charges it and judges. Breaks the process if something ran out. */
enum broken process_clock_end_slice(struct process *process, struct process_clock *clock);
/* Between questions, now and then: is too much memory in use? */
enum broken process_check_use(struct process *process, uint64_t now_us);

/* process_end.c */
/* Kills everything, keeps the sentence, returns `broken`. */
enum broken process_break(struct process *process, enum broken broken, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Waits for its end, reading its standard error the while; true when it is reaped. */
bool process_reap(struct process *process, unsigned timeout_ms);
/* It is reaped and was not killed by us: why? Breaks it with a sentence. */
enum broken process_judge_death(struct process *process);
void process_kill(struct process *process);
/* Reads what is there of its standard error, a bounded amount; closes it at its end. */
void process_read_log(struct process *process);
void process_close(int *fd);

/* process_program.c: finds the program of a launch. `path` gets where it lies here, outside. */
enum error process_program_find(const struct launch *launch, const char *search, char *path,
                                size_t size, struct message *message);
extern const char
    process_program_path[]; /* where names without a slash are looked for in the jail */

/* process_start.c: without a jail, whatever the machine could do. */
enum error process_start_bare(const struct launch *launch, struct process **process,
                              struct message *message);

/* process_keeper.c: the life of the keeper, in the child of a fork; never returns. Everything is
 * async-signal-safe. `exec` becomes the guest in a child of the keeper, and returns only if it
 * cannot. */
void process_supervisor_run(void (*exec)(void *context), void *context) __attribute__((noreturn));

#endif
