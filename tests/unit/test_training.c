/* Results of puzzles: streak and accuracy from the text, and the file, of which nothing is lost. */
#include "session/training.h"

#include "store/training_file.h"
#include "support/home.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#define FILE_NAME ".local/share/broadside/training"

static const struct puzzle_date today = {2026, 3, 1};
static struct training training;

static int home_empty(void **state)
{
    (void)state;
    return system("rm -rf .local");
}

static void read_text(const char *text)
{
    training_read(slice_of(text), today, &training);
}

static const char *sentence(void)
{
    static char text[256];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    training_print(&training, &writer);
    assert_false(writer.full);
    return text;
}

static void an_empty_text_has_no_results(void **state)
{
    (void)state;
    read_text("");
    assert_int_equal(training.answers + training.streak + training.longest, 0);
    assert_string_equal(sentence(), "No puzzles answered yet.");
    assert_int_equal(training_next(slice_of("")), 1);
}

static void days_in_a_row_make_a_streak(void **state)
{
    (void)state;
    read_text("2026-02-27  2026-02-27  A1  100\n"
              "2026-02-28  2026-02-28  A1  60\n"
              "2026-02-28  9  A1  0\n"
              "2026-03-01  2026-03-01  A1  100\n");
    assert_int_equal(training.streak, 3);
    assert_int_equal(training.longest, 3);
    assert_int_equal(training.days, 3);
    assert_int_equal(training.answers, 4);
    assert_string_equal(sentence(), "Streak: 3 days, longest 3. Accuracy: 65 % over 4 puzzles, 2 "
                                    "of them with a best shot.");
    read_text("2026-02-27 2026-02-27 A1 100\n2026-02-28 2026-02-28 A1 60"); /* today is open */
    assert_int_equal(training.streak, 2);
    read_text("2026-02-26 2026-02-26 A1 100\n2026-02-27 2026-02-27 A1 60\n");
    assert_int_equal(training.streak, 0);
    assert_int_equal(training.longest, 2);
    read_text("2026-02-26 2026-02-26 A1 100\n2026-03-01 2026-03-01 A1 60\n");
    assert_int_equal(training.streak, 1);
    assert_int_equal(training.longest, 1);
    /* The clock was wrong once. */
    read_text(
        "2026-02-28 2026-02-28 A1 100\n2099-01-01 2099-01-01 A1 60\n2026-03-01 2026-03-01 A1 60\n");
    assert_int_equal(training.streak, 2);
}

static void only_the_puzzle_of_the_day_itself_counts_for_the_streak(void **state)
{
    (void)state;
    read_text("2026-02-28 2026-02-27 A1 100\n2026-03-01 2026-02-28 A1 100\n2026-03-01 5 B1 40\n");
    assert_int_equal(training.streak, 0);
    assert_int_equal(training.days, 0);
    assert_int_equal(training.answers, 3);
    assert_int_equal(training.points, 240);
}

static void invalid_lines_are_named_and_ignored(void **state)
{
    static const char *const wrong[] = {"2026-03-01 5 A1",
                                        "2026-03-01 5 A1 101",
                                        "2026-03-01 5 A1 -1",
                                        "2026-02-30 5 A1 10",
                                        "2026-03-01 x A1 10",
                                        "2026-03-01 5 A1 10 more",
                                        "2026-03-01 2026-02-30 A1 10",
                                        "hello",
                                        "2026-03-01 5 \033[2J 10",
                                        "2026-03-01 5 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA1 10"};

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[256];

        snprintf(text, sizeof text, "# head\n\n2026-03-01 7 A1 50\r\n%s\n2026-03-01 8 A1 51\n",
                 wrong[i]);
        read_text(text);
        assert_int_equal(training.wrong_line, 4);
        assert_int_equal(training.answers, 2);
        assert_int_equal(training.points, 101);
        assert_int_equal(training_next(slice_of(text)), 9);
    }
}

