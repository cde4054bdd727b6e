/* broadside gym: a bot against many styles of play. */
#include "arena/gym.h"
#include "arena/pool.h"
#include "base/outfile.h"
#include "cli/bot_names.h"
#include "cli/command.h"
#include "cli/guests.h"
#include "cli/interrupt.h"
#include "cli/streams.h"
#include "report/gym_chart.h"
#include "report/gym_table.h"
#include "report/picture.h"
#include "report/progress.h"
#include "report/secret.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct command command_gym;

/* Five matches are the fewest with useful 95 % intervals: the factor of Student's t is 2.8, and
 * with three matches it is 4.3. */
enum { QUICK_ROUNDS = 30, QUICK_MATCHES = 5 };

struct gym_command {
    struct rules rules;
    struct seed seed;
    struct guests guests;
    struct values changes, wanted;
    const char *rules_name, *chart, *csv;
    uint64_t rounds, matches, threads, max_broken;
    bool json, quick, list;
    struct bot_names bots;
    int styles;
    const struct gym_style *style[GYM_STYLES];
    _Atomic uint64_t rounds_done; /* by the bot that plays */
    uint64_t rounds_before;       /* by the bots before it */
};

static atomic_bool stop;

/* Ends the gym after the rounds that are being played. */
static void on_interrupt(int number)
{
    (void)number;
    atomic_store(&stop, true);
}

static const struct option options[] = {
    {.name = "BOT",
     .kind = OPTION_OPERAND,
     .many = true,
     .unless = "--list",
     .offers = OFFER_BOTS | OFFER_FILES,
     .help = "The bot to measure: " BOT_HELP " Commas separate several built-in bots. Without a "
             "bot, the strongest built-in one."},
    OPTION_COUNT("--rounds", struct gym_command, rounds, "100", GYM_MOST_ROUNDS,
                 "The number of rounds of a match."),
    OPTION_COUNT("--matches", struct gym_command, matches, "10", GYM_MOST_MATCHES,
                 "The number of matches against each style."),
    {.name = "--quick",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct gym_command, quick),
     .help = "Play against one or two styles of each family only, all for 'tuning' and without the "
             "bot itself, 5 matches of 30 rounds unless --matches or --rounds says otherwise."},
    {.name = "--style",
     .kind = OPTION_REPEATED,
     .argument = "STYLE",
     .offset = offsetof(struct gym_command, wanted),
     .help = "Play against this style only, or against a family of styles, or against those for "
             "'tuning' or for the 'final' figure."},
    {.name = "--list",
     .kind = OPTION_FLAG,
     .excludes = "--rounds --matches --style --rules --rule --seed --threads --max-broken "
                 "--chart --csv --limit --trust --no-cgroup --unsafe --json",
     .offset = offsetof(struct gym_command, list),
     .help = "List the styles instead of playing, with --quick only those of a quick run."},
    OPTION_RULES(struct gym_command, rules_name, "tournament"),
    OPTION_RULE(struct gym_command, changes),
    OPTION_SEED(struct gym_command, seed),
    OPTION_THREADS(struct gym_command, threads),
    OPTION_MAX_BROKEN(struct gym_command, max_broken),
    OPTION_FILE("--chart", struct gym_command, chart,
                "Draw the shots by round and the rounds won, by family, to a .svg, .png or .pdf "
                "file. For one bot only."),
    OPTION_FILE("--csv", struct gym_command, csv, "Write one line per match. For one bot only."),
    OPTION_GUESTS(struct gym_command, guests),
    OPTION_JSON(struct gym_command, json),
    {.name = NULL},
};

/* --- the command line --------------------------------------------------------------------------*/

static enum error read_bots(struct gym_command *command, const struct args *args,
                            struct message *message)
{
    static const char *const strongest[] = {"admiral"};
    bool is_named = args->count > 0;
    enum error error = bot_names_split(&command->bots, is_named ? args->value : strongest,
                                       is_named ? args->count : 1, message);

    if (!error && command->bots.count > 1 && (command->chart || command->csv))
        error = error_set(ERR_SYNTAX, message, "%s takes one bot, not %d",
                          command->chart ? "--chart" : "--csv", command->bots.count);
    return error;
}

/* Does the word name a style, or one of a quick run? */
static bool has_style(const char *word, bool is_quick)
{
    for (int i = 0; gym_style(i); i++)
        if (gym_style_is(gym_style(i), word) && (gym_style(i)->is_quick || !is_quick))
            return true;
    return false;
}

