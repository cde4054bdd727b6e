#include "contest/sim_stats.h"

#include "contest/sim_sums.h"

bool sim_stats_counts(const struct sim_game *game)
{
    return game->result == SIM_SUNK || game->result == SIM_UNSUNK;
}

enum error sim_stats_summarise(const struct sim_game *games, uint64_t count,
                               struct sim_summary *summary)
{
    struct sim_sums sums = {.games = 0};
    enum error error = sim_sums_add_games(&sums, games, count);

    if (!error)
        *summary = sim_sums_summarise(&sums);
    sim_sums_release(&sums);
    return error;
}

struct sim_difference sim_stats_compare(const struct sim_game *a, const struct sim_game *b,
                                        uint64_t count)
{
    struct sim_pair pair = {.games = 0};

    sim_pair_add_games(&pair, a, b, count);
    return sim_pair_difference(&pair);
}

uint64_t sim_stats_finished(const struct sim_bot *bots, int count, uint64_t games)
{
    uint64_t finished = 0;

    for (uint64_t i = 0; i < games; i++) {
        bool is_finished = true;

        for (int bot = 0; bot < count; bot++)
            is_finished = is_finished && bots[bot].games[i].result != SIM_UNPLAYED;
        finished += is_finished;
    }
    return finished;
}

const char *sim_stats_result_word(const struct sim_game *game)
{
    static const char *const words[] = {"unplayed", "sunk", "unsunk", "broken", "given-up"};

    return game->result == SIM_BROKEN ? bot_broken_word((enum broken)game->broken)
                                      : words[game->result];
}
