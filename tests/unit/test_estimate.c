/* How long a contest will take, with made-up timings. */
#include "contest/estimate.h"

#include "contest/schedule.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BOTS = 6, MATCHES = BOTS * (BOTS - 1) / 2, ROUNDS = 10 };

static struct entrant entrants[BOTS];
static struct contest_match played[MATCHES];
static struct contest contest;

static void assert_near(double value, double expected, double within)
{
    if (fabs(value - expected) > within)
        fail_msg("%g is not %g +- %g", value, expected, within);
}

/* Bot i takes i + 1 seconds to start and i + 1 tenths for a round. */
static double true_share(int i)
{
    return (i + 1) * (1 + 0.1 * ROUNDS);
}

static double all_work(void)
{
    double sum = 0;

    for (int i = 0; i < BOTS; i++)
        sum += (BOTS - 1) * true_share(i);
    return sum;
}

static void begin(enum contest_format format)
{
    memset(&contest, 0, sizeof contest);
    contest.terms.rounds = ROUNDS;
    contest.terms.format = (uint8_t)format;
    contest.entrants = entrants;
    contest.entrants_count = BOTS;
    contest.matches = played;
    for (int i = 0; i < BOTS; i++)
        entrants[i] = (struct entrant){
            .pace = {.start = i + 1, .points = 1, .rounds = {4}, .seconds = {0.4 * (i + 1)}}};
}

static void forget_paces(void)
{
    for (int i = 0; i < BOTS; i++)
        entrants[i].pace = (struct pace){.points = 0};
}

/* Plays the next matches, which take `factor` times as long as expected. */
static void play(int count, double factor)
{
    struct pairing *pairings;
    int left, stage;

    assert_int_equal(schedule_remaining(&contest, &pairings, &left, &stage, NULL), OK);
    assert_true(count <= left);
    for (int i = 0; i < count; i++)
        played[contest.matches_count++] = (struct contest_match){
            .pairing = pairings[i],
            .seconds = factor * (true_share(pairings[i].a) + true_share(pairings[i].b))};
    free(pairings);
}

/* --- pace --------------------------------------------------------------------------------------*/

static void a_pace_keeps_powers_of_two_and_the_last_round(void **state)
{
    struct pace pace = {.start = 3};

    (void)state;
    assert_false(pace_is_known(&pace));
    assert_near(pace_match(&pace, 5), 0, 0);
    for (uint64_t round = 1; round <= 11; round++)
        pace_note(&pace, round, 0.5 * (double)round);
    assert_int_equal(pace.points, 5); /* 1, 2, 4, 8, 11 */
    assert_int_equal(pace.rounds[4], 11);
    assert_near(pace_match(&pace, 0), 3, 1e-9);
    assert_near(pace_match(&pace, 7), 6.5, 1e-9);
    assert_near(pace_match(&pace, 1000), 503, 1e-6);
    pace_scale(&pace, 0.5);
    assert_near(pace_match(&pace, 1000), 251.5, 1e-6);
}

static void a_pace_never_overflows(void **state)
{
    struct pace pace = {.start = 0};

    (void)state;
    for (uint64_t round = 1; round < (uint64_t)1 << 40; round *= 2)
        pace_note(&pace, round, 1e-3 * (double)round);
    assert_int_equal(pace.points, PACE_POINTS);
    assert_int_equal(pace.rounds[PACE_POINTS - 1], (uint64_t)1 << 39);
    assert_near(pace_match(&pace, 100), 0.1, 1e-9);
}

/* The first rounds take 100 ms each and the others 1 ms. */
static void slow_first_rounds_are_paid_once(void **state)
{
    struct pace pace = {.start = 0.3};
    double seconds = 0;

    (void)state;
    for (uint64_t round = 1; round <= 200; round++)
        pace_note(&pace, round, seconds += round <= 8 ? 0.1 : 0.001);
    assert_near(pace_match(&pace, 8), 1.1, 1e-6);
    assert_near(pace_match(&pace, 1000), 0.3 + 0.8 + 0.992, 0.01);
}

/* --- the plan ----------------------------------------------------------------------------------*/

static void start_and_rounds_are_added_up(void **state)
{
    struct estimate estimate;

    (void)state;
    begin(FORMAT_ALL);
    estimate_make(&contest, 1, &estimate);
    assert_int_equal(estimate.matches, MATCHES);
    assert_int_equal(estimate.stages, 1);
    assert_near(estimate.share[2], true_share(2), 1e-9);
    assert_near(estimate.seconds, all_work(), 1e-6);
    play(5, 1);
    estimate_make(&contest, 1, &estimate);
    assert_int_equal(estimate.matches, MATCHES - 5);
}

