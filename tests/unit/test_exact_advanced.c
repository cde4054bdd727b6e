/* exact and endgame with special moves: which move exact makes, and that all moves are legal.
 *
 * slow: plays whole games of exact */
#include "bots/best_move.h"
#include "bots/hit_chances.h"
#include "infer/position.h"
#include "rules/game.h"

#include "bots/bot.h"
#include "support/sanitized.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct game game;

/* A position under advanced rules, and the move chosen in it. */
struct scene {
    struct view view;
    struct best_move best_move;
    struct rng rng;
    struct move move;
};

static struct scene *scene_new(const char *position, int radar, int unlocked)
{
    struct scene *scene = calloc(1, sizeof *scene);
    struct message message = {""};

    assert_non_null(scene);
    assert_int_equal(
        position_parse(slice_of(position), rules_find("advanced"), &scene->view, &message), OK);
    scene->view.stock.radar = (uint8_t)radar;
    scene->view.stock.unlocked = (uint8_t)unlocked;
    scene->best_move.posterior = posterior_new();
    scene->best_move.budget = infer_budget_move;
    rng_seed(&scene->rng, 1);
    assert_int_equal(best_move_choose(&scene->best_move, &scene->view, &scene->rng, &scene->move),
                     OK);
    assert_int_equal(view_check(&scene->view, &scene->move, &message), OK);
    return scene;
}

static void scene_free(struct scene *scene)
{
    posterior_free(scene->best_move.posterior);
    free(scene);
}

static int cell_of(const char *name)
{
    int cell;

    assert_int_equal(cell_parse(slice_of(name), 10, 10, &cell, NULL), OK);
    return cell;
}

static void exact_torpedoes_the_line_that_has_a_ship(void **state)
{
    const char *row = "A1=hit B1=sunk:submarine A3=hit B3=hit C3=sunk:destroyer A7=hit B7=hit "
                      "C7=hit D7=sunk:battleship D5=hit E5=hit F5=hit";
    const char *column = "A1=hit B1=sunk:submarine A3=hit B3=hit C3=sunk:destroyer A7=hit B7=hit "
                         "C7=hit D7=sunk:battleship H4=hit H5=hit";
    struct scene *scene = scene_new(row, 0, SPECIAL_ARTILLERY | SPECIAL_TORPEDO);

    (void)state;
    assert_int_equal(scene->move.kind, MOVE_TORPEDO);
    assert_true(scene->move.is_row);
    assert_int_equal(scene->move.cell[0], 4);
    scene_free(scene);
    scene = scene_new(column, 0, SPECIAL_ARTILLERY | SPECIAL_TORPEDO);
    assert_int_equal(scene->move.kind, MOVE_TORPEDO);
    assert_false(scene->move.is_row);
    assert_int_equal(scene->move.cell[0], 7);
    scene_free(scene);
}

static void exact_aims_artillery_where_most_hits_are_expected(void **state)
{
    struct scene *scene = scene_new("A1=hit B1=sunk:submarine E5=hit", 0, SPECIAL_ARTILLERY);
    double chosen = 0, most = 0;

    (void)state;
    assert_int_equal(scene->move.kind, MOVE_ARTILLERY);
    posterior_update(scene->best_move.posterior, &scene->view, &infer_budget_move, NULL, NULL);
    for (int area = 0; area < 100; area++) {
        int cells[4], count = view_area_cells(&scene->view.rules, area, cells);
        double sum = 0;

        for (int i = 0; i < count; i++)
            if (!cellset_has(&scene->view.tracking.shot, cells[i]))
                sum += posterior_probability(scene->best_move.posterior, cells[i]);
        most = sum > most ? sum : most;
        chosen = area == scene->move.cell[0] ? sum : chosen;
    }
    assert_true(most > 0.5 && fabs(chosen - most) < 1e-9);
    scene_free(scene);
}

static void exact_does_not_use_artillery_on_a_certain_cell(void **state)
{
    /* Only the Submarine's other cell remains, and it must be B10. */
    struct scene *scene = scene_new(
        "C3=hit D3=hit E3=sunk:destroyer A5=hit B5=hit C5=hit D5=sunk:battleship A7=hit B7=hit "
        "C7=hit D7=hit E7=sunk:carrier A9=miss A10=hit",
        3, SPECIAL_ARTILLERY | SPECIAL_TORPEDO);

    (void)state;
    assert_int_equal(scene->move.kind, MOVE_FIRE);
    assert_int_equal(scene->move.cell[0], cell_of("B10"));
    scene_free(scene);
}

