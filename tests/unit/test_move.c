/* The grammar of moves: every form, every error, and printing. */
#include "rules/move.h"

#include "rules/event.h"
#include "support/play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct rules classic, advanced, salvo, tournament, reinforced, fresh;

static int prepare(void **state)
{
    (void)state;
    classic = rules_from("classic", "");
    advanced = rules_from("advanced", "");
    salvo = rules_from("salvo", "");
    tournament = rules_from("tournament", "");
    reinforced = rules_from("advanced", "fleet=Carrier 5, Cruiser 3x2, Boat 1;reinforce=1");
    fresh = rules_from("advanced", "reinforce=1;reinforce-kind=new;fleet=3,2");
    return 0;
}

static struct move parsed(const char *text, const struct rules *rules)
{
    struct message message = {""};
    struct move move;

    memset(&move, 0xa5, sizeof move);
    if (move_parse(slice_of(text), rules, &move, &message) != OK)
        fail_msg("'%s' was rejected: %s", text, message.text);
    return move;
}

static const char *printed(const struct move *move, const struct rules *rules)
{
    static char text[512];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    move_print(move, rules, &writer);
    assert_false(writer.full);
    return text;
}

/* Parses `text`, which prints as `wanted`. */
static void assert_prints(const char *text, const struct rules *rules, const char *wanted)
{
    struct move move = parsed(text, rules), again;

    assert_string_equal(printed(&move, rules), wanted);
    again = parsed(wanted, rules);
    assert_memory_equal(&again, &move, sizeof move);
}

static void assert_rejected(const char *text, const struct rules *rules, enum error error,
                            const char *sentence)
{
    struct message message = {""};
    struct move move;
    enum error got = move_parse(slice_of(text), rules, &move, &message);

    if (got != error || strcmp(message.text, sentence) != 0)
        fail_msg("'%s': error %d, '%s'", text, got, message.text);
}

