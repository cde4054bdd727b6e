/* The weights of single layouts. */
#include "bots/enemy_prior_internal.h"

#include <stdlib.h>
#include <string.h>

enum { WEIGHT_RANGE = 1 << 9 }; /* a layout this many times lighter than the heaviest is dropped */

/* The number of ways to swap equal ships. Components count each of them, `repeat` only one. */
static double count_ways(const struct evidence *evidence)
{
    double ways = 1;

    for (int c = 0; c < evidence->classes; c++)
        for (int i = 2; i <= evidence->ship_class[c].count; i++)
            ways *= i;
    return ways;
}

bool enemy_prior_has_at_most(const struct enemy_prior *prior, uint64_t most)
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
        if (past_ship_is(&layout->ship[i], ship))
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
        const struct prior_component *component = &prior->component[i];
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
        weight +=
            prior->repeat * find_repeat(prior, ship, ships) / past_layouts_total(&prior->past);
    return weight;
}

/* Drops the layouts that hardly count, and sets the weights of the others. */
static void keep_heavy(struct layout_list *list, const double *weight, double most)
{
    size_t ships = (size_t)list->ships;
    uint32_t kept = 0;
    double least = most;

    for (uint32_t i = 0; i < list->layouts; i++) {
        if (weight[i] < most / WEIGHT_RANGE)
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
