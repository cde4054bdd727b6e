/* The bot's end of the protocol: lets a built-in bot or a plugin answer the lines of an arena. This
 * is `broadside host-bot`, and how plugins run in a jail.
 *
 * The host maintains the view of its side from the lines it receives, so the bot sees what it would
 * see inside the arena's process and plays the same moves. The bot belongs to the caller. */
#ifndef BROADSIDE_GUEST_HOST_BOT_H
#define BROADSIDE_GUEST_HOST_BOT_H

#include "guest/protocol.h"

#include <stdio.h>

struct host_bot;

/* NULL if out of memory. */
struct host_bot *host_bot_new(struct bot *bot);
void host_bot_free(struct host_bot *host);

/* Handles one line. The bot's answer, with newlines, is written to `answer`, which has room for
 * PROTOCOL_LINE bytes. `quit` sets `*leave`. An error with a message if the line is wrong or comes
 * at the wrong point. */
enum error host_bot_handle(struct host_bot *host, struct slice line, struct writer *answer,
                           bool *leave, struct message *message);

/* The view derived from the lines so far. */
const struct view *host_bot_view(const struct host_bot *host);

/* Reads and answers lines until `quit` or the end of the input; both are OK. */
enum error host_bot_run(struct bot *bot, FILE *in, FILE *out, struct message *message);

#endif
