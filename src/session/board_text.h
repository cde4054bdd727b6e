/* Boards as text, for the plain game, replays and tests: `~` water or unknown, `o` miss, `*` hit,
 * `%` sunk, `#` own ship, `.` known to be water, `x` wreck, `=` own smoke, `&` own ship under
 * smoke; where radar looked, `?` if it found ships and `_` if it found none. One board, or two side
 * by side. */
#ifndef BROADSIDE_SESSION_BOARD_TEXT_H
#define BROADSIDE_SESSION_BOARD_TEXT_H

#include "rules/view.h"

/* Enough for two boards of any size with their headings. */
enum { BOARD_TEXT_SIZE = 16384 };

/* The character for a cell of the player's own board: ships, the enemy's shots, wrecks. */
char board_text_own(const struct view *view, int cell);

/* Is this cell under the player's own smoke? */
bool board_text_is_smoked(const struct view *view, int cell);

/* Prints one board (`right` is NULL) or two side by side, with headings and coordinates. A board is
 * that of the player whose view it is, or what this player knows about the enemy's. */
struct board_side {
    const char *heading;
    const struct view *view;
    bool is_enemys;
};
void board_text_print(const struct board_side *left, const struct board_side *right,
                      struct writer *writer);

#endif
