/* The prior about an enemy's layouts: chances are those of all layouts one by one, weighted by the
 * mixture; the models win against the enemies they are made for; and the result has the same bits
 * on every variant of counting. */
#include "bots/enemy_prior.h"

#include "base/exponent.h"
#include "bots/place_model.h"
#include "infer/flat_count.h"
#include "rules/game.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct game game;
static struct evidence evidence;

static struct rules small_rules(void)
{
    static const char *const knobs[] = {"board=6x5", "fleet=Cutter 4,Sloop 3,Boat 2"};
    struct rules rules = *rules_find("tournament");
    struct message message;

    for (size_t i = 0; i < sizeof knobs / sizeof knobs[0]; i++)
        if (rules_set(&rules, slice_of(knobs[i]), &message) != OK)
            fail_msg("%s", message.text);
    assert_int_equal(rules_check(&rules, NULL), OK);
    return rules;
}

static void start_game(const struct rules *rules, const struct layout *layout)
{
    game_init_solo(&game, rules);
    assert_int_equal(game_place(&game, SIDE_B, layout, NULL), OK);
}

static const struct view *view(void)
{
    return &game.view[SIDE_A];
}

static void shoot(int cell)
{
    struct outcome outcome;
    struct move move;

    move_fire(&move, cell);
    assert_int_equal(game_apply_legal(&game, &move, &outcome, NULL), OK);
}

static void shoot_anywhere(struct rng *rng)
{
    int cells = rules_cells(game_rules(&game));
    uint32_t open = (uint32_t)(cells - view()->tracking.shots);

    shoot(cellset_nth_absent(&view()->tracking.shot, cells, (int)rng_below(rng, open)));
}

/* Shoots in reading order, so that the last rows stay cold. */
static void shoot_in_order(struct rng *rng)
{
    (void)rng;
    shoot(cellset_nth_absent(&view()->tracking.shot, rules_cells(game_rules(&game)), 0));
}

static void play_round(struct enemy_prior *prior, const struct rules *rules,
                       const struct layout *layout, void (*shot)(struct rng *), struct rng *rng)
{
    start_game(rules, layout);
    assert_int_equal(enemy_prior_start(prior, view()), OK);
    while (!game_status(&game)->over)
        shot(rng);
    enemy_prior_learn(prior, view());
}

static void update(struct enemy_prior *prior)
{
    assert_int_equal(evidence_from_view(view(), &evidence, NULL), OK);
    assert_int_equal(enemy_prior_update(prior, &evidence), OK);
}

/* --- brute force --- */

enum { MOST_LISTED = 200000 };

/* Compares the chances with a list of all layouts that explain the answers. Returns the chance of
 * all of them together before the round. */
static double compare_with_list(const struct enemy_prior *prior, struct layout_list *list)
{
    int cells = rules_cells(game_rules(&game)), width = game_rules(&game)->width;
    double cover[EXACT_CELLS] = {0}, total = 0;

    assert_int_equal(layout_list_fill(list, &evidence, UINT64_MAX), OK);
    for (uint32_t i = 0; i < list->layouts; i++) {
        struct past_ship ship[MAX_SLOTS];
        double chance;

        for (int s = 0; s < list->ships; s++) {
            const struct listed_berth *berth =
                &list->berth[list->at[i * (size_t)list->ships + (size_t)s]];

            ship[s] = (struct past_ship){evidence.ship_class[berth->ship_class].kind,
                                         (uint8_t)berth->cell[0],
                                         berth->cell[1] == berth->cell[0] + width};
        }
        chance = enemy_prior_of(prior, ship, list->ships);
        total += chance;
        for (int s = 0; s < list->ships; s++)
            for (int k = 0; k < list->berth[list->at[i * (size_t)list->ships + (size_t)s]].length;
                 k++)
                cover[list->berth[list->at[i * (size_t)list->ships + (size_t)s]].cell[k]] += chance;
    }
    for (int cell = 0; cell < cells; cell++)
        if (fabs(cover[cell] / total - enemy_prior_chance(prior, cell)) > 1e-4)
            fail_msg("cell %d after %d shots: %g, expected %g", cell, evidence.shots,
                     enemy_prior_chance(prior, cell), cover[cell] / total);
    return total;
}

