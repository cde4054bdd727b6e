/* The processes of a guest are a tree: whoever loses his parent becomes a child of the root, the
 * init of the namespace or the keeper. So walking down from the root finds them all. The tree is
 * bounded; a guest that has more processes than the tree sees has long broken a limit. */
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

struct process_tree {
    pid_t pids[MAX_PIDS];
    int count;
    char text[PROC_FILE];
};

/* The beginning of a file of /proc, terminated; false if it is not there or not for us. */
static bool read_proc(struct process_tree *tree, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got;

    tree->text[0] = '\0';
    if (fd < 0)
        return false;
    got = read(fd, tree->text, sizeof tree->text - 1);
    close(fd);
    tree->text[got > 0 ? got : 0] = '\0';
    return got > 0;
}

static void add_children(struct process_tree *tree, pid_t pid, const char *task)
{
    char path[PROC_PATH], *at = tree->text, *end;

    snprintf(path, sizeof path, "/proc/%d/task/%.16s/children", (int)pid, task);
    if (!read_proc(tree, path))
        return;
    while (tree->count < MAX_PIDS) {
        long child = strtol(at, &end, 10);

        if (end == at)
            return;
        if (child > 0)
            tree->pids[tree->count++] = (pid_t)child;
        at = end;
    }
}

/* Two numbers of the scheduler in nanoseconds: time on a processor, time waiting for one. */
static void add_schedstat(struct process_tree *tree, pid_t pid, const char *task, uint64_t *cpu_us,
                          struct process_usage *usage)
{
    char path[PROC_PATH], *end;

    snprintf(path, sizeof path, "/proc/%d/task/%.16s/schedstat", (int)pid, task);
    if (!read_proc(tree, path))
        return;
    *cpu_us += strtoull(tree->text, &end, 10) / 1000;
    usage->delay_us += strtoull(end, NULL, 10) / 1000;
}

static void look_at_tasks(struct process_tree *tree, pid_t pid, uint64_t *cpu_us,
                          struct process_usage *usage)
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
        add_schedstat(tree, pid, entry->d_name, cpu_us, usage);
        add_children(tree, pid, entry->d_name);
    }
    closedir(folder);
}

/* Field `field` (from 3 on) of the accounts of a process and what follows it. They are counted
 * behind the name, which may hold anything. */
static const char *stat_field(struct process_tree *tree, pid_t pid, int field)
{
    char path[PROC_PATH];
    const char *at;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    if (!read_proc(tree, path) || !(at = strrchr(tree->text, ')')))
        return NULL;
    at++;
    for (int i = 3; i < field && at; i++)
        at = *at ? strchr(at + 1, ' ') : NULL;
    return at;
}

/* The time of a process, with that of threads which are gone, and the time of the children it has
 * waited for. */
static uint64_t accounted_us(struct process_tree *tree, pid_t pid, uint64_t *children_us)
{
    const char *at = stat_field(tree, pid, 14);
    uint64_t ticks[4] = {0}, tick_us = 1000000 / (uint64_t)sysconf(_SC_CLK_TCK);
    char *end;

    for (int i = 0; i < 4 && at; i++, at = end)
        ticks[i] = strtoull(at, &end, 10);
    *children_us = (ticks[2] + ticks[3]) * tick_us;
    return (ticks[0] + ticks[1]) * tick_us;
}

pid_t process_usage_parent(pid_t pid)
{
    struct process_tree tree;
    const char *at = stat_field(&tree, pid, 4);

    return at ? (pid_t)strtol(at, NULL, 10) : 0;
}

static uint64_t number_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);

    return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

static bool read_status(struct process_tree *tree, pid_t pid)
{
    char path[PROC_PATH];

    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    return read_proc(tree, path);
}

/* Tables of pages count: by reading here and there in a large empty mapping they take gigabytes. */
static void look_at_memory(struct process_tree *tree, pid_t pid, struct process_usage *usage)
{
    uint64_t own, all;

    if (!read_status(tree, pid))
        return;
    own = number_after(tree->text, "\nRssAnon:") + number_after(tree->text, "\nRssShmem:") +
          number_after(tree->text, "\nVmSwap:") + number_after(tree->text, "\nVmPTE:");
    all = number_after(tree->text, "\nVmRSS:");
    usage->memory_kb += own;
    usage->largest_kb = all > usage->largest_kb ? all : usage->largest_kb;
}

/* Memory shared between parent and child after a fork counts twice above. The proportional size
 * counts it right, but takes long to find, so it is asked only in doubt. */
uint64_t process_usage_memory_kb(pid_t root)
{
    struct process_tree tree = {.pids = {root}, .count = 1};
    struct process_usage ignored = {0};
    uint64_t sum = 0, cpu_us = 0;
    char path[PROC_PATH];

    for (int i = 0; i < tree.count; i++) {
        look_at_tasks(&tree, tree.pids[i], &cpu_us, &ignored);
        if (tree.pids[i] == root)
            continue;
        snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)tree.pids[i]);
        if (read_proc(&tree, path))
            sum += number_after(tree.text, "\nPss_Anon:") +
                   number_after(tree.text, "\nPss_Shmem:") + number_after(tree.text, "\nSwapPss:");
        else if (access(path, F_OK) == 0)
            return UINT64_MAX; /* there, but not for us to read */
        if (read_status(&tree, tree.pids[i]))
            sum += number_after(tree.text, "\nVmPTE:");
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

bool process_usage_holds_pipe(pid_t root, int fd)
{
    struct process_tree tree = {.pids = {root}, .count = 1};
    struct process_usage ignored = {0};
    uint64_t cpu_us = 0;
    char path[PROC_PATH], target[PROC_PATH];
    struct stat facts;

    if (fstat(fd, &facts) != 0)
        return true;
    snprintf(target, sizeof target, "pipe:[%llu]", (unsigned long long)facts.st_ino);
    for (int i = 0; i < tree.count; i++) {
        look_at_tasks(&tree, tree.pids[i], &cpu_us, &ignored);
        snprintf(path, sizeof path, "/proc/%d/fd", (int)tree.pids[i]);
        if (tree.pids[i] != root && folder_links_to(path, target))
            return true;
    }
    return tree.count < 2; /* nobody below the root: there was nothing to see */
}

void process_usage_read(pid_t root, struct process_usage *usage)
{
    struct process_tree tree = {.pids = {root}, .count = 1};

    *usage = (struct process_usage){.known = false};
    for (int i = 0; i < tree.count; i++) {
        uint64_t scheduled_us = 0, children_us = 0, own_us;
        pid_t pid = tree.pids[i];

        look_at_tasks(&tree, pid, &scheduled_us, usage);
        own_us = accounted_us(&tree, pid, &children_us);
        /* One is exact but forgets threads that have ended, the other is coarse. */
        usage->cpu_us += (own_us > scheduled_us ? own_us : scheduled_us) + children_us;
        if (pid != root) /* the root is ours: its memory is a copy of the arena's */
            look_at_memory(&tree, pid, usage);
        usage->known = usage->known || usage->tasks > 0;
    }
    usage->processes = (unsigned)tree.count;
}
