/* Checks before a tournament: does each bot start, does it play these rules, does it survive a few
 * rounds, and how long does it take? */
#ifndef BROADSIDE_ARENA_PREFLIGHT_H
#define BROADSIDE_ARENA_PREFLIGHT_H

#include "bots/bot.h"
#include "contest/contest.h"

/* Fills the entrant whose spec is set: name, authors, id, hash, is_guest and its times; is_out and
 * why if it cannot take part because it does not start, does not play these rules or breaks round
 * after round. Such an entrant is no error. ERR_MEMORY only. */
enum error preflight_entrant(const struct contest_terms *terms, const struct bot_opener *opener,
                             struct entrant *entrant, struct message *message);

/* Checks the entrants from `from` on, several at a time, and makes their names unique. `done`
 * counts the checked entrants, for a progress display; it may be NULL. */
enum error preflight_all(struct contest *contest, int from, const struct bot_opener *opener,
                         int threads, _Atomic uint64_t *done, struct message *message);

#endif
