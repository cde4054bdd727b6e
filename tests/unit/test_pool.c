/* The pool: every job once, whatever the number of threads, and an end when a job says so. */
#include "arena/pool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { JOBS = 5000 };

struct tally {
    atomic_int done[JOBS];
    atomic_int total;
    uint64_t stop_at; /* the job that returns false */
    atomic_int highest_thread;
};

static struct tally tally;

static bool count_job(void *context, int thread, uint64_t number)
{
    struct tally *mine = context;
    int seen = atomic_load(&mine->highest_thread);

    atomic_fetch_add(&mine->done[number], 1);
    atomic_fetch_add(&mine->total, 1);
    while (thread > seen && !atomic_compare_exchange_weak(&mine->highest_thread, &seen, thread)) {
    }
    return number != mine->stop_at;
}

static void every_job_is_done_once(void **state)
{
    static const int threads[] = {1, 2, 3, 7, 64, MAX_THREADS, MAX_THREADS + 9};

    (void)state;
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        memset(&tally, 0, sizeof tally);
        tally.stop_at = UINT64_MAX;
        pool_run(threads[i], JOBS, count_job, &tally);
        assert_int_equal(tally.total, JOBS);
        for (int job = 0; job < JOBS; job++)
            assert_int_equal(tally.done[job], 1);
        assert_true(tally.highest_thread < threads[i] && tally.highest_thread < MAX_THREADS);
    }
}

static void no_jobs_are_no_work(void **state)
{
    (void)state;
    memset(&tally, 0, sizeof tally);
    pool_run(4, 0, count_job, &tally);
    assert_int_equal(tally.total, 0);
}

/* After false no new job starts; what other threads had begun may still end. */
static void a_job_that_says_no_ends_the_run(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        memset(&tally, 0, sizeof tally);
        tally.stop_at = 10;
        pool_run(threads, JOBS, count_job, &tally);
        assert_true(tally.total >= 11);
        if (threads == 1)
            assert_int_equal(tally.total, 11);
    }
}

static void there_is_a_processor(void **state)
{
    (void)state;
    assert_in_range(pool_processors(), 1, MAX_THREADS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_job_is_done_once),
        cmocka_unit_test(no_jobs_are_no_work),
        cmocka_unit_test(a_job_that_says_no_ends_the_run),
        cmocka_unit_test(there_is_a_processor),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
