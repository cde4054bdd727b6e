#include "bots/enemy_prior.h"

#include "base/exponent.h"
#include "bots/place_model.h"

#include <stdlib.h>
#include <string.h>

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

enum {
    RATES = 3,
    AREAS = 8, /* four halves, four quarters */
    COMPONENTS = PRIOR_AREA + AREAS,
    MOST_SHIPS = 6,       /* more take too long */
    BUDGET = 6000000,     /* of counting one component */
    MOST_DROPPED = 1 << 9 /* a layout that weighs less than one in this many is dropped */
};

static const double first_weight[PRIOR_MODELS] = {0.5, 0.1, 0.35, 0.05};
static const double round_keep = 0.97, score_keep = 0.98;
static const double change_rate[RATES] = {0.01, 0.1, 1};
static const double first_keep = 0.93, first_least = 0.05, least_trust = 0.05;
static const double area_keep = 0.98, area_start = 0.5;

/* No model is blamed for more than this, as a logarithm: an enemy may have exceptions. */
static const double most_blame = 10;

/* A place with less than this part of the weight of the likeliest is left out. */
static const float least_place = 1e-4f;

/* A component with a smaller part of the mixture is left out for the rest of the round. */
static const double least_weight = 0.002;

/* A model, or one area of the model of areas. */
struct component {
    struct ship_weights weights;
    bool is_counted; /* `empty` is up to date */
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
    unsigned without;
    bool has_history;
    double rounds[PRIOR_MODELS]; /* fading: rounds that the model explains best */
    double first;                /* what first_weight counts for, in rounds */
    struct prior_rate rate[RATES];
    double weight[PRIOR_MODELS]; /* of all rates together */
    double trust;                /* how likely the last round was a reaction */
    double area[AREAS];          /* fading: rounds in which the fleet was there */
    struct component component[COMPONENTS];
    struct past_layouts past;
    double repeat, repeat_now; /* as `prior` and `now` of a component */
    double layouts;            /* that explain the evidence */
    struct place_model *places;
    struct exact_count *exact;
    struct evidence start, evidence; /* start: without shots */
    uint8_t fleet[MAX_SLOTS];        /* ships of each kind, for which components are counted */
    double chance[EXACT_CELLS];
};

static enum prior_model model_of(int component)
{
    return component < PRIOR_AREA ? (enum prior_model)component : PRIOR_AREA;
}

/* --- components --- */

bool enemy_prior_applies(const struct rules *rules)
{
    return rules_cells(rules) <= EXACT_CELLS && rules->ships <= MOST_SHIPS && rules->touch &&
           !rules->salvo && !rules->specials && !rules->hints && !rules->reinforce &&
           rules->announce == ANNOUNCE_NAME;
}

/* The cells of a half or a quarter. */
static wide area_cells(const struct rules *rules, int area)
{
    int middle_column = rules->width / 2, middle_row = rules->height / 2;
    wide cells = 0;

    for (int row = 0; row < rules->height; row++)
        for (int column = 0; column < rules->width; column++) {
            bool left = column < middle_column, top = row < middle_row;
            bool right = column >= rules->width - middle_column;
            bool bottom = row >= rules->height - middle_row;
            bool in[AREAS] = {left,           right,          top,
                              bottom,         left && top,    right && top,
                              left && bottom, right && bottom};

            if (in[area])
                cells |= wide_bit(row * rules->width + column);
        }
    return cells;
}

/* Weight 1 for every place within the cells. */
static void weigh_within(const struct enemy_prior *prior, wide cells, struct ship_weights *weights)
{
    memset(weights, 0, sizeof *weights);
    for (int s = 0; s < prior->rules.ships; s++) {
        int kind = prior->rules.fleet[s].kind;
        const struct ship_places *places = place_model_places(prior->places, kind);

        for (int i = 0; i < places->count; i++)
            if (!(places->cells[i] & ~cells))
                weights->at[kind][places->vertical[i]][places->start[i]] = 1;
    }
}

