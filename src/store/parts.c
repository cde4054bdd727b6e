/* See parts.h. The file is attached to the connection of the store, so that SQLite copies the rows;
 * each file is one transaction. The readers check the values later, as those of any file. */
#ifdef HAVE_SQLITE3
#include "store/parts.h"

#include "store/schema.h"
#include "store/sql_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The statements for a kind of plan. They may have ?1, the plan in the store, ?2, that in the file,
 * and ?3, the last row of the store before. */
struct statements {
    const char *find;         /* the plan in the file that has the same key; 0 if there is none */
    const char *other_bots;   /* how many bots of the plan the file does not have */
    const char *part, *parts; /* of the file */
    const char *last, *known; /* known: how many results both have */
    const char *conflicts;    /* a, b, stage and number of those that differ */
    const char *copy[6];      /* the first copies the results; NULL at the end */
};

/* One call of parts_merge. `from` is the plan in the attached file. */
struct copying {
    struct store *store;
    const struct statements *sql;
    const char *path;
    int64_t id, from, last; /* last: the largest match.id of the store before */
    struct merge_result *result;
};

/* --- statements --------------------------------------------------------------------------------*/

#define SAME_PLAN(table)                                                                           \
    "SELECT coalesce(max(p.id), 0) FROM part." table " p, main." table " m"                        \
    " WHERE m.id = ?1 AND m.plan_key <> '' AND p.plan_key = m.plan_key"
#define OTHER_BOTS(table, plan, columns)                                                           \
    "SELECT count(*) FROM (SELECT " columns " FROM main." table " WHERE " plan " = ?1"             \
    " EXCEPT SELECT " columns " FROM part." table " WHERE " plan " = ?2)"
#define ENTRANT "number, name, spec, id, hash, league, is_guest, is_out, is_gone, joined"
/* Results in both files. */
#define BOTH(table, plan, number)                                                                  \
    " FROM part." table " p JOIN main." table " m ON m." plan " = ?1 AND m." number " = p." number \
    " WHERE p." plan " = ?2"
#define BOTH_MATCHES BOTH("match", "tournament", "number")
#define BOTH_UNITS BOTH("sim_unit", "simulation", "unit")
#define FIGURES                                                                                    \
    "number, stage, a, b, rounds, drawn, whole, signature, seconds, a_won, a_shots, a_wasted,"     \
    " a_wrecks, a_answers, a_used_us, a_slowest_us, a_broken, b_won, b_shots, b_wasted, b_wrecks," \
    " b_answers, b_used_us, b_slowest_us, b_broken, secret"
#define UNIT                                                                                       \
    "unit, result, core_us, broken_board, broken_kind, trouble, is_guest, name, id, answers,"      \
    " used_us, slowest_us, start_us, starts, strange, jailed, grouped"
/* The details of the matches that were added: those after the last one. */
#define DETAILS(table, columns)                                                                    \
    "INSERT INTO main." table " (match, " columns ") SELECT m.id, " columns " FROM main.match m"   \
    " JOIN part.match p ON p.tournament = ?2 AND p.number = m.number"                              \
    " JOIN part." table " d ON d.match = p.id WHERE m.tournament = ?1 AND m.id > ?3"

static const struct statements statements[] = {
    [PLAN_TOURNAMENT] =
        {.find = SAME_PLAN("tournament"),
         .other_bots = OTHER_BOTS("entrant", "tournament", ENTRANT),
         .part = "SELECT part FROM part.tournament WHERE id = ?2",
         .parts = "SELECT parts FROM part.tournament WHERE id = ?2",
         .last = "SELECT coalesce(max(id), 0) FROM main.match",
         .known = "SELECT count(*)" BOTH_MATCHES,
         .conflicts = "SELECT m.a, m.b, m.stage, m.number" BOTH_MATCHES
                      " AND (p.signature <> m.signature OR p.a_won <> m.a_won OR p.b_won <> m.b_won"
                      " OR p.drawn <> m.drawn OR p.rounds <> m.rounds OR p.secret <> m.secret)",
         .copy = {"INSERT INTO main.match (tournament, " FIGURES ") SELECT ?1, " FIGURES
                  " FROM part.match WHERE tournament = ?2 AND number NOT IN"
                  " (SELECT number FROM main.match WHERE tournament = ?1) ORDER BY number",
                  DETAILS("rounds", "chunk, notes"), DETAILS("heat", "side, counts"),
                  DETAILS("trouble", "side, sentence, log"), DETAILS("record", "round, record")}},
    [PLAN_SIMULATION] =
        {.find = SAME_PLAN("simulation"),
         .other_bots = OTHER_BOTS("sim_bot", "simulation", "number, spec, hash, learns, game_ns"),
         .part = "SELECT part FROM part.simulation WHERE id = ?2",
         .parts = "SELECT parts FROM part.simulation WHERE id = ?2",
         .last = "SELECT coalesce(max(rowid), 0) FROM main.sim_unit",
         .known = "SELECT count(*)" BOTH_UNITS,
         .conflicts = "SELECT 0, 0, 0, m.unit" BOTH_UNITS " AND p.result <> m.result",
         .copy = {"INSERT INTO main.sim_unit (simulation, " UNIT ") SELECT ?1, " UNIT
                  " FROM part.sim_unit WHERE simulation = ?2 AND unit NOT IN"
                  " (SELECT unit FROM main.sim_unit WHERE simulation = ?1) ORDER BY unit"}},
};

