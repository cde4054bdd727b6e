/* Matches: the same result on any number of threads, who moves first, and bots that break. */
#include "arena/match.h"

#include "support/play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct match_result play_match(const struct rules *rules, const char *a, const char *b,
                                      uint64_t rounds, uint64_t seed, int threads)
{
    struct match match = {.rules = rules,
                          .bot = {a, b},
                          .rounds = rounds,
                          .seed = seed,
                          .number = 1,
                          .threads = threads,
                          .max_broken = DEFAULT_MAX_BROKEN};
    struct match_result result;
    struct message message = {""};

    memset(&result, 0xa5, sizeof result);
    if (match_play(&match, &result, &message) != OK)
        fail_msg("%s", message.text);
    assert_int_equal(result.rounds, rounds);
    assert_int_equal(result.side[0].won + result.side[1].won + result.drawn, rounds);
    return result;
}

static bool same(const struct match_result *a, const struct match_result *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static void threads_do_not_change_the_result(void **state)
{
    static const char *const presets[] = {"classic", "advanced", "tournament", "salvo"};

    (void)state;
    for (size_t i = 0; i < sizeof presets / sizeof presets[0]; i++) {
        const struct rules *rules = rules_find(presets[i]);
        struct match_result one = play_match(rules, "random", "null", 400, 42, 1);

        for (int threads = 2; threads <= 7; threads += threads == 3 ? 4 : 1) {
            struct match_result many = play_match(rules, "random", "null", 400, 42, threads);

            if (!same(&one, &many))
                fail_msg("%s comes out differently on %d threads", presets[i], threads);
        }
        assert_int_equal(one.whole, 400);
        assert_true(one.side[0].shots > 400 && one.side[1].shots > 400);
    }
}

static void more_threads_than_rounds_are_fine(void **state)
{
    const struct rules *rules = rules_find("classic");
    struct match_result one = play_match(rules, "random", "random", 3, 1, 1);
    struct match_result many = play_match(rules, "random", "random", 3, 1, 7);
    struct match_result none = play_match(rules, "random", "random", 0, 1, 7);

    (void)state;
    assert_true(same(&one, &many));
    assert_int_equal(none.signature, 0);
}

static void seed_and_number_decide(void **state)
{
    const struct rules *rules = rules_find("classic");
    struct match match = {rules, {"random", "random"}, 50, 9, 1, 1, 3};
    struct match_result first = play_match(rules, "random", "random", 50, 9, 1), other;

    (void)state;
    other = play_match(rules, "random", "random", 50, 9, 1);
    assert_true(same(&first, &other));
    other = play_match(rules, "random", "random", 50, 10, 1);
    assert_true(other.signature != first.signature);
    match.number = 2;
    assert_int_equal(match_play(&match, &other, NULL), OK);
    assert_true(other.signature != first.signature);
}

/* A longer match begins with the rounds of the shorter one. */
static void rounds_do_not_depend_on_how_many_follow(void **state)
{
    const struct rules *rules = rules_find("tournament");
    struct match_result before = play_match(rules, "random", "null", 10, 3, 1);

    (void)state;
    for (uint64_t rounds = 11; rounds < 20; rounds++) {
        struct match_result after = play_match(rules, "random", "null", rounds, 3, 1);

        assert_true(after.side[0].won - before.side[0].won <= 1);
        assert_true(after.side[1].won - before.side[1].won <= 1);
        assert_in_range(after.side[0].shots - before.side[0].shots, 1, 100);
        before = after;
    }
}

static void the_sides_play_alike(void **state)
{
    struct match_result result = play_match(rules_find("classic"), "random", "random", 2000, 17, 2);

    (void)state;
    assert_in_range(result.side[0].won, 850, 1150); /* 1000, and more than six deviations */
    assert_int_equal(result.drawn, 0);
}

static void bots_that_cannot_play_are_refused(void **state)
{
    struct match match = {rules_find("classic"), {"random", "nobody"}, 5, 1, 1, 2, 3};
    struct match_result result;
    struct message message = {""};

    (void)state;
    assert_int_equal(match_play(&match, &result, &message), ERR_UNKNOWN);
    assert_string_equal(message.text, "there is no bot 'nobody'; 'broadside bots' lists them");
    match.bot[0] = "random:x";
    assert_int_equal(match_play(&match, &result, &message), ERR_SYNTAX);
    assert_int_equal(result.rounds, 0);
}

/* --- who moves first ---------------------------------------------------------------------------
 */

static void first_is_as_the_rules_say(void **state)
{
    struct rules rules = rules_from("classic", "first=a");
    struct rng rng, before;
    int firsts[2] = {0, 0};

    (void)state;
    rng_seed(&rng, 1);
    before = rng;
    for (int round = 1; round < 10; round++) {
        rules.first = FIRST_A;
        assert_int_equal(game_first(&rules, round, &rng), SIDE_A);
        rules.first = FIRST_B;
        assert_int_equal(game_first(&rules, round, &rng), SIDE_B);
        rules.first = FIRST_ALTERNATE;
        assert_int_equal(game_first(&rules, round, &rng), round % 2 ? SIDE_A : SIDE_B);
    }
    assert_memory_equal(&rng, &before, sizeof rng); /* nothing was drawn */
    rules.first = FIRST_RANDOM;
    for (int round = 1; round <= 1000; round++)
        firsts[game_first(&rules, round, &rng)]++;
    assert_in_range(firsts[0], 420, 580);
}

/* On a tiny board of one ship null against null is decided by who moves first whenever both fleets
 * lie alike, so that the order of moving shows in the result. */
static uint64_t wins_of_a(const char *first, uint64_t rounds, uint64_t seed)
{
    char knobs[64];
    struct rules rules;

    snprintf(knobs, sizeof knobs, "board=3x3;fleet=1;first=%s", first);
    rules = rules_from("classic", knobs);
    return play_match(&rules, "null", "null", rounds, seed, 1).side[0].won;
}

static void first_alternates_from_round_to_round(void **state)
{
    int decided = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        uint64_t a1 = wins_of_a("a", 1, seed), b1 = wins_of_a("b", 1, seed);
        uint64_t a2 = wins_of_a("a", 2, seed), b2 = wins_of_a("b", 2, seed);

        assert_int_equal(wins_of_a("alternate", 1, seed), a1);
        assert_int_equal(wins_of_a("alternate", 2, seed), a1 + b2 - b1);
        decided += a2 - a1 != b2 - b1;
    }
    assert_true(decided > 2);
}

