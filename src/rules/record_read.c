/* Reading records. A record may be hostile: every line is checked, every outcome is recomputed and
 * compared, and an error gives the line number. */
#include "rules/record.h"

#include <string.h>

/* Removes the next line, without its line end; false at the end. */
static bool cut_line(struct slice *rest, struct slice *line)
{
    bool found = slice_cut(rest, '\n', line);

    line->length -= line->length > 0 && line->text[line->length - 1] == '\r';
    return found;
}

/* Reads the next line that is not a comment and checks its length and characters. `*more` is false
 * at the end. */
static enum error next_line(struct record_reader *reader, struct slice *line, bool *more,
                            struct message *message)
{
    do {
        *more = cut_line(&reader->rest, line);
        if (!*more)
            return OK;
        reader->line++;
    } while (line->length > 0 && line->text[0] == '#');
    if (line->length > RECORD_LINE_SIZE)
        return error_set(ERR_SYNTAX, message, "the line is longer than %d characters",
                         RECORD_LINE_SIZE);
    for (size_t i = 0; i < line->length; i++)
        if ((unsigned char)line->text[i] < ' ')
            return error_set(ERR_SYNTAX, message, "the line contains a control character");
    return OK;
}

/* The unread text after any comments. */
static struct slice unread(const struct record_reader *reader)
{
    struct slice rest = reader->rest, line;

    while (rest.length > 0 && rest.text[0] == '#')
        slice_cut(&rest, '\n', &line);
    return rest;
}

/* Reads the next line, which must start with `words` and a blank. `rest` receives what follows. */
static enum error expect(struct record_reader *reader, const char *words, struct slice *rest,
                         struct message *message)
{
    struct slice line;
    size_t length = strlen(words);
    bool more;
    enum error error = next_line(reader, &line, &more, message);

    if (error)
        return error;
    if (!more)
        return error_set(ERR_SYNTAX, message, "the record ends where '%s' is expected", words);
    if (line.length <= length || memcmp(line.text, words, length) != 0 || line.text[length] != ' ')
        return error_set(ERR_SYNTAX, message, "expected '%s', found '%s'", words,
                         slice_quote(line).text);
    rest->text = line.text + length + 1;
    rest->length = line.length - length - 1;
    return OK;
}

static enum error copy_word(struct slice from, char *to, size_t size, struct message *message)
{
    char text[RECORD_LINE_SIZE + 1];

    if (from.length == 0 || from.length >= size)
        return error_set(ERR_SYNTAX, message, "'%s' must have 1 to %zu characters",
                         slice_quote(from).text, size - 1);
    memcpy(text, from.text, from.length);
    text[from.length] = '\0';
    text_printable(to, size, text);
    return strcmp(to, text) == 0 ? OK
                                 : error_set(ERR_SYNTAX, message, "'%s' is not printable text",
                                             slice_quote(from).text);
}

/* Reads the lines that start with `rule `. */
static enum error read_rules(struct record_reader *reader, struct message *message)
{
    char text[RECORD_LINE_SIZE];
    struct writer writer;
    int first_line = reader->line + 1;
    enum error error;

    writer_init(&writer, text, sizeof text);
    for (;;) {
        struct slice rest = unread(reader);

        if (rest.length <= 5 || memcmp(rest.text, "rule ", 5) != 0)
            break;
        error = expect(reader, "rule", &rest, message);
        if (error)
            return error;
        writer_format(&writer, "%.*s\n", (int)rest.length, rest.text);
    }
    if (writer.full)
        return error_set(ERR_SYNTAX, message, "the rules are too long");
    error = rules_parse((struct slice){text, writer.length}, &reader->record.rules, message);
    if (error)
        message_prefix(message, "in the rules that start at line %d", first_line);
    return error;
}

static enum error read_commit(struct record_reader *reader, int side, struct message *message)
{
    struct slice hex;
    enum error error = expect(reader, side == SIDE_A ? "commit a" : "commit b", &hex, message);

