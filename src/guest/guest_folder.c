/* A folder with bot.json: the contents of the file, and the build step.
 *
 * A build is needed if the stamp file of the last one is missing or older than one of its sources,
 * or if the program is missing. It runs in a jail like the bot itself, on a copy of the folder;
 * what it changed is copied back. No link is followed out of the folder: whoever wrote the bot
 * could have made it. */
#define _DEFAULT_SOURCE /* flock */
#include "base/buffer.h"
#include "guest/beneath.h"
#include "guest/guest_spec.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { JSON_CAP = 65536, MAX_FILES = 64, BUILD_OUTPUT = 65536, LOCK_PAUSE_MS = 20 };

static const char json_name[] = "bot.json";
static const char stamp_name[] = ".broadside-built";

/* What bot.json says apart from the launch. */
struct recipe {
    const char *files[MAX_FILES];
    int count;
    struct guest_spec build; /* only its command line */
    bool has_build;
};

#ifdef HAVE_JANSSON
#include <jansson.h>

/* The line of a key, for messages. The parser does not keep it. */
static int find_line(const char *text, const char *key)
{
    char quoted[64];
    const char *found;
    struct writer writer;
    int line = 1;

    writer_init(&writer, quoted, sizeof quoted);
    writer_format(&writer, "\"%s\"", key);
    found = strstr(text, quoted);
    for (const char *c = text; found && c < found; c++)
        line += *c == '\n';
    return line;
}

static enum error bad_key(const char *text, const char *key, const char *why,
                          struct message *message)
{
    return error_set(ERR_SYNTAX, message, "line %d: %s %s", find_line(text, key), key, why);
}

static enum error read_text(const json_t *root, const char *text, const char *key, char *to,
                            size_t size, struct message *message)
{
    const json_t *value = json_object_get(root, key);

    if (!value)
        return OK;
    if (!json_is_string(value))
        return bad_key(text, key, "is not a string", message);
    if (json_string_length(value) == 0 || json_string_length(value) >= size)
        return bad_key(text, key, "is empty or too long", message);
    slice_name(to, size, slice_of(json_string_value(value)));
    return to[0] ? OK : bad_key(text, key, "has no visible characters", message);
}

/* A command: a string, split as a shell would, or a list of words. */
static enum error read_command(const json_t *value, const char *text, const char *key,
                               struct guest_spec *spec, struct message *message)
{
    enum error error = OK;

    if (json_is_string(value)) {
        error = guest_spec_split(slice_of(json_string_value(value)), spec, message);
        if (error)
            message_prefix(message, "line %d: %s", find_line(text, key), key);
        return error;
    }
    if (!json_is_array(value) || json_array_size(value) == 0)
        return bad_key(text, key, "is neither a string nor a list of words", message);
    for (size_t i = 0; !error && i < json_array_size(value); i++) {
        const json_t *word = json_array_get(value, i);

        if (!json_is_string(word))
            return bad_key(text, key, "has an entry that is not a string", message);
        error = guest_spec_add_word(spec, slice_of(json_string_value(word)), message);
    }
    return error;
}

/* Is this path inside the folder? */
static bool is_inside(const char *path)
{
    struct slice rest = slice_of(path), part;

    if (path[0] == '/' || path[0] == '\0')
        return false;
    while (slice_cut(&rest, '/', &part))
        if (slice_is(part, ".."))
            return false;
    return true;
}

static enum error read_files(const json_t *value, const char *text, struct guest_spec *spec,
                             struct recipe *recipe, struct message *message)
{
    if (value && !json_is_array(value))
        return bad_key(text, "files", "is not a list of file names", message);
    for (size_t i = 0; i < json_array_size(value); i++) {
        const json_t *name = json_array_get(value, i);

        if (!json_is_string(name) || !is_inside(json_string_value(name)))
            return bad_key(text, "files",
                           "has an entry that is not the name of a file in the folder", message);
        if (recipe->count == MAX_FILES)
            return bad_key(text, "files", "is too long", message);
        recipe->files[recipe->count] = guest_spec_keep(spec, slice_of(json_string_value(name)));
        if (!recipe->files[recipe->count++])
            return bad_key(text, "files", "is too long", message);
    }
    return OK;
}

static enum error read_keys(const json_t *root, const char *text, struct guest_spec *spec,
                            struct recipe *recipe, struct message *message)
{
    static const char *const keys[] = {"name", "authors", "command", "files", "build"};
    const json_t *step = json_object_get(root, "build");
    enum error error;

