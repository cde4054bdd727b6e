/* The processes of a guest are a tree: orphans become children of the root, which is the init of
 * the namespace or the supervisor. So walking down from the root finds them all. The walk is
 * bounded; a guest with more processes than that has long exceeded a limit. */
#define _GNU_SOURCE
#include "guest/process_internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    MAX_PIDS = 512,
    MAX_TASKS = 1024,
    PROC_PATH = 64,
    PROC_FILE = 4096,
    SOCKET_KB = 208, /* the default size of a buffer, which the filter does not let it change */
    INODE_KB = 1,
    MAX_SEEN = 1024, /* deleted files */
    MOST_PASSES = 8,
    LOWEST_PRIORITY = 19
};

struct process_tree {
    pid_t pids[MAX_PIDS];
    int count;
    char text[PROC_FILE];
};

/* Reads the beginning of a /proc file, terminated. False if it cannot be read. */
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

/* Two numbers from the scheduler in nanoseconds: time running, time waiting for a processor. */
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

static void add_tasks(struct process_tree *tree, pid_t pid, uint64_t *cpu_us,
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

/* Lists the root and all its descendants. */
static void list_tree(struct process_tree *tree, pid_t root)
{
    struct process_usage ignored = {0};
    uint64_t cpu_us = 0;

    tree->pids[0] = root;
    tree->count = 1;
    for (int i = 0; i < tree->count; i++)
        add_tasks(tree, tree->pids[i], &cpu_us, &ignored);
}

/* Field `field` (3 or higher) of /proc/PID/stat and the rest. Fields are counted after the name,
 * which may contain anything. */
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

/* Processor time of a process, its finished threads and the children it has reaped. */
static uint64_t read_cpu_us(struct process_tree *tree, pid_t pid, uint64_t *children_us)
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

uint64_t process_usage_start(pid_t pid)
{
    struct process_tree tree;
    const char *at = stat_field(&tree, pid, 22);

    return at ? strtoull(at, NULL, 10) : 0;
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

/* Page tables count: scattered reads of a large empty mapping can make them take gigabytes. */
static void add_memory(struct process_tree *tree, pid_t pid, struct process_usage *usage)
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

/* Memory shared between parent and child after a fork counts twice above. The proportional size is
 * right but slow to read, so it is only used in doubt. */
uint64_t process_usage_memory_kb(pid_t root)
{
    struct process_tree tree;
    uint64_t sum = 0;
    char path[PROC_PATH];

    list_tree(&tree, root);
    for (int i = 1; i < tree.count; i++) {
        snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)tree.pids[i]);
        if (read_proc(&tree, path))
            sum += number_after(tree.text, "\nPss_Anon:") +
                   number_after(tree.text, "\nPss_Shmem:") + number_after(tree.text, "\nSwapPss:");
        else if (access(path, F_OK) == 0)
            return UINT64_MAX; /* exists, but is not readable */
        if (read_status(&tree, tree.pids[i]))
            sum += number_after(tree.text, "\nVmPTE:");
    }
    return sum;
}

/* State and flags of /proc/PID/stat, from the field after the name. */
static bool has_begun_to_exit(const char *at)
{
    enum { EXITING = 4 }; /* PF_EXITING, of the kernel */
    char *end;

    if (!at || *at == 'Z' || *at == 'X')
        return true;
    at++;
    for (int i = 4; i < 9; i++, at = end)
        strtol(at, &end, 10);
    return (strtoul(at, NULL, 10) & EXITING) != 0;
}

static unsigned count_runnable(struct process_tree *tree, pid_t pid)
{
    char path[PROC_PATH];
    const struct dirent *entry;
    unsigned count = 0, tasks = 0;
    DIR *folder;

    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    folder = opendir(path);
    if (!folder)
        return 0;
    while (tasks < MAX_TASKS && (entry = readdir(folder))) {
        const char *at;

        if (entry->d_name[0] == '.')
            continue;
        tasks++;
        snprintf(path, sizeof path, "/proc/%d/task/%.16s/stat", (int)pid, entry->d_name);
        at = read_proc(tree, path) ? strrchr(tree->text, ')') : NULL;
        count += at && at[1] && at[2] == 'R';
    }
    closedir(folder);
    return count;
}

