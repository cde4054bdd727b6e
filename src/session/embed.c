/* The public game of include/broadside/game.h: a session behind plain C types. */
#include "broadside/game.h"

#include "session/board_text.h"
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>

struct broadside_game {
    struct session *session;
    char text[BOARD_TEXT_SIZE]; /* the last string returned */
};

/* Copies the error message for the caller; returns 0 for OK, 1 otherwise. */
static int report(enum error error, const struct message *message, char *text, size_t size)
{
    if (error && text && size > 0)
        snprintf(text, size, "%s", message->text);
    return error != OK;
}

BROADSIDE_API const char *broadside_version(void)
{
    return BROADSIDE_VERSION;
}

BROADSIDE_API int broadside_game_new(const char *rules, const char *bot_0, const char *bot_1,
                                     const uint64_t *seed, struct broadside_game **game,
                                     char *error, size_t size)
{
    const struct rules *preset = rules_find(rules);
    struct broadside_game *fresh = calloc(1, sizeof *fresh);
    struct message message = {"out of memory"};
    struct rules parsed;
    enum error failed = fresh ? OK : ERR_MEMORY;

    *game = NULL;
    if (!failed && !preset) {
        failed = rules_parse(slice_of(rules), &parsed, &message);
        preset = &parsed;
    }
    if (!failed) {
        struct session_terms terms = {
            .rules = preset,
            .name = {bot_0 ? bot_0 : "side 0", bot_1 ? bot_1 : "side 1"},
            .bot = {bot_0, bot_1},
            .has_seed = seed != NULL,
            .seed = {.number = seed ? *seed & MAX_SEED : 0},
        };

        failed = session_new(&terms, &fresh->session, &message);
    }
    if (failed)
        free(fresh);
    else
        *game = fresh;
    return report(failed, &message, error, size);
}

BROADSIDE_API void broadside_game_free(struct broadside_game *game)
{
    if (game)
        session_free(game->session);
    free(game);
}

static bool is_side(int side)
{
    return side == SIDE_A || side == SIDE_B;
}

BROADSIDE_API int broadside_game_place(struct broadside_game *game, int side, const char *layout,
                                       char *error, size_t size)
{
    struct message message = {"sides are 0 and 1"};
    struct layout parsed;
    enum error failed = is_side(side) ? OK : ERR_RANGE;

    if (!failed && !layout)
        failed = session_place_randomly(game->session, side, &parsed, &message);
    else if (!failed)
        failed = layout_parse(slice_of(layout), game_rules(session_game(game->session)), &parsed,
                              &message);
    if (!failed && layout)
        failed = session_place(game->session, side, &parsed, &message);
    return report(failed, &message, error, size);
}

BROADSIDE_API int broadside_game_turn(const struct broadside_game *game)
{
    int turn = game_status(session_game(game->session))->turn;

    return turn == NOBODY ? -1 : turn;
}

BROADSIDE_API int broadside_game_move(struct broadside_game *game, const char *move,
                                      const char **outcome, char *error, size_t size)
{
    const struct game *inner = session_game(game->session);
    int turn = game_status(inner)->turn;
    struct message message = {"no side is to move"};
    struct outcome done;
    struct move made;
    struct writer writer;
    enum error failed = OK;

    if (turn == NOBODY)
        failed = ERR_OVER;
    else if (session_is_bot(game->session, turn) != (move == NULL))
        failed = error_set(ERR_UNAVAILABLE, &message,
                           move ? "side %d is a bot: pass NULL instead of a move"
                                : "side %d is not a bot: a move is required",
                           turn);
    else if (move)
        failed = session_move_text(game->session, slice_of(move), &made, &done, &message);
    else
        failed = session_bot_move(game->session, &made, &done, &message);
    writer_init(&writer, game->text, sizeof game->text);
    if (!failed)
        outcome_print(&done, game_rules(inner), &writer);
    *outcome = game->text;
    return report(failed, &message, error, size);
}

BROADSIDE_API int broadside_game_over(const struct broadside_game *game, int *winner)
{
    const struct status *status = game_status(session_game(game->session));

    *winner = status->winner == NOBODY ? -1 : status->winner;
    return status->over;
}

BROADSIDE_API const char *broadside_game_boards(struct broadside_game *game, int side)
{
    const struct view *view = &session_game(game->session)->view[is_side(side) ? side : 0];
    struct board_side enemy = {"enemy", view, true}, own = {"own", view, false};
    struct writer writer;

    writer_init(&writer, game->text, sizeof game->text);
    board_text_print(&enemy, &own, &writer);
    return game->text;
}

BROADSIDE_API const char *broadside_game_record(const struct broadside_game *game)
{
    return session_record(game->session).text;
}
