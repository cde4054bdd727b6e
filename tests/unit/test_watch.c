/* Attacks of guests that have not been asked, in the enemy's turn: memory, memory of the kernel,
 * processor time, processes. As root and as an ordinary user, with and without control groups,
 * which root delegates to the user. The guest is tests/misbehaving/misbehave.c.
 *
 * slow: bots that attack until they are stopped
 * unsanitized: it waits and spins */
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "guest/cgroup_internal.h"
#include "support/as_users.h"
#include "support/jail_needed.h"
#include "support/process_fixture.h"

enum { BOUND_MS = 60000 };

static const struct limits usual = {.start_ms = PLENTY_MS,
                                    .move_ms = PLENTY_MS,
                                    .memory_mb = 64,
                                    .processes = 80,
                                    .output_kb = 32,
                                    .log_kb = 16,
                                    .scratch_mb = 4};

static bool no_cgroup;     /* for all guests */
static uint32_t memory_mb; /* likewise; 0 for the usual limit */
static char mark[64];

/* Starts it and plays until the attack begins: two answers. */
static struct process *start_attack(const char *kind)
{
    struct launch launch = {.argv = {"./misbehave", kind, new_mark(mark)},
                            .folder = guest_folder,
                            .no_cgroup = no_cgroup,
                            .limits = usual};
    struct process *process;

    if (memory_mb)
        launch.limits.memory_mb = memory_mb;
    process = start_launch(&launch, true);
    assert_int_equal(process->group != NULL, !no_cgroup);
    if (say_hello(process, PLENTY_MS) != BROKEN_NONE)
        fail_msg("%s: %s", kind, process_trouble(process));
    ask_acts(process, 2);
    return process;
}

static void end(struct process *process)
{
    process_free(process, 0);
    assert_int_equal(count_processes(mark), 0);
}

/* The guest must break. With control groups it never has much more than its limit; otherwise a fast
 * one may have, for as long as the monitor does not look. It computes while it attacks, so it
 * is frozen as well, and continues when it is asked. */
static void expect_death(const char *kind, enum broken broken, const char *words)
{
    struct process *process = start_attack(kind);
    uint64_t begin = now_ms(), most_kb = (uint64_t)usual.memory_mb * 1024 * 2, memory_kb;
    enum broken got = BROKEN_NONE;
    struct slice line;

    while (got == BROKEN_NONE && now_ms() - begin < BOUND_MS) {
        usleep(60000);
        memory_kb = process_usage_memory_kb(process->root);
        if (!no_cgroup && memory_kb >= most_kb &&
            memory_kb != UINT64_MAX) /* not readable: it is about to exit */
            fail_msg("%s: %u MB", kind, (unsigned)(memory_kb / 1024));
        got = ask(process, "act", PLENTY_MS, &line);
    }
    if (got != broken || !strstr(process_trouble(process), words))
        fail_msg("%s: %s, %s", kind, got ? bot_broken_word(got) : "none", process_trouble(process));
    end(process);
}

static uint64_t used_us(const struct process *process)
{
    struct process_usage usage;

    process_usage_read(process->root, &usage);
    return usage.cpu_us;
}

/* Does it use no processor for a while? Stopping a fork bomb process by process takes a moment. */
static bool comes_to_rest(const struct process *process)
{
    for (uint64_t begin = now_ms(); now_ms() - begin < BOUND_MS;) {
        uint64_t before = used_us(process);

        usleep(200000);
        if (used_us(process) < before + 20000)
            return true;
    }
    return false;
}

/* The guest must be frozen, must use no processor, and must answer again when it is asked. */
static void expect_frozen(const char *kind)
{
    struct process *process = start_attack(kind);
    uint64_t begin = now_ms();

    for (int i = 0; i < 2; i++) {
        while (atomic_load(&process->watch.state) != WATCH_FROZEN && now_ms() - begin < BOUND_MS)
            usleep(1000);
        assert_true(comes_to_rest(process));
        assert_int_equal(atomic_load(&process->watch.state), WATCH_FROZEN);
        ask_acts(process, 1);
    }
    assert_true(atomic_load(&process->watch.freezes) >= 2);
    end(process);
}

/* Without a control group a fork bomb may outrun those who stop its processes one by one. Then it
 * is killed. */
static void expect_stopped_or_killed(const char *kind)
{
    struct process *process = start_attack(kind);
    enum broken broken;
    struct slice line;

    assert_true(comes_to_rest(process));
    broken = ask(process, "act", PLENTY_MS, &line);
    if (broken != BROKEN_NONE &&
        (broken != BROKEN_JAIL || !strstr(process_trouble(process), "although it was stopped")))
        fail_msg("%s: %s", kind, process_trouble(process));
    end(process);
}

