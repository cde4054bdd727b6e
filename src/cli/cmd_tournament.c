/* broadside tournament: plays the matches of many bots and stores the results. */
#include "arena/entry.h"
#include "arena/pool.h"
#include "arena/tournament.h"
#include "cli/command.h"
#include "cli/tournament_db.h"
#include "cli/tournament_plan.h"
#include "cli/tournament_shard.h"
#include "cli/tournament_tests.h"
#include "contest/deadline.h"
#include "contest/estimate.h"
#include "contest/league.h"
#include "report/tournament_table.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_STAGES = 100 };

/* A thread keeps the rounds of its match, 12 bytes each, until the match is complete. */
enum { MOST_ROUNDS = 1000000 };

enum { MOST_TWINS = 20 }; /* that are named */

/* After an interrupt, tests have this many hundredths of a second to end. */
enum { TEST_GRACE = 100 };

/* The command line. */
struct tournament_command {
    struct tournament_db db;
    struct guests guests;
    const struct args *args;
    struct values changes, leagues, added, replaced, removed;
    const char *rules_name, *format, *db_path, *report, *finish_by, *title, *progress;
    const char *plan, *after, *shard;
    struct seed seed;
    uint64_t games, threads, max_broken, leaders, stages, resume, keep;
    struct tournament_tests tests;
    bool json, is_paired, is_total;
};

static const struct option options[] = {
    {.name = "BOT",
     .kind = OPTION_OPERAND,
     .required = true,
     .many = true,
     .unless = "--resume --shard --after",
     .offers = OFFER_BOTS | OFFER_FILES,
     .help = "A bot: " BOT_HELP " A folder without a bot.json means all the bots in it."},
    OPTION_COUNT("--games", struct tournament_command, games, "1000", MOST_ROUNDS,
                 "Rounds per match."),
    OPTION_RULES(struct tournament_command, rules_name, "tournament"),
    OPTION_RULE(struct tournament_command, changes),
    {.name = "--format",
     .kind = OPTION_WORD,
     .words = "all gauntlet swiss",
     .initial = "all",
     .offset = offsetof(struct tournament_command, format),
     .help = "Who plays whom. all: every bot plays every other bot. gauntlet: the first bots play "
             "all others. swiss: in each stage, bots with similar scores meet."},
    OPTION_COUNT("--leaders", struct tournament_command, leaders, "1", MAX_ENTRANTS,
                 "How many of the first bots play all others. Only with --format gauntlet."),
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
     .help = "Put bots whose IDs or names match the shell pattern into a league that plays among "
             "itself. The first match counts; all other bots form the league 'others'. 'none': no "
             "leagues.",
     .otherwise = "with --format all, leagues Green, Yellow and Red by the letters of IDs such as "
                  "G3, and all bots play each other"},
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
    OPTION_MAX_BROKEN(struct tournament_command, max_broken),
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
             "'2027-01-31 07:30', 45s, 90m, 8h."},
    OPTION_DB(struct tournament_command, db_path),
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
     .help = "Accept the changed files of a bot, given by its ID, name or path, and play its "
             "matches again."},
    {.name = "--remove",
     .kind = OPTION_REPEATED,
     .argument = "BOT",
     .needs = "--resume",
     .offers = OFFER_FILES,
     .offset = offsetof(struct tournament_command, removed),
     .help = "Remove a bot, given by its ID, name or path, and its matches."},
    {.name = "--plan",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .excludes = "--resume --report --finish-by --progress",
     .offers = OFFER_FILES,
     .offset = offsetof(struct tournament_command, plan),
     .help = "Test the bots and write a plan instead of playing, so that several machines can play "
             "the matches. With --shard, play a part of this plan."},
    {.name = "--shard",
     .kind = OPTION_TEXT,
     .argument = "K/N",
     .needs = "--plan",
     .excludes = "--after",
     .offset = offsetof(struct tournament_command, shard),
     .help = "Play part K of N and write its matches to the file of --db. A part that is started "
             "again continues. 'auto' takes K and N from the scheduler, 'auto/N' only K."},
    {.name = "--after",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .needs = "--plan",
     .offers = OFFER_FILES,
     .offset = offsetof(struct tournament_command, after),
     .help = "Plan the next stage of a swiss, after the stages that 'broadside join' has joined in "
             "this file."},
    OPTION_GUESTS(struct tournament_command, guests),
    OPTION_JSON(struct tournament_command, json),
    {.name = NULL},
};

