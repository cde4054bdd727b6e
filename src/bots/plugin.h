/* A bot behind the public table of include/broadside/bot.h, as one of ours.
 *
 * The table must outlive the bot. Loading shared objects is somebody else's business: here is only
 * the translation between the two interfaces. */
#ifndef BROADSIDE_BOTS_PLUGIN_H
#define BROADSIDE_BOTS_PLUGIN_H

#include "bots/bot.h"
#include "broadside/bot.h"

/* Refuses tables of another ABI version or without `act`, with a sentence. */
enum error plugin_new(const struct broadside_bot *table, struct bot **bot, struct message *message);

#endif
