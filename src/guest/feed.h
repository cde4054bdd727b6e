/* A transcript replayed against a bot: the arena's recorded lines go in, and the bot's answers are
 * compared with the recorded ones. Good for finding out what happened in round 437.
 *
 * All text belongs to the caller; what a listener is handed is valid during the call. */
#ifndef BROADSIDE_GUEST_FEED_H
#define BROADSIDE_GUEST_FEED_H

#include "guest/process.h"

struct feed_difference {
    uint64_t line, round;       /* of the question in the file */
    struct slice question;      /* as the arena put it */
    struct slice recorded, now; /* `now` is meaningless where it broke */
    bool is_recorded;           /* false: the file has no answer to this question */
    bool is_first;              /* of its round; what follows may be no more than its effect */
    enum broken broken;         /* how it broke now, or BROKEN_NONE */
    const char *trouble;        /* what is known about that */
};

/* Slots may be NULL. */
struct feed_listener {
    void (*line)(void *context, bool from_bot, struct slice line);
    void (*differs)(void *context, const struct feed_difference *difference);
    /* What it wrote to standard error in a round that broke or was asked for. */
    void (*log)(void *context, uint64_t round, struct slice text);
    void *context;
};

struct feed {
    const struct launch *launch;
    struct slice text; /* the transcript */
    int side;          /* NOBODY: the one that talks, a if both do */
    uint64_t round;    /* only this round; 0 for all */
    struct feed_listener listener;
};

enum { FEED_MOST_BROKEN = 3 };

struct feed_result {
    int side;
    uint64_t rounds, answers;
    uint64_t differed, broke; /* answers; a break counts as one */
    bool given_up;            /* after FEED_MOST_BROKEN */
};

/* Refuses what is no transcript, with the line, a round that is not in it, and a bot that cannot be
 * started or does not say hello. */
enum error feed_play(const struct feed *feed, struct feed_result *result, struct message *message);

/* Is this line of the arena one that wants an answer? */
bool feed_is_question(struct slice line);

#endif
