/* Channels between jails. Two guests (tests/misbehaving/whisper.c) in jails of their own try to
 * pass a bit through everything that their jails share. Each attempt is also made without a jail,
 * where it must succeed: otherwise the test would prove nothing. As the current user and, if that
 * is root, also as an ordinary one.
 *
 * slow: a hundred jails, each as two users
 * unsanitized: it starts hundreds of jails */
#define _GNU_SOURCE 1
#include <pwd.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mount.h>
#include <sys/utsname.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "guest/jail_internal.h"

#include "support/as_users.h"
#include "support/jail_needed.h"
#include "support/process_fixture.h"

enum { SEEN = 2048, DATA_SIZE = 65536, JAILS = 20 };

static char own[PATH_MAX]; /* this program */

/* --- two guests ------------------------------------------------------------------------------- */

static struct process *start_whisper(const char *role, const char *channel, const char *bit,
                                     bool jail)
{
    struct launch launch = {.argv = {"./whisper", role, channel, bit},
                            .folder = guest_folder,
                            .unsafe = !jail,
                            .limits = roomy};

    return start_launch(&launch, jail);
}

static struct slice ask_line(struct process *process)
{
    struct slice line;

    if (ask(process, "go", PLENTY_MS, &line) != BROKEN_NONE)
        fail_msg("%s", process_trouble(process));
    return line;
}

/* The bot's file is in the page cache, and clean, so that it can be evicted. */
static void write_data(void)
{
    static const struct timespec times[2] = {{.tv_sec = 1000}, {.tv_sec = 2000}};
    static char bytes[DATA_SIZE];
    char path[PATH_MAX];
    int fd;

    snprintf(path, sizeof path, "%s/data", guest_folder);
    fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, sizeof bytes), sizeof bytes);
    assert_int_equal(fsync(fd), 0);
    assert_int_equal(futimens(fd, times), 0);
    close(fd);
}

enum when { AT_ONCE, LATER }; /* two matches at the same time, or one after the other */

/* What the receiver sees if the sender sends this bit. */
static void whisper(const char *channel, const char *bit, bool jail, enum when when,
                    char seen[SEEN])
{
    struct process *receiver = NULL, *sender;

    write_data();
    if (when == AT_ONCE) {
        receiver = start_whisper("sense", channel, NULL, jail);
        assert_true(slice_is(ask_line(receiver), "ready"));
    }
    sender = start_whisper("send", channel, bit, jail);
    assert_true(slice_is(ask_line(sender), "sent"));
    if (when == LATER) {
        process_free(sender, 0);
        sender = NULL;
        receiver = start_whisper("sense", channel, NULL, jail);
        assert_true(slice_is(ask_line(receiver), "ready"));
    }
    slice_printable(seen, SEEN, ask_line(receiver));
    process_free(sender, 0);
    process_free(receiver, 0);
}

static bool can_send(const char *channel, bool jail, enum when when)
{
    char silence[SEEN], message[SEEN];

    whisper(channel, "0", jail, when, silence);
    whisper(channel, "1", jail, when, message);
    if (jail && strcmp(silence, message) != 0)
        print_message("%s: '%s' or '%s'\n", channel, silence, message);
    return strcmp(silence, message) != 0;
}

/* A file that makes the folder too large to be copied. It takes no room on the disk. */
static void set_large(bool is_large)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/large", guest_folder);
    if (!is_large) {
        unlink(path);
        return;
    }
    close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    assert_int_equal(truncate(path, (off_t)copy_limits_play.bytes + 1), 0);
}

/* --- tests ------------------------------------------------------------------------------------ */

static void jails_cannot_talk(void **state)
{
    static const char *const channels[] = {
        "flock",       "record-lock", "file-lock",       "device-lock",   "inotify", "dnotify",
        "device-time", "scratch",     "abstract-socket", "shared-memory", "pids",    "counters"};

    (void)state;
    jail_needed();
    for (size_t i = 0; i < sizeof channels / sizeof channels[0]; i++) {
        if (!can_send(channels[i], false, AT_ONCE))
            fail_msg("%s carries nothing even without a jail", channels[i]);
        if (can_send(channels[i], true, AT_ONCE))
            fail_msg("%s carries a bit from jail to jail", channels[i]);
    }
}

/* Older kernels count the signals of all jails of an ordinary user together. */
static bool counts_signals_by_jail(void)
{
    struct utsname system;
    int major = 0, minor = 0;

    assert_int_equal(uname(&system), 0);
    assert_int_equal(sscanf(system.release, "%d.%d", &major, &minor), 2);
    return geteuid() == 0 || major > 5 || (major == 5 && minor >= 14);
}