/* Rules out places that hardly count, to count faster. The uniform model is never left out, so no
 * layout is impossible. */
static void drop_places(struct ship_weights *weights)
{
    for (int kind = 0; kind < MAX_SLOTS; kind++)
        for (int vertical = 0; vertical < 2; vertical++)
            for (int cell = 0; cell < EXACT_CELLS; cell++)
                if (weights->at[kind][vertical][cell] < least_place)
                    weights->at[kind][vertical][cell] = 0;
}

static void weigh_learned(struct enemy_prior *prior)
{
    place_model_weigh(prior->places, PLACE_FREQUENCY, &prior->component[PRIOR_FREQUENCY].weights);
    place_model_weigh(prior->places, PLACE_REACTION, &prior->component[PRIOR_REACTION].weights);
    for (int i = PRIOR_FREQUENCY; i <= PRIOR_REACTION; i++) {
        drop_places(&prior->component[i].weights);
        prior->component[i].is_counted = false;
    }
}

struct enemy_prior *enemy_prior_new(const struct rules *rules, unsigned without)
{
    struct enemy_prior *prior = calloc(1, sizeof *prior);

    if (!prior)
        return NULL;
    prior->rules = *rules;
    prior->without = without;
    prior->places = place_model_new(rules);
    prior->exact = calloc(1, sizeof *prior->exact);
    if (!prior->places || !prior->exact) {
        enemy_prior_free(prior);
        return NULL;
    }
    memcpy(prior->weight, first_weight, sizeof prior->weight);
    for (int r = 0; r < RATES; r++)
        memcpy(prior->rate[r].weight, first_weight, sizeof prior->rate[r].weight);
    prior->first = 1;
    for (int a = 0; a < AREAS; a++)
        weigh_within(prior, area_cells(rules, a), &prior->component[PRIOR_AREA + a].weights);
    weigh_within(prior, ~(wide)0, &prior->component[PRIOR_UNIFORM].weights);
    weigh_learned(prior);
    return prior;
}

void enemy_prior_free(struct enemy_prior *prior)
{
    if (!prior)
        return;
    place_model_free(prior->places);
    free(prior->exact);
    free(prior);
}

/* --- a round --- */

/* The total weight of the layouts that explain the evidence: 0 if there is none. Leaves the counts
 * in prior->exact. Without weights, counting is several times as fast. */
static enum error count(struct enemy_prior *prior, int number, const struct evidence *evidence,
                        double *total)
{
    struct exact_count *exact = prior->exact;
    bool is_uniform = number == PRIOR_UNIFORM;
    enum error error =
        is_uniform ? exact_count_run(exact, evidence, BUDGET, NULL)
                   : exact_count_run_weighted(exact, evidence, &prior->component[number].weights,
                                              BUDGET, NULL);

    if (error)
        *total = 0;
    else
        *total = is_uniform ? wide_ratio(exact->layouts, 1) : exact->flat.weight;
    return error == ERR_MISMATCH ? OK : error;
}

/* The chance of each cell to be covered, after counting. */
static void find_chances(const struct enemy_prior *prior, int number, double *chance)
{
    const struct exact_count *exact = prior->exact;

    if (number != PRIOR_UNIFORM)
        exact_count_chances(exact, chance);
    for (int cell = 0; number == PRIOR_UNIFORM && cell < rules_cells(&prior->rules); cell++)
        chance[cell] = wide_ratio(exact->flat.cover[cell], exact->layouts);
}

/* Counts all layouts, unless that is done. */
static enum error count_empty(struct enemy_prior *prior, int number)
{
    struct component *component = &prior->component[number];
    enum error error = OK;

    if (component->is_counted)
        return OK;
    memset(component->empty_chance, 0, sizeof component->empty_chance);
    error = count(prior, number, &prior->start, &component->empty);
    if (!error && component->empty > 0)
        find_chances(prior, number, component->empty_chance);
    component->is_counted = !error;
    return error;
}

