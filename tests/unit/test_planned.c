/* The matches of a plan, and which part plays them. */
#include "contest/planned.h"

#include "contest/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BOTS = 9, MATCHES = BOTS * (BOTS - 1) / 2 };

static struct entrant entrants[BOTS];
static struct contest_match played[MATCHES];
static struct contest contest;

static void begin(enum contest_format format)
{
    memset(&contest, 0, sizeof contest);
    memset(entrants, 0, sizeof entrants);
    contest.terms.rounds = 10;
    contest.terms.format = (uint8_t)format;
    contest.entrants = entrants;
    contest.entrants_count = BOTS;
    contest.matches = played;
    for (int i = 0; i < BOTS; i++)
        entrants[i].share_us = 100 * (uint64_t)(i + 1);
}

static void play(const struct pairing *pairings, int count)
{
    for (int i = 0; i < count; i++)
        played[contest.matches_count++] =
            (struct contest_match){.pairing = pairings[i], .rounds = 10, .side = {{.won = 10}}};
}

static void every_match_is_in_one_part(void **state)
{
    uint64_t seen[MATCHES] = {0}, work, all = 0;
    int matches = 0;

    (void)state;
    begin(FORMAT_ALL);
    for (int part = 1; part <= 4; part++) {
        const struct shard shard = {part, 4};
        struct pairing *pairings;
        int count;

        assert_int_equal(planned_part(&contest, &shard, &pairings, &count, &work, NULL), OK);
        assert_in_range(work, 36000 / 4 - 900, 36000 / 4 + 900); /* balanced */
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < matches; k++)
                assert_true(seen[k] != pairings[i].number);
            seen[matches++] = pairings[i].number;
        }
        all += work;
        free(pairings);
    }
    assert_int_equal(matches, MATCHES);
    assert_int_equal(all, 36000);
}

/* A part that is started again gets what is left of the same matches. */
static void played_matches_do_not_move_the_others(void **state)
{
    const struct shard second = {2, 3}, first = {1, 3};
    struct pairing *before, *after, *others;
    int before_count, after_count, others_count;
    uint64_t work;

    (void)state;
    begin(FORMAT_ALL);
    assert_int_equal(planned_part(&contest, &second, &before, &before_count, &work, NULL), OK);
    assert_int_equal(planned_part(&contest, &first, &others, &others_count, &work, NULL), OK);
    play(before, 3);
    play(others, others_count);
    assert_int_equal(planned_part(&contest, &second, &after, &after_count, &work, NULL), OK);
    assert_int_equal(after_count, before_count - 3);
    for (int i = 0; i < after_count; i++)
        assert_true(after[i].number == before[i + 3].number);
    free(before);
    free(after);
    free(others);
}

static void a_complete_contest_has_nothing_left(void **state)
{
    struct planned_match *matches;
    struct pairing *pairings;
    uint64_t work;
    int count;

    (void)state;
    begin(FORMAT_ALL);
    assert_int_equal(planned_part(&contest, &(struct shard){1, 1}, &pairings, &count, &work, NULL),
                     OK);
    assert_int_equal(count, MATCHES);
    play(pairings, count);
    free(pairings);
    assert_int_equal(planned_matches(&contest, 5, &matches, &count, NULL), OK);
    assert_int_equal(count, 0);
    free(matches);
}

/* A stage that is partly played is listed whole, so that what is missing can be named. */
static void a_swiss_is_planned_by_stage(void **state)
{
    struct planned_match *matches;
    struct pairing stage[BOTS];
    int count;

    (void)state;
    begin(FORMAT_SWISS);
    contest.terms.stages = 3;
    assert_int_equal(schedule_pairings(&contest, 0, stage, BOTS), BOTS / 2);
    play(stage, 1);
    assert_int_equal(planned_matches(&contest, 2, &matches, &count, NULL), OK);
    assert_int_equal(count, BOTS / 2);
    for (int i = 0; i < count; i++) {
        assert_int_equal(matches[i].pairing.stage, 0);
        assert_in_range(matches[i].part, 1, 2);
        assert_int_equal(matches[i].is_played, i == 0);
    }
    free(matches);
    play(stage + 1, BOTS / 2 - 1);
    assert_int_equal(planned_matches(&contest, 2, &matches, &count, NULL), OK);
    assert_int_equal(count, BOTS / 2);
    assert_int_equal(matches[0].pairing.stage, 1);
    free(matches);
}

/* A contest is the plan of a stage until a match of it is played. */
static void a_stage_that_has_begun_is_not_planned(void **state)
{
    struct pairing pairings[2][BOTS];
    int stage = 0;

    (void)state;
    begin(FORMAT_SWISS);
    contest.terms.stages = 2;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(planned_stage(&contest, &stage, NULL), OK);
        assert_int_equal(stage, i);
        assert_int_equal(schedule_pairings(&contest, i, pairings[i], BOTS), BOTS / 2);
        play(pairings[i], 1);
        assert_int_equal(planned_stage(&contest, &stage, NULL), OK);
        assert_int_equal(stage, -1);
        play(pairings[i] + 1, BOTS / 2 - 1);
    }
    assert_int_equal(planned_stage(&contest, &stage, NULL), OK);
    assert_int_equal(stage, -1); /* complete */

    contest.matches_count = 0; /* later matches without those before, as in a part */
    play(pairings[1], BOTS / 2);
    assert_int_equal(planned_stage(&contest, &stage, NULL), OK);
    assert_int_equal(stage, -1);
}

static void a_plan_has_a_key_and_a_version(void **state)
{
    struct plan plan = {.key = ""}, other;
    struct message message = {""};

    (void)state;
    assert_false(plan_exists(&plan));
    assert_int_equal(plan_init(&plan, &message), OK);
    assert_int_equal(plan_init(&other, &message), OK);
    assert_true(plan_exists(&plan) && strlen(plan.key) == PLAN_KEY_SIZE - 1);
    assert_string_not_equal(plan.key, other.key);
    assert_int_equal(plan_check_version(&plan, "cup.plan", &message), OK);
    memcpy(plan.version, "0.0", 4);
    assert_int_equal(plan_check_version(&plan, "cup.plan", &message), ERR_MISMATCH);
    assert_non_null(strstr(message.text, "cup.plan was planned with Broadside 0.0"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_match_is_in_one_part),
        cmocka_unit_test(played_matches_do_not_move_the_others),
        cmocka_unit_test(a_complete_contest_has_nothing_left),
        cmocka_unit_test(a_swiss_is_planned_by_stage),
        cmocka_unit_test(a_stage_that_has_begun_is_not_planned),
        cmocka_unit_test(a_plan_has_a_key_and_a_version),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
