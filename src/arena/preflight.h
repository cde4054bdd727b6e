/* Before a tournament: is each bot there, does it play these rules, does it survive a few rounds,
 * and how long does it take? */
#ifndef BROADSIDE_ARENA_PREFLIGHT_H
#define BROADSIDE_ARENA_PREFLIGHT_H

#include "arena/match.h"
#include "contest/contest.h"

struct preflight_terms {
    const struct rules *rules;
    const struct bot_opener *opener;
    uint64_t seed;
    int rounds;     /* played against `random`, or fewer when they take long */
    bool is_paired; /* the arena lays out the fleets */
};

/* What a match with a bot takes, in seconds: once, and for each round. */
struct pace {
    double start, round;
};

/* Fills the entrant whose spec is set: name, authors, id, hash, is_guest; is_out and why if it
 * cannot take part: it does not start, does not play these rules, or breaks round after round. Who
 * breaks some rounds and plays others takes part. ERR_MEMORY only. */
enum error preflight(const struct preflight_terms *terms, struct entrant *entrant,
                     struct pace *pace, struct message *message);

#endif