/* Components are counted anew if the enemy starts with other ships than in the last round. */
static void note_fleet(struct enemy_prior *prior)
{
    uint8_t fleet[MAX_SLOTS] = {0};

    for (int c = 0; c < prior->start.classes; c++)
        fleet[prior->start.ship_class[c].kind] += prior->start.ship_class[c].count;
    if (memcmp(fleet, prior->fleet, sizeof fleet) == 0)
        return;
    memcpy(prior->fleet, fleet, sizeof fleet);
    for (int i = 0; i < COMPONENTS; i++)
        prior->component[i].is_counted = false;
}

static bool is_left_out(const struct enemy_prior *prior, int model)
{
    return prior->without >> model & 1;
}

static double area_total(const struct enemy_prior *prior)
{
    double total = 0;

    for (int a = 0; a < AREAS; a++)
        total += prior->area[a] + area_start;
    return total;
}

/* The parts of the mixture when a round starts. In the first round there is nothing to tell the
 * models apart, except areas. */
static void set_parts(struct enemy_prior *prior)
{
    double areas = area_total(prior), sum = 0;

    for (int i = 0; i < COMPONENTS; i++) {
        struct component *component = &prior->component[i];
        enum prior_model model = model_of(i);

        component->prior = is_left_out(prior, (int)model) ? 0 : prior->weight[model];
        if (model == PRIOR_AREA)
            component->prior *= (prior->area[i - PRIOR_AREA] + area_start) / areas;
        if (!prior->has_history)
            component->prior = model == PRIOR_UNIFORM;
        component->is_used = component->prior >= least_weight || model == PRIOR_UNIFORM;
        sum += component->is_used ? component->prior : 0;
    }
    prior->repeat = is_left_out(prior, PRIOR_MODELS) ? 0 : past_layouts_chance(&prior->past);
    if (prior->repeat < least_weight / 2)
        prior->repeat = 0;
    for (int i = 0; i < COMPONENTS; i++)
        prior->component[i].prior *= (1 - prior->repeat) / sum;
}

enum error enemy_prior_start(struct enemy_prior *prior, const struct view *view)
{
    struct view *empty = malloc(sizeof *empty);
    enum error error;

    if (!empty)
        return ERR_MEMORY;
    *empty = *view;
    for (int i = 0; i < view->tracking.shots; i++)
        if (view->tracking.order[i].answer == ANSWER_SUNK)
            empty->enemy_afloat[view->tracking.order[i].ship]++;
    empty->tracking = (struct track){.shots = 0};
    error = evidence_from_view(empty, &prior->start, NULL);
    free(empty);
    if (error)
        return error;
    note_fleet(prior);
    set_parts(prior);
    past_layouts_start(&prior->past);
    return OK;
}

bool enemy_prior_is_uniform(const struct enemy_prior *prior)
{
    for (int i = 0; i < COMPONENTS; i++)
        if (i != PRIOR_UNIFORM && prior->component[i].is_used)
            return false;
    return prior->repeat <= 0;
}

static enum error update_component(struct enemy_prior *prior, int number)
{
    struct component *component = &prior->component[number];
    double total;
    enum error error = count_empty(prior, number);

    component->now = 0;
    if (error || component->empty <= 0)
        return error;
    if (prior->evidence.shots == 0) {
        component->now = component->prior;
        memcpy(component->chance, component->empty_chance, sizeof component->chance);
        return OK;
    }
    error = count(prior, number, &prior->evidence, &total);
    if (!error && total > 0) {
        component->now = component->prior * (total / component->empty);
        find_chances(prior, number, component->chance);
        if (number == PRIOR_UNIFORM)
            prior->layouts = total;
    }
    return error;
}

