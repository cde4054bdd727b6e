/* Walking through records, watching bots, and what is marked of a move. */
#include "tui/playback.h"

#include "support/play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FEW_MOVES = 40 };

static struct session *new_session(const struct rules *rules, const char *a, const char *b)
{
    struct session_terms terms = {rules, {"Ann", "Ben"}, {a, b}, true, 7, NULL};
    struct message message = {""};
    struct session *session;

    if (session_new(&terms, &session, &message) != OK)
        fail_msg("%s", message.text);
    return session;
}

static struct playback *open_playback(struct slice record, struct session *session)
{
    struct playback *playback = malloc(sizeof *playback);
    struct message message = {""};

    assert_non_null(playback);
    if (playback_open(playback, record, session, &message) != OK)
        fail_msg("%s", message.text);
    return playback;
}

static void go(struct playback *playback, int number)
{
    struct message message = {""};

    if (playback_go(playback, number, &message) != OK)
        fail_msg("%d: %s", number, message.text);
}

/* Two boats of length 2 on 4x4, by commands. */
static struct session *play(const char *knobs, const char *const *moves)
{
    struct rules rules = rules_from("advanced", knobs);
    struct session *session = new_session(&rules, NULL, NULL);
    struct layout layout = layout_from(&rules, "Boat A1 h");
    struct message message = {""};

    for (int side = 0; side < 2; side++)
        assert_int_equal(session_place(session, side, &layout, &message), OK);
    for (; *moves; moves++) {
        struct outcome outcome;
        struct move move;

        if (session_command(session, slice_of(*moves), &move, &outcome, &message) != OK)
            fail_msg("%s: %s", *moves, message.text);
    }
    return session;
}

static void any_position_is_the_same_from_both_directions(void **state)
{
    struct rules rules = rules_from("advanced", "board=6x6;fleet=Boat 2, Ship 3");
    struct session *session = new_session(&rules, "random", "hunt");
    struct playback *there = open_playback(session_record(session), session);
    struct playback *back;

    (void)state;
    go(there, FEW_MOVES);
    assert_int_equal(session_moves(session), playback_at(there));
    back = open_playback(session_record(session), NULL);
    assert_int_equal(back->moves, there->moves);
    for (int number = there->moves; number >= 0; number--) {
        go(back, number);
        go(there, 0);
        go(there, number);
        assert_int_equal(playback_at(back), number);
        assert_memory_equal(&back->reader.game, &there->reader.game, sizeof back->reader.game);
        assert_int_equal(back->latest, there->latest);
        for (int side = 0; side < 2; side++) {
            assert_int_equal(back->last[side].number, there->last[side].number);
            assert_memory_equal(&back->last[side].before, &there->last[side].before,
                                sizeof back->last[side].before);
        }
        for (int told = number - PLAYBACK_TEXTS - 1; told <= number + 1; told++)
            assert_string_equal(playback_text(back, told), playback_text(there, told));
    }
    free(there);
    free(back);
    session_free(session);
}

static void what_a_side_knew_is_from_before_its_move(void **state)
{
    const char *const moves[] = {"B2", "C3", "D4", NULL};
    struct session *session = play("board=4x4;fleet=Boat 2;first=a", moves);
    struct playback *playback = open_playback(session_record(session), NULL);

    (void)state;
    assert_int_equal(playback->latest, NOBODY);
    go(playback, 3);
    assert_int_equal(playback->latest, SIDE_A);
    assert_int_equal(playback->last[SIDE_A].number, 3);
    assert_int_equal(playback->last[SIDE_A].before.tracking.shots, 1);
    assert_int_equal(playback->last[SIDE_B].number, 2);
    assert_int_equal(playback->last[SIDE_B].before.tracking.shots, 0);
    assert_string_equal(playback_text(playback, 3), "3. Ann: fire D4. D4: miss.");
    assert_string_equal(playback_text(playback, 4), "");
    assert_string_equal(playback_text(playback, 0), "");
    go(playback, 1);
    assert_int_equal(playback->last[SIDE_B].number, 0);
    free(playback);
    session_free(session);
}

static int count(const struct cellset *cells)
{
    return MAX_CELLS - cellset_absent(cells, MAX_CELLS);
}

