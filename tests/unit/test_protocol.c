/* The lines of the protocol as text: printed lines parse back to the same values, and a bot's lines
 * are parsed with care. */
#include "guest/protocol.h"
#include "support/play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static char text[PROTOCOL_LINE];
static struct writer writer;

static struct writer *line(void)
{
    writer_init(&writer, text, sizeof text);
    return &writer;
}

static struct hello hello_of(const char *const *lines)
{
    struct hello hello = {.ready = false};

    for (int i = 0; lines[i]; i++)
        protocol_parse_hello(&hello, slice_of(lines[i]));
    return hello;
}

static void hello_lines_may_come_in_any_order(void **state)
{
    const char *const lines[] = {"plays salvo race",
                                 "id ann/first",
                                 "authors  Ann, Bob ",
                                 "name First",
                                 "plays wrecks",
                                 "ready",
                                 NULL};
    struct hello hello = hello_of(lines);

    (void)state;
    assert_string_equal(hello.name, "First");
    assert_string_equal(hello.authors, "Ann, Bob");
    assert_string_equal(hello.id, "ann/first");
    assert_int_equal(hello.plays, FEATURE_SALVO | FEATURE_RACE | FEATURE_WRECKS);
    assert_int_equal(hello.strange, 0);
    assert_true(hello.ready);
}

static void plays_knows_every_feature_and_all(void **state)
{
    const char *const each[] = {
        "plays salvo hit-again specials reinforce race wrecks no-touch unnamed", NULL};
    const char *const all[] = {"plays all", NULL};

    (void)state;
    assert_int_equal(hello_of(each).plays, FEATURE_ALL);
    assert_int_equal(hello_of(each).strange, 0);
    assert_int_equal(hello_of(all).plays, FEATURE_ALL);
}

static void unknown_lines_are_counted_and_ignored(void **state)
{
    const char *const lines[] = {"Hello, world", "",  "ready steady", "READY", "plays chess race",
                                 "name",         NULL};
    struct hello hello = hello_of(lines);

    (void)state;
    assert_int_equal(hello.strange, 5);
    assert_false(hello.ready);
    assert_int_equal(hello.plays, FEATURE_RACE);
    assert_string_equal(hello.name, "");
}

static void names_are_truncated_and_made_printable(void **state)
{
    char longest[300] = "name ";
    const char *const lines[] = {longest, "authors \033[31mred\007\xff",
                                 "id G\xe2\x80\x8b\xe2\x80\xae"
                                 "1",
                                 NULL};
    struct hello hello;

    (void)state;
    memset(longest + 5, 'n', sizeof longest - 6);
    longest[sizeof longest - 1] = '\0';
    hello = hello_of(lines);
    assert_int_equal(strlen(hello.name), GUEST_NAME - 1);
    assert_string_equal(hello.authors, "?[31mred??");
    assert_string_equal(hello.id, "G1"); /* U+200B and U+202E are left out */
}

static void a_printed_hello_parses_back(void **state)
{
    const struct bot_kind *kind;

    (void)state;
    for (int i = 0; (kind = bot_registered(i)) != NULL; i++) {
        struct hello hello = {.ready = false};
        struct slice rest, part;

        protocol_print_hello(kind, line());
        rest = slice_of(text);
        while (slice_cut(&rest, '\n', &part))
            protocol_parse_hello(&hello, part);
        assert_true(hello.ready);
        assert_string_equal(hello.name, kind->name);
        assert_string_equal(hello.authors, kind->authors);
        assert_int_equal(hello.plays, kind->plays);
        assert_int_equal(hello.strange, 0);
    }
}

static void a_layout_may_be_random(void **state)
{
    struct rules rules = rules_from("classic", "");
    struct layout first, second;
    struct message message;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 3);
    assert_int_equal(protocol_parse_layout(slice_of(" random "), &rules, &rng, &first, &message),
                     OK);
    assert_int_equal(protocol_parse_layout(slice_of("Random"), &rules, &rng, &second, &message),
                     OK);
    assert_memory_not_equal(&first, &second, sizeof first);
    assert_int_equal(layout_check(&first, &rules, NULL), OK);
    assert_int_equal(protocol_parse_layout(slice_of("A1 h, A3 h, A5 h, A7 h, A9 h"), &rules, &rng,
                                           &first, &message),
                     OK);
    assert_int_equal(protocol_parse_layout(slice_of("randomly"), &rules, &rng, &first, &message),
                     ERR_SYNTAX);
}

