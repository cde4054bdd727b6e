/* Checks of bots: every fault of a real guest leads to its finding and message. The guests are in
 * shell; tests/e2e/check_bot.sh has guests in Python.
 *
 * slow: checks of bots that stall */
#include "check/check.h"

#include "check/check_advice.h"
#include "check/check_start.h"
#include "support/play.h"
#include "support/shell_bot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static struct check_report report;

static enum error check_spec(const char *spec, uint64_t rounds, const char *rules,
                             struct limits limits, struct message *message)
{
    struct guest_config config = shell_bot_config();
    struct check_terms terms = {.bot = spec,
                                .config = &config,
                                .rules = rules ? rules_find(rules) : NULL,
                                .rounds = rounds,
                                .seed = {.number = 3}};

    config.limits = limits;
    return check_bot(&terms, &report, message);
}

/* Checks the shell bot under classic rules. */
static void check_shell(uint64_t rounds, struct limits limits)
{
    struct message message = {""};

    if (check_spec(shell_bot, rounds, "classic", limits, &message) != OK)
        fail_msg("%s", message.text);
}

static struct limits roomy(void)
{
    return shell_bot_config().limits;
}

/* Short limits that still let a busy machine start the bot. */
static struct limits quick(void)
{
    struct limits limits = roomy();

    limits.move_ms = 300;
    return limits;
}

static const char *words(void (*part)(const struct check_report *, enum check_finding_kind,
                                      struct writer *),
                         enum check_finding_kind kind)
{
    static char text[2048];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    part(&report, kind, &writer);
    return text;
}

static void expect_says(const char *text, const char *what)
{
    if (!strstr(text, what))
        fail_msg("'%s' does not say '%s'", text, what);
}

/* Expects exactly this problem. */
static void expect_problem(enum check_finding_kind kind)
{
    for (int i = 0; i < FINDING_KINDS; i++)
        if (report.finding[i].count > 0 && check_is_problem((enum check_finding_kind)i) &&
            i != (int)kind)
            fail_msg("%s was found: %s", check_advice_word((enum check_finding_kind)i),
                     report.finding[i].example.text);
    if (report.finding[kind].count == 0)
        fail_msg("%s was not found", check_advice_word(kind));
    assert_int_equal(check_problems(&report), 1);
}

static void expect_fine(void)
{
    for (int i = 0; i < FINDING_KINDS; i++)
        if (report.finding[i].count > 0 && check_is_problem((enum check_finding_kind)i))
            fail_msg("%s was found: %s", check_advice_word((enum check_finding_kind)i),
                     report.finding[i].example.text);
    assert_int_equal(check_problems(&report), 0);
}

/* --- findings -------------------------------------------------------------------------------- */

static void a_good_bot_is_fine(void **state)
{
    char text[256];
    struct writer writer;

    (void)state;
    write_shell_bot(NULL, NULL, NULL);
    check_shell(6, roomy());
    expect_fine();
    assert_int_equal(report.rounds, 6);
    assert_int_equal(report.broken, 0);
    assert_true(report.answers > 6 * 17);
    assert_string_equal(report.name, "Shell");
    assert_int_equal(report.finding[FINDING_CHANGES].count, 0);
    assert_int_equal(report.strength.boards, 20);
    assert_true(report.strength.error > 0.1 && report.strength.error < 15);
    assert_true(report.strength.shots > 50 && report.strength.shots <= 100);
    assert_true(report.strength.rival_shots[1] < report.strength.rival_shots[0]);
    writer_init(&writer, text, sizeof text);
    check_advice_verdict(&report, &writer);
    expect_says(text, "Shell: fine: 6 rounds, nothing broken, slowest answer ");
}

