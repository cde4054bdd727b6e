/* Writers, slices, printable names, hexadecimal, buffers and messages. */
#include "base/buffer.h"
#include "base/entropy.h"
#include "base/error.h"
#include "base/rng.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void a_writer_appends_text(void **state)
{
    char memory[16];
    struct writer writer;

    (void)state;
    writer_init(&writer, memory, sizeof memory);
    assert_string_equal(memory, "");
    writer_put(&writer, "ab");
    writer_format(&writer, "%d-%s", 12, "x");
    assert_string_equal(memory, "ab12-x");
    assert_int_equal(writer.length, 6);
    assert_false(writer.full);
}

/* For every size: what fits is written, the rest is dropped, and nothing past the end changes. */
static void a_writer_never_overruns(void **state)
{
    (void)state;
    for (size_t size = 1; size <= 12; size++) {
        for (int formatted = 0; formatted < 2; formatted++) {
            char memory[24];
            struct writer writer;

            memset(memory, '#', sizeof memory);
            writer_init(&writer, memory, size);
            for (int i = 0; i < 4; i++) {
                if (formatted)
                    writer_format(&writer, "%s", "abc");
                else
                    writer_put(&writer, "abc");
            }
            assert_int_equal(writer.length, size - 1);
            assert_int_equal(strlen(memory), size - 1);
            assert_memory_equal(memory, "abcabcabcabc", size - 1);
            assert_int_equal(memory[size], '#');
            assert_true(writer.full);
        }
    }
}

static void text_that_just_fits_does_not_set_full(void **state)
{
    char memory[4];
    struct writer writer;

    (void)state;
    writer_init(&writer, memory, sizeof memory);
    writer_put(&writer, "abc");
    assert_false(writer.full);
    writer_put(&writer, "");
    assert_false(writer.full);
    writer_format(&writer, "%s", "");
    assert_false(writer.full);
    writer_put(&writer, "d");
    assert_true(writer.full);
    assert_string_equal(memory, "abc");
}

static void slices_are_trimmed_of_blanks_only(void **state)
{
    (void)state;
    assert_true(slice_is(slice_trim(slice_of(" \t a b\r ")), "a b"));
    assert_true(slice_is(slice_trim(slice_of("")), ""));
    assert_true(slice_is(slice_trim(slice_of(" \t\r")), ""));
    assert_true(slice_is(slice_trim(slice_of("\va\v")), "\va\v"));
}

static void slices_compare_by_all_their_bytes(void **state)
{
    (void)state;
    assert_true(slice_is(slice_of("fire"), "fire"));
    assert_false(slice_is(slice_of("fire"), "Fire"));
    assert_false(slice_is(slice_of("fire"), "fir"));
    assert_false(slice_is(slice_of("fir"), "fire"));
    assert_false(slice_is((struct slice){"fire\0", 5}, "fire"));
    assert_true(slice_is_nocase(slice_of("FiRe-9"), "fIrE-9"));
    assert_false(slice_is_nocase(slice_of("fire"), "fires"));
    assert_false(slice_is_nocase((struct slice){"fire\0", 5}, "fire"));
    assert_false(slice_is_nocase(slice_of("{"), "["));
    assert_false(slice_is_nocase(slice_of("\xc4"), "\xe4")); /* ASCII only */
    assert_int_equal(text_lower('A'), 'a');
    assert_int_equal(text_lower('Z'), 'z');
    assert_int_equal(text_lower('@'), '@');
    assert_int_equal(text_lower('['), '[');
}

static void slices_are_cut_at_separators(void **state)
{
    struct slice rest = slice_of("a,,b c,"), part;

    (void)state;
    assert_true(slice_cut(&rest, ',', &part) && slice_is(part, "a"));
    assert_true(slice_cut(&rest, ',', &part) && slice_is(part, ""));
    assert_true(slice_cut(&rest, ',', &part) && slice_is(part, "b c"));
    assert_false(slice_cut(&rest, ',', &part));
    assert_int_equal(part.length, 0);
    rest = slice_of("whole");
    assert_true(slice_cut(&rest, ',', &part) && slice_is(part, "whole"));
    assert_int_equal(rest.length, 0);
    rest = (struct slice){"a\0b", 3};
    assert_true(slice_cut(&rest, '\0', &part) && slice_is(part, "a"));
    assert_true(slice_is(rest, "b"));
}

