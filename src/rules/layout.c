/* Legality and text of layouts. A fleet has at most 33 ships of at most ten cells, so the code here
 * visits the cells one by one. The only hot function, layout_random, is in layout_random.c. */
#include "rules/layout.h"

#include <stdlib.h>
#include <string.h>

static struct cell_name placement_name(struct placement placement, const struct rules *rules)
{
    struct cell_name name;
    struct writer writer;

    writer_init(&writer, name.text, sizeof name.text);
    placement_print(placement, rules, &writer);
    return name;
}

/* Parses a column and row off the board, counted from 1: `0/5`, `-2/11`. */
static bool parse_outside(struct slice text, int *column, int *row)
{
    int values[2];

    for (int i = 0; i < 2; i++) {
        struct slice part;
        uint64_t number;
        bool negative;

        if (!slice_cut(&text, '/', &part))
            return false;
        negative = part.length > 1 && part.text[0] == '-';
        part.text += negative;
        part.length -= negative;
        if (!slice_number(part, negative ? INT16_MAX : INT16_MAX + 1, &number))
            return false;
        values[i] = negative ? -(int)number : (int)number;
    }
    *column = values[0] - 1;
    *row = values[1] - 1;
    return text.length == 0;
}

/* The length of what people write between two ends: `-`, `..`, or a dash that an editor made of
 * them. 0 if the text does not begin with one. */
static size_t dash_length(struct slice text)
{
    static const char *const dashes[] = {"-", "..", "\xe2\x80\x93", "\xe2\x80\x94"};

    for (size_t i = 0; i < sizeof dashes / sizeof dashes[0]; i++) {
        size_t length = strlen(dashes[i]);

        if (text.length >= length && memcmp(text.text, dashes[i], length) == 0)
            return length;
    }
    return 0;
}

static struct slice slice_from(struct slice text, size_t start)
{
    return (struct slice){text.text + start, text.length - start};
}

/* Takes the second end from a placement by its two ends: `A1-A5`, `A1 - A5`, `A1..A5` or `A1 A5`. A
 * direction has no digits, so it is never taken for an end. */
static bool take_end(struct slice *where, struct slice *rest, struct slice *end)
{
    struct slice after = *rest, word;
    bool dash = false;

    for (size_t i = 1; text_is_letter(where->text[0]) && i < where->length; i++) {
        size_t length = dash_length(slice_from(*where, i));

        if (length == 0)
            continue;
        *end = slice_from(*where, i + length);
        if (end->length == 0 && !slice_word(rest, end))
            return false;
        where->length = i;
        return true;
    }
    if (slice_word(&after, &word) && dash_length(word) > 0) {
        dash = true;
        word = slice_from(word, dash_length(word));
        if (word.length == 0 && !slice_word(&after, &word))
            return false;
    }
    for (size_t i = 0; i < word.length; i++)
        dash = dash || text_is_digit(word.text[i]);
    if (dash) {
        *end = word;
        *rest = after;
    }
    return dash;
}

/* Parses where a ship begins or ends. Under wrecks that may be off the board. */
static enum error parse_where(struct slice text, const struct rules *rules, int *column, int *row,
                              struct message *message)
{
    enum error error;

    if (rules->wrecks && parse_outside(text, column, row))
        return OK;
    error = cell_parse_coordinate(text, rules->width, rules->height, column, row, message);
    return rules->wrecks && error == ERR_RANGE ? OK : error;
}

static enum error expect_end(struct slice rest, const char *before, struct message *message)
{
    rest = slice_trim(rest);
    return rest.length == 0 ? OK
                            : error_set(ERR_SYNTAX, message, "unexpected '%s' after %s",
                                        slice_quote(rest).text, before);
}

/* Makes a placement from its two ends, in either order. */
static enum error join_ends(const int first[2], const int last[2], int length, struct slice text,
                            struct placement *placement, struct message *message)
{
    int across = abs(first[0] - last[0]), down = abs(first[1] - last[1]);

    if (across > 0 && down > 0)
        return error_set(ERR_SYNTAX, message,
                         "'%s' is not straight: a ship lies in one row or one column",
                         slice_quote(text).text);
    if (across + down + 1 != length)
        return error_set(ERR_SYNTAX, message, "'%s' has %d cell%s, but the ship has %d",
                         slice_quote(text).text, across + down + 1, across + down ? "s" : "",
                         length);
    *placement =
        (struct placement){(int16_t)(first[0] < last[0] ? first[0] : last[0]),
                           (int16_t)(first[1] < last[1] ? first[1] : last[1]), down > 0, 1};
    return OK;
}

