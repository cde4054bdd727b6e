/* Sessions: kept move by move, taken up again exactly, whatever a crash leaves of the file. */
#include "session/session.h"

#include "rules/record.h"
#include "support/play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { KEPT_SIZE = 1 << 20 };

/* A keeper in memory. */
struct shelf {
    char text[KEPT_SIZE];
    size_t length;
    int calls;
    bool fails;
};

static enum error keep_on_shelf(void *context, struct slice saved, struct message *message)
{
    struct shelf *shelf = context;

    shelf->calls++;
    if (shelf->fails)
        return error_set(ERR_IO, message, "the shelf is full");
    assert_true(saved.length < KEPT_SIZE);
    assert_true(saved.length >= shelf->length); /* it only ever grows */
    assert_memory_equal(saved.text, shelf->text, shelf->length);
    memcpy(shelf->text, saved.text, saved.length);
    shelf->length = saved.length;
    return OK;
}

static struct session *start(const struct rules *rules, const char *a, const char *b, uint64_t seed)
{
    struct session_terms terms = {rules, {a ? a : "Ann", b ? b : "Ben"}, {a, b}, true, seed, NULL};
    struct message message;
    struct session *session;

    if (session_new(&terms, &session, &message) != OK)
        fail_msg("%s", message.text);
    for (int side = 0; side < 2; side++) {
        struct layout layout;

        if (!session_is_bot(session, side))
            assert_int_equal(session_place_randomly(session, side, &layout, &message), OK);
    }
    return session;
}

static struct session *resume(struct slice saved)
{
    struct message message = {""};
    struct session *session;

    if (session_resume(saved, NULL, &session, &message) != OK)
        fail_msg("%s", message.text);
    return session;
}

/* The people, who play what `random` would. */
struct people {
    struct bot *bot[2];
};

/* The move of whoever is to move. */
static void step(struct session *session, const struct people *people)
{
    const struct game *game = session_game(session);
    int turn = game_status(game)->turn;
    struct message message = {""};
    struct outcome outcome;
    struct move move = {0};

    if (session_is_bot(session, turn)) {
        if (session_bot_move(session, &move, &outcome, &message) != OK)
            fail_msg("%s", message.text);
        return;
    }
    char text[RECORD_LINE_SIZE];
    struct writer writer;

    assert_int_equal(bot_act(people->bot[turn], &game->view[turn], &move), BROKEN_NONE);
    writer_init(&writer, text, sizeof text);
    move_print(&move, game_rules(game), &writer);
    if (session_move_text(session, slice_of(text), &move, &outcome, &message) != OK)
        fail_msg("%s: %s", text, message.text);
}

static struct people invite(const struct session *session)
{
    struct match_terms terms = {game_rules(session_game(session)), 1, 9};
    struct people people;

    for (int side = 0; side < 2; side++) {
        assert_int_equal(bot_new("random", &people.bot[side], NULL), OK);
        bot_match_start(people.bot[side], &terms);
    }
    return people;
}

static void dismiss(struct people *people)
{
    bot_free(people->bot[0]);
    bot_free(people->bot[1]);
}

static void assert_same(const struct session *a, const struct session *b)
{
    struct slice saved[2] = {session_saved(a), session_saved(b)};

    assert_int_equal(saved[0].length, saved[1].length);
    assert_memory_equal(saved[0].text, saved[1].text, saved[0].length);
    assert_memory_equal(&session_game(a)->view[0].stock, &session_game(b)->view[0].stock,
                        sizeof(struct stock));
    for (int side = 0; side < 2; side++)
        assert_int_equal(session_advised(a, side), session_advised(b, side));
}

/* Plays on in two sessions, one of them taken up again before every move. */
static void compare_with_interrupted(const struct rules *rules, const char *a, const char *b,
                                     uint64_t seed)
{
    struct session *whole = start(rules, a, b, seed), *broken = start(rules, a, b, seed);
    struct people people[2] = {invite(whole), invite(whole)};
    static struct shelf shelf;

    while (!game_status(session_game(whole))->over) {
        shelf.length = 0;
        session_set_keeper(broken, &(struct keeper){.context = &shelf, .save = keep_on_shelf});
        session_free(broken);
        broken = resume((struct slice){shelf.text, shelf.length});
        assert_same(whole, broken);
        step(whole, &people[0]);
        step(broken, &people[1]);
    }
    assert_same(whole, broken);
    assert_int_equal(session_verify(broken, NULL), OK);
    session_free(whole);
    session_free(broken);
    dismiss(&people[0]);
    dismiss(&people[1]);
}

