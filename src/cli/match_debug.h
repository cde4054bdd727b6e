/* What `broadside match` has for finding out what a bot did: --transcript keeps the dialogue,
 * --feed plays one back to a bot. */
#ifndef BROADSIDE_CLI_MATCH_DEBUG_H
#define BROADSIDE_CLI_MATCH_DEBUG_H

#include "arena/match.h"
#include "cli/guests.h"
#include "guest/transcript.h"

/* As typed; all of it zero where nothing was. */
struct match_debug {
    const char *transcript, *feed, *side;
    uint64_t round;
    struct transcript *open;
};

/* Begins the transcript, if one was asked for; the match then plays on one thread. */
enum error match_debug_open(struct match_debug *debug, struct match *match,
                            struct message *message);

/* For `opened` of struct match. */
void match_debug_opened(struct match_debug *debug, int side, struct bot *bot);

/* What could not be written is told now. */
enum error match_debug_close(struct match_debug *debug, struct message *message);

/* Feeds the bot and prints what differs; the exit status comes back. */
int match_debug_feed(const struct match_debug *debug, const char *bot, const struct guests *guests);

#endif
