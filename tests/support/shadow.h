/* Two views kept beside a game from what each side is told, and from nothing else.
 *
 * A shadow starts from each side's own layout and hears every outcome after it was concealed. If
 * the engine's views ever differ from it, they hold something a player was not told. */
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

/* NULL if both views say the same, or the name of the first part that differs. Memory behind the
 * end of a list says nothing and is not compared. */
const char *view_difference(const struct view *a, const struct view *b);
const char *shadow_difference(const struct shadow *shadow, const struct game *game);

#endif
