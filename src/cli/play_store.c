/* See play_store.h. The order of writing keeps a game safe: the file has every move before anyone
 * sees it, and is removed only when the history has the whole game on disk. A process that dies in
 * between leaves a file with a finished game, which the next start moves to the history. The
 * history identifies a game by the hash of its record, so it never has one twice. */
#include "cli/play_store.h"

#include "base/path.h"
#include "base/text.h"
#include "guest/guest.h"
#include "store/past_fleets.h"
#include "store/user_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum error play_store_open_history(struct store **history, struct message *message)
{
    char path[USER_FILE_SIZE];
    enum error error = user_file_prepare(USER_FILE_HISTORY, path, message);

    *history = NULL;
    return error ? error : store_open(path, history, message);
}

void play_store_open(struct play_store *store, const char *command)
{
    *store = (struct play_store){.command = command};
    buffer_init(&store->unsaved, SAVE_CAP);
    if (play_store_open_history(&store->history, &store->no_history) != OK)
        fprintf(stderr, "broadside %s: %s\n", command, store->no_history.text);
}

enum error play_store_read_history(struct store **history, struct message *message)
{
    char path[USER_FILE_SIZE];
    enum error error = user_file_path(USER_FILE_HISTORY, path, message);

    *history = NULL;
    if (error)
        return error;
    if (store_available() && access(path, F_OK) != 0) /* no history is not an error */
        return errno == ENOENT || errno == ENOTDIR
                   ? OK
                   : error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
    return store_open(path, history, message);
}

void play_store_close(struct play_store *store)
{
    save_close(store->save);
    store_close(store->history);
    buffer_release(&store->unsaved);
    store->save = NULL;
    store->history = NULL;
}

