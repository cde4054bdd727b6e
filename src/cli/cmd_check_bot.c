/* broadside check-bot: plays a bot and explains what is wrong with it. */
#include "check/check.h"
#include "check/check_advice.h"
#include "check/check_jar.h"
#include "cli/command.h"
#include "cli/guests.h"
#include "report/bot_facts.h"
#include "report/progress.h"
#include "report/secret.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum {
    TEXT_SIZE = 2048,
    WIDTH = 96,
    INDENT = 3,
    BUSY_SHARE = 2 /* of its time waiting, as a divisor */
};

struct check_options {
    const char *rules, *transcript;
    struct values changes;
    struct guests guests;
    uint64_t games;
    struct seed seed;
    bool json;
};

/* Prints a paragraph, wrapped at WIDTH and indented. */
static void print_filled(const char *text, int indent)
{
    struct slice rest = slice_of(text), word;
    int column = 0;

    while (slice_word(&rest, &word)) {
        if (column > 0 && column + 1 + (int)word.length > WIDTH) {
            putchar('\n');
            column = 0;
        }
        if (column == 0)
            column = printf("%*s", indent, "");
        else
            column += printf(" ");
        column += printf("%.*s", (int)word.length, word.text);
    }
    if (column > 0)
        putchar('\n');
}

/* Prints text quoted from the bot. */
static void print_shown(const char *shown)
{
    struct slice rest = slice_of(shown), line;

    while (slice_cut(&rest, '\n', &line))
        printf("%*s| %.*s\n", INDENT, "", (int)line.length, line.text);
}

