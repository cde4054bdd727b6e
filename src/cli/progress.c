/* See progress.h. The time left is what the rest takes at the average pace so far. */
#include "cli/progress.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 30, LINE_SIZE = 160, PAUSE_MS = 200 };

struct progress {
    const char *unit;
    uint64_t total;
    uint64_t (*done)(const void *);
    const void *context;
    struct timespec start;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    bool stop;
    size_t width; /* of the line on the screen */
};

static double seconds_since(struct timespec start)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)(time.tv_sec - start.tv_sec) + 1e-9 * (double)(time.tv_nsec - start.tv_nsec);
}

/* Replaces the line on the screen. */
static void show(struct progress *progress, const char *line)
{
    size_t width = strlen(line);
    int blank = progress->width > width ? (int)(progress->width - width) : 0;

    fprintf(stderr, "\r%s%*s\r%s", line, blank, "", line);
    fflush(stderr);
    progress->width = width;
}

static void draw(struct progress *progress)
{
    uint64_t done = progress->done(progress->context);
    double share = (double)done / (double)progress->total;
    double left = done ? seconds_since(progress->start) * (1 - share) / share : 0;
    unsigned seconds = left > 0 && left < 1e8 ? (unsigned)(left + 0.5) : 0;
    char bar[BAR + 1], line[LINE_SIZE];

    for (int i = 0; i < BAR; i++)
        bar[i] = (double)i < share * BAR ? '#' : '.';
    bar[BAR] = '\0';
    snprintf(line, sizeof line, "[%s] %3.0f %%  %" PRIu64 " of %" PRIu64 " %s", bar, 100 * share,
             done, progress->total, progress->unit);
    if (done)
        snprintf(line + strlen(line), sizeof line - strlen(line), ", %u:%02u left", seconds / 60,
                 seconds % 60);
    show(progress, line);
}

static struct timespec pause_end(void)
{
    struct timespec end;

    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_nsec += PAUSE_MS * 1000000;
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    return end;
}

static void *work(void *argument)
{
    struct progress *progress = argument;

    pthread_mutex_lock(&progress->mutex);
    while (!progress->stop) {
        struct timespec end = pause_end();
        int status = 0;

        while (!progress->stop && status != ETIMEDOUT)
            status = pthread_cond_timedwait(&progress->wake, &progress->mutex, &end);
        if (!progress->stop)
            draw(progress);
    }
    pthread_mutex_unlock(&progress->mutex);
    return NULL;
}

static void release(struct progress *progress)
{
    pthread_mutex_destroy(&progress->mutex);
    pthread_cond_destroy(&progress->wake);
    free(progress);
}

struct progress *progress_start(const char *unit, uint64_t total, uint64_t (*done)(const void *),
                                const void *context)
{
    struct progress *progress = isatty(STDERR_FILENO) ? calloc(1, sizeof *progress) : NULL;

    if (!progress)
        return NULL;
    progress->unit = unit;
    progress->total = total;
    progress->done = done;
    progress->context = context;
    clock_gettime(CLOCK_MONOTONIC, &progress->start);
    pthread_mutex_init(&progress->mutex, NULL);
    pthread_cond_init(&progress->wake, NULL);
    if (pthread_create(&progress->thread, NULL, work, progress) == 0)
        return progress;
    release(progress);
    return NULL;
}

void progress_stop(struct progress *progress)
{
    if (!progress)
        return;
    pthread_mutex_lock(&progress->mutex);
    progress->stop = true;
    pthread_cond_signal(&progress->wake);
    pthread_mutex_unlock(&progress->mutex);
    pthread_join(progress->thread, NULL);
    if (progress->width > 0)
        show(progress, "");
    release(progress);
}
