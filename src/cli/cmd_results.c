/* broadside results: the results of stored tournaments. */
#include "cli/args.h"
#include "cli/command.h"
#include "cli/results_out.h"
#include "cli/tourney_report.h"

#include <inttypes.h>
#include <time.h>

enum { TIME_SIZE = 32 };

struct results_command {
    const char *db, *report;
    bool json, csv, reveal, list;
};

static const struct option options[] = {
    {.name = "ID",
     .kind = OPTION_OPERAND,
     .help = "The number of the tournament. --list shows the numbers.",
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
     .help = "Announce the ranking from the last place to the first. On a terminal, Enter shows "
             "the next place."},
    {.name = "--csv",
     .kind = OPTION_FLAG,
     .excludes = "--json",
     .offset = offsetof(struct results_command, csv),
     .help = "Print the table for a spreadsheet."},
    OPTION_JSON(struct results_command, json),
    OPTION_DB(struct results_command, db),
    {.name = NULL},
};

static bool print_line(void *context, const struct stored_tournament *stored)
{
    time_t seconds = (time_t)stored->started;
    char text[TIME_SIZE] = "?";
    struct tm parts;

    (void)context;
    if (localtime_r(&seconds, &parts))
        strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
    printf("%5" PRId64 "  %s  %-12s %-8s %3d bots %5d %-7s of %4" PRIu64 " rounds  %s%s%s\n",
           stored->id, text, stored->terms.rules.name,
           format_word((enum contest_format)stored->terms.format), stored->entrants,
           stored->matches, stored->matches == 1 ? "match" : "matches", stored->terms.rounds,
           stored->state == TOURNAMENT_COMPLETE ? "complete" : "not complete",
           stored->terms.title[0] ? "  " : "", stored->terms.title);
    return true;
}

static int show(struct tourney *tourney, const struct results_command *command, int argc,
                char **argv)
{
    struct message message;
    struct json_value *root;
    enum error error;

    if (command->report) {
        error = tourney_report(tourney, command->report, &message);
        if (error)
            return command_refused("results", error, &message);
        fprintf(stderr, "broadside results: the report is %s/index.html\n", command->report);
    }
    if (command->json) {
        root = command_json(argc, argv);
        if (!root)
            return EXIT_FAILED;
        error = results_fill_json(tourney, root, &message);
        if (!error)
            return command_print_json("results", root);
        json_free(root);
    } else if (command->csv) {
        error = results_csv(tourney, stdout, &message);
    } else if (command->reveal) {
        error = results_reveal(tourney, &message);
    } else {
        error = results_print(tourney, stdout, &message);
    }
    return error ? command_refused("results", error, &message) : command_finish("results");
}

static int run(int argc, char **argv)
{
    struct results_command command = {.db = NULL};
    struct tourney tourney = {.store = NULL};
    struct args args;
    struct message message;
    uint64_t id = 0;
    enum error error = args_parse(argc, argv, options, &command, &args, &message);
    int status;

    if (!error && args.count == 1 && !slice_number(slice_of(args.value[0]), MAX_SEED, &id))
        error = error_set(ERR_SYNTAX, &message,
                          "'%s' is not the number of a tournament; --list shows the numbers",
                          slice_quote(slice_of(args.value[0])).text);
    if (!error)
        error = command.list ? tourney_open_old(&tourney, command.db, &message)
                             : tourney_load(&tourney, command.db, (int64_t)id, &message);
    if (!error && command.list)
        error = tournament_list(tourney.store, print_line, NULL, &message);
    if (error)
        status = command_refused("results", error, &message);
    else
        status = command.list ? command_finish("results") : show(&tourney, &command, argc, argv);
    tourney_close(&tourney);
    return status;
}

const struct command command_results = {
    .name = "results",
    .summary = "show the results of stored tournaments",
    .about = "Prints the table of a tournament, with ratings and their errors.",
    .options = options,
    .run = run,
};
