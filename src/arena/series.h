/* Many short matches between the same two bots, each with new instances and its own number, until a
 * sequential test (contest/sprt.h) decides which is stronger.
 *
 * Matches are played in parallel and counted in the order of their numbers, so the result does not
 * depend on the number of threads. */
#ifndef BROADSIDE_ARENA_SERIES_H
#define BROADSIDE_ARENA_SERIES_H

#include "arena/match.h"
#include "contest/sprt.h"

struct series {
    struct match match; /* each match: `rounds` long, numbered from `number` on, without `keep` */
    uint64_t rounds;    /* at most, of all matches */
    int threads;
    struct sprt_terms terms; /* its rounds are those of a match */
};

struct series_result {
    struct contest_match sum;
    struct sprt sprt;
    struct sprt_state state;
};

/* The errors of match_play. */
enum error series_play(const struct series *series, struct series_result *result,
                       struct message *message);

#endif
