/* Texts of several records: where they are cut, what is read from each, and what is refused. */
#include "session/recorded_game.h"
#include "support/session.h"

#include <stdio.h>

enum { TEXT_SIZE = 1 << 16 };

static struct recorded_game game;
static char text[TEXT_SIZE];

/* Appends the record of a game in which Ann asks for advice and resigns. */
static void append_record(const char *bot, uint64_t seed)
{
    struct session *session = new_session(rules_find("classic"), NULL, bot, seed);
    struct outcome outcome;
    struct advice advice;
    struct move move;

    place_people(session);
    if (session_is_bot(session, game_status(session_game(session))->turn))
        assert_int_equal(session_bot_move(session, &move, &outcome, NULL), OK);
    assert_int_equal(session_advise(session, &advice, NULL), OK);
    make_move(session, "resign");
    strcat(text, session_record(session).text);
    session_free(session);
}

static int lines_before(const char *words)
{
    int lines = 0;

    for (const char *c = text; c < strstr(text, words); c++)
        lines += *c == '\n';
    return lines;
}

static void records_are_cut_with_their_notes(void **state)
{
    struct record_list list;
    struct listed_record record;
    struct message message;
    char first[TEXT_SIZE];
    struct buffer copy;

    (void)state;
    text[0] = '\0';
    append_record("hunt", 1);
    memcpy(first, text, strlen(text) + 1);
    strcat(text, "\n# ended 2026-11-18T10:50:38Z\r\n# a comment\n# seed given\n");
    append_record(NULL, 2);
    strcat(text, "\n\n");
    buffer_init(&copy, TEXT_SIZE);
    list = record_list_of(slice_of(text));
    assert_true(record_list_next(&list, &record));
    assert_int_equal(record.before, 0);
    assert_int_equal(record.notes.length, 0);
    assert_true(slice_is(record.text, first));
    if (recorded_game_read(&game, &record, &message) != OK)
        fail_msg("%s", message.text);
    assert_string_equal(game.notes.bot[SIDE_A], "");
    assert_string_equal(game.notes.bot[SIDE_B], "hunt");
    assert_true(game.notes.ended == 0);
    assert_false(game.notes.seed_given);
    assert_int_equal(game.advised[SIDE_A], 1);
    assert_int_equal(game.advised[SIDE_B], 0);

    assert_true(record_list_next(&list, &record));
    assert_int_equal(record.before, lines_before("# seed given") + 1);
    assert_int_equal(recorded_game_read(&game, &record, &message), OK);
    assert_string_equal(game.reader.record.name[SIDE_B], "Ben");
    assert_string_equal(game.notes.bot[SIDE_B], "");
    assert_true(game.notes.ended == 1794999038); /* date -u -d 2026-11-18T10:50:38Z +%s */
    assert_int_equal(game.ended_line, lines_before("# ended") + 1);
    assert_true(game.notes.seed_given);
    assert_true(game_status(&game.reader.game)->over);
    assert_int_equal(recorded_game_text(&record, &copy), OK);
    assert_true(slice_is(record.text, copy.data));
    assert_false(record_list_next(&list, &record));
    buffer_release(&copy);
}

static void plain_line_ends_are_restored(void **state)
{
    char dos[2 * TEXT_SIZE], *to = dos;
    struct listed_record record;
    struct record_list list;
    struct buffer copy;

    (void)state;
    text[0] = '\0';
    append_record("hunt", 1);
    for (const char *c = text; *c; c++) {
        if (*c == '\n')
            *to++ = '\r';
        *to++ = *c;
    }
    *to = '\0';
    list = record_list_of(slice_of(dos));
    buffer_init(&copy, TEXT_SIZE);
    assert_true(record_list_next(&list, &record));
    assert_int_equal(recorded_game_text(&record, &copy), OK);
    assert_string_equal(copy.data, text);
    buffer_release(&copy);
}