static void exact_sweeps_until_it_finds_a_ship_and_then_shoots_at_it(void **state)
{
    static const char *const seen[] = {"E5", "F5", "E6", "F6"};
    struct scene *scene = scene_new("", 3, 0);
    bool among = false;

    (void)state;
    assert_int_equal(scene->move.kind, MOVE_RADAR);
    scene_free(scene);
    scene = scene_new("radar:E5=found", 2, 0);
    assert_int_equal(scene->move.kind, MOVE_FIRE);
    for (int i = 0; i < 4; i++)
        among |= scene->move.cell[0] == cell_of(seen[i]);
    assert_true(among);
    scene_free(scene);
    scene = scene_new("radar:E5=found E5=hit", 2, 0);
    assert_int_equal(scene->move.kind, MOVE_FIRE); /* a damaged ship needs no radar */
    scene_free(scene);
}

static double chance_at(const char *position, const char *cell, const char *knob)
{
    static struct view view;
    static struct hit_chances chances;
    struct posterior *posterior = posterior_new();
    struct rules rules = *rules_find("advanced");
    struct message message = {""};

    assert_int_equal(rules_set(&rules, slice_of(knob), NULL), OK);
    assert_int_equal(position_parse(slice_of(position), &rules, &view, &message), OK);
    assert_int_equal(hit_chances_read(&chances, posterior, &view, &infer_budget_move, NULL, NULL),
                     OK);
    assert_true(chances.is_exact);
    posterior_free(posterior);
    return chances.chance[cell_of(cell)];
}

static void exact_does_not_trust_a_sweep_that_smoke_may_have_fooled(void **state)
{
    double before = chance_at("smoke", "E5", "smoke=sweep");
    double doubted = chance_at("smoke radar:E5=none", "E5", "smoke=sweep");
    double twice = chance_at("smoke radar:E5=none radar:E5=none", "E5", "smoke=sweep");
    double stays = chance_at("smoke radar:E5=none radar:E5=none", "E5", "smoke=cells");
    double more = chance_at("smoke smoke radar:E5=none", "E5", "smoke=sweep");
    double refuted = chance_at("smoke radar:E5=none E5=hit", "F5", "smoke=sweep");
    double hit = chance_at("smoke E5=hit", "F5", "smoke=sweep");

    (void)state;
    assert_true(chance_at("radar:E5=none", "E5", "smoke=sweep") == 0);
    assert_true(doubted > 0.02 && doubted < before / 2);
    assert_true(twice == 0); /* the first sweep blew away any smoke there */
    assert_true(stays > 0 && stays < doubted);
    assert_true(more > doubted);
    /* A screen hid the ship, so the sweep says nothing about the cells beside it. */
    assert_true(fabs(refuted - hit) < 1e-9);
}

static void hypothetical_answers_are_undone(void **state)
{
    struct scene *scene = scene_new("A1=miss smoke radar:E5=none", 2, 0);
    const struct view *left = &scene->best_move.view;

    (void)state;
    assert_int_equal(left->sightings, scene->view.sightings);
    assert_int_equal(left->tracking.shots, scene->view.tracking.shots);
    assert_memory_equal(&left->tracking.shot, &scene->view.tracking.shot,
                        sizeof left->tracking.shot);
    scene_free(scene);
}

/* --- whole games ---------------------------------------------------------------------------- */

static struct bot *new_bot(const char *spec, const struct rules *rules)
{
    struct match_terms terms = {.rules = rules, .rounds = 100, .seed = 5};
    struct message message = {""};
    struct bot *bot;

    assert_int_equal(bot_new(spec, &bot, &message), OK);
    bot_match_start(bot, &terms);
    return bot;
}

/* Plays a game to its end; every move must be legal. Returns a hash of the moves. `made` counts the
 * first bot's moves by kind. */
static uint64_t play(struct bot *bots[2], const struct rules *rules, uint64_t seed, int *made)
{
    struct layout layout;
    struct outcome outcome;
    struct message message = {""};
    struct move move;
    struct rng chance;
    uint64_t moves = 0;

    rng_seed(&chance, seed);
    game_init(&game, rules, (int)(seed % 2));
    for (int side = 0; side < 2; side++) {
        rng_seed(&bots[side]->rng, seed + (uint64_t)side);
        bot_round_start(bots[side], &game.view[side], 1);
        assert_int_equal(layout_random(rules, &chance, &layout), OK);
        assert_int_equal(game_place(&game, side, &layout, &message), OK);
    }
    while (!game_status(&game)->over) {
        int side = game_status(&game)->turn;

        assert_int_equal(bot_act(bots[side], &game.view[side], &move), BROKEN_NONE);
        made[move.kind] += side == SIDE_A;
        if (move.kind == MOVE_HINT)
            game_draw(&game, &chance, &move);
        assert_int_equal(game_apply_legal(&game, &move, &outcome, &message), OK);
        moves = rng_mix_seed(moves, (uint64_t)move.kind << 16 | move.cell[0]);
    }
    return moves;
}

