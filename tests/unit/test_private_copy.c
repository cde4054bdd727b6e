/* Private copies of a bot's folder, and files of untrusted folders. */
#define _GNU_SOURCE 1
#include "guest/private_copy.h"

#include "guest/beneath.h"
#include "guest/run_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/child.h"

#ifdef HAVE_SECCOMP
#include <seccomp.h>
#endif

static char ground[64], temporary[80], bot[96], victim[96];

/* --- files ------------------------------------------------------------------------------------ */

static const char *in(const char *folder, const char *name)
{
    static char paths[4][PATH_MAX];
    static int next;
    char *path = paths[next++ % 4];

    snprintf(path, PATH_MAX, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void contains(const char *path, const char *text)
{
    char found[256] = "";
    FILE *file = fopen(path, "r");

    assert_non_null(file);
    found[fread(found, 1, sizeof found - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(found, text);
}

static struct stat facts_of(const char *path)
{
    struct stat facts;

    if (lstat(path, &facts) != 0)
        fail_msg("%s: %s", path, strerror(errno));
    return facts;
}

static void run_shell(const char *command)
{
    if (system(command) != 0)
        fail_msg("%s", command);
}

static int make_bot(void **state)
{
    char command[256];

    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir -p '%s/sub'", bot, bot);
    run_shell(command);
    write_file(victim, "precious");
    write_file(in(bot, "a.txt"), "a");
    write_file(in(bot, "sub/b.txt"), "b");
    return 0;
}

static struct private_copy make_copy(void)
{
    struct private_copy copy;
    struct message message = {""};

    if (private_copy_make(bot, &copy_limits_play, 0, &copy, &message) != OK)
        fail_msg("%s", message.text);
    return copy;
}

static int count_run_folders(void)
{
    DIR *folder = opendir(temporary);
    const struct dirent *entry;
    int count = 0;

    assert_non_null(folder);
    while ((entry = readdir(folder)))
        count += run_folder_is_name(entry->d_name);
    closedir(folder);
    return count;
}

/* --- copies ----------------------------------------------------------------------------------- */

static void a_copy_has_contents_permissions_and_times(void **state)
{
    static const struct timespec times[2] = {{.tv_sec = 5}, {.tv_sec = 1234, .tv_nsec = 5678}};
    struct private_copy copy;
    struct stat facts;

    (void)state;
    assert_int_equal(chmod(in(bot, "a.txt"), 04751), 0);
    assert_int_equal(utimensat(AT_FDCWD, in(bot, "a.txt"), times, 0), 0);
    assert_int_equal(chmod(in(bot, "sub"), 0555), 0);
    assert_int_equal(utimensat(AT_FDCWD, in(bot, "sub"), times, 0), 0);
    copy = make_copy();
    facts = facts_of(in(copy.folder, "a.txt"));
    assert_int_equal(facts.st_mode & 07777, 0751); /* without the set-user-id bit */
    assert_int_equal(facts.st_mtim.tv_sec, 1234);
    assert_int_equal(facts.st_mtim.tv_nsec, 5678);
    assert_int_equal(facts.st_atim.tv_sec, 1234); /* the access time would tell of earlier ones */
    facts = facts_of(in(copy.folder, "sub"));
    assert_int_equal(facts.st_mode & 07777, 0555);
    assert_int_equal(facts.st_mtim.tv_sec, 1234);
    assert_int_equal(facts_of(copy.place).st_mode & 0777, 0700);
    contains(in(copy.folder, "a.txt"), "a");
    contains(in(copy.folder, "sub/b.txt"), "b");
    private_copy_remove(&copy);
    assert_int_equal(chmod(in(bot, "sub"), 0755), 0);
}

static void a_removed_copy_is_gone(void **state)
{
    struct private_copy copy = make_copy(), second = make_copy();
    char place[PATH_MAX];

    (void)state;
    assert_string_not_equal(copy.folder, second.folder);
    snprintf(place, sizeof place, "%s", copy.place);
    private_copy_remove(&copy);
    private_copy_remove(&copy);
    assert_int_equal(access(place, F_OK), -1);
    contains(in(second.folder, "a.txt"), "a");
    private_copy_remove(&second);
}

static void links_are_copied_and_not_followed(void **state)
{
    struct private_copy copy;
    char text[PATH_MAX] = "";

    (void)state;
    assert_int_equal(symlink("a.txt", in(bot, "inside")), 0);
    assert_int_equal(symlink(victim, in(bot, "out")), 0);
    assert_int_equal(symlink("../..", in(bot, "up")), 0);
    assert_int_equal(link(in(bot, "a.txt"), in(bot, "hard")), 0);
    copy = make_copy();
    contains(in(copy.folder, "inside"), "a");
    contains(in(copy.folder, "hard"), "a");
    assert_int_equal(facts_of(in(copy.folder, "hard")).st_nlink, 1);
    assert_true(S_ISLNK(facts_of(in(copy.folder, "out")).st_mode));
    assert_true(S_ISLNK(facts_of(in(copy.folder, "up")).st_mode));
    assert_true(readlink(in(copy.folder, "up"), text, sizeof text - 1) > 0);
    assert_string_equal(text, "../..");
    private_copy_remove(&copy);
}

static void special_files_are_left_out(void **state)
{
    struct private_copy copy;

    (void)state;
    assert_int_equal(mkfifo(in(bot, "pipe"), 0666), 0);
    write_file(in(bot, "closed"), "c");
    assert_int_equal(chmod(in(bot, "closed"), 0), 0);
    copy = make_copy(); /* would wait for ever if it opened the pipe */
    assert_int_equal(access(in(copy.folder, "pipe"), F_OK), -1);
    if (geteuid() != 0)
        assert_int_equal(access(in(copy.folder, "closed"), F_OK), -1);
    contains(in(copy.folder, "a.txt"), "a");
    private_copy_remove(&copy);
}

static void refuses(enum error expected)
{
    struct private_copy copy;
    struct message message = {""};

    assert_int_equal(private_copy_make(bot, &copy_limits_play, 0, &copy, &message), expected);
    assert_true(message.text[0] != '\0');
    assert_string_equal(copy.place, "");
}

static void too_much_is_not_copied(void **state)
{
    const struct copy_limits few = {.bytes = 1 << 20, .files = 2};
    struct private_copy copy;
    char command[256];

    (void)state;
    assert_int_equal(private_copy_make(bot, &few, 0, &copy, NULL), ERR_FULL);
    write_file(in(bot, "sparse"), "");
    assert_int_equal(truncate(in(bot, "sparse"), (off_t)1 << 40), 0);
    refuses(ERR_FULL);
    unlink(in(bot, "sparse"));
    snprintf(command, sizeof command,
             "cd '%s' && for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 "
             "25 26 27 28 29 30 31 32 33 34; do mkdir d && cd d || exit 1; done",
             bot);
    run_shell(command);
    refuses(ERR_FULL);
}

static void one_file_can_be_copied(void **state)
{
    struct private_copy copy;

    (void)state;
    assert_int_equal(private_copy_make_file(in(bot, "a.txt"), &copy_limits_play, &copy, NULL), OK);
    contains(copy.file, "a");
    assert_string_equal(copy.file, in(copy.folder, "a.txt"));
    assert_int_equal(access(in(copy.folder, "sub"), F_OK), -1); /* nothing else */
    assert_int_equal(facts_of(copy.folder).st_mode & 07777, 0755);
    private_copy_remove(&copy);
    assert_int_equal(private_copy_make_file(in(bot, "absent"), &copy_limits_play, &copy, NULL),
                     ERR_IO);
}

/* Calls `check` in a process whose TMPDIR is a separate file system. */
static void on_own_disk(unsigned long flags, const char *options, bool (*check)(void))
{
    int status;
    pid_t child;

    if (geteuid() != 0)
        return; /* only root may mount one */
    fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
            mount("tmpfs", temporary, "tmpfs", flags, options) != 0)
            _exit(77);
        _exit(check() ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WEXITSTATUS(status) == 77)
        print_message("no file system can be mounted\n");
    else
        assert_int_equal(status, 0);
}

static bool reports_a_full_disk(void)
{
    static char large[100000];
    struct private_copy copy;
    struct message message = {""};

    memset(large, 'x', sizeof large - 1);
    write_file(in(bot, "large"), large);
    return private_copy_make(bot, &copy_limits_play, 0, &copy, &message) == ERR_JAIL &&
           strstr(message.text, "No space left") && copy.place[0] == '\0';
}

static void a_full_disk_is_reported(void **state)
{
    (void)state;
    on_own_disk(0, "size=64k", reports_a_full_disk);
}

static bool avoids_tmpdir(void)
{
    struct private_copy copy = make_copy();
    bool avoids = strncmp(copy.place, temporary, strlen(temporary)) != 0;

    *strrchr(copy.place, '/') = '\0'; /* the whole run folder, because _exit does not */
    private_copy_remove(&copy);
    return avoids;
}

static void copies_are_where_programs_can_run(void **state)
{
    (void)state;
    on_own_disk(MS_NOEXEC, NULL, avoids_tmpdir);
}

/* --- left-overs ------------------------------------------------------------------------------- */

/* A process that makes a copy and is killed, or stays. */
static void copy_and_stay(int output)
{
    make_copy();
    (void)!write(output, "x", 1);
    for (;;)
        pause();
}

static void wait_and_kill(pid_t child)
{
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static void copies_of_killed_processes_are_removed(void **state)
{
    int dead_ready, live_ready, before;
    pid_t dead = child_start(copy_and_stay, &dead_ready),
          live = child_start(copy_and_stay, &live_ready), third;
    char byte;

    (void)state;
    assert_int_equal(read(dead_ready, &byte, 1), 1);
    assert_int_equal(read(live_ready, &byte, 1), 1);
    before = count_run_folders();
    wait_and_kill(dead);
    assert_int_equal(count_run_folders(), before); /* it could not clean up */
    third = fork();
    assert_true(third >= 0);
    if (third == 0) {
        struct private_copy copy = make_copy(); /* the first one of this process */

        private_copy_remove(&copy);
        exit(0); /* which removes its own folder */
    }
    waitpid(third, NULL, 0);
    assert_int_equal(count_run_folders(), before - 1); /* the living one keeps its folder */
    wait_and_kill(live);
    close(dead_ready);
    close(live_ready);
}

/* --- back to the folder ----------------------------------------------------------------------- */

static enum error write_back(const struct private_copy *copy)
{
    return private_copy_write_back(copy, bot, &copy_limits_build, NULL);
}

static void changes_are_copied_back(void **state)
{
    struct private_copy copy = make_copy();
    struct stat before = facts_of(in(bot, "sub/b.txt"));

    (void)state;
    write_file(in(copy.folder, "a.txt"), "changed");
    assert_int_equal(mkdir(in(copy.folder, "new"), 0755), 0);
    write_file(in(copy.folder, "new/program"), "p");
    assert_int_equal(chmod(in(copy.folder, "new/program"), 06755), 0);
    assert_int_equal(mkfifo(in(copy.folder, "pipe"), 0666), 0);
    assert_int_equal(symlink("a.txt", in(copy.folder, "link")), 0);
    assert_int_equal(write_back(&copy), OK);
    contains(in(bot, "a.txt"), "changed");
    contains(in(bot, "new/program"), "p");
    contains(in(bot, "link"), "changed");
    assert_int_equal(facts_of(in(bot, "new/program")).st_mode & 07777, 0755);
    assert_int_equal(access(in(bot, "pipe"), F_OK), -1);
    assert_int_equal(facts_of(in(bot, "sub/b.txt")).st_ino, before.st_ino); /* unchanged */
    private_copy_remove(&copy);
}

static void results_belong_to_the_owner_of_the_folder(void **state)
{
    struct private_copy copy;
    struct message message = {""};

    (void)state;
    if (geteuid() != 0)
        return;
    assert_int_equal(chown(bot, 1234, 5678), 0);
    if (private_copy_make(bot, &copy_limits_build, 4321, &copy, &message) != OK)
        fail_msg("%s", message.text);
    assert_int_equal(facts_of(copy.folder).st_uid, 4321);
    assert_int_equal(facts_of(in(copy.folder, "sub/b.txt")).st_uid, 4321);
    write_file(in(copy.folder, "new"), "n");
    assert_int_equal(write_back(&copy), OK);
    assert_int_equal(facts_of(in(bot, "new")).st_uid, 1234);
    assert_int_equal(facts_of(in(bot, "new")).st_gid, 5678);
    private_copy_remove(&copy);
}

/* Links that are in the folder by the time the results are copied. */
static void results_do_not_go_through_links(void **state)
{
    struct private_copy copy = make_copy();

    (void)state;
    write_file(in(copy.folder, "a.txt"), "overwritten");
    assert_int_equal(unlink(in(bot, "a.txt")), 0);
    assert_int_equal(symlink(victim, in(bot, "a.txt")), 0);
    assert_int_equal(write_back(&copy), OK);
    contains(victim, "precious");
    contains(in(bot, "a.txt"), "overwritten"); /* the link is replaced */
    write_file(in(copy.folder, "sub/victim"), "overwritten");
    assert_int_equal(unlink(in(bot, "sub/b.txt")), 0);
    assert_int_equal(rmdir(in(bot, "sub")), 0);
    assert_int_equal(symlink(ground, in(bot, "sub")), 0);
    assert_int_equal(write_back(&copy), ERR_IO);
    contains(victim, "precious");
    private_copy_remove(&copy);
}

/* While a build step runs. */
static void a_growing_copy_is_noticed(void **state)
{
    const struct copy_limits few = {.bytes = 1 << 20, .files = 4};
    struct private_copy copy = make_copy();
    struct message message = {""};

    (void)state;
    assert_int_equal(private_copy_check(&copy, &few, 0, &message), OK);
    assert_int_equal(private_copy_check(&copy, &few, 1 << 20, &message), ERR_FULL);
    write_file(in(copy.folder, "large"), "");
    assert_int_equal(truncate(in(copy.folder, "large"), 1 << 20), 0);
    assert_int_equal(private_copy_check(&copy, &few, 0, &message), ERR_FULL);
    assert_int_equal(truncate(in(copy.folder, "large"), 0), 0);
    assert_int_equal(private_copy_check(&copy, &few, 0, &message), OK);
    assert_int_equal(chmod(in(copy.folder, "sub"), 0), 0); /* could hide anything */
    assert_int_equal(private_copy_check(&copy, &few, 0, &message), geteuid() == 0 ? OK : ERR_IO);
    assert_int_equal(chmod(in(copy.folder, "sub"), 0700), 0);
    write_file(in(copy.folder, "fifth"), "");
    assert_int_equal(private_copy_check(&copy, &few, 0, &message), ERR_FULL);
    assert_non_null(strstr(message.text, "more than 1 MB, or more than 4"));
    private_copy_remove(&copy);
}

static void a_shared_folder_has_only_files(void **state)
{
    struct message message = {""};

    (void)state;
    assert_int_equal(symlink("a.txt", in(bot, "link")), 0);
    assert_int_equal(private_copy_check_shared(bot, &message), OK);
    assert_int_equal(mkfifo(in(bot, "sub/pipe"), 0666), 0);
    assert_int_equal(private_copy_check_shared(bot, &message), ERR_IO);
    assert_non_null(strstr(message.text, "'pipe' is a pipe"));
}

/* What is in the folder, with types, sizes and times. */
static void list_bot(char *list, size_t size)
{
    char command[256];
    FILE *pipe;

    snprintf(command, sizeof command,
             "cd '%s' && find . -mindepth 1 -printf '%%p %%y %%s %%T@ %%l\\n' | sort", bot);
    pipe = popen(command, "r");
    assert_non_null(pipe);
    list[fread(list, 1, size - 1, pipe)] = '\0';
    assert_int_equal(pclose(pipe), 0);
}

static void changes_nothing(const struct private_copy *copy, enum error expected)
{
    char before[4096], after[4096];

    write_file(in(copy->folder, "a.txt"), "changed");
    write_file(in(copy->folder, "zebra"), "new");
    list_bot(before, sizeof before);
    assert_int_equal(write_back(copy), expected);
    list_bot(after, sizeof after);
    assert_string_equal(before, after);
}

static void results_that_do_not_fit_change_nothing(void **state)
{
    struct private_copy copy = make_copy();
    char command[PATH_MAX + 256];

    (void)state;
    write_file(in(copy.folder, "sparse"), "");
    assert_int_equal(truncate(in(copy.folder, "sparse"), (off_t)1 << 40), 0);
    changes_nothing(&copy, ERR_FULL);
    assert_int_equal(unlink(in(copy.folder, "sparse")), 0);
    snprintf(command, sizeof command,
             "cd '%s' && for i in 1 2 3 4 5 6 7; do mkdir -p d/d/d/d/d && cd d/d/d/d/d || exit 1; "
             "done",
             copy.folder);
    run_shell(command);
    changes_nothing(&copy, ERR_FULL);
    private_copy_remove(&copy);
}

/* The build step has made a folder where a file is, or the other way round. */
static void results_of_another_kind_change_nothing(void **state)
{
    struct private_copy copy = make_copy();

    (void)state;
    write_file(in(bot, "kind"), "file");
    assert_int_equal(mkdir(in(copy.folder, "kind"), 0755), 0);
    changes_nothing(&copy, ERR_IO);
    assert_int_equal(rmdir(in(copy.folder, "kind")), 0);
    write_file(in(copy.folder, "kind"), "file");
    assert_int_equal(unlink(in(bot, "kind")), 0);
    assert_int_equal(mkdir(in(bot, "kind"), 0755), 0);
    changes_nothing(&copy, ERR_IO);
    assert_int_equal(rmdir(in(bot, "kind")), 0);
    assert_int_equal(symlink(ground, in(bot, "kind")), 0);
    assert_int_equal(write_back(&copy), OK); /* a link is replaced by a file */
    contains(in(bot, "kind"), "file");
    private_copy_remove(&copy);
}

static bool is_unchanged_when_full(void)
{
    static char large[100000];
    struct private_copy copy;
    bool is_good;

    memset(large, 'x', sizeof large - 1);
    if (setenv("TMPDIR", ground, 1) != 0)
        return false;
    snprintf(bot, sizeof bot, "%s/bot", temporary); /* on the small disk */
    make_bot(NULL);
    copy = make_copy();
    write_file(in(copy.folder, "large"), large);
    changes_nothing(&copy, ERR_IO);
    unlink(in(copy.folder, "large"));
    is_good = write_back(&copy) == OK && access(in(bot, "zebra"), F_OK) == 0;
    *strrchr(copy.place, '/') = '\0'; /* the whole run folder, because _exit does not */
    private_copy_remove(&copy);
    return is_good;
}

static void results_that_fill_the_disk_change_nothing(void **state)
{
    (void)state;
    on_own_disk(0, "size=64k", is_unchanged_when_full);
}

/* What a killed process has left in the folder. */
static void unfinished_results_are_removed(void **state)
{
    struct private_copy copy;

    (void)state;
    assert_int_equal(mkdir(in(bot, ".broadside-unfinished"), 0700), 0);
    write_file(in(bot, ".broadside-unfinished/a.txt"), "half");
    copy = make_copy();
    assert_int_equal(access(in(copy.folder, ".broadside-unfinished"), F_OK), -1);
    write_file(in(copy.folder, "new"), "n");
    assert_int_equal(write_back(&copy), OK);
    contains(in(bot, "new"), "n");
    assert_int_equal(access(in(bot, ".broadside-unfinished"), F_OK), -1);
    private_copy_remove(&copy);
}

/* --- files of untrusted folders --------------------------------------------------------------- */

static int open_error(int folder, const char *path)
{
    int fd = beneath_open(folder, path, O_RDONLY);

    if (fd < 0)
        return errno;
    close(fd);
    return 0;
}

static bool stays_beneath(bool follows_inside)
{
    int folder = open(bot, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool good = open_error(folder, "a.txt") == 0 && open_error(folder, "./sub//b.txt") == 0 &&
                open_error(folder, "absent") == ENOENT &&
                open_error(folder, "/etc/passwd") == EXDEV &&
                open_error(folder, "../victim") == EXDEV &&
                open_error(folder, "sub/../../victim") == EXDEV &&
                open_error(folder, "out") == (follows_inside ? EXDEV : ELOOP) &&
                open_error(folder, "up/victim") != 0 &&
                open_error(folder, "inside") == (follows_inside ? 0 : ELOOP);

    close(folder);
    return good;
}

static void make_links(void)
{
    assert_int_equal(symlink(victim, in(bot, "out")), 0);
    assert_int_equal(symlink("..", in(bot, "up")), 0);
    assert_int_equal(symlink("a.txt", in(bot, "inside")), 0);
}

static void files_are_opened_beneath_their_folder(void **state)
{
    (void)state;
    make_links();
    assert_true(stays_beneath(true) || stays_beneath(false));
}

/* As on a kernel without openat2. */
static void files_are_opened_beneath_their_folder_part_by_part(void **state)
{
#ifdef HAVE_SECCOMP
    int status;
    pid_t child;

    (void)state;
    make_links();
    fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);

        if (seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), 437, 0) != 0 ||
            seccomp_load(filter) != 0)
            _exit(2);
        _exit(stays_beneath(false) ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
#else
    (void)state;
    print_message("this program was built without libseccomp\n");
    skip();
#endif
}

/* A build step may have nested folders deeper than a process may open. */
static void deep_folders_are_removed(void **state)
{
    char path[sizeof ground + 8];
    int at;

    (void)state;
    snprintf(path, sizeof path, "%s/deep", ground);
    assert_int_equal(mkdir(path, 0700), 0);
    at = open(path, O_RDONLY | O_DIRECTORY);
    for (int depth = 0; depth < 1000; depth++) {
        int next;

        assert_int_equal(mkdirat(at, "d", 0700), 0);
        next = openat(at, "d", O_RDONLY | O_DIRECTORY);
        assert_true(next >= 0);
        close(at);
        at = next;
    }
    close(at);
    run_folder_remove(AT_FDCWD, path);
    assert_int_equal(access(path, F_OK), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deep_folders_are_removed),
        cmocka_unit_test_setup(a_copy_has_contents_permissions_and_times, make_bot),
        cmocka_unit_test_setup(a_removed_copy_is_gone, make_bot),
        cmocka_unit_test_setup(links_are_copied_and_not_followed, make_bot),
        cmocka_unit_test_setup(special_files_are_left_out, make_bot),
        cmocka_unit_test_setup(too_much_is_not_copied, make_bot),
        cmocka_unit_test_setup(one_file_can_be_copied, make_bot),
        cmocka_unit_test_setup(a_full_disk_is_reported, make_bot),
        cmocka_unit_test_setup(copies_are_where_programs_can_run, make_bot),
        cmocka_unit_test_setup(copies_of_killed_processes_are_removed, make_bot),
        cmocka_unit_test_setup(changes_are_copied_back, make_bot),
        cmocka_unit_test_setup(results_belong_to_the_owner_of_the_folder, make_bot),
        cmocka_unit_test_setup(results_do_not_go_through_links, make_bot),
        cmocka_unit_test_setup(a_growing_copy_is_noticed, make_bot),
        cmocka_unit_test_setup(a_shared_folder_has_only_files, make_bot),
        cmocka_unit_test_setup(results_that_do_not_fit_change_nothing, make_bot),
        cmocka_unit_test_setup(results_of_another_kind_change_nothing, make_bot),
        cmocka_unit_test_setup(results_that_fill_the_disk_change_nothing, make_bot),
        cmocka_unit_test_setup(unfinished_results_are_removed, make_bot),
        cmocka_unit_test_setup(files_are_opened_beneath_their_folder, make_bot),
        cmocka_unit_test_setup(files_are_opened_beneath_their_folder_part_by_part, make_bot),
    };
    char command[128];
    int failed;

    strcpy(ground, "/tmp/broadside-copy-XXXXXX");
    if (!mkdtemp(ground))
        return 1;
    snprintf(temporary, sizeof temporary, "%s/tmp", ground);
    snprintf(bot, sizeof bot, "%s/bot", ground);
    snprintf(victim, sizeof victim, "%s/victim", ground);
    if (mkdir(temporary, 0700) != 0 || setenv("TMPDIR", temporary, 1) != 0)
        return 1;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    snprintf(command, sizeof command, "rm -rf '%s'", ground);
    return system(command) != 0 || failed != 0;
}
