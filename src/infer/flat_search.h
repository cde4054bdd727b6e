/* The search of one variant: explains the hits one by one, then counts the free ships. Included by
 * flat_variant.h. */

/* The cost of counting this many free ships, in places looked at. */
static const unsigned cost[MOST_FREE_SHIPS + 1] = {2, 20, 60, 200, 1200};

enum { NODE_COST = 10, HIT_COST = 2, LAST_COST = 2 }; /* LAST_COST: see explain_by_last */

/* cells >> width, for a width below 64: quicker than a shift that handles more. */
static inline wide move_up(wide cells, int width)
{
    uint64_t low = (uint64_t)cells, high = (uint64_t)(cells >> 64);

    return (wide)(high >> width) << 64 | (low >> width | high << 1 << (63 - width));
}

/* The places of each type that are left, given the closed cells. */
struct open_places {
    wide at[MAX_SLOTS][2];
};

static void find_open_places(const struct flat_count *flat, wide closed, struct open_places *open)
{
    wide across[MAX_LENGTH + 1], down[MAX_LENGTH + 1], left = closed, up = closed;

    across[0] = down[0] = 0;
    for (int i = 0; i < flat->longest; i++, left >>= 1, up = move_up(up, flat->width)) {
        across[i + 1] = across[i] | left;
        down[i + 1] = down[i] | up;
    }
    for (int t = 0; t < flat->types; t++) {
        const struct flat_type *type = &flat->type[t];

        if (flat->left[t] == 0)
            continue;
        open->at[t][0] = type->open[0] & ~across[type->length];
        open->at[t][1] = type->open[1] & ~down[type->length];
    }
}

static void place(struct flat_count *flat, int placed, int t, int vertical, int start)
{
    flat->placed[placed] = (struct flat_placed){(uint8_t)t, (uint8_t)vertical, (uint8_t)start};
    flat->left[t]--;
    flat->ships_left--;
    flat->cells_left -= flat->type[t].length;
}

static void take_back(struct flat_count *flat, int t)
{
    flat->left[t]++;
    flat->ships_left++;
    flat->cells_left += flat->type[t].length;
}

/* Adds layouts, or takes them off, at one place. */
static inline void add_at(struct flat_count *flat, struct flat_placed at, wide layouts)
{
    if (flat->is_wide)
        flat->count[at.type][at.vertical][at.start] += layouts;
    else
        flat->sum[at.type][at.vertical][SUM_ROOM + at.start] += (int32_t)layouts;
}

/* Adds this many layouts, all of which have the ships placed so far. */
static void add_to_placed(struct flat_count *flat, int placed, wide layouts)
{
    wide positive = layouts >> 127 ? -layouts : layouts;

    if (flat->most + positive > INT32_MAX)
        flat_count_widen(flat);
    flat->most += flat->is_wide ? 0 : (uint64_t)positive;
    for (int i = 0; i < placed; i++)
        add_at(flat, flat->placed[i], layouts);
    flat->layouts += layouts;
}

static void add_weight_to_placed(struct flat_count *flat, int placed, double weight)
{
    for (int i = 0; i < placed; i++) {
        const struct flat_placed *at = &flat->placed[i];

        flat->share[at->type][at->vertical][at->start] += weight;
    }
    flat->weight += weight;
}

static double weight_at(const struct flat_count *flat, struct flat_placed at)
{
    return (double)flat->type[at.type].weight[at.vertical * EXACT_CELLS + at.start];
}

static double weight_of_placed(const struct flat_count *flat, int placed)
{
    double weight = 1;

    for (int i = 0; i < placed; i++)
        weight *= weight_at(flat, flat->placed[i]);
    return weight;
}

static int64_t count_by_size(struct flat_count *flat, const struct flat_group *group, int groups,
                             int ships, int32_t times)
{
#if FLAT_BYTES
    if (flat->small)
        return count_free_16(flat, group, groups, ships, times);
#endif
    return count_free_32(flat, group, groups, ships, times);
}

/* Counts the groups and adds `times` the ways to place the others to each place. The sums have 32
 * bits and are emptied before they could overflow. Returns the ways to place all. */
static wide count_groups(struct flat_count *flat, const struct flat_group *group, int groups,
                         int ships, wide times)
{
    uint64_t most = 1, fewest = 2 * EXACT_CELLS, factor;
    wide positive = times >> 127 ? -times : times;
    bool large = positive > INT32_MAX;
    int64_t total;

    if (flat->apart)
        return flat_count_apart(flat, group, groups, times);
    factor = large ? 1 : (uint64_t)positive;
    for (int g = 0; g < groups; g++) {
        for (int i = 0; i < group[g].ships; i++)
            most *= (uint64_t)group[g].places;
        if ((uint64_t)group[g].places < fewest)
            fewest = (uint64_t)group[g].places;
    }
    most = most / fewest * MOST_FREE_SHIPS; /* for any place of up to four equal ships */
    large |= most * factor > INT32_MAX;
    if (large || flat->most + most * factor > INT32_MAX)
        flat_count_add_sums(flat, 1);
    total = count_by_size(flat, group, groups, ships, large ? 1 : (int32_t)times);
    flat->most += most * factor;
    if (large)
        flat_count_add_sums(flat, (signed_wide)times);
    return (wide)total;
}

