/* Many short matches between the same two bots, each with fresh bots and its own number, until a
 * sequential test (contest/sprt.h) knows which is stronger.
 *
 * Matches are played side by side and judged in the order of their numbers, so the result does not
 * depend on the number of threads. */
#ifndef BROADSIDE_ARENA_SERIES_H
#define BROADSIDE_ARENA_SERIES_H

#include "arena/match.h"
#include "contest/sprt.h"

struct series {
    struct match match; /* each of them: `rounds` long; numbered from `number` on; keeps nothing */
    uint64_t rounds;    /* at most, in all */
    int threads;
    struct sprt_terms terms; /* its rounds are those of the match */
};

struct series_result {
    struct contest_match sum;
    struct sprt sprt;
    struct sprt_state state;
};

/* Refuses what match_play refuses. */
enum error series_play(const struct series *series, struct series_result *result,
                       struct message *message);

#endif