static void declared_presets_get_some_rounds(void **state)
{
    struct message message = {""};

    (void)state;
    write_shell_bot("echo name Shell; echo plays race wrecks salvo-or-so; echo ready", NULL, NULL);
    assert_int_equal(check_spec(shell_bot, 7, NULL, roomy(), &message), OK);
    assert_int_equal(report.planned, 7); /* of tournament; nothing else needs only these two */
    assert_string_equal(report.strength.rules, "tournament");
    assert_int_equal(report.finding[FINDING_STRANGE].count, 1);
    assert_true(report.finding[FINDING_PLAYS].count > 0);
    expect_says(report.finding[FINDING_PLAYS].shown, "salvo");
    expect_says(report.finding[FINDING_PLAYS].shown, "russian");
    assert_null(strstr(report.finding[FINDING_PLAYS].shown, "tournament"));
    write_shell_bot("echo name Shell; echo plays salvo; echo ready", NULL, NULL);
    assert_int_equal(check_spec(shell_bot, 3, NULL, roomy(), &message), OK);
    assert_int_equal(report.planned, 3 + 2); /* classic and salvo */
}

/* It fires at ten columns and rows, so it would break on larger boards. */
static void a_bot_that_declares_nothing_plays_only_what_was_asked_for(void **state)
{
    struct message message = {""};

    (void)state;
    write_shell_bot(NULL, NULL, NULL);
    assert_int_equal(check_spec(shell_bot, 3, NULL, roomy(), &message), OK);
    expect_fine();
    assert_int_equal(report.rounds, 3);
    assert_string_equal(report.strength.rules, "classic");
    assert_int_equal(check_spec(shell_bot, 1, "grid20", roomy(), &message), OK);
    assert_int_equal(report.rounds, 1);
}

/* The rules set the length of the match. */
static void a_match_is_as_long_as_in_a_tournament(void **state)
{
    struct message message = {""};

    (void)state;
    assert_int_equal(check_spec("random", 0, "tournament", roomy(), &message), OK);
    assert_int_equal(report.rounds, 1000);
    assert_int_equal(check_spec("random", 0, "classic", roomy(), &message), OK);
    assert_int_equal(report.rounds, 200);
}

static void built_in_bots_can_be_checked(void **state)
{
    struct message message = {""};

    (void)state;
    assert_int_equal(check_spec("hunt", 40, NULL, roomy(), &message), OK);
    expect_fine();
    assert_int_equal(report.rounds, report.planned);
    assert_true(report.rounds > 40); /* all presets */
    assert_int_equal(check_spec("nobody", 40, NULL, roomy(), &message), ERR_UNKNOWN);
}

static void a_missing_bot_does_not_start(void **state)
{
    struct message message = {""};

    (void)state;
    assert_int_equal(check_spec("./nobody", 9, NULL, roomy(), &message), OK);
    expect_problem(FINDING_START);
    expect_says(report.finding[FINDING_START].example.text, "nobody");
    assert_int_equal(check_spec("cmd:/usr/bin/no-such-program", 9, NULL, roomy(), &message), OK);
    expect_problem(FINDING_START);
}

static void a_crash_shows_the_error_output(void **state)
{
    (void)state;
    write_shell_bot(NULL, NULL, "[ $n = 5 ] && { echo one >&2; echo two >&2; exit 7; }; shoot");
    check_shell(30, roomy());
    expect_problem(FINDING_CRASH);
    assert_int_equal(report.finding[FINDING_CRASH].count, 3); /* then the stage ends */
    assert_int_equal(report.finding[FINDING_CRASH].of, 3);
    assert_int_equal(report.finding[FINDING_CRASH].round, 1);
    expect_says(report.finding[FINDING_CRASH].example.text, "status 7");
    assert_string_equal(report.finding[FINDING_CRASH].shown, "one\ntwo\n");
    assert_string_equal(words(check_advice_headline, FINDING_CRASH),
                        "It crashes, in 3 of 3 rounds.");
}

static void a_crash_before_ready_is_found(void **state)
{
    (void)state;
    write_shell_bot("echo name X; kill -SEGV $$; sleep 9", NULL, NULL);
    check_shell(3, roomy());
    expect_problem(FINDING_CRASH);
    assert_int_equal(report.rounds, 0);
    assert_string_equal(words(check_advice_headline, FINDING_CRASH), "It crashes, at the start.");
}