static void printed_lines_parse_back(void **state)
{
    uint64_t rounds, seed, round, counts[3];
    struct slice rest;
    struct message message;
    enum round_result result;
    enum reason reason;
    int side, mine, theirs;

    (void)state;
    protocol_print_match(1000, UINT64_MAX, 1, line());
    assert_string_equal(text, "match 1000 seed 18446744073709551615");
    protocol_print_match(1000, 4711, 8, line());
    assert_string_equal(text, "match 1000 seed 4711 from 8");
    assert_int_equal(protocol_line_kind(slice_of(text), &rest), PROTOCOL_MATCH);
    assert_int_equal(protocol_parse_match(rest, &rounds, &seed, &message), OK);
    assert_int_equal(rounds, 1000);
    assert_int_equal(seed, 4711);
    protocol_print_round(12, SIDE_B, line());
    assert_string_equal(text, "round 12 side b");
    assert_int_equal(protocol_line_kind(slice_of(text), &rest), PROTOCOL_ROUND);
    assert_int_equal(protocol_parse_round(rest, &round, &side, &message), OK);
    assert_int_equal(round, 12);
    assert_int_equal(side, SIDE_B);
    protocol_print_end(ROUND_LOST, 31, 45, "points", line());
    assert_string_equal(text, "end lost 31 45 points");
    assert_int_equal(protocol_line_kind(slice_of(text), &rest), PROTOCOL_END);
    assert_int_equal(protocol_parse_end(rest, &result, &mine, &theirs, &reason, &message), OK);
    assert_int_equal(result, ROUND_LOST);
    assert_int_equal(mine, 31);
    assert_int_equal(theirs, 45);
    assert_int_equal(reason, REASON_POINTS);
    assert_int_equal(
        protocol_parse_end(slice_of("won 0 0 broken"), &result, &mine, &theirs, &reason, &message),
        OK);
    assert_int_equal(reason, REASON_NONE);
    protocol_print_over(612, 380, 8, line());
    assert_string_equal(text, "over 612 380 8");
    assert_int_equal(protocol_line_kind(slice_of(text), &rest), PROTOCOL_OVER);
    assert_int_equal(protocol_parse_over(rest, counts, &message), OK);
    assert_int_equal(counts[1], 380);
    assert_int_equal(protocol_line_kind(slice_of("  weather"), &rest), PROTOCOL_OTHER);
    assert_int_equal(protocol_line_kind(slice_of(""), &rest), PROTOCOL_OTHER);
}

static void afloat_and_stock_are_listed(void **state)
{
    struct rules rules = rules_from("advanced", "reinforce=1;reinforce-kind=new;hints=2;"
                                                "fleet=Carrier 5, Cruiser 3x2");
    uint8_t afloat[MAX_SLOTS];
    struct message message;
    struct view view;

    (void)state;
    view_init(&view, &rules, SIDE_A);
    protocol_print_afloat(&view, line());
    assert_string_equal(text, "afloat");
    view.enemy_afloat[1] = 2;
    view.enemy_afloat[rules.ships] = 1;
    protocol_print_afloat(&view, line());
    assert_string_equal(text, "afloat Cruiser, Cruiser, Submarine");
    assert_int_equal(
        protocol_parse_afloat(slice_of("Cruiser, Cruiser, Submarine"), &rules, afloat, &message),
        OK);
    assert_memory_equal(afloat, view.enemy_afloat, sizeof afloat);
    view.stock = (struct stock){.radar = 2, .smoke = 1, .hints = 1};
    view.stock.unlocked = SPECIAL_ARTILLERY | SPECIAL_TORPEDO;
    protocol_print_stock(&view, line());
    assert_string_equal(text, "stock radar=2 smoke=1 artillery torpedo hints=1");
    view.stock = (struct stock){.radar = 0};
    protocol_print_stock(&view, line());
    assert_string_equal(text, "stock");
}

static void afloat_and_stock_depend_on_the_rules(void **state)
{
    struct rules unnamed = rules_from("classic", "announce=unnamed");
    struct rules wrecked = rules_from("tournament", "announce=none");

    (void)state;
    assert_true(protocol_uses_afloat(rules_find("classic")));
    assert_true(protocol_announces_sinkings(rules_find("classic")));
    assert_false(protocol_uses_afloat(&unnamed));
    assert_true(protocol_uses_afloat(&wrecked)); /* sent once, for ships lost at the start */
    assert_false(protocol_announces_sinkings(&wrecked));
    assert_false(protocol_uses_stock(rules_find("classic")));
    assert_true(protocol_uses_stock(rules_find("advanced")));
}

static void act_gives_the_shots_of_a_salvo(void **state)
{
    struct rules rules = rules_from("salvo", "");
    struct view view;

    (void)state;
    view_init(&view, rules_find("classic"), SIDE_A);
    protocol_print_act(&view, line());
    assert_string_equal(text, "act");
    view_init(&view, &rules, SIDE_A);
    view.stock.salvo = 3;
    protocol_print_act(&view, line());
    assert_string_equal(text, "act 3");
}

