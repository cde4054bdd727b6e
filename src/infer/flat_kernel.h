/* The closed forms for one to four free ships, for one type of lane (see flat_lanes.h). The letters
 * are those of free_ships.c, which has the same forms again for larger boards and for ships that
 * may not touch; these here are many times faster. */
#include "infer/flat_lanes.h"

/* For the sum over the cells of a place minus that over its edges, the edges are subtracted
 * beforehand: no_across is cell minus across. */
struct N(field) {
    N(row) cell, across, down, no_across, no_down;
};

struct N(area) {
    N(row) place[4][2];
    struct N(field) D[4], W[10], phi[4];
    N(row) d[4][4][2];
#if WEIGHTED
    N(row) weighted_d[4][4][2];
#endif
    N(row) met[4][3][2], path[4][3][2];
    N(row) cover[4][2][MAX_LENGTH], ring[4][2][MAX_LENGTH], sides[MAX_LENGTH][MAX_LENGTH];
    TOTAL n[4], E[4][4], constant[4];
    int width, lanes;
    int length[4], others[4][3];
};

/* Sums over the places that contain x: those that go on to the right, those that go on downwards,
 * and those that end at x. */
struct N(spread) {
    N(vec) across, down, ends;
};

static inline ALWAYS_INLINE struct N(spread)
    N(spread_at)(const LANE *across, const LANE *down, int length, int width)
{
    struct N(spread) sum;

    sum.ends = N(load)(across - (length - 1)) + N(load)(down - (length - 1) * width);
    sum.across = sum.down = N(splat)(0);
    for (int k = 0; k < length - 1; k++) {
        sum.across += N(load)(across - k);
        sum.down += N(load)(down - k * width);
    }
    return sum;
}

/* <i, field> for the places i that start at x, with x in the pointers */
static inline ALWAYS_INLINE N(vec)
    N(dot_at)(const LANE *rest, const LANE *cell, int length, int step)
{
    N(vec) sum = N(load)(cell + (length - 1) * step);

    for (int k = 0; k < length - 1; k++)
        sum += N(load)(rest + k * step);
    return sum;
}

/* The same, widened, plus another number */
static inline ALWAYS_INLINE void N(wide_dot_at)(struct N(wides) * sum, const LANE *rest,
                                                const LANE *cell, N(vec) more, int length, int step)
{
    N(vec) last = N(load)(cell + (length - 1) * step);

    for (int k = 0; k + 1 < length - 1; k += 2)
        N(add_two)(sum, N(load)(rest + k * step), N(load)(rest + (k + 1) * step));
    if (length % 2 == 0) {
        N(add_two)(sum, N(load)(rest + (length - 2) * step), last);
        last = N(splat)(0);
    }
    N(add_two)(sum, last, more);
}

static inline ALWAYS_INLINE void N(set_D_for)(struct N(area) * area, int g, int length)
{
    int lanes = area->lanes, width = area->width;
    const LANE *across = area->place[g][0] + ROOM, *down = area->place[g][1] + ROOM;
    struct N(field) *D = &area->D[g];

    for (int x = 0; x < lanes; x += N(LANES)) {
        struct N(spread) sum = N(spread_at)(across + x, down + x, length, width);

        N(store)(D->across + ROOM + x, COUNT(sum.across));
        N(store)(D->down + ROOM + x, COUNT(sum.down));
        N(store)(D->cell + ROOM + x, COUNT(sum.across + sum.down + sum.ends));
        N(store)(D->no_across + ROOM + x, COUNT(sum.down + sum.ends));
        N(store)(D->no_down + ROOM + x, COUNT(sum.across + sum.ends));
    }
}

static void N(set_D)(struct N(area) * area, int g)
{
#define PASS(length) N(set_D_for)(area, g, length)
    BY_LENGTH(area->length[g], PASS);
#undef PASS
}

