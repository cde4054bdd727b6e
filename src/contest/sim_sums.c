/* Sums of shots and of their squares are exact: 10^8 games of 2^17 shots stay below 2^61, and the
 * products in the variance have 128 bits. */
#include "contest/sim_sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

/* --- adding ------------------------------------------------------------------------------------*/

enum error sim_histogram_grow(struct sim_histogram *histogram, uint32_t size)
{
    uint64_t *grown;

    if (size <= histogram->size)
        return OK;
    grown = realloc(histogram->counts, size * sizeof *grown);
    if (!grown)
        return ERR_MEMORY;
    memset(grown + histogram->size, 0, (size - histogram->size) * sizeof *grown);
    histogram->counts = grown;
    histogram->size = size;
    return OK;
}

enum error sim_sums_add_games(struct sim_sums *sums, const struct sim_game *games, uint64_t count)
{
    uint32_t shots = 0, turns = 0;
    bool any = false;

    for (uint64_t i = 0; i < count; i++)
        if (sim_stats_counts(&games[i])) {
            shots = games[i].shots > shots ? games[i].shots : shots;
            turns = games[i].turns > turns ? games[i].turns : turns;
            any = true;
        }
    if (any && (sim_histogram_grow(&sums->shots, shots + 1) != OK ||
                sim_histogram_grow(&sums->turns, turns + 1) != OK))
        return ERR_MEMORY;
    for (uint64_t i = 0; i < count; i++) {
        const struct sim_game *game = &games[i];

        if (game->result == SIM_BROKEN)
            sums->broken[game->broken]++;
        sums->given_up += game->result == SIM_GIVEN_UP;
        if (!sim_stats_counts(game))
            continue;
        sums->games++;
        sums->unsunk += game->result == SIM_UNSUNK;
        sums->shots.counts[game->shots]++;
        sums->turns.counts[game->turns]++;
    }
    return OK;
}

static void add_histogram(struct sim_histogram *to, const struct sim_histogram *from)
{
    for (uint32_t i = 0; i < from->size; i++)
        to->counts[i] += from->counts[i];
}

enum error sim_sums_add(struct sim_sums *sums, const struct sim_sums *more)
{
    if (sim_histogram_grow(&sums->shots, more->shots.size) != OK ||
        sim_histogram_grow(&sums->turns, more->turns.size) != OK)
        return ERR_MEMORY;
    add_histogram(&sums->shots, &more->shots);
    add_histogram(&sums->turns, &more->turns);
    sums->games += more->games;
    sums->unsunk += more->unsunk;
    sums->given_up += more->given_up;
    for (int i = 0; i < BROKEN_KINDS; i++)
        sums->broken[i] += more->broken[i];
    return OK;
}

void sim_sums_release(struct sim_sums *sums)
{
    free(sums->shots.counts);
    free(sums->turns.counts);
    *sums = (struct sim_sums){.games = 0};
}

/* --- figures -----------------------------------------------------------------------------------*/

/* The standard deviation of `count` numbers, given the absolute value of their sum and the sum of
 * their squares. */
static double deviation(uint64_t count, uint64_t sum, uint64_t squares)
{
    wide above = (wide)count * squares - (wide)sum * sum;

    return count < 2 ? NAN : sqrt((double)above / ((double)count * (double)(count - 1)));
}

/* The mean of the two middle values if the count is even. */
static double median(const struct sim_histogram *histogram, uint64_t games)
{
    uint64_t rank[2] = {(games - 1) / 2, games / 2}, seen = 0;
    double sum = 0;
    int found = 0;

    for (uint32_t value = 0; found < 2 && value < histogram->size; value++) {
        seen += histogram->counts[value];
        while (found < 2 && seen > rank[found]) {
            sum += value;
            found++;
        }
    }
    return sum / 2;
}

static void add_up(const struct sim_histogram *histogram, uint64_t *sum, uint64_t *squares)
{
    *sum = *squares = 0;
    for (uint64_t value = 0; value < histogram->size; value++) {
        *sum += histogram->counts[value] * value;
        *squares += histogram->counts[value] * value * value;
    }
}

struct sim_summary sim_sums_summarise(const struct sim_sums *sums)
{
    struct sim_summary summary = {
        .games = sums->games, .unsunk = sums->unsunk, .given_up = sums->given_up};
    double games = (double)sums->games;
    uint64_t squares, turn_squares;

    memcpy(summary.broken, sums->broken, sizeof summary.broken);
    add_up(&sums->shots, &summary.shots, &squares);
    add_up(&sums->turns, &summary.turns, &turn_squares);
    summary.deviation = deviation(sums->games, summary.shots, squares);
    if (sums->games == 0) {
        summary.mean = summary.median = summary.standard_error = NAN;
        summary.mean_turns = summary.turns_error = NAN;
        return summary;
    }
    while (sums->shots.counts[summary.min] == 0)
        summary.min++;
    for (uint32_t value = summary.min; value < sums->shots.size; value++)
        summary.max = sums->shots.counts[value] ? value : summary.max;
    summary.mean = (double)summary.shots / games;
    summary.standard_error = summary.deviation / sqrt(games);
    summary.mean_turns = (double)summary.turns / games;
    summary.turns_error = deviation(sums->games, summary.turns, turn_squares) / sqrt(games);
    summary.median = median(&sums->shots, sums->games);
    return summary;
}

/* --- differences -------------------------------------------------------------------------------*/

static void add_step(struct sim_steps *steps, int64_t a, int64_t b)
{
    steps->sum += a - b;
    steps->squares += (uint64_t)((a - b) * (a - b));
}

void sim_pair_add_games(struct sim_pair *pair, const struct sim_game *a, const struct sim_game *b,
                        uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        if (!sim_stats_counts(&a[i]) || !sim_stats_counts(&b[i]))
            continue;
        pair->games++;
        add_step(&pair->shots, a[i].shots, b[i].shots);
        add_step(&pair->turns, a[i].turns, b[i].turns);
    }
}

void sim_pair_add(struct sim_pair *pair, const struct sim_pair *more)
{
    pair->games += more->games;
    pair->shots.sum += more->shots.sum;
    pair->shots.squares += more->shots.squares;
    pair->turns.sum += more->turns.sum;
    pair->turns.squares += more->turns.squares;
}

static double mean_step(const struct sim_steps *steps, uint64_t count)
{
    return count ? (double)steps->sum / (double)count : NAN;
}

static double step_error(const struct sim_steps *steps, uint64_t count)
{
    uint64_t sum = (uint64_t)(steps->sum < 0 ? -steps->sum : steps->sum);

    return deviation(count, sum, steps->squares) / sqrt((double)count);
}

struct sim_difference sim_pair_difference(const struct sim_pair *pair)
{
    return (struct sim_difference){.games = pair->games,
                                   .mean = mean_step(&pair->shots, pair->games),
                                   .standard_error = step_error(&pair->shots, pair->games),
                                   .mean_turns = mean_step(&pair->turns, pair->games),
                                   .turns_error = step_error(&pair->turns, pair->games)};
}

int sim_pair_index(int bots, int a, int b)
{
    return a * (2 * bots - a - 1) / 2 + b - a - 1;
}
