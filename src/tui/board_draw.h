/* Draws a board on the screen: letters, numbers, cells, a cursor and a previewed area. A board
 * larger than its room scrolls to keep the cursor visible; arrows show where it continues.
 *
 * Each state of a cell has its own shape; colour is only an addition. */
#ifndef BROADSIDE_TUI_BOARD_DRAW_H
#define BROADSIDE_TUI_BOARD_DRAW_H

#include "session/known.h"
#include "tui/heat.h"
#include "tui/term.h"

/* What a cell looks like. The text is at most cell_width - 1 columns wide. */
struct board_look {
    const char *text;
    enum style style;
};

struct board_art {
    const struct rules *rules;
    const char *title;
    bool is_active;               /* show the cursor */
    int row, column;              /* top left corner, title included */
    int rows, columns;            /* available room */
    int cell_width;               /* 2, or 3 for numbers */
    int cursor;                   /* a cell to keep visible, or NO_CELL */
    const struct cellset *area;   /* cells that a move would touch, or NULL */
    const struct cellset *marked; /* cells to mark, such as the last shots, or NULL */
    struct board_look (*look)(const void *context, int cell);
    const void *context;
};

/* Where the visible cells were drawn, to find the cell of a mouse click. */
struct board_place {
    int row, column, cell_width;    /* on the screen, of the first visible cell */
    int first_row, first_column;    /* on the board, of that cell */
    int rows, columns, board_width; /* visible cells; width of the whole board */
};

/* The size of the whole board, title and letters included. */
int board_draw_rows(const struct rules *rules);
int board_draw_columns(const struct rules *rules, int cell_width);

void board_draw(const struct board_art *art, struct board_place *place);

/* The cell at a position of the screen, or NO_CELL. */
int board_draw_cell_at(const struct board_place *place, int row, int column);

/* Values for board_art.look. The context is what the player knows for the first one, and the
 * owner's view for the others; the last one shows the board without its smoke. */
struct board_look board_look_tracking(const void *known, int cell);
struct board_look board_look_own(const void *view, int cell);
struct board_look board_look_revealed(const void *view, int cell);

/* The context of board_look_heat: the shooter's view and the numbers for it. */
struct heat_context {
    const struct view *view;
    const struct heat_numbers *heat;
    struct known known; /* from the view */
};

/* Percentages where a ship is possible; elsewhere like board_look_tracking. */
struct board_look board_look_heat(const void *context, int cell);

#endif