/* <i, field> for the places i of g. Counts are 0 where no place is possible. With weights,
 * `weighted` (unless NULL) receives the same times the weight of i. */
static inline ALWAYS_INLINE void N(dot_for)(const struct N(area) * area, int g,
                                            const struct N(field) * field, N(row) * out,
                                            N(row) * weighted, int length)
{
    int lanes = area->lanes, width = area->width;

    for (int x = ROOM; x < ROOM + lanes; x += N(LANES)) {
        N(vec) across = N(dot_at)(field->no_across + x, field->cell + x, length, 1);
        N(vec) down = N(dot_at)(field->no_down + x, field->cell + x, length, width);

        N(vec) kept_across = KEEP(N(load)(area->place[g][0] + x), across);
        N(vec) kept_down = KEEP(N(load)(area->place[g][1] + x), down);

        N(store)(out[0] + x, WEIGHTED ? across : kept_across);
        N(store)(out[1] + x, WEIGHTED ? down : kept_down);
        if (WEIGHTED && weighted) {
            N(store)(weighted[0] + x, kept_across);
            N(store)(weighted[1] + x, kept_down);
        }
    }
}

static void N(dot)(const struct N(area) * area, int g, const struct N(field) * field, N(row) * out,
                   N(row) * weighted)
{
#define PASS(length) N(dot_for)(area, g, field, out, weighted, length)
    BY_LENGTH(area->length[g], PASS);
#undef PASS
}

#if WEIGHTED
#define WEIGHTED_D(area, g, h) (area)->weighted_d[g][h]
#else
#define WEIGHTED_D(area, g, h) (area)->d[g][h]
#endif

static struct N(field) * N(W_of)(struct N(area) * area, int g, int h)
{
    int low = g < h ? g : h, high = g < h ? h : g;

    return &area->W[high * (high + 1) / 2 + low];
}

/* The first half of W_gh: S_gh - D_g D_h. */
static inline ALWAYS_INLINE void N(start_W_for)(struct N(area) * area, int g, int h, int length)
{
    int lanes = area->lanes, width = area->width;
    const LANE *across = WEIGHTED_D(area, g, h)[0] + ROOM, *down = WEIGHTED_D(area, g, h)[1] + ROOM;
    const struct N(field) *a = &area->D[g], *b = &area->D[h];
    struct N(field) *W = N(W_of)(area, g, h);

    for (int x = 0; x < lanes; x += N(LANES)) {
        struct N(spread) sum = N(spread_at)(across + x, down + x, length, width);
        int at = ROOM + x;

        N(store)(W->across + at, sum.across - N(load)(a->across + at) * N(load)(b->across + at));
        N(store)(W->down + at, sum.down - N(load)(a->down + at) * N(load)(b->down + at));
        N(store)
        (W->cell + at,
         sum.across + sum.down + sum.ends - N(load)(a->cell + at) * N(load)(b->cell + at));
    }
}

/* The second half: adds S_hg. */
static inline ALWAYS_INLINE void N(end_W_for)(struct N(area) * area, int g, int h, int length)
{
    int lanes = area->lanes, width = area->width;
    const LANE *across = WEIGHTED_D(area, h, g)[0] + ROOM, *down = WEIGHTED_D(area, h, g)[1] + ROOM;
    struct N(field) *W = N(W_of)(area, g, h);

    for (int x = 0; x < lanes; x += N(LANES)) {
        struct N(spread) sum = N(spread_at)(across + x, down + x, length, width);
        int at = ROOM + x;
        N(vec) cell = N(load)(W->cell + at) + (sum.across + sum.down + sum.ends);
        N(vec) edge_across = N(load)(W->across + at) + sum.across;
        N(vec) edge_down = N(load)(W->down + at) + sum.down;

        N(store)(W->cell + at, cell);
        N(store)(W->across + at, edge_across);
        N(store)(W->down + at, edge_down);
        N(store)(W->no_across + at, cell - edge_across);
        N(store)(W->no_down + at, cell - edge_down);
    }
}

