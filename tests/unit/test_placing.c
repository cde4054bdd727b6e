/* Placing a fleet: it is complete if there is no ghost, the ghost stays on the board, and every
 * step can be undone. */
#include "session/placing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char *const presets[] = {"classic", "advanced", "russian", "grid30", "tournament"};
enum { PRESETS = sizeof presets / sizeof *presets };

static void assert_valid(const struct placing *placing)
{
    const struct placing_step *now = &placing->now;
    struct message message;
    int cells[MAX_LENGTH];

    if (now->carried == PLACING_NONE) {
        assert_int_equal(layout_check(&now->layout, placing->rules, &message), OK);
        return;
    }
    assert_in_range(now->carried, 0, placing->rules->ships - 1);
    assert_false(now->layout.ship[now->carried].placed);
    assert_int_equal(placement_cells(now->ghost, placing->rules->fleet[now->carried].length,
                                     placing->rules, cells),
                     placing->rules->fleet[now->carried].length);
}

static void it_starts_with_a_random_fleet(void **state)
{
    struct placing placing, again, other;

    (void)state;
    for (int i = 0; i < PRESETS; i++) {
        placing_init(&placing, rules_find(presets[i]), 7);
        assert_int_equal(placing.now.carried, PLACING_NONE);
        assert_valid(&placing);
    }
    placing_init(&again, placing.rules, 7);
    placing_init(&other, placing.rules, 8);
    assert_memory_equal(&again.now.layout, &placing.now.layout, sizeof placing.now.layout);
    assert_memory_not_equal(&other.now.layout, &placing.now.layout, sizeof placing.now.layout);
}

static void a_random_fleet_is_drawn_until_the_player_changes_it(void **state)
{
    static struct placing placing;
    struct layout offered = {{{0}}};

    (void)state;
    placing_init(&placing, rules_find("classic"), 7);
    assert_true(placing_is_drawn(&placing));
    placing_random_fleet(&placing);
    assert_true(placing_is_drawn(&placing));
    placing_next_ship(&placing);
    assert_false(placing_is_drawn(&placing)); /* a ship is in the air */
    placing_put_back(&placing);
    assert_true(placing_is_drawn(&placing));
    placing_random_ship(&placing);
    placing_put_down(&placing);
    assert_false(placing_is_drawn(&placing));
    placing_undo(&placing);
    placing_undo(&placing);
    assert_true(placing_is_drawn(&placing));
    placing_clear(&placing);
    placing_put_down(&placing); /* the first ship, in the middle of the board */
    placing_random_fleet(&placing);
    assert_int_equal(placing.now.carried, PLACING_NONE);
    assert_false(placing_is_drawn(&placing));
    for (int ship = 0; ship < placing.rules->ships; ship++)
        offered.ship[ship] = (struct placement){0, (int16_t)ship, 0, 1};
    placing_offer(&placing, &offered);
    assert_true(placing_is_drawn(&placing));
}

static void ships_are_placed_one_by_one(void **state)
{
    struct placing placing;
    struct message message;

    (void)state;
    placing_init(&placing, rules_find("classic"), 1);
    placing_clear(&placing);
    assert_int_equal(placing.now.carried, 0);
    for (int i = 0; i < 20; i++)
        placing_move(&placing, -1, -1); /* stops in the corner */
    assert_int_equal(placing.now.ghost.row, 0);
    assert_int_equal(placing.now.ghost.column, 0);
    placing_put_down(&placing);
    assert_int_equal(placing_ship_at(&placing, 4), 0);
    assert_int_equal(placing.now.carried, 1);
    placing_rotate(&placing);
    for (int i = 0; i < 20; i++)
        placing_move(&placing, -1, -1);
    assert_int_equal(placing_fits(&placing, &message), ERR_PLACEMENT);
    assert_non_null(strstr(message.text, "Carrier"));
    placing_move(&placing, 1, 0);
    assert_int_equal(placing_fits(&placing, &message), OK);
    placing_put_down(&placing);
    assert_int_equal(placing_ship_at(&placing, 40), 1);
    placing_random_fleet(&placing); /* the remaining ships */
    assert_int_equal(placing.now.carried, PLACING_NONE);
    assert_valid(&placing);
    assert_int_equal(placing_ship_at(&placing, 4), 0);
    assert_int_equal(placing_ship_at(&placing, 40), 1);
}

