/* What keeps a game that is played here: a file while it is under way, the history once it is over.
 * This connects sessions, which only know a keeper, to the store.
 *
 * Nothing here is a reason not to play: a place that cannot be used is a warning on standard error,
 * once, and the game goes on without it. A keeping belongs to the caller, who starts and ends it;
 * it keeps one game at a time. */
#ifndef BROADSIDE_CLI_KEEPING_H
#define BROADSIDE_CLI_KEEPING_H

#include "session/session.h"
#include "store/saves.h"
#include "store/store.h"

struct bot_opener;

struct keeping {
    const char *command;             /* who warns: "broadside COMMAND: ..." */
    struct store *store;             /* NULL without a history */
    struct save *save;               /* NULL before the first move, and where none can be made */
    struct message why;              /* there is no history, when there is none */
    const struct bot_opener *opener; /* of games that go on; NULL for built-in bots */
};

/* Opens the history, if it can be. `command` outlives the keeping. */
void keeping_start(struct keeping *keeping, const char *command);

/* Closes everything. The file of a game that is not over stays, to be continued. */
void keeping_end(struct keeping *keeping);

/* Takes in games that were over when their process died, before the history had them. Returns how
 * many. What cannot be read is left alone. */
int keeping_sweep(struct keeping *keeping);

/* For session_set_keeper: writes the saved game to a file of its own, made with the first call. The
 * keeping outlives the session. */
struct keeper keeping_keeper(struct keeping *keeping);

/* Continues a saved game, by its name in saves_list or by a path with a slash in it; its file is
 * the one that is written from now on. The session belongs to the caller and has its keeper. */
enum error keeping_resume(struct keeping *keeping, const char *name, struct session **session,
                          struct message *message);

/* Does the file lie in the folder of games under way? */
bool keeping_holds(const char *path);

/* The game is over: the history takes it, and only then its file goes. Where the history does not
 * take it the file stays, and the message says where and why. */
enum error keeping_finish(struct keeping *keeping, const struct played_game *game,
                          struct slice record, int64_t *id, struct message *message);

/* The player does not want to continue this game, ever. */
void keeping_discard(struct keeping *keeping);

/* For those who only read: `*store` is NULL where nobody has played yet, and no file is made. */
enum error history_open(struct store **store, struct message *message);

/* What the history keeps of a session whose game is over; `when` is now. */
void played_game_fill(struct played_game *game, const struct session *session);

#endif
