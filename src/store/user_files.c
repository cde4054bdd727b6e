/* See user_files.h. Folders are created one by one from the top, so that the message can name the
 * one that failed. */
#include "store/user_files.h"

#include "base/folder.h"

#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ENTRY_SIZE = 16384 };

struct user_file_row {
    const char *what, *variable, *below_home, *below;
    bool is_folder;
};

static const struct user_file_row rows[] = {
    [USER_FILE_SETTINGS] = {"settings", "XDG_CONFIG_HOME", "/.config", "/broadside/settings",
                            false},
    [USER_FILE_HISTORY] = {"the history", "XDG_DATA_HOME", "/.local/share", "/broadside/history.db",
                           false},
    [USER_FILE_FLEETS] = {"past fleets", "XDG_DATA_HOME", "/.local/share", "/broadside/fleets",
                          false},
    [USER_FILE_TRAINING] = {"results of puzzles", "XDG_DATA_HOME", "/.local/share",
                            "/broadside/training", false},
    [USER_FILE_GAMES] = {"games", "XDG_STATE_HOME", "/.local/state", "/broadside/games", true},
};

static const char *absolute(const char *variable)
{
    const char *value = getenv(variable);

    return value && value[0] == '/' ? value : NULL;
}

/* The home in the password database, if the environment has none. */
static bool home_of_user(char home[USER_FILE_SIZE])
{
    struct passwd entry, *found = NULL;
    char *memory = malloc(ENTRY_SIZE); /* too large for a small stack */
    bool ok = memory && getpwuid_r(getuid(), &entry, memory, ENTRY_SIZE, &found) == 0 && found &&
              entry.pw_dir && entry.pw_dir[0] == '/' &&
              snprintf(home, USER_FILE_SIZE, "%s", entry.pw_dir) < USER_FILE_SIZE;

    free(memory);
    return ok;
}

enum error user_file_path(enum user_file file, char path[USER_FILE_SIZE], struct message *message)
{
    const struct user_file_row *row = &rows[file];
    const char *base = absolute(row->variable), *home = absolute("HOME"), *between = "";
    char found[USER_FILE_SIZE];

    if (!base) {
        if (!home && !home_of_user(found))
            return error_set(ERR_IO, message,
                             "cannot store %s: neither %s nor HOME is set to an absolute path",
                             row->what, row->variable);
        base = home ? home : found;
        between = row->below_home;
    }
    if (snprintf(path, USER_FILE_SIZE, "%s%s%s", base, between, row->below) >= USER_FILE_SIZE)
        return error_set(ERR_IO, message, "cannot store %s: the path is too long", row->what);
    return OK;
}

enum error user_file_prepare(enum user_file file, char path[USER_FILE_SIZE],
                             struct message *message)
{
    enum error error = user_file_path(file, path, message);

    for (char *at = path; !error && *at; at++) {
        if (*at != '/' || at == path)
            continue;
        *at = '\0';
        error = folder_make(path, 0700, message);
        *at = '/';
    }
    if (!error && rows[file].is_folder)
        error = folder_make(path, 0700, message);
    return error;
}
