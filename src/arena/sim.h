/* Simulations: bots shoot at boards, the same boards for all of them.
 *
 * A bot's result on a board is a function of the rules, the seed, the placement, the bot's full
 * name and the board's number. It depends neither on the number of threads nor on which other bots
 * take part. (A bot that learns plays its boards in order, so its result also depends on the boards
 * before.) Bots under the same name get the same numbers.
 *
 * The walk is sim_new, sim_run, then the results, sim_free. While sim_run works, sim_done may be
 * asked and sim_stop may be called by any thread, sim_stop by a signal handler too. */
#ifndef BROADSIDE_ARENA_SIM_H
#define BROADSIDE_ARENA_SIM_H

#include "base/text.h"
#include "contest/contest_match.h"
#include "contest/sim_stats.h"

enum { DEFAULT_SIM_GAMES = 1000 };

struct sim_terms {
    const struct rules *rules;     /* checked; this and all the names must outlive the simulation */
    const char *bot[MAX_SIM_BOTS]; /* as bot_open takes them */
    int bots;
    const char *placement; /* as boards_new takes it */
    uint64_t games, seed;
    int threads;

    /* Optional: gets the record of every game (rules/record.h), from several threads at once. An
     * error ends the simulation. */
    enum error (*keep)(void *context, int bot, uint64_t board, struct slice record,
                       struct message *message);
    void *context;

    const struct bot_opener *opener; /* NULL for built-in bots only */
    /* After so many broken games a bot that plays in order, as guests do, is not asked any more; 0
     * for never. */
    uint64_t max_broken;
};

struct sim;

/* Refuses bots and placements that do not exist or do not go with the rules, with a sentence. */
enum error sim_new(const struct sim_terms *terms, struct sim **sim, struct message *message);
void sim_free(struct sim *sim);

/* Plays all games, or what can be played until sim_stop. An error is the placement's or keep's. */
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
enum error sim_results(const struct sim *sim, struct sim_outcome *outcome);

#endif
