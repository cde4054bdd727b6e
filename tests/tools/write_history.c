/* Plays a game and keeps it, as play does: write_history NAME BOT RULES SEED [LIMIT]
 *
 * NAME shoots cell by cell in reading order; with a LIMIT it resigns after so many moves. Where BOT
 * is written +NAME the other side is a person who does the same. Prints the number of the game;
 * exits 1 with a sentence where something could not be kept. For tests of what reads the history.
 */
#include <stdlib.h>

/* The program's own glue is no part of the library. */
#include "cli/keeping.c"

static int complain(const char *sentence)
{
    fprintf(stderr, "write_history: %s\n", sentence);
    return 1;
}

static enum error next_move(struct session *session, bool resigns, struct message *message)
{
    const struct game *game = session_game(session);
    int turn = game_status(game)->turn, cell = 0;
    struct outcome outcome;
    struct move move;
    char text[64] = "resign";
    struct writer writer;

    if (session_is_bot(session, turn))
        return session_bot_move(session, &move, &outcome, message);
    while (cell < rules_cells(game_rules(game)) &&
           cellset_has(&game->view[turn].tracking.shot, cell))
        cell++;
    if (!resigns) {
        writer_init(&writer, text, sizeof text);
        move = (struct move){.kind = MOVE_FIRE, .count = 1, .cell = {(uint16_t)cell}};
        move_print(&move, game_rules(game), &writer);
    }
    return session_command(session, slice_of(text), &move, &outcome, message);
}

static enum error play(struct session *session, int limit, struct message *message)
{
    enum error error = OK;
    struct layout layout;

    for (int side = 0; !error && side < 2; side++)
        if (!session_is_bot(session, side))
            error = session_place_randomly(session, side, &layout, message);
    for (int i = 0; !error && !game_status(session_game(session))->over; i++)
        error = next_move(session, limit && i >= limit, message);
    return error;
}

int main(int count, char **arguments)
{
    bool is_person = count > 2 && arguments[2][0] == '+';
    struct session *session = NULL;
    struct played_game game;
    struct message message = {""};
    struct keeping keeping;
    struct keeper keeper;
    int64_t id = 0;
    enum error error;

    if (count < 5 || !rules_find(arguments[3]))
        return complain("usage: write_history NAME BOT RULES SEED [LIMIT]");
    const struct session_terms terms = {
        .rules = rules_find(arguments[3]),
        .name = {arguments[1], arguments[2] + is_person},
        .bot = {NULL, is_person ? NULL : arguments[2]},
        .has_seed = true,
        .seed = strtoull(arguments[4], NULL, 10),
    };

    keeping_start(&keeping, "test");
    keeping_sweep(&keeping);
    keeper = keeping_keeper(&keeping);
    error = session_new(&terms, &session, &message);
    if (!error) {
        session_set_keeper(session, &keeper);
        error = play(session, count > 5 ? atoi(arguments[5]) : 0, &message);
    }
    if (!error && session_unkept(session))
        fprintf(stderr, "write_history: %s\n", session_unkept(session));
    if (!error) {
        played_game_fill(&game, session);
        error = keeping_finish(&keeping, &game, session_record(session), &id, &message);
    }
    session_free(session);
    keeping_end(&keeping);
    if (error)
        return complain(message.text);
    printf("%lld\n", (long long)id);
    return 0;
}