enum error placement_parse(struct slice text, const struct rules *rules, int length,
                           struct placement *placement, struct message *message)
{
    struct slice rest = text, where, direction, end;
    int first[2], last[2];
    bool vertical, has_end;
    enum error error;

    slice_word(&rest, &where);
    if (rules->wrecks && slice_is(where, "-") && slice_trim(rest).length == 0) {
        *placement = (struct placement){0};
        return OK;
    }
    has_end = where.length > 0 && take_end(&where, &rest, &end);
    error = parse_where(where, rules, &first[0], &first[1], message);
    if (!error && has_end)
        error = parse_where(end, rules, &last[0], &last[1], message);
    if (error)
        return error;
    text = slice_trim(text);
    if (has_end) {
        error = expect_end(rest, "the two ends of the ship", message);
        return error ? error : join_ends(first, last, length, text, placement, message);
    }
    if (!slice_word(&rest, &direction)) {
        *placement = (struct placement){(int16_t)first[0], (int16_t)first[1], 0, 1};
        return length == 1 ? OK
                           : error_set(ERR_SYNTAX, message,
                                       "'%s': add h or v after the coordinate, as in B3 h",
                                       slice_quote(text).text);
    }
    vertical = slice_is_nocase(direction, "v") || slice_is_nocase(direction, "vertical");
    if (!vertical && !slice_is_nocase(direction, "h") && !slice_is_nocase(direction, "horizontal"))
        return error_set(ERR_SYNTAX, message,
                         "'%s' is not a direction: use h (horizontal) or v (vertical)",
                         slice_quote(direction).text);
    *placement =
        (struct placement){(int16_t)first[0], (int16_t)first[1], vertical && length > 1, 1};
    return expect_end(rest, "the placement", message);
}

static bool on_board(int column, int row, const struct rules *rules)
{
    return column >= 0 && column < rules->width && row >= 0 && row < rules->height;
}

void placement_print(struct placement placement, const struct rules *rules, struct writer *writer)
{
    if (!placement.placed) {
        writer_put(writer, "-");
        return;
    }
    if (on_board(placement.column, placement.row, rules))
        writer_put(writer,
                   cell_name(placement.row * rules->width + placement.column, rules->width).text);
    else
        writer_format(writer, "%d/%d", placement.column + 1, placement.row + 1);
    writer_put(writer, placement.vertical ? " v" : " h");
}

int placement_cells(struct placement placement, int length, const struct rules *rules,
                    int cells[MAX_LENGTH])
{
    int count = 0;

    for (int i = 0; placement.placed && i < length; i++) {
        int column = placement.column + (placement.vertical ? 0 : i);
        int row = placement.row + (placement.vertical ? i : 0);

        if (on_board(column, row, rules))
            cells[count++] = row * rules->width + column;
    }
    return count;
}

/* Do two ships overlap or, if `gap` is 1, touch at a side or corner? Ships are rectangles one cell
 * wide. */
static bool too_close(struct placement a, int length_a, struct placement b, int length_b, int gap)
{
    int right_a = a.column + (a.vertical ? 0 : length_a - 1);
    int right_b = b.column + (b.vertical ? 0 : length_b - 1);
    int bottom_a = a.row + (a.vertical ? length_a - 1 : 0);
    int bottom_b = b.row + (b.vertical ? length_b - 1 : 0);

    return a.column <= right_b + gap && b.column <= right_a + gap && a.row <= bottom_b + gap &&
           b.row <= bottom_a + gap;
}

static bool reaches_outside(struct placement placement, int length, const struct rules *rules)
{
    int right = placement.column + (placement.vertical ? 0 : length - 1);
    int bottom = placement.row + (placement.vertical ? length - 1 : 0);

    return !on_board(placement.column, placement.row, rules) || !on_board(right, bottom, rules);
}

/* Like layout_fits, but checks only against ships `from` and later. */
static enum error fits_beside(const struct layout *layout, const struct rules *rules, int ship,
                              struct placement placement, int from, struct message *message)
{
    const struct ship *fleet = rules->fleet;
    int length = fleet[ship].length;

    if (!placement.placed)
        return error_set(ERR_PLACEMENT, message, "%s is not placed", fleet[ship].name);
    if (reaches_outside(placement, length, rules))
        return error_set(ERR_PLACEMENT, message, "%s (length %d) at %s extends off the board",
                         fleet[ship].name, length, placement_name(placement, rules).text);
    for (int other = from; other < rules->ships; other++) {
        struct placement there = layout->ship[other];

        if (other == ship || !there.placed)
            continue;
        if (too_close(placement, length, there, fleet[other].length, 0))
            return error_set(ERR_PLACEMENT, message, "%s at %s overlaps the %s at %s",
                             fleet[ship].name, placement_name(placement, rules).text,
                             fleet[other].name, placement_name(there, rules).text);
        if (!rules->touch && too_close(placement, length, there, fleet[other].length, 1))
            return error_set(ERR_PLACEMENT, message,
                             "%s at %s touches the %s at %s, which these rules forbid",
                             fleet[ship].name, placement_name(placement, rules).text,
                             fleet[other].name, placement_name(there, rules).text);
    }
    return OK;
}

