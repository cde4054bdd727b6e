/* Decides between two hypotheses about a bot's strength with as few matches as possible: a
 * generalised sequential probability ratio test.
 *
 * The hypotheses are that the bot is `low` or `high` Elo stronger than the other bot. The evidence
 * is the score of independent short matches (the share of rounds won, draws count half). Rounds
 * within a match may depend on each other, as they do if bots learn. After each match the
 * likelihoods of the hypotheses are compared, assuming normally distributed scores with the
 * variance estimated so far. */
#ifndef BROADSIDE_CONTEST_SPRT_H
#define BROADSIDE_CONTEST_SPRT_H

#include <stdint.h>

struct sprt_terms {
    double low, high;   /* Elo */
    double alpha, beta; /* how often `high` is accepted if `low` is true, and vice versa */
    uint64_t rounds;    /* of each match */
};

enum sprt_verdict { SPRT_OPEN, SPRT_LOW, SPRT_HIGH };

/* The matches so far; starts as all zeros. */
struct sprt {
    uint64_t matches;
    double sum, squares; /* of the scores */
};

struct sprt_state {
    double score;       /* the mean, 0 to 1 */
    double elo, error;  /* from the score, and half of its 95 % interval; may be NaN */
    double llr;         /* log-likelihood ratio, high to low */
    double least, most; /* the bounds that decide */
    enum sprt_verdict verdict;
};

void sprt_add(struct sprt *sprt, double score);
struct sprt_state sprt_judge(const struct sprt *sprt, const struct sprt_terms *terms);

/* The expected score of a bot that is this much stronger, and the inverse. */
double sprt_elo_score(double elo);
double sprt_elo_of(double score);

#endif
