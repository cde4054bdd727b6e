/* Plays a game and stores it, as play does: write_history NAME BOT RULES SEED [LIMIT]
 *
 * NAME shoots cell by cell in reading order, and resigns after LIMIT moves. If LIMIT is `win`, NAME
 * shoots only where a ship is. If SEED is `-`, the session draws it. If BOT is written
 * +NAME, the other side is a person who does the same. Prints the number of the game; exits 1 with
 * a message if something could not be stored. For tests of commands that read the history. */
#include "session/flow.h"

#include <stdlib.h>
#include <string.h>

/* Not part of the library, so it is compiled in here. */
#include "cli/play_store.c"
#include "cli/rescue.c"

static int complain(const char *message)
{
    fprintf(stderr, "write_history: %s\n", message);
    return 1;
}

enum { NO_LIMIT = 0, WINS = -1 };

static bool is_wanted(const struct game *game, int side, int cell, bool wins)
{
    return !cellset_has(&game->view[side].tracking.shot, cell) &&
           (!wins || game->view[1 - side].own.ship_at[cell] != NO_SHIP);
}

static enum error next_move(struct session *session, bool resigns, bool wins,
                            struct message *message)
{
    const struct game *game = session_game(session);
    int turn = game_status(game)->turn, cell = 0;
    struct move move = {.kind = MOVE_RESIGN};
    struct outcome outcome;

    if (session_is_bot(session, turn))
        return session_bot_move(session, &move, &outcome, message);
    while (cell < rules_cells(game_rules(game)) && !is_wanted(game, turn, cell, wins))
        cell++;
    if (!resigns)
        move = (struct move){.kind = MOVE_FIRE, .count = 1, .cell = {(uint16_t)cell}};
    return session_move(session, &move, &outcome, message);
}

static enum error play(struct session *session, int limit, struct message *message)
{
    enum error error = OK;
    struct layout layout;

    for (int side = 0; !error && side < 2; side++)
        if (!session_is_bot(session, side))
            error = session_place_randomly(session, side, &layout, message);
    for (int i = 0; !error && !session_is_over(session); i++)
        error = next_move(session, limit > 0 && i >= limit, limit == WINS, message);
    return error;
}

int main(int count, char **arguments)
{
    bool is_person = count > 2 && arguments[2][0] == '+';
    struct play_store store;
    struct flow flow = {.keeper = play_store_keeper(&store)};
    struct message message = {""};
    int limit = count > 5 ? strcmp(arguments[5], "win") == 0 ? WINS : atoi(arguments[5]) : NO_LIMIT;
    int64_t number = 0;
    enum error error;

    if (count < 5 || !rules_find(arguments[3]))
        return complain("usage: write_history NAME BOT RULES SEED [LIMIT]");
    const struct session_terms terms = {
        .rules = rules_find(arguments[3]),
        .name = {arguments[1], arguments[2] + is_person},
        .bot = {NULL, is_person ? NULL : arguments[2]},
        .has_seed = strcmp(arguments[4], "-") != 0,
        .seed = {.number = strtoull(arguments[4], NULL, 10)},
    };

    play_store_open(&store, "test");
    play_store_sweep(&store);
    error = flow_start(&flow, &terms, &message);
    if (!error)
        error = play(flow.session, limit, &message);
    if (!error && session_save_error(flow.session))
        complain(session_save_error(flow.session));
    if (!error)
        error = flow.keeper.finish(&store, flow.session, &number, &message);
    flow_release(&flow);
    play_store_close(&store);
    if (error)
        return complain(message.text);
    printf("%lld\n", (long long)number);
    return 0;
}
