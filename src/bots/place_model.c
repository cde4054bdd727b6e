#include "bots/place_model.h"

#include "base/exponent.h"

#include <stdlib.h>
#include <string.h>

enum { FREQUENCIES = 3, EXPERTS = FREQUENCIES + RANKINGS };

/* Which experts a group has. */
static const struct {
    int first, count;
} groups[PLACE_GROUPS] = {{0, FREQUENCIES}, {FREQUENCIES, RANKINGS}};

/* The part of the counts of places that is kept from one round to the next, and the rounds that
 * equal counts at the start stand for. */
static const double frequency_keep[FREQUENCIES] = {1, 0.98, 0.9};
static const double frequency_start = 6;

static const double bucket_keep = 0.98;
static const double pool_start = 4, bucket_start = 4;
static const double expert_keep = 0.97, expert_share = 0.01;

/* The share of each bucket that is assumed before the second round: the enemy prefers cold places.
 */
static const double first_bucket[RANK_BUCKETS] = {0.30, 0.15, 0.15, 0.12, 0.10,
                                                  0.07, 0.05, 0.04, 0.02};

struct kind_model {
    struct ship_places places;
    double seen[FREQUENCIES][MOST_PLACES], total[FREQUENCIES];
    double bucket[RANKINGS][RANK_BUCKETS]; /* fading: how often a ship was there */
    double weight[EXPERTS];                /* adds up to 1 in each group */
    double chance[EXPERTS][MOST_PLACES];   /* of each place in the coming round */
};

struct place_model {
    struct rules rules;
    struct shot_heat heat;
    double pool[RANKINGS][RANK_BUCKETS]; /* of all kinds together */
    double trust;                        /* how much this round tells about reactions */
    struct kind_model *kind[MAX_SLOTS];  /* NULL if the fleet has none */
};

/* --- predictions ---------------------------------------------------------------------------- */

static void predict_by_frequency(struct kind_model *kind)
{
    int n = kind->places.count;

    for (int f = 0; f < FREQUENCIES; f++)
        for (int i = 0; i < n; i++)
            kind->chance[f][i] =
                (kind->seen[f][i] + frequency_start / n) / (kind->total[f] + frequency_start);
}

static double add_up(const double *number, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += number[i];
    return sum;
}

/* How often a ship of the kind is in each bucket: its own history, smoothed by that of all ships,
 * which is smoothed by what is assumed at first. */
static void mix_buckets(const struct place_model *model, const struct kind_model *kind, int ranking,
                        double share[RANK_BUCKETS])
{
    double all = add_up(model->pool[ranking], RANK_BUCKETS);
    double own = add_up(kind->bucket[ranking], RANK_BUCKETS), sum = 0;

    for (int b = 0; b < RANK_BUCKETS; b++) {
        double pooled =
            (model->pool[ranking][b] + pool_start * first_bucket[b]) / (all + pool_start);

        share[b] = (kind->bucket[ranking][b] + bucket_start * pooled) / (own + bucket_start);
        if (shot_heat_bucket_size(b, kind->places.count) == 0)
            share[b] = 0;
        sum += share[b];
    }
    for (int b = 0; b < RANK_BUCKETS; b++)
        share[b] /= sum;
}

/* The chance of each rank: the share of its bucket, divided among all ranks in it. */
static void divide_buckets(const struct place_model *model, const struct kind_model *kind,
                           int ranking, double density[RANK_BUCKETS])
{
    mix_buckets(model, kind, ranking, density);
    for (int b = 0; b < RANK_BUCKETS; b++) {
        int size = shot_heat_bucket_size(b, kind->places.count);

        density[b] = size ? density[b] / size : 0;
    }
}

/* Places of equal heat have the same chance, so it is computed once. */
static void predict_with_ties(const struct place_model *model, struct kind_model *kind, int ranking,
                              const struct heat_rank *rank)
{
    double density[RANK_BUCKETS], known[MOST_PLACES];
    double *chance = kind->chance[FREQUENCIES + ranking];
    int n = kind->places.count;

    divide_buckets(model, kind, ranking, density);
    for (int i = 0; i < n; i++)
        known[i] = -1;
    for (int i = 0; i < n; i++) {
        double part[RANK_BUCKETS] = {0}, *here = &known[rank[i].below];

        if (*here < 0) {
            *here = 0;
            shot_heat_split(rank[i].below, rank[i].ties, part);
            for (int b = 0; b < RANK_BUCKETS; b++)
                *here += part[b] * density[b];
        }
        chance[i] = *here;
    }
}