static atomic_bool stop;

/* The first signal stops after the current rounds, the second one ends the program. Either way only
 * incomplete matches are lost. */
static void on_interrupt(int number)
{
    static const char text[] =
        "\nbroadside tournament: stopping after the current rounds; interrupt "
        "again to stop at once\n";
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

/* A tournament that is stored or planned has its own terms. */
static enum error check_fixed(const struct args *args, const char *option, const char *kind,
                              struct message *message)
{
    static const char *const terms[] = {"--games",   "--rules",      "--rule",      "--format",
                                        "--leaders", "--stages",     "--paired",    "--title",
                                        "--seed",    "--max-broken", "--finish-by", "--limit"};

    for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++)
        if (args_given(args, terms[i]))
            return error_set(ERR_SYNTAX, message,
                             "%s cannot be used with %s: the terms of a %s tournament are fixed",
                             terms[i], option, kind);
    return OK;
}

/* A plan is written from bots, or from joined stages; a part is played from it. */
static enum error check_plan(const struct tournament_command *command, struct message *message)
{
    const struct args *args = command->args;

    if (command->shard && !command->db_path)
        return error_set(ERR_SYNTAX, message, "--shard needs --db, the file of the part");
    if (!command->shard && command->db_path)
        return error_set(ERR_SYNTAX, message, "--db works with --plan only for a part (--shard)");
    if ((command->shard || command->after) && args_given(args, "--league"))
        return error_set(ERR_SYNTAX, message, "the leagues are in the plan");
    if (command->shard)
        return check_fixed(args, "--shard", "planned", message);
    return command->after ? check_fixed(args, "--after", "planned", message) : OK;
}

static enum error check_resume(const struct args *args, struct message *message)
{
    enum error error = check_fixed(args, "--resume", "stored", message);

    if (error)
        return error;
    if (args_given(args, "--league") && !args_given(args, "--add"))
        return error_set(ERR_SYNTAX, message, "with --resume, --league only works with --add");
    return OK;
}

/* Checks that the option table cannot express. */
static enum error check_command(const struct tournament_command *command, struct message *message)
{
    enum error error = command->plan ? check_plan(command, message) : OK;

    if (error)
        return error;
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

/* The database and the plan have the secret of the seed, so no guest may be able to read them. */
static enum error open_entrant(void *context, const char *spec, struct bot **bot,
                               struct message *message)
{
    struct tournament_command *command = context;
    enum error error = guest_open(&command->guests.config, spec, bot, message);

    if (!error && !command->guests.config.unsafe)
        error = guests_check_path(*bot, command->db.path, message);
    if (!error && !command->guests.config.unsafe && command->plan)
        error = guests_check_path(*bot, command->plan, message);
    if (error) {
        bot_free(*bot);
        *bot = NULL;
    }
    return error;
}

/* --- a new tournament --------------------------------------------------------------------------*/

static enum error set_terms(struct tournament_command *command, struct message *message)
{
    struct contest_terms *terms = &command->db.contest.terms;
    enum contest_format format = FORMAT_ALL;
    enum error error = args_rules(command->rules_name, &command->changes, &terms->rules, message);