static void count_free(struct flat_count *flat, wide closed, wide times, int placed);

/* Tries one particular ship of a type at each of its places, and counts the rest. Equal ships are
 * placed later, so every layout is counted once. */
static void try_places(struct flat_count *flat, const struct open_places *open, wide closed,
                       wide times, int placed)
{
    int best = 0, fewest = 2 * EXACT_CELLS + 1;

    for (int t = 0; t < flat->types; t++) {
        int places;

        if (flat->left[t] == 0)
            continue;
        places = wide_bits(open->at[t][0]) + wide_bits(open->at[t][1]);
        if (places < fewest) {
            fewest = places;
            best = t;
        }
    }
    for (int vertical = 0; vertical < 2; vertical++) {
        wide cells = flat->ship[flat->type[best].length][vertical];

        for (wide rest = open->at[best][vertical]; rest; rest &= rest - 1) {
            int start = wide_first(rest), mirrored = 1;

            if (flat->symmetries > 1 && placed == 0)
                mirrored = flat_symmetry_times(flat, best, vertical, start);
            if (mirrored == 0)
                continue;
            place(flat, placed, best, vertical, start);
            count_free(flat, closed | flat_count_blocks(flat, cells << start),
                       times * (unsigned)mirrored, placed + 1);
            take_back(flat, best);
        }
    }
}

/* Counts the ways to place the remaining ships, when no hit is left to explain. */
static void count_free(struct flat_count *flat, wide closed, wide times, int placed)
{
    struct flat_group group[MOST_FREE_SHIPS];
    struct open_places open;
    int groups = 0, ships = flat->ships_left, most;

    if (flat->work > flat->budget)
        return;
    most = !flat->apart ? MOST_FREE_SHIPS : flat->is_weighted ? 1 : MOST_FREE_SHIPS_APART;
    flat->work += NODE_COST + (ships > most  ? 0
                               : flat->apart ? free_ships_work(&flat->free, ships)
                                             : cost[ships]);
    find_open_places(flat, closed, &open);
    if (ships > most) {
        try_places(flat, &open, closed, times, placed);
        return;
    }
    for (int t = 0; t < flat->types; t++) {
        struct flat_group *to = &group[groups];

        if (flat->left[t] == 0)
            continue;
        *to = (struct flat_group){.type = t,
                                  .length = flat->type[t].length,
                                  .ships = flat->left[t],
                                  .places = wide_bits(open.at[t][0]) + wide_bits(open.at[t][1]),
                                  .place = {open.at[t][0], open.at[t][1]},
                                  .weight = flat->type[t].weight};
        if (to->places < to->ships)
            return;
        groups++;
    }
    if (flat->is_weighted) {
        double weight = (double)(signed_wide)times * weight_of_placed(flat, placed);

        if (ships > 0)
            weight *= count_free_weight(flat, group, groups, ships, weight);
        add_weight_to_placed(flat, placed, weight);
    } else {
        add_to_placed(flat, placed,
                      ships > 0 ? times * count_groups(flat, group, groups, ships, times) : times);
    }
}

/* The open hit with the fewest explanations. */
static int hardest_hit(struct flat_count *flat, const struct open_places *open, wide hits,
                       int *explanations)
{
    int hardest = 0;

    *explanations = INT32_MAX;
    for (; hits && *explanations > 1; hits &= hits - 1) {
        int hit = wide_first(hits), count = 0;

        for (int t = 0; t < flat->types; t++) {
            int length = flat->type[t].length;

            if (flat->left[t] == 0)
                continue;
            flat->work += HIT_COST;
            count += wide_bits(open->at[t][0] & flat->over[length][0][hit]) +
                     wide_bits(open->at[t][1] & flat->over[length][1][hit]);
        }
        if (count < *explanations) {
            *explanations = count;
            hardest = hit;
        }
    }
    return hardest;
}

/* Sets covers[n] to the places of the type that cover at least n of the hits. Returns the largest
 * number of hits that one place covers. */
