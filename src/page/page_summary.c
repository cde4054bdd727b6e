/* Summaries of records, for statistics in the browser. */
#include "page/page_internal.h"

#include <stdlib.h>

static void write_pair(struct reply *reply, const char *key, const int numbers[2])
{
    reply_array(reply, key);
    for (int side = 0; side < 2; side++)
        reply_integer(reply, NULL, numbers[side]);
    reply_close(reply);
}

void page_write_notes(struct reply *reply, const struct game_notes *notes)
{
    char text[NOTES_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    recorded_game_write_notes(notes, &writer);
    reply_text(reply, "notes", text);
}

static void write_summary(struct reply *reply, const struct recorded_game *game)
{
    const struct record *head = &game->reader.record;
    const struct status *status = game_status(&game->reader.game);

    reply_array(reply, "names");
    for (int side = 0; side < 2; side++)
        reply_text(reply, NULL, head->name[side]);
    reply_close(reply);
    reply_array(reply, "bots");
    for (int side = 0; side < 2; side++)
        if (game->notes.bot[side][0])
            reply_text(reply, NULL, game->notes.bot[side]);
        else
            reply_null(reply, NULL);
    reply_close(reply);
    reply_text(reply, "rules", head->rules.name);
    reply_integer(reply, "moves", game->reader.moves);
    reply_integer(reply, "turns",
                  status->turns[status->turns[SIDE_A] > status->turns[SIDE_B] ? SIDE_A : SIDE_B]);
    write_pair(reply, "shots", status->shots);
    write_pair(reply, "hits", game->hits);
    write_pair(reply, "advised", game->advised);
    if (game->notes.ended > 0)
        reply_integer(reply, "ended", game->notes.ended);
    else
        reply_null(reply, "ended");
    page_write_notes(reply, &game->notes);
    reply_bool(reply, "over", status->over);
    page_write_record_end(reply, &game->reader);
}

enum error page_summary(struct page *page, const struct request *request, struct message *message)
{
    struct reply *reply = &page->reply;
    struct record_list list = record_list_of(request->body);
    struct recorded_game *game = malloc(sizeof *game); /* large */
    struct listed_record record;
    struct buffer text;
    int games = 0;
    enum error error;

    if (!game)
        return error_set(ERR_MEMORY, message, "out of memory");
    buffer_init(&text, REPLY_CAP);
    error = page_read_end(request->arguments, message);
    reply_array(reply, "games");
    for (; !error && record_list_next(&list, &record); games++) {
        error = recorded_game_read(game, &record, message);
        if (error)
            break;
        reply_object(reply, NULL);
        write_summary(reply, game);
        text.length = 0;
        error = recorded_game_text(&record, &text);
        if (error) {
            message_set(message, "out of memory");
            break;
        }
        reply_slice(reply, "record", (struct slice){text.data, text.length});
        reply_close(reply);
    }
    reply_close(reply);
    if (!error && games == 0)
        error = error_set(ERR_SYNTAX, message, "there is no record");
    buffer_release(&text);
    free(game);
    return error;
}