/* --- bots that break ----------------------------------------------------------------------------
 */

static enum broken fire_in_order(struct bot *bot, const struct view *view, struct move *move)
{
    (void)bot;
    move_fire(move, cellset_nth_absent(&view->tracking.shot, rules_cells(&view->rules), 0));
    return BROKEN_NONE;
}

static enum broken fire_at_a1(struct bot *bot, const struct view *view, struct move *move)
{
    (void)bot;
    (void)view;
    move_fire(move, 0);
    return BROKEN_NONE;
}

static enum broken fire_off_the_board(struct bot *bot, const struct view *view, struct move *move)
{
    (void)bot;
    move_fire(move, rules_cells(&view->rules));
    return BROKEN_NONE;
}

static enum broken pass(struct bot *bot, const struct view *view, struct move *move)
{
    (void)bot;
    (void)view;
    *move = (struct move){.kind = MOVE_PASS};
    return BROKEN_NONE;
}

static enum broken crash(struct bot *bot, const struct view *view, struct move *move)
{
    (void)bot;
    (void)view;
    (void)move;
    return BROKEN_CRASH;
}

static enum broken place_nothing(struct bot *bot, const struct view *view, struct layout *layout)
{
    (void)bot;
    (void)view;
    memset(layout, 0, sizeof *layout);
    return BROKEN_NONE;
}

static enum broken stall_while_placing(struct bot *bot, const struct view *view,
                                       struct layout *layout)
{
    (void)bot;
    (void)view;
    (void)layout;
    return BROKEN_STALL;
}

static const struct bot_kind good = {.name = "good", .act = fire_in_order};
static const struct bot_kind repeats = {.name = "repeats", .act = fire_at_a1};
static const struct bot_kind misses_the_board = {.name = "off", .act = fire_off_the_board};
static const struct bot_kind passes = {.name = "passes", .act = pass};
static const struct bot_kind crashes = {.name = "crashes", .act = crash};
static const struct bot_kind misplaces = {
    .name = "misplaces", .act = fire_in_order, .place = place_nothing};
