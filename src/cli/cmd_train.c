/* broadside train: puzzles, and how well they were answered.
 *
 * If the results cannot be read or stored, warn and ask anyway; the exit status tells. */
#include "cli/command.h"
#include "cli/heat_view.h"
#include "cli/streams.h"
#include "cli/train_json.h"
#include "store/settings.h"
#include "store/training_file.h"
#include "tui/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern const struct command command_train;

enum { MOST_COUNT = 1000 };

struct train {
    const char *date, *answer;
    uint64_t number, count;
    bool speak, json;
    /* What the options mean. */
    struct puzzle_date day, today;
    bool is_practice;
    struct plain_options plain;
    struct buffer results;  /* the text of the file */
    struct message trouble; /* with the file; empty if there is none */
    bool has_trouble;
    struct json_value *array; /* of puzzles */
    struct puzzle puzzle;
    struct heat_view heat;
};

static const struct option options[] = {
    {.name = "--date",
     .kind = OPTION_TEXT,
     .argument = "DATE",
     .excludes = "--number --puzzles",
     .offset = offsetof(struct train, date),
     .help = "The puzzle of an earlier day, such as 2026-01-31.",
     .otherwise = "today, in UTC"},
    {.name = "--number",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .most = MAX_SEED - MOST_COUNT,
     .offset = offsetof(struct train, number),
     .help = "Practice puzzle N instead of a puzzle of the day."},
    {.name = "--puzzles",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .least = 1,
     .most = MOST_COUNT,
     .offset = offsetof(struct train, count),
     .help = "N practice puzzles, one after the other, from --number on; by default, from the "
             "first one after those you have answered."},
    {.name = "--answer",
     .kind = OPTION_TEXT,
     .argument = "CELL",
     .excludes = "--puzzles",
     .offset = offsetof(struct train, answer),
     .help = "Answer with this shot instead of being asked."},
    {.name = "--speak",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct train, speak),
     .help = "Print lists of cells instead of boards, for a screen reader.",
     .otherwise = "as in the settings"},
    {.name = "--json",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct train, json),
     .help = "Print the puzzle and its solution as JSON. Nothing is asked and nothing is stored."},
    {.name = NULL},
};

static void note(const char *sentence)
{
    fprintf(stderr, "broadside train: %s\n", sentence);
}

static struct slice results_of(const struct train *train)
{
    return (struct slice){train->results.data, train->results.length};
}

static void print_line(const struct train *train, const char *text)
{
    plain_print(&train->plain, text);
    plain_print(&train->plain, "\n");
}

/* --- the solution ------------------------------------------------------------------------------*/

static void print_shot(const struct train *train, int cell, bool is_chosen)
{
    const struct puzzle *puzzle = &train->puzzle;

    printf("%-5s %6.1f%% %8.2f %7d%s\n", cell_name(cell, puzzle->view.rules.width).text,
           100.0 * puzzle->shot[cell].hits / puzzle->layouts, puzzle_value(puzzle, cell),
           puzzle_score(puzzle, cell), is_chosen ? "  your shot" : "");
}

/* The best shots, and the one that was chosen. */
static void print_shots(const struct train *train, int chosen)
{
    int cells[PUZZLE_CELLS], count = puzzle_rank(&train->puzzle, cells);

    printf("\nshot     hits    takes   score\n");
    for (int i = 0; i < count; i++)
        if (i < PUZZLE_SHOTS_SHOWN || cells[i] == chosen)
            print_shot(train, cells[i], cells[i] == chosen);
}

static enum error print_heat(struct train *train, struct message *message)
{
    static const char caption[] = "The chance of a ship in each cell; the best shot in brackets";
    const struct puzzle *puzzle = &train->puzzle;
    struct posterior *posterior = posterior_new();
    char *text = malloc(HEAT_TEXT_SIZE);
    const char *term = getenv("TERM");
    bool colour = train->plain.terminal && !getenv("NO_COLOR") && term && strcmp(term, "dumb") != 0;
    int best[PUZZLE_CELLS];
    struct writer writer;
    struct rng rng;
    enum error error = ERR_MEMORY;

