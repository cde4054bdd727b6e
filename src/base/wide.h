/* 128-bit unsigned integers, for counting layouts and as sets of cells. The counting code checks
 * beforehand that the result fits, so overflow cannot go unnoticed. */
#ifndef BROADSIDE_BASE_WIDE_H
#define BROADSIDE_BASE_WIDE_H

#include <stdint.h>

__extension__ typedef unsigned __int128 wide;
__extension__ typedef __int128 signed_wide;

/* The cells of a board of up to this size fit into one set, a bit per cell. Such boards are counted
 * by exact_count.c, larger ones by large_count.c. */
enum { EXACT_CELLS = 128 };

/* The set of this bit alone. */
static inline wide wide_bit(int number)
{
    return (wide)1 << number;
}

/* The number of bits that are set. */
static inline int wide_bits(wide set)
{
    return __builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)(set >> 64));
}

/* The lowest bit of a set that is not empty. */
static inline int wide_first(wide set)
{
    uint64_t low = (uint64_t)set;

    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

/* Decimal text; grouped with commas for people. */
struct wide_text {
    char text[56];
};
struct wide_text wide_print(wide number);
struct wide_text wide_print_grouped(wide number);

/* part / whole as a double; 0 if whole is 0. */
double wide_ratio(wide part, wide whole);

#endif
