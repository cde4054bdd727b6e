/* broadside sim: bots shoot at many boards, the same for all. */
#include "arena/boards.h"
#include "arena/pool.h"
#include "arena/sim.h"
#include "cli/bot_names.h"
#include "cli/command.h"
#include "cli/guests.h"
#include "cli/interrupt.h"
#include "cli/sim_plan_file.h"
#include "cli/sim_shard.h"
#include "report/chart.h"
#include "report/picture.h"
#include "report/progress.h"
#include "report/sim_csv.h"
#include "report/sim_records.h"
#include "report/sim_table.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_GAMES = MOST_SIM_BOARDS, MAX_ALL_GAMES = 400000000 };
_Static_assert((int)MOST_BOT_NAMES <= (int)MAX_SIM_BOTS, "a simulation takes all bots");

/* What the command line says, beyond the terms. */
struct sim_command {
    struct rules rules;
    struct sim_terms terms;
    struct values bots, changes;
    struct guests guests;
    struct bot_names names; /* what terms.bot points into */
    const char *rules_name, *chart, *chart_style, *csv, *folder, *plan, *shard, *db;
    uint64_t threads;
    bool json;
    struct sim_records records;
    struct sim_csv games;     /* the file of --csv */
    struct message unwritten; /* why it lacks games; empty if it has all */
    struct sim_outcome outcome;
};

static const struct option options[] = {
    {.name = "--bot",
     .kind = OPTION_REPEATED,
     .argument = "BOT",
     .required = true,
     .unless = "--shard",
     .offers = OFFER_BOTS | OFFER_FILES,
     .offset = offsetof(struct sim_command, bots),
     .help = "A bot: " BOT_HELP " Commas separate several built-in bots."},
    OPTION_COUNT("--games", struct sim_command, terms.games, "1000", MAX_GAMES,
                 "The number of boards."),
    OPTION_RULES(struct sim_command, rules_name, "classic"),
    OPTION_RULE(struct sim_command, changes),
    {.name = "--placement",
     .kind = OPTION_TEXT,
     .argument = "P",
     .initial = "uniform",
     .words = "uniform sequential human",
     .offers = OFFER_BOTS | OFFER_FILES,
     .offset = offsetof(struct sim_command, terms.placement),
     .help =
         "How the fleets are placed: uniform (every legal layout equally likely), sequential "
         "(one ship after another), human (cells covered as often as in real players' fleets), a "
         "bot, or a file with one layout per line."},
    OPTION_SEED(struct sim_command, terms.seed),
    OPTION_THREADS(struct sim_command, threads),
    OPTION_FILE("--chart", struct sim_command, chart,
                "Draw the distribution of shots of every bot, or of turns where turns decide, to a "
                ".svg, .png or .pdf file."),
    OPTION_CHART_STYLE(struct sim_command, chart_style, "--chart"),
    OPTION_FILE("--csv", struct sim_command, csv,
                "Write one line per game while they are played: board, bot, shots, turns, result. "
                "'broadside plot' draws a chart of the file."),
    {.name = "--records",
     .kind = OPTION_TEXT,
     .argument = "DIR",
     .offers = OFFER_FOLDERS,
     .offset = offsetof(struct sim_command, folder),
     .help = "Write a record of every game to this folder, for 'broadside replay' and "
             "'broadside analyze'."},
    OPTION_COUNT("--max-broken", struct sim_command, terms.max_broken, "3", MAX_GAMES,
                 "Stop a guest after N broken games."),
    {.name = "--plan",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .offers = OFFER_FILES,
     .offset = offsetof(struct sim_command, plan),
     .help = "Measure the bots and write a plan instead of playing, so that several machines can "
             "share the boards. With --shard, play a part of this plan."},
    {.name = "--shard",
     .kind = OPTION_TEXT,
     .argument = "K/N",
     .needs = "--plan",
     .excludes = "--bot --games --rules --rule --placement --seed --max-broken --limit",
     .offset = offsetof(struct sim_command, shard),
     .help = "Play part K of N and write its sums to the file of --db. A part that is started "
             "again continues. 'auto' takes K and N from the scheduler, 'auto/N' only K."},
    {.name = "--db",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .needs = "--shard",
     .offers = OFFER_FILES,
     .offset = offsetof(struct sim_command, db),
     .help = "The file of the part."},
    OPTION_GUESTS(struct sim_command, guests),
    OPTION_JSON(struct sim_command, json),
    {.name = NULL},
};

/* --- the command line --------------------------------------------------------------------------*/

static enum error prepare(struct sim_command *command, const struct args *args,
                          struct message *message)
{
    struct sim_terms *terms = &command->terms;
    enum error error =
        bot_names_split(&command->names, command->bots.value, command->bots.count, message);

