/* Inference with hints, mixed with sweeps, smoke, shields and reinforcements, checked against brute
 * force: play real games on small boards, list every layout, and weigh each by the probability that
 * it gives every answer. Uncertain sweeps follow the model of bots/hit_chances.h. */
#include "bots/hit_chances.h"
#include "bots/special.h"
#include "infer/explain_internal.h"
#include "infer/large_count.h"
#include "infer/position.h"
#include "rules/game.h"
#include "support/sanitized.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_HERE = 5, CELLS_HERE = 30, DOUBTS_USED = 3 };

static const struct infer_budget plenty = {UINT64_MAX / 2, 4, 4, 0};

struct brute {
    const struct view *view;
    int ships; /* with the reinforcement */
    struct ship ship[MOST_HERE];
    uint32_t place[MOST_HERE]; /* the layout under examination, a bit per cell */
    bool doubtful[MAX_SIGHTINGS];
    uint64_t layouts, cover[CELLS_HERE];
    double weight, weighted[CELLS_HERE], sinks[MAX_SLOTS][CELLS_HERE];
    double smoky, smoky_cover[CELLS_HERE]; /* allowing for smoke */
};

static int raised_number(const struct brute *brute)
{
    return brute->view->enemy_raised ? brute->view->rules.ships : -1;
}

static uint32_t shot_before(const struct view *view, int time)
{
    uint32_t bits = 0;

    for (int i = 0; i < time; i++)
        bits |= 1u << view->tracking.order[i].cell;
    return bits;
}

/* The enemy raises only a ship that has sunk. Inference uses this if one ship has the name. */
static bool could_be_raised(const struct brute *brute)
{
    const struct view *view = brute->view;
    uint32_t shot = shot_before(view, view->enemy_raised_after);
    int ships = 0, sunk = 0;

    for (int ship = 0; ship < view->rules.ships; ship++) {
        bool is_kind = brute->ship[ship].kind == view->enemy_raised - 1;

        ships += is_kind;
        sunk += is_kind && !(brute->place[ship] & ~shot);
    }
    return view->rules.reinforce_kind != REINFORCE_RAISE || ships != 1 || sunk == 1;
}

/* Does the layout give the answers to all shots? */
static bool answers_shots(const struct brute *brute)
{
    const struct view *view = brute->view;
    const struct rules *rules = &view->rules;
    int raised = raised_number(brute);

    if (raised >= 0 && ((brute->place[raised] & shot_before(view, view->enemy_raised_after)) ||
                        !could_be_raised(brute)))
        return false;
    for (int i = 0; i < view->tracking.shots; i++) {
        const struct shot *shot = &view->tracking.order[i];
        int answer = ANSWER_MISS, named = NO_SHIP;
        bool gains = false;

        for (int ship = 0; ship < brute->ships; ship++) {
            bool sunk = !(brute->place[ship] & ~shot_before(view, i + 1));

            if (!(brute->place[ship] >> shot->cell & 1))
                continue;
            answer = sunk && rules->announce != ANNOUNCE_NONE ? ANSWER_SUNK : ANSWER_HIT;
            if (rules->announce == ANNOUNCE_EACH_HIT || (sunk && rules->announce == ANNOUNCE_NAME))
                named = brute->ship[ship].kind;
            gains = sunk && ship != raised && rules->announce == ANNOUNCE_NONE &&
                    rules->specials & SPECIAL_SMOKE;
        }
        if (answer != shot->answer || named != shot->ship ||
            gains != cellset_has(&view->tracking.gained, shot->cell))
            return false;
    }
    return true;
}

/* The unhit cells of the ships that were there at the time of the sighting. */
static uint32_t live_cells(const struct brute *brute, const struct sighting *sighting)
{
    uint32_t bits = 0;

    for (int ship = 0; ship < brute->ships; ship++)
        if (ship != raised_number(brute) || sighting->raised)
            bits |= brute->place[ship];
    return bits & ~shot_before(brute->view, sighting->after);
}

/* The chance that the game draws this block from these cells. */
static double hint_chance(const struct rules *rules, uint32_t live, int block)
{
    double chance = 0;

    for (int cell = 0; cell < rules_cells(rules); cell++) {
        int around = 0;
        bool inside = false;

        if (!(live >> cell & 1))
            continue;
        for (int row = 0; row + 3 <= rules->height; row++) {
            for (int column = 0; column + 3 <= rules->width; column++) {
                bool contains = cell % rules->width >= column && cell % rules->width < column + 3 &&
                                cell / rules->width >= row && cell / rules->width < row + 3;

                around += contains;
                inside |= contains && row * rules->width + column == block;
            }
        }
        if (inside)
            chance += 1.0 / around / __builtin_popcount(live);
    }
    return chance;
}

