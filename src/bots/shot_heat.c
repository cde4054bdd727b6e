#include "bots/shot_heat.h"

#include <string.h>

/* Heats are fixed-point numbers with this many binary digits after the point. */
enum { DIGITS = 16 };

static const struct {
    uint32_t keep; /* of 65536 from one round to the next */
    bool hunting;  /* only shots fired while no damaged ship was known */
    int window;    /* only the last so many rounds, if not 0 */
    int reset;     /* everything is forgotten after every so many rounds, if not 0 */
} kinds[HEATS] = {
    {65536, false, 0, 0},   {64225, false, 0, 0},  {58982, false, 0, 0},  {39322, false, 0, 0},
    {63570, true, 0, 0},    {65536, false, 1, 0},  {65536, false, 3, 0},  {65536, false, 5, 0},
    {65536, false, 10, 0},  {65536, false, 20, 0}, {65536, false, 50, 0}, {65536, false, 100, 0},
    {65536, false, 0, 10},  {65536, false, 0, 20}, {65536, false, 0, 25}, {65536, false, 0, 50},
    {65536, false, 0, 100},
};

/* The length of a ship that sank, or 0 if its name is not announced. */
static int sunk_length(const struct shot *shot, const struct rules *rules)
{
    return shot->answer == ANSWER_SUNK && shot->ship < rules->ships
               ? rules->fleet[shot->ship].length
               : 0;
}

/* Lets a heat fade before the next round is added. */
static void fade(struct shot_heat *heat, int k)
{
    int window = kinds[k].window;
    const uint8_t *old =
        heat->recent[(heat->rounds + HEAT_MEMORY - (uint64_t)window) % HEAT_MEMORY];

    for (int cell = 0; cell < EXACT_CELLS; cell++) {
        uint64_t *at = &heat->at[k][cell];

        *at = *at * kinds[k].keep >> 16;
        if (window && heat->rounds >= (uint64_t)window)
            *at -= (uint64_t)old[cell] << DIGITS;
        if (kinds[k].reset && heat->rounds % (uint64_t)kinds[k].reset == 0)
            *at = 0;
    }
}

void shot_heat_add(struct shot_heat *heat, const struct track *track, const struct rules *rules)
{
    uint8_t *now = heat->recent[heat->rounds % HEAT_MEMORY];
    int cells = rules_cells(rules), damaged = 0;

    for (int k = 0; k < HEATS; k++)
        fade(heat, k);
    memset(now, 0, sizeof heat->recent[0]);
    for (int i = 0; i < track->shots; i++) {
        const struct shot *shot = &track->order[i];

        now[shot->cell] = (uint8_t)(cells - i);
        for (int k = 0; k < HEATS; k++)
            if (!kinds[k].hunting || damaged <= 0)
                heat->at[k][shot->cell] += (uint64_t)(cells - i) << DIGITS;
        damaged += shot->answer == ANSWER_HIT;
        if (shot->answer == ANSWER_SUNK)
            damaged -= sunk_length(shot, rules) - 1;
    }
    heat->rounds++;
}

static uint64_t heat_of(const uint64_t *at, wide cells, bool by_maximum)
{
    uint64_t sum = 0, most = 0;

    for (; cells; cells &= cells - 1) {
        uint64_t here = at[wide_first(cells)];

        sum += here;
        most = here > most ? here : most;
    }
    return by_maximum ? most : sum;
}

/* Shell sort: faster than qsort for so few numbers, because qsort calls a function to compare. */
static void sort(uint64_t *number, int count)
{
    static const int gaps[] = {57, 23, 10, 4, 1};

    for (size_t g = 0; g < sizeof gaps / sizeof gaps[0]; g++)
        for (int gap = gaps[g], i = gap; i < count; i++) {
            uint64_t moved = number[i];
            int k = i;

            for (; k >= gap && number[k - gap] > moved; k -= gap)
                number[k] = number[k - gap];
            number[k] = moved;
        }
}

void shot_heat_rank(const struct shot_heat *heat, int ranking, const struct ship_places *places,
                    struct heat_rank *rank)
{
    enum { NUMBER_BITS = 8 };
    uint64_t sorted[MOST_PLACES]; /* the heat of a place, and its number in the low bits */
    int count = places->count;

    for (int i = 0; i < count; i++)
        sorted[i] = heat_of(heat->at[ranking / 4], places->cells[i], ranking & BY_MAXIMUM)
                        << NUMBER_BITS |
                    (uint64_t)i;
    sort(sorted, count);
    for (int first = 0, next; first < count; first = next) {
        for (next = first + 1;
             next < count && sorted[next] >> NUMBER_BITS == sorted[first] >> NUMBER_BITS;)
            next++;
        for (int i = first; i < next; i++)
            rank[sorted[i] & ((1 << NUMBER_BITS) - 1)] =
                (struct heat_rank){(uint16_t)first, (uint16_t)(next - first), (uint16_t)i};
    }
}

struct heat_rank shot_heat_rank_of(const struct shot_heat *heat, int ranking,
                                   const struct ship_places *places, wide closed, int place)
{
    const uint64_t *at = heat->at[ranking / 4];
    uint64_t here = heat_of(at, places->cells[place], ranking & BY_MAXIMUM);
    int below = 0, ties = 0, earlier = 0;

    for (int i = 0; i < places->count; i++)
        if (!(places->cells[i] & closed)) {
            uint64_t other = heat_of(at, places->cells[i], ranking & BY_MAXIMUM);

            below += other < here;
            ties += other == here;
            earlier += other == here && i < place;
        }
    return (struct heat_rank){(uint16_t)below, (uint16_t)ties, (uint16_t)(below + earlier)};
}

static int bucket_start(int bucket)
{
    return bucket == 0 ? 0 : 1 << (bucket - 1);
}

static int bucket_end(int bucket)
{
    return bucket == RANK_BUCKETS - 1 ? MOST_PLACES : 1 << bucket;
}

void shot_heat_split(int below, int ties, double part[RANK_BUCKETS])
{
    for (int b = shot_heat_bucket(below); b < RANK_BUCKETS && bucket_start(b) < below + ties; b++) {
        int from = bucket_start(b) > below ? bucket_start(b) : below;
        int to = bucket_end(b) < below + ties ? bucket_end(b) : below + ties;

        part[b] += (double)(to - from) / ties;
    }
}

int shot_heat_bucket(int rank)
{
    int bucket = 0;

    while (bucket_end(bucket) <= rank)
        bucket++;
    return bucket;
}

int shot_heat_bucket_size(int bucket, int places)
{
    int end = bucket_end(bucket) < places ? bucket_end(bucket) : places;

    return end > bucket_start(bucket) ? end - bucket_start(bucket) : 0;
}
