/* The preflight of a tournament: which bots can take part, why others are excluded, names and
 * times.
 *
 * slow: starts bots and waits for their limits */
#include "arena/preflight.h"

#include "contest/estimate.h"
#include "support/shell_bot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static struct entrant check_bot(const char *spec, const char *rules)
{
    struct guest_config config = shell_bot_config();
    struct bot_opener opener = {guest_open, &config};
    struct preflight preflight = {.opener = &opener};
    struct contest_terms terms = {
        .rules = *rules_find(rules), .rounds = 1000, .seed = {.number = 3}};
    struct entrant entrant = {.is_out = false};
    struct message message = {""};

    snprintf(entrant.spec, sizeof entrant.spec, "%s", spec);
    assert_int_equal(preflight_entrant(&terms, &preflight, &entrant, &message), OK);
    assert_true(entrant.name[0]);
    assert_int_equal(entrant.is_out, entrant.why[0] != '\0');
    return entrant;
}

static void expect_excluded(const char *spec, const char *name, const char *why)
{
    struct entrant entrant = check_bot(spec, "classic");

    assert_true(entrant.is_out);
    if (name)
        assert_string_equal(entrant.name, name);
    if (!strstr(entrant.why, why))
        fail_msg("%s: out because of: %s", spec, entrant.why);
}

static void built_in_bots_keep_their_names(void **state)
{
    struct entrant entrant = check_bot("hunt", "tournament");

    (void)state;
    assert_false(entrant.is_out);
    assert_false(entrant.is_guest);
    assert_string_equal(entrant.name, "hunt");
    assert_string_equal(entrant.id, "hunt");
    assert_string_equal(entrant.authors, "Broadside");
    assert_int_equal(strlen(entrant.hash), SHA256_HEX_SIZE - 1);
    assert_true(pace_is_known(&entrant.pace) && entrant.pace.start >= 0);
}

static void a_guest_introduces_itself(void **state)
{
    struct entrant entrant;

    (void)state;
    write_shell_bot("echo 'name Shell Bot'; echo 'authors Ann, Bob'; echo id ab12; echo ready",
                    NULL, NULL);
    entrant = check_bot(shell_bot, "classic");
    assert_string_equal(entrant.why, "");
    assert_true(entrant.is_guest);
    assert_string_equal(entrant.name, "Shell Bot");
    assert_string_equal(entrant.authors, "Ann, Bob");
    assert_string_equal(entrant.id, "ab12");
    assert_true(pace_is_known(&entrant.pace) && entrant.pace.start > 0);
}

static void names_cannot_control_a_terminal(void **state)
{
    struct entrant entrant;

    (void)state;
    write_shell_bot("printf 'name \\033[31mred\\007\\n'; echo ready", NULL, NULL);
    entrant = check_bot(shell_bot, "classic");
    for (const char *c = entrant.name; *c; c++)
        assert_true((unsigned char)*c >= ' ' && *c != 127);
    for (const char *c = entrant.why; *c; c++)
        assert_true((unsigned char)*c >= ' ' && *c != 127);
}

static void missing_bots_are_excluded(void **state)
{
    (void)state;
    expect_excluded("./nosuch/place", "place", "does not exist");
    expect_excluded("nobody", "nobody", "there is no bot 'nobody'");
    expect_excluded("cmd:/nosuch/program", "cmd:/nosuch/program", "does not exist");
    expect_excluded("cmd:", "cmd:", "a command must follow 'cmd:'");
    mkdir("empty", 0777);
    expect_excluded("./empty", "empty", "bot.json");
    home_write("damaged.so", "no", 2);
    expect_excluded("./damaged.so", NULL, "");
    assert_true(check_bot("./damaged.so", "classic").is_out);
}

static void bots_that_break_every_round_are_excluded(void **state)
{
    (void)state;
    write_shell_bot(NULL, NULL, "exit 3");
    expect_excluded(shell_bot, "Shell", "crash: ");
    write_shell_bot(NULL, NULL, "echo fire Z99");
    expect_excluded(shell_bot, "Shell", "illegal-move: ");
    write_shell_bot(NULL, "echo A1 h", NULL);
    expect_excluded(shell_bot, "Shell", "illegal-placement: ");
    write_shell_bot("exit 4", NULL, NULL);
    expect_excluded(shell_bot, shell_bot, "status 4");
}

