/* The store of a program built without SQLite: store_open reports the missing package. The other
 * functions are never called, because there is no store. */
#ifndef HAVE_SQLITE3
#include "store/store.h"
#include "store/tournaments.h"

static enum error report_missing(struct message *message)
{
    return error_set(ERR_MISSING, message,
                     "this program was built without SQLite and has no history: install "
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
    return report_missing(message);
}

void store_close(struct store *store)
{
    (void)store;
}

enum error store_add_game(struct store *store, const struct played_game *game, struct slice record,
                          int64_t *id, struct message *message)
{
    (void)store, (void)game, (void)record, (void)id;
    return report_missing(message);
}

enum error store_game_record(struct store *store, int64_t id, struct buffer *record,
                             struct message *message)
{
    (void)store, (void)id, (void)record;
    return report_missing(message);
}

enum error store_games(struct store *store, const struct history_filter *filter,
                       bool (*each)(void *context, const struct played_game *game), void *context,
                       struct message *message)
{
    (void)store, (void)filter, (void)each, (void)context;
    return report_missing(message);
}

enum error store_standings(struct store *store, const struct history_filter *filter,
                           bool (*each)(void *context, const struct standing *standing),
                           void *context, struct message *message)
{
    (void)store, (void)filter, (void)each, (void)context;
    return report_missing(message);
}

enum error tournament_create(struct store *store, struct contest *contest, struct message *message)
{
    (void)store, (void)contest;
    return report_missing(message);
}

enum error tournament_load(struct store *store, int64_t id, struct contest *contest,
                           struct message *message)
{
    (void)store, (void)id, (void)contest;
    return report_missing(message);
}

enum error tournament_find(struct store *store, int64_t id, struct contest *contest,
                           struct message *message)
{
    (void)store, (void)id, (void)contest;
    return report_missing(message);
}

enum error tournament_list(struct store *store,
                           bool (*each)(void *context, const struct contest *contest),
                           void *context, struct message *message)
{
    (void)store, (void)each, (void)context;
    return report_missing(message);
}

enum error tournament_entrants(struct store *store, int64_t id, struct entrant **entrants,
                               int *count, struct message *message)
{
    (void)store, (void)id, (void)entrants, (void)count;
    return report_missing(message);
}

enum error tournament_add_entrant(struct store *store, int64_t id, const struct entrant *entrant,
                                  struct message *message)
{
    (void)store, (void)id, (void)entrant;
    return report_missing(message);
}

enum error tournament_set_entrant(struct store *store, int64_t id, int index,
                                  const struct entrant *entrant, bool drop_matches,
                                  struct message *message)
{
    (void)store, (void)id, (void)index, (void)entrant, (void)drop_matches;
    return report_missing(message);
}

enum error tournament_claim(struct store *store, int64_t id, struct message *message)
{
    (void)store, (void)id;
    return report_missing(message);
}

enum error tournament_set_ended(struct store *store, int64_t id, int64_t when,
                                struct message *message)
{
    (void)store, (void)id, (void)when;
    return report_missing(message);
}

enum error tournament_add_match(struct store *store, int64_t id, const struct contest_match *match,
                                struct message *message)
{
    (void)store, (void)id, (void)match;
    return report_missing(message);
}

enum error tournament_matches(struct store *store, int64_t id, struct contest_match **matches,
                              int *count, struct message *message)
{
    (void)store, (void)id, (void)matches, (void)count;
    return report_missing(message);
}

enum error tournament_rounds(struct store *store, int64_t id, uint64_t match,
                             bool (*each)(void *context, uint64_t round,
                                          const struct round_note *note),
                             void *context, struct message *message)
{
    (void)store, (void)id, (void)match, (void)each, (void)context;
    return report_missing(message);
}

enum error tournament_heat(struct store *store, int64_t id, uint64_t match, int side,
                           struct heat_counts *heat, struct message *message)
{
    (void)store, (void)id, (void)match, (void)side, (void)heat;
    return report_missing(message);
}

enum error tournament_trouble(struct store *store, int64_t id, uint64_t match, int side,
                              struct buffer *trouble, struct buffer *log, struct message *message)
{
    (void)store, (void)id, (void)match, (void)side, (void)trouble, (void)log;
    return report_missing(message);
}

enum error tournament_records(struct store *store, int64_t id, uint64_t match,
                              bool (*each)(void *context, uint64_t round, struct slice record),
                              void *context, struct message *message)
{
    (void)store, (void)id, (void)match, (void)each, (void)context;
    return report_missing(message);
}
#endif
