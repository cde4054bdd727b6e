/* Scores are counted in order of their numbers, whatever order they come in, so that sums of reals
 * and bootstrap weights do not depend on which match was over first. */
#include "contest/standings.h"

#include "contest/ratings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 200 };

static const double normal_95 = 1.959963985;

/* What a table is made of; freed as a whole. */
struct count {
    int place_of[MAX_ENTRANTS]; /* of an entrant, -1 for those who are not in the table */
    const struct contest_match **scores;
    int scores_count;
    uint64_t whole[MAX_ENTRANTS], shots[MAX_ENTRANTS], enemy_shots[MAX_ENTRANTS]; /* by place */
    uint64_t answers[MAX_ENTRANTS], used_us[MAX_ENTRANTS], slowest_us[MAX_ENTRANTS];
};

static int open_places(struct count *count, const struct entrant *entrants, int entrants_count,
                       const char *league, struct rank *places)
{
    int made = 0;

    for (int i = 0; i < MAX_ENTRANTS; i++)
        count->place_of[i] = -1;
    for (int i = 0; i < entrants_count && i < MAX_ENTRANTS; i++) {
        const struct entrant *entrant = &entrants[i];

        if (!entrant_plays(entrant) ||
            (league && league[0] && strcmp(league, entrant->league) != 0))
            continue;
        count->place_of[i] = made;
        places[made++] = (struct rank){.entrant = i};
    }
    return made;
}

static bool is_in_table(const struct count *count, const struct pairing *pairing)
{
    return pairing->a >= 0 && pairing->b >= 0 && pairing->a < MAX_ENTRANTS &&
           pairing->b < MAX_ENTRANTS && pairing->a != pairing->b &&
           count->place_of[pairing->a] >= 0 && count->place_of[pairing->b] >= 0;
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

static enum error take_scores(struct count *count, const struct contest_match *scores,
                              int scores_count)
{
    count->scores = calloc((size_t)scores_count + 1, sizeof(const struct contest_match *));
    if (!count->scores)
        return ERR_MEMORY;
    for (int i = 0; i < scores_count; i++)
        if (is_in_table(count, &scores[i].pairing))
            count->scores[count->scores_count++] = &scores[i];
    qsort(count->scores, (size_t)count->scores_count, sizeof(const struct contest_match *),
          by_number);
    return OK;
}

static void add_side(struct count *count, struct rank *places, const struct contest_match *score,
                     int side)
{
    int at = count->place_of[side ? score->pairing.b : score->pairing.a];
    int points = contest_match_points(score, side);
    const struct contest_side *own = &score->side[side], *enemy = &score->side[1 - side];
    struct rank *place = &places[at];

    place->matches++;
    place->points += points;
    place->won += points > 0;
    place->lost += points < 0;
    place->drawn += points == 0;
    place->rounds += score->rounds;
    place->rounds_won += own->won;
    place->rounds_lost += enemy->won;
    place->rounds_drawn += score->drawn;
    place->wasted += own->wasted;
    place->wrecks += own->wrecks;
    for (int kind = 0; kind < BROKEN_KINDS; kind++)
        place->broken[kind] += own->broken[kind];
    count->whole[at] += score->whole;
    count->shots[at] += own->shots;
    count->enemy_shots[at] += enemy->shots;
    count->answers[at] += own->guest.answers;
    count->used_us[at] += own->guest.used_us;
    if (own->guest.slowest_us > count->slowest_us[at])
        count->slowest_us[at] = own->guest.slowest_us;
}

static double ratio(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

static void fill_means(const struct count *count, struct rank *places, int made)
{
    for (int i = 0; i < made; i++) {
        places[i].mean_shots = ratio(count->shots[i], count->whole[i]);
        places[i].enemy_shots = ratio(count->enemy_shots[i], count->whole[i]);
        places[i].micros_per_answer = ratio(count->used_us[i], count->answers[i]);
        places[i].slowest_ms = (double)count->slowest_us[i] / 1000;
    }
}

/* Numbers from a file may be anything; ratings stop at what can be counted. */
static double rounds(uint64_t number)
{
    return fmin((double)number, 1e15);
}

static enum error rate(const struct count *count, uint64_t seed, struct rank *places, int made,
                       struct message *message)
{
    struct rated_match *matches = calloc((size_t)count->scores_count + 1, sizeof *matches);
    double elo[MAX_ENTRANTS], error[MAX_ENTRANTS];
    enum error code;

    if (!matches)
        return error_set(ERR_MEMORY, message, "no memory for the ratings of %d bots", made);
    for (int i = 0; i < count->scores_count; i++) {
        const struct contest_match *score = count->scores[i];

        matches[i] = (struct rated_match){
            .a = count->place_of[score->pairing.a],
            .b = count->place_of[score->pairing.b],
            .won_a = rounds(score->side[0].won),
            .won_b = rounds(score->side[1].won),
            .drawn = rounds(score->drawn),
            .weight = 1,
        };
    }
    code = ratings_fit(made, matches, count->scores_count, elo, message);
    if (code == OK)
        code =
            ratings_errors(made, matches, count->scores_count, SAMPLES, seed, elo, error, message);
    for (int i = 0; code == OK && i < made; i++) {
        places[i].elo = elo[i];
        places[i].elo_error = error[i];
    }
    free(matches);
    return code;
}

/* Better ones first; equals in the order of the list. */
static int by_rank(const void *a, const void *b)
{
    const struct rank *left = a, *right = b;

    if (left->points != right->points)
        return left->points > right->points ? -1 : 1;
    if (left->rounds_won != right->rounds_won)
        return left->rounds_won > right->rounds_won ? -1 : 1;
    return (left->entrant > right->entrant) - (left->entrant < right->entrant);
}

static void rank(struct rank *places, int made)
{
    qsort(places, (size_t)made, sizeof *places, by_rank);
    for (int i = 0; i < made; i++) {
        bool is_shared = i > 0 && places[i].points == places[i - 1].points &&
                         places[i].rounds_won == places[i - 1].rounds_won;

        places[i].rank = is_shared ? places[i - 1].rank : i + 1;
    }
}

enum error standings(const struct entrant *entrants, int count, const struct contest_match *scores,
                     int scores_count, const char *league, uint64_t seed, struct rank *places,
                     int *places_count, struct message *message)
{
    struct count sums = {.scores = NULL};
    int made = open_places(&sums, entrants, count, league, places);
    enum error error = take_scores(&sums, scores, scores_count);

    *places_count = 0;
    if (error != OK)
        return error_set(error, message, "no memory for the table of %d matches", scores_count);
    for (int i = 0; i < sums.scores_count; i++)
        for (int side = 0; side < 2; side++)
            add_side(&sums, places, sums.scores[i], side);
    fill_means(&sums, places, made);
    error = rate(&sums, seed, places, made, message);
    free(sums.scores);
    if (error != OK)
        return error;
    rank(places, made);
    *places_count = made;
    return OK;
}

double superiority(const struct rank *a, const struct rank *b)
{
    double deviation = hypot(a->elo_error, b->elo_error) / normal_95;

    if (a->matches == 0 || b->matches == 0 || !(deviation > 0))
        return 0.5;
    return erfc((b->elo - a->elo) / deviation / sqrt(2)) / 2;
}
