/* Checks before a tournament: does each bot start, does it play these rules, does it survive a few
 * rounds, and how long does it take? */
#ifndef BROADSIDE_ARENA_PREFLIGHT_H
#define BROADSIDE_ARENA_PREFLIGHT_H

#include "bots/bot.h"
#include "contest/contest.h"

#include <stdatomic.h>

/* How to check. All zeros is the default. */
struct preflight {
    const struct bot_opener *opener;
    int threads;             /* entrants at a time */
    double seconds;          /* of play for each bot, at most; 0: half a second */
    _Atomic uint64_t *done;  /* optional: counts the checked entrants, for a progress display */
    const atomic_bool *stop; /* optional: ends the checks after the rounds under way */
};

/* Fills the entrant whose spec is set: name, authors, id, hash, is_guest and pace; is_out and why
 * if it cannot take part because it does not start, does not play these rules or breaks round after
 * round. Such an entrant is no error. ERR_MEMORY only. */
enum error preflight_entrant(const struct contest_terms *terms, const struct preflight *preflight,
                             struct entrant *entrant, struct message *message);

/* Checks the entrants from `from` on, several at a time, and makes their names unique.
 * ERR_UNAVAILABLE if it was stopped: then some are not filled. The pace is that of bots that play
 * at the same time on as many threads, each on its own processor, as in a tournament. */
enum error preflight_all(struct contest *contest, int from, const struct preflight *preflight,
                         struct message *message);

/* How many seconds of play for each bot are worth it if there are `left` for the whole contest; 0
 * for no deadline. A longer measurement foresees a long match better. With hundreds of bots, each
 * gets less than the default. */
double preflight_seconds(const struct contest *contest, int threads, double left);

/* Plays `matches` matches of the contest as a tournament would, but without keeping them, and
 * corrects the pace of all entrants by how long they really took. `done` counts matches. */
enum error preflight_pilot(struct contest *contest, const struct preflight *preflight, int matches,
                           struct message *message);

/* How many matches a pilot should play if there are `left` seconds for the whole contest. */
int preflight_pilot_matches(const struct contest *contest, int threads, double left);

#endif
