/* Folders on the disk: creating one, and making names durable. */
#ifndef BROADSIDE_BASE_FOLDER_H
#define BROADSIDE_BASE_FOLDER_H

#include "base/error.h"

#include <sys/types.h>

/* Creates a folder, unless it exists, and syncs the folder that it is in. The message names the
 * folder and the reason. */
enum error folder_make(const char *path, mode_t mode, struct message *message);

/* Syncs the folder that holds `path`. A file that was synced can still lose its name in a power
 * failure: only this makes a new name, or a rename, durable. Returns 0 or errno. A file system that
 * cannot sync folders, or a folder that this process may not read, counts as success. */
int folder_sync(const char *path);

#endif
