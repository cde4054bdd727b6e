/* The closed forms for one to four free ships, for one type of lane. flat_variant.h includes this
 * file once for each: it has no guard, and these macros set the type:
 *
 *     LANE, BITS   the type of a lane, and the integer type of the same size
 *     WIDE, TOTAL  the type of the last step, and of a sum over all lanes
 *     HALF         lanes of a vector of WIDE
 *     WEIGHTED     1 if the lanes are weights, 0 if they are counts
 *     N(name)      the name with the suffix of the type
 *
 * The letters are those of free_ships.c. Fields are rows of lanes with room on both sides for
 * offsets. Every place outside the board and every lane behind the last cell has the weight 0, so
 * sums that run over the edge of the board need no special cases. Without weights a mask (0 or -1)
 * takes the place of the weight.
 *
 * Sums over all lanes are taken as 16 sums of every sixteenth lane, which are then added in order:
 * all variants round alike. */

enum { N(LANES) = FLAT_BYTES ? FLAT_BYTES / (int)sizeof(LANE) : 1 };

#if FLAT_BYTES
typedef LANE N(vec) __attribute__((vector_size(FLAT_BYTES)));
typedef BITS N(bits) __attribute__((vector_size(FLAT_BYTES)));
typedef LANE N(half) __attribute__((vector_size(HALF * sizeof(LANE))));
typedef WIDE N(wide) __attribute__((vector_size(HALF * sizeof(WIDE))));
#else
typedef LANE N(vec), N(half);
typedef BITS N(bits);
typedef WIDE N(wide);
#endif

/* Lane 0 is at ROOM. */
typedef LANE N(row)[ROOM + FLAT_CELLS + ROOM + 32];

/* For the sum over the cells of a place minus that over its edges, the edges are subtracted
 * beforehand: no_across is cell minus across. */
struct N(field) {
    N(row) cell, across, down, no_across, no_down;
};

struct N(area) {
    N(row) place[4][2];
    struct N(field) D[4], W[10], phi;
    N(row) d[4][4][2];
#if WEIGHTED
    N(row) weighted_d[4][4][2];
#endif
    N(row) met[4][3][2], path[2];
    N(row) cover[4][2][MAX_LENGTH], ring[2][MAX_LENGTH], sides;
    TOTAL n[4], E[4][4];
    int width, lanes;
    int length[4], others[4][3];
};

