/* broadside match: two bots, many rounds. */
#include "arena/pool.h"
#include "arena/series.h"
#include "base/clock.h"
#include "cli/command.h"
#include "cli/guests.h"
#include "cli/match_debug.h"
#include "cli/match_records.h"
#include "report/match_table.h"
#include "report/progress.h"

#include <stdio.h>
#include <stdlib.h>

#define SPRT_ROUNDS 100000 /* at most, with --sprt */
#define TEXT_OF(number) #number
#define DIGITS_OF(number) TEXT_OF(number)

enum { MOST_ROUNDS = 1000000000, MOST_SHORT = 1000000, MOST_ELO = 2000 };

/* What the command line says. */
struct match_command {
    struct rules rules;
    struct match match;
    struct series series;
    struct guests guests;
    struct match_records records;
    struct match_debug debug;
    _Atomic uint64_t rounds_done;
    struct message unkept; /* why records are missing; empty if none are */
    struct values changes;
    const char *rules_name, *folder, *keep, *elo;
    uint64_t games, short_rounds, threads, max_broken;
    bool json, sprt;
};

static const struct option options[] = {
    {.name = "A",
     .kind = OPTION_OPERAND,
     .required = true,
     .offers = OFFER_BOTS | OFFER_FILES,
     .help = "The first bot: " BOT_HELP},
    {.name = "B",
     .kind = OPTION_OPERAND,
     .required = true,
     .unless = "--feed",
     .offers = OFFER_BOTS | OFFER_FILES,
     .help = "The second bot."},
    OPTION_COUNT("--games", struct match_command, games, "1000", MOST_ROUNDS,
                 "The number of rounds; with --sprt, the maximum (" DIGITS_OF(
                     SPRT_ROUNDS) " unless given)."),
    OPTION_RULES(struct match_command, rules_name, "classic"),
    OPTION_RULE(struct match_command, changes),
    OPTION_SEED(struct match_command, match.seed),
    OPTION_THREADS(struct match_command, threads),
    OPTION_MAX_BROKEN(struct match_command, max_broken),
    OPTION_PAIRED(struct match_command, match.is_paired),
    {.name = "--sprt",
     .kind = OPTION_FLAG,
     .excludes = "--records --transcript --feed",
     .offset = offsetof(struct match_command, sprt),
     .help =
         "Play short matches until it is clear whether A is stronger than B. This is a sequential "
         "probability ratio test with error rates of 5 %."},
    {.name = "--short",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .initial = "20",
     .needs = "--sprt",
     .least = 1,
     .most = MOST_SHORT,
     .offset = offsetof(struct match_command, short_rounds),
     .help = "Rounds per short match."},
    {.name = "--elo",
     .kind = OPTION_TEXT,
     .argument = "LOW:HIGH",
     .initial = "0:20",
     .needs = "--sprt",
     .offset = offsetof(struct match_command, elo),
     .help = "The two Elo differences that the test distinguishes."},
    {.name = "--records",
     .kind = OPTION_TEXT,
     .argument = "DIR",
     .offers = OFFER_FOLDERS,
     .offset = offsetof(struct match_command, folder),
     .help = "Write a record of every round to this folder, for 'broadside replay'. What guests "
             "write to "
             "standard error goes to a.log and b.log."},
    {.name = "--keep",
     .kind = OPTION_TEXT,
     .argument = "WHICH",
     .initial = "all",
     .words = "all last: broken",
     .needs = "--records",
     .offset = offsetof(struct match_command, keep),
     .help = "The rounds to record: all, last:N or broken."},
    {.name = "--transcript",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .excludes = "--feed",
     .offers = OFFER_FILES,
     .offset = offsetof(struct match_command, debug.transcript),
     .help = "Write the dialogue with guests to this file: 'a> LINE' for what the arena sends to "
             "A, 'a< LINE' for what A answers. The match then uses one thread."},
    OPTION_FILE("--feed", struct match_command, debug.feed,
                "Send A, a guest, the requests in a transcript instead of playing a match, and "
                "compare its "
                "answers with the recorded ones. The exit status is 1 if they differ."),
    {.name = "--side",
     .kind = OPTION_WORD,
     .words = "a b",
     .needs = "--feed",
     .offset = offsetof(struct match_command, debug.side),
     .help = "The side of the transcript to use.",
     .otherwise = "the side that the transcript has"},
    {.name = "--round",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .needs = "--feed",
     .least = 1,
     .most = MOST_ROUNDS,
     .offset = offsetof(struct match_command, debug.round),
     .help = "Send only this round, and print the dialogue."},
    OPTION_GUESTS(struct match_command, guests),
    OPTION_JSON(struct match_command, json),
    {.name = NULL},
};

