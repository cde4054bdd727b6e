#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/opponent.h"

#include <stdlib.h>
#include <string.h>

/* A path is made absolute, so that the game can be resumed from any folder; a command line stays as
 * it is. */
static enum error name_guest(struct opponents *opponents, const char *bot, struct message *message)
{
    char *absolute = strncmp(bot, "cmd:", 4) == 0 ? NULL : realpath(bot, NULL);
    const char *name = absolute ? absolute : bot;
    enum error error = OK;

    if (strlen(name) >= sizeof opponents->named)
        error = error_set(ERR_SYNTAX, message, "--bot is longer than %d bytes", OPPONENT_SIZE - 1);
    else
        memcpy(opponents->named, name, strlen(name) + 1);
    free(absolute);
    snprintf(opponents->resume_command, sizeof opponents->resume_command,
             "broadside play --continue --bot '%s'", opponents->named);
    return error;
}

static enum error open_named(void *context, const char *spec, struct bot **bot,
                             struct message *message)
{
    struct opponents *opponents = context;
    char shown[MESSAGE_SIZE / 2];

    *bot = NULL;
    if (!guest_is_spec(spec))
        return bot_new(spec, bot, message);
    if (strcmp(spec, opponents->named) == 0)
        return guest_open(&opponents->guests.config, spec, bot, message);
    opponents->has_refused = true;
    text_printable(shown, sizeof shown, spec);
    return error_set(ERR_UNAVAILABLE, message,
                     "the opponent is a program, which is only started if you name it: --bot '%s'",
                     shown);
}

enum error opponents_init(struct opponents *opponents, const char *bot, struct message *message)
{
    enum error error = guests_init(&opponents->guests, message);

    opponents->guests.config.limits.bank_ms = 0;
    opponents->opener = (struct bot_opener){open_named, opponents};
    if (error || !bot || !guest_is_spec(bot))
        return error;
    guests_note(&opponents->guests, "play", &bot, 1);
    guests_note_limits(&opponents->guests, "play", &bot, 1);
    return name_guest(opponents, bot, message);
}
