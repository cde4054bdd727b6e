/* Saved games: no complete line is ever lost, whatever is killed or deleted, even on a full disk.
 */
#include "store/saves.h"

#include "support/home.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define GAMES ".local/state/broadside/games"

static char found[1 << 20];

static struct save *create(void)
{
    struct message message;
    struct save *save = NULL;

    assert_int_equal(save_create(&save, &message), OK);
    return save;
}

static void write_well(struct save *save, const char *text)
{
    struct message message;

    assert_int_equal(save_write(save, slice_of(text), &message), OK);
}

static void assert_holds(const char *path, const char *text)
{
    assert_int_equal(home_read(path, found, sizeof found), (long)strlen(text));
    assert_string_equal(found, text);
}

static const char *name_of(const struct save *save)
{
    return strrchr(save_path(save), '/') + 1;
}

static int count_listed(void)
{
    struct saved_game list[MAX_SAVES];
    struct message message;
    int count = -1;

    assert_int_equal(saves_list(list, &count, &message), OK);
    return count;
}

/* Opens the game in another process, which does not have our lock. */
static int open_elsewhere(const char *name)
{
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        struct buffer text;
        struct save *save = NULL;
        enum error error;

        buffer_init(&text, SAVE_CAP);
        error = save_open(name, &save, &text, NULL);
        save_close(save);
        buffer_release(&text);
        _exit((int)error);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void a_file_grows_and_is_private(void **state)
{
    mode_t old = umask(0);
    struct save *save;

    (void)state;
    assert_int_equal(count_listed(), 0); /* no folder yet */
    assert_int_equal(home_mode(".local"), -1);
    save = create();
    umask(old);
    assert_int_equal(home_mode(save_path(save)), 0600);
    write_well(save, "one\n");
    write_well(save, "one\ntwo\n");
    assert_holds(save_path(save), "one\ntwo\n");
    write_well(save, "one\ntwo\n"); /* nothing new */
    write_well(save, "one\n");      /* shorter */
    assert_holds(save_path(save), "one\n");
    write_well(save, "other\ntwo\n"); /* and something else entirely */
    assert_holds(save_path(save), "other\ntwo\n");
    assert_int_equal(home_mode(save_path(save)), 0600);
    save_remove(save);
    assert_int_equal(count_listed(), 0);
}

static void names_differ(void **state)
{
    struct save *save[20];

    (void)state;
    for (int i = 0; i < 20; i++) {
        save[i] = create();
        for (int k = 0; k < i; k++)
            assert_string_not_equal(save_path(save[i]), save_path(save[k]));
    }
    for (int i = 0; i < 20; i++)
        save_remove(save[i]);
}

static void a_game_is_locked_while_it_is_played(void **state)
{
    struct save *save = create();
    char name[SAVE_NAME_SIZE];

    (void)state;
    write_well(save, "one\n");
    snprintf(name, sizeof name, "%s", name_of(save));
    assert_int_equal(open_elsewhere(name), ERR_BUSY);
    assert_int_equal(count_listed(), 0);
    write_well(save, "another\n"); /* replaced: the new file is locked as well */
    assert_int_equal(open_elsewhere(name), ERR_BUSY);
    assert_int_equal(count_listed(), 0);
    assert_true(saves_are_played());
    save_close(save);
    assert_false(saves_are_played());
    assert_int_equal(open_elsewhere(name), OK);
    assert_int_equal(count_listed(), 1);
    assert_int_equal(system("rm -f " GAMES "/*"), 0);
}

static void an_incomplete_line_is_cut(void **state)
{
    struct save *save = create();
    char path[4096];
    struct message message;
    struct buffer text;

    (void)state;
    snprintf(path, sizeof path, "%s", save_path(save));
    save_close(save);
    home_write(path, "one\ntwo\nthr", 11);
    buffer_init(&text, SAVE_CAP);
    assert_int_equal(save_open(path, &save, &text, &message), OK);
    assert_string_equal(text.data, "one\ntwo\nthr"); /* the reader sees all of it */
    write_well(save, "one\ntwo\nTHREE AND MORE\n");
    assert_holds(path, "one\ntwo\nTHREE AND MORE\n");
    save_close(save);
    buffer_release(&text);

    home_write(path, "no end of a line", 16);
    assert_int_equal(save_open(strrchr(path, '/') + 1, &save, &text, &message), OK);
    write_well(save, "fresh\n");
    assert_holds(path, "fresh\n");
    save_remove(save);
    buffer_release(&text);
}

static void changes_by_others_are_repaired(void **state)
{
    struct save *save = create();

    (void)state;
    write_well(save, "one\ntwo\n");
    unlink(save_path(save)); /* deleted */
    write_well(save, "one\ntwo\nthree\n");
    assert_holds(save_path(save), "one\ntwo\nthree\n");
    assert_int_equal(truncate(save_path(save), 2), 0); /* cut */
    write_well(save, "one\ntwo\nthree\nfour\n");
    assert_holds(save_path(save), "one\ntwo\nthree\nfour\n");
    assert_int_equal(unlink(save_path(save)), 0); /* the folder too */
    assert_int_equal(rmdir(GAMES), 0);
    write_well(save, "one\ntwo\nthree\nfour\nfive\n");
    assert_holds(save_path(save), "one\ntwo\nthree\nfour\nfive\n");
    assert_int_equal(unlink(save_path(save)), 0);
    home_write(save_path(save), "somebody else's\n", 16);
    save_remove(save); /* is not ours to remove */
    assert_int_equal(count_listed(), 1);
    assert_int_equal(system("rm -f " GAMES "/*"), 0);
}

static void only_games_are_listed(void **state)
{
    static const char good[] = GAMES "/20260101-000000-0123456789abcdef.save";
    struct saved_game list[MAX_SAVES];
    struct message message;
    int count;

    (void)state;
    home_write(good, "x\n", 2);
    home_write(GAMES "/20260101-000000-0123456789abcde0.save", "", 0); /* empty */
    home_write(GAMES "/notes.txt", "x\n", 2);
    home_write(GAMES "/20260101-000000-0123456789abcdeX.save", "x\n", 2);
    home_write(GAMES "/.20260101-000000-0123456789abcdef.save.new", "x\n", 2);
    assert_int_equal(mkdir(GAMES "/20260101-000000-0123456789abcde1.save", 0700), 0);
    assert_int_equal(mkfifo(GAMES "/20260101-000000-0123456789abcde2.save", 0600), 0);
    assert_int_equal(symlink(good + sizeof GAMES, GAMES "/20260101-000000-0123456789abcde3.save"),
                     0);
    assert_int_equal(saves_list(list, &count, &message), OK);
    assert_int_equal(count, 1);
    assert_string_equal(list[0].name, good + sizeof GAMES);
    assert_true(list[0].modified > 1000000);
    assert_int_equal(open_elsewhere("20260101-000000-0123456789abcde1.save"), ERR_IO);
    assert_int_equal(open_elsewhere("20260101-000000-0123456789abcde2.save"), ERR_IO);
    assert_int_equal(open_elsewhere("20260101-000000-0123456789abcde3.save"), ERR_IO);
    assert_int_equal(open_elsewhere("20260101-000000-0123456789abcde9.save"), ERR_IO);
    assert_int_equal(open_elsewhere("notes.txt"), ERR_UNKNOWN);
    assert_int_equal(open_elsewhere(".."), ERR_UNKNOWN);
    assert_int_equal(open_elsewhere(""), ERR_UNKNOWN);
    assert_int_equal(system("rm -rf " GAMES "/* " GAMES "/.2*"), 0);
}

static void the_latest_come_first_and_the_oldest_are_dropped(void **state)
{
    struct saved_game list[MAX_SAVES];
    struct message message;
    char path[256];
    int count;

    (void)state;
    for (int i = 0; i < MAX_SAVES + 6; i++) { /* later names are later games */
        snprintf(path, sizeof path, GAMES "/20260101-%06d-0123456789abcdef.save", i * 37 % 70);
        home_write(path, "x\n", 2);
    }
    snprintf(path, sizeof path, "touch -d @1000000000 " GAMES "/20260101-*");
    assert_int_equal(system(path), 0);
    snprintf(path, sizeof path, "touch -d @1000000001 " GAMES "/20260101-000005-*");
    assert_int_equal(system(path), 0);
    assert_int_equal(saves_list(list, &count, &message), OK);
    assert_int_equal(count, MAX_SAVES);
    assert_string_equal(list[0].name, "20260101-000005-0123456789abcdef.save");
    assert_int_equal(list[0].modified, 1000000001);
    for (int i = 1; i < MAX_SAVES; i++) {
        snprintf(path, sizeof path, "20260101-%06d-0123456789abcdef.save", 70 - i);
        assert_string_equal(list[i].name, path);
    }
    assert_int_equal(system("rm -f " GAMES "/*"), 0);
}

static void a_long_file_is_refused(void **state)
{
    struct save *save = create();
    struct message message;
    struct buffer text;
    char path[4096];

    (void)state;
    write_well(save, "0123456789\n");
    snprintf(path, sizeof path, "%s", save_path(save));
    save_close(save);
    buffer_init(&text, 5);
    assert_int_equal(save_open(path, &save, &text, &message), ERR_FULL);
    assert_non_null(strstr(message.text, "longer than 5 bytes"));
    assert_null(save);
    buffer_release(&text);
    assert_int_equal(open_elsewhere(path), OK); /* and is not left locked */
    unlink(path);
}

/* Simulates a disk that is full in the middle of a line. Runs in its own process, because the limit
 * stays. */
static int write_beyond_limit(const char *path)
{
    struct rlimit limit = {10, RLIM_INFINITY};
    struct save *save = NULL;
    struct message message;
    struct buffer text;
    int wrong = 0;

    signal(SIGXFSZ, SIG_IGN);
    buffer_init(&text, SAVE_CAP);
    wrong += save_open(path, &save, &text, &message) != OK;
    setrlimit(RLIMIT_FSIZE, &limit);
    wrong += save_write(save, slice_of("one\ntwo\n"), &message) != OK;
    wrong += save_write(save, slice_of("one\ntwo\nthree\nfour\n"), &message) != ERR_IO;
    wrong += strstr(message.text, "File too large") == NULL;
    wrong += home_read(path, found, sizeof found) != 8;
    wrong += save_write(save, slice_of("else\n1234567\n"), &message) != ERR_IO; /* replaced */
    wrong += home_read(path, found, sizeof found) != 8 || strcmp(found, "one\ntwo\n") != 0;
    limit.rlim_cur = RLIM_INFINITY; /* there is room again */
    setrlimit(RLIMIT_FSIZE, &limit);
    wrong += save_write(save, slice_of("one\ntwo\nthree\nfour\n"), &message) != OK;
    save_close(save);
    buffer_release(&text);
    return wrong;
}

static void a_full_disk_leaves_what_was_complete(void **state)
{
    struct save *save = create();
    char path[4096];
    int status;
    pid_t child;

    (void)state;
    write_well(save, "one\n");
    snprintf(path, sizeof path, "%s", save_path(save));
    save_close(save);
    child = fork();
    if (child == 0)
        _exit(write_beyond_limit(path));
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_holds(path, "one\ntwo\nthree\nfour\n");
    assert_int_equal(system("ls -A " GAMES " | grep -c new >/dev/null"),
                     256); /* no temporary files */
    unlink(path);
}

/* Numbered lines; each is announced only after it was saved. */
static void play_until_killed(int announce)
{
    static char text[1 << 18];
    struct save *save = NULL;
    size_t length = 0;

    if (save_create(&save, NULL) != OK)
        _exit(1);
    for (int i = 1;; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "line %d\n", i);
        if (save_write(save, (struct slice){text, length}, NULL) != OK ||
            write(announce, &i, sizeof i) != sizeof i)
            _exit(1);
    }
}

