/* See tournaments.h: reading contests, entrants and the figures of matches. Memory is allocated for
 * rows that exist, never because a number in the file says so. */
#ifdef HAVE_SQLITE3
#include "store/row.h"
#include "store/sql_internal.h"
#include "store/tournaments_internal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* --- messages ----------------------------------------------------------------------------------*/

static enum error damaged(const struct store *store, int64_t id, const char *what,
                          struct message *message)
{
    return error_set(ERR_MISMATCH, message, "%s: tournament %lld is damaged: invalid value for %s",
                     store->path, (long long)id, what);
}

enum error tournament_missing(const struct store *store, int64_t id, struct message *message)
{
    if (id == 0)
        return error_set(ERR_UNKNOWN, message, "%s has no tournaments yet", store->path);
    return error_set(ERR_UNKNOWN, message, "%s has no tournament %lld", store->path, (long long)id);
}

/* --- tournaments -------------------------------------------------------------------------------*/

static enum error take_rules(const struct store *store, sqlite3_stmt *statement, int column,
                             int64_t id, struct rules *rules, struct message *message)
{
    struct row row = {.statement = statement};
    struct message why = {""};

    if (rules_parse(row_bytes(&row, column), rules, &why) == OK)
        return OK;
    return error_set(ERR_MISMATCH, message, "%s: the rules of tournament %lld are damaged: %s",
                     store->path, (long long)id, why.text);
}

static void take_secret(struct row *row, int column, struct seed *seed)
{
    if (seed_parse_secret(row_bytes(row, column), seed, NULL) != OK)
        row_reject(row, column);
}

/* Lines, so they are not made printable; only their names are ever shown, by way of the entrants.
 */
static void take_leagues(struct row *row, int column, struct contest_terms *terms)
{
    struct slice text = row_bytes(row, column);

    if (text.length >= sizeof terms->leagues || memchr(text.text, '\0', text.length)) {
        row_reject(row, column);
        return;
    }
    memcpy(terms->leagues, text.text, text.length);
    terms->leagues[text.length] = '\0';
}

/* Reads the columns of `select_sql` from the fifth on. */
static enum error take_terms(const struct store *store, struct row *row, int64_t id,
                             struct contest_terms *terms, struct message *message)
{
    enum contest_format format = FORMAT_ALL;
    char word[32];

    terms->seed.number = row_bits(row, 6);
    terms->rounds = row_count(row, 7, MOST_COUNT);
    terms->leaders = row_int(row, 9, 0, MAX_ENTRANTS);
    terms->stages = row_int(row, 10, 0, INT_MAX);
    terms->max_broken = row_int(row, 11, INT_MIN, INT_MAX);
    terms->total = row_int(row, 12, 0, 1) != 0;
    terms->paired = row_int(row, 13, 0, 1) != 0;
    sql_take_text(row->statement, 4, terms->title, sizeof terms->title);
    sql_take_text(row->statement, 8, word, sizeof word);
    take_secret(row, 17, &terms->seed);
    take_leagues(row, 18, terms);
    terms->finish_by = row_number(row, 19, 0, INT64_MAX);
    if (limits_parse_settings(row_bytes(row, 14), &terms->limits, NULL) != OK)
        row_reject(row, 14);
    if (contest_format_parse(word, &format, NULL) != OK)
        row_reject(row, 8);
    terms->format = (uint8_t)format;
    return take_rules(store, row->statement, 5, id, &terms->rules, message);
}

/* Four columns: key, version, part and parts. */
static void take_plan(struct row *row, int column, struct plan *plan)
{
    struct slice key = row_bytes(row, column);
    struct seed drawn = {.number = 0};

    /* A key is drawn and printed like a secret. */
    if (key.length >= sizeof plan->key || seed_parse_secret(key, &drawn, NULL) != OK)
        row_reject(row, column);
    seed_print_secret(&drawn, plan->key);
    sql_take_text(row->statement, column + 1, plan->version, sizeof plan->version);
    plan->shard.parts = row_int(row, column + 3, 0, MAX_PARTS);
    plan->shard.part = row_int(row, column + 2, 0, plan->shard.parts);
}