    if (!error)
        error = contest_format_parse(command->format, &format, message);
    if (!error)
        error = args_seed(command->args, command->args->value, command->args->count, &command->seed,
                          message);
    terms->format = (uint8_t)format;
    terms->seed = command->seed;
    terms->rounds = command->games;
    terms->leaders = (int)command->leaders;
    terms->stages = (int)command->stages;
    terms->max_broken = (int)command->max_broken;
    terms->paired = command->is_paired;
    terms->finish_by = command->tests.deadline;
    terms->total = command->is_total;
    text_printable(terms->title, sizeof terms->title, command->title ? command->title : "");
    terms->limits = command->guests.config.limits;
    return error ? error
                 : league_set(terms, command->leagues.value, command->leagues.count, message);
}

static void print_estimate(const struct tournament_command *command, int matches, double seconds)
{
    const struct contest *contest = &command->db.contest;

    fprintf(stderr,
            "broadside tournament: %d bots, %d match%s of %" PRIu64 " round%s%s, %s on %" PRIu64
            " thread%s\n",
            contest_players(contest), matches, text_es((uint64_t)matches), contest->terms.rounds,
            text_s(contest->terms.rounds), is_resumed(command) ? " left" : "",
            text_duration(seconds).text, command->threads, text_s(command->threads));
}

/* The rounds of a stored tournament are fixed, so all that helps is to know. */
static void print_late(const struct contest *contest, double seconds)
{
    int64_t when = contest->terms.finish_by, now = (int64_t)time(NULL);

    if (when && (double)now + seconds > (double)when)
        fprintf(
            stderr,
            "broadside tournament: it will not be finished by %s; its matches keep their number "
            "of rounds\n",
            deadline_text(when, now).text);
}

/* Returns how many matches are left. */
static int estimate(const struct tournament_command *command)
{
    struct estimate estimate;
    int matches;

    estimate_make(&command->db.contest, (int)command->threads, &estimate);
    matches = estimate.matches * estimate.stages;
    if (matches > 0)
        print_estimate(command, matches, estimate.seconds);
    if (matches > 0)
        print_late(&command->db.contest, estimate.seconds);
    else if (is_resumed(command))
        fputs("broadside tournament: no matches left to play\n", stderr);
    return matches;
}

/* Two bots with the same files or ID are probably a mistake of those who collected them. */
static void print_twins(const struct contest *contest)
{
    struct message warning;
    int found = 0;

    for (int i = 0; i < contest->entrants_count; i++)
        if (contest_find_twin(contest, i, &warning) && ++found <= MOST_TWINS)
            fprintf(stderr, "broadside tournament: warning: %s\n", warning.text);
    if (found > MOST_TWINS)
        fprintf(stderr, "broadside tournament: warning: %d more bots are like another one\n",
                found - MOST_TWINS);
}

/* A pattern that matches nothing is probably misspelt. */
static void print_empty_leagues(const struct contest *contest, const struct values *leagues)
{
    for (int i = 0; i < leagues->count; i++) {
        struct slice rest = slice_of(leagues->value[i]), name;
        bool found = !strchr(leagues->value[i], '='); /* 'none' */

        slice_cut(&rest, '=', &name);
        for (int k = 0; !found && k < contest->entrants_count; k++)
            found = slice_is(name, contest->entrants[k].league);
        if (!found)
            fprintf(stderr, "broadside tournament: warning: no bot is in the league '%s'\n",
                    slice_quote(name).text);
    }
}

static void print_excluded(const struct contest *contest)
{
    for (int i = 0; i < contest->entrants_count; i++) {
        const struct entrant *entrant = &contest->entrants[i];

        if (entrant->is_out && !entrant->is_gone)
            fprintf(stderr, "broadside tournament: excluded: %s: %s\n", entrant_label(entrant).text,
                    entrant->why);
    }
}

static enum error enter_bots(struct tournament_command *command, struct message *message)
{
    struct contest *contest = &command->db.contest;
    enum error error = league_check(command->leagues.value, command->leagues.count, message);

