/* Layouts: legality, text, wrecks, and uniform random placement. */
#include "rules/layout.h"

#include "support/chance.h"
#include "support/play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* --- placement ---------------------------------------------------------------------------------
 */

static void a_ship_fits_or_the_message_gives_the_reason(void **state)
{
    struct rules rules = rules_from("classic", "");
    struct layout layout = {{{0}}};
    struct message message = {""};

    (void)state;
    /* Carrier A1 h fits on an empty board. */
    assert_int_equal(layout_fits(&layout, &rules, 0, (struct placement){0, 0, 0, 1}, NULL), OK);
    /* Length 4 at A1 v over a ship on A2 is rejected. */
    layout.ship[0] = (struct placement){0, 1, 0, 1};
    assert_int_equal(layout_fits(&layout, &rules, 1, (struct placement){0, 0, 1, 1}, &message),
                     ERR_PLACEMENT);
    assert_string_equal(message.text, "Battleship at A1 v overlaps the Carrier at A2 h");
    /* Length 3 at I1 h is rejected. */
    assert_int_equal(layout_fits(&layout, &rules, 2, (struct placement){8, 0, 0, 1}, &message),
                     ERR_PLACEMENT);
    assert_string_equal(message.text, "Cruiser (length 3) at I1 h extends off the board");
    assert_int_equal(layout_fits(&layout, &rules, 2, (struct placement){7, 0, 0, 1}, NULL), OK);
    assert_int_equal(layout_fits(&layout, &rules, 2, (struct placement){9, 8, 1, 1}, &message),
                     ERR_PLACEMENT);
    assert_int_equal(layout_fits(&layout, &rules, 2, (struct placement){-1, 5, 0, 1}, &message),
                     ERR_PLACEMENT);
    assert_int_equal(layout_fits(&layout, &rules, 2, (struct placement){5, -1, 1, 1}, &message),
                     ERR_PLACEMENT);
    assert_int_equal(layout_fits(&layout, &rules, 3, (struct placement){0}, &message),
                     ERR_PLACEMENT);
    assert_string_equal(message.text, "Submarine is not placed");
    /* A ship does not block itself when it moves. */
    assert_int_equal(layout_fits(&layout, &rules, 0, (struct placement){1, 1, 0, 1}, NULL), OK);
}

/* Two ships at all places of a 6x6 board, compared with a check cell by cell. */
static void overlap_and_touch_agree_with_the_cells(void **state)
{
    struct rules touching = rules_from("classic", "board=6x6;fleet=3,2");
    struct rules apart = rules_from("classic", "board=6x6;fleet=3,2;touch=no");

    (void)state;
    for (int i = 0; i < 72 * 72; i++) {
        struct placement a = {(int16_t)(i % 6), (int16_t)(i / 6 % 6), (uint8_t)(i / 36 % 2), 1};
        struct placement b = {(int16_t)(i / 72 % 6), (int16_t)(i / 432 % 6),
                              (uint8_t)(i / 2592 % 2), 1};
        struct layout layout = {{a, b}};
        bool shares = false, touches = false, outside;

        outside = (a.vertical ? a.row : a.column) > 3 || (b.vertical ? b.row : b.column) > 4;
        for (int j = 0; j < 6; j++) {
            int dx = a.column + (a.vertical ? 0 : j % 3) - b.column - (b.vertical ? 0 : j / 3);
            int dy = a.row + (a.vertical ? j % 3 : 0) - b.row - (b.vertical ? j / 3 : 0);

            shares |= dx == 0 && dy == 0;
            touches |= abs(dx) <= 1 && abs(dy) <= 1;
        }
        assert_int_equal(layout_check(&layout, &touching, NULL) == OK, !outside && !shares);
        assert_int_equal(layout_check(&layout, &apart, NULL) == OK, !outside && !touches);
    }
}

