/* Ratings: closed forms, a slow reference method, and simulated tournaments with known ratings. */
#include "base/rng.h"
#include "contest/ratings.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { MOST = 256, MOST_MATCHES = MOST * (MOST - 1) / 2 };

static const double one = 173.717792761; /* Elo of a factor e in strength */
static struct rated_match matches[MOST_MATCHES];
static int count;
static double elo[MOST], error[MOST];

static void put(int a, int b, double won_a, double won_b, double drawn)
{
    matches[count++] = (struct rated_match){a, b, won_a, won_b, drawn, 1};
}

static void fit(int players)
{
    double sum = 0;

    assert_int_equal(ratings_fit(players, matches, count, elo, NULL), OK);
    for (int i = 0; i < players; i++) {
        assert_true(isfinite(elo[i]));
        sum += elo[i];
    }
    assert_true(fabs(sum) < 1e-6 * (players + 1));
}

static void find_errors(int players, int samples, uint64_t seed)
{
    assert_int_equal(ratings_errors(players, matches, count, samples, seed, elo, error, NULL), OK);
    for (int i = 0; i < players; i++)
        assert_true(isfinite(error[i]) && error[i] >= 0);
}

static void is_near(double value, double expected, double distance)
{
    if (!(fabs(value - expected) <= distance))
        fail_msg("%.9g is not %.9g", value, expected);
}

static double chance(double difference)
{
    return 1 / (1 + exp(-difference));
}

static double uniform(struct rng *rng)
{
    return ((double)(rng_next(rng) >> 11) + 0.5) * 0x1p-53;
}

/* Roughly normal, which is enough here. */
static double normal(struct rng *rng)
{
    double sum = -6;

    for (int i = 0; i < 12; i++)
        sum += uniform(rng);
    return sum;
}

static void three_to_one_is_190_points(void **state)
{
    (void)state;
    count = 0;
    put(0, 1, 3e9, 1e9, 0);
    fit(2);
    is_near(elo[0] - elo[1], 400 * log10(3), 1e-4);
    is_near(elo[0] - elo[1], 190.848501888, 1e-4);
    count = 0;
    put(1, 0, 250, 500, 250); /* half of the draws: 625 to 375 */
    fit(2);
    is_near(elo[0] - elo[1], 400 * log10(625.0 / 375), 0.2);
}

static void the_prior_is_a_drawn_round_against_an_average_player(void **state)
{
    (void)state;
    for (double won = 1; won < 1e7; won *= 10) {
        double low = 0, high = 100;

        /* By symmetry x and -x: the rounds won plus a half equal the expectation of the model. */
        for (int i = 0; i < 200; i++) {
            double x = (low + high) / 2;

            if (won + 0.5 > won * chance(2 * x) + chance(x))
                low = x;
            else
                high = x;
        }
        count = 0;
        put(0, 1, won, 0, 0);
        fit(2);
        is_near(elo[0], low * one, 1e-6);
    }
}

static void few_or_no_players_are_fine(void **state)
{
    (void)state;
    count = 0;
    fit(0);
    find_errors(0, 10, 1);
    fit(1);
    find_errors(1, 10, 1);
    is_near(elo[0], 0, 0);
    is_near(error[0], 0, 1e-9);
    fit(5);
    find_errors(5, 10, 1);
    for (int i = 0; i < 5; i++) {
        is_near(elo[i], 0, 0);
        assert_true(error[i] > 400); /* only the prior is known */
    }
    put(0, 1, 0, 0, 0);
    fit(3);
    find_errors(3, 0, 1);
    is_near(elo[0], 0, 0);
    assert_true(error[0] > 400);
}

static void all_draws_make_all_equal(void **state)
{
    (void)state;
    count = 0;
    for (int a = 0; a < 10; a++)
        for (int b = a + 1; b < 10; b++)
            put(a, b, 0, 0, 100);
    fit(10);
    find_errors(10, 50, 1);
    for (int i = 0; i < 10; i++) {
        is_near(elo[i], 0, 1e-9);
        is_near(error[i], error[0], 1e-3);
        assert_true(error[i] > 5 && error[i] < 50);
    }
}

static void perfect_scores_stay_finite(void **state)
{
    (void)state;
    for (double rounds = 1; rounds < 1e13; rounds *= 1000) {
        count = 0;
        for (int a = 0; a < 40; a++)
            for (int b = a + 1; b < 40; b++)
                put(a, b, rounds, 0, 0);
        fit(40);
        for (int i = 1; i < 40; i++)
            assert_true(elo[i] < elo[i - 1]);
        assert_true(elo[0] < 30000);
        is_near(elo[0], -elo[39], 1e-3);
        find_errors(40, 5, 1);
    }
}

