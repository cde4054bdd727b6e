/* The sampler against exact counts: its chances, its standard errors, and what it says about
 * positions that are impossible or hard.
 *
 * slow: samples hundreds of positions (5 s) */
#include "infer/position.h"
#include "infer/posterior.h"
#include "infer/sampler.h"
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

static const struct infer_budget plenty = {UINT64_MAX / 2, 4, 4, 0};
static const struct infer_budget sampling = {0, 16, 60, 0};

static struct rules rules_of(const char *const *settings)
{
    struct rules rules = *rules_find("classic");
    struct message message = {""};

    for (; *settings; settings++)
        assert_int_equal(rules_set(&rules, slice_of(*settings), &message), OK);
    assert_int_equal(rules_check(&rules, &message), OK);
    return rules;
}

/* --- coverage ----------------------------------------------------------------------------------*/

/* Plays a solo game up to a random shot, with sweeps and hints in between. Every other shot is at a
 * ship, so that there is much to explain. */
static void random_position(struct game *game, const struct rules *rules, struct rng *rng)
{
    struct layout layout;
    struct outcome outcome;
    int shots = (int)rng_below(rng, (uint32_t)rules_cells(rules) / 2);

    game_init_solo(game, rules);
    assert_int_equal(layout_random(rules, rng, &layout), OK);
    assert_int_equal(game_place(game, SIDE_B, &layout, NULL), OK);
    while (shots-- > 0 && !game_status(game)->over) {
        struct view *view = &game->view[SIDE_A];
        struct move move = {.kind = MOVE_FIRE, .count = 1};
        uint32_t open = (uint32_t)(rules_cells(rules) - view->tracking.shots);

        if (rules->specials && view->stock.radar && rng_below(rng, 3) == 0) {
            move.kind = MOVE_RADAR;
            move.cell[0] = (uint16_t)rng_below(rng, (uint32_t)rules_cells(rules));
        } else if (view_can(view, MOVE_HINT, NULL) == OK && rng_below(rng, 2) == 0) {
            move.kind = MOVE_HINT;
            game_draw(game, rng, &move);
        } else {
            bool aim = rng_below(rng, 2) == 0;

            do
                move.cell[0] = (uint16_t)cellset_nth_absent(
                    &view->tracking.shot, rules_cells(rules), (int)rng_below(rng, open));
            while (aim && game->view[SIDE_B].own.ship_at[move.cell[0]] == NO_SHIP);
        }
        assert_int_equal(game_apply_legal(game, &move, &outcome, NULL), OK);
    }
}

struct coverage {
    int cells, within_2, within_4, positions, unconverged;
};

static void measure(const struct rules *rules, int positions, struct coverage *coverage)
{
    static struct game game;
    struct posterior *exact = posterior_new(), *sampled = posterior_new();
    struct rng rng;

    rng_seed(&rng, 17);
    for (int i = 0; i < positions; i++) {
        const struct view *view = &game.view[SIDE_A];
        struct message message = {""};

        random_position(&game, rules, &rng);
        assert_int_equal(posterior_update(exact, view, &plenty, &rng, &message), OK);
        assert_true(posterior_is_exact(exact));
        posterior_clear(sampled);
        assert_int_equal(posterior_update(sampled, view, &sampling, &rng, &message), OK);
        coverage->positions++;
        coverage->unconverged += !posterior_converged(sampled);
        for (int cell = 0; cell < rules_cells(rules); cell++) {
            double chance = posterior_probability(exact, cell);
            double off = fabs(posterior_probability(sampled, cell) - chance);
            double error = posterior_error(sampled, cell) + 1e-9;

            if (chance <= 0 || chance >= 1)
                continue;
            coverage->cells++;
            coverage->within_2 += off <= 2 * error;
            coverage->within_4 += off <= 4 * error;
        }
    }
    posterior_free(exact);
    posterior_free(sampled);
}

