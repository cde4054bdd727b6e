/* How a guest ends, by its own exit or by us, and the message about it.
 *
 * In a jail all processes of a guest live in a namespace whose init dies last: once it is gone, all
 * are. The supervisor does the same by hand, see process_supervisor.c. */
#define _GNU_SOURCE
#include "guest/process_internal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    READS_AT_ONCE = 4,
    MOST_FDS = 1 << 20,
    READ_SIZE = 32768,
    SUPERVISOR_WAIT_MS = 3000,
    REAP_SLICE_MS = 20
};

void process_close(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void process_close_from(int first)
{
    struct rlimit limit;
    int last = MOST_FDS;

#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned)first, ~0U, 0) == 0)
        return;
#endif
    /* Before Linux 5.9, or under a filter that does not allow the call. */
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < MOST_FDS)
        last = (int)limit.rlim_cur;
    for (int fd = first; fd < last; fd++)
        close(fd);
}

/* --- standard error ----------------------------------------------------------------------------*/

static void keep_tail(struct process *process, const char *text, size_t size)
{
    size_t old = process->tail_length;

    if (size >= TAIL_SIZE) {
        memcpy(process->tail, text + size - TAIL_SIZE, TAIL_SIZE);
        process->tail_length = TAIL_SIZE;
        return;
    }
    if (old + size > TAIL_SIZE) {
        memmove(process->tail, process->tail + (old + size - TAIL_SIZE), TAIL_SIZE - size);
        old = TAIL_SIZE - size;
    }
    memcpy(process->tail + old, text, size);
    process->tail_length = old + size;
}

static void keep_log(struct process *process, const char *text, size_t size)
{
    size_t room = process->log.cap - process->log.length;
    size_t kept = size < room ? size : room;

    keep_tail(process, text, size);
    process->log_in_answer += size;
    if (kept > 0 && buffer_append(&process->log, text, kept) != OK)
        kept = 0;
    process->log_dropped += size - kept;
}

void process_read_log(struct process *process)
{
    char text[READ_SIZE];

    for (int i = 0; i < READS_AT_ONCE && process->err >= 0; i++) {
        ssize_t got = read(process->err, text, sizeof text);

        if (got > 0)
            keep_log(process, text, (size_t)got);
        else if (got == 0 || (errno != EAGAIN && errno != EINTR))
            process_close(&process->err);
        if (got < (ssize_t)sizeof text)
            return;
    }
}

/* --- killing and reaping -----------------------------------------------------------------------*/

static void send_signal(int pid_fd, pid_t pid, int signal)
{
    if (pid_fd >= 0)
        syscall(SYS_pidfd_send_signal, pid_fd, signal, NULL, 0);
    else if (pid > 0)
        kill(pid, signal);
}

/* True if our child has exited. It is reaped then, and its pid is no longer valid. */
static bool reap_now(struct process *process)
{
    struct rusage usage;
    uint64_t peak_kb;
    pid_t got;

    if (process->pid == 0)
        return true;
    do
        got = wait4(process->pid, &process->status, WNOHANG, &usage);
    while (got < 0 && errno == EINTR);
    if (got == 0)
        return false;
    peak_kb = got > 0 ? (uint64_t)usage.ru_maxrss : 0;
    /* A forked child starts with the size of its parent, so a small figure is ours. */
    if (peak_kb > process->own_kb && peak_kb > process->peak_kb)
        process->peak_kb = peak_kb;
    process->pid = 0;
    return true;
}

/* Its standard error is read meanwhile, so that it does not hang on a full pipe. */
bool process_reap(struct process *process, unsigned timeout_ms)
{
    uint64_t end_us = process_now_us() + (uint64_t)timeout_ms * 1000;

    while (!reap_now(process)) {
        struct pollfd fds[2] = {{.fd = process->pid_fd, .events = POLLIN},
                                {.fd = process->err, .events = POLLIN}};

        if (process_now_us() >= end_us)
            return false;
        /* Without a pidfd, poll for its exit. */
        poll(fds, 2, process->pid_fd >= 0 ? REAP_SLICE_MS : 1);
        process_read_log(process);
    }
    process_read_log(process);
    return true;
}

/* The init of the namespace exits only after all its other processes. */
static void wait_for_root(struct process *process)
{
    struct pollfd fd = {.fd = process->root_fd, .events = POLLIN};
    uint64_t end_us = process_now_us() + (uint64_t)END_WAIT_MS * 1000;

    while (process->root_fd >= 0 && process_now_us() < end_us)
        if (poll(&fd, 1, END_WAIT_MS) > 0)
            return;
}

