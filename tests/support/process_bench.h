/* Guests for tests of processes: scripts of the shell, and tests/misbehaving/misbehave.c, of which
 * a copy lies in a folder of its own. For one file of tests; include it after cmocka.h. */
#ifndef TESTS_SUPPORT_PROCESS_BENCH_H
#define TESTS_SUPPORT_PROCESS_BENCH_H

#include "guest/process_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { PLENTY_MS = 20000 };

static const struct limits roomy = {.start_ms = PLENTY_MS,
                                    .move_ms = PLENTY_MS,
                                    .memory_mb = 256,
                                    .processes = 64,
                                    .output_kb = 64,
                                    .log_kb = 64,
                                    .scratch_mb = 16,
                                    .build_ms = PLENTY_MS};

static char bench_folder[64]; /* with misbehave in it */

static inline struct launch shell(const char *script)
{
    return (struct launch){
        .argv = {"/bin/sh", "-c", script}, .folder = "/tmp", .unsafe = true, .limits = roomy};
}

static inline struct process *start(const char *script)
{
    struct launch launch = shell(script);
    struct process *process;
    struct message message = {""};

    if (process_start_bare(&launch, &process, &message) != OK)
        fail_msg("%s", message.text);
    return process;
}

static inline enum broken ask(struct process *process, const char *question, unsigned timeout_ms,
                              struct slice *line)
{
    uint64_t used_us;

    process_tell(process, slice_of(question));
    return process_ask(process, timeout_ms, line, &used_us);
}

static inline struct process *start_misbehaving(const char *kind, const char *word, bool jail)
{
    struct launch launch = {.argv = {"./misbehave", kind, word},
                            .folder = bench_folder,
                            .unsafe = true,
                            .limits = roomy};
    struct process *process;
    struct message message = {""};
    enum error error = jail ? process_start(&launch, &process, &message)
                            : process_start_bare(&launch, &process, &message);

    if (error)
        fail_msg("%s", message.text);
    return process;
}

static inline void acts(struct process *process, int count)
{
    struct slice line;

    for (int i = 0; i < count; i++)
        if (ask(process, "act", PLENTY_MS, &line) != BROKEN_NONE)
            fail_msg("%s", process_trouble(process));
}

/* A folder that the jail's user can reach too, with the guest in it. */
static inline bool bench_make(const char *own)
{
    char command[4400];

    snprintf(bench_folder, sizeof bench_folder, "/tmp/broadside-process-XXXXXX");
    if (!mkdtemp(bench_folder) || chmod(bench_folder, 0755) != 0)
        return false;
    snprintf(command, sizeof command, "cp \"$(dirname '%s')/misbehave\" %s && chmod 755 %s/*", own,
             bench_folder, bench_folder);
    return system(command) == 0;
}

static inline bool bench_remove(void)
{
    char command[128];

    snprintf(command, sizeof command, "rm -rf %s", bench_folder);
    return system(command) == 0;
}

#endif
