/* The solver of small boards: published values, boards solved by hand, and boards it rejects.
 *
 * slow: solves whole boards */
#include "solver.h"
#include "support/sanitized.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { PLENTY = 5000000 };

static struct rules small(const char *board, const char *fleet, const char *announce)
{
    struct rules rules = *rules_find("classic");
    struct message message = {""};
    char text[96];

    snprintf(text, sizeof text, "board=%s", board);
    assert_int_equal(rules_set(&rules, slice_of(text), &message), OK);
    snprintf(text, sizeof text, "fleet=%s", fleet);
    assert_int_equal(rules_set(&rules, slice_of(text), &message), OK);
    snprintf(text, sizeof text, "announce=%s", announce);
    assert_int_equal(rules_set(&rules, slice_of(text), &message), OK);
    return rules;
}

static void expect(const struct rules *rules, int layouts, double greedy, double optimal)
{
    struct solver *solver;
    struct message message = {""};
    double mean;

    assert_int_equal(solver_new(rules, &solver, &message), OK);
    assert_int_equal(solver_optimal(solver, PLENTY, &mean, &message), OK);
    if (layouts)
        assert_int_equal(solver_layouts(solver), layouts);
    if (fabs(solver_greedy(solver) - greedy) > 0.0005 || fabs(mean - optimal) > 0.0005)
        fail_msg("%s: greedy %.4f, not %.3f; optimal %.4f, not %.3f", rules->name,
                 solver_greedy(solver), greedy, mean, optimal);
    assert_true(mean <= solver_greedy(solver));
    solver_free(solver);
}

static void solved_boards_match_the_reference_values(void **state)
{
    static const struct {
        const char *board, *fleet;
        double greedy, optimal;
    } value[] = {
        {"4x4", "Long 3, Short 2", 8.909, 8.754}, {"4x4", "Long 2, Short 2", 8.741, 8.670},
        {"4x4", "Short 2x2", 8.741, 8.670},       {"3x4", "Long 3, Short 2", 7.686, 7.559},
        {"4x3", "Long 3, Short 2", 7.686, 7.559}, {"3x3", "Long 3, Short 2", 6.778, 6.639},
    };

    (void)state;
    for (size_t i = 0; i < sizeof value / sizeof value[0]; i++) {
        if (IS_BRIEF && strcmp(value[i].board, "4x4") == 0)
            continue; /* ten times as many positions */
        struct rules rules = small(value[i].board, value[i].fleet, "name");

        expect(&rules, 0, value[i].greedy, value[i].optimal);
    }
}

static void boards_match_values_worked_out_by_hand(void **state)
{
    struct rules rules = small("3x3", "Boat 1", "name");

    (void)state;
    /* All orders are equally good: (1 + 2 + ... + 9) / 9. */
    expect(&rules, 9, 5, 5);
    rules = small("4x4", "Boat 1", "none");
    expect(&rules, 16, 8.5, 8.5);
    /* Two boats of one cell: the mean of the larger of two out of nine numbers, 2 * (9 + 1) / 3. */
    rules = small("3x3", "Boat 1x2", "none");
    expect(&rules, 72, 20.0 / 3, 20.0 / 3);
    /* The ship is one of three rows or three columns, and every cell is on one of each. Shooting
     * along a diagonal, where no two cells share a line, gives the first hit with the first, second
     * or third shot, each equally likely: one miss on average. The hit leaves a row and a column,
     * and the wrong choice costs a miss half of the time: 1 + 3 + 0.5. */
    rules = small("3x3", "Line 3", "name");
    expect(&rules, 6, 4.5, 4.5);
}

static void knowing_more_never_costs_shots(void **state)
{
    static const char *const announce[] = {"each-hit", "name", "unnamed", "none"};
    double mean[4];

    (void)state;
    for (int i = 0; i < 4; i++) {
        struct rules rules = small("3x4", "Long 3, Short 2", announce[i]);
        struct message message;
        struct solver *solver;

        assert_int_equal(solver_new(&rules, &solver, &message), OK);
        assert_int_equal(solver_optimal(solver, PLENTY, &mean[i], &message), OK);
        assert_true(i == 0 || mean[i] >= mean[i - 1]);
        solver_free(solver);
    }
    assert_true(mean[3] > mean[0]);
}

static void boards_that_are_too_large_are_rejected(void **state)
{
    struct rules rules = small("5x5", "Long 3, Short 2", "name");
    struct message message = {""};
    struct solver *solver;
    double mean;

    (void)state;
    assert_int_equal(solver_new(rules_find("classic"), &solver, &message), ERR_RANGE);
    assert_non_null(strstr(message.text, "100 cells is too large"));
    assert_null(solver);
    assert_int_equal(solver_new(rules_find("salvo"), &solver, &message), ERR_RANGE);

    /* A board within the limits may exceed the budget; a larger budget still solves it. */
    assert_int_equal(solver_new(&rules, &solver, &message), OK);
    assert_int_equal(solver_optimal(solver, 1000, &mean, &message), ERR_FULL);
    assert_non_null(strstr(message.text, "more than 1000 positions"));
    assert_true(solver_positions(solver) == 1000);
    solver_free(solver);
    rules = small("3x3", "Long 3, Short 2", "name");
    assert_int_equal(solver_new(&rules, &solver, &message), OK);
    assert_int_equal(solver_optimal(solver, 10, &mean, &message), ERR_FULL);
    assert_int_equal(solver_optimal(solver, PLENTY, &mean, &message), OK);
    assert_true(fabs(mean - 239.0 / 36) < 1e-9);
    solver_free(solver);

    /* Too many layouts on a board that is small enough. */
    rules = small("5x5", "Long 3, Short 2, Boat 1, Buoy 1", "name");
    assert_int_equal(solver_new(&rules, &solver, &message), ERR_RANGE);
    assert_non_null(strstr(message.text, "cannot solve more than 4096 layouts"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solved_boards_match_the_reference_values),
        cmocka_unit_test(boards_match_values_worked_out_by_hand),
        cmocka_unit_test(knowing_more_never_costs_shots),
        cmocka_unit_test(boards_that_are_too_large_are_rejected),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
