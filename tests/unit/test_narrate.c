/* Every move is described in one line: to the side that made it, to its enemy, and to one who may
 * know everything. */
#include "session/narrate.h"

#include "support/play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const names[2] = {"Ann", "Ben"};
static struct game game;

/* Plays a move and returns what `reader` is told about it, which is one line. */
static const char *told(const char *typed, int reader)
{
    static char text[NARRATION_SIZE];
    struct rng rng;
    struct message message = {""};
    struct outcome outcome;
    struct writer writer;
    struct move move;

    rng_seed(&rng, 1);
    if (game_apply_text(&game, slice_of(typed), &rng, &move, &outcome, &message) != OK)
        fail_msg("%s: %s", typed, message.text);
    writer_init(&writer, text, sizeof text);
    narrate_move(&move, &outcome, &game, names, reader, &writer);
    assert_false(writer.full);
    assert_ptr_equal(strchr(text, '\n'), text + writer.length - 1);
    text[writer.length - 1] = '\0';
    return text;
}

static void play(const char *moves)
{
    struct slice rest = slice_of(moves), move;

    while (slice_cut(&rest, ';', &move)) {
        char text[64];

        slice_printable(text, sizeof text, slice_trim(move));
        told(text, NOBODY);
    }
}

static void a_single_shot(void **state)
{
    (void)state;
    game_from(&game, "classic", "board=6x6;fleet=Boat 2, Barge 1;first=a", "Boat A1 h, Barge C3 h");
    assert_string_equal(told("F6", SIDE_A), "Ann fires at F6: miss.");
    assert_string_equal(told("A1", SIDE_A), "Ben fires at A1: hit.");
    assert_string_equal(told("C3", SIDE_B), "Ann fires at C3: hit, and Ben's Barge is sunk.");
    game_from(&game, "classic", "announce=each-hit;first=a", "A1 h, A2 h, A3 h, A4 h, A5 h");
    assert_string_equal(told("A1", SIDE_A), "Ann fires at A1: hit on the Carrier.");
    game_from(&game, "russian", "first=a",
              "A1 h, A3 h, A5 h, A7 h, D7 h, G7 h, A9 h, C9 h, E9 h, G9 h");
    assert_string_equal(told("A9", SIDE_A),
                        "Ann fires at A9: hit, and one of Ben's ships is sunk.");
    game_from(&game, "tournament", "first=a", "A1 h, A2 h, A3 h, A4 h, A5 h");
    assert_string_equal(told("-", SIDE_A), "Ann fires off the board: wasted.");
}

static void an_area_move_tells_hits_and_sinkings_first_and_counts_misses(void **state)
{
    (void)state;
    game_from(&game, "advanced", "fleet=Tug 1x4, Boat 2, Barge 4;first=a",
              "H8 h, H10 h, J8 h, A4 h, B6 v, A2 h");
    play("H8; J1; H10; J2; J8; J3");
    assert_string_equal(told("torpedo A", SIDE_A),
                        "Ann fires torpedo A: sank Ben's Tug at A4, hit A2, 8 misses. "
                        "Ann gains a smoke screen and a torpedo.");
    assert_string_equal(told("J4", SIDE_B), "Ben fires at J4: miss.");
    assert_string_equal(told("torpedo 2", SIDE_B),
                        "Ann fires torpedo 2: sank Ben's Barge at D2, hit B2 and C2, 6 misses. Ann "
                        "gains a smoke screen and a torpedo.");
    play("J5");
    assert_string_equal(told("artillery I10", SIDE_B), "Ann fires artillery I10: 2 misses.");
}

