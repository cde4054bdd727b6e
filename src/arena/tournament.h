/* Plays the matches of a tournament, several at a time, and hands each over when it is complete.
 *
 * A match depends on the terms, the two entrants and its number alone, so neither threads nor the
 * order of matches change a result. What is handed over is valid during the call; calls come from
 * several threads, but never two at a time. Entrants and terms must outlive the run. */
#ifndef BROADSIDE_ARENA_TOURNAMENT_H
#define BROADSIDE_ARENA_TOURNAMENT_H

#include "arena/match.h"
#include "contest/contest.h"

enum { KEPT_ROUNDS = 8 }; /* records of a match: the broken rounds first, then the last ones */

struct kept_record {
    uint64_t round;
    struct slice text;
};

/* A complete match with all that is worth keeping. */
struct tournament_match {
    struct score score;
    const struct round_note *rounds;   /* score.rounds of them */
    const struct heat_counts *heat[2]; /* where each side laid its ships and fired */
    const char *trouble[2];            /* the first thing that went wrong; empty if nothing did */
    struct slice log[2];               /* the end of what a guest wrote to standard error */
    int records;
    struct kept_record record[KEPT_ROUNDS];
};

struct tournament {
    const struct contest_terms *terms;
    const struct entrant *entrants;
    const struct bot_opener *opener;
    int threads;
    int keep_last; /* rounds of each match whose records are kept, at most KEPT_ROUNDS; 0: none */

    /* An error ends the run after the matches under way, which are handed over as well. */
    enum error (*finished)(void *context, const struct tournament_match *match,
                           struct message *message);
    void *context;
    bool watches_files;      /* a match whose bots have changed meanwhile is not handed over */
    const atomic_bool *stop; /* optional: ends the run after the rounds under way */
    _Atomic uint64_t *rounds_done; /* optional: counts all rounds that are decided, for progress */
};

/* Plays these pairings. A match that cannot be opened (a guest that no longer starts, not even when
 * asked again) is handed over as lost by whoever did not: all its rounds count as one broken and
 * the rest unplayed. Errors are those of `finished`, ERR_MEMORY, ERR_JAIL where this machine
 * has no jail, or, after all others were played, ERR_MISMATCH for bots whose files changed. */
enum error tournament_play(const struct tournament *tournament, const struct pairing *pairings,
                           int count, struct message *message);

#endif
