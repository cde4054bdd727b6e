/* Records: they replay exactly, and a tampered record is rejected with the line number. */
#include "support/play.h"
#include "support/shadow.h"
#include "support/tape.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES_PER_SET = 6, MOST_MOVES = 400 };

static struct game game;
static struct tape tape;
static struct record_reader reader;

/* Plays up to `most` moves and records them. */
static void play_onto_tape(const struct rules *rules, uint64_t seed, int most, int *kinds)
{
    struct play play;

    play_open(&play, seed);
    play_start(&game, rules, &play.rng);
    tape_start(&tape, &game);
    while (!game_status(&game)->over && most-- > 0) {
        play_move(&play, &game);
        if (!play.applied)
            continue;
        tape_move(&tape, &game, &play.move, &play.outcome);
        kinds[play.move.kind]++;
    }
    play_close(&play);
}

static void every_game_replays(void **state)
{
    int kinds[MOVE_KINDS] = {0};
    struct rules rules;

    (void)state;
    for (int set = 0; play_rules(set, &rules); set++) {
        for (uint64_t seed = 0; seed < GAMES_PER_SET; seed++) {
            struct message message = {""};

            play_onto_tape(&rules, seed, seed % 2 ? MOST_MOVES : 100000, kinds);
            if (!tape_replays(&tape, &game, &message))
                fail_msg("%s, seed %d: %s", rules.name, (int)seed, message.text);
        }
    }
    for (int kind = 0; kind < MOVE_KINDS; kind++)
        if (kind != MOVE_RESIGN && kinds[kind] == 0)
            fail_msg("no game had a %s", move_word((enum move_kind)kind));
}

/* A record truncated after any line of its moves is a game that is still running. */
static void every_prefix_replays(void **state)
{
    struct rules rules = rules_from("advanced", "reinforce=1;hints=2;hint-after=1");
    int kinds[MOVE_KINDS] = {0}, failures = 0;

    (void)state;
    play_onto_tape(&rules, 3, 100000, kinds);
    for (size_t length = 1; length <= tape.writer.length; length++) {
        struct message message;
        enum error error;

        if (tape.text[length - 1] != '\n')
            continue;
        error = tape_read(&reader, (struct slice){tape.text, length}, &message);
        failures += error != OK;
        if (error && reader.moves > 0 && !strstr(message.text, "'fleet "))
            fail_msg("cut after %zu bytes: %s", length, message.text);
    }
    assert_true(failures > 20); /* the head must be complete */
}

static void a_record_contains_what_was_written(void **state)
{
    struct rules rules = rules_from("classic", "touch=no;fleet=3,2");
    struct record record = {.first = SIDE_B, .rules = rules};
    struct message message = {""};
    char text[8192];
    struct writer writer;

    (void)state;
    record.layout[0] = layout_from(&rules, "A1 h, A3 v");
    record.layout[1] = layout_from(&rules, "J1 v, A10 h");
    memcpy(record.version, "1.2.3", sizeof "1.2.3");
    memcpy(record.name[0], "Ann Other", sizeof "Ann Other");
    memcpy(record.name[1], "\xd0\x91\xd0\xbe\xd1\x82", 7);
    memset(record.nonce[0], '0', 32);
    memset(record.nonce[1], 'f', 32);
    writer_init(&writer, text, sizeof text);
    record_write_head(&record, &writer);
    assert_int_equal(record_open(&reader, slice_of(text), &message), OK);
    assert_string_equal(reader.record.version, "1.2.3");
    assert_string_equal(reader.record.name[0], "Ann Other");
    assert_string_equal(reader.record.name[1], "\xd0\x91\xd0\xbe\xd1\x82");
    assert_string_equal(reader.record.nonce[1], record.nonce[1]);
    assert_string_equal(reader.record.rules.name, rules.name);
    assert_true(rules_equal(&reader.record.rules, &rules));
    assert_memory_equal(reader.record.layout, record.layout, sizeof record.layout);
    assert_int_equal(reader.record.first, SIDE_B);
    assert_false(reader.record.has_seed);
    assert_int_equal(game_status(&reader.game)->turn, SIDE_B);
}

