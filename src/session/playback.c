/* The record reader only goes forward, so going back means reading from the start. */
#include "session/playback.h"

#include "session/narrate.h"

#include <string.h>

/* Stores a move in words, as one numbered paragraph. */
static void add_text(struct playback *playback, const struct move *move,
                     const struct outcome *outcome)
{
    const struct record *record = &playback->reader.record;
    const char *const names[2] = {record->name[0], record->name[1]};
    int number = playback->reader.moves;
    char *paragraph = playback->text[number % PLAYBACK_TEXTS];
    struct writer writer;

    writer_init(&writer, paragraph, PLAYBACK_TEXT_SIZE);
    writer_format(&writer, "%d. ", number);
    narrate_move(move, outcome, &playback->reader.game, names, NOBODY, &writer);
    if (!writer.full)
        paragraph[writer.length - 1] = '\0'; /* the end of the line */
}

static enum error step(struct playback *playback, bool *more, struct message *message)
{
    struct record_reader *reader = &playback->reader;
    int mover = game_status(&reader->game)->turn;
    struct view before;
    struct outcome outcome;
    struct move move;
    enum error error;

    if (mover != NOBODY)
        before = reader->game.view[mover];
    error = record_step(reader, &move, &outcome, more, message);
    if (error || !*more)
        return error;
    playback->latest = mover;
    playback->last[mover] = (struct last_move){reader->moves, move, outcome, before};
    for (int side = 0; side < 2; side++)
        if (playback->last[side].number == 0)
            playback->last[side].before = reader->game.view[side];
    add_text(playback, &move, &outcome);
    return OK;
}

static enum error rewind_record(struct playback *playback, struct message *message)
{
    enum error error;

    playback->latest = NOBODY;
    if (playback->session)
        playback->record = session_record(playback->session);
    error = record_open(&playback->reader, playback->record, message);
    for (int side = 0; !error && side < 2; side++) {
        playback->last[side].number = 0;
        playback->last[side].before = playback->reader.game.view[side];
    }
    return error;
}

static enum error walk(struct playback *playback, int number, struct message *message)
{
    bool more = true;
    enum error error = OK;

    while (!error && more && playback->reader.moves < number)
        error = step(playback, &more, message);
    return error;
}

enum error playback_open(struct playback *playback, struct slice record, struct session *session,
                         struct message *message)
{
    bool more = true;
    enum error error;

    memset(playback, 0, sizeof *playback);
    playback->record = record;
    playback->session = session;
    error = rewind_record(playback, message);
    while (!error && more)
        error = step(playback, &more, message);
    playback->moves = playback->reader.moves;
    return error ? error : rewind_record(playback, message);
}

static bool can_grow(const struct playback *playback)
{
    const struct status *status;

    if (!playback->session)
        return false;
    status = game_status(session_game(playback->session));
    return !status->over && session_is_bot(playback->session, status->turn);
}

enum error playback_go(struct playback *playback, int number, struct message *message)
{
    enum error error = OK, failure = OK;
    struct outcome outcome;
    struct move move;
    int grown = 0;

    while (!failure && can_grow(playback) && playback->moves < number) {
        failure = session_bot_move(playback->session, &move, &outcome, message);
        playback->moves += !failure;
        grown += !failure;
    }
    if (grown > 0 || number < playback->reader.moves)
        error = rewind_record(playback, message);
    if (!error)
        error = walk(playback, number, failure ? NULL : message);
    return failure ? failure : error;
}

int playback_at(const struct playback *playback)
{
    return playback->reader.moves;
}

bool playback_has_more(const struct playback *playback)
{
    return playback->reader.moves < playback->moves || can_grow(playback);
}

const char *playback_text(const struct playback *playback, int number)
{
    int at = playback->reader.moves;

    if (number < 1 || number > at || number <= at - PLAYBACK_TEXTS)
        return "";
    return playback->text[number % PLAYBACK_TEXTS];
}

void playback_area(const struct rules *rules, const struct move *move, struct cellset *area)
{
    int cells[MAX_CELLS], count = 0, first = move->cell[0], width = rules->width;
    struct ship ship;

    memset(area, 0, sizeof *area);
    switch ((enum move_kind)move->kind) {
    case MOVE_RADAR:
    case MOVE_SMOKE:
    case MOVE_ARTILLERY:
        if (first != NO_CELL) /* hidden from the enemy */
            count = view_area_cells(rules, first, cells);
        break;
    case MOVE_TORPEDO:
        for (; count < (move->is_row ? width : rules->height); count++)
            cells[count] = move->is_row ? first * width + count : count * width + first;
        break;
    case MOVE_HINT: /* a block of 3x3 */
        for (int i = 0; first != NO_CELL && i < 9; i++)
            if (first % width + i % 3 < width && first / width + i / 3 < rules->height)
                cells[count++] = first + i / 3 * width + i % 3;
        break;
    case MOVE_RAISE:
        ship = move->ship < rules->ships ? rules->fleet[move->ship] : rules_new_ship(rules);
        if (move->placement.placed)
            count = placement_cells(move->placement, ship.length, rules, cells);
        break;
    default:
        break;
    }
    for (int i = 0; i < count; i++)
        cellset_add(area, cells[i]);
}

static bool was_lost(const struct outcome *outcome)
{
    return outcome->count > 0 && outcome->event[0].kind == EVENT_LOST;
}

void playback_touched(const struct last_move *last, struct cellset *shots, struct cellset *area)
{
    memset(shots, 0, sizeof *shots);
    memset(area, 0, sizeof *area);
    if (last->number == 0 || was_lost(&last->outcome))
        return;
    for (int i = 0; i < last->outcome.count; i++) {
        const struct event *event = &last->outcome.event[i];

        if (event->kind == EVENT_SHOT && event->cell != NO_CELL)
            cellset_add(shots, event->cell);
    }
    playback_area(&last->before.rules, &last->move, area);
}

bool playback_is_on_own_board(const struct last_move *last)
{
    return last->number > 0 && move_is_on_own_board((enum move_kind)last->move.kind);
}

/* A solo game has no winner; only the number of shots counts. */
static void describe_solo(const struct playback *playback, struct writer *writer)
{
    const struct game *game = &playback->reader.game;
    int shots = game_status(game)->shots[SIDE_A];

    writer_format(writer, "%s after %d shot%s.",
                  !game_status(game)->over        ? "The fleet is not sunk yet"
                  : game->view[SIDE_B].own.afloat ? "The fleet is not sunk"
                                                  : "The fleet is sunk",
                  shots, shots == 1 ? "" : "s");
}

void playback_describe(const struct playback *playback, struct writer *writer)
{
    const struct record *record = &playback->reader.record;
    const struct status *status = game_status(&playback->reader.game);
    const char *const names[2] = {record->name[0], record->name[1]};
    char text[NARRATION_SIZE];
    struct writer sentence;

    if (record->solo) {
        describe_solo(playback, writer);
    } else if (status->over) {
        writer_init(&sentence, text, sizeof text);
        narrate_end(status, names, &sentence);
        writer_format(writer, "%.*s", (int)strcspn(text, "\n"), text);
    } else {
        writer_format(writer, "%s to move.", names[status->turn]);
    }
    if (!status->over && !playback_has_more(playback))
        writer_put(writer, " The record ends here; the game is not over.");
}