    if (error)
        return error;
    if (hex.length != SHA256_HEX_SIZE - 1)
        return error_set(ERR_SYNTAX, message, "a commitment has %d hexadecimal digits",
                         SHA256_HEX_SIZE - 1);
    memcpy(reader->commitment[side], hex.text, hex.length);
    reader->commitment[side][hex.length] = '\0';
    return OK;
}

/* Reads a fleet line, whose hash must match the commitment. `layout` receives the layout text. */
static enum error read_fleet(struct record_reader *reader, int side, struct slice *layout,
                             struct message *message)
{
    char text[RECORD_LINE_SIZE + 2], hex[SHA256_HEX_SIZE];
    struct slice rest, word;
    enum error error = expect(reader, side == SIDE_A ? "fleet a" : "fleet b", &rest, message);

    if (error)
        return error;
    memcpy(text, rest.text, rest.length);
    text[rest.length] = '\n';
    sha256_hex(text, rest.length + 1, hex);
    if (strcmp(hex, reader->commitment[side]) != 0)
        return error_set(ERR_MISMATCH, message,
                         "the fleet of side %s does not match its commitment (its SHA-256 is %s)",
                         event_side_word(side), hex);
    slice_cut(&rest, ' ', &word);
    for (size_t i = 0; i < word.length; i++)
        if (!text_is_digit(word.text[i]) && (word.text[i] < 'a' || word.text[i] > 'f'))
            word.length = 0;
    if (word.length != NONCE_SIZE - 1)
        return error_set(ERR_SYNTAX, message, "a nonce has %d hexadecimal digits", NONCE_SIZE - 1);
    memcpy(reader->record.nonce[side], word.text, word.length);
    reader->record.nonce[side][word.length] = '\0';
    *layout = rest;
    return OK;
}

/* Reads the line `solo`, if present. */
static enum error read_solo(struct record_reader *reader, struct message *message)
{
    struct slice rest = unread(reader), line;
    bool more;

    if (!cut_line(&rest, &line) || !slice_is(line, "solo"))
        return OK;
    if (reader->record.first != SIDE_A)
        return error_set(ERR_SYNTAX, message, "in a solo game side a moves first");
    reader->record.solo = true;
    return next_line(reader, &line, &more, message);
}

static enum error read_head(struct record_reader *reader, struct message *message)
{
    struct record *record = &reader->record;
    struct slice rest;
    uint64_t number;
    enum error error = expect(reader, "broadside record", &rest, message);

    if (error)
        return error;
    if (!slice_number(rest, 999999, &number))
        return error_set(ERR_SYNTAX, message, "the version of the record format is missing");
    if (number != RECORD_VERSION)
        return error_set(ERR_SYNTAX, message,
                         "record format %d is not supported; this program reads format %d",
                         (int)number, RECORD_VERSION);
    error = expect(reader, "version", &rest, message);
    if (!error)
        error = copy_word(rest, record->version, sizeof record->version, message);
    if (!error)
        error = read_rules(reader, message);
    for (int side = 0; !error && side < 2; side++) {
        error = expect(reader, side == SIDE_A ? "player a" : "player b", &rest, message);
        if (!error)
            error = copy_word(rest, record->name[side], NAME_SIZE, message);
    }
    if (!error)
        error = expect(reader, "first", &rest, message);
    if (!error && !slice_is(rest, "a") && !slice_is(rest, "b"))
        error = error_set(ERR_SYNTAX, message, "'first' must be a or b");
    if (!error)
        record->first = slice_is(rest, "b") ? SIDE_B : SIDE_A;
    return error ? error : read_solo(reader, message);
}

static enum error read_fleets(struct record_reader *reader, struct message *message)
{
    struct record *record = &reader->record;
    int first_fleet = record->solo ? SIDE_B : SIDE_A;
    enum error error = OK;

