/* See progress.h. The wait uses the monotonic clock, so setting the system's time does not freeze
 * the display. */
#include "report/progress.h"

#include "base/clock.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BAR_WIDTH = 30, DEFAULT_INTERVAL_MS = 200 };

struct progress {
    struct progress_display display;
    double start;
    int drawn; /* lines on the terminal */
    bool is_stopped;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
};

/* --- drawing -----------------------------------------------------------------------------------*/

/* Moves to the start of the display and erases it. */
static void erase(struct progress *progress)
{
    if (progress->drawn > 0)
        fprintf(progress->display.file, "\x1b[%dA\r\x1b[J", progress->drawn);
    progress->drawn = 0;
}

/* Replaces the lines on the terminal. A line that is too long is cut by the terminal, because a
 * wrapped line would be counted wrongly. */
static void redraw(struct progress *progress, const char *text)
{
    erase(progress);
    fprintf(progress->display.file, "\x1b[?7l%s\x1b[?7h", text);
    for (; *text; text++)
        progress->drawn += *text == '\n';
}

static void draw(struct progress *progress)
{
    const struct progress_display *display = &progress->display;
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);

    if (!memory)
        return;
    display->write(display->context, clock_seconds() - progress->start, memory);
    if (fclose(memory) == 0) {
        if (display->appends)
            fputs(text, display->file);
        else
            redraw(progress, text);
        fflush(display->file);
    }
    free(text);
}

void progress_bar_write(const void *context, double seconds, FILE *file)
{
    const struct progress_bar *bar = context;
    uint64_t done = bar->done(bar->context);
    double share = bar->total ? (double)done / (double)bar->total : 1;
    double left = share > 0 ? seconds * (1 - share) / share : 0;
    unsigned whole = left > 0 && left < 1e8 ? (unsigned)(left + 0.5) : 0;

    fputc('[', file);
    for (int i = 0; i < BAR_WIDTH; i++)
        fputc((double)i < share * BAR_WIDTH ? '#' : '.', file);
    fprintf(file, "] %3.0f %%  %" PRIu64 " of %" PRIu64 " %s", 100 * share, done, bar->total,
            bar->unit);
    if (done)
        fprintf(file, ", %u:%02u left", whole / 60, whole % 60);
    fputc('\n', file);
}

/* --- the thread --------------------------------------------------------------------------------*/

/* Waits for the interval or until the display is stopped. The lock is held. */
static void wait_for_interval(struct progress *progress)
{
    int64_t end = clock_ns() + (int64_t)progress->display.interval_ms * CLOCK_NS_PER_MS;
    struct timespec until = {.tv_sec = (time_t)(end / CLOCK_NS_PER_SECOND),
                             .tv_nsec = (long)(end % CLOCK_NS_PER_SECOND)};
    int status = 0;

    while (!progress->is_stopped && status != ETIMEDOUT)
        status = pthread_cond_timedwait(&progress->wake, &progress->lock, &until);
}

static void *run(void *context)
{
    struct progress *progress = context;

    pthread_mutex_lock(&progress->lock);
    if (progress->display.appends)
        draw(progress);
    while (!progress->is_stopped) {
        wait_for_interval(progress);
        if (!progress->is_stopped)
            draw(progress);
    }
    if (progress->display.appends || progress->display.stays)
        draw(progress);
    else
        erase(progress);
    pthread_mutex_unlock(&progress->lock);
    fflush(progress->display.file);
    return NULL;
}

static void release(struct progress *progress)
{
    pthread_mutex_destroy(&progress->lock);
    pthread_cond_destroy(&progress->wake);
    free(progress);
}

struct progress *progress_start(const struct progress_display *display)
{
    FILE *file = display->file ? display->file : stderr;
    bool is_shown = display->appends || isatty(fileno(file));
    struct progress *progress = is_shown ? calloc(1, sizeof *progress) : NULL;
    pthread_condattr_t attributes;

    if (!progress)
        return NULL;
    progress->display = *display;
    progress->display.file = file;
    if (display->interval_ms == 0)
        progress->display.interval_ms = DEFAULT_INTERVAL_MS;
    progress->start = clock_seconds();
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&progress->wake, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&progress->lock, NULL);
    if (pthread_create(&progress->thread, NULL, run, progress) == 0)
        return progress;
    release(progress);
    return NULL;
}

struct progress *progress_start_bar(const struct progress_bar *bar)
{
    return progress_start(&(struct progress_display){.write = progress_bar_write, .context = bar});
}

void progress_stop(struct progress *progress)
{
    if (!progress)
        return;
    pthread_mutex_lock(&progress->lock);
    progress->is_stopped = true;
    pthread_cond_signal(&progress->wake);
    pthread_mutex_unlock(&progress->lock);
    pthread_join(progress->thread, NULL);
    release(progress);
}

void progress_lock(struct progress *progress)
{
    if (progress)
        pthread_mutex_lock(&progress->lock);
}

void progress_unlock(struct progress *progress)
{
    if (progress)
        pthread_mutex_unlock(&progress->lock);
}
