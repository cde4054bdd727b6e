/* Sessions: saved after every move and resumed exactly, whatever a crash leaves of the file. */
#include "session/session.h"

#include "session/session_internal.h"
#include "support/play.h"
#include "support/session.h"

#include <stdio.h>
#include <stdlib.h>

static struct session *start(const struct rules *rules, const char *a, const char *b, uint64_t seed)
{
    struct session *session = new_session(rules, a, b, seed);

    place_people(session);
    return session;
}

static struct session *resume(struct slice saved)
{
    struct message message = {""};
    struct session *session;

    if (session_resume(saved, NULL, NULL, &session, &message) != OK)
        fail_msg("%s", message.text);
    return session;
}

/* Stand-ins for people: they play what `random` would. */
struct people {
    struct bot *bot[2];
};

static void step(struct session *session, const struct people *people)
{
    const struct game *game = session_game(session);
    int turn = game_status(game)->turn;
    struct message message = {""};
    struct outcome outcome;
    struct move move = {0};
    enum error error;

    if (session_is_bot(session, turn)) {
        error = session_bot_move(session, &move, &outcome, &message);
    } else {
        assert_int_equal(bot_act(people->bot[turn], &game->view[turn], &move), BROKEN_NONE);
        error = session_move(session, &move, &outcome, &message);
    }
    if (error)
        fail_msg("%s", message.text);
}

