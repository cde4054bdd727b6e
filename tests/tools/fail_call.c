/* Runs a program and fails one of its system calls: fail_call [OPTIONS] PROGRAM [ARGUMENT...]
 *
 *   -k KIND      which calls to count: a name in `kinds` below
 *   -n N         fail the Nth of them; 0, the default, only counts
 *   -e ERROR     with this error instead of the first of its kind: EIO, ENOSPC, EMFILE, ...
 *   -p           all later ones too, except writes to standard error
 *   -s           do not fail a write but write only half
 *   -x           kill the program (SIGKILL) before the call instead
 *   -q           do not wait for the disk: syncs that do not fail succeed at once
 *   -t SECONDS   kill it after this time (60) and exit with status 124
 *   -l FILE      append `calls N`, and `failed CALL PATH` for the first that failed
 *   -r FILE -d FOLDER   record what the program does to files in the folder, for power_loss.c
 *
 * The kernel asks this program about each call (seccomp user notification), so calls from inside
 * libraries count too: stdio, SQLite. Only calls of the program itself count, in all its threads,
 * not those of processes that it starts. Reading shared libraries does not count, nor do reads and
 * writes of pipes, which the system does not fail in this way.
 *
 * The exit status is that of the program, or 128 + the signal; 125 if this program fails. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif

enum { MAX_CALLS = 64, PATH_ROOM = 4096, FAILED = 125, TIMED_OUT = 124 };

/* Where a call names its file: a descriptor, a path, or a descriptor of a folder and a path. */
enum names { BY_NOTHING, BY_DESCRIPTOR, BY_PATH, BY_PATH_AT };

struct call {
    const char *kind, *name;
    int number, error;
    enum names names;
};

#define CALL(kind, name, error, names)                                                             \
    {                                                                                              \
        kind, #name, SYS_##name, error, names                                                      \
    }
static const struct call calls[] = {
    CALL("read", read, EIO, BY_DESCRIPTOR),
    CALL("read", pread64, EIO, BY_DESCRIPTOR),
    CALL("read", readv, EIO, BY_DESCRIPTOR),
    CALL("write", write, ENOSPC, BY_DESCRIPTOR),
    CALL("write", pwrite64, ENOSPC, BY_DESCRIPTOR),
    CALL("write", writev, ENOSPC, BY_DESCRIPTOR),
    CALL("open", openat, EMFILE, BY_PATH_AT),
    CALL("sync", fsync, EIO, BY_DESCRIPTOR),
    CALL("sync", fdatasync, EIO, BY_DESCRIPTOR),
    CALL("close", close, EIO, BY_DESCRIPTOR),
    CALL("rename", renameat, EIO, BY_PATH_AT),
    CALL("rename", renameat2, EIO, BY_PATH_AT),
    CALL("mkdir", mkdirat, ENOSPC, BY_PATH_AT),
    CALL("truncate", ftruncate, EIO, BY_DESCRIPTOR),
    CALL("unlink", unlinkat, EIO, BY_PATH_AT),
    CALL("stat", fstat, EIO, BY_DESCRIPTOR),
    CALL("stat", newfstatat, EIO, BY_PATH_AT),
    CALL("stat", statx, EIO, BY_PATH_AT),
    CALL("stat", faccessat, EIO, BY_PATH_AT),
    CALL("start", clone, EAGAIN, BY_NOTHING),
    CALL("pipe", pipe2, EMFILE, BY_NOTHING),
    CALL("pipe", socketpair, EMFILE, BY_NOTHING),
    CALL("lock", fcntl, EIO, BY_DESCRIPTOR),
    CALL("lock", flock, EIO, BY_DESCRIPTOR),
    CALL("list", getdents64, EIO, BY_DESCRIPTOR),
    CALL("random", getrandom, EIO, BY_NOTHING),
    CALL("mode", fchmod, EIO, BY_DESCRIPTOR),
#ifdef SYS_clone3
    CALL("start", clone3, EAGAIN, BY_NOTHING),
#endif
#ifdef SYS_faccessat2
    CALL("stat", faccessat2, EIO, BY_PATH_AT),
#endif
#ifdef SYS_open /* old calls that newer architectures do not have */
    CALL("open", open, EMFILE, BY_PATH),
    CALL("open", creat, EMFILE, BY_PATH),
    CALL("rename", rename, EIO, BY_PATH),
    CALL("mkdir", mkdir, ENOSPC, BY_PATH),
    CALL("unlink", unlink, EIO, BY_PATH),
    CALL("stat", stat, EIO, BY_PATH),
    CALL("stat", lstat, EIO, BY_PATH),
    CALL("stat", access, EIO, BY_PATH),
    CALL("start", fork, EAGAIN, BY_NOTHING),
    CALL("start", vfork, EAGAIN, BY_NOTHING),
    CALL("pipe", pipe, EMFILE, BY_NOTHING),
#endif
};

