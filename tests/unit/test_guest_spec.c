/* How guests are named: what is started for a plugin, a folder, a command line, and in which
 * folder; bot.json; the build step. */
#define _GNU_SOURCE
#include "guest/guest_spec.h"
#include "guest/plugin_load.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static struct guest_config home = {.program = "/usr/bin/env", .unsafe = true};
static struct guest_spec spec;
static struct message message;

/* A folder of its own for each test, the working directory too. */
static char ground[] = "/tmp/guest-spec-XXXXXX";

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static int enter(void **state)
{
    (void)state;
    memcpy(ground + strlen(ground) - 6, "XXXXXX", 6);
    home.limits = limits_default;
    home.limits.memory_mb = 4096;
    home.trust = false;
    return mkdtemp(ground) && chmod(ground, 0777) == 0 && chdir(ground) == 0 &&
                   mkdir("bots", 0777) == 0 && mkdir("bots/x", 0777) == 0 &&
                   chmod("bots/x", 0777) == 0
               ? 0
               : -1;
}

static int leave(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", ground);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static void resolve(const char *text)
{
    if (guest_spec_resolve(text, &home, &spec, &message) != OK)
        fail_msg("%s: %s", text, message.text);
}

static void refuses(const char *text, enum error wanted, const char *why)
{
    enum error error = guest_spec_resolve(text, &home, &spec, &message);

    if (error != wanted || !strstr(message.text, why))
        fail_msg("%s: %d: %s", text, error, message.text);
}

/* `words` are separated by `|`; `folder` is relative to the test folder. */
static void expect(const char *text, const char *words, const char *folder)
{
    char joined[4096] = "", where[4096];
    size_t length = 0;

    resolve(text);
    for (int i = 0; spec.launch.argv[i]; i++)
        length += (size_t)snprintf(joined + length, sizeof joined - length, "%s%s", i ? "|" : "",
                                   spec.launch.argv[i]);
    assert_string_equal(joined, words);
    snprintf(where, sizeof where, "%s%s", folder[0] == '/' ? "" : ground, folder);
    if (folder[0] == '.')
        snprintf(where, sizeof where, "%s%s", ground, folder + 1);
    assert_string_equal(spec.launch.folder, where);
}

static void paths_and_commands_are_guests_and_names_are_not(void **state)
{
    static const char *const guests[] = {"./first",  "first/", "/opt/bot", "cmd:python3 x.py",
                                         "bot.so",   "b.jar",  ".",        "..",
                                         "cmd:hunt", "../x"};
    static const char *const others[] = {"hunt", "exact:samples=5", "nobody",     "so",
                                         ".so",  "first",           "hunt:x=/tmp"};

    (void)state;
    for (size_t i = 0; i < sizeof guests / sizeof guests[0]; i++)
        assert_true(guest_is_spec(guests[i]));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(guest_is_spec(others[i]));
}

static void command_lines_are_split_like_in_a_shell(void **state)
{
    (void)state;
    expect("cmd:prog  one\ttwo ", "prog|one|two", "/usr");
    expect("cmd:prog 'a b' \"c d\"", "prog|a b|c d", "/usr");
    expect("cmd:prog a'b c'd \"x'y\" 'p\"q'", "prog|ab cd|x'y|p\"q", "/usr");
    expect("cmd:prog a\\ b \"q\\\"q\" \"c\\\\d\" \"e\\f\" '\\'", "prog|a b|q\"q|c\\d|e\\f|\\",
           "/usr");
    expect("cmd:prog '' $HOME *.c ~ `id`", "prog||$HOME|*.c|~|`id`", "/usr");
    refuses("cmd:prog 'a b", ERR_SYNTAX, "unclosed quote");
    refuses("cmd:prog \"a b", ERR_SYNTAX, "unclosed quote");
    refuses("cmd:", ERR_SYNTAX, "a command must follow 'cmd:'");
    refuses("cmd:   ", ERR_SYNTAX, "a command must follow");
}

static void a_command_line_sees_the_folder_of_its_first_file(void **state)
{
    (void)state;
    write_file("bots/x/bot.py", "");
    write_file("bots/x/weights", "");
    write_file("python3", ""); /* must not replace the python3 of the system */
    expect("cmd:python3 bots/x/bot.py --fast 3", "python3|bot.py|--fast|3", "./bots/x");
    assert_string_equal(spec.name, "bot.py");
    expect("cmd:python3 -u bots/x/bot.py bots/x/weights", "python3|-u|bot.py|weights", "./bots/x");
    expect("cmd:/usr/bin/env bots/x/bot.py", "/usr/bin/env|bot.py", "./bots/x");
    expect("cmd:./bots/x/bot.py bots", "./bot.py|bots", "./bots/x");
    expect("cmd:java -cp bots/x Bot", "java|-cp|.|Bot", "./bots/x");
    expect("cmd:java -cp /nowhere Bot", "java|-cp|/nowhere|Bot", "/usr");
    expect("bots/x/bot.py", "./bot.py", "./bots/x");
    assert_string_equal(spec.name, "bot.py");
}

static void missing_files_are_rejected(void **state)
{
    (void)state;
    refuses("./nothing", ERR_UNKNOWN, "'./nothing' does not exist; it was looked up as /");
    refuses("./bots/x/", ERR_UNKNOWN, "x/bot.json: no such file");
    refuses("/", ERR_UNKNOWN, "/ is not a bot");
    assert_int_equal(mkfifo("pipe", 0600), 0);
    refuses("./pipe", ERR_UNKNOWN, "neither a file nor a folder");
    write_file("bot.json", "{}");
    refuses("./bot.json", ERR_UNKNOWN, "'./bot.json' describes a bot; name its folder instead");
    assert_int_equal(mkfifo("bots/x/bot.json", 0600), 0);
    refuses("./bots/x", ERR_IO, "not a regular file");
}

static void plugins_are_hosted_by_this_program_unless_trusted(void **state)
{
    (void)state;
    write_file("bots/x/mine.so", "");
    expect("bots/x/mine.so", "/usr/bin/env|host-bot|--plugin|./mine.so", "./bots/x");
    assert_string_equal(spec.launch.extra_file, "/usr/bin/env");
    assert_string_equal(spec.launch.only_file, "mine.so");
    assert_string_equal(spec.name, "mine");
    assert_string_equal(spec.plugin, "");
    assert_false(guest_runs_in_process(&home, "bots/x/mine.so"));
    home.trust = true;
    resolve("bots/x/mine.so");
    assert_non_null(strstr(spec.plugin, "/bots/x/mine.so"));
    assert_true(guest_runs_in_process(&home, "bots/x/mine.so"));
    assert_false(guest_runs_in_process(&home, "hunt"));
    assert_false(guest_runs_in_process(&home, "cmd:run mine.so"));
    refuses("./other.so", ERR_UNKNOWN, "does not exist");
}

static void an_invalid_plugin_is_rejected_with_its_name(void **state)
{
    struct bot *bot;

    (void)state;
    write_file("mine.so", "not a library");
    assert_int_equal(plugin_load("mine.so", &bot, &message), ERR_IO);
    assert_non_null(strstr(message.text, "mine.so: "));
    assert_null(bot);
    assert_int_equal(plugin_load("./nothing.so", &bot, &message), ERR_IO);
    /* Must not find a system library by its name. */
    assert_int_equal(plugin_load("libm.so.6", &bot, &message), ERR_IO);
}

#ifdef HAVE_JANSSON

static void json(const char *text)
{
    write_file("bots/x/bot.json", text);
}

static void bot_json_says_what_to_start(void **state)
{
    (void)state;
    write_file("bots/x/bot.py", "");
    json("{\"command\": \"python3 bot.py 'a b'\"}");
    expect("./bots/x", "python3|bot.py|a b", "./bots/x");
    assert_string_equal(spec.name, "x");
    json("{\"name\": \"Anna\", \"authors\": \"A\\u001b B\", \"command\": [\"./run\", \"a b\"],\n"
         "\"files\": [\"bot.py\"]}");
    expect("bots/x", "./run|a b", "./bots/x");
    assert_string_equal(spec.name, "Anna");
    assert_string_equal(spec.authors, "A? B");
}

static void bot_json_is_parsed_strictly(void **state)
{
    (void)state;
    json("");
    refuses("./bots/x", ERR_SYNTAX, "x/bot.json: the file is empty");
    json("[]");
    refuses("./bots/x", ERR_SYNTAX, "x/bot.json: line 1: not a JSON object");
    json("{\n\"command\": \"x\",\n}");
    refuses("./bots/x", ERR_SYNTAX, "x/bot.json: line 3, column ");
    refuses("./bots/x", ERR_SYNTAX, "; remove the comma before it");
    json("{\"command\": [\"x\" , ]}");
    refuses("./bots/x", ERR_SYNTAX, "; remove the comma before it");
    json("{\"command\": \"x\",\n\"command\": \"y\"}");
    refuses("./bots/x", ERR_SYNTAX, "line 2, column ");
    json("{\"name\": \"x\"}");
    refuses("./bots/x", ERR_SYNTAX, "\"command\" is missing");
    json("{\"command\": \"x\",\n\n\"comand\": 1}");
    refuses("./bots/x", ERR_SYNTAX, "line 3: unknown key 'comand'; the keys are name, authors,");
    json("{\"command\":\n 7}");
    refuses("./bots/x", ERR_SYNTAX, "line 1: command is neither");
    json("{\"command\": []}");
    refuses("./bots/x", ERR_SYNTAX, "command is neither");
    json("{\"command\": [\"x\", 1]}");
    refuses("./bots/x", ERR_SYNTAX, "command has an entry");
    json("{\"command\": \"x 'y\"}");
    refuses("./bots/x", ERR_SYNTAX, "line 1: command: 'x 'y': unclosed quote");
    json("{\"command\": \"x\", \"name\": 3}");
    refuses("./bots/x", ERR_SYNTAX, "name is not a string");
    json("{\"command\": \"x\", \"name\": \"\"}");
    refuses("./bots/x", ERR_SYNTAX, "name is empty or too long");
    json("{\"command\": \"x\", \"files\": \"bot.py\"}");
    refuses("./bots/x", ERR_SYNTAX, "files is not a list");
    json("{\"command\": \"x\", \"files\": [\"../../etc/passwd\"]}");
    refuses("./bots/x", ERR_SYNTAX, "files has an entry");
    json("{\"command\": \"x\", \"files\": [\"/etc/passwd\"]}");
    refuses("./bots/x", ERR_SYNTAX, "files has an entry");
    json("{\"command\": \"x\", \"files\": [\"bot.py\"]}");
    refuses("./bots/x", ERR_IO, "the file 'bot.py' listed under \"files\" does not exist");
    json("{\"command\": \"x\", \"build\": 1}");
    refuses("./bots/x", ERR_SYNTAX, "build is neither");
}

/* How often the build step below has run. */
static long builds(void)
{
    struct stat facts;

    return stat("bots/x/log", &facts) == 0 ? (long)facts.st_size : 0;
}

/* Makes the files older, so that the next change is newer whatever the resolution of the clock. */
static void age(void)
{
    static const char *const files[] = {"bot.json", "source", ".broadside-built"};

    for (size_t i = 0; i < 3; i++) {
        char path[64];
        struct stat facts;
        struct timespec times[2];

        snprintf(path, sizeof path, "bots/x/%s", files[i]);
        assert_int_equal(stat(path, &facts), 0);
        times[0] = times[1] = facts.st_mtim;
        times[0].tv_sec -= 10;
        times[1].tv_sec -= 10;
        assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    }
}

static void a_build_runs_only_if_needed(void **state)
{
    (void)state;
    write_file("bots/x/source", "");
    json("{\"command\": \"./run\", \"files\": [\"source\"],\n"
         "\"build\": [\"sh\", \"-c\", \"printf x >>log; chmod 666 log; touch run\"]}");
    resolve("./bots/x");
    assert_int_equal(builds(), 1);
    age();
    resolve("./bots/x");
    assert_int_equal(builds(), 1);
    write_file("bots/x/source", "changed");
    resolve("./bots/x");
    assert_int_equal(builds(), 2);
    age();
    resolve("./bots/x");
    assert_int_equal(builds(), 2);
    unlink("bots/x/run");
    resolve("./bots/x");
    assert_int_equal(builds(), 3);
}

static void a_failed_build_reports_the_error(void **state)
{
    (void)state;
    json("{\"command\": \"./run\",\n"
         "\"build\": [\"sh\", \"-c\", \"echo one; echo 'bot.c:3: error: no such\\u001b' >&2; "
         "echo 'one error' >&2; exit 1\"]}");
    refuses("./bots/x", ERR_BUILD,
            "x/bot.json: the build step failed: bot.c:3: error: no such?: it");
    assert_int_not_equal(access("bots/x/.broadside-built", F_OK), 0);
    json(
        "{\"command\": \"./run\", \"build\": [\"sh\", \"-c\", \"echo 'only error' >&2; exit 1\"]}");
    refuses("./bots/x", ERR_BUILD,
            "the build step failed: it exited with status 1; its last error output: only error");
    json("{\"command\": \"./run\", \"build\": \"/nowhere/compiler\"}");
    refuses("./bots/x", ERR_BUILD, "the build step failed: /nowhere/compiler");
}

/* A running bot can lock the same file. */
static void a_lock_that_is_never_released_only_delays_a_build(void **state)
{
    int lock;

    (void)state;
    write_file("bots/x/source", "");
    json("{\"command\": \"./run\", \"files\": [\"source\"],\n"
         "\"build\": [\"sh\", \"-c\", \"printf x >>log; touch run\"]}");
    lock = open("bots/x/bot.json", O_RDONLY);
    assert_int_equal(flock(lock, LOCK_EX), 0);
    home.limits.build_ms = 3000;
    resolve("./bots/x");
    assert_int_equal(builds(), 1);
    close(lock);
}

static void links_left_by_a_build_are_not_followed(void **state)
{
    struct stat before, after;

    (void)state;
    write_file("victim", "");
    assert_int_equal(stat("victim", &before), 0);
    json("{\"command\": \"./run\",\n"
         "\"build\": [\"sh\", \"-c\", \"ln -s ../../victim .broadside-built\"]}");
    resolve("./bots/x");
    assert_int_equal(stat("victim", &after), 0);
    assert_memory_equal(&before.st_mtim, &after.st_mtim, sizeof before.st_mtim);
}

#else

static void without_json_the_message_names_the_package(void **state)
{
    (void)state;
    write_file("bots/x/bot.json", "{\"command\": \"x\"}");
    refuses("./bots/x", ERR_MISSING, "libjansson-dev");
}

#endif

#define FOLDER_TEST(test) cmocka_unit_test_setup_teardown(test, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(paths_and_commands_are_guests_and_names_are_not),
        FOLDER_TEST(command_lines_are_split_like_in_a_shell),
        FOLDER_TEST(a_command_line_sees_the_folder_of_its_first_file),
        FOLDER_TEST(missing_files_are_rejected),
        FOLDER_TEST(plugins_are_hosted_by_this_program_unless_trusted),
        FOLDER_TEST(an_invalid_plugin_is_rejected_with_its_name),
#ifdef HAVE_JANSSON
        FOLDER_TEST(bot_json_says_what_to_start),
        FOLDER_TEST(bot_json_is_parsed_strictly),
        FOLDER_TEST(a_build_runs_only_if_needed),
        FOLDER_TEST(a_failed_build_reports_the_error),
        FOLDER_TEST(a_lock_that_is_never_released_only_delays_a_build),
        FOLDER_TEST(links_left_by_a_build_are_not_followed),
#else
        FOLDER_TEST(without_json_the_message_names_the_package),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