static void chances_are_those_of_all_layouts_weighted_by_the_mixture(void **state)
{
    struct rules rules = small_rules();
    struct enemy_prior *prior = enemy_prior_new(&rules, false, 0);
    struct layout_list list;
    struct layout layout;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    layout_list_init(&list, MOST_LISTED);
    for (int round = 0; round < 12; round++) {
        double total;

        assert_int_equal(layout_random(&rules, &rng, &layout), OK);
        start_game(&rules, &layout);
        assert_int_equal(enemy_prior_start(prior, view()), OK);
        while (!game_status(&game)->over) {
            update(prior);
            total = compare_with_list(prior, &list);
            /* The chances of all layouts add up to 1, less those of areas too small for the fleet.
             */
            if (evidence.shots == 0 && (total < 0.9 || total > 1.0001))
                fail_msg("the chances add up to %g", total);
            shoot_anywhere(&rng);
        }
        enemy_prior_learn(prior, view());
    }
    layout_list_free(&list);
    enemy_prior_free(prior);
}

/* --- which model wins --- */

/* A layout in the rows that shoot_in_order reaches last. */
static void place_cold(const struct rules *rules, struct rng *rng, struct layout *layout)
{
    do
        assert_int_equal(layout_random(rules, rng, layout), OK);
    while (layout->ship[0].vertical || layout->ship[0].row < rules->height - 2 ||
           layout->ship[1].row < rules->height - 3 || layout->ship[2].row < rules->height - 3);
}

/* A layout where none of our shots went for long. */
static void place_reactively(const struct rules *rules, const int *last, struct rng *rng,
                             struct layout *layout)
{
    struct layout best = {0}, drawn;
    int least = INT32_MAX;

    for (int i = 0; i < 3000; i++) {
        int heat = 0, cells[MAX_LENGTH];

        assert_int_equal(layout_random(rules, rng, &drawn), OK);
        for (int s = 0; s < rules->ships; s++) {
            int count = placement_cells(drawn.ship[s], rules->fleet[s].length, rules, cells);

            for (int k = 0; k < count; k++)
                heat += last[cells[k]];
        }
        if (heat < least) {
            least = heat;
            best = drawn;
        }
    }
    *layout = best;
}

static void note_heat(int *heat)
{
    for (int i = 0; i < view()->tracking.shots; i++)
        heat[view()->tracking.order[i].cell] += 101 - i;
}

static void weights_before_the_first_shot(struct enemy_prior *prior, const struct rules *rules,
                                          double *weight)
{
    struct layout layout;
    struct rng rng;

    rng_seed(&rng, 7);
    assert_int_equal(layout_random(rules, &rng, &layout), OK);
    start_game(rules, &layout);
    assert_int_equal(enemy_prior_start(prior, view()), OK);
    update(prior);
    enemy_prior_weights(prior, weight);
}

static void reactive_placers_are_recognised(void **state)
{
    struct rules rules = *rules_find("tournament");
    struct enemy_prior *prior = enemy_prior_new(&rules, false, 0);
    double weight[PRIOR_MODELS + 1];
    struct layout layout;
    struct rng rng;
    int heat[EXACT_CELLS] = {0};

    (void)state;
    rng_seed(&rng, 2);
    for (int round = 0; round < 8; round++) {
        place_reactively(&rules, heat, &rng, &layout);
        play_round(prior, &rules, &layout, shoot_anywhere, &rng);
        note_heat(heat);
    }
    weights_before_the_first_shot(prior, &rules, weight);
    assert_true(weight[PRIOR_REACTION] > 0.8);
    enemy_prior_free(prior);
}