static int last_announced(int pipe_end, int at_least)
{
    int number = 0, next;

    while (number < at_least && read(pipe_end, &next, sizeof next) == sizeof next)
        number = next;
    return number;
}

static void kill_loses_no_line(void **state)
{
    struct saved_game list[MAX_SAVES];
    struct message message;
    struct buffer text;
    struct save *save;
    int count;

    (void)state;
    for (int round = 0; round < 5; round++) {
        int ends[2], announced, lines = 0;
        struct slice rest, line;
        pid_t child;

        assert_int_equal(pipe(ends), 0);
        child = fork();
        if (child == 0)
            play_until_killed(ends[1]);
        close(ends[1]);
        announced = last_announced(ends[0], 5 + 7 * round);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        close(ends[0]);
        assert_true(announced >= 5 + 7 * round);

        assert_int_equal(saves_list(list, &count, &message), OK);
        assert_int_equal(count, 1);
        buffer_init(&text, SAVE_CAP);
        assert_int_equal(save_open(list[0].name, &save, &text, &message), OK);
        rest = (struct slice){text.data, text.length};
        while (slice_cut(&rest, '\n', &line)) {
            char wanted[32];

            snprintf(wanted, sizeof wanted, "line %d", ++lines);
            assert_true(slice_is(line, wanted));
        }
        assert_true(lines >= announced);
        save_remove(save);
        buffer_release(&text);
    }
}