static void predict_without_ties(const struct place_model *model, struct kind_model *kind,
                                 int ranking, const struct heat_rank *rank)
{
    double density[RANK_BUCKETS], by_rank[MOST_PLACES];
    double *chance = kind->chance[FREQUENCIES + ranking];
    int n = kind->places.count;

    divide_buckets(model, kind, ranking, density);
    for (int i = 0; i < n; i++)
        by_rank[i] = density[shot_heat_bucket(i)];
    for (int i = 0; i < n; i++)
        chance[i] = by_rank[rank[i].before];
}

static void predict(struct place_model *model)
{
    struct heat_rank rank[MOST_PLACES];

    for (int k = 0; k < MAX_SLOTS; k++)
        if (model->kind[k])
            predict_by_frequency(model->kind[k]);
    for (int ranking = 0; ranking < RANKINGS; ranking++) {
        if (ranking & NO_TIES)
            continue; /* predicted together with its twin */
        for (int k = 0, length = 0; k < MAX_SLOTS; k++) {
            struct kind_model *kind = model->kind[k];

            if (!kind)
                continue;
            if (kind->places.length != length)
                shot_heat_rank(&model->heat, ranking, &kind->places, rank);
            length = kind->places.length;
            predict_with_ties(model, kind, ranking, rank);
            predict_without_ties(model, kind, ranking | NO_TIES, rank);
        }
    }
}

void place_model_weigh(const struct place_model *model, enum place_group group,
                       struct ship_weights *weights)
{
    memset(weights, 0, sizeof *weights);
    for (int k = 0; k < MAX_SLOTS; k++) {
        const struct kind_model *kind = model->kind[k];
        double mixed[MOST_PLACES], most = 0;

        for (int i = 0; kind && i < kind->places.count; i++) {
            mixed[i] = 0;
            for (int e = groups[group].first; e < groups[group].first + groups[group].count; e++)
                mixed[i] += kind->weight[e] * kind->chance[e][i];
            most = mixed[i] > most ? mixed[i] : most;
        }
        for (int i = 0; kind && i < kind->places.count; i++)
            weights->at[k][kind->places.vertical[i]][kind->places.start[i]] =
                (float)(mixed[i] / most);
    }
}

/* --- learning ------------------------------------------------------------------------------- */

/* Lets the weights of the experts in a group fade and multiplies them by the likelihoods, which are
 * given as logarithms. Each expert keeps a small share. */
static void update_weights(double *weight, const double *likelihood, enum place_group group)
{
    int first = groups[group].first, count = groups[group].count;
    double power[EXPERTS], most = -1e300, sum = 0;

    for (int e = first; e < first + count; e++) {
        power[e] = expert_keep * exponent_log2(weight[e]) + likelihood[e];
        most = power[e] > most ? power[e] : most;
    }
    for (int e = first; e < first + count; e++) {
        weight[e] = exponent_exp2(power[e] - most);
        sum += weight[e];
    }
    for (int e = first; e < first + count; e++)
        weight[e] = (1 - expert_share) * weight[e] / sum + expert_share / count;
}

/* Adds, for each expert, the logarithm of the chance that it gave to the true place among those
 * that the other ships leave free. */
static void add_likelihoods(const struct kind_model *kind, int place, wide closed,
                            double *likelihood)
{
    for (int e = 0; e < EXPERTS; e++) {
        double open = 0;

        for (int i = 0; i < kind->places.count; i++)
            if (!(kind->places.cells[i] & closed))
                open += kind->chance[e][i];
        likelihood[e] += exponent_log2(kind->chance[e][place] / open);
    }
}

static void count_bucket(struct place_model *model, struct kind_model *kind, int ranking, int below,
                         int ties)
{
    double part[RANK_BUCKETS] = {0};

    shot_heat_split(below, ties, part);
    for (int b = 0; b < RANK_BUCKETS; b++) {
        kind->bucket[ranking][b] += part[b] * model->trust;
        model->pool[ranking][b] += part[b] * model->trust;
    }
}