static void ships_touch_at_corners_too(void **state)
{
    struct rules rules = rules_from("classic", "fleet=3,2;touch=no");
    struct layout layout;
    struct message message = {""};

    (void)state;
    assert_int_equal(layout_parse(slice_of("A1 h, D2 h"), &rules, &layout, &message),
                     ERR_PLACEMENT);
    assert_string_equal(message.text,
                        "Cruiser at A1 h touches the Destroyer at D2 h, which these rules forbid");
    assert_int_equal(layout_parse(slice_of("A1 h, E2 h"), &rules, &layout, &message), OK);
    assert_int_equal(layout_parse(slice_of("A1 h, D3 h"), &rules, &layout, &message), OK);
}

static void cells_of_a_placement_are_those_on_the_board(void **state)
{
    struct rules rules = rules_from("classic", "board=4x3;fleet=3");
    int cells[MAX_LENGTH];

    (void)state;
    assert_int_equal(placement_cells((struct placement){1, 2, 0, 1}, 3, &rules, cells), 3);
    assert_int_equal(cells[0], 9);
    assert_int_equal(cells[2], 11);
    assert_int_equal(placement_cells((struct placement){3, 0, 1, 1}, 3, &rules, cells), 3);
    assert_int_equal(cells[1], 7);
    assert_int_equal(placement_cells((struct placement){2, 0, 0, 1}, 3, &rules, cells), 2);
    assert_int_equal(placement_cells((struct placement){-2, 1, 0, 1}, 3, &rules, cells), 1);
    assert_int_equal(cells[0], 4);
    assert_int_equal(placement_cells((struct placement){9, 9, 0, 1}, 3, &rules, cells), 0);
    assert_int_equal(placement_cells((struct placement){0, 0, 0, 0}, 3, &rules, cells), 0);
}

/* --- text --------------------------------------------------------------------------------------
 */

static void assert_layout_text(const struct layout *layout, const struct rules *rules)
{
    struct message message = {""};
    struct layout again;
    struct writer writer;
    char text[2048];

    writer_init(&writer, text, sizeof text);
    layout_print(layout, rules, &writer);
    assert_false(writer.full);
    if (layout_parse(slice_of(text), rules, &again, &message) != OK)
        fail_msg("%s: %s", text, message.text);
    for (int ship = 0; ship < rules->ships; ship++)
        if (memcmp(&again.ship[ship], &layout->ship[ship], sizeof again.ship[ship]) != 0)
            fail_msg("%s changes when it is printed and parsed", text);
}

static void layouts_survive_printing_and_parsing(void **state)
{
    struct rules rules;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 3);
    for (int set = 0; play_rules(set, &rules); set++) {
        for (int i = 0; i < 20; i++) {
            struct layout layout;

            assert_int_equal(layout_random(&rules, &rng, &layout), OK);
            assert_layout_text(&layout, &rules);
        }
    }
}

