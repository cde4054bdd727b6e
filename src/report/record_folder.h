/* A folder that is filled with records of games, one file each. */
#ifndef BROADSIDE_REPORT_RECORD_FOLDER_H
#define BROADSIDE_REPORT_RECORD_FOLDER_H

#include "base/error.h"
#include "base/text.h"

enum { RECORD_NAME_SIZE = 128 }; /* the name of a file in the folder, with its terminator */

/* Creates the folder if it is missing, and checks that files such as `name` can be written. */
enum error record_folder_open(const char *folder, const char *name, struct message *message);

enum error record_folder_write(const char *folder, const char *name, struct slice text,
                               struct message *message);
enum error record_folder_remove(const char *folder, const char *name, struct message *message);

#endif
