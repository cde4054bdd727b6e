/* Counting on boards of any size, checked against the count by 128-bit masks on boards that both
 * can do, and against a profile dynamic program on 12x12. test_infer.c checks it against brute
 * force and the published values. */
#include "infer/exact_count.h"
#include "infer/large_count.h"
#include "infer/position.h"
#include "infer/posterior.h"
#include "rules/game.h"
#include "support/sanitized.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const uint64_t plenty = UINT64_MAX / 2;

static void set_rules(struct rules *rules, const char *preset, const char *const *changes)
{
    *rules = *rules_find(preset);
    for (; *changes; changes++)
        assert_int_equal(rules_set(rules, slice_of(*changes), NULL), OK);
    assert_int_equal(rules_check(rules, NULL), OK);
}

static void read_position(const struct rules *rules, const char *text, struct evidence *evidence)
{
    static struct view view;
    struct message message = {""};

    assert_int_equal(position_parse(slice_of(text), rules, &view, &message), OK);
    assert_int_equal(evidence_from_view(&view, evidence, &message), OK);
}

/* --- a second method: a profile dynamic program --------------------------------------------- */

/* Counts the layouts of ships that may touch, cell by cell in reading order. The state says how far
 * each column is still occupied downwards and the current row to the right, and which ships have
 * been used. Equal lengths are not distinguished. */
enum { TABLE = 1 << 20, LENGTHS = 6 };

struct table {
    uint64_t key[TABLE]; /* 0 for none; the top bit is always set */
    uint64_t ways[TABLE];
    uint32_t used[TABLE]; /* the slots in use */
    int count;
};

static struct table tables[2];

static void add_state(struct table *table, uint64_t key, uint64_t ways)
{
    uint64_t slot = key * 0x9e3779b97f4a7c15u >> 44;

    while (table->key[slot] != key && table->key[slot] != 0)
        slot = (slot + 1) % TABLE;
    if (table->key[slot] == 0) {
        table->key[slot] = key;
        table->used[table->count++] = (uint32_t)slot;
        assert_true(table->count < TABLE / 2);
    }
    table->ways[slot] += ways;
}

/* The state: 3 bits per column for up to 12 columns, 3 for the row, 3 for each length. */
enum { ROW_AT = 36, USED_AT = 40 };

static uint64_t field(uint64_t key, int at)
{
    return key >> at & 7;
}

static uint64_t count_by_profile(int width, int height, const int ships[LENGTHS], int miss)
{
    struct table *now = &tables[0], *next = &tables[1];
    uint64_t one = 1, total;

    memset(tables, 0, sizeof tables);
    add_state(now, one << 63, 1);
    for (int cell = 0; cell < width * height; cell++) {
        int column = cell % width, row = cell / width;
        struct table *swap = now;

        for (int i = 0; i < now->count; i++) {
            uint64_t key = now->key[now->used[i]], ways = now->ways[now->used[i]];
            uint64_t down = field(key, 3 * column), right = field(key, ROW_AT);

            now->key[now->used[i]] = now->ways[now->used[i]] = 0;
            if ((down && right) || ((down || right) && cell == miss))
                continue;
            if (down || right) {
                add_state(next, key - (one << (down ? 3 * column : ROW_AT)), ways);
                continue;
            }
            add_state(next, key, ways);
            for (int length = 2; length < LENGTHS && cell != miss; length++) {
                uint64_t used = key + (one << (USED_AT + 3 * length));

                if ((int)field(key, USED_AT + 3 * length) == ships[length])
                    continue;
                if (column + length <= width)
                    add_state(next, used + ((uint64_t)(length - 1) << ROW_AT), ways);
                if (row + length <= height)
                    add_state(next, used + ((uint64_t)(length - 1) << 3 * column), ways);
            }
        }
        now->count = 0;
        now = next;
        next = swap;
    }
    total = 0;
    for (int i = 0; i < now->count; i++) {
        bool all = true;

        for (int length = 2; length < LENGTHS; length++)
            all &= (int)field(now->key[now->used[i]], USED_AT + 3 * length) == ships[length];
        total += all ? now->ways[now->used[i]] : 0;
    }
    return total;
}