static bool sees_ship(const struct brute *brute, const struct sighting *sighting)
{
    uint32_t live = live_cells(brute, sighting);
    int cells[4], count = view_area_cells(&brute->view->rules, sighting->cell, cells);

    for (int i = 0; i < count; i++)
        if (live >> cells[i] & 1)
            return true;
    return false;
}

static void weigh_layout(struct brute *brute)
{
    const struct view *view = brute->view;
    double weight = 1, smoke = 1;
    uint32_t all = 0, shot = shot_before(view, view->tracking.shots);
    int doubts = 0;

    if (!answers_shots(brute))
        return;
    for (int i = view->sightings - 1; i >= 0 && weight > 0; i--) {
        const struct sighting *sighting = &view->sighting[i];

        if (sighting->is_hint)
            weight *= hint_chance(&view->rules, live_cells(brute, sighting), sighting->cell);
        else if (!brute->doubtful[i])
            weight *= sees_ship(brute, sighting) == sighting->found;
        else if (doubts++ < DOUBTS_USED && sees_ship(brute, sighting))
            smoke *= 1 - pow(0.75, sighting->screens);
    }
    if (weight <= 0)
        return;
    brute->layouts++;
    brute->weight += weight;
    brute->smoky += weight * smoke;
    for (int ship = 0; ship < brute->ships; ship++) {
        uint32_t open = brute->place[ship] & ~shot;

        all |= brute->place[ship];
        if (open && !(open & (open - 1)))
            brute->sinks[brute->ship[ship].kind][__builtin_ctz(open)] += weight;
    }
    for (int cell = 0; cell < rules_cells(&view->rules); cell++) {
        brute->cover[cell] += all >> cell & 1;
        brute->weighted[cell] += (all >> cell & 1) * weight;
        brute->smoky_cover[cell] += (all >> cell & 1) * weight * smoke;
    }
}

static void list_layouts(struct brute *brute, int ship, uint32_t closed)
{
    const struct rules *rules = &brute->view->rules;
    int length = ship < brute->ships ? brute->ship[ship].length : 0;

    if (ship == brute->ships) {
        weigh_layout(brute);
        return;
    }
    for (int i = 0; i < (length > 1 ? 2 : 1) * rules_cells(rules); i++) {
        int cell = i % rules_cells(rules), vertical = i >= rules_cells(rules);
        int column = cell % rules->width, row = cell / rules->width;
        uint32_t bits = 0, around = 0;

        if (vertical ? row + length > rules->height : column + length > rules->width)
            continue;
        for (int k = 0; k < length; k++)
            bits |= 1u << (cell + k * (vertical ? rules->width : 1));
        for (int other = 0; other < rules_cells(rules) && !rules->touch; other++)
            for (int k = 0; k < length; k++)
                if (abs(other % rules->width - column - (vertical ? 0 : k)) <= 1 &&
                    abs(other / rules->width - row - (vertical ? k : 0)) <= 1)
                    around |= 1u << other;
        brute->place[ship] = bits;
        if (!(bits & closed))
            list_layouts(brute, ship + 1, closed | bits | around);
    }
}

static void brute_force(struct brute *brute, const struct view *view)
{
    memset(brute, 0, sizeof *brute);
    brute->view = view;
    for (; brute->ships < view->rules.ships; brute->ships++)
        brute->ship[brute->ships] = view->rules.fleet[brute->ships];
    if (view->enemy_raised) {
        brute->ship[brute->ships] = view->enemy_raised - 1 < view->rules.ships
                                        ? view->rules.fleet[view->enemy_raised - 1]
                                        : rules_new_ship(&view->rules);
        brute->ship[brute->ships++].kind = (uint8_t)(view->enemy_raised - 1);
    }
    for (int i = 0; i < view->sightings; i++)
        brute->doubtful[i] = !view->sighting[i].is_hint && !view->sighting[i].found &&
                             !evidence_sweep_is_certain(view, i);
    list_layouts(brute, 0, 0);
}

static struct move fire_at_random(const struct view *view, struct rng *rng)
{
    int cells = rules_cells(&view->rules);
    struct move move = {.kind = MOVE_FIRE, .count = 1};

