/* Listing layouts, looking ahead over the list, and the bot endgame. The list is compared with
 * counting, the look-ahead with the solver of small boards (bench/solver.h).
 *
 * slow: plays whole games of endgame and exact (3 s) */
#include "bots/shot_tree.h"

#include "bots/bot.h"
#include "infer/position.h"
#include "infer/posterior.h"
#include "rules/game.h"
#include "solver.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct infer_budget plenty = {UINT64_MAX / 2, 4, 4, 0};
static const struct tree_settings settings = {
    {[1] = {0, UINT32_MAX, 6, 60, 3}, {0, UINT32_MAX, 6, 60, 3}, {0, UINT32_MAX, 6, 60, 3}}};

static struct game game;
static struct evidence evidence;

static struct rules rules_with(const char *preset, const char *const *knobs)
{
    struct rules rules = *rules_find(preset);
    struct message message = {""};

    for (; *knobs; knobs++)
        if (rules_set(&rules, slice_of(*knobs), &message) != OK)
            fail_msg("%s", message.text);
    if (rules_check(&rules, &message) != OK)
        fail_msg("%s", message.text);
    return rules;
}

/* Plays a solo game up to a shot with this number, with random sweeps and hints in between. Half of
 * the shots go to ships. */
static void random_position(const struct rules *rules, struct rng *rng, int shots)
{
    struct layout layout;
    struct outcome outcome;

    game_init_solo(&game, rules);
    assert_int_equal(layout_random(rules, rng, &layout), OK);
    assert_int_equal(game_place(&game, SIDE_B, &layout, NULL), OK);
    while (shots-- > 0 && !game_status(&game)->over) {
        struct view *view = &game.view[SIDE_A];
        struct move move = {.kind = MOVE_FIRE, .count = 1};
        uint32_t open = (uint32_t)(rules_cells(rules) - view->tracking.shots);

        if (rules->specials && view->stock.radar && rng_below(rng, 4) == 0) {
            move.kind = MOVE_RADAR;
            move.cell[0] = (uint16_t)rng_below(rng, (uint32_t)rules_cells(rules));
        } else if (view_can(view, MOVE_HINT, NULL) == OK && rng_below(rng, 2) == 0) {
            move.kind = MOVE_HINT;
            game_draw(&game, rng, &move);
        } else {
            do
                move.cell[0] = (uint16_t)cellset_nth_absent(
                    &view->tracking.shot, rules_cells(rules), (int)rng_below(rng, open));
            while (game.view[SIDE_B].own.ship_at[move.cell[0]] == NO_SHIP && rng_below(rng, 2));
        }
        assert_int_equal(game_apply_legal(&game, &move, &outcome, NULL), OK);
    }
}

static void list_has_what_counting_counts(const struct rules *rules, int positions, int least,
                                          int most, uint64_t seed)
{
    struct posterior *posterior = posterior_new();
    struct layout_list list;
    struct rng rng;
    int listed = 0;

    layout_list_init(&list, 20000);
    rng_seed(&rng, seed);
    for (int i = 0; i < positions; i++) {
        static wide cover[MAX_CELLS];
        wide weight = 0;
        const struct view *view = &game.view[SIDE_A];

        random_position(rules, &rng, least + (int)rng_below(&rng, (uint32_t)(most - least)));
        assert_int_equal(posterior_update(posterior, view, &plenty, &rng, NULL), OK);
        assert_true(posterior_is_exact(posterior));
        assert_int_equal(evidence_from_view(view, &evidence, NULL), OK);
        if (layout_list_fill(&list, &evidence, UINT64_MAX) != OK) {
            assert_true(posterior_layouts(posterior) > 20000 * list.ways);
            continue;
        }
        listed++;
        assert_true(posterior_layouts(posterior) == list.layouts * list.ways);
        memset(cover, 0, sizeof cover);
        for (uint32_t k = 0; k < list.layouts; k++) {
            const uint16_t *at = list.at + k * (size_t)list.ships;
            wide times = (list.weighted ? list.weight[k] : 1) * list.ways;

            weight += times;
            for (int ship = 0; ship < list.ships; ship++)
                for (int j = 0; j < list.berth[at[ship]].length; j++)
                    cover[list.berth[at[ship]].cell[j]] += times;
        }
        assert_true(posterior_weight(posterior) == wide_ratio(weight, 1));
        for (int cell = 0; cell < rules_cells(rules); cell++)
            assert_true(fabs(posterior_probability(posterior, cell) -
                             wide_ratio(cover[cell], weight)) < 1e-12);
    }
    assert_true(listed > positions / 2);
    layout_list_free(&list);
    posterior_free(posterior);
}