static int most_explained(const struct flat_count *flat, const struct open_places *open, wide hits,
                          int t, wide covers[MAX_LENGTH + 1][2])
{
    int length = flat->type[t].length, most = 0;

    memcpy(covers[0], open->at[t], sizeof covers[0]);
    for (; hits; hits &= hits - 1) {
        if (most < length)
            covers[most + 1][0] = covers[most + 1][1] = 0;
        for (int vertical = 0; vertical < 2; vertical++) {
            wide over = flat->over[length][vertical][wide_first(hits)];

            for (int i = most < length ? most + 1 : length; i > 0; i--)
                covers[i][vertical] |= covers[i - 1][vertical] & over;
        }
        most += most < length && (covers[most + 1][0] | covers[most + 1][1]);
    }
    return most;
}

/* There are more open hits than ships: leaves only places that cover enough of them. If each ship
 * covered as many hits as it can, `spare` more would be covered than there are. So no ship may
 * cover fewer than its most minus `spare`. False if the ships cannot explain all hits. */
static bool leave_good_places(struct flat_count *flat, struct open_places *open, wide hits)
{
    wide covers[MAX_SLOTS][MAX_LENGTH + 1][2];
    int most[MAX_SLOTS], all = wide_bits(hits), spare = -all;

    for (int t = 0; t < flat->types; t++) {
        if (flat->left[t] == 0)
            continue;
        flat->work += HIT_COST * (unsigned)all;
        most[t] = most_explained(flat, open, hits, t, covers[t]);
        spare += flat->left[t] * most[t];
    }
    for (int t = 0; t < flat->types && spare >= 0; t++)
        if (flat->left[t] > 0 && most[t] > spare)
            memcpy(open->at[t], covers[t][most[t] - spare], sizeof open->at[t]);
    return spare >= 0;
}

/* One node of the search: what is left to explain. */
struct flat_node {
    wide closed, hits, times; /* `times` includes the ways to swap placed ships with equal ones */
    int placed;
};

static void explain_hits(struct flat_count *flat, struct flat_node *node);

/* Places the ships that have only one place left. False if the ships of a type have too few places,
 * or if two certain ships collide. */
static bool place_certain(struct flat_count *flat, struct flat_node *node, struct open_places *open)
{
    bool again = true;

    while (again) {
        flat->work += NODE_COST;
        find_open_places(flat, node->closed, open);
        again = false;
        for (int t = 0; t < flat->types; t++) {
            int across, down, start;
            wide cells;

            if (flat->left[t] == 0)
                continue;
            across = wide_bits(open->at[t][0]);
            down = wide_bits(open->at[t][1]);
            if (across + down < flat->left[t])
                return false;
            if (across + down > 1)
                continue;
            start = wide_first(open->at[t][down]);
            cells = flat->ship[flat->type[t].length][down] << start;
            if (node->closed & cells)
                return false; /* closed by another certain ship in this pass */
            place(flat, node->placed++, t, down, start);
            node->closed |= flat_count_blocks(flat, cells);
            node->hits &= ~cells;
            again = true;
        }
    }
    return true;
}

/* Tries every ship that covers the hit. */
static void try_explanations(struct flat_count *flat, const struct flat_node *node,
                             const struct open_places *open, int hit)
{
    for (int t = 0; t < flat->types; t++) {
        int equal = flat->left[t], length = flat->type[t].length;

        for (int vertical = 0; vertical < 2 && equal > 0; vertical++) {
            wide rest = open->at[t][vertical] & flat->over[length][vertical][hit];

            for (; rest; rest &= rest - 1) {
                int start = wide_first(rest);
                wide cells = flat->ship[length][vertical] << start;

                struct flat_node next;

                place(flat, node->placed, t, vertical, start);
                next.closed = node->closed | flat_count_blocks(flat, cells);
                next.hits = node->hits & ~cells;
                next.times = node->times * (unsigned)equal;
                next.placed = node->placed + 1;
                explain_hits(flat, &next);
                take_back(flat, t);
            }
        }
    }
}

/* Is it less work to count all layouts and subtract those that leave a hit open than to try every
 * explanation? With weights, subtracting more often would cost too many digits. */
static bool subtracting_is_cheaper(const struct flat_count *flat, int hits, int explanations)
{
    int ships = flat->ships_left;
    unsigned next; /* the cost of one explanation */

    if (flat->apart || ships < 2 || ships > MOST_FREE_SHIPS ||
        hits > (flat->is_weighted ? 2 : ships))
        return false;
    next = ships == 2 && hits == 2 ? LAST_COST : cost[ships - 1] << (hits - 1);
    return cost[ships] << hits < (unsigned)explanations * (NODE_COST + next);
}

/* All layouts, minus those that leave one hit open, plus those that leave two open, and so on. */
static void subtract_open(struct flat_count *flat, const struct flat_node *node)
{
    wide left_open = 0;

    do {
        wide sign = wide_bits(left_open) % 2 ? -(wide)1 : 1;

        count_free(flat, node->closed | left_open, sign * node->times, node->placed);
        left_open = (left_open - node->hits) & node->hits;
    } while (left_open);
}

