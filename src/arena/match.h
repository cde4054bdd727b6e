/* Matches between two bots: many rounds, each a whole game.
 *
 * A match's result depends on its terms and seed alone. Bots that remember nothing from round to
 * round play their rounds on several threads; where one of them learns, the rounds of its match
 * follow each other on one thread. */
#ifndef BROADSIDE_ARENA_MATCH_H
#define BROADSIDE_ARENA_MATCH_H

#include "bots/bot.h"
#include "rules/game.h"

struct match {
    const struct rules *rules; /* checked */
    const char *bot[2];        /* as bot_new takes them */
    uint64_t rounds, seed;
    uint64_t number; /* of the match in its tournament, part of every seed */
    int threads, max_broken;
};

enum { DEFAULT_ROUNDS = 1000, DEFAULT_MAX_BROKEN = 3 };

struct match_side {
    uint64_t won;
    uint64_t shots; /* fired in rounds that nobody broke */
    uint64_t broken[BROKEN_KINDS];
};

struct match_result {
    uint64_t rounds, drawn;
    uint64_t whole;     /* rounds that nobody broke */
    uint64_t signature; /* a hash of all rounds, whatever their order */
    struct match_side side[2];
};

/* What one round came to. */
struct round {
    int winner; /* NOBODY for a draw */
    enum broken broken[2];
    uint64_t signature;
};

/* Plays one round: `game` is left as it ended. The bots' generators are seeded for it. */
void round_play(struct game *game, const struct rules *rules, struct bot *bots[2], int first,
                uint64_t number, struct rng *chance, struct round *round);

/* Plays the whole match. ERR_UNKNOWN, ERR_SYNTAX or ERR_RULES for bots that do not exist or do not
 * play these rules, with a sentence. */
enum error match_play(const struct match *match, struct match_result *result,
                      struct message *message);

#endif
