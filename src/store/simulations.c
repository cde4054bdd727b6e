#ifdef HAVE_SQLITE3
#include "store/simulations.h"

#include "store/row.h"
#include "store/sql_internal.h"
#include "store/tournaments_internal.h"

#include <string.h>

/* --- writing -----------------------------------------------------------------------------------*/

static enum error insert_bot(struct store *store, int64_t id, int number,
                             const struct sim_plan_bot *bot, struct message *message)
{
    sqlite3_stmt *statement = NULL;
    enum error error = sql_prepare(store,
                                   "INSERT INTO sim_bot (simulation, number, spec, hash, learns,"
                                   " game_ns) VALUES (?, ?, ?, ?, ?, ?)",
                                   &statement, message);

    if (!error) {
        sqlite3_bind_int64(statement, 1, id);
        sqlite3_bind_int(statement, 2, number);
        sql_bind_text(statement, 3, bot->spec);
        sql_bind_text(statement, 4, bot->hash);
        sqlite3_bind_int(statement, 5, bot->learns);
        sqlite3_bind_int64(statement, 6, (int64_t)bot->game_ns);
        error = sql_step_done(store, statement, message);
    }
    sqlite3_finalize(statement);
    return error;
}

static enum error insert_plan(struct store *store, const struct sim_plan *plan,
                              struct message *message)
{
    char rules[RULES_TEXT_SIZE], limits[LIMITS_TEXT], secret[SECRET_TEXT_SIZE];
    struct writer writer;
    sqlite3_stmt *statement = NULL;
    enum error error =
        sql_prepare(store,
                    "INSERT INTO simulation (plan_key, plan_version, part, parts, rules, games,"
                    " seed, secret, placement, placement_hash, max_broken, limits)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    &statement, message);

    writer_init(&writer, rules, sizeof rules);
    rules_print(&plan->rules, &writer);
    writer_init(&writer, limits, sizeof limits);
    limits_print_settings(&plan->limits, &writer);
    seed_print_secret(&plan->seed, secret);
    if (!error) {
        sql_bind_text(statement, 1, plan->plan.key);
        sql_bind_text(statement, 2, plan->plan.version);
        sqlite3_bind_int(statement, 3, plan->plan.shard.part);
        sqlite3_bind_int(statement, 4, plan->plan.shard.parts);
        sql_bind_text(statement, 5, rules);
        sqlite3_bind_int64(statement, 6, (int64_t)plan->games);
        sqlite3_bind_int64(statement, 7, (int64_t)plan->seed.number);
        sql_bind_text(statement, 8, secret);
        sql_bind_text(statement, 9, plan->placement);
        sql_bind_text(statement, 10, plan->placement_hash);
        sqlite3_bind_int64(statement, 11, (int64_t)plan->max_broken);
        sql_bind_text(statement, 12, limits);
        error = sql_step_done(store, statement, message);
    }
    sqlite3_finalize(statement);
    return error;
}

enum error simulation_create(struct store *store, struct sim_plan *plan, struct message *message)
{
    enum error error = sql_start(store, SURVIVES_POWER_LOSS, message);