static void the_list_has_the_layouts_that_counting_counts(void **state)
{
    static const char *const announce[] = {"announce=each-hit", "announce=name", "announce=unnamed",
                                           "announce=none"};
    static const char *const fleets[] = {"fleet=3,2", "fleet=A 2,B 2,3", "fleet=2x2,1"};
    static const char *const touch[] = {"touch=yes", "touch=no"};
    static const char *const extra[] = {"hit-again=no", "specials=radar 9", "wrecks=yes",
                                        "hints=3"};

    (void)state;
    for (size_t i = 0; i < 4 * 3 * 2 * 4; i++) {
        const char *knobs[] = {"board=5x4",       fleets[i / 4 % 3], announce[i % 4],
                               touch[i / 12 % 2], extra[i / 24],     NULL};
        struct rules rules;

        if (i / 24 == 2)
            knobs[3] = "touch=yes"; /* wrecks require it */
        rules = rules_with("classic", knobs);
        list_has_what_counting_counts(&rules, 12, 0, 20, 100 + i);
    }
    list_has_what_counting_counts(rules_find("classic"), 12, 40, 90, 1);
    list_has_what_counting_counts(rules_find("russian"), 12, 60, 90, 2);
}

static void a_list_that_is_too_long_or_takes_too_many_steps_is_refused(void **state)
{
    struct layout_list list;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 4);
    random_position(rules_find("classic"), &rng, 0);
    assert_int_equal(evidence_from_view(&game.view[SIDE_A], &evidence, NULL), OK);
    layout_list_init(&list, 5000);
    assert_int_equal(layout_list_fill(&list, &evidence, UINT64_MAX), ERR_FULL);
    assert_int_equal(list.layouts, 0);
    assert_true(list.steps < 5000 * 100);
    assert_int_equal(layout_list_fill(&list, &evidence, 3000), ERR_FULL);
    assert_true(list.steps < 3000 + 200);
    layout_list_free(&list);
}

static void a_position_that_nothing_explains_gives_no_list(void **state)
{
    static struct view view;
    struct layout_list list;

    (void)state;
    assert_int_equal(
        position_parse(slice_of("A1=hit A2=miss B1=miss"), rules_find("classic"), &view, NULL), OK);
    assert_int_equal(evidence_from_view(&view, &evidence, NULL), OK);
    layout_list_init(&list, 5000);
    assert_int_equal(layout_list_fill(&list, &evidence, UINT64_MAX), ERR_MISMATCH);
    layout_list_free(&list);
}

/* Loads the list of the current game into the tree. False if it is too long. */
static bool load(struct shot_tree *tree, struct layout_list *list)
{
    assert_int_equal(evidence_from_view(&game.view[SIDE_A], &evidence, NULL), OK);
    if (layout_list_fill(list, &evidence, UINT64_MAX) != OK)
        return false;
    assert_int_equal(shot_tree_load(tree, list, &evidence), OK);
    return true;
}

/* On whole small boards greedy play must take exactly as many shots as the solver says, each policy
 * at most as many as the one before, and none fewer than the optimum. */
static void policies_lie_between_greedy_and_the_optimum(void **state)
{
    static const char *const boards[][2] = {{"board=4x4", "fleet=3,2"},
                                            {"board=4x4", "fleet=A 2,B 2"},
                                            {"board=3x4", "fleet=3,2"},
                                            {"board=3x3", "fleet=3,2"}};
    static const char *const announce[] = {"announce=each-hit", "announce=name", "announce=unnamed",
                                           "announce=none"};

    (void)state;
    for (size_t i = 0; i < 4 * 4; i++) {
        const char *knobs[] = {boards[i / 4][0], boards[i / 4][1], announce[i % 4], NULL};
        struct rules rules = rules_with("classic", knobs);
        struct shot_tree *tree = shot_tree_new(&settings);
        struct layout_list list;
        struct solver *solver;
        struct rng rng;
        double optimum, cells = 0, mean, last;

        for (int ship = 0; ship < rules.ships; ship++)
            cells += rules.fleet[ship].length;
        rng_seed(&rng, 1);
        layout_list_init(&list, 5000);
        random_position(&rules, &rng, 0);
        assert_true(load(tree, &list));
        assert_int_equal(solver_new(&rules, &solver, NULL), OK);
        optimum = cells;
        if (i / 4 >= 2) /* others take seconds */
            assert_int_equal(solver_optimal(solver, UINT64_MAX, &optimum, NULL), OK);
        last = cells + (double)shot_tree_misses(tree, 0) / list.layouts;
        assert_true(fabs(last - solver_greedy(solver)) < 1e-9);
        for (int policy = 1; policy < 4; policy++) {
            mean = cells + (double)shot_tree_misses(tree, policy) / list.layouts;
            assert_true(mean < last + 1e-9 && mean > optimum - 1e-9);
            last = mean;
        }
        solver_free(solver);
        layout_list_free(&list);
        shot_tree_free(tree);
    }
}

