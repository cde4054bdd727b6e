/* Where a board is drawn, which part of it is visible, and which cell a click hits. No terminal is
 * open, so nothing is drawn, but the positions are computed. */
#include "tui/board_draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { ROW = 2, COLUMN = 26 };

static struct board_look plain_look(const void *context, int cell)
{
    (void)context;
    (void)cell;
    return (struct board_look){".", STYLE_PLAIN};
}

static struct board_place draw(const struct rules *rules, int rows, int columns, int cell_width,
                               int cursor)
{
    struct board_art art = {.rules = rules,
                            .title = "",
                            .row = ROW,
                            .column = COLUMN,
                            .rows = rows,
                            .columns = columns,
                            .cell_width = cell_width,
                            .cursor = cursor,
                            .look = plain_look};
    struct board_place place;

    board_draw(&art, &place);
    return place;
}

static struct rules board_of(int width, int height)
{
    struct rules rules = *rules_find("classic");

    rules.width = (uint8_t)width;
    rules.height = (uint8_t)height;
    return rules;
}

static void a_whole_board_has_the_promised_size(void **state)
{
    struct rules rules = board_of(10, 8);
    int rows = board_draw_rows(&rules), columns = board_draw_columns(&rules, 2);
    struct board_place place = draw(&rules, rows, columns, 2, NO_CELL);

    (void)state;
    assert_int_equal(rows, 10);
    assert_int_equal(columns, 24);
    assert_int_equal(place.rows, 8);
    assert_int_equal(place.columns, 10);
    assert_int_equal(place.first_row + place.first_column, 0);
    assert_int_equal(place.row, ROW + 2);
    assert_int_equal(place.column, COLUMN + 3);
    place = draw(&rules, rows, columns - 1, 2, NO_CELL); /* one column less */
    assert_int_equal(place.columns, 9);
    place = draw(&rules, rows - 1, columns, 2, NO_CELL);
    assert_int_equal(place.rows, 7);
}

static void a_click_hits_every_visible_cell(void **state)
{
    static const int widths[] = {2, 3};
    struct rules rules = board_of(10, 10);

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct board_place place =
            draw(&rules, 12, board_draw_columns(&rules, widths[i]), widths[i], 0);

        for (int cell = 0; cell < 100; cell++)
            for (int part = 0; part < widths[i]; part++) /* the blank before it belongs to it */
                assert_int_equal(board_draw_cell_at(&place, place.row + cell / 10,
                                                    place.column + cell % 10 * widths[i] + part),
                                 cell);
        assert_int_equal(board_draw_cell_at(&place, place.row, place.column + 10 * widths[i]), 9);
        assert_int_equal(board_draw_cell_at(&place, place.row, place.column + 10 * widths[i] + 1),
                         NO_CELL);
        assert_int_equal(board_draw_cell_at(&place, place.row, place.column - 1), NO_CELL);
        assert_int_equal(board_draw_cell_at(&place, place.row - 1, place.column), NO_CELL);
        assert_int_equal(board_draw_cell_at(&place, place.row + 10, place.column), NO_CELL);
    }
}

/* The cursor is always visible, and a click hits the cell that is shown there. */
static void a_large_board_scrolls(void **state)
{
    struct rules rules = board_of(32, 32);

    (void)state;
    for (int cursor = 0; cursor < 32 * 32; cursor++) {
        struct board_place place = draw(&rules, 14, 50, 2, cursor);
        int row = cursor / 32 - place.first_row, column = cursor % 32 - place.first_column;

        assert_int_equal(place.rows, 12);
        assert_int_equal(place.columns, 23);
        assert_in_range(place.first_row, 0, 20);
        assert_in_range(place.first_column, 0, 9);
        assert_in_range(row, 0, 11);
        assert_in_range(column, 0, 22);
        assert_int_equal(board_draw_cell_at(&place, place.row + row, place.column + column * 2 + 1),
                         cursor);
        assert_int_equal(board_draw_cell_at(&place, place.row, place.column),
                         place.first_row * 32 + place.first_column);
    }
}

static void the_smallest_board_and_the_smallest_area(void **state)
{
    struct rules rules = board_of(3, 3);
    struct board_place place = draw(&rules, 40, 80, 2, 8);

    (void)state;
    assert_int_equal(place.rows, 3);
    assert_int_equal(place.columns, 3);
    assert_int_equal(board_draw_cell_at(&place, place.row + 2, place.column + 5), 8);
    place = draw(&rules, 0, 0, 2, 4); /* at least the cell of the cursor */
    assert_int_equal(place.rows, 1);
    assert_int_equal(place.columns, 1);
    assert_int_equal(board_draw_cell_at(&place, place.row, place.column), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_board_has_the_promised_size),
        cmocka_unit_test(a_click_hits_every_visible_cell),
        cmocka_unit_test(a_large_board_scrolls),
        cmocka_unit_test(the_smallest_board_and_the_smallest_area),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
