/* See outfile.h. The temporary file is next to the target, on the same file system, so the rename
 * is atomic. */
#include "base/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SUFFIX_SIZE = 64, ATTEMPTS = 100 };

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
        snprintf(file->temporary + length, SUFFIX_SIZE, ".%ld-%d.new", (long)getpid(), i);
        descriptor = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0 && errno != EEXIST)
            break;
    }
    return descriptor;
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

enum error outfile_open(struct outfile *file, const char *path, struct message *message)
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

enum error outfile_commit(struct outfile *file, struct message *message)
{
    bool beside = file->temporary[0] != '\0';
    bool written = fflush(file->stream) == 0 && !ferror(file->stream);
    enum error error = OK;

    if (written && beside)
        written = fsync(fileno(file->stream)) == 0;
    if (!written)
        error = failed(message, file->path, errno ? errno : EIO);
    if (fclose(file->stream) != 0 && !error)
        error = failed(message, file->path, errno);
    file->stream = NULL;
    if (!error && beside && rename(file->temporary, file->path) != 0)
        error = failed(message, file->path, errno);
    if (!error)
        file->temporary[0] = '\0';
    outfile_abandon(file);
    return error;
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
