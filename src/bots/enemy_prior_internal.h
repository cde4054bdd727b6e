/* What the parts of the prior share: enemy_prior.c has the models and a round of play,
 * enemy_prior_list.c the weights of single layouts, and enemy_prior_learn.c the end of a round. */
#ifndef BROADSIDE_BOTS_ENEMY_PRIOR_INTERNAL_H
#define BROADSIDE_BOTS_ENEMY_PRIOR_INTERNAL_H

#include "bots/enemy_prior.h"
#include "bots/place_model.h"

enum {
    RATES = 3,
    AREAS = 8, /* four halves, four quarters */
    COMPONENTS = PRIOR_AREA + AREAS,
};

/* The rounds that each area counts for at first. */
static const double prior_area_start = 0.5;

/* A model, or one area of the model of areas. */
struct prior_component {
    struct ship_weights weights;
    bool is_counted; /* `empty` and `empty_chance` are up to date */
    bool is_used;    /* in this round, so far */
    double empty;    /* total weight of all layouts */
    double prior;    /* its part of the mixture when the round starts */
    double now;      /* its part after the evidence, not normalised */
    double empty_chance[EXACT_CELLS], chance[EXACT_CELLS];
};

/* An opinion about how often the enemy changes its model. */
struct prior_rate {
    double score;                /* fading: the logarithm of how well it predicted */
    double weight[PRIOR_MODELS]; /* adds up to 1 */
};

struct enemy_prior {
    struct rules rules;
    const double *first_weight; /* how much each model counts at first */
    unsigned without;
    bool has_history;
    double rounds[PRIOR_MODELS]; /* fading: rounds in which the enemy followed the model */
    double first;                /* what `first_weight` counts for, in rounds */
    struct prior_rate rate[RATES];
    double weight[PRIOR_MODELS]; /* of all rates together */
    double trust;                /* how likely the last round was a reaction */
    double area[AREAS];          /* fading: rounds in which the fleet was there */
    struct prior_component component[COMPONENTS];
    struct past_layouts past;
    double repeat, repeat_now; /* as `prior` and `now` of a component */
    double layouts;            /* that explain the evidence */
    struct place_model *places;
    struct exact_count *exact;
    struct evidence start, evidence; /* start: without shots */
    uint8_t fleet[MAX_SLOTS];        /* ships of each kind that `empty` of components is for */
    double chance[EXACT_CELLS];
};

static inline enum prior_model prior_model_of(int component)
{
    return component < PRIOR_AREA ? (enum prior_model)component : PRIOR_AREA;
}

static inline bool prior_is_left_out(const struct enemy_prior *prior, int model)
{
    return prior->without >> model & 1;
}

static inline double prior_area_total(const struct enemy_prior *prior)
{
    double total = 0;

    for (int a = 0; a < AREAS; a++)
        total += prior->area[a] + prior_area_start;
    return total;
}

/* The total weight of the layouts that explain the evidence: 0 if there is none. Leaves the counts
 * in prior->exact. The uniform model is counted without weights, which is several times as fast. */
enum error enemy_prior_count(struct enemy_prior *prior, int number, const struct evidence *evidence,
                             double *total);

/* Finds `empty` and `empty_chance` of a component, unless they are up to date. */
enum error enemy_prior_count_empty(struct enemy_prior *prior, int number);

/* Sets the weights of the models that learn, for the next round. */
void enemy_prior_weigh_learned(struct enemy_prior *prior);

#endif
