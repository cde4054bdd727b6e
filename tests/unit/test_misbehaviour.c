/* Every kind of misbehaving guest in a real jail, as root and as an ordinary user: how it is
 * classified, and that nothing of it remains. The guest is tests/misbehaving/misbehave.c. The
 * dialogue is written by hand, so that only process.h is tested.
 *
 * slow: bots that sleep and stall until their time is over */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/as_users.h"
#include "support/jail_needed.h"
#include "support/process_fixture.h"

enum { ACTS = 4, BOUND_MS = 60000, PATIENCE_MS = 20000 };

static const struct limits tight = {.start_ms = 20000, /* for a busy machine */
                                    .move_ms = 300,
                                    .memory_mb = 64,
                                    .processes = 24,
                                    .output_kb = 32,
                                    .log_kb = 16,
                                    .scratch_mb = 2};

static char mark[64]; /* of the guest that was started last */

static bool have_children(void)
{
    return waitpid(-1, NULL, WNOHANG) >= 0 || errno != ECHILD;
}

static struct process *start_kind(const char *kind, const char *const *words)
{
    struct launch launch = {
        .argv = {"./misbehave", kind, new_mark(mark)}, .folder = guest_folder, .limits = tight};
    struct process *process;

    for (int i = 0; words && words[i]; i++)
        launch.argv[3 + i] = words[i];
    process = start_launch(&launch, true);
    assert_true(process_facts(process).jailed);
    assert_true(count_processes(mark) > 0);
    return process;
}

/* Plays a round up to question number ACTS, or until it breaks. */
static enum broken play(struct process *process)
{
    struct slice line;
    enum broken broken;

    process_new_round(process);
    process_tell(process, slice_of("match 1 seed 1"));
    process_tell(process, slice_of("round 1"));
    broken = ask(process, "place", PATIENCE_MS, &line);
    if (broken == BROKEN_NONE)
        assert_true(slice_is(line, "random"));
    process_tell(process, slice_of("start you"));
    for (int i = 0; i < ACTS && broken == BROKEN_NONE; i++)
        broken = ask(process, "act", i == 0 ? PATIENCE_MS : tight.move_ms, &line);
    return broken;
}

/* Frees it and checks that no process and no child is left. */
static void end(struct process *process, unsigned grace_ms)
{
    process_free(process, grace_ms);
    assert_int_equal(count_processes(mark), 0);
    assert_false(have_children());
}

static void check(const char *kind, enum broken broken, const char *words)
{
    uint64_t begin = now_ms();
    struct process *process = start_kind(kind, NULL);
    enum broken got = say_hello(process, tight.start_ms);

    if (got == BROKEN_NONE)
        got = play(process);
    if (got != broken || !strstr(process_trouble(process), words))
        fail_msg("%s: %s, %s", kind, got ? bot_broken_word(got) : "none", process_trouble(process));
    assert_int_equal(process_alive(process), broken == BROKEN_NONE);
    if (broken != BROKEN_NONE)
        assert_int_equal(count_processes(mark), 0); /* immediately, not only after process_free */
    end(process, 0);
    assert_true(now_ms() - begin < BOUND_MS);
}

/* --- the kinds ------------------------------------------------------------------------------- */

static void failures_are_classified(void **state)
{
    (void)state;
    check("well", BROKEN_NONE, "");
    check("sleep", BROKEN_STALL, "not computing");
    check("no-read", BROKEN_STALL, "not computing");
    check("half-line", BROKEN_STALL, "a line without a newline");
    check("spin", BROKEN_MOVE_TIMEOUT, "");
    check("exit-mid", BROKEN_EXIT, "status 0");
    check("exit-status", BROKEN_CRASH,
          "status 3; its last error output: the engine room is flooded");
    check("crash", BROKEN_CRASH, "SIGABRT");
    check("segv", BROKEN_CRASH, "SIGSEGV");
}

