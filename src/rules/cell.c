/* Coordinates are parsed strictly: a typing error must never turn into a different shot. */
#include "rules/cell.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* The cells in word `w` that are on the board but not in the set. */
static uint64_t absent_word(const struct cellset *set, int cells, int w)
{
    int rest = cells - 64 * w;

    return ~set->word[w] & (rest >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << rest) - 1);
}

int cellset_absent(const struct cellset *set, int cells)
{
    int count = 0;

    for (int w = 0; 64 * w < cells; w++)
        count += __builtin_popcountll(absent_word(set, cells, w));
    return count;
}

int cellset_nth_absent(const struct cellset *set, int cells, int n)
{
    for (int w = 0; 64 * w < cells; w++) {
        uint64_t word = absent_word(set, cells, w);
        int count = __builtin_popcountll(word);

        if (n >= count) {
            n -= count;
            continue;
        }
        while (n-- > 0)
            word &= word - 1;
        return 64 * w + __builtin_ctzll(word);
    }
    assert(false && "fewer than n cells are absent");
    return NO_CELL;
}

/* Removes the leading letters from `rest` and returns them. */
static struct slice take_letters(struct slice *rest)
{
    struct slice letters = {rest->text, 0};

    while (rest->length > 0 && text_is_letter(rest->text[0])) {
        rest->text++;
        rest->length--;
        letters.length++;
    }
    return letters;
}

/* Columns run from A to Z, then AA to ZZ. Anything longer is off every board. */
static int column_of(struct slice letters)
{
    int column = 0;

    if (letters.length > 2)
        return 998;
    for (size_t i = 0; i < letters.length; i++)
        column = column * 26 + (text_lower(letters.text[i]) - 'a' + 1);
    return column - 1;
}

enum error cell_parse_column(struct slice text, int width, int *column, struct message *message)
{
    struct slice rest = text, letters = take_letters(&rest);

    if (letters.length == 0 || rest.length > 0)
        return error_set(ERR_SYNTAX, message,
                         "'%s' is not a column: columns are letters, such as B",
                         slice_quote(text).text);
    *column = column_of(letters);
    if (*column >= width)
        return error_set(ERR_RANGE, message, "there is no column %s: the last one is %s",
                         slice_quote(text).text, cell_column_name(width - 1).text);
    return OK;
}

/* Parses the digits of a row. `whole` is the text to quote in the message. */
static enum error row_digits(struct slice digits, struct slice whole, int *row,
                             struct message *message)
{
    uint64_t number;

    for (size_t i = 0; i < digits.length; i++)
        if (!text_is_digit(digits.text[i]))
            return error_set(ERR_SYNTAX, message,
                             "'%s': '%c' does not belong in a coordinate like B3",
                             slice_quote(whole).text,
                             digits.text[i] >= ' ' && digits.text[i] <= '~' ? digits.text[i] : '?');
    if (digits.length > 1 && digits.text[0] == '0')
        return error_set(ERR_SYNTAX, message, "'%s': write the row without a leading zero",
                         slice_quote(whole).text);
    if (!slice_number(digits, 998, &number))
        number = 999;
    *row = (int)number - 1;
    return OK;
}

enum error cell_parse_row(struct slice text, int height, int *row, struct message *message)
{
    enum error error;

    if (text.length == 0)
        return error_set(ERR_SYNTAX, message, "the row is missing");
    error = row_digits(text, text, row, message);
    if (!error && (*row < 0 || *row >= height))
        error = error_set(ERR_RANGE, message, "there is no row %s: rows go from 1 to %d",
                          slice_quote(text).text, height);
    return error;
}

enum error cell_parse_coordinate(struct slice text, int width, int height, int *column, int *row,
                                 struct message *message)
{
    struct slice digits = text, letters = take_letters(&digits);
    struct quoted quoted = slice_quote(text);
    enum error error;

    if (text.length == 0)
        return error_set(ERR_SYNTAX, message, "the coordinate is missing; type one such as B3");
    if (letters.length == 0)
        return error_set(ERR_SYNTAX, message,
                         "'%s': a coordinate starts with its column letter, as in B3", quoted.text);
    if (digits.length == 0)
        return error_set(ERR_SYNTAX, message,
                         "'%s': the row number is missing; a coordinate looks like B3",
                         quoted.text);
    error = row_digits(digits, text, row, message);
    if (error)
        return error;
    *column = column_of(letters);
    if (*column >= width)
        return error_set(ERR_RANGE, message, "'%s' is off the board: the last column is %s",
                         quoted.text, cell_column_name(width - 1).text);
    if (*row < 0 || *row >= height)
        return error_set(ERR_RANGE, message, "'%s' is off the board: rows go from 1 to %d",
                         quoted.text, height);
    return OK;
}

enum error cell_parse(struct slice text, int width, int height, int *cell, struct message *message)
{
    int column, row;
    enum error error = cell_parse_coordinate(text, width, height, &column, &row, message);

    if (!error)
        *cell = row * width + column;
    return error;
}

struct cell_name cell_column_name(int column)
{
    struct cell_name name = {{0}};

    if (column >= 26) {
        name.text[0] = (char)('A' + column / 26 - 1);
        name.text[1] = (char)('A' + column % 26);
    } else {
        name.text[0] = (char)('A' + column);
    }
    return name;
}

struct cell_name cell_name(int cell, int width)
{
    struct cell_name name = {"-"};

    if (cell != NO_CELL) {
        name = cell_column_name(cell % width);
        snprintf(name.text + strlen(name.text), 12, "%d", cell / width + 1);
    }
    return name;
}
