/* Matches between two bots: many rounds, each a whole game.
 *
 * The result of a match depends only on its terms and seed. Bots that remember nothing from round
 * to round play on several threads. If one of them learns, as guests may, the rounds are played in
 * order on one thread, with one instance of each bot. */
#ifndef BROADSIDE_ARENA_MATCH_H
#define BROADSIDE_ARENA_MATCH_H

#include "arena/round.h"
#include "contest/contest_match.h"

#include <stdatomic.h>

struct match {
    const struct rules *rules; /* checked */
    const char *bot[2];        /* as for bot_open */
    uint64_t rounds;
    struct seed seed;
    uint64_t number;    /* in its tournament; part of every seed */
    uint64_t processor; /* pins guests and arena; parallel matches use different ones */
    int threads, max_broken;
    const struct bot_opener *opener; /* NULL for built-in bots only */

    /* The arena draws the fleets. An odd round and the even one after it have the same two fleets,
     * with sides and first mover swapped. */
    bool is_paired;

    /* Optional: called for each bot after it is opened, before the match starts, and before it is
     * freed. An error from `opened` ends the match. Bots are opened once for each thread. */
    enum error (*opened)(void *context, int side, struct bot *bot, struct message *message);
    void (*closing)(void *context, int side, struct bot *bot);

    /* Optional: receives each round with its record, in order. The record of a round that was
     * broken before both fleets were placed has only comments. After an error there are no more
     * calls, but the match goes on. */
    enum error (*keep)(void *context, uint64_t number, const struct round *round,
                       struct slice record, struct message *message);
    uint64_t keep_from;     /* earlier rounds are not recorded, which is faster */
    struct message *unkept; /* optional: why records are missing; empty if none are */

    /* Optional: receives each round that is played, in order, with the final state of the game. */
    void (*noted)(void *context, uint64_t number, const struct round *round,
                  const struct game *game);
    void *context; /* for these four */

    /* Optional: once it is true, no more rounds start. The result is then that of the first rounds
     * if they are played in order, else it is meaningless. */
    const atomic_bool *stop;

    /* Optional: counts the rounds that are decided, for progress displays. */
    _Atomic uint64_t *rounds_done;
};

enum { DEFAULT_MAX_BROKEN = 3 };

/* Plays the whole match. ERR_UNKNOWN, ERR_SYNTAX or ERR_RULES for bots that do not exist or do not
 * play these rules; otherwise the errors of the opener. */
enum error match_play(const struct match *match, struct contest_match *played,
                      struct message *message);

#endif
