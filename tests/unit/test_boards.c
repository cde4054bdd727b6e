/* The sources of boards for a simulation. */
#include "arena/boards.h"
#include "infer/human.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct source {
    struct boards *boards;
    struct placer *placer;
};

static struct source open_source(const char *placement, const struct rules *rules)
{
    struct message message = {""};
    struct source source = {NULL, NULL};

    if (boards_new(placement, rules, &(struct seed){.number = 7}, NULL, &source.boards, &message) !=
            OK ||
        boards_placer_new(source.boards, &source.placer, &message) != OK)
        fail_msg("%s", message.text);
    return source;
}

static void close_source(struct source source)
{
    boards_placer_free(source.placer);
    boards_free(source.boards);
}

static struct layout draw(struct source source, uint64_t number)
{
    struct message message = {""};
    struct layout layout;

    if (boards_draw(source.placer, number, &layout, &message) != OK)
        fail_msg("%s", message.text);
    return layout;
}

static void every_source_gives_legal_boards_by_number(void **state)
{
    static const char *const placements[] = {"uniform", "sequential", "random", "null"};

    (void)state;
    for (int i = 0; rules_preset(i); i++) {
        const struct rules *rules = rules_preset(i);

        for (int kind = 0; kind < 4; kind++) {
            struct source a = open_source(placements[kind], rules);
            struct source b = open_source(placements[kind], rules);

            for (uint64_t number = 1; number <= 20; number++) {
                struct layout there = draw(a, number), back = draw(b, 21 - number);

                assert_int_equal(layout_check(&there, rules, NULL), OK);
                back = draw(b, number);
                assert_memory_equal(&there, &back, sizeof there);
            }
            close_source(a);
            close_source(b);
        }
    }
}

/* On a board this full the last ship rarely fits, and sequential placement has to start again. */
static void a_crowded_board_is_filled_eventually(void **state)
{
    struct rules rules = *rules_find("classic");
    struct source source;

    (void)state;
    assert_int_equal(rules_set(&rules, slice_of("board=4x4"), NULL), OK);
    assert_int_equal(rules_set(&rules, slice_of("fleet=4,4,3,3"), NULL), OK);
    assert_int_equal(rules_check(&rules, NULL), OK);
    source = open_source("sequential", &rules);
    for (uint64_t number = 1; number <= 500; number++) {
        struct layout layout = draw(source, number);

        assert_int_equal(layout_check(&layout, &rules, NULL), OK);
    }
    close_source(source);
}

/* Counts the boards on which the Carrier, the first ship, is along an edge. */
static double carriers_on_edges(const char *placement, int boards)
{
    struct source source = open_source(placement, rules_find("classic"));
    int count = 0;

    for (int number = 1; number <= boards; number++) {
        struct layout layout = draw(source, (uint64_t)number);
        struct placement carrier = layout.ship[0];
        int line = carrier.vertical ? carrier.column : carrier.row;

        count += line == 0 || line == 9;
    }
    close_source(source);
    return (double)count / boards;
}

/* Sequential placement puts the first ship anywhere with equal probability, and 24 of its 120
 * places are along an edge. Among all legal layouts that is more common, because it leaves more
 * room. */
static void sequential_differs_from_uniform(void **state)
{
    enum { BOARDS = 100000 };
    double error = sqrt(0.2 * 0.8 / BOARDS), sequential = carriers_on_edges("sequential", BOARDS);
    double uniform = carriers_on_edges("uniform", BOARDS);

    (void)state;
    assert_true(fabs(sequential - 0.2) < 4.5 * error);
    assert_true(uniform > sequential + 6 * error);
}

static void read_shares(double share[HUMAN_CELLS])
{
    const char *top = getenv("TOP");
    char path[4096], line[1024];
    int cells = 0;
    FILE *file;

    snprintf(path, sizeof path, "%s/data/human-placement.csv", top ? top : ".");
    file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char *rest = line;

        while (line[0] != '#' && *rest && *rest != '\n') {
            assert_true(cells < HUMAN_CELLS);
            share[cells++] = strtod(rest, &rest);
            rest += *rest == ',';
        }
    }
    fclose(file);
    assert_int_equal(cells, HUMAN_CELLS);
}

static void the_human_table_matches_the_data(void **state)
{
    double share[HUMAN_CELLS];

    (void)state;
    read_shares(share);
    for (int cell = 0; cell < HUMAN_CELLS; cell++)
        assert_int_equal(human_share[cell], lround(share[cell] * HUMAN_BOARDS));
}

/* The fit is within 0.0004. With 200,000 boards the standard error is up to 0.0009 per cell, and
 * the worst of a hundred cells may be off by 4.5 of that. */
