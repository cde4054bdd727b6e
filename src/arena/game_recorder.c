/* See game_recorder.h. Text that does not fit is reported once, at the end. */
#include "arena/game_recorder.h"

#include <stdio.h>
#include <stdlib.h>

enum { RECORD_CAP = 64 << 20 };

enum error game_recorder_new(const struct rules *rules, struct game_recorder **recorder,
                             struct message *message)
{
    *recorder = calloc(1, sizeof **recorder);
    if (!*recorder)
        return error_set(ERR_MEMORY, message, "out of memory");
    buffer_init(&(*recorder)->buffer, RECORD_CAP);
    (*recorder)->record.rules = *rules;
    snprintf((*recorder)->record.version, sizeof(*recorder)->record.version, "%s",
             BROADSIDE_VERSION);
    return OK;
}

void game_recorder_free(struct game_recorder *recorder)
{
    if (!recorder)
        return;
    buffer_release(&recorder->buffer);
    free(recorder);
}

static void put(struct game_recorder *recorder, const struct writer *writer)
{
    recorder->is_full |=
        writer->full || buffer_append(&recorder->buffer, writer->text, writer->length) != OK;
}

static void draw_nonce(struct game_recorder *recorder, int side)
{
    uint8_t bytes[16];

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)rng_below(&recorder->nonces, 256);
    record_nonce(bytes, recorder->record.nonce[side]);
}

void game_recorder_clear(struct game_recorder *recorder)
{
    recorder->buffer.length = 0;
    recorder->moves = 0;
    recorder->is_full = false;
}

void game_recorder_begin(struct game_recorder *recorder, const struct rng *nonces)
{
    struct writer writer;

    game_recorder_clear(recorder);
    recorder->nonces = *nonces;
    for (int side = recorder->record.solo ? SIDE_B : SIDE_A; side < 2; side++)
        draw_nonce(recorder, side);
    writer_init(&writer, recorder->text, sizeof recorder->text);
    record_write_head(&recorder->record, &writer);
    put(recorder, &writer);
}

void game_recorder_move(struct game_recorder *recorder, const struct game *game,
                        const struct move *move, const struct outcome *outcome)
{
    int mover = outcome->mover;
    struct writer writer;

    writer_init(&writer, recorder->text, sizeof recorder->text);
    record_write_move(game_rules(game), ++recorder->moves, move, outcome, &writer);
    if (outcome->count > 0 && outcome->event[0].kind == EVENT_RAISE) {
        draw_nonce(recorder, mover);
        record_write_fleet(&game->view[mover], recorder->record.nonce[mover], &writer);
    }
    put(recorder, &writer);
}

void game_recorder_end(struct game_recorder *recorder, const struct status *status,
                       const struct seed *seed)
{
    struct writer writer;

    writer_init(&writer, recorder->text, sizeof recorder->text);
    record_write_end(status, &(struct seed){.number = seed->number}, &writer);
    put(recorder, &writer);
}

void game_recorder_broken(struct game_recorder *recorder, int side, enum broken broken,
                          const char *sentence)
{
    char line[MESSAGE_SIZE];
    struct writer writer;

    text_printable(line, sizeof line, sentence);
    writer_init(&writer, recorder->text, sizeof recorder->text);
    writer_format(&writer, "# broken %s %s: %s\n", event_side_word(side), bot_broken_word(broken),
                  line);
    put(recorder, &writer);
}

bool game_recorder_text(const struct game_recorder *recorder, struct slice *text)
{
    *text = recorder->buffer.data ? (struct slice){recorder->buffer.data, recorder->buffer.length}
                                  : (struct slice){"", 0};
    return !recorder->is_full;
}
