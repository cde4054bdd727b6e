/* Who meets whom: every pair once, leaders against all, stages of a swiss without rematches, and
 * numbers that do not change when an entrant joins. Small cases are checked by brute force. */
#include "base/rng.h"
#include "contest/matching.h"
#include "contest/schedule.h"
#include "contest/swiss.h"
#include "support/invalid_matches.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_PAIRS = MAX_ENTRANTS * (MAX_ENTRANTS - 1) / 2, MAX_MATCHES = 20000 };

static struct entrant entrants[MAX_ENTRANTS];
static struct contest_terms terms;
static struct pairing pairings[MAX_PAIRS];
static struct contest_match matches_played[MAX_MATCHES];
static int matches_count;
static uint8_t met[MAX_ENTRANTS][MAX_ENTRANTS];

static void begin(enum contest_format format)
{
    memset(entrants, 0, sizeof entrants);
    memset(&terms, 0, sizeof terms);
    memset(met, 0, sizeof met);
    terms.format = (uint8_t)format;
    matches_count = 0;
}

static struct contest make_contest(int count, int matches)
{
    return (struct contest){.terms = terms,
                            .entrants = entrants,
                            .entrants_count = count,
                            .matches = matches_played,
                            .matches_count = matches};
}

static int draw(int count, bool total, int stage)
{
    struct contest contest;

    terms.total = total;
    contest = make_contest(count, matches_count);
    return schedule_pairings(&contest, stage, pairings, MAX_PAIRS);
}

/* Checks order, numbers and that only players are paired; notes who met. */
static void check_pairings(int made, int count)
{
    for (int i = 0; i < made; i++) {
        const struct pairing *pairing = &pairings[i];

        assert_true(pairing->a >= 0 && pairing->a < pairing->b && pairing->b < count);
        assert_int_equal(pairing->number, schedule_number((enum contest_format)terms.format,
                                                          pairing->a, pairing->b, pairing->stage));
        assert_false(entrants[pairing->a].is_out || entrants[pairing->a].is_gone);
        assert_false(entrants[pairing->b].is_out || entrants[pairing->b].is_gone);
        met[pairing->a][pairing->b]++;
    }
}

/* Checks that the numbers of these columns, stage by stage, follow `before` without a gap. */
static uint64_t check_numbers(enum contest_format format, int from, int to, int stages,
                              uint64_t before)
{
    for (int stage = 0; stage < stages; stage++)
        for (int b = from; b < to; b++)
            for (int a = 0; a < b; a++)
                if (schedule_number(format, a, b, stage) != ++before)
                    fail_msg("stage %d, %d against %d: not %llu", stage, a, b,
                             (unsigned long long)before);
    return before;
}

static void numbers_are_unique(void **state)
{
    uint64_t last;

    (void)state;
    assert_int_equal(schedule_number(FORMAT_SWISS, 3, 7, 2),
                     schedule_number(FORMAT_SWISS, 7, 3, 2));
    check_numbers(FORMAT_ALL, 1, MAX_ENTRANTS, 1, 0);
    check_numbers(FORMAT_GAUNTLET, 1, MAX_ENTRANTS, 1, 0);
    last = check_numbers(FORMAT_SWISS, 1, 256, 100, 0);
    check_numbers(FORMAT_SWISS, 256, MAX_ENTRANTS, 100, last);
}

/* Stored tournaments have these numbers, from when there were at most 256 entrants. A resumed one
 * must continue with the same. */
