/* See guest_spec.h. Folders with bot.json are in guest_folder.c, jars in guest_jar.c. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "base/path.h"
#include "guest/guest_jar.h"
#include "guest/private_copy.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool has_extension(const char *path, const char *extension)
{
    return strlen(path) > strlen(extension) && text_ends_with(path, extension);
}

bool guest_is_spec(const char *spec)
{
    if (bot_is_built_in(spec))
        return false;
    return text_starts_with(spec, "cmd:") || strchr(spec, '/') || strcmp(spec, ".") == 0 ||
           strcmp(spec, "..") == 0 || has_extension(spec, ".so") || has_extension(spec, ".jar");
}

bool guest_is_machine_error(enum error error)
{
    return error == ERR_MEMORY || error == ERR_JAIL || error == ERR_MISSING;
}

bool guest_runs_in_process(const struct guest_config *config, const char *spec)
{
    return config->trust && guest_is_spec(spec) && !text_starts_with(spec, "cmd:") &&
           has_extension(spec, ".so");
}

bool guest_shares_files(const char *spec)
{
    return guest_is_spec(spec) && !text_starts_with(spec, "cmd:") && !private_copy_fits(spec);
}

const char *guest_spec_keep(struct guest_spec *spec, struct slice text)
{
    char *kept = spec->memory + spec->used;

    if (text.length >= sizeof spec->memory - spec->used)
        return NULL;
    memcpy(kept, text.text, text.length);
    kept[text.length] = '\0';
    spec->used += text.length + 1;
    return kept;
}

enum error guest_spec_add_word(struct guest_spec *spec, struct slice word, struct message *message)
{
    int count = 0;

    while (spec->launch.argv[count])
        count++;
    if (count == LAUNCH_WORDS)
        return error_set(ERR_RANGE, message, "the command line has more than %d words",
                         LAUNCH_WORDS);
    spec->launch.argv[count] = guest_spec_keep(spec, word);
    return spec->launch.argv[count] ? OK
                                    : error_set(ERR_RANGE, message, "the command line is too long");
}

/* Reads one word into `word`, which has room for the whole line. Blanks end it; single quotes
 * protect everything, double quotes everything but \" and \\; a backslash outside quotes protects
 * the next character. False if a quote is not closed. */
static bool split_word(struct slice *rest, char *word, size_t *length)
{
    char quote = 0;

    for (*length = 0; rest->length > 0; rest->text++, rest->length--) {
        char c = rest->text[0], next = rest->length > 1 ? rest->text[1] : '\0';

        if (!quote && (c == ' ' || c == '\t'))
            return true;
        if (c == '\\' && quote != '\'' && next && (!quote || next == '"' || next == '\\')) {
            word[(*length)++] = next;
            rest->text++;
            rest->length--;
        } else if (!quote && (c == '\'' || c == '"')) {
            quote = c;
        } else if (c == quote) {
            quote = 0;
        } else {
            word[(*length)++] = c;
        }
    }
    return quote == 0;
}

enum error guest_spec_split(struct slice line, struct guest_spec *spec, struct message *message)
{
    char word[SPEC_MEMORY];
    struct slice rest = slice_trim(line);
    size_t length;
    enum error error = OK;

    if (line.length >= sizeof word)
        return error_set(ERR_RANGE, message, "the command line is too long");
    while (!error && rest.length > 0) {
        if (!split_word(&rest, word, &length))
            return error_set(ERR_SYNTAX, message, "'%s': unclosed quote", slice_quote(line).text);
        error = guest_spec_add_word(spec, (struct slice){word, length}, message);
        rest = slice_trim(rest);
    }
    if (!error && !spec->launch.argv[0])
        error = error_set(ERR_SYNTAX, message, "the command is empty");
    return error;
}

static void set_name(struct guest_spec *spec, const char *path, const char *ending)
{
    size_t length;

    slice_name(spec->name, sizeof spec->name, slice_of(path_base(path)));
    length = strlen(spec->name);
    if (has_extension(spec->name, ending))
        spec->name[length - strlen(ending)] = '\0';
}

/* Takes the folder from the absolute path of a file. */
static enum error set_folder(struct guest_spec *spec, const char *path, struct message *message)
{
    size_t length = (size_t)(path_base(path) - path);

