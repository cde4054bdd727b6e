/* The bot admiral: it plays legally under all rules, learns within a match and forgets between
 * matches, and plays the same game with every variant of counting.
 *
 * slow: plays whole matches (3 s) */
#include "bots/bot.h"

#include "infer/flat_count.h"
#include "rules/game.h"
#include "support/new_bot.h"
#include "support/sanitized.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct game game;

static void play_move(struct bot *bot, struct rng *rng)
{
    const struct view *view = &game.view[game_status(&game)->turn];
    struct message message;
    struct outcome outcome;
    struct move move;

    assert_int_equal(bot_act(bot, view, &move), BROKEN_NONE);
    game_draw(&game, rng, &move);
    if (game_apply_legal(&game, &move, &outcome, &message) != OK)
        fail_msg("%s under %s: %s", bot->kind->name, view->rules.name, message.text);
    bot_outcome(bot, view, &move, &outcome);
}

static void play_duel(const struct rules *rules, struct bot *const bot[2], uint64_t round,
                      struct rng *rng)
{
    struct layout layout;

    game_init(&game, rules, game_first(rules, (int)round, rng));
    for (int side = 0; side < 2; side++)
        bot_round_start(bot[side], &game.view[side], round);
    for (int side = 0; side < 2; side++) {
        assert_int_equal(bot_place(bot[side], &game.view[side], &layout), BROKEN_NONE);
        if (rules->wrecks && side == 1 && rng_below(rng, 2))
            layout.ship[rng_below(rng, rules->ships)].placed = 0;
        assert_int_equal(game_place(&game, side, &layout, NULL), OK);
    }
    while (!game_status(&game)->over)
        play_move(bot[game_status(&game)->turn], rng);
    for (int side = 0; side < 2; side++)
        bot_round_end(bot[side], &game.view[side], round);
}

static void admiral_plays_every_preset(void **state)
{
    struct bot *bot[2] = {new_bot("admiral:layouts=200:fleet=random"), new_bot("random")};
    uint64_t rounds = IS_BRIEF ? 2 : 6;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    for (int preset = 0; rules_preset(preset); preset++) {
        const struct rules *rules = rules_preset(preset);
        struct match_terms terms = {.rules = rules, .rounds = 6, .seed = 1};

        assert_int_equal(bot_accepts(bot[0]->kind, rules, NULL), OK);
        for (int side = 0; side < 2; side++)
            bot_match_start(bot[side], &terms);
        for (uint64_t round = 1; round <= (rules_cells(rules) > 100 ? 1 : rounds); round++)
            play_duel(rules, bot, round, &rng);
    }
    bot_free(bot[0]);
    bot_free(bot[1]);
}

/* How the made-up enemies place their fleets. */
enum habit { SAME, COLD, UNIFORM };

/* The layout, out of many random ones, that our shots so far have heated least. */
static void place(enum habit habit, const int *heat, const struct rules *rules, struct rng *rng,
                  struct layout *layout)
{
    struct layout drawn;
    int least = INT32_MAX;

    if (habit == SAME)
        rng_seed(rng, 99);
    for (int i = 0; i < (habit == COLD ? 3000 : 1); i++) {
        int sum = 0, cells[MAX_LENGTH];

        assert_int_equal(layout_random(rules, rng, &drawn), OK);
        for (int s = 0; s < rules->ships; s++) {
            int count = placement_cells(drawn.ship[s], rules->fleet[s].length, rules, cells);

            for (int k = 0; k < count; k++)
                sum += heat[cells[k]];
        }
        if (sum < least) {
            least = sum;
            *layout = drawn;
        }
    }
}

/* Plays a match alone. Returns the mean number of shots after the first round, and a hash of all
 * shots. */
static double play_match_by(const struct rules *rules, struct bot *bot, enum habit habit,
                            int rounds, uint64_t *hash)
{
    struct match_terms terms = {.rules = rules, .rounds = (uint64_t)rounds, .seed = 1};
    int heat[MAX_CELLS] = {0}, shots = 0;
    struct rng rng;

    *hash = 0;
    rng_seed(&rng, 2);
    bot_match_start(bot, &terms);
    for (int round = 1; round <= rounds; round++) {
        const struct track *track = &game.view[SIDE_A].tracking;
        struct layout layout;

        rng_seed(&bot->rng, (uint64_t)round);
        game_init_solo(&game, rules);
        bot_round_start(bot, &game.view[SIDE_A], (uint64_t)round);
        place(habit, heat, rules, &rng, &layout);
        assert_int_equal(game_place(&game, SIDE_B, &layout, NULL), OK);
        while (!game_status(&game)->over)
            play_move(bot, &rng);
        bot_round_end(bot, &game.view[SIDE_A], (uint64_t)round);
        for (int i = 0; i < track->shots; i++) {
            heat[track->order[i].cell] += 100 - i;
            *hash = rng_mix_seed(*hash, track->order[i].cell);
        }
        shots += round > 1 ? track->shots : 0;
    }
    return (double)shots / (rounds - 1);
}

