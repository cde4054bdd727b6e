/* One stage of a swiss: neighbours in the table meet unless they have met before. */
#ifndef BROADSIDE_CONTEST_SWISS_H
#define BROADSIDE_CONTEST_SWISS_H

#include "contest/contest.h"

/* The results of the earlier stages, by entrant. */
struct swiss_history {
    int points[MAX_ENTRANTS];
    uint64_t rounds_won[MAX_ENTRANTS];
    int matches[MAX_ENTRANTS];               /* fewer than the others after a bye */
    uint8_t met[MAX_ENTRANTS][MAX_ENTRANTS]; /* how often, up to 255 */
};

/* Sorts entrants by points, rounds won and index, best first. */
void swiss_order(const struct swiss_history *history, int *order, int count);

/* Pairs the players in `order`: partner[i] is the place in `order` of the opponent of player i, or
 * -1 for the bye of an odd number. There are as few rematches as possible, between players who have
 * met least often. Among all such pairings the first player gets the nearest possible opponent,
 * then the second, and so on. The bye goes to the last of the players with the fewest byes, unless
 * that forces a rematch that another bye avoids. */
void swiss_pair(const struct swiss_history *history, const int *order, int count, int *partner);

#endif