    if (error)
        return error;
    error = insert_plan(store, plan, message);
    if (!error)
        plan->id = sqlite3_last_insert_rowid(store->database);
    for (int i = 0; !error && i < plan->bots; i++)
        error = insert_bot(store, plan->id, i, &plan->bot[i], message);
    return sql_finish(store, error, message);
}

static void bind_unit(sqlite3_stmt *statement, int64_t id, const struct sim_unit_result *result)
{
    const struct guest_facts *guest = &result->guest;

    sqlite3_bind_int64(statement, 1, id);
    sqlite3_bind_int(statement, 2, result->unit);
    sql_bind_bytes(statement, 3, result->result.text, result->result.length);
    sql_bind_bytes(statement, 4, result->core_us.text, result->core_us.length);
    sqlite3_bind_int64(statement, 5, (int64_t)result->trouble.round);
    sqlite3_bind_int(statement, 6, (int)result->trouble.kind);
    sql_bind_text(statement, 7, result->trouble.round ? result->trouble.sentence.text : "");
    sqlite3_bind_int(statement, 8, guest->is_guest);
    sql_bind_text(statement, 9, guest->name);
    sql_bind_text(statement, 10, guest->id);
    sqlite3_bind_int64(statement, 11, (int64_t)guest->answers);
    sqlite3_bind_int64(statement, 12, (int64_t)guest->used_us);
    sqlite3_bind_int64(statement, 13, (int64_t)guest->slowest_us);
    sqlite3_bind_int64(statement, 14, (int64_t)guest->start_us);
    sqlite3_bind_int64(statement, 15, (int64_t)guest->starts);
    sqlite3_bind_int64(statement, 16, (int64_t)guest->strange);
    sqlite3_bind_int(statement, 17, guest->jailed);
    sqlite3_bind_int(statement, 18, guest->grouped);
}

enum error simulation_add_unit(struct store *store, int64_t id,
                               const struct sim_unit_result *result, struct message *message)
{
    sqlite3_stmt *statement = NULL;
    enum error error = sql_start(store, SURVIVES_CRASH, message);

    if (error)
        return error;
    error = sql_prepare(
        store,
        "INSERT INTO sim_unit (simulation, unit, result, core_us, broken_board, broken_kind,"
        " trouble, is_guest, name, id, answers, used_us, slowest_us, start_us, starts, strange,"
        " jailed, grouped) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        &statement, message);
    if (!error) {
        bind_unit(statement, id, result);
        if (sqlite3_step(statement) != SQLITE_DONE)
            error = sqlite3_extended_errcode(store->database) == SQLITE_CONSTRAINT_UNIQUE
                        ? error_set(ERR_REPEAT, message, "unit %d is stored already", result->unit)
                        : sql_failed(store, message);
    }
    sqlite3_finalize(statement);
    return sql_finish(store, error, message);
}

/* --- reading -----------------------------------------------------------------------------------*/

static enum error damaged(const struct store *store, const char *what, struct message *message)
{
    return error_set(ERR_MISMATCH, message, "%s: the simulation is damaged: invalid value for %s",
                     store->path, what);
}

/* A text that must be read back exactly, such as a path. */
static void take_exactly(struct row *row, int column, char *to, size_t size)
{
    struct slice text = row_bytes(row, column);

    to[0] = '\0';
    if (text.length >= size || memchr(text.text, '\0', text.length)) {
        row_reject(row, column);
        return;
    }
    memcpy(to, text.text, text.length);
    to[text.length] = '\0';
}

static void take_plan(struct row *row, struct sim_plan *plan)
{
    struct seed key = {.number = 0};

    plan->id = row_number(row, 0, 1, INT64_MAX);
    take_exactly(row, 1, plan->plan.key, sizeof plan->plan.key);
    if (seed_parse_secret(slice_of(plan->plan.key), &key, NULL) != OK || !key.has_secret)
        row_reject(row, 1);
    sql_take_text(row->statement, 2, plan->plan.version, sizeof plan->plan.version);
    plan->plan.shard.parts = row_int(row, 4, 0, MAX_PARTS);
    plan->plan.shard.part = row_int(row, 3, 0, plan->plan.shard.parts);
    if (rules_parse(row_bytes(row, 5), &plan->rules, NULL) != OK)
        row_reject(row, 5);
    plan->games = (uint64_t)row_number(row, 6, 1, MOST_SIM_BOARDS);
    plan->seed.number = row_bits(row, 7);
    if (seed_parse_secret(row_bytes(row, 8), &plan->seed, NULL) != OK)
        row_reject(row, 8);
    take_exactly(row, 9, plan->placement, sizeof plan->placement);
    take_exactly(row, 10, plan->placement_hash, sizeof plan->placement_hash);
    plan->max_broken = row_count(row, 11, MOST_SIM_BOARDS);
    if (limits_parse_settings(row_bytes(row, 12), &plan->limits, NULL) != OK)
        row_reject(row, 12);
}

static enum error load_bots(struct store *store, struct sim_plan *plan, struct message *message)
{
    sqlite3_stmt *statement = NULL;
    struct row row = {.wrong = NULL};
    int result = SQLITE_DONE;
    enum error error = sql_prepare(store,
                                   "SELECT number, spec, hash, learns, game_ns FROM sim_bot"
                                   " WHERE simulation = ? ORDER BY number",
                                   &statement, message);

    row.statement = statement;
    if (!error)
        sqlite3_bind_int64(statement, 1, plan->id);
    while (!error && !row.wrong && (result = sqlite3_step(statement)) == SQLITE_ROW) {
        struct sim_plan_bot *bot = &plan->bot[plan->bots < MAX_SIM_BOTS ? plan->bots : 0];

        if (plan->bots == MAX_SIM_BOTS)
            row_reject(&row, 0);
        (void)row_int(&row, 0, plan->bots, plan->bots);
        take_exactly(&row, 1, bot->spec, sizeof bot->spec);
        take_exactly(&row, 2, bot->hash, sizeof bot->hash);
        bot->learns = row_int(&row, 3, 0, 1) != 0;
        bot->game_ns = row_count(&row, 4, INT64_MAX / MOST_SIM_BOARDS);
        plan->bots++;
    }
    if (!error && !row.wrong && result != SQLITE_DONE)
        error = sql_failed(store, message);
    if (!error && (row.wrong || plan->bots == 0))
        error = damaged(store, row.wrong ? row.wrong : "the bots", message);
    sqlite3_finalize(statement);
    return error;
}

enum error simulation_load(struct store *store, struct sim_plan *plan, struct message *message)
{
    sqlite3_stmt *statement = NULL;
    enum error error =
        sql_prepare(store,
                    "SELECT id, plan_key, plan_version, part, parts, rules, games, seed, secret,"
                    " placement, placement_hash, max_broken, limits FROM simulation"
                    " ORDER BY id DESC",
                    &statement, message);

    *plan = (struct sim_plan){.id = 0};
    if (!error) {
        int result = sqlite3_step(statement);
        struct row row = {.statement = statement};

        if (result == SQLITE_ROW)
            take_plan(&row, plan);
        if (result == SQLITE_DONE)
            error = error_set(ERR_UNKNOWN, message, "%s has no simulation", store->path);
        else if (result != SQLITE_ROW)
            error = sql_failed(store, message);
        else if (row.wrong)
            error = damaged(store, row.wrong, message);
    }
    sqlite3_finalize(statement);
    return error ? error : load_bots(store, plan, message);
}

static void take_unit(struct row *row, const struct sim_plan *plan, struct sim_unit_result *result)
{
    struct guest_facts *guest = &result->guest;
    char sentence[MESSAGE_SIZE];

    result->unit = row_int(row, 0, 0, sim_plan_units(plan) - 1);
    result->result = row_bytes(row, 1);
    result->core_us = row_bytes(row, 2);
    result->trouble.round = row_count(row, 3, MOST_SIM_BOARDS);
    result->trouble.kind = (enum broken)row_int(row, 4, 0, BROKEN_KINDS - 1);
    sql_take_text(row->statement, 5, sentence, sizeof sentence);
    message_set(&result->trouble.sentence, "%s", sentence);
    guest->is_guest = row_int(row, 6, 0, 1) != 0;
    sql_take_text(row->statement, 7, guest->name, sizeof guest->name);
    sql_take_text(row->statement, 8, guest->id, sizeof guest->id);
    guest->answers = row_count(row, 9, INT64_MAX);
    guest->used_us = row_count(row, 10, INT64_MAX);
    guest->slowest_us = row_count(row, 11, INT64_MAX);
    guest->start_us = row_count(row, 12, INT64_MAX);
    guest->starts = row_count(row, 13, INT64_MAX);
    guest->strange = row_count(row, 14, INT64_MAX);
    guest->jailed = row_int(row, 15, 0, 1) != 0;
    guest->grouped = row_int(row, 16, 0, 1) != 0;
}

enum error simulation_units(struct store *store, const struct sim_plan *plan,
                            enum error (*each)(void *context, const struct sim_unit_result *result,
                                               struct message *message),
                            void *context, struct message *message)
{
    sqlite3_stmt *statement = NULL;
    int step = SQLITE_DONE;
    enum error error =
        sql_prepare(store,
                    "SELECT unit, result, core_us, broken_board, broken_kind, trouble, is_guest,"
                    " name, id, answers, used_us, slowest_us, start_us, starts, strange, jailed,"
                    " grouped FROM sim_unit WHERE simulation = ? ORDER BY unit",
                    &statement, message);

    if (!error)
        sqlite3_bind_int64(statement, 1, plan->id);
    while (!error && (step = sqlite3_step(statement)) == SQLITE_ROW) {
        struct sim_unit_result result = {.unit = 0};
        struct row row = {.statement = statement};

        take_unit(&row, plan, &result);
        error = row.wrong ? damaged(store, row.wrong, message) : each(context, &result, message);
    }
    if (!error && step != SQLITE_DONE)
        error = sql_failed(store, message);
    sqlite3_finalize(statement);
    return error;
}
#endif
