/* What is played before a tournament, with a progress bar: the test of each bot and, if there is a
 * deadline, some matches that do not count. */
#ifndef BROADSIDE_CLI_TOURNAMENT_TESTS_H
#define BROADSIDE_CLI_TOURNAMENT_TESTS_H

#include "arena/preflight.h"

struct tournament_tests {
    const struct bot_opener *opener;
    int threads;
    int64_t deadline; /* --finish-by, in seconds since 1970; 0 if not given */
    const atomic_bool *stop;
};

/* Tests all bots. */
enum error tournament_tests_run(const struct tournament_tests *tests, struct contest *contest,
                                struct message *message);

/* Reduces the rounds of a match to what finishes by the deadline. The estimate must not cost rounds
 * for nothing, so it is tested first if there are fewer of them. */
enum error tournament_tests_fit(const struct tournament_tests *tests, struct contest *contest,
                                struct message *message);

#endif
