/* A guest's command as seen from inside the jail.
 *
 * The jail contains /usr and the guest's folder, and nothing else. A command that names another
 * path would fail inside with a confusing message, so it is checked here, where all paths are
 * visible. Interpreters installed elsewhere (pyenv, nvm, /opt) are replaced by the system's
 * interpreter of the same name. */
#define _GNU_SOURCE 1
#include "base/path.h"
#include "guest/jail_internal.h"
#include "guest/runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char jail_search_path[] = "/usr/local/bin:/usr/bin:/bin";

bool jail_is_program(const char *path)
{
    struct stat facts;

    return stat(path, &facts) == 0 && S_ISREG(facts.st_mode) && access(path, X_OK) == 0;
}

bool jail_search(const char *path, const char *name, char found[PATH_MAX])
{
    struct slice rest = slice_of(path), part;

    while (slice_cut(&rest, ':', &part)) {
        struct writer writer;

        writer_init(&writer, found, PATH_MAX);
        writer_format(&writer, "%.*s/%s", (int)part.length, part.text, name);
        if (!writer.full && found[0] == '/' && jail_is_program(found))
            return true;
    }
    found[0] = '\0';
    return false;
}

/* The part of `path` below `folder`: `` or `/...`. NULL if it is elsewhere. */
static const char *below(const char *path, const char *folder)
{
    size_t length = strlen(folder);

    while (length > 1 && folder[length - 1] == '/')
        length--;
    if (strncmp(path, folder, length) != 0 || (path[length] != '\0' && path[length] != '/'))
        return NULL;
    return path + length;
}

/* Is this path, with all links resolved, visible in the jail under the same name? */
static bool is_visible(const struct launch *launch, const char *path)
{
    return below(path, "/usr") != NULL ||
           (launch->extra_file != NULL && strcmp(path, launch->extra_file) == 0);
}

/* `path`, relative to the folder, with all links resolved. False if there is no such file. */
static bool resolve(const struct launch *launch, const char *path, char *real)
{
    char joined[PATH_MAX];
    int length = snprintf(joined, sizeof joined, "%s%s%s", path[0] == '/' ? "" : launch->folder,
                          path[0] == '/' ? "" : "/", path);

    return length < (int)sizeof joined && realpath(joined, real) != NULL;
}

static enum error put(char *inside, size_t size, const char *start, const char *end,
                      struct message *message)
{
    if (snprintf(inside, size, "%s%s", start, end) >= (int)size)
        return error_set(ERR_FULL, message, "a word of the command is too long");
    return OK;
}

/* The system's program for a name without a slash, or for a path outside the folder and /usr. */
static enum error system_program(const struct launch *launch, const char *name, char *inside,
                                 size_t size, struct message *message)
{
    char found[PATH_MAX] = "", note[RUNTIME_NOTE];
    const char *path = getenv("PATH");

    if (jail_search(jail_search_path, path_base(name), found))
        return put(inside, size, found, "", message);
    if (strchr(name, '/') == NULL && resolve(launch, name, found))
        return error_set(ERR_IO, message,
                         "%s: no such program; for the one in the folder, write ./%s",
                         slice_quote(slice_of(name)).text, slice_quote(slice_of(name)).text);
    if (strchr(name, '/') != NULL || jail_search(path != NULL ? path : "", name, found))
        return error_set(ERR_IO, message,
                         "%s: guests see only their folder and /usr, and %s is not in /usr%s",
                         slice_quote(slice_of(found[0] != '\0' ? found : name)).text,
                         slice_quote(slice_of(path_base(name))).text, runtime_note(name, note));
    return error_set(ERR_IO, message, "%s: no such program%s", slice_quote(slice_of(name)).text,
                     runtime_note(name, note));
}

/* The program of a command. */
static enum error program_word(const struct launch *launch, const char *word, char *inside,
                               size_t size, struct message *message)
{
    char real[PATH_MAX], folder[PATH_MAX];
    const char *rest;

    if (strchr(word, '/') == NULL)
        return system_program(launch, word, inside, size, message);
    if (!resolve(launch, word, real) || realpath(launch->folder, folder) == NULL)
        return error_set(ERR_IO, message, "%s: %s", slice_quote(slice_of(word)).text,
                         strerror(errno));
    if ((rest = below(word, launch->folder)) != NULL && below(real, folder) != NULL)
        return put(inside, size, "/bot", rest, message);
    if ((rest = below(real, folder)) != NULL)
        return put(inside, size, "/bot", rest, message);
    if (is_visible(launch, real))
        return put(inside, size, word[0] == '/' && !below(word, launch->folder) ? word : real, "",
                   message);
    if (word[0] == '/' && below(word, launch->folder) == NULL)
        return system_program(launch, word, inside, size, message);
    return error_set(
        ERR_IO, message,
        "%s is a link to %s, outside the folder: guests see only their folder and /usr",
        slice_quote(slice_of(word)).text, slice_quote(slice_of(real)).text);
}

enum error jail_word(const struct launch *launch, int word, char *inside, size_t size,
                     struct message *message)
{
    const char *text = launch->argv[word], *rest;
    char folder[PATH_MAX];

