#define _XOPEN_SOURCE 700 /* realpath */
#include "store/text_file.h"

#include "base/outfile.h"
#include "store/user_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum error text_file_read(const char *path, struct buffer *buffer, struct message *message)
{
    struct stat status;

    if (stat(path, &status) != 0) {
        if (errno == ENOENT || errno == ENOTDIR)
            return buffer_put(buffer, "") == OK
                       ? OK
                       : error_set(ERR_MEMORY, message, "%s: out of memory", path);
        return error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
    }
    if (!S_ISREG(status.st_mode))
        return error_set(ERR_IO, message, "%s: not a regular file", path);
    return buffer_read_file(buffer, path, message);
}

enum error text_file_replace(const char *path, const struct buffer *text, struct message *message)
{
    char *target = realpath(path, NULL);
    struct outfile file;
    enum error error = outfile_open(&file, target ? target : path, message);

    free(target);
    if (error)
        return error;
    if (fchmod(fileno(file.stream), 0600) != 0) {
        error = error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
        outfile_abandon(&file);
        return error;
    }
    outfile_write(&file, text->data, text->length);
    return outfile_commit(&file, message);
}

int text_file_lock(const char *path)
{
    char folder[USER_FILE_SIZE];
    int lock;

    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock >= 0)
        flock(lock, LOCK_EX);
    return lock;
}

void text_file_unlock(int lock)
{
    if (lock >= 0)
        close(lock);
}
