/* Threads take the next job number from a shared counter. */
#include "arena/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

struct pool {
    bool (*job)(void *context, int thread, uint64_t number);
    void *context;
    uint64_t jobs;
    _Atomic uint64_t next;
    atomic_bool stop;
};

struct worker {
    struct pool *pool;
    int number;
    pthread_t thread;
};

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct pool *pool = worker->pool;

    while (!atomic_load(&pool->stop)) {
        uint64_t number = atomic_fetch_add(&pool->next, 1);

        if (number >= pool->jobs)
            break;
        if (!pool->job(pool->context, worker->number, number))
            atomic_store(&pool->stop, true);
    }
    return NULL;
}

void pool_run(int threads, uint64_t jobs, bool (*job)(void *context, int thread, uint64_t number),
              void *context)
{
    struct pool pool = {.job = job, .context = context, .jobs = jobs};
    struct worker workers[MAX_THREADS];
    int started = 1;

    workers[0] = (struct worker){.pool = &pool, .number = 0};
    while (started < threads && started < MAX_THREADS) {
        workers[started] = (struct worker){.pool = &pool, .number = started};
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started]) != 0)
            break;
        started++;
    }
    work(&workers[0]);
    for (int i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
}

int pool_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);

    return count < 1 ? 1 : count > MAX_THREADS ? MAX_THREADS : (int)count;
}
