/* Starting a guest. Everything is prepared before the fork, because the arena has threads and its
 * child may only make system calls until it executes another program.
 *
 * The child finds its streams at 0, 1 and 2, and bubblewrap its status and filter at fixed numbers.
 * All other descriptors are closed, signals have their defaults, and the environment has nothing
 * from the user in it, because other processes can read it in /proc. */
#define _GNU_SOURCE
#include "base/path.h"
#include "guest/jail_internal.h"
#include "guest/process_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    STATUS_FD = 3, /* in the child */
    FILTER_FD,
    FAILURE_FD,
    CHILD_FDS,
    HIGH_FD = 16, /* above all of them */
    OPEN_FILES = 256,
    UNSEEN_MB = 1024, /* no process allocates more before the monitor looks again */
    EXEC_WAIT_MS = 10000,
    REPORT_SLICE_MS = 100
};

/* What the child needs, prepared by the parent. */
struct start_plan {
    const char *program, *folder; /* the working directory, or NULL */
    const char *const *argv;
    const struct limits *limits;
    uint64_t data;              /* RLIMIT_DATA */
    const struct cgroup *group; /* to join, or NULL */
    int fds[CHILD_FDS];         /* for 0, 1, 2, ... in the child; -1 for none */
    bool supervisor;
    pid_t arena;
};

/* Without a jail, Python must not change the bot's folder, which would count as another version. */
static char *const environment[] = {(char *)"PATH=/usr/local/bin:/usr/bin:/bin",
                                    (char *)"HOME=/tmp", (char *)"LANG=C.UTF-8",
                                    (char *)"PYTHONDONTWRITEBYTECODE=1", NULL};

/* --- in the child ------------------------------------------------------------------------------*/

/* A macro, because the type of a resource is an enum in glibc and an int elsewhere. */
#define SET_LIMIT(resource, value)                                                                 \
    do {                                                                                           \
        struct rlimit now, limit = {.rlim_cur = (value), .rlim_max = (value)};                     \
                                                                                                   \
        if (getrlimit(resource, &now) == 0 && now.rlim_max < limit.rlim_max)                       \
            limit.rlim_cur = limit.rlim_max = now.rlim_max;                                        \
        setrlimit(resource, &limit);                                                               \
    } while (0)

static void reset_signals(void)
{
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigset_t none;

    for (int i = 1; i < NSIG; i++)
        sigaction(i, &usual, NULL); /* fails for SIGKILL and SIGSTOP, which have no handlers */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* If the machine runs out of memory, the kernel should kill the guest rather than the arena or
 * another program of the user. */
static void prefer_for_oom_killer(void)
{
    static const char highest[] = "1000";
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

    if (fd < 0)
        return;
    while (write(fd, highest, sizeof highest - 1) < 0 && errno == EINTR)
        ;
    close(fd);
}

/* Two steps, because one of them may occupy a number that another one needs. */
static void place_descriptors(struct start_plan *plan)
{
    for (int i = 0; i < CHILD_FDS; i++)
        if (plan->fds[i] >= 0)
            plan->fds[i] = fcntl(plan->fds[i], F_DUPFD_CLOEXEC, HIGH_FD);
    for (int i = 0; i < CHILD_FDS; i++)
        if (plan->fds[i] >= 0)
            dup2(plan->fds[i], i);
        else
            close(i);
    process_close_from(CHILD_FDS);
    fcntl(FAILURE_FD, F_SETFD, FD_CLOEXEC);
}

static void fail(void)
{
    int reason = errno;

    while (write(FAILURE_FD, &reason, sizeof reason) < 0 && errno == EINTR)
        ;
}

/* Executes the program. Returns only on failure, after telling the parent why. */
static void execute(void *context)
{
    struct start_plan *plan = context;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!plan->supervisor && getppid() != plan->arena)
        _exit(127); /* the arena died before the call above */
    setsid();
    SET_LIMIT(RLIMIT_CORE, 0);
    SET_LIMIT(RLIMIT_NOFILE, OPEN_FILES);
    SET_LIMIT(RLIMIT_FSIZE, (uint64_t)plan->limits->scratch_mb << 20);
    SET_LIMIT(RLIMIT_DATA, plan->data == UINT64_MAX ? RLIM_INFINITY : (rlim_t)plan->data);
    reset_signals();
    prefer_for_oom_killer();
    if ((!plan->group || cgroup_join(plan->group)) && (!plan->folder || chdir(plan->folder) == 0))
        execve(plan->program, (char *const *)(uintptr_t)plan->argv, environment);
    fail();
}

static void run_child(struct start_plan *plan) __attribute__((noreturn));
static void run_child(struct start_plan *plan)
{
    place_descriptors(plan);
    if (plan->supervisor) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != plan->arena)
            _exit(127);
        process_supervisor_run(&(struct process_supervisor){
            .exec = execute, .context = plan, .group = plan->group, .arena = plan->arena});
    }
    execute(plan);
    _exit(127);
}

