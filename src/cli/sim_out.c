/* See sim_out.h. */
#include "cli/sim_out.h"

#include "base/outfile.h"
#include "report/chart.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { ALL_PAIRS = 4, FIGURE_SIZE = 32, PATH_SIZE = 4096 };

/* --- the table ---------------------------------------------------------------------------------*/

struct figure {
    char text[FIGURE_SIZE];
};

/* A number, or a dash where there is none. */
static struct figure figure(double number, int digits)
{
    struct figure figure = {"-"};

    if (isfinite(number))
        snprintf(figure.text, sizeof figure.text, "%.*f", digits, number);
    return figure;
}

static struct figure with_error(double number, double error)
{
    struct figure figure = {"-"};

    if (isfinite(error))
        snprintf(figure.text, sizeof figure.text, "%.3f +- %.3f", number, error);
    else if (isfinite(number))
        snprintf(figure.text, sizeof figure.text, "%.3f", number);
    return figure;
}

static uint64_t count_broken(const struct sim_summary *summary)
{
    uint64_t count = 0;

    for (int i = 1; i < BROKEN_KINDS; i++)
        count += summary->broken[i];
    return count;
}

static double per_second(const struct sim_summary *summary, double seconds)
{
    return seconds > 0 ? (double)(summary->games + count_broken(summary)) / seconds : 0;
}

static bool has_guest(const struct sim_answer *answer)
{
    for (int i = 0; i < answer->terms->bots; i++)
        if (sim_guest(answer->sim, i)->is_guest)
            return true;
    return false;
}

/* The first game that a bot broke, and whether it was the beginning of the end. */
static void print_trouble(const struct sim_answer *answer, int bot)
{
    const struct trouble *trouble = sim_trouble(answer->sim, bot);
    uint64_t given_up = answer->summary[bot].given_up;

    if (trouble->round) {
        printf("  board %" PRIu64 ": ", trouble->round);
        guests_trouble_print(trouble, stdout);
    }
    if (given_up)
        printf("%s did not play the last %" PRIu64 " games: %" PRIu64 " broken ones were enough\n",
               answer->terms->bot[bot], given_up, answer->terms->max_broken);
}

static void print_broken(const char *name, const struct sim_summary *summary)
{
    const char *between = "";
    uint64_t sum = 0;

    for (int kind = 1; kind < BROKEN_KINDS; kind++)
        sum += summary->broken[kind];
    if (sum == 0)
        return;
    printf("%s broke %" PRIu64 " game%s, which do%s not count: ", name, sum, sum == 1 ? "" : "s",
           sum == 1 ? "es" : "");
    for (int kind = 1; kind < BROKEN_KINDS; kind++) {
        if (!summary->broken[kind])
            continue;
        printf("%s%s %" PRIu64, between, bot_broken_word((enum broken)kind), summary->broken[kind]);
        between = ", ";
    }
    putchar('\n');
}

static void print_notes(const struct sim_answer *answer)
{
    for (int i = 0; i < answer->terms->bots; i++) {
        const struct sim_summary *summary = &answer->summary[i];

        print_broken(answer->terms->bot[i], summary);
        print_trouble(answer, i);
        if (summary->unsunk)
            printf("%s did not sink the fleet in %" PRIu64 " games; all its shots count\n",
                   answer->terms->bot[i], summary->unsunk);
    }
    if (has_guest(answer))
        guests_print_limits(answer->guests, stdout);
}

static struct sim_difference compare(const struct sim_answer *answer, int a, int b)
{
    return sim_compare(sim_games(answer->sim, a), sim_games(answer->sim, b), answer->terms->games);
}

static void print_pair(const struct sim_answer *answer, int a, int b, int width)
{
    struct sim_difference difference = compare(answer, a, b);

    printf("%-*s - %-*s  %18s\n", width, answer->terms->bot[a], width, answer->terms->bot[b],
           with_error(difference.mean, difference.standard_error).text);
}

static void print_pairs(const struct sim_answer *answer, int width)
{
    int bots = answer->terms->bots;

    if (bots < 2)
        return;
    printf("\ndifferences on the same boards%s\n",
           bots > ALL_PAIRS ? " (neighbours; all pairs are in --json)" : "");
    for (int a = 0; a < bots; a++)
        for (int b = a + 1; b < bots; b++)
            if (bots <= ALL_PAIRS || b == a + 1)
                print_pair(answer, a, b, width);
}

/* Where turns may go to other things than one shot, they are what a game is won by. */
static bool shows_turns(const struct sim_terms *terms)
{
    return terms->rules->specials != 0;
}

static void print_figures(const struct sim_answer *answer, int bot, int width)
{
    const struct sim_summary *summary = &answer->summary[bot];

    printf("%-*s  %18s %8s %7s %5" PRIu32 " %5" PRIu32 " %10.0f", width, answer->terms->bot[bot],
           with_error(summary->mean, summary->standard_error).text, figure(summary->median, 1).text,
           figure(summary->deviation, 2).text, summary->min, summary->max,
           per_second(summary, sim_bot_seconds(answer->sim, bot)));
    if (shows_turns(answer->terms))
        printf("  %18s", with_error(summary->mean_turns, summary->turns_error).text);
    putchar('\n');
}