enum error layout_fits(const struct layout *layout, const struct rules *rules, int ship,
                       struct placement placement, struct message *message)
{
    return fits_beside(layout, rules, ship, placement, 0, message);
}

enum error layout_check(const struct layout *layout, const struct rules *rules,
                        struct message *message)
{
    for (int ship = 0; ship < rules->ships && !rules->wrecks; ship++) {
        /* Check each pair once: the earlier ships were already checked against this one. */
        enum error error = fits_beside(layout, rules, ship, layout->ship[ship], ship + 1, message);

        if (error)
            return error;
    }
    return OK;
}

/* A ship is wrecked if it is missing, extends off the board, or shares a cell with another ship or
 * wreck. The order of placement does not matter: of two ships on one cell, both are wrecked. */
uint64_t layout_wrecked(const struct layout *layout, const struct rules *rules)
{
    uint8_t owner[MAX_CELLS];
    uint64_t wrecked = 0;

    memset(owner, 0xff, (size_t)rules_cells(rules));
    for (int ship = 0; ship < rules->ships; ship++) {
        struct placement placement = layout->ship[ship];
        int cells[MAX_LENGTH], count, length = rules->fleet[ship].length;

        if (!placement.placed || reaches_outside(placement, length, rules))
            wrecked |= (uint64_t)1 << ship;
        count = placement_cells(placement, length, rules, cells);
        for (int i = 0; i < count; i++) {
            if (owner[cells[i]] != 0xff)
                wrecked |= (uint64_t)1 << ship | (uint64_t)1 << owner[cells[i]];
            owner[cells[i]] = (uint8_t)ship;
        }
    }
    return wrecked;
}

/* Removes the ship's name from the front of an entry, if present. */
static enum error skip_name(struct slice *entry, const struct ship *ship, struct message *message)
{
    struct slice rest = *entry, word;

    slice_word(&rest, &word);
    if (slice_is_nocase(word, ship->name)) {
        *entry = rest;
        return OK;
    }
    for (size_t i = 0; i < word.length; i++)
        if (text_is_digit(word.text[i]) || word.length == 1)
            return OK; /* a coordinate; placement_parse checks it */
    return error_set(ERR_SYNTAX, message, "expected the %s, found '%s'", ship->name,
                     slice_quote(word).text);
}

enum error placement_parse_named(struct slice text, const struct rules *rules, int ship,
                                 struct placement *placement, struct message *message)
{
    struct slice rest = text, word;
    enum error error = OK;

    slice_word(&rest, &word);
    for (int i = 0; i < rules->ships; i++)
        if (slice_is_nocase(word, rules->fleet[i].name)) {
            error = skip_name(&text, &rules->fleet[ship], message);
            break;
        }
    if (error)
        return error;
    return placement_parse(text, rules, rules->fleet[ship].length, placement, message);
}

enum error layout_parse(struct slice text, const struct rules *rules, struct layout *layout,
                        struct message *message)
{
    struct layout parsed = {{{0}}};
    struct slice entry;
    int ship = 0;
    enum error error = OK;

    while (!error && slice_cut(&text, ',', &entry)) {
        const struct ship *kind = &rules->fleet[ship];

        if (ship == rules->ships)
            return error_set(ERR_SYNTAX, message, "too many ships: the fleet has only %d",
                             rules->ships);
        error = skip_name(&entry, kind, message);
        if (!error) {
            error = placement_parse(entry, rules, kind->length, &parsed.ship[ship], message);
            if (error)
                message_prefix(message, "%s", kind->name);
        }
        ship++;
    }
    if (!error && ship < rules->ships)
        error = error_set(ERR_SYNTAX, message, "the %s is missing: %d of %d ships are placed",
                          rules->fleet[ship].name, ship, rules->ships);
    if (!error)
        error = layout_check(&parsed, rules, message);
    if (!error)
        *layout = parsed;
    return error;
}

void layout_print(const struct layout *layout, const struct rules *rules, struct writer *writer)
{
    for (int ship = 0; ship < rules->ships; ship++) {
        writer_format(writer, "%s%s ", ship ? ", " : "", rules->fleet[ship].name);
        placement_print(layout->ship[ship], rules, writer);
    }
}
