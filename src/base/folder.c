#include "base/folder.h"

#include "base/path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_unsupported(int reason)
{
    return reason == EINVAL || reason == ENOTSUP || reason == ENOSYS || reason == EROFS ||
           reason == EACCES || reason == EPERM;
}

int folder_sync(const char *path)
{
    size_t size = strlen(path) + 2, length = size - 2;
    char *copy = malloc(2 * size), *folder;
    int descriptor = -1, reason = 0;

    if (!copy)
        return ENOMEM;
    folder = copy + size;
    while (length > 1 && path[length - 1] == '/')
        length--; /* "reports/" is in "." */
    memcpy(copy, path, length);
    copy[length] = '\0';
    if (path_folder(copy, folder, size))
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0 || fsync(descriptor) != 0)
        reason = errno;
    if (descriptor >= 0)
        close(descriptor);
    free(copy);
    return is_unsupported(reason) ? 0 : reason;
}

enum error folder_make(const char *path, mode_t mode, struct message *message)
{
    struct stat status;
    int reason;

    if (mkdir(path, mode) == 0) {
        reason = folder_sync(path);
        if (!reason)
            return OK;
        rmdir(path); /* the next attempt starts from the beginning */
    } else {
        reason = errno;
        if (stat(path, &status) != 0)
            reason = reason == EEXIST ? errno : reason;
        else if (S_ISDIR(status.st_mode))
            return OK;
    }
    return error_set(ERR_IO, message, "cannot create the folder %s: %s", path,
                     reason == EEXIST ? "a file is in the way" : strerror(reason));
}
