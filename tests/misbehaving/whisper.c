/* Two guests that try to talk to each other through what their jails share.
 *
 *   whisper send CHANNEL BIT   sends a 1 through the channel, or does nothing for a 0
 *   whisper sense CHANNEL      prints what it sees in the channel
 *
 * Both answer every line they read, so that a test decides who acts when: the first answer of the
 * receiver is `ready`, every later one is what it sees. A channel is closed if the receiver sees
 * the same whatever was sent. */
#define _GNU_SOURCE 1
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* In a folder whose files are rarely read, so that other programs do not disturb. */
static const char shared_file[] = "/usr/lib/os-release", shared_folder[] = "/usr/lib";
static const char own_file[] = "data"; /* of the bot, relative to its folder */

enum { CACHESTAT = 451, PAGEOUT = 21, KEY = 0x42535431, QUEUED = 200 };

static int watch = -1;
static volatile sig_atomic_t notified;

static const char *outcome(long result)
{
    return result < 0 ? strerror(errno) : "0";
}

static int open_shared(void)
{
    return open(shared_file, O_RDONLY);
}

/* --- locks ------------------------------------------------------------------------------------ */

static void send_flock(void)
{
    flock(open_shared(), LOCK_EX);
}

static void sense_flock(void)
{
    puts(outcome(flock(open_shared(), LOCK_EX | LOCK_NB)));
}

static void send_record_lock(void)
{
    struct flock lock = {.l_type = F_RDLCK};

    fcntl(open_shared(), F_SETLK, &lock);
}

static void query_lock(int command)
{
    struct flock lock = {.l_type = F_WRLCK};
    const char *result = outcome(fcntl(open_shared(), command, &lock));

    printf("%s %d\n", result, lock.l_type);
}

/* Unlike files of /usr, a device can be opened for writing, as a write lock requires. */
static int lock_device(void)
{
    struct flock lock = {.l_type = F_WRLCK, .l_len = 1};

    return fcntl(open("/dev/null", O_RDWR), F_SETLK, &lock);
}

static void send_device_lock(void)
{
    lock_device();
}

static void sense_device_lock(void)
{
    puts(outcome(lock_device()));
}

static void sense_record_lock(void)
{
    query_lock(F_GETLK);
}

static void sense_file_lock(void)
{
    query_lock(F_OFD_GETLK);
}

/* --- events ----------------------------------------------------------------------------------- */

static void send_access(void)
{
    char bytes[64];
    int fd = open_shared();

    if (read(fd, bytes, sizeof bytes) < 0)
        perror("read");
    close(fd);
}

static void set_watch(void)
{
    watch = inotify_init1(IN_NONBLOCK);
    inotify_add_watch(watch, shared_file, IN_OPEN | IN_ACCESS);
}

static void sense_watch(void)
{
    char events[4096];

    puts(read(watch, events, sizeof events) > 0 ? "events" : "nothing");
}

static void note(int number)
{
    (void)number;
    notified = 1;
}

static void set_notification(void)
{
    int folder = open(shared_folder, O_RDONLY | O_DIRECTORY);

    signal(SIGIO, note);
    fcntl(folder, F_NOTIFY, DN_ACCESS);
}

static void sense_notification(void)
{
    puts(notified ? "notified" : "nothing");
}

/* --- the page cache --------------------------------------------------------------------------- */

static void send_eviction(void)
{
    posix_fadvise(open(own_file, O_RDONLY), 0, 0, POSIX_FADV_DONTNEED);
}

static void *map_own(size_t *size)
{
    int fd = open(own_file, O_RDONLY);
    struct stat facts = {.st_size = 0};

    fstat(fd, &facts);
    *size = (size_t)facts.st_size;
    return mmap(NULL, *size, PROT_READ, MAP_SHARED, fd, 0);
}

static void send_pageout(void)
{
    size_t size;
    void *pages = map_own(&size);

    for (size_t i = 0; pages != MAP_FAILED && i < size; i += 4096)
        (void)*((volatile char *)pages + i);
    madvise(pages, size, PAGEOUT);
}

static void sense_nowait(void)
{
    char bytes[4096];
    struct iovec part = {bytes, sizeof bytes};

    puts(outcome(preadv2(open(own_file, O_RDONLY), &part, 1, 0, RWF_NOWAIT)));
}

static void sense_mincore(void)
{
    size_t size;
    void *pages = map_own(&size);
    unsigned char present[1024] = {0};
    const char *result = outcome(mincore(pages, size, present));

    printf("%s %d\n", result, present[0] & 1);
}

