/* See scribe.h. Whatever does not fit is noticed once, at the end. */
#include "arena/scribe.h"

#include <stdio.h>
#include <stdlib.h>

enum { RECORD_CAP = 64 << 20 };

enum error scribe_new(const struct rules *rules, struct scribe **scribe, struct message *message)
{
    *scribe = calloc(1, sizeof **scribe);
    if (!*scribe)
        return error_set(ERR_MEMORY, message, "out of memory");
    buffer_init(&(*scribe)->buffer, RECORD_CAP);
    (*scribe)->record.rules = *rules;
    snprintf((*scribe)->record.version, sizeof(*scribe)->record.version, "%s", BROADSIDE_VERSION);
    return OK;
}

void scribe_free(struct scribe *scribe)
{
    if (!scribe)
        return;
    buffer_release(&scribe->buffer);
    free(scribe);
}

static void put(struct scribe *scribe, const struct writer *writer)
{
    scribe->is_full |=
        writer->full || buffer_append(&scribe->buffer, writer->text, writer->length) != OK;
}

static void draw_nonce(struct scribe *scribe, int side)
{
    uint8_t bytes[16];

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)rng_below(&scribe->nonces, 256);
    record_nonce(bytes, scribe->record.nonce[side]);
}

void scribe_clear(struct scribe *scribe)
{
    scribe->buffer.length = 0;
    scribe->moves = 0;
    scribe->is_full = false;
}

void scribe_begin(struct scribe *scribe, uint64_t nonce_seed)
{
    struct writer writer;

    scribe_clear(scribe);
    rng_seed(&scribe->nonces, nonce_seed);
    for (int side = scribe->record.solo ? SIDE_B : SIDE_A; side < 2; side++)
        draw_nonce(scribe, side);
    writer_init(&writer, scribe->text, sizeof scribe->text);
    record_write_head(&scribe->record, &writer);
    put(scribe, &writer);
}

void scribe_move(struct scribe *scribe, const struct game *game, const struct move *move,
                 const struct outcome *outcome)
{
    int mover = outcome->mover;
    struct writer writer;

    writer_init(&writer, scribe->text, sizeof scribe->text);
    record_write_move(game_rules(game), ++scribe->moves, move, outcome, &writer);
    if (outcome->count > 0 && outcome->event[0].kind == EVENT_RAISE) {
        draw_nonce(scribe, mover);
        record_write_fleet(&game->view[mover], scribe->record.nonce[mover], &writer);
    }
    put(scribe, &writer);
}

void scribe_end(struct scribe *scribe, const struct status *status, uint64_t seed)
{
    struct writer writer;

    writer_init(&writer, scribe->text, sizeof scribe->text);
    record_write_end(status, true, seed, &writer);
    put(scribe, &writer);
}

void scribe_broken(struct scribe *scribe, int side, enum broken broken, const char *sentence)
{
    char line[MESSAGE_SIZE];
    struct writer writer;

    text_printable(line, sizeof line, sentence);
    writer_init(&writer, scribe->text, sizeof scribe->text);
    writer_format(&writer, "# broken %s %s: %s\n", event_side_word(side), bot_broken_word(broken),
                  line);
    put(scribe, &writer);
}

bool scribe_text(const struct scribe *scribe, struct slice *text)
{
    *text = scribe->buffer.data ? (struct slice){scribe->buffer.data, scribe->buffer.length}
                                : (struct slice){"", 0};
    return !scribe->is_full;
}
