/* Writes the sample tournament and one game to a new file: write_tournament FILE
 *
 * For tests/golden/tournaments-N.db, where N is the version of the tables. Every later version must
 * be able to read it. An existing file is never replaced; a new version gets a new file. */
#include "support/tournament_sample.h"

#include <unistd.h>

#ifdef HAVE_SQLITE3
#include <sqlite3.h>

static int complain(const char *sentence)
{
    fprintf(stderr, "write_tournament: %s\n", sentence);
    return 1;
}

/* The file also has a game of a person. */
static enum error add_game(struct store *store, struct message *message)
{
    struct played_game game = {.when = SAMPLE_STARTED,
                               .rules = "classic",
                               .side = {{.name = "Ann", .shots = 40, .hits = 17, .turns = 40},
                                        {.name = "hunt", .bot = "hunt", .shots = 39, .turns = 39}},
                               .reason = "sunk",
                               .moves = 79,
                               .seed = {.number = 5}};
    int64_t id;

    return store_add_game(store, &game, slice_of(SAMPLE_RECORD), &id, message);
}

static enum error fill(struct store *store, struct message *message)
{
    int64_t id = 0;
    enum error error = sample_create(store, &id, message);

    for (uint64_t number = 0; !error && number < SAMPLE_MATCHES; number++)
        error = sample_add(store, id, number, message);
    if (!error)
        error = tournament_set_ended(store, id, SAMPLE_STARTED + 60, message);
    return error ? error : add_game(store, message);
}

/* Makes the file small, without a log, and always the same. */
static int tidy(const char *path)
{
    sqlite3 *database = NULL;
    char sql[256];
    int result = sqlite3_open(path, &database);

    snprintf(sql, sizeof sql,
             "UPDATE tournament SET started = %d; PRAGMA journal_mode = DELETE;"
             "PRAGMA page_size = 1024; VACUUM",
             SAMPLE_STARTED);
    if (result == SQLITE_OK)
        result = sqlite3_exec(database, sql, NULL, NULL, NULL);
    sqlite3_close(database);
    return result;
}

int main(int count, char **arguments)
{
    struct message message = {""};
    struct store *store = NULL;
    enum error error;

    if (count != 2)
        return complain("usage: write_tournament FILE");
    if (access(arguments[1], F_OK) == 0)
        return complain("the file exists; it was not changed");
    error = store_open(arguments[1], &store, &message);
    if (!error)
        error = fill(store, &message);
    store_close(store);
    if (error)
        return complain(message.text);
    return tidy(arguments[1]) == SQLITE_OK ? 0 : complain("cannot compact the file");
}

#else
int main(void)
{
    fputs("write_tournament: the program is built without SQLite\n", stderr);
    return 1;
}
#endif
