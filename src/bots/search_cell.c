/* The search for ships on large boards. A cell is worth the number of places of ships that a miss
 * there rules out. The chance of a hit would divide the places of each ship by their number, and so
 * prefer large ships when few of their places are left; but it is the small ships that are found
 * last, and the large ones are found on the way. */
#include "bots/search_cell.h"

#include <string.h>

/* How much a ship counts compared with one that is a cell shorter. */
static const double longer_counts = 0.7;

bool search_cell_read_fleet(const struct evidence *evidence, struct search_fleet *fleet)
{
    int sunk[MAX_SLOTS + 1] = {0}, hits = evidence->hits;

    memset(fleet, 0, sizeof *fleet);
    for (int cell = 0; cell < rules_cells(&evidence->rules); cell++) {
        if (evidence->time[cell] < 0 || evidence->answer[cell] != ANSWER_SUNK)
            continue;
        if (evidence->named[cell] == NO_SHIP)
            return false;
        sunk[evidence->named[cell]]++;
    }
    for (int c = 0; c < evidence->classes; c++) {
        const struct ship_class *ship = &evidence->ship_class[c];
        int lost = sunk[ship->kind] < ship->count ? sunk[ship->kind] : ship->count;

        sunk[ship->kind] -= lost;
        hits -= lost * ship->length;
        fleet->ships[ship->length] += ship->count - lost;
    }
    return hits == 0;
}

/* Adds a placement of the class to the expected fleet. */
static void expect_place(const struct posterior *posterior, int ship_class, struct placement at,
                         struct search_fleet *fleet)
{
    const struct evidence *evidence = posterior_evidence(posterior);
    int width = evidence->rules.width, length = evidence->ship_class[ship_class].length;
    double chance = posterior_placement(posterior, ship_class, at);
    int hits = 0;

    for (int k = 0; k < length && chance > 0; k++)
        hits += evidence->time[at.row * width + at.column + k * (at.vertical ? width : 1)] >= 0;
    fleet->ships[length] += hits == 0 ? chance : 0;
    fleet->damaged += hits > 0 && hits < length ? chance : 0;
}

void search_cell_expect_fleet(const struct posterior *posterior, struct search_fleet *fleet)
{
    const struct evidence *evidence = posterior_evidence(posterior);

    memset(fleet, 0, sizeof *fleet);
    for (int c = 0; c < evidence->classes; c++) {
        struct placement place[2 * MAX_CELLS];
        int places = evidence_places(evidence, c, place);

        for (int i = 0; i < places; i++)
            expect_place(posterior, c, place[i], fleet);
    }
}

/* Adds the weight to the cells of a placement without hits. */
static void add_place(const struct evidence *evidence, int ship_class, struct placement at,
                      double weight, double *value)
{
    int width = evidence->rules.width, length = evidence->ship_class[ship_class].length;
    int start = at.row * width + at.column, step = at.vertical ? width : 1;

    for (int k = 0; k < length; k++)
        if (evidence->time[start + k * step] >= 0)
            return;
    for (int k = 0; k < length; k++)
        value[start + k * step] += weight;
}

/* Adds the weight to each cell for each place of this class, without hits, that covers it. */
static void count_places(const struct evidence *evidence, int ship_class, double weight,
                         double *value)
{
    struct placement place[2 * MAX_CELLS];
    int places = evidence_places(evidence, ship_class, place);

    for (int i = 0; i < places; i++)
        add_place(evidence, ship_class, place[i], weight, value);
}

/* A set of parallel diagonals, `spacing` apart, in one of two directions. */
struct diagonals {
    int spacing, offset;
    bool rising;
};

static bool is_on(struct diagonals diagonals, int cell, int width)
{
    int row = cell / width, column = cell % width;
    int number = diagonals.rising ? row + column : row - column + MAX_LENGTH * MAX_SIDE;

    return number % diagonals.spacing == diagonals.offset % diagonals.spacing;
}

/* The diagonals with the fewest cells left to shoot. After those, no ship of this length can be
 * left undetected. */
static struct diagonals best_diagonals(const double *value, int length, const struct rules *rules)
{
    struct diagonals best = {length, 0, true};
    int fewest = MAX_CELLS + 1;

    for (int i = 0; i < (length > 2 ? 2 : 1) * length; i++) {
        struct diagonals diagonals = {length, i % length, i < length};
        int count = 0;

        for (int cell = 0; cell < rules_cells(rules); cell++)
            count += value[cell] > 0 && is_on(diagonals, cell, rules->width);
        if (count < fewest) {
            fewest = count;
            best = diagonals;
        }
    }
    return best;
}

int search_cell_choose(const struct evidence *evidence, const struct search_fleet *fleet,
                       struct rng *rng)
{
    static const double half = 0.5;
    double value[MAX_CELLS] = {0}, most = 0, weight = 1;
    struct diagonals diagonals = {1, 0, true};
    int best = NO_CELL, smallest = 0, equals = 0;

    for (int length = 1; length <= MAX_LENGTH; length++) {
        if (fleet->ships[length] < half)
            continue;
        for (int c = 0; c < evidence->classes; c++)
            if (evidence->ship_class[c].length == length)
                count_places(evidence, c, weight * fleet->ships[length], value);
        if (smallest == 0) {
            smallest = length;
            diagonals = best_diagonals(value, length, &evidence->rules);
        }
        weight *= longer_counts;
    }
    for (int cell = 0; cell < rules_cells(&evidence->rules); cell++) {
        if (value[cell] < most || value[cell] <= 0 ||
            !is_on(diagonals, cell, evidence->rules.width))
            continue;
        equals = value[cell] > most ? 1 : equals + 1;
        most = value[cell];
        if (rng_below(rng, (uint32_t)equals) == 0)
            best = cell;
    }
    return best;
}
