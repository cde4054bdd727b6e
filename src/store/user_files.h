/* Where the user's files are: in the directories of the XDG base directory specification. They are
 * created when they are first needed and are private to the user.
 *
 *   settings   $XDG_CONFIG_HOME/broadside/settings       (~/.config)
 *   history    $XDG_DATA_HOME/broadside/history.db       (~/.local/share)
 *   fleets     $XDG_DATA_HOME/broadside/fleets
 *   training   $XDG_DATA_HOME/broadside/training
 *   games      $XDG_STATE_HOME/broadside/games/          (~/.local/state) */
#ifndef BROADSIDE_STORE_USER_FILES_H
#define BROADSIDE_STORE_USER_FILES_H

#include "base/error.h"

enum { USER_FILE_SIZE = 4096 };
enum user_file {
    USER_FILE_SETTINGS,
    USER_FILE_HISTORY,
    USER_FILE_FLEETS,
    USER_FILE_TRAINING,
    USER_FILE_GAMES
};

/* The path; the disk is not touched. An XDG variable or a HOME that is empty or not absolute is
 * ignored; the last resort is the home in the password database. ERR_IO if there is none. */
enum error user_file_path(enum user_file file, char path[USER_FILE_SIZE], struct message *message);

/* The same before writing: creates the folders above the file, and the folder itself for
 * USER_FILE_GAMES, with mode 0700. ERR_IO if that fails. */
enum error user_file_prepare(enum user_file file, char path[USER_FILE_SIZE],
                             struct message *message);

#endif