/* Adds the chances of the layouts of earlier rounds. */
static void add_repeats(struct enemy_prior *prior, double all)
{
    int width = prior->rules.width;

    for (int i = 0; i < prior->past.count; i++) {
        const struct past_layout *layout = &prior->past.layout[i];

        for (int s = 0; s < layout->ships && layout->possible; s++) {
            const struct past_ship *ship = &layout->ship[s];
            int step = ship->vertical ? width : 1;

            for (int k = 0; k < place_model_places(prior->places, ship->kind)->length; k++)
                prior->chance[ship->start + k * step] += layout->weight * all;
        }
    }
}

static double past_total(const struct past_layouts *past)
{
    double total = 0;

    for (int i = 0; i < past->count; i++)
        total += past->layout[i].weight;
    return total;
}

/* Leaves out the components that hardly count any more. Returns the sum of what is left. */
static double drop_light(struct enemy_prior *prior, double sum)
{
    double left = prior->repeat_now;

    for (int i = 0; i < COMPONENTS; i++) {
        struct component *component = &prior->component[i];

        component->is_used =
            component->is_used && (component->now >= least_weight * sum || i == PRIOR_UNIFORM);
        left += component->is_used ? component->now : 0;
    }
    return left;
}

static void mix_chances(struct enemy_prior *prior, double sum)
{
    memset(prior->chance, 0, sizeof prior->chance);
    for (int i = 0; i < COMPONENTS; i++) {
        const struct component *component = &prior->component[i];

        for (int cell = 0; component->is_used && cell < rules_cells(&prior->rules); cell++)
            prior->chance[cell] += component->now / sum * component->chance[cell];
    }
    if (prior->repeat_now > 0)
        add_repeats(prior, prior->repeat / past_total(&prior->past) / sum);
}

enum error enemy_prior_update(struct enemy_prior *prior, const struct evidence *evidence)
{
    double sum = 0;

    prior->evidence = *evidence;
    for (int i = 0; i < COMPONENTS; i++) {
        enum error error = OK;

        if (prior->component[i].is_used)
            error = update_component(prior, i);
        if (error)
            return error;
        sum += prior->component[i].is_used ? prior->component[i].now : 0;
    }
    prior->repeat_now =
        prior->repeat > 0 ? prior->repeat * past_layouts_match(&prior->past, &prior->evidence) : 0;
    sum += prior->repeat_now;
    if (sum <= 0)
        return ERR_MISMATCH;
    mix_chances(prior, drop_light(prior, sum));
    return OK;
}

double enemy_prior_chance(const struct enemy_prior *prior, int cell)
{
    return prior->chance[cell];
}

void enemy_prior_weights(const struct enemy_prior *prior, double weight[PRIOR_MODELS + 1])
{
    double sum = prior->repeat_now;

    memset(weight, 0, (PRIOR_MODELS + 1) * sizeof *weight);
    weight[PRIOR_MODELS] = prior->repeat_now;
    for (int i = 0; i < COMPONENTS; i++) {
        double now = prior->component[i].is_used ? prior->component[i].now : 0;

        weight[model_of(i)] += now;
        sum += now;
    }
    for (int i = 0; i <= PRIOR_MODELS; i++)
        weight[i] /= sum;
}

/* --- listed layouts --- */

/* The ways to swap equal ships: components count each of them, but a repeated layout is one. */
static double count_ways(const struct evidence *evidence)
{
    double ways = 1;

    for (int c = 0; c < evidence->classes; c++)
        for (int i = 2; i <= evidence->ship_class[c].count; i++)
            ways *= i;
    return ways;
}

bool enemy_prior_layouts(const struct enemy_prior *prior, uint64_t most)
{
    return prior->evidence.shots > 0 &&
           prior->layouts <= (double)most * count_ways(&prior->evidence);
}

