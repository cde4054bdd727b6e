/* The rating of a person who plays against the levels, in Elo points. The ratings of the levels are
 * fixed, so there is one unknown, and the likelihood of the results has one maximum.
 *
 * The prior is one drawn game against medium. It keeps the rating finite if all games were
 * won or all were lost, and it counts for less with every game. */
#ifndef BROADSIDE_CONTEST_PERSONAL_RATING_H
#define BROADSIDE_CONTEST_PERSONAL_RATING_H

#include <stdbool.h>

/* A level as an opponent under some rules. */
struct rated_level {
    const char *rules, *bot;
    double elo;
};
enum { RATED_LEVELS = 8, RATED_MEDIUM = 1500 };

/* All of them. */
extern const struct rated_level rated_levels[RATED_LEVELS];

/* The index of a level, or -1 if games against this bot by these rules are not rated. The rules may
 * differ from the preset in what matters only to the person, as in `classic+tracking=hard`. */
int rated_level_find(const char *rules, const char *bot);

/* A person's results against each level. */
struct level_results {
    int won[RATED_LEVELS], lost[RATED_LEVELS], tied[RATED_LEVELS];
};

struct personal_rating {
    double elo;
    double error;     /* standard error, from the curvature of the likelihood */
    double low, high; /* 95 % interval, from the likelihood ratio; not symmetric */
    int games, won, lost, tied;
};

void personal_rating_fit(const struct level_results *results, struct personal_rating *rating);

/* A sentence of caution if there are few games, or all were won or all were lost; otherwise "". */
const char *personal_rating_caution(const struct personal_rating *rating);

#endif