static void greedy_shoots_where_exact_does_and_no_policy_misses_more(void **state)
{
    static const char *const presets[] = {"classic", "russian"};
    struct shot_tree *tree = shot_tree_new(&settings);
    struct posterior *posterior = posterior_new();
    struct layout_list list;
    struct rng rng;
    int compared = 0;

    (void)state;
    layout_list_init(&list, 800);
    rng_seed(&rng, 9);
    for (int i = 0; i < 60; i++) {
        random_position(rules_find(presets[i % 2]), &rng, 55 + (int)rng_below(&rng, 35));
        if (game_status(&game)->over || !load(tree, &list))
            continue;
        compared++;
        assert_int_equal(posterior_update(posterior, &game.view[SIDE_A], &plenty, &rng, NULL), OK);
        assert_int_equal(shot_tree_best(tree, 0), posterior_best(posterior));
        assert_true(shot_tree_misses(tree, 0) ==
                    shot_tree_misses_after(tree, posterior_best(posterior), 0));
        assert_true(shot_tree_misses(tree, 1) <= shot_tree_misses(tree, 0));
        assert_true(shot_tree_misses_after(tree, shot_tree_best(tree, 1), 0) <=
                    shot_tree_misses(tree, 0));
    }
    assert_true(compared > 20);
    layout_list_free(&list);
    posterior_free(posterior);
    shot_tree_free(tree);
}

/* A tree that has seen other lists gives the same values as a new one. */
static void values_do_not_depend_on_what_was_computed_before(void **state)
{
    struct shot_tree *used = shot_tree_new(&settings);
    struct layout_list list;
    struct rng rng;

    (void)state;
    layout_list_init(&list, 1000);
    rng_seed(&rng, 10);
    for (int i = 0; i < 20; i++) {
        struct shot_tree *fresh = shot_tree_new(&settings);

        random_position(rules_find("classic"), &rng, 60 + (int)rng_below(&rng, 20));
        if (load(used, &list)) {
            assert_true(load(fresh, &list));
            for (int policy = 0; policy < 3; policy++) {
                assert_int_equal(shot_tree_best(used, policy), shot_tree_best(fresh, policy));
                assert_true(shot_tree_misses(used, policy) == shot_tree_misses(fresh, policy));
            }
        }
        shot_tree_free(fresh);
    }
    layout_list_free(&list);
    shot_tree_free(used);
}

/* A layout with weight 3 counts as much as three layouts. */
static void weights_count_like_repeated_layouts(void **state)
{
    static const struct tree_settings all = {
        {[1] = {0, UINT32_MAX, 6, 60, 3}, {0, UINT32_MAX, 6, 60, 3}}};
    struct layout_list list, other;
    struct rng rng;
    int compared = 0;

    (void)state;
    layout_list_init(&list, 400);
    rng_seed(&rng, 12);
    for (int i = 0; i < 60; i++) {
        struct shot_tree *weighted = shot_tree_new(&all), *plain = shot_tree_new(&all);
        static uint64_t weight[400];
        static uint16_t at[3 * 400 * MAX_SLOTS];
        uint32_t layouts = 0;

        random_position(rules_find("classic"), &rng, 30 + (int)rng_below(&rng, 20));
        if (load(plain, &list) && list.layouts > 1) {
            compared++;
            for (uint32_t k = 0; k < list.layouts; k++) {
                weight[k] = 1 + rng_below(&rng, 3);
                for (uint64_t times = 0; times < weight[k]; times++)
                    memcpy(&at[layouts++ * (size_t)list.ships], &list.at[k * (size_t)list.ships],
                           (size_t)list.ships * sizeof *at);
            }
            other = list;
            other.layouts = layouts;
            other.at = at;
            shot_tree_free(plain);
            plain = shot_tree_new(&all);
            assert_int_equal(shot_tree_load(plain, &other, &evidence), OK);
            other = list;
            other.weight = weight;
            other.weighted = true;
            assert_int_equal(shot_tree_load(weighted, &other, &evidence), OK);
            for (int policy = 0; policy < 3; policy++) {
                assert_int_equal(shot_tree_best(weighted, policy), shot_tree_best(plain, policy));
                assert_true(shot_tree_misses(weighted, policy) == shot_tree_misses(plain, policy));
            }
        }
        shot_tree_free(weighted);
        shot_tree_free(plain);
    }
    assert_true(compared > 10);
    layout_list_free(&list);
}

