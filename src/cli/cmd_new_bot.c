/* broadside new-bot: creates a folder with a working bot to start from.
 *
 * The starters come from examples/bots and are embedded in the program. They are called `mybot`
 * there, and the given name replaces that word everywhere. If the folder cannot be written
 * completely, it is removed again. */
#include "base/path.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/starters.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096, NAME_SIZE = 64 };

static const char placeholder[] = "mybot";

/* The folder to write: its path without a trailing slash, and the name of the bot. */
struct target {
    const char *language;
    char path[PATH_SIZE], name[NAME_SIZE];
};

static bool has_language(const char *language)
{
    for (const struct starter_file *file = starter_files; file->language; file++)
        if (strcmp(file->language, language) == 0)
            return true;
    return false;
}

/* `c, java, javascript, python, shell` */
static void list_languages(struct writer *writer)
{
    for (const struct starter_file *file = starter_files; file->language; file++)
        if (file == starter_files || strcmp(file->language, file[-1].language) != 0)
            writer_format(writer, "%s%s", file == starter_files ? "" : ", ", file->language);
}

static enum error check_language(const char *language, struct message *message)
{
    char list[128];
    struct writer writer;

    if (has_language(language))
        return OK;
    writer_init(&writer, list, sizeof list);
    list_languages(&writer);
    return error_set(ERR_UNKNOWN, message, "unknown language '%s'; the languages are %s",
                     slice_quote(slice_of(language)).text, list);
}

static bool is_name_character(char c)
{
    c = text_lower(c);
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

/* The name appears in bot.json, in tables and on command lines, so it must be a plain word. */
static enum error check_name(const char *name, struct message *message)
{
    size_t length = strlen(name);
    bool fine = length > 0 && length < NAME_SIZE && name[0] != '-';

    for (const char *c = name; fine && *c; c++)
        fine = is_name_character(*c);
    if (fine)
        return OK;
    return error_set(
        ERR_SYNTAX, message,
        "'%s' is not a valid name: use 1 to %d letters, digits, '-' or '_', and do not begin with "
        "'-'",
        slice_quote(slice_of(name)).text, NAME_SIZE - 1);
}

static enum error target_init(struct target *target, const char *language, const char *path,
                              struct message *message)
{
    size_t length = strlen(path);
    enum error error = check_language(language, message);

    if (error)
        return error;
    target->language = language;
    /* File names must still fit. */
    if (length >= sizeof target->path - NAME_MAX)
        return error_set(ERR_RANGE, message, "the path is too long");
    memcpy(target->path, path, length + 1);
    while (length > 1 && target->path[length - 1] == '/')
        target->path[--length] = '\0';
    error = check_name(path_base(target->path), message);
    if (!error)
        snprintf(target->name, sizeof target->name, "%.63s", path_base(target->path));
    return error;
}

/* Writes the file with the name of the bot filled in. */
static void put_text(FILE *stream, const struct starter_file *file, const char *name)
{
    const size_t length = sizeof placeholder - 1;

    for (size_t i = 0; i < file->size; i++) {
        if (file->size - i >= length && memcmp(file->bytes + i, placeholder, length) == 0) {
            fputs(name, stream);
            i += length - 1;
        } else {
            putc(file->bytes[i], stream);
        }
    }
}

static void path_of(const struct target *target, const struct starter_file *file, char *path)
{
    struct writer writer;

    writer_init(&writer, path, PATH_SIZE);
    writer_format(&writer, "%s/%s", target->path, file->name);
}

static enum error failed(const char *path, int reason, struct message *message)
{
    char shown[200];

    text_printable(shown, sizeof shown, path);
    return error_set(ERR_IO, message, "%s: %s", shown, strerror(reason));
}

static enum error write_file(const struct target *target, const struct starter_file *file,
                             struct message *message)
{
    /* Files that begin with #! are executable. */
    const bool script = file->size > 2 && memcmp(file->bytes, "#!", 2) == 0;
    char path[PATH_SIZE];
    int descriptor, reason;
    FILE *stream;

    path_of(target, file, path);
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, script ? 0777 : 0666);
    if (descriptor < 0)
        return failed(path, errno, message);
    stream = fdopen(descriptor, "w");
    if (!stream) {
        reason = errno;
        close(descriptor);
        return failed(path, reason, message);
    }
    put_text(stream, file, target->name);
    reason = fflush(stream) != 0 || ferror(stream) ? errno : 0;
    if (fclose(stream) != 0 && !reason)
        reason = errno;
    return reason ? failed(path, reason, message) : OK;
}

