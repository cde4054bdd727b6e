/* Puzzles: the same on every machine, worth asking, and with scores that follow from the values;
 * test_puzzle_value.c checks those.
 *
 * slow: makes 200 puzzles (20 under a sanitizer, unless SOAK is set) */
#include "session/puzzle.h"

#include "base/rng.h"
#include "infer/position.h"
#include "infer/posterior.h"
#include "support/sanitized.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { DAYS = 200 };

static const uint64_t signature = 0x9bc8cb86a7900739;

static struct puzzle puzzle, other;
static struct puzzle_verdict verdict;

static void make_day(int year, int month, int day, struct puzzle *to)
{
    struct message message = {""};

    if (puzzle_of_day((struct puzzle_date){year, month, day}, to, &message) != OK)
        fail_msg("%s", message.text);
}

static void make_number(uint64_t number, struct puzzle *to)
{
    struct message message = {""};

    if (puzzle_of_number(number, to, &message) != OK)
        fail_msg("%s", message.text);
}

static enum error make_position(const char *text, const struct rules *rules,
                                struct message *message)
{
    static struct view view;

    assert_int_equal(position_parse(slice_of(text), rules, &view, message), OK);
    return puzzle_of_view(&view, &puzzle, message);
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = rng_mix_seed(hash, (uint8_t)*text);
    return hash;
}

/* Of everything but the words, which may change. */
static uint64_t hash_puzzle(uint64_t hash, const struct puzzle *of)
{
    char position[4096];
    struct writer writer;

    writer_init(&writer, position, sizeof position);
    puzzle_print_position(of, &writer);
    assert_false(writer.full);
    hash = hash_text(hash_text(hash, of->id), position);
    for (int cell = 0; cell < rules_cells(&of->view.rules); cell++) {
        if (!puzzle_is_legal(of, cell))
            continue;
        puzzle_judge(of, cell, &verdict);
        hash = rng_mix_seed(hash, (uint64_t)verdict.score);
        hash = rng_mix_seed(hash, of->shot[cell].misses);
    }
    return hash;
}

/* If this fails, all puzzles have changed: add one to PUZZLE_VERSION and change the number. */
static void puzzles_have_a_fixed_signature(void **state)
{
    uint64_t hash = PUZZLE_VERSION;

    (void)state;
    for (int day = 1; day <= 5; day++) {
        make_day(2026, 11, day, &puzzle);
        hash = hash_puzzle(hash, &puzzle);
    }
    for (uint64_t number = 1; number <= 5; number++) {
        make_number(number, &puzzle);
        hash = hash_puzzle(hash, &puzzle);
    }
    if (hash != signature)
        fail_msg("%016llx", (unsigned long long)hash);
}

static void a_puzzle_depends_on_its_day_alone(void **state)
{
    (void)state;
    make_day(2026, 11, 18, &puzzle);
    assert_string_equal(puzzle.id, "2026-11-18");
    assert_string_equal(puzzle.title, "Puzzle of 18 November 2026");
    assert_true(puzzle.is_daily);
    make_number(18, &other);
    assert_string_equal(other.id, "18");
    assert_string_equal(other.title, "Practice puzzle 18");
    assert_false(other.is_daily);
    make_day(2026, 11, 18, &other);
    assert_memory_equal(&puzzle.shot, &other.shot, sizeof puzzle.shot);
    assert_true(hash_puzzle(0, &puzzle) == hash_puzzle(0, &other));
}

/* --- what makes a puzzle
 * ------------------------------------------------------------------------*/

/* The definition in the header, from the posterior instead of the counts of the puzzle. */
static void check_not_obvious(const struct puzzle *of, const struct posterior *posterior)
{
    double top = 0, best = INFINITY, likeliest = INFINITY, chance_of_best = 0;
    int plausible = 0;

    for (int cell = 0; cell < rules_cells(&of->view.rules); cell++)
        if (puzzle_is_legal(of, cell))
            top = fmax(top, posterior_probability(posterior, cell));
    for (int cell = 0; cell < rules_cells(&of->view.rules); cell++) {
        double chance = posterior_probability(posterior, cell), value;

        if (!puzzle_is_legal(of, cell))
            continue;
        value = puzzle_value(of, cell);
        plausible += chance >= 0.3 * top - 1e-12;
        if (chance > top - 1e-12)
            likeliest = fmin(likeliest, value);
        if (value < best) {
            best = value;
            chance_of_best = chance;
        }
    }
    assert_true(top >= 0.15 && top <= 0.8);
    assert_true(plausible >= 5);
    assert_true(chance_of_best >= 0.3 * top - 1e-12);
    assert_true(likeliest - best >= 0.08 - 1e-12);
}