void process_usage_states(pid_t root, struct process_states *states)
{
    struct process_tree tree;

    *states = (struct process_states){0};
    list_tree(&tree, root);
    for (int i = 1; i < tree.count; i++) {
        const char *at;

        states->runnable += count_runnable(&tree, tree.pids[i]);
        at = stat_field(&tree, tree.pids[i], 3);
        states->alive += at && *at == ' ' && !has_begun_to_exit(at + 1);
    }
}

static bool folder_links_to(const char *folder_path, const char *target)
{
    DIR *folder = opendir(folder_path);
    const struct dirent *entry;
    bool found = false;
    char link[PROC_PATH];

    if (!folder)
        return errno != ENOENT; /* gone, or not readable */
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
    struct process_tree tree;
    char path[PROC_PATH], target[PROC_PATH];
    struct stat facts;

    if (fstat(fd, &facts) != 0)
        return true;
    snprintf(target, sizeof target, "pipe:[%llu]", (unsigned long long)facts.st_ino);
    list_tree(&tree, root);
    for (int i = 1; i < tree.count; i++) {
        snprintf(path, sizeof path, "/proc/%d/fd", (int)tree.pids[i]);
        if (folder_links_to(path, target))
            return true;
    }
    return tree.count < 2; /* no process below the root, so nothing is known */
}

static uint64_t count_sockets(struct process_tree *tree, pid_t root)
{
    char path[PROC_PATH];

    snprintf(path, sizeof path, "/proc/%d/net/sockstat", (int)root);
    return read_proc(tree, path) ? number_after(tree->text, "sockets: used ") : 0;
}

uint64_t process_usage_kernel_kb(pid_t root)
{
    static const char *const scratch[] = {"tmp", "home/bot", "dev/shm"};
    struct process_tree tree;
    uint64_t sum = count_sockets(&tree, root) * SOCKET_KB;
    char path[PROC_PATH];
    struct stat own, root_facts;
    struct statvfs facts;

    /* While bubblewrap sets up the jail, its files are still ours. */
    snprintf(path, sizeof path, "/proc/%d/root/", (int)root);
    if (stat("/", &own) != 0 || stat(path, &root_facts) != 0 || own.st_dev == root_facts.st_dev)
        return sum;
    for (size_t i = 0; i < sizeof scratch / sizeof *scratch; i++) {
        snprintf(path, sizeof path, "/proc/%d/root/%s", (int)root, scratch[i]);
        if (statvfs(path, &facts) == 0)
            sum += (uint64_t)(facts.f_files - facts.f_ffree) * INODE_KB;
    }
    return sum;
}

/* --- deleted files -----------------------------------------------------------------------------*/

struct deleted {
    uint64_t seen[MAX_SEEN]; /* inode numbers */
    int count;
    uint64_t bytes;
};

static void add_deleted(struct deleted *deleted, uint64_t inode, uint64_t bytes)
{
    for (int i = 0; i < deleted->count; i++)
        if (deleted->seen[i] == inode)
            return;
    if (deleted->count < MAX_SEEN)
        deleted->seen[deleted->count++] = inode;
    deleted->bytes += bytes;
}

static void add_open_files(struct deleted *deleted, pid_t pid)
{
    char path[PROC_PATH];
    const struct dirent *entry;
    struct stat facts;
    DIR *folder;

    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    folder = opendir(path);
    while (folder && (entry = readdir(folder)))
        if (entry->d_name[0] != '.' && fstatat(dirfd(folder), entry->d_name, &facts, 0) == 0 &&
            S_ISREG(facts.st_mode) && facts.st_nlink == 0)
            add_deleted(deleted, facts.st_ino, (uint64_t)facts.st_size);
    if (folder)
        closedir(folder);
}

/* Lines of /proc/PID/maps: `START-END MODE OFFSET DEVICE INODE PATH`. The size of the file is not
 * known, so it counts as the largest possible. Shared memory looks like a deleted file, too, but is
 * counted as memory. */