static void print_finding(const struct check_report *report, enum check_finding_kind kind,
                          int number)
{
    char text[TEXT_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    if (number > 0)
        writer_format(&writer, "%d. ", number);
    else
        writer_put(&writer, "Note: ");
    check_advice_headline(report, kind, &writer);
    print_filled(text, 0);
    writer_init(&writer, text, sizeof text);
    check_advice_example(report, kind, &writer);
    print_filled(text, INDENT);
    print_shown(report->finding[kind].shown);
    writer_init(&writer, text, sizeof text);
    check_advice_remedy(report, kind, &writer);
    print_filled(text, INDENT);
    putchar('\n');
}

static void print_report(const struct check_report *report)
{
    char text[TEXT_SIZE];
    struct writer writer;
    enum check_finding_kind kinds[FINDING_KINDS];
    int number = 0, count = check_sort(report, kinds);

    for (int i = 0; i < count; i++)
        print_finding(report, kinds[i], check_is_problem(kinds[i]) ? ++number : 0);
    if (number > 1)
        puts("Fix the first problem first: it may be the cause of others.\n");
    if (report->answers > 0)
        printf("answers: %llu, mean %.3f ms, slowest %.1f ms%s\n",
               (unsigned long long)report->answers,
               (double)report->used_us / (double)report->answers / 1e3,
               (double)report->slowest_us / 1e3,
               report->waited_us > report->used_us / BUSY_SHARE
                   ? "; other programs kept the processor busy"
                   : "");
    writer_init(&writer, text, sizeof text);
    check_jar_print(report, &writer);
    fputs(text, stdout);
    writer_init(&writer, text, sizeof text);
    check_advice_strength(report, &writer);
    if (text[0])
        printf("strength: %s\n", text);
    writer_init(&writer, text, sizeof text);
    check_advice_verdict(report, &writer);
    printf("%s\n", text);
}

static struct json_value *finding_json(const struct check_report *report,
                                       enum check_finding_kind kind)
{
    const struct check_finding *finding = &report->finding[kind];
    struct json_value *object = json_new_object();
    char text[TEXT_SIZE];
    struct writer writer;

    json_set(object, "kind", json_text(check_advice_word(kind)));
    json_set(object, "severity", json_text(check_is_problem(kind) ? "problem" : "note"));
    json_set(object, "count", json_uint(finding->count));
    json_set(object, "of", json_uint(finding->of));
    json_set(object, "round", json_uint(finding->round));
    json_set(object, "rules", json_text(finding->rules));
    writer_init(&writer, text, sizeof text);
    check_advice_headline(report, kind, &writer);
    json_set(object, "text", json_text(text));
    json_set(object, "example", json_text(finding->example.text));
    json_set(object, "shown", json_lines(finding->shown));
    writer_init(&writer, text, sizeof text);
    check_advice_remedy(report, kind, &writer);
    json_set(object, "remedy", json_text(text));
    return object;
}

static struct json_value *strength_json(const struct check_strength *strength)
{
    struct json_value *object = json_new_object();

    json_set(object, "rules", json_text(strength->rules));
    json_set(object, "boards", json_uint(strength->boards));
    json_set(object, "shots", json_double(strength->shots));
    json_set(object, "stderr", json_double(strength->error));
    for (int i = 0; i < CHECK_RIVALS; i++)
        if (strength->rival[i])
            json_set(object, strength->rival[i], json_double(strength->rival_shots[i]));
    return object;
}

static struct json_value *jar_json(const struct check_jar *jar)
{
    struct json_value *object = json_new_object(), *rivals = json_new_array();

    json_set(object, "entry", json_text(jar->entry));
    json_set(object, "generation", json_text(jar->generation));
    json_set(object, "newest_class", json_uint(jar->newest));
    json_set(object, "java", json_uint(jar->java));
    json_set(object, "output_bytes", json_uint(jar->output));
    for (int i = 0; i < JAR_EXAMPLES; i++) {
        struct json_value *rival = json_new_object();

        json_set(rival, "rounds", json_uint(jar->rival[i].rounds));
        json_set(rival, "won", json_uint(jar->rival[i].won));
        json_set(rival, "lost", json_uint(jar->rival[i].lost));
        json_append(rivals, rival);
    }
    json_set(object, "examples", rivals);
    return object;
}

static struct json_value *seconds_json(const struct check_report *report)
{
    struct json_value *object = json_new_object();
    double answers = report->answers ? (double)report->answers : 1;

    json_set(object, "mean", json_double((double)report->used_us / answers / 1e6));
    json_set(object, "slowest", json_double((double)report->slowest_us / 1e6));
    json_set(object, "waited", json_double((double)report->waited_us / 1e6));
    return object;
}

static int print_json(const struct args *args, const struct check_report *report,
                      const struct check_options *command)
{
    struct json_value *root = command_json(args), *findings;
    enum check_finding_kind kinds[FINDING_KINDS];
    int status, count = check_sort(report, kinds);

    findings = json_new_array();
    json_set(root, "bot", json_text(report->name));
    json_set(root, "fine", json_bool(check_problems(report) == 0));
    secret_set_json(&command->seed, root);
    json_set(root, "rounds", json_uint(report->rounds));
    json_set(root, "broken", json_uint(report->broken));
    json_set(root, "answers", json_uint(report->answers));
    json_set(root, "seconds", seconds_json(report));
    json_set(root, "limits", bot_facts_limits_json(&command->guests.config.limits));
    if (report->jar.is_jar)
        json_set(root, "jar", jar_json(&report->jar));
    if (report->strength.boards > 0)
        json_set(root, "strength", strength_json(&report->strength));
    for (int i = 0; i < count; i++)
        json_append(findings, finding_json(report, kinds[i]));
    json_set(root, "findings", findings);
    status = command_print_json("check-bot", root);
    return status ? status : check_problems(report) ? EXIT_FAILED : EXIT_FINE;
}

/* Prints a word so that a shell reads it as it is. */
static void print_word(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_=+.,/:@%";

    putchar(' ');
    if (word[0] && strspn(word, plain) == strlen(word))
        fputs(word, stdout);
    else
        command_put_quoted(word, stdout);
}

/* Prints the command line with the seed that was used. */
static void print_recipe(const struct args *args, const struct seed *seed)
{
    char text[SEED_TEXT_SIZE];

    seed_print(seed, text);
    printf("to repeat this: broadside check-bot --seed %s", text);
    for (int i = 1; i < args->argc; i++) {
        if (strcmp(args->argv[i], "--seed") == 0)
            i++;
        else if (!text_starts_with(args->argv[i], "--seed="))
            print_word(args->argv[i]);
    }
    putchar('\n');
}

static int print_text(const struct args *args, const struct check_report *report,
                      const struct seed *seed)
{
    print_report(report);
    if (seed->has_secret)
        print_recipe(args, seed);
    if (command_finish("check-bot") != EXIT_FINE || check_problems(report))
        return EXIT_FAILED;
    return EXIT_FINE;
}

static uint64_t rounds_done(const void *progress)
{
    return atomic_load(&((const struct check_progress *)progress)->done);
}

/* The number of rounds is known only once the bot has said what it plays. */
static void write_progress(const void *context, double seconds, FILE *file)
{
    const struct check_progress *progress = context;
    struct progress_bar bar = {.unit = "rounds",
                               .total = atomic_load(&progress->planned),
                               .done = rounds_done,
                               .context = progress};

    if (bar.total > 0)
        progress_bar_write(&bar, seconds, file);
    else
        fputs("starting the bot\n", file);
}

/* Checks the bot while a progress bar is shown. */
static enum error check_with_progress(struct check_terms *terms, struct check_report *report,
                                      struct message *message)
{
    struct check_progress rounds = {0, 0};
    struct progress_display display = {.write = write_progress, .context = &rounds};
    struct progress *progress = progress_start(&display);
    enum error error;

    terms->progress = &rounds;
    error = check_bot(terms, report, message);
    terms->progress = NULL;
    progress_stop(progress);
    return error;
}

static const struct option options[] = {
    {.name = "BOT",
     .kind = OPTION_OPERAND,
     .required = true,
     .offers = OFFER_BOTS | OFFER_FILES,
     .help = "The bot to check: " BOT_HELP},
    {.name = "--rules",
     .kind = OPTION_TEXT,
     .argument = "R",
     .offers = OFFER_RULES | OFFER_FILES,
     .offset = offsetof(struct check_options, rules),
     .help = "Play only by these rules: a preset or a rules file.",
     .otherwise = "a match by tournament rules, or by classic rules if the bot does not declare "
                  "those, and a few rounds of every other preset that it declares"},
    OPTION_RULE(struct check_options, changes),
    {.name = "--games",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .least = 1,
     .most = 1000000,
     .offset = offsetof(struct check_options, games),
     .help = "Play a match of N rounds. A bot that is far too slow or clearly broken plays fewer.",
     .otherwise = "1000 under tournament rules, 200 under others"},
    {.name = "--seed",
     .kind = OPTION_MASTER_SEED,
     .argument = "SEED",
     .initial = "1",
     .offset = offsetof(struct check_options, seed),
     .help = "Repeat a check: the same seed gives the same rounds. " SEED_HELP},
    OPTION_FILE("--transcript", struct check_options, transcript,
                "Write the dialogue with the bot to this file, as 'broadside match' does."),
    OPTION_GUESTS(struct check_options, guests),
    OPTION_JSON(struct check_options, json),
    {.name = NULL},
};

static int run(void *target, const struct args *args)
{
    struct check_options *command = target;
    static struct check_report report;
    struct check_terms terms;
    struct message message, unwritten;
    struct rules rules;
    enum error error = OK, closed;
    int status;
    bool has_rules = command->rules || command->changes.count > 0;

    if (has_rules)
        error = args_rules(command->rules ? command->rules : "classic", &command->changes, &rules,
                           &message);
    if (!error)
        error = guests_init(&command->guests, &message);
    if (!error)
        error = args_secret(args->value, 1, &command->seed, &message);
    if (error)
        return command_refused("check-bot", error, &message);
    terms = (struct check_terms){.bot = args->value[0],
                                 .config = &command->guests.config,
                                 .rules = has_rules ? &rules : NULL,
                                 .rounds = command->games,
                                 .seed = command->seed};
    guests_note(&command->guests, "check-bot", args->value, 1);
    guests_note_limits(&command->guests, "check-bot", args->value, 1);
    if (command->transcript)
        error = transcript_open(command->transcript, &terms.transcript, &message);
    if (!error)
        error = check_with_progress(&terms, &report, &message);
    closed = transcript_close(terms.transcript, &unwritten);
    if (error)
        return command_refused("check-bot", error, &message);
    status = command->json ? print_json(args, &report, command)
                           : print_text(args, &report, &command->seed);
    return closed ? command_refused("check-bot", closed, &unwritten) : status;
}

const struct command command_check_bot = {
    .name = "check-bot",
    .summary = "test a bot and explain what is wrong with it",
    .about = "Plays a whole match of the bot against simple opponents under the limits that "
             "tournaments use, and explains each problem and how to fix it, in the order in which "
             "they were found: the first may be the cause of others.\n"
             "The exit status is 0 if there are no problems (notes do not count) and 1 if there "
             "are.",
    .options = options,
    .size = sizeof(struct check_options),
    .run = run,
};
