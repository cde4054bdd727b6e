/* What the prior learns when a round is over. */
#include "base/exponent.h"
#include "bots/enemy_prior_internal.h"

#include <stdlib.h>
#include <string.h>

static const double round_keep = 0.97, score_keep = 0.98;
static const double change_rate[RATES] = {0.01, 0.1, 1};
static const double first_keep = 0.93, first_least = 0.05, least_trust = 0.05;
static const double area_keep = 0.98;

/* A round makes no model less likely by more than this, as a logarithm: an enemy may make
 * exceptions.
 */
static const double most_blame = 10;

/* How well each component predicted the round, as the logarithm of the likelihood; `impossible` if
 * it ruled the round out. */
static enum error find_likelihoods(struct enemy_prior *prior, double *log)
{
    static const double impossible = -900;

    for (int i = 0; i < COMPONENTS; i++) {
        double total = 0;
        enum error error;

        log[i] = impossible;
        if (prior_is_left_out(prior, (int)prior_model_of(i)))
            continue;
        error = enemy_prior_count_empty(prior, i);
        if (!error && prior->component[i].empty > 0)
            error = enemy_prior_count(prior, i, &prior->evidence, &total);
        if (error)
            return error;
        if (total > 0)
            log[i] = exponent_log2(total / prior->component[i].empty);
    }
    return OK;
}

/* Learns which area the fleet was in, if the model of areas is right. Returns the logarithm of the
 * likelihood of that model. */
static double learn_areas(struct enemy_prior *prior, const double *log)
{
    double total = prior_area_total(prior), part[AREAS], most = log[0], sum = 0;

    for (int a = 1; a < AREAS; a++)
        most = log[a] > most ? log[a] : most;
    for (int a = 0; a < AREAS; a++) {
        part[a] = (prior->area[a] + prior_area_start) / total * exponent_exp2(log[a] - most);
        sum += part[a];
    }
    for (int a = 0; a < AREAS; a++)
        prior->area[a] = prior->area[a] * area_keep + part[a] / sum;
    return most + exponent_log2(sum);
}

/* Bayes' rule: the chance of each model after the round, from the chances before. Returns the
 * logarithm of the likelihood of the round. */
static double judge(const double *before, const double *log, double *after)
{
    double most = -1e300, sum = 0;

    for (int m = 0; m < PRIOR_MODELS; m++) {
        after[m] = exponent_log2(before[m]) + log[m];
        most = after[m] > most ? after[m] : most;
    }
    for (int m = 0; m < PRIOR_MODELS; m++) {
        after[m] = exponent_exp2(after[m] - most);
        sum += after[m];
    }
    for (int m = 0; m < PRIOR_MODELS; m++)
        after[m] /= sum;
    return most + exponent_log2(sum);
}

/* How often the enemy has followed each model, as far as we know, as shares that add up to 1. */
static void find_habits(struct enemy_prior *prior, const double *now, double *habit)
{
    double total = 0;

    prior->first *= first_keep;
    if (prior->first < first_least)
        prior->first = first_least;
    for (int m = 0; m < PRIOR_MODELS; m++) {
        prior->rounds[m] = prior->rounds[m] * round_keep + now[m];
        habit[m] = prior->rounds[m] + prior->first * prior->first_weight[m];
        total += habit[m];
    }
    for (int m = 0; m < PRIOR_MODELS; m++)
        habit[m] /= total;
}

/* Mixes the opinions about how often the enemy changes its model, by how well they predicted. */
static void mix_rates(struct enemy_prior *prior)
{
    double sum = 0, most = -1e300;

    for (int r = 0; r < RATES; r++)
        most = prior->rate[r].score > most ? prior->rate[r].score : most;
    memset(prior->weight, 0, sizeof prior->weight);
    for (int r = 0; r < RATES; r++) {
        double part = exponent_exp2(prior->rate[r].score - most);

        sum += part;
        for (int m = 0; m < PRIOR_MODELS; m++)
            prior->weight[m] += part * prior->rate[r].weight[m];
    }
    for (int m = 0; m < PRIOR_MODELS; m++)
        prior->weight[m] /= sum;
}

/* After each round an enemy keeps its model, or with a chance of `change_rate` draws a new one by
 * its habits. */
static void learn_models(struct enemy_prior *prior, const double *likelihood)
{
    double log[PRIOR_MODELS], now[PRIOR_MODELS], habit[PRIOR_MODELS];

    memcpy(log, likelihood, sizeof log);
    log[PRIOR_AREA] = learn_areas(prior, likelihood + PRIOR_AREA);
    for (int m = 0; m < PRIOR_MODELS; m++)
        if (log[m] < log[PRIOR_UNIFORM] - most_blame)
            log[m] = log[PRIOR_UNIFORM] - most_blame;
    judge(prior->weight, log, now);
    find_habits(prior, now, habit);
    prior->trust = now[PRIOR_REACTION];
    for (int r = 0; r < RATES; r++) {
        struct prior_rate *rate = &prior->rate[r];
        double after[PRIOR_MODELS];

        rate->score = score_keep * rate->score + judge(rate->weight, log, after);
        for (int m = 0; m < PRIOR_MODELS; m++)
            rate->weight[m] = (1 - change_rate[r]) * after[m] + change_rate[r] * habit[m];
    }
    mix_rates(prior);
}