static void the_seed_is_written_at_the_end(void **state)
{
    struct rules rules = rules_from("classic", "fleet=2;board=3x3");
    int kinds[MOVE_KINDS] = {0};

    (void)state;
    play_onto_tape(&rules, 1, 100000, kinds);
    assert_int_equal(tape_read(&reader, (struct slice){tape.text, tape.writer.length}, NULL), OK);
    assert_true(reader.record.has_seed);
    assert_true(reader.record.seed.number == MAX_SEED);
}

/* The check that the manual describes. */
static void commitments_match_sha256sum(void **state)
{
    struct rules rules = rules_from("advanced", "reinforce=1");
    int kinds[MOVE_KINDS] = {0};
    char path[] = "/tmp/test_record_XXXXXX", command[256], line[128];
    int file, checked = 0;

    (void)state;
    for (uint64_t seed = 0; kinds[MOVE_RAISE] == 0; seed++)
        play_onto_tape(&rules, seed, 100000, kinds);
    file = mkstemp(path);
    assert_true(file >= 0);
    {
        FILE *out = fdopen(file, "w");

        assert_non_null(out);
        fwrite(tape.text, 1, tape.writer.length, out);
        assert_int_equal(fclose(out), 0);
    }
    for (const char *side = "ab"; *side; side++) {
        char wanted[SHA256_HEX_SIZE], prefix[16];
        const char *commit;
        FILE *in;

        snprintf(prefix, sizeof prefix, "\ncommit %c ", *side);
        commit = strstr(tape.text, prefix);
        assert_non_null(commit);
        snprintf(wanted, sizeof wanted, "%.64s", commit + strlen(prefix));
        snprintf(command, sizeof command, "sed -n 's/^fleet %c //p' %s | head -1 | sha256sum",
                 *side, path);
        in = popen(command, "r");
        assert_non_null(in);
        if (fgets(line, sizeof line, in)) {
            line[64] = '\0';
            assert_string_equal(line, wanted);
            checked++;
        }
        pclose(in);
    }
    remove(path);
    assert_int_equal(checked, 2);
}

static void a_commitment_hashes_nonce_blank_layout_newline(void **state)
{
    char hex[SHA256_HEX_SIZE], wanted[SHA256_HEX_SIZE], nonce[NONCE_SIZE];
    const uint8_t bytes[16] = {0, 1, 2, 0xff, 0x10};

    (void)state;
    record_nonce(bytes, nonce);
    assert_string_equal(nonce, "000102ff100000000000000000000000");
    record_commitment(nonce, "Carrier A1 h", hex);
    sha256_hex("000102ff100000000000000000000000 Carrier A1 h\n", 46, wanted);
    assert_string_equal(hex, wanted);
}

/* --- tampering ----------------------------------------------------------------------------------
 */

/* A short game that is always the same: lines 1 to 34 are its head and its moves. */
static const char *const sample_moves[] = {"fire A1", "fire J10", "fire B1",
                                           "fire J9", "fire C1",  "radar A1"};

static void make_sample(void)
{
    struct rules rules = rules_from("advanced", "fleet=Cruiser 3;invalid-input=lose-turn");
    struct layout layout = layout_from(&rules, "Cruiser A1 h");
    struct rng rng;

    rng_seed(&rng, 1);
    game_init(&game, &rules, SIDE_A);
    assert_int_equal(game_place(&game, SIDE_A, &layout, NULL), OK);
    assert_int_equal(game_place(&game, SIDE_B, &layout, NULL), OK);
    tape_start(&tape, &game);
    for (size_t i = 0; i < sizeof sample_moves / sizeof sample_moves[0]; i++) {
        struct move move;
        struct outcome outcome;

        if (game_status(&game)->over)
            break;
        assert_int_equal(
            game_apply_text(&game, slice_of(sample_moves[i]), &rng, &move, &outcome, NULL), OK);
        tape_move(&tape, &game, &move, &outcome);
    }
    assert_true(game_status(&game)->over);
}