static void numbers_never_change(void **state)
{
    static const struct {
        int a, b, stage;
        uint64_t number;
    } stored[] = {
        {0, 1, 0, 1},          {0, 2, 0, 2},
        {1, 2, 0, 3},          {3, 7, 0, 25},
        {39, 40, 0, 820},      {0, 255, 0, 32386},
        {254, 255, 0, 32640},  {0, 1, 1, 32641},
        {3, 7, 2, 65305},      {12, 100, 3, 102883},
        {254, 255, 7, 261120}, {5, 200, 9, 313666},
        {0, 1, 99, 3231361},   {254, 255, 99, 3264000},
    };

    (void)state;
    for (size_t i = 0; i < sizeof stored / sizeof stored[0]; i++) {
        int a = stored[i].a, b = stored[i].b, stage = stored[i].stage;

        assert_int_equal(schedule_number(FORMAT_SWISS, a, b, stage), stored[i].number);
        if (stage == 0) {
            assert_int_equal(schedule_number(FORMAT_ALL, a, b, 0), stored[i].number);
            assert_int_equal(schedule_number(FORMAT_GAUNTLET, a, b, 0), stored[i].number);
        }
    }
    assert_int_equal(schedule_number(FORMAT_ALL, 0, 256, 0), 32641);
    assert_int_equal(schedule_number(FORMAT_ALL, 998, 999, 0), 499500);
    assert_int_equal(schedule_number(FORMAT_SWISS, 0, 256, 0), 3264001);
}

static void all_meet_exactly_once(void **state)
{
    (void)state;
    for (int count = 0; count <= 40; count++) {
        begin(FORMAT_ALL);
        check_pairings(draw(count, false, 0), count);
        for (int a = 0; a < count; a++)
            for (int b = a + 1; b < count; b++)
                assert_int_equal(met[a][b], 1);
        assert_int_equal(draw(count, false, 0), count * (count - 1) / 2);
        assert_int_equal(draw(count, false, 1), 0);
    }
}

/* At any point of the list all entrants have played about equally often. */
static void matches_are_spread_evenly(void **state)
{
    int played[40] = {0}, made;

    (void)state;
    begin(FORMAT_ALL);
    made = draw(40, false, 0);
    for (int i = 0; i < made; i++) {
        int least = 1000, most = 0;

        played[pairings[i].a]++;
        played[pairings[i].b]++;
        for (int j = 0; j < 40; j++) {
            least = played[j] < least ? played[j] : least;
            most = played[j] > most ? played[j] : most;
        }
        assert_true(most - least <= 3);
    }
}

static void room_is_not_overrun(void **state)
{
    struct pairing few[4] = {{.a = 0}};
    struct contest contest;

    (void)state;
    begin(FORMAT_ALL);
    few[3].a = 99;
    contest = make_contest(10, 0);
    assert_int_equal(schedule_pairings(&contest, 0, few, 3), 45);
    assert_int_equal(few[3].a, 99);
    assert_true(few[2].b > 0);
    assert_int_equal(schedule_pairings(&contest, 0, NULL, 0), 45);
}

static void excluded_and_removed_entrants_do_not_play(void **state)
{
    (void)state;
    begin(FORMAT_ALL);
    entrants[0].is_out = entrants[5].is_gone = true;
    check_pairings(draw(8, false, 0), 8);
    assert_int_equal(draw(8, false, 0), 15);
    begin(FORMAT_SWISS);
    entrants[0].is_out = entrants[5].is_gone = true;
    check_pairings(draw(8, false, 0), 8);
    assert_int_equal(draw(8, false, 0), 3);
}

static void leaders_meet_all_others(void **state)
{
    (void)state;
    for (int leaders = 0; leaders <= 12; leaders++) {
        int n = 10, first = leaders < 1 ? 1 : leaders > n ? n : leaders;

        begin(FORMAT_GAUNTLET);
        terms.leaders = leaders;
        check_pairings(draw(n, false, 0), n);
        for (int a = 0; a < n; a++)
            for (int b = a + 1; b < n; b++)
                assert_int_equal(met[a][b], a < first);
    }
}

static void a_removed_leader_is_not_replaced(void **state)
{
    (void)state;
    begin(FORMAT_GAUNTLET);
    terms.leaders = 2;
    entrants[0].is_gone = true;
    check_pairings(draw(6, false, 0), 6);
    for (int a = 0; a < 6; a++)
        for (int b = a + 1; b < 6; b++)
            assert_int_equal(met[a][b], a == 1);
}

