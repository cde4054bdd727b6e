/* The games of people as files of records (session/recorded_game.h): the page in the browser
 * exports such files, and play --record writes one game.
 *
 * Games pass through a store in memory, so nothing is added to the history unless every file can be
 * read, and a game that appears twice counts once. */
#ifndef BROADSIDE_CLI_RECORD_FILES_H
#define BROADSIDE_CLI_RECORD_FILES_H

#include "store/store.h"

struct record_files {
    int unfinished, without_person, without_result; /* left out */
    int wrong_times;                                /* games whose `# ended` cannot be true */
    struct message wrong_time;                      /* the first, with file and line */
};

/* Reads all files into a new store, which the caller closes. A game whose record does not say when
 * it ended, or names a time that is none or in the future, gets the time of its file. The message
 * names the file and the line of an error. */
enum error record_files_read(const char *const *paths, int count, struct store **games,
                             struct record_files *files, struct message *message);

/* Adds the games to the history, the oldest first. `*known` are those it already had, also with a
 * record that differs only by a seed line that one of the two lacks. */
enum error record_files_import(struct store *games, struct store *history, int *added, int *known,
                               struct message *message);

/* Writes the games that pass the filter to a file, the oldest first. */
enum error record_files_export(struct store *games, const struct history_filter *filter,
                               const char *path, int *count, struct message *message);

#endif
