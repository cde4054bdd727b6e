/* The moves of the sampler.
 *
 * Each move picks up some ships and puts them down again at random, with the chances that layouts
 * have given everything else. sampler_groups.c has the moves of more than two ships. */
#include "infer/sampler_internal.h"

/* --- what a scene leaves open ------------------------------------------------------------------*/

void sampler_scene_of(const struct sampler *sampler, const struct chain *chain, uint64_t without,
                      struct sampler_scene *scene)
{
    memset(scene, 0, sizeof *scene);
    for (int ship = 0; ship < sampler->ships; ship++)
        if (!(without >> ship & 1))
            sampler_place(scene, sampler->evidence, sampler->class_of[ship], chain->ship[ship]);
}

int sampler_open_hits(const struct sampler *sampler, const struct sampler_scene *scene,
                      uint16_t *hit, int most)
{
    const struct rules *rules = &sampler->evidence->rules;
    int count = 0;

    for (int row = 0; row < rules->height; row++)
        for (uint32_t bits = sampler->hits.row[row] & ~scene->covered.row[row];
             bits && count < most; bits &= bits - 1)
            hit[count++] = (uint16_t)(row * rules->width + __builtin_ctz(bits));
    return count;
}

int sampler_explanations(const struct sampler *sampler, int ship_class, int cell,
                         const struct row_masks *taken, struct placement *place)
{
    const struct rules *rules = &sampler->evidence->rules;
    int length = sampler->evidence->ship_class[ship_class].length, count = 0;

    for (int i = 0; i < (length > 1 ? 2 : 1) * length; i++) {
        int vertical = i >= length, back = i % length;
        struct placement at = {(int16_t)(cell % rules->width - (vertical ? 0 : back)),
                               (int16_t)(cell / rules->width - (vertical ? back : 0)),
                               (uint8_t)vertical, 1};

        if (at.column >= 0 && at.row >= 0 && place_masks_has(&sampler->allowed[ship_class], at) &&
            !row_masks_meet(taken, at, length))
            place[count++] = at;
    }
    return count;
}

bool sampler_is_met(const struct evidence *evidence, const struct sampler_item *item,
                    const struct sampler_scene *scene)
{
    const struct row_masks *rows = item->before_raise ? &scene->fleet : &scene->covered;
    int width = evidence->rules.width;

    for (int i = 0; i < item->count; i++)
        if (row_masks_has(rows, item->cell[i] % width, item->cell[i] / width))
            return true;
    return false;
}

static bool block_is_met(const struct evidence *evidence, const struct block *block,
                         const struct sampler_scene *scene)
{
    struct sampler_item item = {block->cell, block->count, block->before_raise};

    return sampler_is_met(evidence, &item, scene);
}

bool sampler_blocks_are_met(const struct sampler *sampler, const struct sampler_scene *scene)
{
    for (int i = 0; i < sampler->evidence->blocks; i++)
        if (!block_is_met(sampler->evidence, &sampler->evidence->block[i], scene))
            return false;
    return true;
}

/* --- hints -------------------------------------------------------------------------------------*/

/* The weight of one hint for the cells that are covered already. */
static int hint_weight(const struct evidence *evidence, const struct hint *hint,
                       const struct sampler_scene *scene)
{
    const struct row_masks *rows = hint->before_raise ? &scene->fleet : &scene->covered;
    int weight = hint->settled, width = evidence->rules.width;

    for (int i = 0; i < hint->count; i++)
        if (row_masks_has(rows, hint->cell[i] % width, hint->cell[i] / width))
            weight += hint->weight[i];
    return weight;
}

double sampler_weight(const struct sampler *sampler, const struct sampler_scene *scene)
{
    double weight = 1;

    for (int i = 0; i < sampler->evidence->hints; i++)
        weight *= hint_weight(sampler->evidence, &sampler->evidence->hint[i], scene);
    return weight;
}

/* The weight of the scene with one more ship at the placement. `base` has the weight of each hint
 * without it. */