static void a_missing_module_is_named(void **state)
{
    (void)state;
    write_shell_bot("echo \"ModuleNotFoundError: No module named 'numpy'\" >&2; exit 1", NULL,
                    NULL);
    check_shell(3, roomy());
    expect_problem(FINDING_MODULE);
    expect_says(report.finding[FINDING_MODULE].example.text, "the Python module 'numpy'");
}

static void a_crash_late_in_a_match_is_found(void **state)
{
    (void)state;
    write_shell_bot(NULL, "[ $round = 37 ] && exit 7; echo random", NULL);
    check_shell(40, roomy());
    expect_problem(FINDING_CRASH);
    assert_int_equal(report.finding[FINDING_CRASH].round, 37);
    assert_int_equal(report.finding[FINDING_CRASH].count, 1);
    assert_int_equal(report.rounds, 40);
}

/* A crash is worse than an illegal fleet, but here it came later. */
static void the_first_problem_comes_first(void **state)
{
    enum check_finding_kind kinds[FINDING_KINDS];
    int count;

    (void)state;
    write_shell_bot(NULL,
                    "case $round in 3) echo A1 h, A1 v, A3 h, A5 h, A7 h ;; 4) exit 7 ;; *) echo "
                    "random ;; esac",
                    NULL);
    check_shell(6, roomy());
    assert_int_equal(check_problems(&report), 2);
    count = check_sort(&report, kinds);
    assert_true(count >= 2);
    assert_int_equal(kinds[0], FINDING_PLACEMENT);
    assert_int_equal(kinds[1], FINDING_CRASH);
    for (int i = 2; i < count; i++)
        assert_false(check_is_problem(kinds[i]));
}

static void an_early_exit_is_found(void **state)
{
    (void)state;
    write_shell_bot(NULL, "[ $round = 2 ] && exit 0; echo random", NULL);
    check_shell(6, roomy());
    expect_problem(FINDING_EXIT);
    assert_int_equal(report.finding[FINDING_EXIT].round, 2);
    assert_int_equal(report.finding[FINDING_EXIT].count, 1);
    assert_int_equal(report.finding[FINDING_EXIT].of, 6);
}

/* A program that keeps all its output until it exits. */
static void unflushed_output_is_detected(void **state)
{
    (void)state;
    write_shell_bot(NULL, NULL, NULL);
    {
        static const char text[] = "said=\n"
                                   "while read -r word rest; do\n"
                                   "    case $word in\n"
                                   "    broadside) echo name X; echo ready ;;\n"
                                   "    place) said=\"$said random\" ;;\n"
                                   "    act) said=\"$said fire\" ;;\n"
                                   "    esac\n"
                                   "done\n"
                                   "for line in $said; do echo $line; done\n";

        home_write("guest/bot.sh", text, sizeof text - 1);
    }
    check_shell(9, quick());
    expect_problem(FINDING_FLUSH);
    expect_says(words(check_advice_headline, FINDING_FLUSH), "does not flush");
    expect_says(words(check_advice_remedy, FINDING_FLUSH), "stdbuf");
}

static void silence_alone_is_not_unflushed_output(void **state)
{
    (void)state;
    write_shell_bot(NULL, NULL, "[ $n = 3 ] || shoot");
    check_shell(9, quick());
    expect_problem(FINDING_STALL);
    assert_int_equal(report.finding[FINDING_STALL].count, 3);
    assert_int_equal(report.rounds, 3);
}

static void an_endless_loop_is_found(void **state)
{
    (void)state;
    write_shell_bot(NULL, NULL, "while :; do :; done");
    check_shell(9, quick());
    expect_problem(FINDING_LOOP);
}

static void no_hello_is_not_ready(void **state)
{
    struct limits limits = roomy();

    (void)state;
    limits.start_ms = 700;
    write_shell_bot("echo name X", NULL, NULL);
    check_shell(9, limits);
    expect_problem(FINDING_NOT_READY);
}