/* At the maximum, the rounds that each player won, with the prior, equal the expectation. */
static void check_maximum(int players, double precision)
{
    double excess[MOST], weight[MOST], shift = 0, low = -200, high = 200;

    /* Ratings have mean 0, so the rating of the average player of the prior is computed here. */
    for (int turn = 0; turn < 200; turn++) {
        double sum = 0;

        shift = (low + high) / 2;
        for (int i = 0; i < players; i++)
            sum += 0.5 - chance(elo[i] / one + shift);
        if (sum > 0)
            low = shift;
        else
            high = shift;
    }
    for (int i = 0; i < players; i++) {
        excess[i] = 0.5 - chance(elo[i] / one + shift);
        weight[i] = 1;
    }
    for (int i = 0; i < count; i++) {
        const struct rated_match *match = &matches[i];
        double rounds = match->won_a + match->won_b + match->drawn;
        double x = match->won_a + match->drawn / 2 -
                   rounds * chance((elo[match->a] - elo[match->b]) / one);

        excess[match->a] += x * match->weight;
        excess[match->b] -= x * match->weight;
        weight[match->a] += rounds * match->weight;
        weight[match->b] += rounds * match->weight;
    }
    for (int i = 0; i < players; i++)
        is_near(excess[i], 0, precision + 1e-12 * weight[i]);
}

static void the_prior_connects_groups_that_never_met(void **state)
{
    (void)state;
    count = 0;
    put(0, 1, 900, 100, 0);
    put(2, 3, 1000, 0, 0);
    put(4, 5, 500, 500, 0);
    fit(7);
    check_maximum(7, 1e-6);
    is_near(elo[0], -elo[1], 1);
    is_near(elo[0] - elo[1], 400 * log10(9), 2);
    is_near(elo[4], elo[6], 1e-3);
    find_errors(7, 50, 1);
    assert_true(error[6] > error[0]);
}

static void every_kind_of_tournament_reaches_the_maximum(void **state)
{
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    for (int turn = 0; turn < 300; turn++) {
        int players = 2 + (int)rng_below(&rng, 30), shape = (int)rng_below(&rng, 4);
        double spread = rng_below(&rng, 8);
        double strength[MOST];

        for (int i = 0; i < players; i++)
            strength[i] = spread * normal(&rng);
        count = 0;
        for (int a = 0; a < players; a++)
            for (int b = a + 1; b < players; b++) {
                double rounds = pow(10, rng_below(&rng, 5)), won;

                /* A path, a star, two groups with one match between them, or random pairs. */
                if ((shape == 0 && b != a + 1) || (shape == 1 && a > 0) ||
                    (shape == 2 && (a < players / 2) != (b < players / 2) && a + b > players / 2) ||
                    (shape == 3 && rng_below(&rng, 3)))
                    continue;
                won = floor(rounds * chance(strength[a] - strength[b]) + 0.5);
                put(a, b, won, rounds - won, rng_below(&rng, 5));
            }
        fit(players);
        check_maximum(players, 1e-5);
    }
}

/* The textbook iteration: slow but correct. */
static void fit_slowly(int players, double *theta)
{
    double strength[MOST];

    for (int i = 0; i < players; i++)
        strength[i] = 1;
    for (int sweep = 0; sweep < 20000; sweep++)
        for (int i = 0; i < players; i++) {
            double won = 0.5, expected = 1 / (strength[i] + 1);

            for (int j = 0; j < count; j++) {
                const struct rated_match *match = &matches[j];

                if (match->a != i && match->b != i)
                    continue;
                won += match->drawn / 2 + (match->a == i ? match->won_a : match->won_b);
                expected += (match->won_a + match->won_b + match->drawn) /
                            (strength[match->a] + strength[match->b]);
            }
            strength[i] = won / expected;
        }
    for (int i = 0; i < players; i++)
        theta[i] = log(strength[i]);
}

static void a_slow_method_finds_the_same_ratings(void **state)
{
    struct rng rng;

    (void)state;
    rng_seed(&rng, 2);
    for (int turn = 0; turn < 20; turn++) {
        double theta[8], mean = 0;

        count = 0;
        for (int a = 0; a < 8; a++)
            for (int b = a + 1; b < 8; b++)
                if (rng_below(&rng, 3))
                    put(a, b, rng_below(&rng, 9), rng_below(&rng, 9), rng_below(&rng, 3));
        fit(8);
        fit_slowly(8, theta);
        for (int i = 0; i < 8; i++)
            mean += theta[i] / 8;
        for (int i = 0; i < 8; i++)
            is_near(elo[i], (theta[i] - mean) * one, 1e-4);
    }
}

