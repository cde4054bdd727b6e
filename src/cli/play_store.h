/* Keeps the games that people play here: in a file while they are under way, in the history once
 * they are over. This connects sessions, which know only a keeper, to the store.
 *
 * If the history or the folder cannot be used, warn on standard error once and play anyway. A
 * play_store belongs to the caller and deals with one game at a time. */
#ifndef BROADSIDE_CLI_PLAY_STORE_H
#define BROADSIDE_CLI_PLAY_STORE_H

#include "cli/rescue.h"
#include "session/session.h"
#include "store/saves.h"
#include "store/store.h"

struct play_store {
    const char *command;       /* for warnings: "broadside COMMAND: ..."; NULL until opened */
    struct store *history;     /* NULL if it cannot be used */
    struct message no_history; /* the reason */
    struct save *save;         /* the file of the current game; NULL if there is none */
    bool is_unsaved;           /* the file of the current game is not up to date */
    struct buffer unsaved;     /* then the game, unless there is no memory */
    struct rescue rescue;      /* earlier games whose file was not */
    struct message failure;    /* why a game is not where it belongs; empty if all are */
    const bool *may_learn;     /* may past fleets be read and kept? NULL for no */
    bool has_warned;           /* about the file of past fleets */
};

/* Opens the history, if possible. `command` must outlive the store. Set `may_learn` afterwards. */
void play_store_open(struct play_store *store, const char *command);

/* Closes everything. The file of an unfinished game stays, to be continued. Call rescue_offer
 * before, for games that could not be saved. */
void play_store_close(struct play_store *store);

/* Moves finished games to the history whose process died before it could, and removes games in
 * which no person has made a move. Files that cannot be read are left alone. Returns the number of
 * games moved. */
int play_store_sweep(struct play_store *store);

/* The keeper for a flow or a session, which the store must outlive. It may be used before the store
 * is opened, as long as no game is saved; `may_learn` counts already.
 * Past fleets are those of games that ended in this program, without a given seed: such games may
 * be repetitions. Of two people only the first is asked, so the second one's fleet is not kept. Its
 * `open` takes a name from its list or a path that contains a slash. */
struct keeper play_store_keeper(struct play_store *store);

/* Is the file in the folder of unfinished games? */
bool play_store_contains(const char *path);

/* Opens the history, which is created if necessary. */
enum error play_store_open_history(struct store **history, struct message *message);

/* Opens the history for reading. `*history` is NULL if no game has been played yet; no file is
 * created. */
enum error play_store_read_history(struct store **history, struct message *message);

/* What the history stores about a game that its rules and its end tell: everything but the names,
 * the time and the seed. */
void play_store_describe(const struct game *game, struct played_game *played);

#endif
