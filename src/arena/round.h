/* One round between two bots: a whole game, from the fleets to its end, or to the moment when one
 * of them breaks it. */
#ifndef BROADSIDE_ARENA_ROUND_H
#define BROADSIDE_ARENA_ROUND_H

#include "bots/bot.h"
#include "rules/game.h"

struct scribe;

struct round_terms {
    const struct rules *rules;  /* checked */
    int first;                  /* who moves first */
    uint64_t number;            /* counted from 1 */
    const struct layout *fleet; /* of both sides; NULL where the bots place them */
    struct scribe *scribe;      /* optional: writes the round down; its names are set */
    uint64_t nonce_seed;        /* for the scribe */
};

/* What one round came to. */
struct round {
    int winner; /* NOBODY for a draw */
    enum broken broken[2];
    int wrecks[2]; /* ships that bad placement sank before the first shot */
    uint64_t signature;
    struct message trouble[2]; /* how a side broke it, as a sentence; empty where it did not */
};

/* Plays one round: `game` is left as it ended. The bots' generators are seeded for it. After a
 * broken round the status of both views is over, with the winner and without a reason. */
void round_play_as(struct game *game, const struct round_terms *terms, struct bot *bots[2],
                   struct rng *chance, struct round *round);

/* The same where the bots place their fleets and nothing is written down. */
static inline void round_play(struct game *game, const struct rules *rules, struct bot *bots[2],
                              int first, uint64_t number, struct rng *chance, struct round *round)
{
    struct round_terms terms = {.rules = rules, .first = first, .number = number};

    round_play_as(game, &terms, bots, chance, round);
}

/* What becomes of the views when a game is broken: over, won by `winner`, nobody has points. */
void round_close_broken(struct game *game, int winner);

#endif
