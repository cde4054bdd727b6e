/* Boards as text, for the plain game, replays and tests: `~` water or unknown, `o` miss, `*` hit,
 * `#` own ship, `.` known to be water, `x` wreck. One board, or two side by side. */
#ifndef BROADSIDE_SESSION_BOARD_TEXT_H
#define BROADSIDE_SESSION_BOARD_TEXT_H

#include "rules/view.h"

/* Room for two boards of any size with their headings. */
enum { BOARD_TEXT_SIZE = 16384 };

/* The enemy's board as the tracking grid shows it. */
char tracking_char(const struct view *view, int cell);

/* The own board: ships, the enemy's shots, wrecks. */
char own_char(const struct view *view, int cell);

/* Is this cell under own smoke? */
bool own_is_smoked(const struct view *view, int cell);

/* Draws one board (`right` NULL) or two; each has a heading, a line of columns, then its rows. */
struct board_side {
    const char *heading;
    const struct view *view;
    char (*cell)(const struct view *view, int cell);
};
void board_print(const struct board_side *left, const struct board_side *right,
                 struct writer *writer);

#endif
