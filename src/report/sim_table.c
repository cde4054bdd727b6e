#include "report/sim_table.h"

#include "base/columns.h"
#include "contest/sim_sums.h"
#include "report/bot_facts.h"
#include "report/chart.h"
#include "report/figure.h"
#include "report/secret.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ALL_PAIRS = 4 };

/* --- the heading -------------------------------------------------------------------------------*/

struct heading {
    char text[256];
};

static struct heading describe(const struct sim_outcome *outcome)
{
    struct heading heading;
    struct writer writer;

    writer_init(&writer, heading.text, sizeof heading.text);
    writer_format(&writer, "%s rules, ", outcome->rules->name);
    if (!outcome->is_complete)
        writer_format(&writer, "%" PRIu64 " of ", outcome->finished);
    writer_format(&writer, "%" PRIu64 " board%s (%s), seed %" PRIu64, outcome->games,
                  text_s(outcome->games), outcome->placement, outcome->seed.number);
    return heading;
}

/* --- the table ---------------------------------------------------------------------------------*/

static double per_second(const struct sim_summary *summary, double seconds)
{
    double games = (double)(summary->games + bot_facts_broken_sum(summary->broken));

    return seconds > 0 ? games / seconds : 0;
}

static bool has_guest(const struct sim_outcome *outcome)
{
    for (int i = 0; i < outcome->bots; i++)
        if (outcome->bot[i].guest->is_guest)
            return true;
    return false;
}

static void print_broken(const struct sim_bot *bot, uint64_t max_broken)
{
    uint64_t sum = bot_facts_broken_sum(bot->summary.broken);

    if (sum) {
        printf("%s broke %" PRIu64 " game%s, not counted: ", bot->name, sum, text_s(sum));
        bot_facts_print_broken(bot->summary.broken, stdout);
        putchar('\n');
    }
    if (bot->trouble->round) {
        printf("  board %" PRIu64 ": ", bot->trouble->round);
        bot_facts_print_trouble(bot->trouble, stdout);
    }
    if (bot->summary.given_up)
        printf("%s did not play its last %" PRIu64 " game%s because it had broken %" PRIu64 "\n",
               bot->name, bot->summary.given_up, text_s(bot->summary.given_up), max_broken);
}

static void print_notes(const struct sim_outcome *outcome, const struct limits *limits)
{
    for (int i = 0; i < outcome->bots; i++) {
        const struct sim_bot *bot = &outcome->bot[i];

        print_broken(bot, outcome->max_broken);
        if (bot->summary.unsunk)
            printf("%s did not sink the fleet in %" PRIu64 " game%s; all its shots in "
                   "them count\n",
                   bot->name, bot->summary.unsunk, text_s(bot->summary.unsunk));
    }
    if (has_guest(outcome))
        bot_facts_print_limits(limits, stdout);
}

static bool shows_turns(const struct sim_outcome *outcome)
{
    return rules_turns_decide(outcome->rules);
}

static struct sim_difference compare(const struct sim_outcome *outcome, int a, int b)
{
    return outcome->pairs
               ? sim_pair_difference(&outcome->pairs[sim_pair_index(outcome->bots, a, b)])
               : sim_stats_compare(outcome->bot[a].games, outcome->bot[b].games, outcome->games);
}

static void print_pair(const struct sim_outcome *outcome, int a, int b, int width)
{
    struct sim_difference difference = compare(outcome, a, b);

    printf("%s - %s  %18s", columns_pad(outcome->bot[a].name, width).text,
           columns_pad(outcome->bot[b].name, width).text,
           figure_mean(difference.mean, difference.standard_error, 3).text);
    if (shows_turns(outcome))
        printf("  %18s", figure_mean(difference.mean_turns, difference.turns_error, 3).text);
    if (!outcome->is_complete)
        printf("  on %" PRIu64 " board%s", difference.games, text_s(difference.games));
    putchar('\n');
}

