/* Checks before the fork whether the program of a guest can be started, so that the message can
 * name the file. Other problems (a wrong format, a missing loader) show up when exec fails. */
#define _GNU_SOURCE
#include "guest/jail_internal.h"
#include "guest/process_internal.h"
#include "guest/runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_LINE = 256 };

static enum error check_interpreter(const char *shown, struct slice line, const char *search,
                                    struct message *message)
{
    struct slice rest = {line.text + 2, line.length - 2}, program, word;
    char path[PATH_MAX], name[FIRST_LINE], note[RUNTIME_NOTE];

    if (!slice_word(&rest, &program))
        return error_set(ERR_IO, message, "%s: its first line, #!, does not name a program", shown);
    snprintf(path, sizeof path, "%.*s", (int)program.length, program.text);
    if (line.text[line.length - 1] == '\r')
        return error_set(
            ERR_IO, message,
            "%s: its first line ends with a carriage return, so its interpreter is not found; save "
            "it with Unix line ends",
            shown);
    if (!jail_is_program(path))
        return error_set(ERR_IO, message, "%s: its first line names %s, which does not exist%s",
                         shown, slice_quote(program).text, runtime_note(path, note));
    if (!slice_is(program, "/usr/bin/env") || !slice_word(&rest, &word))
        return OK;
    snprintf(name, sizeof name, "%.*s", (int)word.length, word.text);
    if (name[0] != '-' && !strpbrk(name, "=/") && !jail_search(search, name, path))
        return error_set(ERR_IO, message, "%s: its first line names %s, which is not installed%s",
                         shown, slice_quote(word).text, runtime_note(name, note));
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
        return OK; /* a program may be executable but not readable */
    got = read(fd, text, sizeof text);
    close(fd);
    if (got < 3 || text[0] != '#' || text[1] != '!')
        return OK;
    rest.length = (size_t)got;
    slice_cut(&rest, '\n', &line);
    return check_interpreter(shown, line, search, message);
}

/* `path` has a slash and is seen from outside the jail; `shown` is the same for messages. */
static enum error check_path(const char *path, const char *shown, struct message *message)
{
    struct stat facts;

    if (stat(path, &facts) != 0)
        return error_set(ERR_IO, message, "%s: %s", shown, strerror(errno));
    if (S_ISDIR(facts.st_mode))
        return error_set(ERR_IO, message, "%s is a folder, not a program", shown);
    if (!jail_is_program(path))
        return error_set(ERR_IO, message, "%s is not executable; try chmod +x", shown);
    return OK;
}

enum error process_program_find(const struct launch *launch, const char *search,
                                char path[PATH_MAX], struct message *message)
{
    const char *name = launch->argv[0];
    char shown[MESSAGE_SIZE], note[RUNTIME_NOTE];
    enum error error = OK;
    int length;

    if (!name || !*name)
        return error_set(ERR_IO, message, "the command is empty");
    if (!strchr(name, '/')) {
        if (jail_search(search, name, path))
            return check_script(path, path, search, message);
        return error_set(ERR_IO, message, "%s: no such program in %s%s",
                         slice_quote(slice_of(name)).text, search, runtime_note(name, note));
    }
    length = name[0] == '/' ? snprintf(path, PATH_MAX, "%s", name)
                            : snprintf(path, PATH_MAX, "%s/%s", launch->folder, name);
    if (length < 0 || length >= PATH_MAX)
        return error_set(ERR_IO, message, "%s: the path is too long",
                         slice_quote(slice_of(name)).text);
    text_printable(shown, sizeof shown, path); /* bot.json may contain anything */
    error = check_path(path, shown, message);
    return error ? error : check_script(path, shown, search, message);
}