static void placements_are_parsed(void **state)
{
    static const struct {
        const char *text;
        int column, row, vertical; /* column -1: rejected */
        const char *words;
    } texts[] = {
        {"B3 h", 1, 2, 0, NULL},
        {"B3 v", 1, 2, 1, NULL},
        {" b3  HORIZONTAL ", 1, 2, 0, NULL},
        {"b3 Vertical", 1, 2, 1, NULL},
        {"J10 H", 9, 9, 0, NULL},
        {"B3-D3", 1, 2, 0, NULL},
        {"B3 B5", 1, 2, 1, NULL},
        {"d3 - b3", 1, 2, 0, NULL},
        {"B5 -B3", 1, 2, 1, NULL},
        {"B3..D3", 1, 2, 0, NULL},
        {"B5 .. B3", 1, 2, 1, NULL},
        {"B3\xe2\x80\x93"
         "D3",
         1, 2, 0, NULL},
        {"B3.D3", -1, 0, 0, "'.' does not belong in a coordinate"},
        {"B3..", -1, 0, 0, "'.' does not belong in a coordinate"},
        {"B3-B6", -1, 0, 0, "'B3-B6' has 4 cells, but the ship has 3"},
        {"B3 B3", -1, 0, 0, "'B3 B3' has 1 cell, but the ship has 3"},
        {"B3-D5", -1, 0, 0, "'B3-D5' is not straight"},
        {"B3 C3 D3", -1, 0, 0, "unexpected 'D3' after the two ends of the ship"},
        {"B3-D3 h", -1, 0, 0, "unexpected 'h' after the two ends of the ship"},
        {"B3-", -1, 0, 0, "'-' does not belong in a coordinate"},
        {"B3 -", -1, 0, 0, "'-' is not a direction"},
        {"J9-J11", -1, 0, 0, "off the board"},
        {"B3h", -1, 0, 0, "'h' does not belong in a coordinate"},
        {"B3 to D3", -1, 0, 0, "'to' is not a direction"},
        {"B3 right", -1, 0, 0, "'right' is not a direction"},
        {"(2,3) h", -1, 0, 0, "starts with its column letter"},
        {"", -1, 0, 0, "the coordinate is missing"},
        {"B3", -1, 0, 0, "add h or v after the coordinate, as in B3 h"},
        {"h B3", -1, 0, 0, "the row number is missing"},
        {"B3 hv", -1, 0, 0, "'hv' is not a direction"},
        {"B3 h h", -1, 0, 0, "unexpected 'h' after the placement"},
        {"K1 h", -1, 0, 0, "off the board"},
        {"B0 h", -1, 0, 0, "off the board"},
        {"-", -1, 0, 0, "starts with its column letter"},
        {"0/5 h", -1, 0, 0, "starts with its column letter"},
    };
    struct rules rules = rules_from("classic", "");

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct placement placement = {99, 99, 9, 9};
        struct message message = {""};
        enum error error =
            placement_parse(slice_of(texts[i].text), &rules, 3, &placement, &message);

        if ((error == OK) != (texts[i].column >= 0))
            fail_msg("'%s': %s", texts[i].text, message.text);
        if (error && !strstr(message.text, texts[i].words))
            fail_msg("'%s': %s", texts[i].text, message.text);
        if (!error) {
            assert_int_equal(placement.column, texts[i].column);
            assert_int_equal(placement.row, texts[i].row);
            assert_int_equal(placement.vertical, texts[i].vertical);
            assert_int_equal(placement.placed, 1);
        }
    }
}

static void a_ship_of_length_1_is_always_horizontal(void **state)
{
    struct rules rules = rules_from("classic", "fleet=1");
    struct layout layout = layout_from(&rules, "B3 v");
    struct placement placement;

    (void)state;
    assert_int_equal(layout.ship[0].vertical, 0);
    assert_int_equal(placement_parse(slice_of("B3"), &rules, 1, &placement, NULL), OK);
    assert_int_equal(placement_parse(slice_of("B3-"), &rules, 1, &placement, NULL), ERR_SYNTAX);
}

static void a_placement_may_begin_with_the_name_of_its_ship(void **state)
{
    struct rules rules = rules_from("classic", "");
    struct placement placement;
    struct message message;

    (void)state;
    assert_int_equal(
        placement_parse_named(slice_of("carrier A1 v"), &rules, 0, &placement, &message), OK);
    assert_int_equal(placement.vertical, 1);
    assert_int_equal(placement_parse_named(slice_of("B3-E3"), &rules, 1, &placement, &message), OK);
    assert_int_equal(
        placement_parse_named(slice_of("Destroyer A1 v"), &rules, 0, &placement, &message),
        ERR_SYNTAX);
    assert_string_equal(message.text, "expected the Carrier, found 'Destroyer'");
    assert_int_equal(placement_parse_named(slice_of("over there"), &rules, 0, &placement, &message),
                     ERR_SYNTAX);
    assert_null(strstr(message.text, "expected the"));
}

static void a_failed_parse_leaves_the_layout_unchanged(void **state)
{
    struct rules rules = rules_from("classic", "fleet=3,2");
    struct layout layout = layout_from(&rules, "A1 h, A3 h"), before = layout;

    (void)state;
    assert_int_not_equal(layout_parse(slice_of("C1 h, C1 v"), &rules, &layout, NULL), OK);
    assert_memory_equal(&layout, &before, sizeof layout);
}

