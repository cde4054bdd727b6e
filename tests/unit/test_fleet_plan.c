/* Placing the fleet against an enemy that is known better from round to round.
 *
 * slow: places thousands of fleets (14 s)
 * unsanitized: it takes minutes; test_admiral places fleets by the same plan */
#include "bots/fleet_plan.h"

#include "bots/hunt_order.h"
#include "bots/layout_search.h"
#include "bots/stranger_fleet.h"
#include "bots/trial.h"
#include "support/play.h"
#include "support/sanitized.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static struct game game;

/* Plays a round against the layout: first `misses` shots at water, in reading order, then the ships
 * one by one. Our view is game.view[SIDE_B]. */
static void play_known(const struct rules *rules, const struct layout *layout, int misses)
{
    struct outcome outcome;
    struct move move = {0};

    game_init_solo(&game, rules);
    assert_int_equal(game_place(&game, SIDE_B, layout, NULL), OK);
    for (int cell = 0; cell < rules_cells(rules) && misses > 0; cell++) {
        if (game.view[SIDE_B].own.ship_at[cell] != NO_SHIP)
            continue;
        move_fire(&move, cell);
        assert_int_equal(game_apply_legal(&game, &move, &outcome, NULL), OK);
        misses--;
    }
    for (int ship = 0; ship < rules->ships; ship++) {
        int cells[MAX_LENGTH];
        int count = placement_cells(layout->ship[ship], rules->fleet[ship].length, rules, cells);

        for (int i = 0; i < count; i++) {
            move_fire(&move, cells[i]);
            assert_int_equal(game_apply_legal(&game, &move, &outcome, NULL), OK);
        }
    }
}

static void fleets_are_legal_under_all_rules_and_a_seed_repeats_them(void **state)
{
    struct rules rules;

    (void)state;
    for (int i = 0; play_rules(i, &rules); i++) {
        struct fleet_plan *plan = fleet_plan_new(&rules), *other = fleet_plan_new(&rules);
        struct rules strict = rules, plain = rules_from("classic", "");
        struct rng rng, again;

        assert_non_null(plan);
        assert_non_null(other);
        strict.wrecks = 0;
        rng_seed(&rng, 7);
        again = rng;
        for (int round = 0; round < 3; round++) {
            struct layout layout, same;
            struct message message;

            assert_int_equal(fleet_plan_draw(plan, &rng, &layout), OK);
            assert_int_equal(fleet_plan_draw(other, &again, &same), OK);
            assert_int_equal(layout_check(&layout, &strict, &message), OK);
            assert_true(layout_search_equal(&rules, &layout, &same));
            if (rules_equal(&rules, &plain))
                play_known(&rules, &layout, 20 + round);
            fleet_plan_learn(plan, &game.view[SIDE_B]);
            fleet_plan_learn(other, &game.view[SIDE_B]);
        }
        fleet_plan_free(plan);
        fleet_plan_free(other);
        memset(&game, 0, sizeof game);
    }
}

static void first_fleets_differ_and_no_place_is_likely(void **state)
{
    enum { FLEETS = 200 };
    const struct rules *rules = rules_find("tournament");
    struct fleet_plan *plan = fleet_plan_new(rules);
    static struct layout seen[FLEETS];
    static int used[MAX_SHIPS][2][MAX_CELLS];
    int covered[MAX_CELLS] = {0}, cells[MAX_LENGTH];
    struct rng rng;

    (void)state;
    memset(used, 0, sizeof used);
    rng_seed(&rng, 5);
    for (int i = 0; i < FLEETS; i++) {
        assert_int_equal(fleet_plan_draw(plan, &rng, &seen[i]), OK);
        assert_int_equal(fleet_plan_style(plan), STYLE_STRANGER);
        for (int k = 0; k < i; k++)
            assert_false(layout_search_equal(rules, &seen[i], &seen[k]));
        for (int ship = 0; ship < rules->ships; ship++) {
            struct placement at = seen[i].ship[ship];
            int count = placement_cells(at, rules->fleet[ship].length, rules, cells);

            assert_true(++used[ship][at.vertical][cells[0]] < FLEETS / 16);
            for (int k = 0; k < count; k++)
                covered[cells[k]]++;
        }
    }
    for (int cell = 0; cell < rules_cells(rules); cell++)
        assert_in_range(covered[cell], 1, FLEETS * 2 / 5);
    fleet_plan_free(plan);
}

