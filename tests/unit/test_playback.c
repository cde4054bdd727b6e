/* Stepping through records, watching bots, and the cells that a move touches. */
#include "session/playback.h"

#include "support/play.h"
#include "support/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FEW_MOVES = 40 };

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

/* Both sides have a boat at A1. */
static struct session *play(const char *knobs, const char *const *moves)
{
    struct rules rules = rules_from("advanced", knobs);
    struct layout layout = layout_from(&rules, "Boat A1 h");

    return play_moves(&rules, &layout, moves);
}

static void stepping_forward_and_back_reaches_the_same_position(void **state)
{
    struct rules rules = rules_from("advanced", "board=6x6;fleet=Boat 2, Ship 3");
    struct session *session = new_session(&rules, "random", "hunt", 7);
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
        for (int text = number - PLAYBACK_TEXTS - 1; text <= number + 1; text++)
            assert_string_equal(playback_text(back, text), playback_text(there, text));
    }
    free(there);
    free(back);
    session_free(session);
}

static void views_are_from_before_the_move(void **state)
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
    assert_string_equal(playback_text(playback, 3), "3. Ann fires at D4: miss.");
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

static void touched_cells_are_those_of_the_move(void **state)
{
    /* Moves that cannot be made here are set by hand below. */
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
    assert_int_equal(count(&area), 1); /* clipped at the corner */
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

static void watching_stops_at_the_end(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=Boat 2");
    struct session *session = new_session(&rules, "hunt", "null", 7);
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
    assert_non_null(strstr(text, "'s fleet is sunk"));
    free(playback);
    session_free(session);
}

static void an_unfinished_record_is_recognised(void **state)
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

static void a_broken_record_is_refused(void **state)
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
        cmocka_unit_test(stepping_forward_and_back_reaches_the_same_position),
        cmocka_unit_test(views_are_from_before_the_move),
        cmocka_unit_test(touched_cells_are_those_of_the_move),
        cmocka_unit_test(watching_stops_at_the_end),
        cmocka_unit_test(an_unfinished_record_is_recognised),
        cmocka_unit_test(a_broken_record_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
