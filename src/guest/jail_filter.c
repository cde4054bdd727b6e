/* The system call filter.
 *
 * There are three kinds of calls. Those that runtimes and compilers use are allowed, as a list: a
 * kernel has hundreds of calls, every release adds some, and most holes were found in rarely used
 * ones. Calls that only an attacker makes kill the process, so that they are not taken for a bug
 * and are named in the result. All others fail with ENOSYS, which programs can handle because older
 * kernels do the same.
 *
 * Some are in the third group on purpose: clone3 hides its flags behind a pointer, where a filter
 * cannot read them, and the C library then falls back to clone; io_uring bypasses system calls;
 * memfd_create, shmget and shared anonymous mappings hold memory that no limit counts;
 * sched_setaffinity would leave the processor assigned by the arena.
 *
 * Others would let guests leave messages for each other, or for themselves in a later match: see
 * "Channels" in SECURITY.md. Locks and watches work on any file that can be opened, so two jails
 * would meet on a file of /usr. mincore, cachestat and reads that fail instead of waiting tell what
 * is in the page cache. statfs tells how full the disk is. */
#define _GNU_SOURCE 1
#include "base/buffer.h"
#include "guest/jail_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef HAVE_SECCOMP

enum error jail_filter(const struct launch *launch, int *fd, struct message *message)
{
    (void)launch;
    *fd = -1;
    return error_set(ERR_JAIL, message,
                     "this program was built without libseccomp (package libseccomp-dev)");
}

#else

#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

static const char *const allowed[] = {
    /* files and folders */
    "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "close",
    "close_range", "lseek", "_llseek", "stat", "stat64", "fstat", "fstat64", "lstat", "lstat64",
    "newfstatat", "fstatat64", "statx", "access", "faccessat", "faccessat2", "readlink",
    "readlinkat", "getdents", "getdents64", "getcwd", "chdir", "fchdir", "mkdir", "mkdirat",
    "rmdir", "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "unlink",
    "unlinkat", "truncate", "truncate64", "ftruncate", "ftruncate64", "fallocate", "chown",
    "fchown", "lchown", "fchownat", "umask", "copy_file_range", "sendfile", "sendfile64",
    "getxattr", "lgetxattr", "fgetxattr", "listxattr", "llistxattr", "flistxattr",
    /* descriptors and waiting */
    "dup", "dup2", "dup3", "pipe", "pipe2", "poll", "ppoll", "select", "_newselect", "pselect6",
    "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "epoll_pwait2",
    "eventfd", "eventfd2", "signalfd", "signalfd4", "timerfd_create", "timerfd_settime",
    "timerfd_gettime", "pidfd_open", "pidfd_send_signal",
    /* sockets of the one allowed domain */
    "bind", "connect", "listen", "accept", "accept4", "getsockname", "getpeername", "getsockopt",
    "sendto", "recvfrom", "sendmsg", "recvmsg", "sendmmsg", "recvmmsg", "shutdown",
    /* memory */
    "brk", "munmap", "mremap", "mprotect", "msync", "mlock", "mlock2", "munlock", "mlockall",
    "munlockall", "membarrier", "get_mempolicy", "pkey_alloc", "pkey_free", "pkey_mprotect",
    /* processes and threads */
    "fork", "vfork", "execve", "execveat", "exit", "exit_group", "wait4", "waitid", "waitpid",
    "getpid", "getppid", "gettid", "getpgid", "getpgrp", "setpgid", "getsid", "setsid", "getuid",
    "getuid32", "geteuid", "geteuid32", "getgid", "getgid32", "getegid", "getegid32", "getresuid",
    "getresuid32", "getresgid", "getresgid32", "getgroups", "getgroups32", "setuid", "setgid",
    "setreuid", "setregid", "setresuid", "setresgid", "setgroups", "setfsuid", "setfsgid", "capget",
    "capset", "prctl", "arch_prctl", "set_tid_address", "set_thread_area", "get_thread_area",
    "futex", "futex_waitv", "set_robust_list", "get_robust_list", "rseq", "sched_yield",
    "sched_getaffinity", "sched_getparam", "sched_getscheduler", "sched_get_priority_max",
    "sched_getattr", "sched_get_priority_min", "sched_rr_get_interval", "getpriority", "getrlimit",
    "ugetrlimit", "setrlimit", "prlimit64", "getrusage", "times", "getcpu",
    /* signals */
    "kill", "tkill", "tgkill", "rt_sigaction", "rt_sigprocmask", "rt_sigpending", "rt_sigtimedwait",
    "rt_sigqueueinfo", "rt_tgsigqueueinfo", "rt_sigsuspend", "rt_sigreturn", "sigreturn",
    "sigaltstack", "pause", "alarm", "restart_syscall",
    /* time and system information */
    "time", "gettimeofday", "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep",
    "getitimer", "setitimer", "timer_create", "timer_settime", "timer_gettime", "timer_delete",
    "timer_getoverrun", "uname", "sysinfo", "getrandom", "cacheflush"};