static const struct {
    const char *name;
    int value;
} errors[] = {{"EIO", EIO},       {"ENOSPC", ENOSPC}, {"EMFILE", EMFILE}, {"ENOMEM", ENOMEM},
              {"EACCES", EACCES}, {"EINTR", EINTR},   {"EAGAIN", EAGAIN}, {"EDQUOT", EDQUOT},
              {"EROFS", EROFS},   {"ENFILE", ENFILE}};

enum action { FAIL, HALVE, KILL };

struct run {
    const char *kind;
    long wanted, seen;
    int error; /* 0: that of the call */
    bool is_persistent, is_quick, has_failed;
    enum action action;
    int seconds;
    FILE *log, *record;
    const char *folder; /* of the record, absolute */
    pid_t program;
    int listener;
};

/* Shared with the child until it starts the program. */
struct hand_over {
    atomic_int listener; /* in the child; 0: not yet, negative: errno */
    atomic_bool is_taken;
};

static void die(const char *what)
{
    fprintf(stderr, "fail_call: %s: %s\n", what, strerror(errno));
    exit(FAILED);
}

/* --- the child ---------------------------------------------------------------------------------*/

/* Asks about the calls of `kind`, or of every kind if the run is recorded. */
static int install_filter(const struct run *run)
{
    struct sock_filter code[2 * MAX_CALLS + 2];
    unsigned short length = 0;
    struct sock_fprog program = {.filter = code};
    int listener;

    code[length++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (!run->record && strcmp(run->kind, calls[i].kind) != 0 &&
            !(run->is_quick && strcmp(calls[i].kind, "sync") == 0))
            continue;
        code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                                      (unsigned)calls[i].number, 0, 1);
        code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    }
    code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    program.len = length;
    listener = (int)syscall(
        SYS_seccomp, SECCOMP_SET_MODE_FILTER,
        SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, &program);
    if (listener < 0) /* a kernel without the second flag */
        listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                                SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
    return listener < 0 ? -errno : listener;
}

static void start_program(const struct run *run, struct hand_over *shared, char **arguments)
{
    int listener;

    /* Root does not need it, and it would change what the program may do. */
    if (geteuid() != 0)
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    listener = install_filter(run);
    atomic_store(&shared->listener, listener);
    while (listener > 0 && !atomic_load(&shared->is_taken))
        sched_yield();
    if (listener > 0)
        execvp(arguments[0], arguments);
    _exit(FAILED);
}

/* --- what a call is about ----------------------------------------------------------------------*/

static bool is_of_program(const struct run *run, pid_t thread)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%d/task/%d", (int)run->program, (int)thread);
    return access(path, F_OK) == 0;
}

static size_t peek(pid_t pid, uint64_t address, void *to, size_t size)
{
    struct iovec here = {to, size}, there = {(void *)(uintptr_t)address, size};
    ssize_t got = process_vm_readv(pid, &here, 1, &there, 1, 0);

    return got < 0 ? 0 : (size_t)got;
}

static void descriptor_path(pid_t pid, int descriptor, char path[PATH_ROOM])
{
    char link[64];
    ssize_t length;

    if (descriptor == AT_FDCWD)
        snprintf(link, sizeof link, "/proc/%d/cwd", (int)pid);
    else
        snprintf(link, sizeof link, "/proc/%d/fd/%d", (int)pid, descriptor);
    length = readlink(link, path, PATH_ROOM - 1);
    path[length < 0 ? 0 : length] = '\0';
}

