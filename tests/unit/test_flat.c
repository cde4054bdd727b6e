/* The variants of flat counting against each other: all give the same counts for the same work. */
#include "infer/exact_count.h"
#include "plain_count.h"
#include "rules/game.h"
#include "support/sanitized.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PLENTY = 400000 };

/* Plays random shots at a random fleet; after a hit, shots next to it are likelier. */
static void random_position(struct game *game, const struct rules *rules, struct rng *rng)
{
    struct layout layout;
    struct outcome outcome;
    const struct view *view = &game->view[SIDE_A];
    int shots = (int)rng_below(rng, (uint32_t)rules_cells(rules));

    game_init_solo(game, rules);
    assert_int_equal(layout_random(rules, rng, &layout), OK);
    assert_int_equal(game_place(game, SIDE_B, &layout, NULL), OK);
    while (shots-- > 0 && !game_status(game)->over) {
        struct move move = {.kind = MOVE_FIRE, .count = 1};
        int open = rules_cells(rules) - view->tracking.shots;

        for (int tries = 0; tries < 8; tries++) {
            int cell = cellset_nth_absent(&view->tracking.shot, rules_cells(rules),
                                          (int)rng_below(rng, (uint32_t)open));

            move.cell[0] = (uint16_t)cell;
            if ((cell > 0 && cellset_has(&view->tracking.hit, cell - 1)) ||
                (cell >= rules->width && cellset_has(&view->tracking.hit, cell - rules->width)))
                break;
        }
        assert_int_equal(game_apply_legal(game, &move, &outcome, NULL), OK);
    }
}

static void compare(const struct exact_count *a, const struct exact_count *b)
{
    assert_true(a->layouts == b->layouts);
    assert_true(a->work == b->work);
    for (int t = 0; t < a->flat.types; t++)
        for (int i = 0; i < 2 * EXACT_CELLS; i++)
            assert_true(flat_count_at(&a->flat, t, i / EXACT_CELLS, i % EXACT_CELLS) ==
                        flat_count_at(&b->flat, t, i / EXACT_CELLS, i % EXACT_CELLS));
}

static void all_variants_give_the_same_counts_for_the_same_work(void **state)
{
    static const struct {
        const char *rule[3];
    } cases[] = {
        {{"announce=name"}},
        {{"announce=unnamed"}},
        {{"announce=none"}},
        {{"announce=each-hit"}},
        {{"board=8x16", "fleet=A 5,B 5,C 4,D 4"}}, /* too many for 16 bits */
        {{"board=16x8", "fleet=A 7,B 6,C 3,D 2"}}, /* likewise */
        {{"board=11x11", "fleet=4x2,2x2"}},
        {{"board=9x7", "fleet=3x2,2x2,1", "touch=no"}},
        {{"board=3x20", "fleet=10,3,2,1"}},
        {{"board=16x8", "fleet=10,4,3,2"}}, /* a ship that is longer than the board is high */
        {{"board=30x4", "fleet=10,3,2"}},
    };
    static struct game game;
    static struct evidence evidence;
    struct exact_count *first = calloc(1, sizeof *first), *other = calloc(1, sizeof *other);
    struct rng rng;

    (void)state;
    rng_seed(&rng, 16);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rules rules = *rules_find("classic");

        for (int j = 0; j < 3 && cases[i].rule[j]; j++)
            assert_int_equal(rules_set(&rules, slice_of(cases[i].rule[j]), NULL), OK);
        assert_int_equal(rules_check(&rules, NULL), OK);
        for (int position = 0; position < (SANITIZED ? 10 : 40); position++) {
            enum error error;

            random_position(&game, &rules, &rng);
            assert_int_equal(evidence_from_view(&game.view[SIDE_A], &evidence, NULL), OK);
            assert_true(flat_count_force(flat_count_variant(0)));
            error = exact_count_run(first, &evidence, PLENTY, NULL);
            for (int v = 1; flat_count_variant(v); v++) {
                assert_true(flat_count_force(flat_count_variant(v)));
                assert_int_equal(exact_count_run(other, &evidence, PLENTY, NULL), error);
                if (error == OK)
                    compare(first, other);
            }
        }
    }
    assert_false(flat_count_force("abacus"));
    flat_count_force(NULL);
    free(first);
    free(other);
}

