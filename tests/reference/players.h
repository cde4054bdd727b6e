/* Two players who talk a lot: random texts for the differential test, drawn so that much happens.
 *
 * They peek at the reference to shoot where it matters, and make every mistake a person can make.
 * What they say depends on the seed and on the game alone. Nothing is owned. */
#ifndef BROADSIDE_REFERENCE_PLAYERS_H
#define BROADSIDE_REFERENCE_PLAYERS_H

#include "reference/reference.h"
#include "rules/game.h"

enum { PLAYERS_TEXT = 10240 };

/* What the sides mostly do: shoot, sink, err, or nothing much until the turns run out. */
enum players_style { STYLE_PLAIN, STYLE_SHARP, STYLE_SLOPPY, STYLE_IDLE };

struct players {
    const struct rules *rules;
    const struct reference *reference;
    const struct game *game;
    struct rng rng;
    enum players_style style;
    struct reference_cell last_hit[2]; /* by each side; column -1 for none */
    char text[PLAYERS_TEXT];           /* what was said last */
};

/* A new game; the three others stay where they are while it lasts. */
void players_start(struct players *players, const struct rules *rules,
                   const struct reference *reference, const struct game *game, uint64_t seed);

/* The side to move says something. */
void players_say(struct players *players);
void players_hear(struct players *players, const struct outcome *outcome);

/* A layout that the rules allow: under wrecks also a bad one. */
enum error players_layout(const struct rules *rules, uint64_t seed, struct layout *layout);

#endif
