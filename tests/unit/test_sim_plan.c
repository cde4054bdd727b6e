/* Simulations in parts: units, their results as bytes, and sums that can be added up. */
#include "contest/sim_result.h"

#include "base/rng.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BOARDS = 1000, BOTS = 3 };

static struct sim_plan plan;
static struct sim_game games[BOTS][BOARDS];

/* The last `learners` bots learn. */
static void begin(int learners)
{
    struct rng rng;

    memset(&plan, 0, sizeof plan);
    plan.games = BOARDS;
    plan.bots = BOTS;
    for (int i = 0; i < BOTS; i++) {
        plan.bot[i].learns = i >= BOTS - learners;
        plan.bot[i].game_ns = 1000;
    }
    rng_seed(&rng, 7);
    for (int i = 0; i < BOTS; i++)
        for (int k = 0; k < BOARDS; k++) {
            uint32_t kind = rng_below(&rng, 20);

            games[i][k] = (struct sim_game){.shots = 17 + rng_below(&rng, 84),
                                            .turns = (uint16_t)(1 + rng_below(&rng, 99)),
                                            .result = SIM_SUNK};
            if (kind == 0)
                games[i][k].result = SIM_UNSUNK;
            if (kind == 1)
                games[i][k] = (struct sim_game){.shots = 3, .result = SIM_BROKEN, .broken = 2};
            if (kind == 2)
                games[i][k] = (struct sim_game){.result = SIM_GIVEN_UP};
        }
}

static void print(const struct sim_unit *unit, struct buffer *bytes)
{
    int bots[MAX_SIM_BOTS], count = sim_plan_bots(&plan, unit, bots);
    const struct sim_game *of[MAX_SIM_BOTS];

    for (int i = 0; i < count; i++)
        of[i] = &games[bots[i]][unit->first - 1];
    buffer_init(bytes, 1 << 20);
    assert_int_equal(sim_result_print(&plan, unit, of, bytes), OK);
}

static void release(struct sim_total *total)
{
    for (int i = 0; i < MAX_SIM_BOTS; i++) {
        free(total->games[i]);
        sim_sums_release(&total->sums[i]);
    }
    free(total->pairs);
}

static struct sim_total new_total(void)
{
    struct sim_total total = {.pairs = calloc(BOTS * BOTS, sizeof *total.pairs)};

    for (int i = 0; i < BOTS; i++)
        total.games[i] = calloc(BOARDS, sizeof *total.games[i]);
    return total;
}

/* --- units -------------------------------------------------------------------------------------*/

static void units_cover_every_game_once(void **state)
{
    (void)state;
    for (int learners = 0; learners <= BOTS; learners++) {
        uint64_t covered[BOTS] = {0}, next[BOTS] = {1, 1, 1};

        begin(learners);
        for (int i = 0; i < sim_plan_units(&plan); i++) {
            struct sim_unit unit = sim_plan_unit(&plan, i);
            int bots[MAX_SIM_BOTS], count = sim_plan_bots(&plan, &unit, bots);

            assert_true(unit.boards > 0 && count > 0 && unit.work > 0);
            assert_true(sim_plan_unit_games(&plan, i) == unit.boards * (uint64_t)count);
            for (int k = 0; k < count; k++) {
                assert_true(unit.first == next[bots[k]]); /* blocks follow each other */
                next[bots[k]] += unit.boards;
                covered[bots[k]] += unit.boards;
            }
        }
        for (int i = 0; i < BOTS; i++)
            assert_true(covered[i] == BOARDS);
        assert_int_equal(sim_plan_keeps_games(&plan), learners > 0);
    }
}

static void the_number_of_units_is_limited(void **state)
{
    (void)state;
    begin(0);
    plan.games = MOST_SIM_BOARDS;
    plan.bot[0].game_ns = 10000000000u;
    assert_in_range(sim_plan_units(&plan), 1000, 8192);
    plan.games = 2;
    assert_int_equal(sim_plan_units(&plan), 2);
}

static void parts_have_about_the_same_work(void **state)
{
    uint64_t work[4] = {0};
    int *part_of;

    (void)state;
    begin(1);
    part_of = calloc((size_t)sim_plan_units(&plan), sizeof *part_of);
    assert_int_equal(sim_plan_split(&plan, 3, part_of, NULL), OK);
    for (int i = 0; i < sim_plan_units(&plan); i++) {
        assert_in_range(part_of[i], 1, 3);
        work[part_of[i]] += sim_plan_unit(&plan, i).work;
    }
    assert_in_range(work[1], 990000, 1010000); /* 3 bots, 1000 boards, 1 us */
    assert_in_range(work[2], 980000, 1020000);
    assert_in_range(work[3], 980000, 1020000);
    free(part_of);
}

/* --- results -----------------------------------------------------------------------------------*/

