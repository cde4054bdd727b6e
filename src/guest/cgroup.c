/* One control group. All its settings are files; version 1 has a folder per controller, version 2
 * one folder for all of them. */
#define _GNU_SOURCE
#include "guest/cgroup_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FILE_SIZE = 2048, NUMBER_SIZE = 64, CPU_PERIOD_US = 20000, REMOVE_TRIES = 200 };

/* Formatted output is not async-signal-safe. */
static bool join_path(char path[CGROUP_PATH], const char *folder, const char *file)
{
    size_t length = 0;

    for (; *folder && length < CGROUP_PATH - 1; length++)
        path[length] = *folder++;
    if (length < CGROUP_PATH - 1)
        path[length++] = '/';
    for (; *file && length < CGROUP_PATH - 1; length++)
        path[length] = *file++;
    path[length] = '\0';
    errno = ENAMETOOLONG;
    return !*folder && !*file;
}

static int open_file(const char *folder, const char *file, int flags)
{
    char path[CGROUP_PATH];

    return join_path(path, folder, file) ? open(path, flags | O_CLOEXEC) : -1;
}

bool cgroup_write_file(const char *folder, const char *file, const char *text)
{
    int fd = open_file(folder, file, O_WRONLY), reason;
    ssize_t sent;

    if (fd < 0)
        return false;
    do
        sent = write(fd, text, strlen(text));
    while (sent < 0 && errno == EINTR);
    reason = errno;
    close(fd);
    errno = reason;
    return sent >= 0;
}

bool cgroup_read_file(const char *folder, const char *file, char *text, size_t size)
{
    int fd = open_file(folder, file, O_RDONLY);
    ssize_t got;

    text[0] = '\0';
    if (fd < 0)
        return false;
    do
        got = read(fd, text, size - 1);
    while (got < 0 && errno == EINTR);
    close(fd);
    text[got > 0 ? got : 0] = '\0';
    return got >= 0;
}

bool cgroup_has(const struct cgroup *group, enum cgroup_part part)
{
    return group->folder[part][0] != '\0';
}

/* Is this the first part with its folder? */
static bool is_first(const struct cgroup *group, int part)
{
    if (!cgroup_has(group, (enum cgroup_part)part))
        return false;
    for (int i = 0; i < part; i++)
        if (strcmp(group->folder[i], group->folder[part]) == 0)
            return false;
    return true;
}

/* --- limits ------------------------------------------------------------------------------------*/

static bool write_number(const char *folder, const char *file, uint64_t number)
{
    char text[NUMBER_SIZE];

    snprintf(text, sizeof text, "%" PRIu64, number);
    return cgroup_write_file(folder, file, text);
}

/* Swapping would make the limit larger. Old kernels count kernel memory only if it has a limit; new
 * ones always do, and have no separate limit any more. */
static bool limit_memory(const struct cgroup *group, uint64_t bytes)
{
    const char *folder = group->folder[CGROUP_MEMORY];

    if (group->is_v2) {
        cgroup_write_file(folder, "memory.swap.max", "0");
        cgroup_write_file(folder, "memory.oom.group", "1");
        return write_number(folder, "memory.max", bytes);
    }
    write_number(folder, "memory.kmem.limit_in_bytes", bytes);
    if (!write_number(folder, "memory.limit_in_bytes", bytes))
        return false;
    write_number(folder, "memory.memsw.limit_in_bytes", bytes);
    return true;
}

static bool limit_cpu(const struct cgroup *group, uint32_t cpus)
{
    const char *folder = group->folder[CGROUP_CPU];
    char text[NUMBER_SIZE];

    if (cpus == 0)
        return true;
    snprintf(text, sizeof text, "%u %d", cpus * CPU_PERIOD_US, CPU_PERIOD_US);
    if (group->is_v2)
        return cgroup_write_file(folder, "cpu.max", text);
    return write_number(folder, "cpu.cfs_period_us", CPU_PERIOD_US) &&
           write_number(folder, "cpu.cfs_quota_us", (uint64_t)cpus * CPU_PERIOD_US);
}

static bool set_limits(const struct cgroup *group, const struct cgroup_limits *limits)
{
    if (cgroup_has(group, CGROUP_MEMORY) && !limit_memory(group, limits->memory))
        return false;
    if (cgroup_has(group, CGROUP_PROCESSES) &&
        !write_number(group->folder[CGROUP_PROCESSES], "pids.max", limits->processes))
        return false;
    return !cgroup_has(group, CGROUP_CPU) || limit_cpu(group, limits->cpus);
}

