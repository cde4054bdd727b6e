/* A tournament computed from formulas, for tests of the store and for
 * tests/tools/write_tournament.c, which writes the files in tests/golden. Do not change the values:
 * those files contain them. In unit tests, include after cmocka.h. */
#ifndef TESTS_SUPPORT_TOURNAMENT_SAMPLE_H
#define TESTS_SUPPORT_TOURNAMENT_SAMPLE_H

#include "store/tournaments.h"

#include <stdio.h>
#include <string.h>

enum { SAMPLE_ENTRANTS = 5, SAMPLE_MATCHES = 4, SAMPLE_ROUNDS = 1500, SAMPLE_STARTED = 1700000000 };

static inline struct contest_terms sample_terms(void)
{
    return (struct contest_terms){.rules = *rules_find("salvo"),
                                  .seed = {.number = 0xfedcba9876543210u,
                                           .has_secret = true,
                                           .secret = {0, 255, 17, 128, [15] = 1}},
                                  .rounds = SAMPLE_ROUNDS,
                                  .format = FORMAT_GAUNTLET,
                                  .leaders = 2,
                                  .stages = 3,
                                  .max_broken = 7,
                                  .total = true,
                                  .paired = true,
                                  .limits = limits_default,
                                  .title = "Zo\xc3\xab's cup '; DROP TABLE match; --"};
}

static inline struct entrant sample_entrant(int i)
{
    struct entrant entrant = {.is_guest = i % 2, .is_out = i == 4, .is_gone = i == 3};

    snprintf(entrant.spec, sizeof entrant.spec, "bots/bot-%d:depth=%d", i, i);
    snprintf(entrant.name, sizeof entrant.name, "B\xc3\xb6t %d", i);
    snprintf(entrant.id, sizeof entrant.id, "bot %d 1.%d", i, i);
    snprintf(entrant.authors, sizeof entrant.authors, "Ann %d", i);
    snprintf(entrant.league, sizeof entrant.league, "%s", i % 2 ? "guests" : "");
    sha256_hex(&entrant.spec, strlen(entrant.spec), entrant.hash);
    snprintf(entrant.why, sizeof entrant.why, "%s", i == 4 ? "it does not start" : "");
    return entrant;
}

static inline void sample_entrants(struct entrant entrants[SAMPLE_ENTRANTS])
{
    for (int i = 0; i < SAMPLE_ENTRANTS; i++)
        entrants[i] = sample_entrant(i);
}

static inline struct contest_side sample_side(uint64_t number, uint64_t rounds)
{
    struct contest_side side = {.won = rounds / 3,
                                .shots = 41 * rounds + number,
                                .wasted = number,
                                .wrecks = 2 * number,
                                .guest = {.answers = 43 * rounds,
                                          .used_us = 1234567 * (number + 1),
                                          .slowest_us = 9999 + number}};

    for (int kind = 1; kind < BROKEN_KINDS; kind++)
        side.broken[kind] = ((uint64_t)kind + number) % 3;
    return side;
}

/* Number 0 is between entrants 0 and 1, then come 0 and 2, 1 and 2, 0 and 3. */
static inline struct contest_match sample_match(uint64_t number, uint64_t rounds)
{
    static const int pair[SAMPLE_MATCHES][2] = {{0, 1}, {0, 2}, {1, 2}, {0, 3}};
    struct contest_match match = {.rounds = rounds,
                                  .drawn = rounds / 4,
                                  .whole = rounds / 2,
                                  .signature = 0x9e3779b97f4a7c15u * (number + 1),
                                  .seconds = 0.125 * (double)number};

    match.pairing = (struct pairing){.a = pair[number % SAMPLE_MATCHES][0],
                                     .b = pair[number % SAMPLE_MATCHES][1],
                                     .stage = (int)(number % 3),
                                     .number = number};
    if (number % 2)
        match.seed = (struct seed){.has_secret = true, .secret = {(uint8_t)number, 200}};
    match.side[0] = sample_side(number, rounds);
    match.side[1] = sample_side(number + 1, rounds);
    return match;
}

static inline uint64_t sample_rounds(uint64_t number)
{
    return number == 0 ? SAMPLE_ROUNDS : number * 10 % SAMPLE_ROUNDS;
}

static inline struct round_note sample_note(uint64_t number, uint64_t round)
{
    uint64_t x = (round + 1) * (number + 3);

    return (struct round_note){.winner = (uint8_t)(x % 3),
                               .broken = {(uint8_t)(x % BROKEN_KINDS), (uint8_t)(x % 5)},
                               .first = (uint8_t)(x % 2),
                               .shots = {(uint16_t)(x * 257), (uint16_t)(x * 31)},
                               .points = {(uint16_t)(x * 7), (uint16_t)x}};
}

static inline void sample_notes(uint64_t number, struct round_note *notes, uint64_t rounds)
{
    for (uint64_t i = 0; i < rounds; i++)
        notes[i] = sample_note(number, i);
}

static inline struct heat_counts sample_heat(uint64_t number, int side)
{
    struct heat_counts heat = {{0}, {0}};

    for (uint32_t cell = 0; cell < 100; cell++) {
        heat.placed[cell] = 0x01020304u * cell + (uint32_t)number;
        heat.fired[cell] = 77u * cell + (uint32_t)side;
    }
    return heat;
}

#define SAMPLE_TROUBLE "it broke: '\xc3\xa9' is no cell"
#define SAMPLE_LOG "first line\nsecond\n\nlast, without an end"
#define SAMPLE_RECORD "broadside record 1\nversion 0.1.0\n"

/* Every match has heat maps. The first also has trouble and a log of side b, and two records. */
static inline enum error sample_add(struct store *store, int64_t id, uint64_t number,
                                    struct message *message)
{
    static struct round_note notes[SAMPLE_ROUNDS];
    const struct contest_record records[] = {{3, slice_of(SAMPLE_RECORD)}, {1499, slice_of("")}};
    struct heat_counts heat[2] = {sample_heat(number, 0), sample_heat(number, 1)};
    struct contest_match match = sample_match(number, sample_rounds(number));

    match.notes = notes;
    match.side[0].heat = &heat[0];
    match.side[1].heat = &heat[1];
    if (number == 0) {
        message_set(&match.side[1].trouble.sentence, "%s", SAMPLE_TROUBLE);
        match.side[1].log = slice_of(SAMPLE_LOG);
        match.record = records;
        match.records = 2;
    }
    sample_notes(number, notes, match.rounds);
    return tournament_add_match(store, id, &match, message);
}

static inline enum error sample_create(struct store *store, int64_t *id, struct message *message)
{
    static struct entrant entrants[SAMPLE_ENTRANTS];
    struct contest contest = {
        .terms = sample_terms(), .entrants = entrants, .entrants_count = SAMPLE_ENTRANTS};
    enum error error;

    sample_entrants(entrants);
    error = tournament_create(store, &contest, message);
    *id = contest.id;
    return error;
}

#endif
