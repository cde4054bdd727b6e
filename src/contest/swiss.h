/* One stage of a swiss: those who stand next to each other meet, as far as they have not met yet.
 * All of it is plain values of the caller. */
#ifndef BROADSIDE_CONTEST_SWISS_H
#define BROADSIDE_CONTEST_SWISS_H

#include "contest/contest.h"

/* What the stages before came to, by entrant. */
struct swiss_history {
    int points[MAX_ENTRANTS];
    uint64_t rounds_won[MAX_ENTRANTS];
    int matches[MAX_ENTRANTS];               /* fewer than others: it had byes */
    uint8_t met[MAX_ENTRANTS][MAX_ENTRANTS]; /* how often, up to 255 */
};

/* Sorts entrants by points, rounds won and index, best first. */
void swiss_order(const struct swiss_history *history, int *order, int count);

/* Pairs up those in `order`: partner[i] is the place in `order` of the one that the i-th meets, -1
 * for the bye of an odd number. As few as possible meet again, and those who have met least; among
 * all such pairings the first gets the nearest opponent there is, then the second, and so on. The
 * bye goes to the last of those who had fewest, or, where that forces a rematch that another bye
 * avoids, to the last of those for whom it does not. */
void swiss_pair(const struct swiss_history *history, const int *order, int count, int *partner);

#endif