    for (int i = 0; !error && i < command->args->count; i++)
        error = entry_add(contest, command->args->value[i], message);
    if (error)
        return error;
    guests_note(&command->guests, "tournament", command->args->value, command->args->count);
    guests_note_limits(&command->guests, "tournament", command->args->value, command->args->count);
    error = tournament_tests_run(&command->tests, contest, message);
    if (error)
        return error;
    league_assign(contest, 0, command->leagues.value, command->leagues.count);
    print_excluded(contest);
    print_twins(contest);
    print_empty_leagues(contest, &command->leagues);
    if (contest_players(contest) < 2)
        return error_set(ERR_RANGE, message, "a tournament needs at least two bots that can play");
    return OK;
}

static enum error begin(struct tournament_command *command, struct message *message)
{
    enum error error = OK;

    if (command->finish_by)
        error = deadline_read(command->finish_by, (int64_t)time(NULL), &command->tests.deadline,
                              message);
    if (!error && !command->plan)
        error = tournament_db_open(&command->db, command->db_path, message);
    if (!error)
        error = set_terms(command, message);
    if (!error)
        error = enter_bots(command, message);
    if (!error && command->tests.deadline)
        error = tournament_tests_fit(&command->tests, &command->db.contest, message);
    if (!error && estimate(command) == 0)
        error = error_set(ERR_RANGE, message, "with these leagues, no bot has an opponent");
    if (error || command->plan)
        return error;
    return tournament_db_create(&command->db, message);
}

/* --- a stored tournament -----------------------------------------------------------------------*/

static struct entrant_names names(const struct values *values)
{
    return (struct entrant_names){values->value, values->count};
}

/* A complete tournament stays complete unless there is something to play. */
static enum error resume(struct tournament_command *command, struct message *message)
{
    struct tournament_db *db = &command->db;
    struct entrant_changes changes = {.added = names(&command->added),
                                      .replaced = names(&command->replaced),
                                      .removed = names(&command->removed),
                                      .leagues = names(&command->leagues),
                                      .stop = &stop};
    enum error error = tournament_db_claim(db, command->db_path, (int64_t)command->resume, message);

    if (!error)
        command->guests.config.limits = db->contest.terms.limits;
    if (!error)
        error =
            tournament_db_change(db, &changes, &command->guests, (int)command->threads, message);
    if (error)
        return error;
    print_excluded(&db->contest);
    if (command->added.count || command->replaced.count)
        print_twins(&db->contest);
    return estimate(command) > 0 ? tournament_db_reopen(db, message) : OK;
}

/* --- running -----------------------------------------------------------------------------------*/

static void print_how_to_resume(const struct tournament_command *command)
{
    fprintf(stderr, "broadside tournament: to continue: broadside tournament --resume %" PRId64,
            command->db.contest.id);
    if (command->db_path) {
        fputs(" --db ", stderr);
        command_put_quoted(command->db_path, stderr);
    }
    if (command->report) {
        fputs(" --report ", stderr);
        command_put_quoted(command->report, stderr);
    }
    if (args_given(command->args, "--records-per-match"))
        fprintf(stderr, " --records-per-match %" PRIu64, command->keep);
    if (command->guests.config.trust)
        fputs(" --trust", stderr);
    if (command->guests.config.unsafe)
        fputs(" --unsafe", stderr);
    if (command->guests.config.no_cgroup)
        fputs(" --no-cgroup", stderr);
    fputc('\n', stderr);
}

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof signals / sizeof signals[0] };
static struct sigaction signals_before[SIGNALS];

