/* The table of a tournament: points, shared ranks, means, and what does not affect them. */
#include "base/rng.h"
#include "contest/league.h"
#include "contest/reveal.h"
#include "contest/schedule.h"
#include "support/invalid_matches.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_MATCHES = 8 * MAX_ENTRANTS };

static struct entrant entrants[MAX_ENTRANTS];
static struct contest_match matches[MOST_MATCHES];
static int matches_count, made;
static struct rank places[MAX_ENTRANTS];

static void begin(void)
{
    memset(entrants, 0, sizeof entrants);
    matches_count = 0;
}

static struct contest_match *put(int a, int b, uint64_t won_a, uint64_t won_b, uint64_t drawn)
{
    struct contest_match *match = &matches[matches_count++];

    *match = (struct contest_match){
        .pairing = {.a = a, .b = b, .number = schedule_number(FORMAT_ALL, a, b, 0)},
        .rounds = won_a + won_b + drawn,
        .whole = won_a + won_b + drawn,
        .drawn = drawn,
        .side = {{.won = won_a}, {.won = won_b}},
    };
    return match;
}

/* What is true of every table. */
static void check_table(void)
{
    double elo = 0;
    int points = 0, unrated = 0;

    for (int i = 0; i < made; i++) {
        const struct rank *place = &places[i];

        points += place->points;
        elo += place->matches ? place->elo : 0;
        unrated += place->matches == 0;
        assert_int_equal(place->points, place->won - place->lost);
        assert_int_equal(place->matches, place->won + place->lost + place->drawn);
        assert_true(place->matches ? isfinite(place->elo) && place->elo_error >= 0
                                   : isnan(place->elo) && isnan(place->elo_error));
        assert_true(place->rank >= 1 && place->rank <= i + 1);
        for (int j = 0; j < i; j++) {
            double chance = standings_superiority(place, &places[j]);

            assert_true(chance >= 0 && chance <= 1);
            assert_true(fabs(chance + standings_superiority(&places[j], place) - 1) < 1e-12);
        }
    }
    assert_int_equal(points, 0);
    assert_true(unrated > 0 || fabs(elo) < 1e-6 * (made + 1));
}

static void tabulate(int count, const char *league)
{
    struct contest contest = {.terms = {.seed = {.number = 1}},
                              .entrants = entrants,
                              .entrants_count = count,
                              .matches = matches,
                              .matches_count = matches_count};

    made = -1;
    assert_int_equal(standings_fill(&contest, league, places, &made, NULL), OK);
    check_table();
}

static void check_place(int at, int entrant, int rank, int points, uint64_t rounds_won)
{
    assert_int_equal(places[at].entrant, entrant);
    assert_int_equal(places[at].rank, rank);
    assert_int_equal(places[at].points, points);
    assert_int_equal(places[at].rounds_won, rounds_won);
}

static void ranks_are_shared(void **state)
{
    (void)state;
    begin();
    put(0, 1, 5, 5, 0);
    put(2, 3, 7, 3, 0);
    put(4, 5, 3, 7, 0);
    tabulate(6, "");
    check_place(0, 2, 1, 1, 7);
    check_place(1, 5, 1, 1, 7);
    check_place(2, 0, 3, 0, 5);
    check_place(3, 1, 3, 0, 5);
    check_place(4, 3, 5, -1, 3);
    check_place(5, 4, 5, -1, 3);
}

static void points_come_first_and_rounds_won_break_ties(void **state)
{
    (void)state;
    begin();
    put(0, 1, 6, 4, 0);
    put(1, 2, 9, 1, 0);
    put(0, 2, 2, 8, 0);
    put(3, 4, 51, 49, 0);
    put(0, 4, 0, 10, 0);
    put(1, 3, 0, 0, 10);
    tabulate(5, NULL);
    check_place(0, 3, 1, 1, 51);
    check_place(1, 4, 2, 0, 59);
    check_place(2, 1, 3, 0, 13);
    check_place(3, 2, 4, 0, 9);
    check_place(4, 0, 5, -1, 8);
    assert_int_equal(places[0].rounds_drawn, 10);
    assert_int_equal(places[0].rounds_lost, 49);
    assert_int_equal(places[0].rounds, 110);
}

