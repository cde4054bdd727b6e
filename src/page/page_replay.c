/* Stepping through a record, and judging its moves. */
#include "page/page_internal.h"

#include "session/coach.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_MOVE_NUMBER = 999999, SENTENCE_SIZE = 2 * NAME_SIZE + 256 };

enum error page_need_replay(const struct page *page, struct message *message)
{
    return page->replay ? OK : error_set(ERR_UNAVAILABLE, message, "no record is open");
}

enum error page_read_number(struct slice *rest, int *number, struct message *message)
{
    struct slice word;
    uint64_t value;

    if (!slice_word(rest, &word) || !slice_number(word, MAX_MOVE_NUMBER, &value))
        return error_set(ERR_SYNTAX, message, "the number of a move is missing");
    *number = (int)value;
    return OK;
}

/* --- opening -----------------------------------------------------------------------------------*/

void page_write_record_end(struct reply *reply, const struct record_reader *reader)
{
    const struct record *record = &reader->record;
    const char *const names[2] = {record->name[0], record->name[1]};

    page_write_end(reply, game_status(&reader->game), names,
                   record->has_seed ? &record->seed : NULL);
}

static void write_result(struct reply *reply, const struct record_reader *reader)
{
    if (!game_status(&reader->game)->over) {
        reply_null(reply, "result");
        return;
    }
    reply_object(reply, "result");
    page_write_record_end(reply, reader);
    reply_close(reply);
}

static void close_replay(struct page *page)
{
    free(page->replay);
    page->replay = NULL;
    heat_cache_free(page->heat);
    page->heat = NULL;
    buffer_release(&page->replay_record);
}

/* If this fails, the record that was open stays open. */
static enum error open_replay(struct page *page, struct slice record, struct message *message)
{
    struct playback *playback;
    struct buffer text;
    enum error error;

    buffer_init(&text, REPLY_CAP);
    if (buffer_append(&text, record.text, record.length) != OK)
        return error_set(ERR_FULL, message, "this record is too large");
    playback = malloc(sizeof *playback); /* large */
    if (!playback) {
        buffer_release(&text);
        return error_set(ERR_MEMORY, message, "out of memory");
    }
    error = playback_open(playback, (struct slice){text.data, text.length}, NULL, message);
    if (error) {
        free(playback);
        buffer_release(&text);
        return error;
    }
    close_replay(page);
    page->replay = playback;
    page->replay_record = text;
    return OK;
}

enum error page_replay(struct page *page, const struct request *request, struct message *message)
{
    struct slice record = request->body;
    struct reply *reply = &page->reply;
    struct playback *playback;
    struct page_log log;
    enum error error = page_read_end(request->arguments, message);

    if (!error && slice_trim(record).length == 0 && page->flow.session &&
        session_is_over(page->flow.session))
        record = session_record(page->flow.session);
    if (!error)
        error = open_replay(page, record, message);
    if (!error)
        error = playback_go(page->replay, page->replay->moves + 1, message); /* the result too */
    if (error)
        return error;
    playback = page->replay;
    reply_array(reply, "names");
    for (int side = 0; side < 2; side++)
        reply_text(reply, NULL, playback->reader.record.name[side]);
    reply_close(reply);
    page_write_rules(reply, "rules", &playback->reader.record.rules);
    reply_integer(reply, "moves", playback->moves);
    page_log_init(&log);
    page_log_read(&log, playback->record);
    reply_array(reply, "log");
    reply_raw(reply, (struct slice){log.items[NOBODY].data, log.items[NOBODY].length});
    reply_close(reply);
    page_log_release(&log);
    write_result(reply, &playback->reader);
    reply_slice(reply, "record", playback->record);
    return OK;
}

/* --- stepping ----------------------------------------------------------------------------------*/

