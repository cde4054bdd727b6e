/* Moves of several ships together.
 *
 * Such a move picks up some ships, lists all ways to put them down again that explain what is open
 * then, and chooses one. If the list gets too long, the move is abandoned. That depends only on the
 * ships that stay, so a move and its reverse have the same chance. */
#include "infer/sampler_internal.h"

enum { ANY_SHIPS = 3 };

/* Chooses one of the ways while they are listed, each with a chance in proportion to its weight. */
struct group_search {
    struct sampler_search base;
    struct chain *chain;
    struct rng *rng;
    uint64_t picked; /* a bit per ship */
    int ships;
    bool was_listed; /* one of the ways listed is how the ships are placed now */
    double total;
    struct placement chosen_place[MAX_SLOTS];
    uint8_t chosen_class[MAX_SLOTS];
    /* If the ships were picked up because they meet the focus: the chance to pick up the same ships
     * if all of them, or all but one, meet it. */
    const struct row_masks *focus;
    double chance_all, chance_less;
};

static bool is_placed_now(const struct group_search *search, int ship_class, struct placement at)
{
    for (int ship = 0; ship < search->base.sampler->ships; ship++) {
        const struct placement *have = &search->chain->ship[ship];

        if (search->picked >> ship & 1 && search->base.sampler->class_of[ship] == ship_class &&
            have->column == at.column && have->row == at.row && have->vertical == at.vertical)
            return true;
    }
    return false;
}

/* Are the ships where they were before the move? Equal ships may be swapped. */
static bool is_present_way(const struct group_search *search)
{
    for (int i = 0; i < search->base.placed; i++)
        if (!is_placed_now(search, search->base.class_at[i], search->base.place[i]))
            return false;
    return true;
}

/* Takes this way with the chance weight / total. `places`, if not NULL, has the placements of the
 * last ship, of which sampler_draw chooses. */
static void consider(struct group_search *search, double weight, int last,
                     const struct place_masks *places, double ways)
{
    int chosen = search->base.placed;

    if (weight <= 0)
        return;
    search->total += weight;
    if (sampler_random(search->rng) * search->total >= weight)
        return;
    memcpy(search->chosen_place, search->base.place, sizeof search->base.place);
    memcpy(search->chosen_class, search->base.class_at, sizeof search->base.class_at);
    if (places) {
        search->chosen_place[chosen] =
            sampler_draw(search->base.sampler, places, ways, search->rng);
        search->chosen_class[chosen] = (uint8_t)last;
    }
}

/* The number of ships placed that do not meet the focus. */
static int count_elsewhere(const struct group_search *search)
{
    int count = 0;

    for (int i = 0; i < search->base.placed && search->focus; i++)
        count += !row_masks_meet(
            search->focus, search->base.place[i],
            search->base.sampler->evidence->ship_class[search->base.class_at[i]].length);
    return count;
}

/* Considers all placements of the last ship. */
static void place_last(struct group_search *search, const struct sampler_scene *scene)
{
    struct sampler *sampler = search->base.sampler;
    struct place_masks places, some;
    int last = 0, height = sampler->evidence->rules.height, elsewhere = count_elsewhere(search);

    sampler->work += SAMPLER_SHIP_WORK;
    while (search->base.left[last] == 0)
        last++;
    sampler_find_places(sampler, last, scene, &places);
    if (is_present_way(search)) {
        for (int ship = 0; ship < sampler->ships; ship++)
            search->was_listed |= search->picked >> ship & 1 && sampler->class_of[ship] == last &&
                                  place_masks_has(&places, search->chain->ship[ship]);
    }
    for (int meets = 0; meets < 2; meets++) {
        int missing = elsewhere + !meets;
        double chance = missing == 0 ? search->chance_all : search->chance_less, ways;

        some = places;
        for (int row = 0; row < height; row++) {
            uint32_t across = sampler->meeting[last].across[row];
            uint32_t down = sampler->meeting[last].down[row];

            some.across[row] &= meets ? across : ~across;
            some.down[row] &= meets ? down : ~down;
        }
        if (missing > 1)
            continue;
        ways = sampler_ways(sampler, last, scene, &some);
        consider(search, chance * ways, last, &some, ways);
    }
}

