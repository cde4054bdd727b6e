/* Control groups: where they are found, what they limit, and that none remain. The tests that need
 * real groups are skipped where none can be created. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "guest/cgroup_internal.h"

enum { MEGABYTE = 1 << 20 };

static const struct cgroup_limits small = {
    .memory = 32 * (uint64_t)MEGABYTE, .processes = 8, .cpus = 1};

static void groups_needed(void)
{
    struct message missing;

    if (cgroup_missing(&missing)) {
        print_message("no control groups: %s\n", missing.text);
        skip();
    }
}

/* --- where groups are ------------------------------------------------------------------------ */

static void expect_folder(const char *groups, const char *mounts, const char *controller,
                          const char *expected)
{
    char folder[CGROUP_PATH];
    bool found = cgroup_find_folder(groups, mounts, controller, folder);

    assert_string_equal(folder, expected);
    assert_int_equal(found, expected[0] != '\0');
}

static void folders_of_version_1_are_found(void **state)
{
    static const char groups[] = "9:name=systemd:/\n4:memory:/jobs/one\n2:cpu,cpuacct:/\n0::/\n";
    static const char mounts[] =
        "22 27 0:21 / /proc rw,relatime - proc proc rw\n"
        "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
        "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n"
        "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n";

    (void)state;
    expect_folder(groups, mounts, "memory", "/sys/fs/cgroup/memory/jobs/one");
    expect_folder(groups, mounts, "cpu", "/sys/fs/cgroup/cpu,cpuacct");
    expect_folder(groups, mounts, "cpuacct", "/sys/fs/cgroup/cpu,cpuacct");
    expect_folder(groups, mounts, "", "/sys/fs/cgroup/unified");
    expect_folder(groups, mounts, "pids", "");
    expect_folder(groups, mounts, "mem", "");
}

/* A container sees a part of the tree: its mount has a root, or its namespace hides the rest. */
static void folders_in_containers_are_found(void **state)
{
    static const char mounts[] =
        "35 31 0:32 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
        "36 31 0:33 /docker/other /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n"
        "37 31 0:34 / /mnt/with\\040blank rw - cgroup cgroup rw,freezer\n"
        "41 31 0:38 / /sys/fs/cgroup rw,relatime shared:1 master:2 - cgroup2 cgroup rw\n";

    (void)state;
    expect_folder("4:memory:/docker/abc\n", mounts, "memory", "/sys/fs/cgroup/memory");
    expect_folder("4:memory:/docker/abc/x\n", mounts, "memory", "/sys/fs/cgroup/memory/x");
    expect_folder("4:memory:/docker/abcd\n", mounts, "memory", "");
    expect_folder("4:pids:/docker/abc\n", mounts, "pids", "");
    expect_folder("4:freezer:/\n", mounts, "freezer", "");
    expect_folder("0::/user.slice/a.scope\n", mounts, "", "/sys/fs/cgroup/user.slice/a.scope");
    expect_folder("0::/../outside\n", mounts, "", "");
    expect_folder("", "", "", "");
    expect_folder("0:\n:\n\n", "1 2\n- -\n\n", "", "");
}

static void names_tell_whether_their_arena_lives(void **state)
{
    char name[CGROUP_NAME], own[CGROUP_NAME + 8];

    (void)state;
    cgroup_name_prefix(name);
    snprintf(own, sizeof own, "%s-1", name);
    assert_false(cgroup_is_left_over(own));
    own[strlen(own) - 3] ^= 1; /* another start time: the pid has been reused */
    assert_true(cgroup_is_left_over(own));
    assert_false(cgroup_is_left_over("broadside-1-2-3-4")); /* of another pid namespace */
    assert_false(cgroup_is_left_over("broadside-"));
    assert_false(cgroup_is_left_over("user.slice"));
}

/* --- real groups ----------------------------------------------------------------------------- */

