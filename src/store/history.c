/* See store.h: the history. Values are bound, never pasted into SQL. Every change is one
 * transaction. */
#ifdef HAVE_SQLITE3
#include "base/sha256.h"
#include "store/sql_internal.h"

#include <stdio.h>
#include <string.h>

/* In game.seed_given, besides yes and no. */
enum { SEED_UNKNOWN = 2 };

/* --- adding ------------------------------------------------------------------------------------*/

static enum error insert_game(struct store *store, const struct played_game *game,
                              struct slice record, const char *hash, struct message *message)
{
    char secret[SECRET_TEXT_SIZE];
    sqlite3_stmt *statement = NULL;
    enum error error =
        sql_prepare(store,
                    "INSERT INTO game (hash, ended, rules, winner, reason, moves, seed, seed_given,"
                    " record, secret, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    &statement, message);

    if (!error) {
        sql_bind_text(statement, 1, hash);
        sqlite3_bind_int64(statement, 2, game->when);
        sql_bind_text(statement, 3, game->rules);
        sqlite3_bind_int(statement, 4, game->winner);
        sql_bind_text(statement, 5, game->reason);
        sqlite3_bind_int(statement, 6, game->moves);
        sqlite3_bind_int64(statement, 7, game->seed.is_unknown ? 0 : (int64_t)game->seed.number);
        sqlite3_bind_int(statement, 8, game->seed.is_unknown ? SEED_UNKNOWN : game->seed_given);
        sql_bind_bytes(statement, 9, record.text, record.length);
        seed_print_secret(&game->seed, secret);
        sql_bind_text(statement, 10, secret);
        if (game->id > 0) /* otherwise it is NULL, and SQLite chooses */
            sqlite3_bind_int64(statement, 11, game->id);
        error = sql_step_done(store, statement, message);
    }
    sqlite3_finalize(statement);
    return error;
}

static enum error insert_side(struct store *store, int64_t id, int side,
                              const struct played_side *player, struct message *message)
{
    sqlite3_stmt *statement = NULL;
    enum error error = sql_prepare(store,
                                   "INSERT INTO side (game, side, name, bot, shots, hits, turns,"
                                   " advised) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                                   &statement, message);

    if (!error) {
        sqlite3_bind_int64(statement, 1, id);
        sqlite3_bind_int(statement, 2, side);
        sql_bind_text(statement, 3, player->name);
        sql_bind_text(statement, 4, player->bot);
        sqlite3_bind_int(statement, 5, player->shots);
        sqlite3_bind_int(statement, 6, player->hits);
        sqlite3_bind_int(statement, 7, player->turns);
        sqlite3_bind_int(statement, 8, player->advised);
        error = sql_step_done(store, statement, message);
    }
    sqlite3_finalize(statement);
    return error;
}

/* The game with this record, 0 if there is none. */
static enum error find_hash(struct store *store, const char *hash, int64_t *id,
                            struct message *message)
{
    sqlite3_stmt *statement = NULL;
    enum error error =
        sql_prepare(store, "SELECT id FROM game WHERE hash = ?", &statement, message);

    *id = 0;
    if (!error) {
        int result;

        sql_bind_text(statement, 1, hash);
        result = sqlite3_step(statement);
        if (result == SQLITE_ROW)
            *id = sqlite3_column_int64(statement, 0);
        else if (result != SQLITE_DONE)
            error = sql_failed(store, message);
    }
    sqlite3_finalize(statement);
    return error;
}

enum error store_add_game(struct store *store, const struct played_game *game, struct slice record,
                          int64_t *id, struct message *message)
{
    char hash[SHA256_HEX_SIZE];
    int64_t known = 0;
    enum error error = sql_start(store, SURVIVES_POWER_LOSS, message);

    if (error)
        return error;
    sha256_hex(record.text, record.length, hash);
    error = find_hash(store, hash, &known, message);
    if (!error && known == 0) {
        error = insert_game(store, game, record, hash, message);
        known = sqlite3_last_insert_rowid(store->database);
        for (int side = 0; !error && side < 2; side++)
            error = insert_side(store, known, side, &game->side[side], message);
    }
    error = sql_finish(store, error, message);
    if (!error)
        *id = known;
    return error;
}

/* --- reading -----------------------------------------------------------------------------------*/

enum error store_has_game(struct store *store, struct slice record, bool *has,
                          struct message *message)
{
    char hash[SHA256_HEX_SIZE];
    int64_t id = 0;
    enum error error;

    sha256_hex(record.text, record.length, hash);
    error = find_hash(store, hash, &id, message);
    *has = id != 0;
    return error;
}

enum error store_game_record(struct store *store, int64_t id, struct buffer *record,
                             struct message *message)
{
    sqlite3_stmt *statement = NULL;
    enum error error = sql_prepare(store,
                                   "SELECT record FROM game WHERE ?1 = 0 OR id = ?1"
                                   " ORDER BY ended DESC, id DESC LIMIT 1",
                                   &statement, message);

    if (!error) {
        int result;

        sqlite3_bind_int64(statement, 1, id);
        result = sqlite3_step(statement);
        if (result == SQLITE_ROW) {
            const void *text = sqlite3_column_blob(statement, 0);

            error =
                buffer_append(record, text ? text : "", (size_t)sqlite3_column_bytes(statement, 0));
            if (error)
                message_set(message, "%s: the record of the game is too long", store->path);
        } else if (result == SQLITE_DONE && id == 0) {
            error = error_set(ERR_UNKNOWN, message, "the history has no games yet");
        } else if (result == SQLITE_DONE) {
            error =
                error_set(ERR_UNKNOWN, message,
                          "the history has no game %lld; 'broadside stats --list' lists the games",
                          (long long)id);
        } else {
            error = sql_failed(store, message);
        }
    }
    sqlite3_finalize(statement);
    return error;
}

/* The sides of people, each with the other side: the source of both queries. */
#define SIDES "side AS me JOIN side AS other ON other.game = me.game AND other.side = 1 - me.side"
#define WANTED                                                                                     \
    " me.bot = '' AND (?1 = '' OR me.name = ?1)"                                                   \
    " AND (?2 = '' OR CASE other.bot WHEN '' THEN other.name ELSE other.bot END = ?2)"             \
    " AND (?4 = '' OR other.bot = ?4) "

/* Which values can be those of a game. Others are damage; texts are greater than all numbers. */
#define SOUND_SIDE(side)                                                                           \
    side ".shots BETWEEN 0 AND 1000000 AND " side ".hits BETWEEN 0 AND " side ".shots"             \
         " AND " side ".turns BETWEEN 0 AND 1000000 AND " side ".advised BETWEEN 0 AND 1000000"
#define SOUND_GAME                                                                                 \
    "game.ended BETWEEN 0 AND 253402300799 AND game.winner BETWEEN 0 AND 2"                        \
    " AND game.moves BETWEEN 0 AND 1000000 AND game.seed_given BETWEEN 0 AND 2"

enum error store_count_damaged(struct store *store, int64_t *count, struct message *message)
{
    return sql_ask(store,
                   "SELECT count(*) FROM game JOIN side AS a ON a.game = game.id AND a.side = 0"
                   " JOIN side AS b ON b.game = game.id AND b.side = 1 WHERE NOT"
                   " coalesce(" SOUND_GAME " AND " SOUND_SIDE("a") " AND " SOUND_SIDE("b") ", 0)",
                   count, message);
}

static void bind_filter(sqlite3_stmt *statement, const struct history_filter *filter)
{
    sql_bind_text(statement, 1, filter->player);
    sql_bind_text(statement, 2, filter->opponent);
    sql_bind_text(statement, 3, filter->rules);
    sql_bind_text(statement, 4, filter->bot);
    sqlite3_bind_int(statement, 5, filter->limit > 0 ? filter->limit : -1);
}

static void take_side(sqlite3_stmt *statement, int column, struct played_side *side)
{
    sql_take_text(statement, column, side->name, sizeof side->name);
    sql_take_text(statement, column + 1, side->bot, sizeof side->bot);
    side->shots = sql_take_int(statement, column + 2);
    side->hits = sql_take_int(statement, column + 3);
    side->turns = sql_take_int(statement, column + 4);
    side->advised = sql_take_int(statement, column + 5);
}

static void take_game(sqlite3_stmt *statement, struct played_game *game)
{
    char secret[SECRET_TEXT_SIZE];

    *game = (struct played_game){.id = sqlite3_column_int64(statement, 0),
                                 .when = sqlite3_column_int64(statement, 1),
                                 .winner = sql_take_int(statement, 3),
                                 .moves = sql_take_int(statement, 5),
                                 .seed = {.number = (uint64_t)sqlite3_column_int64(statement, 6)}};
    game->seed.is_unknown = sql_take_int(statement, 7) == SEED_UNKNOWN;
    game->seed_given = sql_take_int(statement, 7) != 0 && !game->seed.is_unknown;
    sql_take_text(statement, 2, game->rules, sizeof game->rules);
    sql_take_text(statement, 4, game->reason, sizeof game->reason);
    take_side(statement, 8, &game->side[0]);
    take_side(statement, 14, &game->side[1]);
    sql_take_text(statement, 20, secret, sizeof secret);
    (void)seed_parse_secret(slice_of(secret), &game->seed, NULL); /* none if it was tampered with */
}

enum error store_games(struct store *store, const struct history_filter *filter,
                       bool (*each)(void *context, const struct played_game *game), void *context,
                       struct message *message)
{
    static const char sql[] =
        "SELECT game.id, game.ended, game.rules, game.winner, game.reason, game.moves, game.seed,"
        " game.seed_given, a.name, a.bot, a.shots, a.hits, a.turns, a.advised,"
        " b.name, b.bot, b.shots, b.hits, b.turns, b.advised, game.secret"
        " FROM game JOIN side AS a ON a.game = game.id AND a.side = 0"
        " JOIN side AS b ON b.game = game.id AND b.side = 1"
        " WHERE " SOUND_GAME " AND " SOUND_SIDE("a") " AND " SOUND_SIDE(
            "b") " AND (?3 = '' OR game.rules = ?3)"
                 " AND EXISTS (SELECT 1 FROM " SIDES " WHERE me.game = game.id AND" WANTED ")"
                 " ORDER BY game.ended DESC, game.id DESC LIMIT ?5";
    sqlite3_stmt *statement = NULL;
    struct played_game game;
    int result = SQLITE_DONE;
    enum error error = sql_prepare(store, sql, &statement, message);

    if (error)
        return error;
    bind_filter(statement, filter);
    while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
        take_game(statement, &game);
        if (!each(context, &game))
            break;
    }
    if (result != SQLITE_ROW && result != SQLITE_DONE)
        error = sql_failed(store, message);
    sqlite3_finalize(statement);
    return error;
}

static void take_played(sqlite3_stmt *statement, struct standing_game *game)
{
    *game = (struct standing_game){.opponent_is_bot = sql_take_int(statement, 2) != 0,
                                   .result = sql_take_int(statement, 4),
                                   .shots = sql_take_int(statement, 6),
                                   .hits = sql_take_int(statement, 7),
                                   .advised = sql_take_int(statement, 8),
                                   .when = sqlite3_column_int64(statement, 9)};
    sql_take_text(statement, 0, game->player, sizeof game->player);
    sql_take_text(statement, 1, game->opponent, sizeof game->opponent);
    sql_take_text(statement, 3, game->rules, sizeof game->rules);
    sql_take_text(statement, 5, game->reason, sizeof game->reason);
}

/* The games of a row follow each other, so that it is found at once. */
static const char played_sql[] =
    "SELECT me.name AS player,"
    " CASE other.bot WHEN '' THEN other.name ELSE other.bot END AS opponent,"
    " other.bot <> '' AS is_bot, game.rules AS rules,"
    " CASE game.winner WHEN me.side THEN 1 WHEN 2 THEN 0 ELSE -1 END,"
    " game.reason, me.shots, me.hits, me.advised, game.ended"
    " FROM " SIDES " JOIN game ON game.id = me.game"
    " WHERE " SOUND_GAME " AND " SOUND_SIDE("me") " AND " SOUND_SIDE(
        "other") " AND (?3 = '' OR game.rules = ?3) AND" WANTED
                 " ORDER BY player, opponent, is_bot, rules, game.ended, game.id, me.side";

enum error store_standings(struct store *store, const struct history_filter *filter,
                           bool (*each)(void *context, const struct standing *standing),
                           void *context, struct message *message)
{
    sqlite3_stmt *statement = NULL;
    struct standing_table table = {0};
    struct standing_game game;
    int result = SQLITE_DONE;
    enum error error = sql_prepare(store, played_sql, &statement, message);

    if (error)
        return error;
    bind_filter(statement, filter);
    while (!error && (result = sqlite3_step(statement)) == SQLITE_ROW) {
        take_played(statement, &game);
        if (standing_add(&table, &game) != OK)
            error = error_set(ERR_MEMORY, message, "out of memory");
    }
    if (!error && result != SQLITE_DONE)
        error = sql_failed(store, message);
    sqlite3_finalize(statement);
    standing_sort(&table);
    for (int i = 0; !error && i < table.rows && (filter->limit <= 0 || i < filter->limit); i++)
        if (!each(context, &table.row[i]))
            break;
    standing_release(&table);
    return error;
}
#endif
