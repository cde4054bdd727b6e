/* Cells: strict parsing of their names, and sets of cells. */
#include "rules/cell.h"

#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void coordinates_on_a_10x10_board(void **state)
{
    int cell = -1;

    (void)state;
    assert_int_equal(cell_parse(slice_of("A1"), 10, 10, &cell, NULL), OK);
    assert_int_equal(cell, 0);
    assert_int_equal(cell_parse(slice_of("j10"), 10, 10, &cell, NULL), OK);
    assert_int_equal(cell, 99);
    assert_int_equal(cell_parse(slice_of("B3"), 10, 10, &cell, NULL), OK);
    assert_int_equal(cell, 21);
    assert_int_equal(cell_parse(slice_of("J1"), 10, 10, &cell, NULL), OK);
    assert_int_equal(cell, 9);
}

/* Every error: its value and its whole message. */
static void bad_coordinates_are_rejected_with_the_reason(void **state)
{
    static const struct {
        const char *text;
        enum error error;
        const char *sentence;
    } rejected[] = {
        {"", ERR_SYNTAX, "the coordinate is missing; type one such as B3"},
        {"K11", ERR_RANGE, "'K11' is off the board: the last column is J"},
        {"K1", ERR_RANGE, "'K1' is off the board: the last column is J"},
        {"A11", ERR_RANGE, "'A11' is off the board: rows go from 1 to 10"},
        {"A0", ERR_RANGE, "'A0' is off the board: rows go from 1 to 10"},
        {"A999", ERR_RANGE, "'A999' is off the board: rows go from 1 to 10"},
        {"A99999999999999999999999", ERR_RANGE,
         "'A99999999999999999999999' is off the board: rows go from 1 to 10"},
        {"A18446744073709551617", ERR_RANGE,
         "'A18446744073709551617' is off the board: rows go from 1 to 10"},
        {"AA1", ERR_RANGE, "'AA1' is off the board: the last column is J"},
        {"ABCDEFGHIJ1", ERR_RANGE, "'ABCDEFGHIJ1' is off the board: the last column is J"},
        {"1A", ERR_SYNTAX, "'1A': a coordinate starts with its column letter, as in B3"},
        {"1", ERR_SYNTAX, "'1': a coordinate starts with its column letter, as in B3"},
        {"-A1", ERR_SYNTAX, "'-A1': a coordinate starts with its column letter, as in B3"},
        {" A1", ERR_SYNTAX, "' A1': a coordinate starts with its column letter, as in B3"},
        {"A", ERR_SYNTAX, "'A': the row number is missing; a coordinate looks like B3"},
        {"AA", ERR_SYNTAX, "'AA': the row number is missing; a coordinate looks like B3"},
        {"A1x", ERR_SYNTAX, "'A1x': 'x' does not belong in a coordinate like B3"},
        {"A+5", ERR_SYNTAX, "'A+5': '+' does not belong in a coordinate like B3"},
        {"A-5", ERR_SYNTAX, "'A-5': '-' does not belong in a coordinate like B3"},
        {"A 5", ERR_SYNTAX, "'A 5': ' ' does not belong in a coordinate like B3"},
        {"A1 ", ERR_SYNTAX, "'A1 ': ' ' does not belong in a coordinate like B3"},
        {"A1.0", ERR_SYNTAX, "'A1.0': '.' does not belong in a coordinate like B3"},
        {"A1\n", ERR_SYNTAX, "'A1?': '?' does not belong in a coordinate like B3"},
        {"A\xc2\xb9", ERR_SYNTAX, "'A\xc2\xb9': '?' does not belong in a coordinate like B3"},
        {"A01", ERR_SYNTAX, "'A01': write the row without a leading zero"},
        {"A00", ERR_SYNTAX, "'A00': write the row without a leading zero"},
        {"K01", ERR_SYNTAX, "'K01': write the row without a leading zero"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rejected / sizeof rejected[0]; i++) {
        struct message message = {""};
        int cell = -7;

        assert_int_equal(cell_parse(slice_of(rejected[i].text), 10, 10, &cell, &message),
                         rejected[i].error);
        assert_string_equal(message.text, rejected[i].sentence);
        assert_int_equal(cell, -7);
    }
}

static void long_and_binary_texts_are_rejected(void **state)
{
    static const char fillings[] = "A1z0 \n\x7f\xff";
    static char text[10000];
    struct message message;
    int cell;

    (void)state;
    for (size_t i = 0; i < sizeof fillings; i++) { /* the last one is NUL */
        memset(text, fillings[i], sizeof text);
        for (int first = 0; first < 2; first++) {
            text[0] = first ? 'B' : fillings[i];
            message.text[0] = '\0';
            assert_int_not_equal(
                cell_parse((struct slice){text, sizeof text}, 10, 10, &cell, &message), OK);
            assert_true(strlen(message.text) > 10 && strlen(message.text) < 120);
        }
    }
    assert_int_not_equal(cell_parse((struct slice){"A1\0", 3}, 10, 10, &cell, &message), OK);
}

/* All cells of boards of many shapes: the name parses back to the cell, in either case. */
static void every_cell_has_a_unique_name(void **state)
{
    static const struct {
        int width, height;
    } boards[] = {{3, 3}, {10, 10}, {26, 3}, {27, 4}, {32, 32}, {3, 32}, {32, 3}};

    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        int width = boards[i].width, height = boards[i].height, read = -1;

        for (int cell = 0; cell < width * height; cell++) {
            struct cell_name name = cell_name(cell, width);

            assert_int_equal(cell_parse(slice_of(name.text), width, height, &read, NULL), OK);
            assert_int_equal(read, cell);
            for (char *c = name.text; *c; c++)
                *c = text_lower(*c);
            assert_int_equal(cell_parse(slice_of(name.text), width, height, &read, NULL), OK);
            assert_int_equal(read, cell);
        }
    }
    assert_string_equal(cell_name(0, 10).text, "A1");
    assert_string_equal(cell_name(99, 10).text, "J10");
    assert_string_equal(cell_name(25, 32).text, "Z1");
    assert_string_equal(cell_name(26, 32).text, "AA1");
    assert_string_equal(cell_name(1023, 32).text, "AF32");
    assert_string_equal(cell_name(NO_CELL, 10).text, "-");
}