    for (void *i = json_object_iter((json_t *)root); i;
         i = json_object_iter_next((json_t *)root, i)) {
        const char *key = json_object_iter_key(i);
        size_t known = 0;

        while (known < sizeof keys / sizeof keys[0] && strcmp(key, keys[known]) != 0)
            known++;
        if (known == sizeof keys / sizeof keys[0])
            return error_set(
                ERR_SYNTAX, message,
                "line %d: unknown key '%s'; the keys are name, authors, command, files and "
                "build",
                find_line(text, key), slice_quote(slice_of(key)).text);
    }
    if (!json_object_get(root, "command"))
        return error_set(ERR_SYNTAX, message,
                         "the key \"command\" is missing: it says what to start");
    error = read_text(root, text, "name", spec->name, sizeof spec->name, message);
    if (!error)
        error = read_text(root, text, "authors", spec->authors, sizeof spec->authors, message);
    if (!error)
        error = read_command(json_object_get(root, "command"), text, "command", spec, message);
    if (!error)
        error = read_files(json_object_get(root, "files"), text, spec, recipe, message);
    recipe->has_build = step != NULL;
    return error || !step ? error : read_command(step, text, "build", &recipe->build, message);
}

/* Does the bracket at `position` follow a comma? Other languages allow that. */
static bool follows_comma(const struct buffer *text, int position)
{
    size_t at = position > 0 ? (size_t)position - 1 : 0;

    if (at >= text->length || (text->data[at] != '}' && text->data[at] != ']'))
        return false;
    while (at > 0 && text->data[at - 1] && strchr(" \t\r\n", text->data[at - 1]))
        at--;
    return at > 0 && text->data[at - 1] == ',';
}

static enum error parse(const struct buffer *text, struct guest_spec *spec, struct recipe *recipe,
                        struct message *message)
{
    char printable[JSON_ERROR_TEXT_LENGTH];
    json_error_t problem;
    json_t *root = json_loadb(text->data, text->length, JSON_REJECT_DUPLICATES, &problem);
    enum error error;

    if (!root) {
        text_printable(printable, sizeof printable, problem.text);
        return error_set(
            ERR_SYNTAX, message, "line %d, column %d: %s%s", problem.line, problem.column,
            printable, follows_comma(text, problem.position) ? "; remove the comma before it" : "");
    }
    if (json_is_object(root))
        error = read_keys(root, text->data, spec, recipe, message);
    else
        error = error_set(ERR_SYNTAX, message, "line 1: not a JSON object");
    json_decref(root);
    return error;
}

#else

static enum error parse(const struct buffer *text, struct guest_spec *spec, struct recipe *recipe,
                        struct message *message)
{
    (void)text;
    (void)spec;
    (void)recipe;
    return error_set(
        ERR_MISSING, message,
        "this program was built without JSON (package libjansson-dev); use cmd:COMMAND instead");
}

#endif

/* --- the build step ----------------------------------------------------------------------------*/

static bool is_newer(struct timespec a, struct timespec b)
{
    return a.tv_sec > b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec >= b.tv_nsec);
}

static enum error check_files(int folder, const struct recipe *recipe, struct message *message)
{
    struct stat facts;

    for (int i = 0; i < recipe->count; i++)
        if (!beneath_stat(folder, recipe->files[i], &facts))
            return error_set(ERR_IO, message, "the file '%s' listed under \"files\" %s",
                             slice_quote(slice_of(recipe->files[i])).text,
                             errno == EXDEV ? "is a link out of the folder" : "does not exist");
    return OK;
}

static bool needs_build(int folder, const struct guest_spec *spec, const struct recipe *recipe)
{
    struct stat stamp, facts;

    if (fstatat(folder, stamp_name, &stamp, AT_SYMLINK_NOFOLLOW) != 0 ||
        !beneath_stat(folder, json_name, &facts) || is_newer(facts.st_mtim, stamp.st_mtim))
        return true;
    for (int i = 0; i < recipe->count; i++)
        if (!beneath_stat(folder, recipe->files[i], &facts) ||
            is_newer(facts.st_mtim, stamp.st_mtim))
            return true;
    return strchr(spec->launch.argv[0], '/') && spec->launch.argv[0][0] != '/' &&
           !beneath_stat(folder, spec->launch.argv[0], &facts);
}

/* The stamp has the time at which the build began, so that later changes are newer. If it cannot be
 * written, the next start builds again. */
static void write_stamp(int folder, struct timespec begin)
{
    const struct timespec times[2] = {begin, begin};
    struct stat facts;
    int stamp =
        openat(folder, stamp_name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0644);

    if (stamp < 0)
        return;
    /* It belongs to the owner of the folder, like the results of the build. */
    if (geteuid() != 0 ||
        (fstat(folder, &facts) == 0 && fchown(stamp, facts.st_uid, facts.st_gid) == 0))
        futimens(stamp, times);
    close(stamp);
}

/* The first line that mentions an error, or else the last line. */
static struct slice find_error_line(const struct buffer *output)
{
    struct slice rest = {output->data, output->length}, line;
    char text[256];

