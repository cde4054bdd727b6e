/* What the games of a simulation come to. Sums are whole numbers, so that the figures are the same
 * to the last digit whatever the order of the games; memory is the caller's. */
#ifndef BROADSIDE_ARENA_SIM_STATS_H
#define BROADSIDE_ARENA_SIM_STATS_H

#include "bots/bot.h"

enum sim_result {
    SIM_UNPLAYED, /* the simulation was stopped before */
    SIM_SUNK,
    SIM_UNSUNK,  /* the shots of a race or the turns ran out */
    SIM_BROKEN,  /* the bot broke the game; its shots count nowhere */
    SIM_GIVEN_UP /* not played: the bot had broken too many before */
};

struct sim_game {
    uint32_t shots;
    uint16_t turns;
    uint8_t result, broken; /* enum sim_result, enum broken */
};

/* Of the shots, and the turns, in the games that were not broken. Where there is no such figure (no
 * game, or one game and its deviation) it is not a number. */
struct sim_summary {
    uint64_t games; /* sunk and unsunk */
    uint64_t unsunk, broken[BROKEN_KINDS], given_up;
    uint64_t shots, turns; /* sums */
    uint32_t min, max;
    double mean, median, deviation, standard_error;
    double mean_turns, turns_error;
};

/* ERR_MEMORY only. */
enum error sim_summarise(const struct sim_game *games, uint64_t count, struct sim_summary *summary);

/* Of a's shots minus b's, over the boards on which neither broke. */
struct sim_difference {
    uint64_t games;
    double mean, standard_error;
};

struct sim_difference sim_compare(const struct sim_game *a, const struct sim_game *b,
                                  uint64_t count);

/* "sunk", "unsunk", or how the bot broke. */
const char *sim_result_word(const struct sim_game *game);

#endif
