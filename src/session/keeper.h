/* Where interactive games are kept. The session layer knows no files and no database: the program
 * fills in this table. Any slot may be NULL.
 *
 * A keeper deals with one game at a time, the current one. */
#ifndef BROADSIDE_SESSION_KEEPER_H
#define BROADSIDE_SESSION_KEEPER_H

#include "base/buffer.h"
#include "base/text.h"

#include <stdint.h>

struct layout;
struct rules;
struct session;

enum { GAME_ID_SIZE = 64, GAME_DESCRIPTION_SIZE = 256, MAX_UNFINISHED = 64, MAX_PAST_FLEETS = 200 };

struct unfinished_game {
    char id[GAME_ID_SIZE];            /* for keeper->open */
    int64_t modified;                 /* seconds since 1970 */
    char text[GAME_DESCRIPTION_SIZE]; /* for the player; filled by flow_list, not by the keeper */
};

struct keeper {
    void *context;
    /* Saves the current game. `saved` is all of it, and begins with what was saved before. */
    enum error (*save)(void *context, struct slice saved, struct message *message);
    /* Games that can be continued, the latest first. */
    enum error (*list)(void *context, struct unfinished_game list[MAX_UNFINISHED], int *count,
                       struct message *message);
    /* Makes a saved game the current one and appends its text to `saved`. */
    enum error (*open)(void *context, const char *id, struct buffer *saved,
                       struct message *message);
    /* The file of the current game, for messages. */
    const char *(*path)(void *context);
    /* Leaves the current game as it was saved. */
    void (*close)(void *context);
    /* Deletes the current game. */
    void (*discard)(void *context);
    /* The current game is over: moves it to the history and closes it. `*number` is its number
     * there. ERR_MISSING if there is no history. */
    enum error (*finish)(void *context, const struct session *session, int64_t *number,
                         struct message *message);
    /* The fleets that a player placed in earlier games with the board and fleet of these rules, the
     * oldest first; for a game that was opened, those from before it began. Returns how many. */
    int (*past_fleets)(void *context, const char *player, const struct rules *rules,
                       struct layout list[MAX_PAST_FLEETS]);
    /* The current game is over: keeps the fleet of its person for later games. Called before
     * `finish`. `notice` receives what to tell the player, possibly nothing. */
    void (*keep_fleet)(void *context, const struct session *session, struct message *notice);
};

#endif
