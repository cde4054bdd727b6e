/* The processes of a guest are a tree: whoever loses his parent becomes a child of the root, the
 * init of the namespace or the keeper. So walking down from the root finds them all. The walk is
 * bounded; a guest that has more processes than the walk sees has long broken a limit. */
#define _GNU_SOURCE
#include "guest/process_internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_PIDS = 512, MAX_TASKS = 1024, PROC_PATH = 64, PROC_FILE = 4096 };

struct walk {
    pid_t pids[MAX_PIDS];
    int count;
    char text[PROC_FILE];
};

/* The beginning of a file of /proc, terminated; false if it is not there or not for us. */
static bool read_proc(struct walk *walk, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got;

    walk->text[0] = '\0';
    if (fd < 0)
        return false;
    got = read(fd, walk->text, sizeof walk->text - 1);
    close(fd);
    walk->text[got > 0 ? got : 0] = '\0';
    return got > 0;
}

static void add_children(struct walk *walk, pid_t pid, const char *task)
{
    char path[PROC_PATH], *at = walk->text, *end;

    snprintf(path, sizeof path, "/proc/%d/task/%.16s/children", (int)pid, task);
    if (!read_proc(walk, path))
        return;
    while (walk->count < MAX_PIDS) {
        long child = strtol(at, &end, 10);

        if (end == at)
            return;
        if (child > 0)
            walk->pids[walk->count++] = (pid_t)child;
        at = end;
    }
}

/* Two numbers of the scheduler in nanoseconds: time on a processor, time waiting for one. */
static void add_schedstat(struct walk *walk, pid_t pid, const char *task, uint64_t *cpu_us,
                          struct usage *usage)
{
    char path[PROC_PATH], *end;

    snprintf(path, sizeof path, "/proc/%d/task/%.16s/schedstat", (int)pid, task);
    if (!read_proc(walk, path))
        return;
    *cpu_us += strtoull(walk->text, &end, 10) / 1000;
    usage->delay_us += strtoull(end, NULL, 10) / 1000;
}

static void look_at_tasks(struct walk *walk, pid_t pid, uint64_t *cpu_us, struct usage *usage)
{
    char path[PROC_PATH];
    const struct dirent *entry;
    DIR *folder;

    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    folder = opendir(path);
    if (!folder)
        return;
    while (usage->tasks < MAX_TASKS && (entry = readdir(folder))) {
        if (entry->d_name[0] == '.')
            continue;
        usage->tasks++;
        add_schedstat(walk, pid, entry->d_name, cpu_us, usage);
        add_children(walk, pid, entry->d_name);
    }
    closedir(folder);
}

/* Field `field` (from 3 on) of the accounts of a process and what follows it. They are counted
 * behind the name, which may hold anything. */
static const char *stat_field(struct walk *walk, pid_t pid, int field)
{
    char path[PROC_PATH];
    const char *at;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    if (!read_proc(walk, path) || !(at = strrchr(walk->text, ')')))
        return NULL;
    at++;
    for (int i = 3; i < field && at; i++)
        at = *at ? strchr(at + 1, ' ') : NULL;
    return at;
}

/* The time of a process, with that of threads which are gone, and the time of the children it has
 * waited for. */
static uint64_t accounted_us(struct walk *walk, pid_t pid, uint64_t *children_us)
{
    const char *at = stat_field(walk, pid, 14);
    uint64_t ticks[4] = {0}, tick_us = 1000000 / (uint64_t)sysconf(_SC_CLK_TCK);
    char *end;

    for (int i = 0; i < 4 && at; i++, at = end)
        ticks[i] = strtoull(at, &end, 10);
    *children_us = (ticks[2] + ticks[3]) * tick_us;
    return (ticks[0] + ticks[1]) * tick_us;
}

pid_t process_parent(pid_t pid)
{
    struct walk walk;
    const char *at = stat_field(&walk, pid, 4);

    return at ? (pid_t)strtol(at, NULL, 10) : 0;
}

static uint64_t number_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);

    return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