    move.cell[0] = (uint16_t)cellset_nth_absent(
        &view->tracking.shot, cells, (int)rng_below(rng, (uint32_t)(cells - view->tracking.shots)));
    return move;
}

static struct move random_move(const struct game *game, struct rng *rng)
{
    int side = game_status(game)->turn;
    const struct view *view = &game->view[side];
    struct move move = {.kind = MOVE_FIRE};
    int cells = rules_cells(&view->rules);

    if (side == SIDE_B && view_can(view, MOVE_RAISE, NULL) == OK)
        for (int kind = 0; kind <= view->rules.ships; kind++)
            if (special_raise(view, kind, rng, &move) && view_check(view, &move, NULL) == OK)
                return move;
    move = (struct move){.kind = MOVE_FIRE};
    if (side == SIDE_B && view_can(view, MOVE_SMOKE, NULL) == OK && rng_below(rng, 3) == 0)
        move.kind = MOVE_SMOKE;
    if (side == SIDE_A && view_can(view, MOVE_RADAR, NULL) == OK && rng_below(rng, 3) == 0)
        move.kind = MOVE_RADAR;
    if (side == SIDE_A && view_can(view, MOVE_HINT, NULL) == OK && rng_below(rng, 2) == 0) {
        move.kind = MOVE_HINT;
        game_draw(game, rng, &move);
        return move;
    }
    if (move.kind == MOVE_FIRE)
        return fire_at_random(view, rng);
    do
        move.cell[0] = (uint16_t)rng_below(rng, (uint32_t)cells);
    while (view_check(view, &move, NULL) != OK);
    return move;
}

/* Gives side A a hint out of turn. */
static void give_hint(struct game *game, struct rng *rng)
{
    struct view *view = &game->view[SIDE_A];
    const struct view *target = &game->view[SIDE_B];
    int width = view->rules.width, cell, block;

    do
        cell = (int)rng_below(rng, (uint32_t)rules_cells(&view->rules));
    while (target->own.ship_at[cell] == NO_SHIP || cellset_has(&target->incoming.shot, cell));
    do
        block = cell - (int)rng_below(rng, 3) - width * (int)rng_below(rng, 3);
    while (block < 0 || block % width > cell % width || block % width + 3 > width ||
           block / width + 3 > view->rules.height);
    view->sighting[view->sightings++] =
        (struct sighting){(uint16_t)block,     (uint16_t)view->tracking.shots, true, true,
                          view->enemy_screens, view->enemy_raised != 0};
}

/* Plays up to a random move of a real game, with this many more hints than the rules allow. */
static void play_game(struct game *game, const struct rules *rules, int hints, struct rng *rng)
{
    int moves = (int)rng_below(rng, (hints ? 1 : 3) * (uint32_t)rules_cells(rules));
    struct outcome outcome;
    struct layout layout;

    game_init(game, rules, SIDE_A);
    for (int side = 0; side < 2; side++) {
        assert_int_equal(layout_random(rules, rng, &layout), OK);
        assert_int_equal(game_place(game, side, &layout, NULL), OK);
    }
    while (moves-- > 0 && !game_status(game)->over) {
        struct message message = {""};
        struct move move;

        for (; hints > 0 && rng_below(rng, 3) > 0; hints--)
            give_hint(game, rng);
        move = random_move(game, rng);
        assert_int_equal(game_apply_legal(game, &move, &outcome, &message), OK);
    }
}

struct tally {
    int hints, raised, doubtful;
    int listed; /* positions with more hints than can be expanded into terms */
};

static bool has_too_many_terms(const struct evidence *evidence)
{
    static struct explain explain;

    return !explain_expand_hints(&explain, evidence);
}

/* The count for large boards must find the same sums of weights. */
static void count_as_if_large(struct large_count *large, const struct posterior *posterior)
{
    const struct evidence *evidence = posterior_evidence(posterior);
    int width = evidence->rules.width, cells = rules_cells(&evidence->rules);

    if (!large || evidence->blocks > 8 ||
        large_count_run(large, evidence, plenty.steps, NULL) == ERR_FULL) {
        assert_true(!large || evidence->blocks > 8 || evidence->hints > 3);
        return;
    }
    assert_true(wide_ratio(large_count_layouts(large), 1) == posterior_weight(posterior));
    for (int c = 0; c < evidence->classes; c++) {
        for (int i = 0; i < 2 * cells; i++) {
            struct placement at = {(int16_t)(i % cells % width), (int16_t)(i % cells / width),
                                   i >= cells, 1};

            assert_true(wide_ratio(large_count_at(large, c, i % cells, i >= cells),
                                   large_count_layouts(large)) ==
                        posterior_placement(posterior, c, at));
        }
    }
}

