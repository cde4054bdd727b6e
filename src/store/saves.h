/* Files of unfinished games, one each in the games folder, so that a crash, a closed terminal or a
 * full disk loses no move.
 *
 * Moves are appended, and are on disk before save_write returns; an incomplete write is cut off
 * again. The process that plays a game holds a lock on its file, and other processes skip it. Only
 * the owner can read the files. */
#ifndef BROADSIDE_STORE_SAVES_H
#define BROADSIDE_STORE_SAVES_H

#include "base/buffer.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

struct save; /* an open, locked file */

enum { MAX_SAVES = 64, SAVE_NAME_SIZE = 64 };
enum { STAMP_SIZE = 16 };     /* of a time in UTC, such as 20260131-235959 */
enum { SAVE_CAP = 16 << 20 }; /* for the buffer of save_open */

/* A game that could be continued. */
struct saved_game {
    char name[SAVE_NAME_SIZE]; /* of the file, for save_open */
    int64_t modified;          /* seconds since 1970 */
    long nanoseconds;          /* beyond them */
};

/* Lists the games that no process is playing, the latest first, at most MAX_SAVES. Skips files with
 * other names, empty files and anything that is not a regular file. None without a folder. */
enum error saves_list(struct saved_game list[MAX_SAVES], int *count, struct message *message);

/* Is another process playing a game that would be listed otherwise? */
bool saves_are_played(void);

/* Removes what killed processes left: empty or unnamed files that are unlocked and an hour old. */
void saves_tidy(void);

enum error save_create(struct save **save, struct message *message);

/* Opens and locks a file, by its name in the list or by a path that contains a slash, and appends
 * its content to `text`. ERR_BUSY if another process is playing it, ERR_FULL if it is too long. */
enum error save_open(const char *name, struct save **save, struct buffer *text,
                     struct message *message);

/* Makes `text` the content of the file. If it continues the old content, the rest is appended,
 * after an incomplete line at the end of the file was cut off. A file that was deleted or changed
 * by someone else is replaced as a whole or not at all. After an error the file has its old
 * content, or the beginning of it. */
enum error save_write(struct save *save, struct slice text, struct message *message);

const char *save_path(const struct save *save);

/* When the game was saved first. Empty if the file has another name than save_create gave it. */
void save_stamp(const struct save *save, char stamp[STAMP_SIZE]);

/* A time in seconds since 1970 in the same form, in which later times are greater as text. */
void save_print_stamp(int64_t seconds, char stamp[STAMP_SIZE]);

void save_close(struct save *save);  /* keeps the file */
void save_remove(struct save *save); /* and closes it */

#endif