static struct past_ship ship_at(const struct enemy_prior *prior, const struct evidence *evidence,
                                const struct listed_berth *berth)
{
    bool vertical = berth->length > 1 && berth->cell[1] == berth->cell[0] + prior->rules.width &&
                    prior->rules.width > 1;

    return (struct past_ship){evidence->ship_class[berth->ship_class].kind, (uint8_t)berth->cell[0],
                              vertical};
}

static bool has_ship(const struct past_layout *layout, const struct past_ship *ship)
{
    for (int i = 0; i < layout->ships; i++)
        if (layout->ship[i].kind == ship->kind && layout->ship[i].start == ship->start &&
            layout->ship[i].vertical == ship->vertical)
            return true;
    return false;
}

/* The weight of this layout among those of earlier rounds, if it is one that is still possible. */
static double find_repeat(const struct enemy_prior *prior, const struct past_ship *ship, int ships)
{
    for (int i = 0; i < prior->past.count; i++) {
        const struct past_layout *layout = &prior->past.layout[i];
        int found = 0;

        if (!layout->possible || layout->ships != ships)
            continue;
        while (found < ships && has_ship(layout, &ship[found]))
            found++;
        if (found == ships)
            return layout->weight;
    }
    return 0;
}

double enemy_prior_of(const struct enemy_prior *prior, const struct past_ship *ship, int ships)
{
    double weight = 0;

    for (int i = 0; i < COMPONENTS; i++) {
        const struct component *component = &prior->component[i];
        double product;

        if (!component->is_used || component->empty <= 0)
            continue;
        product = component->prior / component->empty;
        for (int s = 0; s < ships && product > 0; s++)
            product *= (double)component->weights.at[ship[s].kind][ship[s].vertical][ship[s].start];
        weight += product;
    }
    weight *= count_ways(&prior->start);
    if (prior->repeat_now > 0)
        weight += prior->repeat * find_repeat(prior, ship, ships) / past_total(&prior->past);
    return weight;
}

/* Drops the layouts that hardly count, and sets the weights of the others. */
static void keep_heavy(struct layout_list *list, const double *weight, double most)
{
    size_t ships = (size_t)list->ships;
    uint32_t kept = 0;
    double least = most;

    for (uint32_t i = 0; i < list->layouts; i++) {
        if (weight[i] < most / MOST_DROPPED)
            continue;
        least = weight[i] < least ? weight[i] : least;
        memmove(list->at + kept * ships, list->at + i * ships, ships * sizeof *list->at);
        list->weight[kept++] = (uint64_t)(weight[i] / most * 65536);
    }
    list->layouts = kept;
    list->weighted = least < most * 0.999;
}

/* Finds the weight of every listed layout. Returns the largest. */
static double weigh_all(const struct enemy_prior *prior, const struct evidence *evidence,
                        const struct layout_list *list, double *weight)
{
    double most = 0;

    for (uint32_t i = 0; i < list->layouts; i++) {
        const uint16_t *berth = list->at + (size_t)i * (size_t)list->ships;
        struct past_ship ship[MAX_SLOTS];

        for (int s = 0; s < list->ships; s++)
            ship[s] = ship_at(prior, evidence, &list->berth[berth[s]]);
        weight[i] = enemy_prior_of(prior, ship, list->ships);
        most = weight[i] > most ? weight[i] : most;
    }
    return most;
}

enum error enemy_prior_weigh(const struct enemy_prior *prior, const struct evidence *evidence,
                             struct layout_list *list)
{
    double *weight = malloc((size_t)list->layouts * sizeof *weight), most = 0;
    enum error error = weight ? layout_list_make_weights(list) : ERR_MEMORY;

    if (!error) {
        most = weigh_all(prior, evidence, list, weight);
        error = most > 0 ? OK : ERR_MISMATCH;
    }
    if (!error)
        keep_heavy(list, weight, most);
    free(weight);
    return error;
}

/* --- learning --- */

/* How well each component predicted the round, as the logarithm of the likelihood; a component that
 * ruled it out gets the least. */