static void human_boards_cover_cells_like_the_data(void **state)
{
    enum { BOARDS = 200000 };
    const struct rules *rules = rules_find("classic");
    struct source source = open_source("human", rules);
    int covered[HUMAN_CELLS] = {0};
    double error = sqrt(0.2 * 0.8 / BOARDS);

    (void)state;
    for (int number = 1; number <= BOARDS; number++) {
        struct layout layout = draw(source, (uint64_t)number);

        if (number <= 1000)
            assert_int_equal(layout_check(&layout, rules, NULL), OK);
        for (int ship = 0; ship < rules->ships; ship++) {
            int cells[MAX_LENGTH],
                count = placement_cells(layout.ship[ship], rules->fleet[ship].length, rules, cells);

            for (int i = 0; i < count; i++)
                covered[cells[i]]++;
        }
    }
    close_source(source);
    for (int cell = 0; cell < HUMAN_CELLS; cell++) {
        double share = (double)covered[cell] / BOARDS;

        assert_true(fabs(share - (double)human_share[cell] / HUMAN_BOARDS) < 0.0004 + 4.5 * error);
    }
}

/* Any order of the same fleet uses the data; another fleet cannot. */
static void human_works_only_with_its_fleet(void **state)
{
    struct rules rules = *rules_find("classic");
    struct human human;
    struct message message;

    (void)state;
    assert_int_equal(human_init(&human, rules_find("tournament"), human_weight, &message), OK);
    assert_int_equal(rules_set(&rules, slice_of("fleet=2,3,3,4,5"), &message), OK);
    assert_int_equal(human_init(&human, &rules, human_weight, &message), OK);
    assert_int_equal(rules_set(&rules, slice_of("fleet=2,2,3,4,5"), &message), OK);
    assert_int_equal(human_init(&human, &rules, human_weight, &message), ERR_RULES);
    rules = *rules_find("classic");
    assert_int_equal(rules_set(&rules, slice_of("touch=no"), &message), OK);
    assert_int_equal(human_init(&human, &rules, human_weight, &message), ERR_RULES);
}

/* Writes a file with this text; the caller removes it. */
static void write_file(char path[64], const char *text)
{
    int descriptor;
    FILE *file;

    snprintf(path, 64, "boards.XXXXXX");
    if (getenv("TMPDIR") && chdir(getenv("TMPDIR")) != 0)
        fail();
    descriptor = mkstemp(path);
    file = fdopen(descriptor, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void a_file_is_reused_from_the_top(void **state)
{
    struct source source;
    char path[64];

    (void)state;
    write_file(path, "# two boards\n\nA1 h, A2 h, A3 h, A4 h, A5 h\n"
                     "Carrier J1 v, Battleship I1 v, Cruiser H1 v, Submarine G1 v, Destroyer F1 v"
                     " # the second\r\n");
    source = open_source(path, rules_find("classic"));
    for (uint64_t number = 1; number <= 7; number++)
        assert_int_equal(draw(source, number).ship[0].vertical, number % 2 == 0);
    close_source(source);
    remove(path);
}

static void errors_in_a_file_name_the_line(void **state)
{
    static const struct {
        const char *text, *words;
    } wrong[] = {
        {"A1 h, A2 h, A3 h, A4 h, A5 h\n\n# a comment\nA1 h, A1 v, A3 h, A4 h, A5 h\n",
         "line 4: Carrier at A1 h overlaps the Battleship at A1 v"},
        {"A1 h, A2 h, A3 h, A4 h\n", "line 1: the Destroyer is missing"},
        {"\nA1 h, A2 h, A3 h, A4 h, A5 h, A6 h\n", "line 2: too many ships: the fleet has only 5"},
        {"A1 h, A2 h, A3 h, A4 h, Z5 h\n", "line 1: Destroyer"},
        {"nonsense\n", "line 1: expected the Carrier, found 'nonsense'"},
        {"# nothing\n\n", "the file has no layouts"},
        {"", "the file has no layouts"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct message message = {""};
        struct seed seed = {.number = 1};
        struct boards *boards;
        char path[64];

        write_file(path, wrong[i].text);
        assert_int_equal(boards_new(path, rules_find("classic"), &seed, NULL, &boards, &message),
                         ERR_SYNTAX);
        assert_null(boards);
        if (!strstr(message.text, wrong[i].words))
            fail_msg("'%s' does not say '%s'", message.text, wrong[i].words);
        remove(path);
    }
}

static void a_missing_file_is_named(void **state)
{
    struct message message = {""};
    struct seed seed = {.number = 1};
    struct boards *boards;

    (void)state;
    assert_int_equal(
        boards_new("./nosuch.txt", rules_find("classic"), &seed, NULL, &boards, &message), ERR_IO);
    assert_non_null(strstr(message.text, "./nosuch.txt: "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_human_table_matches_the_data), /* before any chdir */
        cmocka_unit_test(every_source_gives_legal_boards_by_number),
        cmocka_unit_test(a_crowded_board_is_filled_eventually),
        cmocka_unit_test(sequential_differs_from_uniform),
        cmocka_unit_test(human_boards_cover_cells_like_the_data),
        cmocka_unit_test(human_works_only_with_its_fleet),
        cmocka_unit_test(a_file_is_reused_from_the_top),
        cmocka_unit_test(errors_in_a_file_name_the_line),
        cmocka_unit_test(a_missing_file_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
