/* A guest's command as it is seen from the inside.
 *
 * The jail shows /usr and the guest's folder, and nothing else. A command that names something else
 * would fail inside with a message that nobody understands, so it is judged here, where all paths
 * can still be seen. Interpreters that a person keeps elsewhere (pyenv, nvm, /opt) are replaced by
 * the system's of the same name. */
#define _GNU_SOURCE 1
#include "guest/jail_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char jail_search_path[] = "/usr/local/bin:/usr/bin:/bin";

static bool is_program(const char *path)
{
    struct stat facts;

    return stat(path, &facts) == 0 && S_ISREG(facts.st_mode) && access(path, X_OK) == 0;
}

bool jail_search(const char *path, const char *name, char *found)
{
    struct slice rest = slice_of(path), part;

    while (slice_cut(&rest, ':', &part)) {
        struct writer writer;

        writer_init(&writer, found, PATH_MAX);
        writer_format(&writer, "%.*s/%s", (int)part.length, part.text, name);
        if (!writer.full && found[0] == '/' && is_program(found))
            return true;
    }
    found[0] = '\0';
    return false;
}

/* What is left of `path` below `folder`: `` or `/...`; NULL when it lies elsewhere. */
static const char *below(const char *path, const char *folder)
{
    size_t length = strlen(folder);

    while (length > 1 && folder[length - 1] == '/')
        length--;
    if (strncmp(path, folder, length) != 0 || (path[length] != '\0' && path[length] != '/'))
        return NULL;
    return path + length;
}

/* Is this, with all links followed, something that the jail shows at the same path? */
static bool is_shown(const struct launch *launch, const char *path)
{
    return below(path, "/usr") != NULL ||
           (launch->reader != NULL && strcmp(path, launch->reader) == 0);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

/* `path` from the folder, without links; false when there is no such file. */
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

/* A program by a name without a slash, or by a path outside of folder and system: the system's. */
static enum error system_program(const struct launch *launch, const char *name, char *inside,
                                 size_t size, struct message *message)
{
    char found[PATH_MAX];
    const char *path = getenv("PATH");

    if (jail_search(jail_search_path, base_name(name), found))
        return put(inside, size, found, "", message);
    if (strchr(name, '/') == NULL && resolve(launch, name, found))
        return error_set(ERR_IO, message,
                         "%s: there is no such program; for that of the folder write ./%s",
                         slice_quote(slice_of(name)).text, slice_quote(slice_of(name)).text);
    if (strchr(name, '/') != NULL || jail_search(path != NULL ? path : "", name, found))
        return error_set(ERR_IO, message,
                         "%s: guests see only their folder and /usr, and there is no %s in /usr",
                         slice_quote(slice_of(found[0] != '\0' ? found : name)).text,
                         slice_quote(slice_of(base_name(name))).text);
    return error_set(ERR_IO, message, "%s: there is no such program",
                     slice_quote(slice_of(name)).text);
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
    if (is_shown(launch, real))
        return put(inside, size, word[0] == '/' && !below(word, launch->folder) ? word : real, "",
                   message);
    if (word[0] == '/' && below(word, launch->folder) == NULL)
        return system_program(launch, word, inside, size, message);
    return error_set(ERR_IO, message,
                     "%s leads to %s, outside of the folder: guests see only their folder and /usr",
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

/* The interpreter that a script asks for must be seen inside too; the system would only say that
 * there is `no such file`, and mean the interpreter. */
static enum error judge_script(const struct launch *launch, const char *path,
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
    if (word.text[0] == '/' && realpath(word.text, real) != NULL && !is_shown(launch, real))
        return error_set(ERR_IO, message,
                         "%s asks for %s in its first line: guests see only their folder and /usr",
                         slice_quote(slice_of(path)).text, slice_quote(word).text);
    return OK;
}

/* Others must be able to read what is `needed` of a file, if the guest is a user of its own. */
static enum error judge_mode(const char *path, mode_t needed, bool switches_user,
                             struct message *message)
{
    struct stat facts;

    if (stat(path, &facts) != 0)
        return error_set(ERR_IO, message, "%s: %s", slice_quote(slice_of(path)).text,
                         strerror(errno));
    if (switches_user && (facts.st_mode & needed) != needed)
        return error_set(ERR_IO, message,
                         "guests of root run as another user, who may not read %s; "
                         "chmod -R o+rX on its folder mends that",
                         slice_quote(slice_of(path)).text);
    return OK;
}

/* A file of the folder that the command names: the program, a script for an interpreter. */
static enum error judge_file(const struct launch *launch, int word, bool switches_user,
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
        return judge_mode(real, S_ISDIR(facts.st_mode) ? 05 : 04, switches_user, message);
    if (!S_ISREG(facts.st_mode))
        return error_set(ERR_IO, message, "%s is not a file", slice_quote(slice_of(text)).text);
    if ((facts.st_mode & 0111) == 0)
        return error_set(ERR_IO, message, "%s is not executable; chmod +x mends that",
                         slice_quote(slice_of(text)).text);
    if ((error = judge_mode(real, 05, switches_user, message)) != OK)
        return error;
    return judge_script(launch, real, message);
}

/* A folder with everything in it is no folder of a guest. */
static enum error judge_folder(const struct launch *launch, bool switches_user,
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
    if (strcmp(folder, "/") == 0 ||
        (own != NULL && own[0] == '/' && realpath(own, home) != NULL && below(home, folder)))
        return error_set(ERR_IO, message,
                         "a guest would see all of %s, your home with it: "
                         "put the bot into a folder of its own",
                         slice_quote(slice_of(folder)).text);
    return judge_mode(folder, 05, switches_user, message);
}

enum error jail_check_launch(const struct launch *launch, bool switches_user,
                             struct message *message)
{
    enum error error = judge_folder(launch, switches_user, message);

    if (!error && launch->reader != NULL)
        error = judge_mode(launch->reader, strcmp(launch->reader, launch->argv[0]) ? 04 : 05,
                           switches_user, message); /* a program, or a file for one */
    for (int i = 0; !error && i < LAUNCH_WORDS && launch->argv[i] != NULL; i++)
        error = judge_file(launch, i, switches_user, message);
    return error;
}
