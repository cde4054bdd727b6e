/* Every kind of bad guest in a real jail, as root and as an ordinary user: what its misbehaviour is
 * called, and that nothing of it stays behind. The guest is tests/misbehaving/misbehave.c; the
 * dialogue is spoken here, by hand, so that nothing but process.h is judged.
 *
 * slow: bots that sleep and stall until their time is over */
#define _GNU_SOURCE
#include "guest/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { PLAIN_USER = 65534, ACTS = 4, BOUND_MS = 60000, PATIENCE_MS = 20000 };

static const struct limits tight = {.start_ms = 20000, /* a busy machine starts slowly */
                                    .move_ms = 300,
                                    .memory_mb = 64,
                                    .processes = 24,
                                    .output_kb = 32,
                                    .log_kb = 16,
                                    .scratch_mb = 2};

static char folder[64]; /* where the guest lies, readable by everybody */
static char mark[64];   /* a word on its command line, by which its processes are found */

static uint64_t now_ms(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

/* Processes anywhere on the machine with the mark on their command line; zombies have none. */
static int marked_processes(void)
{
    DIR *all = opendir("/proc");
    const struct dirent *entry;
    int count = 0;

    assert_non_null(all);
    while ((entry = readdir(all))) {
        char path[300], text[8192];
        ssize_t got;
        int fd;

        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        fd = open(path, O_RDONLY | O_CLOEXEC);
        if (fd < 0)
            continue;
        got = read(fd, text, sizeof text);
        close(fd);
        count += got > 0 && memmem(text, (size_t)got, mark, strlen(mark)) != NULL;
    }
    closedir(all);
    return count;
}

static bool have_children(void)
{
    return waitpid(-1, NULL, WNOHANG) >= 0 || errno != ECHILD;
}

static struct process *start(const char *kind, const char *const *words)
{
    struct launch launch = {.argv = {"./misbehave", kind, mark}, .folder = folder, .limits = tight};
    struct process *process;
    struct message message = {""};
    static int count;

    snprintf(mark, sizeof mark, "mark-%d-%d", (int)getpid(), count++);
    for (int i = 0; words && words[i]; i++)
        launch.argv[3 + i] = words[i];
    if (process_start(&launch, &process, &message) != OK)
        fail_msg("%s: %s", kind, message.text);
    assert_true(process_facts(process).jailed);
    assert_true(marked_processes() > 0);
    return process;
}

static enum broken ask(struct process *process, const char *question, unsigned ms,
                       struct slice *line)
{
    uint64_t used_us;

    process_tell(process, slice_of(question));
    return process_ask(process, ms, line, &used_us);
}

static enum broken hello(struct process *process, unsigned start_ms)
{
    struct slice line;
    enum broken broken = ask(process, "broadside 1", start_ms, &line);
    uint64_t used_us;

    while (broken == BROKEN_NONE && !slice_is(line, "ready"))
        broken = process_ask(process, start_ms, &line, &used_us);
    return broken;
}

/* A round up to the ACTSth question, or to where it breaks. */
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

/* Frees it, and looks that nothing is left: no process, no child, no descriptor. */
static void end(struct process *process, unsigned grace_ms)
{
    process_free(process, grace_ms);
    assert_int_equal(marked_processes(), 0);
    assert_false(have_children());
}

static void check(const char *kind, enum broken broken, const char *words)
{
    uint64_t begin = now_ms();
    struct process *process = start(kind, NULL);
    enum broken got = hello(process, tight.start_ms);

    if (got == BROKEN_NONE)
        got = play(process);
    if (got != broken || !strstr(process_trouble(process), words))
        fail_msg("%s: %s, %s", kind, got ? bot_broken_word(got) : "none", process_trouble(process));
    assert_int_equal(process_alive(process), broken == BROKEN_NONE);
    if (broken != BROKEN_NONE)
        assert_int_equal(marked_processes(), 0); /* at once, not only when it is freed */
    end(process, 0);
    assert_true(now_ms() - begin < BOUND_MS);
}

/* --- the kinds ------------------------------------------------------------------------------- */

static void who_breaks_is_named(void **state)
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

static void output_that_was_not_asked_for_is_named(void **state)
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

static void who_answers_early_is_noticed(void **state)
{
    struct process *process = start("answer-early", NULL);
    struct slice line;
    uint64_t begin = now_ms();

    (void)state;
    assert_int_equal(hello(process, tight.start_ms), BROKEN_NONE);
    assert_int_equal(ask(process, "act", PATIENCE_MS, &line), BROKEN_NONE);
    assert_int_equal(ask(process, "act", PATIENCE_MS, &line), BROKEN_NONE);
    while (process_check_quiet(process) == BROKEN_NONE && now_ms() - begin < BOUND_MS)
        usleep(1000);
    assert_int_equal(process_check_quiet(process), BROKEN_PROTOCOL);
    assert_non_null(strstr(process_trouble(process), "without being asked: 'fire C1'"));
    end(process, 0);
}

static void who_is_never_ready_stalls(void **state)
{
    struct process *process = start("no-ready", NULL);

    (void)state;
    assert_int_equal(hello(process, 500), BROKEN_STALL);
    end(process, 0);
}

static void memory_is_bounded_for_one_and_for_all_together(void **state)
{
    (void)state;
    check("eat-memory", BROKEN_MEMORY, "");
    check("eat-together", BROKEN_MEMORY, "more than its 64 MB");
    check("eat-tables", BROKEN_MEMORY, "more than its 64 MB");
}

static void the_forbidden_is_a_violation_of_the_jail(void **state)
{
    (void)state;
    check("socket", BROKEN_JAIL, "system call");
    check("ptrace", BROKEN_JAIL, "system call");
}

/* A fork bomb is out of processes soon and goes on trying: it computes, or waits for its turn. */
static void forks_without_end_come_to_an_end(void **state)
{
    (void)state;
    check("fork-bomb", BROKEN_MOVE_TIMEOUT, "");
}

static void daemons_do_not_stay(void **state)
{
    (void)state;
    check("daemon", BROKEN_NONE, "");
    check("daemon-exit", BROKEN_EXIT, "status 0");
}

static void nobody_above_it_can_be_killed(void **state)
{
    (void)state;
    check("kill-parent", BROKEN_NONE, "");
}

static void who_ignores_all_signals_is_killed(void **state)
{
    struct process *process = start("ignore-term", NULL);

    (void)state;
    assert_int_equal(hello(process, tight.start_ms), BROKEN_NONE);
    assert_int_equal(play(process), BROKEN_NONE);
    process_tell(process, slice_of("quit"));
    end(process, 50);
}

static void who_plays_well_may_leave_by_itself(void **state)
{
    struct process *process = start("well", NULL);
    uint64_t begin = now_ms();

    (void)state;
    assert_int_equal(hello(process, tight.start_ms), BROKEN_NONE);
    assert_int_equal(play(process), BROKEN_NONE);
    process_tell(process, slice_of("quit"));
    end(process, BOUND_MS);
    assert_true(now_ms() - begin < BOUND_MS);
}

static void a_full_tmp_harms_nobody(void **state)
{
    struct process *process = start("fill-tmp", NULL);
    struct slice log;
    uint64_t dropped;
    struct stat facts;
    char path[128];

    (void)state;
    assert_int_equal(hello(process, tight.start_ms), BROKEN_NONE);
    assert_int_equal(play(process), BROKEN_NONE);
    log = process_log(process, &dropped);
    assert_non_null(memmem(log.text, log.length, "filled /tmp with 2", 18));
    assert_non_null(memmem(log.text, log.length, "No space left", 13));
    assert_non_null(memmem(log.text, log.length, "filled . with 0 KB", 18));
    end(process, 0);
    snprintf(path, sizeof path, "%s/fill0", folder);
    assert_int_not_equal(stat(path, &facts), 0);
}

static void standard_error_is_kept_up_to_a_point(void **state)
{
    struct process *process = start("flood-err", NULL);
    struct slice line;
    uint64_t dropped;

    (void)state;
    assert_int_equal(hello(process, tight.start_ms), BROKEN_NONE);
    for (int i = 0; i < ACTS; i++)
        assert_int_equal(ask(process, "act", PATIENCE_MS, &line), BROKEN_NONE);
    assert_int_equal(process_log(process, &dropped).length, tight.log_kb * 1024);
    assert_int_equal(dropped, 4096 * 1023 - tight.log_kb * 1024);
    end(process, 0);
}

static void a_flood_of_standard_error_is_no_answer(void **state)
{
    struct process *process = start("flood-err-for-ever", NULL);
    enum broken broken;

    (void)state;
    assert_int_equal(hello(process, tight.start_ms), BROKEN_NONE);
    broken = play(process);
    assert_true(broken == BROKEN_MOVE_TIMEOUT || broken == BROKEN_STALL);
    end(process, 0);
}

/* Files of the arena and of the machine; the folder of the guest under its outer name too. */
static void the_arena_cannot_be_read(void **state)
{
    char own[64], environment[64], memory[64];
    const char *words[] = {"/etc/shadow",     "/etc/passwd", "/etc/hostname", "/root", own,
                           environment,       memory,        folder,          "/work", "/var",
                           "/proc/1/environ", NULL};
    struct process *process;
    struct slice log;
    uint64_t dropped;

    (void)state;
    snprintf(own, sizeof own, "/proc/%d/cmdline", (int)getpid());
    snprintf(environment, sizeof environment, "/proc/%d/environ", (int)getpid());
    snprintf(memory, sizeof memory, "/proc/%d/maps", (int)getpid());
    setenv("BROADSIDE_TEST_SECRET", "only-for-the-arena", 1);
    process = start("read-arena", words);
    assert_int_equal(hello(process, tight.start_ms), BROKEN_NONE);
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

/* --- the frame ------------------------------------------------------------------------------- */

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(who_breaks_is_named),
    cmocka_unit_test(output_that_was_not_asked_for_is_named),
    cmocka_unit_test(who_answers_early_is_noticed),
    cmocka_unit_test(who_is_never_ready_stalls),
    cmocka_unit_test(memory_is_bounded_for_one_and_for_all_together),
    cmocka_unit_test(the_forbidden_is_a_violation_of_the_jail),
    cmocka_unit_test(forks_without_end_come_to_an_end),
    cmocka_unit_test(daemons_do_not_stay),
    cmocka_unit_test(nobody_above_it_can_be_killed),
    cmocka_unit_test(who_ignores_all_signals_is_killed),
    cmocka_unit_test(who_plays_well_may_leave_by_itself),
    cmocka_unit_test(a_full_tmp_harms_nobody),
    cmocka_unit_test(standard_error_is_kept_up_to_a_point),
    cmocka_unit_test(a_flood_of_standard_error_is_no_answer),
    cmocka_unit_test(the_arena_cannot_be_read),
};

/* A copy of the guest that an ordinary user can reach, wherever this tree lies. */
static bool make_folder(const char *own)
{
    char command[4400];

    snprintf(folder, sizeof folder, "/tmp/broadside-misbehave-XXXXXX");
    if (!mkdtemp(folder) || chmod(folder, 0755) != 0)
        return false;
    snprintf(command, sizeof command, "cp \"$(dirname '%s')/misbehave\" %s && chmod 755 %s/*", own,
             folder, folder);
    return system(command) == 0;
}

static int run_as(const char *name)
{
    struct message missing;

    if (jail_missing(&missing)) {
        printf("1..1\nok 1 - %s # SKIP no jail here: %s\n", name, missing.text);
        return 0;
    }
    return cmocka_run_group_tests_name(name, tests, NULL, NULL);
}

/* In a process of its own, and first: what the machine offers is looked up once in a process, and
 * is not the same for root. */
static int run_as_nobody(void)
{
    pid_t child;
    int status = 1;

    fflush(NULL);
    child = fork();
    if (child == 0) {
        if (setgroups(0, NULL) != 0 || setgid(PLAIN_USER) != 0 || setuid(PLAIN_USER) != 0)
            _exit(2);
        prctl(PR_SET_DUMPABLE, 1); /* or the leak checker cannot look at it */
        exit(run_as("misbehaviour, as an ordinary user"));
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int argc, char **argv)
{
    int failed = 0;
    char command[128];

    (void)argc;
    if (!make_folder(argv[0])) {
        printf("1..1\nnot ok 1 - the guest can be copied\n");
        return 1;
    }
    if (geteuid() == 0)
        failed += run_as_nobody();
    failed += run_as("misbehaviour");
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) != 0 || failed > 0;
}
