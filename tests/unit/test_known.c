/* What the board shows: radar sweeps, sunk ships where they are certain, and nothing that the
 * player cannot know. As text, as signs on the screen, and compared with the truth in random games.
 */
#include "session/known.h"

#include "session/board_text.h"
#include "support/play.h"
#include "tui/board_draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct game game;

static void play(const char *moves)
{
    struct slice rest = slice_of(moves), text;

    while (slice_cut(&rest, ';', &text)) {
        struct message message = {""};
        struct outcome outcome;
        struct move move;

        if (move_parse(slice_trim(text), game_rules(&game), &move, &message) != OK ||
            game_apply(&game, &move, &outcome, &message) != OK)
            fail_msg("%.*s: %s", (int)text.length, text.text, message.text);
    }
}

/* The rows of a board as text, without blanks and numbers, ended by "/". */
static void assert_board(bool is_enemys, const char *expected)
{
    struct board_side side = {"board", &game.view[SIDE_A], is_enemys};
    char text[BOARD_TEXT_SIZE], seen[MAX_CELLS + MAX_SIDE + 1];
    struct slice rest, line;
    struct writer writer;
    size_t length = 0;
    int row = 0;

    writer_init(&writer, text, sizeof text);
    board_text_print(&side, NULL, &writer);
    rest = slice_of(text);
    while (slice_cut(&rest, '\n', &line)) {
        if (row++ < 2 || line.length == 0)
            continue;
        for (size_t i = 3; i < line.length; i++)
            if (line.text[i] != ' ')
                seen[length++] = line.text[i];
        seen[length++] = '/';
    }
    seen[length] = '\0';
    assert_string_equal(seen, expected);
}

static enum known_mark mark_at(const char *cell)
{
    const struct rules *rules = game_rules(&game);
    struct known known;
    int at = 0;

    known_fill(&game.view[SIDE_A], &known);
    assert_int_equal(cell_parse(slice_of(cell), rules->width, rules->height, &at, NULL), OK);
    return (enum known_mark)known.mark[at];
}

static const char *const small = "board=5x5;fleet=Boat 2, Barge 3;first=a";
static const char *const small_fleet = "Boat A1 h, Barge C4 h";

static void sweeps_are_marked(void **state)
{
    (void)state;
    game_from(&game, "advanced", small, small_fleet);
    play("radar A1; E1; radar C1; E2");
    assert_board(true, "??__~/??__~/~~~~~/~~~~~/~~~~~/");
    /* A miss in the area leaves the other cells; a hit explains what radar found. */
    play("B2; E3");
    assert_board(true, "??__~/?o__~/~~~~~/~~~~~/~~~~~/");
    play("A1; E4");
    assert_board(true, "*~__~/~o__~/~~~~~/~~~~~/~~~~~/");
}

static void a_later_sweep_replaces_an_earlier_one_unless_that_was_certain(void **state)
{
    (void)state;
    /* B2 and C2 are certainly empty: no smoke was laid. */
    game_from(&game, "advanced", small, small_fleet);
    play("radar B2; E1; radar A1; E2");
    assert_board(true, "??~~~/?__~~/~__~~/~~~~~/~~~~~/");
    /* The smoke at A1 hides the Boat once. */
    game_from(&game, "advanced", small, small_fleet);
    play("E5; A1; E2; B1; E1; smoke A1; radar A1; E4");
    assert_int_equal(mark_at("A1"), KNOWN_EMPTY);
    play("radar A1; E3");
    assert_int_equal(mark_at("A1"), KNOWN_FOUND);
}

static void hints_are_marked(void **state)
{
    struct message message = {""};
    struct outcome outcome;
    struct move move = {.kind = MOVE_HINT};

    (void)state;
    game_from(&game, "classic", "board=5x5;fleet=Boat 2;first=a;hints=1;hint-after=1", "Boat A1 h");
    play("E5; E5");
    move.cell[0] = 0;
    assert_int_equal(game_apply_legal(&game, &move, &outcome, &message), OK);
    assert_board(true, "???~~/???~~/???~~/~~~~~/~~~~o/");
    play("B1; E4");
    assert_board(true, "~*~~~/~~~~~/~~~~~/~~~~~/~~~~o/");
}

