/* A second implementation of the rules, slow and obvious, which the engine is compared with.
 *
 * The board is a grid of characters, a ship is a list of cells, and every function follows one
 * paragraph of the rules. It calls nothing of the engine: it only reads rules and layouts, parses
 * moves itself, and answers with text in the format of rules/event.h. A reference is a plain value
 * that owns nothing; copy it by assignment. */
#ifndef BROADSIDE_REFERENCE_H
#define BROADSIDE_REFERENCE_H

#include "rules/layout.h"
#include "rules/rules.h"

#include <stdbool.h>
#include <stddef.h>

enum { REFERENCE_NOBODY = 2 };

struct reference_cell {
    int column, row; /* column -1 is off the board */
};

struct reference_ship {
    char name[16];
    int length, hits;
    struct reference_cell cell[MAX_LENGTH];
    bool afloat;
    bool reinforcement; /* raised or new: sinking it grants nothing */
};

struct reference_screen {
    int cells;
    struct reference_cell cell[4];
    bool cleared; /* by a sweep */
};

/* One player: its board, and what it has left. */
struct reference_side {
    char shot[MAX_SIDE][MAX_SIDE];    /* enemy shots: ' ' none, 'o' miss, 'x' hit */
    char water[MAX_SIDE][MAX_SIDE];   /* '~' if marked as water for the enemy, else ' ' */
    char ship_at[MAX_SIDE][MAX_SIDE]; /* 1 + index of the ship, 0 for none, WRECK_HERE */
    int answered;                     /* cells of this board that are shot */
    int ships;
    struct reference_ship ship[MAX_SHIPS + 1];
    int screens, shield; /* shield: the screen that stops shots now, or -1 */
    struct reference_screen screen[MAX_SHIPS];
    int radar, smoke, hints;
    bool artillery, torpedo;             /* unlocked */
    bool fresh_artillery, fresh_torpedo; /* in the current turn */
    int sinkings;                        /* enemy ships sunk that count */
    int misses;                          /* in a row */
    bool raised;
    int turns, shots;
    int afloat_before; /* ships afloat at the start of the turn */
};

struct reference {
    struct rules rules;
    int first, turn;
    bool over, last_move;
    int winner;
    const char *reason;
    struct reference_side side[2];
    char *answer; /* where to write the answer to the move */
    size_t size, length;
};

enum reference_result { REFERENCE_APPLIED, REFERENCE_REFUSED };

void reference_start(struct reference *reference, const struct rules *rules, int first,
                     const struct layout *a, const struct layout *b);

/* Applies the text as a move. `hint_cell` is the block drawn for a hint, otherwise NO_CELL; the
 * answer to an impossible one is `bad-hint`. */
enum reference_result reference_move(struct reference *reference, const char *text, int hint_cell,
                                     char *answer, size_t size);

/* Is this text a legal move now? */
bool reference_legal(const struct reference *reference, const char *text);

/* Is this kind of move available now, whatever its target? Ignores whether a raise has room. */
bool reference_can(const struct reference *reference, const char *word);

/* How many cells `fire` must name. */
int reference_salvo(const struct reference *reference);

int reference_afloat(const struct reference *reference, int side);
int reference_points(const struct reference *reference, int side);

/* What the tracking grid of `side` shows: '?' unknown, 'o' miss, 'x' hit, '~' water. */
char reference_mark(const struct reference *reference, int side, int column, int row);

/* Writes a coordinate, terminated; returns its length, at most 5. */
size_t reference_name(int column, int row, char *text);

#endif