    terms->bots = command->names.count;
    for (int i = 0; i < terms->bots; i++)
        terms->bot[i] = command->names.name[i];
    if (!error && terms->games * (uint64_t)terms->bots > MAX_ALL_GAMES)
        error =
            error_set(ERR_RANGE, message, "%" PRIu64 " games of %d bots are more than %d in all",
                      terms->games, terms->bots, MAX_ALL_GAMES);
    if (!error)
        error = guests_init(&command->guests, message);
    if (!error)
        error = args_rules(command->rules_name, &command->changes, &command->rules, message);
    if (!error)
        error = args_seed(args, terms->bot, terms->bots, &terms->seed, message);
    if (!error && boards_is_guest(terms->placement) && !terms->seed.has_secret)
        error = seed_draw_secret(&terms->seed, message);
    terms->rules = &command->rules;
    terms->opener = &command->guests.opener;
    terms->threads = command->threads ? (int)command->threads : pool_processors();
    return error;
}

/* Reports files that cannot be written before the games are played, not after. */
static enum error check_files(struct sim_command *command, struct message *message)
{
    enum error error = args_other_file("--chart", command->chart, "--csv", command->csv, message);

    if (command->chart && command->terms.bots > CHART_SERIES)
        error = error_set(ERR_RANGE, message, "--chart draws at most %d bots", CHART_SERIES);
    if (!error && command->chart)
        error = picture_check(command->chart, message);
    if (!error && command->folder) {
        error = sim_records_init(&command->records, command->folder, command->terms.bot,
                                 command->terms.bots, message);
        command->terms.keep = sim_records_keep;
        command->terms.context = &command->records;
    }
    return error;
}

/* --- running -----------------------------------------------------------------------------------*/

static _Atomic(struct sim *) interruptible;

/* Ends the simulation after the games that are being played. */
static void on_interrupt(int number)
{
    struct sim *sim = atomic_load(&interruptible);

    (void)number;
    if (sim)
        sim_stop(sim);
}

static uint64_t games_done(const void *sim)
{
    return sim_done(sim);
}

static enum error play_games(struct sim *sim, const struct sim_terms *terms,
                             struct message *message)
{
    struct interrupt interrupt;
    struct progress_bar bar = {.unit = "games",
                               .total = terms->games * (uint64_t)terms->bots,
                               .done = games_done,
                               .context = sim};
    struct progress *progress;
    enum error error;

    atomic_store(&interruptible, sim);
    interrupt_catch(&interrupt, on_interrupt);
    progress = progress_start_bar(&bar);
    error = sim_run(sim, message);
    progress_stop(progress);
    interrupt_release(&interrupt);
    atomic_store(&interruptible, NULL);
    return error;
}

static bool add_board(void *context, uint64_t board, const struct sim_game *games)
{
    return sim_csv_add(context, board, games);
}

static int print_results(const struct sim_command *command, const struct args *args)
{
    struct json_value *root;

    if (!command->json) {
        sim_table_print(&command->outcome, &command->guests.config.limits);
        return command_finish("sim");
    }
    root = command_json(args);
    sim_table_fill_json(&command->outcome, &command->guests.config.limits, root);
    return command_print_json("sim", root);
}

static int report_results(struct sim_command *command, struct sim *sim, const struct args *args)
{
    const struct sim_outcome *outcome = &command->outcome;
    struct message message = {"out of memory"};
    enum error error = sim_results(sim, &command->outcome);
    int status;

    if (error)
        return command_refused("sim", error, &message);
    status = print_results(command, args);
    if (command->chart)
        error = sim_table_write_chart(outcome, command->chart,
                                      strcmp(command->chart_style, "lines") == 0, &message);
    if (error)
        status = command_refused("sim", error, &message);
    if (command->unwritten.text[0])
        status = command_refused("sim", ERR_IO, &command->unwritten);
    if (status == EXIT_FINE && !outcome->is_complete) {
        fprintf(stderr,
                "broadside sim: interrupted after %" PRIu64 " of %" PRIu64
                " games; the figures are for the finished games\n",
                sim_done(sim), outcome->games * (uint64_t)outcome->bots);
        status = EXIT_INTERRUPTED;
    }
    return status;
}

/* --- plans and parts ---------------------------------------------------------------------------*/

static atomic_bool stop_part;

static void on_stop(int number)
{
    (void)number;
    atomic_store(&stop_part, true);
}

