/* The announcement of a ranking as plain values: slides from the last place of each table up.
 *
 * The slides point into the contest, which outlives them. */
#ifndef BROADSIDE_CONTEST_REVEAL_H
#define BROADSIDE_CONTEST_REVEAL_H

#include "contest/standings.h"

struct reveal_slide {
    char heading[ENTRANT_NAME + 16]; /* of the table; empty if there is only one */
    bool is_heading;                 /* announces the table and shows nobody */
    int places;                      /* of the table */
    struct rank rank;
    const struct entrant *entrant;
};

/* The leagues in their order, then all bots if leagues met. The caller frees the slides, even after
 * an error. */
enum error reveal_make(const struct contest *contest, struct reveal_slide **slides, int *count,
                       struct message *message);

/* What the bot achieved: "+3 points, 3 matches won, 529 rounds won, Elo 444". */
struct message reveal_figures(const struct reveal_slide *slide);

#endif