static void places_that_stay_cold_are_expected(void **state)
{
    struct rules rules = small_rules();
    struct enemy_prior *prior = enemy_prior_new(&rules, false, 0);
    double weight[PRIOR_MODELS + 1];
    struct layout layout;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 3);
    for (int round = 0; round < 10; round++) {
        place_cold(&rules, &rng, &layout);
        play_round(prior, &rules, &layout, shoot_in_order, &rng);
    }
    weights_before_the_first_shot(prior, &rules, weight);
    if (weight[PRIOR_UNIFORM] > 0.5 || enemy_prior_chance(prior, 0) > 0.1 ||
        enemy_prior_chance(prior, 27) < 0.4)
        fail_msg("uniform %g, chance of A1 %g, of D5 %g", weight[PRIOR_UNIFORM],
                 enemy_prior_chance(prior, 0), enemy_prior_chance(prior, 27));
    enemy_prior_free(prior);
}

static void random_placers_leave_the_uniform_model(void **state)
{
    struct rules rules = *rules_find("tournament");
    struct enemy_prior *prior = enemy_prior_new(&rules, false, 0);
    double weight[PRIOR_MODELS + 1];
    struct layout layout;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 4);
    for (int round = 0; round < 40; round++) {
        assert_int_equal(layout_random(&rules, &rng, &layout), OK);
        play_round(prior, &rules, &layout, shoot_anywhere, &rng);
    }
    weights_before_the_first_shot(prior, &rules, weight);
    assert_true(weight[PRIOR_UNIFORM] > 0.9);
    enemy_prior_free(prior);
}

static void a_repeated_layout_is_recognised_by_its_first_hits(void **state)
{
    struct rules rules = *rules_find("tournament");
    struct enemy_prior *prior = enemy_prior_new(&rules, false, 0);
    double weight[PRIOR_MODELS + 1];
    struct layout layout;
    struct rng rng;
    int cells[MAX_LENGTH];

    (void)state;
    rng_seed(&rng, 5);
    assert_int_equal(layout_random(&rules, &rng, &layout), OK);
    for (int round = 0; round < 3; round++)
        play_round(prior, &rules, &layout, shoot_anywhere, &rng);
    start_game(&rules, &layout);
    assert_int_equal(enemy_prior_start(prior, view()), OK);
    for (int s = 0; s < 3; s++) {
        placement_cells(layout.ship[s], rules.fleet[s].length, &rules, cells);
        shoot(cells[1]);
    }
    update(prior);
    enemy_prior_weights(prior, weight);
    assert_true(weight[PRIOR_MODELS] + weight[PRIOR_FREQUENCY] > 0.95);
    placement_cells(layout.ship[4], rules.fleet[4].length, &rules, cells);
    assert_true(enemy_prior_chance(prior, cells[0]) > 0.9);
    enemy_prior_free(prior);
}

/* People avoid the middle (infer/human.h), which the uniform model expects most. */
static void people_are_expected_at_the_edge(void **state)
{
    struct rules rules = *rules_find("classic");
    double corner[2], middle[2];
    struct layout layout;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 7);
    assert_int_equal(layout_random(&rules, &rng, &layout), OK);
    for (int person = 0; person < 2; person++) {
        struct enemy_prior *prior = enemy_prior_new(&rules, person, 0);

        start_game(&rules, &layout);
        assert_int_equal(enemy_prior_start(prior, view()), OK);
        assert_int_equal(enemy_prior_is_uniform(prior), !person);
        update(prior);
        corner[person] = enemy_prior_chance(prior, 0);
        middle[person] = enemy_prior_chance(prior, 44);
        enemy_prior_free(prior);
    }
    assert_true(corner[1] > 1.5 * corner[0] && middle[1] < middle[0]);
}

/* --- bits --- */

static void play_history(const struct rules *rules, double *chance)
{
    struct enemy_prior *prior = enemy_prior_new(rules, false, 0);
    struct layout layout;
    struct rng rng;
    int heat[EXACT_CELLS] = {0};

    rng_seed(&rng, 6);
    for (int round = 0; round < 3; round++) {
        place_reactively(rules, heat, &rng, &layout);
        play_round(prior, rules, &layout, shoot_anywhere, &rng);
        note_heat(heat);
    }
    start_game(rules, &layout);
    assert_int_equal(enemy_prior_start(prior, view()), OK);
    for (int i = 0; i < 12; i++)
        shoot_anywhere(&rng);
    update(prior);
    for (int cell = 0; cell < rules_cells(rules); cell++)
        chance[cell] = enemy_prior_chance(prior, cell);
    enemy_prior_free(prior);
}

