/* See beneath.h. openat2 does it in the kernel; without it, every part of the path is opened by
 * itself, and none may be a link. */
#define _GNU_SOURCE
#include "guest/beneath.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PART = 256 };

#ifndef SYS_openat2
#define SYS_openat2 437 /* on all machines */
#endif

/* struct open_how of linux/openat2.h, which older systems lack. */
struct how {
    uint64_t flags, mode, resolve;
};
enum { NO_MAGIC_LINKS = 0x02, BENEATH = 0x08 };

/* Opens one part of a path; the folder is closed unless it is `keep`. */
static int step_into(int folder, int keep, struct slice part, int flags)
{
    char name[PART];
    int next = -1, reason;

    if (part.length >= sizeof name || slice_is(part, "..")) {
        errno = part.length >= sizeof name ? ENAMETOOLONG : EXDEV;
    } else {
        snprintf(name, sizeof name, "%.*s", (int)part.length, part.text);
        next = openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC);
    }
    reason = errno;
    if (folder != keep)
        close(folder);
    errno = reason;
    return next;
}

static int open_parts(int folder, const char *path, int flags)
{
    struct slice rest = slice_of(path), part, last = {".", 1};
    int current = folder;

    if (path[0] == '/') {
        errno = EXDEV;
        return -1;
    }
    while (current >= 0 && slice_cut(&rest, '/', &part)) {
        if (part.length == 0 || slice_is(part, "."))
            continue;
        current = step_into(current, folder, last, O_PATH | O_DIRECTORY);
        last = part;
    }
    return current < 0 ? -1 : step_into(current, folder, last, flags);
}

int beneath_open(int folder, const char *path, int flags)
{
    struct how how = {.flags = (uint64_t)(unsigned)flags | O_CLOEXEC,
                      .resolve = BENEATH | NO_MAGIC_LINKS};
    int fd = (int)syscall(SYS_openat2, folder, path, &how, sizeof how);

    if (fd >= 0 || (errno != ENOSYS && errno != EPERM && errno != EAGAIN))
        return fd;
    return open_parts(folder, path, flags);
}

bool beneath_stat(int folder, const char *path, struct stat *facts)
{
    int fd = beneath_open(folder, path, O_PATH), reason;
    bool found = fd >= 0 && fstat(fd, facts) == 0;

    reason = errno;
    if (fd >= 0)
        close(fd);
    errno = reason;
    return found;
}
