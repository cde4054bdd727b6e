/* The bots that a command line names. A word is one bot, or several built-in bots separated by
 * commas; in commands and paths a comma is part of the name. */
#ifndef BROADSIDE_CLI_BOT_NAMES_H
#define BROADSIDE_CLI_BOT_NAMES_H

#include "base/error.h"

enum { MOST_BOT_NAMES = 64 };

/* All zeros is empty. The names live until bot_names_release. */
struct bot_names {
    char *text; /* what the names point into */
    int count;
    const char *name[MOST_BOT_NAMES];
};

/* Call bot_names_release in any case. */
enum error bot_names_split(struct bot_names *names, const char *const *words, int count,
                           struct message *message);
void bot_names_release(struct bot_names *names);

#endif