/* Counts how often the styles of a set are used in the last half of a match. The enemy takes 25
 * shots if the style is in the set, and 50 otherwise. */
static int uses_of(unsigned punished, int rounds, uint64_t seed)
{
    const struct rules *rules = rules_find("tournament");
    struct fleet_plan *plan = fleet_plan_new(rules);
    struct rng rng;
    int uses = 0;

    rng_seed(&rng, seed);
    for (int round = 0; round < rounds; round++) {
        struct layout layout;
        bool is_punished;

        assert_int_equal(fleet_plan_draw(plan, &rng, &layout), OK);
        is_punished = punished >> fleet_plan_style(plan) & 1;
        uses += is_punished && 2 * round >= rounds;
        play_known(rules, &layout, is_punished ? 8 : 33);
        fleet_plan_learn(plan, &game.view[SIDE_B]);
    }
    fleet_plan_free(plan);
    return uses;
}

static void a_style_that_is_punished_is_left(void **state)
{
    enum { ROUNDS = 100 };

    (void)state;
    for (int style = STYLE_STRANGER + 1; style < FLEET_STYLES; style++)
        assert_in_range(uses_of(1u << style, ROUNDS, 3), 0, ROUNDS / 20);
    assert_in_range(
        uses_of(1u << STYLE_REPEAT | 1u << STYLE_CHANGE | 1u << STYLE_COLD | 1u << STYLE_SIMULATED,
                ROUNDS, 4),
        0, ROUNDS / 10);
}

static void an_enemy_that_never_learns_sees_the_best_fleets_again(void **state)
{
    const struct rules *rules = rules_find("tournament");
    struct fleet_plan *plan = fleet_plan_new(rules);
    struct trial *exact = trial_new(rules, "exact");
    int shots[2] = {0};
    struct rng rng;

    (void)state;
    rng_seed(&rng, 8);
    for (int round = 0; round < 60; round++) {
        struct layout layout;
        assert_int_equal(fleet_plan_draw(plan, &rng, &layout), OK);
        shots[round >= 30] += trial_shots(exact, &layout, 0, 1);
        play_known(rules, &layout, trial_shots(exact, &layout, 0, 1) - 17);
        fleet_plan_learn(plan, &game.view[SIDE_B]);
    }
    assert_true(shots[0] > 30 * 48);
    assert_true(shots[1] > 30 * 55);
    trial_free(exact);
    fleet_plan_free(plan);
}

static void fleets_stay_mixed_against_an_enemy_that_learns(void **state)
{
    enum { ROUNDS = 150 };
    const struct rules *rules = rules_find("tournament");
    struct fleet_plan *plan = fleet_plan_new(rules);
    static int used[MAX_SHIPS][2][MAX_CELLS];
    struct rng rng;
    int repeats = 0;

    (void)state;
    memset(used, 0, sizeof used);
    rng_seed(&rng, 9);
    for (int round = 0; round < ROUNDS; round++) {
        struct layout layout;
        int known = 0;

        assert_int_equal(fleet_plan_draw(plan, &rng, &layout), OK);
        /* The enemy is quick if it has seen these ships where they are several times. */
        for (int ship = 0; ship < rules->ships; ship++) {
            struct placement at = layout.ship[ship];

            known += used[ship][at.vertical][at.row * rules->width + at.column]++ > 1 + round / 50;
        }
        repeats += known >= 3 && round >= ROUNDS / 3;
        play_known(rules, &layout, 31 - 6 * known);
        fleet_plan_learn(plan, &game.view[SIDE_B]);
    }
    assert_in_range(repeats, 0, ROUNDS / 10);
    fleet_plan_free(plan);
}

