#include "check/check_start.h"

#include "base/buffer.h"
#include "base/clock.h"
#include "base/path.h"
#include "base/text.h"
#include "guest/protocol.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_MS = 2000, OUTPUT_CAP = 1 << 20, LOG_LINES = 12, EXTRA_WORDS = 4 };

/* --- what its standard error says --------------------------------------------------------------*/

/* How languages report that something is not installed. The name follows, up to the end of the line
 * or one of `until`. */
static const struct {
    const char *says, *until, *before, *after;
} missing_signs[] = {
    {"ModuleNotFoundError: No module named ", "", "the Python module ", " is missing"},
    {"ImportError: No module named ", "", "the Python module ", " is missing"},
    {"ImportError: ", "", "a Python module cannot be loaded: ", ""},
    {"Error: Cannot find module ", "", "the JavaScript module ", " is missing"},
    {"[ERR_MODULE_NOT_FOUND]: ", "", "a JavaScript module is missing: ", ""},
    {"java.lang.ClassNotFoundException: ", " ", "the Java class ", " is missing"},
    {"java.lang.NoClassDefFoundError: ", " ", "the Java class ", " is missing"},
    {"Could not find or load main class ", " ", "the Java class ", " is missing"},
    {"Unable to access jarfile ", "", "the jar file ", " is missing"},
    {"UnsupportedClassVersionError: ", " ", "the class ", " was compiled for a newer Java"},
    {"error while loading shared libraries: ", ":", "the library ", " is missing"},
    {"version `", "'", "a library is older than ", ", which the program was built with"},
    {"env: ", ":", "the interpreter ", " is missing"},
    {"bad interpreter: ", ":", "the interpreter ", " is missing"},
    {"can't open file ", ":", "the script ", " is missing"},
    {"LoadError: cannot load such file -- ", "", "the Ruby library ", " is missing"},
    {"Can't locate ", " ", "the Perl module ", " is missing"},
};

static const char *find_text(struct slice text, const char *wanted)
{
    size_t length = strlen(wanted);

    for (size_t i = 0; i + length <= text.length; i++)
        if (memcmp(text.text + i, wanted, length) == 0)
            return text.text + i;
    return NULL;
}

bool check_start_missing(struct slice log, struct message *message)
{
    for (size_t i = 0; i < sizeof missing_signs / sizeof missing_signs[0]; i++) {
        const char *at = find_text(log, missing_signs[i].says);
        struct slice name;
        char what[96];

        if (!at)
            continue;
        at += strlen(missing_signs[i].says);
        name = (struct slice){at, 0};
        while (at + name.length < log.text + log.length && at[name.length] != '\n' &&
               !(at[name.length] && strchr(missing_signs[i].until, at[name.length])))
            name.length++;
        slice_printable(what, sizeof what, name);
        message_set(message, "%s%s%s", missing_signs[i].before, what, missing_signs[i].after);
        return true;
    }
    return false;
}

/* --- its language ------------------------------------------------------------------------------*/

/* Reads the start of a file. A pipe must not keep us waiting, nor a device see us. */
static void read_start(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat facts;
    ssize_t got = 0;

    if (fd >= 0 && fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode))
        got = read(fd, text, size - 1);
    text[got > 0 ? got : 0] = '\0';
    if (fd >= 0)
        close(fd);
}

void check_start_interpreter(const struct launch *launch, struct check_report *report)
{
    char path[PATH_MAX], line[256];
    struct slice rest, word;

    if (launch->argv[0][0] == '/')
        snprintf(path, sizeof path, "%s", launch->argv[0]);
    else if (snprintf(path, sizeof path, "%s/%s", launch->folder, launch->argv[0]) >=
             (int)sizeof path)
        return;
    read_start(path, line, sizeof line);
    if (!text_starts_with(line, "#!"))
        return;
    line[strcspn(line, "\r\n")] = '\0';
    rest = slice_of(line + 2);
    while (slice_word(&rest, &word)) {
        snprintf(path, sizeof path, "%.*s", (int)word.length, word.text);
        if (strcmp(path_base(path), "env") == 0 || path[0] == '-')
            continue;
        text_printable(report->interpreter, sizeof report->interpreter, path_base(path));
        return;
    }
}

/* --- hello -------------------------------------------------------------------------------------*/

/* Parses a line of hello. Unknown ones are shown. */
static void parse_hello_line(struct hello *hello, struct slice line, struct check_report *report)
{
    uint64_t strange = hello->strange;
    struct check_finding *finding;

    protocol_parse_hello(hello, line);
    if (hello->strange == strange)
        return;
    finding = check_note(report, FINDING_STRANGE);
    if (finding->count == 1)
        check_show(finding, line, 1);
}

