/* The CSV file of a simulation: what is read from it, and how damage is reported. */
#include "contest/games_csv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Reads a text as plot does; the message is that of the first error. */
static enum error read_text(struct games_csv *csv, const char *text, struct message *message)
{
    struct slice rest = slice_of(text), line;
    enum error error = OK;

    games_csv_init(csv);
    while (!error && rest.length > 0) {
        slice_cut(&rest, '\n', &line);
        error = games_csv_add(csv, line, message);
    }
    return error;
}

static void games_are_read(void **state)
{
    struct games_csv csv;
    struct message message = {""};

    (void)state;
    assert_int_equal(read_text(&csv,
                               "\xef\xbb\xbf" GAMES_CSV_HEADER "\r\n"
                               "1,hunt,60,60,sunk\r\n"
                               "1,\"cmd:a, \"\"b\"\"\",0,0,crash\n"
                               "2,hunt,70,70,unsunk\n"
                               "2,\"cmd:a, \"\"b\"\"\",0,0,given-up\n"
                               "4,hunt,80,80,sunk",
                               &message),
                     OK);
    assert_int_equal(csv.bots, 2);
    assert_string_equal(csv.bot[0].name, "hunt");
    assert_int_equal(csv.bot[0].games, 3);
    assert_int_equal(csv.bot[0].shots[1], 70);
    assert_int_equal(csv.bot[0].turns[2], 80);
    assert_string_equal(csv.bot[1].name, "cmd:a, \"b\"");
    assert_int_equal(csv.bot[1].games, 0);
    assert_int_equal(csv.board, 4);
    assert_false(csv.turns_decide);
    games_csv_release(&csv);
}

static void bots_of_one_name_stay_apart(void **state)
{
    struct games_csv csv;
    struct message message = {""};

    (void)state;
    assert_int_equal(read_text(&csv,
                               GAMES_CSV_HEADER "\n1,a,10,10,sunk\n1,a,20,20,sunk\n"
                                                "2,a,11,11,sunk\n2,a,21,21,sunk\n",
                               &message),
                     OK);
    assert_int_equal(csv.bots, 2);
    assert_int_equal(csv.bot[0].shots[1], 11);
    assert_int_equal(csv.bot[1].shots[1], 21);
    games_csv_release(&csv);
}

static void turns_decide_if_they_are_not_shots(void **state)
{
    static const struct {
        const char *rows;
        bool decide;
    } cases[] = {
        {"1,a,10,10,sunk\n2,a,12,12,sunk", false},
        {"1,a,69,50,sunk\n2,a,100,81,sunk", false}, /* a hit gives another shot */
        {"1,a,69,50,sunk\n2,a,100,99,unsunk", false},
        {"1,a,40,0,sunk\n2,a,41,0,sunk", false}, /* a race */
        {"1,a,40,8,sunk\n2,a,45,9,sunk", true},
        {"1,a,40,42,sunk\n1,b,41,38,sunk", true},
    };
    struct message message = {""};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        struct games_csv csv;

        snprintf(text, sizeof text, "%s\n%s\n", GAMES_CSV_HEADER, cases[i].rows);
        assert_int_equal(read_text(&csv, text, &message), OK);
        assert_int_equal(csv.turns_decide, cases[i].decide);
        games_csv_release(&csv);
    }
}

static void damage_is_reported_with_its_line(void **state)
{
    static const char *const cases[][2] = {
        {"1,a,10,10,sunk\n2,a,12", "line 3: 3 fields instead of 5"},
        {"1,a,10,10,sunk,x", "line 2: 6 fields instead of 5"},
        {"1,a,10,10,", "line 2: unknown result ''"},
        {"1,a,10,10,sun", "line 2: unknown result 'sun'"},
        {"0,a,10,10,sunk", "line 2: board '0' is not a number from 1"},
        {"1,a,-1,10,sunk", "line 2: shots '-1' is not a number"},
        {"1,a,10,4294967296,sunk", "line 2: turns '4294967296' is not a number"},
        {"1,,10,10,sunk", "line 2: the name of the bot is missing"},
        {"1,\"a,10,10,sunk", "line 2: a quote is missing"},
        {"1,\"a\"b,10,10,sunk", "line 2: a quote is missing"},
        {"3,a,10,10,sunk\n2,a,10,10,sunk", "line 3: board 2 comes after board 3"},
        {"", "line 2: 1 field instead of 5"},
    };
    struct message message;
    struct games_csv csv;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];

        snprintf(text, sizeof text, "%s\n%s\n", GAMES_CSV_HEADER, cases[i][0]);
        assert_int_equal(read_text(&csv, text, &message), ERR_SYNTAX);
        assert_memory_equal(message.text, cases[i][1], strlen(cases[i][1]));
        games_csv_release(&csv);
    }
    assert_int_equal(read_text(&csv, "board,bot,shots\n", &message), ERR_SYNTAX);
    assert_non_null(strstr(message.text, "line 1: this is not a CSV file of 'broadside sim'"));
    games_csv_release(&csv);
}

static void there_are_limits(void **state)
{
    static char text[GAMES_CSV_LINE + 32];
    struct games_csv csv;
    struct message message;

    (void)state;
    games_csv_init(&csv);
    assert_int_equal(games_csv_add(&csv, slice_of(GAMES_CSV_HEADER), &message), OK);
    for (int i = 0; i < MAX_SIM_BOTS; i++) {
        snprintf(text, sizeof text, "1,bot%d,10,10,sunk", i);
        assert_int_equal(games_csv_add(&csv, slice_of(text), &message), OK);
    }
    assert_int_equal(games_csv_add(&csv, slice_of("1,other,10,10,sunk"), &message), ERR_RANGE);
    assert_string_equal(message.text, "line 66: more than 64 bots");
    memset(text, 'x', sizeof text - 1);
    assert_int_equal(games_csv_add(&csv, slice_of(text), &message), ERR_SYNTAX);
    assert_string_equal(message.text, "line 67: the line is too long");
    assert_int_equal(games_csv_add(&csv, (struct slice){"1,a\0b,1,1,sunk", 14}, &message),
                     ERR_SYNTAX);
    assert_string_equal(message.text, "line 68: the line has a null byte");
    games_csv_release(&csv);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_read),
        cmocka_unit_test(bots_of_one_name_stay_apart),
        cmocka_unit_test(turns_decide_if_they_are_not_shots),
        cmocka_unit_test(damage_is_reported_with_its_line),
        cmocka_unit_test(there_are_limits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