/* Runs `act` in a child in the group and returns its wait status. */
static int run_inside(const struct cgroup *group, int (*act)(void))
{
    pid_t child = fork();
    int status = 0;

    assert_true(child >= 0);
    if (child == 0)
        _exit(cgroup_join(group) ? act() : 99);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void eat(size_t megabytes)
{
    char *block = malloc(megabytes * MEGABYTE);

    if (block)
        memset(block, 1, megabytes * MEGABYTE);
    free(block);
}

static int eat_little(void)
{
    eat(8);
    return 0;
}

static int eat_much(void)
{
    eat(128);
    return 0;
}

/* Reading a large file fills the page cache, which is not the guest's fault. */
static int read_much(void)
{
    static char block[MEGABYTE];
    int fd = open("/proc/self/exe", O_RDONLY);

    for (int i = 0; i < 100 && fd >= 0; i++)
        while (read(fd, block, sizeof block) > 0 && lseek(fd, 0, SEEK_CUR) > 0)
            ;
    return fd < 0;
}

static int fork_many(void)
{
    int count = 0;

    while (count < 50) {
        pid_t child = fork();

        if (child < 0)
            break;
        if (child == 0) {
            pause();
            _exit(0);
        }
        count++;
    }
    kill(0, SIGKILL);
    return count;
}

static int fork_many_in_session(void)
{
    setsid();
    return fork_many();
}

static void memory_and_processes_are_limited(void **state)
{
    struct cgroup group;
    int status;

    (void)state;
    groups_needed();
    assert_int_equal(cgroup_create(&small, &group, NULL), OK);
    assert_int_equal(run_inside(&group, eat_little), 0);
    assert_int_equal(run_inside(&group, read_much), 0);
    assert_int_equal(cgroup_memory_kills(&group), 0);
    status = run_inside(&group, eat_much);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGKILL);
    assert_true(cgroup_memory_kills(&group) > 0);
    status = run_inside(&group, fork_many_in_session);
    assert_true(WIFSIGNALED(status)); /* it kills itself with its children */
    assert_true(cgroup_cpu_us(&group) > 0);
    cgroup_remove(&group);
    for (int i = 0; i < CGROUP_PARTS; i++)
        assert_int_not_equal(access(group.folder[i], F_OK), 0);
}

static void a_frozen_process_uses_no_processor(void **state)
{
    struct cgroup group;
    uint64_t before, frozen;
    pid_t child;

    (void)state;
    groups_needed();
    assert_int_equal(cgroup_create(&small, &group, NULL), OK);
    child = fork();
    if (child == 0) {
        cgroup_join(&group);
        for (volatile unsigned i = 0;; i++)
            ;
    }
    while (cgroup_cpu_us(&group) < 5000)
        usleep(1000);
    cgroup_freeze(&group, true);
    usleep(20000);
    before = cgroup_cpu_us(&group);
    usleep(50000);
    frozen = cgroup_cpu_us(&group) - before;
    assert_true(frozen < 1000);
    kill(child, SIGKILL);
    cgroup_freeze(&group, false);
    waitpid(child, NULL, 0);
    cgroup_remove(&group);
}

/* An arena is killed with its guest frozen. Another one cleans up. */
static void groups_of_a_killed_arena_are_removed(void **state)
{
    struct cgroup group;
    int ends[2], status;
    pid_t arena, next;

    (void)state;
    groups_needed();
    assert_int_equal(pipe(ends), 0);
    arena = fork();
    if (arena == 0) {
        pid_t guest;

        if (cgroup_create(&small, &group, NULL) != OK || (guest = fork()) < 0)
            _exit(1);
        if (guest == 0) {
            cgroup_join(&group);
            if (write(ends[1], &group, sizeof group) < 0)
                _exit(1);
            for (;;)
                pause();
        }
        pause();
    }
    assert_int_equal(read(ends[0], &group, sizeof group), sizeof group);
    cgroup_freeze(&group, true);
    kill(arena, SIGKILL);
    waitpid(arena, NULL, 0);
    assert_int_equal(access(group.folder[CGROUP_FREEZER], F_OK), 0);
    next = fork();
    if (next == 0) { /* a new process that looks for places anew */
        execl("/proc/self/exe", "test_cgroup", "clean", (char *)NULL);
        _exit(1);
    }
    waitpid(next, &status, 0);
    assert_int_equal(status, 0);
    for (int i = 0; i < CGROUP_PARTS; i++)
        assert_int_not_equal(access(group.folder[i], F_OK), 0);
    close(ends[0]);
    close(ends[1]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders_of_version_1_are_found),
        cmocka_unit_test(folders_in_containers_are_found),
        cmocka_unit_test(names_tell_whether_their_arena_lives),
        cmocka_unit_test(memory_and_processes_are_limited),
        cmocka_unit_test(a_frozen_process_uses_no_processor),
        cmocka_unit_test(groups_of_a_killed_arena_are_removed),
    };

    if (argc > 1 && strcmp(argv[1], "clean") == 0)
        return cgroup_missing(NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
