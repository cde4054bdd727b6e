/* Series of short matches that a sequential test ends. */
#include "arena/series.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const struct sprt_terms usual = {0, 20, 0.05, 0.05, 20};

static struct series_result play_series(const char *a, const char *b, uint64_t rounds, int threads)
{
    struct series series = {.match = {.rules = rules_find("classic"),
                                      .bot = {a, b},
                                      .rounds = 20,
                                      .seed = {.number = 5},
                                      .number = 1,
                                      .max_broken = DEFAULT_MAX_BROKEN},
                            .rounds = rounds,
                            .threads = threads,
                            .terms = usual};
    struct series_result result;
    struct message message = {""};

    if (series_play(&series, &result, &message) != OK)
        fail_msg("%s", message.text);
    assert_int_equal(result.sum.rounds, 20 * result.sprt.matches);
    return result;
}

static void a_series_finds_the_stronger_bot_and_stops(void **state)
{
    struct series_result high = play_series("hunt", "random", 10000, 2);
    struct series_result low = play_series("random", "hunt", 10000, 2);

    (void)state;
    assert_int_equal(high.state.verdict, SPRT_HIGH);
    assert_int_equal(low.state.verdict, SPRT_LOW);
    assert_true(high.sum.rounds < 1000 && low.sum.rounds < 1000);
    assert_true(high.sum.side[0].won > high.sum.side[1].won);
}

static void a_series_ends_at_its_last_round(void **state)
{
    struct series_result result = play_series("random", "random", 79, 2);

    (void)state;
    assert_int_equal(result.state.verdict, SPRT_OPEN);
    assert_int_equal(result.sum.rounds, 60);
}

static void threads_do_not_change_a_series(void **state)
{
    struct series_result one = play_series("hunt", "parity", 4000, 1);

    (void)state;
    for (int threads = 2; threads < 6; threads++) {
        struct series_result many = play_series("hunt", "parity", 4000, threads);

        assert_int_equal(many.sum.signature, one.sum.signature);
        assert_int_equal(many.sprt.matches, one.sprt.matches);
        assert_true(many.state.llr == one.state.llr);
    }
}

static void a_series_of_unknown_bots_is_refused(void **state)
{
    struct series series = {.match = {.rules = rules_find("classic"),
                                      .bot = {"random", "nobody"},
                                      .rounds = 2,
                                      .max_broken = 1},
                            .rounds = 20,
                            .threads = 2,
                            .terms = usual};
    struct series_result result;
    struct message message = {""};

    (void)state;
    assert_int_equal(series_play(&series, &result, &message), ERR_UNKNOWN);
    assert_string_equal(message.text, "there is no bot 'nobody'; 'broadside bots' lists them");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_series_finds_the_stronger_bot_and_stops),
        cmocka_unit_test(a_series_ends_at_its_last_round),
        cmocka_unit_test(threads_do_not_change_a_series),
        cmocka_unit_test(a_series_of_unknown_bots_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
