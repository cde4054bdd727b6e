/* The record of a solo game: a line `solo`, and one fleet. */
#include "rules/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static char text[16384];

/* Writes a head with one fleet or two. */
static void write_head(bool solo)
{
    static struct record record;
    struct writer writer;
    struct rng rng;

    record = (struct record){.version = "1", .name = {"Ann", "uniform"}, .solo = solo};
    record.rules = *rules_find("classic");
    rng_seed(&rng, 1);
    for (int side = 0; side < 2; side++) {
        record_nonce((const uint8_t *)"0123456789abcdef", record.nonce[side]);
        assert_int_equal(layout_random(&record.rules, &rng, &record.layout[side]), OK);
    }
    writer_init(&writer, text, sizeof text);
    record_write_head(&record, &writer);
    assert_false(writer.full);
}

static enum error open_text(struct message *message)
{
    static struct record_reader reader;

    message->text[0] = '\0';
    return record_open(&reader, slice_of(text), message);
}

/* Replaces the first `from` in the text. */
static void change(const char *from, const char *to)
{
    static char rest[sizeof text];
    char *at = strstr(text, from);

    assert_non_null(at);
    snprintf(rest, sizeof rest, "%s", at + strlen(from));
    snprintf(at, sizeof text - (size_t)(at - text), "%s%s", to, rest);
}

static void the_solo_line_is_written_and_parsed(void **state)
{
    static struct record_reader reader;
    struct message message;

    (void)state;
    write_head(true);
    assert_non_null(strstr(text, "\nfirst a\nsolo\ncommit b "));
    assert_null(strstr(text, "\ncommit a "));
    assert_null(strstr(text, "\nfleet a "));
    assert_int_equal(record_open(&reader, slice_of(text), &message), OK);
    assert_true(reader.record.solo && reader.game.solo);
    assert_true(game_status(&reader.game)->started);
    assert_int_equal(game_status(&reader.game)->turn, SIDE_A);

    change("\nsolo\n", "\nsolo\r\n");
    assert_int_equal(open_text(&message), OK);

    write_head(false);
    assert_null(strstr(text, "solo"));
    assert_int_equal(record_open(&reader, slice_of(text), &message), OK);
    assert_false(reader.record.solo || reader.game.solo);
}

static void contradictory_heads_are_rejected(void **state)
{
    struct message message;

    (void)state;
    write_head(true);
    change("first a", "first b");
    assert_int_equal(open_text(&message), ERR_SYNTAX);
    assert_non_null(strstr(message.text, "in a solo game side a moves first"));

    write_head(true);
    change("\nsolo\n", "\nsolo yes\n");
    assert_int_equal(open_text(&message), ERR_SYNTAX);
    assert_non_null(strstr(message.text, "expected 'commit a'"));

    write_head(true);
    change("\nsolo\n", "\nsolo\nsolo\n");
    assert_int_equal(open_text(&message), ERR_SYNTAX);

    write_head(true); /* without the line, both fleets are required */
    change("\nsolo\n", "\n");
    assert_int_equal(open_text(&message), ERR_SYNTAX);
    assert_non_null(strstr(message.text, "expected 'commit a'"));

    write_head(false); /* with it, only one is allowed */
    change("first a\n", "first a\nsolo\n");
    assert_int_equal(open_text(&message), ERR_SYNTAX);
    assert_non_null(strstr(message.text, "expected 'commit b'"));
}

static void side_b_never_moves(void **state)
{
    static struct record_reader reader;
    struct message message;
    struct outcome outcome;
    struct move move;
    bool more;

    (void)state;
    write_head(true);
    strcat(text, "1 b fire A1 -> A1=miss\n");
    assert_int_equal(record_open(&reader, slice_of(text), &message), OK);
    assert_int_equal(record_step(&reader, &move, &outcome, &more, &message), ERR_MISMATCH);
    assert_non_null(strstr(message.text, "it is side a's turn"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_solo_line_is_written_and_parsed),
        cmocka_unit_test(contradictory_heads_are_rejected),
        cmocka_unit_test(side_b_never_moves),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