static void compare(const struct rules *rules, int positions, int more_hints, struct tally *tally)
{
    static struct game game;
    static struct brute brute;
    static struct hit_chances chances;
    struct large_count *large = large_count_new();
    struct posterior *posterior = posterior_new();
    struct rng rng;

    if (SANITIZED || getenv("QUICK"))
        positions /= 4;
    rng_seed(&rng, 11);
    for (int i = 0; i < positions; i++) {
        struct view *view = &game.view[SIDE_A];
        const struct evidence *evidence;
        struct message message = {""};

        play_game(&game, rules, i % (more_hints + 1), &rng);
        brute_force(&brute, view);
        assert_int_equal(posterior_update(posterior, view, &plenty, NULL, &message), OK);
        evidence = posterior_evidence(posterior);
        assert_true(posterior_is_exact(posterior));
        assert_true(posterior_layouts(posterior) == brute.layouts);
        count_as_if_large(large, posterior);
        for (int cell = 0; cell < rules_cells(rules); cell++) {
            assert_true(posterior_cover(posterior, cell) == brute.cover[cell]);
            assert_true(fabs(posterior_probability(posterior, cell) -
                             brute.weighted[cell] / brute.weight) < 1e-9);
            for (int kind = 0; kind <= rules->ships; kind++) {
                double sinks = 0;

                for (int c = 0; c < evidence->classes; c++)
                    if (evidence->ship_class[c].kind == kind)
                        sinks += posterior_sinks(posterior, c, cell);
                assert_true(fabs(sinks - brute.sinks[kind][cell] / brute.weight) < 1e-9);
            }
        }
        tally->hints += evidence->hints;
        tally->listed += has_too_many_terms(evidence);
        tally->raised += view->enemy_raised && evidence->hints && evidence->hint[0].before_raise;
        assert_int_equal(hit_chances_read(&chances, posterior, view, &plenty, NULL, &message), OK);
        tally->doubtful += chances.allows_for_smoke && view->sighting[0].is_hint;
        for (int cell = 0; cell < rules_cells(rules); cell++)
            if (!cellset_has(&view->tracking.shot, cell))
                assert_true(fabs(chances.chance[cell] - brute.smoky_cover[cell] / brute.smoky) <
                            1e-9);
    }
    large_count_free(large);
    posterior_free(posterior);
}

static void chances_equal_brute_force(const char *const *settings, int positions, int more_hints,
                                      struct tally *tally)
{
    static const char *const common[] = {"hints=3", "hint-after=1", "specials=radar 3, smoke"};
    struct rules rules = *rules_find("advanced");
    struct message message = {""};

    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
        assert_int_equal(rules_set(&rules, slice_of(common[i]), &message), OK);
    for (; *settings; settings++)
        assert_int_equal(rules_set(&rules, slice_of(*settings), &message), OK);
    assert_int_equal(rules_check(&rules, &message), OK);
    compare(&rules, positions, more_hints, tally);
}

static void hints_weigh_layouts_by_their_chance_to_give_them(void **state)
{
    static const char *const games[][6] = {
        {"board=4x4", "fleet=3,2", "smoke=sweep"},
        {"board=4x4", "fleet=3,2,1", "smoke=cells", "edge=shift"},
        {"board=5x4", "fleet=3,2", "smoke=shield", "announce=unnamed"},
        {"board=4x5", "fleet=2x2,1", "smoke=sweep", "touch=no"},
        {"board=5x5", "fleet=4,2", "smoke=shield", "announce=none"},
        {"board=3x3", "fleet=2x2,1", "smoke=cells"},
    };
    struct tally tally = {0};

    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        chances_equal_brute_force(games[i], 80, 0, &tally);
    if (!SANITIZED && !getenv("QUICK"))
        assert_true(tally.hints > 200 && tally.doubtful > 20);
}

