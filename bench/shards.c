/* Measures tournaments in parts.
 *
 *     make bench        (or build/release/bench/shards [PROGRAM])
 *
 * Joins 1000 parts with five million rounds, which are written first. Plans the 499,500 matches of
 * a round robin of 1000 bots, writes and reads the plan, and splits it among 100 parts; ranks such
 * a tournament. Then plays a plan with the program in 1, 2 and 4 parts, each a process with one
 * thread, and prints matches per second and the share of the time that was not spent in matches.
 * The files are in a temporary folder. */
#define _GNU_SOURCE /* mkdtemp */
#include "bench.h"

#include "base/clock.h"
#include "contest/estimate.h"
#include "contest/planned.h"
#include "contest/schedule.h"
#include "contest/standings.h"
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
    MOST_ARGUMENTS = 64
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

enum { PLAN_ENTRANTS = 1000, PLAN_MATCHES = PLAN_ENTRANTS * (PLAN_ENTRANTS - 1) / 2 };

static void report_time(const char *what, double start, double cpu)
{
    printf("%-9s %d bots, %d matches %6.2f s, %.2f s of processor time\n", what, PLAN_ENTRANTS,
           PLAN_MATCHES, clock_seconds() - start, bench_cpu_seconds() - cpu);
}

/* What the tests of the bots before a plan would find. */
static void enter(struct contest *contest)
{
    contest->terms = (struct contest_terms){
        .rules = *rules_find("tournament"), .rounds = ROUNDS, .limits = limits_default};
    for (int i = 0; i < PLAN_ENTRANTS; i++) {
        struct entrant *entrant;

        check(contest_add_entrant(contest, &entrant, &message));
        snprintf(entrant->spec, sizeof entrant->spec, "hunt");
        snprintf(entrant->name, sizeof entrant->name, "bot %d", i);
        for (uint64_t round = 1; round <= ROUNDS; round += round)
            pace_note(&entrant->pace, round, 1e-3 * (double)round * (1 + i % 37));
    }
}

/* What `tournament --plan` does after the tests. */
static void plan(void)
{
    double start = clock_seconds(), cpu = bench_cpu_seconds();
    const struct shard whole = {1, 1};
    struct contest contest = {.id = 0};
    struct store *store = NULL;
    struct estimate estimate;
    struct pairing *pairings;
    uint64_t work;
    int count;

    enter(&contest);
    check(plan_init(&contest.plan, &message));
    estimate_make(&contest, 1, &estimate);
    for (int i = 0; i < PLAN_ENTRANTS; i++)
        contest.entrants[i].share_us = (uint64_t)(1e6 * estimate.share[i]);
    check(planned_part(&contest, &whole, &pairings, &count, &work, &message));
    if (count != PLAN_MATCHES) {
        fputs("shards: the plan does not have all matches\n", stderr);
        exit(1);
    }
    check(store_open_scratch(&store, &message));
    check(tournament_create(store, &contest, &message));
    check(store_publish(store, "large.plan", &message));
    store_close(store);
    free(pairings);
    contest_release(&contest);
    report_time("plan", start, cpu);
}

/* What each part does before it plays. */
static void split(struct contest *contest)
{
    double start = clock_seconds(), cpu = bench_cpu_seconds();
    const struct shard shard = {1, 100};
    struct store *store = NULL;
    struct pairing *pairings;
    uint64_t work;
    int count;

    check(store_open_published("large.plan", &store, &message));
    check(tournament_load(store, 0, contest, &message));
    check(planned_part(contest, &shard, &pairings, &count, &work, &message));
    store_close(store);
    free(pairings);
    report_time("split", start, cpu);
}

static void rank(struct contest *contest)
{
    static struct rank ranks[PLAN_ENTRANTS];
    struct pairing *pairings;
    double start, cpu;
    int count, stage;

    check(schedule_remaining(contest, &pairings, &count, &stage, &message));
    for (int i = 0; i < count; i++) {
        uint64_t won = ROUNDS / 4 + (uint64_t)(i * 37 + pairings[i].b) % (ROUNDS / 2);
        const struct contest_match match = {.pairing = pairings[i],
                                            .rounds = ROUNDS,
                                            .whole = ROUNDS,
                                            .side = {{.won = won, .shots = 50 * ROUNDS},
                                                     {.won = ROUNDS - won, .shots = 50 * ROUNDS}}};

        check(contest_add_match(contest, &match, &message));
    }
    free(pairings);
    start = clock_seconds();
    cpu = bench_cpu_seconds();
    check(standings_fill(contest, NULL, ranks, &count, &message));
    report_time("rank", start, cpu);
}

static void plan_large(void)
{
    struct contest contest = {.id = 0};

    plan();
    split(&contest);
    rank(&contest);
    contest_release(&contest);
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

/* Each bot six times, 861 matches. With fewer, the start of the processes would count for more than
 * in parts that take minutes. */
static void play_all(const char *program)
{
    static const char *const bots[] = {"hunt",   "parity", "heatmap", "easy",
                                       "medium", "random", "fit"};
    static const char *const options[] = {"--games", "1000", "--seed", "1", "--plan", "cup.plan"};
    enum { BOTS = sizeof bots / sizeof bots[0], OPTIONS = sizeof options / sizeof options[0] };
    const char *arguments[MOST_ARGUMENTS] = {"broadside", "tournament"};

    for (int i = 0; i < 6 * BOTS; i++)
        arguments[2 + i] = bots[i % BOTS];
    for (int i = 0; i < OPTIONS; i++)
        arguments[2 + 6 * BOTS + i] = options[i];
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
    plan_large();
    play_all(program);
    free(program);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? 0 : 1;
}