/* --- in the arena ------------------------------------------------------------------------------*/

/* Signals are blocked so that no handler of ours runs in the child. */
static pid_t fork_plan(struct start_plan *plan)
{
    sigset_t all, before;
    pid_t pid;

    plan->arena = getpid();
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid = fork();
    if (pid == 0)
        run_child(plan);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return pid;
}

/* The errno if the program could not be executed, 0 if it runs. */
static int exec_failure(int fd)
{
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    int reason = 0, ready;

    do
        ready = poll(&wait, 1, EXEC_WAIT_MS);
    while (ready < 0 && errno == EINTR);
    if (ready <= 0)
        return ETIMEDOUT;
    return read(fd, &reason, sizeof reason) == (ssize_t)sizeof reason ? reason : 0;
}

/* NULL with an error if it cannot be created. */
static struct process *new_process(const struct launch *launch, enum error *error,
                                   struct message *message)
{
    struct process *process = calloc(1, sizeof *process);
    struct rusage usage;

    if (!process) {
        *error = error_set(ERR_MEMORY, message, "out of memory");
        return NULL;
    }
    signal(SIGPIPE, SIG_IGN);
    process->limits = launch->limits;
    process->limits.memory_mb = jail_memory_mb(launch);
    process->in = process->out = process->err = -1;
    process->pid_fd = process->root_fd = process->report = -1;
    buffer_init(&process->to, TO_CAP);
    buffer_init(&process->log, (size_t)launch->limits.log_kb * 1024);
    getrusage(RUSAGE_SELF, &usage);
    process->own_kb = (uint64_t)usage.ru_maxrss;
    process->looked_us = process_now_us();
    *error = process_watch_prepare(process, launch, message);
    if (!*error)
        return process;
    process_free(process, 0);
    return NULL;
}

/* A pipe with one end for us. Processes that other threads start meanwhile inherit neither end. */
static bool open_pipe(int *ours, int *theirs, bool we_write)
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    *ours = ends[we_write];
    *theirs = ends[!we_write];
    return fcntl(*ours, F_SETFL, O_NONBLOCK) == 0;
}

static enum error report_exec_failure(const char *program, int reason, struct message *message)
{
    char shown[MESSAGE_SIZE];

    text_printable(shown, sizeof shown, program);
    if (reason == ENOEXEC)
        return error_set(ERR_IO, message,
                         "%s is neither a program for this machine nor a script with a #! line",
                         shown);
    if (reason == ENOENT)
        return error_set(ERR_IO, message, "%s could not be started: its loader is missing", shown);
    return error_set(ERR_IO, message, "%s could not be started: %s", shown, strerror(reason));
}

static enum error start_plan(struct process *process, struct start_plan *plan,
                             struct message *message)
{
    int failure = -1, reason;
    bool open = open_pipe(&process->in, &plan->fds[0], true) &&
                open_pipe(&process->out, &plan->fds[1], false) &&
                open_pipe(&process->err, &plan->fds[2], false) &&
                open_pipe(&failure, &plan->fds[FAILURE_FD], false);
    pid_t pid = open ? fork_plan(plan) : -1;

    reason = pid < 0 ? errno : 0;
    for (int i = 0; i < CHILD_FDS; i++)
        if (i < STATUS_FD || i == FAILURE_FD)
            process_close(&plan->fds[i]);
    if (pid > 0) {
        process->pid = process->root = pid;
        process->pid_fd = (int)syscall(SYS_pidfd_open, pid, 0);
        reason = exec_failure(failure);
    }
    process_close(&failure);
    if (reason == 0)
        return OK;
    if (pid < 0)
        return error_set(ERR_IO, message, "cannot start a process: %s", strerror(reason));
    return report_exec_failure(plan->program, reason, message);
}

enum error process_start_bare(const struct launch *launch, struct process **process,
                              struct message *message)
{
    const char *search = getenv("PATH");
    char program[PATH_MAX];
    struct start_plan plan = {.program = program,
                              .folder = launch->folder,
                              .argv = launch->argv,
                              .limits = &launch->limits,
                              .data = jail_data_limit(launch),
                              .fds = {-1, -1, -1, -1, -1, -1},
                              .supervisor = true};
    enum error error =
        process_program_find(launch, search ? search : jail_search_path, program, message);

    *process = NULL;
    if (error)
        return error;
    *process = new_process(launch, &error, message);
    if (!*process)
        return error;
    plan.group = (*process)->group;
    error = start_plan(*process, &plan, message);
    if (!error)
        error = process_watch_start(*process, message);
    if (error) {
        process_free(*process, 0);
        *process = NULL;
    }
    return error;
}

/* --- in the jail -------------------------------------------------------------------------------*/

/* Reads the pid of the namespace's init, as seen from outside, from the first line of bubblewrap's
 * report, which may arrive in pieces. False if bubblewrap exits before that. */
