/* Entering bots in a contest by what a person types. */
#ifndef BROADSIDE_ARENA_ENTRY_H
#define BROADSIDE_ARENA_ENTRY_H

#include "contest/contest.h"

/* Does this mean all bots in a folder? A folder with bot.json is a bot itself, and the name of a
 * built-in bot means that bot. */
bool entry_is_folder(const char *spec);

/* Adds an entrant with this spec, or one for each bot in the folder. */
enum error entry_add(struct contest *contest, const char *spec, struct message *message);

/* The entrant with this spec, also a removed one if there is no other; -1 if there is none. */
int entry_find_spec(const struct contest *contest, const char *spec);

/* Finds the entrant with this ID or name, or else the one with this path or spec. Removed entrants
 * are not found. ERR_UNKNOWN with a message if there is none, or if there are several: the message
 * names them. */
enum error entry_find(const struct contest *contest, const char *word, int *index,
                      struct message *message);

#endif