static void every_form_of_a_move(void **state)
{
    static const struct {
        const char *text;
        const struct rules *rules;
        const char *printed;
    } lines[] = {
        {"fire B3", &classic, "fire B3"},
        {"b3", &classic, "fire B3"},
        {"  FIRE\tj10 \r", &classic, "fire J10"},
        {"fire A1 B2 C3", &salvo, "fire A1 B2 C3"},
        {"a1 b2 c3 d4 e5", &salvo, "fire A1 B2 C3 D4 E5"},
        {"Fire A1 A1", &salvo, "fire A1 A1"},
        {"radar b3", &advanced, "radar B3"},
        {"SMOKE j10", &advanced, "smoke J10"},
        {"Artillery A1", &advanced, "artillery A1"},
        {"torpedo b", &advanced, "torpedo B"},
        {"torpedo 7", &advanced, "torpedo 7"},
        {"TORPEDO 10", &advanced, "torpedo 10"},
        {"hint", &classic, "hint"},
        {"resign", &classic, "resign"},
        {"raise carrier b3 H", &reinforced, "raise Carrier B3 h"},
        {"raise CRUISER B3 vertical", &reinforced, "raise Cruiser B3 v"},
        {"raise boat B3 v", &reinforced, "raise Boat B3 h"}, /* length 1 has no direction */
        {"raise submarine A1 v", &fresh, "raise Submarine A1 v"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_prints(lines[i].text, lines[i].rules, lines[i].printed);
}

static void the_fields_of_a_move(void **state)
{
    struct move move = parsed("fire B3", &classic);

    (void)state;
    assert_int_equal(move.kind, MOVE_FIRE);
    assert_int_equal(move.count, 1);
    assert_int_equal(move.cell[0], 21);
    move = parsed("A1 J10", &salvo);
    assert_int_equal(move.count, 2);
    assert_int_equal(move.cell[1], 99);
    move = parsed("torpedo 7", &advanced);
    assert_int_equal(move.kind, MOVE_TORPEDO);
    assert_true(move.is_row);
    assert_int_equal(move.cell[0], 6);
    move = parsed("torpedo c", &advanced);
    assert_false(move.is_row);
    assert_int_equal(move.cell[0], 2);
    move = parsed("hint", &classic);
    assert_int_equal(move.cell[0], NO_CELL);
    move = parsed("raise cruiser C4 v", &reinforced);
    assert_int_equal(move.ship, 1);
    assert_int_equal(move.placement.column, 2);
    assert_int_equal(move.placement.row, 3);
    assert_int_equal(move.placement.vertical, 1);
    move = parsed("raise submarine C4 h", &fresh);
    assert_int_equal(move.ship, 2); /* the number of ships means a new ship */
}

static void columns_beyond_z(void **state)
{
    struct rules wide = rules_from("advanced", "board=32x32");

    (void)state;
    assert_prints("aa1", &wide, "fire AA1");
    assert_prints("fire AF32", &wide, "fire AF32");
    assert_prints("torpedo AA", &wide, "torpedo AA");
    assert_prints("torpedo 32", &wide, "torpedo 32");
    assert_prints("radar ab12", &wide, "radar AB12");
    assert_rejected("torpedo AG", &wide, ERR_RANGE, "there is no column AG: the last one is AF");
    assert_rejected("torpedo AA", &advanced, ERR_RANGE, "there is no column AA: the last one is J");
}

static void every_error_has_its_message(void **state)
{
    static const struct {
        const char *text;
        const struct rules *rules;
        enum error error;
        const char *message;
    } lines[] = {
        {"", &classic, ERR_SYNTAX, "an empty line is not a move"},
        {" \t ", &classic, ERR_SYNTAX, "an empty line is not a move"},
        {"fire", &classic, ERR_SYNTAX, "fire where? Name a cell, as in fire B3"},
        {"fire B3 C3", &classic, ERR_SYNTAX, "unexpected 'C3': fire takes at most 1 cell"},
        {"B3 now", &classic, ERR_SYNTAX, "unexpected 'now': fire takes at most 1 cell"},
        {"fire K11", &classic, ERR_RANGE, "'K11' is off the board: the last column is J"},
        {"A0", &classic, ERR_RANGE, "'A0' is off the board: rows go from 1 to 10"},
        {"1A", &classic, ERR_SYNTAX, "'1A': a coordinate starts with its column letter, as in B3"},
        {"A01", &classic, ERR_SYNTAX, "'A01': write the row without a leading zero"},
        {"-", &classic, ERR_SYNTAX, "'-': a coordinate starts with its column letter, as in B3"},
        {"B", &classic, ERR_SYNTAX, "'B': the row number is missing; a coordinate looks like B3"},
        {"hello", &classic, ERR_SYNTAX, "'hello' is not a move"},
        {"fires B3", &classic, ERR_SYNTAX, "'fires' is not a move"},
        {"pass", &classic, ERR_SYNTAX, "'pass' is not a move"},
        {"fire A1 K1", &salvo, ERR_RANGE, "'K1' is off the board: the last column is J"},
        {"radar", &advanced, ERR_SYNTAX,
         "radar where? Name the top-left cell of a 2x2 area, as in radar B3"},
        {"smoke", &advanced, ERR_SYNTAX,
         "smoke where? Name the top-left cell of a 2x2 area, as in smoke B3"},
        {"artillery", &advanced, ERR_SYNTAX,
         "artillery where? Name the top-left cell of a 2x2 area, as in artillery B3"},
        {"radar B3 C3", &advanced, ERR_SYNTAX, "unexpected 'C3' after the coordinate"},
        {"radar K1", &advanced, ERR_RANGE, "'K1' is off the board: the last column is J"},
        {"torpedo", &advanced, ERR_SYNTAX,
         "torpedo where? Name a column or a row, as in torpedo B"},
        {"torpedo k", &advanced, ERR_RANGE, "there is no column k: the last one is J"},
        {"torpedo 11", &advanced, ERR_RANGE, "there is no row 11: rows go from 1 to 10"},
        {"torpedo 0", &advanced, ERR_RANGE, "there is no row 0: rows go from 1 to 10"},
        {"torpedo 07", &advanced, ERR_SYNTAX, "'07': write the row without a leading zero"},
        {"torpedo B3", &advanced, ERR_SYNTAX,
         "'B3' is not a column: columns are letters, such as B"},
        {"torpedo B 3", &advanced, ERR_SYNTAX, "unexpected '3' after the column or row"},
        {"torpedo +5", &advanced, ERR_SYNTAX,
         "'+5' is not a column: columns are letters, such as B"},
        {"hint B3", &classic, ERR_SYNTAX, "'hint' takes no arguments"},
        {"resign please", &classic, ERR_SYNTAX, "'resign' takes no arguments"},
        {"raise", &reinforced, ERR_SYNTAX,
         "raise which ship, and where? For example: raise Submarine B3 h"},
        {"raise Galleon B3 h", &reinforced, ERR_SYNTAX, "the fleet has no ship called 'Galleon'"},
        {"raise Cruiser", &reinforced, ERR_SYNTAX,
         "the coordinate is missing; type one such as B3"},
        {"raise Cruiser B3", &reinforced, ERR_SYNTAX,
         "'B3': add h or v after the coordinate, as in B3 h"},
        {"raise Cruiser B3 d", &reinforced, ERR_SYNTAX,
         "'d' is not a direction: use h (horizontal) or v (vertical)"},
        {"raise Cruiser B3 h h", &reinforced, ERR_SYNTAX, "unexpected 'h' after the placement"},
        {"raise Cruiser K3 h", &reinforced, ERR_RANGE,
         "'K3' is off the board: the last column is J"},
        {"raise Cruiser B3 h", &fresh, ERR_SYNTAX,
         "under these rules you can only raise a new Submarine, not 'Cruiser'"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_rejected(lines[i].text, lines[i].rules, lines[i].error, lines[i].message);
}

static void shots_off_the_board_are_valid_if_repeats_are_wasted(void **state)
{
    (void)state;
    assert_prints("fire K11", &tournament, "fire -");
    assert_prints("A0", &tournament, "fire -");
    assert_prints("ZZZ99999", &tournament, "fire -");
    assert_prints("fire -", &tournament, "fire -");
    assert_rejected("fire A01", &tournament, ERR_SYNTAX,
                    "'A01': write the row without a leading zero");
    assert_rejected("fire 1A", &tournament, ERR_SYNTAX,
                    "'1A': a coordinate starts with its column letter, as in B3");
}

static void a_salvo_names_at_most_33_cells(void **state)
{
    char text[512] = "fire";

    (void)state;
    for (int i = 0; i < 33; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), " A%d", i % 10 + 1);
    assert_int_equal(parsed(text, &salvo).count, 33);
    strcat(text, " B1");
    assert_rejected(text, &salvo, ERR_SYNTAX, "unexpected 'B1': fire takes at most 33 cells");
}

static void long_and_binary_lines_are_rejected(void **state)
{
    static const char *const starts[] = {"",       "fire ",          "radar ",  "torpedo ",
                                         "raise ", "raise Carrier ", "resign ", "hint "};
    static const char fillings[] = "A1z- \n\x1b\xff";
    const struct rules *rules[] = {&classic, &advanced, &salvo, &reinforced, &fresh};
    static char text[10000];

    (void)state;
    for (size_t r = 0; r < sizeof rules / sizeof rules[0]; r++) {
        for (size_t s = 0; s < sizeof starts / sizeof starts[0]; s++) {
            for (size_t f = 0; f < sizeof fillings; f++) { /* the last one is NUL */
                struct message message = {""};
                struct move move;
                enum error error;

                memset(text, fillings[f], sizeof text);
                memcpy(text, starts[s], strlen(starts[s]));
                error = move_parse((struct slice){text, sizeof text}, rules[r], &move, &message);
                if (error == OK && fillings[f] != ' ')
                    fail_msg("'%s' and 10000 times %d was accepted", starts[s], fillings[f]);
                if (error)
                    assert_in_range(strlen(message.text), 10, 200);
            }
        }
    }
    {
        struct move move;

        assert_int_not_equal(move_parse((struct slice){"fire B3\0", 8}, &classic, &move, NULL), OK);
        assert_int_not_equal(move_parse((struct slice){"fi\0re B3", 8}, &classic, &move, NULL), OK);
        assert_int_not_equal(move_parse((struct slice){"\0", 1}, &classic, &move, NULL), OK);
        assert_int_not_equal(move_parse((struct slice){"", 0}, &classic, &move, NULL), OK);
    }
}

/* Every move of random games parses back from its text. */
static void moves_of_games_survive_printing_and_parsing(void **state)
{
    static struct game game;
    struct rules rules;
    int kinds[MOVE_KINDS] = {0};

    (void)state;
    for (int set = 0; play_rules(set, &rules); set++) {
        for (uint64_t seed = 0; seed < 3; seed++) {
            struct play play;

            play_open(&play, seed);
            play_start(&game, &rules, &play.rng);
            for (int i = 0; i < 300 && !game_status(&game)->over; i++) {
                struct move again;
                char text[512];

                play_move(&play, &game);
                if (!play.applied || play.move.kind == MOVE_PASS)
                    continue;
                kinds[play.move.kind]++;
                snprintf(text, sizeof text, "%s", printed(&play.move, &rules));
                again = parsed(text, &rules);
                assert_int_equal(again.kind, play.move.kind);
                assert_string_equal(printed(&again, &rules), text);
                if (again.kind == MOVE_FIRE) {
                    assert_int_equal(again.count, play.move.count);
                    assert_memory_equal(again.cell, play.move.cell,
                                        again.count * sizeof again.cell[0]);
                }
                if (again.kind == MOVE_TORPEDO)
                    assert_int_equal(again.is_row, play.move.is_row);
                if (again.kind == MOVE_RAISE)
                    assert_memory_equal(&again.placement, &play.move.placement,
                                        sizeof again.placement);
            }
            play_close(&play);
        }
    }
    for (int kind = 0; kind < MOVE_RESIGN; kind++)
        assert_true(kinds[kind] > 0);
}

static void words_of_moves_and_answers(void **state)
{
    static const char *const words[MOVE_KINDS] = {"fire", "radar", "smoke",  "artillery", "torpedo",
                                                  "hint", "raise", "resign", "pass"};

    (void)state;
    for (int kind = 0; kind < MOVE_KINDS; kind++)
        assert_string_equal(move_word((enum move_kind)kind), words[kind]);
    assert_string_equal(event_answer_word(ANSWER_STOPPED), "stopped");
    assert_string_equal(event_answer_word(ANSWER_WASTED), "wasted");
    assert_string_equal(event_reason_word(REASON_BOTH), "both");
    assert_string_equal(event_reason_word(REASON_WRECKED), "wrecked");
    assert_string_equal(event_side_word(SIDE_B), "b");
    assert_string_equal(event_side_word(NOBODY), "tie");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_of_a_move),
        cmocka_unit_test(the_fields_of_a_move),
        cmocka_unit_test(columns_beyond_z),
        cmocka_unit_test(every_error_has_its_message),
        cmocka_unit_test(shots_off_the_board_are_valid_if_repeats_are_wasted),
        cmocka_unit_test(a_salvo_names_at_most_33_cells),
        cmocka_unit_test(long_and_binary_lines_are_rejected),
        cmocka_unit_test(moves_of_games_survive_printing_and_parsing),
        cmocka_unit_test(words_of_moves_and_answers),
    };

    return cmocka_run_group_tests(tests, prepare, NULL);
}
