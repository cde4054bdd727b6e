/* Moves as values and as text.
 *
 * One text encoding serves typing, saving, replay, network and bots. Parsing needs the rules only
 * (board size, names, salvo); whether a move is legal now is view_check's business. Moves are plain
 * values. */
#ifndef BROADSIDE_RULES_MOVE_H
#define BROADSIDE_RULES_MOVE_H

#include "rules/layout.h"

enum move_kind {
    MOVE_FIRE,
    MOVE_RADAR,
    MOVE_SMOKE,
    MOVE_ARTILLERY,
    MOVE_TORPEDO,
    MOVE_HINT,
    MOVE_RAISE,
    MOVE_RESIGN,
    MOVE_PASS, /* what invalid input becomes where it costs the turn; cannot be typed */
    MOVE_KINDS
};

struct move {
    uint8_t kind;
    uint8_t count;  /* fire: how many cells */
    uint8_t is_row; /* torpedo: cell[0] is a row, otherwise a column */
    uint8_t ship;   /* raise: the first ship of that name, or the number of ships for a new one */
    struct placement placement; /* raise; not placed where the enemy may not know */
    /* fire: the cells in the order named, NO_CELL for a shot off the board. radar, smoke,
     * artillery: the top-left cell as named. hint: the block's top-left cell, NO_CELL until it is
     * drawn. */
    uint16_t cell[MAX_SLOTS];
};

/* Under `repeat-shot = wasted` a well-formed coordinate off the board, or `-`, is a shot too. */
enum error move_parse(struct slice text, const struct rules *rules, struct move *move,
                      struct message *message);
void move_print(const struct move *move, const struct rules *rules, struct writer *writer);

const char *move_word(enum move_kind kind);

/* The commonest move, without the price of clearing cells nobody reads. */
static inline void move_fire(struct move *move, int cell)
{
    move->kind = MOVE_FIRE;
    move->count = 1;
    move->cell[0] = (uint16_t)cell;
}

#endif