static void single_columns_and_rows(void **state)
{
    struct message message = {""};
    int line = -1;

    (void)state;
    assert_int_equal(cell_parse_column(slice_of("b"), 10, &line, &message), OK);
    assert_int_equal(line, 1);
    assert_int_equal(cell_parse_column(slice_of("AF"), 32, &line, &message), OK);
    assert_int_equal(line, 31);
    assert_int_equal(cell_parse_column(slice_of("k"), 10, &line, &message), ERR_RANGE);
    assert_string_equal(message.text, "there is no column k: the last one is J");
    assert_int_equal(cell_parse_column(slice_of("AG"), 32, &line, &message), ERR_RANGE);
    assert_int_equal(cell_parse_column(slice_of("ZZZZZZZZZZZ"), 32, &line, &message), ERR_RANGE);
    assert_int_equal(cell_parse_column(slice_of("B3"), 10, &line, &message), ERR_SYNTAX);
    assert_string_equal(message.text, "'B3' is not a column: columns are letters, such as B");
    assert_int_equal(cell_parse_column(slice_of(""), 10, &line, &message), ERR_SYNTAX);
    assert_int_equal(cell_parse_row(slice_of("7"), 10, &line, &message), OK);
    assert_int_equal(line, 6);
    assert_int_equal(cell_parse_row(slice_of("32"), 32, &line, &message), OK);
    assert_int_equal(line, 31);
    assert_int_equal(cell_parse_row(slice_of("0"), 10, &line, &message), ERR_RANGE);
    assert_string_equal(message.text, "there is no row 0: rows go from 1 to 10");
    assert_int_equal(cell_parse_row(slice_of("11"), 10, &line, &message), ERR_RANGE);
    assert_int_equal(cell_parse_row(slice_of("07"), 10, &line, &message), ERR_SYNTAX);
    assert_int_equal(cell_parse_row(slice_of("7a"), 10, &line, &message), ERR_SYNTAX);
    assert_int_equal(cell_parse_row(slice_of("-7"), 10, &line, &message), ERR_SYNTAX);
    assert_int_equal(cell_parse_row(slice_of(""), 10, &line, &message), ERR_SYNTAX);
    assert_string_equal(message.text, "the row is missing");
}

static void a_cell_off_the_board_has_a_column_and_row(void **state)
{
    int column = 0, row = 0;

    (void)state;
    assert_int_equal(cell_parse_coordinate(slice_of("L15"), 10, 10, &column, &row, NULL),
                     ERR_RANGE);
    assert_int_equal(column, 11);
    assert_int_equal(row, 14);
    assert_int_equal(cell_parse_coordinate(slice_of("A0"), 10, 10, &column, &row, NULL), ERR_RANGE);
    assert_int_equal(column, 0);
    assert_int_equal(row, -1);
}

static void sets_contain_what_was_added(void **state)
{
    struct cellset set = {{0}};

    (void)state;
    for (int cell = 0; cell < MAX_CELLS; cell += 63)
        cellset_add(&set, cell);
    for (int cell = 0; cell < MAX_CELLS; cell++)
        assert_int_equal(cellset_has(&set, cell), cell % 63 == 0);
    cellset_remove(&set, 63);
    cellset_remove(&set, 64);
    assert_false(cellset_has(&set, 63));
    assert_true(cellset_has(&set, 126));
}

/* Compared with a loop over all cells, for boards that end inside and at the edges of a word. */
static void absent_cells_are_counted_and_numbered(void **state)
{
    static const int sizes[] = {9, 63, 64, 65, 100, 127, 128, 129, 400, 900, 1023, 1024};
    struct rng rng;

    (void)state;
    rng_seed(&rng, 4);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (uint32_t density = 0; density <= 4; density++) {
            struct cellset set = {{0}};
            int absent = 0;

            for (int cell = 0; cell < MAX_CELLS; cell++)
                if (rng_below(&rng, 4) < density)
                    cellset_add(&set, cell);
            for (int cell = 0; cell < sizes[i]; cell++)
                if (!cellset_has(&set, cell))
                    assert_int_equal(cellset_nth_absent(&set, sizes[i], absent++), cell);
            assert_int_equal(cellset_absent(&set, sizes[i]), absent);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coordinates_on_a_10x10_board),
        cmocka_unit_test(bad_coordinates_are_rejected_with_the_reason),
        cmocka_unit_test(long_and_binary_texts_are_rejected),
        cmocka_unit_test(every_cell_has_a_unique_name),
        cmocka_unit_test(single_columns_and_rows),
        cmocka_unit_test(a_cell_off_the_board_has_a_column_and_row),
        cmocka_unit_test(sets_contain_what_was_added),
        cmocka_unit_test(absent_cells_are_counted_and_numbered),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