    while (slice_cut(&rest, '\n', &line)) {
        size_t length = line.length < sizeof text - 1 ? line.length : sizeof text - 1;

        memcpy(text, line.text, length);
        text[length] = '\0';
        if (strstr(text, "error") || strstr(text, "undefined reference"))
            return line;
    }
    return slice_last_line((struct slice){output->data, output->length});
}

static enum error run_build(struct guest_spec *spec, struct recipe *recipe, struct message *message)
{
    struct launch *launch = &recipe->build.launch;
    char printable[160];
    struct buffer output;
    enum error error;

    launch->folder = spec->launch.folder;
    launch->limits = spec->launch.limits;
    launch->unsafe = spec->launch.unsafe;
    launch->no_cgroup = spec->launch.no_cgroup;
    launch->writes_folder = true;
    buffer_init(&output, BUILD_OUTPUT);
    error = process_run(launch, launch->limits.build_ms, &output, message);
    if (error && output.length > 0) {
        slice_printable(printable, sizeof printable, find_error_line(&output));
        if (!strstr(message->text, printable)) /* otherwise it is already quoted */
            message_prefix(message, "%s", printable);
    }
    if (error)
        message_prefix(message, "the build step failed");
    buffer_release(&output);
    return !error || guest_is_machine_error(error) ? error : ERR_BUILD;
}

/* Waits for the lock, but not for ever: whoever wrote the bot can hold it, too. */
static void wait_for_lock(int lock, unsigned timeout_ms)
{
    const struct timespec pause = {.tv_nsec = LOCK_PAUSE_MS * 1000000L};

    for (unsigned waited_ms = 0; waited_ms < timeout_ms; waited_ms += LOCK_PAUSE_MS) {
        if (flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
            return;
        nanosleep(&pause, NULL);
    }
}

/* One build at a time; the next process finds the stamp. */
static enum error build(int folder, struct guest_spec *spec, struct recipe *recipe,
                        struct message *message)
{
    struct timespec begin;
    enum error error = OK;
    int lock;

    if (!needs_build(folder, spec, recipe))
        return OK;
    lock = beneath_open(folder, json_name, O_RDONLY | O_NONBLOCK);
    if (lock < 0)
        return error_set(ERR_IO, message, "%s", strerror(errno));
    wait_for_lock(lock, spec->launch.limits.build_ms);
    if (needs_build(folder, spec, recipe)) {
        clock_gettime(CLOCK_REALTIME, &begin);
        error = run_build(spec, recipe, message);
        if (!error)
            write_stamp(folder, begin);
    }
    close(lock);
    return error;
}

static enum error read_text_file(int fd, struct buffer *text)
{
    char block[4096];
    ssize_t got;
    enum error error = OK;

    while (!error && (got = read(fd, block, sizeof block)) != 0)
        if (got > 0)
            error = buffer_append(text, block, (size_t)got);
        else if (errno != EINTR)
            error = ERR_IO;
    return error;
}

static enum error report_unopened(struct message *message)
{
    if (errno == ENOENT)
        return error_set(ERR_UNKNOWN, message,
                         "no such file, so the folder is not a bot (create one with 'broadside "
                         "new-bot')");
    return error_set(ERR_IO, message, "%s",
                     errno == EXDEV ? "it is a link out of the folder" : strerror(errno));
}

static enum error read_recipe(int folder, struct guest_spec *spec, struct recipe *recipe,
                              struct message *message)
{
    int fd = beneath_open(folder, json_name, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    struct buffer text;
    struct stat facts;
    enum error error;

    if (fd < 0)
        return report_unopened(message);
    buffer_init(&text, JSON_CAP);
    if (fstat(fd, &facts) != 0 || !S_ISREG(facts.st_mode))
        error = error_set(ERR_IO, message, "not a regular file");
    else if ((error = read_text_file(fd, &text)) != OK)
        error = error_set(error, message,
                          error == ERR_FULL ? "the file is too long" : "cannot read the file");
    else if (text.length == 0)
        error = error_set(ERR_SYNTAX, message, "the file is empty");
    else
        error = parse(&text, spec, recipe, message);
    buffer_release(&text);
    close(fd);
    return error;
}

enum error guest_folder_read(struct guest_spec *spec, struct message *message)
{
    struct recipe recipe = {.count = 0};
    struct quoted name =
        slice_quote(slice_of(spec->name)); /* of the folder; bot.json may change it */
    int folder = open(spec->launch.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    enum error error;

    if (folder < 0)
        return error_set(ERR_IO, message, "%s: %s", slice_quote(slice_of(spec->launch.folder)).text,
                         strerror(errno));
    error = read_recipe(folder, spec, &recipe, message);
    if (!error)
        error = check_files(folder, &recipe, message);
    spec->bad_bot_json = error != OK;
    if (!error && recipe.has_build)
        error = build(folder, spec, &recipe, message);
    close(folder);
    if (error)
        message_prefix(message, "%s/%s", name.text, json_name);
    return error;
}
