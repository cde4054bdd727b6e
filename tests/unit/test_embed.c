/* The public interface of include/broadside/game.h. */
#include "broadside/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void two_bots_play_a_whole_game(void **state)
{
    char error[256];
    const char *outcome;
    struct broadside_game *game;
    uint64_t seed = 3;
    int winner = 7, moves = 0;

    (void)state;
    assert_int_equal(
        broadside_game_new("advanced", "random", "null", &seed, &game, error, sizeof error), 0);
    while (!broadside_game_over(game, &winner)) {
        assert_int_equal(broadside_game_move(game, NULL, &outcome, error, sizeof error), 0);
        assert_true(strlen(outcome) > 0);
        moves++;
    }
    assert_true(moves > 20);
    assert_true(winner == 0 || winner == 1);
    assert_int_equal(broadside_game_turn(game), -1);
    assert_non_null(strstr(broadside_game_record(game), "\nseed 3\n"));
    assert_int_equal(broadside_game_move(game, NULL, &outcome, error, sizeof error), 1);
    broadside_game_free(game);
}

static void the_caller_moves_by_text_and_gets_error_messages(void **state)
{
    char error[256] = "";
    const char *outcome;
    struct broadside_game *game;
    const char *rules = "board = 4x4\nfleet = 3, 2\nfirst = a\n";

    (void)state;
    assert_int_equal(broadside_game_new(rules, NULL, NULL, NULL, &game, error, sizeof error), 0);
    assert_int_equal(broadside_game_turn(game), -1);
    assert_int_equal(
        broadside_game_place(game, 0, "Cruiser A1 h, Destroyer A1 v", error, sizeof error), 1);
    assert_non_null(strstr(error, "overlaps"));
    assert_int_equal(broadside_game_place(game, 2, NULL, error, sizeof error), 1);
    assert_int_equal(broadside_game_place(game, 0, "A1 h, A2 h", error, sizeof error), 0);
    assert_int_equal(broadside_game_place(game, 1, NULL, error, sizeof error), 0);
    assert_int_equal(broadside_game_turn(game), 0);
    assert_int_equal(broadside_game_move(game, "fire Z9", &outcome, error, sizeof error), 1);
    assert_non_null(strstr(error, "off the board"));
    assert_int_equal(broadside_game_move(game, NULL, &outcome, error, sizeof error), 1);
    assert_int_equal(broadside_game_move(game, "a1", &outcome, error, sizeof error), 0);
    assert_int_equal(strncmp(outcome, "A1=", 3), 0);
    assert_int_equal(broadside_game_move(game, "fire A1", &outcome, error, sizeof error), 0);
    assert_string_equal(outcome, "A1=hit");
    assert_non_null(strstr(broadside_game_boards(game, 0), "*"));
    broadside_game_free(game);
}

static void unknown_rules_and_bots_are_rejected(void **state)
{
    char error[256] = "";
    struct broadside_game *game;

    (void)state;
    assert_int_equal(broadside_game_new("nonsense", NULL, NULL, NULL, &game, error, sizeof error),
                     1);
    assert_null(game);
    assert_true(strlen(error) > 0);
    assert_int_equal(
        broadside_game_new("classic", "nobody", NULL, NULL, &game, error, sizeof error), 1);
    assert_non_null(strstr(error, "nobody"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_bots_play_a_whole_game),
        cmocka_unit_test(the_caller_moves_by_text_and_gets_error_messages),
        cmocka_unit_test(unknown_rules_and_bots_are_rejected),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