static void add_mapped_files(struct deleted *deleted, pid_t pid, uint64_t largest)
{
    static const char *const memory[] = {"/dev/zero ", "/memfd:", "/SYSV", "/dev/shm/"};
    char path[PROC_PATH], line[PROC_FILE];
    FILE *maps;

    snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
    maps = fopen(path, "re");
    while (maps && fgets(line, sizeof line, maps)) {
        const char *name = strchr(line, '/'), *at = line;
        bool is_memory = false;

        if (!name || !strstr(name, " (deleted)\n"))
            continue;
        for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
            is_memory = is_memory || strncmp(name, memory[i], strlen(memory[i])) == 0;
        for (int field = 0; field < 4 && at; field++)
            at = strchr(at + 1, ' ');
        if (at && !is_memory)
            add_deleted(deleted, strtoull(at, NULL, 10), largest);
    }
    if (maps)
        fclose(maps);
}

uint64_t process_usage_deleted(pid_t root, uint64_t largest)
{
    struct process_tree tree;
    struct deleted deleted = {.count = 0};

    list_tree(&tree, root);
    for (int i = 1; i < tree.count; i++) {
        add_open_files(&deleted, tree.pids[i]);
        add_mapped_files(&deleted, tree.pids[i], largest);
    }
    return deleted.bytes;
}

/* --- stopping ----------------------------------------------------------------------------------*/

/* Sends a signal to a process of the tree, unless it is stopped already. Its pid may have been
 * reused since it was listed; a process whose parent is not in the tree is not ours. */
static bool signal_one(struct process_tree *tree, int index, int signal)
{
    pid_t pid = tree->pids[index], parent;
    int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    const char *at = stat_field(tree, pid, 3);
    char state = at && at[0] == ' ' ? at[1] : 'Z';
    bool is_ours = false, sent = false;

    parent = at ? process_usage_parent(pid) : 0;
    for (int i = 0; i < index && !is_ours; i++)
        is_ours = tree->pids[i] == parent;
    if (is_ours && state != 'Z' && (signal != SIGSTOP || state != 'T'))
        sent = fd >= 0 ? syscall(SYS_pidfd_send_signal, fd, signal, NULL, 0) == 0
                       : kill(pid, signal) == 0;
    if (fd >= 0)
        close(fd);
    return sent;
}

/* Those that run may start others meanwhile, so it takes several passes to stop them all. */
void process_usage_signal(pid_t root, int signal)
{
    for (int pass = 0; pass < MOST_PASSES; pass++) {
        struct process_tree tree = {.pids = {root}, .count = 1};
        struct process_usage ignored = {0};
        uint64_t cpu_us = 0;
        int sent = 0;

        for (int i = 0; i < tree.count; i++) {
            add_tasks(&tree, tree.pids[i], &cpu_us, &ignored);
            sent += i > 0 && signal_one(&tree, i, signal);
        }
        if (sent == 0 || signal == SIGCONT)
            return;
    }
}

static void lower_tasks(pid_t pid)
{
    char path[PROC_PATH];
    const struct dirent *entry;
    DIR *folder;

    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    folder = opendir(path);
    while (folder && (entry = readdir(folder)))
        if (entry->d_name[0] != '.')
            setpriority(PRIO_PROCESS, (id_t)strtoul(entry->d_name, NULL, 10), LOWEST_PRIORITY);
    if (folder)
        closedir(folder);
}

void process_usage_lower(pid_t root)
{
    struct process_tree tree;

    list_tree(&tree, root);
    for (int i = 1; i < tree.count; i++)
        lower_tasks(tree.pids[i]);
}

void process_usage_read(pid_t root, struct process_usage *usage)
{
    struct process_tree tree = {.pids = {root}, .count = 1};

    *usage = (struct process_usage){.known = false};
    for (int i = 0; i < tree.count; i++) {
        uint64_t scheduled_us = 0, children_us = 0, own_us;
        pid_t pid = tree.pids[i];

        add_tasks(&tree, pid, &scheduled_us, usage);
        own_us = read_cpu_us(&tree, pid, &children_us);
        /* One is exact but omits finished threads, the other is coarse. */
        usage->cpu_us += (own_us > scheduled_us ? own_us : scheduled_us) + children_us;
        if (pid != root) /* the root's memory is a copy of the arena's */
            add_memory(&tree, pid, usage);
        usage->known = usage->known || usage->tasks > 0;
    }
    usage->processes = (unsigned)tree.count;
}