/* Build steps may do this, because compilers and package managers need it. What a build leaves
 * behind for others it could as well write into its folder, and it ends before the first match. */
static const char *const built_with[] = {"flock",     "statfs", "statfs64", "fstatfs",  "fstatfs64",
                                         "utimensat", "utimes", "utime",    "futimesat"};

/* For guests, these succeed without doing anything. Whoever may write to /dev/null may set its time
 * stamp, and every jail sees that. Time stamps in the scratch folders matter to nobody. Libraries
 * lock files as a matter of course, even if nobody else uses them. */
static const char *const without_effect[] = {"flock", "utimensat", "utimes", "utime", "futimesat"};

/* For all, these succeed without doing anything. Advice may be ignored, and no guest needs its
 * files after a power cut; but a sync would delay everybody who uses the same disk. */
static const char *const ignored[] = {"fadvise64", "fadvise64_64", "fsync", "fdatasync"};

/* These are refused as they are to a user who may not do it. A guest that is scheduled only when
 * the machine is idle would make every match slow, without being charged for it. */
static const char *const refused[] = {"sched_setscheduler", "sched_setparam", "setpriority"};

static const char *const killed[] = {
    /* other processes */
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd", "kcmp",
    /* mounts and namespaces */
    "mount", "umount", "umount2", "pivot_root", "chroot", "unshare", "setns", "open_tree",
    "move_mount", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr", "open_by_handle_at",
    /* the kernel itself */
    "bpf", "perf_event_open", "userfaultfd", "init_module", "finit_module", "delete_module",
    "create_module", "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff", "acct",
    "quotactl", "quotactl_fd", "nfsservctl", "iopl", "ioperm", "modify_ldt", "syslog",
    "lookup_dcookie", "vhangup", "fanotify_init",
    /* keys, clocks and names of the machine */
    "add_key", "request_key", "keyctl", "settimeofday", "stime", "clock_settime", "adjtimex",
    "clock_adjtime", "sethostname", "setdomainname"};

/* Terminals may be queried but not typed into. Other ioctls are for devices, and there are none. */
static const unsigned long requests[] = {TCGETS,  TIOCGWINSZ, TIOCGPGRP, FIONREAD,
                                         FIONBIO, FIOASYNC,   FIOCLEX,   FIONCLEX};

/* Leases, change notifications and the size of pipes are left out. */
static const unsigned long controls[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD,  F_SETFD,  F_GETFL,
                                         F_SETFL, F_GETOWN,        F_SETOWN, F_GETSIG, F_SETSIG};

/* All jails share /usr and /dev/null, so that locks on them would be seen everywhere. For guests,
 * setting a lock succeeds without effect, as on file systems without locks, and queries fail. */
static const unsigned long lock_settings[] = {F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW};
static const unsigned long lock_queries[] = {F_GETLK, F_OFD_GETLK};

enum { POPULATE_READ = 22, POPULATE_WRITE = 23 }; /* since Linux 5.14 */

/* Advice about private memory. The rest evicts or merges pages that others may share. */
static const unsigned long advice[] = {
    MADV_NORMAL,     MADV_RANDOM,     MADV_SEQUENTIAL, MADV_WILLNEED,   MADV_DONTNEED, MADV_FREE,
    MADV_DONTFORK,   MADV_DOFORK,     MADV_HUGEPAGE,   MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_DODUMP,
    MADV_WIPEONFORK, MADV_KEEPONFORK, POPULATE_READ,   POPULATE_WRITE};

