#define _XOPEN_SOURCE 700 /* realpath */
#include "arena/entry.h"

#include "base/path.h"
#include "base/text.h"
#include "guest/guest.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

/* The absolute path of what is no longer there, to be freed; NULL if its folder is missing too. */
static char *missing_path(const char *spec)
{
    char folder[PATH_SIZE], copy[PATH_SIZE], *real, *path = NULL;
    size_t length = strlen(spec);

    while (length > 1 && spec[length - 1] == '/')
        length--;
    if (length >= sizeof copy)
        return NULL;
    memcpy(copy, spec, length);
    copy[length] = '\0';
    real = path_folder(copy, folder, sizeof folder) ? realpath(folder, NULL) : NULL;
    if (real) {
        size_t size = strlen(real) + length + 2;

        path = malloc(size);
        if (path)
            snprintf(path, size, "%s/%s", strcmp(real, "/") == 0 ? "" : real, path_base(copy));
    }
    free(real);
    return path;
}

/* The absolute path of a guest, to be freed; NULL for other bots and for command lines. */
static char *absolute_path(const char *spec)
{
    char *path;

    if (!guest_is_spec(spec) || text_starts_with(spec, "cmd:"))
        return NULL;
    path = realpath(spec, NULL);
    return path || errno != ENOENT ? path : missing_path(spec);
}

/* Paths are stored absolute, so that a tournament can be resumed from any folder. */
static enum error add_bot(struct contest *contest, const char *spec, struct message *message)
{
    char *path = absolute_path(spec);
    const char *full = path ? path : spec;
    struct entrant *entrant;
    enum error error = OK;

    if (strlen(full) >= ENTRANT_SPEC)
        error = error_set(ERR_RANGE, message, "'%s' is too long for the name of a bot",
                          slice_quote(slice_of(spec)).text);
    if (!error)
        error = contest_add_entrant(contest, &entrant, message);
    if (!error)
        memcpy(entrant->spec, full, strlen(full));
    free(path);
    return error;
}

static bool is_directory(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Every folder counts, so that one without bot.json is reported rather than skipped. */
static bool is_bot_file(const char *path)
{
    return is_directory(path) || text_ends_with(path, ".so") || text_ends_with(path, ".jar") ||
           access(path, X_OK) == 0;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* What a folder of submissions contains may come from strangers. Through a link they could play
 * somebody else's bot, from outside the folder or from inside; only a hidden target is nobody's. */
static enum error check_link(const char *folder, const char *path, struct message *message)
{
    char *real_folder = realpath(folder, NULL), *real = realpath(path, NULL);
    struct stat status;
    enum error error = OK;

    if (real_folder && real && !path_is_below(real, real_folder))
        error = error_set(ERR_IO, message,
                          "'%s' is a link out of the folder; if you want this bot to play, name it "
                          "on the command line",
                          path);
    else if (real_folder && real && lstat(path, &status) == 0 && S_ISLNK(status.st_mode) &&
             real[strlen(real_folder)] == '/' && real[strlen(real_folder) + 1] != '.')
        error = error_set(ERR_IO, message,
                          "'%s' is a link to '%s' in the same folder, so it would play another "
                          "entry's bot; remove it",
                          path, real + strlen(real_folder) + 1);
    free(real_folder);
    free(real);
    return error;
}

static enum error add_folder(struct contest *contest, const char *folder, struct message *message)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_visible, by_name), before = contest->entrants_count;
    enum error error = OK;

    if (count < 0)
        return error_set(ERR_IO, message, "cannot read '%s': %s", folder, strerror(errno));
    for (int i = 0; i < count; i++) {
        char path[PATH_SIZE];

        if (!error &&
            snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name) < (int)sizeof path &&
            is_bot_file(path)) {
            error = check_link(folder, path, message);
            if (!error)
                error = add_bot(contest, path, message);
        }
        free(entries[i]);
    }
    free(entries);
    if (!error && contest->entrants_count == before)
        error = error_set(ERR_UNKNOWN, message,
                          "no bots in '%s': expected folders with bot.json, programs, plugins or "
                          "jars",
                          folder);
    return error;
}

static bool has_manifest(const char *folder)
{
    char path[PATH_SIZE];

    return snprintf(path, sizeof path, "%s/bot.json", folder) < (int)sizeof path &&
           access(path, F_OK) == 0;
}

static bool is_built_in(const char *spec)
{
    struct bot *bot = NULL;
    bool is_known = bot_new(spec, &bot, NULL) == OK;

    bot_free(bot);
    return is_known;
}

bool entry_is_folder(const char *spec)
{
    return is_directory(spec) && !has_manifest(spec) && !is_built_in(spec);
}

enum error entry_add(struct contest *contest, const char *spec, struct message *message)
{
    return entry_is_folder(spec) ? add_folder(contest, spec, message)
                                 : add_bot(contest, spec, message);
}

int entry_find_spec(const struct contest *contest, const char *spec)
{
    int gone = -1;

    for (int i = 0; i < contest->entrants_count; i++)
        if (strcmp(contest->entrants[i].spec, spec) == 0) {
            if (!contest->entrants[i].is_gone)
                return i;
            gone = i;
        }
    return gone;
}

static bool is_called(const struct entrant *entrant, const char *word)
{
    return strcmp(entrant->id, word) == 0 || strcmp(entrant->name, word) == 0;
}

static bool has_spec(const struct entrant *entrant, const char *spec)
{
    return strcmp(entrant->spec, spec) == 0;
}

/* Counts the entrants that fit and writes them as a list. The first is `*index`. */
static int list_fitting(const struct contest *contest, const char *word,
                        bool (*fits)(const struct entrant *entrant, const char *word), int *index,
                        struct writer *list)
{
    int found = 0;

    for (int i = 0; i < contest->entrants_count; i++) {
        const struct entrant *entrant = &contest->entrants[i];

        if (entrant->is_gone || !fits(entrant, word))
            continue;
        if (found++ == 0)
            *index = i;
        writer_format(list, "%s%s (%s)", found > 1 ? " or " : "", entrant_label(entrant).text,
                      entrant->spec);
    }
    return found;
}

enum error entry_find(const struct contest *contest, const char *word, int *index,
                      struct message *message)
{
    char *path = absolute_path(word), names[MESSAGE_SIZE / 2];
    struct writer list;
    int found;

    writer_init(&list, names, sizeof names);
    found = list_fitting(contest, word, is_called, index, &list);
    if (found == 0)
        found = list_fitting(contest, path ? path : word, has_spec, index, &list);
    free(path);
    if (found == 1)
        return OK;
    if (found > 1)
        return error_set(ERR_UNKNOWN, message,
                         "'%s' could be %s; use a name or path that only one has",
                         slice_quote(slice_of(word)).text, names);
    return error_set(ERR_UNKNOWN, message, "tournament %" PRId64 " has no bot '%s'", contest->id,
                     slice_quote(slice_of(word)).text);
}
