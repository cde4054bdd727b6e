/* Replays a transcript against a bot: sends it the recorded lines of the arena and compares its
 * answers with the recorded ones. Useful to find out what happened in round 437.
 *
 * All text belongs to the caller. Text passed to a listener is valid during the call. */
#ifndef BROADSIDE_GUEST_FEED_H
#define BROADSIDE_GUEST_FEED_H

#include "guest/process.h"

struct feed_difference {
    uint64_t line, round;       /* of the question in the file */
    struct slice question;      /* as the arena asked it */
    struct slice recorded, now; /* `now` is undefined if it broke */
    bool is_recorded;           /* does the file have an answer to this question? */
    bool is_first;              /* of its round; later ones may be mere consequences */
    enum broken broken;         /* how it broke this time, or BROKEN_NONE */
    const char *trouble;        /* details about that */
};

/* Slots may be NULL. */
struct feed_listener {
    void (*line)(void *context, bool from_bot, struct slice line);
    void (*differs)(void *context, const struct feed_difference *difference);
    /* Its standard error in a round that broke or was selected. */
    void (*log)(void *context, uint64_t round, struct slice text);
    void *context;
};

struct feed {
    const struct launch *launch;
    struct slice text; /* the transcript */
    int side;          /* NOBODY: the side with a dialogue, a if both have one */
    uint64_t round;    /* only this round; 0 for all */
    struct feed_listener listener;
};

enum { FEED_MOST_BROKEN = 3 };

struct feed_result {
    int side;
    uint64_t rounds, answers;
    uint64_t differed, broke; /* answers, including those that broke */
    bool given_up;            /* after FEED_MOST_BROKEN */
};

/* ERR_SYNTAX with the line if the text is not a transcript, ERR_RANGE if the round is not in it,
 * other errors if the bot cannot be started or does not say hello. */
enum error feed_play(const struct feed *feed, struct feed_result *result, struct message *message);

/* Does this line from the arena need an answer? */
bool feed_is_question(struct slice line);

#endif
