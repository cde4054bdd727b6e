/* Small text files of the user, which people may edit: settings, past fleets, training. */
#ifndef BROADSIDE_STORE_TEXT_FILE_H
#define BROADSIDE_STORE_TEXT_FILE_H

#include "base/buffer.h"

/* Appends the file to `buffer`; nothing if it does not exist. Anything but a regular file is
 * refused before it is opened: reading a pipe could block forever. */
enum error text_file_read(const char *path, struct buffer *buffer, struct message *message);

/* Replaces the file as a whole or not at all; only the owner can read it. A symbolic link stays:
 * its target is replaced. */
enum error text_file_replace(const char *path, const struct buffer *text, struct message *message);

/* Keeps other processes that lock it from changing the file until it is unlocked. The lock is on
 * the folder, because the file is replaced. -1 if that is not possible; then the last one wins. */
int text_file_lock(const char *path);
void text_file_unlock(int lock);

#endif