    if (record->solo)
        game_init_solo(&reader->game, &record->rules);
    else
        game_init(&reader->game, &record->rules, record->first);
    for (int side = first_fleet; !error && side < 2; side++)
        error = read_commit(reader, side, message);
    for (int side = first_fleet; !error && side < 2; side++) {
        struct slice layout;

        error = read_fleet(reader, side, &layout, message);
        if (!error)
            error = layout_parse(layout, &record->rules, &record->layout[side], message);
        if (!error)
            error = game_place(&reader->game, side, &record->layout[side], message);
    }
    return error;
}

static enum error at_line(enum error error, const struct record_reader *reader,
                          struct message *message)
{
    if (error)
        message_prefix(message, "line %d", reader->line);
    return error;
}

enum error record_open_part(struct record_reader *reader, struct slice text, int before,
                            struct message *message)
{
    enum error error;

    memset(reader, 0, sizeof *reader);
    reader->rest = slice_skip_bom(text);
    reader->line = before;
    error = read_head(reader, message);
    if (!error)
        error = read_fleets(reader, message);
    return at_line(error, reader, message);
}

enum error record_open(struct record_reader *reader, struct slice text, struct message *message)
{
    return record_open_part(reader, text, 0, message);
}

/* Reads the number and the side before a move. */
static enum error read_move_start(struct record_reader *reader, struct slice *line,
                                  struct message *message)
{
    struct slice word;
    uint64_t number;
    int turn = game_status(&reader->game)->turn;

    slice_word(line, &word);
    if (!slice_number(word, 9999999, &number) || number != (uint64_t)reader->moves + 1)
        return error_set(ERR_SYNTAX, message, "expected move %d, found '%s'", reader->moves + 1,
                         slice_quote(word).text);
    if (game_status(&reader->game)->over)
        return error_set(ERR_MISMATCH, message, "move %d comes after the end of the game",
                         reader->moves + 1);
    slice_word(line, &word);
    if (!slice_is(word, event_side_word(turn)))
        return error_set(ERR_MISMATCH, message, "move %d is by '%s', but it is side %s's turn",
                         reader->moves + 1, slice_quote(word).text, event_side_word(turn));
    return OK;
}

/* Splits ` MOVE -> OUTCOME`. */
static enum error split_move(struct slice line, struct slice *move, struct slice *outcome,
                             struct message *message)
{
    for (size_t i = 0; i + 4 <= line.length; i++) {
        if (memcmp(line.text + i, " -> ", 4) == 0) {
            *move = slice_trim((struct slice){line.text, i});
            *outcome = (struct slice){line.text + i + 4, line.length - i - 4};
            return OK;
        }
    }
    return error_set(ERR_SYNTAX, message, "' -> ' is missing between the move and its outcome");
}

static enum error parse_recorded(const struct rules *rules, struct slice text, struct slice outcome,
                                 struct move *move, struct message *message)
{
    struct slice word;
    enum error error = OK;
    int cell;

    if (slice_is(text, move_word(MOVE_PASS))) {
        memset(move, 0, sizeof *move);
        move->kind = MOVE_PASS;
        return OK;
    }
    error = move_parse(text, rules, move, message);
    if (error || move->kind != MOVE_HINT)
        return error;
    /* The block was drawn during the game. The record contains it, so no seed is needed. */
    slice_cut(&outcome, ':', &word);
    if (slice_is(word, "lost"))
        return OK;
    slice_word(&outcome, &word);
    error = cell_parse(word, rules->width, rules->height, &cell, message);
    if (!error)
        move->cell[0] = (uint16_t)cell;
    return error;
}

static enum error apply_recorded(struct record_reader *reader, struct slice line, struct move *move,
                                 struct outcome *outcome, struct message *message)
{
    const struct rules *rules = &reader->record.rules;
    char text[RECORD_LINE_SIZE];
    struct writer writer;
    struct slice move_text, recorded, layout;
    enum error error = split_move(line, &move_text, &recorded, message);

