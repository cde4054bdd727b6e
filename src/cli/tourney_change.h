/* Who takes part in a stored tournament from now on: bots that come, that go, and that were
 * changed. Only their matches are played again. */
#ifndef BROADSIDE_CLI_TOURNEY_CHANGE_H
#define BROADSIDE_CLI_TOURNEY_CHANGE_H

#include "cli/tourney.h"

struct tourney_changes {
    const struct values *added, *replaced, *removed;
    const struct values *leagues; /* of those added: NAME=PATTERN */
};

/* Puts entrants `from` to the last into leagues by their names; the first pattern that fits
 * decides. Where there are leagues, a bot that fits none is in the league `others`. */
enum error tourney_set_leagues(struct tourney *tourney, int from, const struct values *leagues,
                               struct message *message);

/* Who is out, and why, on standard error. */
void tourney_say_out(const struct tourney *tourney, int from);

/* Checks all before anything is changed: names must be known, and bots that are not replaced must
 * be those whose matches were played, and still start. Nothing is written where nothing changes. */
enum error tourney_change(struct tourney *tourney, const struct tourney_changes *changes,
                          const struct guests *guests, int threads, struct message *message);

#endif
