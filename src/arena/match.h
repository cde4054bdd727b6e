/* Matches between two bots: many rounds, each a whole game.
 *
 * A match's result depends on its terms and seed alone. Bots that remember nothing from round to
 * round play their rounds on several threads; where one of them learns, as guests may, the rounds
 * of its match follow each other on one thread, and there is one instance of each bot. */
#ifndef BROADSIDE_ARENA_MATCH_H
#define BROADSIDE_ARENA_MATCH_H

#include "arena/round.h"
#include "contest/contest_match.h"

#include <stdatomic.h>

struct match {
    const struct rules *rules; /* checked */
    const char *bot[2];        /* as bot_open takes them */
    uint64_t rounds, seed;
    uint64_t number;    /* of the match in its tournament, part of every seed */
    uint64_t processor; /* guests and arena stay on one; matches side by side name different ones */
    int threads, max_broken;
    const struct bot_opener *opener; /* NULL for built-in bots only */

    /* The fleets are drawn here and not asked for. Two rounds at a time have the same two fleets:
     * odd rounds and the even ones after them, with sides and first mover exchanged. */
    bool is_paired;

    /* Optional: called for each bot that was opened, before it hears anything of the match, which
     * ends there with an error of this, and for each before it is freed. Bots that play on several
     * threads are opened for each of them. */
    enum error (*opened)(void *context, int side, struct bot *bot, struct message *message);
    void (*closing)(void *context, int side, struct bot *bot);

    /* Optional: gets each round with its record, in order. A round that was broken before both
     * fleets lay has nothing but comments in it. An error does not end the match, but is the last
     * call. */
    enum error (*keep)(void *context, uint64_t number, const struct round *round,
                       struct slice record, struct message *message);
    uint64_t keep_from;     /* rounds before this one are not written down, which is quicker */
    struct message *unkept; /* optional: why records are missing; empty if none are */

    /* Optional: hears each round that is played, in order, with the game as it ended. */
    void (*noted)(void *context, uint64_t number, const struct round *round,
                  const struct game *game);
    void *context; /* of these four */

    /* Optional: once it is true no further round starts, and the result is of no use. */
    const atomic_bool *stop;

    /* Optional: counts the rounds that are decided, for progress displays. */
    _Atomic uint64_t *rounds_done;
};

enum { DEFAULT_ROUNDS = 1000, DEFAULT_MAX_BROKEN = 3 };

/* Plays the whole match. ERR_UNKNOWN, ERR_SYNTAX or ERR_RULES for bots that do not exist or do not
 * play these rules, with a sentence; what the opener refuses is refused. */
enum error match_play(const struct match *match, struct contest_match *played,
                      struct message *message);

#endif