/* The reference of the benchmark, on positions that it counts quickly. */
static void the_plain_way_to_count_agrees(void **state)
{
    static struct game game;
    static struct evidence evidence;
    struct exact_count *exact = calloc(1, sizeof *exact);
    struct plain_count *plain = calloc(1, sizeof *plain);
    int compared = 0;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 17);
    for (int position = 0; position < 60; position++) {
        random_position(&game, rules_find("classic"), &rng);
        assert_int_equal(evidence_from_view(&game.view[SIDE_A], &evidence, NULL), OK);
        if (exact_count_run(exact, &evidence, 2000, NULL) != OK)
            continue;
        compared++;
        assert_true(plain_count_run(plain, &evidence));
        assert_true(plain->layouts == exact->layouts);
        for (int cell = 0; cell < 100; cell++)
            assert_true(plain_count_cover(plain, cell) == exact->flat.cover[cell]);
    }
    assert_true(compared > 20);
    free(exact);
    free(plain);
}

/* --- weights -------------------------------------------------------------------------------- */

/* Lists all layouts that explain the evidence, with their weights. */
struct listing {
    const struct evidence *evidence;
    const struct ship_weights *weights;
    struct layout layout;
    int ship_class[MAX_SLOTS];
    double weight, at[MAX_SLOTS][2][EXACT_CELLS], cover[EXACT_CELLS];
};

static void list_layout(struct listing *listing, double weight)
{
    const struct evidence *evidence = listing->evidence;
    const struct rules *rules = &evidence->rules;
    bool covered[EXACT_CELLS] = {false};
    int cells[MAX_LENGTH];

    for (int ship = 0; ship < rules->ships; ship++) {
        int count =
            placement_cells(listing->layout.ship[ship], rules->fleet[ship].length, rules, cells);

        for (int i = 0; i < count; i++)
            covered[cells[i]] = true;
    }
    for (int cell = 0; cell < rules_cells(rules); cell++)
        if (cellset_has(&evidence->hit, cell) && !covered[cell])
            return;
    listing->weight += weight;
    for (int cell = 0; cell < rules_cells(rules); cell++)
        listing->cover[cell] += covered[cell] ? weight : 0;
    for (int ship = 0; ship < rules->ships; ship++) {
        struct placement at = listing->layout.ship[ship];

        listing->at[listing->ship_class[ship]][at.vertical][at.row * rules->width + at.column] +=
            weight;
    }
}

static void list_layouts(struct listing *listing, int ship, double weight)
{
    const struct rules *rules = &listing->evidence->rules;

    if (ship == rules->ships) {
        list_layout(listing, weight);
        return;
    }
    for (int i = 0; i < 2 * rules_cells(rules); i++) {
        struct placement at = {(int16_t)(i / 2 % rules->width), (int16_t)(i / 2 / rules->width),
                               (uint8_t)(i % 2), 1};

        if (at.vertical && rules->fleet[ship].length == 1)
            continue;
        listing->layout.ship[ship].placed = 0;
        if (layout_fits(&listing->layout, rules, ship, at, NULL) != OK ||
            !evidence_allows(listing->evidence, listing->ship_class[ship], at))
            continue;
        listing->layout.ship[ship] = at;
        list_layouts(listing, ship + 1,
                     weight * (double)listing->weights->at[rules->fleet[ship].kind][i % 2][i / 2]);
    }
    listing->layout.ship[ship].placed = 0;
}

static void random_weights(struct ship_weights *weights, struct rng *rng)
{
    for (int kind = 0; kind < MAX_SLOTS; kind++)
        for (int i = 0; i < 2 * EXACT_CELLS; i++)
            weights->at[kind][i / EXACT_CELLS][i % EXACT_CELLS] =
                (float)(1 + rng_below(rng, 1000)) / 16;
}

