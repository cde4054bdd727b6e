/* How the styles of `sparring` place their fleets. */
#include "bots/sparring_internal.h"

#include <assert.h>
#include <string.h>

enum { TRIES = 20 };

/* --- costs -------------------------------------------------------------------------------------*/

int64_t sparring_cost_sum(const struct sparring *sparring, const struct rules *rules,
                          const int *cells, int count)
{
    int64_t sum = 0;

    (void)rules;
    for (int i = 0; i < count; i++)
        sum += sparring->heat[cells[i]];
    return sum;
}

int64_t sparring_cost_highest(const struct sparring *sparring, const struct rules *rules,
                              const int *cells, int count)
{
    int64_t most = 0;

    (void)rules;
    for (int i = 0; i < count; i++)
        most = sparring->heat[cells[i]] > most ? sparring->heat[cells[i]] : most;
    return most;
}

/* The cells that are not at the edge. */
int64_t sparring_cost_inland(const struct sparring *sparring, const struct rules *rules,
                             const int *cells, int count)
{
    int64_t inland = 0;

    (void)sparring;
    for (int i = 0; i < count; i++) {
        int column = cells[i] % rules->width, row = cells[i] / rules->width;

        inland += column > 0 && column < rules->width - 1 && row > 0 && row < rules->height - 1;
    }
    return inland;
}

/* The distance from the far end of the ship to the nearest corner. */
int64_t sparring_cost_corner(const struct sparring *sparring, const struct rules *rules,
                             const int *cells, int count)
{
    int64_t nearest = MAX_CELLS;

    (void)sparring;
    for (int corner = 0; corner < 4; corner++) {
        int far = 0;

        for (int i = 0; i < count; i++) {
            int column = cells[i] % rules->width, row = cells[i] / rules->width;
            int distance = (corner & 1 ? rules->width - 1 - column : column) +
                           (corner & 2 ? rules->height - 1 - row : row);

            far = distance > far ? distance : far;
        }
        nearest = far < nearest ? far : nearest;
    }
    return nearest;
}

static bool is_beside_ship(const struct sparring *sparring, const struct rules *rules, int cell)
{
    int column = cell % rules->width, row = cell / rules->width;

    for (int y = row - 1; y <= row + 1; y++)
        for (int x = column - 1; x <= column + 1; x++)
            if (x >= 0 && x < rules->width && y >= 0 && y < rules->height &&
                cellset_has(&sparring->taken, y * rules->width + x))
                return true;
    return false;
}

/* The cells beside another ship, also diagonally. */
int64_t sparring_cost_touching(const struct sparring *sparring, const struct rules *rules,
                               const int *cells, int count)
{
    int64_t touching = 0;

    for (int i = 0; i < count; i++)
        touching += is_beside_ship(sparring, rules, cells[i]);
    return touching;
}

/* The cells that are not beside another ship. */
int64_t sparring_cost_apart(const struct sparring *sparring, const struct rules *rules,
                            const int *cells, int count)
{
    return count - sparring_cost_touching(sparring, rules, cells, count);
}

static int64_t count_outside(const struct rules *rules, const int area[4], const int *cells,
                             int count)
{
    int64_t outside = 0;

    for (int i = 0; i < count; i++) {
        int column = cells[i] % rules->width, row = cells[i] / rules->width;

        outside += column < area[0] || column > area[1] || row < area[2] || row > area[3];
    }
    return outside;
}

int64_t sparring_cost_outside_quarter(const struct sparring *sparring, const struct rules *rules,
                                      const int *cells, int count)
{
    return count_outside(rules, sparring->area, cells, count);
}

/* The area is a quarter; with all its rows or all its columns it is a half. */
int64_t sparring_cost_outside_half(const struct sparring *sparring, const struct rules *rules,
                                   const int *cells, int count)
{
    int area[4];

    memcpy(area, sparring->area, sizeof area);
    if (sparring->area_is_upright) {
        area[2] = 0;
        area[3] = rules->height - 1;
    } else {
        area[0] = 0;
        area[1] = rules->width - 1;
    }
    return count_outside(rules, area, cells, count);
}

/* --- one ship after the other ------------------------------------------------------------------*/

static void shuffle(int *list, int count, struct rng *rng)
{
    for (int i = count - 1; i > 0; i--) {
        int other = (int)rng_below(rng, (uint32_t)i + 1), swapped = list[i];

        list[i] = list[other];
        list[other] = swapped;
    }
}

static void order_ships(const struct rules *rules, enum ship_order order, struct rng *rng,
                        int list[MAX_SHIPS])
{
    int count = 0;

    for (int i = 1; i <= MAX_LENGTH; i++) {
        int length = order == SHIPS_SHORT_FIRST ? i : MAX_LENGTH + 1 - i;

        for (int ship = 0; ship < rules->ships; ship++)
            if (rules->fleet[ship].length == length)
                list[count++] = ship;
    }
    if (order == SHIPS_SHUFFLED)
        shuffle(list, count, rng);
}

static struct placement place_number(const struct rules *rules, int number)
{
    int cells = rules_cells(rules), cell = number % cells;

    return (struct placement){.column = (int16_t)(cell % rules->width),
                              .row = (int16_t)(cell / rules->width),
                              .vertical = number >= cells,
                              .placed = 1};
}

