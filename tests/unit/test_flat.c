/* The variants of flat counting against each other: all give the same counts for the same work. */
#include "infer/exact_count.h"
#include "rules/game.h"
#include "support/sanitized.h"

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
        for (int i = 0; i < 2 * FLAT_CELLS; i++)
            assert_true(a->flat.count[t][i / FLAT_CELLS][i % FLAT_CELLS] ==
                        b->flat.count[t][i / FLAT_CELLS][i % FLAT_CELLS]);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_variants_give_the_same_counts_for_the_same_work),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
