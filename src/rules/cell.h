/* Cells of a board, their names, and sets of cells.
 *
 * A cell is its index in reading order, row * width + column, so a small board uses only the first
 * words of a set and 10x10 stays fast. NO_CELL means "none" or a shot off the board. Nothing here
 * allocates; sets are plain values. */
#ifndef BROADSIDE_RULES_CELL_H
#define BROADSIDE_RULES_CELL_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    MIN_SIDE = 3,
    MAX_SIDE = 32,
    MAX_CELLS = MAX_SIDE * MAX_SIDE,
    CELLSET_WORDS = MAX_CELLS / 64,
    NO_CELL = 0xffff,
};

struct cellset {
    uint64_t word[CELLSET_WORDS];
};

static inline bool cellset_has(const struct cellset *set, int cell)
{
    return set->word[cell >> 6] >> (cell & 63) & 1;
}

static inline void cellset_add(struct cellset *set, int cell)
{
    set->word[cell >> 6] |= (uint64_t)1 << (cell & 63);
}

static inline void cellset_remove(struct cellset *set, int cell)
{
    set->word[cell >> 6] &= ~((uint64_t)1 << (cell & 63));
}

/* How many of the first `cells` cells are not in the set, and the n-th of those, counted from 0. */
int cellset_absent(const struct cellset *set, int cells);
int cellset_nth_absent(const struct cellset *set, int cells, int n);

/* Parses a coordinate: column letters, then the row number. `A1` is top left; `AA` follows `Z`. The
 * results count from 0. ERR_SYNTAX if the text is malformed, ERR_RANGE if the cell is off the
 * board; ERR_RANGE still sets the column and row, capped below 1000. */
enum error cell_parse_coordinate(struct slice text, int width, int height, int *column, int *row,
                                 struct message *message);
enum error cell_parse(struct slice text, int width, int height, int *cell, struct message *message);

/* Parses the letters of a column, such as `B`, counted from 0. */
enum error cell_parse_column(struct slice text, int width, int *column, struct message *message);

/* Parses the number of a row, such as `7`, counted from 0. */
enum error cell_parse_row(struct slice text, int height, int *row, struct message *message);

/* Names for printing; `-` for NO_CELL. */
struct cell_name {
    char text[16];
};
struct cell_name cell_name(int cell, int width);
struct cell_name cell_column_name(int column);

#endif
