/* Games under way, a file each in the games folder, so that a crash, a closed terminal or a full
 * disk loses no move.
 *
 * A file only grows: what a game adds is appended and on the disk before save_write returns; what
 * could not be written whole is cut off again. The process that plays a game holds a lock on its
 * file; other processes pass such a game over. Files are readable by their owner only. */
#ifndef BROADSIDE_STORE_SAVES_H
#define BROADSIDE_STORE_SAVES_H

#include "base/buffer.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

struct save; /* an open, locked file */

enum { MAX_SAVES = 64, SAVE_NAME_SIZE = 64 };
enum { SAVE_CAP = 16 << 20 }; /* for the buffer of save_open */

/* A game that could be continued. */
struct saved_game {
    char name[SAVE_NAME_SIZE]; /* of the file, for save_open */
    int64_t modified;          /* seconds since 1970 */
    long nanoseconds;          /* beyond them */
};

/* Games that nobody is playing right now, the latest first; at most MAX_SAVES. Files of other
 * names, empty ones and what is no regular file are passed over; no folder means no games. */
enum error saves_list(struct saved_game list[MAX_SAVES], int *count, struct message *message);

/* Removes what processes that were killed while they made a file have left: files without a game
 * and without an owner, an hour old. */
void saves_tidy(void);

enum error save_create(struct save **save, struct message *message);

/* Opens and locks one by its name in the list, or by path when it holds a slash, and reads it to
 * the end of `text`, which the caller has initialised. ERR_BUSY where another process is
 * playing it, ERR_FULL where it is longer than the buffer may be. */
enum error save_open(const char *name, struct save **save, struct buffer *text,
                     struct message *message);

/* Makes the file hold `text`, which begins with what it held before: appends the rest. A text that
 * is shorter or a file with half a line at its end is set right first. A file that somebody has
 * deleted, cut or changed meanwhile is written anew, completely or not at all. After an error the
 * file holds what it held before, or its beginning. */
enum error save_write(struct save *save, struct slice text, struct message *message);

const char *save_path(const struct save *save);
void save_close(struct save *save);  /* keeps the file */
void save_remove(struct save *save); /* and closes it */

#endif