static void bad_layouts_are_rejected_with_the_ship(void **state)
{
    static const struct {
        const char *text, *words;
    } rejected[] = {
        {"", "the Cruiser is missing: 0 of 2 ships are placed"},
        {"A1 h", "the Destroyer is missing: 1 of 2 ships are placed"},
        {"A1 h,", "the Destroyer is missing"},
        {"A1 h, A3 h, A5 h", "too many ships: the fleet has only 2"},
        {"A1 h, K3 h", "Destroyer: 'K3' is off the board"},
        {"Destroyer A1 h, Cruiser A3 h", "expected the Cruiser, found 'Destroyer'"},
        {"Cruiser, Destroyer", "Cruiser: the coordinate is missing"},
        {"Cruiser A1 h; Destroyer A3 h", "is not a direction"},
    };
    struct rules rules = rules_from("classic", "fleet=3,2");

    (void)state;
    for (size_t i = 0; i < sizeof rejected / sizeof rejected[0]; i++) {
        struct layout layout;
        struct message message = {""};

        assert_int_not_equal(layout_parse(slice_of(rejected[i].text), &rules, &layout, &message),
                             OK);
        if (!strstr(message.text, rejected[i].words))
            fail_msg("'%s': %s", rejected[i].text, message.text);
    }
}

/* --- wrecks ------------------------------------------------------------------------------------
 */

static void wrecks_are_found_ship_by_ship(void **state)
{
    static const struct {
        const char *text;
        unsigned wrecked;
    } layouts[] = {
        {"A1 h, A3 h, A5 h", 0},  {"A1 h, A2 h, A3 h", 0},    {"-, A3 h, A5 h", 1},
        {"A1 h, -, -", 6},        {"D1 h, A3 h, A5 h", 1},    {"A1 h, C1 v, A5 h", 3},
        {"A1 h, C1 v, C2 h", 7},  {"D1 h, E1 v, A5 h", 3},    {"D1 h, E1 v, E2 h", 7},
        {"0/1 h, A3 h, A5 h", 1}, {"-1/1 h, A1 v, A5 h", 3},  {"A1 h, A3 h, F6 h", 4},
        {"A0 v, A2 h, A5 h", 3},  {"ZZ999 v, A2 h, A5 h", 1}, {"-999/-999 h, A2 h, A5 h", 1},
        {"E4 v, E5 h, E5 h", 7},  {"A1 h, A1 h, A1 h", 7},    {"A1 v, A2 h, A5 h", 3},
    };
    struct rules rules = rules_from("tournament", "board=5x5;fleet=3,2,1");

    (void)state;
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        struct layout layout = layout_from(&rules, layouts[i].text);

        if (layout_wrecked(&layout, &rules) != layouts[i].wrecked)
            fail_msg("%s: %x", layouts[i].text, (unsigned)layout_wrecked(&layout, &rules));
        assert_layout_text(&layout, &rules);
    }
}

/* Any placement off the board can be parsed again after printing. */
static void placements_off_the_board_survive_printing_and_parsing(void **state)
{
    static const char *const texts[] = {"A11 h",  "K1 h",   "ZZ1 v",      "AAA1 h",    "A999 h",
                                        "A0 v",   "ZZZ9 v", "A99999 v",   "999/999 h", "-999/1 h",
                                        "1/-5 h", "0/0 v",  "QQQQQQQ77 h"};
    struct rules rules = rules_from("tournament", "fleet=3");

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct layout layout = layout_from(&rules, texts[i]);

        assert_layout_text(&layout, &rules);
    }
}

/* --- random layouts ----------------------------------------------------------------------------
 */

enum { MOST_PLACES = 128, MOST_CODES = 1 << 17 };

/* All placements of each ship on the empty board, and all legal layouts by their code. */
struct census {
    const struct rules *rules;
    struct placement place[4][MOST_PLACES];
    int places[4];
    int index[MOST_CODES]; /* code of a layout -> its index, -1 for illegal ones */
    int layouts;
    unsigned count[MOST_CODES];
};