    rng_seed(&rng, 0);
    puzzle_best(puzzle, best);
    if (posterior && text)
        error = posterior_update(posterior, &puzzle->view, &infer_budget_default, &rng, message);
    else
        message_set(message, "out of memory");
    if (!error) {
        heat_view_fill(&train->heat, &puzzle->view, posterior, best[0], caption);
        writer_init(&writer, text, HEAT_TEXT_SIZE);
        heat_picture_print(&train->heat.heat, colour, train->plain.columns, &writer);
        printf("\n%s", text);
    }
    free(text);
    posterior_free(posterior);
    return error;
}

/* --- results -----------------------------------------------------------------------------------*/

static void read_results(struct train *train)
{
    buffer_init(&train->results, TRAINING_CAP);
    train->has_trouble = training_file_read(&train->results, &train->trouble) != OK;
    if (!train->has_trouble)
        return;
    note(train->trouble.text);
    note("so results are not stored this time");
    train->results.length = 0;
}

static void store_result(struct train *train, int cell, int score)
{
    struct training_result result;

    training_note(&result, &train->puzzle, cell, score, train->today);
    train->results.length = 0;
    if (training_file_add(&result, &train->results, &train->trouble) == OK)
        return;
    note(train->trouble.text);
    note("so this result is not stored");
    train->has_trouble = true;
}

static void print_results(const struct train *train)
{
    struct training training;
    char text[PUZZLE_TEXT_SIZE];
    struct writer writer;

    if (train->has_trouble)
        return;
    training_read(results_of(train), train->today, &training);
    writer_init(&writer, text, sizeof text);
    training_print(&training, &writer);
    print_line(train, text);
    if (training.wrong_line > 0)
        fprintf(stderr, "broadside train: line %d of the results is invalid and ignored\n",
                training.wrong_line);
}

/* --- one puzzle --------------------------------------------------------------------------------*/

static enum error explain(struct train *train, const struct plain_answer *answer,
                          struct message *message)
{
    char text[2 * PUZZLE_TEXT_SIZE];
    struct writer writer;
    struct puzzle_verdict verdict;
    struct training_result earlier;
    bool counts = !training_find(results_of(train), train->puzzle.id, &earlier);
    enum error error = OK;
    int score;

    puzzle_judge(&train->puzzle, answer->cell, &verdict);
    score = training_score(verdict.score, answer->hinted);
    writer_init(&writer, text, sizeof text);
    writer_put(&writer, "\n");
    training_print_score(score, answer->hinted, &writer);
    writer_format(&writer, " %s", verdict.sentence);
    print_line(train, text);
    print_shots(train, answer->cell);
    if (!train->plain.speak)
        error = print_heat(train, message);
    putchar('\n');
    if (counts && !train->has_trouble)
        store_result(train, answer->cell, score);
    print_results(train);
    if (!train->is_practice)
        print_line(train, "There is a new puzzle every day. To practise now: broadside train "
                          "--puzzles 3");
    return error;
}

static void introduce(const struct train *train)
{
    struct training_result earlier;
    char text[PUZZLE_TEXT_SIZE];
    struct writer writer;

    print_line(train, train->puzzle.title);
    if (training_find(results_of(train), train->puzzle.id, &earlier)) {
        writer_init(&writer, text, sizeof text);
        training_print_earlier(&earlier, &writer);
        print_line(train, text);
    }
    if (!train->answer)
        print_line(train, "");
}

/* The shot of --answer. */
static enum error parse_answer(const struct train *train, int *cell, struct message *message)
{
    const struct rules *rules = &train->puzzle.view.rules;
    enum error error =
        cell_parse(slice_of(train->answer), rules->width, rules->height, cell, message);

    if (!error)
        error = puzzle_check(&train->puzzle, *cell, message);
    if (error)
        message_prefix(message, "--answer");
    return error;
}

static enum error add_json(struct train *train, struct message *message)
{
    struct json_value *object = train_json_puzzle(&train->puzzle);
    struct puzzle_verdict verdict;
    int cell;
    enum error error = OK;