static double chance_at_first(struct enemy_prior *prior, const struct rules *rules, int cell)
{
    struct layout layout;
    struct rng rng;

    rng_seed(&rng, 1);
    assert_int_equal(layout_random(rules, &rng, &layout), OK);
    start_game(rules, &layout);
    assert_int_equal(enemy_prior_start(prior, view()), OK);
    update(prior);
    return enemy_prior_chance(prior, cell);
}

static void a_studied_fleet_with_wrecks_teaches_the_other_ships(void **state)
{
    struct rules rules = small_rules();
    struct enemy_prior *prior = enemy_prior_new(&rules, false, 0);
    struct layout layout = {{{0}}};
    double before;

    (void)state;
    assert_int_equal(layout_parse(slice_of("A1 h, A1 v, C3 h"), &rules, &layout, NULL), OK);
    assert_int_equal(layout_wrecked(&layout, &rules), 3);
    before = chance_at_first(prior, &rules, 2 * rules.width + 2);
    for (int i = 0; i < 10; i++)
        enemy_prior_study(prior, &layout);
    if (chance_at_first(prior, &rules, 2 * rules.width + 2) < before + 0.05)
        fail_msg("%g, and %g before", enemy_prior_chance(prior, 2 * rules.width + 2), before);
    enemy_prior_free(prior);
}

static void every_variant_of_counting_gives_the_same_bits(void **state)
{
    const struct rules *rules = rules_find("tournament");
    double first[EXACT_CELLS], other[EXACT_CELLS];
    const char *name;

    (void)state;
    play_history(rules, first);
    for (int i = 0; (name = flat_count_variant(i)) != NULL; i++) {
        assert_true(flat_count_force(name));
        play_history(rules, other);
        assert_memory_equal(first, other, 100 * sizeof first[0]);
    }
    flat_count_force(NULL);
}

static void logarithms_and_powers_are_precise(void **state)
{
    (void)state;
    for (double x = 1e-9; x < 1e9; x *= 1.37) {
        assert_true(fabs(exponent_log2(x) - log2(x)) < 1e-12);
        assert_true(fabs(exponent_exp2(exponent_log2(x)) / x - 1) < 1e-12);
    }
    assert_true(exponent_exp2(-2000) == 0);
    assert_true(exponent_log2(8) == 3 && exponent_exp2(-2) == 0.25);
}

static void ties_share_their_buckets(void **state)
{
    double part[RANK_BUCKETS] = {0};

    (void)state;
    shot_heat_split(1, 4, part); /* ranks 1 to 4: buckets 1, 2 to 3, 4 to 7 */
    assert_true(part[0] == 0 && part[1] == 0.25 && part[2] == 0.5 && part[3] == 0.25);
    assert_int_equal(shot_heat_bucket_size(3, 120), 4);
    assert_int_equal(shot_heat_bucket_size(7, 120), 56);
    assert_int_equal(shot_heat_bucket_size(8, 120), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chances_are_those_of_all_layouts_weighted_by_the_mixture),
        cmocka_unit_test(reactive_placers_are_recognised),
        cmocka_unit_test(places_that_stay_cold_are_expected),
        cmocka_unit_test(random_placers_leave_the_uniform_model),
        cmocka_unit_test(a_repeated_layout_is_recognised_by_its_first_hits),
        cmocka_unit_test(people_are_expected_at_the_edge),
        cmocka_unit_test(a_studied_fleet_with_wrecks_teaches_the_other_ships),
        cmocka_unit_test(every_variant_of_counting_gives_the_same_bits),
        cmocka_unit_test(logarithms_and_powers_are_precise),
        cmocka_unit_test(ties_share_their_buckets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
