/* Bradley-Terry ratings in Elo units from results between pairs, with a weak prior (a drawn round
 * against an average player) so that perfect scores stay finite. */
#ifndef BROADSIDE_CONTEST_RATINGS_H
#define BROADSIDE_CONTEST_RATINGS_H

#include "base/error.h"

#include <stdint.h>

/* A match between two players: rounds won by each, draws count half. `weight` is how often the
 * match counts (bootstrap), usually 1. */
struct rated_match {
    int a, b;
    double won_a, won_b, drawn;
    double weight;
};

/* Ratings with mean 0. Every step goes up, and their number is bounded. Players who never met, not
 * even through others, are held together by the prior alone. ERR_RANGE for players that do not
 * exist and for rounds below 0 or beyond counting. */
enum error ratings_fit(int players, const struct rated_match *matches, int count, double *elo,
                       struct message *message);

/* Half the width of the 95 % interval of each rating around the mean of all, from `samples`
 * bootstrap samples over the matches, and never less than the likelihood says: that is all there is
 * to say of players with one match. `elo` is what ratings_fit found. Which weights a match gets in
 * a sample follows from its place in the list: sort it if its order means nothing. */
enum error ratings_errors(int players, const struct rated_match *matches, int count, int samples,
                          uint64_t seed, const double *elo, double *error, struct message *message);

#endif
