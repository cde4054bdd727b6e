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
        entrants[i] = (struct entrant){.start_seconds = 0.5, .round_seconds = 0.01};
    return (struct contest){
        .terms = {.rounds = 1000}, .entrants = entrants, .entrants_count = BOTS};
}

static void times_are_read(void **state)
{
    double seconds = 0;
    int64_t now = seven();

    (void)state;
    assert_int_equal(deadline_left("90m", now, &seconds, NULL), OK);
    assert_true(seconds == 90 * 60);
    assert_int_equal(deadline_left("8h", now, &seconds, NULL), OK);
    assert_true(seconds == 8 * 3600);
    assert_int_equal(deadline_left("07:30", now, &seconds, NULL), OK);
    assert_true(seconds == 30 * 60);
    assert_int_equal(deadline_left("06:59", now, &seconds, NULL), OK); /* tomorrow */
    assert_true(seconds == 24 * 3600 - 60);
    assert_int_equal(deadline_left("2027-01-31 07:05", now, &seconds, NULL), OK);
    assert_true(seconds == 300);
}

static void other_texts_are_refused(void **state)
{
    static const char *const wrong[] = {"",  "soon", "25:00", "07:60", "7", "2027-13-01 07:00",
                                        "9d"};
    struct message message;
    double seconds = -1;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(deadline_left(wrong[i], seven(), &seconds, &message), ERR_SYNTAX);
    assert_non_null(strstr(message.text, "expected a time such as 07:30"));
    assert_int_equal(deadline_left("2027-02-30 07:00", seven(), &seconds, &message), ERR_RANGE);
    assert_non_null(strstr(message.text, "there is no such date"));
    assert_int_equal(deadline_left("2027-01-31 06:59", seven(), &seconds, &message), ERR_RANGE);
    assert_non_null(strstr(message.text, "that time has already passed"));
    assert_true(seconds == -1);
}

static void rounds_are_reduced_to_fit(void **state)
{
    struct contest contest = make_contest();
    uint64_t rounds = 1000;

    (void)state;
    assert_int_equal(deadline_fit("8h", seven(), &contest, 1, &rounds, NULL), OK);
    assert_int_equal(rounds, 1000);
    assert_int_equal(deadline_fit("1m", seven(), &contest, 1, &rounds, NULL), OK);
    /* 54 s without the reserve, 6 s to start six matches, 0.12 s for a round of all. */
    assert_in_range(rounds, 399, 400);
    contest.terms.paired = true;
    rounds = 1000;
    assert_int_equal(deadline_fit("1m", seven(), &contest, 1, &rounds, NULL), OK);
    assert_int_equal(rounds % 2, 0);
}

static void too_little_time_is_refused(void **state)
{
    struct contest contest = make_contest();
    struct message message;
    uint64_t rounds = 1000;

    (void)state;
    for (int i = 0; i < BOTS; i++)
        entrants[i].start_seconds = 60;
    assert_int_equal(deadline_fit("1m", seven(), &contest, 1, &rounds, &message), ERR_RANGE);
    assert_non_null(strstr(message.text, "not even 2 rounds per match"));
    assert_int_equal(rounds, 1000);
}

/* The preflight may take until after the deadline. */
static void a_deadline_that_has_passed_changes_nothing(void **state)
{
    struct contest contest = make_contest();
    struct message message;
    uint64_t rounds = 1000;

    (void)state;
    assert_int_equal(deadline_fit("2027-01-31 07:00", seven(), &contest, 1, &rounds, &message),
                     ERR_RANGE);
    assert_string_equal(message.text, "--finish-by 2027-01-31 07:00: that time has already passed");
    assert_int_equal(rounds, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_are_read),
        cmocka_unit_test(other_texts_are_refused),
        cmocka_unit_test(rounds_are_reduced_to_fit),
        cmocka_unit_test(too_little_time_is_refused),
        cmocka_unit_test(a_deadline_that_has_passed_changes_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