/* The layouts with a ship at the cell. */
static wide cover_of(const struct large_count *large, const struct evidence *evidence, int cell)
{
    int width = evidence->rules.width, cells = rules_cells(&evidence->rules);
    wide sum = 0;

    for (int c = 0; c < evidence->classes; c++) {
        for (int i = 0; i < 2 * cells; i++) {
            int start = i % cells, step = i < cells ? 1 : width;
            int last = start + (evidence->ship_class[c].length - 1) * step;

            if (cell >= start && cell <= last && (cell - start) % step == 0)
                sum += large_count_at(large, c, start, i >= cells);
        }
    }
    return sum;
}

static wide count_position(struct large_count *large, const struct rules *rules, const char *text,
                           struct evidence *evidence)
{
    struct message message = {""};

    read_position(rules, text, evidence);
    assert_int_equal(large_count_run(large, evidence, plenty, &message), OK);
    return large_count_layouts(large);
}

static void a_board_of_135_cells_agrees_with_a_profile_count(void **state)
{
    static const char *const changes[] = {"board=5x27", NULL};
    static const int classic[LENGTHS] = {0, 0, 1, 2, 1, 1};
    struct large_count *large = large_count_new();
    static struct evidence evidence;
    struct rules rules;
    uint64_t empty = count_by_profile(5, 27, classic, NO_CELL);
    uint64_t missed = count_by_profile(5, 27, classic, 4 * 5 + 3);

    (void)state;
    set_rules(&rules, "classic", changes);
    /* A Cruiser and a Submarine can be swapped. */
    assert_true(count_position(large, &rules, "", &evidence) == 2 * empty);
    assert_true(cover_of(large, &evidence, 4 * 5 + 3) == 2 * (empty - missed));
    assert_true(count_position(large, &rules, "D5=miss", &evidence) == 2 * missed);
    assert_true(count_position(large, &rules, "D5=hit", &evidence) == 2 * (empty - missed));
    large_count_free(large);
}

/* Both numbers come from count_by_profile, which takes 40 seconds for them. */
static void twelve_by_twelve_has_the_known_number_of_layouts(void **state)
{
    static const char *const changes[] = {"board=12x12", NULL};
    static const uint64_t empty = 332291498192, missed = 285152959120;
    struct large_count *large = large_count_new();
    static struct evidence evidence;
    struct rules rules;

    (void)state;
    set_rules(&rules, "classic", changes);
    assert_true(count_position(large, &rules, "", &evidence) == empty);
    assert_true(cover_of(large, &evidence, 4 * 12 + 3) == empty - missed);
    assert_true(count_position(large, &rules, "D5=miss", &evidence) == missed);
    assert_true(count_position(large, &rules, "D5=hit", &evidence) == empty - missed);
    large_count_free(large);
}

/* --- against the count by masks -------------------------------------------------------------- */

/* Plays a solo game up to a random shot, with random sweeps in between. It shoots beside a hit if
 * it can, so that ships are sunk. */