static void bots_that_break_some_rounds_take_part(void **state)
{
    struct entrant entrant;

    (void)state;
    write_shell_bot(NULL, NULL, "[ $((round % 2)) -eq 0 ] && exit 3; shoot");
    entrant = check_bot(shell_bot, "classic");
    assert_string_equal(entrant.why, "");
}

static void bots_that_do_not_play_the_rules_are_excluded(void **state)
{
    struct entrant entrant;

    (void)state;
    write_shell_bot("echo name Shell; echo plays race; echo ready", NULL, NULL);
    entrant = check_bot(shell_bot, "salvo");
    assert_true(entrant.is_out);
    assert_non_null(strstr(entrant.why, "salvo"));
    assert_false(check_bot(shell_bot, "classic").is_out);
}

static void paired_rounds_need_no_fleet_from_the_bot(void **state)
{
    struct guest_config config = shell_bot_config();
    struct bot_opener opener = {guest_open, &config};
    struct preflight preflight = {.opener = &opener};
    struct contest_terms terms = {
        .rules = *rules_find("classic"), .rounds = 10, .seed = {.number = 3}, .paired = true};
    struct entrant entrant = {.is_out = false};
    struct message message = {""};

    (void)state;
    write_shell_bot(NULL, "exit 3", NULL);
    snprintf(entrant.spec, sizeof entrant.spec, "%s", shell_bot);
    assert_int_equal(preflight_entrant(&terms, &preflight, &entrant, &message), OK);
    assert_string_equal(entrant.why, "");
}

/* The time to start is not counted for every round. */
static void a_slow_start_is_not_a_slow_bot(void **state)
{
    struct entrant entrant;

    (void)state;
    write_shell_bot("sleep 0.6; echo name Shell; echo ready", NULL, NULL);
    entrant = check_bot(shell_bot, "classic");
    assert_false(entrant.is_out);
    assert_true(entrant.pace.start > 0.3);
    assert_true(pace_match(&entrant.pace, 1) < 2 * entrant.pace.start);
}

/* A long match is not extrapolated from two rounds, and a short one is played to its end. */
static void as_many_rounds_as_a_match_has_are_measured(void **state)
{
    struct guest_config config = shell_bot_config();
    struct bot_opener opener = {guest_open, &config};
    struct preflight preflight = {.opener = &opener, .seconds = 60};
    struct contest_terms terms = {
        .rules = *rules_find("classic"), .rounds = 300, .seed = {.number = 3}};
    struct entrant entrant = {.spec = "hunt"};
    struct message message = {""};

    (void)state;
    assert_int_equal(preflight_entrant(&terms, &preflight, &entrant, &message), OK);
    assert_int_equal(entrant.pace.rounds[entrant.pace.points - 1], 300);
    terms.rounds = 1000000000;
    preflight.seconds = 0.01;
    assert_int_equal(preflight_entrant(&terms, &preflight, &entrant, &message), OK);
    assert_in_range(entrant.pace.rounds[entrant.pace.points - 1], 1, 999999999);
}

/* Results are in the order of the list, whatever thread was first. */
static void several_bots_are_checked_at_a_time(void **state)
{
    static const char *const specs[] = {"hunt", shell_bot, "./nosuch/place", "random", "hunt"};
    enum { BOTS = sizeof specs / sizeof *specs };
    struct guest_config config = shell_bot_config();
    struct bot_opener opener = {guest_open, &config};
    _Atomic uint64_t done = 0;
    struct preflight preflight = {.opener = &opener, .threads = 3, .done = &done};
    struct contest contest = {
        .terms = {.rules = *rules_find("classic"), .rounds = 5, .seed = {.number = 3}}};
    struct message message = {""};

    (void)state;
    write_shell_bot("sleep 0.3; echo name Shell; echo ready", NULL, NULL);
    for (int i = 0; i < BOTS; i++) {
        struct entrant *entrant;

        assert_int_equal(contest_add_entrant(&contest, &entrant, &message), OK);
        snprintf(entrant->spec, sizeof entrant->spec, "%s", specs[i]);
    }
    assert_int_equal(preflight_all(&contest, 0, &preflight, &message), OK);
    assert_int_equal(done, BOTS);
    assert_string_equal(contest.entrants[1].name, "Shell");
    assert_true(contest.entrants[1].pace.start > 0.25);
    assert_true(contest.entrants[2].is_out);
    assert_string_equal(contest.entrants[3].name, "random");
    assert_string_equal(contest.entrants[4].name, "hunt (2)");
    contest_release(&contest);
}

