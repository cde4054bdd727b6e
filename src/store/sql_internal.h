/* Shared by the files of the SQLite store: the handle, error messages, transactions, statements and
 * values. Other layers use store.h and tournaments.h. */
#ifndef BROADSIDE_STORE_SQL_INTERNAL_H
#define BROADSIDE_STORE_SQL_INTERNAL_H

#include "base/text.h"
#include "store/store.h"

#include <sqlite3.h>

/* Statements that are used for every match and stay prepared while the store is open. */
enum kept_statement {
    KEPT_MATCH,
    KEPT_ROUNDS,
    KEPT_HEAT,
    KEPT_TROUBLE,
    KEPT_RECORD,
    KEPT_READ_ROUNDS,
    KEPT_READ_HEAT,
    KEPT_READ_TROUBLE,
    KEPT_READ_RECORDS,
    KEPT_STATEMENTS
};

struct store {
    sqlite3 *database;
    sqlite3_stmt *kept[KEPT_STATEMENTS];
    struct message last; /* the last error of SQLite */
    bool is_copy;        /* in memory, of a file that cannot be written */
    bool has_log;        /* the journal is a write-ahead log */
    bool is_light;       /* commits do not wait for the disk */
    int64_t board_of;    /* a tournament and the cells of its board; 0 for none */
    int board_cells;
    bool has_claim; /* claim_fd is open; see claim.c */
    int claim_fd;
    char path[]; /* for messages */
};

/* Releases what tournament_claim locked. The database must already be closed. */
void claim_release(struct store *store);

/* The URI `file:PATH?immutable=1`; the caller frees it. NULL without memory. */
char *sql_immutable_uri(const char *path);

/* Can this be a file that store_publish has written? ERR_UNKNOWN if there is none, ERR_MISMATCH if
 * it is not a file or was cut off, ERR_BUSY if it is in use as a database. */
enum error sql_check_published(const char *path, struct message *message);

/* Reports the last error of SQLite. */
enum error sql_failed(struct store *store, struct message *message);

enum error sql_run(struct store *store, const char *sql, struct message *message);
enum error sql_prepare(struct store *store, const char *sql, sqlite3_stmt **statement,
                       struct message *message);

/* Runs a statement that returns one number. */
enum error sql_ask(struct store *store, const char *sql, int64_t *number, struct message *message);

/* What a committed transaction survives. */
enum durability {
    SURVIVES_POWER_LOSS, /* waits for the disk: a person's game cannot be played again */
    SURVIVES_CRASH,      /* does not wait: after a power failure the last matches may be missing */
};

/* Every start that succeeds must be finished. */
enum error sql_start(struct store *store, enum durability durability, struct message *message);

/* Commits if `error` is OK, otherwise rolls back. A commit that fails is rolled back too. */
enum error sql_finish(struct store *store, enum error error, struct message *message);

/* Takes a kept statement, which is prepared the first time, and gives it back. While it is in use,
 * a second one can be taken, because callbacks may query the store. */
enum error sql_take(struct store *store, enum kept_statement which, const char *sql,
                    sqlite3_stmt **statement, struct message *message);
void sql_give(struct store *store, enum kept_statement which, sqlite3_stmt *statement);

void sql_bind_text(sqlite3_stmt *statement, int column, const char *text);
void sql_bind_bytes(sqlite3_stmt *statement, int column, const void *bytes, size_t size);

/* A bind that failed leaves NULL, which every column rejects. */
enum error sql_step_done(struct store *store, sqlite3_stmt *statement, struct message *message);

/* Makes the text printable, because the file is not trusted. */
void sql_take_text(sqlite3_stmt *statement, int column, char *to, size_t size);
int sql_take_int(sqlite3_stmt *statement, int column);

#endif
