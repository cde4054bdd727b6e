/* See check_jar.h. The bridge counts what only it can see and reports it as `KEY=VALUE` words. */
#include "check/check_jar.h"

#include "arena/match.h"
#include "base/buffer.h"
#include "base/path.h"
#include "guest/guest_jar.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOOK_CAP = 65536,
    PRINTS_MUCH = 65536, /* bytes in a match that deserve a note */
    TRACE_LINES = 8,
    LEAST_ROUNDS = 10, /* against an example */
    MOST_ROUNDS = 200,
    EXAMPLE_BROKEN = 1 /* broken rounds that end a match against an example */
};

static const char inspect_word[] = "broadside-java: inspect";
static const char summary_word[] = "broadside-java: summary";
static const char *const calls[JAR_CALLS] = {
    "startMatch",         "startRound",  "placeShips", "incoming",
    "getFireCoordinates", "hitFeedBack", "endRound",   "endMatch"};

bool check_jar_is_jar(const char *bot)
{
    return !text_starts_with(bot, "cmd:") && strlen(bot) > 4 && text_ends_with(bot, ".jar");
}

/* --- lines of the bridge -----------------------------------------------------------------------*/

/* If the line begins with `words`, removes them. */
static bool take_words(struct slice *line, const char *words)
{
    size_t length = strlen(words);

    if (line->length < length || memcmp(line->text, words, length) != 0)
        return false;
    line->text += length;
    line->length -= length;
    return true;
}

/* The next `KEY=VALUE`. */
static bool take_pair(struct slice *line, struct slice *key, struct slice *value)
{
    struct slice word;

    if (!slice_word(line, &word))
        return false;
    *value = word;
    slice_cut(value, '=', key);
    return true;
}

/* --- before it runs ----------------------------------------------------------------------------*/

static void read_inspection(struct check_jar *jar, struct slice line)
{
    struct slice key, value;
    uint64_t number;

    while (take_pair(&line, &key, &value)) {
        if (!slice_number(value, UINT32_MAX, &number))
            continue;
        if (slice_is(key, "named"))
            jar->is_named = number != 0;
        else if (slice_is(key, "there"))
            jar->has_class = number != 0;
        else if (slice_is(key, "newest"))
            jar->newest = (uint32_t)number;
        else if (slice_is(key, "java"))
            jar->java = (uint32_t)number;
    }
    jar->is_seen = true;
}

/* Checks the name of the file and the class that it should contain. */
static void check_names(const char *bot, struct check_report *report)
{
    const char *base = path_base(bot);
    char name[64], lower[64];
    struct check_finding *finding;

    if (report->jar.is_named && report->jar.has_class)
        return;
    snprintf(name, sizeof name, "%.*s", (int)(strlen(base) - 4), base);
    for (size_t i = 0; i < sizeof lower; i++)
        lower[i] = text_lower(name[i]);
    finding = check_note(report, FINDING_NAMING);
    if (!report->jar.is_named)
        message_set(
            &finding->example,
            "the file is called %s, but the name must be one of the letters E, G, Y, R, X, T "
            "and a number from 1 to 100",
            slice_quote(slice_of(base)).text);
    else
        message_set(&finding->example, "it does not contain the class %s.%s", lower, name);
}

enum error check_jar_look(const struct check_terms *terms, struct check_report *report,
                          struct message *message)
{
    struct guest_spec *spec = calloc(1, sizeof *spec);
    struct slice rest, line;
    struct buffer output;

    if (!spec)
        return error_set(ERR_MEMORY, message, "out of memory for a bot");
    buffer_init(&output, LOOK_CAP);
    if (guest_spec_resolve(terms->bot, terms->config, spec, NULL) == OK) {
        spec->launch.argv[0] = "java"; /* the same command line with another command */
        for (int i = 1; spec->launch.argv[i]; i++)
            if (strcmp(spec->launch.argv[i], JAR_PLAY) == 0)
                spec->launch.argv[i] = JAR_INSPECT;
        (void)process_run(&spec->launch, terms->config->limits.start_ms, &output, NULL);
    }
    rest = (struct slice){output.data ? output.data : "", output.length};
    while (slice_cut(&rest, '\n', &line))
        if (take_words(&line, inspect_word))
            read_inspection(&report->jar, line);
    buffer_release(&output);
    free(spec);
    if (!report->jar.is_seen) /* Java cannot read it; hello will fail with the reason */
        return OK;
    check_names(terms->bot, report);
    if (report->jar.newest > report->jar.java)
        message_set(&check_note(report, FINDING_VERSION)->example,
                    "one of its classes needs Java %u, but Java %u is installed",
                    report->jar.newest, report->jar.java);
    return OK;
}

/* --- what it did -------------------------------------------------------------------------------*/

static void read_summary(struct check_jar *jar, struct slice line)
{
    struct slice key, value;
    uint64_t number;

    while (take_pair(&line, &key, &value)) {
        if (slice_is(key, "generation"))
            slice_printable(jar->generation, sizeof jar->generation, value);
        else if (slice_is(key, "entry"))
            slice_printable(jar->entry, sizeof jar->entry, value);
        if (!slice_number(value, UINT64_MAX / 2, &number))
            continue;
        if (slice_is(key, "output"))
            jar->output += number;
        else if (slice_is(key, "late"))
            jar->late += number;
        else if (slice_is(key, "ignored"))
            jar->ignored += number;
        else if (slice_is(key, "rounds"))
            jar->rounds += number;
        for (int i = 0; i < JAR_CALLS; i++)
            if (slice_is(key, calls[i]))
                jar->thrown[i] += number;
    }
}