static void assert_same_summary(const struct sim_summary *a, const struct sim_summary *b)
{
    assert_true(a->games == b->games && a->unsunk == b->unsunk && a->given_up == b->given_up);
    assert_memory_equal(a->broken, b->broken, sizeof a->broken);
    assert_true(a->shots == b->shots && a->turns == b->turns);
    assert_true(a->min == b->min && a->max == b->max && a->median == b->median);
    assert_true(a->mean == b->mean && a->deviation == b->deviation);
    assert_true(a->standard_error == b->standard_error);
    assert_true(a->mean_turns == b->mean_turns && a->turns_error == b->turns_error);
}

/* In any order, to the last digit. */
static void added_units_are_the_whole_simulation(void **state)
{
    (void)state;
    for (int learners = 0; learners <= 1; learners++) {
        struct sim_total total = new_total();
        int units;

        begin(learners);
        units = sim_plan_units(&plan);
        for (int i = 0; i < units; i++) {
            struct sim_unit unit = sim_plan_unit(&plan, units - 1 - i);
            struct buffer bytes;

            print(&unit, &bytes);
            assert_int_equal(
                sim_result_add(&plan, &unit, (struct slice){bytes.data, bytes.length}, &total), OK);
            buffer_release(&bytes);
        }
        for (int a = 0; a < BOTS; a++) {
            struct sim_summary wanted, found;

            if (learners) {
                assert_memory_equal(total.games[a], games[a], sizeof games[a]);
                continue;
            }
            assert_int_equal(sim_stats_summarise(games[a], BOARDS, &wanted), OK);
            found = sim_sums_summarise(&total.sums[a]);
            assert_same_summary(&found, &wanted);
            for (int b = a + 1; b < BOTS; b++) {
                struct sim_difference one = sim_stats_compare(games[a], games[b], BOARDS),
                                      sum = sim_pair_difference(
                                          &total.pairs[sim_pair_index(BOTS, a, b)]);

                assert_memory_equal(&one, &sum, sizeof one);
            }
        }
        release(&total);
    }
}

static void numbers_use_the_bytes_they_need(void **state)
{
    static const struct {
        uint64_t number;
        size_t bytes;
    } numbers[] = {{0, 1},     {127, 1},   {128, 2},
                   {16383, 2}, {16384, 3}, {((uint64_t)1 << 63) - 1, 9}};

    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct buffer buffer;
        struct slice bytes;
        uint64_t found;

        buffer_init(&buffer, 100);
        assert_int_equal(sim_result_put(&buffer, numbers[i].number), OK);
        assert_int_equal(buffer.length, numbers[i].bytes);
        bytes = (struct slice){buffer.data, buffer.length};
        assert_true(sim_result_take(&bytes, UINT64_MAX, &found));
        assert_true(found == numbers[i].number && bytes.length == 0);
        bytes = (struct slice){buffer.data, buffer.length - 1}; /* the end is missing */
        assert_false(sim_result_take(&bytes, UINT64_MAX, &found));
        if (numbers[i].number) {
            bytes = (struct slice){buffer.data, buffer.length};
            assert_false(sim_result_take(&bytes, numbers[i].number - 1, &found));
        }
        buffer_release(&buffer);
    }
}

/* Every byte is changed, and the end is cut off anywhere: it is refused and adds nothing, or it is
 * another possible result. */
static void damaged_results_are_refused(void **state)
{
    (void)state;
    for (int learners = 0; learners <= 1; learners++) {
        struct sim_total total = new_total();
        struct sim_unit unit;
        struct buffer bytes;
        int refused = 0;

        begin(learners);
        unit = sim_plan_unit(&plan, sim_plan_units(&plan) - 1);
        print(&unit, &bytes);
        for (size_t i = 0; i < bytes.length; i++) {
            assert_int_equal(sim_result_add(&plan, &unit, (struct slice){bytes.data, i}, &total),
                             ERR_MISMATCH);
            bytes.data[i] = (char)(bytes.data[i] ^ 0x80);
            refused += sim_result_add(&plan, &unit, (struct slice){bytes.data, bytes.length},
                                      &total) == ERR_MISMATCH;
            bytes.data[i] = (char)(bytes.data[i] ^ 0x80);
        }
        assert_true(refused > (int)bytes.length * 9 / 10);
        assert_int_equal(buffer_append(&bytes, "", 1), OK);
        assert_int_equal(
            sim_result_add(&plan, &unit, (struct slice){bytes.data, bytes.length}, &total),
            ERR_MISMATCH);
        buffer_release(&bytes);
        release(&total);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_cover_every_game_once),
        cmocka_unit_test(the_number_of_units_is_limited),
        cmocka_unit_test(parts_have_about_the_same_work),
        cmocka_unit_test(added_units_are_the_whole_simulation),
        cmocka_unit_test(numbers_use_the_bytes_they_need),
        cmocka_unit_test(damaged_results_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
