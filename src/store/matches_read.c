/* See tournaments.h: what belongs to a single match is read. */
#ifdef HAVE_SQLITE3
#include "store/row.h"
#include "store/sqlite_internal.h"
#include "store/tournaments_internal.h"

#include <stdlib.h>
#include <string.h>

/* Every question has the match as ?1 and ?2 and, where it has one, the side as ?3. */
#define OF_MATCH " WHERE match.tournament = ?1 AND match.number = ?2"

struct asked {
    struct store *store;
    int64_t id;
    uint64_t match;
    enum kept_statement which;
    struct row row;
    int result; /* of the last step */
};

static enum error ask(struct asked *asked, const char *sql, int side, struct message *message)
{
    enum error error = sql_take(asked->store, asked->which, sql, &asked->row.statement, message);

    if (error)
        return error;
    sqlite3_bind_int64(asked->row.statement, 1, asked->id);
    sqlite3_bind_int64(asked->row.statement, 2, (int64_t)asked->match);
    if (side >= 0)
        sqlite3_bind_int(asked->row.statement, 3, side);
    return OK;
}

static bool next_row(struct asked *asked)
{
    asked->result = sqlite3_step(asked->row.statement);
    return asked->result == SQLITE_ROW;
}

/* The first row; a match that is there has at least one. */
static enum error first_row(struct asked *asked, struct message *message)
{
    if (next_row(asked))
        return OK;
    if (asked->result != SQLITE_DONE)
        return sql_failed(asked->store, message);
    return error_set(ERR_UNKNOWN, message, "%s: tournament %lld has no match %llu",
                     asked->store->path, (long long)asked->id, (unsigned long long)asked->match);
}

static enum error damaged(const struct asked *asked, const char *what, struct message *message)
{
    return error_set(ERR_MISMATCH, message, "%s: match %llu of tournament %lld is damaged: %s",
                     asked->store->path, (unsigned long long)asked->match, (long long)asked->id,
                     what);
}

/* --- rounds ------------------------------------------------------------------------------------
 */

/* Hands out the rounds of one chunk; `*more` is false once the caller has had enough. */
static enum error tell_chunk(struct asked *asked, struct slice bytes, uint64_t first,
                             bool (*each)(void *context, uint64_t round,
                                          const struct round_note *note),
                             void *context, bool *more, struct message *message)
{
    const uint8_t *from = (const uint8_t *)bytes.text;
    struct round_note note;

    for (size_t i = 0; *more && i < bytes.length / ROUND_BYTES; i++) {
        if (round_note_unpack(from + i * ROUND_BYTES, &note) != OK)
            return damaged(asked, "a round makes no sense", message);
        *more = each(context, first + i, &note);
    }
    return OK;
}

/* Chunk after chunk, each of the size that is due. */
static enum error tell_rounds(struct asked *asked,
                              bool (*each)(void *context, uint64_t round,
                                           const struct round_note *note),
                              void *context, struct message *message)
{
    struct row *row = &asked->row;
    uint64_t told = 0;
    bool more = true;
    enum error error = OK;

    do {
        uint64_t rounds = row_count(row, 0, MOST_COUNT), due = rounds - told;
        struct slice bytes;

        if (rounds == 0 && sqlite3_column_type(row->statement, 1) == SQLITE_NULL)
            return row->wrong ? damaged(asked, "its rounds make no sense", message) : OK;
        (void)row_number(row, 1, (int64_t)(told / ROUNDS_CHUNK), (int64_t)(told / ROUNDS_CHUNK));
        bytes = row_bytes(row, 2);
        due = due < ROUNDS_CHUNK ? due : ROUNDS_CHUNK;
        if (row->wrong || told >= rounds || bytes.length != due * ROUND_BYTES)
            return damaged(asked, "rounds are missing or too many", message);
        error = tell_chunk(asked, bytes, told, each, context, &more, message);
        told += due;
        if (error || !more)
            return error;
        if (!next_row(asked) && asked->result == SQLITE_DONE && told != rounds)
            return damaged(asked, "rounds are missing", message);
    } while (asked->result == SQLITE_ROW);
    return asked->result == SQLITE_DONE ? OK : sql_failed(asked->store, message);
}

enum error tournament_rounds(struct store *store, int64_t id, uint64_t match,
                             bool (*each)(void *context, uint64_t round,
                                          const struct round_note *note),
                             void *context, struct message *message)
{
    struct asked asked = {.store = store, .id = id, .match = match, .which = KEPT_READ_ROUNDS};
    enum error error =
        ask(&asked,
            "SELECT match.rounds, chunk, notes FROM match"
            " LEFT JOIN rounds ON rounds.match = match.id" OF_MATCH " ORDER BY chunk",
            -1, message);

    if (!error)
        error = first_row(&asked, message);
    if (!error)
        error = tell_rounds(&asked, each, context, message);
    sql_give(store, asked.which, asked.row.statement);
    return error;
}

/* --- heat --------------------------------------------------------------------------------------
 */