static enum error check_styles(const struct gym_command *command, struct message *message)
{
    for (int i = 0; i < command->wanted.count; i++) {
        const char *word = command->wanted.value[i];
        struct quoted quoted = slice_quote(slice_of(word));

        if (!has_style(word, false))
            return error_set(ERR_UNKNOWN, message,
                             "there is no style or family '%s'; 'broadside gym --list' lists them",
                             quoted.text);
        if (!has_style(word, command->quick))
            return error_set(ERR_UNKNOWN, message,
                             "--quick has no style '%s'; leave it out to play against that, or see "
                             "'broadside gym --list --quick'",
                             quoted.text);
    }
    return OK;
}

static bool is_wanted(const struct gym_command *command, const struct gym_style *style)
{
    bool is_one = command->wanted.count == 0;

    for (int i = 0; i < command->wanted.count; i++)
        is_one |= gym_style_is(style, command->wanted.value[i]);
    return is_one && (style->is_quick || !command->quick);
}

static enum error choose_styles(struct gym_command *command, struct message *message)
{
    enum error error = check_styles(command, message);

    for (int i = 0; !error && gym_style(i); i++)
        if (is_wanted(command, gym_style(i)))
            command->style[command->styles++] = gym_style(i);
    return error;
}

/* Finds files that cannot be written before the work, not after it. */
static enum error check_files(const struct gym_command *command, struct message *message)
{
    enum error error = args_other_file("--chart", command->chart, "--csv", command->csv, message);

    if (!error && command->chart)
        error = picture_check(command->chart, message);
    return !error && command->csv ? outfile_probe(command->csv, message) : error;
}

static enum error prepare(struct gym_command *command, const struct args *args,
                          struct message *message)
{
    enum error error = read_bots(command, args, message);

    if (command->quick && !args_given(args, "--rounds"))
        command->rounds = QUICK_ROUNDS;
    if (command->quick && !args_given(args, "--matches"))
        command->matches = QUICK_MATCHES;
    if (!error)
        error = choose_styles(command, message);
    if (!error)
        error = check_files(command, message);
    if (!error)
        error = guests_init(&command->guests, message);
    if (!error)
        error = args_rules(command->rules_name, &command->changes, &command->rules, message);
    if (!error)
        error = args_seed(args, command->bots.name, command->bots.count, &command->seed, message);
    return error;
}

/* --- playing -----------------------------------------------------------------------------------*/

/* The gym of one bot, before the first match. The command must not move. */
static void start_gym(struct gym_command *command, const char *bot, struct gym_terms *terms,
                      struct gym *gym, struct gym_result results[GYM_STYLES])
{
    *terms =
        (struct gym_terms){.threads = command->threads ? (int)command->threads : pool_processors(),
                           .max_broken = (int)command->max_broken,
                           .opener = &command->guests.opener,
                           .stop = &stop,
                           .rounds_done = &command->rounds_done};
    *gym = (struct gym){.bot = bot,
                        .rules = &command->rules,
                        .seed = command->seed,
                        .rounds = command->rounds,
                        .matches = command->matches,
                        .styles = command->styles,
                        .result = results};
    for (int i = 0; i < gym->styles; i++)
        results[i] = (struct gym_result){.style = command->style[i]};
}

/* Finds bots that cannot play before the first of them does. */
static enum error check_bots(struct gym_command *command, struct message *message)
{
    struct gym_result results[GYM_STYLES];
    struct gym_terms terms;
    struct gym gym;
    enum error error = OK;

    for (int i = 0; !error && i < command->bots.count; i++) {
        start_gym(command, command->bots.name[i], &terms, &gym, results);
        error = gym_check(&terms, &gym, message);
    }
    return error;
}

static uint64_t rounds_done(const void *context)
{
    const struct gym_command *command = context;

    return atomic_load_explicit(&command->rounds_done, memory_order_relaxed);
}

static enum error play(struct gym_command *command, const struct gym_terms *terms, struct gym *gym,
                       struct message *message)
{
    struct progress_bar bar = {.unit = "rounds",
                               .total = gym->rounds * gym->matches * (uint64_t)gym->styles,
                               .done = rounds_done,
                               .context = command};
    struct progress *progress;
    enum error error = gym_new_results(gym, message);

    if (error)
        return error;
    command->rounds_before += atomic_exchange(&command->rounds_done, 0);
    progress = progress_start_bar(&bar);
    error = gym_play(terms, gym, message);
    progress_stop(progress);
    return error;
}

