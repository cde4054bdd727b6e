/* exact, the bot that always shoots at the most likely cell. On small boards its mean over all
 * layouts is known.
 *
 * slow: plays whole games of exact */
#include "bots/bot.h"
#include "rules/game.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct game game;

static struct bot *new_bot(const char *spec, const struct rules *rules)
{
    struct match_terms terms = {.rules = rules, .rounds = 1000, .seed = 5};
    struct message message = {""};
    struct bot *bot;

    assert_int_equal(bot_new(spec, &bot, &message), OK);
    bot_match_start(bot, &terms);
    return bot;
}

/* Shoots at a layout for at most `most` moves; returns the number of shots fired. */
static int shoot(struct bot *bot, const struct rules *rules, const struct layout *layout, int most)
{
    struct outcome outcome;
    struct message message = {""};
    struct move move;

    game_init_solo(&game, rules);
    bot_round_start(bot, &game.view[SIDE_A], 1);
    assert_int_equal(game_place(&game, SIDE_B, layout, &message), OK);
    while (!game_status(&game)->over && most-- > 0) {
        assert_int_equal(bot_act(bot, &game.view[SIDE_A], &move), BROKEN_NONE);
        assert_int_equal(game_apply_legal(&game, &move, &outcome, &message), OK);
        bot_outcome(bot, &game.view[SIDE_A], &move, &outcome);
    }
    return game_status(&game)->shots[SIDE_A];
}

/* Adds up the shots over all placements of ship `ship` and the ships after it. */
static void sum_over_layouts(struct bot *bot, const struct rules *rules, struct layout *layout,
                             int ship, int *layouts, int *shots)
{
    if (ship == rules->ships) {
        (*layouts)++;
        *shots += shoot(bot, rules, layout, 1000);
        return;
    }
    for (int i = 0; i < 2 * rules_cells(rules); i++) {
        struct placement at = {(int16_t)(i / 2 % rules->width), (int16_t)(i / 2 / rules->width),
                               (uint8_t)(i % 2), 1};

        layout->ship[ship].placed = 0;
        if (layout_fits(layout, rules, ship, at, NULL) != OK)
            continue;
        layout->ship[ship] = at;
        sum_over_layouts(bot, rules, layout, ship + 1, layouts, shots);
    }
    layout->ship[ship].placed = 0;
}

static void on_small_boards_the_mean_equals_that_of_greedy_play(void **state)
{
    static const struct {
        const char *board, *fleet;
        double mean;
    } cases[] = {
        {"board=4x4", "fleet=3,2", 8.909},
        {"board=4x4", "fleet=2x2", 8.741},
        {"board=3x4", "fleet=3,2", 7.686},
        {"board=3x3", "fleet=3,2", 6.778},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rules rules = *rules_find("classic");
        struct layout layout = {{{0}}};
        int layouts = 0, shots = 0;
        struct bot *bot;

        assert_int_equal(rules_set(&rules, slice_of(cases[i].board), NULL), OK);
        assert_int_equal(rules_set(&rules, slice_of(cases[i].fleet), NULL), OK);
        bot = new_bot("exact", &rules);
        sum_over_layouts(bot, &rules, &layout, 0, &layouts, &shots);
        assert_true(fabs((double)shots / layouts - cases[i].mean) < 0.0006);
        bot_free(bot);
    }
}

static void compare_with_and_without_cache(const struct rules *rules, int boards)
{
    struct bot *with = new_bot("exact", rules), *without = new_bot("exact:cache=0", rules);
    struct rng rng;

    rng_seed(&rng, 8);
    for (int board = 0; board < boards; board++) {
        struct shot order[144];
        struct layout layout;
        int shots;

        assert_int_equal(layout_random(rules, &rng, &layout), OK);
        shots = shoot(with, rules, &layout, 1000);
        memcpy(order, game.view[SIDE_A].tracking.order, (size_t)shots * sizeof order[0]);
        assert_int_equal(shoot(without, rules, &layout, 1000), shots);
        assert_memory_equal(order, game.view[SIDE_A].tracking.order,
                            (size_t)shots * sizeof order[0]);
    }
    bot_free(with);
    bot_free(without);
}