static void queued_signals_carry_nothing(void **state)
{
    char seen[SEEN];

    (void)state;
    jail_needed();
    assert_true(can_send("signals", false, AT_ONCE));
    if (!counts_signals_by_jail()) {
        print_message("this kernel counts queued signals by user\n");
        skip();
    }
    assert_false(can_send("signals", true, AT_ONCE));
    whisper("signals", "1", true, AT_ONCE, seen);
    assert_string_equal(seen, "free");
}

/* Whether these work outside a jail depends on the file system and the age of the kernel. */
static void jails_do_not_see_the_page_cache(void **state)
{
    static const char *const channels[] = {"nowait",  "mincore",     "cachestat",
                                           "pageout", "access-time", "disk"};
    bool is_open = false;

    (void)state;
    jail_needed();
    for (size_t i = 0; i < sizeof channels / sizeof channels[0]; i++) {
        bool works = can_send(channels[i], false, AT_ONCE);

        is_open |= works;
        if (!works)
            print_message("%s carries nothing even without a jail\n", channels[i]);
        if (can_send(channels[i], true, AT_ONCE))
            fail_msg("%s carries a bit from jail to jail", channels[i]);
    }
    assert_true(is_open || access("/proc/sys/fs", F_OK) != 0);
}

/* A folder that is too large to be copied is shared, but still tells nothing. */
static void a_shared_folder_carries_nothing(void **state)
{
    static const char *const channels[] = {"nowait",  "mincore",     "cachestat",
                                           "pageout", "access-time", "own-flock"};

    (void)state;
    jail_needed();
    set_large(true);
    for (size_t i = 0; i < sizeof channels / sizeof channels[0]; i++)
        if (can_send(channels[i], true, AT_ONCE))
            fail_msg("%s carries a bit in a shared folder", channels[i]);
    set_large(false);
}

static void a_match_leaves_nothing_for_the_next(void **state)
{
    static const char *const channels[] = {"nowait",  "mincore",      "cachestat",
                                           "pageout", "access-time",  "device-time",
                                           "scratch", "shared-memory"};

    (void)state;
    jail_needed();
    assert_true(can_send("device-time", false, LATER));
    for (size_t i = 0; i < sizeof channels / sizeof channels[0]; i++)
        if (can_send(channels[i], true, LATER))
            fail_msg("%s carries a bit from match to match", channels[i]);
}

/* What a process finds in its folder is the same for every process. */
static void every_process_finds_the_same_folder(void **state)
{
    char first[SEEN], second[SEEN];

    (void)state;
    jail_needed();
    whisper("folder", "0", true, LATER, first);
    whisper("folder", "1", true, LATER, second);
    assert_string_equal(first, second);
    assert_non_null(strstr(first, "data 65536 2000"));
}

static void run_to_end(const struct launch *launch, struct buffer *output)
{
    struct message message = {""};

    buffer_init(output, SEEN);
    if (process_run(launch, PLENTY_MS, output, &message) != OK)
        fail_msg("%s", message.text);
}

static void calls_that_reach_outside_fail(void **state)
{
    struct launch launch = {.argv = {"./inmate", "calls", "scheduler", "scheduler-value",
                                     "priority", "disk-priority", "read-ahead", "message-queue",
                                     "messages", "semaphores", "lease", "pipe-size"},
                            .folder = guest_folder,
                            .limits = roomy};
    struct buffer output;

    (void)state;
    jail_needed();
    run_to_end(&launch, &output);
    assert_string_equal(output.data, "scheduler: Operation not permitted\n"
                                     "scheduler-value: Operation not permitted\n"
                                     "priority: Operation not permitted\n"
                                     "disk-priority: Function not implemented\n"
                                     "read-ahead: Function not implemented\n"
                                     "message-queue: Function not implemented\n"
                                     "messages: Function not implemented\n"
                                     "semaphores: Function not implemented\n"
                                     "lease: Function not implemented\n"
                                     "pipe-size: Function not implemented\n");
    buffer_release(&output);
}

static void a_build_step_has_no_capabilities(void **state)
{
    struct launch launch = {.argv = {"grep", "-c", "Cap.*0000000000000000$", "/proc/self/status"},
                            .folder = guest_folder,
                            .writes_folder = true,
                            .limits = roomy};
    struct buffer output;

    (void)state;
    jail_needed();
    run_to_end(&launch, &output);
    assert_string_equal(output.data,
                        "5\n"); /* inheritable, permitted, effective, bounding, ambient */
    buffer_release(&output);
}

/* Starts jails in a separate process, and keeps them until the pipe closes. */
static void hold_jails(int output, int until)
{
    struct process *processes[JAILS];
    uint32_t seen[JAILS];
    char byte;

    for (int i = 0; i < JAILS; i++) {
        processes[i] = start_whisper("sense", "user", NULL, true);
        ask_line(processes[i]);
        seen[i] = (uint32_t)strtoul(ask_line(processes[i]).text, NULL, 10);
    }
    assert_int_equal(write(output, seen, sizeof seen), sizeof seen);
    close(output);
    (void)!read(until, &byte, 1);
    for (int i = 0; i < JAILS; i++)
        process_free(processes[i], 0);
    _exit(0);
}

