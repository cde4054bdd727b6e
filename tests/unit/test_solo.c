/* Solo games: side A shoots, side B never moves. */
#include "bots/bot.h"
#include "rules/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* Shoots one board and returns the number of shots. */
static int shoot_board(struct game *game, const struct rules *rules, struct bot *bot,
                       struct rng *rng)
{
    struct layout layout;
    struct outcome outcome;
    struct move move;

    game_init_solo(game, rules);
    assert_int_equal(layout_random(rules, rng, &layout), OK);
    bot_round_start(bot, &game->view[SIDE_A], 1);
    assert_int_equal(game_place(game, SIDE_B, &layout, NULL), OK);
    while (!game_status(game)->over) {
        assert_int_equal(game_status(game)->turn, SIDE_A);
        assert_int_equal(bot_act(bot, &game->view[SIDE_A], &move), BROKEN_NONE);
        game_draw(game, rng, &move);
        assert_int_equal(game_apply_legal(game, &move, &outcome, NULL), OK);
        bot_outcome(bot, &game->view[SIDE_A], &move, &outcome);
    }
    return game_status(game)->shots[SIDE_A];
}

static void every_preset_can_be_played_solo(void **state)
{
    static struct game game;
    struct bot *bot;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    assert_int_equal(bot_new("random", &bot, NULL), OK);
    for (int i = 0; rules_preset(i); i++) {
        for (int board = 0; board < 20; board++) {
            shoot_board(&game, rules_preset(i), bot, &rng);
            assert_true(game.view[SIDE_B].own.afloat == 0);
            assert_int_equal(game_status(&game)->shots[SIDE_B], 0);
        }
    }
    bot_free(bot);
}

/* With n cells of which k are ships, random shooting hits the last one after k (n + 1) / (k + 1)
 * shots on average: 17 * 101 / 18 = 95.39 on classic. */
static void random_needs_the_expected_number_of_shots(void **state)
{
    enum { BOARDS = 20000 };
    static struct game game;
    struct bot *bot;
    struct rng rng;
    double sum = 0;

    (void)state;
    rng_seed(&rng, 2);
    assert_int_equal(bot_new("random", &bot, NULL), OK);
    for (int board = 0; board < BOARDS; board++)
        sum += shoot_board(&game, rules_find("classic"), bot, &rng);
    assert_true(sum / BOARDS > 95.39 - 0.2 && sum / BOARDS < 95.39 + 0.2);
    bot_free(bot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_preset_can_be_played_solo),
        cmocka_unit_test(random_needs_the_expected_number_of_shots),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