static void count_buckets(struct place_model *model, struct kind_model *kind, int place,
                          wide closed)
{
    for (int ranking = 0; ranking < RANKINGS; ranking++) {
        struct heat_rank rank;

        if (ranking & NO_TIES)
            continue;
        rank = shot_heat_rank_of(&model->heat, ranking, &kind->places, closed, place);
        count_bucket(model, kind, ranking, rank.below, rank.ties);
        count_bucket(model, kind, ranking | NO_TIES, rank.before, 1);
    }
}

static void count_place(struct kind_model *kind, int place)
{
    for (int f = 0; f < FREQUENCIES; f++) {
        kind->seen[f][place] += 1;
        kind->total[f] += 1;
    }
}

static void fade_kind(struct kind_model *kind)
{
    for (int f = 0; f < FREQUENCIES; f++) {
        kind->total[f] *= frequency_keep[f];
        for (int i = 0; i < kind->places.count; i++)
            kind->seen[f][i] *= frequency_keep[f];
    }
    for (int ranking = 0; ranking < RANKINGS; ranking++)
        for (int b = 0; b < RANK_BUCKETS; b++)
            kind->bucket[ranking][b] *= bucket_keep;
}

static void fade(struct place_model *model)
{
    for (int k = 0; k < MAX_SLOTS; k++)
        if (model->kind[k])
            fade_kind(model->kind[k]);
    for (int ranking = 0; ranking < RANKINGS; ranking++)
        for (int b = 0; b < RANK_BUCKETS; b++)
            model->pool[ranking][b] *= bucket_keep;
}

static wide cells_of(const struct place_model *model, struct known_ship ship)
{
    return model->kind[ship.kind]->places.cells[ship.place];
}

static void learn_places(struct place_model *model, const struct known_ship *ship, int ships)
{
    double likelihood[MAX_SLOTS][EXPERTS] = {{0}};
    bool is_seen[MAX_SLOTS] = {false};
    wide taken = 0;

    for (int i = 0; i < ships; i++)
        taken |= cells_of(model, ship[i]);
    fade(model);
    for (int i = 0; i < ships; i++) {
        struct kind_model *kind = model->kind[ship[i].kind];
        wide others = taken & ~cells_of(model, ship[i]);

        is_seen[ship[i].kind] = true;
        add_likelihoods(kind, ship[i].place, others, likelihood[ship[i].kind]);
        count_place(kind, ship[i].place);
        count_buckets(model, kind, ship[i].place, others);
    }
    for (int k = 0; k < MAX_SLOTS; k++)
        for (int group = 0; is_seen[k] && group < PLACE_GROUPS; group++)
            update_weights(model->kind[k]->weight, likelihood[k], (enum place_group)group);
}

void place_model_learn(struct place_model *model, const struct known_ship *ship, int ships,
                       const struct track *track, double trust)
{
    model->trust = trust;
    learn_places(model, ship, ships);
    shot_heat_add(&model->heat, track, &model->rules);
    predict(model);
}

/* --- the model ------------------------------------------------------------------------------ */

const struct ship_places *place_model_places(const struct place_model *model, int kind)
{
    return &model->kind[kind]->places;
}

static struct kind_model *new_kind(const struct rules *rules, int length)
{
    struct kind_model *kind = calloc(1, sizeof *kind);

    if (!kind)
        return NULL;
    ship_places_list(&kind->places, rules, length);
    for (int group = 0; group < PLACE_GROUPS; group++)
        for (int e = 0; e < groups[group].count; e++)
            kind->weight[groups[group].first + e] = 1.0 / groups[group].count;
    return kind;
}

struct place_model *place_model_new(const struct rules *rules)
{
    struct place_model *model = calloc(1, sizeof *model);

    if (!model)
        return NULL;
    model->rules = *rules;
    for (int i = 0; i < rules->ships; i++) {
        struct kind_model **kind = &model->kind[rules->fleet[i].kind];

        if (!*kind)
            *kind = new_kind(rules, rules->fleet[i].length);
        if (!*kind) {
            place_model_free(model);
            return NULL;
        }
    }
    predict(model);
    return model;
}

void place_model_free(struct place_model *model)
{
    for (int k = 0; model && k < MAX_SLOTS; k++)
        free(model->kind[k]);
    free(model);
}