/* --- the file ----------------------------------------------------------------------------------*/

static char found[4096];

static const char *file(void)
{
    long size = home_read(FILE_NAME, found, sizeof found - 1);

    assert_true(size >= 0);
    found[size] = '\0';
    return found;
}

static enum error add(const char *puzzle, int score, struct message *message)
{
    struct training_result result = {.when = today, .shot = "B3", .score = score};
    struct buffer text;
    enum error error;

    snprintf(result.puzzle, sizeof result.puzzle, "%s", puzzle);
    buffer_init(&text, TRAINING_CAP);
    error = training_file_add(&result, &text, message);
    if (!error)
        assert_string_equal(text.data, file());
    buffer_release(&text);
    return error;
}

static void the_first_answer_is_kept(void **state)
{
    struct training_result result;
    struct message message = {""};
    struct buffer text;

    (void)state;
    buffer_init(&text, TRAINING_CAP);
    assert_int_equal(training_file_read(&text, &message), OK);
    assert_int_equal(text.length, 0);
    assert_int_equal(add("2026-03-01", 70, &message), OK);
    assert_int_equal(add("5", 40, &message), OK);
    assert_int_equal(add("2026-03-01", 100, &message), OK);
    assert_int_equal(home_mode(FILE_NAME), 0600);
    assert_int_equal(training_file_read(&text, &message), OK);
    training_read((struct slice){text.data, text.length}, today, &training);
    assert_int_equal(training.answers, 2);
    assert_int_equal(training.points, 110);
    assert_int_equal(training.streak, 1);
    assert_true(training_find((struct slice){text.data, text.length}, "5", &result));
    assert_int_equal(result.score, 40);
    assert_string_equal(result.shot, "B3");
    assert_false(training_find((struct slice){text.data, text.length}, "6", &result));
    buffer_release(&text);
}

static void other_lines_stay(void **state)
{
    static const char before[] = "# mine\nnonsense\n2026-02-28 4 A1 9";
    struct message message = {""};

    (void)state;
    assert_int_equal(add("1", 10, &message), OK);
    home_write(FILE_NAME, before, sizeof before - 1);
    assert_int_equal(add("5", 40, &message), OK);
    assert_string_equal(file(), "# mine\nnonsense\n2026-02-28 4 A1 9\n2026-03-01  5  B3  40\n");
}

static void a_file_that_cannot_be_written_stays_as_it_was(void **state)
{
    struct rlimit all, none;
    struct message message = {""};
    struct buffer text;
    char before[4096];

    (void)state;
    assert_int_equal(add("1", 10, &message), OK);
    snprintf(before, sizeof before, "%s", file());
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &all), 0);
    none = all;
    none.rlim_cur = 10;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    assert_int_equal(add("2", 20, &message), ERR_IO);
    setrlimit(RLIMIT_FSIZE, &all);
    assert_non_null(strstr(message.text, "training"));
    assert_string_equal(file(), before);

    assert_int_equal(unlink(FILE_NAME), 0);
    assert_int_equal(system("mkdir " FILE_NAME), 0);
    assert_int_equal(add("2", 20, &message), ERR_IO);
    assert_non_null(strstr(message.text, "not a regular file"));
    buffer_init(&text, TRAINING_CAP);
    assert_int_equal(training_file_read(&text, &message), ERR_IO);
    buffer_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_text_has_no_results),
        cmocka_unit_test(days_in_a_row_make_a_streak),
        cmocka_unit_test(only_the_puzzle_of_the_day_itself_counts_for_the_streak),
        cmocka_unit_test(invalid_lines_are_named_and_ignored),
        cmocka_unit_test_setup(the_first_answer_is_kept, home_empty),
        cmocka_unit_test_setup(other_lines_stay, home_empty),
        cmocka_unit_test_setup(a_file_that_cannot_be_written_stays_as_it_was, home_empty),
    };

    return cmocka_run_group_tests(tests, home_enter, home_leave);
}