static int line_of(const char *text, const char *where)
{
    int line = 1;

    for (; text < where; text++)
        line += *text == '\n';
    return line;
}

/* Replaces the first `from` in the sample with `to`. The record must be rejected with these words,
 * `later` lines after the change. */
static void reject_change(const char *from, const char *to, int later, const char *words)
{
    static char text[TAPE_SIZE];
    struct message message = {""};
    const char *found;
    char line[32];

    make_sample();
    found = strstr(tape.text, from);
    if (!found)
        fail_msg("'%s' is not in the sample", from);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(found - tape.text), tape.text, to,
             found + strlen(from));
    if (tape_read(&reader, slice_of(text), &message) == OK)
        fail_msg("'%s' changed to '%s' was accepted", from, to);
    snprintf(line, sizeof line, "line %d: ", line_of(tape.text, found) + later);
    if (strncmp(message.text, line, strlen(line)) != 0 || !strstr(message.text, words))
        fail_msg("'%s' changed to '%s': %s (expected %s...%s)", from, to, message.text, line,
                 words);
}

static void the_sample_itself_is_valid(void **state)
{
    struct message message = {""};

    (void)state;
    make_sample();
    if (!tape_replays(&tape, &game, &message))
        fail_msg("%s", message.text);
}

static void a_changed_outcome_is_rejected(void **state)
{
    (void)state;
    reject_change("A1=hit", "A1=miss", 0, "the record says 'A1=miss', but the move gives 'A1=hit'");
    reject_change("J10=miss", "J10=hit", 0, "but the move gives");
    reject_change("J10=miss", "J9=miss", 0, "but the move gives");
    reject_change(" end:a:sunk", "", 0, "but the move gives");
    reject_change("end:a:sunk", "end:b:sunk", 0, "but the move gives");
    reject_change("sunk:Cruiser", "sunk", 0, "but the move gives");
}

static void a_changed_move_is_rejected(void **state)
{
    (void)state;
    reject_change("fire A1 ->", "fire A2 ->", 0, "but the move gives 'A2=miss'");
    reject_change("fire A1 ->", "fire K9 ->", 0, "off the board");
    reject_change("fire A1 ->", "dance ->", 0, "'dance' is not a move");
    reject_change("fire A1 ->", "radar A1 ->", 0, "but the move gives");
    reject_change("fire A1 ->", "pass ->", 0, "but the move gives 'lost:invalid'");
    reject_change("fire A1 -> ", "fire A1 ", 0, "' -> ' is missing");
}

static void a_moved_ship_breaks_the_commitment(void **state)
{
    (void)state;
    reject_change("Cruiser A1 h\nfleet b", "Cruiser A2 h\nfleet b", 0,
                  "does not match its commitment");
    reject_change("Cruiser A1 h\n1 a", "Cruiser A1 v\n1 a", 0, "does not match its commitment");
    reject_change("Cruiser A1 h\nfleet b", "Cruiser  A1 h\nfleet b", 0,
                  "does not match its commitment");
    reject_change("fleet a 0", "fleet a 1", 0, "does not match its commitment");
    reject_change("fleet a ", "fleet b ", 0, "expected 'fleet a'");
}

static void a_changed_commitment_is_rejected(void **state)
{
    (void)state;
    reject_change("commit a ", "commit a 0", 0, "64 hexadecimal digits");
    reject_change("commit a ", "commit b ", 0, "expected 'commit a'");
    make_sample();
    {
        char *digit = strstr(tape.text, "commit a ") + strlen("commit a ");
        struct message message;

        *digit = *digit == '0' ? '1' : '0';
        assert_int_equal(tape_read(&reader, slice_of(tape.text), &message), ERR_MISMATCH);
        assert_non_null(strstr(message.text, "the fleet of side a does not match"));
    }
}

