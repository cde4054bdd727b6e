#include "report/picture.h"

#include "base/path.h"
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool picture_available(void)
{
#ifdef HAVE_CAIRO
    return true;
#else
    return false;
#endif
}

bool picture_animation_available(void)
{
#if defined HAVE_CAIRO && defined HAVE_GIFLIB
    return true;
#else
    return false;
#endif
}

static bool ends_with(const char *path, const char *extension)
{
    size_t length = strlen(path), tail = strlen(extension);

    return length > tail && slice_is_nocase(slice_of(path + length - tail), extension);
}

/* Checks that the folder of this path is writable and that the path is not a folder. */
static enum error folder_check(const char *path, struct message *message)
{
    char folder[4096];
    struct stat state;

    if (!path_folder(path, folder, sizeof folder))
        return error_set(ERR_IO, message, "%s: %s", path, strerror(ENAMETOOLONG));
    if (access(folder, W_OK | X_OK) != 0)
        return error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
    if (stat(path, &state) == 0 && S_ISDIR(state.st_mode))
        return error_set(ERR_IO, message, "%s: %s", path, strerror(EISDIR));
    return OK;
}

enum error picture_check(const char *path, struct message *message)
{
    if (!picture_available())
        return error_set(ERR_MISSING, message,
                         "this program was built without pictures; install libcairo2-dev and "
                         "fonts-dejavu-core and build again");
    if (!ends_with(path, ".svg") && !ends_with(path, ".png") && !ends_with(path, ".pdf"))
        return error_set(ERR_SYNTAX, message,
                         "%s: the name of a picture must end in .svg, .png or .pdf", path);
    return folder_check(path, message);
}

enum error picture_animation_check(const char *path, struct message *message)
{
    if (!picture_animation_available())
        return error_set(ERR_MISSING, message,
                         "this program was built without animations; install libcairo2-dev, "
                         "libgif-dev and fonts-dejavu-core and build again");
    if (!ends_with(path, ".gif"))
        return error_set(ERR_SYNTAX, message, "%s: the name of an animation must end in .gif",
                         path);
    return folder_check(path, message);
}
