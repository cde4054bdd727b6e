/* Divides a screen between both boards and the text about them. The viewer and the end of a game
 * use it. */
#ifndef BROADSIDE_TUI_BOARD_PAIR_H
#define BROADSIDE_TUI_BOARD_PAIR_H

#include "tui/board_draw.h"
#include "tui/term_text.h"

struct board_pair {
    int boards; /* side by side: 2, or 1 if there is room for only one at a time */
    struct cell_size cell;
    struct term_area board[2];
    struct term_area text;
};

/* Divides `room`, with the largest cells that leave enough rows for the text. The text goes below
 * the boards if enough rows remain, else beside them if enough columns remain, else below boards
 * that are cut off and scroll. */
void board_pair_arrange(const struct rules *rules, int text_width, int boards,
                        struct term_area room, struct board_pair *pair);

#endif
