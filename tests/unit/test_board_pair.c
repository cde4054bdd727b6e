/* Heat maps compared with chances counted by hand, the layout of boards and text, and wrapping. */
#include "tui/board_pair.h"

#include "base/columns.h"
#include "support/play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Side A's view after these moves; both sides have the same fleet. */
static struct view view_after(const struct rules *rules, const char *fleet,
                              const char *const *moves)
{
    struct layout layout = layout_from(rules, fleet);
    struct message message = {""};
    struct game game;

    game_init(&game, rules, SIDE_A);
    for (int side = 0; side < 2; side++)
        assert_int_equal(game_place(&game, side, &layout, &message), OK);
    for (; *moves; moves++) {
        struct outcome outcome;
        struct move move;

        if (move_parse(slice_of(*moves), rules, &move, &message) != OK ||
            game_apply_legal(&game, &move, &outcome, &message) != OK)
            fail_msg("%s: %s", *moves, message.text);
    }
    return game.view[SIDE_A];
}

/* A boat of length 2 on 3x3 has 12 places. 4 of them cover the centre, 3 an edge, 2 a corner. */
static void percentages_match_those_counted_by_hand(void **state)
{
    static const char *const fresh[9] = {"17", "25", "17", "25", "33", "25", "17", "25", "17"};
    static const char *const hit[9] = {"", "25", "", "25", "", "25", "", "25", ""};
    const char *const none[] = {NULL}, *const centre[] = {"B2", "A1", NULL};
    struct rules rules = rules_from("classic", "board=3x3;fleet=Boat 2;first=a");
    struct view before = view_after(&rules, "Boat B2 v", none);
    struct view after = view_after(&rules, "Boat B2 v", centre);
    struct heat_cache *cache = heat_cache_new();
    const struct heat_numbers *heat;

    (void)state;
    assert_non_null(cache);
    heat = heat_cache_find(cache, SIDE_A, 1, &before);
    assert_true(heat->is_known && heat->is_exact);
    for (int cell = 0; cell < 9; cell++)
        assert_string_equal(heat->text[cell], fresh[cell]);
    assert_int_equal(heat->step[4], HEAT_STEPS - 1);
    assert_int_equal(heat->step[0], HEAT_STEPS / 2);
    heat = heat_cache_find(cache, SIDE_A, 3, &after);
    for (int cell = 0; cell < 9; cell++)
        assert_string_equal(heat->text[cell], hit[cell]);
    heat_cache_free(cache);
}

static void certainty_has_its_own_sign(void **state)
{
    const char *const moves[] = {"A1", "A1", NULL};
    struct rules rules = rules_from("classic", "board=3x3;fleet=Boat 3;first=a;touch=yes");
    struct view view = view_after(&rules, "Boat A1 h", moves);
    struct heat_cache *cache = heat_cache_new();
    const struct heat_numbers *heat;

    (void)state;
    cellset_add(&view.tracking.shot, 3); /* A2 was a miss */
    view.tracking.order[view.tracking.shots++] = (struct shot){3, ANSWER_MISS, NO_SHIP};
    heat = heat_cache_find(cache, SIDE_A, 2, &view);
    assert_true(heat->is_exact);
    assert_string_equal(heat->text[1], "!!");
    assert_string_equal(heat->text[8], "");
    heat_cache_free(cache);
}

static void a_position_is_computed_once(void **state)
{
    const char *const none[] = {NULL}, *const centre[] = {"B2", "A1", NULL};
    struct rules rules = rules_from("classic", "board=3x3;fleet=Boat 2;first=a");
    struct view before = view_after(&rules, "Boat B2 v", none);
    struct view after = view_after(&rules, "Boat B2 v", centre);
    struct heat_cache *cache = heat_cache_new();

    (void)state;
    heat_cache_find(cache, SIDE_A, 1, &before);
    /* The same side and number is not computed again, even for another view. */
    assert_string_equal(heat_cache_find(cache, SIDE_A, 1, &after)->text[4], "33");
    assert_string_equal(heat_cache_find(cache, SIDE_B, 1, &after)->text[4], "");
    assert_string_equal(heat_cache_find(cache, SIDE_A, 3, &after)->text[4], "");
    /* Enough later positions to push it out of the cache. */
    for (int number = 5; number < 300; number += 2)
        heat_cache_find(cache, SIDE_A, number, &after);
    assert_string_equal(heat_cache_find(cache, SIDE_A, 1, &before)->text[4], "33");
    heat_cache_free(cache);
}

static bool is_within(const struct term_area *inner, const struct term_area *outer)
{
    return inner->row >= outer->row && inner->column >= outer->column && inner->rows > 0 &&
           inner->columns > 0 && inner->row + inner->rows <= outer->row + outer->rows &&
           inner->column + inner->columns <= outer->column + outer->columns;
}