static void misses_kept_off_the_map_hide_nothing_else(void **state)
{
    char knobs[128];

    (void)state;
    snprintf(knobs, sizeof knobs, "%s;tracking=hard", small);
    game_from(&game, "advanced", knobs, small_fleet);
    play("radar A1; E1; radar C1; E2; B2; E3; D1; E4; E5; D5");
    assert_board(true, "??__~/??__~/~~~~~/~~~~~/~~~~~/");
    play("A1; D1; B1; D2; C4; D3");
    assert_board(true, "%%__~/~~__~/~~~~~/~~*~~/~~~~~/");
}

static void a_sunk_ship_is_drawn_whole_where_it_is_certain(void **state)
{
    (void)state;
    game_from(&game, "classic", "board=5x5;fleet=Boat 2, Barge 3;first=a", "Boat A1 h, Barge C1 v");
    play("A1; A5; B1; B5");
    assert_board(true, "%%~~~/~~~~~/~~~~~/~~~~~/~~~~~/");
    play("C1; C5");
    assert_board(true, "%%*~~/~~~~~/~~~~~/~~~~~/~~~~~/");
    /* The Boat may be A1-B1 or B1-C1: only B1 is certain. */
    game_from(&game, "classic", "board=5x5;fleet=Boat 2, Barge 3, Tug 1;first=a",
              "Boat A1 h, Barge C1 v, Tug E5 h");
    play("A1; A5; C1; B5; B1; D5");
    assert_board(true, "*%*~~/~~~~~/~~~~~/~~~~~/~~~~~/");
    play("C2; E1; C3; E2"); /* as many hits as the sunk ships have cells */
    assert_board(true, "%%%~~/~~%~~/~~%~~/~~~~~/~~~~~/");
}

/* The ship may not touch another, so the length does not have to be known. */
static void a_sunk_ship_without_a_name_is_drawn_whole_if_ships_do_not_touch(void **state)
{
    (void)state;
    game_from(&game, "russian", "board=5x5;fleet=Boat 1x2, Tug 2, Barge 3;first=a;hit-again=no",
              "Boat A5 h, Boat C5 h, Tug E4 v, Barge B1 h");
    play("C1; A1; D1; A2");
    assert_board(true, "~~**~/~~~~~/~~~~~/~~~~~/~~~~~/");
    play("B1; A3; E5; A4");
    assert_board(true, ".%%%./...../~~~~~/~~~~~/~~~~*/");
    play("E4; B5; A5; E1");
    assert_board(true, ".%%%./...../~~~../..~.%/%.~.%/");
}

static void sinkings_that_are_not_announced_are_not_shown(void **state)
{
    (void)state;
    game_from(&game, "classic", "board=5x5;fleet=Boat 2, Barge 3;first=a;announce=none",
              "Boat A1 h, Barge C1 v");
    play("A1; A5; B1; B5");
    assert_board(true, "**~~~/~~~~~/~~~~~/~~~~~/~~~~~/");
}

static void the_own_board_shows_sunk_ships(void **state)
{
    (void)state;
    game_from(&game, "classic", "board=5x5;fleet=Boat 2, Barge 3;first=a", "Boat A1 h, Barge C1 v");
    play("A5; A1; B5; B1; C5; C1; D5; E5");
    assert_board(false, "%%*~~/~~#~~/~~#~~/~~~~~/~~~~o/");
}

static void the_own_board_shows_smoke(void **state)
{
    (void)state;
    game_from(&game, "advanced", "board=5x5;fleet=Boat 2, Barge 3;first=a",
              "Boat A1 h, Barge C1 v");
    play("A1; A5; B1; B5; smoke B1; C1");
    assert_board(false, "#&*~~/~=&~~/~~#~~/~~~~~/oo~~~/");
}

/* Each mark has its own sign on the screen. No terminal is open, so these are the UTF-8 ones. */
static void each_mark_has_its_own_sign(void **state)
{
    struct known known;

    (void)state;
    for (int i = KNOWN_NOTHING; i <= KNOWN_EMPTY; i++) {
        known.mark[0] = (uint8_t)i;
        for (int j = KNOWN_NOTHING; j < i; j++) {
            known.mark[1] = (uint8_t)j;
            assert_string_not_equal(board_look_tracking(&known, 0).text,
                                    board_look_tracking(&known, 1).text);
        }
    }
}

