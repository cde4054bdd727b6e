#ifdef HAVE_SQLITE3
#include "store/sql_internal.h"

#include <errno.h>
#include <string.h>

/* --- sentences ---------------------------------------------------------------------------------*/

/* Which operation failed, of those that SQLite reports as SQLITE_IOERR. */
static const char *name_operation(int code)
{
    switch (code) {
    case SQLITE_IOERR_WRITE:
    case SQLITE_IOERR_FSYNC:
    case SQLITE_IOERR_DIR_FSYNC:
    case SQLITE_IOERR_TRUNCATE:
    case SQLITE_IOERR_SHMSIZE:
        return "write";
    case SQLITE_IOERR_LOCK:
    case SQLITE_IOERR_RDLOCK:
    case SQLITE_IOERR_UNLOCK:
    case SQLITE_IOERR_SHMLOCK:
        return "lock";
    default:
        return "read";
    }
}

/* `reason` is errno, 0 if it is unknown. */
static enum error name_io_failure(const struct store *store, int reason, struct message *message)
{
    int code = sqlite3_extended_errcode(store->database);

    if (reason == ENOSPC)
        return error_set(ERR_IO, message, "%s: the disk is full", store->path);
    return error_set(ERR_IO, message, "cannot %s %s: %s%s", name_operation(code), store->path,
                     reason ? strerror(reason) : sqlite3_errmsg(store->database),
                     reason == EFBIG ? "; check file size limits" : "");
}

static enum error name_open_failure(const struct store *store, int reason, struct message *message)
{
    bool is_forbidden = reason == 0 || reason == EACCES || reason == EPERM || reason == ENOENT;

    return error_set(ERR_IO, message, "cannot open the database %s: %s%s%s", store->path,
                     is_forbidden ? "it and its folder must be writable" : "",
                     is_forbidden && reason ? ": " : "", reason ? strerror(reason) : "");
}

/* SQLite calls a file damaged if the disk cannot read it, and then does not keep errno. That error
 * is not the file's: repairing or moving it away would be wrong. */
static bool is_read_error(int code, int reason)
{
    return code == SQLITE_CORRUPT && (reason == EIO || reason == ENXIO);
}

static enum error name_failure(const struct store *store, struct message *message)
{
    const char *path = store->path;
    int last = errno, reason = sqlite3_system_errno(store->database);
    int code = sqlite3_errcode(store->database) & 0xff;

    if (is_read_error(code, last))
        return error_set(ERR_IO, message, "cannot read %s: %s", path, strerror(last));
    switch (code) {
    case SQLITE_NOTADB:
        return error_set(ERR_MISMATCH, message, "%s is not a database; it was not changed", path);
    case SQLITE_CORRUPT:
        return error_set(ERR_MISMATCH, message,
                         "the database %s is damaged; move it away, or repair it with sqlite3's "
                         ".recover command",
                         path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return error_set(ERR_BUSY, message, "the database %s is locked by another process", path);
    case SQLITE_FULL:
        return error_set(ERR_IO, message, "%s: the disk is full", path);
    case SQLITE_NOMEM:
        return error_set(ERR_MEMORY, message, "%s: out of memory", path);
    case SQLITE_READONLY:
        return error_set(ERR_IO, message, "the database %s is read-only", path);
    case SQLITE_CANTOPEN:
        return name_open_failure(store, reason, message);
    case SQLITE_IOERR:
        return name_io_failure(store, reason ? reason : last, message); /* not kept by a commit */
    default:
        return error_set(ERR_IO, message, "%s: %s", path, sqlite3_errmsg(store->database));
    }
}

enum error sql_failed(struct store *store, struct message *message)
{
    enum error error = name_failure(store, &store->last);

    if (message)
        *message = store->last;
    return error;
}

/* --- statements --------------------------------------------------------------------------------*/

enum error sql_run(struct store *store, const char *sql, struct message *message)
{
    return sqlite3_exec(store->database, sql, NULL, NULL, NULL) == SQLITE_OK
               ? OK
               : sql_failed(store, message);
}

enum error sql_prepare(struct store *store, const char *sql, sqlite3_stmt **statement,
                       struct message *message)
{
    return sqlite3_prepare_v2(store->database, sql, -1, statement, NULL) == SQLITE_OK
               ? OK
               : sql_failed(store, message);
}

enum error sql_ask(struct store *store, const char *sql, int64_t *number, struct message *message)
{
    sqlite3_stmt *statement = NULL;
    enum error error = sql_prepare(store, sql, &statement, message);

    if (!error) {
        if (sqlite3_step(statement) == SQLITE_ROW)
            *number = sqlite3_column_int64(statement, 0);
        else
            error = sql_failed(store, message);
    }
    sqlite3_finalize(statement);
    return error;
}

enum error sql_take(struct store *store, enum kept_statement which, const char *sql,
                    sqlite3_stmt **statement, struct message *message)
{
    *statement = store->kept[which];
    store->kept[which] = NULL;
    if (*statement)
        return OK;
    return sqlite3_prepare_v3(store->database, sql, -1, SQLITE_PREPARE_PERSISTENT, statement,
                              NULL) == SQLITE_OK
               ? OK
               : sql_failed(store, message);
}

void sql_give(struct store *store, enum kept_statement which, sqlite3_stmt *statement)
{
    sqlite3_reset(statement);
    if (!statement || store->kept[which]) {
        sqlite3_finalize(statement);
        return;
    }
    sqlite3_clear_bindings(statement); /* they point to the caller's memory */
    store->kept[which] = statement;
}

/* --- transactions ------------------------------------------------------------------------------*/

/* Only a write-ahead log stays consistent without waiting for the disk. With the old kind of
 * journal, a power failure could leave half a change. */
static enum error set_durability(struct store *store, enum durability durability,
                                 struct message *message)
{
    bool light = durability == SURVIVES_CRASH && store->has_log;
    enum error error = OK;

    if (light != store->is_light)
        error = sql_run(store, light ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL",
                        message);
    if (!error)
        store->is_light = light;
    return error;
}

enum error sql_start(struct store *store, enum durability durability, struct message *message)
{
    enum error error;

    if (store->is_copy || /* SQLite would fail only at the first change */
        sqlite3_db_readonly(store->database, "main"))
        return error_set(ERR_IO, message, "the database %s is read-only", store->path);
    error = set_durability(store, durability, message);
    return error ? error : sql_run(store, "BEGIN IMMEDIATE", message);
}

enum error sql_finish(struct store *store, enum error error, struct message *message)
{
    if (!error)
        error = sql_run(store, "COMMIT", message);
    if (error && !sqlite3_get_autocommit(store->database))
        sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
    return error;
}

/* --- values ------------------------------------------------------------------------------------*/

void sql_bind_text(sqlite3_stmt *statement, int column, const char *text)
{
    sqlite3_bind_text(statement, column, text ? text : "", -1, SQLITE_STATIC);
}

void sql_bind_bytes(sqlite3_stmt *statement, int column, const void *bytes, size_t size)
{
    sqlite3_bind_blob64(statement, column, size ? bytes : "", size, SQLITE_STATIC);
}

enum error sql_step_done(struct store *store, sqlite3_stmt *statement, struct message *message)
{
    return sqlite3_step(statement) == SQLITE_DONE ? OK : sql_failed(store, message);
}

void sql_take_text(sqlite3_stmt *statement, int column, char *to, size_t size)
{
    const unsigned char *text = sqlite3_column_text(statement, column);

    text_printable(to, size, text ? (const char *)text : "");
}

int sql_take_int(sqlite3_stmt *statement, int column)
{
    return sqlite3_column_int(statement, column);
}
#endif