static void print_pairs(const struct sim_outcome *outcome, int width)
{
    bool shows_all = outcome->bots <= ALL_PAIRS;

    if (outcome->bots < 2)
        return;
    printf("\ndifferences on the same boards%s%s\n",
           shows_turns(outcome) ? ", in shots and in turns, which decide a game" : "",
           shows_all ? "" : " (each bot and the next one; --json has all pairs)");
    for (int a = 0; a < outcome->bots; a++)
        for (int b = a + 1; b < outcome->bots; b++)
            if (shows_all || b == a + 1)
                print_pair(outcome, a, b, width);
}

/* NaN if no game counts. */
static double known(const struct sim_summary *summary, uint32_t shots)
{
    return summary->games > 0 ? (double)shots : NAN;
}

static void print_figures(const struct sim_outcome *outcome, const struct sim_bot *bot, int width)
{
    const struct sim_summary *summary = &bot->summary;

    printf("%s  %18s %8s %7s %5s %5s %10.0f", columns_pad(bot->name, width).text,
           figure_mean(summary->mean, summary->standard_error, 3).text,
           figure_number(summary->median, 1).text, figure_number(summary->deviation, 2).text,
           figure_number(known(summary, summary->min), 0).text,
           figure_number(known(summary, summary->max), 0).text,
           per_second(summary, bot->core_seconds));
    if (shows_turns(outcome))
        printf("  %18s", figure_mean(summary->mean_turns, summary->turns_error, 3).text);
    if (!outcome->is_complete)
        printf(" %10" PRIu64, summary->games);
    putchar('\n');
}

void sim_table_print(const struct sim_outcome *outcome, const struct limits *limits)
{
    int width = 12;

    for (int i = 0; i < outcome->bots; i++)
        if (columns_of(outcome->bot[i].name) > width)
            width = columns_of(outcome->bot[i].name);
    printf("%s\n", describe(outcome).text);
    if (!outcome->is_complete)
        printf("PARTIAL: stopped early; the figures of a bot are those of the games it finished\n");
    putchar('\n');
    printf("%-*s  %18s %8s %7s %5s %5s %10s", width, "bot", "mean shots", "median", "sd", "min",
           "max", "games/s");
    if (shows_turns(outcome))
        printf("  %18s", "mean turns");
    if (!outcome->is_complete)
        printf(" %10s", "games");
    putchar('\n');
    for (int i = 0; i < outcome->bots; i++)
        print_figures(outcome, &outcome->bot[i], width);
    print_notes(outcome, limits);
    print_pairs(outcome, width);
    secret_print(&outcome->seed, stdout);
    fflush(stdout);
    for (int i = 0; i < outcome->bots; i++)
        if (outcome->bot[i].guest->is_guest)
            bot_facts_print_guest(outcome->bot[i].guest, outcome->bot[i].name, stderr);
}

/* --- JSON --------------------------------------------------------------------------------------*/

static struct json_value *bot_json(const struct sim_bot *bot)
{
    const struct sim_summary *summary = &bot->summary;
    struct json_value *object = json_new_object();

    json_set(object, "bot", json_text(bot->name));
    json_set(object, "games", json_uint(summary->games));
    json_set(object, "mean", json_double(summary->mean));
    json_set(object, "stderr", json_double(summary->standard_error));
    json_set(object, "median", json_double(summary->median));
    json_set(object, "sd", json_double(summary->deviation));
    json_set(object, "min", summary->games ? json_uint(summary->min) : json_double(NAN));
    json_set(object, "max", summary->games ? json_uint(summary->max) : json_double(NAN));
    json_set(object, "mean_turns", json_double(summary->mean_turns));
    json_set(object, "turns_stderr", json_double(summary->turns_error));
    json_set(object, "unsunk", json_uint(summary->unsunk));
    json_set(object, "broken", bot_facts_broken_json(summary->broken));
    json_set(object, "given_up", json_uint(summary->given_up));
    if (bot->trouble->round)
        json_set(object, "trouble", bot_facts_trouble_json(bot->trouble, "board"));
    if (bot->guest->is_guest)
        json_set(object, "guest", bot_facts_guest_json(bot->guest));
    json_set(object, "games_per_second", json_double(per_second(summary, bot->seconds)));
    json_set(object, "core_games_per_second", json_double(per_second(summary, bot->core_seconds)));
    return object;
}

