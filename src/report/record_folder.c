#include "report/record_folder.h"

#include "base/folder.h"
#include "base/outfile.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

static enum error make_path(const char *folder, const char *name, char path[PATH_SIZE],
                            struct message *message)
{
    if (strlen(folder) + RECORD_NAME_SIZE >= PATH_SIZE)
        return error_set(ERR_IO, message, "%s: %s", folder, strerror(ENAMETOOLONG));
    snprintf(path, PATH_SIZE, "%s/%s", folder, name);
    return OK;
}

enum error record_folder_open(const char *folder, const char *name, struct message *message)
{
    char path[PATH_SIZE];
    enum error error = make_path(folder, name, path, message);

    if (!error)
        error = folder_make(folder, 0777, message);
    return error ? error : outfile_probe(path, message);
}

enum error record_folder_write(const char *folder, const char *name, struct slice text,
                               struct message *message)
{
    char path[PATH_SIZE];
    struct outfile file;
    enum error error = make_path(folder, name, path, message);

    if (!error)
        error = outfile_open_next(&file, path, message);
    if (error)
        return error;
    outfile_write(&file, text.text, text.length);
    return outfile_commit(&file, message);
}

enum error record_folder_remove(const char *folder, const char *name, struct message *message)
{
    char path[PATH_SIZE];
    enum error error = make_path(folder, name, path, message);

    if (!error && unlink(path) != 0)
        error = error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
    return error;
}