static void broken_rounds_are_counted_but_not_in_means(void **state)
{
    struct contest_match *match;

    (void)state;
    begin();
    match = put(0, 1, 80, 20, 0);
    match->whole = 90;
    match->side[0].shots = 90 * 40;
    match->side[1].shots = 90 * 50;
    match->side[1].broken[BROKEN_CRASH] = 7;
    match->side[1].broken[BROKEN_STALL] = 3;
    match->side[1].wasted = 11;
    match->side[1].wrecks = 12;
    match = put(1, 2, 10, 0, 0);
    match->whole = 10;
    match->side[0].shots = 10 * 60;
    match->side[1].shots = 10 * 70;
    match->side[0].broken[BROKEN_CRASH] = 1;
    tabulate(4, NULL);
    check_place(0, 0, 1, 1, 80);
    check_place(1, 1, 2, 0, 30);
    check_place(2, 3, 3, 0, 0);
    assert_true(fabs(places[0].mean_shots - 40) < 1e-9);
    assert_true(fabs(places[0].enemy_shots - 50) < 1e-9);
    assert_true(fabs(places[1].mean_shots - (90 * 50 + 10 * 60) / 100.0) < 1e-9);
    assert_true(fabs(places[1].enemy_shots - (90 * 40 + 10 * 70) / 100.0) < 1e-9);
    assert_int_equal(places[1].broken[BROKEN_CRASH], 8);
    assert_int_equal(places[1].broken[BROKEN_STALL], 3);
    assert_int_equal(places[0].broken[BROKEN_CRASH], 0);
    assert_int_equal(places[1].wasted, 11);
    assert_int_equal(places[1].wrecks, 12);
    assert_true(isnan(places[2].mean_shots) && isnan(places[2].enemy_shots));
}

static void times_of_guests_are_averaged(void **state)
{
    struct contest_match *match;

    (void)state;
    begin();
    match = put(0, 1, 8, 2, 0);
    match->side[1].guest.answers = 1000;
    match->side[1].guest.used_us = 25000;
    match->side[1].guest.slowest_us = 1500;
    match = put(1, 2, 8, 2, 0);
    match->side[0].guest.answers = 3000;
    match->side[0].guest.used_us = 25000;
    match->side[0].guest.slowest_us = 400;
    tabulate(3, NULL);
    assert_int_equal(places[1].entrant, 1);
    assert_true(fabs(places[1].micros_per_answer - 12.5) < 1e-9);
    assert_true(fabs(places[1].slowest_ms - 1.5) < 1e-9);
    assert_true(isnan(places[0].micros_per_answer) && isnan(places[0].slowest_ms));
}

static void tables_of_one_or_no_entrant_work(void **state)
{
    (void)state;
    begin();
    tabulate(0, NULL);
    assert_int_equal(made, 0);
    tabulate(1, NULL);
    assert_int_equal(made, 1);
    check_place(0, 0, 1, 0, 0);
    assert_true(isnan(places[0].elo));
    tabulate(3, NULL);
    assert_int_equal(made, 3);
    for (int i = 0; i < 3; i++)
        check_place(i, i, 1, 0, 0);
    assert_true(standings_superiority(&places[0], &places[1]) == 0.5);
}

static void all_draws_share_the_first_rank(void **state)
{
    (void)state;
    begin();
    for (int a = 0; a < 10; a++)
        for (int b = a + 1; b < 10; b++)
            put(a, b, 0, 0, 100);
    tabulate(10, NULL);
    for (int i = 0; i < 10; i++) {
        check_place(i, i, 1, 0, 0);
        assert_true(fabs(places[i].elo) < 1e-6);
        assert_true(fabs(standings_superiority(&places[i], &places[0]) - 0.5) < 1e-6);
    }
}

static void perfect_scores_give_finite_ratings(void **state)
{
    (void)state;
    begin();
    for (int a = 0; a < 40; a++)
        for (int b = a + 1; b < 40; b++)
            put(a, b, 1000, 0, 0);
    tabulate(40, NULL);
    for (int i = 0; i < 40; i++) {
        check_place(i, i, i + 1, 39 - 2 * i, (uint64_t)(39 - i) * 1000);
        assert_true(i == 0 || places[i].elo < places[i - 1].elo);
    }
    assert_true(standings_superiority(&places[0], &places[39]) > 0.999999);
}

static void excluded_and_removed_entrants_are_not_listed(void **state)
{
    (void)state;
    begin();
    put(0, 1, 10, 0, 0);
    put(0, 2, 10, 0, 0);
    put(1, 2, 6, 4, 0);
    put(1, 3, 0, 10, 0);
    entrants[0].is_gone = true;
    entrants[3].is_out = true;
    tabulate(4, NULL);
    assert_int_equal(made, 2);
    check_place(0, 1, 1, 1, 6);
    check_place(1, 2, 2, -1, 4);
    assert_int_equal(places[0].matches, 1);
}