static void wrong_numbers_and_movers_are_rejected(void **state)
{
    (void)state;
    reject_change("\n2 b ", "\n3 b ", 1, "expected move 2, found '3'");
    reject_change("\n2 b ", "\n02 b ", 1, "expected move 2");
    reject_change("\n2 b ", "\n b ", 1, "expected move 2");
    reject_change("\n2 b ", "\n2 a ", 1, "by 'a', but it is side b's turn");
    reject_change("\n2 b ", "\n2 c ", 1, "by 'c', but it is side b's turn");
    reject_change("first a", "first b", 5, "it is side b's turn");
}

static void missing_lines_are_rejected(void **state)
{
    (void)state;
    reject_change("2 b fire J10 -> J10=miss\n", "", 0, "expected move 2, found '3'");
    reject_change("broadside record 1\n", "", 0, "expected 'broadside record'");
    reject_change("version 0.0.1\n", "", 0, "expected 'version'");
    reject_change("player a ", "player b ", 0, "expected 'player a'");
    reject_change("player b Bob\n", "", 0, "expected 'player b'");
    reject_change("first a\n", "", 0, "expected 'first'");
    reject_change("result a sunk\n", "", 0, "expected move 6, found 'seed'");
}

static void extra_lines_are_rejected(void **state)
{
    (void)state;
    reject_change("2 b fire J10 -> J10=miss\n", "2 b fire J10 -> J10=miss\n\n", 1,
                  "expected move 3");
    reject_change("result a sunk", "6 b fire A1 -> A1=hit\nresult a sunk", 0,
                  "comes after the end of the game");
    reject_change("seed 9223372036854775807\n", "seed 9223372036854775807\nmore\n", 1,
                  "unexpected text after the end");
    reject_change("seed 9223372036854775807\n", "seed 9223372036854775807\n\n", 1,
                  "unexpected text after the end");
    reject_change("first a\n", "first a\nfirst a\n", 1, "expected 'commit a'");
}

static void a_wrong_result_is_rejected(void **state)
{
    (void)state;
    reject_change("result a sunk", "result b sunk", 0, "expected result a sunk");
    reject_change("result a sunk", "result a", 0, "expected result a sunk");
    reject_change("2 b fire J10 -> J10=miss\n", "result tie limit\n", 0, "expected a move");
    reject_change("seed 9", "seed -9", 0, "the seed: '-9");
    reject_change("seed 9223372036854775807", "seed 99999999999999999999999", 0,
                  "is not a whole number");
    reject_change("seed 9", "seed 1:9", 0, "the secret must be 32 hexadecimal digits");
    reject_change("seed 9", "sead 9", 0, "expected 'seed'");
}

static void wrong_versions_are_rejected(void **state)
{
    (void)state;
    reject_change("broadside record 1", "broadside record 2", 0,
                  "record format 2 is not supported");
    reject_change("broadside record 1", "broadside record 01", 0, "version of the record format");
    reject_change("broadside record 1", "broadside record x", 0, "version of the record format");
    reject_change("broadside record 1", "Broadside record 1", 0, "expected 'broadside record'");
}

static void control_characters_are_rejected(void **state)
{
    (void)state;
    reject_change("Bob", "Bo\x1b[2Jb", 0, "control character");
    reject_change("Bob", "Bo\tb", 0, "control character");
    reject_change("Bob\n", "Bob\r\r\n", 0, "control character");
    reject_change("Bob\n", "Bo\rb\n", 0, "control character");
    reject_change("Bob",
                  "Bo\xc2\x9b"
                  "b",
                  0, "not printable text");
    reject_change("Bob",
                  "Bo\x7f"
                  "b",
                  0, "not printable text");
    reject_change("Bob",
                  "Bo\xff"
                  "b",
                  0, "not printable text");
    reject_change("2 b fire J10", "2 b fire\tJ10", 0, "control character");
}

