/* How long the rest of a contest takes: from what the preflight measured, or from the matches
 * played so far, and corrected by how the run is going. Plain values; nothing here reads a clock.
 */
#ifndef BROADSIDE_CONTEST_ESTIMATE_H
#define BROADSIDE_CONTEST_ESTIMATE_H

#include "contest/contest.h"

struct estimate {
    double share[MAX_ENTRANTS]; /* each entrant's part of the seconds of one match */
    double work;                /* of the matches of this stage, on one thread */
    double seconds;             /* for all that is left, on all threads */
    int matches;                /* of this stage */
    int stages;                 /* that are left; 1 unless it is a swiss */
};

/* Matches go to the threads in their order, as the arena plays them. */
void estimate_make(const struct contest *contest, int threads, struct estimate *estimate);

/* The same for some of its matches. */
void estimate_pairings(const struct contest *contest, const struct pairing *pairings, int count,
                       int threads, struct estimate *estimate);

/* How a run of the estimated matches is going. */
struct estimate_state {
    double seconds;  /* since it started */
    int before;      /* matches of the contest that were complete by then */
    uint64_t rounds; /* decided since then, also of matches that are not complete */
};

/* The seconds left. Starts as the estimate and follows the pace of the run more and more. Negative
 * if nothing is known yet. */
double estimate_left(const struct estimate *estimate, const struct contest *contest,
                     const struct estimate_state *state);

#endif