enum { SETID = S_ISUID | S_ISGID, MAKES_FILE = O_CREAT | (O_TMPFILE & ~O_DIRECTORY) };

/* Calls whose mode argument could create a set-user-ID program. One made by a build step would
 * remain outside the jail. */
static const struct {
    const char *name;
    unsigned mode;
} moded[] = {{"chmod", 1}, {"fchmod", 1}, {"fchmodat", 2},
             {"creat", 1}, {"mknod", 1},  {"mknodat", 2}};

static const unsigned long namespaces[] = {CLONE_NEWNS,  CLONE_NEWCGROUP, CLONE_NEWUTS,
                                           CLONE_NEWIPC, CLONE_NEWUSER,   CLONE_NEWPID,
                                           CLONE_NEWNET};
#define ALL_NAMESPACES                                                                             \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID |  \
     CLONE_NEWNET)

enum { PROGRAM_CAP = 1 << 20 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Adds a rule for a call by name, with `count` conditions. A call unknown to this machine or this
 * libseccomp needs no rule: it fails with ENOSYS. */
static int rule(scmp_filter_ctx filter, uint32_t action, const char *name, unsigned count,
                const struct scmp_arg_cmp *conditions)
{
    int number = seccomp_syscall_resolve_name(name);

    return number == __NR_SCMP_ERROR
               ? 0
               : seccomp_rule_add_array(filter, action, number, count, conditions);
}

/* Conditions on an argument: a comparison, or the value of some bits. */
static struct scmp_arg_cmp is(unsigned argument, enum scmp_compare how, uint64_t value)
{
    return (struct scmp_arg_cmp){.arg = argument, .op = how, .datum_a = value};
}

static struct scmp_arg_cmp bits(unsigned argument, uint64_t mask, uint64_t value)
{
    return (struct scmp_arg_cmp){
        .arg = argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = mask, .datum_b = value};
}

static int rule_if(scmp_filter_ctx filter, uint32_t action, const char *name,
                   struct scmp_arg_cmp condition)
{
    return rule(filter, action, name, 1, &condition);
}

static int add_list(scmp_filter_ctx filter, uint32_t action, const char *const *names, size_t count)
{
    int failed = 0;

    for (size_t i = 0; i < count; i++)
        failed |= rule(filter, action, names[i], 0, NULL);
    return failed;
}

static int add_lists(scmp_filter_ctx filter, bool builds)
{
    return add_list(filter, SCMP_ACT_ALLOW, allowed, COUNT(allowed)) |
           add_list(filter, SCMP_ACT_ALLOW, built_with, builds ? COUNT(built_with) : 0) |
           add_list(filter, SCMP_ACT_ERRNO(0), without_effect, builds ? 0 : COUNT(without_effect)) |
           add_list(filter, SCMP_ACT_ERRNO(0), ignored, COUNT(ignored)) |
           add_list(filter, SCMP_ACT_ERRNO(EPERM), refused, COUNT(refused)) |
           add_list(filter, SCMP_ACT_KILL_PROCESS, killed, COUNT(killed));
}

/* A rule for some values of an argument. */
static int rule_values(scmp_filter_ctx filter, uint32_t action, const char *name, unsigned argument,
                       const unsigned long *values, size_t count)
{
    int failed = 0;

    for (size_t i = 0; i < count; i++)
        failed |= rule_if(filter, action, name, bits(argument, 0xffffffffu, values[i]));
    return failed;
}

/* With any other value these calls fail like unknown ones. */
static int add_selected(scmp_filter_ctx filter, bool builds)
{
    static const char *const names[] = {"fcntl", "fcntl64"};
    static const unsigned long no_flags[] = {0};
    int failed = rule_values(filter, SCMP_ACT_ALLOW, "madvise", 2, advice, COUNT(advice)) |
                 rule_values(filter, SCMP_ACT_ALLOW, "preadv2", 5, no_flags, 1) |
                 rule_values(filter, SCMP_ACT_ALLOW, "pwritev2", 5, no_flags, 1);

    for (size_t i = 0; i < COUNT(names); i++) {
        failed |= rule_values(filter, SCMP_ACT_ALLOW, names[i], 1, controls, COUNT(controls));
        failed |= rule_values(filter, builds ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(0), names[i], 1,
                              lock_settings, COUNT(lock_settings));
        if (builds)
            failed |=
                rule_values(filter, SCMP_ACT_ALLOW, names[i], 1, lock_queries, COUNT(lock_queries));
    }
    return failed;
}

/* Full sockets hold memory of the kernel, which only a control group counts. So their buffers keep
 * the default size; programs that ask for another one are told that they have it. */
static int add_socket_options(scmp_filter_ctx filter)
{
    static const unsigned long sizes[] = {SO_SNDBUF, SO_RCVBUF, SO_SNDBUFFORCE, SO_RCVBUFFORCE};
    static const unsigned long harmless[] = {SO_DEBUG,     SO_REUSEADDR, SO_KEEPALIVE, SO_LINGER,
                                             SO_REUSEPORT, SO_PASSCRED,  SO_RCVTIMEO,  SO_SNDTIMEO,
                                             SO_RCVLOWAT,  SO_TIMESTAMP, SO_PRIORITY,  SO_NO_CHECK};

    return rule_values(filter, SCMP_ACT_ALLOW, "setsockopt", 2, harmless, COUNT(harmless)) |
           rule_values(filter, SCMP_ACT_ERRNO(0), "setsockopt", 2, sizes, COUNT(sizes));
}

/* Local sockets are allowed. A JVM opens internet sockets just to detect IPv6 as soon as a program
 * reads a file through java.nio: it gets an error instead of being killed. */
static int add_sockets(scmp_filter_ctx filter, bool jvm)
{
    static const char *const openers[] = {"socket", "socketpair"};
    const uint32_t no = SCMP_ACT_ERRNO(EAFNOSUPPORT);
    int failed = 0;

    for (size_t i = 0; i < COUNT(openers); i++) {
        failed |= rule_if(filter, SCMP_ACT_ALLOW, openers[i], is(0, SCMP_CMP_EQ, AF_UNIX));
        if (jvm) {
            failed |= rule_if(filter, no, openers[i], is(0, SCMP_CMP_EQ, AF_INET));
            failed |= rule_if(filter, no, openers[i], is(0, SCMP_CMP_EQ, AF_INET6));
        }
        failed |= rule_if(filter, SCMP_ACT_KILL_PROCESS, openers[i],
                          jvm ? is(0, SCMP_CMP_GT, AF_INET6) : is(0, SCMP_CMP_NE, AF_UNIX));
    }
    return failed;
}

static int add_clone(scmp_filter_ctx filter)
{
    int failed = rule_if(filter, SCMP_ACT_ALLOW, "clone", bits(0, ALL_NAMESPACES, 0));

    for (size_t i = 0; i < COUNT(namespaces); i++)
        failed |=
            rule_if(filter, SCMP_ACT_KILL_PROCESS, "clone", bits(0, namespaces[i], namespaces[i]));
    return failed;
}

static int add_modes(scmp_filter_ctx filter)
{
    int failed = 0;

    for (size_t i = 0; i < COUNT(moded); i++)
        failed |= rule_if(filter, SCMP_ACT_ALLOW, moded[i].name, bits(moded[i].mode, SETID, 0));
    /* The mode of an open matters only if it creates a file, named or not. */
    for (unsigned at = 0; at < 2; at++) {
        const char *name = at ? "openat" : "open";

        failed |= rule_if(filter, SCMP_ACT_ALLOW, name, bits(1 + at, MAKES_FILE, 0));
        failed |= rule_if(filter, SCMP_ACT_ALLOW, name, bits(2 + at, SETID, 0));
    }
    return failed;
}

/* Files may be mapped freely, because writable ones have a limited size. */
static int add_mappings(scmp_filter_ctx filter)
{
    static const char *const names[] = {"mmap", "mmap2"};
    const uint64_t shared = MAP_SHARED | MAP_ANONYMOUS;
    int failed = 0;

    for (size_t i = 0; i < COUNT(names); i++) {
        failed |= rule_if(filter, SCMP_ACT_ALLOW, names[i], bits(3, MAP_SHARED, 0));
        failed |= rule_if(filter, SCMP_ACT_ALLOW, names[i], bits(3, MAP_ANONYMOUS, 0));
        failed |= rule_if(filter, SCMP_ACT_ERRNO(ENOMEM), names[i], bits(3, shared, shared));
    }
    return failed;
}

static int add_requests(scmp_filter_ctx filter)
{
    static const unsigned long typing[] = {TIOCSTI, TIOCLINUX};
    int failed = 0;

    for (size_t i = 0; i < COUNT(requests); i++)
        failed |= rule_if(filter, SCMP_ACT_ALLOW, "ioctl", is(1, SCMP_CMP_EQ, requests[i]));
    for (size_t i = 0; i < COUNT(typing); i++)
        failed |= rule_if(filter, SCMP_ACT_KILL_PROCESS, "ioctl", bits(1, 0xffffffffu, typing[i]));
    /* The personality may be read but not changed, so the address space layout stays random. */
    failed |= rule_if(filter, SCMP_ACT_ALLOW, "personality", is(0, SCMP_CMP_EQ, 0xffffffffu));
    failed |=
        rule_if(filter, SCMP_ACT_KILL_PROCESS, "personality", is(0, SCMP_CMP_NE, 0xffffffffu));
    return failed;
}

static int fill(scmp_filter_ctx filter, bool jvm, bool builds)
{
    /* Calls of another architecture (32-bit on a 64-bit machine) would bypass all of this. */
    return seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) |
           seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) | add_lists(filter, builds) |
           add_selected(filter, builds) | add_sockets(filter, jvm) | add_socket_options(filter) |
           add_clone(filter) | add_modes(filter) | add_mappings(filter) | add_requests(filter);
}

