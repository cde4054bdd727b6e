#include "support/tape.h"

#include "support/shadow.h"

#include <string.h>

static void make_nonce(struct tape *tape, int side)
{
    uint8_t bytes[16];

    for (int i = 0; i < 16; i++)
        bytes[i] = (uint8_t)(17 * i + 101 * side + 59 * tape->raises);
    record_nonce(bytes, tape->record.nonce[side]);
}

void tape_start(struct tape *tape, const struct game *game)
{
    struct record *record = &tape->record;

    memset(record, 0, sizeof *record);
    tape->moves = tape->raises = 0;
    memcpy(record->version, "0.0.1", sizeof "0.0.1");
    memcpy(record->name[0], "Ann \xc3\x84", sizeof "Ann \xc3\x84");
    memcpy(record->name[1], "Bob", sizeof "Bob");
    record->rules = *game_rules(game);
    record->first = game_status(game)->first;
    for (int side = 0; side < 2; side++) {
        record->layout[side] = game->view[side].own.layout;
        make_nonce(tape, side);
    }
    writer_init(&tape->writer, tape->text, sizeof tape->text);
    record_write_head(record, &tape->writer);
    if (game_status(game)->over)
        record_write_end(game_status(game), &(struct seed){.number = 7}, &tape->writer);
}

void tape_move(struct tape *tape, const struct game *game, const struct move *move,
               const struct outcome *outcome)
{
    record_write_move(game_rules(game), ++tape->moves, move, outcome, &tape->writer);
    if (outcome->count > 0 && outcome->event[0].kind == EVENT_RAISE) {
        tape->raises++;
        make_nonce(tape, outcome->mover);
        record_write_fleet(&game->view[outcome->mover], tape->record.nonce[outcome->mover],
                           &tape->writer);
    }
    if (outcome->over)
        record_write_end(game_status(game), &(struct seed){.number = MAX_SEED}, &tape->writer);
}

enum error tape_read(struct record_reader *reader, struct slice text, struct message *message)
{
    struct move move;
    struct outcome outcome;
    enum error error = record_open(reader, text, message);
    bool more = true;

    while (!error && more)
        error = record_step(reader, &move, &outcome, &more, message);
    return error;
}

bool tape_replays(const struct tape *tape, const struct game *game, struct message *message)
{
    static struct record_reader reader;

    if (tape->writer.full) {
        message_set(message, "the record is too long for the tape");
        return false;
    }
    if (tape_read(&reader, (struct slice){tape->text, tape->writer.length}, message) != OK)
        return false;
    if (reader.moves != tape->moves) {
        message_set(message, "%d moves were read, %d written", reader.moves, tape->moves);
        return false;
    }
    for (int side = 0; side < 2; side++) {
        const char *part = view_difference(&game->view[side], &reader.game.view[side]);

        if (part) {
            message_set(message, "after the replay the %s of side %s differs", part,
                        event_side_word(side));
            return false;
        }
    }
    return true;
}
