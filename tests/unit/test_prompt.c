/* The commands of the prompt, and that they never cost a turn. */
#include "session/prompt.h"

#include "session/session.h"
#include "support/play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void every_command_is_recognised(void **state)
{
    static const struct {
        const char *text;
        enum prompt_command command;
    } lines[] = {
        {"help", PROMPT_HELP},    {"BOARD", PROMPT_BOARD}, {" fleet ", PROMPT_FLEET},
        {"Stock", PROMPT_STOCK},  {"log", PROMPT_LOG},     {"status", PROMPT_STATUS},
        {"save", PROMPT_SAVE},    {"quit\r", PROMPT_QUIT}, {"", PROMPT_EMPTY},
        {" \t\r", PROMPT_EMPTY},  {" b3 ", PROMPT_MOVE},   {"helpme", PROMPT_MOVE},
        {"help me", PROMPT_MOVE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_int_equal(prompt_parse(slice_of(lines[i].text)), lines[i].command);
}

static void a_command_is_not_a_move_and_costs_nothing(void **state)
{
    struct rules rules = rules_from("classic", "invalid-input=lose-turn");
    struct session_terms terms = {
        .rules = &rules, .name = {"Ann", "Ben"}, .has_seed = true, .seed = {.number = 1}};
    struct message message = {""};
    struct session *session;
    struct outcome outcome;
    struct layout layout;
    struct move move;
    int turn;

    (void)state;
    assert_int_equal(session_new(&terms, &session, &message), OK);
    for (int side = 0; side < 2; side++)
        assert_int_equal(session_place_randomly(session, side, &layout, &message), OK);
    turn = game_status(session_game(session))->turn;
    assert_int_equal(session_move_text(session, slice_of("Help "), &move, &outcome, &message),
                     ERR_SYNTAX);
    assert_string_equal(message.text, "'Help' is not a move");
    assert_int_equal(session_move_text(session, slice_of(""), &move, &outcome, &message),
                     ERR_SYNTAX);
    assert_int_equal(game_status(session_game(session))->turn, turn);
    assert_int_equal(session_move_text(session, slice_of("helpme"), &move, &outcome, &message), OK);
    assert_int_equal(game_status(session_game(session))->turn, !turn);
    session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_is_recognised),
        cmocka_unit_test(a_command_is_not_a_move_and_costs_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