/* --- life --------------------------------------------------------------------------------------*/

enum error cgroup_create_below(const struct cgroup *parent, const struct cgroup_limits *limits,
                               struct cgroup *group, struct message *message)
{
    static atomic_uint count;
    char prefix[CGROUP_NAME], name[CGROUP_NAME + 16];
    int reason = 0;

    cgroup_name_prefix(prefix);
    snprintf(name, sizeof name, "%s-%u", prefix, atomic_fetch_add(&count, 1));
    *group = (struct cgroup){.is_v2 = parent->is_v2};
    for (int i = 0; i < CGROUP_PARTS && reason == 0; i++) {
        if (!cgroup_has(parent, (enum cgroup_part)i))
            continue;
        if (!join_path(group->folder[i], parent->folder[i], name) ||
            (is_first(group, i) && mkdir(group->folder[i], 0755) != 0)) {
            reason = errno;
            group->folder[i][0] = '\0';
        }
    }
    if (reason == 0 && !set_limits(group, limits))
        reason = errno;
    if (reason == 0)
        return OK;
    cgroup_remove(group);
    *group = (struct cgroup){.is_v2 = false};
    return error_set(ERR_JAIL, message, "cannot create a control group: %s", strerror(reason));
}

enum error cgroup_create(const struct cgroup_limits *limits, struct cgroup *group,
                         struct message *message)
{
    return cgroup_create_below(&cgroup_place()->parent, limits, group, message);
}

bool cgroup_missing(struct message *message)
{
    const struct cgroup_place *place = cgroup_place();

    if (message)
        *message = place->missing;
    return place->missing.text[0] != '\0';
}

bool cgroup_join(const struct cgroup *group)
{
    for (int i = 0; i < CGROUP_PARTS; i++)
        if (is_first(group, i) && !cgroup_write_file(group->folder[i], "cgroup.procs", "0"))
            return false;
    return true;
}

void cgroup_freeze(const struct cgroup *group, bool freeze)
{
    const char *folder = group->folder[CGROUP_FREEZER];

    if (!cgroup_has(group, CGROUP_FREEZER))
        return;
    if (group->is_v2)
        cgroup_write_file(folder, "cgroup.freeze", freeze ? "1" : "0");
    else
        cgroup_write_file(folder, "freezer.state", freeze ? "FROZEN" : "THAWED");
}

void cgroup_set_share(const struct cgroup *group, bool low)
{
    const char *folder = group->folder[CGROUP_CPU];

    if (!cgroup_has(group, CGROUP_CPU))
        return;
    if (group->is_v2)
        cgroup_write_file(folder, "cpu.weight", low ? "10" : "100");
    else
        cgroup_write_file(folder, "cpu.shares", low ? "102" : "1024");
}

/* The last process leaves its group a moment after it has exited. */
void cgroup_remove(const struct cgroup *group)
{
    const struct timespec pause = {.tv_nsec = 500000};

    for (int i = 0; i < CGROUP_PARTS; i++)
        for (int tries = 0; is_first(group, i) && tries < REMOVE_TRIES; tries++) {
            if (rmdir(group->folder[i]) == 0 || errno != EBUSY)
                break;
            nanosleep(&pause, NULL);
        }
}

/* --- what it used ------------------------------------------------------------------------------*/

/* The number after `key` in a file; 0 if there is none. */
static uint64_t number_in(const char *folder, const char *file, const char *key)
{
    char text[FILE_SIZE];
    const char *at;

    if (!cgroup_read_file(folder, file, text, sizeof text) || !(at = strstr(text, key)))
        return 0;
    return strtoull(at + strlen(key), NULL, 10);
}

uint64_t cgroup_cpu_us(const struct cgroup *group)
{
    const char *folder = group->folder[CGROUP_USAGE];

    if (!cgroup_has(group, CGROUP_USAGE))
        return 0;
    return group->is_v2 ? number_in(folder, "cpu.stat", "usage_usec ")
                        : number_in(folder, "cpuacct.usage", "") / 1000;
}

uint64_t cgroup_memory_kills(const struct cgroup *group)
{
    const char *folder = group->folder[CGROUP_MEMORY];

    if (!cgroup_has(group, CGROUP_MEMORY))
        return 0;
    return number_in(folder, group->is_v2 ? "memory.events" : "memory.oom_control", "\noom_kill ");
}
