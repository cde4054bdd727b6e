/* Who meets whom. Deterministic: the same entrants and results give the same pairings. Arrays
 * belong to the caller. Entrants that are out or gone are passed over. */
#ifndef BROADSIDE_CONTEST_SCHEDULE_H
#define BROADSIDE_CONTEST_SCHEDULE_H

#include "contest/contest.h"

/* The number of a pair's match: depends on the two places in the list (and the stage) only, so that
 * entrants added later change nothing for the others. */
uint64_t pairing_number(int a, int b, int stage);

/* All pairings of `all` and `gauntlet` (stage 0, whatever was played already), or of a stage of a
 * swiss, given the scores of the stages before (a bye gets no match). Played matches of that stage
 * are kept in it, so a stage that was interrupted, or that somebody joined or left later, only gets
 * what is missing. In leagues pairs of one league only, and leaders are the first of each league,
 * unless terms->total (the war of all against all). Writes at most `room`, returns how many there
 * are; 0 when nothing is left. */
int schedule(const struct contest_terms *terms, const struct entrant *entrants, int count,
             const struct contest_match *scores, int scores_count, int stage,
             struct pairing *pairings, int room);

/* Stages of a swiss among so many. */
int swiss_stages(const struct contest_terms *terms, int entrants);

#endif