static const struct bot_kind stalls = {
    .name = "stalls", .act = fire_in_order, .place = stall_while_placing};

static struct game game;

static struct round play_round(const char *preset, const struct bot_kind *a,
                               const struct bot_kind *b)
{
    struct bot first = {.kind = a}, second = {.kind = b}, *bots[2] = {&first, &second};
    struct round round;
    struct rng chance;

    memset(&round, 0xa5, sizeof round);
    rng_seed(&chance, 1);
    rng_seed(&first.rng, 2);
    rng_seed(&second.rng, 3);
    round_play(&game, rules_find(preset), bots, SIDE_A, 1, &chance, &round);
    return round;
}

static void assert_round(struct round round, int winner, enum broken a, enum broken b)
{
    assert_int_equal(round.winner, winner);
    assert_int_equal(round.broken[0], a);
    assert_int_equal(round.broken[1], b);
}

static void the_breaker_loses_the_round(void **state)
{
    (void)state;
    assert_round(play_round("classic", &repeats, &good), SIDE_B, BROKEN_MOVE, BROKEN_NONE);
    assert_round(play_round("classic", &good, &repeats), SIDE_A, BROKEN_NONE, BROKEN_MOVE);
    assert_round(play_round("classic", &misses_the_board, &good), SIDE_B, BROKEN_MOVE, BROKEN_NONE);
    assert_round(play_round("classic", &good, &passes), SIDE_A, BROKEN_NONE, BROKEN_MOVE);
    assert_round(play_round("classic", &crashes, &good), SIDE_B, BROKEN_CRASH, BROKEN_NONE);
    assert_round(play_round("classic", &misplaces, &good), SIDE_B, BROKEN_PLACEMENT, BROKEN_NONE);
    assert_round(play_round("classic", &good, &misplaces), SIDE_A, BROKEN_NONE, BROKEN_PLACEMENT);
    assert_round(play_round("classic", &good, &stalls), SIDE_A, BROKEN_NONE, BROKEN_STALL);
    assert_round(play_round("salvo", &good, &repeats), SIDE_B, BROKEN_MOVE, BROKEN_NONE);
}

static void an_illegal_move_breaks_also_where_it_costs_a_person_the_turn(void **state)
{
    (void)state;
    assert_round(play_round("advanced", &repeats, &good), SIDE_B, BROKEN_MOVE, BROKEN_NONE);
    assert_round(play_round("advanced", &passes, &good), SIDE_B, BROKEN_MOVE, BROKEN_NONE);
    assert_round(play_round("advanced-strict", &good, &misses_the_board), SIDE_A, BROKEN_NONE,
                 BROKEN_MOVE);
}

static void both_broken_is_a_draw(void **state)
{
    (void)state;
    assert_round(play_round("classic", &misplaces, &stalls), NOBODY, BROKEN_PLACEMENT,
                 BROKEN_STALL);
    assert_round(play_round("classic", &misplaces, &misplaces), NOBODY, BROKEN_PLACEMENT,
                 BROKEN_PLACEMENT);
}

static void under_tournament_rules_bad_shots_and_placements_break_nothing(void **state)
{
    (void)state;
    assert_round(play_round("tournament", &repeats, &good), SIDE_B, BROKEN_NONE, BROKEN_NONE);
    assert_int_equal(game_status(&game)->points[SIDE_A], 0);
    assert_true(game.view[SIDE_A].tracking.wasted >= 95);
    assert_round(play_round("tournament", &good, &misplaces), SIDE_A, BROKEN_NONE, BROKEN_NONE);
    assert_int_equal(game_status(&game)->points[SIDE_A], 100);
    assert_round(play_round("tournament", &crashes, &good), SIDE_B, BROKEN_CRASH, BROKEN_NONE);
    assert_round(play_round("tournament", &passes, &good), SIDE_B, BROKEN_MOVE, BROKEN_NONE);
}

/* --- what bots are told -------------------------------------------------------------------------
 */

/* Writes down the calls it gets, one letter each. */
struct diary {
    char text[4096];
    int secrets;
};

