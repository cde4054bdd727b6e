/* One round between two bots: a whole game, from the placement of the fleets to its end or until
 * one of the bots breaks it. */
#ifndef BROADSIDE_ARENA_ROUND_H
#define BROADSIDE_ARENA_ROUND_H

#include "bots/bot.h"
#include "rules/game.h"

struct game_recorder;

struct round_terms {
    const struct rules *rules;      /* checked */
    int first;                      /* who moves first */
    uint64_t number;                /* counted from 1 */
    const struct layout *fleet;     /* of both sides; NULL if the bots place them */
    struct game_recorder *recorder; /* optional: records the round; its names are set */
    const struct rng *nonces;       /* for the recorder */
    /* Optional: the generators of both bots once the fleets are placed, so that shots say nothing
     * about the fleet of the bot that fires them. */
    const struct rng *shots;
};

/* The result of one round. */
struct round {
    int winner; /* NOBODY for a draw */
    enum broken broken[2];
    int wrecks[2]; /* ships sunk by bad placement before the first shot */
    uint64_t signature;
    struct message trouble[2]; /* how a side broke it; empty if it did not */
};

/* Plays one round and leaves `game` as it ended. The bots' generators have been seeded. After a
 * broken round the status of both views says that it is over, with a winner but no reason. */
void round_play_as(struct game *game, const struct round_terms *terms, struct bot *bots[2],
                   struct rng *chance, struct round *round);

/* The same, where the bots place their fleets and nothing is recorded. */
static inline void round_play(struct game *game, const struct rules *rules, struct bot *bots[2],
                              int first, uint64_t number, struct rng *chance, struct round *round)
{
    struct round_terms terms = {.rules = rules, .first = first, .number = number};

    round_play_as(game, &terms, bots, chance, round);
}

/* Ends a broken game in both views: won by `winner`, without points. */
void round_close_broken(struct game *game, int winner);

#endif
