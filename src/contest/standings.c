/* Matches are counted in the order of their numbers, so that sums of reals and bootstrap weights do
 * not depend on which match ended first. */
#include "contest/standings.h"

#include "contest/ratings.h"
#include "contest/schedule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Samples take most of the time of a table. With more than MANY matches there are fewer, so that a
 * table of 1000 bots takes seconds. */
enum { SAMPLES = 200, FEWEST_SAMPLES = 40, MANY_MATCHES = 100000 };

static const double normal_95 = 1.959963985;

/* The sums that a table is computed from. */
struct tally {
    int place_of[MAX_ENTRANTS]; /* of an entrant, -1 if it is not in the table */
    const struct contest_match **matches;
    int matches_count;
    uint64_t whole[MAX_ENTRANTS], shots[MAX_ENTRANTS], enemy_shots[MAX_ENTRANTS]; /* by place */
    uint64_t answers[MAX_ENTRANTS], used_us[MAX_ENTRANTS], slowest_us[MAX_ENTRANTS];
};

static int list_ranks(struct tally *tally, const struct contest *contest, const char *league,
                      struct rank *ranks)
{
    int made = 0;

    for (int i = 0; i < MAX_ENTRANTS; i++)
        tally->place_of[i] = -1;
    for (int i = 0; i < contest->entrants_count && i < MAX_ENTRANTS; i++) {
        const struct entrant *entrant = &contest->entrants[i];

        if (!entrant_plays(entrant) ||
            (league && league[0] && strcmp(league, entrant->league) != 0))
            continue;
        tally->place_of[i] = made;
        ranks[made++] = (struct rank){.entrant = i};
    }
    return made;
}

static bool is_in_table(const struct tally *tally, const struct pairing *pairing)
{
    return pairing->a >= 0 && pairing->b >= 0 && pairing->a < MAX_ENTRANTS &&
           pairing->b < MAX_ENTRANTS && pairing->a != pairing->b &&
           tally->place_of[pairing->a] >= 0 && tally->place_of[pairing->b] >= 0;
}

static int by_number(const void *a, const void *b)
{
    const struct pairing *left = &(*(const struct contest_match *const *)a)->pairing;
    const struct pairing *right = &(*(const struct contest_match *const *)b)->pairing;

    if (left->number != right->number)
        return left->number > right->number ? 1 : -1;
    if (left->stage != right->stage)
        return left->stage > right->stage ? 1 : -1;
    return left->b != right->b ? left->b - right->b : left->a - right->a;
}

static enum error list_matches(struct tally *tally, const struct contest *contest)
{
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers */
    tally->matches = calloc((size_t)contest->matches_count + 1, sizeof *tally->matches);
    if (!tally->matches)
        return ERR_MEMORY;
    for (int i = 0; i < contest->matches_count; i++)
        if (is_in_table(tally, &contest->matches[i].pairing))
            tally->matches[tally->matches_count++] = &contest->matches[i];
    /* NOLINTNEXTLINE(bugprone-sizeof-expression) */
    qsort(tally->matches, (size_t)tally->matches_count, sizeof *tally->matches, by_number);
    return OK;
}

static void add_side(struct tally *tally, struct rank *ranks, const struct contest_match *match,
                     int side)
{
    int at = tally->place_of[side ? match->pairing.b : match->pairing.a];
    int points = contest_match_points(match, side);
    const struct contest_side *own = &match->side[side], *enemy = &match->side[1 - side];
    struct rank *rank = &ranks[at];

    rank->matches++;
    rank->points += points;
    rank->won += points > 0;
    rank->lost += points < 0;
    rank->drawn += points == 0;
    rank->rounds += match->rounds;
    rank->rounds_won += own->won;
    rank->rounds_lost += enemy->won;
    rank->rounds_drawn += match->drawn;
    rank->wasted += own->wasted;
    rank->wrecks += own->wrecks;
    for (int kind = 0; kind < BROKEN_KINDS; kind++)
        rank->broken[kind] += own->broken[kind];
    tally->whole[at] += match->whole;
    tally->shots[at] += own->shots;
    tally->enemy_shots[at] += enemy->shots;
    tally->answers[at] += own->guest.answers;
    tally->used_us[at] += own->guest.used_us;
    if (own->guest.slowest_us > tally->slowest_us[at])
        tally->slowest_us[at] = own->guest.slowest_us;
}

/* The byes of a swiss of all bots are no part of a league's table. */
static enum error add_byes(const struct tally *tally, const struct contest *contest,
                           const char *league, struct rank *ranks, struct message *message)
{
    int byes[MAX_ENTRANTS];
    enum error error;

    if (league && league[0] && contest_is_total(contest))
        return OK;
    error = schedule_byes(contest, byes, message);
    for (int i = 0; i < contest->entrants_count && i < MAX_ENTRANTS; i++)
        if (byes[i] > 0 && tally->place_of[i] >= 0) {
            struct rank *rank = &ranks[tally->place_of[i]];
            uint64_t rounds = (uint64_t)byes[i] * contest->terms.rounds;

            rank->byes = byes[i];
            rank->points += byes[i];
            rank->won += byes[i];
            rank->rounds += rounds;
            rank->rounds_won += rounds;
        }
    return error;
}