/* All against all. With noise, a match deviates from the strengths by this share of the weaker
 * player's chance, and is right on average. */
static void play_all(int players, const double *strength, int rounds, double noise, struct rng *rng)
{
    count = 0;
    for (int a = 0; a < players; a++)
        for (int b = a + 1; b < players; b++) {
            double p = chance(strength[a] - strength[b]);
            double off = noise * fmin(p, 1 - p);
            int won = 0;

            p += rng_below(rng, 2) ? off : -off;

            for (int i = 0; i < rounds; i++)
                won += uniform(rng) < p;
            put(a, b, won, rounds - won, 0);
        }
}

static void order_and_labels_do_not_matter(void **state)
{
    double strength[15], before[15];
    int label[15];
    struct rng rng;

    (void)state;
    rng_seed(&rng, 3);
    for (int i = 0; i < 15; i++) {
        strength[i] = normal(&rng);
        label[i] = i;
    }
    play_all(15, strength, 50, 0, &rng);
    fit(15);
    memcpy(before, elo, sizeof before);
    for (int turn = 0; turn < 20; turn++) {
        for (int i = 14; i > 0; i--) {
            int j = (int)rng_below(&rng, (uint32_t)i + 1), kept = label[i];

            label[i] = label[j];
            label[j] = kept;
        }
        for (int i = count - 1; i > 0; i--) {
            int j = (int)rng_below(&rng, (uint32_t)i + 1);
            struct rated_match kept = matches[i];

            matches[i] = matches[j];
            matches[j] = kept;
        }
        for (int i = 0; i < count; i++) {
            struct rated_match *match = &matches[i];

            *match = (struct rated_match){match->b,     match->a,     match->won_b,
                                          match->won_a, match->drawn, 1};
        }
        struct rated_match plain[105];

        memcpy(plain, matches, sizeof plain);
        for (int i = 0; i < count; i++) {
            matches[i].a = label[matches[i].a];
            matches[i].b = label[matches[i].b];
        }
        fit(15);
        for (int i = 0; i < 15; i++)
            is_near(elo[label[i]], before[i], 1e-4);
        memcpy(matches, plain, sizeof plain);
    }
}

static void a_weight_counts_as_repeated_matches(void **state)
{
    double once[3];

    (void)state;
    count = 0;
    for (int i = 0; i < 2; i++)
        put(0, 1, 7, 3, 0);
    put(1, 2, 6, 4, 1);
    fit(3);
    memcpy(once, elo, sizeof once);
    count = 0;
    put(1, 2, 6, 4, 1);
    put(0, 1, 7, 3, 0);
    matches[1].weight = 2;
    put(0, 2, 1000, 0, 0);
    matches[2].weight = 0;
    fit(3);
    for (int i = 0; i < 3; i++)
        is_near(elo[i], once[i], 1e-6);
}

/* The share of 95 % intervals that contain the true rating, over many simulated tournaments. */
static double coverage(int tournaments, int players, int rounds, double noise, double *width)
{
    int inside = 0;
    struct rng rng;

    rng_seed(&rng, 4);
    *width = 0;
    for (int turn = 0; turn < tournaments; turn++) {
        double strength[MOST] = {0}, mean = 0;

        for (int i = 0; i < players; i++) {
            strength[i] = 0.8 * normal(&rng);
            mean += strength[i] / players;
        }
        play_all(players, strength, rounds, noise, &rng);
        fit(players);
        find_errors(players, 100, (uint64_t)turn);
        for (int i = 0; i < players; i++) {
            inside += fabs(elo[i] - (strength[i] - mean) * one) <= error[i];
            *width += error[i] / tournaments / players;
        }
    }
    return (double)inside / tournaments / players;
}

static void intervals_have_the_stated_coverage(void **state)
{
    double part, width, wide;

    (void)state;
    part = coverage(60, 12, 200, 0, &width);
    if (!(part > 0.93 && part < 0.99))
        fail_msg("of all intervals %g contain the truth", part);
    assert_true(width > 10 && width < 25);

    /* Some bots suit each other, others do not, so matches vary more than rounds suggest. */
    part = coverage(60, 12, 200, 0.6, &wide);
    if (!(part > 0.90 && part < 0.98))
        fail_msg("of all intervals %g contain the truth where matches vary", part);
    assert_true(wide > 1.5 * width);

    part = coverage(60, 5, 100, 0, &width);
    if (!(part > 0.93 && part < 0.995))
        fail_msg("of all intervals %g contain the truth among five", part);
}

