/* broadside results: the results of stored tournaments, and of what was played in parts. */
#include "cli/command.h"
#include "cli/join_parts.h"
#include "cli/sim_joined.h"
#include "cli/tournament_db.h"
#include "report/picture.h"
#include "report/sim_table.h"
#include "report/tournament_table.h"
#include "store/parts.h"
#include "store/simulations.h"
#include "tui/screen_reveal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TIME_SIZE = 32 };

struct results_command {
    const char *db, *report, *chart, *chart_style;
    bool json, csv, reveal, list, plain;
};

static const struct option options[] = {
    {.name = "ID",
     .kind = OPTION_OPERAND,
     .many = true,
     .offers = OFFER_FILES,
     .help = "The number of the tournament; --list shows the numbers. Or the parts of a planned "
             "tournament or simulation, which are joined.",
     .otherwise = "the latest"},
    {.name = "--list",
     .kind = OPTION_FLAG,
     .excludes = "--reveal --csv --json",
     .offset = offsetof(struct results_command, list),
     .help = "List all tournaments, one per line."},
    OPTION_REPORT(struct results_command, report),
    {.name = "--reveal",
     .kind = OPTION_FLAG,
     .excludes = "--csv --json",
     .offset = offsetof(struct results_command, reveal),
     .help = "Announce the ranking from the last place to the first. On a terminal it fills the "
             "screen: any key shows the next place, Backspace the one before, and q quits."},
    {.name = "--plain",
     .kind = OPTION_FLAG,
     .needs = "--reveal",
     .offset = offsetof(struct results_command, plain),
     .help = "Announce it as lines; Enter shows the next place."},
    {.name = "--csv",
     .kind = OPTION_FLAG,
     .excludes = "--json",
     .offset = offsetof(struct results_command, csv),
     .help = "Print the table as CSV, for a spreadsheet."},
    OPTION_FILE("--chart", struct results_command, chart,
                "Draw the distribution of shots of a simulation, as 'broadside sim --chart' does."),
    OPTION_CHART_STYLE(struct results_command, chart_style, "--chart"),
    OPTION_JSON(struct results_command, json),
    OPTION_DB(struct results_command, db),
    {.name = NULL},
};

/* The list as it is printed. */
struct tournament_lines {
    struct store *store;
    enum error error;
    struct message *message;
};

static bool print_line(void *context, const struct contest *contest)
{
    struct tournament_lines *lines = context;
    struct contest full = {.id = contest->id};
    time_t seconds = (time_t)contest->started;
    char text[TIME_SIZE] = "?";
    struct tm parts;
    int players;

    lines->error = tournament_entrants(lines->store, contest->id, &full.entrants,
                                       &full.entrants_count, lines->message);
    players = lines->error ? 0 : contest_players(&full);
    contest_release(&full);
    if (lines->error)
        return false;
    if (localtime_r(&seconds, &parts))
        strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
    printf("%5" PRId64 "  %s  %-12s %-8s %3d %-4s %5d %-7s of %4" PRIu64 " %-6s  %s%s%s\n",
           contest->id, text, contest->terms.rules.name,
           contest_format_word((enum contest_format)contest->terms.format), players,
           players == 1 ? "bot" : "bots", contest->matches_count,
           contest->matches_count == 1 ? "match" : "matches", contest->terms.rounds,
           contest->terms.rounds == 1 ? "round" : "rounds",
           contest->is_complete ? "complete" : "not complete", contest->terms.title[0] ? "  " : "",
           contest->terms.title);
    return true;
}

static enum error list(struct store *store, struct message *message)
{
    struct tournament_lines lines = {.store = store, .message = message};
    enum error error = tournament_list(store, print_line, &lines, message);

    return error ? error : lines.error;
}

static bool can_use_screen(const struct results_command *command)
{
    const char *term = getenv("TERM"), *plain = getenv("BROADSIDE_PLAIN");

    return !command->plain && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && term[0] &&
           strcmp(term, "dumb") != 0 && !(plain && plain[0]);
}

/* On the whole screen if possible, otherwise as lines. */
static enum error reveal(const struct contest *contest, const struct results_command *command,
                         struct message *message)
{
    const struct term_options term = {.no_colour = false};
    char title[sizeof contest->terms.title + 32];
    struct reveal_slide *slides;
    enum error error;
    int count;

    if (!can_use_screen(command))
        return tournament_table_reveal(contest, message);
    if (contest->terms.title[0])
        snprintf(title, sizeof title, "%s", contest->terms.title);
    else
        snprintf(title, sizeof title, "Tournament %" PRId64, contest->id);
    error = reveal_make(contest, &slides, &count, message);
    if (!error)
        error = screen_reveal(title, slides, count, &term, message);
    free(slides);
    return error == ERR_TERMINAL ? tournament_table_reveal(contest, message) : error;
}

static int show(struct tournament_db *db, const struct results_command *command,
                const struct args *args)
{
    struct message message;
    struct json_value *root;
    enum error error;

    if (command->report) {
        struct tournament_source source = tournament_db_source(db);

        error = tournament_report_write(&db->contest, &source, command->report, &message);
        if (error)
            return command_refused("results", error, &message);
        fprintf(stderr, "broadside results: wrote %s/index.html\n", command->report);
    }
    if (command->json) {
        root = command_json(args);
        error = tournament_table_fill_json(&db->contest, root, &message);
        if (!error)
            return command_print_json("results", root);
        json_free(root);
    } else if (command->csv) {
        error = tournament_table_print_csv(&db->contest, stdout, &message);
    } else if (command->reveal) {
        error = reveal(&db->contest, command, &message);
    } else {
        error = tournament_table_print(&db->contest, stdout, &message);
    }
    return error ? command_refused("results", error, &message) : command_finish("results");
}

