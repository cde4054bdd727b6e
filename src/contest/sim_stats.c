/* Sums of shots and of their squares are exact: 10^8 games of 2^17 shots stay below 2^61, and the
 * products in the variance have 128 bits. */
#include "contest/sim_stats.h"

#include <math.h>
#include <stdlib.h>

__extension__ typedef unsigned __int128 wide;

/* The standard deviation of `count` numbers, given the absolute value of their sum and the sum of
 * their squares. */
static double deviation(uint64_t count, uint64_t sum, uint64_t squares)
{
    wide above = (wide)count * squares - (wide)sum * sum;

    return count < 2 ? NAN : sqrt((double)above / ((double)count * (double)(count - 1)));
}

bool sim_stats_counts(const struct sim_game *game)
{
    return game->result == SIM_SUNK || game->result == SIM_UNSUNK;
}

/* The mean of the two middle values if the count is even. */
static double median(const uint64_t *histogram, uint64_t games)
{
    uint64_t rank[2] = {(games - 1) / 2, games / 2}, seen = 0;
    double sum = 0;
    int found = 0;

    for (uint32_t shots = 0; found < 2; shots++) {
        seen += histogram[shots];
        while (found < 2 && seen > rank[found]) {
            sum += shots;
            found++;
        }
    }
    return sum / 2;
}

static enum error find_median(const struct sim_game *games, uint64_t count,
                              struct sim_summary *summary)
{
    uint64_t *histogram = calloc((size_t)summary->max + 1, sizeof *histogram);

    if (!histogram)
        return ERR_MEMORY;
    for (uint64_t i = 0; i < count; i++)
        if (sim_stats_counts(&games[i]))
            histogram[games[i].shots]++;
    summary->median = median(histogram, summary->games);
    free(histogram);
    return OK;
}

enum error sim_stats_summarise(const struct sim_game *games, uint64_t count,
                               struct sim_summary *summary)
{
    uint64_t squares = 0, turn_squares = 0;

    *summary = (struct sim_summary){.min = UINT32_MAX};
    for (uint64_t i = 0; i < count; i++) {
        const struct sim_game *game = &games[i];

        if (game->result == SIM_BROKEN)
            summary->broken[game->broken]++;
        summary->given_up += game->result == SIM_GIVEN_UP;
        if (!sim_stats_counts(game))
            continue;
        summary->games++;
        summary->unsunk += game->result == SIM_UNSUNK;
        summary->shots += game->shots;
        summary->turns += game->turns;
        squares += (uint64_t)game->shots * game->shots;
        turn_squares += (uint64_t)game->turns * game->turns;
        summary->min = game->shots < summary->min ? game->shots : summary->min;
        summary->max = game->shots > summary->max ? game->shots : summary->max;
    }
    summary->deviation = deviation(summary->games, summary->shots, squares);
    if (summary->games == 0) {
        summary->min = 0;
        summary->mean = summary->median = summary->standard_error = NAN;
        summary->mean_turns = summary->turns_error = NAN;
        return OK;
    }
    summary->mean = (double)summary->shots / (double)summary->games;
    summary->standard_error = summary->deviation / sqrt((double)summary->games);
    summary->mean_turns = (double)summary->turns / (double)summary->games;
    summary->turns_error =
        deviation(summary->games, summary->turns, turn_squares) / sqrt((double)summary->games);
    return find_median(games, count, summary);
}

/* Steps between pairs of numbers, added up. */
struct steps {
    int64_t sum;
    uint64_t squares;
};

static void add_step(struct steps *steps, int64_t a, int64_t b)
{
    steps->sum += a - b;
    steps->squares += (uint64_t)((a - b) * (a - b));
}

static double mean_step(const struct steps *steps, uint64_t count)
{
    return count ? (double)steps->sum / (double)count : NAN;
}

static double step_error(const struct steps *steps, uint64_t count)
{
    uint64_t sum = (uint64_t)(steps->sum < 0 ? -steps->sum : steps->sum);

    return deviation(count, sum, steps->squares) / sqrt((double)count);
}

struct sim_difference sim_stats_compare(const struct sim_game *a, const struct sim_game *b,
                                        uint64_t count)
{
    struct steps shots = {0}, turns = {0};
    uint64_t games = 0;

    for (uint64_t i = 0; i < count; i++) {
        if (!sim_stats_counts(&a[i]) || !sim_stats_counts(&b[i]))
            continue;
        games++;
        add_step(&shots, a[i].shots, b[i].shots);
        add_step(&turns, a[i].turns, b[i].turns);
    }
    return (struct sim_difference){.games = games,
                                   .mean = mean_step(&shots, games),
                                   .standard_error = step_error(&shots, games),
                                   .mean_turns = mean_step(&turns, games),
                                   .turns_error = step_error(&turns, games)};
}

const char *sim_stats_result_word(const struct sim_game *game)
{
    static const char *const words[] = {"unplayed", "sunk", "unsunk", "broken", "given-up"};

    return game->result == SIM_BROKEN ? bot_broken_word((enum broken)game->broken)
                                      : words[game->result];
}
