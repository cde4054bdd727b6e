/* The progress display: on a terminal, into a file, and not at all. */
#define _XOPEN_SOURCE 700 /* posix_openpt */
#include "report/progress.h"

#include "base/clock.h"

#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static uint64_t half_done(const void *context)
{
    (void)context;
    return 50;
}

static uint64_t none_done(const void *context)
{
    (void)context;
    return 0;
}

static const struct progress_bar half = {.unit = "games", .total = 100, .done = half_done};

static void assert_bar(const struct progress_bar *bar, double seconds, const char *expected)
{
    char text[160] = "";
    FILE *file = fmemopen(text, sizeof text, "w");

    assert_non_null(file);
    progress_bar_write(bar, seconds, file);
    fclose(file);
    assert_string_equal(text, expected);
}

static void a_bar_shows_the_share_and_the_time_left(void **state)
{
    struct progress_bar none = {.unit = "rounds", .total = 8, .done = none_done};
    struct progress_bar empty = {.unit = "rounds", .total = 0, .done = none_done};

    (void)state;
    assert_bar(&half, 75, "[###############...............]  50 %  50 of 100 games, 1:15 left\n");
    assert_bar(&none, 3, "[..............................]   0 %  0 of 8 rounds\n");
    assert_bar(&empty, 3, "[##############################] 100 %  0 of 0 rounds\n");
}

/* Writes how often it was called, and says so to the test. */
static void write_count(const void *context, double seconds, FILE *file)
{
    atomic_int *calls = *(atomic_int *const *)context;

    assert_true(seconds >= 0);
    fprintf(file, "update\n%d\n", atomic_fetch_add(calls, 1) + 1);
}

static void wait_for_calls(const atomic_int *calls, int count)
{
    int64_t end = clock_ns() + 60 * (int64_t)CLOCK_NS_PER_SECOND;

    while (atomic_load(calls) < count) {
        assert_true(clock_ns() < end);
        poll(NULL, 0, 2);
    }
}

static void lines_are_appended_for_a_program(void **state)
{
    FILE *file = tmpfile();
    atomic_int calls = 0, *context = &calls;
    char text[256] = "";
    struct progress *progress;

    (void)state;
    assert_non_null(file);
    progress = progress_start(&(struct progress_display){.write = write_count,
                                                         .context = &context,
                                                         .file = file,
                                                         .interval_ms = 3600000,
                                                         .appends = true});
    assert_non_null(progress);
    wait_for_calls(&calls, 1);
    progress_stop(progress); /* does not wait for the interval, and adds the last state */
    rewind(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    assert_string_equal(text, "update\n1\nupdate\n2\n");
    fclose(file);
}

static void without_a_terminal_nothing_is_drawn(void **state)
{
    FILE *file = tmpfile();
    struct progress *progress;

    (void)state;
    assert_non_null(file);
    progress = progress_start(
        &(struct progress_display){.write = progress_bar_write, .context = &half, .file = file});
    assert_null(progress);
    progress_lock(progress);
    progress_unlock(progress);
    progress_stop(progress);
    assert_int_equal(ftell(file), 0);
    fclose(file);
}

/* Adds what the terminal has received to the text. */
static void read_terminal(int terminal, char *text, size_t size)
{
    struct pollfd waiting = {.fd = terminal, .events = POLLIN};
    size_t length = strlen(text);

    while (poll(&waiting, 1, 2) > 0 && (waiting.revents & POLLIN)) {
        ssize_t got = read(terminal, text + length, size - 1 - length);

        assert_true(got > 0);
        length += (size_t)got;
    }
    text[length] = '\0';
}

/* Everything that a display writes to a terminal until it was drawn `least` times and stopped.
 * Returns how often it was drawn. */
static int run_on_terminal(int least, bool stays, char *text, size_t size)
{
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    atomic_int calls = 0, *context = &calls;
    struct progress *progress;
    FILE *file;

    text[0] = '\0';
    assert_true(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    file = fopen(ptsname(terminal), "w");
    assert_non_null(file);
    progress = progress_start(&(struct progress_display){.write = write_count,
                                                         .context = &context,
                                                         .file = file,
                                                         .interval_ms = 20,
                                                         .stays = stays});
    assert_non_null(progress);
    while (atomic_load(&calls) < least)
        read_terminal(terminal, text, size);
    progress_stop(progress);
    read_terminal(terminal, text, size);
    fclose(file);
    close(terminal);
    return atomic_load(&calls);
}

static void assert_ends(const char *text, const char *end)
{
    assert_true(strlen(text) > strlen(end));
    assert_string_equal(text + strlen(text) - strlen(end), end);
}

static void a_terminal_is_redrawn_in_place(void **state)
{
    static const char first[] = "\x1b[?7lupdate\r\n1\r\n\x1b[?7h\x1b[2A";
    static char text[65536];
    char last[64];
    int drawn = run_on_terminal(3, true, text, sizeof text);

    (void)state;
    assert_memory_equal(text, first, strlen(first));
    snprintf(last, sizeof last, "\x1b[2A\r\x1b[J\x1b[?7lupdate\r\n%d\r\n\x1b[?7h", drawn);
    assert_ends(text, last);
}

static void a_display_that_does_not_stay_is_erased(void **state)
{
    static char text[65536];

    (void)state;
    run_on_terminal(2, false, text, sizeof text);
    assert_ends(text, "\x1b[?7h\x1b[2A\r\x1b[J");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bar_shows_the_share_and_the_time_left),
        cmocka_unit_test(lines_are_appended_for_a_program),
        cmocka_unit_test(without_a_terminal_nothing_is_drawn),
        cmocka_unit_test(a_terminal_is_redrawn_in_place),
        cmocka_unit_test(a_display_that_does_not_stay_is_erased),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
