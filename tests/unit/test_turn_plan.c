/* Planning moves by expected turns: the expectation is compared with games in the engine, and in
 * simple positions the plan finds the obvious move. */
#include "bots/turn_plan.h"

#include "infer/position.h"
#include "support/play.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 20000, STEPS = 100000000 };

static struct game game;
static struct evidence evidence;
static struct layout_list list;
static struct turn_plan *plan;

static void load(const struct view *view, uint32_t most)
{
    assert_int_equal(evidence_from_view(view, &evidence, NULL), OK);
    assert_int_equal(layout_list_fill(&list, &evidence, STEPS), OK);
    assert_int_equal(turn_plan_load(plan, &list, &evidence, view, most), OK);
}

static int set_up(void **state)
{
    (void)state;
    layout_list_init(&list, MOST);
    plan = turn_plan_new();
    return plan == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    layout_list_free(&list);
    turn_plan_free(plan);
    return 0;
}

/* --- against the engine ----------------------------------------------------------------------- */

static void apply(const struct move *move)
{
    struct outcome outcome;
    struct message message = {""};

    if (game_apply_legal(&game, move, &outcome, &message) != OK)
        fail_msg("%s", message.text);
}

static void start(const struct rules *rules, const struct layout *layout)
{
    game_init_solo(&game, rules);
    assert_int_equal(game_place(&game, SIDE_B, layout, NULL), OK);
}

/* The turns of a whole game that starts with this move, after which the policy plays. */
static int turns_of_game(const struct rules *rules, const struct layout *layout,
                         const struct move *first)
{
    struct move move = *first;

    start(rules, layout);
    for (;;) {
        apply(&move);
        if (game_status(&game)->over)
            return game_status(&game)->turns[SIDE_A];
        load(&game.view[SIDE_A], MOST);
        turn_plan_policy(plan, &move);
    }
}

/* Lists all layouts of small boards: layout `number`, or false past the last. */
static bool nth_layout(const struct rules *rules, uint32_t number, struct layout *layout)
{
    static struct layout_list all;
    static struct evidence empty;
    struct view view;

    if (number == 0) {
        uint8_t afloat[MAX_SLOTS] = {0};

        for (int i = 0; i < rules->ships; i++)
            afloat[rules->fleet[i].kind]++;
        view_init(&view, rules, SIDE_A);
        view_start(&view, &(struct status){.started = 1, .winner = NOBODY}, afloat);
        assert_int_equal(evidence_from_view(&view, &empty, NULL), OK);
        layout_list_init(&all, MOST);
        assert_int_equal(layout_list_fill(&all, &empty, STEPS), OK);
    }
    if (number == all.layouts) {
        layout_list_free(&all);
        return false;
    }
    for (int i = 0, used[MAX_SLOTS] = {0}; i < all.ships; i++) {
        const struct listed_berth *berth =
            &all.berth[all.at[number * (uint32_t)all.ships + (uint32_t)i]];
        int kind = empty.ship_class[all.ship_class[i]].kind, ship = kind + used[kind]++;

        layout->ship[ship] = (struct placement){
            (int16_t)(berth->cell[0] % rules->width), (int16_t)(berth->cell[0] / rules->width),
            berth->length > 1 && berth->cell[1] != berth->cell[0] + 1, 1};
    }
    return true;
}

static void check_expectation(const char *knobs, const struct move *first)
{
    struct rules rules = rules_from("advanced", knobs);
    struct layout layout = {0};
    double turns = 0, expected;
    uint32_t count = 0;

    assert_true(nth_layout(&rules, 0, &layout));
    start(&rules, &layout);
    load(&game.view[SIDE_A], MOST);
    expected = turn_plan_turns(plan, first);
    do
        turns += turns_of_game(&rules, &layout, first);
    while (nth_layout(&rules, ++count, &layout));
    assert_true(fabs(turns / count - expected) < 1e-9);
}

static void the_expected_turns_are_those_of_games_over_all_layouts(void **state)
{
    static const char *const knobs[] = {
        "board=4x4;fleet=3,2",
        "board=4x4;fleet=3,2;unlock=turn;edge=shift;announce=each-hit",
        "board=4x3;fleet=2,1x2;specials=artillery, torpedo",
        "board=4x3;fleet=1x4;specials=radar 2, artillery, torpedo;edge=reject",
        "board=4x4;fleet=3,2;touch=no;announce=unnamed;specials=radar 9",
        "board=4x3;fleet=2,1x2;announce=unnamed;unlock=turn;specials=radar 1, artillery, torpedo",
        "board=5x3;fleet=2x2;specials=none;hints=1;hint-after=99",
    };
    struct move fire = {.kind = MOVE_FIRE, .count = 1, .cell = {5}};
    struct move sweep = {.kind = MOVE_RADAR, .cell = {1}};

    (void)state;
    for (size_t i = 0; i < sizeof knobs / sizeof knobs[0]; i++) {
        check_expectation(knobs[i], &fire);
        if (strstr(knobs[i], "specials") == NULL || strstr(knobs[i], "radar"))
            check_expectation(knobs[i], &sweep);
    }
}

