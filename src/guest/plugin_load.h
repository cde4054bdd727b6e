/* Plugins from their files. A plugin that was loaded stays loaded until the program ends, so a bot
 * may be freed at any time. Its code runs in this process: whoever loads one trusts it. */
#ifndef BROADSIDE_GUEST_PLUGIN_LOAD_H
#define BROADSIDE_GUEST_PLUGIN_LOAD_H

#include "bots/bot.h"

/* The bot of a shared object. Refuses, with a sentence that names the file, what cannot be loaded,
 * exports no broadside_bot, or has a table of another version. */
enum error plugin_load(const char *path, struct bot **bot, struct message *message);

#endif
