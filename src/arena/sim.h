/* Simulations: all bots shoot at the same boards.
 *
 * The result of a bot on a board depends only on the rules, the seed, the placement, the bot's full
 * name and the number of the board, not on the number of threads or the other bots. (A bot that
 * learns plays its boards in order, so its result also depends on the boards before.) Bots with the
 * same name get the same random numbers.
 *
 * Call sim_new, sim_run, the functions for results, then sim_free. While sim_run is at work, any
 * thread may call sim_done and sim_stop; a signal handler may call sim_stop. */
#ifndef BROADSIDE_ARENA_SIM_H
#define BROADSIDE_ARENA_SIM_H

#include "base/text.h"
#include "contest/contest_match.h"
#include "contest/sim_stats.h"

#include <stdatomic.h>

struct boards;

struct sim_terms {
    const struct rules *rules;     /* checked; rules and names must outlive the simulation */
    const char *bot[MAX_SIM_BOTS]; /* as for bot_open */
    int bots;
    const char *placement; /* as for boards_new */
    uint64_t games;
    struct seed seed;
    int threads;

    /* For a part of a larger simulation: how many boards come before the first one that is played,
     * and how many there are in all. Zeros: this is all of it. */
    uint64_t before, all_games;
    const struct boards *boards; /* optional: an open placement, shared with other simulations */
    int processor;               /* where the first guest runs; see guest/affinity.h */
    const atomic_bool *stop;     /* optional: when it becomes true, like sim_stop */

    /* Optional: receives the record of every game (rules/record.h), from several threads at once.
     * An error ends the simulation. */
    enum error (*keep)(void *context, int bot, uint64_t board, struct slice record,
                       struct message *message);
    void *context;

    /* Optional: receives the results of each board, one of every bot, in the order of the boards
     * and as soon as all bots have played it; after sim_stop also boards with unplayed games. One
     * thread at a time calls it. False ends the simulation like sim_stop. */
    bool (*board_done)(void *context, uint64_t board, const struct sim_game *games);
    void *board_context;

    const struct bot_opener *opener; /* NULL for built-in bots only */
    /* A bot that plays in order, as guests do, is given up after this many broken games; 0 for
     * never. */
    uint64_t max_broken;
};

struct sim;

/* Fails for bots and placements that do not exist or do not fit the rules. */
enum error sim_new(const struct sim_terms *terms, struct sim **sim, struct message *message);
void sim_free(struct sim *sim);

/* Plays all games, or as many as possible until sim_stop. Errors come from the placement or from
 * `keep`. */
enum error sim_run(struct sim *sim, struct message *message);
void sim_stop(struct sim *sim);

/* Have all games been played? */
bool sim_complete(const struct sim *sim);

/* Games finished so far, of games * bots. */
uint64_t sim_done(const struct sim *sim);

/* A bot's games in the order of the boards: terms->games of them. */
const struct sim_game *sim_games(const struct sim *sim, int bot);

/* How long the simulation took. */
double sim_seconds(const struct sim *sim);

/* All results together. They point into the simulation and its terms. ERR_MEMORY only. */
enum error sim_results(struct sim *sim, struct sim_outcome *outcome);

#endif