static void note(struct bot *bot, char what)
{
    struct diary *diary = bot->state;
    size_t length = strlen(diary->text);

    if (length + 1 < sizeof diary->text)
        diary->text[length] = what;
}

static void spy_round_start(struct bot *bot, const struct view *view, uint64_t round)
{
    note(bot, view->status.started || round != 1 ? '!' : 'r');
}

static enum broken spy_place(struct bot *bot, const struct view *view, struct layout *layout)
{
    note(bot, 'p');
    return layout_random(&view->rules, &bot->rng, layout) == OK ? BROKEN_NONE : BROKEN_PLACEMENT;
}

/* Tries special moves whenever it has them. */
static enum broken spy_act(struct bot *bot, const struct view *view, struct move *move)
{
    note(bot, 'a');
    if (view_can(view, MOVE_SMOKE, NULL) == OK) {
        *move = (struct move){.kind = MOVE_SMOKE};
        return BROKEN_NONE;
    }
    return fire_in_order(bot, view, move);
}

static void spy_outcome(struct bot *bot, const struct view *view, const struct move *move,
                        const struct outcome *outcome)
{
    (void)move;
    note(bot, outcome->mover == view->side ? 'o' : '!');
}

static void spy_enemy_move(struct bot *bot, const struct view *view, const struct move *move,
                           const struct outcome *outcome)
{
    struct diary *diary = bot->state;

    if (move->kind == MOVE_SMOKE) {
        diary->secrets++;
        assert_int_equal(move->cell[0], NO_CELL);
        assert_int_equal(outcome->event[0].cell, NO_CELL);
        assert_true(view->enemy_screens > 0); /* the view knows the outcome already */
    }
    note(bot, outcome->mover == view->side ? '!' : 'e');
}

static void spy_round_end(struct bot *bot, const struct view *view, uint64_t round)
{
    note(bot, view->status.over && round == 1 ? 'E' : '!');
}

static void bots_are_told_in_order_and_no_secrets(void **state)
{
    static const struct bot_kind spy = {
        .name = "spy",
        .act = spy_act,
        .round_start = spy_round_start,
        .place = spy_place,
        .outcome = spy_outcome,
        .enemy_move = spy_enemy_move,
        .round_end = spy_round_end,
    };
    static struct diary diaries[2];
    struct bot a = {.kind = &spy, .state = &diaries[0]}, b = {.kind = &spy, .state = &diaries[1]};
    struct bot *bots[2] = {&a, &b};
    struct round round;
    struct rng chance;

    (void)state;
    memset(diaries, 0, sizeof diaries);
    rng_seed(&chance, 1);
    rng_seed(&a.rng, 2);
    rng_seed(&b.rng, 3);
    round_play(&game, rules_find("advanced"), bots, SIDE_A, 1, &chance, &round);
    assert_int_equal(round.broken[0] + round.broken[1], 0);
    assert_memory_equal(diaries[0].text, "rpaoeaoe", 8);
    assert_memory_equal(diaries[1].text, "rpeaoeao", 8);
    for (int side = 0; side < 2; side++) {
        const char *text = diaries[side].text;

        assert_null(strchr(text, '!'));
        assert_int_equal(text[strlen(text) - 1], 'E');
        assert_int_equal(strspn(text + 2, "aoe"), strlen(text) - 3);
    }
    assert_true(diaries[0].secrets + diaries[1].secrets > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_do_not_change_the_result),
        cmocka_unit_test(more_threads_than_rounds_are_fine),
        cmocka_unit_test(seed_and_number_decide),
        cmocka_unit_test(rounds_do_not_depend_on_how_many_follow),
        cmocka_unit_test(the_sides_play_alike),
        cmocka_unit_test(bots_that_cannot_play_are_refused),
        cmocka_unit_test(first_is_as_the_rules_say),
        cmocka_unit_test(first_alternates_from_round_to_round),
        cmocka_unit_test(the_breaker_loses_the_round),
        cmocka_unit_test(an_illegal_move_breaks_also_where_it_costs_a_person_the_turn),
        cmocka_unit_test(both_broken_is_a_draw),
        cmocka_unit_test(under_tournament_rules_bad_shots_and_placements_break_nothing),
        cmocka_unit_test(bots_are_told_in_order_and_no_secrets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
