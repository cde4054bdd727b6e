/* The log-likelihood is concave in the logarithms of the strengths, so Newton's method finds the
 * one maximum. Each step solves H p = g by conjugate gradients; H is never stored, only applied
 * match by match. Perfect scores and groups that hardly met make H ill-conditioned; simpler
 * iterations would then need many thousand sweeps.
 *
 * Why no step goes down: the curvature of ln(1 + e^x) changes by at most a factor e^|h| over a
 * distance h. If the step changes no difference of two ratings by more than u, the gain is at least
 * g.p - p.Hp (e^u - u - 1) / u^2. Conjugate gradients started from 0 keep g.p = p.Hp, and for
 * u <= 1.5 the fraction is below 0.89. A longer step is shortened to that.
 *
 * Bootstrap samples give every match a random weight with mean 1 (exponential) instead of drawing
 * some matches twice and others never, so no sample loses a player or splits into groups. */
#include "contest/ratings.h"

#include "base/rng.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STEPS = 200, MAX_SOLVE = 400 };

static const double longest_step = 1.5;
static const double elo_of_one = 173.717792761; /* 400 / ln 10 */
static const double prior_rounds = 1;           /* drawn, against a player of strength 1 */
static const double normal_95 = 1.959963985;

/* A match in the form that the likelihood needs. */
struct duel {
    int a, b;
    double rounds, won; /* by a, with half of the draws; weighted */
    double bend;        /* minus the second derivative, at the present ratings */
};

/* The state of one fit. The vectors have an element for each player and are in `memory`. */
struct fit {
    int players, count;
    struct duel *duels;
    double *memory;
    double *theta;               /* logarithms of strengths */
    double *gradient, *bend;     /* bend: the diagonal of H */
    double *step;                /* the solution of the last solve */
    double *rest, *way, *image;  /* of conjugate gradients */
    double *sum, *squares, *mid; /* of samples */
};
enum { VECTORS = 10 };

static void fit_release(struct fit *fit)
{
    free(fit->duels);
    free(fit->memory);
}

static enum error fit_init(struct fit *fit, int players, int count, struct message *message)
{
    double **vectors[VECTORS] = {&fit->theta, &fit->gradient, &fit->bend,  &fit->step,
                                 &fit->rest,  &fit->way,      &fit->image, &fit->sum,
                                 &fit->mid,   &fit->squares};
    size_t each = (size_t)players + 1;

    *fit = (struct fit){.players = players, .count = count};
    fit->duels = calloc((size_t)count + 1, sizeof *fit->duels);
    fit->memory = calloc(each * VECTORS, sizeof *fit->memory);
    if (!fit->duels || !fit->memory) {
        fit_release(fit);
        error_set(ERR_MEMORY, message, "out of memory for the ratings of %d players", players);
        return ERR_MEMORY;
    }
    for (size_t i = 0; i < VECTORS; i++)
        *vectors[i] = fit->memory + i * each;
    return OK;
}

/* NaN is refused too: it is not >= 0. */
static bool is_amount(double x)
{
    return x >= 0 && x <= 1e15;
}

static enum error check(int players, const struct rated_match *matches, int count,
                        struct message *message)
{
    if (players < 0 || count < 0)
        return error_set(ERR_RANGE, message, "ratings of %d players in %d matches", players, count);
    for (int i = 0; i < count; i++) {
        const struct rated_match *match = &matches[i];

        if (match->a < 0 || match->b < 0 || match->a >= players || match->b >= players ||
            match->a == match->b)
            return error_set(ERR_RANGE, message, "match %d: players %d and %d of %d", i, match->a,
                             match->b, players);
        if (!is_amount(match->won_a) || !is_amount(match->won_b) || !is_amount(match->drawn) ||
            !is_amount(match->weight))
            return error_set(ERR_RANGE, message, "match %d: invalid numbers of rounds", i);
    }
    return OK;
}

static void weigh(struct duel *duel, const struct rated_match *match, double factor)
{
    factor *= match->weight;
    duel->a = match->a;
    duel->b = match->b;
    duel->rounds = factor * (match->won_a + match->won_b + match->drawn);
    duel->won = factor * (match->won_a + match->drawn / 2);
}