    if (!error)
        error = parse_recorded(rules, move_text, recorded, move, message);
    if (!error)
        error = game_apply(&reader->game, move, outcome, message);
    if (error)
        return error;
    writer_init(&writer, text, sizeof text);
    outcome_print(outcome, rules, &writer);
    if (!slice_is(recorded, text))
        return error_set(ERR_MISMATCH, message, "the record says '%s', but the move gives '%s'",
                         slice_quote(recorded).text, text);
    reader->moves++;
    if (outcome->count == 0 || outcome->event[0].kind != EVENT_RAISE || unread(reader).length == 0)
        return OK;
    error = read_commit(reader, outcome->mover, message);
    if (!error)
        error = read_fleet(reader, outcome->mover, &layout, message);
    if (error)
        return error;
    writer_init(&writer, text, sizeof text);
    view_print_fleet(&reader->game.view[outcome->mover], &writer);
    return slice_is(layout, text)
               ? OK
               : error_set(ERR_MISMATCH, message, "the fleet after the raise should be '%s'", text);
}

/* Reads the lines after the last move: the result and the seed. */
static enum error read_end(struct record_reader *reader, struct slice line, struct message *message)
{
    const struct status *status = game_status(&reader->game);
    char text[64];
    struct writer writer;
    struct slice rest;
    bool more;
    enum error error;

    writer_init(&writer, text, sizeof text);
    writer_format(&writer, "result %s %s", event_side_word(status->winner),
                  event_reason_word((enum reason)status->reason));
    if (!status->over || !slice_is(line, text))
        return error_set(ERR_MISMATCH, message, "expected %s, found '%s'",
                         status->over ? text : "a move", slice_quote(line).text);
    if (unread(reader).length > 0) {
        error = expect(reader, "seed", &rest, message);
        if (error)
            return error;
        error = seed_parse(rest, &reader->record.seed, message);
        if (error) {
            message_prefix(message, "the seed");
            return error;
        }
        reader->record.has_seed = true;
    }
    error = next_line(reader, &line, &more, message);
    if (!error && more)
        error = error_set(ERR_SYNTAX, message, "unexpected text after the end of the game");
    return error;
}

enum error record_step(struct record_reader *reader, struct move *move, struct outcome *outcome,
                       bool *more, struct message *message)
{
    struct slice line;
    enum error error = next_line(reader, &line, more, message);

    if (!error && *more && line.length > 6 && memcmp(line.text, "result", 6) == 0) {
        *more = false;
        error = read_end(reader, line, message);
    } else if (!error && *more) {
        error = read_move_start(reader, &line, message);
        if (!error)
            error = apply_recorded(reader, line, move, outcome, message);
    }
    if (error)
        *more = false;
    return at_line(error, reader, message);
}

/* --- several records ---------------------------------------------------------------------------*/

struct record_list record_list_of(struct slice text)
{
    return (struct record_list){.rest = slice_skip_bom(text)};
}

static bool is_between(struct slice line)
{
    return slice_trim(line).length == 0 || line.text[0] == '#';
}

static bool is_first_line(struct slice line)
{
    static const char words[] = "broadside record ";

    return line.length >= sizeof words - 1 && memcmp(line.text, words, sizeof words - 1) == 0;
}

/* The record ends with its last line that is not between records: what follows that one may be the
 * notes of the next. */
bool record_list_next(struct record_list *list, struct listed_record *record)
{
    struct slice rest = list->rest, line;
    const char *start = rest.text;
    int line_number = list->line;

    *record = (struct listed_record){.notes = {start, 0}};
    while (slice_cut(&rest, '\n', &line)) {
        bool is_text = !is_between(line);

        line_number++;
        if (is_text && record->text.length == 0) {
            record->notes.length = (size_t)(line.text - start);
            record->text.text = line.text;
            record->before = line_number - 1;
        } else if (is_text && is_first_line(line)) {
            break;
        }
        if (is_text) {
            record->text.length = (size_t)(rest.text - record->text.text);
            *list = (struct record_list){rest, line_number};
        }
    }
    return record->text.length > 0;
}