static void sense_cachestat(void)
{
    uint64_t range[2] = {0, 0}, counts[5] = {0};
    const char *result = outcome(syscall(CACHESTAT, open(own_file, O_RDONLY), range, counts, 0));

    printf("%s %llu\n", result, (unsigned long long)counts[0]);
}

/* --- time stamps, files, names ---------------------------------------------------------------- */

static void print_time(struct timespec time)
{
    printf("%lld.%09ld ", (long long)time.tv_sec, time.tv_nsec);
}

static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                      "/dev/urandom"};

static void send_device_time(void)
{
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        int fd = open(devices[i], O_RDWR | O_NONBLOCK | O_TRUNC);
        char byte = 0;

        if (read(fd, &byte, 1) < 0 || write(fd, &byte, 1) < 0)
            errno = 0; /* not possible with all of them */
        close(fd);
        utimensat(AT_FDCWD, devices[i], NULL, 0);
    }
}

static void sense_device_time(void)
{
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        struct stat facts = {.st_size = 0};

        stat(devices[i], &facts);
        print_time(facts.st_mtim);
        print_time(facts.st_atim);
        print_time(facts.st_ctim);
    }
    puts("");
}

static void send_read(void)
{
    char bytes[64];

    if (read(open(own_file, O_RDONLY), bytes, sizeof bytes) < 0)
        perror(own_file);
}

static void sense_own_time(void)
{
    struct stat facts = {.st_size = 0};

    stat(own_file, &facts);
    print_time(facts.st_atim);
    puts("");
}

static void send_scratch(void)
{
    close(open("/tmp/broadside-whisper", O_WRONLY | O_CREAT, 0666));
    close(open("/dev/shm/broadside-whisper", O_WRONLY | O_CREAT, 0666));
}

static void sense_scratch(void)
{
    printf("%d ", access("/tmp/broadside-whisper", F_OK));
    printf("%d\n", access("/dev/shm/broadside-whisper", F_OK));
    unlink("/tmp/broadside-whisper");
    unlink("/dev/shm/broadside-whisper");
}

static int use_abstract(int (*use)(int, const struct sockaddr *, socklen_t))
{
    static const char name[] = "\0broadside-whisper";
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    memcpy(address.sun_path, name, sizeof name);
    return use(socket(AF_UNIX, SOCK_DGRAM, 0), (const struct sockaddr *)&address,
               offsetof(struct sockaddr_un, sun_path) + sizeof name);
}

static void send_abstract(void)
{
    use_abstract(bind);
}

static void sense_abstract(void)
{
    puts(outcome(use_abstract(connect)));
}

static void send_segment(void)
{
    shmget(KEY, 4096, IPC_CREAT | 0666);
}

static void sense_segment(void)
{
    int segment = shmget(KEY, 4096, 0666);

    puts(outcome(segment));
    if (segment >= 0)
        shmctl(segment, IPC_RMID, NULL);
}

/* Signals that wait to be delivered are counted by user. A limit of its own keeps the sender from
 * using up what the rest of the machine needs. */
static int queue_signals(void)
{
    const struct rlimit limit = {.rlim_cur = QUEUED, .rlim_max = QUEUED};
    const union sigval value = {.sival_int = 0};
    sigset_t held;
    int count = 0;

    sigemptyset(&held);
    sigaddset(&held, SIGRTMIN);
    sigprocmask(SIG_BLOCK, &held, NULL);
    if (setrlimit(RLIMIT_SIGPENDING, &limit) != 0)
        return -1;
    while (count < QUEUED && sigqueue(getpid(), SIGRTMIN, value) == 0)
        count++;
    return count;
}

static void send_signals(void)
{
    queue_signals();
}

static void sense_signals(void)
{
    int count = queue_signals();

    puts(count < 0 ? strerror(errno) : count > QUEUED / 2 ? "free" : "full");
}

static void send_pids(void)
{
    for (int i = 0; i < 20; i++) {
        pid_t child = fork();

        if (child == 0)
            _exit(0);
        waitpid(child, NULL, 0);
    }
}

static void sense_pids(void)
{
    pid_t child = fork();

    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    printf("%d\n", (int)child);
}

static void send_files(void)
{
    for (int i = 0; i < 200; i++)
        open_shared();
}

