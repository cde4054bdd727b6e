/* Options of `broadside match` for debugging a bot: --transcript records the dialogue, --feed
 * replays one to a bot. */
#ifndef BROADSIDE_CLI_MATCH_DEBUG_H
#define BROADSIDE_CLI_MATCH_DEBUG_H

#include "arena/match.h"
#include "cli/guests.h"
#include "guest/transcript.h"

/* The options as typed; zero if not given. */
struct match_debug {
    const char *transcript, *feed, *side;
    uint64_t round;
    struct transcript *open;
};

/* Begins the transcript, if there is one. The match then uses one thread. */
enum error match_debug_open(struct match_debug *debug, struct match *match,
                            struct message *message);

/* For the callback `opened` of struct match. */
void match_debug_opened(struct match_debug *debug, int side, struct bot *bot);

/* Reports write errors. */
enum error match_debug_close(struct match_debug *debug, struct message *message);

/* Feeds the bot and prints the differences. Returns the exit status. */
int match_debug_feed(const struct match_debug *debug, const char *bot, const struct guests *guests);

#endif