static void wrong_lengths_are_rejected(void **state)
{
    static char long_name[NAME_SIZE + 1], long_line[RECORD_LINE_SIZE + 2];

    (void)state;
    memset(long_name, 'x', NAME_SIZE);
    memset(long_line, 'x', RECORD_LINE_SIZE + 1);
    reject_change("Bob", long_name, 0, "must have 1 to 63 characters");
    reject_change("Bob", long_line, 0, "the line is longer than");
    reject_change("player b Bob", "player b ", 0, "must have 1 to 63 characters");
}

static void wrong_rules_are_rejected(void **state)
{
    (void)state;
    reject_change("rule board = 10x10", "rule board = 40x40", 21,
                  "the size must be from 3x3 to 32x32");
    reject_change("rule touch = yes", "rule tuoch = yes", 19, "there is no rule 'tuoch'");
    reject_change("rule salvo = no", "rule salvo = maybe", 16, "salvo = 'maybe' is not valid");
}

static void a_nul_byte_is_rejected(void **state)
{
    struct message message;

    (void)state;
    make_sample();
    *strstr(tape.text, "Bob") = '\0';
    assert_int_equal(tape_read(&reader, (struct slice){tape.text, tape.writer.length}, &message),
                     ERR_SYNTAX);
    assert_non_null(strstr(message.text, "control character"));
}

/* Records that went through a Windows editor. */
static void a_byte_order_mark_and_crlf_are_accepted(void **state)
{
    static char text[TAPE_SIZE];
    struct message message = {""};
    char *to = text;

    (void)state;
    make_sample();
    to += sprintf(to, "\xef\xbb\xbf# edited\r\n");
    for (const char *from = tape.text; *from; from++) {
        if (*from == '\n')
            *to++ = '\r';
        *to++ = *from;
    }
    *to = '\0';
    if (tape_read(&reader, slice_of(text), &message) != OK)
        fail_msg("%s", message.text);
    assert_int_equal(reader.moves, tape.moves);
    assert_string_equal(reader.record.name[1], "Bob");
    assert_true(reader.record.has_seed && game_status(&reader.game)->over);
    to = strstr(text, "J10=miss");
    memcpy(to, "J9=", 3); /* an error still gives the right line */
    assert_int_equal(tape_read(&reader, slice_of(text), &message), ERR_MISMATCH);
    assert_int_equal(strtol(message.text + strlen("line "), NULL, 10), line_of(text, to));
}

/* Changes each byte in turn. The reader rejects the record with a line number, or the game ends
 * like the original: only names, the version and the seed can change unnoticed. */
static void a_changed_byte_never_gives_another_game(void **state)
{
    static char text[TAPE_SIZE];
    struct message message;
    int accepted = 0;

    (void)state;
    make_sample();
    for (size_t i = 0; i < tape.writer.length; i++) {
        memcpy(text, tape.text, tape.writer.length);
        text[i] = text[i] == 'q' ? 'r' : 'q';
        message.text[0] = '\0';
        if (tape_read(&reader, (struct slice){text, tape.writer.length}, &message) == OK) {
            accepted++;
            assert_true(game_status(&reader.game)->over || i + 40 > tape.writer.length);
            assert_int_equal(reader.moves, tape.moves);
        } else if (strncmp(message.text, "line ", 5) != 0) {
            fail_msg("byte %zu: '%s' gives no line", i, message.text);
        }
    }
    assert_in_range(accepted, 5, 60);
}

