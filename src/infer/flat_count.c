/* What all variants of flat counting share: which variant to use, whether lanes of 16 bits suffice,
 * the masks of the board, the start of a count, its results by place and by cell, and the call of
 * free_ships.c for ships that may not touch. Each variant has its own search and closed forms
 * (flat_variant.h). */
#include "infer/flat_count.h"

#include <string.h>

/* Fastest first. A WebAssembly module is either for browsers with vectors or for those without, so
 * it has only one. */
static const struct flat_variant *const variants[] = {
#ifdef __x86_64__
    &flat_avx2,
#endif
#if !defined __wasm__ || defined __wasm_simd128__
    &flat_vector,
#endif
#ifndef __wasm_simd128__
    &flat_plain,
#endif
};

enum { VARIANTS = sizeof variants / sizeof variants[0] };

/* For tests and benchmarks. */
static const struct flat_variant *forced;

static bool is_available(const struct flat_variant *variant)
{
#ifdef __x86_64__
    if (variant == &flat_avx2)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
               __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#endif
    (void)variant;
    return true;
}

static const struct flat_variant *variant_to_use(void)
{
    int i = 0;

    if (forced)
        return forced;
    while (!is_available(variants[i]))
        i++;
    return variants[i];
}

const char *flat_count_variant(int number)
{
    for (int i = 0; i < VARIANTS; i++)
        if (is_available(variants[i]) && number-- == 0)
            return variants[i]->name;
    return NULL;
}

bool flat_count_force(const char *name)
{
    forced = NULL;
    for (int i = 0; i < VARIANTS && name; i++)
        if (is_available(variants[i]) && strcmp(variants[i]->name, name) == 0)
            forced = variants[i];
    return forced || !name;
}

/* Upper bounds: the values on a board without edges, where each number is largest. All of them
 * count ships, pairs or triples that overlap, so fewer places make them smaller. */
static int most_D(int length)
{
    return 2 * length;
}

static int most_d(int a, int b)
{
    return a + b - 1 + a * b;
}

static int most_W(int a, int b)
{
    return most_D(a) * most_d(a, b) + most_D(b) * most_d(b, a) - most_D(a) * most_D(b);
}

static int most_W_edge(int a, int b)
{
    return (a - 1) * most_d(a, b) + (b - 1) * most_d(b, a) - (a - 1) * (b - 1);
}

static int most_paths(int a, int b, int c)
{
    return most_d(a, b) * most_d(a, c) + a * most_W(b, c) - (a - 1) * most_W_edge(b, c);
}

/* Do 16 bits suffice for the four longest ships? The largest numbers are phi, the sums of d d over
 * an eighth of the cells, and the pairs of places of two ships. */
static bool are_small(const int length[4], const int places[2])
{
    int most = places[0] * places[1];

    for (int p = 0; p < 4; p++) {
        int a = length[(p + 1) % 4], b = length[(p + 2) % 4], c = length[(p + 3) % 4];
        int taken = most_D(a) * most_paths(a, b, c) + most_D(b) * most_paths(b, c, a) +
                    most_D(c) * most_paths(c, a, b);
        int given = most_D(a) * most_D(b) * most_D(c) + most_D(a) * most_W(b, c) +
                    most_D(b) * most_W(c, a) + most_D(c) * most_W(a, b);
        int summed = EXACT_CELLS / 8 * most_d(length[p], a) * most_d(length[p], b);

        most = taken > most ? taken : most;
        most = given > most ? given : most;
        most = summed > most ? summed : most;
    }
    return most <= INT16_MAX;
}

/* Keeps the largest numbers, in no particular order. */
static void keep_largest(int *largest, int count, int number)
{
    int smallest = 0;

    for (int i = 1; i < count; i++)
        if (largest[i] < largest[smallest])
            smallest = i;
    if (number > largest[smallest])
        largest[smallest] = number;
}

/* A ship across or down whose first cell is cell 0. */
static wide ship_cells(int length, int step)
{
    wide cells = 0;

    for (int i = 0; i < length && i * step < EXACT_CELLS; i++)
        cells |= wide_bit(i * step);
    return cells;
}

static wide places_over(int cell, int length, int step)
{
    int before = (length - 1) * step;
    wide cells = ship_cells(length, step);

    if (cell >= before)
        return cells << (cell - before);
    return before - cell < EXACT_CELLS ? cells >> (before - cell) : 0;
}

void flat_count_board(struct flat_count *flat, const struct rules *rules)
{
    flat->is_weighted = false;
    flat->apart = !rules->touch;
    if (flat->apart)
        free_ships_init(&flat->free, rules, flat->free_memory);
    if (flat->width == rules->width && flat->cells == rules_cells(rules))
        return;
    flat->width = rules->width;
    flat->cells = rules_cells(rules);
    /* A larger board may have left values behind the last cell, perhaps of another type of lane. */
    memset(flat->scratch, 0, sizeof flat->scratch);
    flat->inside = flat->first_column = flat->last_column = 0;
    for (int i = 0; i < flat->cells; i += rules->width) {
        flat->first_column |= wide_bit(i);
        flat->last_column |= wide_bit(i + rules->width - 1);
        flat->inside |= ship_cells(rules->width, 1) << i;
    }
    for (int length = 1; length <= MAX_LENGTH; length++)
        for (int vertical = 0; vertical < 2; vertical++) {
            int step = vertical ? rules->width : 1;

            flat->ship[length][vertical] = ship_cells(length, step);
            for (int cell = 0; cell < flat->cells; cell++)
                flat->over[length][vertical][cell] = places_over(cell, length, step);
        }
}