static bool is_legal(const struct rules *rules, const struct placement *ships, int count)
{
    int gap = rules->touch ? 0 : 1;

    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            const struct placement *a = &ships[i], *b = &ships[j];

            for (int m = 0; m < rules->fleet[i].length; m++)
                for (int n = 0; n < rules->fleet[j].length; n++)
                    if (abs(a->column + !a->vertical * m - b->column - !b->vertical * n) <= gap &&
                        abs(a->row + a->vertical * m - b->row - b->vertical * n) <= gap)
                        return false;
        }
    }
    return true;
}

static void take_census(struct census *census, const struct rules *rules)
{
    int codes = 1;

    memset(census, 0, sizeof *census);
    census->rules = rules;
    for (int ship = 0; ship < rules->ships; ship++) {
        int length = rules->fleet[ship].length;

        for (int i = 0; i < (length > 1 ? 2 : 1) * rules_cells(rules); i++) {
            struct placement at = {(int16_t)(i % rules->width),
                                   (int16_t)(i / rules->width % rules->height),
                                   i >= rules_cells(rules), 1};

            if (at.column + !at.vertical * (length - 1) < rules->width &&
                at.row + at.vertical * (length - 1) < rules->height)
                census->place[ship][census->places[ship]++] = at;
        }
        codes *= census->places[ship];
        assert_true(codes <= MOST_CODES);
    }
    for (int code = 0; code < codes; code++) {
        struct placement ships[4];

        for (int ship = 0, rest = code; ship < rules->ships; ship++) {
            ships[ship] = census->place[ship][rest % census->places[ship]];
            rest /= census->places[ship];
        }
        census->index[code] = is_legal(rules, ships, rules->ships) ? census->layouts++ : -1;
    }
}

static void count_layout(struct census *census, const struct layout *layout)
{
    int code = 0, factor = 1;

    for (int ship = 0; ship < census->rules->ships; ship++) {
        int i = 0;

        while (i < census->places[ship] &&
               memcmp(&census->place[ship][i], &layout->ship[ship], sizeof layout->ship[ship]) != 0)
            i++;
        assert_true(i < census->places[ship]);
        code += factor * i;
        factor *= census->places[ship];
    }
    assert_true(census->index[code] >= 0);
    census->count[census->index[code]]++;
}

/* The wrong way: place ship after ship, and redraw only the one that does not fit. */
static void draw_in_sequence(const struct census *census, struct rng *rng, struct layout *layout)
{
    const struct rules *rules = census->rules;
    int ship = 0, tries = 0;

    memset(layout, 0, sizeof *layout);
    while (ship < rules->ships) {
        layout->ship[ship] = census->place[ship][rng_below(rng, (uint32_t)census->places[ship])];
        if (is_legal(rules, layout->ship, ship + 1)) {
            ship++;
        } else if (++tries == 1000) { /* a dead end: start again */
            tries = ship = 0;
        }
    }
}

/* How uneven the counts are after `draws` draws per layout, in standard deviations. */
static double unevenness(struct census *census, bool in_sequence, int draws)
{
    struct layout layout;
    struct rng rng;

    memset(census->count, 0, sizeof census->count);
    rng_seed(&rng, 2024);
    for (int i = 0; i < draws * census->layouts; i++) {
        if (in_sequence)
            draw_in_sequence(census, &rng, &layout);
        else
            assert_int_equal(layout_random(census->rules, &rng, &layout), OK);
        count_layout(census, &layout);
    }
    return chance_even(census->count, census->layouts);
}

static const struct {
    const char *knobs;
    int draws, layouts;     /* draws per layout; how many layouts there are */
    bool sequence_is_wrong; /* sequential placement is uneven here */
} boards[] = {
    {"board=4x4;fleet=3,2", 400, 264, true},
    {"board=3x4;fleet=3,2,2", 40, 656, true},
    {"board=4x3;fleet=3,2,2", 40, 656, true},
    {"board=5x5;fleet=3,2,1;touch=no", 40, 3944, true},
    {"board=3x8;fleet=3,2,2;touch=no", 40, 3508, true},
    {"board=3x3;fleet=2,2,1", 80, 440, true},
    {"board=3x3;fleet=2x2,1x2", 40, 1760, true},
    {"board=4x4;fleet=2x2,1;touch=no", 40, 600, true},
    {"board=3x3;fleet=1,1", 200, 72, false},
    {"board=3x3;fleet=3", 2000, 6, false},
    {"board=3x3;fleet=3x3", 500, 12, false},
    {"board=3x3;fleet=1x4;touch=no", 500, 24, false},
};

