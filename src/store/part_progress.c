#ifdef HAVE_SQLITE3
#include "store/part_progress.h"

#include "contest/sim_result.h"
#include "store/simulations.h"
#include "store/sql_internal.h"

#include <stdlib.h>

/* The latest tournament of the file: a part has only one. ?1 is the stage. */
static const char progress_sql[] =
    "SELECT t.plan_key, t.plan_version, t.part, t.parts, count(m.id),"
    " coalesce(sum(a.share + b.share), 0), coalesce(sum(m.seconds), 0),"
    " (SELECT count(*) FROM match o WHERE o.tournament = t.id AND o.stage <> ?1)"
    " FROM tournament t LEFT JOIN match m ON m.tournament = t.id AND m.stage = ?1"
    " LEFT JOIN entrant a ON a.tournament = t.id AND a.number = m.a"
    " LEFT JOIN entrant b ON b.tournament = t.id AND b.number = m.b"
    " WHERE t.id = (SELECT max(id) FROM tournament) GROUP BY t.id";

static void take_match_sums(sqlite3_stmt *statement, struct part_progress *progress)
{
    struct plan *plan = &progress->plan;
    int64_t count = sqlite3_column_int64(statement, 4), work = sqlite3_column_int64(statement, 5);

    sql_take_text(statement, 0, plan->key, sizeof plan->key);
    sql_take_text(statement, 1, plan->version, sizeof plan->version);
    plan->shard = (struct shard){sql_take_int(statement, 2), sql_take_int(statement, 3)};
    if (plan->shard.parts < 1 || plan->shard.parts > MAX_PARTS || plan->shard.part < 1 ||
        plan->shard.part > plan->shard.parts)
        plan->shard = (struct shard){0, 0};
    progress->count = (uint64_t)count;
    progress->work = work > 0 ? (uint64_t)work : 0;
    progress->seconds = sqlite3_column_double(statement, 6);
    progress->is_other_stage = count == 0 && sqlite3_column_int64(statement, 7) > 0;
}

/* Sets `*found` if the file has a tournament. */
static enum error read_matches(struct store *store, int stage, struct part_progress *progress,
                               bool *found, struct message *message)
{
    sqlite3_stmt *statement = NULL;
    enum error error = sql_prepare(store, progress_sql, &statement, message);

    if (!error) {
        int result;

        sqlite3_bind_int(statement, 1, stage);
        result = sqlite3_step(statement);
        *found = result == SQLITE_ROW;
        if (result == SQLITE_ROW)
            take_match_sums(statement, progress);
        else if (result != SQLITE_DONE)
            error = sql_failed(store, message);
    }
    sqlite3_finalize(statement);
    return error;
}

/* Adds up the units of a simulation. */
struct unit_sums {
    const struct sim_plan *plan;
    struct part_progress *progress;
};

static enum error add_unit(void *context, const struct sim_unit_result *result,
                           struct message *message)
{
    const struct unit_sums *sums = context;
    struct slice core = result->core_us;
    uint64_t us;

    (void)message;
    sums->progress->count += sim_plan_unit_games(sums->plan, result->unit);
    sums->progress->work += sim_plan_unit(sums->plan, result->unit).work / 1000;
    while (sim_result_take(&core, INT64_MAX, &us))
        sums->progress->seconds += 1e-6 * (double)us;
    return OK;
}

static enum error read_units(struct store *store, struct part_progress *progress,
                             struct message *message)
{
    struct sim_plan *plan = calloc(1, sizeof *plan);
    struct unit_sums sums = {plan, progress};
    enum error error;

    if (!plan)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = simulation_load(store, plan, message);
    if (!error) {
        progress->plan = plan->plan;
        error = simulation_units(store, plan, add_unit, &sums, message);
    }
    free(plan);
    return error == ERR_UNKNOWN ? OK : error;
}

enum error part_progress_read(const char *path, int stage, struct part_progress *progress,
                              struct message *message)
{
    struct store *store = NULL;
    bool found = false;
    enum error error = store_open_published(path, &store, message);

    *progress = (struct part_progress){.count = 0};
    if (!error)
        error = read_matches(store, stage, progress, &found, message);
    if (!error && !found)
        error = read_units(store, progress, message);
    store_close(store);
    return error;
}
#endif
