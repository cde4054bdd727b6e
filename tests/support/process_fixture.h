/* Guests for tests of processes: shell scripts, and a copy of tests/misbehaving/misbehave.c in a
 * temporary folder. Include it after cmocka.h. */
#ifndef TESTS_SUPPORT_PROCESS_FIXTURE_H
#define TESTS_SUPPORT_PROCESS_FIXTURE_H

#include "guest/process_internal.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PLENTY_MS = 20000 };

static const struct limits roomy = {.start_ms = PLENTY_MS,
                                    .move_ms = PLENTY_MS,
                                    .memory_mb = 256,
                                    .processes = 64,
                                    .output_kb = 64,
                                    .log_kb = 64,
                                    .scratch_mb = 16,
                                    .build_ms = PLENTY_MS};

static char guest_folder[64]; /* contains misbehave */

/* Without any protection. */
static inline struct launch shell(const char *script)
{
    return (struct launch){.argv = {"/bin/sh", "-c", script},
                           .folder = "/tmp",
                           .unsafe = true,
                           .no_cgroup = true,
                           .limits = roomy};
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

static inline struct process *start_launch(const struct launch *launch, bool jail)
{
    struct process *process;
    struct message message = {""};
    enum error error = jail ? process_start(launch, &process, &message)
                            : process_start_bare(launch, &process, &message);

    if (error)
        fail_msg("%s: %s", launch->argv[1], message.text);
    return process;
}

static inline struct process *start_misbehaving(const char *kind, const char *word, bool jail)
{
    struct launch launch = {.argv = {"./misbehave", kind, word},
                            .folder = guest_folder,
                            .unsafe = true,
                            .limits = roomy};

    return start_launch(&launch, jail);
}

/* A word on the command line by which all processes of a guest are found; another one for each. */
static inline const char *new_mark(char mark[64])
{
    static int count;

    snprintf(mark, 64, "mark-%d-%d", (int)getpid(), count++);
    return mark;
}

static inline enum broken say_hello(struct process *process, unsigned start_ms)
{
    struct slice line;
    enum broken broken = ask(process, "broadside 1", start_ms, &line);
    uint64_t used_us;

    while (broken == BROKEN_NONE && !slice_is(line, "ready"))
        broken = process_ask(process, start_ms, &line, &used_us);
    return broken;
}

static inline uint64_t now_ms(void)
{
    return process_now_us() / 1000;
}

/* Asks `act` and expects an answer each time. */
static inline void ask_acts(struct process *process, int count)
{
    struct slice line;

    for (int i = 0; i < count; i++)
        if (ask(process, "act", PLENTY_MS, &line) != BROKEN_NONE)
            fail_msg("%s", process_trouble(process));
}

/* The number of processes on this machine with the word on their command line. */
static inline int count_processes(const char *word)
{
    DIR *all = opendir("/proc");
    const struct dirent *entry;
    int count = 0;

    assert_non_null(all);
    while ((entry = readdir(all))) {
        char path[300], text[8192];
        ssize_t got;
        int fd;

        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        fd = open(path, O_RDONLY | O_CLOEXEC);
        got = fd < 0 ? 0 : read(fd, text, sizeof text);
        count += got > 0 && memmem(text, (size_t)got, word, strlen(word)) != NULL;
        if (fd >= 0)
            close(fd);
    }
    closedir(all);
    return count;
}

/* Creates the folder. Every user can read it, wherever the source tree is. */
static inline bool make_guest_folder(const char *own)
{
    char command[4400];

    snprintf(guest_folder, sizeof guest_folder, "/tmp/broadside-guest-XXXXXX");
    if (!mkdtemp(guest_folder) || chmod(guest_folder, 0755) != 0)
        return false;
    snprintf(command, sizeof command, "cp \"$(dirname '%s')/misbehave\" %s && chmod 755 %s/*", own,
             guest_folder, guest_folder);
    if (system(command) == 0)
        return true;
    printf("1..1\nnot ok 1 - the guest can be copied\n");
    return false;
}

static inline bool remove_guest_folder(void)
{
    char command[128];

    snprintf(command, sizeof command, "rm -rf %s", guest_folder);
    return system(command) == 0;
}

#endif
