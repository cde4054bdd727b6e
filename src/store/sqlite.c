/* See store.h: opening the file, and the history.
 *
 * A file is checked before anything is written to it: it must be empty or have our application id.
 * Values are bound, never pasted into SQL. Every change is one transaction, and the journal
 * (write-ahead log) is on the disk before the change counts. */
#ifdef HAVE_SQLITE3
#include "base/folder.h"
#include "base/sha256.h"
#include "contest/limits.h"
#include "store/schema.h"
#include "store/sql_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How long to wait for another process; adding a game takes a few milliseconds. */
enum { BUSY_TIMEOUT_MS = 3000 };

/* In game.seed_given, besides yes and no. */
enum { SEED_UNKNOWN = 2 };

bool store_available(void)
{
    return true;
}

/* --- opening -----------------------------------------------------------------------------------*/

/* Checks whether the file is ours, without writing. `*version` is 0 for an empty file. */
static enum error check_version(struct store *store, int64_t *version, struct message *message)
{
    int64_t application = 0, tables = 0;
    enum error error = sql_ask(store, "SELECT count(*) FROM sqlite_master", &tables, message);

    if (!error)
        error = sql_ask(store, "PRAGMA application_id", &application, message);
    if (!error)
        error = sql_ask(store, "PRAGMA user_version", version, message);
    if (error)
        return error;
    if (application == 0 && *version == 0 && tables == 0)
        return OK;
    if (application != SCHEMA_APPLICATION)
        return error_set(ERR_MISMATCH, message,
                         "%s is the database of another program; it was not changed", store->path);
    if (*version > SCHEMA_VERSION)
        return error_set(ERR_MISMATCH, message,
                         "%s was written by a newer version of Broadside (format %lld; this "
                         "program reads up to %d)",
                         store->path, (long long)*version, SCHEMA_VERSION);
    if (*version < 1)
        return error_set(ERR_MISMATCH, message, "%s has the invalid version %lld", store->path,
                         (long long)*version);
    return OK;
}

/* The same in a transaction, because another process may be creating the file right now. */
static enum error check_version_at_once(struct store *store, int64_t *version,
                                        struct message *message)
{
    enum error error = sql_run(store, "BEGIN", message);

    return error ? error : sql_finish(store, check_version(store, version, message), message);
}

/* SQL function for the schema: the sentence that version 3 stored, as settings. It was written by
 * this program; other text becomes the default limits. */
static void limits_settings(sqlite3_context *context, int count, sqlite3_value **values)
{
    const unsigned char *sentence = sqlite3_value_text(values[0]);
    char settings[LIMITS_TEXT];
    struct limits limits;
    struct writer writer;

    (void)count;
    if (!sentence || limits_parse_sentence(slice_of((const char *)sentence), &limits, NULL) != OK)
        limits = limits_default;
    writer_init(&writer, settings, sizeof settings);
    limits_print_settings(&limits, &writer);
    sqlite3_result_text(context, settings, -1, SQLITE_TRANSIENT);
}

/* Runs the steps that the file lacks. Another process may have run them since the first check. */
static enum error migrate(struct store *store, struct message *message)
{
    int64_t version = 0;
    char sql[96];
    enum error error = sql_start(store, SURVIVES_POWER_LOSS, message);

    if (error)
        return error;
    error = check_version(store, &version, message);
    if (!error && sqlite3_create_function(store->database, "limits_settings", 1, SQLITE_UTF8, NULL,
                                          limits_settings, NULL, NULL) != SQLITE_OK)
        error = sql_failed(store, message);
    for (; !error && version < SCHEMA_VERSION; version++)
        error = sql_run(store, schema_step[version], message);
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             SCHEMA_APPLICATION, SCHEMA_VERSION);
    if (!error)
        error = sql_run(store, sql, message);
    return sql_finish(store, error, message);
}

