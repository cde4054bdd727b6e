/* See tournaments.h: writing. Reading is in tournaments_read.c and matches_read.c. */
#ifdef HAVE_SQLITE3
#include "store/tournaments.h"

#include "store/sql_internal.h"
#include "store/tournaments_internal.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <time.h>

static void bind_count(sqlite3_stmt *statement, int column, uint64_t count)
{
    sqlite3_bind_int64(statement, column, (int64_t)count);
}

/* Runs a statement that must change a row of the tournament. */
static enum error step_one(struct store *store, sqlite3_stmt *statement, int64_t id,
                           struct message *message)
{
    enum error error = sql_step_done(store, statement, message);

    return !error && sqlite3_changes(store->database) == 0 ? tournament_missing(store, id, message)
                                                           : error;
}

/* --- terms -------------------------------------------------------------------------------------*/

static enum error insert_terms(struct store *store, const struct contest *contest, int64_t started,
                               int64_t *id, struct message *message)
{
    static const char sql[] = "INSERT INTO tournament (started, ended, state, title, rules, seed,"
                              " rounds, format, leaders, stages, max_broken, total, paired, limits,"
                              " secret, leagues, finish_by, plan_key, plan_version, part, parts)"
                              " VALUES (?, 0, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
                              " ?)";
    const struct contest_terms *terms = &contest->terms;
    char rules[RULES_TEXT_SIZE], limits[LIMITS_TEXT], secret[SECRET_TEXT_SIZE];
    struct writer writer, limits_writer;
    sqlite3_stmt *statement = NULL;
    enum error error = sql_prepare(store, sql, &statement, message);

    writer_init(&writer, rules, sizeof rules);
    rules_print(&terms->rules, &writer);
    writer_init(&limits_writer, limits, sizeof limits);
    limits_print_settings(&terms->limits, &limits_writer);
    assert(!writer.full && !limits_writer.full && terms->rounds <= MOST_COUNT &&
           terms->format < FORMATS);
    if (!error) {
        sqlite3_bind_int64(statement, 1, started);
        sql_bind_text(statement, 2, terms->title);
        sql_bind_text(statement, 3, rules);
        sqlite3_bind_int64(statement, 4, (int64_t)terms->seed.number);
        bind_count(statement, 5, terms->rounds);
        sql_bind_text(statement, 6, contest_format_word((enum contest_format)terms->format));
        sqlite3_bind_int(statement, 7, terms->leaders);
        sqlite3_bind_int(statement, 8, terms->stages);
        sqlite3_bind_int(statement, 9, terms->max_broken);
        sqlite3_bind_int(statement, 10, terms->total);
        sqlite3_bind_int(statement, 11, terms->paired);
        sql_bind_text(statement, 12, limits);
        seed_print_secret(&terms->seed, secret);
        sql_bind_text(statement, 13, secret);
        sql_bind_text(statement, 14, terms->leagues);
        sqlite3_bind_int64(statement, 15, terms->finish_by);
        sql_bind_text(statement, 16, contest->plan.key);
        sql_bind_text(statement, 17, contest->plan.version);
        sqlite3_bind_int(statement, 18, contest->plan.shard.part);
        sqlite3_bind_int(statement, 19, contest->plan.shard.parts);
        error = sql_step_done(store, statement, message);
    }
    sqlite3_finalize(statement);
    if (!error)
        *id = sqlite3_last_insert_rowid(store->database);
    return error;
}

/* --- entrants ----------------------------------------------------------------------------------*/

static void bind_entrant(sqlite3_stmt *statement, int64_t id, int number,
                         const struct entrant *entrant)
{
    sqlite3_bind_int64(statement, 1, id);
    sqlite3_bind_int(statement, 2, number);
    sql_bind_text(statement, 3, entrant->name);
    sql_bind_text(statement, 4, entrant->spec);
    sql_bind_text(statement, 5, entrant->id);
    sql_bind_text(statement, 6, entrant->authors);
    sql_bind_text(statement, 7, entrant->league);
    sql_bind_text(statement, 8, entrant->hash);
    sqlite3_bind_int(statement, 9, entrant->is_guest);
    sqlite3_bind_int(statement, 10, entrant->is_out);
    sqlite3_bind_int(statement, 11, entrant->is_gone);
    sql_bind_text(statement, 12, entrant->why);
    sqlite3_bind_int(statement, 13, entrant->joined);
    bind_count(statement, 14, entrant->share_us);
}

