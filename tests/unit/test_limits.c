/* Limits as text: setting, printing, parsing, listing. */
#include "contest/limits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void every_limit_can_be_set_by_its_key(void **state)
{
    static const struct {
        const char *setting, *name;
        uint32_t value;
    } rows[] = {{"start=7000", "start_ms", 7000},
                {"move=500", "move_ms", 500},
                {"bank=0", "bank_ms", 0},
                {"memory=128", "memory_mb", 128},
                {"processes=8", "processes", 8},
                {"output=16", "output_kb", 16},
                {"log=0", "log_kb", 0},
                {"scratch=4", "scratch_mb", 4},
                {"build=90000", "build_ms", 90000}};

    (void)state;
    for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++) {
        struct limits limits = limits_default;
        struct message message;
        uint32_t value;
        const char *name;

        assert_int_equal(limits_set(&limits, rows[i].setting, &message), OK);
        for (int j = 0; (name = limits_item(&limits, j, &value)); j++) {
            uint32_t usual;

            limits_item(&limits_default, j, &usual);
            assert_int_equal(value, strcmp(name, rows[i].name) == 0 ? rows[i].value : usual);
            assert_true(i != j || strcmp(name, rows[i].name) == 0);
        }
    }
}

static void invalid_limits_are_rejected(void **state)
{
    static const char *const bad[] = {"move",     "move=",      "move=0",  "move=-1",
                                      "move=1s",  "move=1.5",   "move= 5", "move=99999999999",
                                      "memory=7", "=5",         "",        "speed=3",
                                      "move=05",  "processes=0"};

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct limits limits = limits_default;
        struct message message = {""};

        if (limits_set(&limits, bad[i], &message) == OK)
            fail_msg("'%s' was accepted", bad[i]);
        assert_true(message.text[0] != '\0');
        assert_memory_equal(&limits, &limits_default, sizeof limits);
    }
}

static void error_messages_name_keys_and_bounds(void **state)
{
    struct limits limits = limits_default;
    struct message message;

    (void)state;
    assert_int_equal(limits_set(&limits, "speed=3", &message), ERR_UNKNOWN);
    assert_string_equal(message.text, "unknown limit 'speed'; the limits are start, move, bank, "
                                      "memory, processes, output, log, scratch, build");
    assert_int_equal(limits_set(&limits, "move=x", &message), ERR_RANGE);
    assert_string_equal(message.text,
                        "limit move: expected a whole number from 1 to 3600000 ms, for example "
                        "move=1000");
}

static void limits_are_printed_for_people(void **state)
{
    struct limits limits = limits_default;
    char text[LIMITS_TEXT];
    struct writer writer;

    (void)state;
    writer_init(&writer, text, sizeof text);
    limits_print(&limits, &writer);
    assert_string_equal(text,
                        "start 5 s, move 1 s, bank 120 s per 1000 rounds (at least 10 s), "
                        "memory 512 MB (1024 MB for Java), 64 processes, output 64 KB per round, "
                        "log 1024 KB, scratch 16 MB, build 60 s");
    limits.move_ms = 1500;
    limits.bank_ms = 0;
    limits.processes = 1;
    limits.memory_mb = 300;
    writer_init(&writer, text, sizeof text);
    limits_print(&limits, &writer);
    assert_string_equal(text, "start 5 s, move 1500 ms, no bank, memory 300 MB, 1 process, "
                              "output 64 KB per round, log 1024 KB, scratch 16 MB, build 60 s");
}

static void a_short_match_has_a_bank_of_ten_seconds(void **state)
{
    struct limits limits = limits_default;

    (void)state;
    assert_int_equal(limits_bank_ms(&limits, 1000), 120000);
    assert_int_equal(limits_bank_ms(&limits, 500), 60000);
    assert_int_equal(limits_bank_ms(&limits, 10), 10000);
    limits.bank_ms = 5000; /* less than that was asked for */
    assert_int_equal(limits_bank_ms(&limits, 10), 5000);
    assert_int_equal(limits_bank_ms(&limits, 2000), 10000);
    limits.bank_ms = 0;
    assert_int_equal(limits_bank_ms(&limits, 1000), 0);
}

static void printed_limits_can_be_parsed(void **state)
{
    static const char *const settings[] = {
        "start=1", "move=300",   "bank=0",         "memory=8",    "processes=1",  "output=1048576",
        "log=0",   "scratch=99", "build=86400000", "bank=123456", "processes=17", "start=61000"};
    static const char *const wrong[] = {
        "move",           "move s",      "speed 3 s", "start 5 s,, log 1",
        "start 99999999", "0 processes", "bank"};
    struct limits limits = limits_default, read;
    char text[LIMITS_TEXT];
    struct writer writer;
    struct message message;

    (void)state;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        assert_int_equal(limits_set(&limits, settings[i], &message), OK);
        writer_init(&writer, text, sizeof text);
        limits_print(&limits, &writer);
        assert_false(writer.full);
        assert_int_equal(limits_parse_sentence(slice_of(text), &read, &message), OK);
        assert_memory_equal(&read, &limits, sizeof limits);
        writer_init(&writer, text, sizeof text);
        limits_print_settings(&limits, &writer);
        assert_false(writer.full);
        assert_int_equal(limits_parse_settings(slice_of(text), &read, &message), OK);
        assert_memory_equal(&read, &limits, sizeof limits);
    }
    assert_int_equal(limits_parse_sentence(slice_of(""), &read, &message), OK);
    assert_memory_equal(&read, &limits_default, sizeof read);
    assert_int_equal(limits_parse_settings(slice_of(" move=7 "), &read, &message), OK);
    assert_int_equal(read.move_ms, 7);
    assert_int_equal(read.start_ms, limits_default.start_ms);
    assert_int_equal(limits_parse_settings(slice_of("move=7 speed=1"), &read, &message),
                     ERR_UNKNOWN);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(limits_parse_sentence(slice_of(wrong[i]), &read, &message), ERR_SYNTAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_limit_can_be_set_by_its_key),
        cmocka_unit_test(invalid_limits_are_rejected),
        cmocka_unit_test(error_messages_name_keys_and_bounds),
        cmocka_unit_test(limits_are_printed_for_people),
        cmocka_unit_test(a_short_match_has_a_bank_of_ten_seconds),
        cmocka_unit_test(printed_limits_can_be_parsed),
    };

    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