/* Artillery and torpedo are unlocked or not: a sinking that unlocks one again gains nothing. */
static void only_what_is_new_is_a_gain(void **state)
{
    static const struct {
        const char *unlock, *shot, *reply, *gains;
    } steps[] = {
        {"held", "A1", "J1", " Ann gains artillery."},
        {"held", "C1", "J2", ""},
        {"held", "E1", "J3", " Ann gains a torpedo."},
        {"held", "G1", "J4", ""},
        {"turn", "A1", "J1", " Ann gains artillery."},
        {"turn", "C1", "J2", " Ann gains artillery."},
        {"turn", "E1", "J3", " Ann gains artillery and a torpedo."},
    };
    char expected[128], changes[128];

    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (i == 0 || strcmp(steps[i].unlock, steps[i - 1].unlock) != 0) {
            snprintf(changes, sizeof changes,
                     "fleet=Tug 1x5;specials=artillery, torpedo;unlock=%s;first=a",
                     steps[i].unlock);
            game_from(&game, "advanced", changes, "A1 h, C1 h, E1 h, G1 h, I1 h");
        }
        snprintf(expected, sizeof expected, "Ann fires at %s: hit, and Ben's Tug is sunk.%s",
                 steps[i].shot, steps[i].gains);
        assert_string_equal(told(steps[i].shot, SIDE_A), expected);
        play(steps[i].reply);
    }
}

/* The example in the issue. */
static void one_hit_of_a_torpedo(void **state)
{
    (void)state;
    game_from(&game, "advanced", "fleet=Tug 1x3, Boat 2;first=a", "H8 h, H10 h, J8 h, A2 h");
    play("H8; J1; H10; J2; J8; J3");
    assert_string_equal(told("torpedo A", SIDE_A), "Ann fires torpedo A: hit A2, 9 misses.");
}

static void several_sinkings_are_added_up(void **state)
{
    (void)state;
    game_from(&game, "advanced", "fleet=Tug 1x5, Boat 2;first=a",
              "A1 h, B2 h, H8 h, H10 h, J8 h, E5 h");
    play("H8; J1");
    assert_string_equal(told("artillery A1", SIDE_A),
                        "Ann fires artillery A1: sank Ben's Tug at A1, sank Ben's Tug at B2, "
                        "2 misses. Ann gains 2 smoke screens, artillery and a torpedo.");
}

static void a_salvo_is_one_line(void **state)
{
    (void)state;
    game_from(&game, "salvo", "announce=each-hit;first=a", "A1 h, A2 h, A3 h, A4 h, A5 h");
    assert_string_equal(told("fire A1 J10 B2 J9 J8", SIDE_B),
                        "Ann fires at A1 J10 B2 J9 J8: hit A1 (Carrier) and B2 (Battleship), "
                        "3 misses.");
    assert_string_equal(told("fire J10 J9 J8 J7 J6", SIDE_A),
                        "Ben fires at J10 J9 J8 J7 J6: 5 misses.");
    assert_string_equal(told("fire A5 B5 J1 A2 C2", SIDE_A),
                        "Ann fires at A5 B5 J1 A2 C2: sank Ben's Destroyer at B5, hit A5 "
                        "(Destroyer), A2 (Battleship) and C2 (Battleship), 1 miss.");
}

static void a_lost_turn_names_the_move(void **state)
{
    (void)state;
    game_from(&game, "advanced", "first=a", "A1 h, A3 h, A5 h, A7 h");
    assert_string_equal(told("torpedo 5", SIDE_B),
                        "Ann tries torpedo 5. Ann loses the turn: that move is not available.");
    assert_string_equal(told("smoke A1", SIDE_A),
                        "Ben loses the turn: that move is not available.");
    assert_string_equal(told("nonsense", SIDE_B), "Ann loses the turn: that was not a valid move.");
}

static void the_owner_of_a_smoke_screen_learns_that_it_is_used_up(void **state)
{
    (void)state;
    game_from(&game, "advanced", "fleet=Tug 1x3, Boat 2;first=a", "H8 h, H10 h, J8 h, A1 h");
    play("H8; H8; H10; H10");
    assert_string_equal(told("J1", SIDE_A), "Ann fires at J1: miss.");
    assert_string_equal(told("smoke A1", SIDE_A), "Ben lays a smoke screen.");
    play("J2; smoke C1");
    assert_string_equal(told("radar B1", SIDE_B),
                        "Ann uses radar at B1: no enemy ships found. The sweep uses up Ben's smoke "
                        "screens at A1 and C1.");
    assert_int_equal(game.view[SIDE_B].own.screens, 0);
    play("J1");
    assert_string_equal(told("radar A1", SIDE_B), "Ann uses radar at A1: enemy ships found.");
}

