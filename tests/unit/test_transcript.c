/* Transcripts: writing, reading, and feeding them to a bot. The guests are real ones, in shell. */
#include "arena/match.h"
#include "base/buffer.h"
#include "guest/feed.h"
#include "guest/guest_spec.h"
#include "guest/transcript.h"
#include "support/play.h"
#include "support/shell_bot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* --- reading --------------------------------------------------------------------------------- */

#define FIRST "# broadside transcript 1\n"

static enum error read_all(struct slice text, char *out, size_t size, struct message *message)
{
    struct transcript_reader reader;
    struct transcript_line line;
    struct writer writer;
    enum error error = transcript_read(&reader, text, message);

    writer_init(&writer, out, size);
    while (!error && (error = transcript_next(&reader, &line, message)) == OK)
        writer_format(&writer, "%d%s%c[%.*s]", (int)line.number, event_side_word(line.side),
                      line.from_bot ? '<' : '>', (int)line.text.length, line.text.text);
    return error;
}

static void lines_of_both_sides_are_read(void **state)
{
    char out[512];
    struct message message = {""};

    (void)state;
    assert_int_equal(read_all(slice_of(FIRST "a> round 1\n# note\n\nb< fire  A1\r\na< \n"), out,
                              sizeof out, &message),
                     ERR_OVER);
    assert_string_equal(out, "2a>[round 1]5b<[fire  A1]6a<[]");
}

static void an_incomplete_last_line_is_ignored(void **state)
{
    char out[512];
    struct message message = {""};

    (void)state;
    assert_int_equal(read_all(slice_of(FIRST "a> act\na< fi"), out, sizeof out, &message),
                     ERR_OVER);
    assert_string_equal(out, "2a>[act]");
}

static void invalid_transcripts_are_rejected_with_the_line(void **state)
{
    static const struct {
        const char *text;
        size_t length;
        const char *says;
    } cases[] = {
        {"", 0, "line 1: not a transcript"},
        {"a> act\n", 7, "line 1: not a transcript"},
        {"# broadside transcript 2\n", 25, "line 1: not a transcript"},
        {FIRST "a> act\nfire A1\n", 40, "line 3: 'fire A1': expected 'a> TEXT'"},
        {FIRST "c> act\n", 32, "line 2: 'c> act'"},
        {FIRST "a>act\n", 31, "line 2: 'a>act'"},
        {FIRST "a> a\0t\n", 32, "line 2: it contains a NUL byte"},
    };
    char out[512];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct message message = {""};

        assert_int_equal(
            read_all((struct slice){cases[i].text, cases[i].length}, out, sizeof out, &message),
            ERR_SYNTAX);
        if (!strstr(message.text, cases[i].says))
            fail_msg("'%s' does not say '%s'", message.text, cases[i].says);
    }
}

/* --- writing --------------------------------------------------------------------------------- */

static enum error listen_to(void *context, int side, struct bot *bot, struct message *message)
{
    (void)message;
    transcript_listen(context, side, bot);
    return OK;
}

/* A match of the shell bot, as a, against null. */
static enum error play_match(const char *file, uint64_t rounds, struct message *message)
{
    struct guest_config config = shell_bot_config();
    struct bot_opener opener = {guest_open, &config};
    struct transcript *transcript;
    struct contest_match result;
    struct match match = {.rules = rules_find("classic"),
                          .bot = {shell_bot, "null"},
                          .rounds = rounds,
                          .seed = {.number = 7},
                          .number = 1,
                          .threads = 1,
                          .max_broken = 3,
                          .opener = &opener,
                          .opened = listen_to};
    enum error error = transcript_open(file, &transcript, message);

    if (error)
        return error;
    match.context = transcript;
    if (match_play(&match, &result, message) != OK)
        fail_msg("%s", message->text);
    return transcript_close(transcript, message);
}

static char *read_file(const char *path)
{
    static char text[200000];
    long length = home_read(path, text, sizeof text - 1);

    assert_true(length > 0 && length < (long)sizeof text - 1);
    text[length] = '\0';
    return text;
}

