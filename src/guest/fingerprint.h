/* A bot's files as one hash, so that a stored result says which version of a bot it belongs to: the
 * folder with all its files, the shared object, or the files that a command line names. A built-in
 * bot is its full name and the version of this program. */
#ifndef BROADSIDE_GUEST_FINGERPRINT_H
#define BROADSIDE_GUEST_FINGERPRINT_H

#include "base/error.h"
#include "base/sha256.h"

/* ERR_IO with a sentence for files that cannot be read, ERR_FULL for a folder with too much in it.
 */
enum error fingerprint_compute(const char *spec, char hex[SHA256_HEX_SIZE],
                               struct message *message);

/* The same without reading the files: their names, sizes, times and numbers. While this stays, the
 * fingerprint does; another stamp may have the same fingerprint. */
enum error fingerprint_stamp(const char *spec, char hex[SHA256_HEX_SIZE], struct message *message);

#endif