static void every_legal_layout_is_equally_likely(void **state)
{
    static struct census census;

    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct rules rules = rules_from("classic", boards[i].knobs);
        double off;

        take_census(&census, &rules);
        assert_int_equal(census.layouts, boards[i].layouts);
        off = unevenness(&census, false, boards[i].draws);
        if (off > CHANCE_LIMIT)
            fail_msg("%s: %.1f standard deviations too uneven", rules.name, off);
        if (off < -CHANCE_LIMIT)
            fail_msg("%s: %.1f standard deviations too even", rules.name, off);
    }
}

/* The test above is sharp enough: the shortcut that many programs take fails it. */
static void sequential_placement_fails_the_test(void **state)
{
    static struct census census;

    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct rules rules = rules_from("classic", boards[i].knobs);

        if (!boards[i].sequence_is_wrong)
            continue;
        take_census(&census, &rules);
        if (unevenness(&census, true, boards[i].draws) <= CHANCE_LIMIT)
            fail_msg("%s: drawing in sequence passes", rules.name);
    }
}

static void large_and_dense_presets_get_legal_layouts(void **state)
{
    static const char *const presets[] = {"russian", "grid20", "grid30", "classic", "tournament"};
    struct rng rng;

    (void)state;
    rng_seed(&rng, 9);
    for (size_t i = 0; i < sizeof presets / sizeof presets[0]; i++) {
        const struct rules *rules = rules_find(presets[i]);
        struct layout last = {{{0}}};

        for (int n = 0; n < 50; n++) {
            struct layout layout;

            assert_int_equal(layout_random(rules, &rng, &layout), OK);
            assert_true(is_legal(rules, layout.ship, rules->ships));
            assert_int_equal(layout_check(&layout, rules, NULL), OK);
            assert_memory_not_equal(&layout, &last, sizeof layout);
            last = layout;
        }
    }
}

static void random_layouts_depend_only_on_the_seed(void **state)
{
    struct layout first, second;
    struct rng rng;

    (void)state;
    memset(&first, 0xff, sizeof first);
    memset(&second, 0, sizeof second);
    rng_seed(&rng, 77);
    assert_int_equal(layout_random(rules_find("russian"), &rng, &first), OK);
    rng_seed(&rng, 77);
    assert_int_equal(layout_random(rules_find("russian"), &rng, &second), OK);
    assert_memory_equal(&first, &second, sizeof first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ship_fits_or_the_message_gives_the_reason),
        cmocka_unit_test(overlap_and_touch_agree_with_the_cells),
        cmocka_unit_test(ships_touch_at_corners_too),
        cmocka_unit_test(cells_of_a_placement_are_those_on_the_board),
        cmocka_unit_test(layouts_survive_printing_and_parsing),
        cmocka_unit_test(placements_are_parsed),
        cmocka_unit_test(a_ship_of_length_1_is_always_horizontal),
        cmocka_unit_test(a_placement_may_begin_with_the_name_of_its_ship),
        cmocka_unit_test(a_failed_parse_leaves_the_layout_unchanged),
        cmocka_unit_test(bad_layouts_are_rejected_with_the_ship),
        cmocka_unit_test(wrecks_are_found_ship_by_ship),
        cmocka_unit_test(placements_off_the_board_survive_printing_and_parsing),
        cmocka_unit_test(every_legal_layout_is_equally_likely),
        cmocka_unit_test(sequential_placement_fails_the_test),
        cmocka_unit_test(large_and_dense_presets_get_legal_layouts),
        cmocka_unit_test(random_layouts_depend_only_on_the_seed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