static double ratio(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : NAN;
}

static void fill_means(const struct tally *tally, struct rank *ranks, int made)
{
    for (int i = 0; i < made; i++) {
        ranks[i].mean_shots = ratio(tally->shots[i], tally->whole[i]);
        ranks[i].enemy_shots = ratio(tally->enemy_shots[i], tally->whole[i]);
        ranks[i].micros_per_answer = ratio(tally->used_us[i], tally->answers[i]);
        ranks[i].slowest_ms = tally->answers[i] ? (double)tally->slowest_us[i] / 1000 : NAN;
    }
}

/* Numbers from a file may be anything; ratings stop at what a double counts exactly. */
static double bounded(uint64_t number)
{
    return fmin((double)number, 1e15);
}

static int samples_of(int matches)
{
    int samples =
        matches > MANY_MATCHES ? (int)((int64_t)SAMPLES * MANY_MATCHES / matches) : SAMPLES;

    return samples > FEWEST_SAMPLES ? samples : FEWEST_SAMPLES;
}

static enum error rate(const struct tally *tally, uint64_t seed, struct rank *ranks, int made,
                       struct message *message)
{
    struct rated_match *matches = calloc((size_t)tally->matches_count + 1, sizeof *matches);
    double elo[MAX_ENTRANTS], error[MAX_ENTRANTS];
    enum error code;

    if (!matches)
        return error_set(ERR_MEMORY, message, "out of memory for the ratings of %d bots", made);
    for (int i = 0; i < tally->matches_count; i++) {
        const struct contest_match *match = tally->matches[i];

        matches[i] = (struct rated_match){
            .a = tally->place_of[match->pairing.a],
            .b = tally->place_of[match->pairing.b],
            .won_a = bounded(match->side[0].won),
            .won_b = bounded(match->side[1].won),
            .drawn = bounded(match->drawn),
            .weight = 1,
        };
    }
    code = ratings_fit(made, matches, tally->matches_count, elo, message);
    if (code == OK)
        code = ratings_errors(made, matches, tally->matches_count, samples_of(tally->matches_count),
                              seed, elo, error, message);
    for (int i = 0; code == OK && i < made; i++) {
        ranks[i].elo = ranks[i].matches ? elo[i] : NAN;
        ranks[i].elo_error = ranks[i].matches ? error[i] : NAN;
    }
    free(matches);
    return code;
}

/* The better first; equals in the order of the list. */
static int by_rank(const void *a, const void *b)
{
    const struct rank *left = a, *right = b;

    if (left->points != right->points)
        return left->points > right->points ? -1 : 1;
    if (left->rounds_won != right->rounds_won)
        return left->rounds_won > right->rounds_won ? -1 : 1;
    return (left->entrant > right->entrant) - (left->entrant < right->entrant);
}

static void sort_ranks(struct rank *ranks, int made)
{
    qsort(ranks, (size_t)made, sizeof *ranks, by_rank);
    for (int i = 0; i < made; i++) {
        bool is_shared = i > 0 && ranks[i].points == ranks[i - 1].points &&
                         ranks[i].rounds_won == ranks[i - 1].rounds_won;

        ranks[i].rank = is_shared ? ranks[i - 1].rank : i + 1;
    }
}

enum error standings_fill(const struct contest *contest, const char *league, struct rank *ranks,
                          int *count, struct message *message)
{
    struct tally tally = {.matches = NULL};
    int made = list_ranks(&tally, contest, league, ranks);
    enum error error = list_matches(&tally, contest);

    *count = 0;
    if (error)
        return error_set(error, message, "out of memory for a table of %d matches",
                         contest->matches_count);
    for (int i = 0; i < tally.matches_count; i++)
        for (int side = 0; side < 2; side++)
            add_side(&tally, ranks, tally.matches[i], side);
    error = add_byes(&tally, contest, league, ranks, message);
    fill_means(&tally, ranks, made);
    if (!error)
        error = rate(&tally, contest->terms.seed.number, ranks, made, message);
    free(tally.matches);
    if (error)
        return error;
    sort_ranks(ranks, made);
    *count = made;
    return OK;
}

double standings_superiority(const struct rank *a, const struct rank *b)
{
    double deviation = hypot(a->elo_error, b->elo_error) / normal_95;

    if (a->matches == 0 || b->matches == 0 || !(deviation > 0))
        return 0.5;
    return erfc((b->elo - a->elo) / deviation / sqrt(2)) / 2;
}
