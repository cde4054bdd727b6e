/* See places.h. Folders are made one by one from the top, so that a sentence can name the one that
 * could not be made. */
#include "store/places.h"

#include <errno.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ENTRY_SIZE = 16384 };

struct row {
    const char *what, *variable, *below_home, *below;
    bool is_folder;
};

static const struct row rows[] = {
    [PLACE_SETTINGS] = {"settings", "XDG_CONFIG_HOME", "/.config", "/broadside/settings", false},
    [PLACE_HISTORY] = {"the history", "XDG_DATA_HOME", "/.local/share", "/broadside/history.db",
                       false},
    [PLACE_GAMES] = {"games", "XDG_STATE_HOME", "/.local/state", "/broadside/games", true},
};

static const char *absolute(const char *variable)
{
    const char *value = getenv(variable);

    return value && value[0] == '/' ? value : NULL;
}

/* The home of the password database, for those whose environment has none. */
static bool home_of_user(char home[PLACE_SIZE])
{
    struct passwd entry, *found = NULL;
    char memory[ENTRY_SIZE];

    if (getpwuid_r(getuid(), &entry, memory, sizeof memory, &found) != 0 || !found)
        return false;
    if (!entry.pw_dir || entry.pw_dir[0] != '/')
        return false;
    return snprintf(home, PLACE_SIZE, "%s", entry.pw_dir) < PLACE_SIZE;
}

enum error place_name(enum place place, char path[PLACE_SIZE], struct message *message)
{
    const struct row *row = &rows[place];
    const char *base = absolute(row->variable), *home = absolute("HOME"), *between = "";
    char found[PLACE_SIZE];

    if (!base) {
        if (!home && !home_of_user(found))
            return error_set(ERR_IO, message,
                             "there is no place to keep %s: neither %s nor HOME names a folder",
                             row->what, row->variable);
        base = home ? home : found;
        between = row->below_home;
    }
    if (snprintf(path, PLACE_SIZE, "%s%s%s", base, between, row->below) >= PLACE_SIZE)
        return error_set(ERR_IO, message, "the path of the place to keep %s is too long",
                         row->what);
    return OK;
}

/* One folder. What exists already is not looked at but for being a folder. */
static enum error make_folder(const char *path, struct message *message)
{
    struct stat status;
    int reason;

    if (mkdir(path, 0700) == 0)
        return OK;
    reason = errno;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return OK;
    return error_set(ERR_IO, message, "the folder %s cannot be made: %s", path,
                     reason == EEXIST ? "a file is in the way" : strerror(reason));
}

enum error place_find(enum place place, char path[PLACE_SIZE], struct message *message)
{
    enum error error = place_name(place, path, message);

    for (char *at = path; !error && *at; at++) {
        if (*at != '/' || at == path)
            continue;
        *at = '\0';
        error = make_folder(path, message);
        *at = '/';
    }
    if (!error && rows[place].is_folder)
        error = make_folder(path, message);
    return error;
}