static void memory_is_limited_between_questions(void **state)
{
    (void)state;
    expect_death("hoard-unasked", BROKEN_MEMORY, "64 MB");
}

static void memory_of_the_kernel_is_limited(void **state)
{
    (void)state;
    expect_death("sockets-unasked", BROKEN_MEMORY, "64 MB");
    expect_death("files-unasked", BROKEN_MEMORY, "64 MB");
}

static void a_guest_that_computes_unasked_is_frozen(void **state)
{
    (void)state;
    expect_frozen("spin-unasked");
    memory_mb = 512; /* the kernel holds a lot for eighty processes */
    if (no_cgroup)
        expect_stopped_or_killed("bomb-unasked");
    else
        expect_frozen("bomb-unasked");
    memory_mb = 0;
}

static void a_guest_that_waits_is_not_frozen(void **state)
{
    struct process *process = start_attack("well");

    (void)state;
    usleep(300000);
    assert_int_equal(atomic_load(&process->watch.state), WATCH_IDLE);
    ask_acts(process, 1);
    assert_int_equal(atomic_load(&process->watch.freezes), 0);
    end(process);
}

/* Whole runs of it, frozen or not, leave no group behind. */
static void no_group_remains(void **state)
{
    struct process *process = start_attack("spin-unasked");
    struct cgroup group;

    (void)state;
    if (!process->group) {
        end(process);
        skip();
    }
    group = *process->group;
    assert_int_equal(access(group.folder[CGROUP_MEMORY], F_OK), 0);
    end(process);
    for (int i = 0; i < CGROUP_PARTS; i++)
        assert_int_not_equal(access(group.folder[i], F_OK), 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(memory_is_limited_between_questions),
    cmocka_unit_test(memory_of_the_kernel_is_limited),
    cmocka_unit_test(a_guest_that_computes_unasked_is_frozen),
    cmocka_unit_test(a_guest_that_waits_is_not_frozen),
    cmocka_unit_test(no_group_remains),
};

/* --- as different users ---------------------------------------------------------------------- */

static int run_both(const char *user)
{
    char name[96];
    struct message missing;
    int failed = 0;

    if (jail_skips_program(user))
        return 0;
    for (int i = 0; i < 2; i++) {
        no_cgroup = i == 1;
        snprintf(name, sizeof name, "as %s, %s control groups", user, i == 0 ? "with" : "without");
        if (i == 0 && cgroup_missing(&missing)) {
            print_message("%s: skipped: %s\n", name, missing.text);
            continue;
        }
        failed += cmocka_run_group_tests_name(name, tests, NULL, NULL);
    }
    return failed;
}

/* Puts us into groups that belong to the ordinary user. They are removed by the parent. */
static void delegate(bool enter)
{
    static const char *const controllers[] = {"memory", "pids", "cpu", "cpuacct", "freezer"};
    struct buffer groups, mounts;

    buffer_init(&groups, 1 << 20);
    buffer_init(&mounts, 1 << 20);
    buffer_read_file(&groups, "/proc/self/cgroup", NULL);
    buffer_read_file(&mounts, "/proc/self/mountinfo", NULL);
    for (size_t i = 0; i < sizeof controllers / sizeof *controllers; i++) {
        char folder[CGROUP_PATH], own[CGROUP_PATH + 32];

        if (!cgroup_find_folder(groups.data, mounts.data, controllers[i], folder))
            continue;
        snprintf(own, sizeof own, "%s/test-watch-%d", folder, (int)(enter ? getppid() : getpid()));
        /* The last process leaves a moment after it has exited. */
        for (int j = 0; !enter && j < 1000 && rmdir(own) != 0 && errno == EBUSY; j++)
            usleep(1000);
        if (!enter)
            continue;
        if (mkdir(own, 0755) == 0 && chown(own, ORDINARY_USER, ORDINARY_USER) == 0)
            cgroup_write_file(own, "cgroup.procs", "0");
    }
    buffer_release(&groups);
    buffer_release(&mounts);
}

static void enter_groups(void)
{
    delegate(true);
}

int main(int argc, char **argv)
{
    uid_t users[2];
    int failed = 0;

    (void)argc;
    if (!make_guest_folder(argv[0]))
        return 1;
    for (int i = 0; i < test_users(users); i++) {
        bool switches = users[i] != geteuid();

        failed += run_as_user(users[i], switches ? enter_groups : NULL, run_both);
        if (switches)
            delegate(false);
    }
    return !remove_guest_folder() || failed > 0;
}