static const char select_sql[] =
    "SELECT id, started, ended, state, title, rules, seed, rounds, format, leaders, stages,"
    " max_broken, total, paired, limits,"
    " (SELECT count(*) FROM entrant WHERE entrant.tournament = tournament.id) AS entrants,"
    " (SELECT count(*) FROM match WHERE match.tournament = tournament.id) AS matches,"
    " secret, leagues, finish_by, plan_key, plan_version, part, parts"
    " FROM tournament WHERE ?1 = 0 OR id = ?1 ORDER BY id DESC";

static enum error take_contest(const struct store *store, sqlite3_stmt *statement,
                               struct contest *contest, struct message *message)
{
    struct row row = {.statement = statement};
    enum error error;

    *contest = (struct contest){.id = row_number(&row, 0, INT64_MIN, INT64_MAX),
                                .started = row_number(&row, 1, 0, INT64_MAX),
                                .ended = row_number(&row, 2, 0, INT64_MAX),
                                .is_complete = row_int(&row, 3, 0, 1) != 0,
                                .entrants_count = row_int(&row, 15, 0, MAX_ENTRANTS),
                                .matches_count = row_int(&row, 16, 0, MOST_MATCHES)};
    error = take_terms(store, &row, contest->id, &contest->terms, message);
    take_plan(&row, 20, &contest->plan);
    if (!error && row.wrong)
        error = damaged(store, contest->id, row.wrong, message);
    return error;
}

enum error tournament_find(struct store *store, int64_t id, struct contest *contest,
                           struct message *message)
{
    sqlite3_stmt *statement = NULL;
    enum error error = sql_prepare(store, select_sql, &statement, message);

    if (!error) {
        int result;

        sqlite3_bind_int64(statement, 1, id);
        result = sqlite3_step(statement);
        if (result == SQLITE_ROW)
            error = take_contest(store, statement, contest, message);
        else if (result == SQLITE_DONE)
            error = tournament_missing(store, id, message);
        else
            error = sql_failed(store, message);
    }
    sqlite3_finalize(statement);
    return error;
}

enum error tournament_list(struct store *store,
                           bool (*each)(void *context, const struct contest *contest),
                           void *context, struct message *message)
{
    struct contest contest;
    sqlite3_stmt *statement = NULL;
    int result = SQLITE_DONE;
    enum error error = sql_prepare(store, select_sql, &statement, message);

    if (error)
        return error;
    sqlite3_bind_int64(statement, 1, 0);
    while (!error && (result = sqlite3_step(statement)) == SQLITE_ROW) {
        error = take_contest(store, statement, &contest, message);
        if (!error && !each(context, &contest))
            break;
    }
    if (result != SQLITE_ROW && result != SQLITE_DONE)
        error = sql_failed(store, message);
    sqlite3_finalize(statement);
    return error;
}

/* The terms of a tournament never change and its id is never reused, so one query is enough. */
enum error tournament_cells(struct store *store, int64_t id, int *cells, struct message *message)
{
    sqlite3_stmt *statement = NULL;
    struct rules rules;
    enum error error = OK;

    *cells = store->board_cells;
    if (id != 0 && store->board_of == id)
        return OK;
    error = sql_prepare(store, "SELECT rules FROM tournament WHERE id = ?", &statement, message);
    if (!error) {
        int result;

        sqlite3_bind_int64(statement, 1, id);
        result = sqlite3_step(statement);
        if (result == SQLITE_ROW)
            error = take_rules(store, statement, 0, id, &rules, message);
        else
            error = result == SQLITE_DONE ? tournament_missing(store, id, message)
                                          : sql_failed(store, message);
    }
    sqlite3_finalize(statement);
    if (error)
        return error;
    store->board_of = id;
    *cells = store->board_cells = rules_cells(&rules);
    return OK;
}

/* --- lists -------------------------------------------------------------------------------------*/

/* An array that grows row by row, up to `most`. */
struct row_list {
    const char *what;
    size_t size; /* of an item */
    int most, room, count;
    void *items;
};

