/* broadside tournament: many bots, all their matches, kept in the store. */
#include "arena/pool.h"
#include "arena/tournament.h"
#include "cli/command.h"
#include "cli/deadline.h"
#include "cli/results_out.h"
#include "cli/tourney_change.h"
#include "cli/tourney_report.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LEAST_ROUNDS = 2, MOST_STAGES = 100 };

/* A thread keeps the rounds of its match, 12 bytes each, until the match is complete. */
enum { MOST_ROUNDS = 1000000 };

static const double SPARE_TIME = 0.1; /* of what is left until --finish-by */

/* What the command line says. */
struct tournament_command {
    struct tourney tourney;
    struct guests guests;
    const struct args *args;
    struct values changes, leagues, added, replaced, removed;
    const char *rules_name, *format, *db, *report, *finish_by, *title, *progress;
    uint64_t games, seed, threads, max_broken, leaders, stages, resume, keep;
    bool json, is_paired, is_total;
};

static const struct option options[] = {
    {.name = "BOT",
     .kind = OPTION_OPERAND,
     .required = true,
     .many = true,
     .unless = "--resume",
     .offers = OFFER_BOTS | OFFER_FILES,
     .help = "A bot: " BOT_HELP " A folder without a bot.json stands for all the bots in it."},
    {.name = "--games",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .initial = "1000",
     .least = 1,
     .most = MOST_ROUNDS,
     .offset = offsetof(struct tournament_command, games),
     .help = "Rounds per match."},
    OPTION_RULES(struct tournament_command, rules_name, "tournament"),
    OPTION_RULE(struct tournament_command, changes),
    {.name = "--format",
     .kind = OPTION_WORD,
     .words = "all gauntlet swiss",
     .initial = "all",
     .offset = offsetof(struct tournament_command, format),
     .help = "Who plays whom. all: every bot plays every other bot. gauntlet: the first bots play "
             "all others. swiss: in each stage, bots with similar scores meet."},
    {.name = "--leaders",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .initial = "1",
     .least = 1,
     .most = MAX_ENTRANTS,
     .offset = offsetof(struct tournament_command, leaders),
     .help = "How many of the first bots play all others. Only with --format gauntlet."},
    {.name = "--stages",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .most = MOST_STAGES,
     .offset = offsetof(struct tournament_command, stages),
     .help = "The number of stages. Only with --format swiss.",
     .otherwise = "as many as a knockout would need"},
    {.name = "--league",
     .kind = OPTION_REPEATED,
     .argument = "NAME=PATTERN",
     .offset = offsetof(struct tournament_command, leagues),
     .help = "Put bots whose names match the shell pattern into a league that plays among itself. "
             "The first match counts; all other bots form the league 'others'."},
    {.name = "--total",
     .kind = OPTION_FLAG,
     .needs = "--league",
     .excludes = "--resume",
     .offset = offsetof(struct tournament_command, is_total),
     .help = "Also let bots of different leagues play, and print an overall table."},
    OPTION_PAIRED(struct tournament_command, is_paired),
    {.name = "--title",
     .kind = OPTION_TEXT,
     .argument = "TEXT",
     .offset = offsetof(struct tournament_command, title),
     .help = "The title in tables and reports."},
    OPTION_SEED(struct tournament_command, seed),
    OPTION_THREADS(struct tournament_command, threads),
    {.name = "--max-broken",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .initial = "3",
     .least = 1,
     .most = 1000000,
     .offset = offsetof(struct tournament_command, max_broken),
     .help = "A bot that breaks N rounds of a match loses the rest of it."},
    {.name = "--records-per-match",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .initial = "2",
     .most = KEPT_ROUNDS,
     .offset = offsetof(struct tournament_command, keep),
     .help = "Keep the records of N rounds of each match: broken rounds first, then the last "
             "ones."},
    {.name = "--finish-by",
     .kind = OPTION_TEXT,
     .argument = "TIME",
     .offset = offsetof(struct tournament_command, finish_by),
     .help = "Play fewer rounds per match if necessary to finish by then. Examples: 07:30, "
             "'2027-01-31 07:30', 90m, 8h."},
    OPTION_DB(struct tournament_command, db),
    OPTION_REPORT(struct tournament_command, report),
    {.name = "--progress",
     .kind = OPTION_WORD,
     .words = "json",
     .offset = offsetof(struct tournament_command, progress),
     .help = "Print progress as lines of JSON on standard error."},
    {.name = "--resume",
     .kind = OPTION_NUMBER,
     .argument = "ID",
     .most = MAX_SEED,
     .offset = offsetof(struct tournament_command, resume),
     .help = "Continue a stored tournament; 0 is the latest. Bots whose files have changed are "
             "refused."},
    {.name = "--add",
     .kind = OPTION_REPEATED,
     .argument = "BOT",
     .needs = "--resume",
     .offers = OFFER_BOTS | OFFER_FILES,
     .offset = offsetof(struct tournament_command, added),
     .help = "Add a bot and play its matches. --league puts it into a league."},
    {.name = "--replace",
     .kind = OPTION_REPEATED,
     .argument = "BOT",
     .needs = "--resume",
     .offers = OFFER_FILES,
     .offset = offsetof(struct tournament_command, replaced),
     .help = "Accept the changed files of a bot and play its matches again."},
    {.name = "--remove",
     .kind = OPTION_REPEATED,
     .argument = "BOT",
     .needs = "--resume",
     .offers = OFFER_FILES,
     .offset = offsetof(struct tournament_command, removed),
     .help = "Remove a bot and its matches."},
    OPTION_GUESTS(struct tournament_command, guests),
    OPTION_JSON(struct tournament_command, json),
    {.name = NULL},
};

