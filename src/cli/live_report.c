#include "cli/live_report.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const double LEAST_PAUSE = 1, PAUSE_PER_SECOND = 19;

struct live_report {
    const struct contest *contest;
    const struct tournament_source *source;
    const char *folder;
    bool is_stale, is_stopped, has_warned;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
};

/* Waits until a match has ended, then until `time`. The lock is held. */
static void wait_for_work(struct live_report *live, double time)
{
    struct timespec until = {.tv_sec = (time_t)time};

    until.tv_nsec = (long)((time - (double)until.tv_sec) * 1e9);
    while (!live->is_stopped && (!live->is_stale || clock_seconds() < time))
        if (live->is_stale)
            pthread_cond_timedwait(&live->wake, &live->lock, &until);
        else
            pthread_cond_wait(&live->wake, &live->lock);
}

static void write_report(struct live_report *live)
{
    struct message message;

    live->is_stale = false;
    if (tournament_report_write(live->contest, live->source, live->folder, &message) == OK)
        return;
    live->is_stale = true;
    if (!live->has_warned)
        fprintf(stderr, "broadside tournament: warning: the report is not up to date: %s\n",
                message.text);
    live->has_warned = true;
}

static void *run(void *context)
{
    struct live_report *live = context;
    double next = clock_seconds();

    pthread_mutex_lock(&live->lock);
    for (;;) {
        double start, pause;

        wait_for_work(live, next);
        if (live->is_stopped)
            break;
        start = clock_seconds();
        write_report(live);
        pause = PAUSE_PER_SECOND * (clock_seconds() - start);
        next = clock_seconds() + (pause < LEAST_PAUSE ? LEAST_PAUSE : pause);
    }
    pthread_mutex_unlock(&live->lock);
    return NULL;
}

static void release(struct live_report *live)
{
    pthread_mutex_destroy(&live->lock);
    pthread_cond_destroy(&live->wake);
    free(live);
}

struct live_report *live_report_start(const struct contest *contest,
                                      const struct tournament_source *source, const char *folder)
{
    struct live_report *live = folder ? calloc(1, sizeof *live) : NULL;
    pthread_condattr_t attributes;

    if (!live)
        return NULL;
    live->contest = contest;
    live->source = source;
    live->folder = folder;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&live->wake, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&live->lock, NULL);
    if (pthread_create(&live->thread, NULL, run, live) == 0)
        return live;
    release(live);
    return NULL;
}

void live_report_lock(struct live_report *live)
{
    if (live)
        pthread_mutex_lock(&live->lock);
}

void live_report_note(struct live_report *live)
{
    if (!live)
        return;
    live->is_stale = true;
    pthread_cond_signal(&live->wake);
}

void live_report_unlock(struct live_report *live)
{
    if (live)
        pthread_mutex_unlock(&live->lock);
}

void live_report_stop(struct live_report *live)
{
    if (!live)
        return;
    pthread_mutex_lock(&live->lock);
    live->is_stopped = true;
    pthread_cond_signal(&live->wake);
    pthread_mutex_unlock(&live->lock);
    pthread_join(live->thread, NULL);
    release(live);
}
