/* The store of a program built without SQLite: it opens nothing and says which package is missing.
 * The other functions are never reached, as there is no store to call them with. */
#ifndef HAVE_SQLITE3
#include "store/store.h"

static enum error absent(struct message *message)
{
    return refuse(ERR_UNAVAILABLE, message,
                  "this program was built without SQLite and keeps no history; install "
                  "libsqlite3-dev and build again");
}

bool store_available(void)
{
    return false;
}

enum error store_open(const char *path, struct store **store, struct message *message)
{
    (void)path;
    *store = NULL;
    return absent(message);
}

void store_close(struct store *store)
{
    (void)store;
}

enum error store_add_game(struct store *store, const struct played_game *game, struct slice record,
                          int64_t *id, struct message *message)
{
    (void)store, (void)game, (void)record, (void)id;
    return absent(message);
}

enum error store_game_record(struct store *store, int64_t id, struct buffer *record,
                             struct message *message)
{
    (void)store, (void)id, (void)record;
    return absent(message);
}

enum error store_games(struct store *store, const struct history_filter *filter,
                       bool (*each)(void *context, const struct played_game *game), void *context,
                       struct message *message)
{
    (void)store, (void)filter, (void)each, (void)context;
    return absent(message);
}

enum error store_standings(struct store *store, const struct history_filter *filter,
                           bool (*each)(void *context, const struct standing *standing),
                           void *context, struct message *message)
{
    (void)store, (void)filter, (void)each, (void)context;
    return absent(message);
}
#endif
