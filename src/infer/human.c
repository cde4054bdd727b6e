/* Rejection sampling, as in layout_random: every ship is drawn independently with the product of
 * its cells' weights, and the draw starts over if two ships overlap. The accepted layouts have a
 * probability proportional to the product over all cells, as required. All weights are integers, so
 * a seed gives the same boards on every machine. */
#include "infer/human.h"

#include <assert.h>
#include <string.h>

enum { LONGEST = 5, PLACEMENT_ONE = 1 << 20 }; /* the weight of a placement on cells of weight 1 */

static const uint8_t fleet_counts[LONGEST + 1] = {0, 0, 1, 2, 1, 1}; /* ships of each length */

/* Placement `index` of a ship: the horizontal ones in reading order, then the vertical ones. */
static struct placement placement_at(int length, int index)
{
    int across = HUMAN_SIDE - length + 1, half = across * HUMAN_SIDE;
    bool vertical = index >= half;
    int columns = vertical ? HUMAN_SIDE : across;

    index -= vertical ? half : 0;
    return (struct placement){(int16_t)(index % columns), (int16_t)(index / columns), vertical, 1};
}

static uint64_t placement_weight(const uint16_t weight[HUMAN_CELLS], struct placement at,
                                 int length)
{
    int step = at.vertical ? HUMAN_SIDE : 1, cell = at.row * HUMAN_SIDE + at.column;
    uint64_t product = PLACEMENT_ONE;

    for (int i = 0; i < length; i++)
        product = product * weight[cell + i * step] / HUMAN_WEIGHT_ONE;
    return product;
}

static void sum_weights(struct human *human, int ship, const uint16_t weight[HUMAN_CELLS])
{
    int length = human->length[ship];
    uint64_t sum = 0;

    human->placements[ship] = 2 * HUMAN_SIDE * (HUMAN_SIDE - length + 1);
    for (int i = 0; i < human->placements[ship]; i++) {
        sum += placement_weight(weight, placement_at(length, i), length);
        human->sum[ship][i] = (uint32_t)sum;
    }
    assert(sum > 0 && sum <= UINT32_MAX);
}

enum error human_init(struct human *human, const struct rules *rules,
                      const uint16_t weight[HUMAN_CELLS], struct message *message)
{
    int counts[MAX_LENGTH + 1] = {0};
    bool same = rules->width == HUMAN_SIDE && rules->height == HUMAN_SIDE && rules->touch &&
                rules->ships == HUMAN_SHIPS;

    for (int ship = 0; ship < rules->ships; ship++)
        counts[rules->fleet[ship].length]++;
    for (int length = 0; length <= LONGEST; length++)
        same = same && counts[length] == fleet_counts[length];
    if (!same)
        return error_set(
            ERR_RULES, message,
            "no data on how people place ships under %s rules: data exist only for the "
            "10x10 board with ships of 5, 4, 3, 3 and 2 that may touch",
            rules->name);
    memset(human, 0, sizeof *human);
    for (int ship = 0; ship < HUMAN_SHIPS; ship++) {
        human->length[ship] = rules->fleet[ship].length;
        sum_weights(human, ship, weight);
    }
    return OK;
}

/* The first placement whose sum is above a random number. */
static int draw_index(const struct human *human, int ship, struct rng *rng)
{
    const uint32_t *sum = human->sum[ship];
    int low = 0, high = human->placements[ship] - 1;
    uint32_t number = rng_below(rng, sum[high]);

    while (low < high) {
        int middle = (low + high) / 2;

        if (sum[middle] > number)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* False if the ship overlaps another one; `taken` has a word for each row of the board. */
static bool take(uint16_t taken[HUMAN_SIDE], struct placement at, int length)
{
    unsigned bits = at.vertical ? 1u << at.column : ((1u << length) - 1) << at.column, met = 0;
    int rows = at.vertical ? length : 1;

    for (int row = at.row; row < at.row + rows; row++) {
        met |= taken[row] & bits;
        taken[row] = (uint16_t)(taken[row] | bits);
    }
    return met == 0;
}

static bool draw_once(const struct human *human, struct rng *rng, struct layout *layout)
{
    uint16_t taken[HUMAN_SIDE] = {0};

    for (int ship = 0; ship < HUMAN_SHIPS; ship++) {
        int length = human->length[ship];

        layout->ship[ship] = placement_at(length, draw_index(human, ship, rng));
        if (!take(taken, layout->ship[ship], length))
            return false;
    }
    return true;
}

void human_draw(const struct human *human, struct rng *rng, struct layout *layout)
{
    memset(layout, 0, sizeof *layout);
    while (!draw_once(human, rng, layout))
        ;
}