static void a_league_table_counts_only_its_matches(void **state)
{
    (void)state;
    begin();
    for (int i = 0; i < 6; i++)
        snprintf(entrants[i].league, ENTRANT_NAME, "%s", i % 2 ? "red" : "green");
    for (int a = 0; a < 6; a++)
        for (int b = a + 1; b < 6; b++)
            put(a, b, 4, 6, 0);
    tabulate(6, "green");
    assert_int_equal(made, 3);
    check_place(0, 4, 1, 2, 12);
    check_place(2, 0, 3, -2, 8);
    tabulate(6, "nobody");
    assert_int_equal(made, 0);
    tabulate(6, NULL);
    assert_int_equal(made, 6);
    check_place(0, 5, 1, 5, 30);
}

static void fill_at_random(int count, struct rng *rng)
{
    begin();
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++) {
            uint64_t won = rng_below(rng, 101);

            put(a, b, won, 100 - won, rng_below(rng, 5));
        }
}

static void the_order_of_matches_does_not_matter(void **state)
{
    struct rank before[14];
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    fill_at_random(14, &rng);
    tabulate(14, NULL);
    memcpy(before, places, sizeof before);
    for (int turn = 0; turn < 5; turn++) {
        for (int i = matches_count - 1; i > 0; i--) {
            int j = (int)rng_below(&rng, (uint32_t)i + 1);
            struct contest_match kept = matches[i];

            matches[i] = matches[j];
            matches[j] = kept;
        }
        tabulate(14, NULL);
        for (int i = 0; i < 14; i++) {
            assert_int_equal(places[i].entrant, before[i].entrant);
            assert_true(places[i].elo == before[i].elo);
            assert_true(places[i].elo_error == before[i].elo_error);
        }
    }
}

static void renumbered_entrants_give_the_same_table(void **state)
{
    static struct contest_match plain[91];
    struct rank before[14];
    struct rng rng;

    (void)state;
    rng_seed(&rng, 2);
    fill_at_random(14, &rng);
    tabulate(14, NULL);
    memcpy(before, places, sizeof before);
    memcpy(plain, matches, sizeof plain);
    begin();
    for (int i = 0; i < 91; i++) /* reverses the list, so the sides swap */
        put(13 - plain[i].pairing.b, 13 - plain[i].pairing.a, plain[i].side[1].won,
            plain[i].side[0].won, plain[i].drawn);
    tabulate(14, NULL);
    for (int i = 0; i < 14; i++) {
        assert_int_equal(places[i].points, before[i].points);
        assert_int_equal(places[i].rounds_won, before[i].rounds_won);
        assert_int_equal(places[i].rank, before[i].rank);
        assert_true(fabs(places[i].elo - before[i].elo) < 1e-4);
        assert_true(fabs(places[i].elo_error - before[i].elo_error) < before[i].elo_error / 2);
    }
}

static void byes_count_for_points_but_not_for_ratings(void **state)
{
    struct contest contest = {
        .terms = {.seed = {.number = 1}, .rounds = 10, .format = FORMAT_SWISS},
        .entrants = entrants,
        .entrants_count = 3,
        .matches = matches};
    double elo[3];

    (void)state;
    begin();
    put(0, 1, 6, 4, 0);
    contest.matches_count = matches_count;
    contest.terms.format = FORMAT_ALL;
    assert_int_equal(standings_fill(&contest, NULL, places, &made, NULL), OK);
    for (int i = 0; i < 3; i++)
        elo[places[i].entrant] = places[i].elo;
    contest.terms.format = FORMAT_SWISS;
    assert_int_equal(standings_fill(&contest, NULL, places, &made, NULL), OK);
    check_place(0, 2, 1, 1, 10);
    check_place(1, 0, 2, 1, 6);
    check_place(2, 1, 3, -1, 4);
    assert_int_equal(places[0].byes, 1);
    assert_int_equal(places[0].won, 1);
    assert_int_equal(places[0].matches, 0);
    assert_int_equal(places[0].rounds, 10);
    assert_int_equal(places[1].byes, 0);
    assert_true(isnan(places[0].elo));
    for (int i = 1; i < 3; i++)
        assert_true(fabs(places[i].elo - elo[places[i].entrant]) < 1e-9);
}

