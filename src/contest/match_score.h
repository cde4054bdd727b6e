/* How well a side did in a match: its share of the rounds, and how sure that is. A drawn round
 * counts half.
 *
 * The rounds count as independent of each other, which is not quite true of bots that learn. In a
 * paired match the pairs do: both rounds of a pair have the same fleets, so their luck cancels out
 * and the error is smaller. */
#ifndef BROADSIDE_CONTEST_MATCH_SCORE_H
#define BROADSIDE_CONTEST_MATCH_SCORE_H

#include "contest/contest_match.h"

struct match_score {
    double share;       /* 0 to 1; 0.5 without rounds */
    double error;       /* its standard error; NaN if the rounds do not vary */
    double superiority; /* the likelihood that this side is stronger, given the result */
};

struct match_score match_score_of(const struct contest_match *match, int side);

#endif
