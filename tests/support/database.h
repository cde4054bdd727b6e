/* A database of the store from outside, as another program would see it. For inclusion after
 * cmocka.h, in tests that are built with SQLite. */
#ifndef TESTS_SUPPORT_DATABASE_H
#define TESTS_SUPPORT_DATABASE_H

#include <sqlite3.h>
#include <stdint.h>

static inline void tamper(const char *path, const char *sql)
{
    sqlite3 *database = NULL;
    char *why = NULL;

    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    if (sqlite3_exec(database, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", sql, why);
    sqlite3_close(database);
}

/* The first column of the first row. */
static inline int64_t number_from(const char *path, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    sqlite3 *database = NULL;
    int64_t number;

    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(database, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return number;
}

#endif