/* A scheduler ends a job with SIGTERM. The second signal ends the program. */
static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_stop, .sa_flags = SA_RESTART};

    action.sa_flags |= (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* What needs the games of all boards, or the joined sums. */
static enum error check_plan(const struct sim_command *command, struct message *message)
{
    if (command->csv || command->folder)
        return error_set(ERR_SYNTAX, message,
                         "%s cannot be used with --plan: parts keep sums, not every game",
                         command->csv ? "--csv" : "--records");
    if (command->chart)
        return error_set(ERR_SYNTAX, message,
                         "--chart cannot be used with --plan: 'broadside results PART... --chart "
                         "FILE' draws the joined parts");
    if (command->shard && !command->db)
        return error_set(ERR_SYNTAX, message, "--shard needs --db, the file of the part");
    return OK;
}

/* The plan has the secret of the seed, so no guest may be able to read it. */
static enum error open_planned(void *context, const char *spec, struct bot **bot,
                               struct message *message)
{
    struct sim_command *command = context;
    enum error error = guest_open(&command->guests.config, spec, bot, message);

    if (!error && !command->guests.config.unsafe)
        error = guests_check_path(*bot, command->plan, message);
    if (error) {
        bot_free(*bot);
        *bot = NULL;
    }
    return error;
}

static int print_plan(const struct sim_command *command, const struct sim_plan *plan,
                      const struct args *args)
{
    uint64_t games = plan->games * (uint64_t)plan->bots, work = 0;
    struct json_value *root;

    for (int i = 0; i < sim_plan_units(plan); i++)
        work += sim_plan_unit(plan, i).work;
    if (!command->json) {
        printf("%s: a plan of %" PRIu64 " game%s, %s on one thread\n", command->plan, games,
               text_s(games), text_duration((double)work / 1e9).text);
        return command_finish("sim");
    }
    root = command_json(args);
    json_set(root, "plan", json_text(plan->plan.key));
    json_set(root, "games", json_uint(games));
    json_set(root, "units", json_uint((uint64_t)sim_plan_units(plan)));
    json_set(root, "seconds", json_double((double)work / 1e9));
    return command_print_json("sim", root);
}

static int write_plan(struct sim_command *command, const struct args *args)
{
    struct sim_plan *plan = calloc(1, sizeof *plan);
    struct message message = {"out of memory"};
    enum error error = plan ? check_plan(command, &message) : ERR_MEMORY;
    int status;

    if (!error)
        error = prepare(command, args, &message);
    if (!error) {
        command->guests.opener = (struct bot_opener){open_planned, command};
        command->terms.stop = &stop_part;
        catch_signals();
        guests_note(&command->guests, "sim", command->terms.bot, command->terms.bots);
        error = sim_plan_write(&command->terms, &command->guests.config.limits, command->plan, plan,
                               &message);
    }
    status = error ? command_refused("sim", error, &message) : print_plan(command, plan, args);
    bot_names_release(&command->names);
    free(plan);
    return status;
}

static int play_part(struct sim_command *command, const struct args *args)
{
    struct sim_shard shard = {.args = args,
                              .plan = command->plan,
                              .path = command->db,
                              .shard = command->shard,
                              .guests = &command->guests,
                              .threads =
                                  command->threads ? (int)command->threads : pool_processors(),
                              .stop = &stop_part,
                              .json = command->json};
    struct message message;
    enum error error = check_plan(command, &message);

    if (!error)
        error = guests_init(&command->guests, &message);
    if (error)
        return command_refused("sim", error, &message);
    catch_signals();
    return sim_shard_run(&shard);
}

static int play_all(struct sim_command *command, const struct args *args)
{
    struct sim *sim = NULL;
    struct message message;
    enum error error = prepare(command, args, &message);
    int status;

    if (!error)
        error = check_files(command, &message);
    if (!error) {
        guests_note(&command->guests, "sim", command->terms.bot, command->terms.bots);
        guests_note_limits(&command->guests, "sim", command->terms.bot, command->terms.bots);
        guests_note(&command->guests, "sim", &command->terms.placement, 1);
    }
    command->terms.board_done = command->csv ? add_board : NULL;
    command->terms.board_context = &command->games;
    if (!error)
        error = sim_new(&command->terms, &sim, &message);
    if (!error && command->csv)
        error = sim_csv_open(&command->games, command->csv, command->terms.bot, command->terms.bots,
                             &message);
    if (!error) {
        error = play_games(sim, &command->terms, &message);
        if (command->csv && sim_csv_close(&command->games, &command->unwritten) == OK)
            command->unwritten.text[0] = '\0';
    }
    status = error ? command_refused("sim", error, &message) : report_results(command, sim, args);
    sim_free(sim);
    bot_names_release(&command->names);
    return status;
}

static int run(void *target, const struct args *args)
{
    struct sim_command *command = target;

    if (command->shard)
        return play_part(command, args);
    return command->plan ? write_plan(command, args) : play_all(command, args);
}

const struct command command_sim = {
    .name = "sim",
    .summary = "let bots shoot at many boards, the same boards for all",
    .about = "Prints how many shots each bot needs (mean with standard error, median, standard "
             "deviation, minimum and maximum), its games per second of processor time, and the "
             "mean differences between the bots on the same boards, also in turns where turns "
             "decide. Ctrl-C stops early and prints the results so far.\n"
             "With --plan, several machines share the boards; 'broadside results' prints the "
             "same from their parts.",
    .options = options,
    .size = sizeof(struct sim_command),
    .run = run,
};
