/* The tutorial: a real game from a fixed position, in which each step asks for one move. The enemy
 * is a bot that follows a script. Other moves than the wanted one are not made, so every player
 * sees the same answers, and the texts can explain them.
 *
 * The game belongs to a flow without a keeper, so it is neither saved nor stored. Front ends tell
 * the text of the step, make moves only after tutorial_allows, and call tutorial_follow after each
 * of them. */
#ifndef BROADSIDE_SESSION_TUTORIAL_H
#define BROADSIDE_SESSION_TUTORIAL_H

#include "session/flow.h"

struct tutorial {
    int step;
    int turns, advised; /* of the player, when the step began */
};

/* Starts the game and places both fleets. The tutorial must outlive the flow's game, which
 * flow_release ends. `name` is the player's. */
enum error tutorial_start(struct tutorial *tutorial, struct flow *flow, const char *name,
                          struct message *message);

/* Goes on to the next step if the player did what this one asks for. True if it does. */
bool tutorial_follow(struct tutorial *tutorial, const struct session *session);

int tutorial_steps(void);
bool tutorial_is_done(const struct tutorial *tutorial);

/* What to do in this step, and why; after the last one, the farewell. */
const char *tutorial_text(const struct tutorial *tutorial);

/* The move that the step asks for: MOVE_HINT for the coach's advice. Not after the last step. */
void tutorial_wanted(const struct tutorial *tutorial, const struct rules *rules, struct move *move);

/* Is this the wanted move? */
bool tutorial_allows(const struct tutorial *tutorial, const struct rules *rules,
                     const struct move *move);

#endif
