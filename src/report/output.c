/* The name of the temporary holds the process and is never one that exists, so that two runs that
 * write the same picture do not write into each other's. */
#include "report/output.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ATTEMPTS = 100, SUFFIX_SIZE = 40 };

static void release(struct output *output)
{
    free(output->path);
    free(output->temporary);
    *output = (struct output){0};
}

/* Opens the first temporary that does not exist yet; -1 with errno set. */
static int open_temporary(struct output *output)
{
    size_t size = strlen(output->path) + SUFFIX_SIZE;
    int file = -1;

    for (int i = 0; i < ATTEMPTS; i++) {
        snprintf(output->temporary, size, "%s.%ld-%d.new", output->path, (long)getpid(), i);
        file = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                    S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH);
        if (file >= 0 || errno != EEXIST)
            break;
    }
    return file;
}

enum error output_open(struct output *output, const char *path, struct message *message)
{
    size_t length = strlen(path);
    int file;

    *output =
        (struct output){.path = malloc(length + 1), .temporary = malloc(length + SUFFIX_SIZE)};
    if (!output->path || !output->temporary) {
        release(output);
        return refuse(ERR_MEMORY, message, "%s: no memory left", path);
    }
    memcpy(output->path, path, length + 1);
    file = open_temporary(output);
    output->file = file < 0 ? NULL : fdopen(file, "wb");
    if (!output->file) {
        int cause = errno;

        if (file >= 0) {
            close(file);
            unlink(output->temporary);
        }
        release(output);
        return refuse(ERR_IO, message, "%s: %s", path, strerror(cause));
    }
    return OK;
}

enum error output_commit(struct output *output, struct message *message)
{
    enum error error = OK;
    bool failed;

    assert(output->file);
    errno = 0;
    failed = ferror(output->file) != 0;
    failed = fclose(output->file) != 0 || failed;
    if (failed || rename(output->temporary, output->path) != 0) {
        error = refuse(ERR_IO, message, "%s: %s", output->path,
                       errno ? strerror(errno) : "it could not be written whole");
        unlink(output->temporary);
    }
    release(output);
    return error;
}

void output_abandon(struct output *output)
{
    if (output->file) {
        fclose(output->file);
        unlink(output->temporary);
    }
    release(output);
}
