/* Who may be opened as a bot in a game with a person.
 *
 * A saved game names its bot, and it may come from anybody. So a program is started only if the
 * person has named it on the command line, however well a file knows it. */
#ifndef BROADSIDE_CLI_OPPONENT_H
#define BROADSIDE_CLI_OPPONENT_H

#include "cli/guests.h"

enum { OPPONENT_SIZE = 1024 };

struct opponents {
    struct guests guests;
    struct bot_opener opener;       /* built-in bots, and the guest that was named */
    char named[OPPONENT_SIZE];      /* it, with an absolute path; empty if there is none */
    bool has_refused;               /* somebody asked for another one */
    char go_on[OPPONENT_SIZE + 64]; /* the command that goes on with a game against it */
};

/* Once the options are read. `bot` is what --bot says, or NULL; guests that play with people have
 * no time bank. The struct stays where it is. */
enum error opponents_init(struct opponents *opponents, const char *bot, struct message *message);

#endif
