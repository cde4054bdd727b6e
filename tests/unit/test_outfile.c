/* Files are written completely or not at all. */
#include "base/outfile.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "outfile.XXXXXX";

static int enter(void **state)
{
    (void)state;
    if (getenv("TMPDIR") && chdir(getenv("TMPDIR")) != 0)
        return -1;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave(void **state)
{
    (void)state;
    return chdir("..") == 0 && rmdir(folder) == 0 ? 0 : -1; /* nothing may be left */
}

static void write_text(const char *path, const char *text)
{
    struct message message;
    struct outfile file;

    assert_int_equal(outfile_open(&file, path, &message), OK);
    fputs(text, file.stream);
    assert_int_equal(outfile_commit(&file, &message), OK);
}

static void assert_holds(const char *path, const char *text)
{
    char found[64] = "";
    FILE *file = fopen(path, "r");

    assert_non_null(file);
    assert_true(fgets(found, sizeof found, file) != NULL || text[0] == '\0');
    fclose(file);
    assert_string_equal(found, text);
}

static void a_committed_file_replaces_the_old_one(void **state)
{
    (void)state;
    write_text("a.txt", "old");
    assert_holds("a.txt", "old");
    write_text("a.txt", "new");
    assert_holds("a.txt", "new");
    unlink("a.txt");
}

static void an_abandoned_file_leaves_the_old_one(void **state)
{
    struct message message;
    struct outfile file;

    (void)state;
    write_text("a.txt", "old");
    assert_int_equal(outfile_open(&file, "a.txt", &message), OK);
    fputs("half", file.stream);
    assert_holds("a.txt", "old");
    outfile_abandon(&file);
    assert_int_equal(outfile_probe("a.txt", &message), OK);
    assert_holds("a.txt", "old");
    unlink("a.txt");
}

static void write_raw(const char *path)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs("half", file);
    fclose(file);
}

/* A process that has ended, and whose number is not in use again. */
static pid_t dead_process(void)
{
    pid_t child = fork();

    if (child == 0)
        _exit(0);
    assert_true(child > 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    return child;
}

static void what_killed_processes_left_is_removed(void **state)
{
    char left[64], used[64], other[64];
    int descriptor;

    (void)state;
    snprintf(left, sizeof left, "a.txt.%ld-0.broadside.new", (long)dead_process());
    snprintf(used, sizeof used, "b.txt.%ld-0.broadside.new", (long)getpid());
    snprintf(other, sizeof other, "c.txt.%ld-0.new", (long)dead_process());
    write_raw(left);
    write_raw(used);
    write_raw(other);
    write_text("a.txt", "new");
    assert_int_equal(access(left, F_OK), -1);
    assert_int_equal(access(used, F_OK), 0);  /* its process lives */
    assert_int_equal(access(other, F_OK), 0); /* not ours */

    /* The process may be on another machine: it holds the lock. */
    write_raw(left);
    descriptor = open(left, O_RDONLY);
    assert_true(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0);
    write_text("a.txt", "new");
    assert_int_equal(access(left, F_OK), 0);
    close(descriptor);
    write_text("a.txt", "new");
    assert_int_equal(access(left, F_OK), -1);
    unlink(used);
    unlink(other);
    unlink("a.txt");
}

static void the_mode_of_the_old_file_is_kept(void **state)
{
    struct stat status;

    (void)state;
    write_text("a.txt", "old");
    assert_int_equal(chmod("a.txt", 0600), 0);
    write_text("a.txt", "new");
    assert_int_equal(stat("a.txt", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    unlink("a.txt");
}

static void devices_and_links_are_written_in_place(void **state)
{
    struct message message;
    struct outfile file;
    struct stat status;

    (void)state;
    assert_int_equal(outfile_probe("/dev/full", &message), OK);
    assert_int_equal(outfile_open(&file, "/dev/full", &message), OK);
    fputs("something", file.stream);
    assert_int_equal(outfile_commit(&file, &message), ERR_IO);
    assert_non_null(strstr(message.text, "/dev/full: No space left"));
    assert_int_equal(lstat("/dev/full", &status), 0);
    assert_true(S_ISCHR(status.st_mode));

    write_text("a.txt", "old");
    assert_int_equal(symlink("a.txt", "link"), 0);
    write_text("link", "new");
    assert_holds("a.txt", "new");
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    unlink("link");
    unlink("a.txt");
}

static mode_t mode_after_making_private(const char *path)
{
    struct message message;
    struct outfile file;
    struct stat status;

    assert_int_equal(outfile_open(&file, path, &message), OK);
    outfile_make_private(&file);
    assert_int_equal(outfile_commit(&file, &message), OK);
    assert_int_equal(stat(path, &status), 0);
    return status.st_mode & 0777;
}

/* As root, /dev/null would otherwise be closed to everybody else. */
static void files_are_made_private_but_not_devices(void **state)
{
    int reader;

    (void)state;
    write_text("a.txt", "");
    assert_int_equal(chmod("a.txt", 0644), 0);
    assert_int_equal(mode_after_making_private("a.txt"), 0600);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_int_equal(chmod("pipe", 0622), 0);
    reader = open("pipe", O_RDONLY | O_NONBLOCK);
    assert_int_equal(mode_after_making_private("pipe"), 0622);
    close(reader);
    unlink("pipe");
    unlink("a.txt");
}

static void errors_name_the_file(void **state)
{
    struct message message;
    struct outfile file;

    (void)state;
    assert_int_equal(outfile_probe("nosuch/a.txt", &message), ERR_IO);
    assert_string_equal(message.text, "nosuch/a.txt: No such file or directory");
    assert_int_equal(outfile_open(&file, ".", &message), ERR_IO);
    assert_int_equal(outfile_probe(".", &message), ERR_IO);
    assert_int_equal(outfile_probe("", &message), ERR_IO);
}

static void one_file_may_have_several_names(void **state)
{
    (void)state;
    assert_true(outfile_is_same("new.txt", "./new.txt"));
    assert_false(outfile_is_same("new.txt", "other.txt"));
    assert_false(outfile_is_same("new.txt", "/new.txt"));
    write_text("a.txt", "old");
    assert_int_equal(symlink("a.txt", "link"), 0);
    assert_true(outfile_is_same("a.txt", "link"));
    assert_true(outfile_is_same("./link", "a.txt"));
    assert_false(outfile_is_same("b.txt", "link"));
    unlink("link");
    unlink("a.txt");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_committed_file_replaces_the_old_one),
        cmocka_unit_test(an_abandoned_file_leaves_the_old_one),
        cmocka_unit_test(what_killed_processes_left_is_removed),
        cmocka_unit_test(the_mode_of_the_old_file_is_kept),
        cmocka_unit_test(devices_and_links_are_written_in_place),
        cmocka_unit_test(files_are_made_private_but_not_devices),
        cmocka_unit_test(errors_name_the_file),
        cmocka_unit_test(one_file_may_have_several_names),
    };

    return cmocka_run_group_tests(tests, enter, leave);
}