static void a_folder_that_cannot_be_created_is_named(void **state)
{
    struct save *save;
    struct message message;

    (void)state;
    setenv("XDG_STATE_HOME", "/proc/nosuch", 1);
    assert_int_equal(save_create(&save, &message), ERR_IO);
    assert_non_null(strstr(message.text, "/proc/nosuch"));
    assert_null(save);
    unsetenv("XDG_STATE_HOME");
    save_close(NULL);
    save_remove(NULL);
}

static void make_file(const char *name, const char *text, time_t age)
{
    struct timespec times[2] = {{.tv_sec = time(NULL) - age}, {.tv_sec = time(NULL) - age}};
    char path[256];
    FILE *file;

    snprintf(path, sizeof path, GAMES "/%s", name);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static bool is_there(const char *name)
{
    char path[256];

    snprintf(path, sizeof path, GAMES "/%s", name);
    return access(path, F_OK) == 0;
}

/* What killed processes leave is removed, and nothing else. */
static void only_old_files_without_a_game_are_removed(void **state)
{
    static const struct {
        const char *name, *text;
        time_t age;
        bool stays;
    } files[] = {
        {"20260101-000000-0123456789abcdea.save", "", 7200, false},
        {"20260101-000000-0123456789abcdeb.save", "", 60, true},
        {"20260101-000000-0123456789abcdec.save", "a game\n", 7200, true},
        {".20260101-000000-0123456789abcded.save.new", "half", 7200, false},
        {".20260101-000000-0123456789abcdee.save.new", "half", 60, true},
        {"letter.save", "", 7200, true},
        {".letter.new", "", 7200, true},
    };
    struct save *save = create();

    (void)state;
    write_well(save, "x\n");
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        make_file(files[i].name, files[i].text, files[i].age);
    saves_tidy();
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        assert_int_equal(is_there(files[i].name), files[i].stays);
    assert_true(is_there(name_of(save)));
    save_remove(save);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_grows_and_is_private),
        cmocka_unit_test(names_differ),
        cmocka_unit_test(a_game_is_locked_while_it_is_played),
        cmocka_unit_test(an_incomplete_line_is_cut),
        cmocka_unit_test(changes_by_others_are_repaired),
        cmocka_unit_test(only_games_are_listed),
        cmocka_unit_test(the_latest_come_first_and_the_oldest_are_dropped),
        cmocka_unit_test(a_long_file_is_refused),
        cmocka_unit_test(a_full_disk_leaves_what_was_complete),
        cmocka_unit_test(kill_loses_no_line),
        cmocka_unit_test(only_old_files_without_a_game_are_removed),
        cmocka_unit_test(a_folder_that_cannot_be_created_is_named),
    };

    return cmocka_run_group_tests(tests, home_enter, home_leave);
}
