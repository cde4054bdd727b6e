/* Moves as values and as text.
 *
 * The same text is used at the prompt, in records, on the network and by bots. Parsing needs only
 * the rules (board size, ship names, salvo); view_check decides whether the move is legal now. */
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
    MOVE_PASS, /* invalid input that costs the turn; cannot be typed */
    MOVE_KINDS
};

struct move {
    uint8_t kind;
    uint8_t count;              /* fire: how many cells */
    uint8_t is_row;             /* torpedo: cell[0] is a row, otherwise a column */
    uint8_t ship;               /* raise: the first ship of that name; rules.ships for a new ship */
    struct placement placement; /* raise; not placed if hidden from the enemy */
    /* fire: the cells in the order given, NO_CELL for a shot off the board. radar, smoke,
     * artillery: the top-left cell as given. hint: the block's top-left cell, NO_CELL until
     * game_draw picks it. */
    uint16_t cell[MAX_SLOTS];
};

/* Under `repeat-shot = wasted`, a coordinate off the board and `-` are also valid shots. */
enum error move_parse(struct slice text, const struct rules *rules, struct move *move,
                      struct message *message);
void move_print(const struct move *move, const struct rules *rules, struct writer *writer);

const char *move_word(enum move_kind kind);

/* Is the move about the mover's own board, not the enemy's? */
bool move_is_on_own_board(enum move_kind kind);

/* The most common move. Does not clear the unused cells, which would cost time. */
static inline void move_fire(struct move *move, int cell)
{
    move->kind = MOVE_FIRE;
    move->count = 1;
    move->cell[0] = (uint16_t)cell;
}

/* Do these rules have moves of this kind at all? */
bool move_is_in_rules(const struct rules *rules, enum move_kind kind);

#endif
