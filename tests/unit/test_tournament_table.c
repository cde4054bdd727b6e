/* The table of a tournament as text: figures that are not known, an order that ratings contradict,
 * and which matches a secret repeats. */
#include "base/text.h"
#include "report/figure.h"
#include "report/tournament_table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct entrant entrants[3];
static struct contest_match matches[8];
static struct contest contest;
static char printed[4096];

/* Ann, Bob and Cid, without matches. */
static void begin(void)
{
    static const char *const names[] = {"Ann", "Bob", "Cid"};

    memset(entrants, 0, sizeof entrants);
    memset(matches, 0, sizeof matches);
    for (int i = 0; i < 3; i++) {
        snprintf(entrants[i].name, ENTRANT_NAME, "%s", names[i]);
        snprintf(entrants[i].id, ENTRANT_NAME, "%s", names[i]);
    }
    contest = (struct contest){.id = 1,
                               .terms = {.rounds = 100, .rules = {.name = "classic"}},
                               .entrants = entrants,
                               .entrants_count = 3,
                               .matches = matches};
}

static struct contest_match *put(int a, int b, uint64_t number, uint64_t won, uint64_t lost)
{
    struct contest_match *match = &matches[contest.matches_count++];

    match->pairing = (struct pairing){.a = a, .b = b, .number = number};
    match->rounds = won + lost;
    match->side[0].won = won;
    match->side[1].won = lost;
    return match;
}

static void print(void)
{
    FILE *file = tmpfile();
    size_t length;

    assert_non_null(file);
    assert_int_equal(tournament_table_print(&contest, file, NULL), OK);
    rewind(file);
    length = fread(printed, 1, sizeof printed - 1, file);
    printed[length] = '\0';
    fclose(file);
}

static void assert_printed(const char *text)
{
    if (!strstr(printed, text))
        fail_msg("'%s' is missing in:\n%s", text, printed);
}

static void unknown_figures_are_dashes(void **state)
{
    (void)state;
    assert_string_equal(figure_number(NAN, 2).text, "-");
    assert_string_equal(figure_number(1.5, 2).text, "1.50");
    assert_string_equal(figure_mean(1.5, NAN, 1).text, "1.5");
    assert_string_equal(figure_mean(NAN, 1, 1).text, "-");
    begin();
    put(0, 1, 1, 1, 0);
    print();
    assert_printed("classic rules, all, 100 rounds per match, seed 0, 1 match played");
    assert_printed("   2. Cid                         +0    0    0    0         0      -         "
                   "     -      -      0\n");
    assert_null(strstr(printed, "nan"));
    assert_null(strstr(printed, "than Cid"));
    assert_null(strstr(printed, "Cid is"));
}

/* Ann wins both matches narrowly, Bob is far better than Cid. */
static void the_stronger_bot_comes_first_in_the_sentence(void **state)
{
    (void)state;
    begin();
    put(0, 1, 1, 51, 49);
    put(0, 2, 2, 51, 49);
    put(1, 2, 3, 100, 0);
    print();
    assert_printed("   1. Ann ");
    assert_printed("\nBob is stronger than Ann with ");
    assert_printed(" % probability, although it has a lower place\n");
    assert_null(strstr(printed, " 0 %"));
}

static void a_secret_names_its_matches(void **state)
{
    const struct seed first = {.has_secret = true, .secret = {1}};
    const struct seed second = {.has_secret = true, .secret = {2}};

    (void)state;
    begin();
    contest.is_complete = true;
    put(0, 1, 1, 3, 1)->seed = first;
    put(0, 1, 5, 3, 1)->seed = first;
    put(0, 2, 2, 3, 1)->seed = first;
    put(1, 2, 3, 3, 1)->seed = second;
    put(0, 2, 4, 3, 1)->seed = second;
    print();
    assert_printed("to repeat matches 1-2, 5, with Ann: --seed 0:01");
    assert_printed("to repeat matches 3-4, with Cid: --seed 0:02");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_figures_are_dashes),
        cmocka_unit_test(the_stronger_bot_comes_first_in_the_sentence),
        cmocka_unit_test(a_secret_names_its_matches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