/* Greedy play does not depend on the race. Over all goals, each of its misses draws one round and
 * loses another. */
static void in_a_race_the_misses_that_draw_and_lose_it_cost_more(void **state)
{
    static const char *const knobs[] = {"board=5x5", "fleet=A 3,B 2", NULL};
    struct rules rules = rules_with("classic", knobs);
    struct shot_tree *tree = shot_tree_new(&settings);
    struct layout_list list;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 5);
    layout_list_init(&list, 5000);
    for (int shots = 0; shots < 8; shots++) {
        uint64_t plain, extra = 0;

        random_position(&rules, &rng, shots);
        assert_true(load(tree, &list));
        plain = shot_tree_misses(tree, 0);
        for (int spare = -2; spare <= 25; spare++) {
            uint64_t misses;

            assert_true(load(tree, &list));
            shot_tree_race(tree, spare);
            misses = shot_tree_misses(tree, 0);
            assert_true(spare >= -1 && spare < 25 ? misses >= plain : misses == plain);
            assert_true(shot_tree_misses(tree, 2) <= misses);
            extra += misses - plain;
        }
        assert_true(extra % (2 * plain + !plain) == 0 && (extra > plain || plain == 0));
    }
    layout_list_free(&list);
    shot_tree_free(tree);
}

/* Each part is split at most once per policy and candidate, and no deeper than there are cells. */
static void work_is_bounded_by_the_length_of_the_list(void **state)
{
    struct layout_list list;
    struct rng rng;
    int loaded = 0;

    (void)state;
    layout_list_init(&list, 5000);
    rng_seed(&rng, 11);
    for (int i = 0; i < 200 && loaded < 6; i++) {
        struct shot_tree *tree = shot_tree_new(&endgame_settings);
        uint64_t greedy;

        random_position(rules_find("classic"), &rng, 18 + (int)rng_below(&rng, 20));
        if (load(tree, &list) && list.layouts > 500) {
            loaded++;
            shot_tree_misses(tree, 0);
            greedy = shot_tree_splits(tree);
            assert_true(greedy > 0 && greedy <= (uint64_t)list.layouts * 40);
            shot_tree_best(tree, ENDGAME_POLICY);
            assert_true(shot_tree_splits(tree) - greedy <= (uint64_t)list.layouts * 40 * 200);
        }
        shot_tree_free(tree);
    }
    assert_int_equal(loaded, 6);
    layout_list_free(&list);
}

/* --- the bot ------------------------------------------------------------------------------------
 */

static struct bot *new_bot(const char *spec, const struct rules *rules)
{
    struct match_terms terms = {.rules = rules, .rounds = 1000, .seed = 5};
    struct message message = {""};
    struct bot *bot;

    assert_int_equal(bot_new(spec, &bot, &message), OK);
    bot_match_start(bot, &terms);
    return bot;
}

/* Shoots at a random layout; returns a hash of all shots. */
static uint64_t shoot(struct bot *bot, const struct rules *rules, uint64_t board, int *shots)
{
    struct layout layout;
    struct rng rng;
    uint64_t hash = 0;

    rng_seed(&rng, board);
    rng_seed(&bot->rng, board);
    game_init_solo(&game, rules);
    assert_int_equal(layout_random(rules, &rng, &layout), OK);
    bot_round_start(bot, &game.view[SIDE_A], board);
    assert_int_equal(game_place(&game, SIDE_B, &layout, NULL), OK);
    while (!game_status(&game)->over) {
        struct outcome outcome;
        struct move move;

        assert_int_equal(bot_act(bot, &game.view[SIDE_A], &move), BROKEN_NONE);
        game_draw(&game, &rng, &move);
        assert_int_equal(game_apply_legal(&game, &move, &outcome, NULL), OK);
        bot_outcome(bot, &game.view[SIDE_A], &move, &outcome);
        hash = rng_mix_seed(hash, (uint64_t)move.kind << 16 | move.cell[0]);
    }
    *shots = game_status(&game)->shots[SIDE_A];
    return hash;
}

