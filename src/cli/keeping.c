/* See keeping.h. The order of things is what makes a game safe: the file has the last move before
 * anybody is told of it, and goes only when the history has the whole game on the disk. A process
 * that dies in between leaves a file with a finished game, which the next start takes in; the
 * history knows a game by the hash of its record and so never has it twice. */
#include "cli/keeping.h"

#include "base/text.h"
#include "guest/guest.h"
#include "store/places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void warn(const struct keeping *keeping, const char *sentence)
{
    fprintf(stderr, "broadside %s: %s\n", keeping->command, sentence);
}

void keeping_start(struct keeping *keeping, const char *command)
{
    char path[PLACE_SIZE];
    enum error error;

    *keeping = (struct keeping){.command = command};
    error = place_find(PLACE_HISTORY, path, &keeping->why);
    if (!error)
        error = store_open(path, &keeping->store, &keeping->why);
    if (error)
        warn(keeping, keeping->why.text);
}

enum error history_open(struct store **store, struct message *message)
{
    char path[PLACE_SIZE];
    enum error error = place_name(PLACE_HISTORY, path, message);

    *store = NULL;
    if (error || (store_available() && access(path, F_OK) != 0))
        return error;
    return store_open(path, store, message);
}

void keeping_end(struct keeping *keeping)
{
    save_close(keeping->save);
    store_close(keeping->store);
    keeping->save = NULL;
    keeping->store = NULL;
}

void keeping_discard(struct keeping *keeping)
{
    save_remove(keeping->save);
    keeping->save = NULL;
}

/* --- a game under way --------------------------------------------------------------------------
 */

static enum error keep(void *context, struct slice saved, struct message *message)
{
    struct keeping *keeping = context;
    enum error error = keeping->save ? OK : save_create(&keeping->save, message);

    return error ? error : save_write(keeping->save, saved, message);
}

struct keeper keeping_keeper(struct keeping *keeping)
{
    return (struct keeper){keeping, keep};
}

/* Opens the file and takes the game up as it stood. */
static enum error open_game(const char *name, const struct bot_opener *opener, struct save **save,
                            struct session **session, struct message *message)
{
    struct buffer text;
    enum error error;

    *session = NULL;
    buffer_init(&text, SAVE_CAP);
    error = save_open(name, save, &text, message);
    if (!error) {
        error =
            session_resume_with((struct slice){text.data, text.length}, opener, session, message);
        if (error) {
            message_prefix(message, "%s", save_path(*save));
            save_close(*save);
            *save = NULL;
        }
    }
    buffer_release(&text);
    return error;
}

enum error keeping_resume(struct keeping *keeping, const char *name, struct session **session,
                          struct message *message)
{
    struct keeper keeper = keeping_keeper(keeping);
    struct save *save = NULL;
    enum error error = open_game(name, keeping->opener, &save, session, message);

    if (error)
        return error;
    save_close(keeping->save);
    keeping->save = save;
    session_set_keeper(*session, &keeper);
    return OK;
}

bool keeping_holds(const char *path)
{
    char games[PLACE_SIZE], folder[PLACE_SIZE];
    const char *slash = strrchr(path, '/');
    struct stat here, there;

    if (place_find(PLACE_GAMES, games, NULL) != OK || strlen(path) >= sizeof folder)
        return false;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    return stat(games, &here) == 0 && stat(folder, &there) == 0 && here.st_dev == there.st_dev &&
           here.st_ino == there.st_ino;
}

/* --- a game that is over -----------------------------------------------------------------------
 */

void played_game_fill(struct played_game *game, const struct session *session)
{
    const struct game *played = session_game(session);
    const struct status *status = game_status(played);

    *game = (struct played_game){.when = (int64_t)time(NULL),
                                 .winner = status->winner,
                                 .moves = session_moves(session),
                                 .seed = session_seed(session),
                                 .seed_given = session_seed_given(session)};
    text_printable(game->rules, sizeof game->rules, game_rules(played)->name);
    text_printable(game->reason, sizeof game->reason,
                   event_reason_word((enum reason)status->reason));
    for (int i = 0; i < 2; i++) {
        struct played_side *side = &game->side[i];
        const char *bot = session_bot(session, i);

        text_printable(side->name, sizeof side->name, session_name(session, i));
        text_printable(side->bot, sizeof side->bot, bot ? bot : "");
        side->shots = status->shots[i];
        side->hits = played->view[i].tracking.hits;
        side->turns = status->turns[i];
        side->advised = session_advised(session, i);
    }
}

static enum error enter(struct keeping *keeping, const struct played_game *game,
                        struct slice record, int64_t *id, struct message *message)
{
    if (!keeping->store)
        return error_set(ERR_UNAVAILABLE, message, "%s", keeping->why.text);
    return store_add_game(keeping->store, game, record, id, message);
}

enum error keeping_finish(struct keeping *keeping, const struct played_game *game,
                          struct slice record, int64_t *id, struct message *message)
{
    enum error error = enter(keeping, game, record, id, message);

    if (!error) {
        keeping_discard(keeping);
        return OK;
    }
    if (keeping->save)
        message_prefix(message, "the game is not in the history, but stays in %s",
                       save_path(keeping->save));
    else
        message_prefix(message, "the game is not in the history");
    save_close(keeping->save);
    keeping->save = NULL;
    return error;
}

/* Does the saved text tell of an end? Looked at first, because taking a game up again costs as much
 * thought as its bots had. */
static bool has_result(struct slice text)
{
    struct slice line;

    while (slice_cut(&text, '\n', &line))
        if (line.length > 7 && memcmp(line.text, "result ", 7) == 0)
            return true;
    return false;
}

static bool is_over(const char *name)
{
    struct save *save = NULL;
    struct buffer text;
    bool over;

    buffer_init(&text, SAVE_CAP);
    over = save_open(name, &save, &text, NULL) == OK &&
           has_result((struct slice){text.data, text.length});
    save_close(save);
    buffer_release(&text);
    return over;
}

/* A game that is over only has to be read: nobody starts a program for it, and in the place of a
 * guest stands one who does nothing. */
static enum broken leave(struct bot *bot, const struct view *view, struct move *move)
{
    (void)bot;
    (void)view;
    (void)move;
    return BROKEN_EXIT;
}

static enum error open_absent(void *context, const char *spec, struct bot **bot,
                              struct message *message)
{
    static const struct bot_kind absent = {.name = "absent", .plays = FEATURE_ALL, .act = leave};

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

static bool take_in(struct keeping *keeping, const struct saved_game *saved)
{
    static const struct bot_opener absent = {open_absent, NULL};
    struct session *session = NULL;
    struct save *save = NULL;
    struct played_game game;
    struct message ignored;
    bool taken = false;
    int64_t id;

    if (!is_over(saved->name) || open_game(saved->name, &absent, &save, &session, &ignored) != OK)
        return false;
    if (game_status(session_game(session))->over) {
        played_game_fill(&game, session);
        game.when = saved->modified;
        taken = enter(keeping, &game, session_record(session), &id, &ignored) == OK;
    }
    session_free(session);
    if (taken)
        save_remove(save);
    else
        save_close(save);
    return taken;
}

int keeping_sweep(struct keeping *keeping)
{
    struct saved_game list[MAX_SAVES];
    int count = 0, taken = 0;

    saves_tidy();
    if (!keeping->store || saves_list(list, &count, NULL) != OK)
        return 0;
    for (int i = 0; i < count; i++)
        taken += take_in(keeping, &list[i]);
    return taken;
}
