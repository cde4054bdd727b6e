#include "bots/past_layouts.h"

#include <string.h>

static const double layout_keep = 0.995, round_keep = 0.98;
static const double first_repeats = 0.05, first_rounds = 1;

static bool is_same(const struct past_layout *layout, const struct past_ship *ship, int ships)
{
    if (layout->ships != ships)
        return false;
    for (int i = 0; i < ships; i++)
        if (!past_ship_is(&layout->ship[i], &ship[i]))
            return false;
    return true;
}

/* An entry for a new layout: if the list is full, that of the lightest one. */
static struct past_layout *make_room(struct past_layouts *past)
{
    struct past_layout *lightest = &past->layout[0];

    if (past->count < PAST_LAYOUTS)
        return &past->layout[past->count++];
    for (int i = 1; i < PAST_LAYOUTS; i++)
        if (past->layout[i].weight < lightest->weight)
            lightest = &past->layout[i];
    return lightest;
}

void past_layouts_add(struct past_layouts *past, const struct past_ship *ship, int ships)
{
    struct past_layout *found = NULL;

    if (ships > PAST_SHIPS)
        return;
    past->repeats *= round_keep;
    past->rounds = past->rounds * round_keep + 1;
    for (int i = 0; i < past->count; i++) {
        past->layout[i].weight *= layout_keep;
        if (is_same(&past->layout[i], ship, ships))
            found = &past->layout[i];
    }
    if (found) {
        past->repeats += 1;
        found->weight += 1;
        return;
    }
    found = make_room(past);
    found->weight = 1;
    found->ships = (uint8_t)ships;
    memcpy(found->ship, ship, (size_t)ships * sizeof *ship);
}

double past_layouts_chance(const struct past_layouts *past)
{
    return past->count > 0 ? (past->repeats + first_repeats) / (past->rounds + first_rounds) : 0;
}

double past_layouts_total(const struct past_layouts *past)
{
    double total = 0;

    for (int i = 0; i < past->count; i++)
        total += past->layout[i].weight;
    return total;
}

void past_layouts_start(struct past_layouts *past)
{
    for (int i = 0; i < past->count; i++)
        past->layout[i].possible = true;
}

static int class_of(const struct evidence *evidence, int kind)
{
    for (int c = 0; c < evidence->classes; c++)
        if (evidence->ship_class[c].kind == kind)
            return c;
    return -1;
}

/* Does the layout explain every answer? Its ships must be those that the enemy has. */
static bool explains(const struct past_layout *layout, const struct evidence *evidence)
{
    int width = evidence->rules.width, hits = 0;
    uint8_t left[MAX_SLOTS];

    if (layout->ships != evidence->ships)
        return false;
    for (int c = 0; c < evidence->classes; c++)
        left[c] = evidence->ship_class[c].count;
    for (int i = 0; i < layout->ships; i++) {
        const struct past_ship *ship = &layout->ship[i];
        int c = class_of(evidence, ship->kind);
        struct placement at = {(int16_t)(ship->start % width), (int16_t)(ship->start / width),
                               ship->vertical, 1};

        if (c < 0 || left[c]-- == 0 || !evidence_allows(evidence, c, at))
            return false;
        for (int k = 0; k < evidence->ship_class[c].length; k++)
            hits += cellset_has(&evidence->hit, ship->start + k * (ship->vertical ? width : 1));
    }
    return hits == evidence->hits;
}

double past_layouts_match(struct past_layouts *past, const struct evidence *evidence)
{
    double all = 0, left = 0;

    for (int i = 0; i < past->count; i++) {
        struct past_layout *layout = &past->layout[i];

        all += layout->weight;
        layout->possible = layout->possible && explains(layout, evidence);
        left += layout->possible ? layout->weight : 0;
    }
    return all > 0 ? left / all : 0;
}
