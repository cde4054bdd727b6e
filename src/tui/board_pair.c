#include "tui/board_pair.h"

enum {
    MARGIN = 1,
    GAP = 2,            /* columns between the boards, and between boards and text */
    ROWS_BELOW = 7,     /* least rows of the text below whole boards */
    ROWS_BELOW_CUT = 5, /* and below boards that are cut off */
    COLUMNS_BESIDE = 28,
    LEAST_BOARD = 30, /* columns, so that small boards have room for their title */
};

static void place_boards(const struct term_area *room, int width, int rows, struct board_pair *pair)
{
    int most = room->columns - MARGIN - 1; /* the last column is for the arrow of a cut board */

    for (int i = 0; i < pair->boards; i++)
        pair->board[i] = (struct term_area){room->row, room->column + MARGIN + i * (width + GAP),
                                            rows, width > most ? most : width};
}

void board_pair_arrange(const struct rules *rules, int cell_width, int boards,
                        struct term_area room, struct board_pair *pair)
{
    int width = board_draw_columns(rules, cell_width), height = board_draw_rows(rules);
    int used, beside;

    width = width < LEAST_BOARD ? LEAST_BOARD : width;
    *pair = (struct board_pair){.boards = boards};
    if (boards == 2 && MARGIN + 2 * width + GAP > room.columns)
        pair->boards = 1;
    used = MARGIN + pair->boards * (width + GAP);
    beside = room.columns - used - MARGIN;
    if (room.rows - height < ROWS_BELOW && beside >= COLUMNS_BESIDE) {
        place_boards(&room, width, room.rows < height ? room.rows : height, pair);
        pair->text = (struct term_area){room.row, room.column + used, room.rows, beside};
        return;
    }
    if (room.rows - height < ROWS_BELOW)
        height = room.rows - ROWS_BELOW_CUT < height ? room.rows - ROWS_BELOW_CUT : height;
    place_boards(&room, width, height, pair);
    pair->text = (struct term_area){room.row + height, room.column + MARGIN, room.rows - height,
                                    room.columns - 2 * MARGIN};
}