/* --- the command line --------------------------------------------------------------------------*/

static bool parse_signed(struct slice text, double *number)
{
    bool negative = text.length > 0 && text.text[0] == '-';
    uint64_t whole;

    if (negative)
        text = (struct slice){text.text + 1, text.length - 1};
    if (!slice_number(text, MOST_ELO, &whole))
        return false;
    *number = negative ? -(double)whole : (double)whole;
    return true;
}

/* LOW:HIGH */
static enum error parse_elo(const char *text, struct sprt_terms *terms, struct message *message)
{
    struct slice rest = slice_of(text), low;

    slice_cut(&rest, ':', &low);
    if (!parse_signed(low, &terms->low) || !parse_signed(rest, &terms->high) ||
        terms->low >= terms->high)
        return error_set(
            ERR_SYNTAX, message,
            "--elo '%s' is not of the form LOW:HIGH, two whole numbers up to %d such as "
            "0:20",
            slice_quote(slice_of(text)).text, MOST_ELO);
    return OK;
}

/* What the table cannot say. */
static enum error check_command(const struct match_command *command, struct message *message)
{
    uint64_t rounds = command->sprt ? command->short_rounds : command->games;

    if (command->sprt && command->games < command->short_rounds)
        return error_set(ERR_RANGE, message,
                         "--games must be at least %llu, the rounds of one short match (--short)",
                         (unsigned long long)command->short_rounds);
    if (command->match.is_paired && rounds % 2)
        return error_set(ERR_RANGE, message, "--paired needs an even number of rounds, not %llu",
                         (unsigned long long)rounds);
    return OK;
}

static void fill_match(struct match_command *command, const struct args *args)
{
    struct match *match = &command->match;

    match->rules = &command->rules;
    match->bot[0] = args->value[0];
    match->bot[1] = args->value[1];
    match->rounds = command->sprt ? command->short_rounds : command->games;
    match->threads = command->threads ? (int)command->threads : pool_processors();
    match->max_broken = (int)command->max_broken;
    match->opener = &command->guests.opener;
    match->context = command;
    match->rounds_done = &command->rounds_done;
    command->series.match = *match;
    command->series.match.number = 1;
    command->series.rounds = command->games;
    command->series.threads = match->threads;
    command->series.terms.rounds = match->rounds;
}

static enum error prepare(struct match_command *command, const struct args *args,
                          struct message *message)
{
    enum error error;

    command->series.terms = (struct sprt_terms){.alpha = 0.05, .beta = 0.05};
    if (command->sprt && !args_given(args, "--games"))
        command->games = SPRT_ROUNDS;
    error = check_command(command, message);
    if (!error)
        error = parse_elo(command->elo, &command->series.terms, message);
    if (!error)
        error = match_records_keep(&command->records, command->keep, message);
    if (!error)
        error = guests_init(&command->guests, message);
    if (!error)
        error = args_rules(command->rules_name, &command->changes, &command->rules, message);
    if (!error)
        error = args_seed(args, args->value, args->count, &command->match.seed, message);
    if (!error)
        fill_match(command, args);
    return error;
}

/* --- playing -----------------------------------------------------------------------------------*/

/* While two guests play, neither may be able to read what is written about the match. */
static enum error opened(void *context, int side, struct bot *bot, struct message *message)
{
    struct match_command *command = context;
    const char *const paths[] = {command->debug.transcript, command->folder};
    enum error error = OK;

    for (int i = 0; i < 2 && !error && guest_is_spec(command->match.bot[1 - side]); i++)
        error = guests_check_path(bot, paths[i], message);
    if (!error)
        match_debug_opened(&command->debug, side, bot);
    return error;
}