/* The first stack trace, which follows `in CALL: `. */
static struct slice first_trace(struct slice log)
{
    struct slice rest = log, line;

    while (slice_cut(&rest, '\n', &line)) {
        struct slice found = line;

        for (int i = 0; i < JAR_CALLS; i++) {
            if (take_words(&line, "in ") && take_words(&line, calls[i]) &&
                take_words(&line, ": ")) {
                const char *end = rest.length ? rest.text : found.text + found.length;

                for (int lines = 1; lines < TRACE_LINES && slice_cut(&rest, '\n', &line); lines++) {
                    if (line.length == 0 || (line.text[0] != '\t' && line.text[0] != 'C'))
                        break;
                    end = line.text + line.length;
                }
                return (struct slice){found.text, (size_t)(end - found.text)};
            }
            line = found;
        }
    }
    return (struct slice){"", 0};
}

static void note_exceptions(struct check_report *report, struct slice log)
{
    struct check_finding *finding = &report->finding[FINDING_THROWS];
    struct writer writer;
    uint64_t sum = 0;

    writer_init(&writer, finding->example.text, sizeof finding->example.text);
    for (int i = 0; i < JAR_CALLS; i++) {
        if (report->jar.thrown[i] == 1)
            writer_format(&writer, "%sin %s once", sum ? ", " : "", calls[i]);
        else if (report->jar.thrown[i] > 1)
            writer_format(&writer, "%sin %s %" PRIu64 " times", sum ? ", " : "", calls[i],
                          report->jar.thrown[i]);
        sum += report->jar.thrown[i];
    }
    finding->count = sum;
    if (sum > 0 && !finding->shown[0])
        check_show(finding, first_trace(log), TRACE_LINES);
}

void check_jar_read_log(struct check_report *report, struct slice log)
{
    struct check_jar *jar = &report->jar;
    struct slice rest = log, line;

    while (slice_cut(&rest, '\n', &line))
        if (take_words(&line, summary_word))
            read_summary(jar, line);
    note_exceptions(report, log);
    report->finding[FINDING_LATE].count = jar->late;
    report->finding[FINDING_IGNORED].count = jar->ignored;
    if (jar->output >= PRINTS_MUCH)
        report->finding[FINDING_PRINTS].count = jar->output;
}

/* --- against the examples ----------------------------------------------------------------------*/

static uint64_t example_rounds(const struct check_report *report)
{
    uint64_t rounds = report->planned / 2;

    return rounds < LEAST_ROUNDS ? LEAST_ROUNDS : rounds < MOST_ROUNDS ? rounds : MOST_ROUNDS;
}

static enum error play_example(const struct check_terms *terms, const struct rules *rules,
                               int number, struct check_report *report, struct message *message)
{
    struct jar_rival *rival = &report->jar.rival[number];
    const struct bot_opener opener = {guest_open, terms->config};
    char path[PATH_MAX];
    struct match match = {.rules = rules,
                          .bot = {terms->bot, path},
                          .rounds = example_rounds(report),
                          .seed = terms->seed,
                          .number = (uint64_t)number + 1,
                          .threads = 1,
                          .max_broken = EXAMPLE_BROKEN,
                          .opener = &opener};
    struct contest_match result;
    enum error error;

    if (!guest_jar_example(terms->config, number, path, sizeof path))
        return OK;
    error = match_play(&match, &result, message);
    if (error || contest_side_broken(&result.side[0]) > 0) /* already reported */
        return error == ERR_MEMORY ? error : OK;
    rival->rounds = result.rounds;
    rival->won = result.side[0].won;
    rival->lost = result.side[1].won;
    rival->used_us = result.side[0].guest.used_us;
    if (rival->won <= rival->lost) {
        struct check_finding *finding = check_note(report, FINDING_WEAK);

        message_set(&finding->example,
                    "of %" PRIu64 " rounds against E%d it won %" PRIu64 " and lost %" PRIu64,
                    rival->rounds, number + 1, rival->won, rival->lost);
    }
    return OK;
}

enum error check_jar_play(const struct check_terms *terms, struct check_report *report,
                          struct message *message)
{
    const struct rules *rules = terms->rules ? terms->rules : rules_find("tournament");
    enum error error = OK;

    for (int i = 0; !error && i < JAR_EXAMPLES; i++)
        error = play_example(terms, rules, i, report, message);
    return error;
}

/* --- words -------------------------------------------------------------------------------------*/

void check_jar_print(const struct check_report *report, struct writer *writer)
{
    const struct check_jar *jar = &report->jar;

    if (!jar->is_jar)
        return;
    if (jar->entry[0])
        writer_format(writer, "jar: %s, generation %s; ", jar->entry, jar->generation);
    if (jar->entry[0] && jar->is_seen)
        writer_format(writer, "classes for Java %u; Java %u is installed\n", jar->newest,
                      jar->java);
    for (int i = 0; i < JAR_EXAMPLES; i++) {
        const struct jar_rival *rival = &jar->rival[i];

        if (rival->rounds > 0)
            writer_format(writer,
                          "against E%d: %" PRIu64 " of %" PRIu64 " rounds won, %" PRIu64
                          " lost; %.2f s of its time for a match of %d\n",
                          i + 1, rival->won, rival->rounds, rival->lost,
                          1e-6 * (double)rival->used_us * BANK_ROUNDS / (double)rival->rounds,
                          BANK_ROUNDS);
    }
    if (jar->rounds > 0)
        writer_format(writer, "prints: %.1f KB in %" PRIu64 " rounds\n", (double)jar->output / 1024,
                      jar->rounds);
}
