/* Simulations: results are right and do not depend on threads or on other bots.
 *
 * long: many games with several numbers of threads (2 s) */
#include "arena/sim.h"
#include "rules/record.h"
#include "support/sanitized.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct sim_terms terms_of(const char *rules, uint64_t games, int threads)
{
    return (struct sim_terms){.rules = rules_find(rules),
                              .placement = "uniform",
                              .games = games,
                              .seed = {.number = 42},
                              .threads = threads};
}

static struct sim *run(const struct sim_terms *terms)
{
    struct message message = {""};
    struct sim *sim;

    if (sim_new(terms, &sim, &message) != OK || sim_run(sim, &message) != OK)
        fail_msg("%s", message.text);
    assert_true(sim_complete(sim));
    return sim;
}

static void assert_same_games(const struct sim *a, int bot_a, const struct sim *b, int bot_b,
                              uint64_t games)
{
    assert_memory_equal(sim_games(a, bot_a), sim_games(b, bot_b), games * sizeof(struct sim_game));
}

/* All bots, including those that learn, on a small board where counting is cheap. */
static void threads_do_not_change_results(void **state)
{
    static const int threads[] = {2, 3, 7};
    struct sim_terms terms = terms_of("classic", IS_BRIEF ? 8 : 21, 1);
    struct rules rules = *rules_find("classic");
    struct sim *one, *many;

    (void)state;
    assert_int_equal(rules_set(&rules, slice_of("board=6x6"), NULL), OK);
    assert_int_equal(rules_set(&rules, slice_of("fleet=4,3,2"), NULL), OK);
    terms.rules = &rules;
    for (int i = 0; bot_registered(i); i++)
        if (bot_accepts(bot_registered(i), terms.rules, NULL) == OK)
            terms.bot[terms.bots++] = bot_registered(i)->name;
    one = run(&terms);
    for (int i = IS_BRIEF; i < 3; i++) {
        terms.threads = threads[i];
        many = run(&terms);
        for (int bot = 0; bot < terms.bots; bot++)
            assert_same_games(one, bot, many, bot, terms.games);
        sim_free(many);
    }
    sim_free(one);
}

static void threads_do_not_change_results_of_many_bots(void **state)
{
    static const char *const presets[] = {"classic", "salvo", "advanced", "russian", "tournament"};

    (void)state;
    for (size_t preset = 0; preset < sizeof presets / sizeof presets[0]; preset++) {
        struct sim_terms terms = terms_of(presets[preset], preset ? 200 : 3000, 1);
        struct sim *one, *many;

        terms.bot[terms.bots++] = "random";
        terms.placement = preset ? "sequential" : "uniform";
        one = run(&terms);
        terms.threads = 3;
        many = run(&terms);
        assert_same_games(one, 0, many, 0, terms.games);
        sim_free(one);
        sim_free(many);
    }
}

static void other_bots_do_not_change_results(void **state)
{
    struct sim_terms alone = terms_of("classic", 500, 2), together = alone;
    struct sim *a, *b;

    (void)state;
    alone.bot[0] = "random";
    alone.bots = 1;
    together.bot[0] = "null";
    together.bot[1] = "random";
    together.bot[2] = "random";
    together.bots = 3;
    a = run(&alone);
    b = run(&together);
    assert_same_games(a, 0, b, 1, 500);
    assert_same_games(a, 0, b, 2, 500);
    sim_free(a);
    sim_free(b);
}

/* A longer simulation starts with the boards of the shorter one. */
static void a_longer_simulation_starts_with_the_same_games(void **state)
{
    struct sim_terms terms = terms_of("classic", 70, 1);
    struct sim *a, *b;

    (void)state;
    terms.bot[terms.bots++] = "random";
    a = run(&terms);
    terms.games = 1000;
    b = run(&terms);
    assert_same_games(a, 0, b, 0, 70);
    terms.seed.number++;
    sim_free(b);
    b = run(&terms);
    assert_memory_not_equal(sim_games(a, 0), sim_games(b, 0), 70 * sizeof(struct sim_game));
    sim_free(a);
    sim_free(b);
}

/* With n cells of which k are ships the last hit comes after k (n + 1) / (k + 1) shots. */
static void random_needs_the_expected_number_of_shots(void **state)
{
    static const char *const placements[] = {"uniform", "sequential", "human", "null"};

    uint64_t games = IS_BRIEF ? 2000 : 20000;
    /* The variance is k (n + 1) (n - k) / ((k + 1)^2 (k + 2)). */
    double error = sqrt(17.0 * 101 * 83 / (18 * 18 * 19) / (double)games);

    (void)state;
    for (int i = 0; i < 4; i++) {
        struct sim_terms terms = terms_of("classic", games, 2);
        struct sim_outcome outcome;
        struct sim_summary summary;
        struct sim *sim;

        terms.bot[terms.bots++] = "random";
        terms.placement = placements[i];
        sim = run(&terms);
        assert_int_equal(sim_results(sim, &outcome), OK);
        assert_true(outcome.is_complete && outcome.bots == 1 && outcome.games == games);
        assert_ptr_equal(outcome.bot[0].games, sim_games(sim, 0));
        summary = outcome.bot[0].summary;
        assert_true(fabs(summary.mean - 17.0 * 101 / 18) < 5 * summary.standard_error);
        assert_true(fabs(summary.standard_error / error - 1) < 0.1);
        assert_int_equal(summary.games, games);
        assert_int_equal(summary.max, 100);
        assert_true(sim_seconds(sim) > 0 && outcome.bot[0].core_seconds > 0);
        assert_true(fabs(outcome.bot[0].seconds - sim_seconds(sim)) < 1e-9);
        sim_free(sim);
    }
}

