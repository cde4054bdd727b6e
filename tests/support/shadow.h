/* Two views that follow a game and receive only what each side may know.
 *
 * A shadow starts from each side's own layout and gets every outcome after outcome_conceal. If the
 * engine's views ever differ from it, they contain something that a player must not know. */
#ifndef TESTS_SUPPORT_SHADOW_H
#define TESTS_SUPPORT_SHADOW_H

#include "rules/game.h"

struct shadow {
    struct view view[2];
};

/* The game has just started. */
void shadow_start(struct shadow *shadow, const struct game *game);

/* A move was applied to the game. */
void shadow_note(struct shadow *shadow, const struct move *move, const struct outcome *outcome);

/* NULL if both views are equal, or the name of the first part that differs. Unused list entries are
 * not compared. */
const char *view_difference(const struct view *a, const struct view *b);
const char *shadow_difference(const struct shadow *shadow, const struct game *game);

#endif