static void chatter_and_second_answers_are_distinguished(void **state)
{
    (void)state;
    write_shell_bot(NULL, NULL, "echo debugging, n is $n; shoot");
    check_shell(6, roomy());
    expect_problem(FINDING_TALKS);
    expect_says(report.finding[FINDING_TALKS].example.text, "debugging, n is 0");
    write_shell_bot(NULL, NULL, "shoot; echo debugging");
    check_shell(6, roomy());
    expect_problem(FINDING_TALKS);
    expect_says(report.finding[FINDING_TALKS].example.text, "'debugging'");
    expect_says(words(check_advice_remedy, FINDING_TALKS), ">&2");
    write_shell_bot(NULL, NULL, "printf 'fire A1\\nfire B1\\n'");
    check_shell(6, roomy());
    expect_problem(FINDING_TWICE);
    expect_says(report.finding[FINDING_TWICE].example.text, "fire B1");
}

static void illegal_placements_are_counted(void **state)
{
    (void)state;
    write_shell_bot(NULL,
                    "case $round in 2 | 5) echo A1 h, A1 v, A3 h, A5 h, A7 h ;; *) echo random ;; "
                    "esac",
                    NULL);
    check_shell(9, roomy());
    expect_problem(FINDING_PLACEMENT);
    assert_string_equal(words(check_advice_headline, FINDING_PLACEMENT),
                        "It places its fleet illegally, in 2 of 9 rounds.");
    assert_int_equal(report.finding[FINDING_PLACEMENT].round, 2);
    expect_says(words(check_advice_example, FINDING_PLACEMENT), "Round 2 of classic: ");
}

static void illegal_moves_and_repeats_are_distinguished(void **state)
{
    (void)state;
    write_shell_bot(NULL, NULL, "[ $n = 4 ] && echo fire Z9 || shoot");
    check_shell(9, roomy());
    expect_problem(FINDING_MOVE);
    assert_int_equal(report.finding[FINDING_MOVE].count, 3); /* without a good round before */
    write_shell_bot(NULL, NULL, "[ $n = 4 ] && echo fire A1 || shoot");
    check_shell(9, roomy());
    expect_problem(FINDING_REPEATS);
}

static void poor_play_under_tournament_rules_is_found(void **state)
{
    struct message message = {""};

    (void)state;
    write_shell_bot("echo name X; echo plays all; echo ready", "echo A1 h, A1 v, A3 h, A5 h, A7 h",
                    "case $n in 4) echo fire A1 ;; 5) echo fire - ;; *) shoot ;; esac");
    assert_int_equal(check_spec(shell_bot, 4, "tournament", roomy(), &message), OK);
    assert_int_equal(report.broken, 0);
    assert_int_equal(report.finding[FINDING_WRECKS].count, 4);
    assert_int_equal(report.finding[FINDING_REPEATS].count, 4);
    assert_int_equal(report.finding[FINDING_WASTED].count, 4);
    assert_int_equal(check_problems(&report), 3);
}

static void undeclared_rules_are_reported(void **state)
{
    struct message message = {""};

    (void)state;
    write_shell_bot(NULL, NULL, NULL);
    assert_int_equal(check_spec(shell_bot, 4, "salvo", roomy(), &message), OK);
    expect_problem(FINDING_REFUSES);
    assert_int_equal(report.rounds, 0);
}

static void a_time_bank_that_is_too_short_is_found(void **state)
{
    struct limits limits = roomy();

    (void)state;
    limits.bank_ms = 100; /* 0.1 ms per round: too little for any bot, also for one that waits */
    write_shell_bot(NULL, NULL, NULL);
    check_shell(10, limits);
    expect_problem(FINDING_BANK);
    expect_says(words(check_advice_headline, FINDING_BANK), "it would use it up after about ");
    expect_says(words(check_advice_headline, FINDING_BANK), " of 1000 rounds of classic.");
    limits.bank_ms = 1; /* too little for a single round */
    check_shell(3, limits);
    expect_problem(FINDING_BANK);
    assert_true(report.broken > 0);
    expect_says(words(check_advice_headline, FINDING_BANK), " of 1000 rounds of classic.");
}

