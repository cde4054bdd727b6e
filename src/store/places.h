/* Where things are kept: the directories of the XDG base directory specification, made when they
 * are first needed and private to the user.
 *
 *   settings   $XDG_CONFIG_HOME/broadside/settings       (~/.config)
 *   history    $XDG_DATA_HOME/broadside/history.db       (~/.local/share)
 *   games      $XDG_STATE_HOME/broadside/games/          (~/.local/state) */
#ifndef BROADSIDE_STORE_PLACES_H
#define BROADSIDE_STORE_PLACES_H

#include "base/error.h"

enum { PLACE_SIZE = 4096 };
enum place { PLACE_SETTINGS, PLACE_HISTORY, PLACE_GAMES };

/* The path alone; nothing is made or looked at. An XDG variable that is empty or not absolute does
 * not count, and neither does such a HOME; the password database knows a home then. ERR_IO with a
 * sentence where there is none. */
enum error place_name(enum place place, char path[PLACE_SIZE], struct message *message);

/* The same for what is about to be written: folders above it (and a place that is a folder itself)
 * are made with mode 0700. ERR_IO with a sentence where they cannot be made. */
enum error place_find(enum place place, char path[PLACE_SIZE], struct message *message);

#endif