/* In random games under all kinds of rules, a cell drawn as sunk is on a sunk ship, each hit on
 * a sunk ship is drawn as sunk if ships may not touch and sinkings are announced, a found area
 * holds an unhit ship cell, and a miss is where the rules show it. */
static void assert_true_marks(const struct game *played, int side)
{
    const struct view *view = &played->view[side], *enemy = &played->view[1 - side];
    struct known known;

    known_fill(view, &known);
    for (int cell = 0; cell < rules_cells(&view->rules); cell++) {
        bool shot = cellset_has(&view->tracking.shot, cell);
        bool hit = cellset_has(&view->tracking.hit, cell);
        int slot = enemy->own.ship_at[cell], mark = known.mark[cell];

        assert_int_equal(hit, mark == KNOWN_HIT || mark == KNOWN_SUNK);
        if (mark == KNOWN_SUNK) {
            assert_int_not_equal(slot, NO_SHIP);
            assert_false(enemy->own.afloat >> slot & 1);
        }
        if (hit && !view->rules.touch && view->rules.announce != ANNOUNCE_NONE)
            assert_int_equal(mark == KNOWN_SUNK, !(enemy->own.afloat >> slot & 1));
        if (hit && known.ship[cell] != NO_SHIP)
            assert_int_equal(view_own_ship(enemy, slot)->kind, known.ship[cell]);
        if (view->rules.tracking == TRACKING_EASY)
            assert_int_equal(shot && !hit, mark == KNOWN_MISS);
        else
            assert_int_not_equal(mark, KNOWN_MISS);
        if (mark == KNOWN_FOUND || mark == KNOWN_HINT)
            assert_true(view->sightings > 0);
    }
    for (int i = 0; i < view->sightings; i++) {
        bool is_open = view->sighting[i].found;

        for (int cell = 0; is_open && cell < rules_cells(&view->rules); cell++)
            if (known_covers(view, &view->sighting[i], cell) && known.mark[cell] != KNOWN_FOUND)
                is_open = false; /* not wholly open any more */
        for (int cell = 0; is_open && cell < rules_cells(&view->rules); cell++)
            if (known_covers(view, &view->sighting[i], cell) && enemy->own.ship_at[cell] != NO_SHIP)
                is_open = false; /* true */
        assert_false(is_open);
    }
}

static void marks_are_true_in_random_games(void **state)
{
    struct rules rules;
    int sunk = 0;

    (void)state;
    for (int i = 0; i < 400; i++) {
        struct play players;
        struct rng rng;

        rng_seed(&rng, (uint64_t)i);
        if (i >= 40 || !play_rules(i, &rules))
            play_draw_rules(&rng, &rules);
        play_start(&game, &rules, &rng);
        play_open(&players, (uint64_t)i);
        for (int move = 0; !game_status(&game)->over && move < 400; move++) {
            play_move(&players, &game);
            if (move % 5 == 0)
                for (int side = 0; side < 2; side++)
                    assert_true_marks(&game, side);
        }
        for (int side = 0; side < 2; side++)
            assert_true_marks(&game, side);
        sunk += game.view[SIDE_A].enemy_sunk;
        play_close(&players);
    }
    assert_true(sunk > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_are_marked),
        cmocka_unit_test(a_later_sweep_replaces_an_earlier_one_unless_that_was_certain),
        cmocka_unit_test(hints_are_marked),
        cmocka_unit_test(misses_kept_off_the_map_hide_nothing_else),
        cmocka_unit_test(a_sunk_ship_is_drawn_whole_where_it_is_certain),
        cmocka_unit_test(a_sunk_ship_without_a_name_is_drawn_whole_if_ships_do_not_touch),
        cmocka_unit_test(sinkings_that_are_not_announced_are_not_shown),
        cmocka_unit_test(the_own_board_shows_sunk_ships),
        cmocka_unit_test(the_own_board_shows_smoke),
        cmocka_unit_test(each_mark_has_its_own_sign),
        cmocka_unit_test(marks_are_true_in_random_games),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
