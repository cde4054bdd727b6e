/* A board on the screen: letters, numbers, cells, a cursor and a previewed area. A board larger
 * than its room is scrolled so that the cursor is in sight, with arrows where there is more.
 *
 * Each state of a cell has a shape of its own; colour comes on top. */
#ifndef BROADSIDE_TUI_BOARD_DRAW_H
#define BROADSIDE_TUI_BOARD_DRAW_H

#include "rules/view.h"
#include "tui/term.h"

/* How a cell looks. The text is as wide as the cell allows: 1, or 2 where cell_width is 3. */
struct look {
    const char *text;
    enum style style;
};

struct board_art {
    const struct rules *rules;
    const char *title;
    bool is_active;               /* the cursor is here */
    int row, column;              /* where it is drawn, title included */
    int rows, columns;            /* the room it may take */
    int cell_width;               /* 2, or 3 for numbers */
    int cursor;                   /* a cell, which is kept in sight, or NO_CELL */
    const struct cellset *area;   /* what a move would touch, or NULL */
    const struct cellset *marked; /* cells to mark: the last shots, or NULL */
    struct look (*look)(const void *context, int cell);
    const void *context;
};

/* Where the cells have come to lie, for the mouse. */
struct board_place {
    int row, column, cell_width;    /* of the first cell in sight */
    int first_row, first_column;    /* that cell on the board */
    int rows, columns, board_width; /* in sight */
};

/* What the whole board takes, title and letters included. */
int board_art_rows(const struct rules *rules);
int board_art_columns(const struct rules *rules, int cell_width);

void board_draw(const struct board_art *art, struct board_place *place);

/* The cell at a place of the screen, or NO_CELL. */
int board_cell_at(const struct board_place *place, int row, int column);

/* The looks of the two boards of a view: what the tracking grid shows, and the own board with its
 * smoke. The context is the view. */
struct look look_tracking(const void *view, int cell);
struct look look_own(const void *view, int cell);

/* The enemy's board at the end: the context is the enemy's own view. */
struct look look_revealed(const void *view, int cell);

#endif