/* After a failure, removes only what this program has written. */
static void remove_files(const struct target *target, const struct starter_file *end)
{
    char path[PATH_SIZE];

    for (const struct starter_file *file = starter_files; file <= end; file++) {
        if (strcmp(file->language, target->language) != 0)
            continue;
        path_of(target, file, path);
        unlink(path);
    }
    rmdir(target->path);
}

static enum error write_folder(const struct target *target, struct message *message)
{
    enum error error = OK;

    if (mkdir(target->path, 0777) != 0) {
        if (errno == EEXIST)
            return error_set(ERR_IO, message,
                             "%s already exists and is not overwritten; choose another name",
                             slice_quote(slice_of(target->path)).text);
        if (errno == ENOENT)
            return error_set(ERR_IO, message, "%s: the parent folder does not exist",
                             slice_quote(slice_of(target->path)).text);
        return failed(target->path, errno, message);
    }
    for (const struct starter_file *file = starter_files; file->language && !error; file++) {
        if (strcmp(file->language, target->language) != 0)
            continue;
        error = write_file(target, file, message);
        if (error)
            remove_files(target, file);
    }
    return error;
}

/* Prints the path as a word for the shell, with a slash in it so that it does not look like the
 * name of a built-in bot. */
static void shell_word(const char *path, struct writer *writer)
{
    bool plain = true;

    for (const char *c = path; *c; c++)
        plain = plain && (is_name_character(*c) || strchr("./", *c));
    if (!plain)
        writer_put(writer, "'");
    if (!strchr(path, '/'))
        writer_put(writer, "./");
    for (const char *c = path; *c; c++) {
        if (*c == '\'')
            writer_put(writer, "'\\''");
        else
            writer_format(writer, "%c", *c);
    }
    if (!plain)
        writer_put(writer, "'");
}

static void print_next(const struct target *target)
{
    char memory[4 * PATH_SIZE], word[4 * PATH_SIZE];
    struct writer writer;

    writer_init(&writer, memory, sizeof memory);
    shell_word(target->path, &writer);
    text_printable(word, sizeof word, memory);
    printf("created the bot %s with the files", word);
    for (const struct starter_file *file = starter_files; file->language; file++)
        if (strcmp(file->language, target->language) == 0)
            printf(" %s", file->name);
    printf("\n\nNext:\n"
           "  broadside check-bot %s\n"
           "  broadside sim --bot %s --bot random --games 200\n"
           "  broadside match %s hunt --rules tournament\n"
           "  broadside gym %s --quick\n",
           word, word, word, word);
}

static const struct option options[] = {
    {.name = "LANGUAGE",
     .kind = OPTION_OPERAND,
     .required = true,
     .words = "c java javascript python shell",
     .help = "The programming language."},
    {.name = "NAME",
     .kind = OPTION_OPERAND,
     .required = true,
     .offers = OFFER_FOLDERS,
     .help = "The folder to create. The last part of its path is the name of the bot: letters, "
             "digits, '-' and '_'."},
    {.name = NULL},
};

static int run(void *target, const struct args *args)
{
    struct target *folder = target;
    struct message message;
    enum error error = target_init(folder, args->value[0], args->value[1], &message);

    if (!error)
        error = write_folder(folder, &message);
    if (error)
        return command_refused("new-bot", error, &message);
    print_next(folder);
    return command_finish("new-bot");
}

const struct command command_new_bot = {
    .name = "new-bot",
    .summary = "create a bot to start from",
    .about = "Creates a folder with a bot that plays right away: the program, a bot.json that "
             "says how to start it, and a short README. Comments show where to continue. Existing "
             "files are never overwritten.",
    .options = options,
    .size = sizeof(struct target),
    .run = run,
};
