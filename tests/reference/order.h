/* Orders: what a player asks for, and whether it is legal. Private to the reference. */
#ifndef BROADSIDE_REFERENCE_ORDER_H
#define BROADSIDE_REFERENCE_ORDER_H

#include "reference/reference.h"

enum { WRECK_HERE = 127 };

enum order_word { FIRE, RADAR, SMOKE, ARTILLERY, TORPEDO, HINT, RAISE, RESIGN, ORDER_WORDS };

enum { MOST_CELLS = MAX_SHIPS + 1 }; /* in a salvo: the fleet and a reinforcement */

/* A parsed move. */
struct order {
    enum order_word word;
    int count; /* cells named */
    struct reference_cell cell[MOST_CELLS];
    int row, column; /* the line of a torpedo; the unused one is -1 */
    char name[16];   /* of the ship to raise, spelled as in the fleet */
    bool vertical;   /* its direction, from cell[0] */
};

enum text_kind { TEXT_ORDER, TEXT_QUESTION, TEXT_BAD };

/* Finds the word of a move; ORDER_WORDS for any other text. */
enum order_word order_word(const char *text);

enum text_kind order_read(const struct rules *rules, const char *text, struct order *order);

enum verdict {
    LEGAL,
    UNAVAILABLE,
    REPEAT,
    NO_ROOM /* a reinforcement that fits nowhere: refused, but costs nothing */
};

/* Is the order legal for the side to move? */
enum verdict order_check(const struct reference *r, const struct order *order);

/* Does the side to move have this move, whatever the target? */
bool order_available(const struct reference *r, enum order_word word);

/* Is shot number `number` of the order a repeat? */
bool order_is_repeat(const struct reference *r, const struct order *order, int number);

/* The length of the ship to raise; 0 if there is none with this name. */
int order_raise_length(const struct reference *r, const char *name);

/* The cells of an area or a line, in reading order; return how many. */
int order_area(const struct rules *rules, struct reference_cell at, struct reference_cell cell[4]);
int order_line(const struct rules *rules, const struct order *order,
               struct reference_cell cell[MAX_SIDE]);

bool order_is_submarine(const char *name);

static inline bool order_on_board(const struct rules *rules, int column, int row)
{
    return column >= 0 && column < rules->width && row >= 0 && row < rules->height;
}

static inline bool order_is_shot(const struct reference_side *side, struct reference_cell cell)
{
    return side->shot[cell.row][cell.column] != ' ';
}

#endif