    if (word == 0)
        return program_word(launch, text, inside, size, message);
    if (text[0] == '/' && (rest = below(text, launch->folder)) != NULL)
        return put(inside, size, "/bot", rest, message);
    if (text[0] == '/' && realpath(launch->folder, folder) != NULL &&
        (rest = below(text, folder)) != NULL)
        return put(inside, size, "/bot", rest, message);
    return put(inside, size, text, "", message);
}

/* The interpreter of a script must be visible inside, too. Otherwise the system reports `no such
 * file` and means the interpreter. */
static enum error check_script(const struct launch *launch, const char *path,
                               struct message *message)
{
    char head[256], real[PATH_MAX];
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ssize_t length = fd >= 0 ? read(fd, head, sizeof head - 1) : 0;
    struct slice rest, line, word;

    if (fd >= 0)
        close(fd);
    head[length > 0 ? length : 0] = '\0';
    if (strncmp(head, "#!", 2) != 0)
        return OK;
    rest = slice_of(head + 2);
    slice_cut(&rest, '\n', &line);
    if (!slice_word(&line, &word))
        return OK;
    head[word.text - head + (ptrdiff_t)word.length] = '\0';
    if (word.text[0] == '/' && realpath(word.text, real) != NULL && !is_visible(launch, real))
        return error_set(ERR_IO, message,
                         "%s names %s in its first line, but guests see only their folder and /usr",
                         slice_quote(slice_of(path)).text, slice_quote(word).text);
    return OK;
}

/* If the guest runs as a separate user, others need the permissions `needed`. */
static enum error check_mode(const char *path, mode_t needed, bool switches_user,
                             struct message *message)
{
    struct stat facts;

    if (stat(path, &facts) != 0)
        return error_set(ERR_IO, message, "%s: %s", slice_quote(slice_of(path)).text,
                         strerror(errno));
    if (switches_user && (facts.st_mode & needed) != needed)
        return error_set(ERR_IO, message,
                         "guests started by root run as another user, who may not read %s; try "
                         "chmod -R o+rX on its folder",
                         slice_quote(slice_of(path)).text);
    return OK;
}

/* Checks a file in the folder that the command names: the program, or a script. */
static enum error check_file(const struct launch *launch, int word, bool switches_user,
                             struct message *message)
{
    char real[PATH_MAX], folder[PATH_MAX];
    struct stat facts;
    const char *text = launch->argv[word];
    enum error error;

    if ((word == 0 && strchr(text, '/') == NULL) || !resolve(launch, text, real) ||
        realpath(launch->folder, folder) == NULL || below(real, folder) == NULL ||
        stat(real, &facts) != 0)
        return OK;
    if (word > 0)
        return check_mode(real, S_ISDIR(facts.st_mode) ? 05 : 04, switches_user, message);
    if (!S_ISREG(facts.st_mode))
        return error_set(ERR_IO, message, "%s is not a file", slice_quote(slice_of(text)).text);
    if ((facts.st_mode & 0111) == 0)
        return error_set(ERR_IO, message, "%s is not executable; try chmod +x",
                         slice_quote(slice_of(text)).text);
    if ((error = check_mode(real, 05, switches_user, message)) != OK)
        return error;
    return check_script(launch, real, message);
}

/* A guest must not see the whole disk or the user's home. */
static enum error check_folder(const struct launch *launch, bool switches_user,
                               struct message *message)
{
    char folder[PATH_MAX], home[PATH_MAX];
    const char *own = getenv("HOME");
    struct stat facts;

    if (launch->folder[0] != '/' || realpath(launch->folder, folder) == NULL ||
        stat(folder, &facts) != 0)
        return error_set(ERR_IO, message, "%s: %s", slice_quote(slice_of(launch->folder)).text,
                         launch->folder[0] != '/' ? "not an absolute path" : strerror(errno));
    if (!S_ISDIR(facts.st_mode))
        return error_set(ERR_IO, message, "%s is not a folder",
                         slice_quote(slice_of(launch->folder)).text);
    if (launch->only_file)
        return OK;
    if (strcmp(folder, "/") == 0 ||
        (own != NULL && own[0] == '/' && realpath(own, home) != NULL && below(home, folder)))
        return error_set(
            ERR_IO, message,
            "a guest would see all of %s, including your home; put the bot into a separate "
            "folder",
            slice_quote(slice_of(folder)).text);
    return check_mode(folder, 05, switches_user, message);
}

enum error jail_check_launch(const struct launch *launch, bool switches_user,
                             struct message *message)
{
    enum error error = check_folder(launch, switches_user, message);

    if (!error && launch->extra_file != NULL)
        error =
            check_mode(launch->extra_file, strcmp(launch->extra_file, launch->argv[0]) ? 04 : 05,
                       switches_user, message); /* a program, or a file */
    for (int i = 0; !error && i < LAUNCH_WORDS && launch->argv[i] != NULL; i++)
        error = check_file(launch, i, switches_user, message);
    return error;
}