static void the_cache_of_positions_changes_no_shot(void **state)
{
    static const char *const settings[][2] = {{"board=7x7", "fleet=4,3,2"},
                                              {"board=12x12", "fleet=5,4,3"}};

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct rules rules = *rules_find("classic");

        for (int j = 0; j < 2; j++)
            assert_int_equal(rules_set(&rules, slice_of(settings[i][j]), NULL), OK);
        compare_with_and_without_cache(&rules, i == 0 ? 60 : 10);
    }
}

static void exact_plays_every_preset_legally(void **state)
{
    struct rng rng;

    (void)state;
    rng_seed(&rng, 9);
    for (int i = 0; rules_preset(i); i++) {
        const struct rules *rules = rules_preset(i);
        struct bot *bot = new_bot("exact", rules);
        struct layout layout;

        assert_int_equal(layout_random(rules, &rng, &layout), OK);
        shoot(bot, rules, &layout, rules_cells(rules) > 100 ? 40 : 1000);
        assert_true(game_status(&game)->over || rules_cells(rules) > 100);
        bot_free(bot);
    }
}

static void wrong_options_are_rejected(void **state)
{
    struct message message = {""};
    struct bot *bot;

    (void)state;
    assert_int_equal(bot_new("exact:depth=3", &bot, &message), ERR_UNKNOWN);
    assert_non_null(strstr(message.text, "depth"));
    assert_int_equal(bot_new("exact:cache=lots", &bot, &message), ERR_RANGE);
    assert_int_equal(bot_new("exact:chains=17", &bot, &message), ERR_RANGE);
    assert_non_null(strstr(message.text, "chains must be a number from 2 to 16, not '17'"));
    assert_int_equal(bot_new("exact:chains=1", &bot, &message), ERR_RANGE);
    assert_int_equal(bot_new("exact:sweeps=0", &bot, &message), ERR_RANGE);
    assert_int_equal(bot_new("exact:sweeps=10001", &bot, &message), ERR_RANGE);
    assert_int_equal(bot_new("exact:cache=1:chains=2:sweeps=1", &bot, &message), OK);
    bot_free(bot);
}

/* Until the first hit, all shots on 20x20 are on the same colour of a chessboard. The shot after it
 * is beside it. */
static void on_large_boards_exact_searches_by_diagonals(void **state)
{
    const struct rules *rules = rules_find("grid20");
    struct bot *bot = new_bot("exact:sweeps=4", rules);
    const struct track *track = &game.view[SIDE_A].tracking;
    struct layout layout;
    struct rng rng;
    int searched = 0;

    (void)state;
    rng_seed(&rng, 10);
    for (int board = 0; board < 6; board++) {
        int shot = 0;

        assert_int_equal(layout_random(rules, &rng, &layout), OK);
        shoot(bot, rules, &layout, 60);
        for (; shot < track->shots - 1; shot++) {
            int cell = track->order[shot].cell, next = track->order[shot + 1].cell;

            assert_int_equal((cell / 20 + cell % 20) % 2, 0);
            if (track->order[shot].answer == ANSWER_MISS)
                continue;
            assert_true(abs(cell / 20 - next / 20) + abs(cell % 20 - next % 20) == 1);
            break;
        }
        searched += shot;
    }
    assert_true(searched > 30);
    bot_free(bot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_small_boards_the_mean_equals_that_of_greedy_play),
        cmocka_unit_test(the_cache_of_positions_changes_no_shot),
        cmocka_unit_test(exact_plays_every_preset_legally),
        cmocka_unit_test(wrong_options_are_rejected),
        cmocka_unit_test(on_large_boards_exact_searches_by_diagonals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
