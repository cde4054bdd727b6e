/* File names, prefixes and suffixes as text, and the clock. */
#include "base/clock.h"
#include "base/path.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void the_base_follows_the_last_slash(void **state)
{
    (void)state;
    assert_string_equal(path_base("a"), "a");
    assert_string_equal(path_base("/a/b.c"), "b.c");
    assert_string_equal(path_base("a/"), "");
}

static void the_folder_precedes_the_last_slash(void **state)
{
    char folder[8];

    (void)state;
    assert_true(path_folder("a", folder, sizeof folder));
    assert_string_equal(folder, ".");
    assert_true(path_folder("/a", folder, sizeof folder));
    assert_string_equal(folder, "/");
    assert_true(path_folder("/a/b/c", folder, sizeof folder));
    assert_string_equal(folder, "/a/b");
    assert_true(path_folder("1234567/x", folder, sizeof folder));
    assert_string_equal(folder, "1234567");
    assert_false(path_folder("12345678/x", folder, sizeof folder));
}

static void a_folder_contains_itself_and_what_is_below(void **state)
{
    (void)state;
    assert_true(path_is_below("/a/b", "/a"));
    assert_true(path_is_below("/a/b", "/a/"));
    assert_true(path_is_below("/a", "/a"));
    assert_true(path_is_below("/a", "/"));
    assert_false(path_is_below("/ab", "/a"));
    assert_false(path_is_below("/", "/a"));
}

static void prefixes_and_suffixes_are_compared_by_bytes(void **state)
{
    (void)state;
    assert_true(text_starts_with("cmd:x", "cmd:"));
    assert_true(text_starts_with("x", ""));
    assert_false(text_starts_with("cm", "cmd:"));
    assert_true(text_ends_with("bot.jar", ".jar"));
    assert_true(text_ends_with("x", ""));
    assert_false(text_ends_with("jar", ".jar"));
}

static void the_clock_never_runs_backwards(void **state)
{
    int64_t before = clock_ns();
    double seconds = clock_seconds();

    (void)state;
    assert_true(seconds >= (double)before / CLOCK_NS_PER_SECOND);
    assert_true(clock_ns() >= before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_base_follows_the_last_slash),
        cmocka_unit_test(the_folder_precedes_the_last_slash),
        cmocka_unit_test(a_folder_contains_itself_and_what_is_below),
        cmocka_unit_test(prefixes_and_suffixes_are_compared_by_bytes),
        cmocka_unit_test(the_clock_never_runs_backwards),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
