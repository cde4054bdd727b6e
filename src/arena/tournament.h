/* Plays the matches of a tournament, several at a time, and delivers each when it is complete.
 *
 * A match depends only on the terms, the two entrants and its number, so neither threads nor the
 * order of matches change a result. What a delivered match points to is valid during the call.
 * Calls come from several threads, but never two at a time. Entrants and terms must outlive the
 * run. */
#ifndef BROADSIDE_ARENA_TOURNAMENT_H
#define BROADSIDE_ARENA_TOURNAMENT_H

#include "arena/match.h"
#include "contest/contest.h"

enum { KEPT_ROUNDS = 8 }; /* records of a match: the broken rounds first, then the last ones */

struct tournament {
    const struct contest_terms *terms;
    const struct entrant *entrants;
    const struct bot_opener *opener;
    int threads;
    int keep_last; /* rounds of each match whose records are kept, at most KEPT_ROUNDS; 0: none */

    /* An error ends the run after the matches under way, which are delivered as well. */
    enum error (*finished)(void *context, const struct contest_match *match,
                           struct message *message);
    void *context;
    bool watches_files;      /* a match is dropped if the files of its bots changed meanwhile */
    const atomic_bool *stop; /* optional: ends the run after the rounds under way */
    _Atomic uint64_t *rounds_done; /* optional: counts all rounds that are decided, for progress */
};

/* Plays these pairings. A bot that does not start, not even at the second attempt, loses the match:
 * one round counts as broken, the others as unplayed. Errors are those of `finished`, ERR_MEMORY,
 * ERR_JAIL if this machine has no jail, or, after all others were played, ERR_MISMATCH for
 * bots whose files changed. */
enum error tournament_play(const struct tournament *tournament, const struct pairing *pairings,
                           int count, struct message *message);

#endif
