/* The loop of the plain game: prompt, command, answer. Of two people, only the one whose turn it is
 * sees the output. */
#include "session/narrate.h"
#include "session/prompt.h"
#include "tui/plain_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { PROMPT_SIZE = 2 * NAME_SIZE + 64 };

static const struct rules *rules_of(const struct plain *plain)
{
    return game_rules(session_game(plain->session));
}

/* --- two people at one keyboard ----------------------------------------------------------------*/

static bool press_enter(struct plain *plain, const char *question)
{
    char line[LINE_SIZE];

    if (!plain_ask(plain, question, line))
        return false;
    if (plain_line_is(line, "quit"))
        plain->quit = true;
    return !plain->quit;
}

static void show_news(struct plain *plain)
{
    if (plain->news.length > 0)
        plain_say(plain, plain->news.data);
    plain->news.length = 0;
}

/* Passes the keyboard to the other player: nothing of what the first one saw stays visible. */
static void hand_over(struct plain *plain, int side)
{
    char question[PROMPT_SIZE];

    if (session_people(plain->session) < 2 || plain->at_keyboard == side)
        return;
    if (plain->at_keyboard != NO_PLAYER) {
        snprintf(question, sizeof question, "Press Enter, then hand over to %s. ",
                 session_name(plain->session, side));
        if (!press_enter(plain, question))
            return;
    }
    plain_clear(plain);
    plain->at_keyboard = side;
    plain->answer.length = 0;
    if (isatty(fileno(plain->options->in))) /* what the other player typed too early */
        tcflush(fileno(plain->options->in), TCIFLUSH);
    snprintf(question, sizeof question, "%s, press Enter when you are ready. ",
             session_name(plain->session, side));
    if (!press_enter(plain, question))
        return;
    show_news(plain);
}

/* --- moves -------------------------------------------------------------------------------------*/

/* Describes a move to one side. `game` is the game after it. */
static void narrate(const struct plain *plain, const struct move *move,
                    const struct outcome *outcome, const struct game *game, int reader,
                    struct writer *writer)
{
    const char *const names[2] = {session_name(plain->session, 0), session_name(plain->session, 1)};

    narrate_move(move, outcome, game, names, reader, writer);
}

/* Reports a change only: a full disk is not news after every move. */
static void report_save_error(struct plain *plain)
{
    const char *reason = session_save_error(plain->session);

    if (!reason)
        reason = "";
    if (strcmp(reason, plain->save_error) == 0)
        return;
    snprintf(plain->save_error, sizeof plain->save_error, "%s", reason);
    if (reason[0])
        plain_sayf(plain, "The game is not saved: %s.\n", reason);
    else
        plain_say(plain, "The game is saved again.\n");
}