static void unasked_output_is_classified(void **state)
{
    (void)state;
    check("flood-out", BROKEN_OUTPUT, "more than 32 KB");
    check("print-1gb", BROKEN_OUTPUT, "more than 32 KB");
    check("answer-twice", BROKEN_PROTOCOL, "'fire B1'");
    check("nul-byte", BROKEN_PROTOCOL, "NUL");
    check("long-line", BROKEN_PROTOCOL, "longer than 4096");
    check("half-exit", BROKEN_PROTOCOL, "middle of a line");
    check("close-streams", BROKEN_PROTOCOL, "closed its standard output");
}

static void an_early_answer_is_noticed(void **state)
{
    struct process *process = start_kind("answer-early", NULL);
    struct slice line;
    uint64_t begin = now_ms();

    (void)state;
    assert_int_equal(say_hello(process, tight.start_ms), BROKEN_NONE);
    assert_int_equal(ask(process, "act", PATIENCE_MS, &line), BROKEN_NONE);
    assert_int_equal(ask(process, "act", PATIENCE_MS, &line), BROKEN_NONE);
    while (process_check_quiet(process) == BROKEN_NONE && now_ms() - begin < BOUND_MS)
        usleep(1000);
    assert_int_equal(process_check_quiet(process), BROKEN_PROTOCOL);
    assert_non_null(strstr(process_trouble(process), "without being asked: 'fire C1'"));
    end(process, 0);
}

static void a_guest_that_is_never_ready_stalls(void **state)
{
    struct process *process = start_kind("no-ready", NULL);

    (void)state;
    assert_int_equal(say_hello(process, 500), BROKEN_STALL);
    end(process, 0);
}

static void memory_is_limited_for_all_processes_together(void **state)
{
    (void)state;
    check("eat-memory", BROKEN_MEMORY, "more than its 64 MB"); /* not `crash` */
    check("eat-together", BROKEN_MEMORY, "more than its 64 MB");
    check("eat-tables", BROKEN_MEMORY, "more than its 64 MB");
}

static void forbidden_system_calls_are_jail_violations(void **state)
{
    (void)state;
    check("socket", BROKEN_JAIL, "system call");
    check("ptrace", BROKEN_JAIL, "system call");
}

/* A fork bomb soon runs out of processes and keeps trying. */
static void a_fork_bomb_is_stopped(void **state)
{
    (void)state;
    check("fork-bomb", BROKEN_MOVE_TIMEOUT, "");
}

static void daemons_do_not_remain(void **state)
{
    (void)state;
    check("daemon", BROKEN_NONE, "");
    check("daemon-exit", BROKEN_EXIT, "status 0");
}

static void a_guest_cannot_kill_its_parents(void **state)
{
    (void)state;
    check("kill-parent", BROKEN_NONE, "");
}

static void a_guest_that_ignores_signals_is_killed(void **state)
{
    struct process *process = start_kind("ignore-term", NULL);

    (void)state;
    assert_int_equal(say_hello(process, tight.start_ms), BROKEN_NONE);
    assert_int_equal(play(process), BROKEN_NONE);
    process_tell(process, slice_of("quit"));
    end(process, 50);
}

static void a_good_guest_exits_after_quit(void **state)
{
    struct process *process = start_kind("well", NULL);
    uint64_t begin = now_ms();

    (void)state;
    assert_int_equal(say_hello(process, tight.start_ms), BROKEN_NONE);
    assert_int_equal(play(process), BROKEN_NONE);
    process_tell(process, slice_of("quit"));
    end(process, BOUND_MS);
    assert_true(now_ms() - begin < BOUND_MS);
}

static void a_full_tmp_does_no_harm(void **state)
{
    struct process *process = start_kind("fill-tmp", NULL);
    struct slice log;
    uint64_t dropped;
    struct stat facts;
    char path[128];

    (void)state;
    assert_int_equal(say_hello(process, tight.start_ms), BROKEN_NONE);
    assert_int_equal(play(process), BROKEN_NONE);
    log = process_log(process, &dropped);
    assert_non_null(memmem(log.text, log.length, "filled /tmp with 2", 18));
    assert_non_null(memmem(log.text, log.length, "No space left", 13));
    assert_non_null(memmem(log.text, log.length, "filled . with 0 KB", 18));
    end(process, 0);
    snprintf(path, sizeof path, "%s/fill0", guest_folder);
    assert_int_not_equal(stat(path, &facts), 0);
}

