/* Checks that a database is intact: check_database FILE. Prints what is wrong, with status 1. */
#include <stdio.h>

#ifdef HAVE_SQLITE3
#include <sqlite3.h>
#include <string.h>

int main(int argc, char **argv)
{
    sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;
    const char *answer = NULL;
    int status = 1;

    if (argc != 2)
        return 2;
    if (sqlite3_open_v2(argv[1], &database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(database, "PRAGMA integrity_check", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        answer = (const char *)sqlite3_column_text(statement, 0);
    if (answer && strcmp(answer, "ok") == 0)
        status = 0;
    else
        printf("%s: %s\n", argv[1], answer ? answer : sqlite3_errmsg(database));
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return status;
}
#else
int main(void)
{
    puts("built without SQLite");
    return 1;
}
#endif
