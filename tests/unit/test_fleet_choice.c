/* The choice of a fleet: legal under all rules, repeatable, varied, and harder to sink than a
 * random fleet. */
#include "bots/fleet_choice.h"

#include "support/play.h"
#include "support/sanitized.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void a_chosen_fleet_is_legal_and_a_seed_repeats_it(void **state)
{
    struct rules rules;

    (void)state;
    for (int i = 0; play_rules(i, &rules); i += IS_BRIEF ? 4 : 1) {
        struct fleet_choice *choice = fleet_choice_new(&rules);
        struct layout first, again;
        struct message message = {""};
        struct rng rng;

        assert_non_null(choice);
        rng_seed(&rng, 7);
        assert_int_equal(fleet_choice_draw(choice, &rules, &rng, &first), OK);
        rng_seed(&rng, 7);
        assert_int_equal(fleet_choice_draw(choice, &rules, &rng, &again), OK);
        rules.wrecks = 0; /* the fleet is legal even where it need not be */
        assert_int_equal(layout_check(&first, &rules, &message), OK);
        assert_memory_equal(first.ship, again.ship, rules.ships * sizeof first.ship[0]);
        fleet_choice_free(choice);
    }
}

/* The shots that the bot `spec` needs to sink `fleets` fleets, chosen or random. */
static int shots_needed(const struct rules *rules, const char *spec, bool chosen, int fleets)
{
    static struct game game;
    struct fleet_choice *choice = chosen ? fleet_choice_new(rules) : NULL;
    struct match_terms terms = {.rules = rules, .rounds = 1, .seed = 1};
    struct bot *bot;
    struct rng rng;
    int shots = 0;

    assert_int_equal(bot_new(spec, &bot, NULL), OK);
    bot_match_start(bot, &terms);
    rng_seed(&rng, 3);
    rng_seed(&bot->rng, 4);
    for (int i = 0; i < fleets; i++) {
        struct layout layout;
        struct outcome outcome;
        struct move move;

        assert_int_equal(fleet_choice_draw(choice, rules, &rng, &layout), OK);
        game_init_solo(&game, rules);
        bot_round_start(bot, &game.view[SIDE_A], 1);
        assert_int_equal(game_place(&game, SIDE_B, &layout, NULL), OK);
        while (!game_status(&game)->over) {
            bot_act(bot, &game.view[SIDE_A], &move);
            assert_int_equal(game_apply_legal(&game, &move, &outcome, NULL), OK);
        }
        shots += game_status(&game)->shots[SIDE_A];
    }
    bot_free(bot);
    fleet_choice_free(choice);
    return shots;
}

static void a_chosen_fleet_takes_more_shots_than_a_random_one(void **state)
{
    static const char *const bots[] = {"heatmap", "hard"};
    static const char *const presets[] = {"classic", "russian"};

    (void)state;
    if (IS_BRIEF)
        skip(); /* hundreds of fleets; the test above draws one or two under all rules */
    for (int i = 0; i < 2; i++) {
        const struct rules *rules = rules_find(presets[i]);
        int fleets = getenv("SOAK") ? 100 : 50;

        for (int k = 0; k < 2; k++) {
            int random = shots_needed(rules, bots[k], false, fleets);
            int chosen = shots_needed(rules, bots[k], true, fleets);

            assert_true(chosen > random + 2 * fleets);
        }
    }
}

static void chosen_fleets_differ_and_use_every_cell(void **state)
{
    const struct rules *rules = rules_find("advanced");
    struct fleet_choice *choice;
    int used[MAX_CELLS] = {0}, cells[MAX_LENGTH], most = 0;
    struct rng rng;

    (void)state;
    if (IS_BRIEF)
        skip(); /* hundreds of fleets */
    choice = fleet_choice_new(rules);
    rng_seed(&rng, 11);
    for (int i = 0; i < 200; i++) {
        struct layout layout;

        assert_int_equal(fleet_choice_draw(choice, rules, &rng, &layout), OK);
        for (int ship = 0; ship < rules->ships; ship++) {
            int count = placement_cells(layout.ship[ship], rules->fleet[ship].length, rules, cells);

            for (int k = 0; k < count; k++)
                used[cells[k]]++;
        }
    }
    for (int cell = 0; cell < rules_cells(rules); cell++) {
        assert_true(used[cell] > 0);
        most = used[cell] > most ? used[cell] : most;
    }
    assert_true(most < 100); /* no cell is likelier than even */
    fleet_choice_free(choice);
}

static void a_board_full_of_ships_takes_one_shot_for_every_cell(void **state)
{
    struct rules rules = rules_from("classic", "board=3x3;fleet=3x3");
    struct layout layout = layout_from(&rules, "A1 h, A2 h, A3 h");
    struct fleet_choice *choice = fleet_choice_new(&rules);
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    assert_true(fleet_choice_shots(choice, &layout, 3, &rng) == 9);
    fleet_choice_free(choice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chosen_fleet_is_legal_and_a_seed_repeats_it),
        cmocka_unit_test(a_chosen_fleet_takes_more_shots_than_a_random_one),
        cmocka_unit_test(chosen_fleets_differ_and_use_every_cell),
        cmocka_unit_test(a_board_full_of_ships_takes_one_shot_for_every_cell),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
