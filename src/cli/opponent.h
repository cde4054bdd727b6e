/* Which bots may be opened in a game with a person.
 *
 * A saved game names its bot, and may come from anyone. So a program is started only if the person
 * named it on the command line, never because a file names it. */
#ifndef BROADSIDE_CLI_OPPONENT_H
#define BROADSIDE_CLI_OPPONENT_H

#include "cli/guests.h"

enum { OPPONENT_SIZE = 1024 };

struct opponents {
    struct guests guests;
    struct bot_opener opener;  /* built-in bots, and the guest that was named */
    char named[OPPONENT_SIZE]; /* that guest, with an absolute path; empty if there is none */
    bool has_refused;          /* another guest was requested */
    char resume_command[OPPONENT_SIZE + 64]; /* resumes a game against the named guest */
};

/* Call once the options are read. `bot` is the value of --bot, or NULL. Guests that play with
 * people have no time bank. The struct must not move afterwards. */
enum error opponents_init(struct opponents *opponents, const char *bot, struct message *message);

#endif