static void compare_with_listing(const struct exact_count *exact, const struct listing *listing)
{
    const struct evidence *evidence = listing->evidence;
    double chance[EXACT_CELLS];

    exact_count_chances(exact, chance);
    for (int cell = 0; cell < rules_cells(&evidence->rules); cell++) {
        assert_true(fabs(chance[cell] - listing->cover[cell] / listing->weight) < 1e-5);
        for (int c = 0; c < evidence->classes; c++)
            for (int vertical = 0; vertical < 2; vertical++)
                assert_true(fabs(exact_count_share(exact, c, cell, vertical) -
                                 listing->at[c][vertical][cell] / listing->weight) < 1e-5);
    }
}

static void weighted_counts_equal_brute_force_in_the_same_bits_on_all_variants(void **state)
{
    static const char *const cases[][3] = {
        {"board=5x4", "fleet=3,2", "touch=yes"},
        {"board=4x4", "fleet=3,2x2", "touch=yes"},
        {"board=4x5", "fleet=A 2,B 2,1", "touch=yes"},
        {"board=3x4", "fleet=2x3,1", "touch=yes"},
        {"board=4x4", "fleet=3,2x2,1", "touch=yes"},
        {"board=3x4", "fleet=3,2,2,1,1", "touch=yes"},
        {"board=6x4", "fleet=2x2,1", "touch=no"},
    };
    static struct game game;
    static struct evidence evidence;
    static struct ship_weights weights;
    static struct listing listing;
    struct exact_count *first = calloc(1, sizeof *first), *other = calloc(1, sizeof *other);
    struct rng rng;

    (void)state;
    rng_seed(&rng, 61);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rules rules = *rules_find("classic");

        for (int j = 0; j < 3; j++)
            assert_int_equal(rules_set(&rules, slice_of(cases[i][j]), NULL), OK);
        assert_int_equal(rules_check(&rules, NULL), OK);
        for (int position = 0; position < (SANITIZED ? 3 : 12); position++) {
            random_position(&game, &rules, &rng);
            random_weights(&weights, &rng);
            assert_int_equal(evidence_from_view(&game.view[SIDE_A], &evidence, NULL), OK);
            memset(&listing, 0, sizeof listing);
            listing.evidence = &evidence;
            listing.weights = &weights;
            for (int ship = 0; ship < rules.ships; ship++)
                for (int c = 0; c < evidence.classes; c++)
                    if (evidence.ship_class[c].kind == rules.fleet[ship].kind)
                        listing.ship_class[ship] = c;
            list_layouts(&listing, 0, 1);
            for (int v = 0; flat_count_variant(v); v++) {
                struct exact_count *exact = v == 0 ? first : other;

                assert_true(flat_count_force(flat_count_variant(v)));
                assert_int_equal(exact_count_run_weighted(exact, &evidence, &weights, PLENTY, NULL),
                                 OK);
                compare_with_listing(exact, &listing);
                assert_memory_equal(exact->flat.share, first->flat.share,
                                    (size_t)exact->flat.types * sizeof exact->flat.share[0]);
                assert_memory_equal(&exact->flat.weight, &first->flat.weight, sizeof(double));
            }
        }
    }
    flat_count_force(NULL);
    free(first);
    free(other);
}

static void equal_weights_give_the_chances_of_plain_counting(void **state)
{
    static struct game game;
    static struct evidence evidence;
    static struct ship_weights weights;
    struct exact_count *plain = calloc(1, sizeof *plain), *weighted = calloc(1, sizeof *weighted),
                       *other = calloc(1, sizeof *other);
    struct rng rng;

    (void)state;
    rng_seed(&rng, 7);
    for (int kind = 0; kind < MAX_SLOTS; kind++)
        for (int i = 0; i < 2 * EXACT_CELLS; i++)
            weights.at[kind][i / EXACT_CELLS][i % EXACT_CELLS] = (float)(kind + 1) * 3;
    for (int position = 0; position < (SANITIZED ? 5 : 30); position++) {
        double chance[EXACT_CELLS];

        random_position(&game, rules_find("classic"), &rng);
        if (position == 0)
            game_init_solo(&game, rules_find("classic"));
        assert_int_equal(evidence_from_view(&game.view[SIDE_A], &evidence, NULL), OK);
        flat_count_force(NULL);
        if (exact_count_run(plain, &evidence, PLENTY, NULL) != OK)
            continue;
        assert_int_equal(exact_count_run_weighted(weighted, &evidence, &weights, PLENTY, NULL), OK);
        exact_count_chances(weighted, chance);
        for (int cell = 0; cell < 100; cell++)
            assert_true(fabs(chance[cell] - wide_ratio(plain->flat.cover[cell], plain->layouts)) <
                        1e-5);
        for (int v = 0; flat_count_variant(v); v++) {
            assert_true(flat_count_force(flat_count_variant(v)));
            assert_int_equal(exact_count_run_weighted(other, &evidence, &weights, PLENTY, NULL),
                             OK);
            assert_memory_equal(other->flat.share, weighted->flat.share,
                                (size_t)other->flat.types * sizeof other->flat.share[0]);
        }
    }
    flat_count_force(NULL);
    free(plain);
    free(weighted);
    free(other);
}