void process_kill(struct process *process)
{
    if (process->jailed) {
        send_signal(process->root_fd, 0, SIGKILL);
        process_watch_ask(process); /* frozen processes do not die */
        wait_for_root(process);
    }
    if (process->pid > 0) {
        send_signal(process->pid_fd, process->pid,
                    SIGTERM); /* the supervisor cleans up and exits */
        if (process_reap(process, SUPERVISOR_WAIT_MS))
            return;
        send_signal(process->pid_fd, process->pid, SIGKILL);
    }
    process_reap(process, END_WAIT_MS);
}

enum broken process_break(struct process *process, enum broken broken, const char *format, ...)
{
    va_list arguments;

    process_kill(process);
    if (process->broken != BROKEN_NONE)
        return process->broken;
    va_start(arguments, format);
    vsnprintf(process->trouble, sizeof process->trouble, format, arguments);
    va_end(arguments);
    process->broken = broken;
    return broken;
}

/* --- why it died -------------------------------------------------------------------------------*/

static const char *signal_name(int signal, char *memory, size_t size)
{
    static const struct {
        int signal;
        const char *name;
    } names[] = {{SIGABRT, "SIGABRT"}, {SIGALRM, "SIGALRM"}, {SIGBUS, "SIGBUS"},
                 {SIGFPE, "SIGFPE"},   {SIGHUP, "SIGHUP"},   {SIGILL, "SIGILL"},
                 {SIGINT, "SIGINT"},   {SIGKILL, "SIGKILL"}, {SIGPIPE, "SIGPIPE"},
                 {SIGQUIT, "SIGQUIT"}, {SIGSEGV, "SIGSEGV"}, {SIGSYS, "SIGSYS"},
                 {SIGTERM, "SIGTERM"}, {SIGTRAP, "SIGTRAP"}, {SIGUSR1, "SIGUSR1"},
                 {SIGUSR2, "SIGUSR2"}, {SIGXCPU, "SIGXCPU"}, {SIGXFSZ, "SIGXFSZ"}};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].signal == signal)
            return names[i].name;
    snprintf(memory, size, "signal %d", signal);
    return memory;
}

/* The status as bubblewrap and the supervisor pass it on: 128 plus the signal. */
static int exit_code(const struct process *process)
{
    if (WIFSIGNALED(process->status))
        return BARE_EXIT_SIGNAL + WTERMSIG(process->status);
    return WEXITSTATUS(process->status);
}

/* If bubblewrap, prlimit or setpriv could not execute the guest, the rest of their message;
 * otherwise NULL. */
static const char *exec_failure(const struct process *process, const char *words)
{
    static const char *const signs[] = {"failed to execute ", "execvp "};

    for (size_t i = 0; i < sizeof signs / sizeof *signs && process->received == 0; i++) {
        const char *at = strstr(words, signs[i]);

        if (at)
            return at + strlen(signs[i]);
    }
    return NULL;
}

enum broken process_judge_death(struct process *process)
{
    struct process_death death = {.code = exit_code(process),
                                  .memory_kills = process_watch_memory_kills(process),
                                  .has_half_line = process->from_length > process->from_used};
    enum broken broken = process_verdict_death(&death);
    int signal = death.code - BARE_EXIT_SIGNAL;
    char memory[32], words[160], watched[TROUBLE_SIZE];
    const char *last;

    if (process_watch_verdict(process, watched) != BROKEN_NONE)
        return process_break(process, process_watch_verdict(process, watched), "%s", watched);
    slice_printable(words, sizeof words,
                    slice_last_line((struct slice){process->tail, process->tail_length}));
    last = *words ? "; its last error output: " : "";
    if (broken == BROKEN_MEMORY)
        return process_break(process, broken, "it used more than its %u MB of memory%s%s",
                             process->limits.memory_mb, last, words);
    if (broken == BROKEN_JAIL)
        return process_break(process, broken, "it made a forbidden system call (SIGSYS)");
    if (broken == BROKEN_PROTOCOL)
        return process_break(process, broken, "it exited in the middle of a line");
    if (broken == BROKEN_EXIT)
        return process_break(process, broken, "it exited too early, with status 0");
    if (signal > 0 && signal <= SIGRTMAX)
        return process_break(process, broken, "it was killed by %s%s%s",
                             signal_name(signal, memory, sizeof memory), last, words);
    if (exec_failure(process, words))
        return process_break(process, broken, "it could not be started: %s",
                             exec_failure(process, words));
    return process_break(process, broken, "it exited with status %d%s%s", death.code, last, words);
}
