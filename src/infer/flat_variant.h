/* One variant of flat counting. A source file sets FLAT_BYTES, the size of its vectors (0 for
 * none), and FLAT_VARIANT, the name of the table that it defines, and includes this file. */
#include "infer/flat_count.h"

#include <string.h>
#ifdef __SSE2__
#include <immintrin.h>
#elif defined __wasm_simd128__
#include <wasm_simd128.h>
#endif

#define ALWAYS_INLINE __attribute__((always_inline))

/* The lanes before the first cell and behind the last. Places of long ships on wide boards reach
 * even further, into the room of the row before or behind, which is empty as well. */
enum { ROOM = EXACT_CELLS };
_Static_assert((MAX_LENGTH - 1) * MAX_SIDE <= 2 * ROOM + 32, "offsets stay within empty lanes");

static void *align_area(unsigned char *scratch)
{
    return scratch + (64 - (uintptr_t)scratch % 64) % 64;
}

/* Lets the compiler unroll the loops over the cells of a ship for the usual lengths. */
#define BY_LENGTH(length, PASS)                                                                    \
    switch (length) {                                                                              \
    case 2:                                                                                        \
        PASS(2);                                                                                   \
        break;                                                                                     \
    case 3:                                                                                        \
        PASS(3);                                                                                   \
        break;                                                                                     \
    case 4:                                                                                        \
        PASS(4);                                                                                   \
        break;                                                                                     \
    case 5:                                                                                        \
        PASS(5);                                                                                   \
        break;                                                                                     \
    default:                                                                                       \
        PASS(length);                                                                              \
    }

/* Counts. Without vectors, all lanes have 32 bits. */
#define WEIGHTED 0
#define WIDE int32_t
#define TOTAL int64_t
#define SUM(flat, type, vertical) ((flat)->sum[type][vertical] + SUM_ROOM)
#define COUNT(sum) (-(sum))
#define KEEP(place, value) ((place) & (value))

#if FLAT_BYTES
#define N(name) name##_16
#define LANE int16_t
#define BITS int16_t
#define HALF (FLAT_BYTES / 4)
#if FLAT_BYTES == 32 && defined __x86_64__
#define FAST_16 1
#define CAST(a) ((__m256i)(a))
#define MADD(a, b) _mm256_madd_epi16(a, b)
#define UNPACK_LOW(a, b) _mm256_unpacklo_epi16(CAST(a), CAST(b))
#define UNPACK_HIGH(a, b) _mm256_unpackhi_epi16(CAST(a), CAST(b))
#define IN_ORDER_LOW(a, b) _mm256_permute2x128_si256(CAST(a), CAST(b), 0x20)
#define IN_ORDER_HIGH(a, b) _mm256_permute2x128_si256(CAST(a), CAST(b), 0x31)
#elif FLAT_BYTES == 16 && defined __SSE2__
#define FAST_16 1
#define CAST(a) ((__m128i)(a))
#define MADD(a, b) _mm_madd_epi16(a, b)
#define UNPACK_LOW(a, b) _mm_unpacklo_epi16(CAST(a), CAST(b))
#define UNPACK_HIGH(a, b) _mm_unpackhi_epi16(CAST(a), CAST(b))
#define IN_ORDER_LOW(a, b) (a)
#define IN_ORDER_HIGH(a, b) (b)
#elif FLAT_BYTES == 16 && defined __wasm_simd128__
#define FAST_16 1
#define CAST(a) ((v128_t)(a))
#define MADD(a, b) wasm_i32x4_dot_i16x8(a, b)
#define UNPACK_LOW(a, b) wasm_i16x8_shuffle(CAST(a), CAST(b), 0, 8, 1, 9, 2, 10, 3, 11)
#define UNPACK_HIGH(a, b) wasm_i16x8_shuffle(CAST(a), CAST(b), 4, 12, 5, 13, 6, 14, 7, 15)
#define IN_ORDER_LOW(a, b) (a)
#define IN_ORDER_HIGH(a, b) (b)
#else
#define FAST_16 0
#endif
#include "infer/flat_kernel.h"
#undef FAST_16
#undef N
#undef LANE
#undef BITS
#undef HALF
#endif

#define FAST_16 0
#define N(name) name##_32
#define LANE int32_t
#define BITS int32_t
#define HALF (FLAT_BYTES ? FLAT_BYTES / 4 : 1)
#include "infer/flat_kernel.h"
#undef N
#undef LANE
#undef BITS
#undef HALF

#undef WEIGHTED
#undef WIDE
#undef TOTAL
#undef SUM
#undef COUNT
#undef KEEP

/* Weights. */
#define WEIGHTED 1
#define N(name) name##_weight
#define LANE float
#define BITS int32_t
#define WIDE double
#define TOTAL double
#define SUM(flat, type, vertical) ((flat)->share[type][vertical])
#define HALF (FLAT_BYTES ? FLAT_BYTES / 8 : 1)
#define COUNT(sum) (sum)
#define KEEP(place, value) ((place) * (value))
#include "infer/flat_kernel.h"

#include "infer/flat_search.h"

const struct flat_variant FLAT_VARIANT = {FLAT_NAME, add_layouts, cover_from_sums};
