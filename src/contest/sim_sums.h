/* The games of a bot added up, so that parts of a simulation can be joined: how many games needed
 * each number of shots and of turns, and how many do not count. Whole numbers, so the order in
 * which they are added does not change a digit. */
#ifndef BROADSIDE_CONTEST_SIM_SUMS_H
#define BROADSIDE_CONTEST_SIM_SUMS_H

#include "base/error.h"
#include "contest/sim_stats.h"

/* counts[n] games needed n shots or turns. */
struct sim_histogram {
    uint64_t *counts;
    uint32_t size;
};

/* Starts as all zeros. sim_sums_release frees it. */
struct sim_sums {
    uint64_t games; /* sunk and unsunk */
    uint64_t unsunk, given_up, broken[BROKEN_KINDS];
    struct sim_histogram shots, turns; /* of the games that count */
};

/* These fail without memory only. */
enum error sim_sums_add_games(struct sim_sums *sums, const struct sim_game *games, uint64_t count);
enum error sim_sums_add(struct sim_sums *sums, const struct sim_sums *more);
void sim_sums_release(struct sim_sums *sums);

/* Makes room for counts below `size`. */
enum error sim_histogram_grow(struct sim_histogram *histogram, uint32_t size);

struct sim_summary sim_sums_summarise(const struct sim_sums *sums);

/* a's figures minus b's, added up over the boards on which neither broke the game. */
struct sim_steps {
    int64_t sum;
    uint64_t squares;
};
struct sim_pair {
    uint64_t games;
    struct sim_steps shots, turns;
};

void sim_pair_add_games(struct sim_pair *pair, const struct sim_game *a, const struct sim_game *b,
                        uint64_t count);
void sim_pair_add(struct sim_pair *pair, const struct sim_pair *more);
struct sim_difference sim_pair_difference(const struct sim_pair *pair);

/* The place of bots a < b among all pairs of `bots` in order. */
int sim_pair_index(int bots, int a, int b);

#endif
