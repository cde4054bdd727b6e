/* --finish-by: times as people type them, and the rounds that fit before them. */
#include "contest/deadline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { BOTS = 4, MATCHES = BOTS * (BOTS - 1) / 2 };

static struct entrant entrants[BOTS];

/* 2027-01-31 07:00:00 local time. */
static int64_t seven(void)
{
    struct tm parts = {.tm_year = 127, .tm_mday = 31, .tm_hour = 7, .tm_isdst = -1};

    return (int64_t)mktime(&parts);
}

/* Every match takes 1 s to start both bots and 20 ms a round. */
static struct contest make_contest(void)
{
    for (int i = 0; i < BOTS; i++)
        entrants[i] =
            (struct entrant){.pace = {.start = 0.5, .points = 1, .rounds = {100}, .seconds = {1}}};
    return (struct contest){
        .terms = {.rounds = 1000}, .entrants = entrants, .entrants_count = BOTS};
}

/* Seconds from `now` until the time. */
static int64_t left(const char *text, int64_t now)
{
    int64_t when = 0;

    assert_int_equal(deadline_read(text, now, &when, NULL), OK);
    return when - now;
}

static void times_are_read(void **state)
{
    (void)state;
    assert_int_equal(left("90m", seven()), 90 * 60);
    assert_int_equal(left("20s", seven()), 20);
    assert_int_equal(left("8h", seven()), 8 * 3600);
    assert_int_equal(left("07:30", seven()), 30 * 60);
    assert_int_equal(left("06:59", seven()), 24 * 3600 - 60); /* tomorrow */
    assert_int_equal(left("07:00", seven()), 24 * 3600);
    assert_int_equal(left("2027-01-31 07:05", seven()), 300);
}

/* 23:50, and the tournament ends after midnight. */
static void a_time_after_midnight_is_tomorrow(void **state)
{
    int64_t late = seven() + (16 * 60 + 50) * 60;

    (void)state;
    assert_int_equal(left("00:10", late), 20 * 60);
    assert_int_equal(left("23:55", late), 5 * 60);
}

static void a_deadline_is_shown_as_a_time(void **state)
{
    (void)state;
    assert_string_equal(deadline_text(seven() + 60, seven()).text, "07:01:00");
    assert_string_equal(deadline_text(seven() + 3600, seven()).text, "08:00");
    assert_string_equal(deadline_text(seven() + 26 * 3600, seven()).text, "2027-02-01 09:00");
    assert_string_equal(deadline_text(seven(), seven() + 60).text, "2027-01-31 07:00");
}

static void other_texts_are_refused(void **state)
{
    static const char *const wrong[] = {"",   "soon", "25:00", "07:60", "7", "2027-13-01 07:00",
                                        "9d", "0m"};
    struct message message;
    int64_t when = -1;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(deadline_read(wrong[i], seven(), &when, &message), ERR_SYNTAX);
    assert_non_null(strstr(message.text, "expected a time of day such as 07:30, a date and "
                                         "time such as 2027-01-31 07:30, or a duration such as "
                                         "45s, 90m or 8h"));
    assert_int_equal(deadline_read("2027-02-30 07:00", seven(), &when, &message), ERR_RANGE);
    assert_non_null(strstr(message.text, "there is no such date"));
    assert_int_equal(deadline_read("2027-01-31 06:59", seven(), &when, &message), ERR_RANGE);
    assert_string_equal(message.text, "--finish-by 2027-01-31 06:59: that time has already passed");
    assert_true(when == -1);
}

static void rounds_are_reduced_to_fit(void **state)
{
    struct contest contest = make_contest();
    int64_t now = seven();
    uint64_t rounds = 1000;

    (void)state;
    assert_int_equal(deadline_fit(now + 8 * 3600, now, &contest, 1, &rounds, NULL), OK);
    assert_int_equal(rounds, 1000);
    assert_int_equal(deadline_fit(now + 60, now, &contest, 1, &rounds, NULL), OK);
    /* 54 s without the reserve, 6 s to start six matches, 0.12 s for a round of all. */
    assert_in_range(rounds, 399, 400);
    assert_int_equal(deadline_fit(now + 60, now, &contest, 2, &rounds, NULL), OK);
    assert_in_range(rounds, 399, 400); /* what is left fits, so it stays */
    rounds = 1000;
    assert_int_equal(deadline_fit(now + 60, now, &contest, 2, &rounds, NULL), OK);
    assert_in_range(rounds, 849, 850); /* three matches on each thread */
    contest.terms.paired = true;
    rounds = 1000;
    assert_int_equal(deadline_fit(now + 61, now, &contest, 1, &rounds, NULL), OK);
    assert_int_equal(rounds, 406); /* 407.5, but even */
}

/* The first rounds of a virtual machine are slow. If they counted as typical, most rounds would be
 * cut for nothing. */
static void a_slow_beginning_does_not_cost_rounds(void **state)
{
    struct contest contest = make_contest();
    int64_t now = seven();
    uint64_t rounds = 1000;

    (void)state;
    for (int i = 0; i < BOTS; i++)
        entrants[i].pace = (struct pace){.start = 0.5,
                                         .points = 4,
                                         .rounds = {1, 8, 64, 128},
                                         .seconds = {0.2, 0.4, 0.6, 0.728}};
    /* A match takes 2 * (0.5 + 0.472 + 1000 * 0.002) s. */
    assert_int_equal(deadline_fit(now + 40, now, &contest, 1, &rounds, NULL), OK);
    assert_int_equal(rounds, 1000);
    assert_int_equal(deadline_fit(now + 30, now, &contest, 1, &rounds, NULL), OK);
    assert_in_range(rounds, 635, 640);
}

static void too_little_time_is_refused(void **state)
{
    struct contest contest = make_contest();
    struct message message;
    uint64_t rounds = 1000;

    (void)state;
    for (int i = 0; i < BOTS; i++)
        entrants[i].pace.start = 60;
    assert_int_equal(deadline_fit(seven() + 60, seven(), &contest, 1, &rounds, &message),
                     ERR_RANGE);
    assert_non_null(strstr(message.text, "not even 2 rounds per match"));
    assert_int_equal(rounds, 1000);
}

/* Builds and tests may take until after the deadline. It does not move to the next day. */
static void a_deadline_that_has_passed_is_refused(void **state)
{
    struct contest contest = make_contest();
    struct message message;
    uint64_t rounds = 1000;
    int64_t when = seven() + left("07:05", seven());

    (void)state;
    assert_int_equal(deadline_fit(when, when + 1, &contest, 1, &rounds, &message), ERR_RANGE);
    assert_string_equal(message.text, "--finish-by: that time passed while the bots were tested");
    assert_int_equal(rounds, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_are_read),
        cmocka_unit_test(a_time_after_midnight_is_tomorrow),
        cmocka_unit_test(a_deadline_is_shown_as_a_time),
        cmocka_unit_test(other_texts_are_refused),
        cmocka_unit_test(rounds_are_reduced_to_fit),
        cmocka_unit_test(a_slow_beginning_does_not_cost_rounds),
        cmocka_unit_test(too_little_time_is_refused),
        cmocka_unit_test(a_deadline_that_has_passed_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