static const char *const covered_rules[][6] = {
    {"board=7x7", "fleet=4,3,2"},
    {"board=7x7", "fleet=4x2,3x2", "announce=none"},
    {"board=8x8", "fleet=3x3,2", "announce=unnamed"},
    {"board=7x7", "fleet=3,2x2,1x2", "touch=no"},
    {"board=6x6", "fleet=3x2,2x2", "touch=no", "announce=none"},
    {"board=8x8", "fleet=4,3,3", "specials=radar 6"},
    {"board=7x7", "fleet=4,3,2", "hints=3", "hint-after=1"},
    {"board=6x6", "fleet=3x2,2", "hints=2", "hint-after=1", "specials=radar 4"},
    {"board=5x5", "fleet=3x3,2x2", "announce=none"},
    {"board=5x5", "fleet=2x3,1x2", "touch=no", "announce=unnamed"},
};

static void standard_errors_are_honest(void **state)
{
    int positions = SANITIZED || getenv("QUICK") ? 4 : getenv("SOAK") ? 1000 : 20;
    struct coverage all = {0};

    (void)state;
    for (size_t i = 0; i < sizeof covered_rules / sizeof covered_rules[0]; i++) {
        struct rules rules = rules_of(covered_rules[i]);

        measure(&rules, positions, &all);
    }
    printf("%d positions, %d cells: %.3f within 2 errors, %.3f within 4; %d did not converge\n",
           all.positions, all.cells, (double)all.within_2 / all.cells,
           (double)all.within_4 / all.cells, all.unconverged);
    assert_true(all.within_2 >= 0.92 * all.cells);
    assert_true(all.within_4 >= 0.99 * all.cells);
    assert_true(all.unconverged <= 0.02 * all.positions);
}

/* --- mixing ------------------------------------------------------------------------------------*/

static void parse(const struct rules *rules, const char *position, struct view *view)
{
    struct message message = {""};

    assert_int_equal(position_parse(slice_of(position), rules, view, &message), OK);
}

/* Three ships fill a square of nine hits: all of them across, in one way, or all of them down, in
 * eight. Nothing less than a move of all three leads from one to the other. */
static void ships_that_fill_a_square_turn_together(void **state)
{
    static const char *const settings[] = {"board=12x12", "fleet=Battleship 4x3", "announce=none",
                                           NULL};
    static const struct infer_budget budget = {0, 16, 400, 0};
    static struct view view;
    struct rules rules = rules_of(settings);
    struct posterior *posterior = posterior_new();

    (void)state;
    parse(&rules,
          "D5=miss D6=miss D7=miss E5=hit E6=hit E7=hit F5=hit F6=hit F7=hit G5=hit G6=hit G7=hit",
          &view);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct message message = {""};
        double chance, error;
        struct rng rng;

        rng_seed(&rng, seed);
        posterior_clear(posterior);
        assert_int_equal(posterior_update(posterior, &view, &budget, &rng, &message), OK);
        assert_false(posterior_is_exact(posterior));
        assert_true(posterior_converged(posterior));
        chance = posterior_probability(posterior, 4 * 12 + 7);
        error = posterior_error(posterior, 4 * 12 + 7);
        assert_true(error < 0.02 && fabs(chance - 1.0 / 9) <= 3 * error);
    }
    posterior_free(posterior);
}

/* A sweep in the corner: ships that a whole new layout has not placed yet must not count as placed
 * at the first cell. */
static void new_layouts_explain_sweeps_in_the_corner(void **state)
{
    static const char *const settings[] = {"specials=radar 9", NULL};
    static const struct infer_budget budget = {0, 8, 200, 0};
    static const int cells[] = {3, 4, 5, 55};
    static struct view view;
    struct rules rules = rules_of(settings);
    struct posterior *counted = posterior_new(), *sampled = posterior_new();
    double sum[4] = {0}, squares[4] = {0};
    enum { SEEDS = 10 };

    (void)state;
    parse(&rules, "radar:A1=found", &view);
    assert_int_equal(posterior_update(counted, &view, &plenty, NULL, NULL), OK);
    assert_true(posterior_is_exact(counted));
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct rng rng;

        rng_seed(&rng, seed);
        posterior_clear(sampled);
        assert_int_equal(posterior_update(sampled, &view, &budget, &rng, NULL), OK);
        for (int i = 0; i < 4; i++) {
            double off =
                posterior_probability(sampled, cells[i]) - posterior_probability(counted, cells[i]);

            sum[i] += off;
            squares[i] += off * off;
        }
    }
    for (int i = 0; i < 4; i++) {
        double mean = sum[i] / SEEDS, variance = squares[i] / SEEDS - mean * mean;

        assert_true(fabs(mean) <= 5 * sqrt(variance / (SEEDS - 1)));
    }
    posterior_free(counted);
    posterior_free(sampled);
}