static double weigh_place(const struct sampler *sampler, int ship_class, struct placement at,
                          const int *base)
{
    const struct evidence *evidence = sampler->evidence;
    const struct ship_class *ship = &evidence->ship_class[ship_class];
    int width = evidence->rules.width, start = at.row * width + at.column;
    int step = at.vertical ? width : 1;
    double weight = 1;

    for (int i = 0; i < evidence->hints; i++) {
        const uint8_t *add = sampler->hint_weight[i] + start;
        int sum = base[i];

        for (int k = 0; k < ship->length && !(evidence->hint[i].before_raise && ship->raised); k++)
            sum += add[k * step];
        weight *= sum;
    }
    return weight;
}

/* Fills sampler->weight for the placements in the order of place_masks_nth. Returns the sum. */
static double weigh_places(struct sampler *sampler, int ship_class,
                           const struct sampler_scene *scene, const struct place_masks *places)
{
    const struct evidence *evidence = sampler->evidence;
    int base[MAX_BLOCKS], count = 0;
    double sum = 0, all = 1;

    for (int i = 0; i < evidence->hints; i++) {
        base[i] = hint_weight(evidence, &evidence->hint[i], scene);
        all *= base[i];
    }
    for (int i = 0; i < 2 * evidence->rules.height; i++) {
        for (uint32_t bits = (i % 2 ? places->down : places->across)[i / 2]; bits;
             bits &= bits - 1) {
            struct placement at = {(int16_t)__builtin_ctz(bits), (int16_t)(i / 2), (uint8_t)(i % 2),
                                   1};
            double weight = place_masks_has(&sampler->hinted[ship_class], at)
                                ? weigh_place(sampler, ship_class, at, base)
                                : all;

            sampler->weight[count++] = weight;
            sum += weight;
        }
    }
    return sum;
}

/* --- one ship ----------------------------------------------------------------------------------*/

/* Keeps the placements that have a cell in every block which the other ships leave empty. */
static void require_blocks(const struct sampler *sampler, int ship_class,
                           const struct sampler_scene *scene, struct place_masks *places)
{
    const struct evidence *evidence = sampler->evidence;
    int width = evidence->rules.width;

    for (int i = 0; i < evidence->blocks; i++) {
        const struct block *block = &evidence->block[i];
        struct place_masks meeting = {{0}, {0}};

        if (block_is_met(evidence, block, scene))
            continue;
        for (int j = 0;
             j < block->count && !(block->before_raise && evidence->ship_class[ship_class].raised);
             j++)
            place_masks_add_covering(&meeting, evidence->ship_class[ship_class].length,
                                     block->cell[j] % width, block->cell[j] / width);
        place_masks_intersect(places, &meeting, evidence->rules.height);
    }
}

void sampler_find_places(const struct sampler *sampler, int ship_class,
                         const struct sampler_scene *scene, struct place_masks *places)
{
    const struct rules *rules = &sampler->evidence->rules;
    int length = sampler->evidence->ship_class[ship_class].length, hits;
    uint16_t hit[MAX_LENGTH + 1];

    memset(places, 0, sizeof *places);
    hits = sampler_open_hits(sampler, scene, hit, MAX_LENGTH + 1);
    if (hits > length)
        return;
    place_masks_fit(places, &sampler->allowed[ship_class], length, rules->height, &scene->taken);
    for (int i = 0; i < hits; i++) {
        struct place_masks needed = {{0}, {0}};

        place_masks_add_covering(&needed, length, hit[i] % rules->width, hit[i] / rules->width);
        place_masks_intersect(places, &needed, rules->height);
    }
    if (sampler->evidence->blocks)
        require_blocks(sampler, ship_class, scene, places);
}

double sampler_ways(struct sampler *sampler, int ship_class, const struct sampler_scene *scene,
                    const struct place_masks *places)
{
    int count = place_masks_count(places, sampler->evidence->rules.height);

    return sampler->evidence->hints ? weigh_places(sampler, ship_class, scene, places) : count;
}