/* The expected number of ships of a class at a place. The counts are in prior->exact: weights, or
 * layouts if they were counted without. */
static double chance_of_place(const struct enemy_prior *prior, int c,
                              const struct ship_places *places, int place)
{
    const struct exact_count *exact = prior->exact;
    int start = places->start[place], vertical = places->vertical[place];

    return exact->flat.is_weighted
               ? exact_count_share(exact, c, start, vertical)
               : wide_ratio(exact_count_at(exact, c, start, vertical), exact->layouts);
}

/* The places of a class with a chance of more than one half. The counts are in prior->exact. */
static int find_class(const struct enemy_prior *prior, int c, struct known_ship *ship)
{
    int kind = prior->evidence.ship_class[c].kind, found = 0;
    const struct ship_places *places = place_model_places(prior->places, kind);

    for (int i = 0; i < places->count && found < prior->evidence.ship_class[c].count; i++)
        if (chance_of_place(prior, c, places, i) > 0.5)
            ship[found++] = (struct known_ship){(uint8_t)kind, (uint16_t)i};
    return found;
}

/* Finds the ships whose places are almost known, by the component that predicted best. */
static int find_ships(struct enemy_prior *prior, const double *log, struct known_ship *ship)
{
    int best = PRIOR_UNIFORM, found = 0;
    double total;

    for (int i = 0; i < COMPONENTS; i++)
        if (log[i] > log[best])
            best = i;
    if (enemy_prior_count(prior, best, &prior->evidence, &total) != OK || total <= 0)
        return 0;
    for (int c = 0; c < prior->evidence.classes; c++)
        found += find_class(prior, c, ship + found);
    return found;
}

static void learn_layout(struct enemy_prior *prior, const struct known_ship *ship, int ships)
{
    struct past_ship at[MAX_SLOTS];

    for (int i = 0; i < ships; i++) {
        const struct ship_places *places = place_model_places(prior->places, ship[i].kind);

        at[i] = (struct past_ship){ship[i].kind, places->start[ship[i].place],
                                   places->vertical[ship[i].place]};
    }
    past_layouts_add(&prior->past, at, ships);
}

/* Learns from the answers in a view. Later rounds may be reactions to our shots in `track`. */
static void learn_round(struct enemy_prior *prior, const struct view *view,
                        const struct track *track)
{
    struct known_ship ship[MAX_SLOTS];
    double log[COMPONENTS];
    int ships;

    if (view->tracking.shots == 0 || enemy_prior_start(prior, view) != OK ||
        evidence_from_view(view, &prior->evidence, NULL) != OK ||
        find_likelihoods(prior, log) != OK)
        return;
    ships = find_ships(prior, log, ship);
    if (prior->has_history || !prior_is_left_out(prior, PRIOR_HUMAN))
        learn_models(prior, log);
    if (ships == prior->evidence.ships)
        learn_layout(prior, ship, ships);
    place_model_learn(prior->places, ship, ships, track,
                      least_trust + (1 - least_trust) * prior->trust);
    enemy_prior_weigh_learned(prior);
    prior->has_history = true;
}

/* Sweeps are left out: they cannot be counted with weights, and shots say more. */
void enemy_prior_learn(struct enemy_prior *prior, const struct view *view)
{
    struct view *shots = malloc(sizeof *shots);

    if (!shots)
        return;
    *shots = *view;
    shots->sightings = 0;
    learn_round(prior, shots, &view->tracking);
    free(shots);
}

/* The fleet is learned as if every cell of it had been shot, but not as a reaction to such shots.
 * Wrecks are left out, as in a game. */
void enemy_prior_study(struct enemy_prior *prior, const struct layout *layout)
{
    static const struct track no_shots;
    const struct rules *rules = &prior->rules;
    struct status status = {.started = 1, .turn = SIDE_A, .winner = NOBODY};
    struct move move = {.kind = MOVE_FIRE, .count = 1};
    struct view *view = malloc(sizeof *view);
    uint64_t wrecked = layout_wrecked(layout, rules);
    uint8_t afloat[MAX_SLOTS] = {0};

    if (!view)
        return;
    for (int ship = 0; ship < rules->ships; ship++)
        if (!(wrecked >> ship & 1))
            afloat[rules->fleet[ship].kind]++;
    view_init(view, rules, SIDE_A);
    view_start(view, &status, afloat);
    for (int ship = 0; ship < rules->ships; ship++) {
        int cells[MAX_LENGTH];
        int count = placement_cells(layout->ship[ship], rules->fleet[ship].length, rules, cells);

        for (int i = 0; i < count && !(wrecked >> ship & 1); i++) {
            bool sinks = i == count - 1;
            struct event event = {.kind = EVENT_SHOT,
                                  .answer = sinks ? ANSWER_SUNK : ANSWER_HIT,
                                  .ship = sinks ? rules->fleet[ship].kind : NO_SHIP,
                                  .cell = (uint16_t)cells[i]};

            view_event(view, SIDE_A, &move, &event);
        }
    }
    learn_round(prior, view, &no_shots);
    free(view);
}