    if (length <= 1) /* the guest would see the whole machine */
        return error_set(ERR_RANGE, message, "%s: a bot must be in a folder, not in /",
                         slice_quote(slice_of(path)).text);
    spec->launch.folder = guest_spec_keep(spec, (struct slice){path, length - 1});
    return spec->launch.folder ? OK : error_set(ERR_RANGE, message, "the path is too long");
}

/* The bot is a single file: `./NAME` is added to the command line, and it is all that the guest
 * sees. */
static enum error set_file(struct guest_spec *spec, const char *path, struct message *message)
{
    char word[PATH_MAX + 2];
    struct writer writer;
    enum error error;

    writer_init(&writer, word, sizeof word);
    writer_format(&writer, "./%s", path_base(path));
    error = guest_spec_add_word(spec, slice_of(word), message);
    if (error)
        return error;
    spec->launch.only_file = guest_spec_keep(spec, slice_of(path_base(path)));
    if (!spec->launch.only_file)
        return error_set(ERR_RANGE, message, "the path is too long");
    return set_folder(spec, path, message);
}

/* Paths that every guest can see anyway. */
static bool is_system_path(const char *path)
{
    static const char *const places[] = {"/usr/", "/bin/", "/sbin/", "/lib",
                                         "/etc/", "/dev/", "/proc/", "/sys/"};

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (text_starts_with(path, places[i]))
            return true;
    return false;
}

/* Is the word a file, or a directory, outside the system folders? Fills its absolute path. */
static bool is_user_path(const char *word, int index, mode_t type, char path[PATH_MAX])
{
    struct stat facts;

    if (index == 0 && !strchr(word, '/')) /* a system program */
        return false;
    return realpath(word, path) && stat(path, &facts) == 0 && (facts.st_mode & S_IFMT) == type &&
           !is_system_path(path);
}

/* Makes words that name files in the folder relative to it. */
static enum error make_relative(struct guest_spec *spec, struct message *message)
{
    const char *folder = spec->launch.folder;
    size_t length = strlen(folder);
    char path[PATH_MAX], relative[PATH_MAX + 2];
    struct writer writer;
    struct stat facts;

    for (int i = 0; spec->launch.argv[i]; i++) {
        if ((i == 0 && !strchr(spec->launch.argv[i], '/')) ||
            !realpath(spec->launch.argv[i], path) || stat(path, &facts) != 0 ||
            !path_is_below(path, folder))
            continue;
        writer_init(&writer, relative, sizeof relative);
        writer_format(&writer, "%s%s", i == 0 ? "./" : "",
                      path[length] == '/' ? path + length + 1 : ".");
        spec->launch.argv[i] = guest_spec_keep(spec, slice_of(relative));
        if (!spec->launch.argv[i])
            return error_set(ERR_RANGE, message, "the command line is too long");
    }
    return OK;
}

/* The file that the user named is not there. Shows where it was looked for, unless that is what was
 * typed. */
static enum error refuse_missing(const char *text, struct message *message)
{
    char folder[PATH_MAX], path[PATH_MAX], shown[PATH_MAX];

    if (text[0] == '/' || !getcwd(folder, sizeof folder) ||
        snprintf(path, sizeof path, "%s/%s", folder,
                 text + (text_starts_with(text, "./") ? 2 : 0)) >= (int)sizeof path)
        return error_set(ERR_UNKNOWN, message, "'%s' does not exist",
                         slice_quote(slice_of(text)).text);
    text_printable(shown, sizeof shown, path);
    return error_set(ERR_UNKNOWN, message, "'%s' does not exist; it was looked up as %s",
                     slice_quote(slice_of(text)).text, shown);
}

