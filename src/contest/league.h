/* Leagues: groups of entrants that play among themselves.
 *
 * They are given as `NAME=PATTERN`, a shell pattern for IDs and names, and kept in the terms as one
 * line each. If none are given and all meet all, groups of the Java framework form leagues by the
 * letter of their ID: Green, Yellow and Red. These meet each other as well (the framework calls it
 * total war), and entrants without such an ID are in no league. */
#ifndef BROADSIDE_CONTEST_LEAGUE_H
#define BROADSIDE_CONTEST_LEAGUE_H

#include "contest/contest.h"

/* ERR_SYNTAX if one is not of the form NAME=PATTERN or its pattern is broken. A single `none` is
 * valid too. */
enum error league_check(const char *const *leagues, int count, struct message *message);

/* Writes the leagues into the terms, which already have their format. ERR_RANGE if they are too
 * long. */
enum error league_set(struct contest_terms *terms, const char *const *leagues, int count,
                      struct message *message);

bool league_is_by_letter(const struct contest_terms *terms);

/* The leagues of the terms as lines that begin with `NAME=`. */
const char *league_lines(const struct contest_terms *terms);

/* Puts the entrants from `from` on into leagues: these, then those of the terms. The first pattern
 * that matches decides. An entrant that matches none is in the league `others`. Does nothing if the
 * contest has no leagues. */
void league_assign(struct contest *contest, int from, const char *const *leagues, int count);

/* The same for a single entrant, which may be one of the contest. */
void league_assign_one(const struct contest *contest, struct entrant *entrant,
                       const char *const *leagues, int count);

#endif
