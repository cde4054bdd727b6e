/* Channels between jails. Two guests (tests/misbehaving/whisper.c) in jails of their own try to
 * pass a bit through everything that their jails share. Each attempt is also made without a jail,
 * where it must succeed: otherwise the test would prove nothing. As the current user and, if that
 * is root, also as an ordinary one.
 *
 * slow: a hundred jails, each as two users */
#define _GNU_SOURCE 1
#include <grp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "support/jail_needed.h"
#include "support/process_fixture.h"

enum { ORDINARY = 65534, SEEN = 2048, DATA_SIZE = 65536 };

static char own[PATH_MAX]; /* this program */

/* --- two guests ------------------------------------------------------------------------------- */

static struct process *start_whisper(const char *role, const char *channel, const char *bit,
                                     bool jail)
{
    struct launch launch = {.argv = {"./whisper", role, channel, bit},
                            .folder = guest_folder,
                            .unsafe = !jail,
                            .limits = roomy};
    struct process *process;
    struct message message = {""};
    enum error error = jail ? process_start(&launch, &process, &message)
                            : process_start_bare(&launch, &process, &message);

    if (error)
        fail_msg("%s", message.text);
    return process;
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
    static char bytes[DATA_SIZE];
    char path[PATH_MAX];
    int fd;

    snprintf(path, sizeof path, "%s/data", guest_folder);
    fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, sizeof bytes), sizeof bytes);
    assert_int_equal(fsync(fd), 0);
    close(fd);
}

/* What the receiver sees if the sender sends this bit. */
static void whisper(const char *channel, const char *bit, bool jail, char seen[SEEN])
{
    struct process *receiver, *sender;

    write_data();
    receiver = start_whisper("sense", channel, NULL, jail);
    assert_true(slice_is(ask_line(receiver), "ready"));
    sender = start_whisper("send", channel, bit, jail);
    assert_true(slice_is(ask_line(sender), "sent"));
    slice_printable(seen, SEEN, ask_line(receiver));
    process_free(sender, 0);
    process_free(receiver, 0);
}

static bool can_send(const char *channel, bool jail)
{
    char silence[SEEN], message[SEEN];

    whisper(channel, "0", jail, silence);
    whisper(channel, "1", jail, message);
    if (jail && strcmp(silence, message) != 0)
        print_message("%s: '%s' or '%s'\n", channel, silence, message);
    return strcmp(silence, message) != 0;
}

/* --- tests ------------------------------------------------------------------------------------ */

static void jails_cannot_talk(void **state)
{
    static const char *const channels[] = {
        "flock",   "record-lock",     "file-lock",     "inotify", "dnotify", "device-time",
        "scratch", "abstract-socket", "shared-memory", "pids",    "counters"};

    (void)state;
    jail_needed();
    for (size_t i = 0; i < sizeof channels / sizeof channels[0]; i++) {
        if (!can_send(channels[i], false))
            fail_msg("%s carries nothing even without a jail", channels[i]);
        if (can_send(channels[i], true))
            fail_msg("%s carries a bit from jail to jail", channels[i]);
    }
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
        bool works = can_send(channels[i], false);

        is_open |= works;
        if (!works)
            print_message("%s carries nothing even without a jail\n", channels[i]);
        if (can_send(channels[i], true))
            fail_msg("%s carries a bit from jail to jail", channels[i]);
    }
    assert_true(is_open || access("/proc/sys/fs", F_OK) != 0);
}

static int run_group(const char *name)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jails_cannot_talk),
        cmocka_unit_test(jails_do_not_see_the_page_cache),
    };

    return cmocka_run_group_tests_name(name, tests, NULL, NULL) != 0;
}

/* In a separate process, because the jail is looked up only once per process. */
static int run_as(uid_t user)
{
    char command[4400];
    int status = 1;
    pid_t child;

    if (!make_guest_folder(own))
        return 1;
    snprintf(command, sizeof command, "cp \"$(dirname '%s')/whisper\" %s && chown -R %ld %s", own,
             guest_folder, (long)user, guest_folder);
    if (system(command) != 0)
        return 1;
    fflush(NULL);
    child = fork();
    if (child == 0) {
        if (user != geteuid() &&
            (setgroups(0, NULL) != 0 || setgid(user) != 0 || setuid(user) != 0))
            _exit(1);
        prctl(PR_SET_DUMPABLE, 1); /* otherwise the new user could not read its own /proc entries */
        exit(run_group(user == 0 ? "channels of root" : "channels of an ordinary user"));
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        status = 1;
    return !remove_guest_folder() || status != 0;
}

int main(void)
{
    int failed;

    if (readlink("/proc/self/exe", own, sizeof own - 1) <= 0)
        return 1;
    failed = run_as(geteuid());
    if (geteuid() == 0)
        failed += run_as(ORDINARY);
    return failed != 0;
}
