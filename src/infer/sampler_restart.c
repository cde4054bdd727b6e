/* Moves to a whole new layout.
 *
 * All explanations of what is open are listed, without the free ships: those that explain nothing.
 * The number of layouts with an explanation is estimated as if the free ships did not get into each
 * other's way. Some explanations are drawn in proportion to this estimate. A move takes the next of
 * them, places the free ships one after the other, and is accepted or not so that the errors of the
 * estimate cancel out (an independence sampler). The chance to propose a layout is known: it is the
 * estimate, divided by the number of choices for each free ship. */
#include "infer/sampler_internal.h"

#include <stdlib.h>

/* Draws explanations in two passes: the first adds up all weights, the second finds the explanation
 * at each of some random points of the sum. */
struct draw_search {
    struct sampler_search base;
    double total;
    const double *point; /* sorted; NULL in the first pass */
    int points, found;
};

/* The scene with the ships that are in the same place in every layout. */
static void fixed_scene(const struct sampler *sampler, uint8_t *left, struct sampler_scene *scene)
{
    memset(scene, 0, sizeof *scene);
    for (int c = 0; c < sampler->evidence->classes; c++)
        left[c] = sampler->evidence->ship_class[c].count;
    for (int i = 0; i < sampler->fixed; i++) {
        sampler_place(scene, sampler->evidence, sampler->fixed_class[i], sampler->fixed_place[i]);
        left[sampler->fixed_class[i]]--;
    }
}

/* Finds the placements of the class that fit. Returns their number. */
static int count_fitting(const struct sampler *sampler, int ship_class,
                         const struct sampler_scene *scene, struct place_masks *places)
{
    int height = sampler->evidence->rules.height;

    place_masks_fit(places, &sampler->allowed[ship_class],
                    sampler->evidence->ship_class[ship_class].length, height, &scene->taken);
    return place_masks_count(places, height);
}

/* Adds the explanation, with the estimated number of its layouts as its weight. */
static void end_explanation(struct sampler_search *base, const struct sampler_scene *scene)
{
    struct draw_search *search = (struct draw_search *)base;
    struct sampler *sampler = base->sampler;
    struct place_masks places;
    double weight = 1;

    for (int c = 0; c < sampler->evidence->classes; c++) {
        int count = base->left[c] ? count_fitting(sampler, c, scene, &places) : 0;

        for (int i = 1; i <= base->left[c]; i++)
            weight *= count < base->left[c] ? 0 : (double)count / i;
    }
    search->total += weight;
    while (search->found < search->points && search->point[search->found] < search->total) {
        struct sampler_restart *restart = &sampler->restart[search->found++];

        restart->ships = (uint8_t)base->placed;
        memcpy(restart->place, base->place, sizeof restart->place);
        memcpy(restart->class_at, base->class_at, sizeof restart->class_at);
    }
}

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

void sampler_draw_restarts(struct sampler *sampler, int restarts, int nodes, struct rng *rng)
{
    struct draw_search search = {
        .base = {.sampler = sampler, .nodes = nodes, .end = end_explanation}};
    double point[MAX_RESTARTS];
    struct sampler_scene scene;

    sampler->restarts = sampler->next_restart = 0;
    fixed_scene(sampler, search.base.left, &scene);
    sampler_explain(&search.base, &scene);
    if (search.base.nodes < 0 || search.total <= 0)
        return;
    for (int i = 0; i < restarts; i++)
        point[i] = sampler_random(rng) * search.total;
    qsort(point, (size_t)restarts, sizeof point[0], compare_numbers);
    search.base.nodes = nodes;
    search.total = 0;
    search.point = point;
    search.points = restarts;
    sampler_explain(&search.base, &scene);
    sampler->restarts = search.found;
    for (int i = search.found - 1; i > 0; i--) { /* shuffle: they are in the order of the list */
        int other = (int)rng_below(rng, (uint32_t)i + 1);
        struct sampler_restart swap = sampler->restart[i];

        sampler->restart[i] = sampler->restart[other];
        sampler->restart[other] = swap;
    }
}

/* The ships of a layout, and which of them explain something. */
struct layout_walk {
    int ships;
    struct placement place[MAX_SLOTS];
    uint8_t class_at[MAX_SLOTS];
    bool explains[MAX_SLOTS];
    uint8_t left[MAX_SLOTS];    /* free ships of each class */
    struct sampler_scene scene; /* without the free ships */
};

/* The first unused ship that explains the item, and the number of its first covered cell; -1 if
 * there is none. */
static int find_explaining(const struct sampler *sampler, const struct layout_walk *walk,
                           const struct sampler_item *item, int *cell)
{
    const struct rules *rules = &sampler->evidence->rules;

    for (*cell = 0; *cell < item->count; ++*cell) {
        struct row_masks target = {{0}};

        target.row[item->cell[*cell] / rules->width] = (uint32_t)1
                                                       << item->cell[*cell] % rules->width;
        for (int i = 0; i < walk->ships; i++)
            if (!walk->explains[i] && walk->place[i].placed &&
                sampler_can_explain(sampler, walk->left, walk->class_at[i], item) &&
                row_masks_meet(&target, walk->place[i],
                               sampler->evidence->ship_class[walk->class_at[i]].length))
                return i;
    }
    return -1;
}

/* Marks the fixed ships as explaining something. False if one of them is elsewhere. */
static bool mark_fixed(const struct sampler *sampler, struct layout_walk *walk)
{
    for (int i = 0; i < sampler->fixed; i++) {
        const struct placement *at = &sampler->fixed_place[i];
        int ship = 0;

        while (ship < walk->ships &&
               (walk->explains[ship] || walk->class_at[ship] != sampler->fixed_class[i] ||
                walk->place[ship].column != at->column || walk->place[ship].row != at->row ||
                walk->place[ship].vertical != at->vertical))
            ship++;
        if (ship == walk->ships)
            return false;
        walk->explains[ship] = true;
    }
    return true;
}

