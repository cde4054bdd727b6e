#include "bots/enemy_prior_internal.h"
#include "infer/human.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_SHIPS = 6,   /* more take too long */
    BUDGET = 6000000, /* steps for counting one component */
};

/* Against bots and against people. Even a model that is left out needs a weight: learning takes its
 * logarithm. */
static const double first_weight[2][PRIOR_MODELS] = {
    {[PRIOR_UNIFORM] = 0.5,
     [PRIOR_FREQUENCY] = 0.1,
     [PRIOR_REACTION] = 0.35,
     [PRIOR_HUMAN] = 1e-12,
     [PRIOR_AREA] = 0.05},
    {[PRIOR_UNIFORM] = 0.2,
     [PRIOR_FREQUENCY] = 0.2,
     [PRIOR_REACTION] = 0.05,
     [PRIOR_HUMAN] = 0.5,
     [PRIOR_AREA] = 0.05},
};

/* A place with less than this part of the weight of the likeliest is left out. */
static const float least_place = 1e-4f;

/* A component with a smaller part of the mixture is left out for the rest of the round. */
static const double least_weight = 0.002;

/* --- components --- */

bool enemy_prior_applies(const struct rules *rules)
{
    return rules_cells(rules) <= EXACT_CELLS && rules->ships <= MOST_SHIPS && rules->touch &&
           !rules->salvo && !rules->hints && !rules->reinforce && rules->announce == ANNOUNCE_NAME;
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

/* The weight of a place is the product of the weights of its cells, as in human.h. */
static void weigh_as_people(const struct enemy_prior *prior, struct ship_weights *weights)
{
    memset(weights, 0, sizeof *weights);
    for (int s = 0; s < prior->rules.ships; s++) {
        int kind = prior->rules.fleet[s].kind;
        const struct ship_places *places = place_model_places(prior->places, kind);

        for (int i = 0; i < places->count; i++) {
            float product = 1;

            for (wide rest = places->cells[i]; rest; rest &= rest - 1)
                product *= (float)human_weight[wide_first(rest)] / HUMAN_WEIGHT_ONE;
            weights->at[kind][places->vertical[i]][places->start[i]] = product;
        }
    }
}

/* Drops places that hardly matter, to count faster. The uniform model is always part of the
 * mixture, so no layout becomes impossible. */
static void drop_places(struct ship_weights *weights)
{
    for (int kind = 0; kind < MAX_SLOTS; kind++)
        for (int vertical = 0; vertical < 2; vertical++)
            for (int cell = 0; cell < EXACT_CELLS; cell++)
                if (weights->at[kind][vertical][cell] < least_place)
                    weights->at[kind][vertical][cell] = 0;
}

void enemy_prior_weigh_learned(struct enemy_prior *prior)
{
    place_model_weigh(prior->places, PLACE_FREQUENCY, &prior->component[PRIOR_FREQUENCY].weights);
    place_model_weigh(prior->places, PLACE_REACTION, &prior->component[PRIOR_REACTION].weights);
    for (int i = PRIOR_FREQUENCY; i <= PRIOR_REACTION; i++) {
        drop_places(&prior->component[i].weights);
        prior->component[i].is_counted = false;
    }
}

struct enemy_prior *enemy_prior_new(const struct rules *rules, bool enemy_is_person,
                                    unsigned without)
{
    struct enemy_prior *prior = calloc(1, sizeof *prior);
    struct human human;

    if (!prior)
        return NULL;
    prior->rules = *rules;
    if (!enemy_is_person || human_init(&human, rules, human_weight, NULL) != OK)
        without |= 1u << PRIOR_HUMAN;
    prior->without = without;
    prior->first_weight = first_weight[enemy_is_person];
    prior->places = place_model_new(rules);
    prior->exact = calloc(1, sizeof *prior->exact);
    if (!prior->places || !prior->exact) {
        enemy_prior_free(prior);
        return NULL;
    }
    memcpy(prior->weight, prior->first_weight, sizeof prior->weight);
    for (int r = 0; r < RATES; r++)
        memcpy(prior->rate[r].weight, prior->first_weight, sizeof prior->rate[r].weight);
    prior->first = 1;
    for (int a = 0; a < AREAS; a++)
        weigh_within(prior, area_cells(rules, a), &prior->component[PRIOR_AREA + a].weights);
    weigh_within(prior, ~(wide)0, &prior->component[PRIOR_UNIFORM].weights);
    if (!prior_is_left_out(prior, PRIOR_HUMAN))
        weigh_as_people(prior, &prior->component[PRIOR_HUMAN].weights);
    enemy_prior_weigh_learned(prior);
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

enum error enemy_prior_count(struct enemy_prior *prior, int number, const struct evidence *evidence,
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

enum error enemy_prior_count_empty(struct enemy_prior *prior, int number)
{
    struct prior_component *component = &prior->component[number];
    enum error error = OK;

    if (component->is_counted)
        return OK;
    memset(component->empty_chance, 0, sizeof component->empty_chance);
    error = enemy_prior_count(prior, number, &prior->start, &component->empty);
    if (!error && component->empty > 0)
        find_chances(prior, number, component->empty_chance);
    component->is_counted = !error;
    return error;
}

/* Counts components anew if the enemy starts with other ships than in the last round. */
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

/* The parts of the mixture when a round starts. In the first round only the uniform model and that
 * of people count. */
static void set_parts(struct enemy_prior *prior)
{
    double areas = prior_area_total(prior), sum = 0;

    for (int i = 0; i < COMPONENTS; i++) {
        struct prior_component *component = &prior->component[i];
        enum prior_model model = prior_model_of(i);

        component->prior = prior_is_left_out(prior, (int)model) ? 0 : prior->weight[model];
        if (model == PRIOR_AREA)
            component->prior *= (prior->area[i - PRIOR_AREA] + prior_area_start) / areas;
        if (!prior->has_history && model != PRIOR_UNIFORM && model != PRIOR_HUMAN)
            component->prior = 0;
        component->is_used = component->prior >= least_weight || model == PRIOR_UNIFORM;
        sum += component->is_used ? component->prior : 0;
    }
    prior->repeat = prior_is_left_out(prior, PRIOR_MODELS) ? 0 : past_layouts_chance(&prior->past);
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
    empty->sightings = 0;
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
    struct prior_component *component = &prior->component[number];
    double total;
    enum error error = enemy_prior_count_empty(prior, number);

    component->now = 0;
    if (error || component->empty <= 0)
        return error;
    if (prior->evidence.shots == 0) {
        component->now = component->prior;
        memcpy(component->chance, component->empty_chance, sizeof component->chance);
        return OK;
    }
    error = enemy_prior_count(prior, number, &prior->evidence, &total);
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

/* Leaves out the components that hardly matter any more. Returns the sum of the others. */
static double drop_light(struct enemy_prior *prior, double sum)
{
    double left = prior->repeat_now;

    for (int i = 0; i < COMPONENTS; i++) {
        struct prior_component *component = &prior->component[i];

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
        const struct prior_component *component = &prior->component[i];

        for (int cell = 0; component->is_used && cell < rules_cells(&prior->rules); cell++)
            prior->chance[cell] += component->now / sum * component->chance[cell];
    }
    if (prior->repeat_now > 0)
        add_repeats(prior, prior->repeat / past_layouts_total(&prior->past) / sum);
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

        weight[prior_model_of(i)] += now;
        sum += now;
    }
    for (int i = 0; i <= PRIOR_MODELS; i++)
        weight[i] /= sum;
}