static void leagues_play_among_themselves(void **state)
{
    (void)state;
    for (int total = 0; total < 2; total++) {
        begin(FORMAT_ALL);
        for (int i = 0; i < 9; i++)
            if (i % 3)
                snprintf(entrants[i].league, ENTRANT_NAME, "league %d", i % 3);
        check_pairings(draw(9, total, 0), 9);
        for (int a = 0; a < 9; a++)
            for (int b = a + 1; b < 9; b++)
                assert_int_equal(met[a][b], total || a % 3 == b % 3);
    }
    begin(FORMAT_GAUNTLET);
    for (int i = 0; i < 9; i++)
        snprintf(entrants[i].league, ENTRANT_NAME, "league %d", i % 3);
    check_pairings(draw(9, false, 0), 9);
    for (int a = 0; a < 9; a++)
        for (int b = a + 1; b < 9; b++)
            assert_int_equal(met[a][b], a < 3 && a % 3 == b % 3);
}

static void new_entrants_change_no_numbers(void **state)
{
    static struct pairing before[780];
    int few, many, found = 0;

    (void)state;
    begin(FORMAT_ALL);
    few = draw(12, false, 0);
    memcpy(before, pairings, (size_t)few * sizeof before[0]);
    many = draw(20, false, 0);
    for (int i = 0; i < few; i++)
        for (int j = 0; j < many; j++)
            if (pairings[j].number == before[i].number) {
                assert_int_equal(pairings[j].a, before[i].a);
                assert_int_equal(pairings[j].b, before[i].b);
                found++;
            }
    assert_int_equal(found, few);
}

/* Plays a stage with random results, sometimes draws, so that points are shared. */
static int play_stage(int count, bool total, int stage, struct rng *rng)
{
    int made = draw(count, total, stage);

    for (int i = 0; i < made; i++) {
        struct contest_match *score = &matches_played[matches_count++];

        *score = (struct contest_match){.pairing = pairings[i], .rounds = 10};
        score->side[0].won = rng_below(rng, 11);
        score->side[1].won = 10 - score->side[0].won;
        assert_int_equal(pairings[i].stage, stage);
    }
    check_pairings(made, count);
    return made;
}

static int most_met(int count)
{
    int most = 0;

    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++)
            most = met[a][b] > most ? met[a][b] : most;
    return most;
}

static void a_swiss_has_no_rematches(void **state)
{
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    for (int count = 5; count <= 40; count++)
        for (int turn = 0; turn < 5; turn++) {
            int stages, byes[MAX_ENTRANTS] = {0};

            begin(FORMAT_SWISS);
            stages = schedule_stages(&terms, count);
            assert_true(1 << stages >= count && 1 << (stages - 1) < count);
            for (int stage = 0; stage < stages; stage++) {
                int made = play_stage(count, false, stage, &rng);
                bool plays[MAX_ENTRANTS] = {false};

                assert_int_equal(made, count / 2);
                for (int i = 0; i < made; i++) {
                    assert_false(plays[pairings[i].a] || plays[pairings[i].b]);
                    plays[pairings[i].a] = plays[pairings[i].b] = true;
                }
                for (int i = 0; i < count; i++)
                    byes[i] += !plays[i];
            }
            assert_int_equal(most_met(count), 1);
            for (int i = 0; i < count; i++)
                assert_true(byes[i] <= 1);
            assert_int_equal(draw(count, false, stages), 0);
        }
}

static void a_long_swiss_repeats_pairs_evenly(void **state)
{
    struct rng rng;

    (void)state;
    rng_seed(&rng, 2);
    for (int count = 2; count <= 12; count++) {
        begin(FORMAT_SWISS);
        terms.stages = 60;
        for (int stage = 0; stage < 60; stage++)
            assert_int_equal(play_stage(count, false, stage, &rng), count / 2);
        /* An all-play-all schedule would repeat pairs this often; results may double it. */
        assert_true(most_met(count) <= 2 * (60 / (count - 1 + count % 2)) + 1);
        assert_int_equal(draw(count, false, 60), 0);
    }
}