static void standard_error_is_kept_up_to_the_limit(void **state)
{
    struct process *process = start_kind("flood-err", NULL);
    struct slice line;
    uint64_t dropped;

    (void)state;
    assert_int_equal(say_hello(process, tight.start_ms), BROKEN_NONE);
    for (int i = 0; i < ACTS; i++)
        assert_int_equal(ask(process, "act", PATIENCE_MS, &line), BROKEN_NONE);
    assert_int_equal(process_log(process, &dropped).length, tight.log_kb * 1024);
    assert_int_equal(dropped, 4096 * 1023 - tight.log_kb * 1024);
    end(process, 0);
}

static void a_flood_of_standard_error_is_not_an_answer(void **state)
{
    struct process *process = start_kind("flood-err-for-ever", NULL);

    (void)state;
    assert_int_equal(say_hello(process, tight.start_ms), BROKEN_NONE);
    assert_int_equal(play(process), BROKEN_OUTPUT);
    assert_non_null(strstr(process_trouble(process), "on standard error"));
    end(process, 0);
}

/* Files of the arena and of the machine, and the guest's folder under its outside path. */
static void a_guest_cannot_read_the_arena(void **state)
{
    char own[64], environment[64], memory[64];
    const char *words[] = {"/etc/shadow",     "/etc/passwd", "/etc/hostname", "/root", own,
                           environment,       memory,        guest_folder,    "/work", "/var",
                           "/proc/1/environ", NULL};
    struct process *process;
    struct slice log;
    uint64_t dropped;

    (void)state;
    snprintf(own, sizeof own, "/proc/%d/cmdline", (int)getpid());
    snprintf(environment, sizeof environment, "/proc/%d/environ", (int)getpid());
    snprintf(memory, sizeof memory, "/proc/%d/maps", (int)getpid());
    setenv("BROADSIDE_TEST_SECRET", "only-for-the-arena", 1);
    process = start_kind("read-arena", words);
    assert_int_equal(say_hello(process, tight.start_ms), BROKEN_NONE);
    assert_int_equal(play(process), BROKEN_NONE);
    log = process_log(process, &dropped);
    assert_null(memmem(log.text, log.length, "only-for-the-arena", 18));
    for (int i = 0; words[i + 1]; i++) {
        char line[160];

        snprintf(line, sizeof line, "read %s:", words[i]);
        if (memmem(log.text, log.length, line, strlen(line)))
            fail_msg("%.*s", (int)log.length, log.text);
    }
    end(process, 0);
}

/* --- all tests ------------------------------------------------------------------------------- */

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(failures_are_classified),
    cmocka_unit_test(unasked_output_is_classified),
    cmocka_unit_test(an_early_answer_is_noticed),
    cmocka_unit_test(a_guest_that_is_never_ready_stalls),
    cmocka_unit_test(memory_is_limited_for_all_processes_together),
    cmocka_unit_test(forbidden_system_calls_are_jail_violations),
    cmocka_unit_test(a_fork_bomb_is_stopped),
    cmocka_unit_test(daemons_do_not_remain),
    cmocka_unit_test(a_guest_cannot_kill_its_parents),
    cmocka_unit_test(a_guest_that_ignores_signals_is_killed),
    cmocka_unit_test(a_good_guest_exits_after_quit),
    cmocka_unit_test(a_full_tmp_does_no_harm),
    cmocka_unit_test(standard_error_is_kept_up_to_the_limit),
    cmocka_unit_test(a_flood_of_standard_error_is_not_an_answer),
    cmocka_unit_test(a_guest_cannot_read_the_arena),
};

static int run_group(const char *user)
{
    char name[64];

    snprintf(name, sizeof name, "misbehaviour, as %s", user);
    return jail_skips_program(name) ? 0 : cmocka_run_group_tests_name(name, tests, NULL, NULL);
}

int main(int argc, char **argv)
{
    uid_t users[2];
    int failed = 0;

    (void)argc;
    if (!make_guest_folder(argv[0]))
        return 1;
    for (int i = 0; i < test_users(users); i++)
        failed += run_as_user(users[i], NULL, run_group);
    return !remove_guest_folder() || failed > 0;
}