/* Against hostile files: functions in the schema, writes to the schema, invalid cells. */
static enum error protect(struct store *store, struct message *message)
{
    sqlite3_db_config(store->database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(store->database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(store->database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(store->database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    return sql_run(store, "PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON", message);
}

/* Copies all pages of the file into memory, which becomes the database of the store. */
static enum error copy_to_memory(struct store *store, struct message *message)
{
    sqlite3 *memory = NULL;
    sqlite3_backup *backup = NULL;
    int result =
        sqlite3_open_v2(":memory:", &memory,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);

    if (result == SQLITE_OK)
        backup = sqlite3_backup_init(memory, "main", store->database, "main");
    if (backup) {
        (void)sqlite3_backup_step(backup, -1);
        result = sqlite3_backup_finish(backup);
    } else if (result == SQLITE_OK) {
        result = sqlite3_errcode(memory);
    }
    if (result == SQLITE_OK) {
        sqlite3_close_v2(store->database);
        store->database = memory;
        return OK;
    }
    sqlite3_close_v2(memory);
    return error_set(result == SQLITE_NOMEM ? ERR_MEMORY : ERR_IO, message,
                     "%s has an old format and is read-only, and a copy of it cannot be made: %s",
                     store->path, sqlite3_errstr(result));
}

/* A file of an old version that cannot be written is converted in memory. */
static enum error convert_copy(struct store *store, struct message *message)
{
    enum error error = copy_to_memory(store, message);

    if (!error)
        error = protect(store, message);
    if (!error)
        error = migrate(store, message);
    store->is_copy = true;
    return error;
}

/* If the file system has no shared memory, or another process is opening the file, it keeps the old
 * kind of journal, which is just as safe. */
static bool use_log(struct store *store)
{
    sqlite3_stmt *statement = NULL;
    bool has_log = false;

    if (sqlite3_prepare_v2(store->database, "PRAGMA journal_mode = WAL", -1, &statement, NULL) ==
            SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW) {
        const unsigned char *mode = sqlite3_column_text(statement, 0);

        has_log = mode && strcmp((const char *)mode, "wal") == 0;
    }
    sqlite3_finalize(statement);
    return has_log;
}

static enum error set_up(struct store *store, struct message *message)
{
    int64_t version = 0;
    enum error error = OK;

    sqlite3_busy_timeout(store->database, BUSY_TIMEOUT_MS);
    sqlite3_extended_result_codes(store->database, 1);
    error = protect(store, message);
    if (!error)
        error = check_version_at_once(store, &version, message);
    if (error)
        return error;
    if (sqlite3_db_readonly(store->database, "main"))
        return version < SCHEMA_VERSION ? convert_copy(store, message) : OK;
    store->has_log = use_log(store);
    error = sql_run(store, "PRAGMA synchronous = FULL", message);
    if (!error && version < SCHEMA_VERSION)
        error = migrate(store, message);
    return error;
}

/* Creates a new file here, because SQLite would make it readable for everyone. An existing file is
 * not opened, because closing it would release the locks of this process. */
static enum error create_private(const char *path, struct message *message)
{
    int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    struct stat status;

    if (descriptor >= 0) {
        int reason;

        close(descriptor);
        reason = folder_sync(path);
        return reason ? error_set(ERR_IO, message, "%s: %s", path, strerror(reason)) : OK;
    }
    if (errno != EEXIST)
        return error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
    if (stat(path, &status) != 0)
        return error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
    if (!S_ISREG(status.st_mode)) /* opening a pipe would block */
        return error_set(ERR_MISMATCH, message, "%s is not a file", path);
    return OK;
}

/* The URI `file:PATH?immutable=1`; the caller frees it. NULL without memory. */
static char *immutable_uri(const char *path)
{
    size_t size = 3 * strlen(path) + 32;
    char *name = malloc(size);
    struct writer writer;

    if (!name)
        return NULL;
    writer_init(&writer, name, size);
    writer_put(&writer, path[0] == '/' ? "file://" : "file:");
    for (; *path; path++)
        writer_format(&writer, strchr("?#%", *path) ? "%%%02X" : "%c", (unsigned char)*path);
    writer_put(&writer, "?immutable=1");
    return name;
}

/* Is the file read-only for us, without a process writing to it? */
static bool is_immutable(const char *path)
{
    size_t size = strlen(path) + sizeof "-wal";
    char *log = malloc(size);
    bool is_unused = false;

    if (log) {
        snprintf(log, size, "%s-wal", path);
        is_unused = access(path, R_OK) == 0 && access(path, W_OK) != 0 && access(log, F_OK) != 0;
    }
    free(log);
    return is_unused;
}

static enum error open_as(struct store *store, const char *name, int flags, struct message *message)
{
    sqlite3_close_v2(store->database);
    store->database = NULL;
    if (sqlite3_open_v2(name, &store->database, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return store->database ? sql_failed(store, message)
                               : error_set(ERR_MEMORY, message, "%s: out of memory", store->path);
    return set_up(store, message);
}

/* A write-ahead log needs files beside the database, even for reading. If they do not exist and
 * cannot be created, as on a read-only disk or in another user's folder, the file is opened as
 * immutable. A process that writes to it meanwhile confuses only this reader. */
static enum error open_immutable(struct store *store, struct message *message)
{
    char *name = immutable_uri(store->path);
    enum error error = name ? open_as(store, name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, message)
                            : error_set(ERR_MEMORY, message, "%s: out of memory", store->path);

    free(name);
    return error;
}

static enum error new_store(const char *path, struct store **store, struct message *message)
{
    size_t size = strlen(path) + 1;

    *store = calloc(1, sizeof **store + size);
    if (!*store)
        return error_set(ERR_MEMORY, message, "%s: out of memory", path);
    memcpy((*store)->path, path, size);
    return OK;
}

/* The end of opening: without an error the caller gets the store. */
static enum error hand_over(struct store *opened, enum error error, struct store **store)
{
    *store = error ? NULL : opened;
    if (error)
        store_close(opened);
    return error;
}

enum error store_open(const char *path, struct store **store, struct message *message)
{
    struct store *opened;
    enum error error = new_store(path, &opened, message);

    if (!error)
        error = create_private(path, message);
    if (!error) {
        error = open_as(opened, path, SQLITE_OPEN_READWRITE, message);
        if (error == ERR_IO && is_immutable(path))
            error = open_immutable(opened, message);
    }
    return hand_over(opened, error, store);
}

enum error store_open_in_memory(struct store **store, struct message *message)
{
    static const char name[] = ":memory:";
    struct store *opened;
    enum error error = new_store(name, &opened, message);

    if (!error)
        error = open_as(opened, name, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, message);
    return hand_over(opened, error, store);
}

void store_close(struct store *store)
{
    if (!store)
        return;
    for (int i = 0; i < KEPT_STATEMENTS; i++)
        sqlite3_finalize(store->kept[i]);
    sqlite3_close_v2(store->database);
    claim_release(store);
    free(store);
}

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