static void games_are_legal_and_repeatable(const char *spec)
{
    static const char *const knobs[][4] = {
        {"smoke=sweep", "unlock=held", "edge=clip", "hints=0"},
        {"smoke=cells", "unlock=turn", "edge=shift", "hints=3"},
        {"smoke=shield", "unlock=held", "edge=reject", "hints=1"},
        {"reinforce=1", "reinforce-kind=new", "smoke=sweep", "announce=unnamed"},
        {"reinforce=1", "reinforce-kind=raise", "edge=reject", "unlock=turn"},
        {"touch=no", "smoke=shield", "hints=9", "hit-again=yes"},
        {"announce=none", "reinforce=1", "equal-turns=yes", "edge=shift"},
        {"announce=each-hit", "specials=radar 9, artillery", "hint-after=1", "hints=9"},
    };
    int made[MOVE_KINDS] = {0};

    for (size_t i = 0; i < sizeof knobs / sizeof knobs[0]; i++) {
        struct rules rules = *rules_find("advanced");
        struct bot *bots[2];
        struct message message = {""};

        assert_int_equal(rules_set(&rules, slice_of("board=6x5"), NULL), OK);
        assert_int_equal(rules_set(&rules, slice_of("fleet=3,2x2,1"), NULL), OK);
        for (int k = 0; k < 4; k++)
            assert_int_equal(rules_set(&rules, slice_of(knobs[i][k]), &message), OK);
        assert_int_equal(rules_check(&rules, &message), OK);
        bots[SIDE_A] = new_bot(spec, &rules);
        bots[SIDE_B] = new_bot("random", &rules);
        for (uint64_t round = 0; round < (IS_BRIEF ? 11 : 40); round++) {
            uint64_t moves = play(bots, &rules, round, made);

            if (round % 10 == 0)
                assert_true(play(bots, &rules, round, made) == moves);
        }
        bot_free(bots[SIDE_A]);
        bot_free(bots[SIDE_B]);
    }
    assert_true(made[MOVE_RADAR] > 0 && made[MOVE_ARTILLERY] > 0 && made[MOVE_TORPEDO] > 0);
    assert_true(made[MOVE_HINT] > 0 && made[MOVE_RAISE] > 0);
    assert_int_equal(made[MOVE_SMOKE], 0);
}

static void exact_never_makes_an_illegal_move_and_games_are_repeatable(void **state)
{
    (void)state;
    games_are_legal_and_repeatable("exact");
}

static void endgame_never_makes_an_illegal_move_and_games_are_repeatable(void **state)
{
    (void)state;
    games_are_legal_and_repeatable("endgame:layouts=300");
}

static int turns_over_boards(const struct rules *rules, int boards)
{
    struct bot *bot = new_bot("exact", rules);
    struct rng rng;
    int turns = 0;

    rng_seed(&rng, 3);
    for (int i = 0; i < boards; i++) {
        struct layout layout;
        struct outcome outcome;
        struct move move;

        assert_int_equal(layout_random(rules, &rng, &layout), OK);
        game_init_solo(&game, rules);
        bot_round_start(bot, &game.view[SIDE_A], 1);
        assert_int_equal(game_place(&game, SIDE_B, &layout, NULL), OK);
        while (!game_status(&game)->over) {
            bot_act(bot, &game.view[SIDE_A], &move);
            assert_int_equal(game_apply_legal(&game, &move, &outcome, NULL), OK);
        }
        turns += game_status(&game)->turns[SIDE_A];
    }
    bot_free(bot);
    return turns;
}

static void special_moves_save_turns(void **state)
{
    struct rules with = *rules_find("advanced"), without;

    (void)state;
    if (IS_BRIEF)
        skip(); /* a measurement of the same games */
    assert_int_equal(rules_set(&with, slice_of("board=8x8"), NULL), OK);
    assert_int_equal(rules_set(&with, slice_of("fleet=4,3,2"), NULL), OK);
    without = with;
    assert_int_equal(rules_set(&without, slice_of("specials=none"), NULL), OK);
    assert_true(turns_over_boards(&with, 60) * 100 < turns_over_boards(&without, 60) * 85);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_torpedoes_the_line_that_has_a_ship),
        cmocka_unit_test(exact_aims_artillery_where_most_hits_are_expected),
        cmocka_unit_test(exact_does_not_use_artillery_on_a_certain_cell),
        cmocka_unit_test(exact_sweeps_until_it_finds_a_ship_and_then_shoots_at_it),
        cmocka_unit_test(exact_does_not_trust_a_sweep_that_smoke_may_have_fooled),
        cmocka_unit_test(hypothetical_answers_are_undone),
        cmocka_unit_test(exact_never_makes_an_illegal_move_and_games_are_repeatable),
        cmocka_unit_test(endgame_never_makes_an_illegal_move_and_games_are_repeatable),
        cmocka_unit_test(special_moves_save_turns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