/* The new fleet after a raise must match its new commitment. */
static void a_raise_needs_a_new_commitment(void **state)
{
    struct rules rules = rules_from("advanced", "reinforce=1");
    int kinds[MOVE_KINDS] = {0};
    struct message message;
    char *raised, *fleet;

    (void)state;
    for (uint64_t seed = 0; kinds[MOVE_RAISE] == 0; seed++)
        play_onto_tape(&rules, seed, 100000, kinds);
    raised = strstr(tape.text, "raised:");
    assert_non_null(raised);
    assert_memory_equal(strchr(raised, '\n') + 1, "commit ", 7);
    fleet = strstr(raised, "\nfleet ");
    assert_non_null(fleet);
    fleet = strchr(fleet + 1, '\n') - 1; /* the direction of the raised ship */
    *fleet = *fleet == 'h' ? 'v' : 'h';
    assert_int_equal(tape_read(&reader, slice_of(tape.text), &message), ERR_MISMATCH);
    assert_non_null(strstr(message.text, "does not match its commitment"));
}

/* Records a short game in which side a sinks a ship, loses one and raises it. */
static void play_raise(const struct rules *rules, const struct layout *layout)
{
    static const char *const moves[] = {"A1", "A1", "raise Boat J10 h"};
    struct rng rng;

    rng_seed(&rng, 1);
    game_init(&game, rules, SIDE_A);
    assert_int_equal(game_place(&game, SIDE_A, layout, NULL), OK);
    assert_int_equal(game_place(&game, SIDE_B, layout, NULL), OK);
    tape_start(&tape, &game);
    for (int i = 0; i < 3; i++) {
        struct message message = {""};
        struct move move;
        struct outcome outcome;

        if (game_apply_text(&game, slice_of(moves[i]), &rng, &move, &outcome, &message) != OK)
            fail_msg("%s: %s", moves[i], message.text);
        tape_move(&tape, &game, &move, &outcome);
    }
}

/* A new commitment to a fleet with the raised ship in another place is rejected. */
static void a_raise_cannot_commit_to_another_place(void **state)
{
    static const char elsewhere[] = "Boat A1 h, Boat C1 h, Boat E1 h, Boat J9 h";
    struct rules rules = rules_from("advanced", "fleet=Boat 1x3;reinforce=1");
    struct layout layout = layout_from(&rules, "A1 h, C1 h, E1 h");
    struct message message;
    struct writer writer;
    char hex[SHA256_HEX_SIZE], *after;

    (void)state;
    play_raise(&rules, &layout);
    assert_true(tape_replays(&tape, &game, &message));
    after = strchr(strstr(tape.text, "raised:"), '\n') + 1;
    record_commitment(tape.record.nonce[0], elsewhere, hex);
    writer_init(&writer, after, (size_t)(tape.text + sizeof tape.text - after));
    writer_format(&writer, "commit a %s\nfleet a %s %s\n", hex, tape.record.nonce[0], elsewhere);
    assert_int_equal(tape_read(&reader, slice_of(tape.text), &message), ERR_MISMATCH);
    assert_non_null(strstr(message.text, "Boat J10 h"));
}

/* A bot may place ships far off the board under tournament rules. */
static void placements_far_off_the_board_replay(void **state)
{
    static const int16_t far[] = {-1, -10, -999, -1000, 999, 1000, INT16_MIN, INT16_MAX};
    struct rules rules = rules_from("tournament", "");
    struct message message = {""};
    struct layout fine = layout_from(&rules, "A1 h, A3 h, A5 h, A7 h, A9 h");

    (void)state;
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++) {
        for (uint8_t vertical = 0; vertical < 2; vertical++) {
            struct layout layout = fine;

            layout.ship[1] = (struct placement){far[i], 4, vertical, 1};
            layout.ship[2] = (struct placement){4, far[i], vertical, 1};
            game_init(&game, &rules, SIDE_A);
            assert_int_equal(game_place(&game, SIDE_A, &layout, NULL), OK);
            assert_int_equal(game_place(&game, SIDE_B, &fine, NULL), OK);
            tape_start(&tape, &game);
            if (tape_read(&reader, slice_of(tape.text), &message) != OK)
                fail_msg("column or row %d: %s", far[i], message.text);
        }
    }
}