void flat_count_widen(struct flat_count *flat)
{
    if (!flat->is_wide)
        memset(flat->count, 0, (size_t)flat->types * sizeof flat->count[0]);
    flat->is_wide = true;
}

void flat_count_start(struct flat_count *flat, uint64_t budget)
{
    int length[4] = {0}, places[2] = {0};

    flat->work = 0;
    flat->budget = budget;
    flat->layouts = 0;
    flat->weight = 0;
    flat->is_wide = false;
    for (int row = 0; row < 2 * flat->types; row++)
        memset(flat->sum[row / 2][row % 2] + SUM_ROOM, 0,
               (size_t)flat->cells * sizeof flat->sum[0][0][0]);
    if (flat->is_weighted)
        memset(flat->share, 0, (size_t)flat->types * sizeof flat->share[0]);
    flat->most = 0;
    flat->longest = 0;
    for (int t = 0; t < flat->types; t++) {
        struct flat_type *type = &flat->type[t];

        memcpy(type->open, type->place, sizeof type->open);
        for (int i = 0; i < type->count; i++) {
            keep_largest(length, 4, type->length);
            keep_largest(places, 2, type->places);
        }
        if (type->length > flat->longest)
            flat->longest = type->length;
    }
    flat->small = are_small(length, places);
}

void flat_count_close(struct flat_count *flat, int number, wide cells)
{
    struct flat_type *type = &flat->type[number];

    memcpy(type->open, type->place, sizeof type->open);
    for (int i = 0; i < type->length && cells; i++) {
        int below = i * flat->width;

        type->open[0] &= ~(cells >> i);
        type->open[1] &= ~(below < EXACT_CELLS ? cells >> below : 0);
    }
}

wide flat_count_add(struct flat_count *flat, const uint8_t *left, wide closed, wide hits,
                    wide times)
{
    wide before = flat->layouts;

    flat->ships_left = flat->cells_left = 0;
    for (int t = 0; t < flat->types; t++) {
        const struct flat_type *type = &flat->type[t];

        flat->left[t] = left ? left[t] : (uint8_t)type->count;
        flat->ships_left += flat->left[t];
        flat->cells_left += flat->left[t] * type->length;
    }
    flat->symmetries = 1;
    if (!hits && !closed && !before && !flat->apart && flat->ships_left > MOST_FREE_SHIPS)
        flat_symmetry_find(flat);
    variant_to_use()->add(flat, closed, hits, times);
    if (flat->symmetries > 1)
        flat_symmetry_complete(flat);
    return flat->layouts - before;
}

void flat_count_add_sums(struct flat_count *flat, signed_wide times)
{
    flat_count_widen(flat);
    for (int t = 0; t < flat->types && flat->most > 0; t++)
        for (int vertical = 0; vertical < 2; vertical++) {
            int32_t *sum = flat->sum[t][vertical] + SUM_ROOM;

            for (wide rest = flat->type[t].place[vertical]; rest; rest &= rest - 1) {
                int start = wide_first(rest);

                flat->count[t][vertical][start] += (wide)(times * sum[start]);
                sum[start] = 0;
            }
        }
    flat->most = 0;
}

/* Adds the counts of a type to the cells that its places cover. */
static void add_to_cover(struct flat_count *flat, int t, int vertical)
{
    int length = flat->type[t].length, step = vertical ? flat->width : 1;

    for (wide rest = flat->type[t].place[vertical]; rest; rest &= rest - 1) {
        int start = wide_first(rest);
        wide count = flat_count_at(flat, t, vertical, start);

        for (int i = 0; i < length; i++)
            flat->cover[start + i * step] += count;
    }
}

void flat_count_finish(struct flat_count *flat)
{
    if (flat->is_wide) {
        flat_count_add_sums(flat, 1);
    } else if (flat->layouts <= UINT32_MAX) {
        variant_to_use()->cover(flat);
        return;
    }
    memset(flat->cover, 0, (size_t)flat->cells * sizeof flat->cover[0]);
    for (int t = 0; t < flat->types; t++)
        for (int vertical = 0; vertical < 2; vertical++)
            add_to_cover(flat, t, vertical);
}

wide flat_count_at(const struct flat_count *flat, int type, int vertical, int start)
{
    return flat->is_wide ? flat->count[type][vertical][start]
                         : (wide)flat->sum[type][vertical][SUM_ROOM + start];
}

static void list_berths(const struct flat_group *group, struct free_ship *ship)
{
    ship->length = group->length;
    ship->count = 0;
    for (int vertical = 0; vertical < 2; vertical++)
        for (wide rest = group->place[vertical]; rest; rest &= rest - 1, ship->count++) {
            ship->start[ship->count] = (uint16_t)wide_first(rest);
            ship->vertical[ship->count] = (uint8_t)vertical;
        }
}

wide flat_count_apart(struct flat_count *flat, const struct flat_group *group, int groups,
                      wide times)
{
    int ships = 0;
    wide total;

    flat_count_widen(flat);
    for (int g = 0; g < groups; g++)
        for (int i = 0; i < group[g].ships; i++) {
            struct free_ship *ship = &flat->free.ship[ships++];

            list_berths(&group[g], ship);
            ship->ship_class = group[g].type;
        }
    total = free_ships_count(&flat->free, ships);
    for (int j = 0; j < ships; j++) {
        const struct free_ship *ship = &flat->free.ship[j];

        for (int i = 0; i < ship->count; i++)
            flat->count[ship->ship_class][ship->vertical[i]][ship->start[i]] +=
                times * (wide)(uint64_t)flat->free.ways[j][i];
    }
    return total;
}