static void check_counts(const struct puzzle *of, const struct posterior *posterior)
{
    const struct evidence *evidence = posterior_evidence(posterior);

    assert_true(posterior_layouts(posterior) == of->layouts);
    for (int cell = 0; cell < rules_cells(&of->view.rules); cell++) {
        const struct puzzle_shot *shot = &of->shot[cell];
        double sinks = 0;

        if (!puzzle_is_legal(of, cell))
            continue;
        assert_true(fabs(posterior_probability(posterior, cell) -
                         (double)shot->hits / of->layouts) < 1e-12);
        for (int c = 0; c < evidence->classes; c++) {
            double chance = posterior_sinks(posterior, c, cell);

            assert_true(fabs(chance - (double)shot->kind[evidence->ship_class[c].kind] /
                                          of->layouts) < 1e-12);
            sinks += chance;
        }
        assert_true(fabs(sinks - (double)shot->sinks / of->layouts) < 1e-12);
        assert_true(shot->remaining >= of->layouts);
        assert_true(shot->remaining <= (uint64_t)of->layouts * of->layouts);
    }
}

static void check_scores(const struct puzzle *of)
{
    int best[PUZZLE_CELLS], bests = puzzle_best(of, best);

    assert_true(bests > 0);
    for (int cell = 0; cell < rules_cells(&of->view.rules); cell++) {
        double loss;

        if (!puzzle_is_legal(of, cell))
            continue;
        loss = puzzle_value(of, cell) - puzzle_value(of, best[0]);
        puzzle_judge(of, cell, &verdict);
        assert_int_equal(verdict.score, puzzle_score(of, cell));
        assert_true(verdict.score >= 0 && verdict.score <= 100);
        assert_true((verdict.score == 100) == (loss == 0));
        assert_true(verdict.score <= 100 * pow(fmax(0, 1 - loss), 3) + 1e-6);
        assert_true(verdict.score > 100 * pow(fmax(0, 1 - loss), 3) - 1 - 1e-6);
        if (of->shot[cell].hits == 0)
            assert_true(fabs(loss - 1) < 1e-9 && verdict.score == 0);
        assert_true(verdict.sentence[strlen(verdict.sentence) - 1] == '.');
        for (int k = 0; k < cell; k++) /* a smaller loss never scores less */
            if (puzzle_is_legal(of, k) && of->shot[k].misses <= of->shot[cell].misses)
                assert_true(puzzle_score(of, k) >= verdict.score);
    }
}

static void puzzles_of_many_days_are_valid_and_differ(void **state)
{
    static const struct infer_budget plenty = {UINT64_MAX / 2, 4, 4, 0};
    static uint64_t seen[DAYS];
    struct posterior *posterior = posterior_new();
    int days = IS_BRIEF ? 20 : DAYS;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    for (int i = 0; i < days; i++) {
        struct puzzle_date date = puzzle_date_at((20000 + (int64_t)i) * 86400);

        make_day(date.year, date.month, date.day, &puzzle);
        assert_true(puzzle.layouts <= PUZZLE_LAYOUTS);
        assert_false(puzzle_is_obvious(&puzzle));
        assert_int_equal(posterior_update(posterior, &puzzle.view, &plenty, &rng, NULL), OK);
        assert_true(posterior_is_exact(posterior));
        check_counts(&puzzle, posterior);
        check_not_obvious(&puzzle, posterior);
        check_scores(&puzzle);
        seen[i] = hash_text(0, "");
        for (int k = 0; k < puzzle.view.tracking.shots; k++)
            seen[i] = rng_mix_seed(seen[i], puzzle.view.tracking.order[k].cell);
        for (int k = 0; k < i; k++)
            assert_true(seen[i] != seen[k]);
    }
    posterior_free(posterior);
}

static void the_position_can_be_analysed(void **state)
{
    char text[4096];
    struct message message = {""};
    struct writer writer;

    (void)state;
    make_number(3, &other);
    writer_init(&writer, text, sizeof text);
    puzzle_print_position(&other, &writer);
    if (make_position(text, rules_find("classic"), &message) != OK)
        fail_msg("%s", message.text);
    assert_int_equal(puzzle.layouts, other.layouts);
    assert_memory_equal(&puzzle.shot, &other.shot, sizeof puzzle.shot);
    assert_string_equal(puzzle.question, other.question);
}