static void slices_are_split_into_words(void **state)
{
    struct slice rest = slice_of("  fire\tB3 \r"), word;

    (void)state;
    assert_true(slice_word(&rest, &word) && slice_is(word, "fire"));
    assert_true(slice_word(&rest, &word) && slice_is(word, "B3"));
    assert_false(slice_word(&rest, &word));
    assert_int_equal(word.length, 0);
}

static void numbers_are_digits_only(void **state)
{
    static const char *const refused[] = {"",    "-1", "+1",  " 1", "1 ", "01",      "00",
                                          "0x1", "1.", "1e3", "a",  "1a", "\xd9\xa1"};
    uint64_t number = 77;

    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        if (slice_number(slice_of(refused[i]), UINT64_MAX, &number))
            fail_msg("'%s' is taken for a number", refused[i]);
    assert_int_equal(number, 77);
    assert_true(slice_number(slice_of("0"), 9, &number) && number == 0);
    assert_true(slice_number(slice_of("10"), 10, &number) && number == 10);
    assert_false(slice_number(slice_of("11"), 10, &number));
    assert_false(slice_number(slice_of("100"), 10, &number));
    assert_false(slice_number(slice_of("1"), 0, &number));
    assert_true(slice_number(slice_of("0"), 0, &number) && number == 0);
    assert_true(slice_number(slice_of("18446744073709551615"), UINT64_MAX, &number));
    assert_true(number == UINT64_MAX);
    assert_false(slice_number(slice_of("18446744073709551616"), UINT64_MAX, &number));
    assert_false(slice_number(slice_of("18446744073709551625"), UINT64_MAX, &number));
    assert_false(slice_number(slice_of("184467440737095516150"), UINT64_MAX, &number));
    assert_false(slice_number(slice_of("99999999999999999999"), UINT64_MAX, &number));
}

static void quotes_are_short_and_printable(void **state)
{
    char text[100];

    (void)state;
    assert_string_equal(slice_quote(slice_of("A1x")).text, "A1x");
    assert_string_equal(slice_quote(slice_of("Größe \xe2\x82\xac")).text, "Größe \xe2\x82\xac");
    assert_string_equal(slice_quote((struct slice){"a\0\x1b\x7f\xc3\n", 6}).text, "a?????");
    memset(text, 'x', sizeof text);
    assert_int_equal(strlen(slice_quote((struct slice){text, 40}).text), 40);
    assert_string_equal(slice_quote((struct slice){text, 41}).text + 40, "...");
    assert_string_equal(slice_quote((struct slice){text, 100}).text + 40, "...");
    assert_string_equal(slice_quote((struct slice){text, 0}).text, "");
    memcpy(text + 39, "\xc3\xbc", 2); /* is not cut in half */
    assert_string_equal(slice_quote((struct slice){text, 41}).text + 39, "...");
}

static void assert_printable(const char *from, const char *wanted)
{
    char to[64];

    text_printable(to, sizeof to, from);
    if (strcmp(to, wanted) != 0)
        fail_msg("'%s' gives '%s', not '%s'", from, to, wanted);
}

static void assert_name(const char *from, const char *wanted)
{
    char to[16];

    slice_name(to, sizeof to, slice_of(from));
    if (strcmp(to, wanted) != 0)
        fail_msg("'%s' gives '%s', not '%s'", from, to, wanted);
}

static void names_look_like_what_they_are(void **state)
{
    (void)state;
    assert_name("Ann Lee", "Ann Lee");
    assert_name("A\xe2\x80\x8bnn\xef\xbb\xbf", "Ann");           /* U+200B, U+FEFF */
    assert_name("\xe2\x80\xaennA\xe2\x80\xac", "nnA");           /* U+202E, U+202C */
    assert_name("\xe2\x81\xa6hunt\xe2\x81\xa9\xd8\x9c", "hunt"); /* U+2066, U+2069, U+061C */
    assert_name("h\xc2\xadu\xe2\x80\x8dnt\xe2\x80\x8f", "hunt"); /* U+00AD, U+200D, U+200F */
    assert_name(" Ann\xc2\xa0 \xe3\x80\x80 Lee  ", "Ann Lee");   /* U+00A0, U+3000 */
    assert_name("\xe2\xa0\x80\xe2\x80\x8b ", "");                /* U+2800, U+200B */
    assert_name("\x1b[1mJ\xc3\xb6rg\xc2\x9b\xff", "?[1mJ\xc3\xb6rg??");
    assert_name("\xe6\x97\xa5\xe6\x9c\xac \xf0\x9f\x9a\xa2",
                "\xe6\x97\xa5\xe6\x9c\xac \xf0\x9f\x9a\xa2");
    assert_name("fifteen letters", "fifteen letters");
    assert_name("fifteen letter \xc3\xb6", "fifteen letter"); /* nothing is cut in half */
    assert_name("", "");
}

