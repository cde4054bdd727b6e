/* gunner, in positions set up by hand. test_levels.c plays whole games with it. */
#include "support/ask.h"

static void gunner_uses_torpedo_and_artillery_at_once(void **state)
{
    struct answers answers;

    (void)state;
    set_up_advanced("B3");
    view.stock.radar = view.stock.smoke = 2;
    view.stock.unlocked = SPECIAL_ARTILLERY | SPECIAL_TORPEDO;
    assert_int_equal(ask("gunner", MOVE_FIRE).kind[MOVE_TORPEDO], ASKED);
    view.stock.unlocked = SPECIAL_ARTILLERY;
    assert_int_equal(ask("gunner", MOVE_FIRE).kind[MOVE_ARTILLERY], ASKED);
    view.stock.unlocked = 0;
    assert_int_equal(ask("gunner", MOVE_FIRE).kind[MOVE_FIRE], ASKED); /* it has a target */
    set_up_advanced("J10");
    view.stock.radar = view.stock.smoke = 2;
    answers = ask("gunner", MOVE_FIRE);
    expect_share("fire", answers.kind[MOVE_FIRE], 0.5);
    expect_share("smoke", answers.kind[MOVE_SMOKE], 0.25);
    expect_share("radar", answers.kind[MOVE_RADAR], 0.25);
    view.stock.smoke = 0; /* it fires instead */
    answers = ask("gunner", MOVE_FIRE);
    expect_share("fire", answers.kind[MOVE_FIRE], 0.75);
    expect_share("radar", answers.kind[MOVE_RADAR], 0.25);
}

#define DIAGONALS "A1 F1 B2 G2 C3 H3 D4 I4 E5 J5 A6 F6 B7 G7 C8 H8 D9 I9 E10 J10"

static void gunner_aims_at_the_diagonals_of_the_carrier(void **state)
{
    (void)state;
    set_up_advanced("");
    expect("gunner", MOVE_FIRE, DIAGONALS);
    view.stock.radar = 1;
    expect("gunner", MOVE_RADAR, DIAGONALS);
    view.stock.unlocked = SPECIAL_ARTILLERY;
    expect("gunner", MOVE_ARTILLERY, DIAGONALS);
    view.rules.edge = EDGE_REJECT;
    expect("gunner", MOVE_ARTILLERY, "A1 F1 B2 G2 C3 H3 D4 I4 E5 A6 F6 B7 G7 C8 H8 D9 I9");
}

/* gunner shoots at all cells with the highest count, and at no others. */
static void expect_highest(const int *lengths, int ships)
{
    struct answers answers = ask("gunner", MOVE_FIRE);
    uint32_t count[MAX_CELLS], highest = 0;

    count_by_hand(lengths, ships, count);
    for (int cell = 0; cell < 100; cell++)
        highest = count[cell] > highest ? count[cell] : highest;
    for (int cell = 0; cell < 100; cell++)
        assert_int_equal(answers.target[cell] > 0, count[cell] == highest);
}

static void gunner_goes_by_placement_count_without_the_carrier(void **state)
{
    static const int lengths[] = {4, 3, 2, 5};

    (void)state;
    set_up_advanced(SINK_CARRIER);
    expect_highest(lengths, 3);
    /* The Carrier is sunk without an announcement, and its diagonals are used up. */
    set_up("advanced", "announce=none", "A1 h, D3 h, A5 h, C7 h",
           "B1 C1 D1 E1 A2 C2 D2 E2 " DIAGONALS);
    expect_highest(lengths, 4);
}

static void gunner_takes_the_line_with_the_highest_sum(void **state)
{
    static const int lengths[] = {5, 4, 3, 2};
    struct bot *bot = new_bot("gunner");
    uint32_t count[MAX_CELLS];
    struct move move;

    (void)state;
    set_up_advanced("E5 F6 C9 J1 B2 H4 D10 G7");
    view.stock.unlocked = SPECIAL_TORPEDO;
    count_by_hand(lengths, 4, count);
    for (int i = 0; i < 20; i++) {
        rng_seed(&bot->rng, (uint64_t)i);
        assert_int_equal(bot_act(bot, &view, &move), BROKEN_NONE);
        assert_int_equal(move.kind, MOVE_TORPEDO);
        assert_int_equal(sum_by_hand(&move, count), highest_sum(MOVE_TORPEDO, count));
    }
    bot_free(bot);
}

static void gunner_keeps_its_direction(void **state)
{
    (void)state;
    set_up_advanced("B3");
    expect("gunner", MOVE_FIRE, "C3"); /* of the four cells, the one that most placements cover */
    set_up_advanced("B3 C3");
    expect("gunner", MOVE_FIRE, "D3");
    set_up_advanced("C3 B3");
    expect("gunner", MOVE_FIRE, "A3");
    set_up_advanced("B3 C3 D3 E3"); /* water: back to the first hit */
    expect("gunner", MOVE_FIRE, "B4");
    set_up_advanced("B3 C3 D3 E3 B4 B2");
    expect("gunner", MOVE_FIRE, "A3");
    set_up_advanced("A3 A7 B7"); /* the first ship is damaged but afloat */
    expect("gunner", MOVE_FIRE, "B3");
}

static void gunner_lays_smoke_over_its_first_uncovered_cell(void **state)
{
    struct layout own;

    (void)state;
    set_up_advanced("J10");
    view.stock.smoke = 1;
    expect("gunner", MOVE_SMOKE, "A1");
    view.own.screen[view.own.screens++] = (uint16_t)at("A1");
    expect("gunner", MOVE_SMOKE, "C1");
    shoot_at_us("C1");
    expect("gunner", MOVE_SMOKE, "D1");
    set_up("advanced", "edge=reject;fleet=Barge 2", "A1 h", "J10");
    own = layout_from(&view.rules, "I10 h");
    view_place(&view, &own);
    view.stock.smoke = 1;
    expect("gunner", MOVE_SMOKE, "I9");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gunner_uses_torpedo_and_artillery_at_once),
        cmocka_unit_test(gunner_aims_at_the_diagonals_of_the_carrier),
        cmocka_unit_test(gunner_goes_by_placement_count_without_the_carrier),
        cmocka_unit_test(gunner_takes_the_line_with_the_highest_sum),
        cmocka_unit_test(gunner_keeps_its_direction),
        cmocka_unit_test(gunner_lays_smoke_over_its_first_uncovered_cell),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