static void write_boards(struct reply *reply, const struct game *game)
{
    reply_array(reply, "boards");
    for (int side = 0; side < 2; side++) {
        reply_object(reply, NULL);
        page_write_own_board(reply, "cells", &game->view[side]);
        reply_close(reply);
    }
    reply_close(reply);
    reply_array(reply, "ships");
    for (int side = 0; side < 2; side++)
        page_write_own_fleet(reply, NULL, &game->view[side]);
    reply_close(reply);
}

/* A heat map shows what the mover could know, so it does not change with the answer of the move
 * that is on the boards. */
static void write_when(struct reply *reply, const struct playback *playback, int side)
{
    const char *name = playback->reader.record.name[side];
    char text[SENTENCE_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    if (playback->last[side].number > 0)
        writer_format(&writer, "What %s knew before move %d.", name, playback->last[side].number);
    else
        writer_format(&writer, "What %s knows before its first move.", name);
    reply_text(reply, "when", text);
}

static void write_heats(struct page *page)
{
    const struct playback *playback = page->replay;
    struct reply *reply = &page->reply;

    if (!page->heat)
        page->heat = heat_cache_new();
    reply_array(reply, "heat");
    for (int side = 0; side < 2; side++) {
        const struct last_move *last = &playback->last[side];

        if (!page->heat || (playback->reader.record.solo && side == SIDE_B))
            reply_null(reply, NULL);
        else {
            const struct heat_numbers *heat =
                heat_cache_find(page->heat, side, last->number, &last->before);

            if (heat->is_known) {
                reply_object(reply, NULL);
                page_write_heat(reply, NULL, heat, &last->before.rules, PAGE_LIKELIEST);
                write_when(reply, playback, side);
                reply_close(reply);
            } else {
                reply_null(reply, NULL);
            }
        }
    }
    reply_close(reply);
}

static const char *without_number(const char *text)
{
    const char *space = strchr(text, ' ');

    return space ? space + 1 : text;
}

enum error page_replay_at(struct page *page, const struct request *request, struct message *message)
{
    struct slice rest = request->arguments;
    struct reply *reply = &page->reply;
    bool has_heat;
    int number = 0;
    enum error error = page_need_replay(page, message);

    if (!error)
        error = page_read_number(&rest, &number, message);
    has_heat = !slice_is(slice_trim(rest), "no-heat");
    if (!error && has_heat)
        error = page_read_end(rest, message);
    if (!error)
        error = playback_go(page->replay, number, message);
    if (error)
        return error;
    number = playback_at(page->replay);
    write_boards(reply, &page->replay->reader.game);
    if (page->replay->latest == NOBODY)
        reply_null(reply, "last");
    else
        page_write_last(reply, &page->replay->last[page->replay->latest], page->replay->latest);
    reply_text(reply, "sentence", without_number(playback_text(page->replay, number)));
    if (has_heat)
        write_heats(page);
    return OK;
}

enum error page_judge(struct page *page, const struct request *request, struct message *message)
{
    struct slice rest = request->arguments;
    struct reply *reply = &page->reply;
    const struct last_move *last;
    struct verdict verdict;
    int number = 0;
    enum error error = page_need_replay(page, message);

    if (!error)
        error = page_read_number(&rest, &number, message);
    if (!error)
        error = page_read_end(rest, message);
    if (!error)
        error = page_need_coach(page, message);
    if (!error)
        error = playback_go(page->replay, number, message);
    if (!error && (number < 1 || playback_at(page->replay) != number))
        error = error_set(ERR_RANGE, message, "the record has moves 1 to %d", page->replay->moves);
    if (error)
        return error;
    last = &page->replay->last[page->replay->latest];
    if (!coach_can_judge(&last->move, &last->outcome)) {
        reply_integer(reply, "number", number);
        reply_text(reply, "sentence", "The coach judges only moves that shoot.");
        return OK;
    }
    error = coach_judge(page->coach, &last->before, &last->move, &last->outcome, &verdict, message);
    if (error)
        return error;
    verdict.number = number;
    page_write_verdict(reply, &last->before.rules, &verdict);
    return OK;
}