/* --- simulations -------------------------------------------------------------------------------*/

/* These options are for tournaments. */
static enum error check_simulation(const struct results_command *command, struct message *message)
{
    const char *wrong = command->report   ? "--report"
                        : command->csv    ? "--csv"
                        : command->reveal ? "--reveal"
                        : command->list   ? "--list"
                                          : NULL;

    if (wrong)
        return error_set(ERR_SYNTAX, message, "%s works only for tournaments, not for simulations",
                         wrong);
    return command->chart ? picture_check(command->chart, message) : OK;
}

static int show_simulation(const struct sim_joined *joined, const struct results_command *command,
                           const struct args *args)
{
    const struct limits *limits = &joined->plan.limits;
    struct message message;
    struct json_value *root;
    enum error error = OK;
    int status;

    if (command->json) {
        root = command_json(args);
        sim_table_fill_json(&joined->outcome, limits, root);
        status = command_print_json("results", root);
    } else {
        sim_table_print(&joined->outcome, limits);
        status = command_finish("results");
    }
    if (command->chart)
        error = sim_table_write_chart(&joined->outcome, command->chart,
                                      strcmp(command->chart_style, "lines") == 0, &message);
    return error ? command_refused("results", error, &message) : status;
}

/* Takes over the store, or joins the parts if it is NULL. */
static int run_simulation(const struct results_command *command, const struct args *args,
                          struct store *store)
{
    struct sim_joined *joined = calloc(1, sizeof *joined);
    struct message message = {"out of memory"};
    enum error error;
    int status;

    if (!joined) {
        store_close(store);
        return command_refused("results", ERR_MEMORY, &message);
    }
    error = check_simulation(command, &message);
    if (!error && store)
        error = sim_joined_read(store, joined, &message);
    else if (!error)
        error = sim_joined_parts("results", args->value, args->count, joined, &message);
    if (error && store && !joined->store)
        store_close(store);
    status = error ? command_refused("results", error, &message)
                   : show_simulation(joined, command, args);
    sim_joined_release(joined);
    free(joined);
    return status;
}

/* Are there files of parts on the command line, and of what? */
static bool has_parts(const struct args *args)
{
    return args->count > 1 || (args->count == 1 && access(args->value[0], F_OK) == 0);
}

/* A joined file has one simulation and no tournament. */
static bool has_simulation(struct store *store)
{
    struct contest contest;
    struct sim_plan *plan = malloc(sizeof *plan);
    bool has = plan && tournament_find(store, 0, &contest, NULL) == ERR_UNKNOWN &&
               simulation_load(store, plan, NULL) != ERR_UNKNOWN;

    free(plan);
    return has;
}

/* --- tournaments -------------------------------------------------------------------------------*/

/* The parts of a plan are joined for this table only. */
static enum error load_parts(const struct results_command *command, const struct args *args,
                             struct tournament_db *db, struct message *message)
{
    struct joined_parts joined = {.missing = 0};
    enum error error = OK;

    if (command->db || command->list)
        return error_set(ERR_SYNTAX, message, "%s does not work with files of parts",
                         command->db ? "--db" : "--list");
    error = join_parts("results", args->value, args->count, &joined, message);
    *db = joined.db;
    return error;
}

static enum error load(const struct results_command *command, const struct args *args,
                       struct tournament_db *db, struct message *message)
{
    uint64_t id = 0;

    if (has_parts(args))
        return load_parts(command, args, db, message);
    if (args->count == 1 && !slice_number(slice_of(args->value[0]), MAX_SEED, &id))
        return error_set(ERR_SYNTAX, message,
                         "'%s' is neither the number of a tournament nor a file; --list shows the "
                         "numbers",
                         slice_quote(slice_of(args->value[0])).text);
    if (command->list)
        return tournament_db_open_existing(db, command->db, message);
    return tournament_db_load(db, command->db, (int64_t)id, message);
}

static int run(void *target, const struct args *args)
{
    const struct results_command *command = target;
    struct tournament_db db = {.store = NULL};
    enum plan_kind kind = PLAN_TOURNAMENT;
    struct message message;
    enum error error = OK;
    int status;

    if (has_parts(args) && !command->db)
        error = parts_kind(args->value[0], &kind, &message);
    if (!error && kind == PLAN_SIMULATION)
        return run_simulation(command, args, NULL);
    if (!error)
        error = load(command, args, &db, &message);
    if (error == ERR_UNKNOWN && db.store && args->count == 0 && has_simulation(db.store)) {
        contest_release(&db.contest);
        return run_simulation(command, args, db.store);
    }
    if (!error && command->chart)
        error = error_set(ERR_SYNTAX, &message,
                          "--chart works only for simulations; --report draws the charts of a "
                          "tournament");
    if (!error && command->list)
        error = list(db.store, &message);
    if (error)
        status = command_refused("results", error, &message);
    else
        status = command->list ? command_finish("results") : show(&db, command, args);
    tournament_db_close(&db);
    return status;
}

const struct command command_results = {
    .name = "results",
    .summary = "show the results of stored tournaments",
    .about =
        "Prints the table of a tournament, with ratings and their errors. Files of parts, which "
        "'broadside tournament --shard' and 'broadside sim --shard' write, are joined first.",
    .options = options,
    .size = sizeof(struct results_command),
    .run = run,
};
