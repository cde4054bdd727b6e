/* Summaries of records, and statistics of the games in them. */
#include "page/page_internal.h"

#include "session/standing.h"

#include <stdlib.h>

static void write_pair(struct reply *reply, const char *key, const int numbers[2])
{
    reply_array(reply, key);
    for (int side = 0; side < 2; side++)
        reply_integer(reply, NULL, numbers[side]);
    reply_close(reply);
}

#define NONE "\u2013" /* a figure that nothing is known for */

/* A rounded percentage with its sign. */
static void write_percent(struct reply *reply, const char *key, int64_t part, int64_t whole)
{
    if (whole > 0)
        reply_format(reply, key, "%.0f %%", 100 * (double)part / (double)whole);
    else
        reply_text(reply, key, NONE);
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
    write_pair(reply, "shots", status->shots);
    write_pair(reply, "hits", game->hits);
    reply_array(reply, "accuracy");
    for (int side = 0; side < 2; side++)
        write_percent(reply, NULL, game->hits[side], status->shots[side]);
    reply_close(reply);
    if (game->notes.ended > 0)
        reply_integer(reply, "ended", game->notes.ended);
    else
        reply_null(reply, "ended");
    page_write_notes(reply, &game->notes);
    reply_bool(reply, "over", status->over);
}

/* Called for each record of a request, inside an object of the array "games". */
typedef enum error record_writer(struct page *page, const struct recorded_game *game,
                                 const struct listed_record *record, void *context,
                                 struct message *message);

static enum error write_records(struct page *page, const struct request *request,
                                record_writer *write, void *context, struct message *message)
{
    struct reply *reply = &page->reply;
    struct record_list list = record_list_of(request->body);
    struct recorded_game *game = malloc(sizeof *game); /* large */
    struct listed_record record;
    int games = 0;
    enum error error;

    if (!game)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = page_read_end(request->arguments, message);
    reply_array(reply, "games");
    for (; !error && record_list_next(&list, &record); games++) {
        error = recorded_game_read(game, &record, message);
        if (error)
            break;
        reply_object(reply, NULL);
        error = write(page, game, &record, context, message);
        reply_close(reply);
    }
    reply_close(reply);
    if (!error && games == 0)
        error = error_set(ERR_SYNTAX, message, "there is no record");
    free(game);
    return error;
}

/* --- summaries ---------------------------------------------------------------------------------*/

static enum error write_game(struct page *page, const struct recorded_game *game,
                             const struct listed_record *record, void *context,
                             struct message *message)
{
    struct buffer *text = context;

    write_summary(&page->reply, game);
    text->length = 0;
    if (recorded_game_text(record, text) != OK)
        return error_set(ERR_MEMORY, message, "out of memory");
    reply_slice(&page->reply, "record", (struct slice){text->data, text->length});
    return OK;
}

enum error page_summary(struct page *page, const struct request *request, struct message *message)
{
    struct buffer text;
    enum error error;

    buffer_init(&text, REPLY_CAP);
    error = write_records(page, request, write_game, &text, message);
    buffer_release(&text);
    return error;
}

/* --- statistics --------------------------------------------------------------------------------*/

/* Adds the game as this person played it. */
static enum error add_person(struct standing_table *table, const struct recorded_game *game,
                             int side)
{
    const struct record *head = &game->reader.record;
    const struct status *status = game_status(&game->reader.game);
    const char *bot = game->notes.bot[1 - side];
    struct standing_game played = {.opponent_is_bot = bot[0] != '\0',
                                   .result = status->winner == side     ? 1
                                             : status->winner == NOBODY ? 0
                                                                        : -1,
                                   .shots = status->shots[side],
                                   .hits = game->hits[side],
                                   .advised = game->advised[side],
                                   .when = game->notes.ended};

    text_printable(played.player, sizeof played.player, head->name[side]);
    text_printable(played.opponent, sizeof played.opponent, bot[0] ? bot : head->name[1 - side]);
    text_printable(played.rules, sizeof played.rules, head->rules.name);
    text_printable(played.reason, sizeof played.reason,
                   event_reason_word((enum reason)status->reason));
    return standing_add(table, &played);
}

static enum error count_game(struct page *page, const struct recorded_game *game,
                             const struct listed_record *record, void *context,
                             struct message *message)
{
    const struct record *head = &game->reader.record;
    const struct status *status = game_status(&game->reader.game);
    enum error error = OK;

    (void)record;
    reply_text(&page->reply, "rules", head->rules.name);
    page_write_record_end(&page->reply, &game->reader);
    for (int side = 0; !error && side < 2 && status->over && !head->solo; side++)
        if (!game->notes.bot[side][0])
            error = add_person(context, game, side);
    return error ? error_set(error, message, "out of memory") : OK;
}

static void write_row(struct reply *reply, const struct standing *row)
{
    reply_object(reply, NULL);
    reply_text(reply, "player", row->player);
    reply_text(reply, "opponent", row->opponent);
    reply_text(reply, "rules", row->rules);
    reply_integer(reply, "games", row->games);
    reply_integer(reply, "won", row->won);
    reply_integer(reply, "lost", row->lost);
    reply_integer(reply, "tied", row->tied);
    if (row->best_shots) {
        reply_format(reply, "mean_shots", "%.1f", row->mean_shots);
        reply_format(reply, "best_shots", "%d", row->best_shots);
    } else {
        reply_text(reply, "mean_shots", NONE);
        reply_text(reply, "best_shots", NONE);
    }
    write_percent(reply, "accuracy", row->hits, row->shots);
    reply_integer(reply, "advised", row->advised);
    reply_close(reply);
}

enum error page_statistics(struct page *page, const struct request *request,
                           struct message *message)
{
    struct standing_table table = {0};
    enum error error = write_records(page, request, count_game, &table, message);

    standing_sort(&table);
    reply_array(&page->reply, "table");
    for (int i = 0; !error && i < table.rows; i++)
        write_row(&page->reply, &table.row[i]);
    reply_close(&page->reply);
    standing_release(&table);
    return error;
}
