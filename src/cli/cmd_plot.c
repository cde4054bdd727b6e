/* broadside plot: the chart of a simulation, from its CSV file. */
#include "base/path.h"
#include "cli/command.h"
#include "contest/games_csv.h"
#include "report/chart.h"
#include "report/picture.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct plot_command {
    const char *chart, *chart_style, *count, *title;
};

static const struct option options[] = {
    {.name = "FILE",
     .kind = OPTION_OPERAND,
     .required = true,
     .offers = OFFER_FILES,
     .help = "A file that 'broadside sim --csv' wrote."},
    {.name = "--chart",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .offers = OFFER_FILES,
     .otherwise = "the name of the CSV file with .svg at the end",
     .offset = offsetof(struct plot_command, chart),
     .help = "The chart: a .svg, .png or .pdf file."},
    OPTION_CHART_STYLE(struct plot_command, chart_style, NULL),
    {.name = "--count",
     .kind = OPTION_WORD,
     .words = "shots turns",
     .otherwise = "turns if a turn of these games can have several shots or none, else shots",
     .offset = offsetof(struct plot_command, count),
     .help = "What to count."},
    {.name = "--title",
     .kind = OPTION_TEXT,
     .argument = "TEXT",
     .otherwise = "the name of the CSV file",
     .offset = offsetof(struct plot_command, title),
     .help = "The title of the chart."},
    {.name = NULL},
};

/* --- reading -----------------------------------------------------------------------------------*/

/* Reads the next line, without its line feed. False at the end of the file. A line that is too long
 * fills the buffer, and games_csv_add refuses it. */
static bool read_line(FILE *file, char line[GAMES_CSV_LINE], size_t *length, bool *is_whole)
{
    int c = getc(file);

    *length = 0;
    if (c == EOF)
        return false;
    for (; c != EOF && c != '\n' && *length < GAMES_CSV_LINE; c = getc(file))
        line[(*length)++] = (char)c;
    *is_whole = c != EOF;
    return true;
}

static enum error read_games(const char *path, struct games_csv *csv, struct message *message)
{
    char line[GAMES_CSV_LINE];
    FILE *file = fopen(path, "r");
    struct message why;
    size_t length;
    bool is_whole = true;
    enum error error = OK;

    if (!file)
        return error_set(ERR_IO, message, "cannot open '%s': %s", path, strerror(errno));
    errno = 0;
    while (!error && read_line(file, line, &length, &is_whole))
        error = games_csv_add(csv, (struct slice){line, length}, &why);
    if (error == ERR_SYNTAX && !is_whole && csv->lines > 1)
        error = OK; /* the simulation is still writing its last line */
    if (error)
        error_set(error, message, "%s: %s", path, why.text);
    else if (ferror(file))
        error = error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
    else if (csv->lines == 0)
        error = error_set(ERR_SYNTAX, message, "%s: the file is empty", path);
    fclose(file);
    return error;
}

/* --- drawing -----------------------------------------------------------------------------------*/

/* The chart of GAMES.csv is GAMES.svg in the same folder. */
static enum error set_name(char *name, size_t size, const char *path, struct message *message)
{
    size_t length = strlen(path);

    if (length > 4 && slice_is_nocase(slice_of(path + length - 4), ".csv"))
        length -= 4;
    if (length + sizeof ".svg" > size)
        return error_set(ERR_IO, message, "%s: %s", path, strerror(ENAMETOOLONG));
    snprintf(name, size, "%.*s.svg", (int)length, path);
    return OK;
}

static enum error draw(const struct plot_command *command, const struct games_csv *csv,
                       const char *csv_path, const char *path, struct message *message)
{
    bool turns = command->count ? strcmp(command->count, "turns") == 0 : csv->turns_decide;
    struct chart_series series[MAX_SIM_BOTS];
    struct chart chart = {.series = series,
                          .title = command->title ? command->title : path_base(csv_path),
                          .unit = turns ? "turns" : "shots",
                          .lines = strcmp(command->chart_style, "lines") == 0};
    enum error error;

    for (int i = 0; i < csv->bots; i++) {
        const struct games_csv_bot *bot = &csv->bot[i];

        if (bot->games > 0)
            series[chart.count++] = (struct chart_series){
                .name = bot->name, .counts = turns ? bot->turns : bot->shots, .games = bot->games};
    }
    if (chart.count == 0)
        return error_set(ERR_SYNTAX, message, "%s: no finished games to draw", csv_path);
    error = chart_write(&chart, path, message);
    if (!error)
        printf("%s: %s of %d bot%s on %" PRIu64 " board%s\n", path, chart.unit, chart.count,
               text_s((uint64_t)chart.count), csv->board, text_s(csv->board));
    return error;
}

static int run(void *target, const struct args *args)
{
    const struct plot_command *command = target;
    const char *csv_path = args->value[0], *path = command->chart;
    char name[4096];
    struct games_csv csv;
    struct message message;
    enum error error = OK;

    games_csv_init(&csv);
    if (!path) {
        path = name;
        error = set_name(name, sizeof name, csv_path, &message);
    }
    if (!error)
        error = args_other_file("the CSV file", csv_path, "--chart", path, &message);
    if (!error)
        error = picture_check(path, &message);
    if (!error)
        error = read_games(csv_path, &csv, &message);
    if (!error)
        error = draw(command, &csv, csv_path, path, &message);
    games_csv_release(&csv);
    return error ? command_refused("plot", error, &message) : command_finish("plot");
}

const struct command command_plot = {
    .name = "plot",
    .summary = "draw the chart of a simulation from its CSV file",
    .about = "Draws the games in a file that 'broadside sim --csv' wrote: a histogram for each bot "
             "and the cumulative curves. The simulation may still be running.",
    .options = options,
    .size = sizeof(struct plot_command),
    .run = run,
};