/* Is the word certainly the name of a file, and is there none? */
static bool is_missing_file(const char *word, int index)
{
    static const char *const endings[] = {".py", ".js", ".rb", ".pl", ".lua", ".sh", ".jar"};
    bool is_file = index == 0 && strchr(word, '/');

    if (word[0] == '-' || strchr(word, ' '))
        return false;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        is_file |= has_extension(word, endings[i]);
    return is_file && access(word, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

static enum error resolve_command(const char *line, struct guest_spec *spec,
                                  struct message *message)
{
    char path[PATH_MAX];
    const char **argv = spec->launch.argv;
    enum error error;

    if (slice_trim(slice_of(line)).length == 0)
        return error_set(ERR_SYNTAX, message,
                         "a command must follow 'cmd:', as in 'cmd:python3 bot.py'");
    error = guest_spec_split(slice_of(line), spec, message);
    if (error)
        return error;
    set_name(spec, argv[0], "");
    for (int i = 0; argv[i] && !spec->launch.folder && !error; i++) {
        if (is_user_path(argv[i], i, S_IFREG, path)) {
            set_name(spec, path, "");
            error = set_folder(spec, path, message);
        }
    }
    for (int i = 1; !spec->launch.folder && argv[0] && argv[i] && !error; i++) {
        if (is_user_path(argv[i], i, S_IFDIR, path) && path[1] != '\0') {
            set_name(spec, path, "");
            spec->launch.folder = guest_spec_keep(spec, slice_of(path));
        }
    }
    for (int i = 0; !error && !spec->launch.folder && argv[i]; i++)
        if (is_missing_file(argv[i], i))
            error = refuse_missing(argv[i], message);
    if (!error && !spec->launch.folder) {
        spec->launch.folder = "/usr"; /* which every guest sees */
        return OK;
    }
    return error ? error : make_relative(spec, message);
}

static enum error resolve_plugin(const char *path, const struct guest_config *config,
                                 struct guest_spec *spec, struct message *message)
{
    const char *words[] = {config->program, "host-bot", "--plugin"};
    struct writer writer;
    enum error error = OK;

    set_name(spec, path, ".so");
    if (config->trust) {
        writer_init(&writer, spec->plugin, sizeof spec->plugin);
        writer_put(&writer, path);
        return writer.full ? error_set(ERR_RANGE, message, "the path is too long") : OK;
    }
    if (!config->program)
        return error_set(ERR_MISSING, message, "%s: cannot find the program that hosts plugins",
                         slice_quote(slice_of(path)).text);
    for (int i = 0; !error && i < 3; i++)
        error = guest_spec_add_word(spec, slice_of(words[i]), message);
    spec->launch.extra_file = spec->launch.argv[0];
    return error ? error : set_file(spec, path, message);
}

static enum error resolve_path(const char *text, const struct guest_config *config,
                               struct guest_spec *spec, struct message *message)
{
    char path[PATH_MAX];
    struct stat facts;

    if (!realpath(text, path) || stat(path, &facts) != 0)
        return errno == ENOENT || errno == ENOTDIR
                   ? refuse_missing(text, message)
                   : error_set(ERR_IO, message, "%s: %s", slice_quote(slice_of(text)).text,
                               strerror(errno));
    if (has_extension(text, ".so") && S_ISREG(facts.st_mode))
        return resolve_plugin(path, config, spec, message);
    if (has_extension(text, ".jar") && S_ISREG(facts.st_mode)) {
        set_name(spec, path, ".jar");
        return guest_jar_resolve(path, config, spec, message);
    }
    set_name(spec, path, "");
    if (S_ISDIR(facts.st_mode) && path[1] == '\0')
        return error_set(ERR_UNKNOWN, message, "/ is not a bot");
    if (S_ISDIR(facts.st_mode)) {
        spec->launch.folder = guest_spec_keep(spec, slice_of(path));
        return spec->launch.folder ? guest_folder_read(spec, message)
                                   : error_set(ERR_RANGE, message, "the path is too long");
    }
    if (!S_ISREG(facts.st_mode))
        return error_set(ERR_UNKNOWN, message, "'%s' is neither a file nor a folder",
                         slice_quote(slice_of(text)).text);
    if (strcmp(path_base(path), "bot.json") == 0)
        return error_set(ERR_UNKNOWN, message, "'%s' describes a bot; name its folder instead",
                         slice_quote(slice_of(text)).text);
    return set_file(spec, path, message);
}

enum error guest_spec_resolve(const char *text, const struct guest_config *config,
                              struct guest_spec *spec, struct message *message)
{
    memset(spec, 0, offsetof(struct guest_spec, memory));
    spec->launch.limits = config->limits;
    spec->launch.unsafe = config->unsafe;
    spec->launch.no_cgroup = config->no_cgroup;
    if (text_starts_with(text, "cmd:"))
        return resolve_command(text + 4, spec, message);
    return resolve_path(text, config, spec, message);
}