static int swiss_pairs(const int (*expected)[2], int pairs, int count, int stage)
{
    int made = draw(count, false, stage);

    assert_int_equal(made, pairs);
    for (int i = 0; i < made; i++) {
        assert_int_equal(pairings[i].a, expected[i][0]);
        assert_int_equal(pairings[i].b, expected[i][1]);
    }
    return made;
}

static void put_score(int a, int b, int stage, uint64_t won_a, uint64_t won_b)
{
    matches_played[matches_count++] = (struct contest_match){
        .pairing = {.a = a,
                    .b = b,
                    .stage = stage,
                    .number = schedule_number(FORMAT_SWISS, a, b, stage)},
        .rounds = won_a + won_b,
        .side = {{.won = won_a}, {.won = won_b}},
    };
}

static void equals_meet_by_points_then_rounds_won(void **state)
{
    static const int first[3][2] = {{0, 1}, {2, 3}, {4, 5}};

    (void)state;
    begin(FORMAT_SWISS);
    swiss_pairs(first, 3, 6, 0);
    put_score(0, 1, 0, 6, 4);
    put_score(2, 3, 0, 1, 9);
    put_score(4, 5, 0, 3, 7);
    /* Winners: 3 with 9 rounds, 5 with 7, 0 with 6. Losers: 1 with 4, 4 with 3, 2 with 1. 0 would
     * meet 1, but they have met; so 4 comes next, and 1 and 2 are left. */
    swiss_pairs((const int[3][2]){{3, 5}, {0, 4}, {1, 2}}, 3, 6, 1);
}

static void the_bye_goes_to_the_lowest_entrant_without_one(void **state)
{
    static const int first[2][2] = {{0, 1}, {2, 3}};

    (void)state;
    begin(FORMAT_SWISS);
    swiss_pairs(first, 2, 5, 0); /* 4 has the bye */
    put_score(0, 1, 0, 6, 4);
    put_score(2, 3, 0, 8, 2);
    /* The bye counts as a win: 2 with 8 rounds, 0 with 6, 4 with none (terms.rounds is 0), then 1
     * and 3, who sits out. */
    swiss_pairs((const int[2][2]){{0, 2}, {1, 4}}, 2, 5, 1);
}

/* Fills byes[] with those of the contest. */
static void count_byes(int count, int byes[MAX_ENTRANTS])
{
    struct contest contest = make_contest(count, matches_count);

    assert_int_equal(schedule_byes(&contest, byes, NULL), OK);
}

static void a_bye_counts_as_a_match_won_with_all_rounds(void **state)
{
    int byes[MAX_ENTRANTS];

    (void)state;
    begin(FORMAT_SWISS);
    terms.rounds = 10;
    count_byes(5, byes);
    assert_int_equal(byes[4], 0); /* nothing has begun */
    put_score(0, 1, 0, 6, 4);
    count_byes(5, byes);
    assert_int_equal(byes[4], 1); /* 2 and 3 still have to play */
    put_score(2, 3, 0, 8, 2);
    count_byes(5, byes);
    for (int i = 0; i < 5; i++)
        assert_int_equal(byes[i], i == 4);
    /* 4 with 10 rounds is first, then 2 with 8, 0 with 6, 1 with 4; 3 with 2 sits out. 0 and 1 have
     * met, so 4 meets 0. */
    swiss_pairs((const int[2][2]){{0, 4}, {1, 2}}, 2, 5, 1);
}

static void missed_stages_are_no_byes(void **state)
{
    int byes[MAX_ENTRANTS];

    (void)state;
    begin(FORMAT_SWISS);
    terms.rounds = 10;
    terms.stages = 2;
    put_score(0, 1, 0, 6, 4);
    put_score(2, 3, 0, 8, 2);
    entrants[4].joined = 1; /* there were four */
    count_byes(5, byes);
    assert_int_equal(byes[4], 0);
    assert_int_equal(draw(5, false, 1), 2);
    for (int i = 0; i < 2; i++)
        put_score(pairings[i].a, pairings[i].b, 1, 5, 4);
    count_byes(5, byes);
    assert_int_equal(byes[0] + byes[1] + byes[2] + byes[3] + byes[4], 1);
    terms.format = FORMAT_ALL;
    count_byes(5, byes);
    assert_int_equal(byes[0] + byes[1] + byes[2] + byes[3] + byes[4], 0);
}

