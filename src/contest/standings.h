/* The table of a tournament: points, tie-breaks, ratings with errors. All of it follows from the
 * scores; nothing is kept. */
#ifndef BROADSIDE_CONTEST_STANDINGS_H
#define BROADSIDE_CONTEST_STANDINGS_H

#include "contest/contest.h"

struct rank {
    int entrant;          /* its index */
    int rank;             /* from 1; shared by those equal in points and rounds won */
    int matches, points;  /* match points */
    int won, lost, drawn; /* matches */
    uint64_t rounds, rounds_won, rounds_lost, rounds_drawn;
    double elo, elo_error; /* 95 % by bootstrap over matches; 0 is the mean of all */
    double mean_shots;     /* it needed, per whole round; 0 where there was none */
    double enemy_shots;    /* its enemies needed against it */
    uint64_t wasted, wrecks;
    uint64_t broken[BROKEN_KINDS];
    double micros_per_answer, slowest_ms; /* guests; 0 otherwise */
};

/* Fills one place per entrant that plays (not out, not gone), best first, and says how many.
 * `places` has room for `count`. `league` limits the table to its members and the matches within
 * it; NULL or empty for all. `seed` drives the bootstrap. The order of the scores does not matter,
 * not even in the last digit. ERR_MEMORY only. */
enum error standings(const struct entrant *entrants, int count, const struct contest_match *scores,
                     int scores_count, const char *league, uint64_t seed, struct rank *places,
                     int *places_count, struct message *message);

/* Likelihood of superiority: the chance that a is stronger than b, given their rounds against each
 * other and all other results through the ratings; 0.5 when nothing is known. */
double superiority(const struct rank *a, const struct rank *b);

#endif