/* The path in memory at `address`, made absolute. Does not span unreadable pages. */
static void named_path(pid_t pid, int folder, uint64_t address, char path[PATH_ROOM])
{
    char text[PATH_ROOM] = "", base[PATH_ROOM] = "";
    size_t got = 0;

    while (got < sizeof text - 1) {
        size_t step = 64 - (size_t)((address + got) % 64);

        step = step < sizeof text - 1 - got ? step : sizeof text - 1 - got;
        if (peek(pid, address + got, text + got, step) != step)
            break;
        if (memchr(text + got, '\0', step))
            break;
        got += step;
    }
    if (text[0] != '/')
        descriptor_path(pid, folder, base);
    if (snprintf(path, PATH_ROOM, "%s%s%s", base, base[0] ? "/" : "", text) >= PATH_ROOM)
        path[0] = '\0';
}

static void path_of(const struct call *call, const struct seccomp_notif *asked,
                    char path[PATH_ROOM])
{
    const __u64 *args = asked->data.args;
    pid_t pid = (pid_t)asked->pid;

    path[0] = '\0';
    if (call->names == BY_DESCRIPTOR)
        descriptor_path(pid, (int)args[0], path);
    else if (call->names == BY_PATH)
        named_path(pid, AT_FDCWD, args[0], path);
    else if (call->names == BY_PATH_AT)
        named_path(pid, (int)args[0], args[1], path);
}

/* Loading the program is not the program's work. */
static bool is_library(const char *path)
{
    return strstr(path, ".so.") || strstr(path, "/ld.so.") ||
           (strlen(path) > 3 && strcmp(path + strlen(path) - 3, ".so") == 0);
}

static bool is_pipe(const char *path)
{
    return strncmp(path, "pipe:", 5) == 0 || strncmp(path, "socket:", 7) == 0;
}

/* Half a number would be another one; the kernel never takes half of it. */
static bool is_of_kernel(const char *path)
{
    return strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/sys/", 5) == 0;
}

/* --- the record --------------------------------------------------------------------------------*/

/* Is it in the recorded folder? `*inside` is the rest of the path. */
static bool is_recorded(const struct run *run, const char *path, const char **inside)
{
    size_t length = strlen(run->folder);

    if (strncmp(path, run->folder, length) != 0 || (path[length] != '/' && path[length] != '\0'))
        return false;
    *inside = path[length] ? path + length + 1 : ".";
    return true;
}

static void note(const struct run *run, const char *what, const char *inside, long long number,
                 size_t size)
{
    fprintf(run->record, "%s %lld %zu %s\n", what, number, size, inside);
}

/* Notes `size` bytes of the program's memory at `offset` of the file. */
static void note_bytes(const struct run *run, const struct seccomp_notif *asked, const char *what,
                       const char *inside, long long offset)
{
    size_t size = (size_t)asked->data.args[2];
    char *bytes = malloc(size + 1);

    if (!bytes || peek((pid_t)asked->pid, asked->data.args[1], bytes, size) != size)
        die("cannot read the program's memory");
    note(run, what, inside, offset, size);
    fwrite(bytes, 1, size, run->record);
    putc('\n', run->record);
    free(bytes);
}

static long long offset_of(const struct seccomp_notif *asked)
{
    char path[64], line[128];
    long long position = 0;
    int flags = 0;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%u/fdinfo/%d", asked->pid, (int)asked->data.args[0]);
    file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        sscanf(line, "pos: %lld", &position);
        sscanf(line, "flags: %o", (unsigned *)&flags);
    }
    if (file)
        fclose(file);
    if (flags & O_APPEND)
        die("files that are opened for appending cannot be recorded");
    return position;
}

static void note_open(const struct run *run, const struct call *call,
                      const struct seccomp_notif *asked, const char *path, const char *inside)
{
    int flags = (int)asked->data.args[call->names == BY_PATH_AT ? 2 : 1];
    bool exists = access(path, F_OK) == 0;

    if (!exists && flags & O_CREAT)
        note(run, "create", inside, 0, 0);
    else if (exists && flags & O_TRUNC)
        note(run, "truncate", inside, 0, 0);
}