/* The first line of a file that counts something on the whole machine. */
static void print_counter(const char *path)
{
    char line[256] = "";
    FILE *file = fopen(path, "r");

    printf("%s ", file ? "0" : strerror(errno));
    if (file && fgets(line, sizeof line, file))
        line[strcspn(line, "\n")] = '\0';
    printf("%s ", line);
    if (file)
        fclose(file);
}

static void sense_counters(void)
{
    static const char *const files[] = {
        "/proc/sys/fs/file-nr",    "/proc/sys/fs/inode-nr", "/proc/sys/fs/dentry-state",
        "/proc/sys/kernel/pty/nr", "/proc/locks",           "/proc/interrupts",
        "/proc/softirqs",          "/proc/vmstat",          "/proc/zoneinfo",
        "/proc/buddyinfo",         "/proc/diskstats",       "/proc/pressure/cpu",
        "/proc/key-users"};

    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        print_counter(files[i]);
    puts("");
}

static void send_own_flock(void)
{
    flock(open(own_file, O_RDONLY), LOCK_EX);
}

static void sense_own_flock(void)
{
    puts(outcome(flock(open(own_file, O_RDONLY), LOCK_EX | LOCK_NB)));
}

/* The files of the folder with what stat says about them. */
static void sense_folder(void)
{
    struct dirent **entries;
    int count = scandir(".", &entries, NULL, alphasort);

    for (int i = 0; i < count; i++) {
        struct stat facts = {.st_size = 0};

        if (strcmp(entries[i]->d_name, "..") == 0)
            continue;
        stat(entries[i]->d_name, &facts);
        printf("%s %lld %lld %lld %o, ", entries[i]->d_name,
               S_ISDIR(facts.st_mode) ? 0 : (long long)facts.st_size,
               (long long)facts.st_mtim.tv_sec, (long long)facts.st_atim.tv_sec, facts.st_mode);
    }
    puts("");
}

static void sense_user(void)
{
    printf("%ld\n", (long)getuid());
}

static void sense_disk(void)
{
    struct statfs facts = {.f_bfree = 0};
    const char *result = outcome(statfs("/usr", &facts));

    printf("%s %llu\n", result, (unsigned long long)facts.f_bfree);
}

static void nothing(void)
{
}

static const struct {
    const char *name;
    void (*send)(void), (*prepare)(void), (*sense)(void);
} channels[] = {
    {"flock", send_flock, nothing, sense_flock},
    {"record-lock", send_record_lock, nothing, sense_record_lock},
    {"file-lock", send_record_lock, nothing, sense_file_lock},
    {"device-lock", send_device_lock, nothing, sense_device_lock},
    {"inotify", send_access, set_watch, sense_watch},
    {"dnotify", send_access, set_notification, sense_notification},
    {"nowait", send_eviction, nothing, sense_nowait},
    {"mincore", send_eviction, nothing, sense_mincore},
    {"cachestat", send_eviction, nothing, sense_cachestat},
    {"pageout", send_pageout, nothing, sense_nowait},
    {"device-time", send_device_time, nothing, sense_device_time},
    {"access-time", send_read, nothing, sense_own_time},
    {"scratch", send_scratch, nothing, sense_scratch},
    {"abstract-socket", send_abstract, nothing, sense_abstract},
    {"shared-memory", send_segment, nothing, sense_segment},
    {"signals", send_signals, nothing, sense_signals},
    {"pids", send_pids, nothing, sense_pids},
    {"counters", send_files, nothing, sense_counters},
    {"disk", nothing, nothing, sense_disk},
    {"own-flock", send_own_flock, nothing, sense_own_flock},
    {"folder", send_read, nothing, sense_folder},
    {"user", nothing, nothing, sense_user},
};

int main(int argc, char **argv)
{
    const char *role = argc > 2 ? argv[1] : "", *name = argc > 2 ? argv[2] : "";
    bool sends = strcmp(role, "send") == 0, is_ready = false;
    size_t i = 0;
    char line[256];

    setvbuf(stdout, NULL, _IOLBF, 0);
    while (i < sizeof channels / sizeof channels[0] && strcmp(channels[i].name, name) != 0)
        i++;
    if (i == sizeof channels / sizeof channels[0])
        return 2;
    while (fgets(line, sizeof line, stdin)) {
        if (sends) {
            if (!is_ready && argc > 3 && strcmp(argv[3], "1") == 0)
                channels[i].send();
            puts("sent");
        } else if (!is_ready) {
            channels[i].prepare();
            puts("ready");
        } else {
            channels[i].sense();
        }
        is_ready = true;
    }
    return 0;
}
