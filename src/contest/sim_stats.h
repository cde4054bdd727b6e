/* The results of a simulation as plain values: its games and their statistics. Sums are whole
 * numbers, so the order of the games does not change a digit. All memory is the caller's. */
#ifndef BROADSIDE_CONTEST_SIM_STATS_H
#define BROADSIDE_CONTEST_SIM_STATS_H

#include "contest/contest_match.h"

enum { MAX_SIM_BOTS = 64 };

struct sim_sums;
struct sim_pair;

enum sim_result {
    SIM_UNPLAYED, /* the simulation was stopped before this game */
    SIM_SUNK,
    SIM_UNSUNK,  /* the bot ran out of shots or turns */
    SIM_BROKEN,  /* the bot broke the game, which then does not count */
    SIM_GIVEN_UP /* not played: the bot had broken too many games before */
};

struct sim_game {
    uint32_t shots;
    uint16_t turns;
    uint8_t result, broken; /* enum sim_result, enum broken */
};

/* Over the games that were not broken. Figures that do not exist, such as the deviation of a single
 * game, are NaN. */
struct sim_summary {
    uint64_t games; /* sunk and unsunk */
    uint64_t unsunk, broken[BROKEN_KINDS], given_up;
    uint64_t shots, turns; /* sums */
    uint32_t min, max;
    double mean, median, deviation, standard_error;
    double mean_turns, turns_error;
};

/* ERR_MEMORY only. */
enum error sim_stats_summarise(const struct sim_game *games, uint64_t count,
                               struct sim_summary *summary);

/* a's shots and turns minus b's, over the boards on which neither broke the game. */
struct sim_difference {
    uint64_t games;
    double mean, standard_error;
    double mean_turns, turns_error;
};

struct sim_difference sim_stats_compare(const struct sim_game *a, const struct sim_game *b,
                                        uint64_t count);

/* "sunk", "unsunk", or how the bot broke the game. */
const char *sim_stats_result_word(const struct sim_game *game);

/* Does the game count in the statistics? */
bool sim_stats_counts(const struct sim_game *game);

/* One bot of a simulation. */
struct sim_bot {
    const char *name;
    const struct sim_game *games; /* in the order of the boards; NULL if only sums are known */
    const struct sim_sums *sums;
    struct sim_summary summary;
    const struct trouble *trouble;   /* round 0 if there was none; the round is a board */
    const struct guest_facts *guest; /* is_guest is false for other bots */
    double seconds;                  /* its share of the time that the simulation took */
    double core_seconds;             /* its processor time; for a guest, its elapsed time */
};

struct sim_outcome {
    const struct rules *rules;
    const char *placement;
    uint64_t games, max_broken;
    struct seed seed;
    bool is_complete;
    uint64_t finished; /* boards that all bots have played */
    double seconds;
    int bots;
    struct sim_bot bot[MAX_SIM_BOTS];
    const struct sim_pair *pairs; /* by sim_pair_index, where there are no games */
};

/* Boards that all these bots have played. */
uint64_t sim_stats_finished(const struct sim_bot *bots, int count, uint64_t games);

#endif