/* Compiling takes milliseconds, so every kind of filter is compiled once. */
static struct {
    pthread_mutex_t mutex;
    struct buffer programs[2][2]; /* for a JVM or not, for a build step or not */
} compiled = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static enum error read_program(int fd, struct buffer *program)
{
    char block[4096];
    ssize_t got;
    enum error error;

    buffer_init(program, PROGRAM_CAP);
    do {
        got = read(fd, block, sizeof block);
        error = got < 0 ? ERR_IO : buffer_append(program, block, (size_t)got);
    } while (!error && got > 0);
    if (error) /* half a filter would be none */
        buffer_release(program);
    return error;
}

/* Only writing can fail here. A short write sets no errno. */
static bool export_program(scmp_filter_ctx filter, int fd)
{
    if (seccomp_export_bpf(filter, fd) == 0)
        return true;
    if (errno == 0)
        errno = ENOSPC;
    return false;
}

static bool write_program(const struct buffer *program, int fd)
{
    ssize_t written = write(fd, program->data, program->length);

    if (written >= 0 && written < (ssize_t)program->length)
        errno = ENOSPC;
    return written == (ssize_t)program->length;
}

static enum error compile(bool jvm, bool builds, struct buffer *program)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
    int fd = memfd_create("filter", MFD_CLOEXEC);
    enum error error = ERR_IO;

    if (filter && fd >= 0 && fill(filter, jvm, builds) == 0 && export_program(filter, fd) &&
        lseek(fd, 0, SEEK_SET) == 0)
        error = read_program(fd, program);
    if (fd >= 0)
        close(fd);
    if (filter)
        seccomp_release(filter);
    return error;
}

enum error jail_filter(const struct launch *launch, int *fd, struct message *message)
{
    bool jvm = jail_may_be_jvm(launch), builds = launch->writes_folder;
    struct buffer *program = &compiled.programs[jvm][builds];
    enum error error = OK;

    errno = 0; /* the library does not always set it */
    pthread_mutex_lock(&compiled.mutex);
    if (program->length == 0)
        error = compile(jvm, builds, program);
    pthread_mutex_unlock(&compiled.mutex);
    *fd = error ? -1 : memfd_create("filter", MFD_CLOEXEC);
    if (*fd >= 0 && write_program(program, *fd) && lseek(*fd, 0, SEEK_SET) == 0)
        return OK;
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
    return error_set(ERR_IO, message, "cannot create the system call filter: %s",
                     errno ? strerror(errno) : "this system does not support it");
}

#endif