static void a_ranking_is_revealed_from_the_last_place_up(void **state)
{
    static const char *const ids[] = {"G1", "Y1", "G2", "hunt"};
    struct contest contest = {.terms = {.seed = {.number = 1}, .rounds = 10},
                              .entrants = entrants,
                              .entrants_count = 4,
                              .matches = matches};
    struct reveal_slide *slides = NULL;
    int count = -1;

    (void)state;
    begin();
    for (int i = 0; i < 4; i++) {
        snprintf(entrants[i].name, ENTRANT_NAME, "%s", i == 3 ? "hunt" : "Ann");
        snprintf(entrants[i].id, ENTRANT_NAME, "%s", ids[i]);
        for (int k = 0; k < i; k++)
            put(k, i, 4, 6, 0); /* the later the better */
    }
    contest.matches_count = matches_count;
    assert_int_equal(reveal_make(&contest, &slides, &count, NULL), OK);
    assert_int_equal(count, 4);
    assert_string_equal(slides[0].heading, "");
    assert_ptr_equal(slides[0].entrant, &entrants[0]);
    assert_int_equal(slides[0].rank.rank, 4);
    assert_ptr_equal(slides[3].entrant, &entrants[3]);
    assert_int_equal(slides[3].places, 4);
    assert_non_null(strstr(reveal_figures(&slides[3]).text, "+3 points, 3 matches won, 18 rounds"));
    free(slides);

    assert_int_equal(league_set(&contest.terms, NULL, 0, NULL), OK);
    league_assign(&contest, 0, NULL, 0);
    assert_int_equal(reveal_make(&contest, &slides, &count, NULL), OK);
    assert_int_equal(count, 1 + 2 + 1 + 1 + 1 + 4);
    assert_true(slides[0].is_heading && slides[3].is_heading && slides[5].is_heading);
    assert_string_equal(slides[0].heading, "league Green");
    assert_ptr_equal(slides[1].entrant, &entrants[0]);
    assert_ptr_equal(slides[2].entrant, &entrants[2]);
    assert_non_null(strstr(reveal_figures(&slides[2]).text, "+1 point, 1 match won, 6 rounds won"));
    assert_string_equal(slides[4].heading, "league Yellow");
    assert_string_equal(slides[9].heading, "total war");
    assert_ptr_equal(slides[9].entrant, &entrants[3]);
    free(slides);
}

static void superiority_follows_ratings_and_errors(void **state)
{
    struct rank a = {.matches = 5, .elo = 30, .elo_error = 30};
    struct rank b = {.matches = 5, .elo = -12.42641, .elo_error = 30};

    (void)state;
    /* A difference of 42.43 with an error of 42.43: 1.96 deviations. */
    assert_true(fabs(standings_superiority(&a, &b) - 0.975) < 1e-6);
    assert_true(fabs(standings_superiority(&b, &a) - 0.025) < 1e-6);
    assert_true(standings_superiority(&a, &a) == 0.5);
    b.matches = 0;
    assert_true(standings_superiority(&a, &b) == 0.5);
    b = (struct rank){.matches = 1};
    a.elo_error = 0;
    assert_true(standings_superiority(&a, &b) == 0.5);
}

static void unknown_entrants_and_huge_counts_are_harmless(void **state)
{
    (void)state;
    begin();
    put(0, 1, UINT64_MAX, 0, 0);
    put(1, 2, 3, 4, 0);
    invalid_matches(&matches[1], &matches[2]);
    matches_count = 2 + INVALID_MATCHES;
    tabulate(3, NULL);
    assert_int_equal(places[0].matches + places[1].matches + places[2].matches, 4);
}

static void the_largest_table_works(void **state)
{
    struct rng rng;

    (void)state;
    rng_seed(&rng, 3);
    begin();
    for (int a = 0; a < MAX_ENTRANTS; a++)
        for (int b = a + 1; b < MAX_ENTRANTS && b < a + 6; b++)
            put(a, b, rng_below(&rng, 11), rng_below(&rng, 11), 0);
    tabulate(MAX_ENTRANTS, NULL);
    assert_int_equal(made, MAX_ENTRANTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_are_shared),
        cmocka_unit_test(points_come_first_and_rounds_won_break_ties),
        cmocka_unit_test(broken_rounds_are_counted_but_not_in_means),
        cmocka_unit_test(times_of_guests_are_averaged),
        cmocka_unit_test(tables_of_one_or_no_entrant_work),
        cmocka_unit_test(all_draws_share_the_first_rank),
        cmocka_unit_test(perfect_scores_give_finite_ratings),
        cmocka_unit_test(excluded_and_removed_entrants_are_not_listed),
        cmocka_unit_test(a_league_table_counts_only_its_matches),
        cmocka_unit_test(the_order_of_matches_does_not_matter),
        cmocka_unit_test(renumbered_entrants_give_the_same_table),
        cmocka_unit_test(byes_count_for_points_but_not_for_ratings),
        cmocka_unit_test(a_ranking_is_revealed_from_the_last_place_up),
        cmocka_unit_test(superiority_follows_ratings_and_errors),
        cmocka_unit_test(unknown_entrants_and_huge_counts_are_harmless),
        cmocka_unit_test(the_largest_table_works),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
