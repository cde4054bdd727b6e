/* See run_folder.h. */
#define _GNU_SOURCE
#include "guest/run_folder.h"

#include "base/path.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { MAX_DEPTH = 64, MAX_PASSES = 10000, TRIES = 8 };

static const char prefix[] = "broadside-run-";
static const char lock_name[] = "lock";

static struct {
    pthread_mutex_t mutex;
    char path[PATH_MAX];
    pid_t owner; /* a forked child has no folder yet */
    int lock;
} run = {.mutex = PTHREAD_MUTEX_INITIALIZER, .lock = -1};

bool run_folder_is_name(const char *name)
{
    return text_starts_with(name, prefix);
}

/* --- removing ----------------------------------------------------------------------------------*/

/* A build step may nest folders as deep as it likes. Those that are too deep for the open
 * descriptors are moved to the top and removed by another pass. */
struct removal {
    int top;
    unsigned moved;
};

static void move_to_top(struct removal *removal, int parent, const char *name)
{
    char target[32];

    snprintf(target, sizeof target, "deep-%u", removal->moved++);
    renameat(parent, name, removal->top, target);
}

static void remove_deep(struct removal *removal, int parent, const char *name, int depth)
{
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const struct dirent *entry;
    DIR *folder;

    if (fd < 0 && errno == EACCES && fchmodat(parent, name, 0700, 0) == 0)
        fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) {
        unlinkat(parent, name, 0);
        return;
    }
    fchmod(fd, 0700); /* otherwise nothing in it can be removed */
    if (depth == 0)
        removal->top = fd;
    folder = depth < MAX_DEPTH ? fdopendir(fd) : NULL;
    if (!folder) {
        close(fd);
        if (depth > 0)
            move_to_top(removal, parent, name);
        return;
    }
    while ((entry = readdir(folder)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            unlinkat(fd, entry->d_name, 0) != 0)
            remove_deep(removal, fd, entry->d_name, depth + 1);
    closedir(folder);
    unlinkat(parent, name, AT_REMOVEDIR);
}

void run_folder_remove(int parent, const char *name)
{
    struct removal removal = {.moved = 0};
    unsigned before, pass = 0;

    do {
        before = removal.moved;
        removal.top = parent;
        remove_deep(&removal, parent, name, 0);
    } while (removal.moved > before && ++pass < MAX_PASSES);
}

/* Removes a folder whose process has ended. One that has no lock file yet is just being created. */
static void remove_left_over(int parent, const char *name)
{
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), lock;
    struct stat facts;

    if (fd < 0)
        return;
    lock = openat(fd, lock_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (lock >= 0 && fstat(fd, &facts) == 0 && facts.st_uid == geteuid() &&
        flock(lock, LOCK_EX | LOCK_NB) == 0)
        run_folder_remove(parent, name);
    if (lock >= 0)
        close(lock);
    close(fd);
}

static void remove_left_overs(const char *parent)
{
    DIR *folder = opendir(parent);
    const struct dirent *entry;

    if (!folder)
        return;
    while ((entry = readdir(folder)))
        if (run_folder_is_name(entry->d_name))
            remove_left_over(dirfd(folder), entry->d_name);
    closedir(folder);
}

static void remove_own(void)
{
    if (run.owner == getpid())
        run_folder_remove(AT_FDCWD, run.path);
}

/* --- creating ----------------------------------------------------------------------------------*/

/* Locks the new folder. False if another process has taken it for a left-over in between. */
static bool lock_folder(void)
{
    char path[PATH_MAX + sizeof lock_name + 1];
    struct stat facts;

    snprintf(path, sizeof path, "%s/%s", run.path, lock_name);
    run.lock = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (run.lock >= 0 && flock(run.lock, LOCK_EX | LOCK_NB) == 0 && fstat(run.lock, &facts) == 0 &&
        facts.st_nlink > 0)
        return true;
    if (run.lock >= 0)
        close(run.lock);
    run.lock = -1;
    return false;
}

/* Creates the folder below `parent`. If not, errno says why. Copies of programs must be executable,
 * which some systems forbid in /tmp. */
static bool create_below(const char *parent)
{
    char real[PATH_MAX];
    struct statvfs facts;

    if (!parent || !*parent || !realpath(parent, real) || statvfs(real, &facts) != 0)
        return false;
    if (facts.f_flag & ST_NOEXEC) {
        errno = EPERM;
        return false;
    }
    remove_left_overs(real);
    for (int i = 0; i < TRIES; i++) {
        if (snprintf(run.path, sizeof run.path, "%s/%sXXXXXX", real, prefix) >=
            (int)sizeof run.path) {
            errno = ENAMETOOLONG;
            return false;
        }
        if (!mkdtemp(run.path))
            return false;
        if (lock_folder())
            return true;
    }
    return false;
}

static enum error create(struct message *message)
{
    static bool is_registered;

    if (run.lock >= 0) /* of the parent process, or of a folder that somebody removed */
        close(run.lock);
    run.lock = -1;
    run.owner = 0;
    if (!create_below(getenv("TMPDIR")) && !create_below("/tmp") && !create_below("/var/tmp"))
        return error_set(ERR_JAIL, message,
                         "cannot create a folder for temporary files in TMPDIR, /tmp or /var/tmp: "
                         "%s",
                         errno == EPERM ? "programs may not be executed there" : strerror(errno));
    run.owner = getpid();
    if (!is_registered)
        is_registered = atexit(remove_own) == 0;
    return OK;
}

bool run_folder_is_below(const char *folder)
{
    bool is_below;

    pthread_mutex_lock(&run.mutex);
    is_below = run.owner == getpid() && path_is_below(run.path, folder);
    pthread_mutex_unlock(&run.mutex);
    return is_below;
}

enum error run_folder_new(char path[PATH_MAX], struct message *message)
{
    enum error error = OK;

    pthread_mutex_lock(&run.mutex);
    if (run.owner != getpid() || access(run.path, F_OK) != 0)
        error = create(message);
    if (!error && (snprintf(path, PATH_MAX, "%s/XXXXXX", run.path) >= PATH_MAX || !mkdtemp(path)))
        error = error_set(ERR_JAIL, message, "cannot create a folder in %s: %s", run.path,
                          strerror(errno));
    pthread_mutex_unlock(&run.mutex);
    return error;
}