static void an_interrupted_game_goes_on_as_if_nothing_had_been(void **state)
{
    struct rules rules;

    (void)state;
    for (int set = 0; play_rules(set, &rules) && set < 40; set++)
        if (rules_cells(&rules) <= 100)
            compare_with_interrupted(&rules, set % 2 ? "random" : NULL, set % 3 ? "hunt" : NULL,
                                     (uint64_t)set + 1);
}

static int moves_in(struct slice text)
{
    struct slice line;
    int moves = 0;

    while (slice_cut(&text, '\n', &line))
        moves += line.length > 0 && line.text[0] >= '1' && line.text[0] <= '9';
    return moves;
}

/* Cut at any byte, the file gives back every move whose line is whole. */
static void a_file_cut_anywhere_keeps_every_complete_move(void **state)
{
    struct rules rules = rules_from("advanced", "board=5x5;fleet=Boat 2,Ship 3;reinforce=1");
    struct session *session = start(&rules, NULL, "random", 5);
    struct people people = invite(session);
    struct slice saved;
    char *text;
    int refused = 0;

    (void)state;
    while (!game_status(session_game(session))->over)
        step(session, &people);
    saved = session_saved(session);
    text = malloc(saved.length);
    assert_non_null(text);
    for (size_t length = 0; length <= saved.length; length++) {
        struct message message = {""};
        struct session *again;
        struct slice whole = {text, length};

        memcpy(text, saved.text, length);
        while (whole.length > 0 && text[whole.length - 1] != '\n')
            whole.length--;
        if (session_resume((struct slice){text, length}, NULL, &again, &message) != OK) {
            assert_int_equal(moves_in(whole), 0); /* only before both fleets were in it */
            assert_true(strlen(message.text) > 0);
            refused++;
            continue;
        }
        assert_int_equal(session_moves(again), moves_in(whole));
        assert_true(session_saved(again).length >= whole.length ||
                    strstr(text, "commit")); /* of a raise that was not written out */
        session_free(again);
    }
    assert_true(refused > 100);
    free(text);
    session_free(session);
    dismiss(&people);
}

static void what_is_wrong_with_a_saved_game_is_said(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "ends before its record"},
        {"\n", "'broadside save 1' is expected"},
        {"broadside save 2\n", "later version"},
        {"broadside save 1\nbot c random\nseed 1 given\nrecord\n", "line 2: a bot line"},
        {"broadside save 1\nseed x given\nrecord\n", "line 2: a seed line"},
        {"broadside save 1\nseed 1 guessed\nrecord\n", "line 2: a seed line"},
        {"broadside save 1\nsail 1\n", "line 2: 'sail 1' is no line"},
        {"broadside save 1\nrecord\nbroadside record 1\n", "has no seed"},
        {"broadside save 1\nseed 1 given\nrecord\nbroadside record 9\n", "in the record: line 1"},
        {"broadside record 1\n", "line 1: the record ends"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct message message = {""};
        struct session *session;

        assert_int_not_equal(session_resume(slice_of(cases[i].text), NULL, &session, &message), OK);
        assert_null(session);
        if (!strstr(message.text, cases[i].says))
            fail_msg("'%s' does not say '%s'", message.text, cases[i].says);
    }
}

static void an_altered_move_is_refused(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=a");
    struct session *session = start(&rules, NULL, "random", 5), *again;
    struct message message = {""};
    struct outcome outcome;
    struct move move;
    char *text, *answer;

    (void)state;
    assert_int_equal(session_move_text(session, slice_of("A1"), &move, &outcome, &message), OK);
    text = strdup(session_saved(session).text);
    answer = strstr(text, "A1=") + 3;
    memcpy(answer, *answer == 'm' ? "hit \n" : "miss\n", 5);
    assert_int_equal(session_resume(slice_of(text), NULL, &again, &message), ERR_MISMATCH);
    assert_non_null(strstr(message.text, "in the record: line "));
    free(text);
    session_free(session);
}