static double play_match(struct bot *bot, enum habit habit, int rounds, uint64_t *hash)
{
    return play_match_by(rules_find("tournament"), bot, habit, rounds, hash);
}

static void admiral_learns_within_ten_rounds(void **state)
{
    struct bot *bot;
    uint64_t hash;
    double same, cold;

    (void)state;
    if (IS_BRIEF)
        skip(); /* the other tests play the same kinds of match, with fewer rounds */
    bot = new_bot("admiral:layouts=0");
    same = play_match(bot, SAME, 10, &hash);
    cold = play_match(bot, COLD, 10, &hash);
    if (same > 21 || cold > 38)
        fail_msg("%g shots against one layout, %g against cold ones", same, cold);
    bot_free(bot);
}

/* exact needs 43 shots, by docs/STRENGTH.md; area moves waste some. */
static void admiral_learns_with_special_moves(void **state)
{
    struct bot *bot = new_bot("admiral:layouts=0");
    uint64_t hash;
    double shots = play_match_by(rules_find("advanced"), bot, SAME, 8, &hash);

    (void)state;
    if (shots > 30)
        fail_msg("%g shots against one layout", shots);
    bot_free(bot);
}

/* Fleets of earlier games are worth as much as rounds of the match. */
static void studied_fleets_are_expected(void **state)
{
    const struct rules *rules = rules_find("classic");
    struct match_terms terms = {.rules = rules, .rounds = 1, .seed = 1, .enemy_is_person = true};
    struct bot *bot = new_bot("admiral:layouts=0");
    int shots[2];

    (void)state;
    for (int studied = 0; studied < 2; studied++) {
        struct layout layout;
        struct rng rng;

        rng_seed(&rng, 99);
        rng_seed(&bot->rng, 1);
        assert_int_equal(layout_random(rules, &rng, &layout), OK);
        bot_match_start(bot, &terms);
        for (int i = 0; i < 3 * studied; i++)
            bot_study(bot, &layout);
        game_init_solo(&game, rules);
        bot_round_start(bot, &game.view[SIDE_A], 1);
        assert_int_equal(game_place(&game, SIDE_B, &layout, NULL), OK);
        while (!game_status(&game)->over)
            play_move(bot, &rng);
        shots[studied] = game.view[SIDE_A].tracking.shots;
    }
    if (shots[0] < 25 || shots[1] > 22)
        fail_msg("%d shots, and %d after studying the fleet", shots[0], shots[1]);
    bot_free(bot);
}

static void nothing_leaks_into_the_next_match(void **state)
{
    struct bot *bot = new_bot("admiral:layouts=500");
    int rounds = IS_BRIEF ? 3 : 5;
    uint64_t first, other, again;

    (void)state;
    play_match(bot, COLD, rounds, &first);
    play_match(bot, SAME, rounds, &other);
    play_match(bot, COLD, rounds, &again);
    assert_true(first == again && first != other);
    bot_free(bot);
}

static void every_variant_of_counting_plays_the_same_match(void **state)
{
    uint64_t first, other;
    const char *name;
    struct bot *bot = new_bot("admiral:layouts=200");
    int rounds = IS_BRIEF ? 1 : 4;

    (void)state;
    play_match(bot, COLD, rounds, &first);
    for (int i = 0; (name = flat_count_variant(i)) != NULL; i++) {
        assert_true(flat_count_force(name));
        play_match(bot, COLD, rounds, &other);
        assert_true(first == other);
    }
    flat_count_force(NULL);
    bot_free(bot);
}

static void wrong_options_are_refused(void **state)
{
    static const char *const wrong[] = {"admiral:layouts=x", "admiral:fleet=big",
                                        "admiral:without=uniform", "admiral:speed=2"};
    struct message message;
    struct bot *bot;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_not_equal(bot_new(wrong[i], &bot, &message), OK);
        assert_non_null(strstr(message.text, "admiral"));
    }
    bot_free(new_bot("admiral:without=reaction:without=area:without=repeat:without=frequency"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(admiral_plays_every_preset),
        cmocka_unit_test(admiral_learns_within_ten_rounds),
        cmocka_unit_test(admiral_learns_with_special_moves),
        cmocka_unit_test(studied_fleets_are_expected),
        cmocka_unit_test(nothing_leaks_into_the_next_match),
        cmocka_unit_test(every_variant_of_counting_plays_the_same_match),
        cmocka_unit_test(wrong_options_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