static void the_opponent_of_a_removed_entrant_gets_a_bye(void **state)
{
    int byes[MAX_ENTRANTS];

    (void)state;
    begin(FORMAT_SWISS);
    terms.rounds = 10;
    put_score(0, 1, 0, 6, 4);
    put_score(2, 3, 0, 8, 2);
    entrants[1].is_gone = true;
    count_byes(4, byes);
    for (int i = 0; i < 4; i++)
        assert_int_equal(byes[i], i == 0);
}

static void a_stage_that_was_interrupted_stays_the_same(void **state)
{
    struct rng rng;

    (void)state;
    rng_seed(&rng, 3);
    for (int count = 6; count <= 40; count += 7) {
        int before, made;
        struct pairing whole[20];

        begin(FORMAT_SWISS);
        for (int stage = 0; stage < 3; stage++)
            play_stage(count, false, stage, &rng);
        before = matches_count - count / 2;
        made = count / 2;
        memcpy(whole, pairings, (size_t)made * sizeof whole[0]);
        for (int turn = 0; turn < 20; turn++) {
            struct contest_match kept[20];
            struct contest contest;
            int left = 0;

            memcpy(kept, matches_played + before, sizeof kept);
            for (int i = 0; i < made; i++)
                if (rng_below(&rng, 2))
                    matches_played[before + left++] = kept[i];
            contest = make_contest(count, before + left);
            assert_int_equal(schedule_pairings(&contest, 2, pairings, MAX_PAIRS), made);
            assert_memory_equal(pairings, whole, (size_t)made * sizeof whole[0]);
            memcpy(matches_played + before, kept, sizeof kept);
        }
    }
}

/* How many pairings are not played yet. */
static int not_played(int made)
{
    int missing = made;

    for (int i = 0; i < made; i++)
        for (int j = 0; j < matches_count; j++)
            missing -= matches_played[j].pairing.number == pairings[i].number;
    return missing;
}

static void joining_or_leaving_a_swiss_keeps_its_matches(void **state)
{
    struct rng rng;

    (void)state;
    rng_seed(&rng, 4);
    begin(FORMAT_SWISS);
    terms.stages = 3;
    for (int stage = 0; stage < 3; stage++)
        play_stage(9, false, stage, &rng);
    for (int stage = 0; stage < 3; stage++) {
        /* The tenth can only meet the one with the bye. */
        assert_int_equal(draw(10, false, stage), 5);
        assert_int_equal(not_played(5), 1);
    }
    entrants[4].is_gone = true;
    for (int stage = 0; stage < 3; stage++) {
        int made = draw(9, false, stage);

        assert_true(made == 4);
        assert_true(not_played(made) <= 1);
    }
}

static void each_league_has_its_own_swiss(void **state)
{
    struct rng rng;

    (void)state;
    rng_seed(&rng, 5);
    begin(FORMAT_SWISS);
    for (int i = 0; i < 11; i++)
        snprintf(entrants[i].league, ENTRANT_NAME, "%s", i < 8 ? "green" : "red");
    assert_int_equal(play_stage(11, false, 0, &rng), 5);
    assert_int_equal(play_stage(11, false, 1, &rng), 5);
    assert_int_equal(play_stage(11, false, 2, &rng), 4); /* three need only two stages */
    assert_int_equal(play_stage(11, false, 3, &rng), 0);
    assert_int_equal(most_met(11), 1);
    for (int a = 0; a < 8; a++)
        for (int b = 8; b < 11; b++)
            assert_int_equal(met[a][b], 0);
}

