/* Who meets whom. Deterministic: the same entrants and results give the same pairings. Arrays
 * belong to the caller. Entrants that do not take part are skipped. */
#ifndef BROADSIDE_CONTEST_SCHEDULE_H
#define BROADSIDE_CONTEST_SCHEDULE_H

#include "contest/contest.h"

/* The number of a pair's match. It depends only on the two places in the list and the stage, so
 * entrants added later change nothing for the others. Seeds depend on it, so it never changes. */
uint64_t schedule_number(enum contest_format format, int a, int b, int stage);

/* All pairings of `all` and `gauntlet` (stage 0, played or not), or of one stage of a swiss, given
 * the matches of the stages before (a bye gets no match). Matches of that stage that were already
 * played stay in it, so a stage that was interrupted, or that an entrant joined or left later, gets
 * only what is missing. With leagues, both players are of one league and the leaders are the first
 * of each league, unless terms.total. Writes at most `room` pairings and returns how many there
 * are; 0 when the contest is over, -1 if there is no memory for a swiss. */
int schedule_pairings(const struct contest *contest, int stage, struct pairing *pairings, int room);

/* How often each entrant had a bye, in the stages of a swiss that have begun. A bye counts as a
 * match won with all its rounds. A stage before the entrant joined is not a bye. ERR_MEMORY only;
 * then there are none. */
enum error schedule_byes(const struct contest *contest, int byes[MAX_ENTRANTS],
                         struct message *message);

/* How many stages have begun: one more than the last stage that has a match. */
int schedule_begun(const struct contest *contest);

/* How many stages a swiss among this many entrants has. */
int schedule_stages(const struct contest_terms *terms, int entrants);

/* The pairings that are not played yet, of the first stage that has any. The caller frees them,
 * even after an error. */
enum error schedule_remaining(const struct contest *contest, struct pairing **pairings, int *count,
                              int *stage, struct message *message);

#endif
