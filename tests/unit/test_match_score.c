/* The share of rounds, its error and the likelihood of superiority. */
#include "arena/match.h"
#include "contest/match_score.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MATCHES = 200, ROUNDS = 50 };

static void assert_near(double found, double wanted)
{
    if (!(fabs(found - wanted) < 1e-6))
        fail_msg("%.9g instead of %.9g", found, wanted);
}

static struct match_score score_of(uint64_t won, uint64_t lost, uint64_t drawn, int side)
{
    struct contest_match match = {
        .rounds = won + lost + drawn, .drawn = drawn, .side = {{.won = won}, {.won = lost}}};

    return match_score_of(&match, side);
}

/* Computed with Python's statistics: stdev / sqrt(n), and NormalDist().cdf. */
static void rounds_have_known_answers(void **state)
{
    struct match_score score = score_of(60, 40, 0, 0);

    (void)state;
    assert_near(score.share, 0.6);
    assert_near(score.error, 0.0492365963917331);
    assert_near(score.superiority, 0.977249868051821);
    score = score_of(60, 40, 0, 1);
    assert_near(score.share, 0.4);
    assert_near(score.error, 0.0492365963917331);
    assert_near(score.superiority, 1 - 0.977249868051821);
    score = score_of(3, 1, 4, 0); /* a draw counts half */
    assert_near(score.share, 0.625);
    assert_near(score.error, 0.125);
    assert_near(score.superiority, 0.841344746068543);
}

static void without_variety_the_error_is_unknown(void **state)
{
    struct match_score none = score_of(0, 0, 0, 0), one = score_of(1, 0, 0, 0);
    struct match_score all = score_of(100, 0, 0, 1), drawn = score_of(0, 0, 9, 0);

    (void)state;
    assert_true(none.share == 0.5 && isnan(none.error) && none.superiority == 0.5);
    assert_true(one.share == 1 && isnan(one.error));
    assert_near(one.superiority, 0.841344746068543); /* one round proves little */
    assert_true(all.share == 0 && isnan(all.error) && all.superiority < 1e-20);
    assert_true(drawn.share == 0.5 && isnan(drawn.error) && drawn.superiority == 0.5);
}

/* Two pairs won, one lost, five of one round each, in which the rounds say nothing. */
static void pairs_count_as_one(void **state)
{
    struct contest_match match = {
        .rounds = 16, .pairs = {1, 0, 5, 0, 2}, .side = {{.won = 9}, {.won = 7}}};
    struct match_score score = match_score_of(&match, 0);

    (void)state;
    assert_near(score.share, 0.5625);
    assert_near(score.error, 0.113290870896871);
    assert_near(score.superiority, 0.718148569175061);
}

static struct contest_match play(uint64_t seed, bool is_paired)
{
    struct match match = {.rules = rules_find("classic"),
                          .bot = {"random", "random"},
                          .rounds = ROUNDS,
                          .seed = {.number = seed},
                          .threads = 2,
                          .max_broken = 1,
                          .is_paired = is_paired};
    struct contest_match result;
    struct message message = {""};

    if (match_play(&match, &result, &message) != OK)
        fail_msg("%s", message.text);
    return result;
}

/* The spread over many matches is the error that each of them estimates. With 200 matches it is
 * within four of its own standard errors, 20 %. */
static void the_error_is_the_spread_of_repeated_matches(void **state)
{
    (void)state;
    for (int paired = 0; paired < 2; paired++) {
        double sum = 0, squares = 0, errors = 0, deviation;
        int low = 0, high = 0;

        for (uint64_t seed = 1; seed <= MATCHES; seed++) {
            struct contest_match match = play(seed, paired);
            struct match_score score = match_score_of(&match, 0);
            uint64_t pairs = 0;

            for (int i = 0; i < MATCH_PAIR_RESULTS; i++)
                pairs += match.pairs[i];
            assert_int_equal(pairs, paired ? ROUNDS / 2 : 0);
            assert_near(score.share,
                        ((double)match.side[0].won + 0.5 * (double)match.drawn) / ROUNDS);
            assert_int_equal(match.side[0].turns, match.side[0].shots);
            sum += score.share;
            squares += score.share * score.share;
            errors += score.error;
            low += score.superiority < 0.1;
            high += score.superiority > 0.9;
        }
        deviation = sqrt((squares - sum * sum / MATCHES) / (MATCHES - 1));
        assert_true(fabs(deviation / (errors / MATCHES) - 1) < 0.2);
        assert_true(fabs(sum / MATCHES - 0.5) < 4 * deviation / sqrt(MATCHES));
        assert_in_range(low, 5, 40); /* equal bots: 20, and four standard deviations */
        assert_in_range(high, 5, 40);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_have_known_answers),
        cmocka_unit_test(without_variety_the_error_is_unknown),
        cmocka_unit_test(pairs_count_as_one),
        cmocka_unit_test(the_error_is_the_spread_of_repeated_matches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