/* Adds a zeroed item; NULL on failure. */
static void *row_list_add(const struct store *store, struct row_list *list, enum error *error,
                          struct message *message)
{
    if (list->count == list->most) {
        *error = error_set(ERR_MISMATCH, message, "%s: a tournament has more than %d %s",
                           store->path, list->most, list->what);
        return NULL;
    }
    if (list->count == list->room) {
        int room = list->room ? 2 * list->room : 64;
        void *larger = realloc(list->items, (size_t)room * list->size);

        if (!larger) {
            *error = error_set(ERR_MEMORY, message, "%s: out of memory", store->path);
            return NULL;
        }
        list->items = larger;
        list->room = room;
    }
    return memset((char *)list->items + (size_t)list->count++ * list->size, 0, list->size);
}

/* Runs `sql`, which returns the rows of tournament ?1, or one row that starts with NULL if there
 * are none. */
static enum error read_list(struct store *store, int64_t id, const char *sql, struct row_list *list,
                            void (*take)(struct row *row, int index, void *item),
                            struct message *message)
{
    sqlite3_stmt *statement = NULL;
    bool known = false;
    int result = SQLITE_DONE;
    enum error error = sql_prepare(store, sql, &statement, message);

    if (!error)
        sqlite3_bind_int64(statement, 1, id);
    while (!error && (result = sqlite3_step(statement)) == SQLITE_ROW) {
        struct row row = {.statement = statement};
        void *item;

        known = true;
        if (sqlite3_column_type(statement, 0) == SQLITE_NULL)
            continue;
        item = row_list_add(store, list, &error, message);
        if (!item)
            break;
        take(&row, list->count - 1, item);
        if (row.wrong)
            error = damaged(store, id, row.wrong, message);
    }
    if (!error && result != SQLITE_DONE)
        error = sql_failed(store, message);
    if (!error && !known)
        error = tournament_missing(store, id, message);
    sqlite3_finalize(statement);
    if (error)
        free(list->items);
    return error;
}

static void take_entrant(struct row *row, int index, void *item)
{
    struct entrant *entrant = item;
    sqlite3_stmt *statement = row->statement;

    (void)row_int(row, 0, index, index);
    sql_take_text(statement, 1, entrant->name, sizeof entrant->name);
    sql_take_text(statement, 2, entrant->spec, sizeof entrant->spec);
    sql_take_text(statement, 3, entrant->id, sizeof entrant->id);
    sql_take_text(statement, 4, entrant->authors, sizeof entrant->authors);
    sql_take_text(statement, 5, entrant->league, sizeof entrant->league);
    sql_take_text(statement, 6, entrant->hash, sizeof entrant->hash);
    entrant->is_guest = row_int(row, 7, 0, 1) != 0;
    entrant->is_out = row_int(row, 8, 0, 1) != 0;
    entrant->is_gone = row_int(row, 9, 0, 1) != 0;
    sql_take_text(statement, 10, entrant->why, sizeof entrant->why);
    entrant->joined = row_int(row, 11, 0, INT_MAX);
    entrant->share_us = row_count(row, 12, MOST_COUNT);
}

enum error tournament_entrants(struct store *store, int64_t id, struct entrant **entrants,
                               int *count, struct message *message)
{
    struct row_list list = {
        .what = "entrants", .size = sizeof(struct entrant), .most = MAX_ENTRANTS};
    enum error error = read_list(
        store, id,
        "SELECT number, name, spec, entrant.id, authors, league, hash, is_guest, is_out, is_gone,"
        " why, joined, share FROM tournament LEFT JOIN entrant ON entrant.tournament = "
        "tournament.id"
        " WHERE tournament.id = ? ORDER BY number",
        &list, take_entrant, message);

    *entrants = error ? NULL : list.items;
    *count = error ? 0 : list.count;
    return error;
}

/* --- matches -----------------------------------------------------------------------------------*/

bool tournament_adds_up(const struct contest_match *match)
{
    return match->side[0].won <= match->rounds && match->side[1].won <= match->rounds &&
           match->drawn <= match->rounds && match->whole <= match->rounds &&
           match->side[0].won + match->side[1].won + match->drawn <= match->rounds;
}