void sim_print_table(const struct sim_answer *answer)
{
    const struct sim_terms *terms = answer->terms;
    int width = 12;

    for (int i = 0; i < terms->bots; i++)
        if ((int)strlen(terms->bot[i]) > width)
            width = (int)strlen(terms->bot[i]);
    printf("%s rules, %" PRIu64 " boards (%s), seed %" PRIu64 "\n\n", terms->rules->name,
           terms->games, terms->placement, terms->seed);
    printf("%-*s  %18s %8s %7s %5s %5s %10s", width, "bot", "mean shots", "median", "sd", "min",
           "max", "games/s");
    if (shows_turns(terms))
        printf("  %18s", "mean turns");
    putchar('\n');
    for (int i = 0; i < terms->bots; i++)
        print_figures(answer, i, width);
    print_notes(answer);
    print_pairs(answer, width);
    fflush(stdout);
    for (int i = 0; i < terms->bots; i++)
        if (sim_guest(answer->sim, i)->is_guest)
            guests_facts_print(sim_guest(answer->sim, i), terms->bot[i], stderr);
}

/* --- JSON --------------------------------------------------------------------------------------*/

static struct json_value *bot_json(const struct sim_answer *answer, int bot)
{
    const struct sim_summary *summary = &answer->summary[bot];
    struct json_value *object = json_new_object(), *broken = json_new_object();

    json_set(object, "bot", json_text(answer->terms->bot[bot]));
    json_set(object, "games", json_uint(summary->games));
    json_set(object, "mean", json_double(summary->mean));
    json_set(object, "stderr", json_double(summary->standard_error));
    json_set(object, "median", json_double(summary->median));
    json_set(object, "sd", json_double(summary->deviation));
    json_set(object, "min", json_uint(summary->min));
    json_set(object, "max", json_uint(summary->max));
    json_set(object, "mean_turns", json_double(summary->mean_turns));
    json_set(object, "turns_stderr", json_double(summary->turns_error));
    json_set(object, "unsunk", json_uint(summary->unsunk));
    for (int i = 1; i < BROKEN_KINDS; i++)
        json_set(broken, bot_broken_word((enum broken)i), json_uint(summary->broken[i]));
    json_set(object, "broken", broken);
    json_set(object, "given_up", json_uint(summary->given_up));
    if (sim_trouble(answer->sim, bot)->round)
        json_set(object, "trouble", guests_trouble_json(sim_trouble(answer->sim, bot), "board"));
    if (sim_guest(answer->sim, bot)->is_guest)
        json_set(object, "guest", guests_facts_json(sim_guest(answer->sim, bot)));
    json_set(object, "games_per_second",
             json_double(per_second(summary, sim_bot_seconds(answer->sim, bot))));
    json_set(object, "core_games_per_second",
             json_double(per_second(summary, sim_core_seconds(answer->sim, bot))));
    return object;
}

static struct json_value *pair_json(const struct sim_answer *answer, int a, int b)
{
    struct sim_difference difference = compare(answer, a, b);
    struct json_value *object = json_new_object();

    json_set(object, "a", json_text(answer->terms->bot[a]));
    json_set(object, "b", json_text(answer->terms->bot[b]));
    json_set(object, "games", json_uint(difference.games));
    json_set(object, "difference", json_double(difference.mean));
    json_set(object, "stderr", json_double(difference.standard_error));
    return object;
}

void sim_fill_json(const struct sim_answer *answer, struct json_value *root)
{
    struct json_value *bots = json_new_array(), *pairs = json_new_array();

    json_set(root, "rules", json_text(answer->terms->rules->name));
    json_set(root, "placement", json_text(answer->terms->placement));
    json_set(root, "seed", json_uint(answer->terms->seed));
    json_set(root, "games", json_uint(answer->terms->games));
    json_set(root, "complete", json_bool(sim_complete(answer->sim)));
    for (int a = 0; a < answer->terms->bots; a++) {
        json_append(bots, bot_json(answer, a));
        for (int b = a + 1; b < answer->terms->bots; b++)
            json_append(pairs, pair_json(answer, a, b));
    }
    json_set(root, "bots", bots);
    json_set(root, "pairs", pairs);
    if (has_guest(answer))
        json_set(root, "limits", guests_limits_json(answer->guests));
    json_set(root, "seconds", json_double(sim_seconds(answer->sim)));
}

/* --- files -------------------------------------------------------------------------------------*/

/* Text as one field: in quotes where a comma, a quote or a line end makes that necessary. */
static void write_field(const char *text, FILE *stream)
{
    bool quote = strpbrk(text, ",\"\r\n") != NULL;

    if (quote)
        fputc('"', stream);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', stream);
        fputc(*text, stream);
    }
    if (quote)
        fputc('"', stream);
}