static void note_call(const struct run *run, const struct call *call,
                      const struct seccomp_notif *asked, const char *path)
{
    const __u64 *args = asked->data.args;
    char other[PATH_ROOM];
    const char *inside, *target;

    if (strcmp(call->kind, "write") == 0 && args[0] <= 2 && args[0] > 0 &&
        strcmp(call->name, "write") == 0) {
        note_bytes(run, asked, "print", args[0] == 1 ? "stdout" : "stderr", 0);
        return;
    }
    if (!is_recorded(run, path, &inside))
        return;
    if (strcmp(call->kind, "open") == 0) {
        note_open(run, call, asked, path, inside);
    } else if (strcmp(call->kind, "write") == 0) {
        if (strcmp(call->name, "writev") == 0)
            die("writev cannot be recorded");
        note_bytes(run, asked, "write", inside,
                   strcmp(call->name, "pwrite64") == 0 ? (long long)args[3] : offset_of(asked));
    } else if (strcmp(call->kind, "truncate") == 0) {
        note(run, "truncate", inside, (long long)args[1], 0);
    } else if (strcmp(call->kind, "sync") == 0) {
        note(run, "sync", inside, 0, 0);
    } else if (strcmp(call->kind, "mkdir") == 0) {
        if (access(path, F_OK) != 0)
            note(run, "mkdir", inside, 0, 0);
    } else if (strcmp(call->kind, "unlink") == 0) {
        if (access(path, F_OK) == 0)
            note(run, "unlink", inside, 0, 0);
    } else if (strcmp(call->kind, "rename") == 0) {
        named_path((pid_t)asked->pid, call->names == BY_PATH ? AT_FDCWD : (int)args[2],
                   args[call->names == BY_PATH ? 1 : 3], other);
        if (is_recorded(run, other, &target)) {
            note(run, "rename", inside, 0, strlen(target));
            fprintf(run->record, "%s\n", target);
        }
    }
}

/* --- answers -----------------------------------------------------------------------------------*/

/* Writes the first half in the program's place. Returns what the call returns. */
static int64_t write_half(const struct seccomp_notif *asked)
{
    size_t size = (size_t)asked->data.args[2] / 2;
    int process = (int)syscall(SYS_pidfd_open, (pid_t)asked->pid, 0);
    int descriptor = (int)syscall(SYS_pidfd_getfd, process, (int)asked->data.args[0], 0);
    char *bytes = malloc(size + 1);
    ssize_t written = -1;

    if (descriptor >= 0 && bytes && size &&
        peek((pid_t)asked->pid, asked->data.args[1], bytes, size) == size)
        written = asked->data.nr == SYS_pwrite64
                      ? pwrite(descriptor, bytes, size, (off_t)asked->data.args[3])
                      : write(descriptor, bytes, size);
    free(bytes);
    close(descriptor);
    close(process);
    return written;
}

static const struct call *find_call(int number)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i].number == number)
            return &calls[i];
    return NULL;
}

/* Decides about one call. */
static void decide(struct run *run, const struct seccomp_notif *asked,
                   struct seccomp_notif_resp *answer)
{
    const struct call *call = find_call(asked->data.nr);
    char path[PATH_ROOM];
    int64_t half;