static int by_number(const void *a, const void *b)
{
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;

    return (first > second) - (first < second);
}

/* Two arenas at once, with forty jails together. */
static void jails_never_have_the_same_user(void **state)
{
    uint32_t all[2 * JAILS];
    int results[2][2], until[2];
    pid_t children[2];

    (void)state;
    jail_needed();
    if (geteuid() != 0)
        return; /* every jail has a user namespace */
    assert_int_equal(pipe(until), 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pipe(results[i]), 0);
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) {
            close(until[1]);
            hold_jails(results[i][1], until[0]);
        }
        close(results[i][1]);
    }
    for (int i = 0; i < 2; i++)
        assert_int_equal(read(results[i][0], all + (ptrdiff_t)i * JAILS, sizeof all / 2),
                         sizeof all / 2);
    close(until[1]);
    for (int i = 0; i < 2; i++)
        waitpid(children[i], NULL, 0);
    qsort(all, 2 * JAILS, sizeof all[0], by_number);
    for (int i = 0; i < 2 * JAILS; i++) {
        assert_null(getpwuid(all[i]));
        if (i > 0 && all[i] == all[i - 1])
            fail_msg("two jails have the user %u", (unsigned)all[i]);
    }
    close(until[0]);
    close(results[0][0]);
    close(results[1][0]);
}

/* In a child with its own /etc/subuid, which assigns `count` numbers from the first one on. Exits
 * with 0 if all users taken are above them, 1 if not, 2 if there is none, 77 if it cannot be tried.
 */
static int take_users_beside(uint32_t count)
{
    const struct jail_support *support = jail_support();
    char path[PATH_MAX];
    int status;
    pid_t child;

    snprintf(path, sizeof path, "%s/subuid", guest_folder);
    fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        FILE *file = fopen(path, "w");

        if (!file ||
            fprintf(file, "someone:%u:%u\n", (unsigned)support->first_uid, (unsigned)count) < 0 ||
            fclose(file) != 0 || access("/etc/subuid", F_OK) != 0 || unshare(CLONE_NEWNS) != 0 ||
            mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
            mount(path, "/etc/subuid", NULL, MS_BIND, NULL) != 0)
            _exit(77);
        for (int i = 0; i < 200; i++) {
            uint32_t user = jail_user_take(support);

            if (user == 0 || user - support->first_uid < count)
                _exit(user == 0 ? 2 : 1);
        }
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WEXITSTATUS(status);
}

static void numbers_of_containers_are_left_out(void **state)
{
    int result;

    (void)state;
    jail_needed();
    if (geteuid() != 0 || !jail_support()->switches_user)
        return;
    result = take_users_beside(jail_support()->uids / 4 * 3);
    if (result == 77) {
        print_message("/etc/subuid cannot be replaced\n");
        return;
    }
    assert_int_equal(result, 0);
    assert_int_equal(take_users_beside(jail_support()->uids), 2);
}

static int run_group(const char *user)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jails_cannot_talk),
        cmocka_unit_test(queued_signals_carry_nothing),
        cmocka_unit_test(jails_do_not_see_the_page_cache),
        cmocka_unit_test(a_shared_folder_carries_nothing),
        cmocka_unit_test(a_match_leaves_nothing_for_the_next),
        cmocka_unit_test(every_process_finds_the_same_folder),
        cmocka_unit_test(calls_that_reach_outside_fail),
        cmocka_unit_test(a_build_step_has_no_capabilities),
        cmocka_unit_test(jails_never_have_the_same_user),
        cmocka_unit_test(numbers_of_containers_are_left_out),
    };
    char name[64];

    snprintf(name, sizeof name, "channels, as %s", user);
    return cmocka_run_group_tests_name(name, tests, NULL, NULL);
}

/* Each user has a folder of its own. */
static int run_in_folder(uid_t user)
{
    char command[4400];
    int failed;

    if (!make_guest_folder(own))
        return 1;
    snprintf(command, sizeof command,
             "cd \"$(dirname '%s')\" && cp whisper inmate %s && chown -R %ld %s", own, guest_folder,
             (long)user, guest_folder);
    failed = system(command) != 0 || run_as_user(user, NULL, run_group);
    return !remove_guest_folder() || failed;
}

int main(void)
{
    uid_t users[2];
    int failed = 0;

    if (readlink("/proc/self/exe", own, sizeof own - 1) <= 0)
        return 1;
    for (int i = 0; i < test_users(users); i++)
        failed += run_in_folder(users[i]);
    return failed != 0;
}