static void true_ratings_are_recovered(void **state)
{
    double strength[40], mean = 0;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 5);
    for (int i = 0; i < 40; i++) {
        strength[i] = normal(&rng);
        mean += strength[i] / 40;
    }
    play_all(40, strength, 1000, 0, &rng);
    fit(40);
    for (int i = 0; i < 40; i++)
        is_near(elo[i], (strength[i] - mean) * one, 12);
}

static void the_same_seed_gives_the_same_errors(void **state)
{
    double strength[8] = {0.5, -1, 0.2, 1.5}, before[8];
    struct rng rng;
    bool differs = false;

    (void)state;
    rng_seed(&rng, 6);
    play_all(8, strength, 100, 1, &rng);
    fit(8);
    find_errors(8, 50, 7);
    memcpy(before, error, sizeof before);
    find_errors(8, 50, 7);
    assert_memory_equal(before, error, sizeof before);
    find_errors(8, 50, 8);
    for (int i = 0; i < 8; i++)
        differs |= before[i] != error[i];
    assert_true(differs);
}

/* A saturated table does not vary; only the likelihood shows that 10 rounds are few. */
static void errors_are_at_least_those_of_the_likelihood(void **state)
{
    double few;

    (void)state;
    count = 0;
    for (int i = 1; i < 6; i++)
        put(0, i, 6, 4, 0);
    fit(6);
    find_errors(6, 50, 1);
    few = error[3];
    assert_true(few > 100 && error[0] > 50);
    for (int i = 0; i < count; i++)
        matches[i].weight = 100;
    fit(6);
    find_errors(6, 50, 1);
    is_near(error[3], few / 10, few / 50);
}

static void forty_bots_are_rated_quickly(void **state)
{
    double strength[MOST];
    clock_t begin;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 9);
    for (int i = 0; i < MOST; i++)
        strength[i] = 2 * normal(&rng);
    play_all(40, strength, 1000, 0.3, &rng);
    begin = clock();
    fit(40);
    find_errors(40, 200, 1);
    /* Takes a tenth of a second, and more with sanitizers on a busy machine. */
    assert_true((double)(clock() - begin) / CLOCKS_PER_SEC < 5);
    play_all(MOST, strength, 10, 0.3, &rng);
    fit(MOST);
    find_errors(MOST, 2, 1);
    check_maximum(MOST, 1e-5);
}

static void invalid_matches_are_refused(void **state)
{
    static const struct rated_match wrong[] = {
        {0, 0, 1, 1, 0, 1},  {-1, 1, 1, 1, 0, 1},          {0, 3, 1, 1, 0, 1},
        {0, 1, -1, 1, 0, 1}, {0, 1, 1, (double)NAN, 0, 1}, {0, 1, 1, 1, (double)INFINITY, 1},
        {0, 1, 1, 1, 0, -1}, {0, 1, 1e300, 1, 0, 1},
    };
    struct message message;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(ratings_fit(3, &wrong[i], 1, elo, &message), ERR_RANGE);
        assert_int_equal(ratings_errors(3, &wrong[i], 1, 5, 1, elo, error, NULL), ERR_RANGE);
    }
    assert_int_equal(ratings_fit(-1, NULL, 0, elo, &message), ERR_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_to_one_is_190_points),
        cmocka_unit_test(the_prior_is_a_drawn_round_against_an_average_player),
        cmocka_unit_test(few_or_no_players_are_fine),
        cmocka_unit_test(all_draws_make_all_equal),
        cmocka_unit_test(perfect_scores_stay_finite),
        cmocka_unit_test(the_prior_connects_groups_that_never_met),
        cmocka_unit_test(every_kind_of_tournament_reaches_the_maximum),
        cmocka_unit_test(a_slow_method_finds_the_same_ratings),
        cmocka_unit_test(order_and_labels_do_not_matter),
        cmocka_unit_test(a_weight_counts_as_repeated_matches),
        cmocka_unit_test(intervals_have_the_stated_coverage),
        cmocka_unit_test(true_ratings_are_recovered),
        cmocka_unit_test(the_same_seed_gives_the_same_errors),
        cmocka_unit_test(errors_are_at_least_those_of_the_likelihood),
        cmocka_unit_test(forty_bots_are_rated_quickly),
        cmocka_unit_test(invalid_matches_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