static void N(set_W)(struct N(area) * area, int g, int h)
{
#define PASS(length) N(start_W_for)(area, g, h, length)
    BY_LENGTH(area->length[g], PASS);
#undef PASS
#define PASS(length) N(end_W_for)(area, g, h, length)
    BY_LENGTH(area->length[h], PASS);
#undef PASS
}

/* What the last step of every form has in common: adds the ways to place the other ships to each
 * place. */
struct N(out) {
    WIDE *sum;
    WIDE factor;
    N(wide) total[16 / HALF];
};

static inline ALWAYS_INLINE void N(add_wides)(struct N(out) * out, int x,
                                              const struct N(wides) * ways)
{
    for (int i = 0; i < N(WIDES); i++) {
        N(wide) sum;

        out->total[x % 16 / HALF + i] += ways->part[i];
        __builtin_memcpy(&sum, out->sum + x + i * HALF, sizeof sum);
        sum += ways->part[i] * out->factor;
        __builtin_memcpy(out->sum + x + i * HALF, &sum, sizeof sum);
    }
}

static inline ALWAYS_INLINE void N(add_ways)(struct N(out) * out, const LANE *place, int x,
                                             struct N(wides) ways)
{
    N(vec) keep = N(load)(place + ROOM + x);
#if FAST_16
    N(wide) low = ways.part[0] & (N(wide))UNPACK_LOW(keep, keep);
    N(wide) high = ways.part[1] & (N(wide))UNPACK_HIGH(keep, keep);

    ways.part[0] = (N(wide))IN_ORDER_LOW(low, high);
    ways.part[1] = (N(wide))IN_ORDER_HIGH(low, high);
#else
    struct N(wides) wide_keep = N(widen)(keep);

    for (int i = 0; i < N(WIDES); i++)
        ways.part[i] = KEEP(wide_keep.part[i], ways.part[i]);
#endif
    N(add_wides)(out, x, &ways);
}

/* The same if the ways fit in a lane. */
static inline ALWAYS_INLINE void N(add_few_ways)(struct N(out) * out, const LANE *place, int x,
                                                 N(vec) ways)
{
    struct N(wides) wides = N(widen)(KEEP(N(load)(place + ROOM + x), ways));

    N(add_wides)(out, x, &wides);
}

static TOTAL N(add_up_wide)(const struct N(out) * out)
{
    WIDE lane[16];
    TOTAL total = 0;

    __builtin_memcpy(lane, out->total, sizeof lane);
    for (int i = 0; i < 16; i++)
        total += lane[i];
    return total;
}

static void N(end_one)(const struct N(area) * area, int g, int vertical, struct N(out) * out)
{
    int lanes = area->lanes;

    EACH_VECTOR()
    N(add_few_ways)(out, area->place[g][vertical], at, N(splat)(1));
}

static void N(end_two)(const struct N(area) * area, int g, int vertical, struct N(out) * out)
{
    int lanes = area->lanes;
    int h = area->others[g][0];
    N(vec) n = N(splat)((LANE)area->n[h]);

    EACH_VECTOR()
    N(add_few_ways)
    (out, area->place[g][vertical], at, n - N(load)(area->d[g][h][vertical] + ROOM + at));
}

static void N(end_three)(const struct N(area) * area, int g, int vertical, struct N(out) * out)
{
    int lanes = area->lanes;
    int h = area->others[g][0], i = area->others[g][1];
    N(vec) n_h = N(splat)((LANE)area->n[h]), n_i = N(splat)((LANE)area->n[i]);
    N(vec) E = N(splat)((LANE)area->E[h][i]);

    EACH_VECTOR()
    N(add_few_ways)
    (out, area->place[g][vertical], at,
     (n_h - N(load)(area->d[g][h][vertical] + ROOM + at)) *
             (n_i - N(load)(area->d[g][i][vertical] + ROOM + at)) -
         E + N(load)(area->met[g][0][vertical] + ROOM + at));
}

