/* The gym: the opponents that a bot is measured against, and what these matches tell about it.
 *
 * Styles for tuning may be used to improve a bot. Final styles are only for the figure at the end:
 * the result against a style that a bot was tuned to says little about other opponents. */
#ifndef BROADSIDE_CONTEST_GYM_H
#define BROADSIDE_CONTEST_GYM_H

#include "contest/contest_match.h"

enum gym_family {
    GYM_RANDOM, /* nothing to learn: the other families are compared with it */
    GYM_REACTIVE,
    GYM_WINDOWED,
    GYM_REPEATED,
    GYM_AREA,
    GYM_HABIT,
    GYM_CARELESS,
    GYM_FIXED,
    GYM_LEARNER,
    GYM_PREDICTABLE,
    GYM_SWITCHING,
    GYM_SELF,
    GYM_FAMILIES
};

struct gym_family_facts {
    const char *name;
    const char *fleets;   /* completes "fleets that ..."; NULL if they are random */
    const char *shooters; /* completes "shooters that ..."; NULL if they are ordinary */
};
extern const struct gym_family_facts gym_families[GYM_FAMILIES];

struct gym_style {
    const char *name;
    const char *bot; /* as for bot_open; NULL for the bot that is measured */
    enum gym_family family;
    bool is_final; /* not for tuning */
    bool is_quick; /* part of a quick run: only styles for tuning, and not the bot itself */
};

/* The styles, sorted by family; NULL past the last. */
const struct gym_style *gym_style(int index);

/* Does the word name the style, its family or its role (`tuning` or `final`)? */
bool gym_style_is(const struct gym_style *style, const char *word);

/* Fewer matches than GYM_FEW_MATCHES say too little about errors. */
enum { GYM_STYLES = 64, GYM_MOST_ROUNDS = 10000, GYM_MOST_MATCHES = 10000, GYM_FEW_MATCHES = 3 };

/* One match, all zeros before it is played. Side a is the bot that is measured. If the gym is
 * interrupted, there are fewer rounds than planned. */
struct gym_match {
    uint64_t won, lost, drawn, whole;
    uint64_t shots[2]; /* in whole rounds */
};
uint64_t gym_match_rounds(const struct gym_match *match);

/* One round, over all matches against a style. */
struct gym_round {
    uint64_t whole, shots[2];
};

/* All matches against one style. */
struct gym_result {
    const struct gym_style *style;
    struct gym_match *match; /* of each match */
    struct gym_round *round; /* of each round */
    struct contest_match sum;
};

/* The matches of one bot against some styles. All memory is the caller's. */
struct gym {
    const char *bot;
    const struct rules *rules;
    struct seed seed;
    uint64_t rounds, matches; /* of a match; against each style */
    int styles;
    struct gym_result *result;
};

/* Rounds against one style, and whether all rounds of all matches were played. */
uint64_t gym_rounds_played(const struct gym *gym, const struct gym_result *result);
bool gym_is_complete(const struct gym *gym);

/* A mean over rounds, and its standard error over matches; NaN if unknown. */
struct gym_mean {
    double mean, error;
};

struct gym_figures {
    struct gym_mean share;     /* of the rounds, 0 to 1; a draw counts half */
    double at_least, at_most;  /* its 95 % interval; NaN if there are too few matches */
    struct gym_mean shots[2];  /* a round, of the bot and of its enemy */
    uint64_t won, lost, drawn; /* whole matches */
};
struct gym_figures gym_figures(const struct gym *gym, const struct gym_result *result);

/* A set of styles; a negative member selects all. */
struct gym_group {
    int family, is_final;
};

/* The mean of the figures of the styles in a group, without the figures that are unknown: a style
 * has no shots if every round was broken. The errors are those of the mean. False if there is no
 * such style. */
bool gym_group_figures(const struct gym *gym, struct gym_group group, struct gym_figures *figures);

/* The mean shots of a side in rounds `from` to `to` - 1, counted from 0, against the styles of a
 * family, with equal weights. NaN if there are none. */
double gym_shots_between(const struct gym *gym, int family, int side, uint64_t from, uint64_t to);

/* The factor of the standard error in a 95 % interval, from Student's distribution; NaN for less
 * than two values. */
double gym_interval_factor(uint64_t values);

/* What stands out, as sentences. Apart from faults, it is about the styles that have at least
 * GYM_FEW_MATCHES whole matches. */
enum { GYM_SENTENCES = 16 };
struct gym_advice {
    int count;
    int counted, played; /* styles that the advice is about; styles with any rounds */
    struct message sentence[GYM_SENTENCES];
};
void gym_advise(const struct gym *gym, struct gym_advice *advice);

#endif