static void a_match_records_both_directions(void **state)
{
    struct message message = {""};
    const char *text;

    (void)state;
    write_shell_bot(NULL, NULL, NULL);
    assert_int_equal(play_match("t.txt", 2, &message), OK);
    text = read_file("t.txt");
    assert_ptr_equal(strstr(text, FIRST), text);
    assert_non_null(strstr(text, "\na> rule board = 10x10\n"));
    assert_non_null(strstr(text, "\na> match 2 seed "));
    assert_non_null(strstr(text, "\na> round 1"));
    assert_non_null(strstr(text, "\na> place\na< random\n"));
    assert_non_null(strstr(text, "\na> act\na< fire A1\na> outcome fire A1 -> A1="));
    assert_non_null(strstr(text, "\na> round 2"));
    assert_non_null(strstr(text, "\na> over "));
    assert_non_null(strstr(text, "\n# b is null, which is built in and has no dialogue\n"));
    assert_null(strstr(text, "\nb"));
}

static void a_full_disk_is_reported_at_the_end(void **state)
{
    struct message message = {""};

    (void)state;
    if (access("/dev/full", W_OK) != 0)
        skip();
    write_shell_bot(NULL, NULL, NULL);
    assert_int_equal(play_match("/dev/full", 1, &message), ERR_IO);
    assert_non_null(strstr(message.text, "/dev/full"));
    assert_int_equal(play_match("no/such/folder", 1, &message), ERR_IO);
    assert_non_null(strstr(message.text, "no/such/folder"));
}

/* --- feeding --------------------------------------------------------------------------------- */

struct heard {
    char differences[2000];
    char dialogue[8000];
    char log[500];
};

static void note_difference(void *context, const struct feed_difference *difference)
{
    struct heard *heard = context;
    size_t length = strlen(heard->differences);

    snprintf(heard->differences + length, sizeof heard->differences - length,
             "%d/%d %.*s: %.*s not %.*s%s\n", (int)difference->line, (int)difference->round,
             (int)difference->question.length, difference->question.text,
             difference->broken ? (int)strlen(bot_broken_word(difference->broken))
                                : (int)difference->now.length,
             difference->broken ? bot_broken_word(difference->broken) : difference->now.text,
             difference->is_recorded ? (int)difference->recorded.length : 7,
             difference->is_recorded ? difference->recorded.text : "nothing",
             difference->is_first ? "" : " too");
}

static void note_line(void *context, bool from_bot, struct slice line)
{
    struct heard *heard = context;
    size_t length = strlen(heard->dialogue);

    snprintf(heard->dialogue + length, sizeof heard->dialogue - length, "%c %.*s\n",
             from_bot ? '<' : '>', (int)line.length, line.text);
}

static void note_log(void *context, uint64_t round, struct slice text)
{
    struct heard *heard = context;
    size_t length = strlen(heard->log);

    snprintf(heard->log + length, sizeof heard->log - length, "%d: %.*s", (int)round,
             (int)text.length, text.text);
}

static enum error feed_text(const char *text, int side, uint64_t round, unsigned move_ms,
                            struct heard *heard, struct feed_result *result,
                            struct message *message)
{
    static struct guest_spec spec;
    struct guest_config config = shell_bot_config();
    struct feed feed = {.launch = &spec.launch,
                        .text = slice_of(text),
                        .side = side,
                        .round = round,
                        .listener = {note_line, note_difference, note_log, heard}};

    memset(heard, 0, sizeof *heard);
    if (move_ms)
        config.limits.move_ms = move_ms;
    if (guest_spec_resolve(shell_bot, &config, &spec, message) != OK)
        fail_msg("%s", message->text);
    return feed_play(&feed, result, message);
}

static struct feed_result feed(const char *text, uint64_t round, struct heard *heard)
{
    struct feed_result result;
    struct message message = {""};

