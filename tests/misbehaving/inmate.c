/* Tries one thing inside the jail and prints the result.
 *
 *   inmate facts            user, capabilities, folder, environment
 *   inmate see PATH...      `PATH: yes`, or why not
 *   inmate write PATH...    the same for creating a file
 *   inmate fill FOLDER      writes many files until the disk is full; prints the KB
 *   inmate grow FILE        grows one file up to the limit; prints the KB
 *   inmate forks            starts processes up to the limit; prints the number
 *   inmate memory           allocates memory up to the limit; prints the MB
 *   inmate kill             sends a signal to all processes, then prints that it is alive
 *   inmate call NAME        makes a system call; prints 0 or the error, if it survives
 *   inmate calls NAME...    the same in a child for each, as `NAME: RESULT` */
#define _GNU_SOURCE 1
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void print_file(const char *path, const char *const *starts)
{
    char line[512];
    FILE *file = fopen(path, "r");

    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        for (int i = 0; starts[i] != NULL; i++)
            if (strncmp(line, starts[i], strlen(starts[i])) == 0)
                printf("%s", line);
    if (file != NULL)
        fclose(file);
}

/* Counts the names in a folder that begin with a digit: processes, descriptors. */
static int numbers_in(const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    int count = 0;

    while (folder != NULL && (entry = readdir(folder)) != NULL)
        count += entry->d_name[0] >= '0' && entry->d_name[0] <= '9';
    if (folder != NULL)
        closedir(folder);
    return count;
}

/* The lines of /proc/net/dev after the two header lines. */
static void print_interfaces(void)
{
    char line[512], name[64];
    FILE *file = fopen("/proc/net/dev", "r");

    for (int i = 0; file != NULL && fgets(line, sizeof line, file) != NULL; i++)
        if (i >= 2 && sscanf(line, " %63[^:]", name) == 1)
            printf("interface %s\n", name);
    if (file != NULL)
        fclose(file);
}

static int facts(void)
{
    static const char *const status[] = {"CapInh", "CapPrm",     "CapEff",   "CapBnd",
                                         "CapAmb", "NoNewPrivs", "Seccomp:", NULL};
    char name[128] = "", folder[4096] = "";

    gethostname(name, sizeof name - 1);
    printf("uid %ld %ld\ngid %ld %ld\ngroups %d\n", (long)getuid(), (long)geteuid(), (long)getgid(),
           (long)getegid(), getgroups(0, NULL));
    printf("host %s\nfolder %s\n", name, getcwd(folder, sizeof folder) ? folder : "?");
    printf("processes %d\n", numbers_in("/proc"));
    printf("descriptors %d\n", numbers_in("/proc/self/fd") - 1); /* without the one of opendir */
    print_file("/proc/self/status", status);
    print_interfaces();
    for (char **word = environ; *word != NULL; word++)
        printf("env %s\n", *word);
    return 0;
}

static int see(char **paths, int flags)
{
    for (; *paths != NULL; paths++) {
        int fd = open(*paths, flags | O_CLOEXEC, 0644);

        printf("%s: %s\n", *paths, fd >= 0 ? "yes" : strerror(errno));
        if (fd >= 0)
            close(fd);
    }
    return 0;
}

/* Appends to a file until that fails, at most `most` KB. Returns the KB written. */
static long append(const char *path, long most)
{
    static char block[65536];
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0644);
    long bytes = 0;
    ssize_t count = 0;

    memset(block, 'x', sizeof block);
    while (fd >= 0 && bytes < most * 1024 && (count = write(fd, block, sizeof block)) > 0)
        bytes += count;
    if (fd >= 0)
        close(fd);
    return bytes / 1024;
}

static int fill(const char *folder)
{
    char path[4096];
    long total = 0, last = 1;

    for (int i = 0; last > 0 && i < 1000; i++) {
        snprintf(path, sizeof path, "%s/%d", folder, i);
        total += last = append(path, 512);
    }
    printf("%ld\n", total);
    return 0;
}

static int grow(const char *path)
{
    signal(SIGXFSZ, SIG_IGN);
    printf("%ld\n", append(path, 1L << 20));
    return 0;
}

static int forks(void)
{
    int count = 0;
    pid_t child = 0;

    while (count < 5000 && (child = fork()) > 0)
        count++;
    if (child == 0)
        for (;;)
            pause();
    printf("%d %s\n", count, strerror(errno));
    return 0;
}