static bool read_report(int fd, pid_t *root)
{
    uint64_t end_us = process_now_us() + EXEC_WAIT_MS * 1000;
    char text[1024];
    size_t length = 0;
    const char *at;

    while (length < sizeof text - 1 && process_now_us() < end_us) {
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        ssize_t got;

        poll(&wait, 1, REPORT_SLICE_MS);
        got = read(fd, text + length, sizeof text - 1 - length);
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            continue;
        if (got <= 0)
            return false;
        length += (size_t)got;
        text[length] = '\0';
        if (!memchr(text, '\n', length))
            continue;
        at = strstr(text, "\"child-pid\":");
        *root = at ? (pid_t)strtol(at + strlen("\"child-pid\":"), NULL, 10) : 0;
        return *root > 1;
    }
    return false;
}

/* Opens a pidfd for the init. Its pid may have been reused by now, unless bubblewrap, a child of
 * the supervisor, is still its parent. If it is not, the guest has ended and the supervisor is
 * about to clean up. */
static void open_root_fd(struct process *process)
{
    process->root_fd = (int)syscall(SYS_pidfd_open, process->root, 0);
    if (process->root_fd < 0 ||
        process_usage_parent(process_usage_parent(process->root)) == process->pid)
        return; /* without a pidfd, the supervisor kills everything */
    process_close(&process->root_fd);
}

static enum error start_in_jail(struct process *process, const struct launch *launch,
                                const struct jail_line *line, int filter, struct message *message)
{
    /* The supervisor is needed in two cases. If bubblewrap is killed while it builds the jail, it
     * leaves behind an init that waits for it for ever. And if a guest exits, bubblewrap exits
     * before the init, which remains a zombie where nothing reaps it, as in many containers. */
    struct start_plan plan = {.program = line->argv[0],
                              .argv = line->argv,
                              .limits = &process->limits,
                              .data = jail_data_limit(launch),
                              .group = process->group,
                              .fds = {-1, -1, -1, -1, filter, -1},
                              .supervisor = true};
    enum error error = OK;
    bool known = false;

    if (!open_pipe(&process->report, &plan.fds[STATUS_FD], false))
        error = error_set(ERR_IO, message, "cannot create a pipe: %s", strerror(errno));
    else
        error = start_plan(process, &plan, message);
    process_close(&plan.fds[STATUS_FD]);
    process->jailed = true;
    if (!error)
        known = read_report(process->report, &process->root);
    if (known)
        open_root_fd(process);
    if (known || error)
        return error;
    process_reap(process, EOF_GRACE_MS);
    process_judge_death(process);
    return error_set(ERR_IO, message, "the jail could not be set up: %s", process->trouble);
}

static enum error start_line(const struct launch *launch, const struct jail_line *line, int filter,
                             struct process **process, struct message *message)
{
    enum error error;
    struct process *fresh = new_process(launch, &error, message);

    if (!fresh)
        return error;
    error = start_in_jail(fresh, launch, line, filter, message);
    if (!error)
        error = process_watch_start(fresh, message);
    if (error)
        process_free(fresh, 0);
    else
        *process = fresh;
    return error;
}

/* Checks a program in the guest's folder before anything else is set up. The jail checks programs
 * that are elsewhere. */
static enum error check_own_program(const struct launch *launch, struct message *message)
{
    const char *name = launch->argv[0];
    char path[PATH_MAX];

    if (!name || !strchr(name, '/') || (name[0] == '/' && !path_is_below(name, launch->folder)))
        return OK;
    return process_program_find(launch, jail_search_path, path, message);
}

static enum error start_completed(const struct launch *launch, struct process **process,
                                  struct message *message)
{
    struct jail_line line;
    int filter = -1;
    enum error error = jail_filter(launch, &filter, message);

    if (error && !launch->unsafe)
        return error;
    error = jail_make_line(launch, STATUS_FD, filter >= 0 ? FILTER_FD : -1, &line, message);
    if (!error && line.is_jailed)
        error = start_line(launch, &line, filter, process, message);
    else if (!error)
        error = process_start_bare(launch, process, message);
    process_close(&filter);
    return error;
}

/* A control group limits the memory of a guest without help. The monitor looks only now and then,
 * and needs a limit for what happens in between. */
static uint32_t data_limit_mb(const struct launch *launch)
{
    struct message unused;

    if (!launch->no_cgroup && !cgroup_missing(&unused))
        return JAIL_DATA_UNLIMITED;
    return jail_memory_mb(launch) + UNSEEN_MB;
}

enum error process_start(const struct launch *launch, struct process **process,
                         struct message *message)
{
    struct jail_place place;
    struct launch complete = *launch;
    enum error error = check_own_program(launch, message);

    *process = NULL;
    complete.data_mb = data_limit_mb(launch);
    if (!error)
        error = jail_place_make(&complete, &place, message);
    if (error)
        return error;
    error = start_completed(&complete, process, message);
    if (*process)
        (*process)->place = place;
    else
        jail_place_release(&place);
    return error;
}
