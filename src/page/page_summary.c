/* Summaries of records, for statistics in the browser. */
#include "page/page_internal.h"

#include "bots/bot.h"

#include <stdlib.h>
#include <string.h>

struct summary {
    struct record_reader reader;
    int hits[2], advised[2];
};

static enum error read_summary(struct summary *summary, struct slice record,
                               struct message *message)
{
    struct slice lines = record, line;
    struct outcome outcome;
    struct move move;
    bool more = true;
    enum error error;

    memset(summary, 0, sizeof *summary);
    error = record_open(&summary->reader, record, message);
    while (!error && more) {
        error = record_step(&summary->reader, &move, &outcome, &more, message);
        for (int i = 0; !error && more && i < outcome.count; i++)
            summary->hits[outcome.mover] +=
                outcome.event[i].kind == EVENT_SHOT &&
                (outcome.event[i].answer == ANSWER_HIT || outcome.event[i].answer == ANSWER_SUNK);
    }
    while (!error && slice_cut(&lines, '\n', &line)) {
        line = slice_trim(line);
        for (int side = 0; side < 2; side++) {
            char mark[32];
            struct writer writer;

            writer_init(&writer, mark, sizeof mark);
            writer_format(&writer, "# advice %s", event_side_word(side));
            summary->advised[side] += slice_is(line, mark);
        }
    }
    return error;
}

static void write_pair(struct reply *reply, const char *key, const int numbers[2])
{
    reply_array(reply, key);
    for (int side = 0; side < 2; side++)
        reply_integer(reply, NULL, numbers[side]);
    reply_close(reply);
}

static void write_summary(struct reply *reply, const struct summary *summary)
{
    const struct record *head = &summary->reader.record;
    const struct status *status = game_status(&summary->reader.game);

    reply_array(reply, "names");
    for (int side = 0; side < 2; side++)
        reply_text(reply, NULL, head->name[side]);
    reply_close(reply);
    reply_array(reply, "bots");
    for (int side = 0; side < 2; side++)
        if (bot_is_built_in(head->name[side]))
            reply_text(reply, NULL, head->name[side]);
        else
            reply_null(reply, NULL);
    reply_close(reply);
    reply_text(reply, "rules", head->rules.name);
    reply_integer(reply, "moves", summary->reader.moves);
    reply_integer(reply, "turns",
                  status->turns[status->turns[SIDE_A] > status->turns[SIDE_B] ? SIDE_A : SIDE_B]);
    write_pair(reply, "shots", status->shots);
    write_pair(reply, "hits", summary->hits);
    write_pair(reply, "advised", summary->advised);
    reply_bool(reply, "over", status->over);
    page_write_record_end(reply, &summary->reader);
}

/* The text up to the head of the next record. */
static struct slice cut_record(struct slice *rest)
{
    static const char head[] = "broadside record ";
    struct slice record = {rest->text, 0}, line;
    struct slice after = *rest;

    while (slice_cut(&after, '\n', &line)) {
        bool is_head =
            line.length >= sizeof head - 1 && memcmp(line.text, head, sizeof head - 1) == 0;

        if (is_head && slice_trim(record).length > 0)
            break;
        record.length = rest->length - after.length;
        if (after.length == 0)
            break;
    }
    rest->text += record.length;
    rest->length -= record.length;
    return record;
}

enum error page_summary(struct page *page, const struct request *request, struct message *message)
{
    struct reply *reply = &page->reply;
    struct slice rest = request->body, record;
    struct summary *summary = malloc(sizeof *summary); /* large */
    int games = 0;
    enum error error;

    if (!summary)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = page_read_end(request->arguments, message);
    reply_array(reply, "games");
    while (!error && slice_trim(rest).length > 0) {
        record = cut_record(&rest);
        games++;
        error = read_summary(summary, record, message);
        if (error) {
            message_prefix(message, "record %d", games);
            break;
        }
        reply_object(reply, NULL);
        write_summary(reply, summary);
        reply_slice(reply, "record", record);
        reply_close(reply);
    }
    reply_close(reply);
    if (!error && games == 0)
        error = error_set(ERR_SYNTAX, message, "there is no record");
    free(summary);
    return error;
}
