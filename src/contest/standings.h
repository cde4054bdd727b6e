/* The table of a tournament: points, tie-breaks, ratings with errors. Everything is computed from
 * the matches. Byes count for points and rounds won, but not for ratings and shots. */
#ifndef BROADSIDE_CONTEST_STANDINGS_H
#define BROADSIDE_CONTEST_STANDINGS_H

#include "contest/contest.h"

struct rank {
    int entrant;          /* index */
    int rank;             /* from 1; shared by entrants equal in points and rounds won */
    int matches;          /* played */
    int points;           /* match points */
    int won, lost, drawn; /* matches */
    int byes;             /* of a swiss; each is also one of `won`, with all its rounds */
    uint64_t rounds, rounds_won, rounds_lost, rounds_drawn;

    /* NaN where there is nothing to compute it from. */
    double elo, elo_error;                /* 95 % by bootstrap over matches; 0 is the mean of all */
    double mean_shots;                    /* shots it needed per whole round */
    double enemy_shots;                   /* the same for its opponents */
    double micros_per_answer, slowest_ms; /* of guests */

    uint64_t wasted, wrecks;
    uint64_t broken[BROKEN_KINDS];
};

/* Fills one rank for each entrant that takes part, best first, and sets how many there are. `ranks`
 * has room for all entrants. `league` limits the table to its members and the matches among them;
 * NULL or empty for all. The seed of the terms drives the bootstrap. The order of the matches does
 * not matter, not even in the last digit. ERR_MEMORY only. */
enum error standings_fill(const struct contest *contest, const char *league, struct rank *ranks,
                          int *count, struct message *message);

/* Likelihood of superiority: the probability that a is stronger than b, given their rounds against
 * each other and, through the ratings, all other results; 0.5 when nothing is known. */
double standings_superiority(const struct rank *a, const struct rank *b);

#endif
