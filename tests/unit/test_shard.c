/* Parts of a plan: reading `--shard`, and the distribution of the work. */
#include "contest/shard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The environment: name and value, NULL at the end. */
static const char *const *environment;

static const char *look_up(const char *name)
{
    for (int i = 0; environment[i]; i += 2)
        if (strcmp(environment[i], name) == 0)
            return environment[i + 1];
    return NULL;
}

static enum error parse(const char *text, const char *const *variables, struct shard *shard)
{
    struct message message;

    environment = variables;
    return shard_parse(text, look_up, shard, &message);
}

static const char *const nothing[] = {NULL};

static void a_part_is_a_number_of_a_number(void **state)
{
    static const char *const wrong[] = {"",     "1",      "/",      "1/",    "/3",    "0/3",
                                        "4/3",  "1/0",    "-1/3",   "a/3",   "1/3/4", "1/100001",
                                        "1 /3", "auto/0", "auto/x", "autos", "01/3"};
    struct shard shard;

    (void)state;
    assert_int_equal(parse("2/3", nothing, &shard), OK);
    assert_int_equal(shard.part, 2);
    assert_int_equal(shard.parts, 3);
    assert_int_equal(parse("100000/100000", nothing, &shard), OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_not_equal(parse(wrong[i], nothing, &shard), OK);
}

static void auto_asks_the_scheduler(void **state)
{
    static const char *const slurm[] = {"SLURM_ARRAY_TASK_ID",
                                        "7",
                                        "SLURM_ARRAY_TASK_MIN",
                                        "5",
                                        "SLURM_ARRAY_TASK_COUNT",
                                        "4",
                                        NULL};
    static const char *const kubernetes[] = {"JOB_COMPLETION_INDEX", "0", NULL};
    static const char *const grid_engine[] = {"SGE_TASK_ID", "undefined", "PARALLEL_SEQ", "2",
                                              NULL};
    static const char *const early[] = {"SLURM_ARRAY_TASK_ID",
                                        "1",
                                        "SLURM_ARRAY_TASK_MIN",
                                        "2",
                                        "SLURM_ARRAY_TASK_COUNT",
                                        "4",
                                        NULL};
    struct shard shard;

    (void)state;
    assert_int_equal(parse("auto", slurm, &shard), OK);
    assert_int_equal(shard.part, 3);
    assert_int_equal(shard.parts, 4);
    assert_int_equal(parse("auto/9", kubernetes, &shard), OK);
    assert_int_equal(shard.part, 1);
    assert_int_equal(shard.parts, 9);
    assert_int_equal(parse("auto/2", grid_engine, &shard), OK);
    assert_int_equal(shard.part, 2);
    assert_int_not_equal(parse("auto", kubernetes, &shard), OK); /* how many? */
    assert_int_not_equal(parse("auto/1", grid_engine, &shard), OK);
    assert_int_not_equal(parse("auto", nothing, &shard), OK);
    assert_int_not_equal(parse("auto", early, &shard), OK);
}

/* `auto` is for an array with all parts, whatever its first index. */
static void an_array_is_a_whole_plan(void **state)
{
    static const char *const grid_engine[] = {
        "SGE_TASK_ID", "5", "SGE_TASK_FIRST", "5", "SGE_TASK_LAST", "6", "SGE_TASK_STEPSIZE",
        "1",           NULL};
    static const char *const steps[] = {
        "SGE_TASK_ID", "3", "SGE_TASK_FIRST", "1", "SGE_TASK_LAST", "5", "SGE_TASK_STEPSIZE",
        "2",           NULL};
    static const char *const slurm_steps[] = {"SLURM_ARRAY_TASK_ID",
                                              "3",
                                              "SLURM_ARRAY_TASK_MIN",
                                              "1",
                                              "SLURM_ARRAY_TASK_COUNT",
                                              "3",
                                              "SLURM_ARRAY_TASK_STEP",
                                              "2",
                                              NULL};
    struct shard shard;

    (void)state;
    assert_int_equal(parse("auto", grid_engine, &shard), OK);
    assert_int_equal(shard.part, 1);
    assert_int_equal(shard.parts, 2);
    assert_int_equal(parse("auto", steps, &shard), ERR_RANGE);
    assert_int_equal(parse("auto", slurm_steps, &shard), ERR_RANGE);
    assert_int_equal(parse("auto/5", steps, &shard), OK); /* N says what the whole is */
    assert_int_equal(shard.part, 3);
}

/* As after `sbatch --array=3`: the element keeps its part. */
static void auto_of_n_keeps_the_part_of_an_element(void **state)
{
    static const char *const slurm[] = {"SLURM_ARRAY_TASK_ID",
                                        "3",
                                        "SLURM_ARRAY_TASK_MIN",
                                        "3",
                                        "SLURM_ARRAY_TASK_COUNT",
                                        "1",
                                        NULL};
    static const char *const zero[] = {"PBS_ARRAY_INDEX", "0", NULL};
    static const char *const kubernetes[] = {"JOB_COMPLETION_INDEX", "2", NULL};
    struct shard shard;

    (void)state;
    assert_int_equal(parse("auto/3", slurm, &shard), OK);
    assert_int_equal(shard.part, 3);
    assert_int_equal(shard.parts, 3);
    assert_int_equal(parse("auto/3", kubernetes, &shard), OK);
    assert_int_equal(shard.part, 3);
    assert_int_equal(parse("auto/3", zero, &shard), ERR_RANGE);
}

/* No part has more than the least busy one plus one job: the longest jobs go first. */
static void work_is_balanced(void **state)
{
    enum { JOBS = 5000, PARTS = 7 };
    static uint64_t work[JOBS];
    static int part_of[JOBS], again[JOBS];
    uint64_t sum[PARTS + 1] = {0}, most = 0, least = UINT64_MAX;

    (void)state;
    for (int i = 0; i < JOBS; i++)
        work[i] = (uint64_t)(i * 7919 % 1000);
    assert_int_equal(shard_split(work, JOBS, PARTS, part_of, NULL), OK);
    assert_int_equal(shard_split(work, JOBS, PARTS, again, NULL), OK);
    assert_memory_equal(part_of, again, sizeof part_of);
    for (int i = 0; i < JOBS; i++) {
        assert_in_range(part_of[i], 1, PARTS);
        sum[part_of[i]] += work[i];
    }
    for (int part = 1; part <= PARTS; part++) {
        most = sum[part] > most ? sum[part] : most;
        least = sum[part] < least ? sum[part] : least;
    }
    assert_true(most - least <= 10); /* the shortest jobs fill the gaps */
}

static void jobs_of_unknown_length_are_spread(void **state)
{
    enum { JOBS = 10 };
    static const uint64_t work[JOBS];
    int part_of[JOBS], count[5] = {0};

    (void)state;
    assert_int_equal(shard_split(work, JOBS, 4, part_of, NULL), OK);
    for (int i = 0; i < JOBS; i++)
        count[part_of[i]]++;
    for (int part = 1; part <= 4; part++)
        assert_in_range(count[part], 2, 3);
    assert_int_equal(shard_split(work, 0, 4, part_of, NULL), OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_is_a_number_of_a_number),
        cmocka_unit_test(auto_asks_the_scheduler),
        cmocka_unit_test(an_array_is_a_whole_plan),
        cmocka_unit_test(auto_of_n_keeps_the_part_of_an_element),
        cmocka_unit_test(work_is_balanced),
        cmocka_unit_test(jobs_of_unknown_length_are_spread),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
