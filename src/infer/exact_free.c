/* The last stage of exact_count.c: the ships without hits. A few are counted in closed form
 * (free_ships.c). Of more, one is tried at each of its berths and the rest is counted
 * recursively. */
#include "infer/exact_count.h"

#include <string.h>

static bool is_free(const struct exact_count *exact, int ship_class, int berth, wide blocked)
{
    return !(exact->berth[ship_class][berth].cells & (blocked | exact->closed[ship_class]));
}

static void collect_free_berths(struct exact_count *exact, int ship_class, wide blocked,
                                struct free_ship *ship)
{
    const struct berth *berth = exact->berth[ship_class];

    ship->ship_class = ship_class;
    ship->length = exact->evidence->ship_class[ship_class].length;
    ship->count = 0;
    for (int i = 0; i < exact->berths[ship_class]; i++) {
        ship->index[ship->count] = (uint16_t)i;
        ship->start[ship->count] = berth[i].start;
        ship->vertical[ship->count] = berth[i].vertical;
        ship->count += is_free(exact, ship_class, i, blocked);
    }
}

/* The class with the fewest free berths among those with ships left. */
static int scarcest_class(struct exact_count *exact, const uint8_t *left, wide blocked)
{
    int scarcest = -1, fewest = 0;

    for (int c = 0; c < exact->evidence->classes; c++) {
        int count = 0;

        if (left[c] == 0)
            continue;
        exact->work += (uint64_t)exact->berths[c];
        for (int i = 0; i < exact->berths[c]; i++)
            count += is_free(exact, c, i, blocked);
        if (scarcest < 0 || count < fewest) {
            scarcest = c;
            fewest = count;
        }
    }
    return scarcest;
}

/* Tries one particular ship of the class with the fewest free berths at each of them. Equal ships
 * are placed deeper in the recursion, so every layout is counted once. */
static wide place_one(struct exact_count *exact, const uint8_t *left, wide blocked, wide times)
{
    int c = scarcest_class(exact, left, blocked);
    uint8_t rest[MAX_SLOTS];
    wide total = 0;

    memcpy(rest, left, (size_t)exact->evidence->classes);
    rest[c]--;
    for (int i = 0; i < exact->berths[c] && exact->work <= exact->budget; i++) {
        wide ways;

        if (!is_free(exact, c, i, blocked))
            continue;
        ways = free_ships(exact, rest, blocked | exact->berth[c][i].blocks, times);
        exact->count[c][i] += times * ways;
        total += ways;
    }
    return total;
}

wide free_ships(struct exact_count *exact, const uint8_t *left, wide blocked, wide times)
{
    struct free_ships_scratch *scratch = &exact->scratch;
    int ships = 0;
    wide total;

    for (int c = 0; c < exact->evidence->classes; c++)
        ships += left[c];
    if (ships == 0)
        return 1;
    if (ships > (scratch->apart ? MOST_FREE_SHIPS_APART : MOST_FREE_SHIPS))
        return place_one(exact, left, blocked, times);
    exact->work += free_ships_work(scratch, ships);
    ships = 0;
    for (int c = 0; c < exact->evidence->classes; c++)
        for (int i = 0; i < left[c]; i++)
            collect_free_berths(exact, c, blocked, &scratch->ship[ships++]);
    total = free_ships_count(scratch, ships);
    for (int j = 0; j < ships; j++) {
        const struct free_ship *ship = &scratch->ship[j];

        for (int i = 0; i < ship->count; i++)
            exact->count[ship->ship_class][ship->index[i]] +=
                times * (wide)(uint64_t)scratch->ways[j][i];
    }
    return total;
}