/* phi of the three others of g, before the paths are taken off. Returns the sum of the product of
 * their D, over cells minus over edges. */
static TOTAL N(start_phi)(struct N(area) * area, int g)
{
    int lanes = area->lanes;
    const int *others = area->others[g];
    const struct N(field) * D[3], *W[3];
    N(vec) sum[N(PARTS)] = {0};

    for (int q = 0; q < 3; q++) {
        D[q] = &area->D[others[q]];
        W[q] = N(W_of)(area, others[(q + 1) % 3], others[(q + 2) % 3]);
    }
    for (int x = ROOM; x < ROOM + lanes; x += 16)
        for (int part = 0, at = x; part < N(PARTS); part++, at += N(LANES)) {
            N(vec) product[3], phi[3];

#define PHI(i, row)                                                                                \
    do {                                                                                           \
        N(vec) a = N(load)(D[0]->row + at), b = N(load)(D[1]->row + at);                           \
        N(vec) c = N(load)(D[2]->row + at);                                                        \
                                                                                                   \
        product[i] = a * b * c;                                                                    \
        phi[i] = product[i] + N(load)(W[0]->row + at) * a + N(load)(W[1]->row + at) * b +          \
                 N(load)(W[2]->row + at) * c;                                                      \
    } while (0)
            PHI(0, cell);
            PHI(1, across);
            PHI(2, down);
#undef PHI
            sum[part] += product[0] - product[1] - product[2];
            N(store)(area->phi[g].cell + at, phi[0]);
            N(store)(area->phi[g].no_across + at, phi[0] - phi[1]);
            N(store)(area->phi[g].no_down + at, phi[0] - phi[2]);
        }
    return N(add_up)(sum);
}

/* Takes off the paths of the three others of g with number q in the middle. */
static inline ALWAYS_INLINE void N(take_paths_for)(struct N(area) * area, int g, int q, LANE times,
                                                   int length)
{
    int lanes = area->lanes, width = area->width;
    const LANE *across = area->path[g][q][0] + ROOM, *down = area->path[g][q][1] + ROOM;
    struct N(field) *phi = &area->phi[g];

    for (int x = 0; x < lanes; x += N(LANES)) {
        struct N(spread) sum = N(spread_at)(across + x, down + x, length, width);
        N(vec) right = times * (sum.across + sum.ends), below = times * (sum.down + sum.ends);
        LANE *cell = phi->cell + ROOM + x, *no_across = phi->no_across + ROOM + x,
             *no_down = phi->no_down + ROOM + x;

        N(store)(cell, N(load)(cell) - (right + times * sum.down));
        N(store)(no_across, N(load)(no_across) - below);
        N(store)(no_down, N(load)(no_down) - right);
    }
}

static void N(take_paths)(struct N(area) * area, int g, int q, int times)
{
#define PASS(length) N(take_paths_for)(area, g, q, (LANE)times, length)
    BY_LENGTH(area->length[area->others[g][q]], PASS);
#undef PASS
}

/* Which of the others of g is h? */
static int N(index_of)(const struct N(area) * area, int g, int h)
{
    for (int q = 0; q < 2; q++)
        if (area->others[g][q] == h)
            return q;
    return 2;
}

/* Counts the paths of the three others of g with number q in the middle. Returns the sum of the
 * product of its d. */