    if (feed_text(text, NOBODY, round, 0, heard, &result, &message) != OK)
        fail_msg("%s", message.text);
    return result;
}

static void the_same_bot_gives_the_same_answers(void **state)
{
    struct message message = {""};
    struct feed_result result;
    struct heard heard = {0};
    const char *text;

    (void)state;
    write_shell_bot(NULL, NULL, NULL);
    assert_int_equal(play_match("t.txt", 3, &message), OK);
    text = read_file("t.txt");
    result = feed(text, 0, &heard);
    assert_int_equal(result.rounds, 3);
    assert_true(result.answers > 3 * 17);
    assert_int_equal(result.differed, 0);
    assert_string_equal(heard.differences, "");
    result = feed(text, 2, &heard);
    assert_int_equal(result.rounds, 1);
    assert_int_equal(result.differed, 0);
    assert_non_null(strstr(heard.dialogue, " from 2\n> round 2"));
    assert_null(strstr(heard.dialogue, "> round 1"));
    assert_null(strstr(heard.dialogue, "> round 3"));
}

/* Two rounds of which the second broke, and a third in a new process. */
static const char recorded[] = FIRST /* 1 */
    "b> rule board = 10x10\n"        /* 2 */
    "b> match 9 seed 4\n"            /* 3 */
    "b> round 1 side b\n"            /* 4 */
    "b> place\n"                     /* 5 */
    "b< random\n"                    /* 6 */
    "b> start you\n"                 /* 7 */
    "b> act\n"                       /* 8 */
    "b< fire A1\n"                   /* 9 */
    "b> outcome fire A1 -> A1=miss\n"
    "b> act\n" /* 11 */
    "b< fire B1\n"
    "b> end lost 0 0 sunk\n"
    "b> round 2 side b\n" /* 14 */
    "b> place\n"
    "b< random\n"
    "b> act\n"         /* 17, no answer */
    "b> broadside 1\n" /* 18 */
    "b< name Shell\n"
    "b< ready\n"
    "b> rule board = 10x10\n" /* 21 */
    "b> match 9 seed 4 from 3\n"
    "b> round 3 side b\n" /* 23 */
    "b> place\n"
    "b< random\n"
    "b> act\n" /* 26 */
    "b< fire A1\n"
    "b> end lost 0 0 sunk\n";

static void differences_are_reported_with_line_and_round(void **state)
{
    struct feed_result result;
    struct heard heard = {0};

    (void)state;
    write_shell_bot(NULL, NULL, "if [ $round = 1 ]; then echo fire J9; else shoot; fi");
    result = feed(recorded, 0, &heard);
    assert_int_equal(result.side, SIDE_B);
    assert_int_equal(result.rounds, 3);
    assert_int_equal(result.answers, 7);
    assert_int_equal(result.differed, 3);
    assert_int_equal(result.broke, 0);
    assert_string_equal(heard.differences, "8/1 act: fire J9 not fire A1\n"
                                           "11/1 act: fire J9 not fire B1 too\n"
                                           "17/2 act: fire A1 not nothing\n");
}

static void a_single_round_gets_the_rules_and_the_match(void **state)
{
    struct feed_result result;
    struct heard heard = {0};

    (void)state;
    write_shell_bot(NULL, "echo placing $round >&2; echo random", NULL);
    result = feed(recorded, 3, &heard);
    assert_int_equal(result.answers, 2);
    assert_int_equal(result.differed, 0);
    assert_string_equal(heard.dialogue, "> broadside 1\n< name Shell\n< ready\n"
                                        "> rule board = 10x10\n> match 9 seed 4 from 3\n"
                                        "> round 3 side b\n> place\n< random\n> act\n< fire A1\n"
                                        "> end lost 0 0 sunk\n");
    assert_string_equal(heard.log, "3: placing 3\n");
}