/* The bot broke before it was ready. */
static void note_broken_hello(const struct launch *launch, struct process *process,
                              enum broken broken, uint64_t lines, struct check_report *report)
{
    static const enum check_finding_kind kinds[BROKEN_KINDS] = {
        [BROKEN_CRASH] = FINDING_CRASH,   [BROKEN_EXIT] = FINDING_EXIT,
        [BROKEN_STALL] = FINDING_STALL,   [BROKEN_MOVE_TIMEOUT] = FINDING_NOT_READY,
        [BROKEN_MEMORY] = FINDING_MEMORY, [BROKEN_OUTPUT] = FINDING_FLOOD,
        [BROKEN_JAIL] = FINDING_JAIL,     [BROKEN_PROTOCOL] = FINDING_PROTOCOL,
    };
    enum check_finding_kind kind = kinds[broken];
    struct message example, missing;
    struct check_finding *finding;
    uint64_t dropped;
    struct slice log = process_log(process, &dropped);

    message_set(&example, "%s", process_trouble(process));
    if (kind == FINDING_STALL)
        kind =
            check_start_unflushed(launch, slice_of("broadside 1\n"), lines, launch->limits.start_ms)
                ? FINDING_FLUSH
                : FINDING_NOT_READY;
    if (check_start_missing(log, &missing) && (broken == BROKEN_CRASH || broken == BROKEN_EXIT)) {
        kind = FINDING_MODULE;
        example = missing;
    }
    finding = check_note(report, kind);
    finding->example = example;
    if (kind != FINDING_FLUSH)
        check_show(finding, log, LOG_LINES);
}

/* Sends `quit` and waits for its exit. */
static void say_quit(struct process *process, struct check_report *report)
{
    int64_t start = clock_ns();

    process_tell(process, slice_of("quit"));
    process_free(process, EXIT_MS);
    if (clock_ns() - start >= (int64_t)EXIT_MS * CLOCK_NS_PER_MS)
        check_note(report, FINDING_LINGERS);
}

/* A folder with bot.json gets its name from there. */
static bool has_bot_json(const struct launch *launch)
{
    char path[4096];
    struct writer writer;

    writer_init(&writer, path, sizeof path);
    writer_format(&writer, "%s/bot.json", launch->folder);
    return access(path, F_OK) == 0;
}

enum error check_start_hello(const struct launch *launch, struct check_report *report,
                             uint64_t *lines, bool *ready, struct message *message)
{
    struct hello hello = {0};
    struct process *process;
    struct slice line;
    enum broken broken = BROKEN_NONE;
    enum error error = process_start(launch, &process, message);
    uint64_t used_us;

    *lines = 0;
    *ready = false;
    if (guest_is_machine_error(error))
        return error;
    if (error) {
        check_note(report, FINDING_START)->example = *message;
        return OK;
    }
    process_tell(process, slice_of("broadside 1"));
    while (!broken && !hello.ready && *lines < HELLO_LINES) {
        broken = process_ask(process, launch->limits.start_ms, &line, &used_us);
        if (broken)
            break;
        parse_hello_line(&hello, line, report);
        ++*lines;
    }
    if (!hello.ready) {
        if (broken)
            note_broken_hello(launch, process, broken, *lines, report);
        else
            message_set(&check_note(report, FINDING_NOT_READY)->example,
                        "it has written %d lines without 'ready'", HELLO_LINES);
        process_free(process, 0);
        return OK;
    }
    *ready = true;
    if (!hello.name[0] && !has_bot_json(launch))
        check_note(report, FINDING_NO_NAME);
    say_quit(process, report);
    return OK;
}

/* --- output that waits -------------------------------------------------------------------------*/

static uint64_t count_lines(const struct buffer *buffer)
{
    uint64_t lines = 0;

    for (size_t i = 0; i < buffer->length; i++)
        lines += buffer->data[i] == '\n';
    return lines;
}

bool check_start_unflushed(const struct launch *launch, struct slice input, uint64_t lines_seen,
                           unsigned timeout_ms)
{
    /* A shell inside the jail provides the input that ends. */
    static const char script[] = "printf '%s' \"$0\" | \"$@\" 2>/dev/null";
    struct launch piped = *launch;
    struct buffer output, text;
    struct message message;
    int words = 0;
    bool more;

    while (launch->argv[words])
        words++;
    if (words + EXTRA_WORDS > LAUNCH_WORDS)
        return false;
    buffer_init(&text, input.length + 1);
    buffer_init(&output, OUTPUT_CAP);
    if (buffer_append(&text, input.text, input.length) != OK) {
        buffer_release(&text);
        return false;
    }
    piped.argv[0] = "/bin/sh";
    piped.argv[1] = "-c";
    piped.argv[2] = script;
    piped.argv[3] = text.data;
    for (int i = 0; i <= words; i++)
        piped.argv[EXTRA_WORDS + i] = launch->argv[i];
    (void)process_run(&piped, timeout_ms, &output, &message); /* its status does not matter */
    more = count_lines(&output) > lines_seen;
    buffer_release(&output);
    buffer_release(&text);
    return more;
}