bool play_store_contains(const char *path)
{
    char games[USER_FILE_SIZE], folder[USER_FILE_SIZE];
    struct stat here, there;

    return user_file_prepare(USER_FILE_GAMES, games, NULL) == OK &&
           path_folder(path, folder, sizeof folder) && stat(games, &here) == 0 &&
           stat(folder, &there) == 0 && here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

/* --- history -----------------------------------------------------------------------------------*/

void play_store_describe(const struct game *game, struct played_game *played)
{
    const struct status *status = game_status(game);

    *played = (struct played_game){.winner = status->winner};
    text_printable(played->rules, sizeof played->rules, game_rules(game)->name);
    text_printable(played->reason, sizeof played->reason,
                   event_reason_word((enum reason)status->reason));
    for (int i = 0; i < 2; i++) {
        played->side[i].shots = status->shots[i];
        played->side[i].hits = game->view[i].tracking.hits;
        played->side[i].turns = status->turns[i];
    }
}

/* What the history stores about a finished game. */
static void describe_game(const struct session *session, int64_t when, struct played_game *played)
{
    play_store_describe(session_game(session), played);
    played->when = when;
    played->moves = session_moves(session);
    played->seed = *session_seed(session);
    played->seed_given = session_seed_given(session);
    for (int i = 0; i < 2; i++) {
        struct played_side *side = &played->side[i];
        const char *bot = session_bot(session, i);

        text_printable(side->name, sizeof side->name, session_name(session, i));
        text_printable(side->bot, sizeof side->bot, bot ? bot : "");
        side->advised = session_advised(session, i);
    }
}

static enum error add_to_history(struct play_store *store, const struct session *session,
                                 int64_t when, int64_t *number, struct message *message)
{
    struct played_game played;

    if (!store->history)
        return error_set(ERR_MISSING, message, "%s", store->no_history.text);
    describe_game(session, when, &played);
    return store_add_game(store->history, &played, session_record(session), number, message);
}

/* --- the keeper --------------------------------------------------------------------------------*/

static void clear_unsaved(struct play_store *store)
{
    store->is_unsaved = false;
    buffer_release(&store->unsaved);
    buffer_init(&store->unsaved, SAVE_CAP);
}

static enum error save(void *context, struct slice saved, struct message *message)
{
    struct play_store *store = context;
    enum error error = store->save ? OK : save_create(&store->save, message);

    if (!error)
        error = save_write(store->save, saved, message);
    clear_unsaved(store);
    store->is_unsaved = error != OK;
    if (error)
        (void)buffer_append(&store->unsaved, saved.text, saved.length);
    return error;
}

/* Is the current game complete in its file? If not, it is kept for the end of the program. */
static bool is_in_file(struct play_store *store, const struct message *reason)
{
    bool is_saved = !store->is_unsaved;

    if (!is_saved && store->unsaved.length == 0)
        store->rescue.lost++;
    else if (!is_saved)
        rescue_add(&store->rescue, (struct slice){store->unsaved.data, store->unsaved.length});
    if (!is_saved)
        message_set(&store->failure, "a game is not saved%s%s", reason ? ": " : "",
                    reason ? reason->text : "");
    clear_unsaved(store);
    return is_saved;
}

static enum error list(void *context, struct unfinished_game games[MAX_UNFINISHED], int *count,
                       struct message *message)
{
    struct saved_game saves[MAX_SAVES];
    enum error error = saves_list(saves, count, message);

    (void)context;
    _Static_assert(MAX_SAVES == (int)MAX_UNFINISHED, "a list holds all files");
    _Static_assert(SAVE_NAME_SIZE == (int)GAME_ID_SIZE, "an id holds the name of a file");
    for (int i = 0; !error && i < *count; i++) {
        games[i].modified = saves[i].modified;
        memcpy(games[i].id, saves[i].name, sizeof games[i].id);
    }
    return error;
}

static void close_game(void *context)
{
    struct play_store *store = context;

    is_in_file(store, NULL);
    save_close(store->save);
    store->save = NULL;
}

static void discard(void *context)
{
    struct play_store *store = context;

    clear_unsaved(store);
    save_remove(store->save);
    store->save = NULL;
}

static enum error open_game(void *context, const char *id, struct buffer *saved,
                            struct message *message)
{
    struct play_store *store = context;

    close_game(store);
    return save_open(id, &store->save, saved, message);
}

static const char *path_of_game(void *context)
{
    const struct play_store *store = context;

    return save_path(store->save);
}

static enum error finish(void *context, const struct session *session, int64_t *number,
                         struct message *message)
{
    struct play_store *store = context;
    enum error error = add_to_history(store, session, (int64_t)time(NULL), number, message);

    if (!error) {
        clear_unsaved(store);
        save_remove(store->save);
        store->save = NULL;
        return OK;
    }
    if (is_in_file(store, message) && store->save) {
        message_prefix(message, "it stays in %s", save_path(store->save));
        if (error != ERR_MISSING) /* reported before the game */
            message_set(&store->failure, "a game is not in the history: %s", message->text);
    } else if (error == ERR_MISSING) {
        error = ERR_IO; /* the player must know that the file is missing too */
    }
    close_game(store);
    return error;
}

/* --- past fleets -------------------------------------------------------------------------------*/

/* A file that cannot be read is reported when the game is over and its fleet cannot be added. */
static int past_fleets(void *context, const char *player, const struct rules *rules,
                       struct layout list[MAX_PAST_FLEETS])
{
    const struct play_store *store = context;
    char until[STAMP_SIZE] = "";
    int count = 0;

    if (!store->may_learn || !*store->may_learn)
        return 0;
    if (store->save)
        save_stamp(store->save, until);
    return past_fleets_read(player, rules, until, list, &count, NULL) == OK ? count : 0;
}

static void keep_fleet(void *context, const struct session *session, struct message *notice)
{
    struct play_store *store = context;
    int side = session_is_bot(session, SIDE_A) ? SIDE_B : SIDE_A;
    struct message warning, message;
    bool is_warning;
    enum error error;

    message_set(notice, "%s", "");
    if (!store->may_learn || !*store->may_learn || session_seed_given(session) ||
        session_is_bot(session, side) || session_fleet_is_drawn(session, side))
        return;
    error = past_fleets_add(session_name(session, side), game_rules(session_game(session)),
                            session_fleet(session, side), (int64_t)time(NULL), &warning, &message);
    is_warning = warning.text[0] && !store->has_warned;
    if (error && !store->has_warned)
        message_set(notice, "Bots do not learn from this game: %s.", message.text);
    else if (!error)
        message_set(notice, "Your fleet was added to those that bots learn from.%s%s%s",
                    is_warning ? " " : "", is_warning ? warning.text : "", is_warning ? "." : "");
    store->has_warned |= error || is_warning;
}

struct keeper play_store_keeper(struct play_store *store)
{
    return (struct keeper){.context = store,
                           .save = save,
                           .list = list,
                           .open = open_game,
                           .path = path_of_game,
                           .close = close_game,
                           .discard = discard,
                           .finish = finish,
                           .past_fleets = past_fleets,
                           .keep_fleet = keep_fleet};
}

/* --- games that were over when their process died ----------------------------------------------*/

/* A finished game is only read, so its guests need not be started: this bot takes their place. */
static enum broken act_as_absent(struct bot *bot, const struct view *view, struct move *move)
{
    (void)bot;
    (void)view;
    (void)move;
    return BROKEN_EXIT;
}

static enum error open_absent(void *context, const char *spec, struct bot **bot,
                              struct message *message)
{
    static const struct bot_kind absent = {
        .name = "absent", .plays = FEATURE_ALL, .act = act_as_absent};

    (void)context;
    if (!guest_is_spec(spec))
        return bot_new(spec, bot, message);
    *bot = calloc(1, sizeof **bot);
    if (!*bot)
        return error_set(ERR_MEMORY, message, "out of memory");
    (*bot)->kind = &absent;
    rng_seed(&(*bot)->rng, 0);
    return OK;
}

static bool is_added(struct play_store *store, struct slice saved, int64_t when)
{
    static const struct bot_opener absent = {open_absent, NULL};
    struct session *session = NULL;
    int64_t number;
    bool added;

    if (!session_saved_has_result(saved) ||
        session_resume(saved, &absent, NULL, &session, NULL) != OK)
        return false;
    added = session_is_over(session) && add_to_history(store, session, when, &number, NULL) == OK;
    session_free(session);
    return added;
}

static bool sweep_game(struct play_store *store, const struct saved_game *game)
{
    struct save *save = NULL;
    struct slice saved;
    struct buffer text;
    bool is_open, added, is_empty;

    buffer_init(&text, SAVE_CAP);
    is_open = save_open(game->name, &save, &text, NULL) == OK;
    saved = (struct slice){text.data, text.length};
    is_empty = is_open && session_saved_is_untouched(saved);
    added = is_open && !is_empty && store->history && is_added(store, saved, game->modified);
    buffer_release(&text);
    if (added || is_empty)
        save_remove(save);
    else
        save_close(save);
    return added;
}

int play_store_sweep(struct play_store *store)
{
    struct saved_game games[MAX_SAVES];
    int count = 0, moved = 0;

    saves_tidy();
    if (saves_list(games, &count, NULL) != OK)
        return 0;
    for (int i = 0; i < count; i++)
        moved += sweep_game(store, &games[i]);
    return moved;
}