/* Runs an INSERT or UPDATE with the columns in the order of bind_entrant. */
static enum error write_entrant(struct store *store, const char *sql, int64_t id, int number,
                                const struct entrant *entrant, struct message *message)
{
    sqlite3_stmt *statement = NULL;
    enum error error = sql_prepare(store, sql, &statement, message);

    if (!error) {
        bind_entrant(statement, id, number, entrant);
        error = sql_step_done(store, statement, message);
    }
    sqlite3_finalize(statement);
    return error;
}

static enum error insert_entrant(struct store *store, int64_t id, int number,
                                 const struct entrant *entrant, struct message *message)
{
    return write_entrant(store,
                         "INSERT INTO entrant (tournament, number, name, spec, id, authors, league,"
                         " hash, is_guest, is_out, is_gone, why, joined, share)"
                         " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                         id, number, entrant, message);
}

static enum error update_entrant(struct store *store, int64_t id, int number,
                                 const struct entrant *entrant, struct message *message)
{
    enum error error =
        write_entrant(store,
                      "UPDATE entrant SET name = ?3, spec = ?4, id = ?5, authors = ?6, league = ?7,"
                      " hash = ?8, is_guest = ?9, is_out = ?10, is_gone = ?11, why = ?12,"
                      " joined = ?13, share = ?14"
                      " WHERE tournament = ?1 AND number = ?2",
                      id, number, entrant, message);

    if (!error && sqlite3_changes(store->database) == 0)
        error = error_set(ERR_UNKNOWN, message, "%s: tournament %lld has no bot %d", store->path,
                          (long long)id, number + 1);
    return error;
}

/* The details of the matches are deleted with them. */
static enum error delete_matches(struct store *store, int64_t id, int number,
                                 struct message *message)
{
    sqlite3_stmt *statement = NULL;
    enum error error =
        sql_prepare(store, "DELETE FROM match WHERE tournament = ?1 AND (a = ?2 OR b = ?2)",
                    &statement, message);

    if (!error) {
        sqlite3_bind_int64(statement, 1, id);
        sqlite3_bind_int(statement, 2, number);
        error = sql_step_done(store, statement, message);
    }
    sqlite3_finalize(statement);
    return error;
}

enum error tournament_create(struct store *store, struct contest *contest, struct message *message)
{
    int64_t started = contest->started ? contest->started : (int64_t)time(NULL), id = 0;
    enum error error = OK;

    if (contest->entrants_count > MAX_ENTRANTS)
        return error_set(ERR_RANGE, message, "too many bots: a tournament takes at most %d",
                         MAX_ENTRANTS);
    error = sql_start(store, SURVIVES_POWER_LOSS, message);
    if (error)
        return error;
    error = insert_terms(store, contest, started, &id, message);
    for (int i = 0; !error && i < contest->entrants_count; i++)
        error = insert_entrant(store, id, i, &contest->entrants[i], message);
    error = sql_finish(store, error, message);
    if (!error) {
        contest->id = id;
        contest->started = started;
    }
    return error;
}

/* Fails if the tournament does not exist. */
static enum error count_entrants(struct store *store, int64_t id, int *count,
                                 struct message *message)
{
    struct contest contest;
    enum error error = id > 0 ? tournament_find(store, id, &contest, message)
                              : tournament_missing(store, id, message);

    if (!error)
        *count = contest.entrants_count;
    return error;
}

enum error tournament_add_entrant(struct store *store, int64_t id, const struct entrant *entrant,
                                  struct message *message)
{
    int count = 0;
    enum error error = sql_start(store, SURVIVES_POWER_LOSS, message);

    if (error)
        return error;
    error = count_entrants(store, id, &count, message);
    if (!error && count >= MAX_ENTRANTS)
        error = error_set(ERR_RANGE, message,
                          "tournament %lld already has %d bots, the most it can take",
                          (long long)id, count);
    if (!error)
        error = insert_entrant(store, id, count, entrant, message);
    return sql_finish(store, error, message);
}

enum error tournament_set_entrant(struct store *store, int64_t id, int index,
                                  const struct entrant *entrant, bool drop_matches,
                                  struct message *message)
{
    enum error error = sql_start(store, SURVIVES_POWER_LOSS, message);

    if (error)
        return error;
    error = update_entrant(store, id, index, entrant, message);
    if (!error && drop_matches)
        error = delete_matches(store, id, index, message);
    return sql_finish(store, error, message);
}

enum error tournament_set_ended(struct store *store, int64_t id, int64_t when,
                                struct message *message)
{
    sqlite3_stmt *statement = NULL;
    enum error error = sql_start(store, SURVIVES_POWER_LOSS, message);

    if (error)
        return error;
    error = sql_prepare(store,
                        "UPDATE tournament SET state = ?2, ended = ?3,"
                        " secret = CASE WHEN state = 1 AND ?2 = 0 THEN '' ELSE secret END"
                        " WHERE id = ?1",
                        &statement, message);
    if (!error) {
        sqlite3_bind_int64(statement, 1, id);
        sqlite3_bind_int(statement, 2, when != 0);
        sqlite3_bind_int64(statement, 3, when);
        error = step_one(store, statement, id, message);
    }
    sqlite3_finalize(statement);
    return sql_finish(store, error, message);
}

enum error tournament_set_secret(struct store *store, int64_t id, const struct seed *seed,
                                 struct message *message)
{
    char secret[SECRET_TEXT_SIZE];
    sqlite3_stmt *statement = NULL;
    enum error error = sql_start(store, SURVIVES_POWER_LOSS, message);

    if (error)
        return error;
    error =
        sql_prepare(store, "UPDATE tournament SET secret = ?2 WHERE id = ?1", &statement, message);
    if (!error) {
        seed_print_secret(seed, secret);
        sqlite3_bind_int64(statement, 1, id);
        sql_bind_text(statement, 2, secret);
        error = step_one(store, statement, id, message);
    }
    sqlite3_finalize(statement);
    return sql_finish(store, error, message);
}

/* --- matches -----------------------------------------------------------------------------------*/

/* Nothing is written that the reader would reject. */
static bool is_valid(const struct contest_match *match)
{
    uint64_t most = match->rounds;

    for (int side = 0; side < 2; side++) {
        const struct contest_side *figures = &match->side[side];
        const uint64_t counts[] = {figures->won,
                                   figures->shots,
                                   figures->wasted,
                                   figures->wrecks,
                                   figures->guest.answers,
                                   figures->guest.used_us,
                                   figures->guest.slowest_us};

        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
            most = counts[i] > most ? counts[i] : most;
        for (int kind = 0; kind < BROKEN_KINDS; kind++)
            most = figures->broken[kind] > most ? figures->broken[kind] : most;
    }
    return most <= MOST_COUNT && tournament_adds_up(match) && isfinite(match->seconds) &&
           match->seconds >= 0 && match->pairing.stage >= 0 && match->pairing.a >= 0 &&
           match->pairing.a < match->pairing.b && match->pairing.b < MAX_ENTRANTS;
}

static void print_broken(const struct contest_side *side, char *text, size_t size)
{
    struct writer writer;

    writer_init(&writer, text, size);
    for (int kind = 0; kind < BROKEN_KINDS; kind++)
        if (side->broken[kind])
            writer_format(&writer, "%s%s=%llu", writer.length ? " " : "",
                          bot_broken_word((enum broken)kind),
                          (unsigned long long)side->broken[kind]);
    assert(!writer.full);
}

static void bind_side(sqlite3_stmt *statement, int column, const struct contest_side *side,
                      const char *broken)
{
    bind_count(statement, column, side->won);
    bind_count(statement, column + 1, side->shots);
    bind_count(statement, column + 2, side->wasted);
    bind_count(statement, column + 3, side->wrecks);
    bind_count(statement, column + 4, side->guest.answers);
    bind_count(statement, column + 5, side->guest.used_us);
    bind_count(statement, column + 6, side->guest.slowest_us);
    sql_bind_text(statement, column + 7, broken);
}

static void bind_match(sqlite3_stmt *statement, int64_t id, const struct contest_match *match)
{
    sqlite3_bind_int64(statement, 1, id);
    sqlite3_bind_int64(statement, 2, (int64_t)match->pairing.number);
    sqlite3_bind_int(statement, 3, match->pairing.stage);
    sqlite3_bind_int(statement, 4, match->pairing.a);
    sqlite3_bind_int(statement, 5, match->pairing.b);
    bind_count(statement, 6, match->rounds);
    bind_count(statement, 7, match->drawn);
    bind_count(statement, 8, match->whole);
    sqlite3_bind_int64(statement, 9, (int64_t)match->signature);
    sqlite3_bind_double(statement, 10, match->seconds);
}

static enum error report_failure(struct store *store, int64_t id, const struct pairing *pairing,
                                 struct message *message)
{
    switch (sqlite3_extended_errcode(store->database)) {
    case SQLITE_CONSTRAINT_UNIQUE:
        return error_set(ERR_REPEAT, message, "%s: match %llu of tournament %lld is already stored",
                         store->path, (unsigned long long)pairing->number, (long long)id);
    case SQLITE_CONSTRAINT_FOREIGNKEY:
        return error_set(ERR_UNKNOWN, message, "%s: no tournament %lld with bots %d and %d",
                         store->path, (long long)id, pairing->a + 1, pairing->b + 1);
    default:
        return sql_failed(store, message);
    }
}

static enum error insert_match(struct store *store, int64_t id, const struct contest_match *match,
                               int64_t *row, struct message *message)
{
    static const char sql[] =
        "INSERT INTO match (tournament, number, stage, a, b, rounds, drawn, whole, signature,"
        " seconds, a_won, a_shots, a_wasted, a_wrecks, a_answers, a_used_us, a_slowest_us,"
        " a_broken, b_won, b_shots, b_wasted, b_wrecks, b_answers, b_used_us, b_slowest_us,"
        " b_broken, secret)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    char broken[2][BROKEN_TEXT_SIZE], secret[SECRET_TEXT_SIZE];
    sqlite3_stmt *statement = NULL;
    enum error error = sql_take(store, KEPT_MATCH, sql, &statement, message);

    if (!error) {
        bind_match(statement, id, match);
        for (int side = 0; side < 2; side++) {
            print_broken(&match->side[side], broken[side], sizeof broken[side]);
            bind_side(statement, 11 + 8 * side, &match->side[side], broken[side]);
        }
        seed_print_secret(&match->seed, secret);
        sql_bind_text(statement, 27, secret);
        if (sqlite3_step(statement) != SQLITE_DONE)
            error = report_failure(store, id, &match->pairing, message);
    }
    if (!error)
        *row = sqlite3_last_insert_rowid(store->database);
    sql_give(store, KEPT_MATCH, statement);
    return error;
}

/* Inserts a row into one of the tables with a match, a number and some bytes. */
static enum error insert_bytes(struct store *store, enum kept_statement which, const char *sql,
                               int64_t match, uint64_t number, struct slice bytes,
                               struct message *message)
{
    sqlite3_stmt *statement = NULL;
    enum error error = sql_take(store, which, sql, &statement, message);

    if (!error) {
        sqlite3_bind_int64(statement, 1, match);
        sqlite3_bind_int64(statement, 2, (int64_t)number);
        sql_bind_bytes(statement, 3, bytes.text, bytes.length);
        error = sql_step_done(store, statement, message);
    }
    sql_give(store, which, statement);
    return error;
}

static enum error insert_rounds(struct store *store, int64_t match, const struct round_note *rounds,
                                uint64_t count, struct message *message)
{
    uint8_t bytes[ROUNDS_CHUNK * ROUND_BYTES];
    enum error error = OK;

    for (uint64_t first = 0; !error && first < count; first += ROUNDS_CHUNK) {
        size_t length = count - first < ROUNDS_CHUNK ? (size_t)(count - first) : ROUNDS_CHUNK;

        for (size_t i = 0; i < length; i++)
            round_note_pack(&rounds[first + i], bytes + i * ROUND_BYTES);
        error = insert_bytes(store, KEPT_ROUNDS,
                             "INSERT INTO rounds (match, chunk, notes) VALUES (?, ?, ?)", match,
                             first / ROUNDS_CHUNK,
                             (struct slice){(const char *)bytes, length * ROUND_BYTES}, message);
    }
    return error;
}

static void pack_counts(const uint32_t *counts, int cells, uint8_t *bytes)
{
    for (int i = 0; i < cells; i++)
        for (int byte = 0; byte < 4; byte++)
            bytes[4 * i + byte] = (uint8_t)(counts[i] >> 8 * byte);
}

static enum error insert_heat(struct store *store, int64_t id, int64_t match, int side,
                              const struct heat_counts *heat, struct message *message)
{
    uint8_t bytes[2 * 4 * MAX_CELLS];
    int cells = 0;
    enum error error = tournament_cells(store, id, &cells, message);

    if (error)
        return error;
    pack_counts(heat->placed, cells, bytes);
    pack_counts(heat->fired, cells, bytes + 4 * cells);
    return insert_bytes(store, KEPT_HEAT, "INSERT INTO heat (match, side, counts) VALUES (?, ?, ?)",
                        match, (uint64_t)side,
                        (struct slice){(const char *)bytes, (size_t)(2 * 4 * cells)}, message);
}

static enum error insert_trouble(struct store *store, int64_t match, int number,
                                 const struct contest_side *side, struct message *message)
{
    const char *sentence = side->trouble.sentence.text;
    sqlite3_stmt *statement = NULL;
    enum error error = sql_take(
        store, KEPT_TROUBLE, "INSERT INTO trouble (match, side, sentence, log) VALUES (?, ?, ?, ?)",
        &statement, message);

    if (!error) {
        sqlite3_bind_int64(statement, 1, match);
        sqlite3_bind_int(statement, 2, number);
        sql_bind_bytes(statement, 3, sentence, strlen(sentence));
        sql_bind_bytes(statement, 4, side->log.text,
                       side->log.length < KEPT_LOG ? side->log.length : KEPT_LOG);
        error = sql_step_done(store, statement, message);
    }
    sql_give(store, KEPT_TROUBLE, statement);
    return error;
}

static enum error insert_record(struct store *store, int64_t id,
                                const struct contest_record *record, struct message *message)
{
    if (record->text.length > KEPT_RECORD_MOST || record->round > MOST_COUNT)
        return error_set(ERR_RANGE, message, "the record of round %llu is too long",
                         (unsigned long long)record->round);
    return insert_bytes(store, KEPT_RECORD,
                        "INSERT INTO record (match, round, record) VALUES (?, ?, ?)", id,
                        record->round, record->text, message);
}

/* Everything except the figures; `row` is the id of the match in the database. */
static enum error insert_details(struct store *store, int64_t id, int64_t row,
                                 const struct contest_match *match, struct message *message)
{
    enum error error = insert_rounds(store, row, match->notes, match->rounds, message);

    for (int i = 0; !error && i < 2; i++) {
        const struct contest_side *side = &match->side[i];

        if (side->heat)
            error = insert_heat(store, id, row, i, side->heat, message);
        if (!error && (side->trouble.sentence.text[0] || side->log.length))
            error = insert_trouble(store, row, i, side, message);
    }
    for (int i = 0; !error && i < match->records; i++)
        error = insert_record(store, row, &match->record[i], message);
    return error;
}

enum error tournament_add_match(struct store *store, int64_t id, const struct contest_match *match,
                                struct message *message)
{
    int64_t row = 0;
    enum error error = OK;

    if (!is_valid(match))
        return error_set(ERR_RANGE, message, "match %llu has invalid figures",
                         (unsigned long long)match->pairing.number);
    error = sql_start(store, SURVIVES_CRASH, message);
    if (error)
        return error;
    error = insert_match(store, id, match, &row, message);
    if (!error)
        error = insert_details(store, id, row, match, message);
    return sql_finish(store, error, message);
}
#endif
