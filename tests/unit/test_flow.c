/* A game from its start to the history, as every front end runs it. */
#include "session/flow.h"

#include "support/home.h"
#include "support/play.h"
#include "support/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const struct session_terms against_bot = {.name = {"Ann", "random"},
                                                 .bot = {NULL, "random"}};

static void start(struct flow *flow, struct memory_keeper *memory, const struct rules *rules)
{
    struct session_terms terms = against_bot;
    struct message message = {""};

    *flow = (struct flow){.keeper = memory_keeper(memory), .pace = PACE_FAST};
    terms.rules = rules;
    if (flow_start(flow, &terms, &message) != OK)
        fail_msg("%s", message.text);
}

static void every_step_is_named_in_turn(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=a");
    static struct memory_keeper memory;
    struct message message;
    struct outcome outcome;
    struct flow flow;
    struct move move;
    int side;

    (void)state;
    start(&flow, &memory, &rules);
    assert_int_equal(flow_next(&flow, &side), FLOW_PLACE);
    assert_int_equal(side, SIDE_A);
    place_people(flow.session);
    assert_int_equal(flow_next(&flow, &side), FLOW_PERSON);
    assert_int_equal(side, SIDE_A);
    make_move(flow.session, "A1");
    assert_int_equal(flow_next(&flow, &side), FLOW_BOT);
    assert_int_equal(side, SIDE_B);
    assert_int_equal(session_bot_move(flow.session, &move, &outcome, &message), OK);
    assert_int_equal(flow_next(&flow, &side), FLOW_PERSON);
    assert_int_equal(memory.saves, 3); /* both fleets, two moves */
    make_move(flow.session, "resign");
    assert_int_equal(flow_next(&flow, &side), FLOW_OVER);
    assert_int_equal(flow_pause(&flow), pace_milliseconds(PACE_FAST));
    flow_release(&flow);
    assert_null(flow.session);
}

static void a_finished_game_is_in_the_history_and_its_record_in_a_file(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=a");
    static struct memory_keeper memory;
    struct message notice, message;
    struct flow flow;

    (void)state;
    start(&flow, &memory, &rules);
    flow.record = "game.record";
    place_people(flow.session);
    make_move(flow.session, "resign");
    assert_int_equal(flow_finish(&flow, &notice, &message), OK);
    assert_string_equal(notice.text,
                        "This is game 1 in your history. The record is in game.record; "
                        "broadside replay shows it.");
    assert_int_equal(home_mode("game.record"), 0600);
    unlink("game.record");

    assert_int_equal(flow_rematch(&flow, &message), OK);
    assert_string_equal(session_name(flow.session, 0), "Ann");
    assert_string_equal(session_bot(flow.session, 1), "random");
    assert_int_equal(game_rules(session_game(flow.session))->width, 5);
    assert_int_equal(session_moves(flow.session), 0);
    place_people(flow.session);
    make_move(flow.session, "resign");
    memory.fails = true;
    assert_int_equal(flow_finish(&flow, &notice, &message), OK);
    assert_string_equal(notice.text, "The game is not in your history: the disk is full.");
    assert_int_equal(home_mode("game.record"), -1); /* only that of the first game is written */
    flow_release(&flow);
}

static void a_record_that_cannot_be_written_is_an_error(void **state)
{
    static struct memory_keeper memory;
    struct message notice, message;
    struct flow flow;

    (void)state;
    start(&flow, &memory, rules_find("classic"));
    flow.record = "no/such/folder/game.record";
    place_people(flow.session);
    assert_int_equal(flow_finish(&flow, &notice, &message), ERR_IO);
    assert_non_null(strstr(message.text, "no/such/folder/game.record"));
    assert_string_equal(notice.text, "");
    assert_int_equal(memory.finishes, 0); /* not over: closed, to be continued */
    assert_true(memory.closes > 0);
    flow_release(&flow);
}