static void nothing_leaks_from_one_plan_to_another(void **state)
{
    const struct rules *rules = rules_find("tournament");
    struct fleet_plan *alone = fleet_plan_new(rules), *taught = fleet_plan_new(rules), *beside;
    struct layout expected[10], layout;
    struct rng rng, other;

    (void)state;
    rng_seed(&rng, 12);
    for (int round = 0; round < 10; round++) {
        assert_int_equal(fleet_plan_draw(alone, &rng, &expected[round]), OK);
        play_known(rules, &expected[round], 30);
        fleet_plan_learn(alone, &game.view[SIDE_B]);
    }
    rng_seed(&other, 13);
    for (int round = 0; round < 10; round++) {
        assert_int_equal(fleet_plan_draw(taught, &other, &layout), OK);
        play_known(rules, &layout, 10);
        fleet_plan_learn(taught, &game.view[SIDE_B]);
    }
    beside = fleet_plan_new(rules);
    rng_seed(&rng, 12);
    for (int round = 0; round < 10; round++) {
        assert_int_equal(fleet_plan_draw(taught, &other, &layout), OK);
        assert_int_equal(fleet_plan_draw(beside, &rng, &layout), OK);
        assert_true(layout_search_equal(rules, &layout, &expected[round]));
        play_known(rules, &layout, 30);
        fleet_plan_learn(beside, &game.view[SIDE_B]);
    }
    fleet_plan_free(alone);
    fleet_plan_free(taught);
    fleet_plan_free(beside);
}

static void a_round_that_ends_early_says_little(void **state)
{
    const struct rules *rules = rules_find("classic");
    struct fleet_plan *plan = fleet_plan_new(rules), *fresh = fleet_plan_new(rules);
    struct layout layout, other;
    struct outcome outcome;
    struct move move = {0};
    struct rng rng, again;

    (void)state;
    rng_seed(&rng, 21);
    assert_int_equal(fleet_plan_draw(plan, &rng, &layout), OK);
    game_init_solo(&game, rules);
    assert_int_equal(game_place(&game, SIDE_B, &layout, NULL), OK);
    move_fire(&move, 0);
    assert_int_equal(game_apply_legal(&game, &move, &outcome, NULL), OK);
    fleet_plan_learn(plan, &game.view[SIDE_B]);
    again = rng;
    assert_int_equal(fleet_plan_draw(plan, &rng, &layout), OK);
    assert_int_equal(fleet_plan_draw(fresh, &again, &other), OK);
    assert_true(layout_search_equal(rules, &layout, &other));
    fleet_plan_free(plan);
    fleet_plan_free(fresh);
}

static void a_layout_is_late_where_the_enemy_hunts_late(void **state)
{
    const struct rules *rules = rules_find("classic");
    struct hunt_order *order = calloc(1, sizeof *order);
    struct layout top = layout_from(rules, "A1 h, A2 h, A3 h, A4 h, A5 h");
    struct layout bottom = layout_from(rules, "A10 h, A9 h, A8 h, F10 h, F9 h");
    struct layout mixed = layout_from(rules, "A1 h, A9 h, A8 h, F10 h, F9 h");

    (void)state;
    assert_non_null(order);
    assert_true(hunt_order_value(order, rules, &top) == 0);
    play_known(rules, &bottom, 50); /* the first five rows, in reading order */
    hunt_order_learn(order, &game.view[SIDE_B]);
    assert_true(hunt_order_value(order, rules, &top) < 50);
    assert_true(hunt_order_value(order, rules, &mixed) > hunt_order_value(order, rules, &top));
    assert_true(hunt_order_value(order, rules, &bottom) > hunt_order_value(order, rules, &mixed));
    assert_true(hunt_order_coldness(order, rules, &bottom) >
                hunt_order_coldness(order, rules, &top));
    /* The first ship at the top is found by the first shot, the last one by shot 40. */
    assert_in_range((int)(1000 * hunt_order_value(order, rules, &top) + 0.5), 45999, 46001);
    free(order);
}