static void random_position(struct game *game, const struct rules *rules, struct rng *rng)
{
    struct layout layout;
    struct outcome outcome;
    int shots = (int)rng_below(rng, (uint32_t)rules_cells(rules) * 3 / 4) + 5;

    game_init_solo(game, rules);
    assert_int_equal(layout_random(rules, rng, &layout), OK);
    assert_int_equal(game_place(game, SIDE_B, &layout, NULL), OK);
    while (shots-- > 0 && !game_status(game)->over) {
        struct view *view = &game->view[SIDE_A];
        const struct track *track = &view->tracking;
        struct move move = {.kind = MOVE_FIRE, .count = 1};
        int cells = rules_cells(rules);
        int cell = cellset_nth_absent(&track->shot, cells,
                                      (int)rng_below(rng, (uint32_t)(cells - track->shots)));

        for (int i = track->shots - 1; i >= 0 && rng_below(rng, 4) > 0; i--) {
            int beside = track->order[i].cell + (rng_below(rng, 2) ? 1 : rules->width);

            if (track->order[i].answer == ANSWER_HIT && beside < cells &&
                !cellset_has(&track->shot, beside))
                cell = beside;
        }
        move.cell[0] = (uint16_t)cell;
        if (rules->specials && view->stock.radar && rng_below(rng, 4) == 0) {
            move.kind = MOVE_RADAR;
            move.cell[0] = (uint16_t)rng_below(rng, (uint32_t)cells);
        }
        assert_int_equal(game_apply_legal(game, &move, &outcome, NULL), OK);
    }
}

static void compare_paths(const struct rules *rules, int positions, uint64_t seed)
{
    static struct game game;
    static struct evidence evidence;
    static struct exact_count exact;
    struct large_count *large = large_count_new();
    struct rng rng;
    int compared = 0;

    rng_seed(&rng, seed);
    for (int i = 0; i < positions; i++) {
        struct message message = {""};

        random_position(&game, rules, &rng);
        assert_int_equal(evidence_from_view(&game.view[SIDE_A], &evidence, &message), OK);
        if (exact_count_run(&exact, &evidence, 3000000, &message) != OK)
            continue; /* too many layouts */
        compared++;
        assert_int_equal(large_count_run(large, &evidence, plenty, &message), OK);
        assert_true(large_count_layouts(large) == exact.layouts);
        for (int c = 0; c < evidence.classes; c++)
            for (int k = 0; k < 2 * rules_cells(rules); k++)
                assert_true(large_count_at(large, c, k / 2, k % 2) ==
                            exact_count_at(&exact, c, k / 2, k % 2));
    }
    assert_true(compared > positions / 4);
    large_count_free(large);
}

static void both_ways_to_count_agree_on_boards_that_both_can_do(void **state)
{
    static const char *const cases[][6] = {
        {"classic", NULL},
        {"classic", "announce=each-hit", "board=7x9", NULL},
        {"classic", "announce=unnamed", "board=8x8", NULL},
        {"classic", "announce=none", "board=8x8", "fleet=4, 3x2, 2", NULL},
        {"russian", "fleet=4, 3x2, 2", NULL},
        {"russian", "announce=name", "fleet=3x2, 2x2, 1x2", "board=7x7", NULL},
        {"russian", "announce=none", "fleet=3, 2x2, 1", "board=6x8", NULL},
        {"classic", "specials=radar 4", "board=8x8", NULL},
        {"russian", "specials=radar 4", "fleet=4, 3, 2", "board=8x8", NULL},
        {"classic", "fleet=3x3, 2x3", "board=7x7", NULL},
        {"classic", "fleet=5, 4", "board=4x30", NULL},
        {"classic", "fleet=9, 7, 3", "board=12x10", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rules rules;

        set_rules(&rules, cases[i][0], cases[i] + 1);
        compare_paths(&rules, SANITIZED || getenv("QUICK") ? 10 : 60, 100 + i);
    }
}

/* --- large boards ---------------------------------------------------------------------------- */

static void one_ship_on_the_largest_board_has_all_its_places(void **state)
{
    static const char *const changes[] = {"board=30x30", "fleet=5", NULL};
    struct large_count *large = large_count_new();
    static struct evidence evidence;
    struct rules rules;

    (void)state;
    set_rules(&rules, "classic", changes);
    assert_true(count_position(large, &rules, "", &evidence) == 2 * 30 * 26);
    assert_true(count_position(large, &rules, "A1=miss", &evidence) == 2 * 30 * 26 - 2);
    assert_true(count_position(large, &rules, "P15=hit", &evidence) == 10);
    assert_true(cover_of(large, &evidence, 14 * 30 + 16) == 4);
    large_count_free(large);
}

/* The sums of four ships on 30x30 are the largest that the closed forms have to hold. If they were
 * cut off, the count would not be the same for each ship, nor equal to the other split. */
static void the_largest_sums_do_not_overflow(void **state)
{
    static const char *const cases[][4] = {{"board=30x30", "fleet=10x2, 9, 2", NULL},
                                           {"board=30x30", "fleet=10, 9, 2", "touch=no", NULL},
                                           {"board=30x30", "fleet=2x4", NULL}};
    struct large_count *large = large_count_new();
    static struct evidence evidence;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rules rules;
        wide empty, cells = 0, covered = 0;

        set_rules(&rules, "classic", cases[i]);
        empty = count_position(large, &rules, "", &evidence);
        for (int c = 0; c < evidence.classes; c++) {
            wide sum = 0;

            for (int k = 0; k < 1800; k++)
                sum += large_count_at(large, c, k % 900, k >= 900);
            assert_true(sum == empty * evidence.ship_class[c].count);
            cells += (wide)evidence.ship_class[c].length * evidence.ship_class[c].count;
        }
        for (int cell = 0; cell < 900; cell++)
            covered += cover_of(large, &evidence, cell);
        assert_true(covered == empty * cells);
        assert_true(count_position(large, &rules, "O15=miss", &evidence) +
                        count_position(large, &rules, "O15=hit", &evidence) ==
                    empty);
    }
    large_count_free(large);
}

