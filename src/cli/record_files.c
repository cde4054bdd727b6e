#include "cli/record_files.h"

#include "base/outfile.h"
#include "cli/play_store.h"
#include "session/recorded_game.h"
#include "session/session.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { FILE_CAP = 64 << 20, RECORD_CAP = 1 << 20, CLOCK_ERROR = 24 * 60 * 60 /* seconds */ };

/* --- reading -----------------------------------------------------------------------------------*/

struct reading {
    struct store *games;
    struct record_files *files;
    struct recorded_game game;
    struct buffer file, text;
    int64_t modified; /* of the file */
    int records;      /* in all files so far */
};

/* When the game ended. A time that cannot be true is reported; clocks may differ by a day. */
static int64_t time_of(const struct reading *reading, const char *path)
{
    const struct recorded_game *game = &reading->game;
    struct record_files *files = reading->files;
    bool is_future = game->notes.ended > (int64_t)time(NULL) + CLOCK_ERROR;

    if (game->ended_line == 0)
        return reading->modified;
    if (game->notes.ended > 0 && !is_future)
        return game->notes.ended;
    if (files->wrong_times++ == 0)
        message_set(&files->wrong_time, "%s: line %d: '# ended %s' is %s", path, game->ended_line,
                    slice_quote(game->ended_text).text,
                    is_future ? "in the future" : "not a time such as 2026-11-18T10:50:38Z");
    return reading->modified;
}

static void describe(const struct reading *reading, const char *path, struct played_game *played)
{
    const struct recorded_game *game = &reading->game;
    const struct record *record = &game->reader.record;

    play_store_describe(&game->reader.game, played);
    played->when = time_of(reading, path);
    played->moves = game->reader.moves;
    played->seed = record->seed;
    played->seed.is_unknown = !record->has_seed;
    played->seed_given = game->notes.seed_given;
    for (int i = 0; i < 2; i++) {
        text_printable(played->side[i].name, sizeof played->side[i].name, record->name[i]);
        text_printable(played->side[i].bot, sizeof played->side[i].bot, game->notes.bot[i]);
        played->side[i].advised = game->advised[i];
    }
}

static enum error keep_game(struct reading *reading, const struct listed_record *record,
                            const char *path, struct message *message)
{
    const struct recorded_game *game = &reading->game;
    bool is_solo = game->reader.record.solo;
    struct played_game played;
    int64_t id;

    if (!game_status(&game->reader.game)->over) {
        reading->files->unfinished++;
        return OK;
    }
    if (is_solo || (game->notes.bot[SIDE_A][0] && game->notes.bot[SIDE_B][0])) {
        reading->files->without_person++;
        return OK;
    }
    /* The program writes the result with the last move. Without it, the text was cut, and a whole
     * record of the same game would be a second game. */
    if (!session_saved_has_result(record->text)) {
        reading->files->without_result++;
        return OK;
    }
    reading->text.length = 0;
    if (recorded_game_text(record, &reading->text) != OK)
        return error_set(ERR_FULL, message, "line %d: the record is too long", record->before + 1);
    describe(reading, path, &played);
    played.id = reading->records; /* as replay --game counts */
    return store_add_game(reading->games, &played,
                          (struct slice){reading->text.data, reading->text.length}, &id, message);
}

static enum error read_file(struct reading *reading, const char *path, struct message *message)
{
    struct listed_record record;
    struct record_list list;
    struct stat status;
    int records = 0;
    enum error error;

    reading->file.length = 0;
    reading->modified = stat(path, &status) == 0 ? (int64_t)status.st_mtime : (int64_t)time(NULL);
    error = buffer_read_file(&reading->file, path, message);
    if (error)
        return ERR_IO; /* the message names the file */
    list = record_list_of((struct slice){reading->file.data, reading->file.length});
    for (; !error && record_list_next(&list, &record); records++) {
        reading->records++;
        error = recorded_game_read(&reading->game, &record, message);
        if (!error)
            error = keep_game(reading, &record, path, message);
    }
    if (!error && records == 0)
        error = error_set(ERR_MISMATCH, message, "there is no record in this file");
    if (error)
        message_prefix(message, "%s", path);
    return error ? ERR_MISMATCH : OK; /* the files are wrong, not the command line */
}

enum error record_files_read(const char *const *paths, int count, struct store **games,
                             struct record_files *files, struct message *message)
{
    struct reading *reading = calloc(1, sizeof *reading); /* large */
    enum error error = OK;

    *games = NULL;
    *files = (struct record_files){0};
    if (!reading)
        return error_set(ERR_MEMORY, message, "out of memory");
    buffer_init(&reading->file, FILE_CAP);
    buffer_init(&reading->text, RECORD_CAP);
    reading->files = files;
    error = store_open_in_memory(&reading->games, message);
    for (int i = 0; !error && i < count; i++)
        error = read_file(reading, paths[i], message);
    if (error)
        store_close(reading->games);
    else
        *games = reading->games;
    buffer_release(&reading->file);
    buffer_release(&reading->text);
    free(reading);
    return error;
}