static enum error find_likelihoods(struct enemy_prior *prior, double *log)
{
    static const double impossible = -900;

    for (int i = 0; i < COMPONENTS; i++) {
        double total = 0;
        enum error error = count_empty(prior, i);

        if (!error && prior->component[i].empty > 0)
            error = count(prior, i, &prior->evidence, &total);
        if (error)
            return error;
        log[i] = total > 0 ? exponent_log2(total / prior->component[i].empty) : impossible;
    }
    return OK;
}

/* Areas: how likely each was, given that the model is right. Returns the log likelihood. */
static double learn_areas(struct enemy_prior *prior, const double *log)
{
    double total = area_total(prior), part[AREAS], most = log[0], sum = 0;

    for (int a = 1; a < AREAS; a++)
        most = log[a] > most ? log[a] : most;
    for (int a = 0; a < AREAS; a++) {
        part[a] = (prior->area[a] + area_start) / total * exponent_exp2(log[a] - most);
        sum += part[a];
    }
    for (int a = 0; a < AREAS; a++)
        prior->area[a] = prior->area[a] * area_keep + part[a] / sum;
    return most + exponent_log2(sum);
}

/* The chance of each model after the round, if these were the chances before. Returns the logarithm
 * of how well they predicted it. */
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

/* How often the enemy has followed each model, as far as we know. */
static void find_habits(struct enemy_prior *prior, const double *now, double *habit)
{
    double total = 0;

    prior->first *= first_keep;
    if (prior->first < first_least)
        prior->first = first_least;
    for (int m = 0; m < PRIOR_MODELS; m++) {
        prior->rounds[m] = prior->rounds[m] * round_keep + now[m];
        habit[m] = prior->rounds[m] + prior->first * first_weight[m];
        total += habit[m];
    }
    for (int m = 0; m < PRIOR_MODELS; m++)
        habit[m] /= total;
}

/* Mixes the opinions of enemies that seldom change their model and those that often do. */
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

/* After each round an enemy keeps to its model, or with a chance of `change_rate` chooses one anew
 * by its habits. */
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

/* The likeliest places of a class: those with a chance of at least one half. The counts are in
 * prior->exact. */
static int find_class(const struct enemy_prior *prior, int c, struct known_ship *ship)
{
    int kind = prior->evidence.ship_class[c].kind, found = 0;
    const struct ship_places *places = place_model_places(prior->places, kind);

    for (int i = 0; i < places->count && found < prior->evidence.ship_class[c].count; i++)
        if (chance_of_place(prior, c, places, i) > 0.5)
            ship[found++] = (struct known_ship){(uint8_t)kind, (uint16_t)i};
    return found;
}

/* Finds the ships whose places are known, by the component that predicted best. */
static int find_ships(struct enemy_prior *prior, const double *log, struct known_ship *ship)
{
    int best = PRIOR_UNIFORM, found = 0;
    double total;

    for (int i = 0; i < COMPONENTS; i++)
        if (log[i] > log[best])
            best = i;
    if (count(prior, best, &prior->evidence, &total) != OK || total <= 0)
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

void enemy_prior_learn(struct enemy_prior *prior, const struct view *view)
{
    struct known_ship ship[MAX_SLOTS];
    double log[COMPONENTS];
    int ships;

    if (view->tracking.shots == 0 || enemy_prior_start(prior, view) != OK ||
        evidence_from_view(view, &prior->evidence, NULL) != OK ||
        find_likelihoods(prior, log) != OK)
        return;
    ships = find_ships(prior, log, ship);
    if (prior->has_history)
        learn_models(prior, log);
    if (ships == prior->evidence.ships)
        learn_layout(prior, ship, ships);
    place_model_learn(prior->places, ship, ships, &view->tracking,
                      least_trust + (1 - least_trust) * prior->trust);
    weigh_learned(prior);
    prior->has_history = true;
}
