/* Leagues: groups of entrants that play among themselves, given as `NAME=PATTERN`. A pattern is a
 * shell pattern for names. */
#ifndef BROADSIDE_CONTEST_LEAGUE_H
#define BROADSIDE_CONTEST_LEAGUE_H

#include "contest/contest.h"

/* ERR_SYNTAX if one is not of the form NAME=PATTERN. */
enum error league_check(const char *const *leagues, int count, struct message *message);

/* Puts the entrants from `from` on into leagues; the first pattern that matches decides. An entrant
 * that matches none is in the league `others`. Does nothing if the contest has no leagues. */
void league_assign(struct contest *contest, int from, const char *const *leagues, int count);

#endif
