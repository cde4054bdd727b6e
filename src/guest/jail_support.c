/* What this machine offers for jails, found out by running one.
 *
 * An installed bubblewrap proves little: containers and some systems forbid the namespaces it
 * needs. So a real command runs once, filter included, and only its output counts. */
#define _GNU_SOURCE 1
#include "base/clock.h"
#include "guest/jail_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROBE_MS = 15000, PROBE_SIZE = 512 };

static struct jail_support found_support;
static pthread_once_t looked_up = PTHREAD_ONCE_INIT;

__attribute__((format(printf, 1, 2))) static void add_missing(const char *format, ...)
{
    struct message *missing = &found_support.missing;
    size_t length = strlen(missing->text);
    va_list values;

    if (length > 0)
        length += (size_t)snprintf(missing->text + length, MESSAGE_SIZE - length, "; ");
    if (length >= MESSAGE_SIZE)
        return;
    va_start(values, format);
    vsnprintf(missing->text + length, MESSAGE_SIZE - length, format, values);
    va_end(values);
}

/* Users for guests: a range that no system assigns or, in a container that maps fewer, the range of
 * dynamic service users. */
static bool find_users(struct jail_support *support)
{
    static const struct {
        uint32_t first, count;
    } ranges[] = {{0x70000000, 0x10000000}, {61184, 4336}};
    unsigned long inside, outside, count;
    FILE *map = fopen("/proc/self/uid_map", "re");
    bool found = false;

    while (map != NULL && !found && fscanf(map, "%lu %lu %lu", &inside, &outside, &count) == 3)
        for (size_t i = 0; i < sizeof ranges / sizeof ranges[0] && !found; i++)
            if (inside <= ranges[i].first && ranges[i].first + ranges[i].count <= inside + count) {
                support->first_uid = ranges[i].first;
                support->uids = ranges[i].count;
                found = true;
            }
    if (map != NULL)
        fclose(map);
    return found;
}

/* Reads to the end of file or until PROBE_MS are over. Output that does not fit is dropped. */
static void read_all(int fd, char *text)
{
    int64_t end = clock_ns() + (int64_t)PROBE_MS * CLOCK_NS_PER_MS, now;
    size_t length = 0;

    while ((now = clock_ns()) < end) {
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        char bytes[256];
        ssize_t count;

        if (poll(&ready, 1, (int)((end - now) / CLOCK_NS_PER_MS + 1)) <= 0)
            continue;
        if ((count = read(fd, bytes, sizeof bytes)) <= 0)
            break;
        for (ssize_t i = 0; i < count && length < PROBE_SIZE - 1; i++)
            text[length++] = bytes[i];
    }
    text[length] = '\0';
}

/* Runs between fork and exec: only system calls, because other threads may hold locks. */
_Noreturn static void exec_line(const struct jail_line *line, int output, int filter)
{
    static char *const empty[] = {NULL};
    int null = open("/dev/null", O_RDONLY);

    if (null < 0 || dup2(null, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0 ||
        (filter >= 0 && fcntl(filter, F_SETFD, 0) < 0))
        _exit(127);
    execve(line->argv[0], (char *const *)line->argv, empty);
    _exit(127);
}

/* Runs a command line and returns its output, or the reason why it could not be started. */
static void run(const struct jail_line *line, int filter, char output[PROBE_SIZE])
{
    int ends[2];
    pid_t child;

    output[0] = '\0';
    if (pipe2(ends, O_CLOEXEC) != 0) {
        snprintf(output, PROBE_SIZE, "%s", strerror(errno));
        return;
    }
    child = fork();
    if (child == 0)
        exec_line(line, ends[1], filter);
    if (child < 0)
        snprintf(output, PROBE_SIZE, "%s", strerror(errno));
    close(ends[1]);
    if (child > 0) {
        read_all(ends[0], output);
        kill(child, SIGKILL);
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    close(ends[0]);
}

/* Does a command run with this support? If not, `why` is its output. */
static bool works(const struct jail_support *support, char why[PROBE_SIZE])
{
    struct launch launch = {.argv = {"echo", "works"},
                            .folder = "/usr",
                            .limits = {.memory_mb = 64, .processes = 16, .scratch_mb = 1}};
    struct jail_line *line = malloc(sizeof *line);
    struct message message = {"out of memory"};
    int filter = -1;
    bool good;

    why[0] = '\0';
    jail_filter(&launch, &filter, NULL);
    if (line == NULL || jail_compose(support, &launch, -1, filter, line, &message) != OK)
        snprintf(why, PROBE_SIZE, "%s", message.text);
    else
        run(line, filter, why);
    if (filter >= 0)
        close(filter);
    free(line);
    good = strcmp(why, "works\n") == 0;
    why[strcspn(why, "\n")] = '\0';
    return good;
}

static void find_namespaces(struct jail_support *support, const char *path)
{
    char why[PROBE_SIZE];

    if (!jail_search(path, "bwrap", support->bwrap)) {
        add_missing("bubblewrap is not installed (package bubblewrap), so guests can access files, "
                    "processes and the network");
        return;
    }
    support->has_namespaces = true; /* assumed for the test run */
    if (works(support, why))
        return;
    support->has_namespaces = false;
    add_missing("bubblewrap cannot create a jail on this machine (%s), so guests can access files, "
                "processes and the network",
                why[0] != '\0' ? slice_quote(slice_of(why)).text : "no output");
}

/* The most serious problem comes first, because messages have a maximum length. */
static void look_up(void)
{
    struct jail_support *support = &found_support;
    const char *path = getenv("PATH");
    bool root = geteuid() == 0 && find_users(support);

    jail_search(jail_search_path, "prlimit", support->prlimit);
    jail_search(jail_search_path, "setpriv", support->setpriv);
    support->switches_user = root && support->setpriv[0] != '\0';
    find_namespaces(support, path != NULL ? path : jail_search_path);
#ifndef HAVE_SECCOMP
    add_missing(
        "this program was built without libseccomp (package libseccomp-dev), so system calls are "
        "not filtered");
#endif
    if (root && !support->switches_user)
        add_missing("setpriv is not installed (package util-linux), so guests would run as root");
    if (support->prlimit[0] == '\0')
        add_missing(
            "prlimit is not installed (package util-linux), so memory and processes are unlimited");
}

const struct jail_support *jail_support(void)
{
    pthread_once(&looked_up, look_up);
    return &found_support;
}

bool jail_missing(struct message *message)
{
    const struct jail_support *support = jail_support();

    if (message != NULL)
        *message = support->missing;
    return support->missing.text[0] != '\0';
}
