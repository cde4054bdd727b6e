/* What the parts of the SQLite store share: the handle, sentences for errors, transactions,
 * statements and values. For files of this folder only; others see store.h and tournaments.h. */
#ifndef BROADSIDE_STORE_SQLITE_INTERNAL_H
#define BROADSIDE_STORE_SQLITE_INTERNAL_H

#include "base/text.h"
#include "store/store.h"

#include <sqlite3.h>

/* Statements that are used for every match; they stay prepared as long as the store is open. */
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
    struct message last; /* what SQLite last complained about */
    bool has_log;        /* the journal is a write-ahead log */
    bool is_light;       /* commits do not wait for the disk */
    int64_t board_of;    /* a tournament and the cells of its board; 0 for none */
    int board_cells;
    bool has_claim; /* claim_fd is open; see claim.c */
    int claim_fd;
    char path[]; /* for messages */
};

/* Gives back what tournament_claim took; the database must be closed by then. */
void claim_release(struct store *store);

/* What SQLite last complained about, as a sentence. */
enum error sql_failed(struct store *store, struct message *message);

enum error sql_run(struct store *store, const char *sql, struct message *message);
enum error sql_prepare(struct store *store, const char *sql, sqlite3_stmt **statement,
                       struct message *message);

/* A statement that gives one number. */
enum error sql_ask(struct store *store, const char *sql, int64_t *number, struct message *message);

/* What a transaction survives once it is committed. Both survive the death of the process. */
enum care {
    CARE_POWER, /* a power failure, too: a person's game is not played again */
    CARE_CRASH, /* after a power failure the last ones may be missing, and nothing else: no wait for
                   the disk. Matches can be played again, and there are thousands of them. */
};

/* Every start that succeeds must be finished. */
enum error sql_start(struct store *store, enum care care, struct message *message);

/* Commits after success; everything is as before after an error, a failing commit included. */
enum error sql_finish(struct store *store, enum error error, struct message *message);

/* A kept statement is taken for use, prepared the first time, and given back. While it is out
 * another one can be taken for the same use: callbacks may ask the store again. */
enum error sql_take(struct store *store, enum kept_statement which, const char *sql,
                    sqlite3_stmt **statement, struct message *message);
void sql_give(struct store *store, enum kept_statement which, sqlite3_stmt *statement);

void sql_bind_text(sqlite3_stmt *statement, int column, const char *text);
void sql_bind_bytes(sqlite3_stmt *statement, int column, const void *bytes, size_t size);

/* A failing bind leaves NULL behind, which every column refuses. */
enum error sql_step_done(struct store *store, sqlite3_stmt *statement, struct message *message);

/* The file may come from anywhere: what it says is not trusted to be printable. */
void sql_take_text(sqlite3_stmt *statement, int column, char *to, size_t size);
int sql_take_int(sqlite3_stmt *statement, int column);

#endif