/* By hand: mean 40, sum of squared distances 529 + 400 + 289 + 3600 = 4818;
 * turns: mean 27.5, sum of squared distances 693. */
static void a_summary_matches_one_by_hand(void **state)
{
    const struct sim_game games[] = {
        {.shots = 100, .turns = 50, .result = SIM_UNSUNK},
        {.shots = 23, .turns = 23, .result = SIM_SUNK},
        {.result = SIM_UNPLAYED},
        {.shots = 5, .turns = 5, .result = SIM_BROKEN, .broken = BROKEN_MOVE},
        {.shots = 17, .turns = 17, .result = SIM_SUNK},
        {.shots = 20, .turns = 20, .result = SIM_SUNK},
    };
    struct sim_summary summary;

    (void)state;
    assert_int_equal(sim_stats_summarise(games, 6, &summary), OK);
    assert_int_equal(summary.games, 4);
    assert_int_equal(summary.unsunk, 1);
    assert_int_equal(summary.broken[BROKEN_MOVE], 1);
    assert_int_equal(summary.shots, 160);
    assert_int_equal(summary.turns, 110);
    assert_int_equal(summary.min, 17);
    assert_int_equal(summary.max, 100);
    assert_true(summary.mean == 40);
    assert_true(summary.median == 21.5);
    assert_true(summary.mean_turns == 27.5);
    assert_true(fabs(summary.turns_error - sqrt(231) / 2) < 1e-12);
    assert_true(fabs(summary.deviation - sqrt(1606)) < 1e-12);
    assert_true(fabs(summary.standard_error - sqrt(1606) / 2) < 1e-12);
    assert_string_equal(sim_stats_result_word(&games[0]), "unsunk");
    assert_string_equal(sim_stats_result_word(&games[1]), "sunk");
    assert_string_equal(sim_stats_result_word(&games[3]), "illegal-move");

    assert_int_equal(sim_stats_summarise(games, 2, &summary), OK);
    assert_true(summary.median == 61.5);
    assert_int_equal(sim_stats_summarise(games + 3, 2, &summary),
                     OK); /* a single game that counts */
    assert_true(summary.mean == 17 && summary.median == 17 && isnan(summary.deviation));
    assert_int_equal(sim_stats_summarise(games + 2, 2, &summary), OK); /* none */
    assert_true(summary.games == 0 && isnan(summary.mean) && isnan(summary.standard_error));
}

/* By hand: differences in shots -1, 1 and 4, their variance 114 / 18; in turns -2, 0 and -4, their
 * variance 4. */
static void a_difference_matches_one_by_hand(void **state)
{
    const struct sim_game a[] = {
        {10, 5, SIM_SUNK, 0}, {90, 9, SIM_SUNK, 0}, {12, 6, SIM_SUNK, 0}, {15, 7, SIM_UNSUNK, 0}};
    const struct sim_game b[] = {{11, 7, SIM_SUNK, 0},
                                 {3, 1, SIM_BROKEN, BROKEN_CRASH},
                                 {11, 6, SIM_SUNK, 0},
                                 {11, 11, SIM_SUNK, 0}};
    struct sim_difference there = sim_stats_compare(a, b, 4), back = sim_stats_compare(b, a, 4);

    (void)state;
    assert_int_equal(there.games, 3);
    assert_true(fabs(there.mean - 4.0 / 3) < 1e-12);
    assert_true(fabs(there.standard_error - sqrt(114.0 / 18 / 3)) < 1e-12);
    assert_true(back.mean == -there.mean && back.standard_error == there.standard_error);
    assert_true(fabs(there.mean_turns + 2) < 1e-12);
    assert_true(fabs(there.turns_error - sqrt(4.0 / 3)) < 1e-12);
    assert_true(isnan(sim_stats_compare(a, b, 0).mean));
    assert_true(isnan(sim_stats_compare(a, b, 1).standard_error));
}

static void refused(const char *rules, const char *bot, const char *placement, enum error error,
                    const char *words)
{
    struct sim_terms terms = terms_of(rules, 10, 2);
    struct message message = {""};
    struct sim *sim;

    terms.bot[terms.bots++] = "null";
    terms.bot[terms.bots++] = bot;
    terms.placement = placement;
    assert_int_equal(sim_new(&terms, &sim, &message), error);
    assert_null(sim);
    assert_non_null(strstr(message.text, words));
}