static int memory(void)
{
    int count = 0;
    char *block;

    while (count < 8192 && (block = malloc(1 << 20)) != NULL) {
        memset(block, 1, 1 << 20);
        count++;
    }
    printf("%d\n", count);
    return 0;
}

static int kill_all(void)
{
    kill(1, SIGKILL);
    kill(getppid(), SIGKILL);
    kill(-1, SIGTERM);
    usleep(50000);
    printf("alive\n");
    return 0;
}

static long clone_with(unsigned long flags)
{
    long child = syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);

    if (child == 0)
        _exit(0);
    if (child > 0)
        waitpid((pid_t)child, NULL, 0);
    return child;
}

static long make_with_mode(mode_t mode)
{
    int fd = open("/tmp/moded", O_WRONLY | O_CREAT | O_EXCL, 0600);

    return fd < 0 ? fd : fchmod(fd, mode);
}

#ifdef __x86_64__
/* getpid through the 32-bit and x32 system call interfaces. */
static long by_interrupt(void)
{
    long result;

    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory");
    return result;
}
#endif

/* Maps a page of a file, which it tries to create, or an anonymous page. 0 on success. */
static long map(const char *path, int flags)
{
    int fd = path != NULL ? open(path, O_RDWR | O_CREAT, 0600) : -1;
    void *page;

    if (path != NULL && fd < 0)
        fd = open(path, O_RDONLY);
    if (path != NULL && fd < 0)
        return -1;
    page = mmap(NULL, 4096, PROT_READ, flags, fd, 0);
    return page == MAP_FAILED ? -1 : 0;
}

/* `attempt` is evaluated only for the given name. */
#define TRY(word, attempt)                                                                         \
    if (strcmp(name, word) == 0) {                                                                 \
        errno = 0;                                                                                 \
        result = (attempt);                                                                        \
        known = 1;                                                                                 \
    }

static int call(const char *name)
{
    long result = 0;
    int known = 0, pair[2];
    const struct sched_param none = {.sched_priority = 0};
    char bytes[8];

    TRY("inet", socket(AF_INET, SOCK_STREAM, 0))
    TRY("inet6", socket(AF_INET6, SOCK_DGRAM, 0))
    TRY("netlink", socket(AF_NETLINK, SOCK_RAW, 0))
    TRY("packet", socket(AF_PACKET, SOCK_RAW, 0))
    TRY("vsock", socket(AF_VSOCK, SOCK_STREAM, 0))
    TRY("high-bits", syscall(SYS_socket, 0x100000000L | AF_UNIX, SOCK_STREAM, 0))
    TRY("ptrace", syscall(SYS_ptrace, 16, 1, 0, 0))
    TRY("read-memory", syscall(SYS_process_vm_readv, 1, NULL, 0, NULL, 0, 0))
    TRY("unshare", unshare(CLONE_NEWUSER))
    TRY("setns", setns(0, 0))
    TRY("clone-user", clone_with(CLONE_NEWUSER))
    TRY("clone-net", clone_with(CLONE_NEWNET | CLONE_NEWNS))
    TRY("mount", mount("none", "/tmp", "tmpfs", 0, NULL))
    TRY("umount", umount2("/bot", MNT_DETACH))
    TRY("open-tree", syscall(428, -1, "/", 0))
    TRY("fsopen", syscall(430, "tmpfs", 0))
    TRY("pivot-root", syscall(SYS_pivot_root, "/", "/"))
    TRY("chroot", chroot("/tmp"))
    TRY("bpf", syscall(SYS_bpf, 0, NULL, 0))
    TRY("perf", syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0))
    TRY("userfaultfd", syscall(SYS_userfaultfd, 0))
    TRY("keyctl", syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, 0, 0))
    TRY("add-key", syscall(SYS_add_key, "user", "x", "y", 1, 0))
    TRY("module", syscall(SYS_init_module, NULL, 0, ""))
    TRY("kexec", syscall(SYS_kexec_load, 0, 0, NULL, 0))
    TRY("reboot", syscall(SYS_reboot, 0, 0, 0, NULL))
    TRY("settime", syscall(SYS_settimeofday, NULL, NULL))
    TRY("handle", syscall(SYS_open_by_handle_at, -1, NULL, 0))
    TRY("hostname", sethostname("x", 1))
    TRY("personality", syscall(SYS_personality, 0x0040000))
    TRY("sti", ioctl(0, TIOCSTI, "x"))
    TRY("sti-high-bits", syscall(SYS_ioctl, 0, 0x700000000L | TIOCSTI, "x"))