static void a_hint_names_a_best_shot(void **state)
{
    (void)state;
    for (uint64_t number = 1; number <= 8; number++) {
        int best[PUZZLE_CELLS], bests;
        char text[PUZZLE_TEXT_SIZE];
        struct writer writer;
        bool found = false;

        make_number(number, &puzzle);
        bests = puzzle_best(&puzzle, best);
        writer_init(&writer, text, sizeof text);
        puzzle_hint(&puzzle, &writer);
        for (int i = 0; i < bests; i++)
            found |= strstr(text, cell_name(best[i], 10).text) != NULL;
        assert_true(found);
    }
}

/* --- the rest
 * -----------------------------------------------------------------------------------*/

static void positions_that_cannot_be_puzzles_are_refused(void **state)
{
    struct rules rules = *rules_find("classic");
    struct message message;

    (void)state;
    assert_int_equal(make_position("", &rules, &message), ERR_FULL);
    assert_non_null(strstr(message.text, "too many layouts"));
    assert_int_equal(make_position("A1=hit A2=miss B1=miss", &rules, &message), ERR_MISMATCH);
    assert_int_equal(make_position("", rules_find("salvo"), &message), ERR_RULES);
    assert_int_equal(make_position("", rules_find("advanced"), &message), ERR_RULES);
    assert_int_equal(make_position("", rules_find("grid20"), &message), ERR_RULES);
    assert_int_equal(rules_set(&rules, slice_of("board=4x4"), &message), OK);
    assert_int_equal(rules_set(&rules, slice_of("fleet=A 2"), &message), OK);
    assert_int_equal(make_position("A1=hit A2=sunk:A", &rules, &message), ERR_MISMATCH);
    assert_string_equal(message.text, "all ships are sunk");
    assert_int_equal(make_position("A1=hit", &rules, &message), OK);
    assert_true(puzzle_is_obvious(&puzzle));
    assert_string_equal(puzzle.question,
                        "After 1 shot, 1 ship is afloat: the A (2). 2 layouts of the enemy's fleet "
                        "explain all answers so far. Which shot is best: which one needs the "
                        "fewest shots, on average, until everything is sunk?");
    puzzle_judge(&puzzle, 1, &verdict);
    assert_int_equal(verdict.score, 100);
    assert_string_equal(verdict.sentence,
                        "B1 is as good as any: it takes 1.50 shots on average until everything is "
                        "sunk. B1 hits in 50 % of the layouts and sinks the A in 50 %.");
    puzzle_judge(&puzzle, 15, &verdict);
    assert_int_equal(verdict.score, 0);
    assert_string_equal(
        verdict.sentence,
        "D4 takes 2.50 shots on average until everything is sunk: it cannot hit "
        "anything. The best shots are B1 and A2, which take 1.50. B1 hits in 50 % "
        "of the layouts and sinks the A in 50 %; that is more often, and its "
        "answer tells more: 1 of the 2 layouts remain on average, against 2 after D4.");
}

static void dates_are_those_of_the_calendar(void **state)
{
    static const char *const wrong[] = {"",           "2026-1-01",  "2026-02-29", "2026-13-01",
                                        "2026-00-10", "2026-04-31", "1999-12-31", "2100-02-29",
                                        "2026/01/01", "2026-01-0x", "2026-01-010"};
    struct puzzle_date date;
    struct message message;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_not_equal(puzzle_date_parse(slice_of(wrong[i]), &date, &message), OK);
    assert_int_equal(puzzle_date_parse(slice_of("2024-02-29"), &date, &message), OK);
    assert_int_equal(puzzle_date_days(date), 19782);
    assert_int_equal(puzzle_date_days((struct puzzle_date){1970, 1, 1}), 0);
    for (int64_t day = 10957; day < 10957 + 365 * 401; day++) { /* from 2000-01-01 on */
        char text[16];

        date = puzzle_date_at(day * 86400 + 86399);
        assert_int_equal(puzzle_date_days(date), day);
        snprintf(text, sizeof text, "%04d-%02d-%02d", date.year, date.month, date.day);
        assert_int_equal(puzzle_date_parse(slice_of(text), &date, &message), OK);
    }
    assert_int_equal(puzzle_date_at(-1).year, 2000);
    assert_int_equal(puzzle_date_at(INT64_MAX).year, 9999);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(puzzles_have_a_fixed_signature),
        cmocka_unit_test(a_puzzle_depends_on_its_day_alone),
        cmocka_unit_test(puzzles_of_many_days_are_valid_and_differ),
        cmocka_unit_test(the_position_can_be_analysed),
        cmocka_unit_test(a_hint_names_a_best_shot),
        cmocka_unit_test(positions_that_cannot_be_puzzles_are_refused),
        cmocka_unit_test(dates_are_those_of_the_calendar),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