/* Gradient and curvature at the present ratings. */
static void survey(struct fit *fit)
{
    for (int i = 0; i < fit->players; i++) {
        double odds = exp(-fabs(fit->theta[i])), off = 0.5 - odds / (1 + odds);

        fit->gradient[i] = prior_rounds * (fit->theta[i] > 0 ? -off : off);
        fit->bend[i] = prior_rounds * odds / ((1 + odds) * (1 + odds));
    }
    for (int i = 0; i < fit->count; i++) {
        struct duel *duel = &fit->duels[i];
        double odds = exp(-fabs(fit->theta[duel->a] - fit->theta[duel->b]));
        double chance =
            fit->theta[duel->a] > fit->theta[duel->b] ? 1 / (1 + odds) : odds / (1 + odds);
        double pull = duel->won - duel->rounds * chance;

        duel->bend = duel->rounds * odds / ((1 + odds) * (1 + odds));
        fit->gradient[duel->a] += pull;
        fit->gradient[duel->b] -= pull;
        fit->bend[duel->a] += duel->bend;
        fit->bend[duel->b] += duel->bend;
    }
}

/* H x; `bend` is the diagonal, the matches are the rest. */
static void apply(const struct fit *fit, const double *x, double *image)
{
    for (int i = 0; i < fit->players; i++)
        image[i] = fit->bend[i] * x[i];
    for (int i = 0; i < fit->count; i++) {
        const struct duel *duel = &fit->duels[i];

        image[duel->a] -= duel->bend * x[duel->b];
        image[duel->b] -= duel->bend * x[duel->a];
    }
}

static double dot(int n, const double *x, const double *y)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* The square of the residual, each element in units of its curvature. */
static double measure(const struct fit *fit)
{
    double sum = 0;

    for (int i = 0; i < fit->players; i++)
        sum += fit->rest[i] * fit->rest[i] / fit->bend[i];
    return sum;
}

/* Conjugate gradients, preconditioned by the diagonal; solves for `right` and stores in `step`. */
static void solve(struct fit *fit, const double *right, double precision)
{
    int n = fit->players;
    double size, enough;

    memcpy(fit->rest, right, (size_t)n * sizeof *right);
    for (int i = 0; i < n; i++) {
        fit->step[i] = 0;
        fit->way[i] = right[i] / fit->bend[i];
    }
    size = measure(fit);
    enough = size * precision * precision;
    for (int turn = 0; turn < MAX_SOLVE && size > enough; turn++) {
        double along, next;

        apply(fit, fit->way, fit->image);
        along = dot(n, fit->way, fit->image);
        if (!(along > 0)) /* only by rounding */
            break;
        for (int i = 0; i < n; i++) {
            fit->step[i] += size / along * fit->way[i];
            fit->rest[i] -= size / along * fit->image[i];
        }
        next = measure(fit);
        for (int i = 0; i < n; i++)
            fit->way[i] = fit->rest[i] / fit->bend[i] + next / size * fit->way[i];
        size = next;
    }
}

/* The largest change of a rating, or of a difference between two players who met. */
static double step_length(const struct fit *fit)
{
    double longest = 0;

    for (int i = 0; i < fit->players; i++)
        longest = fmax(longest, fabs(fit->step[i]));
    for (int i = 0; i < fit->count; i++)
        longest = fmax(longest, fabs(fit->step[fit->duels[i].a] - fit->step[fit->duels[i].b]));
    return longest;
}

static void climb(struct fit *fit, double enough)
{
    for (int turn = 0; turn < MAX_STEPS; turn++) {
        double length, factor;

        survey(fit);
        solve(fit, fit->gradient, 1e-6);
        length = step_length(fit);
        factor = length > longest_step ? longest_step / length : 1;
        for (int i = 0; i < fit->players; i++)
            fit->theta[i] += factor * fit->step[i];
        if (length < enough)
            break;
    }
}

static double mean(int n, const double *x)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += x[i];
    return n > 0 ? sum / n : 0;
}

enum error ratings_fit(int players, const struct rated_match *matches, int count, double *elo,
                       struct message *message)
{
    enum error error = check(players, matches, count, message);
    struct fit fit;
    double middle;

