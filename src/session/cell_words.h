/* A cell in words, for players who do not see the board: "miss", "Carrier hit", "empty under
 * smoke". The words reveal only what the tracking grid and the player's own map show. */
#ifndef BROADSIDE_SESSION_CELL_WORDS_H
#define BROADSIDE_SESSION_CELL_WORDS_H

#include "session/known.h"

enum { CELL_WORD_SIZE = 112 };

struct cell_word {
    char text[CELL_WORD_SIZE];
};

/* Of a cell of the enemy's waters without any mark. */
const char *cell_word_nothing(const struct view *view);

struct cell_word cell_word_enemy(const struct view *view, const struct known *known, int cell);
struct cell_word cell_word_own(const struct view *view, int cell);

#endif