/* Ends one branch of the search: everything is explained. */
static void end_branch(struct sampler_search *base, const struct sampler_scene *scene)
{
    struct group_search *search = (struct group_search *)base;
    int elsewhere = count_elsewhere(search);
    int left = search->ships - search->base.placed;

    if (left == 1) {
        place_last(search, scene);
    } else if (left == 0 && elsewhere <= 1) {
        search->was_listed |= is_present_way(search);
        consider(search,
                 (elsewhere ? search->chance_less : search->chance_all) *
                     sampler_weight(search->base.sampler, scene),
                 0, NULL, 0);
    }
}

static void init_search(struct group_search *search, struct sampler *sampler, struct chain *chain,
                        uint64_t picked, int nodes, struct rng *rng)
{
    memset(search, 0, sizeof *search);
    search->base.sampler = sampler;
    search->chain = chain;
    search->rng = rng;
    search->picked = picked;
    search->base.nodes = nodes;
    for (int ship = 0; ship < sampler->ships; ship++) {
        if (picked >> ship & 1) {
            search->base.left[sampler->class_of[ship]]++;
            search->ships++;
            memset(&sampler->meeting[sampler->class_of[ship]], 0, sizeof sampler->meeting[0]);
        }
    }
}

/* Puts the ships down in the chosen way. If the way they are placed now was not listed, no move
 * leads back to it, so they stay. */
static void finish_move(struct group_search *search)
{
    if (search->base.nodes < 0 || search->total <= 0 || !search->was_listed)
        return;
    for (int ship = 0; ship < search->base.sampler->ships; ship++) {
        int i = 0;

        if (!(search->picked >> ship & 1))
            continue;
        while (search->chosen_class[i] != search->base.sampler->class_of[ship])
            i++;
        search->chain->ship[ship] = search->chosen_place[i];
        search->chosen_class[i] = NO_SHIP; /* taken */
    }
}

static void add_to_focus(struct row_masks *focus, int width, const uint16_t *cell, int count)
{
    for (int i = 0; i < count; i++)
        focus->row[cell[i] / width] |= (uint32_t)1 << cell[i] % width;
}

/* Chooses a focus at random: a group of loose hits, a sweep or a hint, two of them, or all. */
static void choose_focus(const struct sampler *sampler, struct rng *rng, struct row_masks *focus)
{
    const struct evidence *evidence = sampler->evidence;
    int width = evidence->rules.width, blocks = sampler->groups, hints = blocks + evidence->blocks;
    uint32_t choices = (uint32_t)(hints + evidence->hints), dice = rng_below(rng, 8);
    int one = (int)rng_below(rng, choices), two = dice < 4 ? (int)rng_below(rng, choices) : one;

    memset(focus, 0, sizeof *focus);
    for (int i = 0; i < sampler->loose; i++)
        if (dice < 2 || sampler->group_of[i] == one || sampler->group_of[i] == two)
            add_to_focus(focus, width, &sampler->loose_hit[i], 1);
    for (int i = blocks; i < hints; i++)
        if (dice < 2 || i == one || i == two)
            add_to_focus(focus, width, evidence->block[i - blocks].cell,
                         evidence->block[i - blocks].count);
    for (int i = hints; i < (int)choices; i++)
        if (dice < 2 || i == one || i == two)
            add_to_focus(focus, width, evidence->hint[i - hints].cell,
                         evidence->hint[i - hints].count);
}

/* Picks up the ships that meet a random focus and, half of the time, one ship more. If what is
 * picked up depends on the layout, a layout counts in proportion to the chance that the same ships
 * are picked up from it. Leaves at most one ship that explains nothing. */
