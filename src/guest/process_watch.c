/* Limits on the whole guest: the control group of all its processes. */
#include "guest/jail_internal.h"
#include "guest/process_internal.h"

#include <stdlib.h>

enum {
    KERNEL_MB = 16,      /* page tables, stacks and buffers of a well-behaved guest */
    SCRATCH_FOLDERS = 3, /* they are in memory */
    JAIL_PROCESSES = 4   /* bubblewrap, the init, and what they execute */
};

enum error process_watch_prepare(struct process *process, const struct launch *launch,
                                 struct message *message)
{
    const struct limits *limits = &process->limits;
    uint64_t memory_mb =
        (uint64_t)limits->memory_mb + (uint64_t)limits->scratch_mb * SCRATCH_FOLDERS + KERNEL_MB;
    struct cgroup_limits most = {.memory = memory_mb << 20,
                                 .processes = limits->processes + JAIL_PROCESSES,
                                 .cpus = launch->writes_folder ? 0 : 1};
    enum error error = OK;

    if (launch->no_cgroup)
        return OK;
    process->group = malloc(sizeof *process->group);
    if (!process->group)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = cgroup_create(&most, process->group, message);
    if (error) {
        free(process->group);
        process->group = NULL;
    }
    return error;
}

void process_watch_end(struct process *process)
{
    if (!process->group)
        return;
    cgroup_remove(process->group);
    free(process->group);
    process->group = NULL;
}

uint64_t process_watch_memory_kills(const struct process *process)
{
    return process->group ? cgroup_memory_kills(process->group) : 0;
}
