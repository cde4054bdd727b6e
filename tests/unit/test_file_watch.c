/* Files of bots that change while a tournament is played. */
#include "arena/file_watch.h"

#include "guest/fingerprint.h"
#include "support/home.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { BOTS = 3 };

static struct entrant entrants[BOTS];
static struct file_watch *watch;

static void put(const char *path, const char *text)
{
    home_write(path, text, strlen(text));
}

/* ann and bob have folders, the third is built in. */
static int set_up(void **state)
{
    static const char *const specs[BOTS] = {"./ann", "./bob", "hunt"};
    static const char *const names[BOTS] = {"Ann", "Bob", "hunt"};

    (void)state;
    memset(entrants, 0, sizeof entrants);
    mkdir("ann", 0777);
    mkdir("bob", 0777);
    put("ann/bot.py", "one");
    put("bob/bot.py", "one");
    for (int i = 0; i < BOTS; i++) {
        snprintf(entrants[i].spec, sizeof entrants[i].spec, "%s", specs[i]);
        snprintf(entrants[i].name, sizeof entrants[i].name, "%s", names[i]);
        entrants[i].is_guest = i < 2;
        assert_int_equal(fingerprint_compute(specs[i], entrants[i].hash, NULL), OK);
    }
    watch = file_watch_new(entrants, BOTS);
    return watch ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    file_watch_free(watch);
    return 0;
}

static void unchanged_files_are_not_reported(void **state)
{
    struct message message = {""};

    (void)state;
    for (int i = 0; i < BOTS; i++)
        assert_false(file_watch_has_changed(watch, i));
    put("ann/bot.py", "one"); /* written again */
    chmod("ann/bot.py", 0755);
    assert_false(file_watch_has_changed(watch, 0));
    assert_int_equal(file_watch_verdict(watch, &message), OK);
}

static void a_changed_bot_stays_changed(void **state)
{
    struct message message = {""};

    (void)state;
    assert_false(file_watch_has_changed(watch, 0));
    put("ann/bot.py", "two"); /* the same size */
    assert_false(file_watch_knows_changed(watch, 0));
    assert_true(file_watch_has_changed(watch, 0));
    assert_true(file_watch_knows_changed(watch, 0));
    put("ann/bot.py", "one");
    assert_true(file_watch_has_changed(watch, 0));
    assert_false(file_watch_has_changed(watch, 1));
    assert_int_equal(file_watch_verdict(watch, &message), ERR_MISMATCH);
    assert_non_null(strstr(message.text, "Ann: the files changed"));
}

static void a_change_before_the_first_check_is_found(void **state)
{
    (void)state;
    put("bob/.new", ""); /* which it can read, too */
    assert_true(file_watch_has_changed(watch, 1));
    unlink("bob/.new");
}

static void a_missing_folder_counts_as_changed(void **state)
{
    struct message message = {""};

    (void)state;
    assert_false(file_watch_has_changed(watch, 1));
    assert_int_equal(rename("bob", "elsewhere"), 0);
    put("ann/bot.py", "two");
    assert_true(file_watch_has_changed(watch, 1));
    assert_true(file_watch_has_changed(watch, 0));
    assert_int_equal(file_watch_verdict(watch, &message), ERR_MISMATCH);
    assert_non_null(strstr(message.text, "Ann, Bob: the files changed"));
    assert_int_equal(rename("elsewhere", "bob"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(unchanged_files_are_not_reported, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_changed_bot_stays_changed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_change_before_the_first_check_is_found, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_missing_folder_counts_as_changed, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("watch", tests, home_enter, home_leave);
}
