/* Measures how fast tournaments are played, stored and ranked.
 *
 *     make bench
 *
 * Plays built-in bots against each other on one thread and stores every match in a temporary file.
 * Measures processor time, which other work on the machine affects little; the best of five runs
 * counts. Then computes a table, with ratings and their errors, from five million rounds. */
#include "arena/tournament.h"
#include "bench.h"
#include "contest/schedule.h"
#include "contest/standings.h"
#include "store/tournaments.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { BOTS = 5, MATCHES = BOTS * (BOTS - 1) / 2, SEED = 1, RUNS = 5 };
enum { TABLE_BOTS = 101, TABLE_MATCHES = TABLE_BOTS * (TABLE_BOTS - 1) / 2, TABLE_ROUNDS = 1000 };

static struct message message;

struct destination {
    struct store *store;
    int64_t id;
};

static void check(enum error error)
{
    if (error) {
        fprintf(stderr, "tournament: %s\n", message.text);
        exit(1);
    }
}

static enum error on_finished(void *context, const struct contest_match *match, struct message *why)
{
    const struct destination *destination = context;

    return tournament_add_match(destination->store, destination->id, match, why);
}

static void play(struct store *store, const char *rules, const char *bot, uint64_t rounds)
{
    static struct entrant entrants[BOTS];
    struct contest contest = {.terms = {.rules = *rules_find(rules),
                                        .seed = {.number = SEED},
                                        .rounds = rounds,
                                        .max_broken = 3},
                              .entrants = entrants,
                              .entrants_count = BOTS};
    struct pairing pairings[MATCHES];
    struct destination destination = {.store = store};
    struct tournament tournament = {.terms = &contest.terms,
                                    .entrants = entrants,
                                    .threads = 1,
                                    .keep_last = 2,
                                    .finished = on_finished,
                                    .context = &destination};
    double best = 0;

    for (int i = 0; i < BOTS; i++) {
        snprintf(entrants[i].spec, sizeof entrants[i].spec, "%s", bot);
        snprintf(entrants[i].name, sizeof entrants[i].name, "%s %d", bot, i + 1);
    }
    schedule_pairings(&contest, 0, pairings, MATCHES);
    for (int run = 0; run < RUNS; run++) {
        double start, seconds;

        check(tournament_create(store, &contest, &message));
        destination.id = contest.id;
        start = bench_cpu_seconds();
        check(tournament_play(&tournament, pairings, MATCHES, &message));
        seconds = bench_cpu_seconds() - start;
        if (run == 0 || seconds < best)
            best = seconds;
    }
    printf("tournament %-10s %-7s matches of %-5" PRIu64 " %8.0f rounds per second and core\n",
           rules, bot, rounds, MATCHES * (double)rounds / best);
}

static void bench_table(void)
{
    static struct entrant entrants[TABLE_BOTS];
    static struct contest_match matches[TABLE_MATCHES];
    static struct rank ranks[TABLE_BOTS];
    struct contest contest = {.terms = {.seed = {.number = SEED}},
                              .entrants = entrants,
                              .entrants_count = TABLE_BOTS,
                              .matches = matches};
    int count = 0;
    double start;

    for (int b = 1; b < TABLE_BOTS; b++)
        for (int a = 0; a < b; a++, count++) {
            unsigned won = (unsigned)(TABLE_ROUNDS / 2 + 3 * (b - a) + (a * b) % 50);

            matches[count] = (struct contest_match){
                .pairing = {.a = a, .b = b, .number = schedule_number(FORMAT_ALL, a, b, 0)},
                .rounds = TABLE_ROUNDS,
                .whole = TABLE_ROUNDS,
                .side = {{.won = won, .shots = 60000},
                         {.won = TABLE_ROUNDS - won, .shots = 60000}}};
        }
    start = bench_cpu_seconds();
    contest.matches_count = count;
    check(standings_fill(&contest, NULL, ranks, &count, &message));
    printf("tournament table of %d bots, %d matches, %d rounds: %.0f ms\n", count, TABLE_MATCHES,
           TABLE_MATCHES * TABLE_ROUNDS, 1e3 * (bench_cpu_seconds() - start));
}

int main(void)
{
    const char *folder = getenv("TMPDIR");
    struct rusage usage;
    struct store *store;
    char path[4096];

    if (!store_available()) {
        puts("tournament skipped: built without SQLite");
        return 0;
    }
    snprintf(path, sizeof path, "%s/tournament-bench-%d.db", folder ? folder : "/tmp",
             (int)getpid());
    check(store_open(path, &store, &message));
    play(store, "tournament", "random", 10000);
    play(store, "tournament", "random", 100);
    play(store, "classic", "random", 10000);
    play(store, "tournament", "hunt", 10000);
    store_close(store);
    unlink(path);
    bench_table();
    getrusage(RUSAGE_SELF, &usage);
    printf("tournament memory: peak %.0f MB\n", (double)usage.ru_maxrss / 1024);
    return 0;
}