static struct json_value *pair_json(const struct sim_outcome *outcome, int a, int b)
{
    struct sim_difference difference = compare(outcome, a, b);
    struct json_value *object = json_new_object();

    json_set(object, "a", json_text(outcome->bot[a].name));
    json_set(object, "b", json_text(outcome->bot[b].name));
    json_set(object, "games", json_uint(difference.games));
    json_set(object, "difference", json_double(difference.mean));
    json_set(object, "stderr", json_double(difference.standard_error));
    json_set(object, "turns_difference", json_double(difference.mean_turns));
    json_set(object, "turns_stderr", json_double(difference.turns_error));
    return object;
}

void sim_table_fill_json(const struct sim_outcome *outcome, const struct limits *limits,
                         struct json_value *root)
{
    struct json_value *bots = json_new_array(), *pairs = json_new_array();

    json_set(root, "rules", json_text(outcome->rules->name));
    json_set(root, "placement", json_text(outcome->placement));
    secret_set_json(&outcome->seed, root);
    json_set(root, "games", json_uint(outcome->games));
    json_set(root, "finished", json_uint(outcome->finished));
    json_set(root, "complete", json_bool(outcome->is_complete));
    for (int a = 0; a < outcome->bots; a++) {
        json_append(bots, bot_json(&outcome->bot[a]));
        for (int b = a + 1; b < outcome->bots; b++)
            json_append(pairs, pair_json(outcome, a, b));
    }
    json_set(root, "bots", bots);
    json_set(root, "pairs", pairs);
    if (has_guest(outcome))
        json_set(root, "limits", bot_facts_limits_json(limits));
    json_set(root, "seconds", json_double(outcome->seconds));
}

/* --- the chart ---------------------------------------------------------------------------------*/

/* The histogram without its empty places. The caller frees both arrays. */
static bool list_counts(const struct sim_histogram *histogram, struct chart_series *series,
                        uint32_t **counts, uint64_t **times)
{
    *counts = malloc(histogram->size * sizeof **counts);
    *times = malloc(histogram->size * sizeof **times);
    if (!*counts || !*times)
        return false;
    for (uint32_t value = 0; value < histogram->size; value++)
        if (histogram->counts[value]) {
            (*counts)[series->entries] = value;
            (*times)[series->entries++] = histogram->counts[value];
        }
    series->counts = *counts;
    series->times = *times;
    return true;
}

enum error sim_table_write_chart(const struct sim_outcome *outcome, const char *path, bool lines,
                                 struct message *message)
{
    bool turns = shows_turns(outcome);
    struct chart_series series[MAX_SIM_BOTS] = {{0}};
    uint32_t *counts[MAX_SIM_BOTS] = {NULL};
    uint64_t *times[MAX_SIM_BOTS] = {NULL};
    struct heading title = describe(outcome);
    struct chart chart = {
        .series = series, .title = title.text, .unit = turns ? "turns" : "shots", .lines = lines};
    enum error error = OK;

    for (int i = 0; !error && i < outcome->bots; i++) {
        const struct sim_bot *bot = &outcome->bot[i];
        struct chart_series *next = &series[chart.count];

        if (bot->summary.games == 0)
            continue;
        *next = (struct chart_series){.name = bot->name, .games = bot->summary.games};
        if (!list_counts(turns ? &bot->sums->turns : &bot->sums->shots, next, &counts[chart.count],
                         &times[chart.count]))
            error = error_set(ERR_MEMORY, message, "%s: out of memory", path);
        chart.count++;
    }
    if (!error && chart.count == 0)
        error = error_set(ERR_IO, message, "%s: no finished games to draw", path);
    if (!error)
        error = chart_write(&chart, path, message);
    for (int i = 0; i < chart.count; i++) {
        free(counts[i]);
        free(times[i]);
    }
    return error;
}