/* --- passing on --------------------------------------------------------------------------------*/

/* Games with their records. The store lists the latest first. */
struct passing {
    struct played_game *game;
    int count, room;
    bool is_full;
    struct buffer record;
};

static bool collect(void *context, const struct played_game *game)
{
    struct passing *passing = context;

    if (passing->count == passing->room) {
        int room = passing->room > 0 ? 2 * passing->room : 64;
        struct played_game *larger = realloc(passing->game, (size_t)room * sizeof *larger);

        passing->is_full = !larger;
        if (!larger)
            return false;
        passing->game = larger;
        passing->room = room;
    }
    passing->game[passing->count++] = *game;
    return true;
}

static enum error start_passing(struct passing *passing, struct store *games,
                                const struct history_filter *filter, struct message *message)
{
    enum error error;

    *passing = (struct passing){.count = 0};
    buffer_init(&passing->record, RECORD_CAP);
    error = store_games(games, filter, collect, passing, message);
    return !error && passing->is_full ? error_set(ERR_MEMORY, message, "out of memory") : error;
}

static void end_passing(struct passing *passing)
{
    buffer_release(&passing->record);
    free(passing->game);
}

static enum error read_record(struct passing *passing, struct store *games, int index,
                              struct slice *record, struct message *message)
{
    enum error error;

    passing->record.length = 0;
    error = store_game_record(games, passing->game[index].id, &passing->record, message);
    *record = (struct slice){passing->record.data, passing->record.length};
    return error;
}

/* Does the list have this game with a record that only lacks the seed at its end, or the other way
 * round? If `longer`, only records with more text count. */
static enum error find_cut(struct passing *list, struct store *store,
                           const struct played_game *game, struct slice record, bool longer,
                           bool *has, struct message *message)
{
    struct slice other;
    enum error error = OK;

    for (int i = 0; !error && !*has && i < list->count; i++) {
        const struct played_game *listed = &list->game[i];
        size_t length;

        if (listed->moves != game->moves || (!listed->seed.is_unknown && !game->seed.is_unknown))
            continue;
        error = read_record(list, store, i, &other, message);
        length = other.length < record.length ? other.length : record.length;
        *has = !error && (!longer || other.length > record.length) &&
               memcmp(other.text, record.text, length) == 0;
    }
    return error;
}

enum error record_files_import(struct store *games, struct store *history, int *added, int *known,
                               struct message *message)
{
    struct history_filter all = {"", "", "", 0, ""};
    struct passing passing, others = {0}, stored = {0};
    struct slice record;
    enum error error = start_passing(&passing, games, &all, message);

    if (!error)
        error = start_passing(&others, games, &all, message);
    if (!error)
        error = start_passing(&stored, history, &all, message);
    *added = *known = 0;
    for (int i = passing.count - 1; !error && i >= 0; i--) {
        int64_t id;
        bool has = false;

        error = read_record(&passing, games, i, &record, message);
        if (!error)
            error = store_has_game(history, record, &has, message);
        if (!error && !has)
            error = find_cut(&stored, history, &passing.game[i], record, false, &has, message);
        if (!error && !has)
            error = find_cut(&others, games, &passing.game[i], record, true, &has, message);
        passing.game[i].id = 0; /* the history has its own numbers */
        if (!error && !has)
            error = store_add_game(history, &passing.game[i], record, &id, message);
        *added += !error && !has;
        *known += !error && has;
    }
    end_passing(&stored);
    end_passing(&others);
    end_passing(&passing);
    return error;
}

static void write_game(struct outfile *file, const struct played_game *game, struct slice record)
{
    struct game_notes notes = {.ended = game->when, .seed_given = game->seed_given};
    char text[NOTES_SIZE];
    struct writer writer;

    _Static_assert(PLAYER_SIZE == (int)NAME_SIZE, "notes have room for a bot");
    for (int side = 0; side < 2; side++)
        memcpy(notes.bot[side], game->side[side].bot, sizeof notes.bot[side]);
    writer_init(&writer, text, sizeof text);
    recorded_game_write_notes(&notes, &writer);
    outfile_write(file, text, strlen(text));
    outfile_write(file, record.text, record.length);
}

enum error record_files_export(struct store *games, const struct history_filter *filter,
                               const char *path, int *count, struct message *message)
{
    struct passing passing;
    struct outfile file;
    struct slice record;
    enum error error = start_passing(&passing, games, filter, message);

    *count = passing.count;
    if (!error && passing.count == 0) /* an empty file might replace one with games */
        error =
            error_set(ERR_MISMATCH, message, "there is no such game, so '%s' is not written", path);
    if (!error)
        error = outfile_open(&file, path, message);
    if (!error) {
        outfile_make_private(&file); /* as the history is */
        for (int i = passing.count - 1; !error && i >= 0; i--) {
            error = read_record(&passing, games, i, &record, message);
            if (!error)
                write_game(&file, &passing.game[i], record);
        }
        if (error)
            outfile_abandon(&file);
        else
            error = outfile_commit(&file, message);
    }
    end_passing(&passing);
    return error;
}