/* Late in a game on 20x20, the answer is exact and near what the sampler says. */
static void counting_gives_up_early_and_works_late_in_the_game(void **state)
{
    static struct game game;
    struct posterior *posterior = posterior_new();
    struct rng rng;
    int counted = 0;

    (void)state;
    rng_seed(&rng, 4);
    for (int i = 0; i < 20; i++) {
        const struct view *view = &game.view[SIDE_A];
        struct message message = {""};
        double sum = 0;

        random_position(&game, rules_find("grid20"), &rng);
        posterior_clear(posterior);
        assert_int_equal(posterior_update(posterior, view, &infer_budget_move, &rng, &message), OK);
        counted += posterior_is_exact(posterior);
        for (int cell = 0; cell < 400; cell++)
            sum += posterior_probability(posterior, cell);
        assert_true(sum > 26.99 && sum < 27.01); /* the cells of the fleet */
        assert_true(posterior_steps(posterior) <= infer_budget_move.steps);
    }
    assert_in_range(counted, 4, 19);
    posterior_free(posterior);
}

static void impossible_answers_are_refused_on_large_boards(void **state)
{
    static const char *const changes[] = {"board=20x20", "fleet=A 3, B 2", NULL};
    struct large_count *large = large_count_new();
    static struct evidence evidence;
    struct message message = {""};
    struct rules rules;

    (void)state;
    set_rules(&rules, "classic", changes);
    read_position(&rules, "A1=hit C3=hit E5=hit", &evidence);
    assert_int_equal(large_count_run(large, &evidence, plenty, &message), ERR_MISMATCH);
    assert_non_null(strstr(message.text, "fits all of these answers"));
    read_position(&rules, "E5=hit D5=miss F5=miss E4=miss E6=miss", &evidence);
    assert_int_equal(large_count_run(large, &evidence, plenty, &message), ERR_MISMATCH);
    assert_non_null(strstr(message.text, "the hit at E5"));
    large_count_free(large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_of_135_cells_agrees_with_a_profile_count),
        cmocka_unit_test(twelve_by_twelve_has_the_known_number_of_layouts),
        cmocka_unit_test(both_ways_to_count_agree_on_boards_that_both_can_do),
        cmocka_unit_test(one_ship_on_the_largest_board_has_all_its_places),
        cmocka_unit_test(the_largest_sums_do_not_overflow),
        cmocka_unit_test(counting_gives_up_early_and_works_late_in_the_game),
        cmocka_unit_test(impossible_answers_are_refused_on_large_boards),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
