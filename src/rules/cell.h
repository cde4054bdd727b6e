/* Cells of a board, their names, and sets of them.
 *
 * A cell is its index in reading order, row * width + column, so that the cells of a small board
 * fill the first words of a set and 10x10 stays fast. NO_CELL stands for "none" and for a shot off
 * the board. Nothing here allocates; sets are plain values. */
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

/* How many of the first `cells` cells are not in the set, and which is the n-th of them from 0. */
int cellset_absent(const struct cellset *set, int cells);
int cellset_nth_absent(const struct cellset *set, int cells, int n);

/* A coordinate: column letters then row number, `A1` top left, after `Z` comes `AA`; 0-based here.
 * The syntax is judged first (ERR_SYNTAX), then the board (ERR_RANGE), column and row being set in
 * the second case too as long as they are below 1000. */
enum error cell_parse_coordinate(struct slice text, int width, int height, int *column, int *row,
                                 struct message *message);
enum error cell_parse(struct slice text, int width, int height, int *cell, struct message *message);

/* A column by its letters, `B`; 0-based. */
enum error cell_parse_column(struct slice text, int width, int *column, struct message *message);

/* A row by its number, `7`; 0-based. */
enum error cell_parse_row(struct slice text, int height, int *row, struct message *message);

/* Names for printing; `-` for NO_CELL. */
struct cell_name {
    char text[16];
};
struct cell_name cell_name(int cell, int width);
struct cell_name cell_column_name(int column);

#endif
