/* The sequential test: known values, and how often it is wrong. */
#include "base/rng.h"
#include "contest/sprt.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const struct sprt_terms usual = {0, 20, 0.05, 0.05, 20};

static void assert_near(double number, double expected, double by)
{
    if (!(fabs(number - expected) <= by))
        fail_msg("%.9f is not %.9f", number, expected);
}

static void elo_and_score_are_inverse(void **state)
{
    (void)state;
    assert_near(sprt_elo_score(0), 0.5, 1e-12);
    assert_near(sprt_elo_score(400), 10.0 / 11, 1e-12);
    assert_near(sprt_elo_score(-400), 1.0 / 11, 1e-12);
    assert_near(sprt_elo_score(20), 0.528750, 1e-6);
    for (double elo = -700; elo <= 700; elo += 50)
        assert_near(sprt_elo_of(sprt_elo_score(elo)), elo, 1e-9);
}

/* By hand: scores 0.4, 0.6, 0.5, 0.7, 0.6. Their mean is 0.56, the squared deviations sum up to
 * 0.052, with three coins of 0.0125 the variance is 0.0895 / 7, and caution makes it 9/5 of that.
 */
static void known_scores_have_known_ratios(void **state)
{
    static const double scores[] = {0.4, 0.6, 0.5, 0.7, 0.6};
    double high = 1 / (1 + pow(10, -0.05)), variance = (0.052 + 3 * 0.0125) / 7 * 9 / 5;
    double width = 1.96 * sqrt(0.052 / 4 / 5);
    struct sprt sprt = {0};
    struct sprt_state judged = sprt_judge(&sprt, &usual);

    (void)state;
    assert_int_equal(judged.verdict, SPRT_OPEN);
    assert_near(judged.llr, 0, 0);
    assert_near(judged.most, log(19), 1e-12);
    assert_near(judged.least, -log(19), 1e-12);
    for (size_t i = 0; i < sizeof scores / sizeof scores[0]; i++)
        sprt_add(&sprt, scores[i]);
    judged = sprt_judge(&sprt, &usual);
    assert_near(judged.score, 0.56, 1e-12);
    assert_near(judged.llr, 5 * (high - 0.5) * (2 * 0.56 - 0.5 - high) / (2 * variance), 1e-9);
    assert_near(judged.elo, 400 * log10(0.56 / 0.44), 1e-9);
    assert_near(judged.error, (sprt_elo_of(0.56 + width) - sprt_elo_of(0.56 - width)) / 2, 1e-9);
    assert_int_equal(judged.verdict, SPRT_OPEN);
}

static void identical_matches_decide_soon_and_stay_finite(void **state)
{
    static const double scores[] = {0, 0.5, 1};
    static const enum sprt_verdict verdicts[] = {SPRT_LOW, SPRT_OPEN, SPRT_HIGH};

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct sprt sprt = {0};
        struct sprt_state judged;

        for (int match = 1; match <= 8; match++) {
            sprt_add(&sprt, scores[i]);
            judged = sprt_judge(&sprt, &usual);
            assert_true(isfinite(judged.llr) && isfinite(judged.elo));
            assert_true(!isfinite(judged.error));
            assert_true(match == 8 || judged.verdict == SPRT_OPEN); /* one match proves nothing */
        }
        assert_int_equal(judged.verdict, verdicts[i]);
    }
}

/* A match of coins, some of them drawn. With `moods` the probability changes from match to match,
 * as with bots that learn. */
static double play_coins(double chance, double drawn, double mood, struct rng *rng)
{
    double shift = mood * (rng_below(rng, 2) ? 1 : -1), score = 0;

    for (int i = 0; i < 20; i++) {
        double drawn_at = (double)rng_below(rng, 1000000) / 1e6;
        double won_at = (double)rng_below(rng, 1000000) / 1e6;

        score += drawn_at < drawn ? 0.5 : won_at < chance + shift;
    }
    return score / 20;
}

/* Of 1000 tests, how many accept `high`; all of them must end. */
static int accepted(double elo, double drawn, double mood, uint64_t seed, double *matches)
{
    /* Draws pull the score towards a half; the other rounds compensate for that. */
    double chance = 0.5 + (sprt_elo_score(elo) - 0.5) / (1 - drawn);
    int high = 0;
    struct rng rng;

    rng_seed(&rng, seed);
    *matches = 0;
    for (int test = 0; test < 1000; test++) {
        enum sprt_verdict verdict = SPRT_OPEN;
        struct sprt sprt = {0};

        while (verdict == SPRT_OPEN && sprt.matches < 5000) {
            sprt_add(&sprt, play_coins(chance, drawn, mood, &rng));
            verdict = sprt_judge(&sprt, &usual).verdict;
        }
        assert_int_not_equal(verdict, SPRT_OPEN);
        high += verdict == SPRT_HIGH;
        *matches += (double)sprt.matches / 1000;
    }
    return high;
}

/* 5 % of 1000 is 50; plus two deviations is 64. */
static void error_rates_are_as_stated(void **state)
{
    static const struct {
        double drawn, mood;
    } cases[] = {{0, 0}, {0.6, 0}, {0, 0.15}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double matches[4];
        int equal = accepted(0, cases[i].drawn, cases[i].mood, 11 + i, &matches[0]);
        int better = accepted(20, cases[i].drawn, cases[i].mood, 21 + i, &matches[1]);
        int worse = accepted(-30, cases[i].drawn, cases[i].mood, 31 + i, &matches[2]);
        int much = accepted(60, cases[i].drawn, cases[i].mood, 41 + i, &matches[3]);

        if (equal > 64 || better < 1000 - 64 || worse > 5 || much < 995)
            fail_msg("case %zu: high accepted %d, %d, %d, %d times", i, equal, better, worse, much);
        assert_true(matches[2] < matches[0] && matches[3] < matches[1]); /* clear cases are short */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elo_and_score_are_inverse),
        cmocka_unit_test(known_scores_have_known_ratios),
        cmocka_unit_test(identical_matches_decide_soon_and_stay_finite),
        cmocka_unit_test(error_rates_are_as_stated),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