/* Ships whose names differ only in case are of one kind, also after a replay. */
static void names_that_differ_in_case_replay(void **state)
{
    struct rules rules = rules_from("advanced", "fleet=boat 1, Boat 1, BOAT 1;reinforce=1");
    struct layout layout = layout_from(&rules, "A1 h, C1 h, E1 h");
    struct message message = {""};

    (void)state;
    play_raise(&rules, &layout);
    if (!tape_replays(&tape, &game, &message))
        fail_msg("%s", message.text);
}

/* A bot may place a ship of length 1 vertically; in text it is always horizontal. */
static void vertical_ships_of_length_1_replay(void **state)
{
    struct rules rules = rules_from("advanced", "fleet=Boat 1x3;reinforce=1");
    struct layout layout = layout_from(&rules, "A1 h, C1 h, E1 h");
    struct message message = {""};

    (void)state;
    layout.ship[1].vertical = 1;
    play_raise(&rules, &layout);
    if (tape_read(&reader, slice_of(tape.text), &message) != OK)
        fail_msg("%s", message.text);
}

/* Under wrecks a player may type a raise off the board. It costs the turn, and the record replays.
 */
static void raises_off_the_board_replay(void **state)
{
    static const char *const moves[] = {"raise Boat -", "raise Boat 0/5 h", "raise Boat ZZZ9 v",
                                        "raise Boat A999 h", "raise Boat -999/-999 h"};
    struct rules rules = rules_from("advanced", "fleet=Boat 1x3;reinforce=1;wrecks=yes");
    struct layout layout = layout_from(&rules, "A1 h, C1 h, E1 h");
    struct message message = {""};
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        struct move move;
        struct outcome outcome;

        game_init(&game, &rules, SIDE_A);
        game_place(&game, SIDE_A, &layout, NULL);
        game_place(&game, SIDE_B, &layout, NULL);
        tape_start(&tape, &game);
        if (game_apply_text(&game, slice_of(moves[i]), &rng, &move, &outcome, &message) != OK)
            continue;
        tape_move(&tape, &game, &move, &outcome);
        if (!tape_replays(&tape, &game, &message))
            fail_msg("%s: %s", moves[i], message.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_replays),
        cmocka_unit_test(every_prefix_replays),
        cmocka_unit_test(a_record_contains_what_was_written),
        cmocka_unit_test(the_seed_is_written_at_the_end),
        cmocka_unit_test(commitments_match_sha256sum),
        cmocka_unit_test(a_commitment_hashes_nonce_blank_layout_newline),
        cmocka_unit_test(the_sample_itself_is_valid),
        cmocka_unit_test(a_changed_outcome_is_rejected),
        cmocka_unit_test(a_changed_move_is_rejected),
        cmocka_unit_test(a_moved_ship_breaks_the_commitment),
        cmocka_unit_test(a_changed_commitment_is_rejected),
        cmocka_unit_test(wrong_numbers_and_movers_are_rejected),
        cmocka_unit_test(missing_lines_are_rejected),
        cmocka_unit_test(extra_lines_are_rejected),
        cmocka_unit_test(a_wrong_result_is_rejected),
        cmocka_unit_test(wrong_versions_are_rejected),
        cmocka_unit_test(control_characters_are_rejected),
        cmocka_unit_test(wrong_lengths_are_rejected),
        cmocka_unit_test(wrong_rules_are_rejected),
        cmocka_unit_test(a_nul_byte_is_rejected),
        cmocka_unit_test(a_byte_order_mark_and_crlf_are_accepted),
        cmocka_unit_test(a_changed_byte_never_gives_another_game),
        cmocka_unit_test(a_raise_needs_a_new_commitment),
        cmocka_unit_test(a_raise_cannot_commit_to_another_place),
        cmocka_unit_test(placements_far_off_the_board_replay),
        cmocka_unit_test(names_that_differ_in_case_replay),
        cmocka_unit_test(vertical_ships_of_length_1_replay),
        cmocka_unit_test(raises_off_the_board_replay),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