static void invalid_terms_are_refused(void **state)
{
    (void)state;
    refused("classic", "nosuch", "uniform", ERR_UNKNOWN, "there is no bot 'nosuch'");
    refused("classic", "random:x=1", "uniform", ERR_UNKNOWN, "has no options");
    refused("classic", "random", "nosuch", ERR_UNKNOWN, "unknown placement 'nosuch'");
    refused("classic", "random", "random:x=1", ERR_UNKNOWN, "has no options");
    refused("russian", "random", "human", ERR_RULES, "no data");
    refused("grid20", "random", "human", ERR_RULES, "no data");
}

/* Replays a record and compares it with the result of the simulation. */
struct replayed {
    struct sim_game games[2][40];
    int kept;
};

static enum error replay(void *context, int bot, uint64_t board, struct slice text,
                         struct message *message)
{
    struct replayed *replayed = context;
    struct sim_game *result = &replayed->games[bot][board - 1];
    struct record_reader *reader = malloc(sizeof *reader);
    struct outcome outcome;
    struct move move;
    bool more = true;
    enum error error;

    assert_non_null(reader);
    error = record_open(reader, text, message);
    while (!error && more)
        error = record_step(reader, &move, &outcome, &more, message);
    assert_true(error || (reader->record.solo && reader->record.has_seed));
    *result = (struct sim_game){.shots = (uint32_t)game_status(&reader->game)->shots[SIDE_A],
                                .turns = (uint16_t)game_status(&reader->game)->turns[SIDE_A],
                                .result = SIM_SUNK};
    replayed->kept++;
    free(reader);
    return error;
}

static void records_replay_under_every_preset(void **state)
{
    static struct replayed replayed;

    (void)state;
    for (int i = 0; rules_preset(i); i++) {
        struct sim_terms terms = terms_of(rules_preset(i)->name, 5, 1);
        struct sim *sim;

        replayed.kept = 0;
        terms.bot[terms.bots++] = "random";
        terms.bot[terms.bots++] = "null";
        terms.keep = replay;
        terms.context = &replayed;
        sim = run(&terms);
        assert_int_equal(replayed.kept, 10);
        for (int bot = 0; bot < 2; bot++)
            assert_memory_equal(replayed.games[bot], sim_games(sim, bot),
                                5 * sizeof(struct sim_game));
        sim_free(sim);
    }
}

/* Keeping records does not change a game. */
static enum error ignore(void *context, int bot, uint64_t board, struct slice text,
                         struct message *message)
{
    (void)context;
    (void)bot;
    (void)text;
    return board == 77 ? error_set(ERR_IO, message, "no room for board 77") : OK;
}

static void keeping_records_changes_no_results_and_may_fail(void **state)
{
    struct sim_terms terms = terms_of("advanced", 76, 2);
    struct message message = {""};
    struct sim *plain, *kept;

    (void)state;
    terms.bot[terms.bots++] = "random";
    plain = run(&terms);
    terms.keep = ignore;
    kept = run(&terms);
    assert_same_games(plain, 0, kept, 0, 76);
    sim_free(plain);
    sim_free(kept);
    terms.games = 1000;
    assert_int_equal(sim_new(&terms, &kept, &message), OK);
    assert_int_equal(sim_run(kept, &message), ERR_IO);
    assert_string_equal(message.text, "no room for board 77");
    sim_free(kept);
}

static enum error stop_at_50(void *context, int bot, uint64_t board, struct slice text,
                             struct message *message)
{
    (void)bot;
    (void)text;
    (void)message;
    if (board == 50)
        sim_stop(*(struct sim **)context);
    return OK;
}

static void a_stopped_simulation_keeps_finished_games(void **state)
{
    struct sim_terms terms = terms_of("classic", 1000, 1);
    struct sim_summary summary;
    struct sim *sim;

    (void)state;
    terms.bot[terms.bots++] = "random";
    terms.keep = stop_at_50;
    terms.context = &sim;
    assert_int_equal(sim_new(&terms, &sim, NULL), OK);
    assert_int_equal(sim_run(sim, NULL), OK);
    assert_false(sim_complete(sim));
    assert_int_equal(sim_done(sim), 50);
    assert_int_equal(sim_stats_summarise(sim_games(sim, 0), terms.games, &summary), OK);
    assert_int_equal(summary.games, 50);
    sim_free(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_do_not_change_results),
        cmocka_unit_test(threads_do_not_change_results_of_many_bots),
        cmocka_unit_test(other_bots_do_not_change_results),
        cmocka_unit_test(a_longer_simulation_starts_with_the_same_games),
        cmocka_unit_test(random_needs_the_expected_number_of_shots),
        cmocka_unit_test(a_summary_matches_one_by_hand),
        cmocka_unit_test(a_difference_matches_one_by_hand),
        cmocka_unit_test(invalid_terms_are_refused),
        cmocka_unit_test(records_replay_under_every_preset),
        cmocka_unit_test(keeping_records_changes_no_results_and_may_fail),
        cmocka_unit_test(a_stopped_simulation_keeps_finished_games),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