enum error sim_write_csv(const struct sim_answer *answer, const char *path, struct message *message)
{
    struct outfile file;
    enum error error = outfile_open(&file, path, message);

    if (error)
        return error;
    fputs("board,bot,shots,turns,result\n", file.stream);
    for (uint64_t board = 1; board <= answer->terms->games && !ferror(file.stream); board++) {
        for (int bot = 0; bot < answer->terms->bots; bot++) {
            const struct sim_game *game = &sim_games(answer->sim, bot)[board - 1];

            if (game->result == SIM_UNPLAYED)
                continue;
            fprintf(file.stream, "%" PRIu64 ",", board);
            write_field(answer->terms->bot[bot], file.stream);
            fprintf(file.stream, ",%" PRIu32 ",%u,%s\n", game->shots, (unsigned)game->turns,
                    sim_result_word(game));
        }
    }
    return outfile_commit(&file, message);
}

/* The shots of the games that count; the caller frees them. */
static uint32_t *copy_shots(const struct sim_answer *answer, int bot)
{
    const struct sim_game *games = sim_games(answer->sim, bot);
    uint32_t *shots = malloc(answer->summary[bot].games * sizeof *shots);
    size_t count = 0;

    for (uint64_t i = 0; shots && i < answer->terms->games; i++)
        if (games[i].result == SIM_SUNK || games[i].result == SIM_UNSUNK)
            shots[count++] = games[i].shots;
    return shots;
}

enum error sim_write_chart(const struct sim_answer *answer, const char *path,
                           struct message *message)
{
    struct chart_series series[MAX_SIM_BOTS] = {{0}};
    uint32_t *shots[MAX_SIM_BOTS] = {NULL};
    char title[256];
    int count = 0;
    enum error error = OK;

    for (int bot = 0; !error && bot < answer->terms->bots; bot++) {
        if (answer->summary[bot].games == 0)
            continue;
        shots[count] = copy_shots(answer, bot);
        if (!shots[count])
            error = error_set(ERR_MEMORY, message, "%s: out of memory", path);
        series[count] = (struct chart_series){answer->terms->bot[bot], shots[count],
                                              answer->summary[bot].games};
        count++;
    }
    snprintf(title, sizeof title, "%s rules, %" PRIu64 " boards (%s), seed %" PRIu64,
             answer->terms->rules->name, answer->terms->games, answer->terms->placement,
             answer->terms->seed);
    if (!error && count == 0)
        error = error_set(ERR_IO, message, "%s: there is no finished game to draw", path);
    if (!error)
        error = chart_shots(series, count, title, path, message);
    for (int i = 0; i < count; i++)
        free(shots[i]);
    return error;
}

/* --- records -----------------------------------------------------------------------------------*/

/* A bot's name with all but letters, digits and a few signs replaced. */
static void safe_name(const char *bot, char name[RECORD_NAME_SIZE])
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_=.-";
    int length = 0;

    for (; *bot && length < RECORD_NAME_SIZE - 16; bot++)
        name[length++] = strchr(safe, *bot) ? *bot : '_';
    name[length] = '\0';
    if (name[0] == '.' || name[0] == '-')
        name[0] = '_';
}

static void name_records(struct sim_records *records, const struct sim_terms *terms)
{
    for (int bot = 0; bot < terms->bots; bot++) {
        char *name = records->name[bot];

        safe_name(terms->bot[bot], name);
        for (int other = 0; other < bot; other++) {
            if (strcmp(name, records->name[other]) == 0) {
                snprintf(name + strlen(name), 16, "+%d", bot + 1);
                break;
            }
        }
    }
}

enum error sim_records_init(struct sim_records *records, const char *folder,
                            const struct sim_terms *terms, struct message *message)
{
    char probe[PATH_SIZE];

    *records = (struct sim_records){.folder = folder};
    name_records(records, terms);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return error_set(ERR_IO, message, "%s: %s", folder, strerror(errno));
    if (snprintf(probe, sizeof probe, "%s/%s.record", folder, records->name[0]) >=
        (int)sizeof probe - RECORD_NAME_SIZE)
        return error_set(ERR_IO, message, "%s: %s", folder, strerror(ENAMETOOLONG));
    return outfile_probe(probe, message);
}

enum error sim_keep_record(void *records, int bot, uint64_t board, struct slice record,
                           struct message *message)
{
    const struct sim_records *where = records;
    char path[PATH_SIZE];
    struct outfile file;
    enum error error;

    snprintf(path, sizeof path, "%s/%s-%06" PRIu64 ".record", where->folder, where->name[bot],
             board);
    error = outfile_open(&file, path, message);
    if (error)
        return error;
    fwrite(record.text, 1, record.length, file.stream);
    return outfile_commit(&file, message);
}