static void matches_of_unknown_entrants_are_ignored(void **state)
{
    (void)state;
    begin(FORMAT_SWISS);
    put_score(0, 1, 0, 1, 2);
    invalid_matches(&matches_played[0], &matches_played[1]);
    matches_played[1 + INVALID_MATCHES] = matches_played[0];
    matches_played[1 + INVALID_MATCHES].pairing.stage = -7;
    matches_count = 2 + INVALID_MATCHES;
    assert_int_equal(draw(6, false, 1), 3);
    assert_int_equal(draw(0, false, 0), 0);
    assert_int_equal(draw(1, false, 0), 0);
}

static void stages_of_a_swiss(void **state)
{
    static const int expected[] = {0, 0, 1, 2, 2, 3, 3, 3, 3, 4};

    (void)state;
    begin(FORMAT_SWISS);
    for (int i = 0; i < 10; i++)
        assert_int_equal(schedule_stages(&terms, i), expected[i]);
    assert_int_equal(schedule_stages(&terms, 256), 8);
    terms.stages = 11;
    assert_int_equal(schedule_stages(&terms, 2), 11);
    assert_int_equal(schedule_stages(&terms, 1), 0);
}

/* The largest number of pairs, by brute force. `open` are the free players. */
static int most_pairs(const struct graph *graph, unsigned open)
{
    int first = 0, most;

    if (!open)
        return 0;
    while (!(open >> first & 1))
        first++;
    open &= ~(1u << first);
    most = most_pairs(graph, open);
    for (int other = first + 1; other < graph->count; other++)
        if (open >> other & 1 && graph_joined(graph, first, other)) {
            int pairs = 1 + most_pairs(graph, open & ~(1u << other));

            most = pairs > most ? pairs : most;
        }
    return most;
}

static void check_matching(const struct graph *graph, const int *mate, int pairs)
{
    int matched = 0;

    for (int i = 0; i < graph->count; i++)
        if (mate[i] != ALONE) {
            assert_int_equal(mate[mate[i]], i);
            assert_true(graph_joined(graph, i, mate[i]));
            matched++;
        }
    assert_int_equal(matched, 2 * pairs);
}

static void matchings_are_maximum(void **state)
{
    struct rng rng;

    (void)state;
    rng_seed(&rng, 6);
    for (int turn = 0; turn < 20000; turn++) {
        struct graph graph = {.count = 1 + (int)rng_below(&rng, 10)};
        int mate[MAX_VERTICES], pairs;
        uint32_t density = 1 + rng_below(&rng, 9);

        for (int i = 0; i < MAX_VERTICES; i++)
            mate[i] = ALONE;
        for (int i = 0; i < graph.count; i++)
            for (int j = i + 1; j < graph.count; j++)
                if (rng_below(&rng, 10) < density)
                    graph_join(&graph, i, j);
        pairs = matching_grow(&graph, mate);
        check_matching(&graph, mate, pairs);
        assert_int_equal(pairs, most_pairs(&graph, (1u << graph.count) - 1));
    }
}

/* Brute force over all pairings of an even number: the fewest rematches (all have met at most
 * once), and of those the first in the order of preference. */
struct brute {
    const struct swiss_history *history;
    int count, partner[8], best[8], fewest;
};

static void try_all(struct brute *brute, int again)
{
    int i = 0;

    while (i < brute->count && brute->partner[i] >= 0)
        i++;
    if (i == brute->count) {
        /* Fresh and near opponents are tried first, so only fewer rematches are better. */
        if (again < brute->fewest) {
            brute->fewest = again;
            memcpy(brute->best, brute->partner, sizeof brute->best);
        }
        return;
    }
    for (int stale = 0; stale < 2; stale++)
        for (int j = i + 1; j < brute->count; j++) {
            if (brute->partner[j] >= 0 || brute->history->met[i][j] != stale)
                continue;
            brute->partner[i] = j;
            brute->partner[j] = i;
            try_all(brute, again + stale);
            brute->partner[i] = brute->partner[j] = -1;
        }
}