static void hints_before_a_reinforcement_are_not_of_the_reinforcement(void **state)
{
    static const char *const games[][6] = {
        {"board=4x4", "fleet=3,2", "smoke=sweep", "reinforce=1", "reinforce-kind=new"},
        {"board=4x4", "fleet=A 2,B 2", "smoke=cells", "reinforce=1", "reinforce-kind=raise"},
        {"board=4x4", "fleet=A 2,B 2", "announce=unnamed", "reinforce=1", "reinforce-kind=raise"},
        {"board=4x4", "fleet=3,2", "announce=none", "reinforce=1", "reinforce-kind=raise"},
    };
    struct tally tally = {0};

    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        chances_equal_brute_force(games[i], 150, 0, &tally);
    if (!SANITIZED && !getenv("QUICK"))
        assert_true(tally.raised > 10);
}

/* Layouts are listed if the product of the hints has too many terms. */
static void many_hints_are_weighed_by_listing(void **state)
{
    static const char *const games[][6] = {
        {"board=4x6", "fleet=A 3,B 2", "announce=unnamed"},
        {"board=7x3", "fleet=A 3,B 2", "touch=no"},
        {"board=5x5", "fleet=3,2x1", "announce=none"},
        {"board=6x4", "fleet=2x2,1", "touch=no", "announce=each-hit"},
        {"board=5x5", "fleet=3,2", "smoke=cells"},
        {"board=5x4", "fleet=3,2", "reinforce=1", "reinforce-kind=new"},
    };
    struct tally tally = {0};

    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        chances_equal_brute_force(games[i], 40, 12, &tally);
    if (!SANITIZED && !getenv("QUICK"))
        assert_true(tally.listed > 40);
}

static void read_position(const char *text, const char *const *settings, struct view *view)
{
    struct rules rules = *rules_find("classic");
    struct message message = {""};

    for (; *settings; settings++)
        assert_int_equal(rules_set(&rules, slice_of(*settings), &message), OK);
    assert_int_equal(rules_check(&rules, &message), OK);
    assert_int_equal(position_parse(slice_of(text), &rules, view, &message), OK);
}

/* With 96 hints the weights have far more than 128 bits. */
static void weights_do_not_overflow(void **state)
{
    static const char *const settings[] = {"board=3x7", "fleet=A 3,B 2", "touch=no", "hints=99",
                                           NULL};
    static struct view view;
    static struct brute brute;
    struct posterior *posterior = posterior_new();
    char text[96 * 8 + 1] = "";

    (void)state;
    for (int i = 0; i < 96; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "hint:A%d ",
                 i % 4 + 1 + (i % 4 > 1));
    read_position(text, settings, &view);
    brute_force(&brute, &view);
    assert_int_equal(posterior_update(posterior, &view, &infer_budget_move, NULL, NULL), OK);
    assert_true(posterior_is_exact(posterior));
    assert_true(posterior_layouts(posterior) == brute.layouts);
    assert_true(posterior_weight(posterior) > 1e40);
    for (int cell = 0; cell < 21; cell++) {
        assert_true(posterior_cover(posterior, cell) == brute.cover[cell]);
        assert_true(fabs(posterior_probability(posterior, cell) -
                         brute.weighted[cell] / brute.weight) < 1e-9);
        assert_true(posterior_probability(posterior, cell) <=
                    posterior_probability(posterior, posterior_best(posterior)));
        /* The position has two mirrors. */
        assert_true(fabs(posterior_probability(posterior, cell) -
                         posterior_probability(posterior, 20 - cell)) < 1e-12);
    }
    posterior_free(posterior);
}

static void a_sampled_answer_says_what_is_too_much(void **state)
{
    static const char *const settings[] = {"hints=9", NULL};
    static struct view view;
    struct infer_budget budget = {50000000, 2, 4, 0};
    struct posterior *posterior = posterior_new();
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    read_position("hint:A1 hint:A8 hint:H1 hint:H8", settings, &view);
    assert_int_equal(posterior_update(posterior, &view, &budget, &rng, NULL), OK);
    assert_false(posterior_is_exact(posterior));
    assert_int_equal(posterior_limit(posterior), LIMIT_HINTS);
    budget.steps = 1000;
    assert_int_equal(posterior_update(posterior, &view, &budget, &rng, NULL), OK);
    assert_false(posterior_is_exact(posterior));
    assert_int_equal(posterior_limit(posterior), LIMIT_LAYOUTS);
    posterior_free(posterior);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hints_weigh_layouts_by_their_chance_to_give_them),
        cmocka_unit_test(hints_before_a_reinforcement_are_not_of_the_reinforcement),
        cmocka_unit_test(many_hints_are_weighed_by_listing),
        cmocka_unit_test(weights_do_not_overflow),
        cmocka_unit_test(a_sampled_answer_says_what_is_too_much),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