static bool overlap(const struct term_area *a, const struct term_area *b)
{
    return a->row < b->row + b->rows && b->row < a->row + a->rows &&
           a->column < b->column + b->columns && b->column < a->column + a->columns;
}

static void check_layout(const struct rules *rules, int text_width, int boards,
                         struct term_area room)
{
    struct board_pair plan;

    board_pair_arrange(rules, text_width, boards, room, &plan);
    assert_in_range(plan.boards, 1, boards);
    assert_true(is_within(&plan.text, &room));
    assert_true(plan.text.rows >= 5 && plan.text.columns >= 28);
    for (int i = 0; i < plan.boards; i++) {
        assert_true(is_within(&plan.board[i], &room));
        assert_true(plan.board[i].rows >= 5);
        assert_false(overlap(&plan.board[i], &plan.text));
    }
    if (plan.boards == 2)
        assert_false(overlap(&plan.board[0], &plan.board[1]));
}

static void boards_and_text_fit_any_screen(void **state)
{
    (void)state;
    for (int side = MIN_SIDE; side <= MAX_SIDE; side++) {
        char knobs[64];
        struct rules rules;

        snprintf(knobs, sizeof knobs, "board=%dx%d;fleet=Boat 2", side, side);
        rules = rules_from("classic", knobs);
        for (int columns = TERM_COLUMNS; columns < 240; columns += 7)
            for (int rows = TERM_ROWS; rows < 80; rows += 3)
                for (int i = 0; i < 4; i++)
                    check_layout(&rules, 1 + i % 2, 1 + i / 2,
                                 (struct term_area){2, 0, rows - 4, columns});
    }
}

static void two_classic_heat_maps_fit_80x24(void **state)
{
    struct rules rules = rules_from("classic", "");
    struct board_pair plan;

    (void)state;
    board_pair_arrange(&rules, 2, 2, (struct term_area){2, 0, 20, 80}, &plan);
    assert_int_equal(plan.boards, 2);
    assert_int_equal(plan.board[0].rows, board_draw_rows(&rules, plan.cell));
    assert_int_equal(plan.board[1].columns, board_draw_columns(&rules, plan.cell));
    assert_int_equal(plan.cell.columns, 3);
}

static void check_wrap(const char *text, int width, const char *const *lines)
{
    struct slice rest = slice_of(text), line;
    int rows = 0;

    for (; *lines; lines++, rows++) {
        assert_true(columns_wrap(&rest, width, &line));
        if (!slice_is(line, *lines))
            fail_msg("'%.*s' is not '%s'", (int)line.length, line.text, *lines);
    }
    assert_false(columns_wrap(&rest, width, &line));
    assert_int_equal(term_text_rows(text, width), rows);
}

static void lists_continue_below_their_last_column(void **state)
{
    static const struct {
        int indent;
        const char *line;
    } expected[] = {{0, "Keys"}, {0, "  f  fire at"}, {5, "the cell"},
                    {5, "here"}, {0, "No list is"},   {0, "indented"}};
    struct term_text text = {
        .rest = slice_of("Keys\n  f  fire at the cell here\nNo list is indented\n")};
    struct slice line;
    int indent;

    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_true(term_text_next(&text, 13, &line, &indent));
        assert_int_equal(indent, expected[i].indent);
        if (!slice_is(line, expected[i].line))
            fail_msg("'%.*s' is not '%s'", (int)line.length, line.text, expected[i].line);
    }
    assert_false(term_text_next(&text, 13, &line, &indent));
}

static void text_breaks_at_blanks_and_never_within_a_character(void **state)
{
    const char *const words[] = {"one two", "three", NULL};
    const char *const exact[] = {"one two", NULL};
    const char *const long_word[] = {"abcde", "fgh", NULL};
    const char *const letters[] = {"\u00e4\u00f6", "\u00fc", NULL};
    const char *const lines[] = {"a b", "  c", "", "d", NULL};
    const char *const none[] = {NULL};

    (void)state;
    check_wrap("a b\n  c\n\nd\n", 5, lines);
    check_wrap("a b   \n  c\n\nd", 3, lines);
    check_wrap("one two three", 8, words);
    check_wrap("one two three", 7, words);
    check_wrap("one two", 7, exact);
    check_wrap("abcdefgh", 5, long_word);
    check_wrap("\u00e4\u00f6\u00fc", 2, letters);
    check_wrap("", 5, none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(percentages_match_those_counted_by_hand),
        cmocka_unit_test(certainty_has_its_own_sign),
        cmocka_unit_test(a_position_is_computed_once),
        cmocka_unit_test(boards_and_text_fit_any_screen),
        cmocka_unit_test(two_classic_heat_maps_fit_80x24),
        cmocka_unit_test(lists_continue_below_their_last_column),
        cmocka_unit_test(text_breaks_at_blanks_and_never_within_a_character),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