    *answer =
        (struct seccomp_notif_resp){.id = asked->id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    if (!call || !is_of_program(run, (pid_t)asked->pid))
        return;
    if (run->is_quick && strcmp(call->kind, "sync") == 0)
        answer->flags = 0;
    path_of(call, asked, path);
    if (is_library(path) || is_pipe(path) || (run->action == HALVE && is_of_kernel(path)))
        return;
    if (run->record)
        note_call(run, call, asked, path);
    if (strcmp(run->kind, call->kind) != 0)
        return;
    run->seen++;
    if (!run->wanted || run->seen < run->wanted || (run->seen > run->wanted && !run->is_persistent))
        return;
    if (run->is_persistent && strcmp(call->kind, "write") == 0 && asked->data.args[0] == 2)
        return;
    if (run->log && !run->has_failed)
        fprintf(run->log, "failed %s %s\n", call->name, path);
    run->has_failed = true;
    if (run->action == KILL) {
        kill(run->program, SIGKILL);
        *answer = (struct seccomp_notif_resp){.id = asked->id, .error = -EIO}; /* not done */
    } else if (run->action == HALVE) {
        half = write_half(asked);
        if (half > 0)
            *answer = (struct seccomp_notif_resp){.id = asked->id, .val = half};
    } else {
        *answer = (struct seccomp_notif_resp){.id = asked->id,
                                              .error = -(run->error ? run->error : call->error)};
    }
}

static int64_t now_ms(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Answers until the program ends. Returns whether it ended in time. */
static bool supervise(struct run *run, int *status)
{
    struct seccomp_notif_sizes sizes;
    int64_t end = now_ms() + (int64_t)run->seconds * 1000;
    struct seccomp_notif *asked;
    struct seccomp_notif_resp *answer;
    int process = (int)syscall(SYS_pidfd_open, run->program, 0);
    struct pollfd wait[2] = {{.fd = run->listener, .events = POLLIN},
                             {.fd = process, .events = POLLIN}};
    bool in_time = true;

    if (process < 0 || syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) != 0)
        die("seccomp");
    asked = calloc(1, sizes.seccomp_notif);
    answer = calloc(1, sizes.seccomp_notif_resp);
    if (!asked || !answer)
        die("calloc");
    while (in_time) {
        int64_t left = end - now_ms();

        in_time = left > 0;
        if (in_time && poll(wait, 2, (int)left) < 0 && errno != EINTR)
            die("poll");
        if (!in_time)
            kill(run->program, SIGKILL);
        if (wait[0].revents & POLLIN) {
            memset(asked, 0, sizes.seccomp_notif);
            if (ioctl(run->listener, SECCOMP_IOCTL_NOTIF_RECV, asked) != 0)
                continue; /* the caller has died */
            decide(run, asked, answer);
            ioctl(run->listener, SECCOMP_IOCTL_NOTIF_SEND, answer);
        } else if (wait[1].revents & POLLIN) {
            break;
        }
    }
    /* Other processes that it started may be left. */
    waitpid(run->program, status, 0);
    free(asked);
    free(answer);
    return in_time;
}

/* --- options -----------------------------------------------------------------------------------*/

static FILE *open_file(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);

    if (!file)
        die(path);
    return file;
}

static int find_error(const char *name)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (strcmp(errors[i].name, name) == 0)
            return errors[i].value;
    fprintf(stderr, "fail_call: unknown error %s\n", name);
    exit(FAILED);
}

static void read_options(struct run *run, int argc, char **argv)
{
    int option;

    *run = (struct run){.kind = "", .seconds = 60};
    while ((option = getopt(argc, argv, "+k:n:e:psxqt:l:r:d:")) != -1)
        switch (option) {
        case 'k':
            run->kind = optarg;
            break;
        case 'n':
            run->wanted = strtol(optarg, NULL, 10);
            break;
        case 'e':
            run->error = find_error(optarg);
            break;
        case 'p':
            run->is_persistent = true;
            break;
        case 's':
            run->action = HALVE;
            break;
        case 'x':
            run->action = KILL;
            break;
        case 'q':
            run->is_quick = true;
            break;
        case 't':
            run->seconds = (int)strtol(optarg, NULL, 10);
            break;
        case 'l':
            run->log = open_file(optarg, "ae");
            break;
        case 'r':
            run->record = open_file(optarg, "we");
            break;
        case 'd':
            run->folder = optarg;
            break;
        default:
            exit(FAILED);
        }
    if (optind == argc || (run->record && !run->folder)) {
        fprintf(stderr, "fail_call: -k KIND and a program, or -r FILE -d FOLDER, are needed\n");
        exit(FAILED);
    }
}

int main(int argc, char **argv)
{
    struct hand_over *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct run run;
    int listener, process, status = 0;
    bool in_time;

    if (shared == MAP_FAILED)
        die("mmap");
    read_options(&run, argc, argv);
    run.program = fork();
    if (run.program < 0)
        die("fork");
    if (run.program == 0)
        start_program(&run, shared, argv + optind);
    while ((listener = atomic_load(&shared->listener)) == 0)
        sched_yield();
    if (listener < 0) {
        errno = -listener;
        die("this system has no seccomp notifications");
    }
    process = (int)syscall(SYS_pidfd_open, run.program, 0);
    run.listener = (int)syscall(SYS_pidfd_getfd, process, listener, 0);
    if (run.listener < 0)
        die("pidfd_getfd");
    close(process);
    atomic_store(&shared->is_taken, true);
    in_time = supervise(&run, &status);
    if (run.log)
        fprintf(run.log, "calls %ld\n", run.seen);
    if ((run.log && fclose(run.log) != 0) || (run.record && fclose(run.record) != 0))
        die("writing failed");
    if (!in_time)
        return TIMED_OUT;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
