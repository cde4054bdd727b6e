/* Two players that type random lines for the differential test.
 *
 * They look at the reference's ships so that sinkings are frequent, and they make every mistake
 * that a person can make. Their lines depend only on the seed and the game. They own nothing. */
#ifndef BROADSIDE_REFERENCE_PLAYERS_H
#define BROADSIDE_REFERENCE_PLAYERS_H

#include "reference/reference.h"
#include "rules/game.h"

enum { PLAYERS_TEXT = 10240 };

/* What the sides mostly do: shoot, sink ships, make mistakes, or idle until the turn limit. */
enum players_style { STYLE_PLAIN, STYLE_SHARP, STYLE_SLOPPY, STYLE_IDLE };

struct players {
    const struct rules *rules;
    const struct reference *reference;
    const struct game *game;
    struct rng rng;
    enum players_style style;
    struct reference_cell last_hit[2]; /* of each side; column -1 for none */
    char text[PLAYERS_TEXT];           /* the last line */
};

/* Starts a game. The rules, reference and game must outlive it. */
void players_start(struct players *players, const struct rules *rules,
                   const struct reference *reference, const struct game *game, uint64_t seed);

/* The side to move types a line. */
void players_type(struct players *players);
void players_note(struct players *players, const struct outcome *outcome);

/* A layout that the rules allow; under wrecks it may be a bad one. */
enum error players_layout(const struct rules *rules, uint64_t seed, struct layout *layout);

#endif