/* Writes each file even if the other one fails. */
static enum error write_files(const struct gym_command *command, const struct gym *gym,
                              struct message *message)
{
    enum error error = command->csv ? gym_table_write_csv(gym, command->csv, message) : OK;
    struct message trouble;
    enum error second = command->chart ? gym_chart_write(gym, command->chart, &trouble) : OK;

    if (!error && second)
        *message = trouble;
    return error ? error : second;
}

/* Plays one bot, and prints its table or adds it to the list. */
static enum error measure(struct gym_command *command, const char *bot, struct json_value *list,
                          struct message *message)
{
    struct gym_result results[GYM_STYLES];
    struct gym_terms terms;
    struct gym gym;
    enum error error;

    start_gym(command, bot, &terms, &gym, results);
    error = play(command, &terms, &gym, message);
    if (!error && list)
        json_append(list, gym_table_json(&gym, &command->guests.config.limits));
    else if (!error)
        gym_table_print(&gym, &command->guests.config.limits, streams_columns());
    if (!error) {
        fflush(stdout); /* a file may be a pipe that waits for its reader */
        error = write_files(command, &gym, message);
    }
    gym_free_results(&gym);
    return error;
}

static struct json_value *start_json(const struct gym_command *command, const struct args *args,
                                     struct json_value *list)
{
    struct json_value *root = command_json(args);

    json_set(root, "rules", json_text(command->rules.name));
    secret_set_json(&command->seed, root);
    json_set(root, "rounds", json_uint(command->rounds));
    json_set(root, "matches", json_uint(command->matches));
    json_set(root, "bots", list);
    return root;
}

static enum error measure_all(struct gym_command *command, struct json_value *list,
                              struct message *message)
{
    struct interrupt interrupt;
    enum error error = OK;

    interrupt_catch(&interrupt, on_interrupt);
    for (int i = 0; i < command->bots.count && !error; i++) {
        bool is_stopped = atomic_load(&stop);

        if (i > 0 && !command->json)
            putchar('\n');
        if (!is_stopped)
            error = measure(command, command->bots.name[i], list, message);
        else if (!command->json)
            printf("%s was not measured\n", command->bots.name[i]);
    }
    interrupt_release(&interrupt);
    return error;
}

/* A Ctrl-C after the last round changes nothing. */
static int finish(const struct gym_command *command, struct json_value *root)
{
    uint64_t all = command->rounds * command->matches * (uint64_t)command->styles *
                   (uint64_t)command->bots.count;
    uint64_t done = command->rounds_before + rounds_done(command);
    int status;

    if (command->json)
        json_set(root, "complete", json_bool(done == all));
    status = command->json ? command_print_json("gym", root) : command_finish("gym");
    if (status == EXIT_FINE && done < all) {
        fprintf(stderr,
                "broadside gym: interrupted after %" PRIu64 " of %" PRIu64
                " rounds; the figures are for the rounds played\n",
                done, all);
        status = EXIT_INTERRUPTED;
    }
    return status;
}

static int measure_and_report(struct gym_command *command, const struct args *args)
{
    struct json_value *list = NULL, *root = NULL;
    struct message message;
    enum error error = prepare(command, args, &message);

    if (!error) {
        guests_note(&command->guests, "gym", command->bots.name, command->bots.count);
        guests_note_limits(&command->guests, "gym", command->bots.name, command->bots.count);
        error = check_bots(command, &message);
    }
    if (!error && command->json) {
        list = json_new_array();
        root = start_json(command, args, list);
    }
    if (!error)
        error = measure_all(command, list, &message);
    if (!error)
        return finish(command, root);
    json_free(root);
    return command_refused("gym", error, &message);
}

static int run(void *target, const struct args *args)
{
    struct gym_command *command = target;
    int status;

    if (command->list) {
        gym_table_list(command->quick, stdout);
        return command_finish("gym");
    }
    status = measure_and_report(command, args);
    bot_names_release(&command->bots);
    return status;
}

const struct command command_gym = {
    .name = "gym",
    .summary = "measure a bot against many styles of play",
    .about = "Plays matches against sparring partners that stand for the opponents of real "
             "tournaments, and prints for each style the rounds won, the shots of both sides and "
             "the matches won, with errors over the repeated matches. Below the table are the "
             "bot's weaknesses in words. Ctrl-C stops early and prints the results so far.\n"
             "Improve your bot with the styles for tuning. Those for the final figure show how "
             "well it plays against opponents it was not made for.",
    .options = options,
    .size = sizeof(struct gym_command),
    .run = run,
};
