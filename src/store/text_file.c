#define _XOPEN_SOURCE 700 /* realpath */
#include "store/text_file.h"

#include "base/outfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