static void closing(void *context, int side, struct bot *bot)
{
    struct match_command *command = context;

    match_records_log(&command->records, side, bot);
}

static enum error keep(void *context, uint64_t number, const struct round *round,
                       struct slice record, struct message *message)
{
    struct match_command *command = context;

    return match_records_round(&command->records, number, round, record, message);
}

static enum error open_files(struct match_command *command, struct message *message)
{
    enum error error = OK;

    if (command->folder) {
        command->match.closing = closing;
        command->match.keep = keep;
        command->match.unkept = &command->unkept;
        error = match_records_open(&command->records, command->folder, message);
    }
    command->match.opened = opened;
    return error ? error : match_debug_open(&command->debug, &command->match, message);
}

static int print_result(const struct match_outcome *outcome, bool json, const struct args *args)
{
    struct json_value *root;

    if (!json) {
        match_table_print(outcome);
        return command_finish("match");
    }
    root = command_json(args);
    match_table_fill_json(outcome, root);
    return command_print_json("match", root);
}

/* The result is valid even if a file could not be written, so those errors come after it. */
static int finish(struct match_command *command, int status)
{
    struct message message;

    if (command->unkept.text[0])
        status = command_refused("match", ERR_IO, &command->unkept);
    if (command->records.failed.text[0])
        status = command_refused("match", ERR_IO, &command->records.failed);
    if (match_debug_close(&command->debug, &message) != OK)
        status = command_refused("match", ERR_IO, &message);
    return status;
}

static uint64_t rounds_done(const void *context)
{
    const struct match_command *command = context;

    return atomic_load_explicit(&command->rounds_done, memory_order_relaxed);
}

static enum error play(struct match_command *command, struct series_result *result,
                       struct message *message)
{
    struct progress_bar bar = {
        .unit = "rounds", .total = command->games, .done = rounds_done, .context = command};
    struct progress *progress = progress_start_bar(&bar);
    enum error error = command->sprt ? series_play(&command->series, result, message)
                                     : match_play(&command->match, &result->sum, message);

    progress_stop(progress);
    return error;
}

static int play_and_report(struct match_command *command, const struct args *args)
{
    const struct match *match = &command->match;
    struct series_result result = {.sum = {.rounds = 0}};
    struct match_outcome outcome = {.rules = match->rules,
                                    .bot = {match->bot[0], match->bot[1]},
                                    .seed = match->seed,
                                    .max_broken = match->max_broken,
                                    .is_paired = match->is_paired,
                                    .limits = &command->guests.config.limits,
                                    .match = &result.sum,
                                    .test = command->sprt ? &command->series.terms : NULL,
                                    .evidence = &result.sprt};
    struct message message;
    double start = clock_seconds(), core_start = clock_process_seconds();
    enum error error;

    guests_note(&command->guests, "match", match->bot, 2);
    guests_note_limits(&command->guests, "match", match->bot, 2);
    error = play(command, &result, &message);
    if (error) {
        (void)match_debug_close(&command->debug, NULL);
        return command_refused("match", error, &message);
    }
    outcome.seconds = clock_seconds() - start;
    outcome.core_seconds = clock_process_seconds() - core_start;
    return finish(command, print_result(&outcome, command->json, args));
}

static int run(void *target, const struct args *args)
{
    struct match_command *command = target;
    struct message message;
    enum error error = prepare(command, args, &message);

    if (!error)
        error = open_files(command, &message);
    if (error)
        return command_refused("match", error, &message);
    if (command->debug.feed)
        return match_debug_feed(&command->debug, command->match.bot[0], &command->guests);
    return play_and_report(command, args);
}

const struct command command_match = {
    .name = "match",
    .summary = "let two bots play many rounds against each other",
    .about =
        "Prints the rounds each bot won, its mean number of shots (and of turns, where these "
        "differ), and how many rounds it broke and how. Below that are the share of the rounds "
        "with its standard error, in which a draw counts half, the likelihood that the first "
        "bot is stronger, and the rounds it won as first and as second mover. Where turns "
        "decide, the turns of the winner are compared.",
    .options = options,
    .size = sizeof(struct match_command),
    .run = run,
};
