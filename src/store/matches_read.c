/* See tournaments.h: reading the details of a single match. */
#ifdef HAVE_SQLITE3
#include "store/row.h"
#include "store/sql_internal.h"
#include "store/tournaments_internal.h"

#include <stdlib.h>
#include <string.h>

/* Every query has the match as ?1 and ?2 and, if it needs one, the side as ?3. */
#define OF_MATCH " WHERE match.tournament = ?1 AND match.number = ?2"

struct match_query {
    struct store *store;
    int64_t id;
    uint64_t match;
    enum kept_statement which;
    struct row row;
    int result; /* of the last step */
};

static enum error start_query(struct match_query *query, const char *sql, int side,
                              struct message *message)
{
    enum error error = sql_take(query->store, query->which, sql, &query->row.statement, message);

    if (error)
        return error;
    sqlite3_bind_int64(query->row.statement, 1, query->id);
    sqlite3_bind_int64(query->row.statement, 2, (int64_t)query->match);
    if (side >= 0)
        sqlite3_bind_int(query->row.statement, 3, side);
    return OK;
}

static bool next_row(struct match_query *query)
{
    query->result = sqlite3_step(query->row.statement);
    return query->result == SQLITE_ROW;
}

/* The first row; a stored match has at least one. */
static enum error first_row(struct match_query *query, struct message *message)
{
    if (next_row(query))
        return OK;
    if (query->result != SQLITE_DONE)
        return sql_failed(query->store, message);
    return error_set(ERR_UNKNOWN, message, "%s: tournament %lld has no match %llu",
                     query->store->path, (long long)query->id, (unsigned long long)query->match);
}

static enum error damaged(const struct match_query *query, const char *what,
                          struct message *message)
{
    return error_set(ERR_MISMATCH, message, "%s: match %llu of tournament %lld is damaged: %s",
                     query->store->path, (unsigned long long)query->match, (long long)query->id,
                     what);
}

/* --- rounds ------------------------------------------------------------------------------------*/

/* Passes on the rounds of one chunk; `*more` is false once `each` returns false. */
static enum error pass_chunk(struct match_query *query, struct slice bytes, uint64_t first,
                             bool (*each)(void *context, uint64_t round,
                                          const struct round_note *note),
                             void *context, bool *more, struct message *message)
{
    const uint8_t *from = (const uint8_t *)bytes.text;
    struct round_note note;

    for (size_t i = 0; *more && i < bytes.length / ROUND_BYTES; i++) {
        if (round_note_unpack(from + i * ROUND_BYTES, &note) != OK)
            return damaged(query, "a round is not valid", message);
        *more = each(context, first + i, &note);
    }
    return OK;
}

/* Passes on all chunks; each must have the expected size. */
static enum error pass_rounds(struct match_query *query,
                              bool (*each)(void *context, uint64_t round,
                                           const struct round_note *note),
                              void *context, struct message *message)
{
    struct row *row = &query->row;
    uint64_t passed = 0;
    bool more = true;
    enum error error = OK;

    do {
        uint64_t rounds = row_count(row, 0, MOST_COUNT), due = rounds - passed;
        struct slice bytes;

        if (rounds == 0 && sqlite3_column_type(row->statement, 1) == SQLITE_NULL)
            return row->wrong ? damaged(query, "the number of rounds is not valid", message) : OK;
        (void)row_number(row, 1, (int64_t)(passed / ROUNDS_CHUNK),
                         (int64_t)(passed / ROUNDS_CHUNK));
        bytes = row_bytes(row, 2);
        due = due < ROUNDS_CHUNK ? due : ROUNDS_CHUNK;
        if (row->wrong || passed >= rounds || bytes.length != due * ROUND_BYTES)
            return damaged(query, "rounds are missing or too many", message);
        error = pass_chunk(query, bytes, passed, each, context, &more, message);
        passed += due;
        if (error || !more)
            return error;
        if (!next_row(query) && query->result == SQLITE_DONE && passed != rounds)
            return damaged(query, "rounds are missing", message);
    } while (query->result == SQLITE_ROW);
    return query->result == SQLITE_DONE ? OK : sql_failed(query->store, message);
}

enum error tournament_rounds(struct store *store, int64_t id, uint64_t match,
                             bool (*each)(void *context, uint64_t round,
                                          const struct round_note *note),
                             void *context, struct message *message)
{
    struct match_query query = {
        .store = store, .id = id, .match = match, .which = KEPT_READ_ROUNDS};
    enum error error =
        start_query(&query,
                    "SELECT match.rounds, chunk, notes FROM match"
                    " LEFT JOIN rounds ON rounds.match = match.id" OF_MATCH " ORDER BY chunk",
                    -1, message);

    if (!error)
        error = first_row(&query, message);
    if (!error)
        error = pass_rounds(&query, each, context, message);
    sql_give(store, query.which, query.row.statement);
    return error;
}

/* --- heat --------------------------------------------------------------------------------------*/

static void unpack_counts(const uint8_t *bytes, size_t cells, uint32_t *counts)
{
    for (size_t i = 0; i < cells; i++, bytes += 4)
        counts[i] = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                    (uint32_t)bytes[3] << 24;
}

static enum error take_heat(struct match_query *query, int side, struct heat_counts *heat,
                            struct message *message)
{
    int cells = 0;
    struct slice bytes;
    enum error error = tournament_cells(query->store, query->id, &cells, message);

