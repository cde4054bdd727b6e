/* Matches that no contest has, for tests of code that must ignore them. */
#ifndef TESTS_SUPPORT_INVALID_MATCHES_H
#define TESTS_SUPPORT_INVALID_MATCHES_H

#include "contest/contest_match.h"

enum { INVALID_MATCHES = 4 };

/* Writes copies of `valid` with entrants that do not exist or that play themselves. */
static inline void invalid_matches(const struct contest_match *valid,
                                   struct contest_match matches[INVALID_MATCHES])
{
    for (int i = 0; i < INVALID_MATCHES; i++)
        matches[i] = *valid;
    matches[0].pairing.a = -1;
    matches[1].pairing.b = 100000;
    matches[2].pairing.b = valid->pairing.a;
    matches[3].pairing.a = 250;
}

#endif