    json_append(train->array, object);
    if (!train->answer)
        return OK;
    error = parse_answer(train, &cell, message);
    if (error)
        return error;
    puzzle_judge(&train->puzzle, cell, &verdict);
    json_set(object, "answer", train_json_verdict(&train->puzzle, &verdict));
    return OK;
}

static enum error ask(struct train *train, bool *quit, struct message *message)
{
    struct plain_answer answer = {.cell = NO_CELL};
    enum error error = OK;

    if (train->answer)
        error = parse_answer(train, &answer.cell, message);
    if (error)
        return error;
    introduce(train);
    if (!train->answer)
        error = plain_puzzle(&train->plain, &train->puzzle, &answer, message);
    *quit = answer.quit;
    if (error || answer.cell == NO_CELL)
        return error;
    return explain(train, &answer, message);
}

static enum error run_puzzles(struct train *train, struct message *message)
{
    uint64_t count = train->is_practice && train->count > 0 ? train->count : 1;
    bool quit = false;
    enum error error = OK;

    for (uint64_t i = 0; !error && !quit && i < count; i++) {
        error = train->is_practice ? puzzle_of_number(train->number + i, &train->puzzle, message)
                                   : puzzle_of_day(train->day, &train->puzzle, message);
        if (!error && i > 0 && !train->json)
            putchar('\n');
        if (!error)
            error = train->json ? add_json(train, message) : ask(train, &quit, message);
    }
    return error;
}

/* --- the command -------------------------------------------------------------------------------*/

static enum error choose(struct train *train, const struct args *args, struct message *message)
{
    enum error error = OK;

    train->today = puzzle_date_at(time(NULL));
    train->day = train->today;
    train->is_practice = args_given(args, "--number") || args_given(args, "--puzzles");
    if (train->date)
        error = puzzle_date_parse(slice_of(train->date), &train->day, message);
    if (!error)
        error = puzzle_date_check(train->day, train->today, message);
    if (error)
        message_prefix(message, "--date");
    return error;
}

static void read_settings(struct train *train)
{
    struct settings settings;
    struct message warning;

    settings_init(&settings);
    if (settings_read(&settings, &warning, &warning) != OK)
        settings_init(&settings);
    train->plain = (struct plain_options){.in = stdin,
                                          .out = stdout,
                                          .terminal = isatty(STDOUT_FILENO),
                                          .speak = train->speak || settings.speak};
    train->plain.columns = train->plain.speak ? 0 : streams_columns();
}

static int finish_json(struct train *train, const struct args *args)
{
    struct json_value *root = command_json(args);
    struct training training;

    training_read(results_of(train), train->today, &training);
    json_set(root, "puzzles", train->array);
    json_set(root, "results", train_json_results(&training));
    return command_print_json("train", root);
}

static int run(void *target, const struct args *args)
{
    struct train *train = target;
    struct message message;
    enum error error = choose(train, args, &message);
    int status;

    if (error)
        return command_refused("train", error, &message);
    read_settings(train);
    read_results(train);
    if (train->is_practice && !args_given(args, "--number"))
        train->number = training_next(results_of(train));
    train->array = train->json ? json_new_array() : NULL;
    error = run_puzzles(train, &message);
    if (error && train->array)
        json_free(train->array);
    status = error         ? command_refused("train", error, &message)
             : train->json ? finish_json(train, args)
                           : command_finish("train");
    buffer_release(&train->results);
    return status ? status : train->has_trouble ? EXIT_FAILED : EXIT_FINE;
}

const struct command command_train = {
    .name = "train",
    .summary = "puzzles: find the best shot",
    .about =
        "Shows a position of a game and asks for the best shot: the one that needs the fewest "
        "shots on average until everything is sunk. The score is 100 for a best shot and falls "
        "with the shots that the answer loses. The puzzle of the day is the same for everybody.\n"
        "Your first answer to each puzzle is stored on this machine, with the streak of days and "
        "the accuracy. Type a cell, or hint, skip, help or quit.",
    .options = options,
    .size = sizeof(struct train),
    .run = run,
};