#ifdef __x86_64__
    TRY("int80", by_interrupt())
    TRY("x32", syscall(0x40000000 + SYS_getpid))
    TRY("iopl", syscall(SYS_iopl, 3))
#endif
    /* these do not exist */
    TRY("clone3", syscall(435, NULL, 0))
    TRY("io-uring", syscall(425, 1, NULL))
    TRY("memfd", syscall(SYS_memfd_create, "x", 0))
    TRY("shared-memory", syscall(SYS_shmget, 0, 4096, 01600))
    TRY("affinity", syscall(SYS_sched_setaffinity, 0, 0, NULL))
    TRY("scheduler", syscall(SYS_sched_setscheduler, 0, SCHED_IDLE, &none))
    TRY("scheduler-value", syscall(SYS_sched_setparam, 0, &none))
    TRY("priority", syscall(SYS_setpriority, 0, 0, 5))
    TRY("disk-priority", syscall(SYS_ioprio_set, 1, 0, 3 << 13))
    TRY("read-ahead", syscall(SYS_readahead, 0, 0, 4096))
    TRY("message-queue", syscall(SYS_mq_open, "/x", O_RDWR | O_CREAT, 0600, NULL))
    TRY("messages", syscall(SYS_msgget, 0, 01600))
    TRY("semaphores", syscall(SYS_semget, 0, 1, 01600))
    TRY("lease", fcntl(open("/tmp/leased", O_RDONLY | O_CREAT, 0600), F_SETLEASE, F_RDLCK))
    TRY("pipe-size", fcntl(pipe(pair) == 0 ? pair[0] : -1, F_GETPIPE_SZ))
    TRY("unheard-of", syscall(9999))
    TRY("setuid-bit", make_with_mode(04755))
    TRY("setgid-file", open("/tmp/setgid", O_WRONLY | O_CREAT, 02755))
    TRY("setuid-nameless", open("/tmp", O_WRONLY | O_TMPFILE, 04755))
    /* this memory would not be counted */
    TRY("map-shared", map(NULL, MAP_SHARED | MAP_ANONYMOUS))
    TRY("map-validated", map(NULL, MAP_SHARED_VALIDATE | MAP_ANONYMOUS))
    TRY("map-zero", map("/dev/zero", MAP_SHARED))
    /* these are allowed */
    TRY("nameless", open("/tmp", O_WRONLY | O_TMPFILE, 0600))
    TRY("fork", clone_with(0))
    TRY("unix", socket(AF_UNIX, SOCK_STREAM, 0))
    TRY("pair", socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
    TRY("which-personality", syscall(SYS_personality, 0xffffffff))
    TRY("mode", make_with_mode(0755))
    TRY("map-private", map(NULL, MAP_PRIVATE | MAP_ANONYMOUS))
    TRY("map-program", map("/proc/self/exe", MAP_SHARED))
    TRY("map-file", map("/tmp/mapped", MAP_SHARED))
    TRY("random", syscall(SYS_getrandom, bytes, sizeof bytes, 0))
    if (!known)
        printf("no such call\n");
    else
        printf("%s\n", result < 0 ? strerror(errno) : "0");
    return 0;
}

static int calls(char **names)
{
    for (; *names != NULL; names++) {
        int status = 0;
        pid_t child;

        printf("%s: ", *names);
        fflush(stdout);
        child = fork();
        if (child == 0)
            exit(call(*names));
        waitpid(child, &status, 0);
        if (WIFSIGNALED(status))
            printf("%s\n", WTERMSIG(status) == SIGSYS ? "killed" : "another signal");
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "", *first = argc > 2 ? argv[2] : "";

    if (strcmp(what, "facts") == 0)
        return facts();
    if (strcmp(what, "see") == 0)
        return see(argv + 2, O_RDONLY);
    if (strcmp(what, "write") == 0)
        return see(argv + 2, O_WRONLY | O_CREAT);
    if (strcmp(what, "fill") == 0)
        return fill(first);
    if (strcmp(what, "grow") == 0)
        return grow(first);
    if (strcmp(what, "forks") == 0)
        return forks();
    if (strcmp(what, "memory") == 0)
        return memory();
    if (strcmp(what, "kill") == 0)
        return kill_all();
    if (strcmp(what, "call") == 0)
        return call(first);
    if (strcmp(what, "calls") == 0)
        return calls(argv + 2);
    return 2;
}
