#ifdef HAVE_SQLITE3
#include "store/part_progress.h"

#include "store/sql_internal.h"

/* The latest tournament of the file: a part has only one. */
static const char progress_sql[] =
    "SELECT t.plan_key, t.plan_version, t.part, t.parts, count(m.id),"
    " coalesce(sum(a.share + b.share), 0), coalesce(sum(m.seconds), 0)"
    " FROM tournament t LEFT JOIN match m ON m.tournament = t.id"
    " LEFT JOIN entrant a ON a.tournament = t.id AND a.number = m.a"
    " LEFT JOIN entrant b ON b.tournament = t.id AND b.number = m.b"
    " WHERE t.id = (SELECT max(id) FROM tournament) GROUP BY t.id";

static void take(sqlite3_stmt *statement, struct part_progress *progress)
{
    struct plan *plan = &progress->plan;
    int64_t work = sqlite3_column_int64(statement, 5);

    sql_take_text(statement, 0, plan->key, sizeof plan->key);
    sql_take_text(statement, 1, plan->version, sizeof plan->version);
    plan->shard = (struct shard){sql_take_int(statement, 2), sql_take_int(statement, 3)};
    if (plan->shard.parts < 1 || plan->shard.parts > MAX_PARTS || plan->shard.part < 1 ||
        plan->shard.part > plan->shard.parts)
        plan->shard = (struct shard){0, 0};
    progress->matches = sql_take_int(statement, 4);
    progress->work = work > 0 ? (uint64_t)work : 0;
    progress->seconds = sqlite3_column_double(statement, 6);
}

enum error part_progress_read(const char *path, struct part_progress *progress,
                              struct message *message)
{
    sqlite3_stmt *statement = NULL;
    struct store *store = NULL;
    enum error error = store_open_published(path, &store, message);

    *progress = (struct part_progress){.matches = 0};
    if (!error)
        error = sql_prepare(store, progress_sql, &statement, message);
    if (!error) {
        int result = sqlite3_step(statement);

        if (result == SQLITE_ROW)
            take(statement, progress);
        else if (result != SQLITE_DONE)
            error = sql_failed(store, message);
    }
    sqlite3_finalize(statement);
    store_close(store);
    return error;
}
#endif