static TOTAL N(find_paths)(struct N(area) * area, int g, int q)
{
    int lanes = area->lanes;
    int j = area->others[g][q], k = area->others[g][(q + 1) % 3], l = area->others[g][(q + 2) % 3];
    N(row) *met = area->met[j][N(index_of)(area, j, g)];
    N(vec) sum[N(PARTS)] = {0};

    EACH_VECTOR()
    for (int vertical = 0; vertical < 2; vertical++) {
        int x = ROOM + at;
        N(vec)
        product = N(load)(area->d[j][k][vertical] + x) * N(load)(area->d[j][l][vertical] + x);
        N(vec) place = N(load)(area->place[j][vertical] + x);

        sum[part] += WEIGHTED ? KEEP(place, product) : product;
        N(store)
        (area->path[g][q][vertical] + x, WEIGHTED
                                             ? KEEP(place, product + N(load)(met[vertical] + x))
                                             : product + N(load)(met[vertical] + x));
    }
    return N(add_up)(sum);
}

/* The weight of the places that cover each segment of `reach` + 1 cells. */
static void N(set_cover)(struct N(area) * area, int g, int vertical)
{
    int lanes = area->lanes;
    int length = area->length[g], step = vertical ? area->width : 1;
    const LANE *place = area->place[g][vertical] + ROOM;

    for (int x = 0; x < lanes; x += N(LANES)) {
        N(vec) sum = N(splat)(0);

        for (int reach = length - 1; reach > 0; reach--) {
            sum += N(load)(place + x - (length - 1 - reach) * step);
            N(store)(area->cover[g][vertical][reach] + ROOM + x, COUNT(sum));
        }
    }
}

static int N(shorter)(const struct N(area) * area, int g, int h)
{
    return area->length[g] < area->length[h] ? area->length[g] : area->length[h];
}

/* Adds to each segment that g may cover the ways to complete a ring with j on the opposite side. */
static void N(add_ring)(struct N(area) * area, int g, int j, int vertical, int reach, int far_most,
                        int times)
{
    int lanes = area->lanes;
    int over = vertical ? 1 : area->width;
    const LANE *opposite = area->cover[j][vertical][reach];
    LANE *ring = area->ring[g][vertical][reach];

    for (int x = ROOM; x < ROOM + lanes; x += N(LANES)) {
        N(vec) sum = N(splat)(0);

        for (int far = 1; far < far_most; far++) {
            const LANE *sides = area->sides[reach][far] + x;

            sum += N(load)(opposite + x + far * over) * N(load)(sides) +
                   N(load)(opposite + x - far * over) * N(load)(sides - far * over);
        }
        N(store)(ring + x, N(load)(ring + x) + (LANE)times * sum);
    }
}

/* Rings with g and j on opposite sides and k and l between them. */
static void N(add_rings)(struct N(area) * area, const struct flat_group *group, int g, int j, int k,
                         int l, int vertical)
{
    int lanes = area->lanes;
    int along = vertical ? area->width : 1;
    int reach_most = N(shorter)(area, g, j), far_most = N(shorter)(area, k, l);

    for (int reach = 1; reach < reach_most; reach++)
        for (int far = 1; far < far_most; far++) {
            const LANE *a = area->cover[k][!vertical][far], *b = area->cover[l][!vertical][far];
            LANE *sides = area->sides[reach][far];

            for (int x = ROOM; x < ROOM + lanes; x += N(LANES))
                N(store)
            (sides + x, N(load)(a + x) * N(load)(b + x + reach * along) +
                            N(load)(b + x) * N(load)(a + x + reach * along));
        }
    for (int reach = 1; reach < reach_most && far_most > 1; reach++) {
        N(add_ring)(area, g, j, vertical, reach, far_most, group[j].ships - (g == j));
        if (g != j)
            N(add_ring)(area, j, g, vertical, reach, far_most, group[g].ships);
    }
}

/* Gathers the rings of each place of g in ring[g][vertical][0]. */
static void N(gather_rings)(struct N(area) * area, int g, int vertical)
{
    int lanes = area->lanes;
    int length = area->length[g], step = vertical ? area->width : 1, most = 0;

    for (int q = 0; q < 3; q++)
        if (N(shorter)(area, g, area->others[g][q]) > most)
            most = N(shorter)(area, g, area->others[g][q]);
    for (int x = ROOM; x < ROOM + lanes; x += N(LANES)) {
        N(vec) sum = N(splat)(0);

        for (int reach = 1; reach < most; reach++)
            for (int k = 0; k < length - reach; k++)
                sum += N(load)(area->ring[g][vertical][reach] + x + k * step);
        N(store)(area->ring[g][vertical][0] + x, sum);
    }
}