static bool parse_broken(struct slice text, uint64_t broken[BROKEN_KINDS])
{
    struct slice entry, word;

    while (slice_word(&text, &entry)) {
        int kind = 0;

        slice_cut(&entry, '=', &word);
        while (kind < BROKEN_KINDS && !slice_is(word, bot_broken_word((enum broken)kind)))
            kind++;
        if (kind == BROKEN_KINDS || broken[kind] || !slice_number(entry, MOST_COUNT, &broken[kind]))
            return false;
    }
    return true;
}

static void take_side(struct row *row, int column, struct contest_side *side)
{
    side->won = row_count(row, column, MOST_COUNT);
    side->shots = row_count(row, column + 1, MOST_COUNT);
    side->wasted = row_count(row, column + 2, MOST_COUNT);
    side->wrecks = row_count(row, column + 3, MOST_COUNT);
    side->guest.answers = row_count(row, column + 4, MOST_COUNT);
    side->guest.used_us = row_count(row, column + 5, MOST_COUNT);
    side->guest.slowest_us = row_count(row, column + 6, MOST_COUNT);
    if (!parse_broken(row_bytes(row, column + 7), side->broken))
        row_reject(row, column + 7);
}

static void take_match(struct row *row, int index, void *item)
{
    struct contest_match *match = item;

    (void)index;
    match->pairing.number = row_bits(row, 0);
    match->pairing.stage = row_int(row, 1, 0, INT_MAX);
    match->pairing.a = row_int(row, 2, 0, MAX_ENTRANTS - 2);
    match->pairing.b = row_int(row, 3, match->pairing.a + 1, MAX_ENTRANTS - 1);
    match->rounds = row_count(row, 4, MOST_COUNT);
    match->drawn = row_count(row, 5, MOST_COUNT);
    match->whole = row_count(row, 6, MOST_COUNT);
    match->signature = row_bits(row, 7);
    match->seconds = row_real(row, 8);
    take_side(row, 9, &match->side[0]);
    take_side(row, 17, &match->side[1]);
    if (!tournament_adds_up(match))
        row_reject(row, 4);
    take_secret(row, 26, &match->seed);
    if (row_int(row, 25, 0, MAX_ENTRANTS) <= match->pairing.b)
        row_reject(row, 3);
}

/* Numbers are unsigned; SQLite sees the largest ones as negative. */
static const char matches_sql[] =
    "SELECT number, stage, a, b, match.rounds, drawn, whole, signature, seconds,"
    " a_won, a_shots, a_wasted, a_wrecks, a_answers, a_used_us, a_slowest_us, a_broken,"
    " b_won, b_shots, b_wasted, b_wrecks, b_answers, b_used_us, b_slowest_us, b_broken,"
    " (SELECT count(*) FROM entrant WHERE entrant.tournament = ?1) AS entrants, match.secret"
    " FROM tournament LEFT JOIN match ON match.tournament = tournament.id"
    " WHERE tournament.id = ?1 ORDER BY number < 0, number";

enum error tournament_matches(struct store *store, int64_t id, struct contest_match **matches,
                              int *count, struct message *message)
{
    struct row_list list = {
        .what = "matches", .size = sizeof(struct contest_match), .most = MOST_MATCHES};
    enum error error = read_list(store, id, matches_sql, &list, take_match, message);

    *matches = error ? NULL : list.items;
    *count = error ? 0 : list.count;
    return error;
}

enum error tournament_load(struct store *store, int64_t id, struct contest *contest,
                           struct message *message)
{
    enum error error = tournament_find(store, id, contest, message);

    if (error) {
        *contest = (struct contest){.id = 0};
        return error;
    }
    contest->entrants_count = contest->matches_count = 0;
    error = tournament_entrants(store, contest->id, &contest->entrants, &contest->entrants_count,
                                message);
    if (!error)
        error = tournament_matches(store, contest->id, &contest->matches, &contest->matches_count,
                                   message);
    contest->entrants_room = contest->entrants_count;
    contest->matches_room = contest->matches_count;
    return error;
}
#endif