static struct people invite(const struct session *session)
{
    struct match_terms terms = {.rules = game_rules(session_game(session)), .rounds = 1, .seed = 9};
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

/* Plays the same game in two sessions, one of which is resumed before every move. */
static void compare_with_interrupted(const struct rules *rules, const char *a, const char *b,
                                     uint64_t seed)
{
    struct session *whole = start(rules, a, b, seed), *broken = start(rules, a, b, seed);
    struct people people[2] = {invite(whole), invite(whole)};
    static struct memory_keeper memory;
    struct keeper keeper = memory_keeper(&memory);

    while (!game_status(session_game(whole))->over) {
        memory.length = 0;
        session_set_keeper(broken, &keeper);
        session_free(broken);
        broken = resume((struct slice){memory.text, memory.length});
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

static void an_interrupted_game_continues_as_if_nothing_had_happened(void **state)
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

/* A file cut at any byte still has every move whose line is complete. */
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
        if (session_resume((struct slice){text, length}, NULL, NULL, &again, &message) != OK) {
            assert_int_equal(moves_in(whole), 0); /* only before it has both fleets */
            assert_true(strlen(message.text) > 0);
            refused++;
            continue;
        }
        assert_int_equal(session_moves(again), moves_in(whole));
        assert_true(session_saved(again).length >= whole.length ||
                    strstr(text, "commit")); /* of a raise whose second line is missing */
        session_free(again);
    }
    assert_true(refused > 100);
    free(text);
    session_free(session);
    dismiss(&people);
}

static void a_bad_saved_game_is_refused_with_the_reason(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "ends before the record"},
        {"\n", "expected 'broadside save 1'"},
        {"broadside save 2\n", "later version"},
        {"broadside save 1\nbot c random\nseed 1 given\nrecord\n", "line 2: expected 'bot a BOT'"},
        {"broadside save 1\nseed x given\nrecord\n", "line 2: expected 'seed NUMBER'"},
        {"broadside save 1\nseed 1 guessed\nrecord\n", "line 2: expected 'seed NUMBER'"},
        {"broadside save 1\nsail 1\n", "line 2: unexpected line 'sail 1'"},
        {"broadside save 1\nrecord\nbroadside record 1\n", "there is no seed line"},
        {"broadside save 1\nseed 1 given\nrecord\nbroadside record 9\n", "in the record: line 1"},
        {"broadside record 1\n", "line 1: the record ends"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct message message = {""};
        struct session *session;

        assert_int_not_equal(
            session_resume(slice_of(cases[i].text), NULL, NULL, &session, &message), OK);
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
    char *text, *answer;

    (void)state;
    make_move(session, "A1");
    text = strdup(session_saved(session).text);
    answer = strstr(text, "A1=") + 3;
    memcpy(answer, *answer == 'm' ? "hit \n" : "miss\n", 5);
    assert_int_equal(session_resume(slice_of(text), NULL, NULL, &again, &message), ERR_MISMATCH);
    assert_non_null(strstr(message.text, "in the record: line "));
    free(text);
    session_free(session);
}

static void a_failing_keeper_does_not_stop_the_game(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=a");
    struct session *session = start(&rules, NULL, NULL, 5), *again;
    static struct memory_keeper memory;
    struct keeper keeper = memory_keeper(&memory);

    (void)state;
    session_set_keeper(session, &keeper);
    assert_int_equal(memory.saves, 1);
    assert_null(session_save_error(session));
    memory.fails = true;
    make_move(session, "A1");
    assert_string_equal(session_save_error(session), "the disk is full");
    memory.fails = false;
    make_move(session, "A1");
    assert_null(session_save_error(session));
    again = resume((struct slice){memory.text, memory.length});
    assert_int_equal(session_moves(again), 2);
    assert_int_equal(session_people(again), 2);
    session_free(again);
    session_free(session);
}

/* A record that is full for one attempt at every move; the attempt must leave no trace. */
static void a_move_that_cannot_be_recorded_is_rolled_back(void **state)
{
    struct rules rules =
        rules_from("advanced", "board=6x6;fleet=Boat 2,Ship 3;hints=2;hint-after=2;reinforce=1");
    struct session *whole = start(&rules, NULL, "hunt", 5),
                   *limited = start(&rules, NULL, "hunt", 5);
    struct people people[2] = {invite(whole), invite(limited)};
    size_t cap = limited->text.cap;
    struct message message;
    struct outcome outcome;
    int attempts = 0;

    (void)state;
    while (!session_is_over(whole)) {
        const struct game *game = session_game(limited);
        struct game before = *game;
        int turn = game_status(game)->turn, moves = session_moves(limited);
        struct move move = {0};

        step(whole, &people[0]);
        if (turn == SIDE_B) {
            step(limited, &people[1]);
            continue;
        }
        assert_int_equal(bot_act(people[1].bot[turn], &game->view[turn], &move), BROKEN_NONE);
        limited->text.cap = limited->text.length + 3;
        assert_int_equal(session_move(limited, &move, &outcome, &message), ERR_FULL);
        assert_memory_equal(game, &before, sizeof before);
        assert_int_equal(session_moves(limited), moves);
        limited->text.cap = cap;
        assert_int_equal(session_move(limited, &move, &outcome, &message), OK);
        attempts++;
    }
    assert_true(attempts > 5);
    assert_same(whole, limited);
    assert_int_equal(session_verify(limited, &message), OK);
    session_free(whole);
    session_free(limited);
    dismiss(&people[0]);
    dismiss(&people[1]);
}

static void a_fleet_or_advice_that_cannot_be_recorded_is_rolled_back(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=a");
    struct session *session = new_session(&rules, NULL, NULL, 5);
    size_t cap = session->text.cap;
    struct advice advice;
    struct message message;
    struct layout layout;

    (void)state;
    assert_int_equal(session_place_randomly(session, SIDE_A, &layout, &message), OK);
    for (size_t room = 10; room < 300; room += 100) { /* in the head, then in the record */
        session->text.cap = room;
        assert_int_equal(session_place(session, SIDE_B, &layout, &message), ERR_FULL);
        assert_false(session_game(session)->placed[SIDE_B]);
        assert_int_equal(session_saved(session).length, 0);
    }
    session->text.cap = cap;
    assert_int_equal(session_place(session, SIDE_B, &layout, &message), OK);
    session->text.cap = session->text.length + 3;
    assert_int_equal(session_advise(session, &advice, &message), ERR_FULL);
    assert_int_equal(session_advised(session, SIDE_A), 0);
    session->text.cap = cap;
    session_free(resume(session_saved(session)));
    session_free(session);
}

static void a_record_alone_can_be_resumed(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=a");
    struct session *session = start(&rules, NULL, "random", 5), *again;
    struct message message;
    struct outcome outcome;
    struct move move;

    (void)state;
    make_move(session, "A1");
    again = resume(session_record(session));
    assert_int_equal(session_moves(again), 1);
    assert_false(session_is_bot(again, 0));
    assert_string_equal(session_bot(again, 1), "random");
    assert_int_equal(session_bot_move(again, &move, &outcome, &message), OK);
    assert_true(session_seed(again)->is_unknown);
    session_free(session);
    session = resume(session_saved(again)); /* and its saved game, with the same random numbers */
    assert_true(session_seed(session)->is_unknown);
    assert_int_equal(session_seed(session)->number, session_seed(again)->number);
    session_free(again);
    session_free(session);
}

static void a_record_with_notes_can_be_resumed(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=a");
    struct session *session = start(&rules, NULL, "random", 5), *again;
    struct buffer text;

    (void)state;
    make_move(session, "A1");
    buffer_init(&text, 1 << 16);
    assert_int_equal(buffer_put(&text, "# bot b random\n# seed given\n"), OK);
    assert_int_equal(
        buffer_append(&text, session_record(session).text, session_record(session).length), OK);
    again = resume((struct slice){text.data, text.length});
    assert_int_equal(session_moves(again), 1);
    assert_string_equal(session_bot(again, 1), "random");
    buffer_release(&text);
    session_free(again);
    session_free(session);
}

static void advice_is_counted_and_costs_no_turn(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=a");
    struct session *session = start(&rules, NULL, NULL, 5), *again;
    struct advice advice;
    struct message message;

    (void)state;
    assert_int_equal(session_advise(session, &advice, &message), OK);
    assert_int_equal(session_advise(session, &advice, &message), OK);
    assert_int_equal(game_status(session_game(session))->turn, SIDE_A);
    assert_true(advice.chance > 0.2 && advice.chance < 0.5);
    assert_true(advice.is_exact);
    assert_int_equal(advice.move.kind, MOVE_FIRE);
    assert_int_equal(advice.move.cell[0], 12); /* the middle, by symmetry and count */
    make_move(session, "C3");
    again = resume(session_saved(session));
    assert_int_equal(session_advised(again, SIDE_A), 2);
    assert_int_equal(session_advised(again, SIDE_B), 0);
    assert_same(session, again);
    assert_int_equal(session_verify(again, &message), OK);
    session_free(again);
    session_free(session);
}

static void the_coach_gives_no_advice_if_the_rules_have_hints(void **state)
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

static void without_a_seed_bots_place_differently_each_time(void **state)
{
    struct rules rules = rules_from("classic", "");
    struct session_terms terms = {
        .rules = &rules, .name = {"Ann", "random"}, .bot = {NULL, "random"}};
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
        cmocka_unit_test(an_interrupted_game_continues_as_if_nothing_had_happened),
        cmocka_unit_test(a_file_cut_anywhere_keeps_every_complete_move),
        cmocka_unit_test(a_bad_saved_game_is_refused_with_the_reason),
        cmocka_unit_test(an_altered_move_is_refused),
        cmocka_unit_test(a_failing_keeper_does_not_stop_the_game),
        cmocka_unit_test(a_move_that_cannot_be_recorded_is_rolled_back),
        cmocka_unit_test(a_fleet_or_advice_that_cannot_be_recorded_is_rolled_back),
        cmocka_unit_test(a_record_alone_can_be_resumed),
        cmocka_unit_test(a_record_with_notes_can_be_resumed),
        cmocka_unit_test(advice_is_counted_and_costs_no_turn),
        cmocka_unit_test(the_coach_gives_no_advice_if_the_rules_have_hints),
        cmocka_unit_test(without_a_seed_bots_place_differently_each_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
