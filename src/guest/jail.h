/* The jail: what stands between a guest and the machine. bubblewrap builds the namespaces and the
 * file system that a guest sees, a libseccomp filter says which system calls it may make, rlimits
 * bound what it uses.
 *
 * Inside: /usr (and what it needs of /etc) read-only, the guest's folder read-only at /bot, which
 * is its working directory, an empty home and tmp of limited size, /proc of its own processes, no
 * network, no other guest, not root.
 *
 * Whoever starts a line must see to it that no other descriptor stays open over the exec: the jail
 * hands on what it inherits. */
#ifndef BROADSIDE_GUEST_JAIL_H
#define BROADSIDE_GUEST_JAIL_H

#include "contest/limits.h"

#include <stdbool.h>

enum { JAIL_WORDS = 192, LAUNCH_WORDS = 64, JAIL_MEMORY = 16384 };

/* What is to be run. Strings belong to the caller and must outlive the use. */
struct launch {
    const char *argv[LAUNCH_WORDS + 1]; /* ended by NULL; relative paths are seen from the folder */
    const char *folder;                 /* absolute */
    const char *reader; /* optional: one more file to be seen inside, at the same path, read-only */
    bool writes_folder; /* for build steps: the folder can be written */
    bool unsafe;        /* without what this machine cannot offer; see jail_missing */
    struct limits limits;
};

/* Which protections this machine or this build lacks, as a sentence (`bubblewrap is not installed
 * (package bubblewrap); ...`). False, and an empty message, when all is there. Looked up once, by
 * running a line; any thread may ask. */
bool jail_missing(struct message *message);

/* The command line that runs a launch in the jail, ready for execve; argv[0] is an absolute path.
 * `status_fd` is where bubblewrap reports its child as JSON (-1 for nowhere), `filter_fd` an open
 * file with the filter: both stay open over the exec. Strings point into `launch` and `memory`.
 *
 * Refuses what could not run inside, with a sentence: no such program, not executable, outside of
 * what the jail shows, not readable for the jail's user. Refuses too where protections are missing,
 * unless launch->unsafe: then it takes what there is. Without bubblewrap `is_jailed` is false:
 * nothing will be reported, and it is for the caller to change to the folder before the exec. */
struct jail_line {
    const char *argv[JAIL_WORDS + LAUNCH_WORDS + 1];
    int words;
    bool is_jailed;
    char memory[JAIL_MEMORY];
};
enum error jail_make_line(const struct launch *launch, int status_fd, int filter_fd,
                          struct jail_line *line, struct message *message);

/* How much memory a launch gets: its limit, but never less than a JVM or a compiler needs where the
 * limit is the ordinary one. */
uint32_t jail_memory_mb(const struct launch *launch);

/* An open, unlinked file with the compiled filter for a launch; the caller closes it. It is closed
 * on exec until the caller says otherwise, and has a position of its own, which reading uses up:
 * one for each start. ERR_JAIL, and -1, in a build without libseccomp; jail_line takes the
 * -1 where launch->unsafe is set. */
enum error jail_filter(const struct launch *launch, int *fd, struct message *message);

#endif