static void N(find_rings)(struct N(area) * area, const struct flat_group *group, int groups)
{
    for (int vertical = 0; vertical < 2; vertical++) {
        for (int g = 0; g < groups; g++) {
            N(set_cover)(area, g, vertical);
            for (int reach = 1; reach < area->length[g]; reach++)
                memset(area->ring[g][vertical][reach] + ROOM, 0,
                       (size_t)area->lanes * sizeof(LANE));
        }
    }
    for (int vertical = 0; vertical < 2; vertical++) {
        for (int g = 0; g < groups; g++)
            for (int q = 0; q < 3; q++) {
                const int *others = area->others[g];

                if (others[q] >= g && N(index_of)(area, g, others[q]) == q)
                    N(add_rings)
                (area, group, g, others[q], others[(q + 1) % 3], others[(q + 2) % 3], vertical);
            }
        for (int g = 0; g < groups; g++)
            N(gather_rings)(area, g, vertical);
    }
}

static inline ALWAYS_INLINE void N(end_four_for)(const struct N(area) * area, int g, int vertical,
                                                 struct N(out) * out, int length)
{
    int lanes = area->lanes;
    const int *h = area->others[g];
    const LANE *rest = (vertical ? area->phi[g].no_down : area->phi[g].no_across) + ROOM;
    const LANE *ring = area->ring[g][vertical][0] + ROOM, *d[3], *met[3];
    N(vec) n[3], E[3];
    int step = vertical ? area->width : 1;

    for (int q = 0; q < 3; q++) {
        n[q] = N(splat)((LANE)area->n[h[q]]);
        E[q] = N(splat)((LANE)area->E[h[(q + 1) % 3]][h[(q + 2) % 3]]);
        d[q] = area->d[g][h[q]][vertical] + ROOM;
        met[q] = area->met[g][N(index_of)(area, g, h[q])][vertical] + ROOM;
    }
    EACH_VECTOR()
    {
        N(vec) left[3], pairs[3];
        struct N(wides) ways;

        for (int q = 0; q < 3; q++) {
            left[q] = n[q] - N(load)(d[q] + at);
            pairs[q] = N(load)(met[q] + at) - E[q];
        }
        pairs[0] += left[1] * left[2];
        for (int i = 0; i < N(WIDES); i++)
            ways.part[i] = N(splat_wide)((WIDE)area->constant[g]);
        N(wide_dot_at)
        (&ways, rest + at, area->phi[g].cell + ROOM + at, N(load)(ring + at), length, step);
        N(multiply)(&ways, left[0], pairs[0], left[1], pairs[1]);
        N(multiply)(&ways, left[2], pairs[2], N(splat)(0), N(splat)(0));
        N(add_ways)(out, area->place[g][vertical], at, ways);
    }
}

static void N(end_four)(const struct N(area) * area, int g, int vertical, struct N(out) * out)
{
#define PASS(length) N(end_four_for)(area, g, vertical, out, length)
    BY_LENGTH(area->length[g], PASS);
#undef PASS
}

/* Fills in what four ships need besides. A row is read at an offset only some time after it was
 * written: until the write has reached the cache, the processor would have to wait. */
