/* The weights of single layouts may be too large for 128 bits, so they have an exponent like
 * floating-point numbers, but with more digits and the same on every machine. */
#include "infer/listed_count.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LISTED = 100000, WEIGHT_BITS = 118, SUM_BITS = 127 };

/* digits * 2^exponent. A factor has at most 9 bits, so a product of `digits` and one always fits.
 */
struct listed_weight {
    wide digits;
    int exponent;
};

_Static_assert(HINT_UNIT *SIGHTING_CELLS < 1 << (SUM_BITS - WEIGHT_BITS), "factors of 9 bits");

struct listed_count *listed_count_new(void)
{
    struct listed_count *count = calloc(1, sizeof *count);

    if (count)
        layout_list_init(&count->list, MOST_LISTED);
    return count;
}

void listed_count_free(struct listed_count *count)
{
    if (!count)
        return;
    layout_list_free(&count->list);
    free(count->weight);
    free(count->at);
    free(count);
}

bool listed_count_is_worth_it(const struct evidence *evidence, wide layouts)
{
    for (int c = 0; c < evidence->classes; c++)
        for (int ship = 2; ship <= evidence->ship_class[c].count; ship++)
            layouts /= (unsigned)ship;
    return layouts <= MOST_LISTED;
}

static int bits_of(wide number)
{
    int bits = 0;

    for (; number; number >>= 1)
        bits++;
    return bits;
}

/* The product of the factors of all hints. `owner` has for each cell 1 + the class of its ship. */
static struct listed_weight weigh(const struct evidence *evidence, const uint8_t *owner)
{
    struct listed_weight weight = {1, 0};

    for (int i = 0; i < evidence->hints; i++) {
        const struct hint *hint = &evidence->hint[i];
        unsigned factor = hint->settled;

        for (int k = 0; k < hint->count; k++) {
            int ship = owner[hint->cell[k]];

            if (ship && !(hint->before_raise && evidence->ship_class[ship - 1].raised))
                factor += hint->weight[k];
        }
        weight.digits *= factor;
        for (; weight.digits >> WEIGHT_BITS; weight.digits >>= 1)
            weight.exponent++;
    }
    return weight;
}

/* Weighs each layout. Returns the bits of the largest weight. */
static int weigh_all(struct listed_count *count, const struct evidence *evidence)
{
    const struct layout_list *list = &count->list;
    uint8_t owner[MAX_CELLS] = {0};
    int most = 0;

    for (uint32_t i = 0; i < list->layouts; i++) {
        int bits;

        for (int step = 0; step < 2; step++) { /* put the ships on the board; take them off again */
            for (int ship = 0; ship < list->ships; ship++) {
                const struct listed_berth *berth =
                    &list->berth[list->at[i * (size_t)list->ships + (size_t)ship]];

                for (int k = 0; k < berth->length; k++)
                    owner[berth->cell[k]] = step == 0 ? (uint8_t)(berth->ship_class + 1) : 0;
            }
            if (step == 0)
                count->weight[i] = weigh(evidence, owner);
        }
        bits = bits_of(count->weight[i].digits) + count->weight[i].exponent;
        most = bits > most ? bits : most;
    }
    return most;
}

/* The weight divided by 2^halvings. */
static wide scaled(struct listed_weight weight, int halvings)
{
    int shift = halvings - weight.exponent;

    if (shift < 0)
        return weight.digits << -shift;
    return shift > SUM_BITS ? 0 : weight.digits >> shift;
}

static void add_up(struct listed_count *count, int width)
{
    const struct layout_list *list = &count->list;

    for (uint32_t i = 0; i < list->layouts; i++) {
        wide weight = scaled(count->weight[i], count->halvings);

        count->total += weight;
        for (int ship = 0; ship < list->ships; ship++) {
            const struct listed_berth *berth =
                &list->berth[list->at[i * (size_t)list->ships + (size_t)ship]];
            int vertical = berth->length > 1 && berth->cell[1] - berth->cell[0] == width;

            count->at[(2 * berth->ship_class + vertical) * count->cells + berth->cell[0]] += weight;
            for (int k = 0; k < berth->length; k++)
                count->cover[berth->cell[k]] += weight;
        }
    }
}

enum error listed_count_run(struct listed_count *count, const struct evidence *evidence,
                            const struct evidence *unweighted, uint64_t steps,
                            struct message *message)
{
    struct layout_list *list = &count->list;
    enum error error = layout_list_fill(list, unweighted, steps);
    int bits;

    if (error)
        return error_set(error, message, "the layouts cannot be listed");
    count->cells = rules_cells(&evidence->rules);
    free(count->weight);
    free(count->at);
    count->weight = malloc(list->layouts * sizeof *count->weight);
    count->at = calloc(2 * (size_t)evidence->classes * (size_t)count->cells, sizeof *count->at);
    if (!count->weight || !count->at)
        return error_set(ERR_MEMORY, message, "out of memory");
    bits = weigh_all(count, evidence) + bits_of(list->layouts);
    count->halvings = bits > SUM_BITS ? bits - SUM_BITS : 0;
    count->total = 0;
    memset(count->cover, 0, sizeof count->cover);
    add_up(count, evidence->rules.width);
    return OK;
}

wide listed_count_at(const struct listed_count *count, int ship_class, int start, bool vertical)
{
    return count->at[(2 * ship_class + vertical) * count->cells + start];
}