static void unpack_counts(const uint8_t *bytes, size_t cells, uint32_t *counts)
{
    for (size_t i = 0; i < cells; i++, bytes += 4)
        counts[i] = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                    (uint32_t)bytes[3] << 24;
}

static enum error take_heat(struct asked *asked, int side, struct heat_counts *heat,
                            struct message *message)
{
    int cells = 0;
    struct slice bytes;
    enum error error = tournament_cells(asked->store, asked->id, &cells, message);

    if (error)
        return error;
    if (sqlite3_column_type(asked->row.statement, 0) == SQLITE_NULL)
        return error_set(
            ERR_UNKNOWN, message, "%s: match %llu of tournament %lld has no heat map of side %c",
            asked->store->path, (unsigned long long)asked->match, (long long)asked->id, 'a' + side);
    bytes = row_bytes(&asked->row, 0);
    if (bytes.length != (size_t)cells * 8)
        return damaged(asked, "a heat map is not that of its board", message);
    memset(heat, 0, sizeof *heat);
    unpack_counts((const uint8_t *)bytes.text, (size_t)cells, heat->placed);
    unpack_counts((const uint8_t *)bytes.text + 4 * (size_t)cells, (size_t)cells, heat->fired);
    return OK;
}

enum error tournament_heat(struct store *store, int64_t id, uint64_t match, int side,
                           struct heat_counts *heat, struct message *message)
{
    struct asked asked = {.store = store, .id = id, .match = match, .which = KEPT_READ_HEAT};
    enum error error = ask(&asked,
                           "SELECT counts FROM match"
                           " LEFT JOIN heat ON heat.match = match.id AND heat.side = ?3" OF_MATCH,
                           side, message);

    if (!error)
        error = first_row(&asked, message);
    if (!error)
        error = take_heat(&asked, side, heat, message);
    sql_give(store, asked.which, asked.row.statement);
    return error;
}

/* --- texts -------------------------------------------------------------------------------------
 */

/* Lines of text from a stranger: the ends of lines stay, a tab or a carriage return becomes a
 * blank, anything else that is not printable becomes `?`. */
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

static enum error take_lines(struct asked *asked, int column, struct buffer *buffer,
                             struct message *message)
{
    enum error error = append_lines(buffer, row_bytes(&asked->row, column));

    if (error)
        message_set(message, "%s: match %llu of tournament %lld: %s", asked->store->path,
                    (unsigned long long)asked->match, (long long)asked->id,
                    error == ERR_FULL ? "a text is too long" : "out of memory");
    return error;
}

enum error tournament_trouble(struct store *store, int64_t id, uint64_t match, int side,
                              struct buffer *trouble, struct buffer *log, struct message *message)
{
    struct asked asked = {.store = store, .id = id, .match = match, .which = KEPT_READ_TROUBLE};
    enum error error =
        ask(&asked,
            "SELECT sentence, log FROM match"
            " LEFT JOIN trouble ON trouble.match = match.id AND trouble.side = ?3" OF_MATCH,
            side, message);

    if (!error)
        error = first_row(&asked, message);
    if (!error)
        error = take_lines(&asked, 0, trouble, message);
    if (!error)
        error = take_lines(&asked, 1, log, message);
    sql_give(store, asked.which, asked.row.statement);
    return error;
}

/* The record of the row that was just read; its memory is `record`. */
static enum error tell_record(struct asked *asked, struct buffer *record,
                              bool (*each)(void *context, uint64_t round, struct slice record),
                              void *context, bool *more, struct message *message)
{
    uint64_t round = row_count(&asked->row, 0, MOST_COUNT);
    enum error error = OK;

    if (asked->row.wrong)
        return damaged(asked, "the number of a recorded round makes no sense", message);
    record->length = 0;
    error = take_lines(asked, 1, record, message);
    if (!error)
        *more = each(context, round,
                     (struct slice){record->length ? record->data : "", record->length});
    return error;
}

enum error tournament_records(struct store *store, int64_t id, uint64_t match,
                              bool (*each)(void *context, uint64_t round, struct slice record),
                              void *context, struct message *message)
{
    struct asked asked = {.store = store, .id = id, .match = match, .which = KEPT_READ_RECORDS};
    struct buffer record;
    bool more = true;
    enum error error =
        ask(&asked,
            "SELECT round, record FROM match"
            " LEFT JOIN record ON record.match = match.id" OF_MATCH " ORDER BY round",
            -1, message);

    buffer_init(&record, KEPT_RECORD_MOST);
    if (!error)
        error = first_row(&asked, message);
    if (!error && sqlite3_column_type(asked.row.statement, 0) != SQLITE_NULL) {
        do
            error = tell_record(&asked, &record, each, context, &more, message);
        while (!error && more && next_row(&asked));
        if (!error && more && asked.result != SQLITE_DONE)
            error = sql_failed(store, message);
    }
    buffer_release(&record);
    sql_give(store, asked.which, asked.row.statement);
    return error;
}
#endif
