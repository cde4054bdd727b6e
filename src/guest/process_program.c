/* Whether the program of a guest can be started at all, found out before the fork, where a sentence
 * can still say which file is meant. What is not found here (a wrong format, a missing loader)
 * shows when the system refuses to start it. */
#define _GNU_SOURCE
#include "guest/process_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_LINE = 256, PLACE_SIZE = 4096 };

const char process_program_path[] = "/usr/local/bin:/usr/bin:/bin";

static bool is_program(const char *path)
{
    struct stat facts;

    return stat(path, &facts) == 0 && S_ISREG(facts.st_mode) && access(path, X_OK) == 0;
}

/* A name without a slash, in the folders of `search`. */
static bool search_for(struct slice name, const char *search, char *path, size_t size)
{
    struct slice rest = slice_of(search), folder;

    while (slice_cut(&rest, ':', &folder)) {
        int length = snprintf(path, size, "%.*s/%.*s", (int)folder.length, folder.text,
                              (int)name.length, name.text);

        if (folder.length > 0 && length > 0 && (size_t)length < size && is_program(path))
            return true;
    }
    return false;
}

static enum error check_interpreter(const char *shown, struct slice line, const char *search,
                                    struct message *message)
{
    struct slice rest = {line.text + 2, line.length - 2}, program, word;
    char place[PLACE_SIZE];

    if (!slice_word(&rest, &program))
        return error_set(ERR_IO, message, "%s: its first line, #!, names no program", shown);
    snprintf(place, sizeof place, "%.*s", (int)program.length, program.text);
    if (line.text[line.length - 1] == '\r')
        return error_set(
            ERR_IO, message,
            "%s: its first line ends with a carriage return, so that no program is found "
            "for it; save it with Unix line ends",
            shown);
    if (!is_program(place))
        return error_set(ERR_IO, message, "%s: its first line names %s, which is not there", shown,
                         slice_quote(program).text);
    if (slice_is(program, "/usr/bin/env") && slice_word(&rest, &word) && word.text[0] != '-' &&
        !memchr(word.text, '=', word.length) && !memchr(word.text, '/', word.length) &&
        !search_for(word, search, place, sizeof place))
        return error_set(ERR_IO, message, "%s: its first line asks for %s, which is not installed",
                         shown, slice_quote(word).text);
    return OK;
}

static enum error check_script(const char *path, const char *shown, const char *search,
                               struct message *message)
{
    char text[FIRST_LINE];
    struct slice rest = {text, 0}, line;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got;

    if (fd < 0)
        return OK; /* a program may be executable and not readable */
    got = read(fd, text, sizeof text);
    close(fd);
    if (got < 3 || text[0] != '#' || text[1] != '!')
        return OK;
    rest.length = (size_t)got;
    slice_cut(&rest, '\n', &line);
    return check_interpreter(shown, line, search, message);
}

/* A path with a slash, as it is seen from here, `path`; `shown` is the same for sentences. */
static enum error check_path(const char *path, const char *shown, struct message *message)
{
    struct stat facts;

    if (stat(path, &facts) != 0)
        return errno == ENOENT ? error_set(ERR_IO, message, "%s: there is no such file", shown)
                               : error_set(ERR_IO, message, "%s: %s", shown, strerror(errno));
    if (S_ISDIR(facts.st_mode))
        return error_set(ERR_IO, message, "%s is a folder and not a program", shown);
    if (!is_program(path))
        return error_set(ERR_IO, message, "%s is not executable; chmod +x makes it so", shown);
    return OK;
}

enum error process_program_find(const struct launch *launch, const char *search, char *path,
                                size_t size, struct message *message)
{
    const char *name = launch->argv[0];
    char shown[MESSAGE_SIZE];
    enum error error = OK;
    int length;

    if (!name || !*name)
        return error_set(ERR_IO, message, "there is no program to start");
    if (!strchr(name, '/')) {
        if (search_for(slice_of(name), search, path, size))
            return check_script(path, path, search, message);
        return error_set(ERR_IO, message, "%s: there is no such program in %s",
                         slice_quote(slice_of(name)).text, search);
    }
    length = name[0] == '/' ? snprintf(path, size, "%s", name)
                            : snprintf(path, size, "%s/%s", launch->folder, name);
    if (length < 0 || (size_t)length >= size)
        return error_set(ERR_IO, message, "%s: the path is too long",
                         slice_quote(slice_of(name)).text);
    text_printable(shown, sizeof shown, path); /* bot.json may name it as it likes */
    error = check_path(path, shown, message);
    return error ? error : check_script(path, shown, search, message);
}
