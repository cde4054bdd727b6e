/* What is started for a jar, what is rejected, and how check-bot reads the bridge's summary. */
#define _GNU_SOURCE
#include "check/check_jar.h"
#include "guest/guest_jar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char ground[] = "/tmp/guest-jar-XXXXXX";
static char program[64];
static struct guest_config home = {.program = program, .unsafe = true};
static struct guest_spec spec;
static struct message message;

static void write_file(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* A built source tree with a fake bridge, and an installed one. */
static int enter(void **state)
{
    (void)state;
    memcpy(ground + strlen(ground) - 6, "XXXXXX", 6);
    if (!mkdtemp(ground) || chdir(ground) != 0)
        return -1;
    snprintf(program, sizeof program, "%s/bin/broadside", ground);
    home.limits = limits_default;
    return mkdir("bin", 0755) || mkdir("share", 0755) || mkdir("share/broadside", 0755) ||
           mkdir("share/broadside/java", 0755) || mkdir("bots", 0755);
}

static int leave(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", ground);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static bool has_java(void)
{
    return access("/usr/bin/java", X_OK) == 0 || access("/usr/local/bin/java", X_OK) == 0;
}

static void refuses(const char *bot, enum error wanted, const char *says)
{
    assert_int_equal(guest_spec_resolve(bot, &home, &spec, &message), wanted);
    if (!strstr(message.text, says))
        fail_msg("'%s' does not say '%s'", message.text, says);
}

static void a_jar_is_started_by_the_bridge(void **state)
{
    char bridge[128], jar[128];
    int words = 0;

    (void)state;
    if (!has_java())
        skip();
    write_file("share/broadside/java/broadside-java.jar", "PK\003\004", 4);
    write_file("bots/G3.jar", "PK\003\004", 4);
    assert_int_equal(guest_spec_resolve("bots/G3.jar", &home, &spec, &message), OK);
    assert_string_equal(spec.name, "G3");
    assert_string_equal(spec.launch.argv[0], "java");
    while (spec.launch.argv[words])
        words++;
    snprintf(jar, sizeof jar, "%s/bots/G3.jar", ground);
    assert_string_equal(spec.launch.argv[words - 1], jar);
    assert_string_equal(spec.launch.argv[words - 2], JAR_PLAY);
    assert_string_equal(spec.launch.argv[words - 3], "broadside-java.jar");
    /* It sees the bridge and its own jar, but not the jars next to it. */
    assert_string_equal(spec.launch.extra_file, jar);
    snprintf(bridge, sizeof bridge, "%s/share/broadside/java", ground);
    assert_string_equal(spec.launch.folder, bridge);
}

static void without_a_bridge_the_message_names_the_package(void **state)
{
    (void)state;
    if (!has_java())
        skip();
    write_file("bots/G3.jar", "PK\003\004", 4);
    refuses("bots/G3.jar", ERR_MISSING, "default-jdk-headless");
    home.program = NULL;
    refuses("bots/G3.jar", ERR_MISSING, "Java bridge");
    home.program = program;
}

static void invalid_jars_are_rejected(void **state)
{
    (void)state;
    write_file("bots/a.jar", "", 0);
    write_file("bots/b.jar", "PK", 2);
    write_file("bots/c.jar", "#!/bin/sh\n", 10);
    refuses("bots/a.jar", ERR_SYNTAX, "not a jar");
    refuses("bots/b.jar", ERR_SYNTAX, "not a jar");
    refuses("bots/c.jar", ERR_SYNTAX, "not a jar");
    refuses("bots/d.jar", ERR_UNKNOWN, "does not exist");
    assert_int_equal(mkdir("bots/e.jar", 0755), 0); /* a folder, whatever its name */
    refuses("bots/e.jar", ERR_UNKNOWN, "bot.json");
}

/* --- the bridge's summary ------------------------------------------------------------------ */

static struct check_report report;

static void read_log(const char *log)
{
    check_jar_read_log(&report, slice_of(log));
}

static void summaries_of_all_processes_are_added(void **state)
{
    (void)state;
    memset(&report, 0, sizeof report);
    read_log("broadside-java: summary generation=v4 entry=g3.G3 rounds=3 shots=90 late=1 ignored=0 "
             "output=50 incoming=2\n"
             "chatter\n"
             "broadside-java: summary generation=v4 entry=g3.G3 rounds=4 shots=90 late=0 ignored=2 "
             "output=70000 incoming=1 placeShips=4\n");
    assert_string_equal(report.jar.entry, "g3.G3");
    assert_string_equal(report.jar.generation, "v4");
    assert_int_equal(report.jar.rounds, 7);
    assert_int_equal(report.finding[FINDING_THROWS].count, 7);
    assert_non_null(strstr(report.finding[FINDING_THROWS].example.text, "in placeShips 4 times"));
    assert_non_null(strstr(report.finding[FINDING_THROWS].example.text, "in incoming 3 times"));
    assert_int_equal(report.finding[FINDING_LATE].count, 1);
    assert_int_equal(report.finding[FINDING_IGNORED].count, 2);
    assert_int_equal(report.finding[FINDING_PRINTS].count, 70050);
}

static void the_first_stack_trace_is_shown(void **state)
{
    const struct check_finding *finding = &report.finding[FINDING_THROWS];

    (void)state;
    memset(&report, 0, sizeof report);
    read_log("hello\n"
             "in incoming: java.lang.IllegalStateException: why\n"
             "\tat g3.G3.incoming(G3.java:7)\n"
             "more of the bot\n"
             "in incoming: another\n"
             "broadside-java: summary rounds=1 incoming=2\n");
    assert_non_null(strstr(finding->shown, "IllegalStateException: why"));
    assert_non_null(strstr(finding->shown, "G3.java:7"));
    assert_null(strstr(finding->shown, "more of the bot"));
    assert_null(strstr(finding->shown, "another"));
}

static void invalid_summaries_are_ignored(void **state)
{
    (void)state;
    memset(&report, 0, sizeof report);
    read_log(
        "broadside-java: summary\n"
        "broadside-java: summary =\n"
        "broadside-java: summary entry= rounds=x late=-1 output=99999999999999999999999 =5 a=b=c\n"
        "broadside-java: summary incoming\n"
        "in \nin incoming\nin incoming: ");
    read_log("");
    assert_int_equal(report.jar.rounds, 0);
    for (int kind = 0; kind < FINDING_KINDS; kind++)
        assert_int_equal(report.finding[kind].count, 0);
}

static void only_files_are_jars(void **state)
{
    (void)state;
    assert_true(check_jar_is_jar("./G3.jar"));
    assert_false(check_jar_is_jar("cmd:java -jar x.jar"));
    assert_false(check_jar_is_jar(".jar"));
    assert_false(check_jar_is_jar("hunt"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_jar_is_started_by_the_bridge, enter, leave),
        cmocka_unit_test_setup_teardown(without_a_bridge_the_message_names_the_package, enter,
                                        leave),
        cmocka_unit_test_setup_teardown(invalid_jars_are_rejected, enter, leave),
        cmocka_unit_test(summaries_of_all_processes_are_added),
        cmocka_unit_test(the_first_stack_trace_is_shown),
        cmocka_unit_test(invalid_summaries_are_ignored),
        cmocka_unit_test(only_files_are_jars),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
