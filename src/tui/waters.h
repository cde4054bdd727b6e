/* The waters of both sides and a text with them: where they go on a screen, and how they look. The
 * viewer and the end of a game share this.
 *
 * Plans are plain values and know no terminal. */
#ifndef BROADSIDE_TUI_WATERS_H
#define BROADSIDE_TUI_WATERS_H

#include "tui/board_draw.h"
#include "tui/heat.h"

/* Cells of a screen. */
struct area {
    int row, column, rows, columns;
};

struct waters_plan {
    int boards; /* side by side: 2, or 1 where only one at a time has room */
    struct area board[2];
    struct area text;
};

/* Divides `room`. The text comes below the boards if they leave enough rows, else beside them if
 * they leave enough columns, else below boards that are cut and scroll. */
void waters_lay_out(const struct rules *rules, int cell_width, int boards, struct area room,
                    struct waters_plan *plan);

/* Takes the next line of at most `width` characters off the front of a text: up to the end of a
 * line, or broken at a blank where there is one; false when nothing is left. */
bool text_wrap(struct slice *rest, int width, struct slice *line);
int text_wrapped_rows(const char *text, int width);

/* Draws a text in an area, at most its rows, and takes them off the area. */
void area_put(struct area *area, enum style style, const char *text);

/* What look_heat needs: the shooter's view and its map. */
struct seen {
    const struct view *view;
    const struct heat *heat;
};

/* Percent where a ship may lie, and the shapes of the tracking board elsewhere. */
struct look look_heat(const void *seen, int cell);

#endif
