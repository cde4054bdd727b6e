/* The bot's end of the protocol: any bot of this program, built in or a plugin, answers the lines
 * of an arena. That is `broadside host-bot`, and how plugins are hosted in a jail.
 *
 * A host keeps the view of its side from what it is told, so that the bot behind it sees what it
 * would see inside the arena's process and plays the same moves. The bot belongs to the caller. */
#ifndef BROADSIDE_GUEST_HOST_BOT_H
#define BROADSIDE_GUEST_HOST_BOT_H

#include "guest/protocol.h"

#include <stdio.h>

struct host_bot;

/* NULL where there is no memory. */
struct host_bot *host_bot_new(struct bot *bot);
void host_bot_free(struct host_bot *host);

/* Hears one line; what the bot answers, lines with their newlines, is written to `answer`, which
 * has room for PROTOCOL_LINE bytes. `*leave` is set by `quit`. Refuses lines that do not belong
 * where they come, with a sentence. */
enum error host_bot_handle(struct host_bot *host, struct slice line, struct writer *answer,
                           bool *leave, struct message *message);

/* What it has made of what it was told. */
const struct view *host_bot_view(const struct host_bot *host);

/* Hears and answers until `quit` or the end of the input, which are both OK. */
enum error host_bot_run(struct bot *bot, FILE *in, FILE *out, struct message *message);

#endif