static void a_bot_that_breaks_is_restarted_for_the_next_round(void **state)
{
    struct feed_result result;
    struct heard heard = {0};

    (void)state;
    write_shell_bot(NULL, NULL, "[ $round = 1 ] && { echo ouch >&2; exit 3; }; shoot");
    result = feed(recorded, 0, &heard);
    assert_int_equal(result.broke, 1);
    assert_int_equal(result.rounds, 3);
    assert_non_null(strstr(heard.differences, "8/1 act: crash not fire A1\n"));
    assert_non_null(strstr(heard.log, "1: ouch\n"));
    assert_non_null(strstr(heard.dialogue, "> match 9 seed 4 from 2\n> round 2"));
    write_shell_bot(NULL, "exit 0", NULL);
    result = feed(recorded, 0, &heard);
    assert_int_equal(result.broke, 3);
    assert_true(result.given_up);
}

static void unasked_output_at_the_end_of_a_round_is_found(void **state)
{
    struct feed_result result;
    struct heard heard = {0};

    (void)state;
    write_shell_bot(NULL, NULL, "[ $n = 1 ] && printf 'fire B1\\nhurrah\\n' || shoot");
    result = feed(recorded, 0, &heard);
    assert_int_equal(result.broke, 1);
    assert_non_null(strstr(heard.differences, "the end of the round: protocol-error"));
}

static void a_silent_bot_runs_into_the_limit(void **state)
{
    struct message message = {""};
    struct feed_result result;
    struct heard heard = {0};

    (void)state;
    write_shell_bot(NULL, NULL, ":");
    assert_int_equal(feed_text(recorded, SIDE_B, 3, 200, &heard, &result, &message), OK);
    assert_int_equal(result.broke, 1);
    assert_string_equal(heard.differences, "26/3 act: stall not fire A1\n");
}

static void invalid_feeds_are_rejected(void **state)
{
    struct message message = {""};
    struct feed_result result;
    struct heard heard = {0};

    (void)state;
    write_shell_bot(NULL, NULL, NULL);
    assert_int_equal(feed_text(recorded, NOBODY, 4, 0, &heard, &result, &message), ERR_RANGE);
    assert_non_null(strstr(message.text, "no round 4 of b"));
    assert_int_equal(feed_text(recorded, SIDE_A, 0, 0, &heard, &result, &message), ERR_RANGE);
    assert_non_null(strstr(message.text, "this transcript has no dialogue of a"));
    assert_int_equal(feed_text(FIRST, NOBODY, 0, 0, &heard, &result, &message), ERR_RANGE);
    assert_int_equal(feed_text("who knows\n", NOBODY, 0, 0, &heard, &result, &message), ERR_SYNTAX);
    assert_int_equal(feed_text(FIRST "a> round x\n", NOBODY, 0, 0, &heard, &result, &message),
                     ERR_SYNTAX);
    assert_non_null(strstr(message.text, "line 2"));
    write_shell_bot("echo name X; exit 1", NULL, NULL);
    assert_int_equal(feed_text(recorded, NOBODY, 0, 0, &heard, &result, &message), ERR_IO);
    assert_non_null(strstr(message.text, "crash"));
}

#define FOLDER_TEST(test) cmocka_unit_test_setup_teardown(test, home_enter, home_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_both_sides_are_read),
        cmocka_unit_test(an_incomplete_last_line_is_ignored),
        cmocka_unit_test(invalid_transcripts_are_rejected_with_the_line),
        FOLDER_TEST(a_match_records_both_directions),
        FOLDER_TEST(a_full_disk_is_reported_at_the_end),
        FOLDER_TEST(the_same_bot_gives_the_same_answers),
        FOLDER_TEST(differences_are_reported_with_line_and_round),
        FOLDER_TEST(a_single_round_gets_the_rules_and_the_match),
        FOLDER_TEST(a_bot_that_breaks_is_restarted_for_the_next_round),
        FOLDER_TEST(unasked_output_at_the_end_of_a_round_is_found),
        FOLDER_TEST(a_silent_bot_runs_into_the_limit),
        FOLDER_TEST(invalid_feeds_are_rejected),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
