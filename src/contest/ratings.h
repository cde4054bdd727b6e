/* Bradley-Terry ratings in Elo units from results between pairs, with a weak prior (a drawn round
 * against an average player) so that perfect scores stay finite. */
#ifndef BROADSIDE_CONTEST_RATINGS_H
#define BROADSIDE_CONTEST_RATINGS_H

#include "base/error.h"

#include <stdint.h>

/* A match between two players: the rounds that each won; draws count half. `weight` is how often
 * the match counts (bootstrap), usually 1. */
struct rated_match {
    int a, b;
    double won_a, won_b, drawn;
    double weight;
};

/* Ratings with mean 0. The number of steps is bounded. Players who never met, not even through
 * others, are connected only by the prior. ERR_RANGE for players that do not exist and for rounds
 * that are negative or too many. */
enum error ratings_fit(int players, const struct rated_match *matches, int count, double *elo,
                       struct message *message);

/* Half the width of the 95 % interval of each rating relative to the mean of all, from `samples`
 * bootstrap samples over the matches, but at least the width given by the likelihood, which is all
 * that is known of a player with one match. `elo` is the result of ratings_fit. The weights of a
 * match depend on its place in the list, so sort the list if its order has no meaning. */
enum error ratings_errors(int players, const struct rated_match *matches, int count, int samples,
                          uint64_t seed, const double *elo, double *error, struct message *message);

#endif