struct placement sampler_draw(const struct sampler *sampler, const struct place_masks *places,
                              double ways, struct rng *rng)
{
    double wanted, seen = 0;
    int last = 0, count;

    if (sampler->evidence->hints == 0)
        return place_masks_nth(places, (int)rng_below(rng, (uint32_t)ways));
    count = place_masks_count(places, sampler->evidence->rules.height);
    wanted = sampler_random(rng) * ways;
    for (int i = 0; i < count; i++) {
        if (sampler->weight[i] <= 0)
            continue;
        last = i;
        seen += sampler->weight[i];
        if (wanted < seen)
            break;
    }
    return place_masks_nth(places, last);
}

/* Adds the share of each placement. */
static void add_shares(const struct sampler *sampler, struct place_sums *sums, int ship_class,
                       const struct place_masks *places, double ways)
{
    const struct rules *rules = &sampler->evidence->rules;
    double share = 1 / ways;
    int number = 0;

    for (int row = 0; row < rules->height; row++) {
        for (int vertical = 0; vertical < 2; vertical++) {
            double *sum = (vertical ? sums->down : sums->across)[ship_class] + row * rules->width;

            for (uint32_t bits = (vertical ? places->down : places->across)[row]; bits;
                 bits &= bits - 1, number++)
                sum[__builtin_ctz(bits)] +=
                    sampler->evidence->hints ? share * sampler->weight[number] : share;
        }
    }
}

void sampler_move_ship(struct sampler *sampler, struct chain *chain, int ship, struct rng *rng,
                       struct place_sums *sums)
{
    int ship_class = sampler->class_of[ship];
    struct sampler_scene scene;
    struct place_masks places;
    double ways;

    sampler_scene_of(sampler, chain, (uint64_t)1 << ship, &scene);
    sampler_find_places(sampler, ship_class, &scene, &places);
    ways = sampler_ways(sampler, ship_class, &scene, &places);
    if (ways <= 0)
        return; /* impossible: its current placement fits */
    chain->ship[ship] = sampler_draw(sampler, &places, ways, rng);
    if (sums)
        add_shares(sampler, sums, ship_class, &places, ways);
}

/* --- two ships ---------------------------------------------------------------------------------*/

/* Moves the ship at a random hit together with another one: chooses among the pairs of placements
 * in which either of them covers the first hit that is left open. */
void sampler_move_pair(struct sampler *sampler, struct chain *chain, struct rng *rng)
{
    const struct rules *rules = &sampler->evidence->rules;
    int cell = sampler->loose_hit[rng_below(rng, (uint32_t)sampler->loose)], a = 0, b, found = -1;
    struct row_masks target = {{0}};
    struct placement place[2 * MAX_LENGTH], chosen[2] = {{0}, {0}};
    struct sampler_scene scene;
    struct place_masks rest;
    double total = 0;

    target.row[cell / rules->width] = (uint32_t)1 << cell % rules->width;
    while (a < sampler->ships - 1 &&
           !row_masks_meet(&target, chain->ship[a], sampler_length(sampler, a)))
        a++;
    b = (int)rng_below(rng, (uint32_t)sampler->ships - 1);
    b += b >= a;
    sampler_scene_of(sampler, chain, (uint64_t)1 << a | (uint64_t)1 << b, &scene);
    for (int order = 0; order < 2; order++) {
        int first = order ? b : a, second = order ? a : b;
        int count =
            sampler_explanations(sampler, sampler->class_of[first], cell, &scene.taken, place);

        for (int i = 0; i < count; i++) {
            struct sampler_scene next = scene;
            double ways;

            sampler_place(&next, sampler->evidence, sampler->class_of[first], place[i]);
            sampler_find_places(sampler, sampler->class_of[second], &next, &rest);
            ways = sampler_ways(sampler, sampler->class_of[second], &next, &rest);
            total += ways;
            if (ways <= 0 || sampler_random(rng) * total >= ways)
                continue;
            found = order;
            chosen[0] = place[i];
            chosen[1] = sampler_draw(sampler, &rest, ways, rng);
        }
    }
    if (found < 0)
        return; /* impossible: the current placements fit */
    chain->ship[found ? b : a] = chosen[0];
    chain->ship[found ? a : b] = chosen[1];
}
