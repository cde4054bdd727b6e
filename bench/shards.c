/* Measures tournaments in parts.
 *
 *     make bench        (or build/release/bench/shards [PROGRAM])
 *
 * Joins 1000 parts with five million rounds, which are written first. Splits the matches of the
 * largest round robin. Then plays a plan with the program in 1, 2 and 4 parts, each a process with
 * one thread, and prints matches per second and the share of the time that was not spent in
 * matches. The files are in a temporary folder. */
#define _GNU_SOURCE /* mkdtemp */
#include "bench.h"

#include "base/clock.h"
#include "contest/planned.h"
#include "store/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    PARTS = 1000,
    PART_MATCHES = 5,
    ROUNDS = 1000,
    JOINED_ENTRANTS = 101,
    MOST_SHARDS = 4,
    MOST_ARGUMENTS = 32
};

static struct message message;

static void check(enum error error)
{
    if (error) {
        fprintf(stderr, "shards: %s\n", message.text);
        exit(1);
    }
}

/* --- joining -----------------------------------------------------------------------------------*/

static struct store *open_part(int part, int64_t *id)
{
    static struct entrant entrants[JOINED_ENTRANTS];
    struct contest contest = {
        .terms = {.rules = *rules_find("classic"), .rounds = ROUNDS},
        .entrants = entrants,
        .entrants_count = JOINED_ENTRANTS,
        .plan = {.key = "0123456789abcdef0123456789abcdef", .shard = {part, part ? PARTS : 0}}};
    struct store *store = NULL;

    for (int i = 0; i < JOINED_ENTRANTS; i++)
        snprintf(entrants[i].name, sizeof entrants[i].name, "bot %d", i);
    check(store_open_scratch(&store, &message));
    check(tournament_create(store, &contest, &message));
    *id = contest.id;
    return store;
}

static void add(struct store *store, int64_t id, int number)
{
    static struct round_note notes[ROUNDS];
    static struct heat_counts heat;
    struct contest_match match = {.rounds = ROUNDS, .whole = ROUNDS, .seconds = 1, .notes = notes};

    for (int i = 0; i < ROUNDS; i++)
        notes[i] = (struct round_note){.winner = (uint8_t)((i * number) % 2),
                                       .shots = {(uint16_t)(40 + (i * number) % 50), 60}};
    for (int i = 0; i < 100; i++)
        heat.placed[i] = heat.fired[i] = (uint32_t)(i * number);
    match.pairing =
        (struct pairing){.a = number % 50, .b = 50 + number / 100, .number = (uint64_t)number};
    match.side[0] = (struct contest_side){.won = ROUNDS / 2, .shots = 50 * ROUNDS, .heat = &heat};
    match.side[1] = match.side[0];
    check(tournament_add_match(store, id, &match, &message));
}

static void write_parts(void)
{
    double start = clock_seconds(), cpu = bench_cpu_seconds();

    for (int part = 1; part <= PARTS; part++) {
        char name[32];
        int64_t id;
        struct store *store = open_part(part, &id);

        for (int i = 0; i < PART_MATCHES; i++)
            add(store, id, (part - 1) * PART_MATCHES + i);
        snprintf(name, sizeof name, "part-%04d.db", part);
        check(store_publish(store, name, &message));
        store_close(store);
    }
    printf("publish   %d parts of %d matches       %6.1f s, %.1f s of processor time\n", PARTS,
           PART_MATCHES, clock_seconds() - start, bench_cpu_seconds() - cpu);
}

static void join(void)
{
    double start = clock_seconds(), cpu = bench_cpu_seconds();
    int64_t id, added = 0;
    struct store *store = open_part(0, &id);

    for (int part = 1; part <= PARTS; part++) {
        struct merge_result result = {.added = 0};
        char name[32];

        snprintf(name, sizeof name, "part-%04d.db", part);
        check(parts_merge(store, PLAN_TOURNAMENT, id, name, &result, &message));
        added += result.added;
    }
    check(store_publish(store, "all.db", &message));
    store_close(store);
    printf("join      %d parts, %" PRId64 " rounds     %6.1f s, %.1f s of processor time\n", PARTS,
           added * ROUNDS, clock_seconds() - start, bench_cpu_seconds() - cpu);
}

/* --- planning ----------------------------------------------------------------------------------*/