/* Twelve ships with 25 hits close together and nothing announced: a few sweeps do not connect the
 * explanations, and the estimate says so. */
static void chains_that_disagree_are_reported(void **state)
{
    static const char *const settings[] = {"board=12x12", "fleet=4x6,3x6", "announce=none", NULL};
    static struct view view;
    struct rules rules = rules_of(settings);
    struct posterior *posterior;
    int converged[2] = {0, 0};

    (void)state;
    if (SANITIZED)
        skip(); /* takes long */
    posterior = posterior_new();
    parse(&rules,
          "F7=hit D8=hit E10=hit D7=miss F3=hit J11=hit L11=hit F9=hit G10=hit H7=hit E9=hit "
          "F2=hit H10=hit I10=hit B9=hit J8=hit B8=hit C9=hit J10=hit E8=hit F5=hit K4=hit E4=miss "
          "D10=hit I11=hit K6=hit H5=miss G5=hit",
          &view);
    for (int i = 0; i < 8; i++) {
        struct infer_budget budget = {0, 16, i % 2 ? 200 : 8, 0};
        struct message message = {""};
        struct rng rng;

        rng_seed(&rng, (uint64_t)i);
        posterior_clear(posterior);
        assert_int_equal(posterior_update(posterior, &view, &budget, &rng, &message), OK);
        converged[i % 2] += posterior_converged(posterior);
    }
    assert_true(converged[0] <= 2 && converged[1] >= 3);
    posterior_free(posterior);
}

static const char ten_sweeps[] =
    "radar:A1=found radar:A5=found radar:A8=found radar:A3=found radar:C1=found radar:C5=found "
    "radar:C8=found radar:C3=found radar:E1=found radar:E5=found";

static void many_sweeps_are_sampled(void **state)
{
    static const char *const settings[] = {"specials=radar 30", NULL};
    static const struct infer_budget budget = {0, 16, 200, 0};
    static struct view view;
    struct rules rules = rules_of(settings);
    struct posterior *exact = posterior_new(), *sampled = posterior_new();
    struct message message = {""};
    struct rng rng;
    int within = 0;

    (void)state;
    parse(&rules, ten_sweeps, &view);
    rng_seed(&rng, 1);
    assert_int_equal(posterior_update(exact, &view, &plenty, NULL, &message), OK);
    assert_int_equal(posterior_update(sampled, &view, &budget, &rng, &message), OK);
    for (int cell = 0; cell < 100; cell++) {
        double off =
            fabs(posterior_probability(sampled, cell) - posterior_probability(exact, cell));

        within += off <= 3 * posterior_error(sampled, cell) + 1e-9;
    }
    assert_true(posterior_converged(sampled));
    assert_true(within >= 95);
    posterior_free(exact);
    posterior_free(sampled);
}

/* --- impossible positions ----------------------------------------------------------------------*/

static void refuse(const char *const *settings, const char *position, enum error expected,
                   const char *words)
{
    static struct view view;
    struct rules rules = rules_of(settings);
    struct posterior *posterior = posterior_new();
    struct message message = {""};
    struct rng rng;

    rng_seed(&rng, 1);
    parse(&rules, position, &view);
    assert_int_equal(posterior_update(posterior, &view, &sampling, &rng, &message), expected);
    if (!strstr(message.text, words))
        printf("%s: %s\n", position, message.text);
    assert_non_null(strstr(message.text, words));
    posterior_free(posterior);
}

