/* See page_internal.h. Each item is a JSON object, written by a reply of its own. */
#include "page/page_internal.h"

#include "session/narrate.h"

#include <stdlib.h>

void page_log_init(struct page_log *log)
{
    log->moves = 0;
    for (int reader = 0; reader < 3; reader++)
        buffer_init(&log->items[reader], REPLY_CAP);
}

void page_log_release(struct page_log *log)
{
    for (int reader = 0; reader < 3; reader++)
        buffer_release(&log->items[reader]);
}

void page_log_clear(struct page_log *log)
{
    log->moves = 0;
    for (int reader = 0; reader < 3; reader++)
        log->items[reader].length = 0;
}

static void add_item(struct buffer *items, int number, int side, const char *text)
{
    size_t before = items->length;
    struct reply item;

    reply_init(&item);
    reply_begin(&item);
    reply_integer(&item, "number", number);
    reply_integer(&item, "side", side);
    page_write_line(&item, "text", text);
    reply_end(&item);
    if (item.failed || (before > 0 && buffer_put(items, ",") != OK) ||
        buffer_put(items, item.text.data) != OK)
        items->length = before; /* without this item, the list is still valid */
    reply_release(&item);
}

void page_log_add(struct page_log *log, const struct move *move, const struct outcome *outcome,
                  const struct game *game, const char *const names[2])
{
    log->moves++;
    log->move = *move;
    log->outcome = *outcome;
    for (int reader = 0; reader < 3; reader++) {
        char text[NARRATION_SIZE];
        struct writer writer;

        writer_init(&writer, text, sizeof text);
        narrate_move(move, outcome, game, names, reader, &writer);
        add_item(&log->items[reader], log->moves, outcome->mover, text);
    }
}

void page_log_tell_last(const struct page_log *log, const struct session *session, int side,
                        struct writer *writer)
{
    const char *const names[2] = {session_name(session, 0), session_name(session, 1)};

    if (log->moves > 0)
        narrate_move(&log->move, &log->outcome, session_game(session), names, side, writer);
}

void page_log_read(struct page_log *log, struct slice record)
{
    struct record_reader *reader = malloc(sizeof *reader); /* large */
    struct outcome outcome;
    struct move move;
    bool more = true;

    page_log_clear(log);
    if (!reader || record_open(reader, record, NULL) != OK)
        more = false;
    while (more && record_step(reader, &move, &outcome, &more, NULL) == OK && more) {
        const char *const names[2] = {reader->record.name[0], reader->record.name[1]};

        page_log_add(log, &move, &outcome, &reader->game, names);
    }
    free(reader);
}