static void add_news(struct plain *plain, const struct move *move, const struct outcome *outcome,
                     const struct game *game)
{
    char text[NARRATION_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    narrate(plain, move, outcome, game, 1 - outcome->mover, &writer);
    if (buffer_put(&plain->news, text) != OK) { /* thousands of shots: keep the last ones */
        plain->news.length = 0;
        buffer_put(&plain->news, text);
    }
}

/* In a resumed game: what the enemy did since the last move of the side whose turn it is. */
static void recall_news(struct plain *plain)
{
    int side = game_status(session_game(plain->session))->turn;
    struct record_reader *reader = malloc(sizeof *reader); /* large */
    struct outcome outcome;
    struct move move;
    bool more = true;

    if (!reader || session_is_over(plain->session) ||
        record_open(reader, session_record(plain->session), NULL) != OK)
        more = false;
    while (more && record_step(reader, &move, &outcome, &more, NULL) == OK && more) {
        if (outcome.mover == side)
            plain->news.length = 0;
        else
            add_news(plain, &move, &outcome, &reader->game);
    }
    free(reader);
}

static void report_move(struct plain *plain, const struct move *move, const struct outcome *outcome)
{
    const struct game *game = session_game(plain->session);
    bool is_bots = session_is_bot(plain->session, outcome->mover);
    char text[NARRATION_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    narrate(plain, move, outcome, game, is_bots ? 1 - outcome->mover : outcome->mover, &writer);
    plain_say(plain, text);
    report_save_error(plain);
    if (session_people(plain->session) == 2)
        add_news(plain, move, outcome, game);
}

static void run_command(struct plain *plain, enum prompt_command command, int side)
{
    switch (command) {
    case PROMPT_HELP:
        plain_help(plain);
        break;
    case PROMPT_BOARD:
        plain_boards(plain, side, true);
        break;
    case PROMPT_FLEET:
        plain_fleet(plain, side);
        break;
    case PROMPT_STOCK:
        plain_stock(plain, side);
        break;
    case PROMPT_LOG:
        plain_log(plain, side);
        break;
    case PROMPT_STATUS:
        plain_status(plain);
        break;
    case PROMPT_SAVE:
        plain_save(plain);
        break;
    case PROMPT_QUIT:
        plain->quit = true;
        break;
    default:
        break;
    }
}

/* The line is a move, or is not understood, which may cost the turn too. */
static enum error make_move(struct plain *plain, int side, struct slice line,
                            struct message *message)
{
    struct message reason;
    struct outcome outcome;
    struct move move;
    enum error error = session_move_text(plain->session, line, &move, &outcome, &reason);

    if (error == ERR_FULL || error == ERR_IO || error == ERR_MEMORY)
        return error_set(error, message, "%s", reason.text);
    if (error) {
        plain_sayf(plain, "Not possible: %s.\n", reason.text);
        return OK;
    }
    if (outcome.count > 0 && outcome.event[0].kind == EVENT_LOST && move.kind != MOVE_PASS)
        plain_sayf(plain, "%s.\n", reason.text);
    report_move(plain, &move, &outcome);
    if (!outcome.over && outcome.next == side)
        plain_boards(plain, side, false);
    return OK;
}

/* Reads one line from the player: a move or a command. */
static enum error person_turn(struct plain *plain, int side, struct message *message)
{
    const char *name = session_name(plain->session, side);
    int salvo = view_salvo(plain_view(plain, side));
    char line[LINE_SIZE], question[PROMPT_SIZE];
    struct message reason;
    struct move move;
    enum prompt_command command;
    enum error error;

    if (rules_of(plain)->salvo)
        snprintf(question, sizeof question, "%s, %d shot%s> ", name, salvo,
                 text_s((uint64_t)salvo));
    else
        snprintf(question, sizeof question, "%s> ", name);
    if (!plain_ask(plain, question, line))
        return OK;
    if (plain_question(plain, side, slice_of(line))) {
        report_save_error(plain);
        return OK;
    }
    command = prompt_parse(slice_of(line));
    if (command != PROMPT_MOVE) {
        run_command(plain, command, side);
        if (command == PROMPT_EMPTY && plain->flow->tutorial)
            plain_tutorial_help(plain);
        return OK;
    }
    error = prompt_parse_move(slice_of(line), rules_of(plain), &move, &reason);
    if (error) {
        plain_sayf(plain, "%s.\n", reason.text);
        if (plain->flow->tutorial)
            plain_tutorial_help(plain);
        if (rules_of(plain)->invalid_input == INVALID_AGAIN)
            return OK;
    }
    if (plain->flow->tutorial && !plain_tutorial_allows(plain, &move))
        return OK;
    return make_move(plain, side, slice_of(line), message);
}

static enum error bot_turn(struct plain *plain, struct message *message)
{
    struct outcome outcome;
    struct move move;
    enum error error = session_bot_move(plain->session, &move, &outcome, message);

    if (error)
        return error;
    report_move(plain, &move, &outcome);
    if (outcome.over || !session_is_bot(plain->session, outcome.next))
        plain_pause(plain);
    return OK;
}

static enum error battle(struct plain *plain, struct message *message)
{
    int side, shown_side = NOBODY, shown_turns = 0;
    enum flow_step step;
    enum error error = OK;

    while (!error && !plain->quit && (step = flow_next(plain->flow, &side)) != FLOW_OVER) {
        int turns = game_status(session_game(plain->session))->turns[side];

        if (step == FLOW_BOT) {
            error = bot_turn(plain, message);
            continue;
        }
        hand_over(plain, side);
        if (plain->quit)
            break;
        if (side != shown_side || turns != shown_turns) {
            shown_side = side;
            shown_turns = turns;
            plain_boards(plain, side, false);
        }
        if (plain->flow->tutorial)
            plain_tutorial_tell(plain);
        error = person_turn(plain, side, message);
    }
    return error;
}

/* --- the whole game ----------------------------------------------------------------------------*/

static enum error place_fleets(struct plain *plain, struct message *message)
{
    enum error error = OK;
    int side;

    while (!error && !plain->quit && flow_next(plain->flow, &side) == FLOW_PLACE) {
        if (side == SIDE_A)
            plain->at_keyboard = side; /* nothing to hide is on the screen yet */
        hand_over(plain, side);
        if (!plain->quit)
            error = plain_place(plain, side, message);
    }
    return error;
}

static void prologue(struct plain *plain, bool resumed)
{
    int moves = session_moves(plain->session);

    if (resumed)
        plain_sayf(plain, "The game continues after %d move%s.\n", moves, text_s((uint64_t)moves));
    else
        plain_say(plain, "Both sides have committed to their fleets; status shows how.\n");
    plain_say(plain, "Type a cell to fire at it, or help for a list of commands.\n");
    plain_show(plain, "\n");
    if (resumed)
        recall_news(plain);
    if (session_people(plain->session) < 2)
        show_news(plain);
    report_save_error(plain);
}

static void say_goodbye(struct plain *plain)
{
    const char *command = plain->options->resume_command;

    plain_show(plain, "\nGoodbye.\n");
    if (session_saved(plain->session).length > 0 && session_is_untouched(plain->session))
        plain_say(plain, "The game is not kept, because you have not moved yet.\n");
    else if (session_saved(plain->session).length > 0 && command &&
             !session_save_error(plain->session))
        plain_sayf(plain, "The game is saved. To continue it: %s\n", command);
}

static enum error finish(struct plain *plain, struct message *message)
{
    struct message notice;
    enum error error = flow_finish(plain->flow, &notice, message);

    if (notice.text[0])
        plain_sayf(plain, "%s\n", notice.text);
    return error;
}

static enum error play(struct plain *plain, struct message *message)
{
    int side;
    bool resumed = flow_next(plain->flow, &side) != FLOW_PLACE;
    enum error error = place_fleets(plain, message);

    if (!error && !plain->quit) {
        if (!plain->flow->tutorial)
            prologue(plain, resumed);
        error = battle(plain, message);
    }
    if (error)
        return error;
    if (plain->flow->tutorial) {
        plain_tutorial_end(plain);
        return OK;
    }
    if (session_is_over(plain->session))
        plain_epilogue(plain);
    else
        say_goodbye(plain);
    error = finish(plain, message);
    if (!error && session_is_over(plain->session))
        plain_reviews(plain);
    return error;
}

enum error plain_play(struct flow *flow, const struct plain_options *options,
                      struct message *message)
{
    struct plain plain;
    enum error error;

    plain_init(&plain, flow->session, options);
    plain.flow = flow;
    error = play(&plain, message);
    if (plain.read_error && !error)
        error = error_set(ERR_IO, message, "reading failed: %s", strerror(plain.read_error));
    errno = plain.write_error;
    if ((plain.write_error || fflush(options->out) != 0) && !error)
        error = error_set(ERR_IO, message, "writing failed: %s", strerror(errno));
    plain_release(&plain);
    return error;
}
