/* Plugins that use include/broadside/bot.h: the example plugin plays every preset, and incompatible
 * tables are rejected. */
#include "arena/match.h"
#include "bots/plugin.h"

#include "../../examples/plugin/diagonal.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void the_example_plugin_plays_every_preset(void **state)
{
    static struct game game;
    struct bot *bots[2];
    struct message message;
    struct rng chance;

    (void)state;
    rng_seed(&chance, 5);
    assert_int_equal(plugin_new(broadside_bot(), &bots[0], &message), OK);
    assert_int_equal(bot_new("random", &bots[1], &message), OK);
    for (int i = 0; rules_preset(i); i++) {
        struct match_terms terms = {.rules = rules_preset(i), .rounds = 4, .seed = 9};
        struct round round = {0};

        assert_int_equal(bot_accepts(bots[0]->kind, rules_preset(i), &message), OK);
        for (int side = 0; side < 2; side++)
            bot_match_start(bots[side], &terms);
        for (uint64_t number = 1; number <= 4; number++) {
            round_play(&game, rules_preset(i), bots, (int)(number % 2), number, &chance, &round);
            assert_int_equal(round.broken[0], BROKEN_NONE);
            assert_int_equal(round.broken[1], BROKEN_NONE);
            assert_true(game_status(&game)->over);
        }
    }
    bot_free(bots[0]);
    bot_free(bots[1]);
}

static void write_nonsense(void *self, const struct broadside_view *view, char *move, size_t size)
{
    (void)self;
    (void)view;
    memset(move, 'x', size); /* not even terminated */
}

static void a_plugin_that_returns_an_invalid_move_loses_the_round(void **state)
{
    static struct game game;
    struct broadside_bot table = *broadside_bot();
    struct match_terms terms = {.rules = rules_preset(0), .rounds = 1, .seed = 9};
    struct bot *bots[2];
    struct message message;
    struct round round = {0};
    struct rng chance;

    (void)state;
    table.act = write_nonsense;
    rng_seed(&chance, 5);
    assert_int_equal(plugin_new(&table, &bots[0], &message), OK);
    assert_int_equal(bot_new("random", &bots[1], &message), OK);
    bot_match_start(bots[0], &terms);
    bot_match_start(bots[1], &terms);
    round_play(&game, rules_preset(0), bots, SIDE_A, 1, &chance, &round);
    assert_int_equal(round.broken[0], BROKEN_MOVE);
    assert_int_equal(round.winner, SIDE_B);
    bot_free(bots[0]);
    bot_free(bots[1]);
}

static void tables_of_another_abi_are_rejected(void **state)
{
    struct broadside_bot table = *broadside_bot();
    struct bot *bot;
    struct message message;

    (void)state;
    table.abi_version = BROADSIDE_BOT_ABI + 1;
    assert_int_equal(plugin_new(&table, &bot, &message), ERR_MISMATCH);
    assert_non_null(strstr(message.text, "ABI version"));
    assert_null(bot);
    table = *broadside_bot();
    table.size = sizeof table - 8;
    assert_int_equal(plugin_new(&table, &bot, &message), ERR_MISMATCH);
    table = *broadside_bot();
    table.act = NULL;
    assert_int_equal(plugin_new(&table, &bot, &message), ERR_MISMATCH);
    assert_non_null(strstr(message.text, "act"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_plugin_plays_every_preset),
        cmocka_unit_test(a_plugin_that_returns_an_invalid_move_loses_the_round),
        cmocka_unit_test(tables_of_another_abi_are_rejected),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