void sampler_move_group(struct sampler *sampler, struct chain *chain, int nodes, struct rng *rng)
{
    const struct evidence *evidence = sampler->evidence;
    struct group_search search;
    struct sampler_scene scene;
    struct row_masks focus;
    uint64_t picked = 0;
    int ships = 0;

    choose_focus(sampler, rng, &focus);
    for (int ship = 0; ship < sampler->ships; ship++) {
        if (row_masks_meet(&focus, chain->ship[ship], sampler_length(sampler, ship))) {
            picked |= (uint64_t)1 << ship;
            ships++;
        }
    }
    if (ships < sampler->ships && rng_below(rng, 2) == 0) {
        int more = (int)rng_below(rng, (uint32_t)(sampler->ships - ships)), ship = 0;

        for (;; ship++)
            if (!(picked >> ship & 1) && more-- == 0)
                break;
        picked |= (uint64_t)1 << ship;
    }
    init_search(&search, sampler, chain, picked, nodes, rng);
    search.focus = &focus;
    for (int cell = 0; cell < rules_cells(&evidence->rules); cell++) {
        int column = cell % evidence->rules.width, row = cell / evidence->rules.width;

        if (row_masks_has(&focus, column, row))
            for (int c = 0; c < evidence->classes; c++)
                if (search.base.left[c])
                    place_masks_add_covering(&sampler->meeting[c], evidence->ship_class[c].length,
                                             column, row);
    }
    search.chance_all = sampler->ships > search.ships ? 0.5 : 1;
    search.chance_less = 0.5 / (sampler->ships - search.ships + 1);
    sampler_scene_of(sampler, chain, picked, &scene);
    search.base.end = end_branch;
    sampler_explain(&search.base, &scene);
    finish_move(&search);
}

/* Lists the placements of the next ship that fit. Returns their number. */
static int find_next(const struct group_search *search, const struct sampler_scene *scene, int c,
                     struct place_masks *places)
{
    const struct evidence *evidence = search->base.sampler->evidence;

    place_masks_fit(places, &search->base.sampler->allowed[c], evidence->ship_class[c].length,
                    evidence->rules.height, &scene->taken);
    return place_masks_count(places, evidence->rules.height);
}

/* Tries all placements of one ship after the other. */
static void try_all(struct group_search *search, const struct sampler_scene *scene)
{
    struct place_masks places;
    int c = 0, count;

    if (search->ships - search->base.placed == 1) {
        place_last(search, scene);
        return;
    }
    while (search->base.left[c] == 0)
        c++;
    count = find_next(search, scene, c, &places);
    for (int i = 0; i < count; i++) {
        struct placement at = place_masks_nth(&places, i);
        struct sampler_scene next = *scene;

        sampler_place(&next, search->base.sampler->evidence, c, at);
        sampler_put_down(&search->base, c, at);
        try_all(search, &next);
        sampler_pick_up(&search->base);
    }
}

/* Picks up at most three ships, whichever they are. Only on crowded boards are there few enough
 * ways to put them down again. */
void sampler_move_any(struct sampler *sampler, struct chain *chain, int nodes, struct rng *rng)
{
    struct group_search search;
    struct sampler_scene scene;
    struct place_masks places;
    uint64_t picked = 0;
    double ways = 1;
    int last = -1;

    for (int i = 0; i < ANY_SHIPS; i++)
        picked |= (uint64_t)1 << rng_below(rng, (uint32_t)sampler->ships);
    sampler_scene_of(sampler, chain, picked, &scene);
    init_search(&search, sampler, chain, picked, nodes, rng);
    for (int ship = sampler->ships - 1; ship >= 0 && ways <= nodes; ship--) {
        if (!(picked >> ship & 1))
            continue;
        if (last >= 0)
            ways *= find_next(&search, &scene, sampler->class_of[ship], &places);
        last = ship;
    }
    if (ways > nodes)
        return;
    search.chance_all = search.chance_less = 1;
    try_all(&search, &scene);
    finish_move(&search);
}
