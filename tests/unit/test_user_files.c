/* The paths of the user's files: the rules of XDG, private folders, and errors. */
#include "store/user_files.h"

#include "support/home.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void assert_found(enum user_file file, const char *below)
{
    char path[USER_FILE_SIZE], wanted[USER_FILE_SIZE + 64];
    struct message message;

    assert_int_equal(user_file_prepare(file, path, &message), OK);
    snprintf(wanted, sizeof wanted, "%s%s", home_path(), below);
    assert_string_equal(path, wanted);
}

static void files_are_below_home(void **state)
{
    mode_t old = umask(0);

    (void)state;
    assert_found(USER_FILE_SETTINGS, "/.config/broadside/settings");
    assert_found(USER_FILE_HISTORY, "/.local/share/broadside/history.db");
    assert_found(USER_FILE_FLEETS, "/.local/share/broadside/fleets");
    assert_found(USER_FILE_GAMES, "/.local/state/broadside/games");
    umask(old);
    assert_int_equal(home_mode(".config"), 0700);
    assert_int_equal(home_mode(".config/broadside"), 0700);
    assert_int_equal(home_mode(".config/broadside/settings"), -1); /* only the folder is created */
    assert_int_equal(home_mode(".local/share/broadside"), 0700);
    assert_int_equal(home_mode(".local/share/broadside/history.db"), -1);
    assert_int_equal(home_mode(".local/state/broadside/games"), 0700);
    assert_found(USER_FILE_GAMES, "/.local/state/broadside/games"); /* again */
}

static void xdg_variables_count_when_absolute(void **state)
{
    char folder[USER_FILE_SIZE];

    (void)state;
    snprintf(folder, sizeof folder, "%s/elsewhere", home_path());
    setenv("XDG_CONFIG_HOME", folder, 1);
    setenv("XDG_DATA_HOME", "relative", 1);
    setenv("XDG_STATE_HOME", "", 1);
    assert_found(USER_FILE_SETTINGS, "/elsewhere/broadside/settings");
    assert_found(USER_FILE_HISTORY, "/.local/share/broadside/history.db");
    assert_found(USER_FILE_GAMES, "/.local/state/broadside/games");
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("XDG_DATA_HOME");
    unsetenv("XDG_STATE_HOME");
}

static void asking_for_a_path_creates_nothing(void **state)
{
    char path[USER_FILE_SIZE], folder[USER_FILE_SIZE];

    (void)state;
    snprintf(folder, sizeof folder, "%s/untouched", home_path());
    setenv("XDG_STATE_HOME", folder, 1);
    assert_int_equal(user_file_path(USER_FILE_GAMES, path, NULL), OK);
    assert_int_equal(home_mode("untouched"), -1);
    unsetenv("XDG_STATE_HOME");
}

static void without_home_the_password_database_is_used(void **state)
{
    char path[USER_FILE_SIZE];
    struct message message;

    (void)state;
    unsetenv("HOME");
    if (user_file_path(USER_FILE_SETTINGS, path, &message) == OK) {
        assert_int_equal(path[0], '/');
        assert_non_null(strstr(path, "/.config/broadside/settings"));
    } else {
        assert_non_null(strstr(message.text, "neither XDG_CONFIG_HOME nor HOME"));
    }
    setenv("HOME", "", 1);
    assert_true(user_file_path(USER_FILE_SETTINGS, path, &message) != OK || path[1] != '.');
    setenv("HOME", home_path(), 1);
}

static void a_file_in_the_way_is_named(void **state)
{
    char path[USER_FILE_SIZE], wanted[USER_FILE_SIZE + 64], huge[2 * USER_FILE_SIZE];
    struct message message;

    (void)state;
    home_write("file", "", 0);
    snprintf(wanted, sizeof wanted, "%s/file", home_path());
    setenv("XDG_DATA_HOME", wanted, 1);
    assert_int_equal(user_file_prepare(USER_FILE_HISTORY, path, &message), ERR_IO);
    snprintf(wanted, sizeof wanted, "cannot create the folder %s/file: a file is in the way",
             home_path());
    assert_string_equal(message.text, wanted);
    setenv("XDG_DATA_HOME", "/proc/nosuch", 1);
    assert_int_equal(user_file_prepare(USER_FILE_HISTORY, path, &message), ERR_IO);
    assert_non_null(strstr(message.text, "cannot create the folder /proc/nosuch: "));
    memset(huge, 'x', sizeof huge);
    huge[0] = '/';
    huge[sizeof huge - 1] = '\0';
    setenv("XDG_DATA_HOME", huge, 1);
    assert_int_equal(user_file_prepare(USER_FILE_HISTORY, path, &message), ERR_IO);
    assert_non_null(strstr(message.text, "too long"));
    unsetenv("XDG_DATA_HOME");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_below_home),
        cmocka_unit_test(xdg_variables_count_when_absolute),
        cmocka_unit_test(asking_for_a_path_creates_nothing),
        cmocka_unit_test(without_home_the_password_database_is_used),
        cmocka_unit_test(a_file_in_the_way_is_named),
    };

    return cmocka_run_group_tests(tests, home_enter, home_leave);
}