/* Prints and parses each event. */
static void printed_events_parse_back(void **state)
{
    struct rules rules = rules_from("advanced", "reinforce=1;reinforce-kind=new;fleet=Boat 1x3;"
                                                "board=32x32");
    static const char *const words[] = {"A1=miss",
                                        "AF32=hit",
                                        "B3=hit:Boat",
                                        "B3=sunk:Submarine",
                                        "B3=sunk",
                                        "B3=stopped",
                                        "-=wasted",
                                        "B3=wasted",
                                        "radar:B3=found",
                                        "radar:C4=none",
                                        "smoke:B3",
                                        "smoke:-",
                                        "hint:B3",
                                        "hint:-",
                                        "raised:Submarine",
                                        "raised:Boat",
                                        "gain:smoke",
                                        "gain:nothing",
                                        "gain:radar,smoke,artillery,torpedo",
                                        "lost:invalid",
                                        "lost:repeat",
                                        "lost:unavailable"};
    static const char *const bad[] = {
        "",           "A1",           "A1=",          "=miss",       "A1=mis",   "AG1=miss",
        "-=hit",      "A1=miss:Boat", "A1=hit:Ship",  "A1=hit:boat", "radar:B3", "radar:-=found",
        "radar:B3=x", "smoke",        "smoke:",       "hint:Z99",    "raised:",  "raised:Ship",
        "gain:",      "gain:x",       "gain:smoke,x", "lost:",       "lost:x",   "end:a:x",
        "end:c:sunk", "end:",         "again",        "A1=hit:",     "x:A1=hit"};
    struct event event;
    struct outcome outcome;

    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct message message = {""};

        if (event_parse(slice_of(words[i]), &rules, &event, &message) != OK)
            fail_msg("%s: %s", words[i], message.text);
        event_print(&event, &rules, line());
        assert_string_equal(text, words[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct message message = {""};

        memset(&outcome, 0, sizeof outcome);
        if (outcome_parse_word(slice_of(bad[i]), &rules, &outcome, &message) == OK)
            fail_msg("'%s' was read", bad[i]);
        assert_true(message.text[0] != '\0');
        assert_int_equal(outcome.count, 0);
    }
}

/* An outcome that contradicts the view would corrupt its counts. */
static void impossible_outcomes_are_rejected(void **state)
{
    static const char *const own[] = {
        "radar A1 -> radar:A1=found radar:A1=found",
        "radar A1 -> A2=miss",
        "smoke A1 -> smoke:A1",
        "fire A1 -> A1=miss A1=hit",
        "fire A1 -> A1=sunk:Cruiser",
        "fire A1 -> smoke:A1",
        "hint -> hint:A1",
        "raise Submarine A1 h -> raised:Submarine",
        "fire A1 -> A1=miss end:a:sunk B1=miss",
        "fire A1 -> lost:repeat A1=miss",
        "fire A1 ->A1=miss extra",
        "-> A1=miss",
        "fire A1 A1=miss",
    };
    static const char *const enemy[] = {
        "radar -> radar:A1=found",    "raise Submarine -> raised:Submarine raised:Submarine",
        "raise Submarine -> A1=miss", "smoke -> ",
        "pass now -> lost:invalid",
    };
    struct rules rules = rules_from("advanced", "reinforce=1");
    uint8_t afloat[MAX_SLOTS] = {1, 0};
    struct status status = {.started = 1, .winner = NOBODY};
    struct layout layout;
    struct outcome outcome;
    struct view view;
    struct move move;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    assert_int_equal(layout_random(&rules, &rng, &layout), OK);
    view_init(&view, &rules, SIDE_A);
    view_place(&view, &layout);
    view_start(&view, &status, afloat);
    view.stock.raised = 1;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        struct message message = {""};

        if (protocol_parse_outcome(slice_of(own[i]), &view, SIDE_A, &move, &outcome, &message) ==
            OK)
            fail_msg("'%s' was believed", own[i]);
        assert_true(message.text[0] != '\0');
    }
    for (size_t i = 0; i < sizeof enemy / sizeof enemy[0]; i++) {
        struct message message = {""};

        if (protocol_parse_outcome(slice_of(enemy[i]), &view, SIDE_B, &move, &outcome, &message) ==
            OK)
            fail_msg("'%s' was believed", enemy[i]);
        assert_true(message.text[0] != '\0');
    }
    assert_int_equal(protocol_parse_outcome(slice_of("pass -> lost:invalid"), &view, SIDE_B, &move,
                                            &outcome, NULL),
                     OK);
    assert_int_equal(move.kind, MOVE_PASS);
    assert_int_equal(outcome.next, SIDE_A);
    assert_int_equal(outcome.turn_over, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hello_lines_may_come_in_any_order),
        cmocka_unit_test(plays_knows_every_feature_and_all),
        cmocka_unit_test(unknown_lines_are_counted_and_ignored),
        cmocka_unit_test(names_are_truncated_and_made_printable),
        cmocka_unit_test(a_printed_hello_parses_back),
        cmocka_unit_test(a_layout_may_be_random),
        cmocka_unit_test(printed_lines_parse_back),
        cmocka_unit_test(afloat_and_stock_are_listed),
        cmocka_unit_test(afloat_and_stock_depend_on_the_rules),
        cmocka_unit_test(act_gives_the_shots_of_a_salvo),
        cmocka_unit_test(printed_events_parse_back),
        cmocka_unit_test(impossible_outcomes_are_rejected),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
