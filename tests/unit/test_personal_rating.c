/* The rating of a person, compared with a scan of the likelihood; and the chart of one row. */
#include "bots/bot.h"
#include "contest/personal_rating.h"
#include "report/sparkline.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void is_near(double value, double expected, double distance)
{
    if (!(fabs(value - expected) <= distance))
        fail_msg("%.9g is not %.9g", value, expected);
}

/* The logarithm of the likelihood, written from the definition of Elo, in long double. */
static long double likelihood(const struct level_results *results, long double elo)
{
    long double sum = 0;

    for (int i = -1; i < RATED_LEVELS; i++) { /* -1: the prior */
        long double other = i < 0 ? RATED_MEDIUM : (long double)rated_levels[i].elo;
        long double win = 1 / (1 + powl(10, (other - elo) / 400));
        long double loss = 1 / (1 + powl(10, (elo - other) / 400));
        long double tied = i < 0 ? 1 : results->tied[i];

        sum += ((i < 0 ? 0 : results->won[i]) + tied / 2) * logl(win);
        sum += ((i < 0 ? 0 : results->lost[i]) + tied / 2) * logl(loss);
    }
    return sum;
}

/* Looks at every rating from -3000 to 6000 in steps of 0.25. */
static void check_by_scan(const struct level_results *results)
{
    enum { FIRST = -3000, POINTS = 4 * 9000 + 1 };
    static long double at[POINTS];
    const long double step = 0.25L,
                      drop = 1.920729410347062L; /* half the 95 % point of chi-square */
    struct personal_rating rating;
    long double top = FIRST, best = likelihood(results, top), low = 0, high = 0, bend;
    bool is_inside = false;

    for (int i = 0; i < POINTS; i++) {
        at[i] = likelihood(results, FIRST + i * step);
        if (at[i] > best) {
            best = at[i];
            top = FIRST + i * step;
        }
    }
    for (int i = 0; i < POINTS; i++) {
        bool inside = at[i] > best - drop;
        long double elo = FIRST + i * step;

        if (inside && !is_inside)
            low = elo;
        if (inside)
            high = elo;
        is_inside = inside;
    }
    bend = (likelihood(results, top + 1) - 2 * best + likelihood(results, top - 1));
    personal_rating_fit(results, &rating);
    is_near(rating.elo, (double)top, 0.3);
    is_near(rating.low, (double)low, 0.6);
    is_near(rating.high, (double)high, 0.6);
    is_near(rating.error, (double)(1 / sqrtl(-bend)), 0.01 * rating.error);
}

static void a_scan_of_the_likelihood_finds_the_same_rating(void **state)
{
    static const struct level_results cases[] = {
        {.won = {0}},
        {.won = {1}},
        {.lost = {0, 0, 0, 1}},
        {.won = {3, 2}, .lost = {1, 4}},
        {.won = {10, 7, 3, 1, 2}, .lost = {1, 4, 8, 9, 0, 3, 1, 7}, .tied = {0, 1, 0, 0, 2}},
        {.won = {0, 0, 0, 0, 0, 0, 0, 50}, .lost = {0, 0, 0, 0, 0, 0, 0, 50}},
        {.won = {200, 100, 20, 5}, .lost = {20, 60, 90, 70}},
        {.tied = {0, 3, 3, 0, 0, 1}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_by_scan(&cases[i]);
}

static void equal_results_only_stay_finite(void **state)
{
    struct level_results results = {.won = {0}};
    struct personal_rating rating, before;

    (void)state;
    personal_rating_fit(&results, &before);
    is_near(before.elo, RATED_MEDIUM, 1e-6);
    for (int games = 1; games <= 100000; games *= 10) {
        memset(&results, 0, sizeof results);
        results.won[1] = games;
        if (games <= 100)
            check_by_scan(&results);
        personal_rating_fit(&results, &rating);
        assert_true(isfinite(rating.elo) && isfinite(rating.error) && isfinite(rating.high));
        assert_true(rating.elo > before.elo);
        assert_true(rating.high > rating.elo + rating.error);
        assert_non_null(strstr(personal_rating_caution(&rating), "won every"));
        before = rating;
        memset(&results, 0, sizeof results);
        results.lost[1] = games;
        personal_rating_fit(&results, &rating);
        is_near(rating.elo - RATED_MEDIUM, RATED_MEDIUM - before.elo, 1e-6);
        is_near(rating.low - RATED_MEDIUM, RATED_MEDIUM - before.high, 1e-6);
        assert_non_null(strstr(personal_rating_caution(&rating), "lost every"));
    }
}

static void more_games_are_less_uncertain(void **state)
{
    struct level_results few = {.won = {0, 3}, .lost = {0, 3}};
    struct level_results many = {.won = {0, 300}, .lost = {0, 300}};
    struct personal_rating rating, better;

    (void)state;
    personal_rating_fit(&few, &rating);
    personal_rating_fit(&many, &better);
    assert_true(better.error < rating.error / 5);
    is_near(better.elo, RATED_MEDIUM, 1e-6);
    /* 600 games at even odds: 173.72 / sqrt(600 / 4), with a quarter for the prior */
    is_near(better.error, 173.717792761 / sqrt(600 * 0.25 + 0.25), 1e-6);
    assert_int_equal(better.games, 600);
    assert_string_not_equal(personal_rating_caution(&rating), "");
    assert_string_equal(personal_rating_caution(&better), "");
}

static void the_levels_are_bots_in_the_order_of_their_strength(void **state)
{
    (void)state;
    for (int i = 0; i < RATED_LEVELS; i++) {
        int bot = bot_find(rated_levels[i].bot);

        assert_true(bot >= 0 && bot_facts(bot)->is_level);
        assert_string_equal(bot_registered(bot)->name, rated_levels[i].bot);
        assert_non_null(rules_find(rated_levels[i].rules));
        assert_int_equal(rated_level_find(rated_levels[i].rules, rated_levels[i].bot), i);
        if (i > 0 && strcmp(rated_levels[i - 1].rules, rated_levels[i].rules) == 0)
            assert_true(rated_levels[i - 1].elo < rated_levels[i].elo);
    }
    assert_int_equal(rated_level_find("classic", "random"), -1);
    assert_int_equal(rated_level_find("classic+touch=no", "easy"), -1);
    assert_int_equal(rated_level_find("classic+first=a+touch=no", "easy"), -1);
    assert_int_equal(rated_level_find("classic+tracking=hard+first=a", "easy"),
                     rated_level_find("classic", "easy"));
}

static void is_chart(const double *values, int count, int columns, bool ascii, const char *expected)
{
    char text[256];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    sparkline_write(values, count, columns, ascii, &writer);
    assert_string_equal(text, expected);
}

static void a_chart_has_one_sign_for_each_value_or_share(void **state)
{
    const double values[] = {1500, 1400, 1480, 1560, 1600, 1599};
    const double equal[] = {7, 7, 7};

    (void)state;
    is_chart(values, 6, 60, false, "▅▁▄▇██");
    is_chart(values, 6, 60, true, "=_-*##");
    is_chart(values, 6, 3, true, "_*#"); /* 1400, 1560, 1599 */
    is_chart(equal, 3, 60, true, "===");
    is_chart(equal, 1, 60, true, "=");
    is_chart(equal, 0, 60, true, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scan_of_the_likelihood_finds_the_same_rating),
        cmocka_unit_test(equal_results_only_stay_finite),
        cmocka_unit_test(more_games_are_less_uncertain),
        cmocka_unit_test(the_levels_are_bots_in_the_order_of_their_strength),
        cmocka_unit_test(a_chart_has_one_sign_for_each_value_or_share),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
