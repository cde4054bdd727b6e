/* See match_score.h. Everything follows from how often a round, or a pair of rounds, brought side a
 * how many half points.
 *
 * The likelihood compares the sum of the differences with the spread that they would have if both
 * sides were equal, which is what engine testers call LOS: for single rounds, the normal
 * distribution at (won - lost) / sqrt(won + lost). It is not certain after one round, as it would
 * be with the error of the share. */
#include "contest/match_score.h"

#include <math.h>

struct match_score match_score_of(const struct contest_match *match, int side)
{
    uint64_t pairs = 0, lost = match->side[1].won;
    const uint64_t rounds[3] = {lost, match->drawn, match->side[0].won}, *counts = rounds;
    double most = 2, count = 0, sum = 0, squares = 0, balance, spread;
    struct match_score score = {.share = 0.5, .error = NAN, .superiority = 0.5};

    for (int i = 0; i < MATCH_PAIR_RESULTS; i++)
        pairs += match->pairs[i];
    if (pairs > 0) {
        counts = match->pairs;
        most = MATCH_PAIR_RESULTS - 1;
    }
    for (int i = 0; i <= (int)most; i++) {
        double points = side == 0 ? i / most : 1 - i / most;

        count += (double)counts[i];
        sum += points * (double)counts[i];
        squares += (points - 0.5) * (points - 0.5) * (double)counts[i];
    }
    if (count == 0)
        return score;
    score.share = sum / count;
    balance = sum - count / 2;
    spread = squares - balance * balance / count; /* about the mean */
    if (count > 1 && spread > 1e-9 * count)
        score.error = sqrt(spread / (count - 1) / count);
    if (squares > 0)
        score.superiority = 0.5 * erfc(-balance / sqrt(2 * squares));
    return score;
}