static void N(prepare_four)(struct N(area) * area, const struct flat_group *group, int groups)
{
    int times[4][3] = {{0}};

    for (int g = 0; g < groups; g++) {
        area->constant[g] = -N(start_phi)(area, g);
        for (int q = 0; q < 3; q++)
            times[g][N(index_of)(area, g, area->others[g][q])]++;
        for (int q = 0; q < 3; q++)
            if (times[g][q] > 0)
                area->constant[g] += (TOTAL)times[g][q] * N(find_paths)(area, g, q);
    }
    for (int g = 0; g < groups; g++)
        for (int q = 0; q < 3; q++)
            if (times[g][q] > 0)
                N(take_paths)(area, g, q, times[g][q]);
    N(find_rings)(area, group, groups);
}

/* Fills in D, d, E and W as far as needed. */
static void N(prepare)(struct N(area) * area, const struct flat_group *group, int groups, int ships)
{
    for (int g = 0; g < groups; g++)
        N(set_D)(area, g);
    for (int g = 0; g < groups; g++)
        for (int h = 0; h < groups; h++)
            if (g != h || group[g].ships > 1)
                N(dot)(area, g, &area->D[h], area->d[g][h], WEIGHTED_D(area, g, h));
    for (int g = 0; g < groups && ships > 2; g++)
        for (int h = g; h < groups; h++)
            if (g != h || group[g].ships > 1) {
                area->E[g][h] = area->E[h][g] = N(sum_of)(WEIGHTED_D(area, g, h), area->lanes);
                N(set_W)(area, g, h);
            }
    for (int g = 0; g < groups && ships > 2; g++)
        for (int q = 0; q < (ships == 3 ? 1 : 3); q++) {
            const int *others = area->others[g];
            int h = others[(q + 1) % (ships - 1)], i = others[(q + 2) % (ships - 1)];

            if (ships == 3)
                N(dot)(area, g, N(W_of)(area, others[0], others[1]), area->met[g][0], NULL);
            else if (N(index_of)(area, g, others[q]) == q)
                N(dot)(area, g, N(W_of)(area, h, i), area->met[g][q], NULL);
        }
    if (ships > 3)
        N(prepare_four)(area, group, groups);
}

static void N(set_up)(struct N(area) * area, const struct flat_count *flat,
                      const struct flat_group *group, int groups)
{
    area->width = flat->width;
    area->lanes = (flat->cells + 15) / 16 * 16;
    for (int g = 0; g < groups; g++) {
        int others = 0;

        area->length[g] = group[g].length;
        for (int vertical = 0; vertical < 2; vertical++)
            N(set_places)
        (area->place[g][vertical] + ROOM, group[g].place[vertical],
         group[g].weight ? group[g].weight + vertical * EXACT_CELLS : NULL, area->lanes);
        area->n[g] = WEIGHTED ? N(sum_of)(area->place[g], area->lanes) : (TOTAL)group[g].places;
        for (int h = 0; h < groups; h++)
            for (int i = h == g; i < group[h].ships; i++)
                area->others[g][others++] = h;
    }
}

/* Counts the groups, which have one to four ships. Adds `times` the ways to place the others to
 * each place of each ship, and returns the ways to place them all. */
static TOTAL N(count_free)(struct flat_count *flat, const struct flat_group *group, int groups,
                           int ships, WIDE times)
{
    struct N(area) *area = align_area(flat->scratch[sizeof(LANE) == 4]);
    TOTAL total = 0;

    _Static_assert(sizeof *area + 64 <= FLAT_SCRATCH, "the scratch area is too small");
    N(set_up)(area, flat, group, groups);
    if (ships > 1)
        N(prepare)(area, group, groups, ships);
    for (int g = 0; g < groups; g++) {
        struct N(out) out = {.factor = times * (WIDE)group[g].ships};

        for (int vertical = 0; vertical < 2; vertical++) {
            out.sum = SUM(flat, group[g].type, vertical);
            (ships == 1   ? N(end_one)
             : ships == 2 ? N(end_two)
             : ships == 3 ? N(end_three)
                          : N(end_four))(area, g, vertical, &out);
        }
        total = N(add_up_wide)(&out);
    }
    return total;
}

#undef EACH_VECTOR
#undef WEIGHTED_D
