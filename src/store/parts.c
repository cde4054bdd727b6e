/* See parts.h. The file is attached to the connection of the store, so that SQLite copies the rows;
 * each file is one transaction. The readers check the values later, as those of any file. */
#ifdef HAVE_SQLITE3
#include "store/parts.h"

#include "store/schema.h"
#include "store/sql_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One call of parts_merge. `from` is the tournament in the attached file. */
struct copying {
    struct store *store;
    const char *path;
    int64_t id, from, last; /* last: the largest match.id of the store before */
    struct merge_result *result;
};

/* Errors are about the attached file, unless the store itself has no room or memory. */
static enum error copy_failed(const struct copying *copying, struct message *message)
{
    sqlite3 *database = copying->store->database;
    int code = sqlite3_errcode(database) & 0xff;

    if (code == SQLITE_FULL || code == SQLITE_NOMEM)
        return sql_failed(copying->store, message);
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
        return error_set(ERR_MISMATCH, message,
                         "%s is damaged; remove it and play its matches again", copying->path);
    return error_set(ERR_IO, message, "%s: %s", copying->path, sqlite3_errmsg(database));
}

/* A statement may have ?1, the tournament in the store, ?2, that in the file, and ?3, the last
 * match of the store before. */
static enum error prepare(const struct copying *copying, const char *sql, sqlite3_stmt **statement,
                          struct message *message)
{
    if (sqlite3_prepare_v2(copying->store->database, sql, -1, statement, NULL) != SQLITE_OK)
        return copy_failed(copying, message);
    sqlite3_bind_int64(*statement, 1, copying->id);
    sqlite3_bind_int64(*statement, 2, copying->from);
    sqlite3_bind_int64(*statement, 3, copying->last);
    return OK;
}

static enum error ask(const struct copying *copying, const char *sql, int64_t *number,
                      struct message *message)
{
    sqlite3_stmt *statement = NULL;
    enum error error = prepare(copying, sql, &statement, message);

    if (!error) {
        if (sqlite3_step(statement) == SQLITE_ROW)
            *number = sqlite3_column_int64(statement, 0);
        else
            error = copy_failed(copying, message);
    }
    sqlite3_finalize(statement);
    return error;
}

static enum error run(const struct copying *copying, const char *sql, struct message *message)
{
    sqlite3_stmt *statement = NULL;
    enum error error = prepare(copying, sql, &statement, message);

    if (!error && sqlite3_step(statement) != SQLITE_DONE)
        error = copy_failed(copying, message);
    sqlite3_finalize(statement);
    return error;
}

/* --- attaching ---------------------------------------------------------------------------------*/

static enum error attach(const struct copying *copying, struct message *message)
{
    char *uri = sql_immutable_uri(copying->path);
    sqlite3_stmt *statement = NULL;
    enum error error = uri ? sql_prepare(copying->store, "ATTACH ?1 AS part", &statement, message)
                           : error_set(ERR_MEMORY, message, "out of memory");

    if (!error) {
        sql_bind_text(statement, 1, uri);
        if (sqlite3_step(statement) != SQLITE_DONE)
            error = copy_failed(copying, message);
    }
    sqlite3_finalize(statement);
    free(uri);
    return error;
}

static enum error check_pages(const struct copying *copying, struct message *message)
{
    sqlite3_stmt *statement = NULL;
    bool is_sound = sqlite3_prepare_v2(copying->store->database, "PRAGMA part.quick_check(1)", -1,
                                       &statement, NULL) == SQLITE_OK &&
                    sqlite3_step(statement) == SQLITE_ROW &&
                    strcmp((const char *)sqlite3_column_text(statement, 0), "ok") == 0;

    sqlite3_finalize(statement);
    return is_sound
               ? OK
               : error_set(ERR_MISMATCH, message,
                           "%s is damaged; remove it and play its matches again", copying->path);
}

/* Is the file ours, of this format, and of the same plan, with the same bots? */
static enum error check_contents(struct copying *copying, struct message *message)
{
    int64_t application = 0, version = 0, different = 0;
    enum error error = ask(copying, "PRAGMA part.application_id", &application, message);

    if (!error)
        error = ask(copying, "PRAGMA part.user_version", &version, message);
    if (!error && (application != SCHEMA_APPLICATION || version != SCHEMA_VERSION))
        return error_set(ERR_MISMATCH, message,
                         "%s is not a file of this version of Broadside that can be joined",
                         copying->path);
    if (!error)
        error = check_pages(copying, message);
    if (!error)
        error = ask(copying,
                    "SELECT coalesce(max(p.id), 0) FROM part.tournament p, main.tournament m"
                    " WHERE m.id = ?1 AND m.plan_key <> '' AND p.plan_key = m.plan_key",
                    &copying->from, message);
    if (!error && copying->from <= 0)
        return error_set(ERR_MISMATCH, message, "%s does not belong to the same plan",
                         copying->path);
#define ENTRANT "number, name, spec, id, hash, league, is_guest, is_out, is_gone, joined"
    if (!error)
        error = ask(copying,
                    "SELECT count(*) FROM (SELECT " ENTRANT " FROM main.entrant WHERE"
                    " tournament = ?1 EXCEPT SELECT " ENTRANT " FROM part.entrant WHERE"
                    " tournament = ?2)",
                    &different, message);
#undef ENTRANT
    if (!error && different)
        return error_set(ERR_MISMATCH, message, "%s has other bots than the plan", copying->path);
    return error;
}

