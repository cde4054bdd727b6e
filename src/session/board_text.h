/* Boards as text, for the plain game, replays and tests: `~` water or unknown, `o` miss, `*` hit,
 * `#` own ship, `.` known to be water, `x` wreck. One board, or two side by side. */
#ifndef BROADSIDE_SESSION_BOARD_TEXT_H
#define BROADSIDE_SESSION_BOARD_TEXT_H

#include "rules/view.h"

/* Enough for two boards of any size with their headings. */
enum { BOARD_TEXT_SIZE = 16384 };

/* The character for a cell of the enemy's board, as on the tracking grid. */
char board_text_tracking(const struct view *view, int cell);

/* The same for the player's own board: ships, the enemy's shots, wrecks. */
char board_text_own(const struct view *view, int cell);

/* Is this cell under the player's own smoke? */
bool board_text_is_smoked(const struct view *view, int cell);

/* Prints one board (`right` is NULL) or two side by side, with headings and coordinates. */
struct board_side {
    const char *heading;
    const struct view *view;
    char (*cell)(const struct view *view, int cell);
};
void board_text_print(const struct board_side *left, const struct board_side *right,
                      struct writer *writer);

#endif