    if (error)
        return error;
    if (sqlite3_column_type(query->row.statement, 0) == SQLITE_NULL)
        return error_set(
            ERR_UNKNOWN, message, "%s: match %llu of tournament %lld has no heat map of side %c",
            query->store->path, (unsigned long long)query->match, (long long)query->id, 'a' + side);
    bytes = row_bytes(&query->row, 0);
    if (bytes.length != (size_t)cells * 8)
        return damaged(query, "a heat map does not fit the board", message);
    memset(heat, 0, sizeof *heat);
    unpack_counts((const uint8_t *)bytes.text, (size_t)cells, heat->placed);
    unpack_counts((const uint8_t *)bytes.text + 4 * (size_t)cells, (size_t)cells, heat->fired);
    return OK;
}

enum error tournament_heat(struct store *store, int64_t id, uint64_t match, int side,
                           struct heat_counts *heat, struct message *message)
{
    struct match_query query = {.store = store, .id = id, .match = match, .which = KEPT_READ_HEAT};
    enum error error =
        start_query(&query,
                    "SELECT counts FROM match"
                    " LEFT JOIN heat ON heat.match = match.id AND heat.side = ?3" OF_MATCH,
                    side, message);

    if (!error)
        error = first_row(&query, message);
    if (!error)
        error = take_heat(&query, side, heat, message);
    sql_give(store, query.which, query.row.statement);
    return error;
}

/* --- texts -------------------------------------------------------------------------------------*/

/* Untrusted text: newlines stay, a tab or a carriage return becomes a space, and any other
 * character that is not printable becomes `?`. */
static enum error append_lines(struct buffer *buffer, struct slice bytes)
{
    char *line = malloc(bytes.length + 1), *shown = malloc(bytes.length + 1);
    enum error error = line && shown ? OK : ERR_MEMORY;

    for (size_t i = 0; !error && i < bytes.length;) {
        size_t length = 0;

        for (; i < bytes.length && bytes.text[i] != '\n'; i++) {
            char c = bytes.text[i];

            line[length++] = (char)(c == '\t' || c == '\r' ? ' ' : c == '\0' ? '\1' : c);
        }
        line[length] = '\0';
        text_printable(shown, length + 1, line);
        error = buffer_put(buffer, shown);
        if (!error && i < bytes.length) {
            error = buffer_put(buffer, "\n");
            i++;
        }
    }
    free(line);
    free(shown);
    return error;
}

static enum error take_lines(struct match_query *query, int column, struct buffer *buffer,
                             struct message *message)
{
    enum error error = append_lines(buffer, row_bytes(&query->row, column));

    if (error)
        message_set(message, "%s: match %llu of tournament %lld: %s", query->store->path,
                    (unsigned long long)query->match, (long long)query->id,
                    error == ERR_FULL ? "a text is too long" : "out of memory");
    return error;
}

enum error tournament_trouble(struct store *store, int64_t id, uint64_t match, int side,
                              struct buffer *trouble, struct buffer *log, struct message *message)
{
    struct match_query query = {
        .store = store, .id = id, .match = match, .which = KEPT_READ_TROUBLE};
    enum error error =
        start_query(&query,
                    "SELECT sentence, log FROM match"
                    " LEFT JOIN trouble ON trouble.match = match.id AND trouble.side = ?3" OF_MATCH,
                    side, message);

    if (!error)
        error = first_row(&query, message);
    if (!error)
        error = take_lines(&query, 0, trouble, message);
    if (!error)
        error = take_lines(&query, 1, log, message);
    sql_give(store, query.which, query.row.statement);
    return error;
}

/* Passes on the record in the current row; `record` is its buffer. */
static enum error pass_record(struct match_query *query, struct buffer *record,
                              bool (*each)(void *context, uint64_t round, struct slice record),
                              void *context, bool *more, struct message *message)
{
    uint64_t round = row_count(&query->row, 0, MOST_COUNT);
    enum error error = OK;

    if (query->row.wrong)
        return damaged(query, "the number of a recorded round is not valid", message);
    record->length = 0;
    error = take_lines(query, 1, record, message);
    if (!error)
        *more = each(context, round,
                     (struct slice){record->length ? record->data : "", record->length});
    return error;
}

enum error tournament_records(struct store *store, int64_t id, uint64_t match,
                              bool (*each)(void *context, uint64_t round, struct slice record),
                              void *context, struct message *message)
{
    struct match_query query = {
        .store = store, .id = id, .match = match, .which = KEPT_READ_RECORDS};
    struct buffer record;
    bool more = true;
    enum error error =
        start_query(&query,
                    "SELECT round, record FROM match"
                    " LEFT JOIN record ON record.match = match.id" OF_MATCH " ORDER BY round",
                    -1, message);

    buffer_init(&record, KEPT_RECORD_MOST);
    if (!error)
        error = first_row(&query, message);
    if (!error && sqlite3_column_type(query.row.statement, 0) != SQLITE_NULL) {
        do
            error = pass_record(&query, &record, each, context, &more, message);
        while (!error && more && next_row(&query));
        if (!error && more && query.result != SQLITE_DONE)
            error = sql_failed(store, message);
    }
    buffer_release(&record);
    sql_give(store, query.which, query.row.statement);
    return error;
}
#endif