/* A sweep answers "no enemy ships found" whether smoke hid them or not; nothing else tells. */
static void the_enemy_does_not_learn_about_the_smoke(void **state)
{
    (void)state;
    game_from(&game, "advanced", "fleet=Tug 1x3, Boat 2;first=a", "H8 h, H10 h, J8 h, A1 h");
    play("J1; H8; J2; smoke A1");
    assert_string_equal(told("radar A1", SIDE_A), "Ann uses radar at A1: no enemy ships found.");
    assert_int_equal(game.view[SIDE_B].own.cleared, 1);
    play("J1");
    assert_int_equal(game.view[SIDE_B].own.cleared, 0);
    /* Under `cells`, smoke stays. */
    game_from(&game, "advanced", "fleet=Tug 1x3, Boat 2;first=a;smoke=cells",
              "H8 h, H10 h, J8 h, A1 h");
    play("J1; H8; J2; smoke A1");
    assert_string_equal(told("radar A1", SIDE_B), "Ann uses radar at A1: no enemy ships found.");
    assert_int_equal(game.view[SIDE_B].own.screens, 1);
}

static void secrets_of_the_mover_stay_secret(void **state)
{
    (void)state;
    game_from(&game, "advanced", "fleet=Tug 1x3, Boat 2;first=a;hints=2;hint-after=1;reinforce=1",
              "H8 h, H10 h, J8 h, A1 h");
    play("H8; H8");
    assert_string_equal(told("smoke C3", SIDE_B), "Ann lays a smoke screen.");
    play("J1; J1; J2");
    assert_string_equal(told("hint", SIDE_B), "Ann takes a hint.");
    assert_string_equal(told("raise Tug E5 h", SIDE_B),
                        "Ann gives up all special moves to raise the Tug.");
    assert_string_equal(told("raise Tug E5 h", SIDE_B),
                        "Ben gives up all special moves to raise the Tug at E5 h.");
}

static void the_last_move_is_announced(void **state)
{
    (void)state;
    game_from(&game, "equal-turns", "board=3x3;fleet=Boat 2;first=a", "A1 h");
    play("A1; C3");
    assert_string_equal(told("B1", SIDE_A), "Ann fires at B1: hit, and Ben's Boat is sunk. "
                                            "Ben's fleet is sunk; Ben has one last move.");
    assert_string_equal(told("A1", SIDE_A), "Ben fires at A1: hit.");
    assert_true(game_status(&game)->over);
    /* The second side wins at once. */
    game_from(&game, "equal-turns", "board=3x3;fleet=Boat 2;first=a", "A1 h");
    play("C3; A1; C2");
    assert_string_equal(told("B1", SIDE_A), "Ben fires at B1: hit, and Ann's Boat is sunk.");
    /* A last move may be a chain of hits. */
    game_from(&game, "equal-turns", "board=3x3;fleet=Boat 2;first=a;hit-again=yes", "A1 h");
    play("A1");
    assert_non_null(strstr(told("B1", SIDE_B), "Ben has one last move."));
    assert_string_equal(told("A1", SIDE_B), "Ben fires at A1: hit.");
}

static void resigning(void **state)
{
    (void)state;
    game_from(&game, "classic", "first=a", "A1 h, A2 h, A3 h, A4 h, A5 h");
    assert_string_equal(told("resign", SIDE_B), "Ann resigns.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_single_shot),
        cmocka_unit_test(an_area_move_tells_hits_and_sinkings_first_and_counts_misses),
        cmocka_unit_test(only_what_is_new_is_a_gain),
        cmocka_unit_test(one_hit_of_a_torpedo),
        cmocka_unit_test(several_sinkings_are_added_up),
        cmocka_unit_test(a_salvo_is_one_line),
        cmocka_unit_test(a_lost_turn_names_the_move),
        cmocka_unit_test(the_owner_of_a_smoke_screen_learns_that_it_is_used_up),
        cmocka_unit_test(the_enemy_does_not_learn_about_the_smoke),
        cmocka_unit_test(secrets_of_the_mover_stay_secret),
        cmocka_unit_test(the_last_move_is_announced),
        cmocka_unit_test(resigning),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