/* SQLite calls a file damaged if the disk cannot read it. */
static bool is_read_error(int reason)
{
    return reason == EIO || reason == ENXIO || reason == ESTALE;
}

static enum error cannot_read(const struct copying *copying, int reason, struct message *message)
{
    return error_set(ERR_IO, message, "cannot read %s: %s", copying->path, strerror(reason));
}

/* Errors are about the attached file, unless the store itself has no room or memory. */
static enum error copy_failed(const struct copying *copying, struct message *message)
{
    sqlite3 *database = copying->store->database;
    int code = sqlite3_errcode(database) & 0xff, reason = errno;

    if (code == SQLITE_FULL || code == SQLITE_NOMEM)
        return sql_failed(copying->store, message);
    if (is_read_error(reason))
        return cannot_read(copying, reason, message);
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
        return error_set(ERR_MISMATCH, message,
                         "%s is damaged; remove it and play its matches again", copying->path);
    return error_set(ERR_IO, message, "%s: %s", copying->path, sqlite3_errmsg(database));
}

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
    int reason = errno, code = sqlite3_errcode(copying->store->database) & 0xff;

    sqlite3_finalize(statement);
    if (!is_sound && is_read_error(reason))
        return cannot_read(copying, reason, message);
    if (!is_sound && code == SQLITE_NOMEM)
        return error_set(ERR_MEMORY, message, "%s: out of memory", copying->path);
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
        error = ask(copying, copying->sql->find, &copying->from, message);
    if (!error && copying->from <= 0)
        return error_set(ERR_MISMATCH, message, "%s does not belong to the same plan",
                         copying->path);
    if (!error)
        error = ask(copying, copying->sql->other_bots, &different, message);
    if (!error && different)
        return error_set(ERR_MISMATCH, message, "%s has other bots than the plan", copying->path);
    return error;
}

/* --- copying -----------------------------------------------------------------------------------*/

static enum error find_conflicts(const struct copying *copying, struct message *message)
{
    sqlite3_stmt *statement = NULL;
    int result = SQLITE_DONE;
    enum error error = ask(copying, copying->sql->known, &copying->result->known, message);

    if (!error)
        error = prepare(copying, copying->sql->conflicts, &statement, message);
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

static enum error copy_results(const struct copying *copying, struct message *message)
{
    const char *const *steps = copying->sql->copy;
    enum error error = OK;

    for (int i = 0; !error && steps[i]; i++) {
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
        error = ask(copying, copying->sql->part, &part, message);
    if (!error)
        error = ask(copying, copying->sql->parts, &parts, message);
    if (!error && parts >= 0 && parts <= MAX_PARTS && part >= 0 && part <= parts)
        result->shard = (struct shard){(int)part, (int)parts};
    if (!error)
        error = ask(copying, copying->sql->last, &copying->last, message);
    if (!error)
        error = find_conflicts(copying, message);
    return error ? error : copy_results(copying, message);
}

enum error parts_merge(struct store *store, enum plan_kind kind, int64_t id, const char *path,
                       struct merge_result *result, struct message *message)
{
    struct copying copying = {
        .store = store, .sql = &statements[kind], .path = path, .id = id, .result = result};
    enum error error = sql_check_published(path, message), detached;

    errno = 0; /* see is_read_error */
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

enum error parts_kind(const char *path, enum plan_kind *kind, struct message *message)
{
    struct store *store = NULL;
    int64_t simulations = 0;
    enum error error = store_open_published(path, &store, message);

    if (!error)
        error = sql_ask(store, "SELECT count(*) FROM simulation", &simulations, message);
    store_close(store);
    *kind = simulations > 0 ? PLAN_SIMULATION : PLAN_TOURNAMENT;
    return error;
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
