/* Loads plugins from files. A loaded plugin stays loaded until the program exits, so its bots may
 * be freed at any time. Its code runs in this process, so load only trusted plugins. */
#ifndef BROADSIDE_GUEST_PLUGIN_LOAD_H
#define BROADSIDE_GUEST_PLUGIN_LOAD_H

#include "bots/bot.h"

/* Creates the bot of a shared object. The message names the file if it cannot be loaded, does not
 * export broadside_bot, or has a table of another version. */
enum error plugin_load(const char *path, struct bot **bot, struct message *message);

#endif
