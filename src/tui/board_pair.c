#include "tui/board_pair.h"

enum {
    MARGIN = 1,
    GAP = 2,            /* columns between the boards, and between boards and text */
    ROWS_BELOW = 7,     /* least rows of the text below whole boards */
    ROWS_BELOW_CUT = 5, /* and below boards that are cut off */
    COLUMNS_BESIDE = 28,
    LEAST_BOARD = 30, /* columns, so that small boards have room for their title */
    LEAST_ALONE = 24, /* the same on a narrow screen */
    NARROW = 80,
};

static void place_boards(const struct term_area *room, int width, int rows, struct board_pair *pair)
{
    int most = room->columns - MARGIN - 1; /* the last column is for the arrow of a cut board */

    for (int i = 0; i < pair->boards; i++)
        pair->board[i] = (struct term_area){room->row, room->column + MARGIN + i * (width + GAP),
                                            rows, width > most ? most : width};
}

/* How many boards fit side by side, and how large their cells can be. */
static void choose_size(const struct rules *rules, int text_width, int boards,
                        const struct term_area *room, struct board_pair *pair)
{
    int rows = room->rows - ROWS_BELOW, half = (room->columns - MARGIN - GAP) / 2;

    *pair = (struct board_pair){.boards = boards};
    pair->cell = board_draw_fit(rules, text_width, rows, half);
    if (boards == 2 && half >= LEAST_BOARD && board_draw_columns(rules, pair->cell) <= half)
        return;
    pair->boards = 1;
    pair->cell = board_draw_fit(rules, text_width, rows, room->columns - MARGIN - 1);
}

void board_pair_arrange(const struct rules *rules, int text_width, int boards,
                        struct term_area room, struct board_pair *pair)
{
    int least = room.columns < NARROW ? LEAST_ALONE : LEAST_BOARD;
    int width, height, used, beside;

    choose_size(rules, text_width, boards, &room, pair);
    width = board_draw_columns(rules, pair->cell);
    height = board_draw_rows(rules, pair->cell);
    width = width < least ? least : width;
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