static void a_ship_can_be_put_back(void **state)
{
    struct placing placing;
    struct layout before;

    (void)state;
    placing_init(&placing, rules_find("classic"), 2);
    before = placing.now.layout;
    assert_false(placing_put_back(&placing));
    placing_next_ship(&placing);
    placing_next_ship(&placing);
    assert_int_equal(placing.now.carried, 1);
    placing_move(&placing, 1, 1);
    placing_rotate(&placing);
    assert_true(placing_put_back(&placing));
    assert_int_equal(placing.now.carried, PLACING_NONE);
    assert_memory_equal(&placing.now.layout, &before, sizeof before);
    placing_clear(&placing);
    assert_false(placing_put_back(&placing)); /* it was not placed before */
    assert_true(placing.sentence[0] != '\0');
    assert_int_equal(placing.now.carried, 0);
}

static void clicks_pick_up_rotate_and_place(void **state)
{
    struct placing placing;
    int cells[MAX_LENGTH], length, free_cell = 0;

    (void)state;
    placing_init(&placing, rules_find("classic"), 3);
    length = placement_cells(placing.now.layout.ship[2], 3, placing.rules, cells);
    while (placing_ship_at(&placing, free_cell) != PLACING_NONE)
        free_cell++;
    placing_point(&placing, free_cell); /* water: nothing to pick up */
    assert_int_equal(placing.now.carried, PLACING_NONE);
    placing_point(&placing, cells[length - 1]);
    assert_int_equal(placing.now.carried, 2);
    placing_point(&placing, cells[0]);
    assert_int_equal(placing.now.ghost.vertical, !placing.before[0].layout.ship[2].vertical);
    assert_int_equal(placing.now.carried, 2);
    placing_random_ship(&placing);
    placing_put_down(&placing);
    assert_int_equal(placing.now.carried, PLACING_NONE);
    assert_valid(&placing);
}

static void any_sequence_of_keys_is_safe(void **state)
{
    static struct placing placing;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 11);
    for (int i = 0; i < PRESETS; i++) {
        placing_init(&placing, rules_find(presets[i]), (uint64_t)i);
        for (int step = 0; step < 2000; step++) {
            int cell = (int)rng_below(&rng, (uint32_t)rules_cells(placing.rules));

            switch (rng_below(&rng, 10)) {
            case 0:
                placing_next_ship(&placing);
                break;
            case 1:
                placing_rotate(&placing);
                break;
            case 2:
                placing_random_ship(&placing);
                break;
            case 3:
                placing_put_back(&placing);
                break;
            case 4:
                placing_point(&placing, cell);
                break;
            case 5:
                if (placing.now.carried != PLACING_NONE && placing_fits(&placing, NULL) == OK)
                    placing_put_down(&placing);
                break;
            case 6:
                placing_undo(&placing);
                break;
            case 7:
                if (rng_below(&rng, 10) == 0)
                    placing_clear(&placing);
                break;
            case 8:
                if (rng_below(&rng, 20) == 0)
                    placing_random_fleet(&placing);
                break;
            default:
                placing_move(&placing, (int)rng_below(&rng, 3) - 1, (int)rng_below(&rng, 3) - 1);
            }
            assert_valid(&placing);
        }
    }
}

static void undo_goes_all_the_way_back(void **state)
{
    static struct placing placing;
    struct placing_step first;

    (void)state;
    placing_init(&placing, rules_find("classic"), 5);
    first = placing.now;
    placing_random_fleet(&placing);
    placing_next_ship(&placing);
    placing_clear(&placing);
    placing_random_fleet(&placing);
    for (int i = 0; i < 4; i++)
        placing_undo(&placing);
    assert_memory_equal(&placing.now.layout, &first.layout, sizeof first.layout);
    assert_int_equal(placing.now.carried, PLACING_NONE);
    assert_string_equal(placing.sentence, "");
    placing_undo(&placing);
    assert_string_equal(placing.sentence, "Nothing to undo.");
    for (int i = 0; i < 3 * PLACING_STEPS; i++) /* the oldest steps are forgotten */
        placing_random_fleet(&placing);
    assert_int_equal(placing.steps, PLACING_STEPS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_starts_with_a_random_fleet),
        cmocka_unit_test(a_random_fleet_is_drawn_until_the_player_changes_it),
        cmocka_unit_test(ships_are_placed_one_by_one),
        cmocka_unit_test(a_ship_can_be_put_back),
        cmocka_unit_test(clicks_pick_up_rotate_and_place),
        cmocka_unit_test(any_sequence_of_keys_is_safe),
        cmocka_unit_test(undo_goes_all_the_way_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
