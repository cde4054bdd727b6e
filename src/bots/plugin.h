/* Wraps a plugin, the public table of include/broadside/bot.h, as a bot.
 *
 * The table must outlive the bot. guest/plugin_load.h loads shared objects. */
#ifndef BROADSIDE_BOTS_PLUGIN_H
#define BROADSIDE_BOTS_PLUGIN_H

#include "bots/bot.h"
#include "broadside/bot.h"

/* Refuses tables with another ABI version, or without a name or `act`. */
enum error plugin_new(const struct broadside_bot *table, struct bot **bot, struct message *message);

#endif