/* Two threads take half as long, but a thread cannot help with the last match of another. */
static void threads_share_matches_and_not_rounds(void **state)
{
    struct estimate one, two, many;

    (void)state;
    begin(FORMAT_ALL);
    estimate_make(&contest, 1, &one);
    estimate_make(&contest, 2, &two);
    estimate_make(&contest, 1000, &many);
    assert_true(two.seconds >= one.seconds / 2);
    assert_true(two.seconds < 0.6 * one.seconds);
    assert_near(many.seconds, true_share(4) + true_share(5), 1e-9);
}

/* As after a resume: nothing was measured here, but matches took their time. */
static void matches_so_far_say_how_long_the_rest_takes(void **state)
{
    struct estimate estimate;

    (void)state;
    begin(FORMAT_ALL);
    forget_paces();
    estimate_make(&contest, 1, &estimate);
    assert_near(estimate.seconds, 0, 0);
    play(11, 1);
    estimate_make(&contest, 1, &estimate);
    for (int i = 0; i < BOTS; i++)
        assert_near(estimate.share[i], true_share(i), 0.2);
}

static void a_swiss_counts_the_stages_to_come(void **state)
{
    struct estimate estimate;

    (void)state;
    begin(FORMAT_SWISS);
    estimate_make(&contest, 1, &estimate);
    assert_int_equal(estimate.matches, BOTS / 2);
    assert_int_equal(estimate.stages, 3);
    assert_near(estimate.seconds, 3 * estimate.work, 1e-9);
}

/* --- during the run ----------------------------------------------------------------------------*/

/* Seconds of the matches played so far. */
static double played_seconds(void)
{
    double sum = 0;

    for (int i = 0; i < contest.matches_count; i++)
        sum += played[i].seconds;
    return sum;
}

/* The seconds left after some matches that took `factor` times as long as expected. */
static double left_after(int matches, double factor, struct estimate *estimate)
{
    struct estimate_state state = {.before = 0};

    begin(FORMAT_ALL);
    estimate_make(&contest, 1, estimate);
    play(matches, factor);
    state.seconds = played_seconds();
    state.rounds = (uint64_t)matches * ROUNDS;
    return estimate_left(estimate, &contest, &state);
}

static void a_run_that_goes_as_planned_keeps_the_plan(void **state)
{
    struct estimate estimate;

    (void)state;
    assert_near(left_after(0, 1, &estimate), all_work(), 1e-6);
    for (int matches = 1; matches <= MATCHES; matches++) {
        double left = left_after(matches, 1, &estimate);

        assert_near(left, all_work() - played_seconds(), 1e-6);
    }
}

/* 21 minutes were planned, and it takes 3. A third of the way, the display knows. */
static void a_wrong_plan_is_corrected(void **state)
{
    struct estimate estimate;
    double left = left_after(MATCHES / 3, 1.0 / 7, &estimate);
    double real = all_work() / 7 - played_seconds();

    (void)state;
    assert_true(left > real && left < 2 * real);
    left = left_after(MATCHES / 3, 3, &estimate);
    real = 3 * all_work() - played_seconds();
    assert_true(left < real && left > 0.7 * real);
}

static void rounds_of_open_matches_count(void **state)
{
    struct estimate_state half = {.seconds = 7, .rounds = ROUNDS / 2};
    struct estimate estimate;

    (void)state;
    begin(FORMAT_ALL);
    estimate_make(&contest, 1, &estimate);
    assert_true(estimate_left(&estimate, &contest, &half) < all_work());
    half.rounds = 0;
    assert_true(estimate_left(&estimate, &contest, &half) > all_work());
}

static void without_a_plan_the_rounds_decide(void **state)
{
    struct estimate_state none = {.seconds = 10}, third = {.seconds = 10};
    struct estimate estimate;

    (void)state;
    begin(FORMAT_ALL);
    forget_paces();
    estimate_make(&contest, 2, &estimate);
    assert_true(estimate_left(&estimate, &contest, &none) < 0);
    third.rounds = MATCHES * ROUNDS / 3;
    assert_near(estimate_left(&estimate, &contest, &third), 20, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pace_keeps_powers_of_two_and_the_last_round),
        cmocka_unit_test(a_pace_never_overflows),
        cmocka_unit_test(slow_first_rounds_are_paid_once),
        cmocka_unit_test(start_and_rounds_are_added_up),
        cmocka_unit_test(threads_share_matches_and_not_rounds),
        cmocka_unit_test(matches_so_far_say_how_long_the_rest_takes),
        cmocka_unit_test(a_swiss_counts_the_stages_to_come),
        cmocka_unit_test(a_run_that_goes_as_planned_keeps_the_plan),
        cmocka_unit_test(a_wrong_plan_is_corrected),
        cmocka_unit_test(rounds_of_open_matches_count),
        cmocka_unit_test(without_a_plan_the_rounds_decide),
    };

    return cmocka_run_group_tests_name("estimate", tests, NULL, NULL);
}