static void a_complete_search_proves_that_positions_are_impossible(void **state)
{
    static const char *const classic[] = {NULL};
    static const char *const apart[] = {"touch=no", "fleet=4,3,2", "board=6x6", NULL};
    static const char *const large[] = {"board=20x20", NULL};
    static const char *const radar[] = {"board=20x20", "fleet=2x2", "specials=radar 9", NULL};

    (void)state;
    refuse(classic, "A1=hit F2=hit C4=hit H5=hit E7=hit J9=hit", ERR_MISMATCH,
           "no layout of the fleet fits all of these answers");
    refuse(large, "A1=hit F2=hit C4=hit H5=hit E7=hit J9=hit", ERR_MISMATCH,
           "no layout of the fleet fits all of these answers");
    refuse(apart, "A1=hit B2=hit", ERR_MISMATCH,
           "no layout of the fleet fits all of these answers");
    refuse(radar, "radar:A1=found radar:E5=found radar:K9=found", ERR_MISMATCH,
           "no layout of the fleet fits all of these answers");
}

/* What is left of the board consists of 15 squares of 2x2, each with room for one ship, but that is
 * hard to find out by trying. */
static void what_is_not_decided_is_not_called_impossible(void **state)
{
    static const char *const crowded[] = {"touch=no", "fleet=1x16", NULL};
    char position[1024];
    struct writer writer;

    (void)state;
    if (SANITIZED)
        skip(); /* takes long */
    writer_init(&writer, position, sizeof position);
    for (int cell = 0; cell < 100; cell++) {
        int column = cell % 10, row = cell / 10;

        if (column >= 8 || row >= 8 || (column / 2 == 1 && row / 2 == 1))
            writer_format(&writer, "%s=miss ", cell_name(cell, 10).text);
    }
    refuse(crowded, position, ERR_FULL, "cannot decide whether");
}

/* Sixteen ships of equal length, and hits all over the board. */
static enum error sample_with_limit(struct sampler *sampler, int hits, uint64_t work)
{
    static const char *const many[] = {"board=16x16", "fleet=4x16", "announce=none", NULL};
    struct rules rules = rules_of(many);
    struct evidence *evidence = malloc(sizeof *evidence);
    struct view *view = malloc(sizeof *view);
    char position[2048];
    struct writer writer;
    struct rng rng;
    enum error error;

    assert_true(evidence && view);
    writer_init(&writer, position, sizeof position);
    for (int i = 0; i < hits; i++)
        writer_format(&writer, "%s=hit ", cell_name(i * 37 % 256, 16).text);
    assert_int_equal(position_parse(slice_of(position), &rules, view, NULL), OK);
    assert_int_equal(evidence_from_view(view, evidence, NULL), OK);
    rng_seed(&rng, 1);
    sampler_init(sampler);
    error = sampler_run(sampler, evidence, 16, 400, work, &rng, NULL);
    free(evidence);
    free(view);
    return error;
}

static void work_is_limited(void **state)
{
    static const uint64_t limit = 10000000;
    struct sampler *sampler = calloc(1, sizeof *sampler); /* large */
    double few;

    (void)state;
    assert_non_null(sampler);
    assert_int_equal(sample_with_limit(sampler, 40, limit), ERR_FULL);
    assert_in_range(sampler->work, limit, limit + limit / 100);
    for (int hits = 0; hits <= 16; hits += 4) {
        assert_int_equal(sample_with_limit(sampler, hits, limit), OK);
        assert_in_range(sampler->work, limit / 2, 3 * limit);
    }
    /* A sample that is smaller has a larger error, and a limit that is not reached changes nothing.
     */
    few = sampler->error[1];
    assert_int_equal(sample_with_limit(sampler, 16, 0), OK);
    assert_true(sampler->work > 3 * limit && sampler->error[1] < few);
    few = sampler->error[1];
    assert_int_equal(sample_with_limit(sampler, 16, 100 * sampler->work), OK);
    assert_true(sampler->error[1] == few);
    free(sampler);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standard_errors_are_honest),
        cmocka_unit_test(ships_that_fill_a_square_turn_together),
        cmocka_unit_test(new_layouts_explain_sweeps_in_the_corner),
        cmocka_unit_test(chains_that_disagree_are_reported),
        cmocka_unit_test(many_sweeps_are_sampled),
        cmocka_unit_test(a_complete_search_proves_that_positions_are_impossible),
        cmocka_unit_test(what_is_not_decided_is_not_called_impossible),
        cmocka_unit_test(work_is_limited),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
