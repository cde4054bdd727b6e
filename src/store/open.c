/* See store.h: opening and closing the file, and copies of it.
 *
 * A file is checked before anything is written to it: it must be empty or have our application id.
 * The journal (write-ahead log) is on the disk before a change counts. */
#ifdef HAVE_SQLITE3
#include "base/folder.h"
#include "base/outfile.h"
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

bool store_available(void)
{
    return true;
}

/* --- the contents ------------------------------------------------------------------------------*/

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

/* Copies all pages. Returns a result code of SQLite. */
static int copy_pages(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");

    if (!backup)
        return sqlite3_errcode(to);
    (void)sqlite3_backup_step(backup, -1);
    return sqlite3_backup_finish(backup);
}

/* Copies the file into memory, which becomes the database of the store. */
static enum error copy_to_memory(struct store *store, struct message *message)
{
    sqlite3 *memory = NULL;
    int result =
        sqlite3_open_v2(":memory:", &memory,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);

    if (result == SQLITE_OK)
        result = copy_pages(store->database, memory);
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

/* --- opening -----------------------------------------------------------------------------------*/

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

char *sql_immutable_uri(const char *path)
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
    char *name = sql_immutable_uri(store->path);
    enum error error = name ? open_as(store, name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, message)
                            : error_set(ERR_MEMORY, message, "%s: out of memory", store->path);

    free(name);
    return error;
}

/* NULL without memory. */
static struct store *new_store(const char *path, struct message *message)
{
    size_t size = strlen(path) + 1;
    struct store *store = calloc(1, sizeof *store + size);

    if (store)
        memcpy(store->path, path, size);
    else
        (void)error_set(ERR_MEMORY, message, "%s: out of memory", path);
    return store;
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
    struct store *opened = new_store(path, message);
    enum error error = opened ? OK : ERR_MEMORY;

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
    struct store *opened = new_store(name, message);
    enum error error = opened ? OK : ERR_MEMORY;

    if (!error)
        error = open_as(opened, name, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, message);
    return hand_over(opened, error, store);
}

/* SQLite keeps a database without a name in a file that it deletes as soon as it is open. */
enum error store_open_scratch(struct store **store, struct message *message)
{
    struct store *opened = new_store("scratch database", message);
    enum error error = opened ? OK : ERR_MEMORY;

    if (!error)
        error = open_as(opened, "", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI,
                        message);
    return hand_over(opened, error, store);
}

/* SQLite takes what is missing of the last page for zeros, so a file that was cut off could still
 * be read. The header has the size of a page at byte 16, where 1 means 65536. */
static enum error check_whole(int descriptor, off_t size, const char *path, struct message *message)
{
    static const char magic[] = "SQLite format 3";
    unsigned char header[18];
    ssize_t got = pread(descriptor, header, sizeof header, 0);
    off_t page = 1;

    if (got < 0)
        return error_set(ERR_IO, message, "cannot read %s: %s", path, strerror(errno));
    if (got == (ssize_t)sizeof header) {
        if (memcmp(header, magic, sizeof magic) != 0)
            return OK; /* not a database, as SQLite will say */
        page = header[16] << 8 | header[17];
        page = page == 1 ? 65536 : page;
    }
    if (page >= 512 && size % page == 0)
        return OK;
    return error_set(ERR_MISMATCH, message,
                     "%s is damaged: its end is missing; remove it, and write it again", path);
}

/* A database that is in use, or was not closed, has its newest rows in a log beside it. */
static enum error check_log(const char *path, struct message *message)
{
    size_t size = strlen(path) + sizeof "-wal";
    char *log = malloc(size);
    bool is_open;

    if (!log)
        return error_set(ERR_MEMORY, message, "out of memory");
    snprintf(log, size, "%s-wal", path);
    is_open = access(log, F_OK) == 0;
    free(log);
    return is_open ? error_set(ERR_BUSY, message,
                               "%s is being written, or was not closed (%s-wal exists)", path, path)
                   : OK;
}

enum error sql_check_published(const char *path, struct message *message)
{
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe would block */
    struct stat status;
    enum error error = OK;

    if (descriptor < 0)
        return error_set(errno == ENOENT ? ERR_UNKNOWN : ERR_IO, message, "%s: %s", path,
                         strerror(errno));
    if (fstat(descriptor, &status) != 0)
        error = error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
    else if (!S_ISREG(status.st_mode))
        error = error_set(ERR_MISMATCH, message, "%s is not a file", path);
    else
        error = check_whole(descriptor, status.st_size, path, message);
    close(descriptor);
    return error ? error : check_log(path, message);
}

enum error store_open_published(const char *path, struct store **store, struct message *message)
{
    struct store *opened = new_store(path, message);
    enum error error = opened ? OK : ERR_MEMORY;

    if (!error)
        error = sql_check_published(path, message);
    if (!error)
        error = open_immutable(opened, message);
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

/* --- publishing --------------------------------------------------------------------------------*/

/* Nobody else knows the name of the new file, so it needs neither locks nor a journal, which
 * network file systems handle badly. */
static enum error write_copy(struct store *store, const char *path, const char *target,
                             struct message *message)
{
    sqlite3 *copy = NULL;
    int result =
        sqlite3_open_v2(path, &copy, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, "unix-none");

    if (result == SQLITE_OK)
        result = sqlite3_exec(copy, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", NULL,
                              NULL, NULL);
    if (result == SQLITE_OK)
        result = copy_pages(store->database, copy);
    sqlite3_close_v2(copy);
    if (result == SQLITE_OK)
        return OK;
    return error_set(result == SQLITE_NOMEM ? ERR_MEMORY : ERR_IO, message, "%s: %s", target,
                     sqlite3_errstr(result));
}

enum error store_publish(struct store *store, const char *path, struct message *message)
{
    struct outfile file;
    struct stat status;
    enum error error;

    if (lstat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return error_set(ERR_IO, message, "%s is not a file", path);
    error = outfile_open(&file, path, message);
    if (error)
        return error;
    outfile_make_private(&file);
    error = write_copy(store, file.temporary, path, message);
    if (!error)
        return outfile_commit(&file, message);
    outfile_abandon(&file);
    return error;
}
#endif
