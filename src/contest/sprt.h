/* Which of two claims about a bot's strength is true, decided with as few matches as possible: a
 * generalised sequential probability ratio test.
 *
 * The claims are that the bot is `low` or `high` Elo stronger than the other. Evidence is the score
 * of independent short matches (won rounds and half of the drawn ones, of all rounds); rounds
 * within a match may depend on each other, as they do where bots learn. After each match the
 * likelihoods of the claims are compared, with the scores taken as normally distributed and their
 * variance as estimated so far. Pure arithmetic on the caller's values. */
#ifndef BROADSIDE_CONTEST_SPRT_H
#define BROADSIDE_CONTEST_SPRT_H

#include <stdint.h>

struct sprt_terms {
    double low, high;   /* Elo */
    double alpha, beta; /* how often `high` is accepted where `low` is true, and the reverse */
    uint64_t rounds;    /* of each match */
};

enum sprt_verdict { SPRT_OPEN, SPRT_LOW, SPRT_HIGH };

/* Everything that was seen: start from zeros. */
struct sprt {
    uint64_t matches;
    double sum, squares; /* of the scores */
};

struct sprt_state {
    double score;       /* the mean, 0 to 1 */
    double elo, error;  /* by that score, and half of the 95% interval; error may be no number */
    double llr;         /* logarithm of the ratio of likelihoods, high to low */
    double least, most; /* where it decides */
    enum sprt_verdict verdict;
};

void sprt_add(struct sprt *sprt, double score);
struct sprt_state sprt_judge(const struct sprt *sprt, const struct sprt_terms *terms);

/* The score to be expected of a bot that is so much stronger, and the reverse. */
double elo_score(double elo);
double elo_of(double score);

#endif