static inline N(vec) N(load)(const LANE *from)
{
    N(vec) lanes;

    __builtin_memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

static inline void N(store)(LANE *to, N(vec) lanes)
{
    __builtin_memcpy(to, &lanes, sizeof lanes);
}

static inline N(vec) N(splat)(LANE value)
{
#if FLAT_BYTES
    return value - (N(vec)){0};
#else
    return value;
#endif
}

static inline N(wide) N(load_wide)(const LANE *from)
{
    N(half) lanes;

    __builtin_memcpy(&lanes, from, sizeof lanes);
#if FLAT_BYTES
    return __builtin_convertvector(lanes, N(wide));
#else
    return (WIDE)lanes;
#endif
}

static inline N(wide) N(splat_wide)(WIDE value)
{
#if FLAT_BYTES
    return value - (N(wide)){0};
#else
    return value;
#endif
}

/* Sets a row of places from a bit per cell. */
static void N(set_places)(LANE *row, wide cells, const float *weight, int lanes)
{
#if FLAT_BYTES
    static const BITS select[16] = {1,      2,      4,      8,           0x10,  0x20,
                                    0x40,   0x80,   0x100,  0x200,       0x400, 0x800,
                                    0x1000, 0x2000, 0x4000, (BITS)0x8000};
#endif
    uint64_t word[2] = {(uint64_t)cells, (uint64_t)(cells >> 64)};

    for (int x = 0; x < lanes; x += N(LANES)) {
        uint64_t at = word[x >> 6] >> (x & 63);
#if FLAT_BYTES
        N(bits) bit, mask;

        __builtin_memcpy(&bit, select, sizeof bit);
        mask = (BITS)(at & ((1u << N(LANES)) - 1)) - (N(bits)){0};
        mask = (mask & bit) == bit;
#else
        BITS mask = -(BITS)(at & 1);
#endif
#if WEIGHTED
        N(bits) lane;

        __builtin_memcpy(&lane, weight + x, sizeof lane);
        mask &= lane;
#else
        (void)weight;
#endif
        __builtin_memcpy(row + x, &mask, sizeof mask);
    }
}

static TOTAL N(add_up)(const N(vec) sum[])
{
    LANE lane[16];
    TOTAL total = 0;

    __builtin_memcpy(lane, sum, sizeof lane);
    for (int i = 0; i < 16; i++)
        total += lane[i];
    return total;
}

enum { N(PARTS) = 16 / N(LANES) };

/* The sum of a(x) over both rows */
static TOTAL N(sum_of)(N(row) * a, int lanes)
{
    N(vec) sum[N(PARTS)] = {0};

    for (int x = 0; x < lanes; x += 16)
        for (int i = 0; i < N(PARTS); i++)
            sum[i] +=
                N(load)(a[0] + ROOM + x + i * N(LANES)) + N(load)(a[1] + ROOM + x + i * N(LANES));
    return N(add_up)(sum);
}

/* The sum of a(x) b(x) over both rows */
static TOTAL N(sum_of_product)(N(row) * a, N(row) * b, int lanes)
{
    N(vec) sum[N(PARTS)] = {0};

    for (int x = 0; x < lanes; x += 16)
        for (int i = 0; i < N(PARTS); i++) {
            int at = ROOM + x + i * N(LANES);

            sum[i] +=
                N(load)(a[0] + at) * N(load)(b[0] + at) + N(load)(a[1] + at) * N(load)(b[1] + at);
        }
    return N(add_up)(sum);
}

/* What the places that contain x weigh: those that go on to the right, those that go on downwards,
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

static inline ALWAYS_INLINE N(wide)
    N(wide_dot_at)(const LANE *rest, const LANE *cell, int length, int step)
{
    N(wide) sum = N(load_wide)(cell + (length - 1) * step);

    for (int k = 0; k < length - 1; k++)
        sum += N(load_wide)(rest + k * step);
    return sum;
}

static inline ALWAYS_INLINE void N(set_D_for)(struct N(area) * area, int g, int length)
{
    const LANE *across = area->place[g][0] + ROOM, *down = area->place[g][1] + ROOM;
    struct N(field) *D = &area->D[g];

    for (int x = 0; x < area->lanes; x += N(LANES)) {
        struct N(spread) sum = N(spread_at)(across + x, down + x, length, area->width);

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

/* <i, field> for the places of g, where they are possible */
static inline ALWAYS_INLINE void N(dot_for)(const struct N(area) * area, int g,
                                            const struct N(field) * field, N(row) * out,
                                            N(row) * weighted, int length)
{
    for (int x = ROOM; x < ROOM + area->lanes; x += N(LANES)) {
        N(vec) across = N(dot_at)(field->no_across + x, field->cell + x, length, 1);
        N(vec) down = N(dot_at)(field->no_down + x, field->cell + x, length, area->width);

        across = KEEP_IF_COUNT(N(load)(area->place[g][0] + x), across);
        down = KEEP_IF_COUNT(N(load)(area->place[g][1] + x), down);
        N(store)(out[0] + x, across);
        N(store)(out[1] + x, down);
#if WEIGHTED
        if (weighted) {
            N(store)(weighted[0] + x, KEEP(N(load)(area->place[g][0] + x), across));
            N(store)(weighted[1] + x, KEEP(N(load)(area->place[g][1] + x), down));
        }
#else
        (void)weighted;
#endif
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
    const LANE *across = WEIGHTED_D(area, g, h)[0] + ROOM, *down = WEIGHTED_D(area, g, h)[1] + ROOM;
    const struct N(field) *a = &area->D[g], *b = &area->D[h];
    struct N(field) *W = N(W_of)(area, g, h);

    for (int x = 0; x < area->lanes; x += N(LANES)) {
        struct N(spread) sum = N(spread_at)(across + x, down + x, length, area->width);
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
    const LANE *across = WEIGHTED_D(area, h, g)[0] + ROOM, *down = WEIGHTED_D(area, h, g)[1] + ROOM;
    struct N(field) *W = N(W_of)(area, g, h);

    for (int x = 0; x < area->lanes; x += N(LANES)) {
        struct N(spread) sum = N(spread_at)(across + x, down + x, length, area->width);
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

static inline ALWAYS_INLINE void N(add_ways)(struct N(out) * out, const LANE *place, int x,
                                             int part, N(wide) ways)
{
    N(wide) sum;

    ways = WIDE_KEEP(N(load_wide)(place + ROOM + x), ways);
    out->total[part] += ways;
    __builtin_memcpy(&sum, out->sum + x, sizeof sum);
    sum += ways * out->factor;
    __builtin_memcpy(out->sum + x, &sum, sizeof sum);
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

#define EACH_PART(x, part, at)                                                                     \
    for (int x = 0; x < area->lanes; x += 16)                                                      \
        for (int part = 0, at = x; part < 16 / HALF; part++, at += HALF)

static void N(end_one)(const struct N(area) * area, int g, int vertical, struct N(out) * out)
{
    EACH_PART(x, part, at)
    N(add_ways)(out, area->place[g][vertical], at, part, N(splat_wide)(1));
}

static void N(end_two)(const struct N(area) * area, int g, int vertical, struct N(out) * out)
{
    int h = area->others[g][0];
    WIDE n = (WIDE)area->n[h];

    EACH_PART(x, part, at)
    N(add_ways)
    (out, area->place[g][vertical], at, part,
     n - N(load_wide)(area->d[g][h][vertical] + ROOM + at));
}

static void N(end_three)(const struct N(area) * area, int g, int vertical, struct N(out) * out)
{
    int h = area->others[g][0], i = area->others[g][1];
    WIDE n_h = (WIDE)area->n[h], n_i = (WIDE)area->n[i], E = (WIDE)area->E[h][i];

    EACH_PART(x, part, at)
    {
        N(wide) left_h = n_h - N(load_wide)(area->d[g][h][vertical] + ROOM + at);
        N(wide) left_i = n_i - N(load_wide)(area->d[g][i][vertical] + ROOM + at);

        N(add_ways)
        (out, area->place[g][vertical], at, part,
         left_h * left_i - E + N(load_wide)(area->met[g][0][vertical] + ROOM + at));
    }
}

/* phi of the three others of g, before the paths are taken off. Returns the sum of the product of
 * their D, over cells minus over edges. */
static TOTAL N(start_phi)(struct N(area) * area, int g)
{
    const int *others = area->others[g];
    const struct N(field) * D[3], *W[3];
    N(vec) sum[N(PARTS)] = {0};

    for (int q = 0; q < 3; q++) {
        D[q] = &area->D[others[q]];
        W[q] = N(W_of)(area, others[(q + 1) % 3], others[(q + 2) % 3]);
    }
    for (int x = ROOM; x < ROOM + area->lanes; x += 16)
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
            N(store)(area->phi.cell + at, phi[0]);
            N(store)(area->phi.no_across + at, phi[0] - phi[1]);
            N(store)(area->phi.no_down + at, phi[0] - phi[2]);
        }
    return N(add_up)(sum);
}

static inline ALWAYS_INLINE void N(take_paths_for)(struct N(area) * area, LANE times, int length)
{
    const LANE *across = area->path[0] + ROOM, *down = area->path[1] + ROOM;

    for (int x = 0; x < area->lanes; x += N(LANES)) {
        struct N(spread) sum = N(spread_at)(across + x, down + x, length, area->width);
        N(vec) right = times * (sum.across + sum.ends), below = times * (sum.down + sum.ends);
        LANE *cell = area->phi.cell + ROOM + x, *no_across = area->phi.no_across + ROOM + x,
             *no_down = area->phi.no_down + ROOM + x;

        N(store)(cell, N(load)(cell) - (right + times * sum.down));
        N(store)(no_across, N(load)(no_across) - below);
        N(store)(no_down, N(load)(no_down) - right);
    }
}

/* Which of the others of g is h? */
static int N(index_of)(const struct N(area) * area, int g, int h)
{
    for (int q = 0; q < 2; q++)
        if (area->others[g][q] == h)
            return q;
    return 2;
}

/* Takes off the paths of the three others of g with number q in the middle. Returns the sum of the
 * product of its d. */
static TOTAL N(take_paths)(struct N(area) * area, int g, int q, int times)
{
    int j = area->others[g][q], k = area->others[g][(q + 1) % 3], l = area->others[g][(q + 2) % 3];
    N(row) *met = area->met[j][N(index_of)(area, j, g)];

    for (int x = ROOM; x < ROOM + area->lanes; x += N(LANES))
        for (int vertical = 0; vertical < 2; vertical++)
            N(store)
    (area->path[vertical] + x,
     KEEP_IF_WEIGHT(N(load)(area->place[j][vertical] + x),
                    N(load)(area->d[j][k][vertical] + x) * N(load)(area->d[j][l][vertical] + x) +
                        N(load)(met[vertical] + x)));
#define PASS(length) N(take_paths_for)(area, (LANE)times, length)
    BY_LENGTH(area->length[j], PASS);
#undef PASS
    return N(sum_of_product)(WEIGHTED_D(area, j, k), area->d[j][l], area->lanes);
}

/* The weight of the places that cover each segment of `reach` + 1 cells. */
static void N(set_cover)(struct N(area) * area, int g, int vertical)
{
    int length = area->length[g], step = vertical ? area->width : 1;
    const LANE *place = area->place[g][vertical] + ROOM;

    for (int x = 0; x < area->lanes; x += N(LANES)) {
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

/* Rings with g and j on opposite sides and k and l between them: adds to each segment that g may
 * cover the ways to complete the ring. */
static void N(add_rings)(struct N(area) * area, int g, int j, int k, int l, int vertical, int times)
{
    int along = vertical ? area->width : 1, over = vertical ? 1 : area->width;
    int reach_most = N(shorter)(area, g, j), far_most = N(shorter)(area, k, l);

    for (int reach = 1; reach < reach_most; reach++) {
        const LANE *opposite = area->cover[j][vertical][reach] + ROOM;
        LANE *ring = area->ring[vertical][reach] + ROOM, *sides = area->sides + ROOM;

        for (int far = 1; far < far_most; far++) {
            const LANE *a = area->cover[k][!vertical][far] + ROOM,
                       *b = area->cover[l][!vertical][far] + ROOM;

            for (int x = 0; x < area->lanes; x += N(LANES))
                N(store)
            (sides + x, (LANE)times * (N(load)(a + x) * N(load)(b + x + reach * along) +
                                       N(load)(b + x) * N(load)(a + x + reach * along)));
            for (int x = 0; x < area->lanes; x += N(LANES))
                N(store)
            (ring + x, N(load)(ring + x) + N(load)(opposite + x + far * over) * N(load)(sides + x) +
                           N(load)(opposite + x - far * over) * N(load)(sides + x - far * over));
        }
    }
}

/* Gathers the rings of each place of g in ring[vertical][0]. */
static void N(gather_rings)(struct N(area) * area, int g, int vertical)
{
    int length = area->length[g], step = vertical ? area->width : 1, most = 0;

    for (int q = 0; q < 3; q++)
        if (N(shorter)(area, g, area->others[g][q]) > most)
            most = N(shorter)(area, g, area->others[g][q]);
    for (int x = ROOM; x < ROOM + area->lanes; x += N(LANES)) {
        N(vec) sum = N(splat)(0);

        for (int reach = 1; reach < most; reach++)
            for (int k = 0; k < length - reach; k++)
                sum += N(load)(area->ring[vertical][reach] + x + k * step);
        N(store)(area->ring[vertical][0] + x, sum);
    }
}

static void N(find_rings)(struct N(area) * area, int g, const int times[3])
{
    for (int vertical = 0; vertical < 2; vertical++) {
        for (int reach = 1; reach < area->length[g]; reach++)
            memset(area->ring[vertical][reach] + ROOM, 0, (size_t)area->lanes * sizeof(LANE));
        for (int q = 0; q < 3; q++)
            if (times[q] > 0)
                N(add_rings)
        (area, g, area->others[g][q], area->others[g][(q + 1) % 3], area->others[g][(q + 2) % 3],
         vertical, times[q]);
        N(gather_rings)(area, g, vertical);
    }
}

static inline ALWAYS_INLINE void N(end_four_for)(const struct N(area) * area, int g, int vertical,
                                                 TOTAL constant, struct N(out) * out, int length)
{
    const int *h = area->others[g];
    const LANE *rest = vertical ? area->phi.no_down : area->phi.no_across;
    const LANE *ring = area->ring[vertical][0], *d[3], *met[3];
    WIDE n[3], E[3];
    int step = vertical ? area->width : 1;

    for (int q = 0; q < 3; q++) {
        n[q] = (WIDE)area->n[h[q]];
        E[q] = (WIDE)area->E[h[(q + 1) % 3]][h[(q + 2) % 3]];
        d[q] = area->d[g][h[q]][vertical] + ROOM;
        met[q] = area->met[g][N(index_of)(area, g, h[q])][vertical] + ROOM;
    }
    EACH_PART(x, part, at)
    {
        N(wide) left[3], ways;

        for (int q = 0; q < 3; q++)
            left[q] = n[q] - N(load_wide)(d[q] + at);
        ways = N(wide_dot_at)(rest + ROOM + at, area->phi.cell + ROOM + at, length, step);
        ways += N(load_wide)(ring + ROOM + at) + (WIDE)constant;
        ways += left[0] * (left[1] * left[2] + N(load_wide)(met[0] + at) - E[0]);
        ways += left[1] * (N(load_wide)(met[1] + at) - E[1]);
        ways += left[2] * (N(load_wide)(met[2] + at) - E[2]);
        N(add_ways)(out, area->place[g][vertical], at, part, ways);
    }
}

static void N(end_four)(struct N(area) * area, int g, struct N(out) * out)
{
    TOTAL constant = -N(start_phi)(area, g);
    int times[3] = {0};

    for (int q = 0; q < 3; q++)
        times[N(index_of)(area, g, area->others[g][q])]++;
    for (int q = 0; q < 3; q++)
        if (times[q] > 0)
            constant += (TOTAL)times[q] * N(take_paths)(area, g, q, times[q]);
    N(find_rings)(area, g, times);
    for (int vertical = 0; vertical < 2; vertical++) {
        struct N(out) half = *out;

        half.sum += vertical * FLAT_CELLS;
#define PASS(length) N(end_four_for)(area, g, vertical, constant, &half, length)
        BY_LENGTH(area->length[g], PASS);
#undef PASS
        half.sum = out->sum;
        *out = half;
    }
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
    for (int g = 0; g < groups && ships > 3; g++)
        for (int vertical = 0; vertical < 2; vertical++)
            N(set_cover)(area, g, vertical);
    for (int g = 0; g < groups && ships > 2; g++)
        for (int q = 0; q < (ships == 3 ? 1 : 3); q++) {
            const int *others = area->others[g];
            int h = others[(q + 1) % (ships - 1)], i = others[(q + 2) % (ships - 1)];

            if (ships == 3)
                N(dot)(area, g, N(W_of)(area, others[0], others[1]), area->met[g][0], NULL);
            else if (N(index_of)(area, g, others[q]) == q)
                N(dot)(area, g, N(W_of)(area, h, i), area->met[g][q], NULL);
        }
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
         group[g].weight ? group[g].weight + vertical * FLAT_CELLS : NULL, area->lanes);
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
        struct N(out)
            out = {.sum = flat->SUM[group[g].type][0], .factor = times * (WIDE)group[g].ships};

        if (ships == 4) {
            N(end_four)(area, g, &out);
        } else {
            for (int vertical = 0; vertical < 2; vertical++, out.sum += FLAT_CELLS)
                (ships == 1   ? N(end_one)
                 : ships == 2 ? N(end_two)
                              : N(end_three))(area, g, vertical, &out);
        }
        total = N(add_up_wide)(&out);
    }
    return total;
}

#undef EACH_PART
#undef WEIGHTED_D