static void a_long_contest_is_worth_a_longer_measurement(void **state)
{
    struct contest contest = {.entrants_count = 40};

    (void)state;
    assert_true(preflight_seconds(&contest, 2, 60) == 0.5);
    assert_true(preflight_seconds(&contest, 2, 600) > 0.5);
    assert_true(preflight_seconds(&contest, 2, 600) < 1);
    assert_true(preflight_seconds(&contest, 2, 8 * 3600) == 4);
    assert_true(preflight_seconds(&contest, 2, 0) == 0.5);
    contest.entrants_count = 480; /* a minute on two threads */
    assert_true(preflight_seconds(&contest, 2, 0) == 0.25);
    assert_true(preflight_seconds(&contest, 8, 0) == 0.5);
    contest.entrants_count = MAX_ENTRANTS;
    assert_true(preflight_seconds(&contest, 1, 0) == 0.1);
}

/* The plan says hours, and real matches take no time. */
static void a_pilot_corrects_a_wrong_plan(void **state)
{
    _Atomic uint64_t done = 0;
    struct preflight preflight = {.threads = 2, .done = &done};
    struct contest contest = {
        .terms = {
            .rules = *rules_find("classic"), .rounds = 4, .seed = {.number = 3}, .max_broken = 3}};
    struct message message = {""};
    struct estimate estimate;
    int matches;

    (void)state;
    for (int i = 0; i < 5; i++) {
        struct entrant *entrant;

        assert_int_equal(contest_add_entrant(&contest, &entrant, &message), OK);
        snprintf(entrant->spec, sizeof entrant->spec, "random");
        entrant->pace = (struct pace){.start = 360, .points = 1, .rounds = {4}, .seconds = {360}};
    }
    matches = preflight_pilot_matches(&contest, 2, 3 * 720 * 20);
    assert_int_equal(matches, 2); /* two minutes at most, but one match on each thread */
    assert_int_equal(preflight_pilot_matches(&contest, 2, 1e9), 2);
    assert_int_equal(preflight_pilot_matches(&contest, 20, 1e9), 10);
    assert_int_equal(preflight_pilot(&contest, &preflight, matches, &message), OK);
    assert_int_equal(done, 2);
    assert_int_equal(contest.matches_count, 0);
    estimate_make(&contest, 1, &estimate);
    assert_true(estimate.seconds > 0 && estimate.seconds < 600);
    contest_release(&contest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_in_bots_keep_their_names),
        cmocka_unit_test(a_guest_introduces_itself),
        cmocka_unit_test(names_cannot_control_a_terminal),
        cmocka_unit_test(missing_bots_are_excluded),
        cmocka_unit_test(bots_that_break_every_round_are_excluded),
        cmocka_unit_test(bots_that_break_some_rounds_take_part),
        cmocka_unit_test(bots_that_do_not_play_the_rules_are_excluded),
        cmocka_unit_test(paired_rounds_need_no_fleet_from_the_bot),
        cmocka_unit_test(a_slow_start_is_not_a_slow_bot),
        cmocka_unit_test(as_many_rounds_as_a_match_has_are_measured),
        cmocka_unit_test(several_bots_are_checked_at_a_time),
        cmocka_unit_test(a_long_contest_is_worth_a_longer_measurement),
        cmocka_unit_test(a_pilot_corrects_a_wrong_plan),
    };

    return cmocka_run_group_tests_name("preflight", tests, home_enter, home_leave);
}