static void split(void)
{
    static struct entrant entrants[MAX_ENTRANTS];
    struct contest contest = {
        .terms = {.rounds = ROUNDS}, .entrants = entrants, .entrants_count = MAX_ENTRANTS};
    const struct shard shard = {1, 100};
    double start = clock_seconds(), cpu = bench_cpu_seconds();
    struct pairing *pairings;
    uint64_t work;
    int count;

    for (int i = 0; i < MAX_ENTRANTS; i++)
        entrants[i].share_us = 1000 + 37 * (uint64_t)i;
    check(planned_part(&contest, &shard, &pairings, &count, &work, &message));
    free(pairings);
    printf("split     %d bots, %d matches, 100 parts %6.3f s, %.3f s of processor time\n",
           MAX_ENTRANTS, MAX_ENTRANTS * (MAX_ENTRANTS - 1) / 2, clock_seconds() - start,
           bench_cpu_seconds() - cpu);
}

/* --- playing -----------------------------------------------------------------------------------*/

static pid_t start(const char *program, const char *const *arguments)
{
    char *copies[MOST_ARGUMENTS] = {NULL};
    pid_t child;

    fflush(stdout);
    child = fork();

    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
            _exit(1);
        for (int i = 0; arguments[i] && i + 1 < MOST_ARGUMENTS; i++)
            copies[i] = strdup(arguments[i]);
        execv(program, copies);
        _exit(127);
    }
    return child;
}

/* Returns how long the process has run. */
static double finish(pid_t child, double started)
{
    int status = 1;

    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
        fputs("shards: the program failed\n", stderr);
        exit(1);
    }
    return clock_seconds() - started;
}

static double match_seconds(const char *path, int *matches)
{
    struct store *store = NULL;
    struct contest contest;
    double seconds = 0;

    check(store_open_published(path, &store, &message));
    check(tournament_load(store, 0, &contest, &message));
    for (int i = 0; i < contest.matches_count; i++)
        seconds += contest.matches[i].seconds;
    *matches += contest.matches_count;
    contest_release(&contest);
    store_close(store);
    return seconds;
}

static double children_cpu(void)
{
    struct rusage usage;

    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static void play(const char *program, int shards)
{
    double began = clock_seconds(), cpu = children_cpu(), all = 0, inside = 0, wall;
    char shard[MOST_SHARDS][32], name[MOST_SHARDS][32];
    pid_t child[MOST_SHARDS];
    int matches = 0;

    for (int i = 0; i < shards; i++) {
        const char *const arguments[] = {"broadside", "tournament", "--plan", "cup.plan",
                                         "--shard",   shard[i],     "--db",   name[i],
                                         "--threads", "1",          NULL};

        snprintf(shard[i], sizeof shard[i], "%d/%d", i + 1, shards);
        snprintf(name[i], sizeof name[i], "played-%d-%d.db", i + 1, shards);
        child[i] = start(program, arguments);
    }
    for (int i = 0; i < shards; i++)
        all += finish(child[i], began);
    wall = clock_seconds() - began;
    for (int i = 0; i < shards; i++)
        inside += match_seconds(name[i], &matches);
    printf("play      %d shard%s %7.1f matches per second, %5.1f per second of processor time, "
           "%4.1f %% "
           "outside matches\n",
           shards, shards == 1 ? " " : "s", matches / wall, matches / (children_cpu() - cpu),
           100 * (1 - inside / all));
}

/* Each bot three times, 210 matches. */
static void play_all(const char *program)
{
    const char *arguments[] = {"broadside", "tournament", "hunt",   "parity", "heatmap",  "easy",
                               "medium",    "random",     "fit",    "hunt",   "parity",   "heatmap",
                               "easy",      "medium",     "random", "fit",    "hunt",     "parity",
                               "heatmap",   "easy",       "medium", "random", "fit",      "--games",
                               "1000",      "--seed",     "1",      "--plan", "cup.plan", NULL};

    (void)finish(start(program, arguments), clock_seconds());
    for (int shards = 1; shards <= MOST_SHARDS; shards *= 2)
        play(program, shards);
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/broadside-shards-XXXXXX", command[64];
    char *program = realpath(argc > 1 ? argv[1] : "broadside", NULL);

    if (!program || !mkdtemp(folder) || chdir(folder) != 0) {
        fputs("shards: cannot find the program, or make a folder\n", stderr);
        return 1;
    }
    write_parts();
    join();
    split();
    play_all(program);
    free(program);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? 0 : 1;
}