static void it_plays_the_same_games_whatever_it_played_before(void **state)
{
    const struct rules *rules = rules_find("classic");
    struct bot *a = new_bot("endgame:layouts=2000", rules), *b;
    uint64_t first[4];
    int shots;

    (void)state;
    for (uint64_t board = 0; board < 4; board++)
        first[board] = shoot(a, rules, board, &shots);
    b = new_bot("endgame:layouts=2000", rules);
    for (uint64_t board = 4; board-- > 0;) {
        assert_true(shoot(b, rules, board, &shots) == first[board]);
        assert_true(shoot(a, rules, board, &shots) == first[board]);
    }
    bot_free(a);
    bot_free(b);
}

static void without_a_list_it_plays_like_exact(void **state)
{
    static const char *const presets[] = {"classic", "salvo", "advanced", "classic"};
    static const char *const specs[] = {"endgame:layouts=0", "endgame", "endgame:layouts=0",
                                        "endgame"};
    bool differs = false;

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        const struct rules *rules = rules_find(presets[i]);
        struct bot *exact = new_bot("exact", rules), *endgame = new_bot(specs[i], rules);
        int shots[2];

        for (uint64_t board = 0; board < 2; board++) {
            bool same =
                shoot(exact, rules, board, &shots[0]) == shoot(endgame, rules, board, &shots[1]);

            differs |= !same;
            assert_true(same || i == 3);
        }
        bot_free(exact);
        bot_free(endgame);
    }
    assert_true(differs);
}

static void it_plays_all_rules(void **state)
{
    (void)state;
    for (int i = 0; rules_preset(i); i++) {
        const struct rules *rules = rules_preset(i);
        struct bot *bot;
        int shots;

        if (rules_cells(rules) > 150)
            continue; /* exact is tested there */
        bot = new_bot("endgame:layouts=500", rules);
        shoot(bot, rules, 3, &shots);
        assert_true(game.view[SIDE_B].own.afloat == 0);
        bot_free(bot);
    }
}

static void wrong_options_are_refused(void **state)
{
    static const char *const cases[][2] = {
        {"endgame:depth=3",
         "endgame has no option 'depth'; its options are layouts=N, fleet=chosen and fleet=random"},
        {"endgame:fleet=best", "endgame: fleet must be random or chosen, not 'best'"},
        {"endgame:layouts=many", "endgame: layouts must be a number from 0 to 1000000, not 'many'"},
        {"endgame:layouts=-1", "endgame: layouts must be a number from 0 to 1000000, not '-1'"},
        {"endgame:layouts=1000001",
         "endgame: layouts must be a number from 0 to 1000000, not '1000001'"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct message message = {""};
        struct bot *bot = NULL;

        assert_int_not_equal(bot_new(cases[i][0], &bot, &message), OK);
        assert_string_equal(message.text, cases[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_has_the_layouts_that_counting_counts),
        cmocka_unit_test(a_list_that_is_too_long_or_takes_too_many_steps_is_refused),
        cmocka_unit_test(a_position_that_nothing_explains_gives_no_list),
        cmocka_unit_test(policies_lie_between_greedy_and_the_optimum),
        cmocka_unit_test(greedy_shoots_where_exact_does_and_no_policy_misses_more),
        cmocka_unit_test(values_do_not_depend_on_what_was_computed_before),
        cmocka_unit_test(weights_count_like_repeated_layouts),
        cmocka_unit_test(in_a_race_the_misses_that_draw_and_lose_it_cost_more),
        cmocka_unit_test(work_is_bounded_by_the_length_of_the_list),
        cmocka_unit_test(it_plays_the_same_games_whatever_it_played_before),
        cmocka_unit_test(without_a_list_it_plays_like_exact),
        cmocka_unit_test(it_plays_all_rules),
        cmocka_unit_test(wrong_options_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