static bool read_status(struct walk *walk, pid_t pid)
{
    char path[PROC_PATH];

    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    return read_proc(walk, path);
}

/* Tables of pages count: by reading here and there in a large empty mapping they take gigabytes. */
static void look_at_memory(struct walk *walk, pid_t pid, struct usage *usage)
{
    uint64_t own, all;

    if (!read_status(walk, pid))
        return;
    own = number_after(walk->text, "\nRssAnon:") + number_after(walk->text, "\nRssShmem:") +
          number_after(walk->text, "\nVmSwap:") + number_after(walk->text, "\nVmPTE:");
    all = number_after(walk->text, "\nVmRSS:");
    usage->memory_kb += own;
    usage->largest_kb = all > usage->largest_kb ? all : usage->largest_kb;
}

/* Memory shared between parent and child after a fork counts twice above. The proportional size
 * counts it right, but takes long to find, so it is asked only in doubt. */
uint64_t usage_fair_memory_kb(pid_t root)
{
    struct walk walk = {.pids = {root}, .count = 1};
    struct usage ignored = {0};
    uint64_t sum = 0, cpu_us = 0;
    char path[PROC_PATH];

    for (int i = 0; i < walk.count; i++) {
        look_at_tasks(&walk, walk.pids[i], &cpu_us, &ignored);
        if (walk.pids[i] == root)
            continue;
        snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)walk.pids[i]);
        if (read_proc(&walk, path))
            sum += number_after(walk.text, "\nPss_Anon:") +
                   number_after(walk.text, "\nPss_Shmem:") + number_after(walk.text, "\nSwapPss:");
        else if (access(path, F_OK) == 0)
            return UINT64_MAX; /* there, but not for us to read */
        if (read_status(&walk, walk.pids[i]))
            sum += number_after(walk.text, "\nVmPTE:");
    }
    return sum;
}

static bool folder_links_to(const char *folder_path, const char *target)
{
    DIR *folder = opendir(folder_path);
    const struct dirent *entry;
    bool found = false;
    char link[PROC_PATH];

    if (!folder)
        return errno != ENOENT; /* gone, or not for us to know */
    while (!found && (entry = readdir(folder))) {
        ssize_t length = readlinkat(dirfd(folder), entry->d_name, link, sizeof link - 1);

        link[length > 0 ? length : 0] = '\0';
        found = strcmp(link, target) == 0;
    }
    closedir(folder);
    return found;
}

bool usage_holds_pipe(pid_t root, int fd)
{
    struct walk walk = {.pids = {root}, .count = 1};
    struct usage ignored = {0};
    uint64_t cpu_us = 0;
    char path[PROC_PATH], target[PROC_PATH];
    struct stat facts;

    if (fstat(fd, &facts) != 0)
        return true;
    snprintf(target, sizeof target, "pipe:[%llu]", (unsigned long long)facts.st_ino);
    for (int i = 0; i < walk.count; i++) {
        look_at_tasks(&walk, walk.pids[i], &cpu_us, &ignored);
        snprintf(path, sizeof path, "/proc/%d/fd", (int)walk.pids[i]);
        if (walk.pids[i] != root && folder_links_to(path, target))
            return true;
    }
    return walk.count < 2; /* nobody below the root: there was nothing to see */
}

void usage_look(pid_t root, struct usage *usage)
{
    struct walk walk = {.pids = {root}, .count = 1};

    *usage = (struct usage){.known = false};
    for (int i = 0; i < walk.count; i++) {
        uint64_t scheduled_us = 0, children_us = 0, own_us;
        pid_t pid = walk.pids[i];

        look_at_tasks(&walk, pid, &scheduled_us, usage);
        own_us = accounted_us(&walk, pid, &children_us);
        /* One is exact but forgets threads that have ended, the other is coarse. */
        usage->cpu_us += (own_us > scheduled_us ? own_us : scheduled_us) + children_us;
        if (pid != root) /* the root is ours: its memory is a copy of the arena's */
            look_at_memory(&walk, pid, usage);
        usage->known = usage->known || usage->tasks > 0;
    }
    usage->processes = (unsigned)walk.count;
}
