/* The folder of this process for temporary files: below TMPDIR, or /tmp or /var/tmp if that
 * is not usable or does not allow programs to be executed, accessible only to its owner, removed at
 * exit. It contains a locked file. The kernel releases the lock when the process ends, however it
 * ends, so the next process that needs such a folder can tell which ones are left over, and removes
 * them. */
#ifndef BROADSIDE_GUEST_RUN_FOLDER_H
#define BROADSIDE_GUEST_RUN_FOLDER_H

#include "base/error.h"

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

/* Creates a new folder in it. ERR_JAIL if that is not possible. Thread-safe. */
enum error run_folder_new(char path[PATH_MAX], struct message *message);

/* Is the run folder of this process in this folder, which has no links in its path? */
bool run_folder_is_below(const char *folder);

/* Is this the name of such a folder, of any process? */
bool run_folder_is_name(const char *name);

/* Removes a file or a folder with everything in it, without following links. */
void run_folder_remove(int parent, const char *name);

#endif