static void swiss_pairings_are_optimal(void **state)
{
    static struct swiss_history history;
    static const int order[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    struct rng rng;

    (void)state;
    rng_seed(&rng, 8);
    for (int turn = 0; turn < 5000; turn++) {
        struct brute brute = {.history = &history, .fewest = 100};
        uint32_t density = 1 + rng_below(&rng, 10);
        int partner[8];

        memset(&history, 0, sizeof history);
        brute.count = 2 + 2 * (int)rng_below(&rng, 4);
        for (int i = 0; i < 8; i++) {
            brute.partner[i] = -1;
            for (int j = 0; j < i; j++)
                history.met[i][j] = history.met[j][i] = rng_below(&rng, 10) < density;
        }
        try_all(&brute, 0);
        swiss_pair(&history, order, brute.count, partner);
        for (int i = 0; i < brute.count; i++)
            assert_int_equal(partner[i], brute.best[i]);
    }
}

static void the_largest_field_can_be_paired(void **state)
{
    struct rng rng;

    (void)state;
    rng_seed(&rng, 9);
    for (int count = MAX_ENTRANTS - 1; count <= MAX_ENTRANTS; count++) {
        begin(FORMAT_SWISS);
        terms.stages = 12;
        for (int stage = 0; stage < 12; stage++)
            assert_int_equal(play_stage(count, false, stage, &rng), count / 2);
        assert_int_equal(most_met(count), 1);
    }
}

static void remaining_matches_are_those_not_played(void **state)
{
    struct pairing *remaining;
    struct contest contest;
    int count, stage;

    (void)state;
    begin(FORMAT_ALL);
    assert_int_equal(draw(6, false, 0), 15);
    for (int i = 0; i < 15; i += 2)
        matches_played[matches_count++] = (struct contest_match){.pairing = pairings[i]};
    contest = make_contest(6, matches_count);
    assert_int_equal(schedule_remaining(&contest, &remaining, &count, &stage, NULL), OK);
    assert_int_equal(count, 7);
    assert_int_equal(stage, 0);
    for (int i = 0; i < count; i++)
        assert_int_equal(remaining[i].number, pairings[2 * i + 1].number);
    free(remaining);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(remaining_matches_are_those_not_played),
        cmocka_unit_test(numbers_are_unique),
        cmocka_unit_test(numbers_never_change),
        cmocka_unit_test(all_meet_exactly_once),
        cmocka_unit_test(matches_are_spread_evenly),
        cmocka_unit_test(room_is_not_overrun),
        cmocka_unit_test(excluded_and_removed_entrants_do_not_play),
        cmocka_unit_test(leaders_meet_all_others),
        cmocka_unit_test(a_removed_leader_is_not_replaced),
        cmocka_unit_test(leagues_play_among_themselves),
        cmocka_unit_test(new_entrants_change_no_numbers),
        cmocka_unit_test(a_swiss_has_no_rematches),
        cmocka_unit_test(a_long_swiss_repeats_pairs_evenly),
        cmocka_unit_test(equals_meet_by_points_then_rounds_won),
        cmocka_unit_test(the_bye_goes_to_the_lowest_entrant_without_one),
        cmocka_unit_test(a_bye_counts_as_a_match_won_with_all_rounds),
        cmocka_unit_test(missed_stages_are_no_byes),
        cmocka_unit_test(the_opponent_of_a_removed_entrant_gets_a_bye),
        cmocka_unit_test(a_stage_that_was_interrupted_stays_the_same),
        cmocka_unit_test(joining_or_leaving_a_swiss_keeps_its_matches),
        cmocka_unit_test(each_league_has_its_own_swiss),
        cmocka_unit_test(matches_of_unknown_entrants_are_ignored),
        cmocka_unit_test(stages_of_a_swiss),
        cmocka_unit_test(matchings_are_maximum),
        cmocka_unit_test(swiss_pairings_are_optimal),
        cmocka_unit_test(the_largest_field_can_be_paired),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