static void an_error_gives_the_line_in_the_text(void **state)
{
    struct record_list list;
    struct listed_record record;
    struct message message;
    char expected[64];

    (void)state;
    text[0] = '\0';
    append_record("hunt", 1);
    append_record("random", 2);
    memcpy(strstr(text, "player b random"), "plover", 6);
    snprintf(expected, sizeof expected, "line %d: ", lines_before("plover") + 1);
    list = record_list_of(slice_of(text));
    assert_true(record_list_next(&list, &record));
    assert_int_equal(recorded_game_read(&game, &record, &message), OK);
    assert_true(record_list_next(&list, &record));
    assert_int_equal(recorded_game_read(&game, &record, &message), ERR_SYNTAX);
    assert_memory_equal(message.text, expected, strlen(expected));

    list = record_list_of(slice_of("# a diary\n\nMonday\n"));
    assert_true(record_list_next(&list, &record));
    assert_int_equal(recorded_game_read(&game, &record, &message), ERR_SYNTAX);
    assert_string_equal(message.text, "line 3: expected 'broadside record', found 'Monday'");
}

static void what_has_no_text_has_no_record(void **state)
{
    static const char *const texts[] = {"", "\n", "\n \n", "# ended 2026-11-18T10:50:38Z\n", "#"};
    struct listed_record record;

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct record_list list = record_list_of(slice_of(texts[i]));

        assert_false(record_list_next(&list, &record));
    }
}

static void notes_are_read_as_written(void **state)
{
    struct game_notes notes = {
        .ended = 1795000000, .bot = {"", "exact:samples=500"}, .seed_given = true};
    struct record_list list;
    struct listed_record record;
    struct writer writer;

    (void)state;
    writer_init(&writer, text, sizeof text);
    recorded_game_write_notes(&notes, &writer);
    append_record("hunt", 1);
    list = record_list_of(slice_of(text));
    assert_true(record_list_next(&list, &record));
    assert_int_equal(recorded_game_read(&game, &record, NULL), OK);
    assert_true(game.notes.ended == notes.ended);
    assert_string_equal(game.notes.bot[SIDE_A], "");
    assert_string_equal(game.notes.bot[SIDE_B], notes.bot[SIDE_B]);
    assert_true(game.notes.seed_given);
}

/* They are comments, so they cannot make a record wrong. */
static void notes_that_make_no_sense_are_ignored(void **state)
{
    static const char *const notes[] = {
        "# ended",
        "# ended yesterday",
        "# ended 2026-02-30T10:50:38Z",
        "# ended 2026-11-18T24:00:00Z",
        "# ended 2026-11-18T10:60:00Z",
        "# ended 2026-11-18 10:50:38Z",
        "# ended 2026-11-18T10:50:38",
        "# bot",
        "# bot c easy",
        "# bot a",
        "# seed",
        "#",
    };

    (void)state;
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        struct record_list list;
        struct listed_record record;

        snprintf(text, sizeof text, "%s\n", notes[i]);
        append_record("hunt", 1);
        list = record_list_of(slice_of(text));
        assert_true(record_list_next(&list, &record));
        assert_int_equal(recorded_game_read(&game, &record, NULL), OK);
        assert_true(game.notes.ended == 0);
        assert_int_equal(game.ended_line, strncmp(notes[i], "# ended", 7) == 0 ? 1 : 0);
        assert_string_equal(game.notes.bot[SIDE_A], "");
        assert_string_equal(game.notes.bot[SIDE_B], "hunt");
        assert_false(game.notes.seed_given);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_cut_with_their_notes),
        cmocka_unit_test(plain_line_ends_are_restored),
        cmocka_unit_test(an_error_gives_the_line_in_the_text),
        cmocka_unit_test(what_has_no_text_has_no_record),
        cmocka_unit_test(notes_are_read_as_written),
        cmocka_unit_test(notes_that_make_no_sense_are_ignored),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