static void notes_are_not_problems(void **state)
{
    (void)state;
    write_shell_bot("echo hobby sailing; echo ready", NULL,
                    "[ $n = 0 ] && u=$(od -An -N2 -tu2 /dev/urandom); k=$n; "
                    "n=$(((n + u) % 100)); shoot; n=$k");
    check_shell(4, roomy());
    expect_fine();
    assert_int_equal(report.finding[FINDING_NO_NAME].count, 1);
    assert_int_equal(report.finding[FINDING_STRANGE].count, 1);
    assert_string_equal(report.finding[FINDING_STRANGE].shown, "hobby sailing\n");
    assert_int_equal(report.finding[FINDING_CHANGES].count, 1);
    assert_int_equal(report.finding[FINDING_LINGERS].count, 0);
}

static void a_bot_that_does_not_exit_is_noted(void **state)
{
    static const char text[] = "while read -r word rest; do\n"
                               "    case $word in\n"
                               "    broadside) echo name X; echo ready ;;\n"
                               "    place) exit 1 ;;\n"
                               "    esac\n"
                               "done\n"
                               "sleep 100\n";

    (void)state;
    write_shell_bot(NULL, NULL, NULL);
    home_write("guest/bot.sh", text, sizeof text - 1);
    check_shell(1, roomy());
    assert_int_equal(report.finding[FINDING_LINGERS].count, 1);
}

/* --- words ----------------------------------------------------------------------------------- */

static void missing_modules_are_read_from_the_error_output(void **state)
{
    static const char *const cases[][2] = {
        {"Traceback\nModuleNotFoundError: No module named 'numpy'\n", "Python module 'numpy'"},
        {"ImportError: libfoo.so.1: cannot open shared object file\n", "libfoo.so.1"},
        {"node:internal\nError: Cannot find module './deck.js'\n", "module './deck.js'"},
        {"Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'x' imported\n", "package 'x'"},
        {"Error: Could not find or load main class Bot\n", "Java class Bot is"},
        {"Caused by: java.lang.ClassNotFoundException: a.B\n", "Java class a.B is"},
        {"./b: error while loading shared libraries: libx.so.2: cannot open\n",
         "library libx.so.2"},
        {"/usr/bin/env: 'python9': No such file or directory\n", "interpreter 'python9'"},
        {"python3: can't open file '/bot/x.py': [Errno 2]\n", "script '/bot/x.py'"},
    };
    struct message message;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        message.text[0] = '\0';
        if (!check_start_missing(slice_of(cases[i][0]), &message))
            fail_msg("nothing is missing in '%s'", cases[i][0]);
        expect_says(message.text, cases[i][1]);
    }
    assert_false(check_start_missing(slice_of("ValueError: ImportErrors are others\n"), &message));
    assert_false(check_start_missing(slice_of(""), &message));
}

