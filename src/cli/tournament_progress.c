/* See tournament_progress.h. Ratings with their errors are left to the end: here only points
 * matter.
 */
#include "cli/tournament_progress.h"

#include "report/json.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SHOWN = 8, NAME_WIDTH = 24, TERMINAL_MS = 250, JSON_MS = 1000 };

struct line {
    int entrant, points;
    uint64_t rounds_won;
};

struct tournament_progress {
    const struct contest *contest;
    const _Atomic uint64_t *rounds;
    int matches, before; /* to be played; scores that were there already */
    bool json, ended, has_thread;
    double start;
    int drawn; /* lines on the terminal */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t end;
};

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int better(const void *a, const void *b)
{
    const struct line *left = a, *right = b;

    if (left->points != right->points)
        return left->points < right->points ? 1 : -1;
    if (left->rounds_won != right->rounds_won)
        return left->rounds_won < right->rounds_won ? 1 : -1;
    return left->entrant - right->entrant;
}

static int stand(const struct contest *contest, struct line lines[MAX_ENTRANTS])
{
    int count = 0;

    for (int i = 0; i < contest->entrants_count; i++)
        lines[i] = (struct line){.entrant = i};
    for (int i = 0; i < contest->matches_count; i++) {
        const struct contest_match *score = &contest->matches[i];
        int player[2] = {score->pairing.a, score->pairing.b};

        for (int side = 0; side < 2; side++) {
            lines[player[side]].points += contest_match_points(score, side);
            lines[player[side]].rounds_won += score->side[side].won;
        }
    }
    for (int i = 0; i < contest->entrants_count; i++)
        if (entrant_plays(&contest->entrants[i]))
            lines[count++] = lines[i];
    qsort(lines, (size_t)count, sizeof lines[0], better);
    return count;
}

struct figures {
    int done;
    uint64_t rounds;
    double seconds, rate, left;
};

/* The time left is judged by rounds, which come more evenly than matches. */
static struct figures measure(const struct tournament_progress *progress)
{
    struct figures figures = {
        .done = progress->contest->matches_count - progress->before,
        .rounds = atomic_load_explicit(progress->rounds, memory_order_relaxed),
        .seconds = now() - progress->start,
        .left = -1,
    };
    double all = (double)progress->matches * (double)progress->contest->terms.rounds;

    figures.rate = figures.seconds > 0 ? (double)figures.rounds / figures.seconds : 0;
    if (figures.rate > 0)
        figures.left = (all - (double)figures.rounds) / figures.rate;
    if (figures.left < 0 && figures.rate > 0)
        figures.left = 0;
    return figures;
}

static void print_time(double seconds)
{
    if (seconds < 0)
        fputs("?", stderr);
    else if (seconds < 90)
        fprintf(stderr, "%.0f s", seconds);
    else if (seconds < 5400)
        fprintf(stderr, "%.0f min", seconds / 60);
    else
        fprintf(stderr, "%.1f h", seconds / 3600);
}

/* Cut and filled by characters, not bytes. */
static void print_name(const char *name)
{
    int width = 0;
    size_t bytes = 0;

    for (; name[bytes]; bytes++) {
        bool begins = ((unsigned char)name[bytes] & 0xc0) != 0x80;

        if (begins && width == NAME_WIDTH)
            break;
        width += begins;
    }
    fprintf(stderr, "%.*s%*s", (int)bytes, name, NAME_WIDTH - width, "");
}

static void draw(struct tournament_progress *progress)
{
    struct line lines[MAX_ENTRANTS];
    int count = stand(progress->contest, lines);
    struct figures figures = measure(progress);

    if (progress->drawn > 0)
        fprintf(stderr, "\x1b[%dA", progress->drawn);
    fprintf(stderr, "\r\x1b[Kmatches %d of %d, %.0f rounds per second, left: ", figures.done,
            progress->matches, figures.rate);
    print_time(figures.left);
    fputc('\n', stderr);
    progress->drawn = 1;
    for (int i = 0; i < count && i < SHOWN; i++, progress->drawn++) {
        fprintf(stderr, "\x1b[K%3d. ", i + 1);
        print_name(progress->contest->entrants[lines[i].entrant].name);
        fprintf(stderr, " %+4d  %" PRIu64 " rounds won\n", lines[i].points, lines[i].rounds_won);
    }
    fflush(stderr);
}

static void print_json(const struct tournament_progress *progress)
{
    struct line lines[MAX_ENTRANTS];
    int count = stand(progress->contest, lines);
    struct figures figures = measure(progress);
    struct json_value *root = json_new_object(), *table = json_new_array();

    json_set(root, "matches", json_int(figures.done));
    json_set(root, "of", json_int(progress->matches));
    json_set(root, "rounds", json_uint(figures.rounds));
    json_set(root, "seconds", json_double(figures.seconds));
    json_set(root, "rounds_per_second", json_double(figures.rate));
    if (figures.left >= 0)
        json_set(root, "seconds_left", json_double(figures.left));
    for (int i = 0; i < count; i++) {
        struct json_value *row = json_new_object();

        json_set(row, "bot", json_text(progress->contest->entrants[lines[i].entrant].name));
        json_set(row, "points", json_int(lines[i].points));
        json_set(row, "rounds_won", json_uint(lines[i].rounds_won));
        json_append(table, row);
    }
    json_set(root, "standings", table);
    json_print_line(root, stderr);
    json_free(root);
}

static void show(struct tournament_progress *progress)
{
    if (progress->json)
        print_json(progress);
    else
        draw(progress);
}

/* Waits with the lock; the clock of the condition is that of the system. */
static void wait_a_while(struct tournament_progress *progress, int milliseconds)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    until.tv_sec += milliseconds / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&progress->end, &progress->lock, &until);
}

static void *run(void *context)
{
    struct tournament_progress *progress = context;

    pthread_mutex_lock(&progress->lock);
    while (!progress->ended) {
        show(progress);
        wait_a_while(progress, progress->json ? JSON_MS : TERMINAL_MS);
    }
    show(progress);
    pthread_mutex_unlock(&progress->lock);
    return NULL;
}

struct tournament_progress *tournament_progress_start(const struct contest *contest,
                                                      const _Atomic uint64_t *rounds, int matches,
                                                      bool json)
{
    struct tournament_progress *progress = calloc(1, sizeof *progress);

    if (!progress)
        return NULL;
    progress->contest = contest;
    progress->rounds = rounds;
    progress->matches = matches;
    progress->before = contest->matches_count;
    progress->json = json;
    progress->start = now();
    pthread_mutex_init(&progress->lock, NULL);
    pthread_cond_init(&progress->end, NULL);
    if (json || isatty(STDERR_FILENO))
        progress->has_thread = pthread_create(&progress->thread, NULL, run, progress) == 0;
    return progress;
}

void tournament_progress_stop(struct tournament_progress *progress)
{
    pthread_mutex_lock(&progress->lock);
    progress->ended = true;
    pthread_cond_signal(&progress->end);
    pthread_mutex_unlock(&progress->lock);
    if (progress->has_thread)
        pthread_join(progress->thread, NULL);
    pthread_cond_destroy(&progress->end);
    pthread_mutex_destroy(&progress->lock);
    free(progress);
}

void tournament_progress_lock(struct tournament_progress *progress)
{
    pthread_mutex_lock(&progress->lock);
}

void tournament_progress_unlock(struct tournament_progress *progress)
{
    pthread_mutex_unlock(&progress->lock);
}
