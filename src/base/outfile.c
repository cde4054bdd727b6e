/* See outfile.h. The temporary file is next to the target, on the same file system, so the rename
 * is atomic. It is locked, and its name has the number of the process that writes it: a file whose
 * process is gone, and which nobody locks, was left by a process that was killed. */
#include "base/outfile.h"

#include "base/folder.h"
#include "base/path.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SUFFIX_SIZE = 64, ATTEMPTS = 100 };

static const char ending[] = ".broadside.new";

static void clear(struct outfile *file)
{
    free(file->path);
    free(file->temporary);
    *file = (struct outfile){0};
}

static enum error failed(struct message *message, const char *path, int reason)
{
    return error_set(ERR_IO, message, "%s: %s", path, strerror(reason));
}

/* Creates a new file beside the target. Never overwrites an existing file. */
static int open_beside(struct outfile *file)
{
    size_t length = strlen(file->path);
    int descriptor = -1;

    memcpy(file->temporary, file->path, length);
    for (int i = 0; descriptor < 0 && i < ATTEMPTS; i++) {
        snprintf(file->temporary + length, SUFFIX_SIZE, ".%ld-%d%s", (long)getpid(), i, ending);
        descriptor = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0 && errno != EEXIST)
            break;
    }
    if (descriptor >= 0)
        flock(descriptor, LOCK_EX | LOCK_NB);
    return descriptor;
}

/* The process in the name of a temporary file, 0 if it is none. */
static pid_t writer_of(const char *name)
{
    size_t length = strlen(name), tail = strlen(ending);
    const char *dot;
    char *rest;
    long process;

    if (length <= tail || strcmp(name + length - tail, ending) != 0)
        return 0;
    for (dot = name + length - tail; dot > name && dot[-1] != '.'; dot--)
        ;
    if (!isdigit((unsigned char)*dot))
        return 0;
    process = strtol(dot, &rest, 10);
    if (*rest != '-' || process != (pid_t)process || strspn(rest + 1, "0123456789") == 0 ||
        rest + 1 + strspn(rest + 1, "0123456789") != name + length - tail)
        return 0;
    return (pid_t)process;
}

static bool is_abandoned(int folder, const char *name)
{
    pid_t writer = writer_of(name);
    int descriptor;
    bool is_free;

    if (writer <= 0 || kill(writer, 0) == 0 || errno != ESRCH)
        return false;
    /* The process may be on another machine, or in a container. */
    descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    is_free = flock(descriptor, LOCK_EX | LOCK_NB) == 0;
    close(descriptor);
    return is_free;
}

/* Removes what killed processes left beside the target. */
static void tidy(const struct outfile *file)
{
    const struct dirent *entry;
    DIR *directory;

    /* `temporary` has room for the folder, and no name yet. */
    if (!path_folder(file->path, file->temporary, strlen(file->path) + SUFFIX_SIZE) ||
        !(directory = opendir(file->temporary)))
        return;
    while ((entry = readdir(directory)) != NULL)
        if (is_abandoned(dirfd(directory), entry->d_name))
            unlinkat(dirfd(directory), entry->d_name, 0);
    closedir(directory);
}

static bool is_replaced(const char *path, mode_t *mode)
{
    struct stat status;

    if (lstat(path, &status) != 0) {
        *mode = 0;
        return true;
    }
    *mode = status.st_mode & 07777;
    return S_ISREG(status.st_mode);
}

static enum error open_file(struct outfile *file, const char *path, bool is_first,
                            struct message *message)
{
    size_t room = strlen(path) + SUFFIX_SIZE;
    bool beside;
    mode_t mode;
    int descriptor, reason;

    if (*path == '\0')
        return error_set(ERR_IO, message, "the file name is empty");
    *file = (struct outfile){.path = malloc(room), .temporary = malloc(room)};
    if (!file->path || !file->temporary) {
        clear(file);
        return error_set(ERR_MEMORY, message, "%s: out of memory", path);
    }
    snprintf(file->path, room, "%s", path);
    beside = is_replaced(path, &mode);
    if (is_first && beside)
        tidy(file);
    descriptor = beside ? open_beside(file) : open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    reason = errno;
    if (descriptor >= 0 && beside && mode && fchmod(descriptor, mode) != 0)
        mode = 0; /* not fatal: the file keeps its default mode */
    if (!beside)
        file->temporary[0] = '\0';
    file->stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (file->stream)
        return OK;
    if (descriptor >= 0) {
        reason = errno;
        close(descriptor);
        if (beside)
            unlink(file->temporary);
    }
    clear(file);
    return failed(message, path, reason);
}

enum error outfile_open(struct outfile *file, const char *path, struct message *message)
{
    return open_file(file, path, true, message);
}

enum error outfile_open_next(struct outfile *file, const char *path, struct message *message)
{
    return open_file(file, path, false, message);
}

void outfile_abandon(struct outfile *file)
{
    if (!file->path)
        return;
    if (file->stream)
        fclose(file->stream);
    if (file->temporary[0])
        unlink(file->temporary);
    clear(file);
}

void outfile_make_private(struct outfile *file)
{
    struct stat status;

    if (fstat(fileno(file->stream), &status) == 0 && S_ISREG(status.st_mode))
        fchmod(fileno(file->stream), S_IRUSR | S_IWUSR);
}

void outfile_write(struct outfile *file, const void *data, size_t size)
{
    if (fwrite(data, 1, size, file->stream) != size && !file->reason)
        file->reason = errno;
}

/* Returns 0 or errno. An error inside printf that does not occur again has no number: -1. */
static int flush(const struct outfile *file)
{
    if (file->reason)
        return file->reason;
    if (fflush(file->stream) != 0)
        return errno;
    return ferror(file->stream) ? -1 : 0;
}

enum error outfile_commit(struct outfile *file, struct message *message)
{
    bool beside = file->temporary[0] != '\0';
    int reason = flush(file);

    if (!reason && beside && fsync(fileno(file->stream)) != 0)
        reason = errno;
    if (fclose(file->stream) != 0 && !reason)
        reason = errno;
    file->stream = NULL;
    if (!reason && beside && rename(file->temporary, file->path) != 0)
        reason = errno;
    if (!reason && beside) {
        file->temporary[0] = '\0';
        reason = folder_sync(file->path);
    }
    if (reason < 0)
        message_set(message, "%s: an earlier write failed", file->path);
    else if (reason)
        failed(message, file->path, reason);
    outfile_abandon(file);
    return reason ? ERR_IO : OK;
}

static bool is_same_inode(const char *a, const char *b)
{
    struct stat first, second;

    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

bool outfile_is_same(const char *a, const char *b)
{
    char folder[2][PATH_MAX];

    if (is_same_inode(a, b))
        return true;
    /* A file that does not exist yet has a name in a folder. */
    return strcmp(path_base(a), path_base(b)) == 0 && path_folder(a, folder[0], sizeof folder[0]) &&
           path_folder(b, folder[1], sizeof folder[1]) && is_same_inode(folder[0], folder[1]);
}

enum error outfile_probe(const char *path, struct message *message)
{
    struct outfile file;
    enum error error;
    struct stat status;

    if (lstat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return OK; /* opening a pipe would block, and opening a link would truncate the file */
    error = outfile_open(&file, path, message);
    if (!error)
        outfile_abandon(&file);
    return error;
}