/* Numbers left over from a larger board are not taken for weights. */
static void weights_follow_plain_counts_of_a_larger_board(void **state)
{
    static struct ship_weights weights;
    static struct evidence evidence;
    static struct view view;
    struct exact_count *used = calloc(1, sizeof *used), *fresh = calloc(1, sizeof *fresh);
    static const char *const boards[] = {"board=11x11", "board=10x10"};

    (void)state;
    for (int v = 0; flat_count_variant(v); v++) {
        assert_true(flat_count_force(flat_count_variant(v)));
        for (int i = 0; i < 2; i++) {
            struct rules rules = *rules_find("classic");

            assert_int_equal(rules_set(&rules, slice_of(boards[i]), NULL), OK);
            assert_int_equal(rules_set(&rules, slice_of("fleet=A 8,B 7,C 6,D 5"), NULL), OK);
            view_init(&view, &rules, SIDE_A);
            view_start(&view, &(struct status){.started = 1, .winner = NOBODY},
                       (uint8_t[MAX_SLOTS]){1, 1, 1, 1});
            assert_int_equal(evidence_from_view(&view, &evidence, NULL), OK);
            if (i == 0)
                assert_int_equal(exact_count_run(used, &evidence, PLENTY * 100, NULL), OK);
        }
        for (size_t i = 0; i < sizeof weights.at / sizeof(float); i++)
            ((float *)weights.at)[i] = 1;
        memset(fresh, 0, sizeof *fresh);
        assert_int_equal(exact_count_run_weighted(used, &evidence, &weights, PLENTY, NULL), OK);
        assert_int_equal(exact_count_run_weighted(fresh, &evidence, &weights, PLENTY, NULL), OK);
        assert_memory_equal(used->flat.share, fresh->flat.share, sizeof used->flat.share);
    }
    flat_count_force(NULL);
    free(used);
    free(fresh);
}

static void wrong_weights_are_refused(void **state)
{
    static struct game game;
    static struct evidence evidence;
    static struct ship_weights weights;
    struct exact_count *exact = calloc(1, sizeof *exact);
    struct message message;

    (void)state;
    game_init_solo(&game, rules_find("classic"));
    assert_int_equal(evidence_from_view(&game.view[SIDE_A], &evidence, NULL), OK);
    assert_int_equal(exact_count_run_weighted(exact, &evidence, &weights, PLENTY, &message),
                     ERR_MISMATCH);
    weights.at[1][0][14] = -1;
    assert_int_equal(exact_count_run_weighted(exact, &evidence, &weights, PLENTY, &message),
                     ERR_RANGE);
    assert_non_null(strstr(message.text, "the weight of the Battleship at E2"));
    weights.at[1][0][14] = NAN;
    assert_int_equal(exact_count_run_weighted(exact, &evidence, &weights, PLENTY, NULL), ERR_RANGE);
    free(exact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_variants_give_the_same_counts_for_the_same_work),
        cmocka_unit_test(the_plain_way_to_count_agrees),
        cmocka_unit_test(weighted_counts_equal_brute_force_in_the_same_bits_on_all_variants),
        cmocka_unit_test(equal_weights_give_the_chances_of_plain_counting),
        cmocka_unit_test(weights_follow_plain_counts_of_a_larger_board),
        cmocka_unit_test(wrong_weights_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