static void later_rounds_count_more(void **state)
{
    const struct rules *rules = rules_find("classic");
    struct hunt_order *order = calloc(1, sizeof *order);
    struct layout layout = layout_from(rules, "A10 h, A9 h, A8 h, F10 h, F9 h");
    struct layout top = layout_from(rules, "A1 h, A2 h, A3 h, A4 h, A5 h");
    double before;

    (void)state;
    for (int round = 0; round < 3 * HUNT_ROUNDS; round++) {
        play_known(rules, &layout, 50);
        hunt_order_learn(order, &game.view[SIDE_B]);
    }
    before = hunt_order_value(order, rules, &top);
    for (int round = 0; round < HUNT_ROUNDS; round++) {
        play_known(rules, &layout, 1);
        hunt_order_learn(order, &game.view[SIDE_B]);
        assert_true(hunt_order_value(order, rules, &top) > before);
        before = hunt_order_value(order, rules, &top);
    }
    free(order);
}

enum { BLOCKS = 200 };

static void places_alike_by_symmetry_have_one_class(void **state)
{
    const struct rules *rules = rules_find("classic");
    int side = rules->width;

    (void)state;
    for (int length = 1; length <= 5; length++) {
        bool used[STRANGER_CLASSES] = {false};
        int classes = 0;

        for (int row = 0; row < side; row++) {
            for (int column = 0; column <= side - length; column++) {
                struct placement at = {(int16_t)column, (int16_t)row, 0, 1};
                struct placement mirrored = {(int16_t)(side - length - column), at.row, 0, 1};
                struct placement flipped = {at.column, (int16_t)(side - 1 - row), 0, 1};
                struct placement turned = {at.row, at.column, 1, 1};
                int class = stranger_class(rules, length, at);

                assert_in_range(class, 0, STRANGER_CLASSES - 1);
                assert_int_equal(stranger_class(rules, length, mirrored), class);
                assert_int_equal(stranger_class(rules, length, flipped), class);
                assert_int_equal(stranger_class(rules, length, turned), class);
                classes += !used[class];
                used[class] = true;
            }
        }
        assert_int_equal(classes, 5 * ((side - length) / 2 + 1));
    }
}

/* In a child process with only some memory left, a plan is either complete or NULL. */
static bool is_sound_within(int blocks)
{
    enum { BLOCK = 64 << 10, MOST = BLOCKS + 4096 };
    static void *block[MOST];
    pid_t child = fork();
    int status = -1;

    if (child == 0) {
        struct fleet_plan *plan;
        struct layout layout;
        struct rng rng;
        int count = 0;

        for (; count < BLOCKS; count++)
            block[count] = malloc(BLOCK);
        setrlimit(RLIMIT_AS, &(struct rlimit){1, 1});
        for (size_t size = BLOCK; size >= 64; size /= 2)
            while (count < MOST && (block[count] = malloc(size)))
                count++;
        for (int i = 0; i < blocks; i++)
            free(block[i]);
        plan = fleet_plan_new(rules_find("tournament"));
        rng_seed(&rng, 1);
        if (plan && fleet_plan_draw(plan, &rng, &layout) != OK)
            _exit(1);
        fleet_plan_free(plan);
        _exit(blocks == 0 && plan ? 2 : 0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static void without_memory_there_is_no_plan(void **state)
{
    (void)state;
    if (SANITIZED)
        skip();
    for (int blocks = 0; blocks < BLOCKS; blocks = blocks * 5 / 4 + 1)
        assert_true(is_sound_within(blocks));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fleets_are_legal_under_all_rules_and_a_seed_repeats_them),
        cmocka_unit_test(first_fleets_differ_and_no_place_is_likely),
        cmocka_unit_test(a_style_that_is_punished_is_left),
        cmocka_unit_test(an_enemy_that_never_learns_sees_the_best_fleets_again),
        cmocka_unit_test(fleets_stay_mixed_against_an_enemy_that_learns),
        cmocka_unit_test(nothing_leaks_from_one_plan_to_another),
        cmocka_unit_test(a_round_that_ends_early_says_little),
        cmocka_unit_test(a_layout_is_late_where_the_enemy_hunts_late),
        cmocka_unit_test(later_rounds_count_more),
        cmocka_unit_test(places_alike_by_symmetry_have_one_class),
        cmocka_unit_test(without_memory_there_is_no_plan),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