/* --- copying -----------------------------------------------------------------------------------*/

/* Matches in both files, and whether their results differ. */
#define BOTH                                                                                       \
    " FROM part.match p JOIN main.match m ON m.tournament = ?1 AND m.number = p.number"            \
    " WHERE p.tournament = ?2"
#define DIFFERENT                                                                                  \
    " AND (p.signature <> m.signature OR p.a_won <> m.a_won OR p.b_won <> m.b_won"                 \
    " OR p.drawn <> m.drawn OR p.rounds <> m.rounds OR p.secret <> m.secret)"

static enum error find_conflicts(const struct copying *copying, struct message *message)
{
    sqlite3_stmt *statement = NULL;
    int result = SQLITE_DONE;
    enum error error = ask(copying, "SELECT count(*)" BOTH, &copying->result->known, message);

    if (!error)
        error = prepare(copying, "SELECT m.a, m.b, m.stage, m.number" BOTH DIFFERENT, &statement,
                        message);
    while (!error && (result = sqlite3_step(statement)) == SQLITE_ROW) {
        struct pairing pairing = {.a = sql_take_int(statement, 0),
                                  .b = sql_take_int(statement, 1),
                                  .stage = sql_take_int(statement, 2),
                                  .number = (uint64_t)sqlite3_column_int64(statement, 3)};

        copying->result->conflicting++;
        if (copying->result->conflict)
            copying->result->conflict(copying->result->context, &pairing);
    }
    if (!error && result != SQLITE_DONE)
        error = copy_failed(copying, message);
    sqlite3_finalize(statement);
    return error;
}

/* The details of the matches that were added: those after the last one. */
#define DETAILS(table, columns)                                                                    \
    "INSERT INTO main." table " (match, " columns ") SELECT m.id, " columns " FROM main.match m"   \
    " JOIN part.match p ON p.tournament = ?2 AND p.number = m.number"                              \
    " JOIN part." table " d ON d.match = p.id WHERE m.tournament = ?1 AND m.id > ?3"

static enum error copy_matches(const struct copying *copying, struct message *message)
{
#define FIGURES                                                                                    \
    "number, stage, a, b, rounds, drawn, whole, signature, seconds, a_won, a_shots, a_wasted,"     \
    " a_wrecks, a_answers, a_used_us, a_slowest_us, a_broken, b_won, b_shots, b_wasted, b_wrecks," \
    " b_answers, b_used_us, b_slowest_us, b_broken, secret"
    static const char *const steps[] = {
        "INSERT INTO main.match (tournament, " FIGURES ") SELECT ?1, " FIGURES
        " FROM part.match WHERE tournament = ?2 AND number NOT IN"
        " (SELECT number FROM main.match WHERE tournament = ?1) ORDER BY number",
        DETAILS("rounds", "chunk, notes"),
        DETAILS("heat", "side, counts"),
        DETAILS("trouble", "side, sentence, log"),
        DETAILS("record", "round, record"),
    };
    enum error error = OK;

    for (size_t i = 0; !error && i < sizeof steps / sizeof *steps; i++) {
        error = run(copying, steps[i], message);
        if (i == 0)
            copying->result->added = sqlite3_changes(copying->store->database);
    }
    return error;
}

static enum error copy(struct copying *copying, struct message *message)
{
    struct merge_result *result = copying->result;
    int64_t part = 0, parts = 0;
    enum error error = check_contents(copying, message);

    if (!error)
        error = ask(copying, "SELECT part FROM part.tournament WHERE id = ?2", &part, message);
    if (!error)
        error = ask(copying, "SELECT parts FROM part.tournament WHERE id = ?2", &parts, message);
    if (!error && parts >= 0 && parts <= MAX_PARTS && part >= 0 && part <= parts)
        result->shard = (struct shard){(int)part, (int)parts};
    if (!error)
        error =
            ask(copying, "SELECT coalesce(max(id), 0) FROM main.match", &copying->last, message);
    if (!error)
        error = find_conflicts(copying, message);
    return error ? error : copy_matches(copying, message);
}

enum error parts_merge(struct store *store, int64_t id, const char *path,
                       struct merge_result *result, struct message *message)
{
    struct copying copying = {.store = store, .path = path, .id = id, .result = result};
    enum error error = sql_check_published(path, message), detached;

    result->shard = (struct shard){0, 0};
    result->added = result->known = result->conflicting = 0;
    if (!error)
        error = attach(&copying, message);
    if (error)
        return error;
    error = sql_start(store, SURVIVES_CRASH, message);
    if (!error)
        error = sql_finish(store, copy(&copying, message), message);
    detached = sql_run(store, "DETACH part", error ? NULL : message);
    return error ? error : detached;
}

enum error parts_read(const char *path, struct contest *contest, struct message *message)
{
    struct store *store = NULL;
    enum error error = store_open_published(path, &store, message);

    *contest = (struct contest){.id = 0};
    if (!error)
        error = tournament_find(store, 0, contest, message);
    if (!error)
        error = tournament_entrants(store, contest->id, &contest->entrants,
                                    &contest->entrants_count, message);
    contest->entrants_room = contest->entrants_count;
    store_close(store);
    return error;
}
#endif
