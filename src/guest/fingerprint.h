/* A hash over a bot's files, so that a stored result says which version of a bot it belongs to: the
 * folder with all its files, the shared object, or the files that a command line names. For a
 * built-in bot, its full name and the version of this program. */
#ifndef BROADSIDE_GUEST_FINGERPRINT_H
#define BROADSIDE_GUEST_FINGERPRINT_H

#include "base/error.h"
#include "base/sha256.h"

/* ERR_IO with a message if a file cannot be read, ERR_FULL if there is too much in the folder. */
enum error fingerprint_compute(const char *spec, char hex[SHA256_HEX_SIZE],
                               struct message *message);

/* The same without reading the files: names, sizes, times and inode numbers. If the stamp has not
 * changed, neither has the fingerprint; the converse does not hold. */
enum error fingerprint_stamp(const char *spec, char hex[SHA256_HEX_SIZE], struct message *message);

#endif
