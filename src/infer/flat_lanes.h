/* Rows of lanes and the operations on them, for one type of lane. flat_kernel.h includes this file
 * once for each: neither has a guard, and these macros set the type:
 *
 *     LANE, BITS   the type of a lane, and the integer type of the same size
 *     WIDE, TOTAL  the type of the last step, and of a sum over all lanes
 *     HALF         lanes of a vector of WIDE
 *     WEIGHTED     1 if the lanes are weights, 0 if they are counts
 *     KEEP(p, v)   the value v where a place is possible, times its weight p; 0 elsewhere
 *     COUNT(s)     what a sum of places s says: with masks, each place has added -1
 *     SUM          the row of struct flat_count that receives the results of a type
 *     N(name)      the name with the suffix of the type
 *     FAST_16      1 if the processor multiplies and adds pairs of lanes of 16 bits; then also
 *       CAST       turns a vector into the type that the intrinsic functions take
 *       MADD       multiplies pairs of lanes of 16 bits and adds each pair to one of 32
 *       UNPACK_*   pairs the lanes of two vectors, those of the low or of the high half
 *       IN_ORDER_* undoes the order that UNPACK_* has left: AVX2 unpacks each 16 bytes on their own
 *
 * Fields are rows of lanes with room on both sides for offsets. Every place outside the board and
 * every lane behind the last cell has the weight 0, so sums that run over the edge of the board
 * need no special cases. Without weights a mask (0 or -1) takes the place of the weight.
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

/* Lane 0 is at ROOM. The room at the end is for a vector that begins at the last lane of it. */
typedef LANE N(row)[ROOM + EXACT_CELLS + ROOM + 32];

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

static inline N(wide) N(splat_wide)(WIDE value)
{
#if FLAT_BYTES
    return value - (N(wide)){0};
#else
    return value;
#endif
}

/* The lanes of a vector, widened. FAST_16 keeps them in another order until the end. */
enum { N(WIDES) = N(LANES) / HALF };

struct N(wides) {
    N(wide) part[N(WIDES)];
};

static inline ALWAYS_INLINE struct N(wides) N(widen)(N(vec) lanes)
{
    struct N(wides) wides;

#if FLAT_BYTES
    N(half) half[N(WIDES)];

    __builtin_memcpy(half, &lanes, sizeof lanes);
    for (int i = 0; i < N(WIDES); i++)
        wides.part[i] = __builtin_convertvector(half[i], N(wide));
#else
    wides.part[0] = (WIDE)lanes;
#endif
    return wides;
}

/* sum += a b + c d */
static inline ALWAYS_INLINE void N(multiply)(struct N(wides) * sum, N(vec) a, N(vec) b, N(vec) c,
                                             N(vec) d)
{
#if FAST_16
    sum->part[0] += (N(wide))MADD(UNPACK_LOW(a, c), UNPACK_LOW(b, d));
    sum->part[1] += (N(wide))MADD(UNPACK_HIGH(a, c), UNPACK_HIGH(b, d));
#else
    struct N(wides) wide_a = N(widen)(a), wide_b = N(widen)(b), wide_c = N(widen)(c),
                    wide_d = N(widen)(d);

    for (int i = 0; i < N(WIDES); i++)
        sum->part[i] += wide_a.part[i] * wide_b.part[i] + wide_c.part[i] * wide_d.part[i];
#endif
}

/* sum += a + b */
static inline ALWAYS_INLINE void N(add_two)(struct N(wides) * sum, N(vec) a, N(vec) b)
{
#if FAST_16
    N(multiply)(sum, a, N(splat)(1), b, N(splat)(1));
#else
    struct N(wides) wide_a = N(widen)(a), wide_b = N(widen)(b);

    for (int i = 0; i < N(WIDES); i++)
        sum->part[i] += wide_a.part[i] + wide_b.part[i];
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

enum { N(PARTS) = 16 / N(LANES) };

static inline TOTAL N(add_up)(const N(vec) sum[])
{
#if FAST_16
    WIDE lane[HALF];
    N(wide) wide_sum = (N(wide)){0};

    for (int i = 0; i < N(PARTS); i++)
        wide_sum += (N(wide))MADD(CAST(sum[i]), CAST(N(splat)(1)));
    __builtin_memcpy(lane, &wide_sum, sizeof lane);
#else
    LANE lane[16];

    __builtin_memcpy(lane, sum, sizeof lane);
#endif
    TOTAL total = 0;

    for (int i = 0; i < (int)(sizeof lane / sizeof lane[0]); i++)
        total += lane[i];
    return total;
}

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

/* Copy numbers from a struct to variables before a loop over lanes. Otherwise the compiler has to
 * read them again after every store to a lane of 32 bits, which might have changed them.
 *
 * Sets `at` to each vector and `part` to its part of the total: sixteen lanes at a time, so that
 * the parts are known to the compiler. */
#define EACH_VECTOR()                                                                              \
    for (int block = 0; block < lanes; block += 16)                                                \
        for (int at = block, part = 0; part < N(PARTS); part++, at += N(LANES))