/* Finds the explanation of this layout as the search for all explanations would. False if that
 * search does not list it. */
static bool find_explanation(const struct sampler *sampler, struct layout_walk *walk)
{
    const struct evidence *evidence = sampler->evidence;

    memset(walk->explains, 0, sizeof walk->explains);
    fixed_scene(sampler, walk->left, &walk->scene);
    if (!mark_fixed(sampler, walk))
        return false;
    for (;;) {
        struct sampler_item item = {NULL, 0, false};
        uint16_t hit[MAX_CELLS];
        int hits = sampler_open_hits(sampler, &walk->scene, hit, MAX_CELLS), ship, cell;

        if (sampler_hardest_item(sampler, &walk->scene, walk->left, hit, hits, &item) < 0)
            return true;
        ship = find_explaining(sampler, walk, &item, &cell);
        if (ship < 0 || row_masks_meet(&walk->scene.taken, walk->place[ship],
                                       evidence->ship_class[walk->class_at[ship]].length))
            return false;
        for (int i = 0; i < cell; i++)
            sampler_close(&walk->scene, &evidence->rules, item.cell[i]);
        sampler_place(&walk->scene, evidence, walk->class_at[ship], walk->place[ship]);
        walk->explains[ship] = true;
        walk->left[walk->class_at[ship]]--;
    }
}

/* The weight of the layout divided by the chance to propose it, up to a constant factor. Draws the
 * places of the free ships if `draw` is true; otherwise they are placed. 0 if there is no room, or
 * if the layout cannot be proposed. */
static double weigh_layout(const struct sampler *sampler, struct layout_walk *walk, bool draw,
                           struct rng *rng)
{
    struct sampler_scene scene;
    struct place_masks places;
    int fitting[MAX_SLOTS] = {0};
    double weight = 1;

    if (!find_explanation(sampler, walk))
        return 0;
    scene = walk->scene;
    for (int c = 0; c < sampler->evidence->classes; c++)
        if (walk->left[c])
            fitting[c] = count_fitting(sampler, c, &scene, &places);
    for (int i = 0; i < walk->ships; i++) {
        int c = walk->class_at[i], count;

        if (walk->explains[i])
            continue;
        count = count_fitting(sampler, c, &scene, &places);
        if (count == 0)
            return 0;
        if (draw)
            walk->place[i] = place_masks_nth(&places, (int)rng_below(rng, (uint32_t)count));
        else if (!place_masks_has(&places, walk->place[i]))
            return 0;
        weight *= (double)count / fitting[c];
        sampler_place(&scene, sampler->evidence, c, walk->place[i]);
    }
    return weight * sampler_weight(sampler, &scene);
}

/* Reads the fixed ships, those of the explanation and the free ships, which have no place yet. */
static void read_restart(const struct sampler *sampler, const struct sampler_restart *restart,
                         struct layout_walk *walk)
{
    uint8_t left[MAX_SLOTS];

    walk->ships = 0;
    for (int c = 0; c < sampler->evidence->classes; c++)
        left[c] = sampler->evidence->ship_class[c].count;
    for (int i = 0; i < sampler->fixed + restart->ships; i++) {
        bool fixed = i < sampler->fixed;
        uint8_t c = fixed ? sampler->fixed_class[i] : restart->class_at[i - sampler->fixed];

        walk->place[walk->ships] =
            fixed ? sampler->fixed_place[i] : restart->place[i - sampler->fixed];
        walk->class_at[walk->ships++] = c;
        left[c]--;
    }
    for (int c = 0; c < sampler->evidence->classes; c++) {
        for (; left[c] > 0; left[c]--) {
            walk->place[walk->ships] = (struct placement){0};
            walk->class_at[walk->ships++] = (uint8_t)c;
        }
    }
}

/* Swaps equal ships at random. The other moves may prefer an order, but the chance to propose a
 * layout assumes that all orders are equally likely. */
static void shuffle_equal_ships(const struct sampler *sampler, struct chain *chain, struct rng *rng)
{
    for (int ship = 0, first = 0; ship < sampler->ships; ship++) {
        struct placement place = chain->ship[ship];
        int other;

        if (sampler->class_of[ship] != sampler->class_of[first])
            first = ship;
        other = first + (int)rng_below(rng, (uint32_t)(ship - first) + 1);
        chain->ship[ship] = chain->ship[other];
        chain->ship[other] = place;
    }
}

void sampler_restart(struct sampler *sampler, struct chain *chain, struct rng *rng)
{
    struct layout_walk now = {.ships = sampler->ships}, next;
    double weight_now, weight_next;

    if (sampler->next_restart == sampler->restarts)
        return;
    shuffle_equal_ships(sampler, chain, rng);
    memcpy(now.place, chain->ship, sizeof now.place);
    memcpy(now.class_at, sampler->class_of, sizeof now.class_at);
    read_restart(sampler, &sampler->restart[sampler->next_restart++], &next);
    weight_now = weigh_layout(sampler, &now, false, rng);
    if (weight_now <= 0)
        return; /* no move leads back to this layout */
    weight_next = weigh_layout(sampler, &next, true, rng);
    if (sampler_random(rng) * weight_now >= weight_next)
        return;
    for (int ship = 0; ship < sampler->ships; ship++) {
        int i = 0;

        while (next.class_at[i] != sampler->class_of[ship])
            i++;
        chain->ship[ship] = next.place[i];
        next.class_at[i] = NO_SHIP; /* taken */
    }
}