static atomic_bool stop;

/* The first one waits for the rounds under way, a second one ends the program: nothing is lost
 * either way but the matches that are not complete. */
static void on_interrupt(int number)
{
    static const char text[] = "\nbroadside tournament: stopping after the rounds under way; once "
                               "more stops at once\n";
    ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);

    (void)number;
    (void)written;
    atomic_store(&stop, true);
}

/* --- the command line --------------------------------------------------------------------------*/

static bool is_resumed(const struct tournament_command *command)
{
    return args_given(command->args, "--resume");
}

/* A stored tournament has its own terms. */
static enum error check_resume(const struct args *args, struct message *message)
{
    static const char *const terms[] = {"--games",   "--rules",      "--rule",      "--format",
                                        "--leaders", "--stages",     "--paired",    "--title",
                                        "--seed",    "--max-broken", "--finish-by", "--limit"};

    for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++)
        if (args_given(args, terms[i]))
            return error_set(ERR_SYNTAX, message,
                             "%s cannot be used with --resume: the terms of a stored tournament "
                             "are fixed",
                             terms[i]);
    if (args_given(args, "--league") && !args_given(args, "--add"))
        return error_set(ERR_SYNTAX, message, "with --resume, --league only works with --add");
    return OK;
}

/* What the table cannot say. */
static enum error check_command(const struct tournament_command *command, struct message *message)
{
    if (is_resumed(command))
        return check_resume(command->args, message);
    if (args_given(command->args, "--leaders") && strcmp(command->format, "gauntlet") != 0)
        return error_set(ERR_SYNTAX, message, "--leaders only works with --format gauntlet");
    if (args_given(command->args, "--stages") && strcmp(command->format, "swiss") != 0)
        return error_set(ERR_SYNTAX, message, "--stages only works with --format swiss");
    if (command->is_paired && command->games % 2)
        return error_set(ERR_RANGE, message,
                         "--paired needs an even number of rounds, not %" PRIu64, command->games);
    return OK;
}

/* --- a new tournament --------------------------------------------------------------------------*/

static enum error set_terms(struct tournament_command *command, struct message *message)
{
    struct contest_terms *terms = &command->tourney.terms;
    enum contest_format format = FORMAT_ALL;
    struct writer writer;
    enum error error = args_rules(command->rules_name, &command->changes, &terms->rules, message);

    if (!error)
        error = format_parse(command->format, &format, message);
    if (!error)
        error = args_seed(command->args, &command->seed, message);
    terms->format = (uint8_t)format;
    terms->seed = command->seed;
    terms->rounds = command->games;
    terms->leaders = (int)command->leaders;
    terms->stages = (int)command->stages;
    terms->max_broken = (int)command->max_broken;
    terms->paired = command->is_paired;
    terms->total = command->is_total;
    text_printable(terms->title, sizeof terms->title, command->title ? command->title : "");
    writer_init(&writer, terms->limits, sizeof terms->limits);
    limits_print(&command->guests.config.limits, &writer);
    return error;
}

static int playing(const struct tourney *tourney)
{
    int count = 0;

    for (int i = 0; i < tourney->count; i++)
        count += entrant_plays(&tourney->entrants[i]);
    return count;
}

