/* The store of a program built without SQLite: store_open reports the missing package. The other
 * functions are never called, because there is no store. */
#ifndef HAVE_SQLITE3
#pragma GCC diagnostic ignored "-Wunused-parameter" /* of the stubs */
#include "store/part_progress.h"
#include "store/parts.h"
#include "store/simulations.h"
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
    *store = NULL;
    return report_missing(message);
}

enum error store_open_in_memory(struct store **store, struct message *message)
{
    *store = NULL;
    return report_missing(message);
}

enum error store_open_scratch(struct store **store, struct message *message)
{
    *store = NULL;
    return report_missing(message);
}

enum error store_open_published(const char *path, struct store **store, struct message *message)
{
    *store = NULL;
    return report_missing(message);
}

void store_close(struct store *store)
{
}

#define STUB(function, ...)                                                                        \
    enum error function(struct store *store, __VA_ARGS__, struct message *message)                 \
    {                                                                                              \
        return report_missing(message);                                                            \
    }

enum error parts_read(const char *path, struct contest *contest, struct message *message)
{
    return report_missing(message);
}

enum error part_progress_read(const char *path, int stage, struct part_progress *progress,
                              struct message *message)
{
    return report_missing(message);
}

enum error parts_kind(const char *path, enum plan_kind *kind, struct message *message)
{
    return report_missing(message);
}

STUB(simulation_create, struct sim_plan *plan)
STUB(simulation_load, struct sim_plan *plan)
STUB(simulation_add_unit, int64_t id, const struct sim_unit_result *result)
STUB(simulation_units, const struct sim_plan *plan,
     enum error (*each)(void *context, const struct sim_unit_result *result,
                        struct message *message),
     void *context)
STUB(parts_merge, enum plan_kind kind, int64_t id, const char *path, struct merge_result *result)
STUB(store_publish, const char *path)
STUB(store_add_game, const struct played_game *game, struct slice record, int64_t *id)
STUB(store_has_game, struct slice record, bool *has)
STUB(store_game_record, int64_t id, struct buffer *record)
STUB(store_count_damaged, int64_t *count)
STUB(store_games, const struct history_filter *filter,
     bool (*each)(void *context, const struct played_game *game), void *context)
STUB(store_standings, const struct history_filter *filter,
     bool (*each)(void *context, const struct standing *standing), void *context)
STUB(tournament_create, struct contest *contest)
STUB(tournament_load, int64_t id, struct contest *contest)
STUB(tournament_find, int64_t id, struct contest *contest)
STUB(tournament_list, bool (*each)(void *context, const struct contest *contest), void *context)
STUB(tournament_entrants, int64_t id, struct entrant **entrants, int *count)
STUB(tournament_add_entrant, int64_t id, const struct entrant *entrant)
STUB(tournament_set_entrant, int64_t id, int index, const struct entrant *entrant,
     bool drop_matches)
STUB(tournament_claim, int64_t id)
STUB(tournament_set_ended, int64_t id, int64_t when)
STUB(tournament_set_secret, int64_t id, const struct seed *seed)
STUB(tournament_add_match, int64_t id, const struct contest_match *match)
STUB(tournament_matches, int64_t id, struct contest_match **matches, int *count)
STUB(tournament_rounds, int64_t id, uint64_t match,
     bool (*each)(void *context, uint64_t round, const struct round_note *note), void *context)
STUB(tournament_heat, int64_t id, uint64_t match, int side, struct heat_counts *heat)
STUB(tournament_trouble, int64_t id, uint64_t match, int side, struct buffer *trouble,
     struct buffer *log)
STUB(tournament_records, int64_t id, uint64_t match,
     bool (*each)(void *context, uint64_t round, struct slice record), void *context)
#endif