/* The places of a type that cover all open hits and are free. Returns their number. */
static int find_explanations(const struct flat_count *flat, const struct flat_node *node, int t,
                             struct flat_placed at[2 * MAX_LENGTH])
{
    int length = flat->type[t].length, found = 0;

    for (int vertical = 0; vertical < 2; vertical++) {
        wide rest = flat->type[t].open[vertical];

        for (wide hits = node->hits; hits && rest; hits &= hits - 1)
            rest &= flat->over[length][vertical][wide_first(hits)];
        for (; rest; rest &= rest - 1) {
            int start = wide_first(rest);

            if (!(node->closed & flat->ship[length][vertical] << start))
                at[found++] = (struct flat_placed){(uint8_t)t, (uint8_t)vertical, (uint8_t)start};
        }
    }
    return found;
}

/* The last ship must explain all open hits, of which there is at least one. */
static void explain_by_last(struct flat_count *flat, const struct flat_node *node)
{
    struct flat_placed at[2 * MAX_LENGTH];
    int t = 0, found;

    while (flat->left[t] == 0)
        t++;
    flat->work += NODE_COST;
    found = find_explanations(flat, node, t, at);
    if (found == 0)
        return;
    if (flat->is_weighted) {
        double before = (double)(signed_wide)node->times * weight_of_placed(flat, node->placed),
               all = 0;

        for (int i = 0; i < found; i++) {
            double weight = before * weight_at(flat, at[i]);

            flat->share[t][at[i].vertical][at[i].start] += weight;
            all += weight;
        }
        add_weight_to_placed(flat, node->placed, all);
        return;
    }
    add_to_placed(flat, node->placed, node->times * (unsigned)found);
    for (int i = 0; i < found; i++)
        add_at(flat, at[i], node->times);
}

/* Counts the ways to explain the open hits and place the remaining ships. Changes the node. */
static void explain_hits(struct flat_count *flat, struct flat_node *node)
{
    struct open_places open;
    int hit, explanations, before = node->placed;

    if (flat->work > flat->budget)
        return;
    if (!node->hits) {
        count_free(flat, node->closed, node->times, node->placed);
        return;
    }
    if (flat->ships_left == 1) {
        explain_by_last(flat, node);
        return;
    }
    if (place_certain(flat, node, &open) && wide_bits(node->hits) <= flat->cells_left &&
        (wide_bits(node->hits) <= flat->ships_left || leave_good_places(flat, &open, node->hits))) {
        if (!node->hits) {
            count_free(flat, node->closed, node->times, node->placed);
        } else {
            hit = hardest_hit(flat, &open, node->hits, &explanations);
            if (subtracting_is_cheaper(flat, wide_bits(node->hits), explanations))
                subtract_open(flat, node);
            else
                try_explanations(flat, node, &open, hit);
        }
    }
    for (int i = before; i < node->placed; i++)
        take_back(flat, flat->placed[i].type);
}

static void add_layouts(struct flat_count *flat, wide closed, wide hits, wide times)
{
    struct flat_node node = {closed, hits, times, 0};

    explain_hits(flat, &node);
}

#if FLAT_BYTES
typedef uint32_t cover_lanes __attribute__((vector_size(FLAT_BYTES)));
#else
typedef uint32_t cover_lanes;
#endif

static inline cover_lanes load_sums(const int32_t *from)
{
    cover_lanes lanes;

    __builtin_memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

/* The ships across that cover a cell are those that cover the cell before, plus those that start
 * here, minus those that have just ended; likewise down. Sums modulo 2^32 suffice: no result is
 * larger. */
static void cover_from_sums(struct flat_count *flat)
{
    enum { LANES = FLAT_BYTES ? FLAT_BYTES / 4 : 1 };
    uint32_t across[EXACT_CELLS], down[EXACT_CELLS], right = 0;

    for (int x = 0; x < flat->cells; x += LANES) {
        cover_lanes change[2] = {0};

        for (int t = 0; t < flat->types; t++)
            for (int vertical = 0; vertical < 2; vertical++) {
                const int32_t *sum = flat->sum[t][vertical] + SUM_ROOM + x;
                int behind = flat->type[t].length * (vertical ? flat->width : 1);

                behind = behind < SUM_ROOM ? behind : SUM_ROOM;
                change[vertical] += load_sums(sum) - load_sums(sum - behind);
            }
        __builtin_memcpy(across + x, &change[0], sizeof change[0]);
        __builtin_memcpy(down + x, &change[1], sizeof change[1]);
    }
    for (int cell = 0; cell < flat->cells; cell++) {
        right += across[cell];
        down[cell] += cell >= flat->width ? down[cell - flat->width] : 0;
        flat->cover[cell] = right + down[cell];
    }
}