/* A hangup counts as an interrupt, except under nohup. */
static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};

    action.sa_flags |= (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], NULL, &signals_before[i]);
        if (signals[i] != SIGHUP || signals_before[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

static void release_signals(void)
{
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &signals_before[i], NULL);
}

static enum error play_matches(struct tournament_command *command, struct message *message)
{
    struct tournament_db_run terms = {.guests = &command->guests,
                                      .threads = (int)command->threads,
                                      .keep_last = (int)command->keep,
                                      .progress_json = command->progress != NULL,
                                      .report = command->report,
                                      .stop = &stop};

    return tournament_db_play(&command->db, &terms, message);
}

static int answer(struct tournament_command *command)
{
    struct tournament_db *db = &command->db;
    struct message message;
    struct json_value *root;
    enum error error = OK;

    if (command->report) {
        struct tournament_source source = tournament_db_source(db);

        error = tournament_report_write(&db->contest, &source, command->report, &message);
        if (error)
            command_refused("tournament", error, &message);
        else
            fprintf(stderr, "broadside tournament: wrote %s/index.html\n", command->report);
    }
    if (command->json) {
        enum error filled;

        root = command_json(command->args);
        filled = tournament_table_fill_json(&db->contest, root, &message);
        if (filled) {
            json_free(root);
            return command_refused("tournament", filled, &message);
        }
        return command_print_json("tournament", root) || error ? EXIT_FAILED : EXIT_FINE;
    }
    if (tournament_table_print(&db->contest, stdout, &message) != OK)
        return command_refused("tournament", ERR_MEMORY, &message);
    return command_finish("tournament") || error ? EXIT_FAILED : EXIT_FINE;
}

/* A bot that changed or no longer starts keeps a tournament from going on, but not from being
 * shown. */
static int refuse(struct tournament_command *command, enum error error,
                  const struct message *message)
{
    int status = command_refused("tournament", error, message);

    if (is_resumed(command) && error == ERR_MISMATCH && command->db.contest.matches_count > 0)
        answer(command);
    return status;
}

/* Nothing was played: not even a tournament is stored if this was a new one. */
static int stop_early(const struct tournament_command *command)
{
    if (is_resumed(command)) {
        fprintf(stderr,
                "broadside tournament: interrupted while the bots were tested; no matches were "
                "played%s\n",
                command->added.count ? ", and the bots of --add were not added" : "");
        if (command->db.contest.id)
            print_how_to_resume(command);
    } else {
        fputs(
            "broadside tournament: interrupted while the bots were tested; nothing was started or "
            "stored\n"
            "broadside tournament: to start again, repeat the command\n",
            stderr);
    }
    return EXIT_INTERRUPTED;
}

/* Ends the program if a test goes on after an interrupt: a bot may take a minute to start. */
struct test_guard {
    const struct tournament_command *command;
    atomic_bool done;
    pthread_t thread;
};

static void *guard_tests(void *context)
{
    struct test_guard *guard = context;
    const struct timespec pause = {.tv_nsec = 10000000};
    int late = 0;

    while (!atomic_load(&guard->done) && late < TEST_GRACE) {
        nanosleep(&pause, NULL);
        late += atomic_load(&stop);
    }
    if (!atomic_load(&guard->done))
        exit(stop_early(guard->command)); /* removes the private copies of guests */
    return NULL;
}

static enum error prepare_guarded(struct tournament_command *command, struct message *message)
{
    struct test_guard guard = {.command = command};
    bool has_thread;
    enum error error;

    catch_signals();
    has_thread = pthread_create(&guard.thread, NULL, guard_tests, &guard) == 0;
    error = is_resumed(command) ? resume(command, message) : begin(command, message);
    atomic_store(&guard.done, true);
    if (has_thread)
        pthread_join(guard.thread, NULL);
    return error;
}

static enum error prepare(struct tournament_command *command, struct message *message)
{
    enum error error = check_command(command, message);

    if (!error)
        error = guests_init(&command->guests, message);
    command->guests.opener = (struct bot_opener){open_entrant, command};
    command->tests = (struct tournament_tests){
        .opener = &command->guests.opener, .threads = (int)command->threads, .stop = &stop};
    if (!error && command->report)
        error = tournament_report_check(command->report, message);
    return error ? error : prepare_guarded(command, message);
}

static int play_tournament(struct tournament_command *command)
{
    struct message message;
    enum error error = prepare(command, &message);
    int status = EXIT_FINE, shown;

    if (error && atomic_load(&stop))
        return stop_early(command);
    if (error)
        return refuse(command, error, &message);
    fprintf(stderr, "broadside tournament: stored as number %" PRId64 " in %s\n",
            command->db.contest.id, command->db.path);
    if (!command->db.contest.is_complete)
        error = play_matches(command, &message);
    release_signals();
    if (error) {
        command_refused("tournament", error, &message);
        status = EXIT_FAILED;
    } else if (!command->db.contest.is_complete) {
        fprintf(stderr, "broadside tournament: interrupted; complete matches are stored\n");
        status = EXIT_INTERRUPTED;
    }
    shown = answer(command);
    if (!status)
        return shown;
    print_how_to_resume(command);
    return status;
}

/* --- plans -------------------------------------------------------------------------------------*/

static int print_plan(const struct tournament_command *command, const struct tournament_plan *plan)
{
    struct json_value *root;

    if (!command->json) {
        printf("%s: a plan of %d match%s, %s on one thread\n", command->plan, plan->matches,
               text_es((uint64_t)plan->matches), text_duration(plan->seconds).text);
        return command_finish("tournament");
    }
    root = command_json(command->args);
    json_set(root, "plan", json_text(command->db.contest.plan.key));
    json_set(root, "matches", json_uint((uint64_t)plan->matches));
    json_set(root, "seconds", json_double(plan->seconds));
    return command_print_json("tournament", root);
}

static int write_plan(struct tournament_command *command)
{
    struct contest *contest = &command->db.contest;
    struct tournament_plan plan = {0};
    struct message message;
    enum error error = OK;

    if (command->after)
        error = check_command(command, &message);
    else
        error = prepare(command, &message);
    if (error && atomic_load(&stop))
        return stop_early(command);
    if (!error && command->after)
        error = tournament_plan_next(command->after, command->plan, contest, &plan, &message);
    else if (!error)
        error = tournament_plan_write(contest, command->plan, &plan, &message);
    return error ? command_refused("tournament", error, &message) : print_plan(command, &plan);
}

static int play_part(struct tournament_command *command)
{
    struct tournament_shard shard = {.args = command->args,
                                     .plan = command->plan,
                                     .path = command->db_path,
                                     .shard = command->shard,
                                     .guests = &command->guests,
                                     .run = {.guests = &command->guests,
                                             .threads = (int)command->threads,
                                             .keep_last = (int)command->keep,
                                             .stop = &stop},
                                     .json = command->json};
    struct message message;
    enum error error = check_command(command, &message);

    if (!error)
        error = guests_init(&command->guests, &message);
    if (error)
        return command_refused("tournament", error, &message);
    command->guests.opener = (struct bot_opener){open_entrant, command};
    snprintf(command->db.path, sizeof command->db.path, "%s", command->db_path);
    catch_signals();
    return tournament_shard_run(&shard);
}

static int run(void *target, const struct args *args)
{
    struct tournament_command *command = target;
    int status;

    command->args = args;
    if (!command->threads)
        command->threads = (uint64_t)pool_processors();
    if (command->shard)
        status = play_part(command);
    else
        status = command->plan ? write_plan(command) : play_tournament(command);
    tournament_db_close(&command->db);
    return status;
}

const struct command command_tournament = {
    .name = "tournament",
    .summary = "let many bots play each other and rank them",
    .about = "Tests each bot first: a bot that does not start, does not play the rules or keeps "
             "breaking rounds is excluded, and the reason is printed. Finished matches are stored "
             "in a database right away, so that an interrupted tournament can be resumed. Prints "
             "the table with ratings and their errors, also of a tournament that was interrupted "
             "or failed.\n"
             "The exit status is 130 after an interrupt; the command to resume is printed.",
    .options = options,
    .size = sizeof(struct tournament_command),
    .run = run,
};
