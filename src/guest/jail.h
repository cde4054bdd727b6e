/* The jail that protects the machine from a guest. bubblewrap sets up the namespaces and the file
 * system that a guest sees, a libseccomp filter restricts its system calls, rlimits bound what it
 * uses.
 *
 * Inside: /usr (and what it needs from /etc) read-only, the guest's folder, or one file of it,
 * read-only at /bot, which is its working directory, an empty home and tmp of limited size, /proc
 * with its own processes, no network, no other guest, not root.
 *
 * The caller must close all other descriptors on exec: the jail passes on what it inherits. */
#ifndef BROADSIDE_GUEST_JAIL_H
#define BROADSIDE_GUEST_JAIL_H

#include "contest/limits.h"

#include <stdbool.h>

enum { JAIL_WORDS = 192, LAUNCH_WORDS = 64, JAIL_MEMORY = 16384 };

/* The largest value of launch.data_mb: no limit. */
#define JAIL_DATA_UNLIMITED UINT32_MAX

/* What to run. The strings belong to the caller and must outlive the struct. */
struct launch {
    const char *argv[LAUNCH_WORDS + 1]; /* ends with NULL; paths are relative to the folder */
    const char *folder;                 /* absolute */
    const char *extra_file; /* optional: another file visible inside, at the same path, read-only */
    const char *only_file;  /* optional: the name of the only file in the folder that it sees */
    bool writes_folder;     /* for build steps: the folder is writable */
    bool is_file;           /* the bot is extra_file, and the folder belongs to the arena */
    bool unsafe;            /* run even if protections are missing; see jail_missing */
    bool no_cgroup;         /* run without a control group even if there could be one */
    struct limits limits;

    /* What each process by itself may allocate; 0 for jail_memory_mb. process_start fills it. A
     * program that is refused memory mostly crashes, so where something else limits the memory of
     * all processes together, and says so, there is more room here. */
    uint32_t data_mb;

    /* Filled by jail_place_make: the private copy that the jail shows instead of the folder, or of
     * extra_file, and the user it runs as. NULL, and 0, for none. */
    const char *folder_copy, *file_copy;
    uint32_t user;
};

/* True, with a message, if this machine or this build lacks protections (`bubblewrap is not
 * installed (package bubblewrap); ...`). Checked once, by running a command in a jail. Thread-safe.
 */
bool jail_missing(struct message *message);

/* The command line that runs a launch in the jail, ready for execve; argv[0] is an absolute path.
 * `status_fd` is where bubblewrap reports its child as JSON (-1 for nowhere), `filter_fd` an open
 * file with the filter: both stay open across the exec. Strings point into `launch` and `memory`.
 *
 * ERR_IO with a message for what could not run inside: no such program, not executable, outside the
 * jail, not readable for the jail's user. ERR_JAIL if protections are missing, unless
 * launch->unsafe. Without bubblewrap `is_jailed` is false: nothing will be reported, and the caller
 * must change to the folder before the exec. */
struct jail_line {
    const char *argv[JAIL_WORDS + LAUNCH_WORDS + 1];
    int words;
    bool is_jailed;
    char memory[JAIL_MEMORY];
};
enum error jail_make_line(const struct launch *launch, int status_fd, int filter_fd,
                          struct jail_line *line, struct message *message);

/* The memory of a launch: its limit, or what a JVM or a compiler needs if that is more and the
 * limit is the default. */
uint32_t jail_memory_mb(const struct launch *launch);

/* What RLIMIT_DATA has to be, in bytes; UINT64_MAX for no limit. */
uint64_t jail_data_limit(const struct launch *launch);

/* An open, unlinked file with the compiled filter for a launch, close-on-exec; the caller closes
 * it. It can be read once, so each start needs a new one. ERR_JAIL, and -1, in a build without
 * libseccomp; jail_make_line accepts the -1 if launch->unsafe is set. */
enum error jail_filter(const struct launch *launch, int *fd, struct message *message);

#endif