static void advice_fits_the_language_of_the_bot(void **state)
{
    static const char *const cases[][2] = {
        {"python3 bot.py", "flush=True"},
        {"/usr/bin/python3.11 -m first", "flush=True"},
        {"./bot.py", "flush=True"},
        {"node bot.js", "process.stdout.write"},
        {"java -cp . Bot", "System.out.flush()"},
        {"ruby x", "$stdout.sync"},
        {"/bin/sh ./bot.sh", "stdbuf"},
        {"./bot", "fflush(stdout)"},
        {"", "fflush(stdout)"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        report = (struct check_report){.rounds = 1};
        snprintf(report.command, sizeof report.command, "%s", cases[i][0]);
        expect_says(words(check_advice_remedy, FINDING_FLUSH), cases[i][1]);
    }
}

static void a_script_names_its_language(void **state)
{
    static const char *const cases[][2] = {
        {"#!/bin/sh\n", "stdbuf"},           {"#!/usr/bin/env -S python3 -u\n", "flush=True"},
        {"#! /usr/bin/perl -w\n", "$| = 1"}, {"\177ELF", "fflush(stdout)"},
        {"echo hello\n", "fflush(stdout)"},
    };
    char folder[512];
    struct launch launch = {.argv = {"./bot"}, .folder = folder};

    (void)state;
    assert_non_null(getcwd(folder, sizeof folder));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        report = (struct check_report){.command = "./bot"};
        home_write("bot", cases[i][0], strlen(cases[i][0]));
        check_start_interpreter(&launch, &report);
        expect_says(words(check_advice_remedy, FINDING_FLUSH), cases[i][1]);
    }
    unlink("bot");
    assert_int_equal(mkfifo("bot", 0700), 0);
    check_start_interpreter(&launch, &report); /* does not wait for a writer */
    unlink("bot");
}

static void every_finding_has_texts(void **state)
{
    (void)state;
    report = (struct check_report){.rounds = 1};
    for (int i = 0; i < FINDING_KINDS; i++) {
        assert_non_null(check_advice_word((enum check_finding_kind)i));
        assert_true(strlen(words(check_advice_headline, (enum check_finding_kind)i)) > 10);
        assert_true(strlen(words(check_advice_remedy, (enum check_finding_kind)i)) > 10);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(check_advice_word((enum check_finding_kind)i),
                                    check_advice_word((enum check_finding_kind)j));
    }
}

static void quoted_output_is_made_printable(void **state)
{
    struct check_finding finding = {.count = 1};
    char flood[5000];

    (void)state;
    check_show(&finding, slice_of("one\ntwo \033[2Jthree\nfour\n\n"), 2);
    assert_string_equal(finding.shown, "two ?[2Jthree\nfour\n");
    memset(flood, 'x', sizeof flood);
    check_show(&finding, (struct slice){flood, sizeof flood}, 3);
    assert_true(strlen(finding.shown) < SHOWN_SIZE);
    assert_true(strlen(finding.shown) > SHOWN_SIZE / 2);
    check_show(&finding, slice_of(""), 3);
    assert_string_equal(finding.shown, "");
}

#define NESTED(test) cmocka_unit_test_setup_teardown(test, home_enter, home_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        NESTED(a_good_bot_is_fine),
        NESTED(declared_presets_get_some_rounds),
        NESTED(a_bot_that_declares_nothing_plays_only_what_was_asked_for),
        NESTED(a_match_is_as_long_as_in_a_tournament),
        NESTED(a_crash_late_in_a_match_is_found),
        NESTED(the_first_problem_comes_first),
        NESTED(a_script_names_its_language),
        NESTED(built_in_bots_can_be_checked),
        NESTED(a_missing_bot_does_not_start),
        NESTED(a_crash_shows_the_error_output),
        NESTED(a_crash_before_ready_is_found),
        NESTED(a_missing_module_is_named),
        NESTED(an_early_exit_is_found),
        NESTED(unflushed_output_is_detected),
        NESTED(silence_alone_is_not_unflushed_output),
        NESTED(an_endless_loop_is_found),
        NESTED(no_hello_is_not_ready),
        NESTED(chatter_and_second_answers_are_distinguished),
        NESTED(illegal_placements_are_counted),
        NESTED(illegal_moves_and_repeats_are_distinguished),
        NESTED(poor_play_under_tournament_rules_is_found),
        NESTED(undeclared_rules_are_reported),
        NESTED(a_time_bank_that_is_too_short_is_found),
        NESTED(notes_are_not_problems),
        NESTED(a_bot_that_does_not_exit_is_noted),
        cmocka_unit_test(missing_modules_are_read_from_the_error_output),
        cmocka_unit_test(advice_fits_the_language_of_the_bot),
        cmocka_unit_test(every_finding_has_texts),
        cmocka_unit_test(quoted_output_is_made_printable),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
