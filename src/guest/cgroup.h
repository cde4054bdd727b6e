/* Control groups: hard limits on everything a guest starts, kept by the kernel.
 *
 * A group limits memory, including what the kernel holds for the guest (buffers of sockets and
 * pipes, files in memory), processes, and processor time; it can be frozen. Version 2 and the
 * controllers of version 1 are supported. Groups are created below the arena's own one. Their names
 * contain the arena's pid and start time, so that the groups of a killed arena can be recognised
 * and removed. */
#ifndef BROADSIDE_GUEST_CGROUP_H
#define BROADSIDE_GUEST_CGROUP_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cgroup_part {
    CGROUP_MEMORY,
    CGROUP_PROCESSES,
    CGROUP_CPU,   /* limits processor time */
    CGROUP_USAGE, /* counts processor time */
    CGROUP_FREEZER,
    CGROUP_PARTS
};

enum { CGROUP_PATH = 512 };

/* One group, or the place for new ones. The folder of a part that is not available is empty. */
struct cgroup {
    bool is_v2;
    char folder[CGROUP_PARTS][CGROUP_PATH];
};

struct cgroup_limits {
    uint64_t memory; /* bytes */
    uint32_t processes;
    uint32_t cpus; /* processors used at the same time; 0 for no limit */
};

/* True, with a message, if this machine lets us create no groups or not all parts of them. Checked
 * once, by creating one. The first call also removes the groups of killed arenas. Thread-safe. */
bool cgroup_missing(struct message *message);

/* Creates a group with the parts that are available. ERR_JAIL with a message if one fails; then
 * there is no group. */
enum error cgroup_create(const struct cgroup_limits *limits, struct cgroup *group,
                         struct message *message);
bool cgroup_has(const struct cgroup *group, enum cgroup_part part);

/* The following are async-signal-safe. Parts that the group does not have are ignored. */

/* Moves the calling process into the group. False with errno on failure. */
bool cgroup_join(const struct cgroup *group);
void cgroup_freeze(const struct cgroup *group, bool freeze);
/* Its share of a processor that others want as well: a tenth of the usual one, or the usual one. */
void cgroup_set_share(const struct cgroup *group, bool low);
/* Removes a group whose processes have ended. */
void cgroup_remove(const struct cgroup *group);

/* Processor time used so far. */
uint64_t cgroup_cpu_us(const struct cgroup *group);
/* How many of its processes the kernel has killed because the group reached its memory limit. */
uint64_t cgroup_memory_kills(const struct cgroup *group);

/* For tests. The folder of the controller's group that a process is in, from the texts of its
 * /proc/PID/cgroup and /proc/PID/mountinfo; "" is version 2. False if it cannot be reached. */
bool cgroup_find_folder(const char *groups, const char *mounts, const char *controller,
                        char folder[CGROUP_PATH]);
/* For tests. Does the name belong to an arena that no longer exists? */
bool cgroup_is_left_over(const char *name);

#endif