static void the_touched_cells_are_those_of_the_move(void **state)
{
    /* A sinks B's only small boat: smoke, artillery; the rest is by hand. */
    const char *const moves[] = {"radar B2", "radar D4", "A1", "C3", NULL};
    struct session *session = play("board=4x4;fleet=Boat 2;first=a;edge=clip", moves);
    struct playback *playback = open_playback(session_record(session), NULL);
    struct last_move last;
    struct cellset shots, area;

    (void)state;
    playback_touched(&playback->last[SIDE_A], &shots, &area);
    assert_int_equal(count(&shots) + count(&area), 0);
    go(playback, 2);
    playback_touched(&playback->last[SIDE_A], &shots, &area);
    assert_int_equal(count(&shots), 0);
    assert_int_equal(count(&area), 4);
    assert_true(cellset_has(&area, 5) && cellset_has(&area, 10));
    playback_touched(&playback->last[SIDE_B], &shots, &area);
    assert_int_equal(count(&area), 1); /* cut off at the corner */
    go(playback, 3);
    last = playback->last[SIDE_A];
    playback_touched(&last, &shots, &area);
    assert_int_equal(count(&shots), 1);
    assert_true(cellset_has(&shots, 0));
    assert_int_equal(count(&area), 0);
    assert_false(playback_is_on_own_board(&last));

    last.move = (struct move){.kind = MOVE_TORPEDO, .is_row = 1, .cell = {2}};
    playback_touched(&last, &shots, &area);
    assert_int_equal(count(&area), 4);
    assert_true(cellset_has(&area, 8) && cellset_has(&area, 11));
    last.move = (struct move){.kind = MOVE_TORPEDO, .is_row = 0, .cell = {3}};
    playback_touched(&last, &shots, &area);
    assert_true(cellset_has(&area, 3) && cellset_has(&area, 15));
    last.move = (struct move){.kind = MOVE_HINT, .cell = {5}};
    playback_touched(&last, &shots, &area);
    assert_int_equal(count(&area), 9);
    last.move = (struct move){.kind = MOVE_RAISE, .ship = 0, .placement = {1, 1, 1, 1}};
    playback_touched(&last, &shots, &area);
    assert_int_equal(count(&area), 2);
    assert_true(cellset_has(&area, 5) && cellset_has(&area, 9));
    assert_true(playback_is_on_own_board(&last));
    free(playback);
    session_free(session);
}

static void watching_goes_on_to_the_end_and_no_further(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=Boat 2");
    struct session *session = new_session(&rules, "hunt", "null");
    struct playback *playback = open_playback(session_record(session), session);
    char text[512];
    struct writer writer;
    int number = 0;

    (void)state;
    assert_int_equal(playback->moves, 0);
    while (playback_has_more(playback) && number < 100)
        go(playback, ++number);
    assert_true(game_status(session_game(session))->over);
    assert_int_equal(playback_at(playback), session_moves(session));
    assert_int_equal(playback->moves, number);
    go(playback, number + 10);
    assert_int_equal(playback_at(playback), number);
    writer_init(&writer, text, sizeof text);
    playback_describe(playback, &writer);
    assert_non_null(strstr(text, " wins: the fleet of "));
    free(playback);
    session_free(session);
}

static void a_record_that_just_ends_says_so(void **state)
{
    const char *const moves[] = {"B2", NULL};
    struct session *session = play("board=4x4;fleet=Boat 2;first=a", moves);
    struct playback *playback = open_playback(session_record(session), NULL);
    char text[512];
    struct writer writer;

    (void)state;
    writer_init(&writer, text, sizeof text);
    playback_describe(playback, &writer);
    assert_string_equal(text, "Ann to move.");
    go(playback, 5);
    writer_init(&writer, text, sizeof text);
    playback_describe(playback, &writer);
    assert_string_equal(text, "Ben to move. The record ends here; the game is not over.");
    free(playback);
    session_free(session);
}

static void a_broken_record_is_refused_at_once(void **state)
{
    const char *const moves[] = {"B2", "C3", NULL};
    struct session *session = play("board=4x4;fleet=Boat 2;first=a", moves);
    struct slice record = session_record(session);
    struct playback *playback = malloc(sizeof *playback);
    struct message message = {""};
    char text[8192];

    (void)state;
    assert_non_null(playback);
    assert_true(record.length < sizeof text);
    snprintf(text, sizeof text, "%s", record.text);
    memcpy(strstr(text, "C3=miss"), "C3=hits", 7);
    assert_int_not_equal(playback_open(playback, slice_of(text), NULL, &message), OK);
    assert_non_null(strstr(message.text, "line "));
    free(playback);
    session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_position_is_the_same_from_both_directions),
        cmocka_unit_test(what_a_side_knew_is_from_before_its_move),
        cmocka_unit_test(the_touched_cells_are_those_of_the_move),
        cmocka_unit_test(watching_goes_on_to_the_end_and_no_further),
        cmocka_unit_test(a_record_that_just_ends_says_so),
        cmocka_unit_test(a_broken_record_is_refused_at_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