/* Places a ship where it costs least; false if it fits nowhere. */
static bool place_cheapest(struct sparring *sparring, const struct rules *rules, int ship,
                           struct rng *rng, struct layout *layout)
{
    const struct fleet_habit *habit = &sparring->style->fleet;
    int length = rules->fleet[ship].length, cells[MAX_LENGTH], count;
    int64_t least = INT64_MAX;
    struct placement best = {.placed = 0};
    uint32_t ties = 0;

    for (int i = 0; i < (length > 1 ? 2 : 1) * rules_cells(rules); i++) {
        struct placement at = place_number(rules, i);
        int64_t cost;

        count = placement_cells(at, length, rules, cells);
        if (count < length)
            continue;
        cost = habit->cost(sparring, rules, cells, count);
        if (cost > least || (cost == least && !habit->random_ties) ||
            layout_fits(layout, rules, ship, at, NULL) != OK)
            continue;
        ties = cost < least ? 1 : ties + 1;
        least = cost;
        if (ties == 1 || rng_below(rng, ties) == 0)
            best = at;
    }
    layout->ship[ship] = best;
    count = best.placed ? placement_cells(best, length, rules, cells) : 0;
    for (int i = 0; i < count; i++)
        cellset_add(&sparring->taken, cells[i]);
    return best.placed;
}

static bool place_all_cheapest(struct sparring *sparring, const struct rules *rules,
                               struct rng *rng, struct layout *layout)
{
    int ships[MAX_SHIPS];

    memset(layout, 0, sizeof *layout);
    memset(&sparring->taken, 0, sizeof sparring->taken);
    order_ships(rules, sparring->style->fleet.order, rng, ships);
    for (int i = 0; i < rules->ships; i++)
        if (!place_cheapest(sparring, rules, ships[i], rng, layout))
            return false;
    return true;
}

/* --- the whole fleet ---------------------------------------------------------------------------*/

static void place_carelessly(const struct rules *rules, bool off_board, struct rng *rng,
                             struct layout *layout)
{
    memset(layout, 0, sizeof *layout);
    for (int ship = 0; ship < rules->ships; ship++) {
        int length = rules->fleet[ship].length, cells[MAX_LENGTH];
        struct placement *at = &layout->ship[ship];

        do
            *at = place_number(rules, (int)rng_below(rng, 2u * (uint32_t)rules_cells(rules)));
        while (!off_board && placement_cells(*at, length, rules, cells) < length);
    }
}

static void draw_fleet(struct sparring *sparring, const struct rules *rules, struct rng *rng,
                       struct layout *layout)
{
    const struct fleet_habit *habit = &sparring->style->fleet;
    enum error error;

    if (habit->careless && rules->wrecks) {
        place_carelessly(rules, habit->off_board, rng, layout);
        return;
    }
    for (int tries = 0; habit->cost && tries < TRIES; tries++)
        if (place_all_cheapest(sparring, rules, rng, layout))
            return;
    error = layout_random(rules, rng, layout);
    assert(error == OK); /* the rules have been checked */
    (void)error;
}

void sparring_place(struct sparring *sparring, const struct rules *rules, struct rng *rng,
                    struct layout *layout)
{
    int listed = sparring->style->fleet.listed;

    if (listed)
        *layout = sparring->list[rng_below(rng, (uint32_t)listed)];
    else
        draw_fleet(sparring, rules, rng, layout);
}

void sparring_place_start(struct sparring *sparring, const struct rules *rules, struct rng *rng)
{
    int half_width = (rules->width + 1) / 2, half_height = (rules->height + 1) / 2;
    uint32_t corner = rng_below(rng, 4);

    memset(sparring->heat, 0, sizeof sparring->heat);
    sparring->noted = 0;
    sparring->area[0] = corner & 1 ? rules->width - half_width : 0;
    sparring->area[1] = sparring->area[0] + half_width - 1;
    sparring->area[2] = corner & 2 ? rules->height - half_height : 0;
    sparring->area[3] = sparring->area[2] + half_height - 1;
    sparring->area_is_upright = rng_below(rng, 2) == 0;
    for (int i = 0; i < sparring->style->fleet.listed; i++)
        draw_fleet(sparring, rules, rng, &sparring->list[i]);
}

void sparring_place_note(struct sparring *sparring, const struct view *view)
{
    const struct fleet_habit *habit = &sparring->style->fleet;
    const struct track *track = &view->incoming;
    int cells = rules_cells(&view->rules);
    uint16_t *past = habit->window ? sparring->past[sparring->noted % habit->window] : NULL;

    if (past && sparring->noted >= habit->window)
        for (int cell = 0; cell < cells; cell++)
            sparring->heat[cell] -= past[cell];
    if (past)
        memset(past, 0, sizeof past[0] * (size_t)cells);
    for (int i = 0; i < track->shots; i++) {
        sparring->heat[track->order[i].cell] += (uint32_t)(cells - i);
        if (past)
            past[track->order[i].cell] = (uint16_t)(cells - i);
    }
    sparring->noted++;
    if (habit->reset && sparring->noted % habit->reset == 0)
        memset(sparring->heat, 0, sizeof sparring->heat);
}