static void a_game_that_was_left_is_listed_and_resumed(void **state)
{
    struct rules rules = rules_from("classic", "first=a");
    struct unfinished_game list[MAX_UNFINISHED];
    static struct memory_keeper memory;
    struct message notice, message;
    struct flow flow;
    int count;

    (void)state;
    start(&flow, &memory, &rules);
    place_people(flow.session);
    make_move(flow.session, "A1");
    assert_int_equal(flow_finish(&flow, &notice, &message), OK);
    assert_int_equal(flow_list(&flow, list, &count, &message), OK);
    assert_int_equal(count, 1);
    assert_non_null(strstr(list[0].text, "classic+first=a rules, Ann against random, 1 move, "));
    assert_int_equal(flow_resume(&flow, list[0].id, &message), OK);
    assert_string_equal(session_name(flow.session, 0), "Ann");

    assert_int_not_equal(flow_resume(&flow, "another", &message), OK);
    assert_null(flow.session);
    strstr(memory.text, "\n1 a ")[-1] ^= 1; /* in the last nonce */
    assert_int_equal(flow_list(&flow, list, &count, &message), OK);
    assert_int_equal(count, 0);
    assert_int_not_equal(flow_resume(&flow, "the game", &message), OK);
    assert_non_null(strstr(message.text, "the game: "));
    assert_null(flow.session);
    memory.fails = true;
    assert_int_equal(flow_list(&flow, list, &count, &message), ERR_IO);
    flow_release(&flow);
}

static void an_imported_game_is_saved_from_then_on(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=a");
    struct session *elsewhere = new_session(&rules, NULL, NULL, 3);
    static struct memory_keeper memory;
    struct flow flow = {.keeper = memory_keeper(&memory)};
    struct message message;

    (void)state;
    place_people(elsewhere);
    make_move(elsewhere, "B2");
    assert_int_equal(flow_import(&flow, session_saved(elsewhere), &message), OK);
    assert_int_equal(memory.saves, 1);
    assert_int_equal(memory.length, session_saved(elsewhere).length);
    assert_int_not_equal(flow_import(&flow, slice_of("nonsense"), &message), OK);
    assert_int_equal(session_moves(flow.session), 1); /* the current game stays */
    flow_release(&flow);
    session_free(elsewhere);
}

static void two_players_need_different_names(void **state)
{
    const struct session_terms terms = {.rules = rules_find("classic"), .name = {"Ann", "ann"}};
    static struct memory_keeper memory;
    struct message message;
    struct flow flow;

    (void)state;
    start(&flow, &memory, rules_find("classic"));
    assert_int_equal(flow_start(&flow, &terms, &message), ERR_SYNTAX);
    assert_string_equal(session_name(flow.session, 1), "random"); /* the current game stays */
    flow_release(&flow);
}

static void a_game_without_a_move_is_not_kept(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=b");
    static struct memory_keeper memory;
    struct message notice, message;
    struct outcome outcome;
    struct flow flow;
    struct move move;

    (void)state;
    start(&flow, &memory, &rules);
    place_people(flow.session);
    assert_int_equal(session_bot_move(flow.session, &move, &outcome, &message), OK);
    assert_true(session_is_untouched(flow.session)); /* only the bot has moved */
    assert_true(session_saved_is_untouched((struct slice){memory.text, memory.length}));
    assert_int_equal(flow_finish(&flow, &notice, &message), OK);
    assert_int_equal(memory.discards, 1);
    flow_release(&flow);
    memset(&memory, 0, sizeof memory);
    start(&flow, &memory, &rules);
    place_people(flow.session);
    assert_int_equal(session_bot_move(flow.session, &move, &outcome, &message), OK);
    make_move(flow.session, "A1");
    assert_false(session_is_untouched(flow.session));
    assert_false(session_saved_is_untouched((struct slice){memory.text, memory.length}));
    flow_release(&flow);
    assert_int_equal(memory.discards, 0);
    assert_int_equal(flow_delete(&flow, "nosuch", &message), ERR_UNKNOWN);
    assert_true(memory.length > 0);
    assert_int_equal(flow_delete(&flow, "the game", &message), OK);
    assert_int_equal(memory.length, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_is_named_in_turn),
        cmocka_unit_test(a_finished_game_is_in_the_history_and_its_record_in_a_file),
        cmocka_unit_test(a_record_that_cannot_be_written_is_an_error),
        cmocka_unit_test(a_game_that_was_left_is_listed_and_resumed),
        cmocka_unit_test(an_imported_game_is_saved_from_then_on),
        cmocka_unit_test(two_players_need_different_names),
        cmocka_unit_test(a_game_without_a_move_is_not_kept),
    };

    return cmocka_run_group_tests(tests, home_enter, home_leave);
}