static void a_keeper_that_fails_does_not_stop_the_game(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=a");
    struct session *session = start(&rules, NULL, NULL, 5), *again;
    static struct shelf shelf;
    struct message message;
    struct outcome outcome;
    struct move move;

    (void)state;
    session_set_keeper(session, &(struct keeper){.context = &shelf, .save = keep_on_shelf});
    assert_int_equal(shelf.calls, 1);
    assert_null(session_save_error(session));
    shelf.fails = true;
    assert_int_equal(session_move_text(session, slice_of("A1"), &move, &outcome, &message), OK);
    assert_string_equal(session_save_error(session), "the shelf is full");
    shelf.fails = false;
    assert_int_equal(session_move_text(session, slice_of("A1"), &move, &outcome, &message), OK);
    assert_null(session_save_error(session));
    again = resume((struct slice){shelf.text, shelf.length});
    assert_int_equal(session_moves(again), 2);
    assert_int_equal(session_people(again), 2);
    session_free(again);
    session_free(session);
}

static void a_record_alone_can_be_taken_up_too(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=a");
    struct session *session = start(&rules, NULL, "random", 5), *again;
    struct message message;
    struct outcome outcome;
    struct move move;

    (void)state;
    assert_int_equal(session_move_text(session, slice_of("A1"), &move, &outcome, &message), OK);
    again = resume(session_record(session));
    assert_int_equal(session_moves(again), 1);
    assert_false(session_is_bot(again, 0));
    assert_string_equal(session_bot(again, 1), "random");
    assert_int_equal(session_bot_move(again, &move, &outcome, &message), OK);
    session_free(again);
    session_free(session);
}

static void the_coach_is_counted_and_never_costs_a_turn(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=a");
    struct session *session = start(&rules, NULL, NULL, 5), *again;
    struct advice advice;
    struct message message;
    struct outcome outcome;
    struct move move;

    (void)state;
    assert_int_equal(session_advise(session, &advice, &message), OK);
    assert_int_equal(session_advise(session, &advice, &message), OK);
    assert_int_equal(game_status(session_game(session))->turn, SIDE_A);
    assert_int_equal(advice.best, 12); /* the middle, by symmetry and count */
    assert_true(advice.chance > 0.2 && advice.chance < 0.5);
    assert_true(advice.is_exact);
    assert_int_equal(advice.move.kind, MOVE_FIRE);
    assert_int_equal(advice.move.cell[0], 12);
    assert_int_equal(session_move_text(session, slice_of("C3"), &move, &outcome, &message), OK);
    again = resume(session_saved(session));
    assert_int_equal(session_advised(again, SIDE_A), 2);
    assert_int_equal(session_advised(again, SIDE_B), 0);
    assert_same(session, again);
    assert_int_equal(session_verify(again, &message), OK);
    session_free(again);
    session_free(session);
}

static void the_coach_is_silent_where_rules_have_hints(void **state)
{
    struct rules rules = rules_from("classic", "hints=2;hint-after=3;first=a");
    struct session *session = start(&rules, NULL, NULL, 5);
    struct advice advice;
    struct message message;

    (void)state;
    assert_int_equal(session_advise(session, &advice, &message), ERR_UNAVAILABLE);
    assert_int_equal(session_advised(session, SIDE_A), 0);
    session_free(session);
}

static void bots_without_a_seed_never_place_alike(void **state)
{
    struct rules rules = rules_from("classic", "");
    struct session_terms terms = {&rules, {"Ann", "random"}, {NULL, "random"}, false, 0, NULL};
    char hex[2][SHA256_HEX_SIZE];
    struct layout layout[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct message message;
        struct session *session;

        assert_int_equal(session_new(&terms, &session, &message), OK);
        layout[i] = session_game(session)->view[SIDE_B].own.layout;
        session_commitment(session, SIDE_B, hex[i]);
        session_free(session);
    }
    assert_true(memcmp(&layout[0], &layout[1], sizeof layout[0]) != 0);
    assert_string_not_equal(hex[0], hex[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interrupted_game_goes_on_as_if_nothing_had_been),
        cmocka_unit_test(a_file_cut_anywhere_keeps_every_complete_move),
        cmocka_unit_test(what_is_wrong_with_a_saved_game_is_said),
        cmocka_unit_test(an_altered_move_is_refused),
        cmocka_unit_test(a_keeper_that_fails_does_not_stop_the_game),
        cmocka_unit_test(a_record_alone_can_be_taken_up_too),
        cmocka_unit_test(the_coach_is_counted_and_never_costs_a_turn),
        cmocka_unit_test(the_coach_is_silent_where_rules_have_hints),
        cmocka_unit_test(bots_without_a_seed_never_place_alike),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