static void counted_nouns_have_endings(void **state)
{
    (void)state;
    assert_string_equal(text_s(0), "s");
    assert_string_equal(text_s(1), "");
    assert_string_equal(text_s(2), "s");
    assert_string_equal(text_es(1), "");
    assert_string_equal(text_es(101), "es");
}

static void durations_have_a_suitable_unit(void **state)
{
    static const struct {
        double seconds;
        const char *text;
    } cases[] = {
        {0, "under a second"},        {0.99, "under a second"},    {1, "about 1 second"},
        {1.49, "about 1 second"},     {1.5, "about 2 seconds"},    {119, "about 119 seconds"},
        {120, "about 2 minutes"},     {7199, "about 120 minutes"}, {7200, "about 2.0 hours"},
        {172799, "about 48.0 hours"}, {216000, "about 2.5 days"}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(text_duration(cases[i].seconds).text, cases[i].text);
}

static void names_are_made_safe_to_print(void **state)
{
    (void)state;
    assert_printable("Ann-Marie O'Neil", "Ann-Marie O'Neil");
    assert_printable("J\xc3\xb6rg \xe6\x97\xa5\xe6\x9c\xac \xf0\x9f\x9a\xa2",
                     "J\xc3\xb6rg \xe6\x97\xa5\xe6\x9c\xac \xf0\x9f\x9a\xa2");
    assert_printable("\x1b[31mred\x07\n\t\x7f", "?[31mred????");
    assert_printable("a\xc2\x9b"
                     "b",
                     "a??b"); /* a C1 control */
    assert_printable("a\xc2\xa0"
                     "b",
                     "a\xc2\xa0"
                     "b");                        /* the first character after them */
    assert_printable("\x80\xbf\xff\xfe", "????"); /* no start of anything */
    assert_printable("\xc0\xaf\xc1\x81", "????"); /* overlong */
    assert_printable("\xe0\x80\xaf\xf0\x80\x80\xaf", "???????");
    assert_printable("\xed\xa0\x80", "???");          /* a surrogate */
    assert_printable("\xed\x9f\xbf", "\xed\x9f\xbf"); /* the last one before them */
    assert_printable("\xf4\x90\x80\x80", "????");     /* beyond the last code point */
    assert_printable("\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf");
    assert_printable("\xf5\x80\x80\x80", "????");
    assert_printable("\xe2\x80\xae"
                     "evil",
                     "???evil");                              /* right to left override */
    assert_printable("\xe2\x80\xa8\xe2\x80\xa9", "??????");   /* line and paragraph separator */
    assert_printable("\xe2\x81\xa6x\xe2\x81\xa9", "???x???"); /* isolates */
    assert_printable("\xe2\x80\xa7", "\xe2\x80\xa7");         /* a mere hyphenation point */
    assert_printable("ab\xe2\x82", "ab??");                   /* cut off */
    assert_printable("\xc3", "?");
    assert_printable("\xf0\x9f\x9a", "???");
}

/* No size splits a character. */
static void names_are_truncated_between_characters(void **state)
{
    static const char from[] = "a\xc3\xb6\xe6\x97\xa5\xf0\x9f\x9a\xa2z";
    static const size_t kept[] = {0, 0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};

    (void)state;
    for (size_t size = 1; size < sizeof kept / sizeof kept[0]; size++) {
        char to[32];

        memset(to, '#', sizeof to);
        text_printable(to, size, from);
        assert_int_equal(strlen(to), kept[size]);
        assert_memory_equal(to, from, kept[size]);
        assert_int_equal(to[size], '#');
    }
}

static void hexadecimal_is_lower_case(void **state)
{
    const uint8_t bytes[] = {0x00, 0x0f, 0xa5, 0xff};
    char hex[9];

    (void)state;
    text_hex(bytes, sizeof bytes, hex);
    assert_string_equal(hex, "000fa5ff");
    text_hex(bytes, 0, hex);
    assert_string_equal(hex, "");
}

static void messages_are_truncated_never_overrun(void **state)
{
    static char text[1000];
    struct message message;

    (void)state;
    memset(text, 'x', sizeof text - 1);
    assert_int_equal(error_set(ERR_RANGE, &message, "%s", text), ERR_RANGE);
    assert_int_equal(strlen(message.text), sizeof message.text - 1);
    message_set(&message, "no %s", "way");
    assert_string_equal(message.text, "no way");
    message_prefix(&message, "line %d", 7);
    assert_string_equal(message.text, "line 7: no way");
    message_set(&message, "%s", text);
    message_prefix(&message, "line %d", 7);
    assert_int_equal(strlen(message.text), sizeof message.text - 1);
    assert_memory_equal(message.text, "line 7: xxx", 11);
    message_prefix(&message, "%s", text);
    assert_int_equal(strlen(message.text), sizeof message.text - 1);
    assert_int_equal(error_set(ERR_IO, NULL, "%s", "no message"), ERR_IO);
    message_set(NULL, "%s", "no message");
    message_prefix(NULL, "%s", "no message");
}

static void buffers_grow_up_to_their_cap(void **state)
{
    struct buffer buffer;
    char chunk[100];

    (void)state;
    memset(chunk, 'y', sizeof chunk);
    buffer_init(&buffer, 1000);
    for (int i = 0; i < 10; i++)
        assert_int_equal(buffer_append(&buffer, chunk, sizeof chunk), OK);
    assert_int_equal(buffer_append(&buffer, "", 0), OK);
    assert_int_equal(buffer_append(&buffer, chunk, 1), ERR_FULL);
    assert_int_equal(buffer_append(&buffer, chunk, SIZE_MAX), ERR_FULL);
    assert_int_equal(buffer_put(&buffer, "z"), ERR_FULL);
    assert_int_equal(buffer.length, 1000);
    assert_int_equal(strlen(buffer.data), 1000);
    buffer_release(&buffer);
    assert_null(buffer.data);
    assert_int_equal(buffer_put(&buffer, "again"), OK);
    assert_string_equal(buffer.data, "again");
    buffer_release(&buffer);
}

static void files_are_read_completely_or_not_at_all(void **state)
{
    char path[] = "/tmp/test_text_XXXXXX";
    struct message message = {""};
    struct buffer buffer;
    FILE *file;
    int handle = mkstemp(path);

    (void)state;
    assert_true(handle >= 0);
    file = fdopen(handle, "w");
    assert_non_null(file);
    for (int i = 0; i < 5000; i++)
        fprintf(file, "%05d\n", i);
    assert_int_equal(fclose(file), 0);
    buffer_init(&buffer, 30000);
    assert_int_equal(buffer_read_file(&buffer, path, &message), OK);
    assert_int_equal(buffer.length, 30000);
    assert_memory_equal(buffer.data + 29994, "04999\n", 6);
    buffer_release(&buffer);
    buffer_init(&buffer, 29999);
    assert_int_equal(buffer_read_file(&buffer, path, &message), ERR_FULL);
    assert_non_null(strstr(message.text, path));
    buffer_release(&buffer);
    remove(path);
    buffer_init(&buffer, 100);
    assert_int_equal(buffer_read_file(&buffer, path, &message), ERR_IO);
    assert_non_null(strstr(message.text, path));
    buffer_release(&buffer);
}

static void system_randomness_differs_each_time(void **state)
{
    uint8_t first[32], second[32];
    uint64_t seed;

    (void)state;
    assert_int_equal(entropy_fill(first, sizeof first), OK);
    assert_int_equal(entropy_fill(second, sizeof second), OK);
    assert_memory_not_equal(first, second, sizeof first);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(entropy_seed(&seed), OK);
        assert_true(seed <= MAX_SEED);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_writer_appends_text),
        cmocka_unit_test(a_writer_never_overruns),
        cmocka_unit_test(text_that_just_fits_does_not_set_full),
        cmocka_unit_test(slices_are_trimmed_of_blanks_only),
        cmocka_unit_test(slices_compare_by_all_their_bytes),
        cmocka_unit_test(slices_are_cut_at_separators),
        cmocka_unit_test(slices_are_split_into_words),
        cmocka_unit_test(numbers_are_digits_only),
        cmocka_unit_test(quotes_are_short_and_printable),
        cmocka_unit_test(names_look_like_what_they_are),
        cmocka_unit_test(counted_nouns_have_endings),
        cmocka_unit_test(durations_have_a_suitable_unit),
        cmocka_unit_test(names_are_made_safe_to_print),
        cmocka_unit_test(names_are_truncated_between_characters),
        cmocka_unit_test(hexadecimal_is_lower_case),
        cmocka_unit_test(messages_are_truncated_never_overrun),
        cmocka_unit_test(buffers_grow_up_to_their_cap),
        cmocka_unit_test(files_are_read_completely_or_not_at_all),
        cmocka_unit_test(system_randomness_differs_each_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
