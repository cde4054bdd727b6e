/* Measures how fast tournaments are written and read.
 *
 *     make bench
 *
 * Writes 5000 matches of 1000 rounds, with heat maps, to a temporary file. Then reads the figures,
 * the rounds and the heat maps of every match. The store must keep up with built-in bots, which
 * play 100 matches per second and core, and the table of five million rounds must appear at once.
 */
#include "base/clock.h"
#include "store/tournaments.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ENTRANTS = 101, MATCHES = 5000, ROUNDS = 1000 };

static struct message message;

static void check(enum error error)
{
    if (error) {
        fprintf(stderr, "store: %s\n", message.text);
        exit(1);
    }
}

static int64_t create(struct store *store)
{
    static struct entrant entrants[ENTRANTS];
    struct contest contest = {.terms = {.rules = *rules_find("classic"), .rounds = ROUNDS},
                              .entrants = entrants,
                              .entrants_count = ENTRANTS};

    for (int i = 0; i < ENTRANTS; i++)
        snprintf(entrants[i].name, sizeof entrants[i].name, "bot %d", i);
    check(tournament_create(store, &contest, &message));
    return contest.id;
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

static void write_all(struct store *store, int64_t id)
{
    double start = clock_seconds();

    for (int i = 0; i < MATCHES; i++)
        add(store, id, i);
    printf("write     %-16s %9.0f matches of %d rounds per second\n", "one by one",
           MATCHES / (clock_seconds() - start), ROUNDS);
}

static bool count_shots(void *context, uint64_t round, const struct round_note *note)
{
    (void)round;
    *(uint64_t *)context += note->shots[0];
    return true;
}

static void read_all(struct store *store, int64_t id)
{
    struct contest_match *matches = NULL;
    struct heat_counts heat;
    uint64_t shots = 0;
    int count = 0;
    double start = clock_seconds();

    check(tournament_matches(store, id, &matches, &count, &message));
    printf("read      %-16s %9.1f ms for %d matches\n", "figures", 1e3 * (clock_seconds() - start),
           count);
    start = clock_seconds();
    for (int i = 0; i < count; i++)
        check(
            tournament_rounds(store, id, matches[i].pairing.number, count_shots, &shots, &message));
    printf("read      %-16s %9.1f ms for %d matches (%" PRIu64 " shots)\n", "rounds",
           1e3 * (clock_seconds() - start), count, shots);
    start = clock_seconds();
    for (int i = 0; i < 2 * count; i++)
        check(tournament_heat(store, id, matches[i / 2].pairing.number, i % 2, &heat, &message));
    printf("read      %-16s %9.1f ms for %d matches\n", "heat maps",
           1e3 * (clock_seconds() - start), count);
    free(matches);
}

int main(void)
{
    const char *temporary = getenv("TMPDIR");
    static const char *const ends[] = {"", "-wal", "-shm"};
    char folder[4096], path[4200], file[4300];
    struct store *store = NULL;
    struct stat status;
    int64_t id;

    if (!store_available()) {
        puts("store     skipped: built without SQLite");
        return 0;
    }
    snprintf(folder, sizeof folder, "%s/bench.XXXXXX",
             temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/tournaments.db", folder);
    check(store_open(path, &store, &message));
    id = create(store);
    write_all(store, id);
    store_close(store);
    if (stat(path, &status) == 0)
        printf("file      %-16s %9.1f bytes a round\n", "",
               (double)status.st_size / ((double)MATCHES * ROUNDS));
    check(store_open(path, &store, &message));
    read_all(store, id);
    store_close(store);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(file, sizeof file, "%s%s", path, ends[i]);
        unlink(file);
    }
    return rmdir(folder) != 0;
}
