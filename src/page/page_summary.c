/* Summaries of records, and statistics of the games in them. */
#include "page/page_internal.h"

#include "base/sha256.h"
#include "bots/bot.h"
#include "contest/personal_stats.h"
#include "session/standing.h"

#include <stdlib.h>

static void write_pair(struct reply *reply, const char *key, const int numbers[2])
{
    reply_array(reply, key);
    for (int side = 0; side < 2; side++)
        reply_integer(reply, NULL, numbers[side]);
    reply_close(reply);
}

enum { RATING_SIZE = 512 };

#define UNRATED                                                                                    \
    "No game counts for a rating yet. Rated are games by classic or advanced rules against easy, " \
    "medium, hard or expert in which you did not ask the coach. Games with a given seed, and "     \
    "games loaded from a record that does not say how they began, do not count."

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

/* Names the game: the hash of its record without the result and the seed at its end, which a copy
 * may lack. */
static void write_key(struct reply *reply, const struct listed_record *record)
{
    struct slice rest = record->text, line;
    uint8_t digest[SHA256_SIZE];
    char hex[SHA256_HEX_SIZE];
    struct sha256 hash;

    sha256_init(&hash);
    while (slice_cut(&rest, '\n', &line)) {
        struct slice words = line = slice_trim(line), word = {"", 0};

        slice_word(&words, &word);
        if (slice_is(word, "result") || slice_is(word, "seed"))
            continue;
        sha256_update(&hash, line.text, line.length);
        sha256_update(&hash, "\n", 1);
    }
    sha256_finish(&hash, digest);
    text_hex(digest, sizeof digest, hex);
    reply_text(reply, "key", hex);
}

/* --- summaries ---------------------------------------------------------------------------------*/

static enum error write_game(struct page *page, const struct recorded_game *game,
                             const struct listed_record *record, void *context,
                             struct message *message)
{
    struct buffer *text = context;

    write_summary(&page->reply, game);
    write_key(&page->reply, record);
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

/* What all games amount to. */
struct totals {
    struct standing_table table;
    struct personal_stats people;
    int games;
};

/* Adds the game as this person played it. */
static enum error add_person(struct totals *totals, const struct recorded_game *game, int side)
{
    const struct record *head = &game->reader.record;
    const struct status *status = game_status(&game->reader.game);
    const char *bot = game->notes.bot[1 - side];
    int result = status->winner == side ? 1 : status->winner == NOBODY ? 0 : -1;
    struct standing_game played = {.opponent_is_bot = bot[0] != '\0',
                                   .result = result,
                                   .shots = status->shots[side],
                                   .hits = game->hits[side],
                                   .advised = game->advised[side],
                                   .when = game->notes.ended};
    struct personal_game personal = {.result = result,
                                     .by_sinking = status->reason == REASON_SUNK,
                                     .may_repeat = game->notes.seed_given || !head->has_seed ||
                                                   head->seed.is_unknown,
                                     .shots = played.shots,
                                     .advised = played.advised,
                                     .id = totals->games,
                                     .when = played.when};
    enum error error;

    text_printable(played.player, sizeof played.player, head->name[side]);
    text_printable(played.opponent, sizeof played.opponent, bot[0] ? bot : head->name[1 - side]);
    text_printable(played.rules, sizeof played.rules, head->rules.name);
    text_printable(played.reason, sizeof played.reason,
                   event_reason_word((enum reason)status->reason));
    text_printable(personal.player, sizeof personal.player, head->name[side]);
    text_printable(personal.rules, sizeof personal.rules, head->rules.name);
    text_printable(personal.bot, sizeof personal.bot, bot);
    error = standing_add(&totals->table, &played);
    return error ? error : personal_stats_add(&totals->people, &personal);
}

static enum error count_game(struct page *page, const struct recorded_game *game,
                             const struct listed_record *record, void *context,
                             struct message *message)
{
    const struct record *head = &game->reader.record;
    const struct status *status = game_status(&game->reader.game);
    struct totals *totals = context;
    enum error error = OK;

    reply_text(&page->reply, "rules", head->rules.name);
    page_write_record_end(&page->reply, &game->reader);
    write_key(&page->reply, record);
    totals->games++;
    for (int side = 0; !error && side < 2 && status->over && !head->solo; side++)
        if (!game->notes.bot[side][0])
            error = add_person(totals, game, side);
    return error ? error_set(error, message, "out of memory") : OK;
}

/* Seconds since 1970, or null. */
static void write_time(struct reply *reply, const char *key, int64_t when)
{
    if (when > 0)
        reply_integer(reply, key, when);
    else
        reply_null(reply, key);
}

static void write_row(struct reply *reply, const struct standing *row)
{
    char streak[32];
    struct writer writer;

    writer_init(&writer, streak, sizeof streak);
    standing_print_streak(row, NONE, &writer);
    reply_object(reply, NULL);
    reply_text(reply, "player", row->player);
    reply_text(reply, "opponent",
               row->opponent_is_bot ? personal_stats_title(row->opponent) : row->opponent);
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
    reply_text(reply, "streak", streak);
    reply_integer(reply, "best_streak", row->best_streak);
    reply_integer(reply, "advised", row->advised);
    write_time(reply, "last", row->last);
    reply_close(reply);
}

static void write_person(struct reply *reply, const struct rated_person *person)
{
    char text[RATING_SIZE];
    struct writer writer;

    reply_object(reply, NULL);
    reply_text(reply, "player", person->name);
    writer_init(&writer, text, sizeof text);
    personal_stats_print_rating(person, "\u00b1", &writer);
    reply_text(reply, "sentence", text);
    writer_init(&writer, text, sizeof text);
    personal_stats_print_range(person, &writer);
    reply_text(reply, "range", text);
    reply_text(reply, "caution", personal_rating_caution(&person->rating));
    reply_array(reply, "course");
    for (int i = 0; i < person->rating.games; i++)
        reply_decimal(reply, NULL, person->course[i], 0);
    reply_close(reply);
    reply_close(reply);
}

static void write_people(struct reply *reply, const struct personal_stats *people)
{
    char levels[RATING_SIZE];
    struct writer writer;

    writer_init(&writer, levels, sizeof levels);
    personal_stats_print_levels(&writer);
    reply_text(reply, "levels", levels);
    reply_array(reply, "ratings");
    for (int i = 0; i < people->people; i++)
        write_person(reply, &people->person[i]);
    reply_close(reply);
    if (people->people)
        reply_null(reply, "unrated");
    else
        reply_text(reply, "unrated", UNRATED);
    reply_array(reply, "high_scores");
    for (int i = 0; i < people->scores; i++) {
        const struct high_score *score = &people->score[i];

        reply_object(reply, NULL);
        reply_text(reply, "rules", score->rules);
        reply_text(reply, "opponent", bot_facts(score->bot)->title);
        reply_integer(reply, "shots", score->shots);
        reply_text(reply, "player", score->player);
        write_time(reply, "when", score->when);
        reply_close(reply);
    }
    reply_close(reply);
}

enum error page_statistics(struct page *page, const struct request *request,
                           struct message *message)
{
    struct totals totals = {.games = 0};
    enum error error = write_records(page, request, count_game, &totals, message);

    standing_sort(&totals.table);
    personal_stats_finish(&totals.people);
    reply_array(&page->reply, "table");
    for (int i = 0; !error && i < totals.table.rows; i++)
        write_row(&page->reply, &totals.table.row[i]);
    reply_close(&page->reply);
    if (!error)
        write_people(&page->reply, &totals.people);
    standing_release(&totals.table);
    personal_stats_release(&totals.people);
    return error;
}
