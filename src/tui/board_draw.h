/* Draws a board on the screen: letters, numbers, cells, a cursor and a previewed area. A board
 * larger than its room scrolls to keep the cursor visible; arrows show where it continues.
 *
 * Each state of a cell has its own shape; colour is only an addition. */
#ifndef BROADSIDE_TUI_BOARD_DRAW_H
#define BROADSIDE_TUI_BOARD_DRAW_H

#include "session/heat.h"
#include "session/known.h"
#include "tui/term.h"

/* The size of a cell on the screen. */
struct cell_size {
    int columns, rows;
};

/* What a cell looks like. The text is at most as wide as the board's `text_width`. */
struct board_look {
    const char *text;
    enum style style;
};

/* A moment of an explosion around some cells: of those that are hit, or of those that sink a ship,
 * from 0 to BLAST_HIT or BLAST_SUNK - 1. */
enum { BLAST_HIT = 2, BLAST_SUNK = 3 };
struct board_blast {
    struct cellset cells;
    bool is_sinking;
    int moment;
};

struct board_art {
    const struct rules *rules;
    const char *title;
    bool is_active;                  /* show the cursor */
    int row, column;                 /* top left corner, title included */
    int rows, columns;               /* available room */
    struct cell_size cell;           /* see board_draw_fit */
    int text_width;                  /* 1, or 2 for numbers */
    int cursor;                      /* a cell to keep visible, or NO_CELL */
    const struct cellset *area;      /* cells that a move would touch, or NULL */
    const struct cellset *marked;    /* cells to mark, such as the last shots, or NULL */
    const struct board_blast *blast; /* or NULL */
    struct board_look (*look)(const void *context, int cell);
    const void *context;
};

/* Where the visible cells were drawn, to find the cell of a mouse click. */
struct board_place {
    int row, column; /* on the screen, of the first visible cell */
    struct cell_size cell;
    int first_row, first_column;    /* on the board, of that cell */
    int rows, columns, board_width; /* visible cells; width of the whole board */
};

/* The size of the whole board, title and letters included. */
int board_draw_rows(const struct rules *rules, struct cell_size cell);
int board_draw_columns(const struct rules *rules, struct cell_size cell);

/* The largest cells with which the whole board fits, or else the smallest ones. */
struct cell_size board_draw_fit(const struct rules *rules, int text_width, int rows, int columns);

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