    if (error == OK)
        error = fit_init(&fit, players, count, message);
    if (error != OK)
        return error;
    for (int i = 0; i < count; i++)
        weigh(&fit.duels[i], &matches[i], 1);
    climb(&fit, 1e-7);
    middle = mean(players, fit.theta);
    for (int i = 0; i < players; i++)
        elo[i] = (fit.theta[i] - middle) * elo_of_one;
    fit_release(&fit);
    return OK;
}

/* The variance of player i relative to the mean of all, from the curvature of the likelihood. */
static double likelihood_variance(struct fit *fit, int i)
{
    for (int j = 0; j < fit->players; j++)
        fit->gradient[j] = (j == i) - 1.0 / fit->players;
    solve(fit, fit->gradient, 1e-3);
    return dot(fit->players, fit->gradient, fit->step);
}

/* Exponential with mean 1. */
static double draw_weight(struct rng *rng)
{
    return -log(((double)(rng_next(rng) >> 11) + 0.5) * 0x1p-53);
}

/* Adds one sample: the distances of its ratings, relative to their mean, from the full fit. */
static void sample(struct fit *fit, const struct rated_match *matches, struct rng *rng)
{
    double middle;

    for (int i = 0; i < fit->count; i++)
        weigh(&fit->duels[i], &matches[i], draw_weight(rng));
    memcpy(fit->theta, fit->mid, (size_t)fit->players * sizeof *fit->theta);
    climb(fit, 1e-3);
    middle = mean(fit->players, fit->theta) - mean(fit->players, fit->mid);
    for (int i = 0; i < fit->players; i++) {
        double distance = fit->theta[i] - fit->mid[i] - middle;

        fit->sum[i] += distance;
        fit->squares[i] += distance * distance;
    }
}

static double sample_variance(const struct fit *fit, int i, int samples)
{
    double about = fit->sum[i] / samples;

    return samples > 1 ? (fit->squares[i] - samples * about * about) / (samples - 1) : 0;
}

/* With few matches the fit follows them closely, so the residuals vary too little. This is the
 * usual correction, within limits. */
static double correction(int players, int count)
{
    double spare = count - (players - 1);

    return spare > 0 ? fmin(count / spare, 2) : 2;
}

static int own_matches(const struct rated_match *matches, int count, int player)
{
    int own = 0;

    for (int i = 0; i < count; i++)
        own += matches[i].a == player || matches[i].b == player;
    return own;
}

/* How much wider than 1.96 deviations an interval is if the deviation is estimated from few
 * matches: Student's distribution, expanded in 1 / freedom. It is useless below three degrees. */
static double widening(int own)
{
    double v = own > 4 ? own - 1 : 3, z = normal_95;
    double first = (pow(z, 3) + z) / 4;
    double second = (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / 96;

    return 1 + (first / v + second / (v * v)) / z;
}

enum error ratings_errors(int players, const struct rated_match *matches, int count, int samples,
                          uint64_t seed, const double *elo, double *error, struct message *message)
{
    enum error code = check(players, matches, count, message);
    struct fit fit;

    if (code == OK)
        code = fit_init(&fit, players, count, message);
    if (code != OK)
        return code;
    for (int i = 0; i < count; i++)
        weigh(&fit.duels[i], &matches[i], 1);
    for (int i = 0; i < players; i++)
        fit.theta[i] = elo[i] / elo_of_one;
    climb(&fit, 1e-7);
    survey(&fit);
    for (int i = 0; i < players; i++)
        error[i] = likelihood_variance(&fit, i);

    memcpy(fit.mid, fit.theta, (size_t)players * sizeof *fit.mid);
    for (int i = 0; i < samples; i++) {
        struct rng rng;

        rng_derive(&rng, &(struct seed){.number = seed}, "bootstrap", (uint64_t)i, 0);
        sample(&fit, matches, &rng);
    }
    for (int i = 0; i < players; i++) {
        double variance = sample_variance(&fit, i, samples) * correction(players, count);
        double wide = sqrt(fmax(variance, 0)) * widening(own_matches(matches, count, i));

        error[i] = normal_95 * elo_of_one * fmax(sqrt(error[i]), wide);
    }
    fit_release(&fit);
    return OK;
}