static void say_estimate(const struct tournament_command *command, int matches, double seconds)
{
    char time[32] = "under a second";

    if (seconds >= 120)
        snprintf(time, sizeof time, "about %.0f minutes", seconds / 60);
    else if (seconds >= 1)
        snprintf(time, sizeof time, "about %.0f second%s", seconds, seconds < 1.5 ? "" : "s");
    fprintf(stderr,
            "broadside tournament: %d bots, %d match%s of %" PRIu64 " rounds%s, %s on %" PRIu64
            " thread%s\n",
            playing(&command->tourney), matches, matches == 1 ? "" : "es",
            command->tourney.terms.rounds, is_resumed(command) ? " left" : "", time,
            command->threads, command->threads == 1 ? "" : "s");
}

/* Fewer rounds for all, if that is what it takes to be ready in time. An estimate is no promise, so
 * that a tenth of the time is kept in hand. */
static enum error meet_deadline(struct tournament_command *command, double seconds,
                                struct message *message)
{
    struct contest_terms *terms = &command->tourney.terms;
    uint64_t asked = terms->rounds, rounds = 0;
    double left, starting;
    int matches;
    enum error error = deadline_left(command->finish_by, (int64_t)time(NULL), &left, message);

    left *= 1 - SPARE_TIME;
    if (error || seconds <= left)
        return error;
    terms->rounds = 0;
    starting = tourney_estimate(&command->tourney, (int)command->threads, &matches);
    terms->rounds = asked;
    if (left > starting)
        rounds = (uint64_t)((double)asked * (left - starting) / (seconds - starting));
    if (terms->paired)
        rounds -= rounds % 2;
    if (rounds < LEAST_ROUNDS)
        return error_set(ERR_RANGE, message,
                         "--finish-by %s: not even %d rounds a match could be played by then",
                         command->finish_by, LEAST_ROUNDS);
    fprintf(stderr,
            "broadside tournament: %" PRIu64 " rounds a match instead of %" PRIu64
            ", to finish by %s\n",
            rounds, asked, command->finish_by);
    terms->rounds = rounds;
    return OK;
}

static double estimate(const struct tournament_command *command, int *matches)
{
    double seconds = tourney_estimate(&command->tourney, (int)command->threads, matches);

    if (*matches > 0)
        say_estimate(command, *matches, seconds);
    else if (is_resumed(command))
        fputs("broadside tournament: nothing is left to be played\n", stderr);
    return seconds;
}

static enum error begin(struct tournament_command *command, struct message *message)
{
    struct tourney *tourney = &command->tourney;
    double seconds = 0;
    int matches;
    enum error error = OK;

    if (command->finish_by) /* a slip is told before everybody has played */
        error = deadline_left(command->finish_by, (int64_t)time(NULL), &seconds, message);
    if (!error)
        error = tourney_open(tourney, command->db, message);
    if (!error)
        error = set_terms(command, message);
    for (int i = 0; !error && i < command->args->count; i++)
        error = tourney_enter(tourney, command->args->value[i], message);
    if (!error)
        guests_note(&command->guests, "tournament", command->args->value, command->args->count);
    if (!error)
        error = tourney_preflight(tourney, 0, &command->guests, (int)command->threads, message);
    if (!error)
        error = tourney_set_leagues(tourney, 0, &command->leagues, message);
    if (error)
        return error;
    tourney_say_out(tourney, 0);
    if (playing(tourney) < 2)
        return error_set(ERR_RANGE, message, "a tournament needs at least two bots that can play");
    seconds = estimate(command, &matches);
    if (matches == 0)
        return error_set(ERR_RANGE, message, "in these leagues nobody has an opponent");
    if (command->finish_by)
        error = meet_deadline(command, seconds, message);
    return error ? error : tourney_store(tourney, message);
}

/* --- a stored one ------------------------------------------------------------------------------*/

/* Complete ones stay so unless something is to be played. */
static enum error resume(struct tournament_command *command, struct message *message)
{
    struct tourney *tourney = &command->tourney;
    struct tourney_changes changes = {.added = &command->added,
                                      .replaced = &command->replaced,
                                      .removed = &command->removed,
                                      .leagues = &command->leagues};
    enum error error =
        tourney_load_to_play(tourney, command->db, (int64_t)command->resume, message);
    int matches;

    if (!error)
        error = limits_parse_sentence(slice_of(tourney->terms.limits),
                                      &command->guests.config.limits, message);
    if (!error)
        error = tourney_change(tourney, &changes, &command->guests, (int)command->threads, message);
    if (error)
        return error;
    tourney_say_out(tourney, 0);
    estimate(command, &matches);
    return matches > 0 ? tourney_reopen(tourney, message) : OK;
}