static void the_chosen_move_takes_no_more_turns_than_that_of_the_policy(void **state)
{
    struct rules rules = rules_from("advanced", "board=5x5;fleet=3,2x2");
    struct rng rng;

    (void)state;
    rng_seed(&rng, 5);
    for (int round = 0; round < 20; round++) {
        struct layout layout;

        assert_int_equal(layout_random(&rules, &rng, &layout), OK);
        start(&rules, &layout);
        while (!game_status(&game)->over) {
            struct move simple, chosen;
            double turns;

            load(&game.view[SIDE_A], 900); /* few enough to compare all candidates in full */
            turn_plan_policy(plan, &simple);
            turns = turn_plan_choose(plan, &chosen);
            assert_true(fabs(turns - turn_plan_turns(plan, &chosen)) < 1e-9);
            assert_true(turns <= turn_plan_turns(plan, &simple) + 1e-9);
            assert_true(turns >= 1);
            apply(&chosen);
        }
    }
}

static void a_thinned_list_estimates_the_whole(void **state)
{
    struct rules rules = rules_from("advanced", "board=7x7;fleet=4,3");
    struct layout layout = layout_from(&rules, "A1 h, A3 h");
    struct move move, again;
    double all, some;

    (void)state;
    start(&rules, &layout);
    load(&game.view[SIDE_A], MOST);
    turn_plan_policy(plan, &move);
    all = turn_plan_turns(plan, &move);
    load(&game.view[SIDE_A], (list.layouts + 1) / 2);
    some = turn_plan_turns(plan, &move);
    assert_true(fabs(all - some) < 1);
    turn_plan_choose(plan, &move);
    turn_plan_choose(plan, &again); /* a choice leaves nothing behind */
    assert_int_equal(move.kind, again.kind);
    assert_int_equal(move.cell[0], again.cell[0]);
}

/* --- obvious moves ------------------------------------------------------------------------------
 */

static double choose(const char *position, int radar, int unlocked, struct move *move)
{
    static struct view view;
    struct message message = {""};
    double turns;

    if (position_parse(slice_of(position), rules_find("advanced"), &view, &message) != OK)
        fail_msg("%s", message.text);
    view.stock.radar = (uint8_t)radar;
    view.stock.unlocked = (uint8_t)unlocked;
    view.stock.sunk = view.enemy_sunk;
    load(&view, MOST);
    turns = turn_plan_choose(plan, move);
    assert_int_equal(view_check(&view, move, &message), OK);
    return turns;
}

static int cell_of(const char *name)
{
    int cell;

    assert_int_equal(cell_parse(slice_of(name), 10, 10, &cell, NULL), OK);
    return cell;
}

#define ALL_BUT_THE_CARRIER                                                                        \
    "A1=hit B1=sunk:submarine A3=hit B3=hit C3=sunk:destroyer A7=hit B7=hit C7=hit "               \
    "D7=sunk:battleship "

static void a_certain_hit_needs_no_special_move(void **state)
{
    struct move move;
    double turns = choose("C3=hit D3=hit E3=sunk:destroyer A5=hit B5=hit C5=hit D5=sunk:battleship "
                          "A7=hit B7=hit C7=hit D7=hit E7=sunk:carrier A9=miss A10=hit",
                          3, SPECIAL_ARTILLERY | SPECIAL_TORPEDO, &move);

    (void)state;
    assert_true(turns == 1);
    assert_int_equal(move.kind, MOVE_FIRE);
    assert_int_equal(move.cell[0], cell_of("B10"));
}

static void a_torpedo_that_sinks_for_certain_is_fired(void **state)
{
    struct move move;
    double turns = choose(ALL_BUT_THE_CARRIER "E5=hit F5=hit", 3, SPECIAL_TORPEDO, &move);

    (void)state;
    assert_true(turns == 1);
    assert_int_equal(move.kind, MOVE_TORPEDO);
    assert_true(move.is_row);
    assert_int_equal(move.cell[0], 4);
}

static void artillery_that_sinks_for_certain_beats_shots(void **state)
{
    struct move move;
    /* The Carrier covers B10 to D10 and either A10 or E10 on each side: only A10 to E10 is left. */
    double turns =
        choose(ALL_BUT_THE_CARRIER "A10=hit B10=hit C10=hit A9=miss", 0, SPECIAL_ARTILLERY, &move);

    (void)state;
    assert_true(turns == 1);
    assert_int_equal(move.kind, MOVE_ARTILLERY);
    assert_true(move.cell[0] == cell_of("D9") || move.cell[0] == cell_of("D10"));
}

static void without_unlocked_moves_the_known_ship_takes_one_turn_for_each_cell(void **state)
{
    struct move move;

    (void)state;
    assert_true(choose(ALL_BUT_THE_CARRIER "A10=hit B10=hit C10=hit A9=miss", 3, 0, &move) == 2);
    assert_int_equal(move.kind, MOVE_FIRE);
}

static void boards_and_rules_that_cannot_be_planned_are_refused(void **state)
{
    struct rules salvo = rules_from("advanced", "salvo=yes");

    (void)state;
    assert_true(turn_plan_supports(rules_find("advanced")));
    assert_false(turn_plan_supports(&salvo));
    assert_false(turn_plan_supports(rules_find("grid20")));
    assert_false(turn_plan_supports(rules_find("tournament")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_expected_turns_are_those_of_games_over_all_layouts),
        cmocka_unit_test(the_chosen_move_takes_no_more_turns_than_that_of_the_policy),
        cmocka_unit_test(a_thinned_list_estimates_the_whole),
        cmocka_unit_test(a_certain_hit_needs_no_special_move),
        cmocka_unit_test(a_torpedo_that_sinks_for_certain_is_fired),
        cmocka_unit_test(artillery_that_sinks_for_certain_beats_shots),
        cmocka_unit_test(without_unlocked_moves_the_known_ship_takes_one_turn_for_each_cell),
        cmocka_unit_test(boards_and_rules_that_cannot_be_planned_are_refused),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
