#include "base/path.h"

#include <string.h>

const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

bool path_folder(const char *path, char *folder, size_t size)
{
    const char *slash = strrchr(path, '/');
    size_t length = 1;

    if (!slash)
        path = ".";
    else if (slash > path)
        length = (size_t)(slash - path);
    if (length >= size)
        return false;
    memcpy(folder, path, length);
    folder[length] = '\0';
    return true;
}

bool path_is_below(const char *path, const char *folder)
{
    size_t length = strlen(folder);

    while (length > 0 && folder[length - 1] == '/')
        length--;
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}
