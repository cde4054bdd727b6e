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

static const struct cell_size smallest = {2, 1};

static struct board_place draw(const struct rules *rules, int rows, int columns,
                               struct cell_size cell, int cursor)
{
    struct board_art art = {.rules = rules,
                            .title = "",
                            .row = ROW,
                            .column = COLUMN,
                            .rows = rows,
                            .columns = columns,
                            .cell = cell,
                            .text_width = 1,
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
    int rows = board_draw_rows(&rules, smallest), columns = board_draw_columns(&rules, smallest);
    struct board_place place = draw(&rules, rows, columns, smallest, NO_CELL);

    (void)state;
    assert_int_equal(rows, 10);
    assert_int_equal(columns, 24);
    assert_int_equal(place.rows, 8);
    assert_int_equal(place.columns, 10);
    assert_int_equal(place.first_row + place.first_column, 0);
    assert_int_equal(place.row, ROW + 2);
    assert_int_equal(place.column, COLUMN + 3);
    place = draw(&rules, rows, columns - 1, smallest, NO_CELL); /* one column less */
    assert_int_equal(place.columns, 9);
    place = draw(&rules, rows - 1, columns, smallest, NO_CELL);
    assert_int_equal(place.rows, 7);
}

static void a_click_hits_every_visible_cell(void **state)
{
    static const struct cell_size sizes[] = {{2, 1}, {3, 1}, {3, 2}, {4, 2}, {6, 3}};
    struct rules rules = board_of(10, 10);

    (void)state;
    for (int i = 0; i < 5; i++) {
        struct cell_size size = sizes[i];
        struct board_place place =
            draw(&rules, board_draw_rows(&rules, size), board_draw_columns(&rules, size), size, 0);
        int right = place.column + 10 * size.columns, bottom = place.row + 10 * size.rows;

        assert_int_equal(place.rows, 10);
        assert_int_equal(place.columns, 10);
        for (int row = place.row; row < bottom; row++)
            for (int column = place.column; column < right; column++)
                assert_int_equal(board_draw_cell_at(&place, row, column),
                                 (row - place.row) / size.rows * 10 +
                                     (column - place.column) / size.columns);
        assert_int_equal(board_draw_cell_at(&place, place.row, right), 9); /* its bracket */
        assert_int_equal(board_draw_cell_at(&place, place.row, right + 1), NO_CELL);
        assert_int_equal(board_draw_cell_at(&place, place.row, place.column - 1), NO_CELL);
        assert_int_equal(board_draw_cell_at(&place, place.row - 1, place.column), NO_CELL);
        assert_int_equal(board_draw_cell_at(&place, bottom, place.column), NO_CELL);
    }
}

static void check_fit(int text_width, int rows, int columns, int cell_columns, int cell_rows)
{
    struct rules rules = board_of(10, 10);
    struct cell_size cell = board_draw_fit(&rules, text_width, rows, columns);

    assert_int_equal(cell.columns, cell_columns);
    assert_int_equal(cell.rows, cell_rows);
}

static void cells_grow_with_the_room(void **state)
{
    (void)state;
    check_fit(1, 12, 24, 2, 1);
    check_fit(1, 12, 33, 2, 1);
    check_fit(1, 12, 34, 3, 1);
    check_fit(1, 21, 200, 3, 1);
    check_fit(1, 22, 34, 3, 2);
    check_fit(1, 22, 44, 4, 2);
    check_fit(1, 32, 64, 6, 3);
    check_fit(1, 5, 5, 2, 1); /* does not fit at all */
    check_fit(2, 5, 5, 3, 1); /* numbers need more */
    check_fit(2, 22, 44, 4, 2);
}

/* The cursor is always visible, and a click hits the cell that is shown there. */
static void a_large_board_scrolls(void **state)
{
    struct rules rules = board_of(32, 32);

    (void)state;
    for (int cursor = 0; cursor < 32 * 32; cursor++) {
        struct board_place place = draw(&rules, 14, 50, smallest, cursor);
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
    struct board_place place = draw(&rules, 40, 80, smallest, 8);

    (void)state;
    assert_int_equal(place.rows, 3);
    assert_int_equal(place.columns, 3);
    assert_int_equal(board_draw_cell_at(&place, place.row + 2, place.column + 5), 8);
    place = draw(&rules, 0, 0, smallest, 4); /* at least the cell of the cursor */
    assert_int_equal(place.rows, 1);
    assert_int_equal(place.columns, 1);
    assert_int_equal(board_draw_cell_at(&place, place.row, place.column), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_board_has_the_promised_size),
        cmocka_unit_test(a_click_hits_every_visible_cell),
        cmocka_unit_test(cells_grow_with_the_room),
        cmocka_unit_test(a_large_board_scrolls),
        cmocka_unit_test(the_smallest_board_and_the_smallest_area),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
