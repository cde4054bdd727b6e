/* Plays the matches of the gym on a pool of threads.
 *
 * Each match has new bots and its own number, which depends only on its style and its place among
 * the matches against that style. So the result does not depend on the number of threads, nor on
 * which other styles are played. */
#ifndef BROADSIDE_ARENA_GYM_H
#define BROADSIDE_ARENA_GYM_H

#include "arena/match.h"
#include "contest/gym.h"

struct gym_terms {
    int threads, max_broken;
    const struct bot_opener *opener;
    const atomic_bool *stop;       /* optional: once it is true, no more rounds start */
    _Atomic uint64_t *rounds_done; /* optional, as in struct match */
};

/* Opens all bots and closes them again: finds bots that do not exist or do not play these rules
 * before the first match. Errors as match_play. */
enum error gym_check(const struct gym_terms *terms, const struct gym *gym, struct message *message);

/* Allocates the matches and rounds of all results. The caller has set `styles` and the `style` of
 * each result. ERR_MEMORY. */
enum error gym_new_results(struct gym *gym, struct message *message);
void gym_free_results(struct gym *gym);

/* Plays all matches, or until it is stopped, and fills the results. Errors as match_play. */
enum error gym_play(const struct gym_terms *terms, struct gym *gym, struct message *message);

#endif