/* --- running -----------------------------------------------------------------------------------*/

/* As a shell takes it. */
static void put_quoted(const char *text, FILE *file)
{
    fputc('\'', file);
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", file);
        else
            fputc(*text, file);
    fputc('\'', file);
}

static void say_how_to_resume(const struct tournament_command *command)
{
    fprintf(stderr, "broadside tournament: go on with: broadside tournament --resume %" PRId64,
            command->tourney.id);
    if (command->db) {
        fputs(" --db ", stderr);
        put_quoted(command->db, stderr);
    }
    if (args_given(command->args, "--records-per-match"))
        fprintf(stderr, " --records-per-match %" PRIu64, command->keep);
    if (command->guests.config.trust)
        fputs(" --trust", stderr);
    if (command->guests.config.unsafe)
        fputs(" --unsafe", stderr);
    fputc('\n', stderr);
}

/* A terminal that goes is an interrupt like others, but under nohup it is none. */
static void listen_to(const int *signals, int count, struct sigaction *before)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};

    action.sa_flags |= (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < count; i++) {
        sigaction(signals[i], NULL, &before[i]);
        if (signals[i] != SIGHUP || before[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

static enum error play_matches(struct tournament_command *command, struct message *message)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    enum { SIGNALS = sizeof signals / sizeof signals[0] };
    struct tourney_run terms = {.guests = &command->guests,
                                .threads = (int)command->threads,
                                .keep_last = (int)command->keep,
                                .progress_json = command->progress != NULL,
                                .stop = &stop};
    struct sigaction before[SIGNALS];
    enum error error;

    listen_to(signals, SIGNALS, before);
    error = tourney_run(&command->tourney, &terms, message);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &before[i], NULL);
    return error;
}

static int answer(struct tournament_command *command)
{
    struct tourney *tourney = &command->tourney;
    struct message message;
    struct json_value *root;
    enum error error = OK;

    if (command->report) {
        error = tourney_report(tourney, command->report, &message);
        if (error)
            command_refused("tournament", error, &message);
        else
            fprintf(stderr, "broadside tournament: the report is %s/index.html\n", command->report);
    }
    if (command->json) {
        enum error filled;

        root = command_json(command->args);
        filled = results_fill_json(tourney, root, &message);
        if (filled) {
            json_free(root);
            return command_refused("tournament", filled, &message);
        }
        return command_print_json("tournament", root) || error ? EXIT_FAILED : EXIT_FINE;
    }
    if (results_print(tourney, stdout, &message) != OK)
        return command_refused("tournament", ERR_MEMORY, &message);
    return command_finish("tournament") || error ? EXIT_FAILED : EXIT_FINE;
}

static int play_tournament(struct tournament_command *command)
{
    struct message message;
    enum error error = check_command(command, &message);

    if (!error)
        error = guests_init(&command->guests, &message);
    if (!error && command->report)
        error = tourney_report_check(command->report, &message);
    if (!error)
        error = is_resumed(command) ? resume(command, &message) : begin(command, &message);
    if (error)
        return command_refused("tournament", error, &message);
    fprintf(stderr, "broadside tournament: number %" PRId64 " in %s\n", command->tourney.id,
            command->tourney.path);
    if (!command->tourney.is_complete)
        error = play_matches(command, &message);
    if (error) {
        command_refused("tournament", error, &message);
        say_how_to_resume(command);
        return EXIT_FAILED;
    }
    if (!command->tourney.is_complete) {
        fprintf(stderr, "broadside tournament: interrupted; complete matches are kept\n");
        say_how_to_resume(command);
        return EXIT_INTERRUPTED;
    }
    return answer(command);
}

static int run(void *target, const struct args *args)
{
    struct tournament_command *command = target;
    int status;

    command->args = args;
    if (!command->threads)
        command->threads = (uint64_t)pool_processors();
    status = play_tournament(command);
    tourney_close(&command->tourney);
    return status;
}

const struct command command_tournament = {
    .name = "tournament",
    .summary = "let many bots play each other and rank them",
    .about = "Tests each bot first: a bot that does not start, does not play the rules or keeps "
             "breaking rounds is excluded, and the reason is printed. Finished matches are stored "
             "in a database right away, so that an interrupted tournament can be resumed. Prints "
             "the table with ratings and their errors.\n"
             "The exit status is 130 after an interrupt; the command to resume is printed.",
    .options = options,
    .size = sizeof(struct tournament_command),
    .run = run,
};
