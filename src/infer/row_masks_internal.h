/* Boards as arrays of 32-bit rows, so that a few shifts find all placements of a ship: one of
 * length 3 fits across at column c if the cells c, c + 1 and c + 2 are free, which is
 * free & free >> 1 & free >> 2 for a whole row at a time. For the sampler. */
#ifndef BROADSIDE_INFER_ROW_MASKS_INTERNAL_H
#define BROADSIDE_INFER_ROW_MASKS_INTERNAL_H

#include "infer/evidence.h"

#include <string.h>

/* A set of cells. */
struct row_masks {
    uint32_t row[MAX_SIDE];
};

/* A set of placements of one class, by their first cell: one word per row, one bit per column. */
struct place_masks {
    uint32_t across[MAX_SIDE], down[MAX_SIDE];
};

static inline bool row_masks_has(const struct row_masks *rows, int column, int row)
{
    return rows->row[row] >> column & 1;
}

/* Marks the cells of a ship and, if `gap` is 1, their neighbours. */
static inline void row_masks_mark(struct row_masks *rows, const struct rules *rules,
                                  struct placement at, int length, int gap)
{
    int height = at.vertical ? length : 1, width = at.vertical ? 1 : length;
    int top = at.row - gap < 0 ? 0 : at.row - gap;
    int bottom = at.row + height + gap > rules->height ? rules->height : at.row + height + gap;
    uint64_t bits = (((uint64_t)1 << width) - 1) << at.column;

    if (gap)
        bits |= bits << 1 | bits >> 1;
    for (int row = top; row < bottom; row++)
        rows->row[row] |= (uint32_t)bits;
}

/* Does the ship meet one of the cells? */
static inline bool row_masks_meet(const struct row_masks *rows, struct placement at, int length)
{
    int height = at.vertical ? length : 1, width = at.vertical ? 1 : length;
    uint32_t bits = (uint32_t)((((uint64_t)1 << width) - 1) << at.column);

    for (int row = at.row; row < at.row + height; row++)
        if (rows->row[row] & bits)
            return true;
    return false;
}

static inline bool place_masks_has(const struct place_masks *places, struct placement at)
{
    return (at.vertical ? places->down : places->across)[at.row] >> at.column & 1;
}

/* Many builds have no instruction for this, and the library function is slow. */
static inline int row_masks_count_bits(uint64_t bits)
{
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(bits * 0x0101010101010101u >> 56);
}

static inline int place_masks_count(const struct place_masks *places, int height)
{
    int count = 0;

    for (int row = 0; row < height; row++)
        count += row_masks_count_bits((uint64_t)places->across[row] << 32 | places->down[row]);
    return count;
}

/* The n-th placement, counted from 0. */
static inline struct placement place_masks_nth(const struct place_masks *places, int n)
{
    for (int row = 0; row < MAX_SIDE; row++) {
        for (int vertical = 0; vertical < 2; vertical++) {
            uint32_t bits = vertical ? places->down[row] : places->across[row];
            int count = row_masks_count_bits(bits);

            if (n >= count) {
                n -= count;
                continue;
            }
            while (n-- > 0)
                bits &= bits - 1;
            return (struct placement){(int16_t)__builtin_ctz(bits), (int16_t)row, (uint8_t)vertical,
                                      1};
        }
    }
    return (struct placement){0};
}

static inline void place_masks_intersect(struct place_masks *places, const struct place_masks *with,
                                         int height)
{
    for (int row = 0; row < height; row++) {
        places->across[row] &= with->across[row];
        places->down[row] &= with->down[row];
    }
}

/* Adds the placements of a ship of this length that cover the cell. */
static inline void place_masks_add_covering(struct place_masks *places, int length, int column,
                                            int row)
{
    for (int i = 0; i < length; i++) {
        if (column - i >= 0)
            places->across[row] |= (uint32_t)1 << (column - i);
        if (row - i >= 0 && length > 1)
            places->down[row - i] |= (uint32_t)1 << column;
    }
}

/* The allowed placements that avoid `taken`. */
static inline void place_masks_fit(struct place_masks *places, const struct place_masks *allowed,
                                   int length, int height, const struct row_masks *taken)
{
    for (int row = 0; row < height; row++) {
        uint32_t free = ~taken->row[row], run = free, column = free;

        for (int i = 1; i < length; i++) {
            run &= free >> i;
            column &= row + i < height ? ~taken->row[row + i] : 0;
        }
        places->across[row] = allowed->across[row] & run;
        places->down[row] = allowed->down[row] & column;
    }
}

#endif
