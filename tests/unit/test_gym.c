/* The gym: its table of styles, its matches, and what it says about a bot. */
#include "arena/gym.h"
#include "bots/sparring_internal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* --- the table ---------------------------------------------------------------------------------*/

static void every_style_of_sparring_is_in_the_table_once(void **state)
{
    (void)state;
    for (int i = 0; sparring_style(i); i++) {
        int found = 0;

        for (int k = 0; gym_style(k); k++)
            found += gym_style(k)->bot && strstr(gym_style(k)->bot, "sparring:style=") &&
                     strcmp(gym_style(k)->name, sparring_style(i)->name) == 0;
        if (found != 1)
            fail_msg("%s is there %d times", sparring_style(i)->name, found);
    }
}

static void the_table_names_bots_that_exist(void **state)
{
    int count = 0, quick[GYM_FAMILIES] = {0}, roles[2] = {0};

    (void)state;
    for (; gym_style(count); count++) {
        const struct gym_style *style = gym_style(count);
        struct message message;
        struct bot *bot;

        quick[style->family] += style->is_quick;
        roles[style->is_final]++;
        assert_true(gym_style_is(style, style->name));
        for (int family = 0; family < GYM_FAMILIES; family++)
            assert_string_not_equal(style->name, gym_families[family].name);
        for (int other = 0; other < count; other++)
            assert_string_not_equal(style->name, gym_style(other)->name);
        if (!style->bot)
            continue;
        assert_int_equal(bot_new(style->bot, &bot, &message), OK);
        bot_free(bot);
    }
    assert_true(count <= GYM_STYLES);
    for (int family = 0; family < GYM_FAMILIES; family++)
        assert_true(quick[family] > 0 || family == GYM_SELF);
    assert_true(roles[0] > 10 && roles[1] > 10);
}

/* --- matches -----------------------------------------------------------------------------------*/

static struct gym_result *result_of(struct gym *gym, const char *name)
{
    for (int i = 0; i < gym->styles; i++)
        if (strcmp(gym->result[i].style->name, name) == 0)
            return &gym->result[i];
    fail_msg("%s was not played", name);
    return NULL;
}

/* Plays a bot against the styles that one of the words names. The caller frees the results. */
static struct gym play(const char *bot, const char *first, const char *second, int threads,
                       struct gym_result results[GYM_STYLES])
{
    struct gym gym = {.bot = bot,
                      .rules = rules_find("tournament"),
                      .seed = {.number = 7},
                      .rounds = 12,
                      .matches = 3,
                      .result = results};
    struct gym_terms terms = {.threads = threads, .max_broken = 3};
    struct message message = {""};

    memset(results, 0, GYM_STYLES * sizeof results[0]);
    for (int i = 0; gym_style(i); i++)
        if (gym_style_is(gym_style(i), first) || gym_style_is(gym_style(i), second))
            results[gym.styles++].style = gym_style(i);
    assert_int_equal(gym_new_results(&gym, &message), OK);
    assert_int_equal(gym_play(&terms, &gym, &message), OK);
    return gym;
}

static void a_style_gives_the_same_result_with_any_threads_and_other_styles(void **state)
{
    static struct gym_result many[GYM_STYLES], one[GYM_STYLES];
    struct gym whole = play("hunt", "repeated", "area", 3, many);
    struct gym single = play("hunt", "listed", "listed", 1, one);
    const struct gym_result *a = result_of(&whole, "listed"), *b = result_of(&single, "listed");

    (void)state;
    assert_true(whole.styles > 4);
    assert_int_equal(single.styles, 1);
    assert_int_equal(a->sum.signature, b->sum.signature);
    assert_memory_equal(a->match, b->match, 3 * sizeof a->match[0]);
    assert_memory_equal(a->round, b->round, 12 * sizeof a->round[0]);
    gym_free_results(&whole);
    gym_free_results(&single);
}

static void rounds_and_matches_add_up(void **state)
{
    static struct gym_result results[GYM_STYLES];
    struct gym gym = play("hunt", "itself", "static", 2, results);

    (void)state;
    for (int i = 0; i < gym.styles; i++) {
        const struct gym_result *result = &gym.result[i];
        uint64_t shots[2] = {0}, whole = 0;

        for (uint64_t round = 0; round < gym.rounds; round++) {
            shots[0] += result->round[round].shots[0];
            shots[1] += result->round[round].shots[1];
            whole += result->round[round].whole;
        }
        assert_int_equal(whole, 36);
        assert_int_equal(shots[0], result->sum.side[0].shots);
        assert_int_equal(shots[1], result->sum.side[1].shots);
        assert_int_not_equal(result->match[0].shots[0], result->match[1].shots[0]);
        for (int k = 0; k < 3; k++)
            assert_int_equal(result->match[k].won + result->match[k].lost + result->match[k].drawn,
                             12);
    }
    gym_free_results(&gym);
}

static void a_bot_that_does_not_exist_is_an_error(void **state)
{
    struct gym_result result = {.style = gym_style(0)};
    struct gym gym = {.bot = "nobody",
                      .rules = rules_find("tournament"),
                      .rounds = 2,
                      .matches = 2,
                      .styles = 1,
                      .result = &result};
    struct gym_terms terms = {.threads = 2, .max_broken = 3};
    struct message message = {""};

    (void)state;
    assert_int_equal(gym_check(&terms, &gym, &message), ERR_UNKNOWN);
    assert_int_equal(gym_new_results(&gym, &message), OK);
    assert_int_equal(gym_play(&terms, &gym, &message), ERR_UNKNOWN);
    assert_non_null(strstr(message.text, "nobody"));
    gym_free_results(&gym);
}

static void a_gym_that_is_stopped_has_the_rounds_played(void **state)
{
    struct gym_result result = {.style = gym_style(0)};
    struct gym gym = {.bot = "hunt",
                      .rules = rules_find("tournament"),
                      .rounds = 2,
                      .matches = 2,
                      .styles = 1,
                      .result = &result};
    atomic_bool stop = true;
    struct gym_terms terms = {.threads = 1, .max_broken = 3, .stop = &stop};

    (void)state;
    assert_int_equal(gym_check(&terms, &gym, NULL), OK);
    assert_int_equal(gym_new_results(&gym, NULL), OK);
    assert_int_equal(gym_play(&terms, &gym, NULL), OK);
    assert_int_equal(gym_rounds_played(&gym, &result), 0);
    assert_false(gym_is_complete(&gym));
    gym_free_results(&gym);
}

/* --- figures and advice, from made-up matches --------------------------------------------------*/

enum { MADE_ROUNDS = 40, MADE_MATCHES = 2, MADE_STYLES = 6 };

struct made_gym {
    struct gym gym;
    struct gym_result result[MADE_STYLES];
    struct gym_match match[MADE_STYLES][MADE_MATCHES];
    struct gym_round round[MADE_STYLES][MADE_ROUNDS];
};

/* Two matches against a style: rounds won, and the shots of every round, which may change linearly
 * in the course of the match. */
static void make_style(struct made_gym *made, const char *name, const uint64_t won[MADE_MATCHES],
                       uint64_t own_first, uint64_t own_last, uint64_t enemy)
{
    int at = made->gym.styles++, index = 0;
    struct gym_result *result = &made->result[at];
    uint64_t shots = 0;

    while (strcmp(gym_style(index)->name, name) != 0)
        index++;
    *result = (struct gym_result){
        .style = gym_style(index), .match = made->match[at], .round = made->round[at]};
    for (uint64_t i = 0; i < MADE_ROUNDS; i++) {
        uint64_t own = (own_first * (MADE_ROUNDS - 1 - i) + own_last * i) / (MADE_ROUNDS - 1);

        if (own_last < own_first)
            own = own_first - i * (own_first - own_last) / (MADE_ROUNDS - 1);
        result->round[i] =
            (struct gym_round){MADE_MATCHES, {MADE_MATCHES * own, MADE_MATCHES * enemy}};
        shots += own;
    }
    for (int i = 0; i < MADE_MATCHES; i++)
        result->match[i] = (struct gym_match){.won = won[i],
                                              .lost = MADE_ROUNDS - won[i],
                                              .whole = MADE_ROUNDS,
                                              .shots = {shots, MADE_ROUNDS * enemy}};
}

static void start_made(struct made_gym *made)
{
    memset(made, 0, sizeof *made);
    made->gym = (struct gym){.bot = "made",
                             .rules = rules_find("tournament"),
                             .rounds = MADE_ROUNDS,
                             .matches = MADE_MATCHES,
                             .result = made->result};
}

static bool says(const struct made_gym *made, const char *text)
{
    struct gym_advice advice;

    gym_advise(&made->gym, &advice);
    for (int i = 0; i < advice.count; i++)
        if (strstr(advice.sentence[i].text, text))
            return true;
    return false;
}

static void shares_have_errors_over_the_matches(void **state)
{
    static struct made_gym made;
    struct gym_figures figures;

    (void)state;
    start_made(&made);
    make_style(&made, "exact", (const uint64_t[]){30, 34}, 45, 45, 44);
    figures = gym_figures(&made.gym, &made.result[0]);
    assert_true(fabs(figures.share.mean - 0.8) < 1e-9);
    assert_true(fabs(figures.share.error - 0.05) < 1e-9); /* half of the difference */
    assert_true(fabs(figures.at_least - (0.8 - 12.71 * 0.05)) < 1e-9);
    assert_true(fabs(figures.shots[0].mean - 45) < 1e-9 && figures.shots[0].error == 0);
    assert_int_equal(figures.won, 2);
    for (int i = 0; i < 2; i++) /* all rounds: the error is not 0 */
        made.match[0][i] = (struct gym_match){.won = 40, .whole = 40, .shots = {1800, 1760}};
    figures = gym_figures(&made.gym, &made.result[0]);
    assert_true(figures.share.error == 0 && figures.at_least > 0.8 && figures.at_least < 0.9);
    for (int i = 0; i < 2; i++)
        made.match[0][i].won = 32, made.match[0][i].lost = 8;
    assert_true(gym_group_figures(&made.gym, (struct gym_group){GYM_RANDOM, 0}, &figures));
    assert_true(fabs(figures.share.mean - 0.8) < 1e-9);
    assert_false(gym_group_figures(&made.gym, (struct gym_group){GYM_RANDOM, 1}, &figures));
    assert_true(fabs(gym_shots_between(&made.gym, GYM_RANDOM, 1, 3, 9) - 44) < 1e-9);
    assert_true(isnan(gym_shots_between(&made.gym, GYM_AREA, 1, 3, 9)));
}

static void a_style_without_whole_rounds_is_left_out_of_the_mean_shots(void **state)
{
    static struct made_gym made;
    struct gym_figures figures;

    (void)state;
    start_made(&made);
    make_style(&made, "exact", (const uint64_t[]){30, 34}, 45, 45, 44);
    make_style(&made, "heatmap", (const uint64_t[]){0, 0}, 0, 0, 0);
    made.match[1][0].whole = made.match[1][1].whole = 0;
    assert_true(isnan(gym_figures(&made.gym, &made.result[1]).shots[0].mean));
    assert_true(gym_group_figures(&made.gym, (struct gym_group){GYM_RANDOM, -1}, &figures));
    assert_true(fabs(figures.share.mean - 0.4) < 1e-9);
    assert_true(fabs(figures.shots[0].mean - 45) < 1e-9 && figures.shots[0].error == 0);
    assert_true(fabs(figures.shots[1].mean - 44) < 1e-9);
    made.match[0][0].whole = made.match[0][1].whole = 0;
    assert_true(gym_group_figures(&made.gym, (struct gym_group){GYM_RANDOM, -1}, &figures));
    assert_true(isnan(figures.shots[0].mean) && fabs(figures.share.mean - 0.4) < 1e-9);
}

static void an_interrupted_match_counts_by_its_rounds(void **state)
{
    static struct made_gym made;
    struct gym_figures figures;

    (void)state;
    start_made(&made);
    make_style(&made, "exact", (const uint64_t[]){30, 30}, 45, 45, 44);
    make_style(&made, "static", (const uint64_t[]){40, 40}, 40, 18, 52);
    assert_true(gym_is_complete(&made.gym));
    made.match[0][1] = (struct gym_match){.won = 2, .lost = 8, .whole = 10, .shots = {500, 440}};
    memset(made.match[1], 0, sizeof made.match[1]); /* not played */
    assert_false(gym_is_complete(&made.gym));
    assert_int_equal(gym_rounds_played(&made.gym, &made.result[0]), 50);
    figures = gym_figures(&made.gym, &made.result[0]);
    assert_true(fabs(figures.share.mean - 32.0 / 50) < 1e-9 && figures.share.error > 0);
    assert_true(fabs(figures.shots[0].mean - (1800.0 + 500) / 50) < 1e-9);
    assert_int_equal(figures.won, 1);
    assert_int_equal(figures.lost, 0);
    figures = gym_figures(&made.gym, &made.result[1]);
    assert_true(isnan(figures.share.mean) && isnan(figures.shots[0].mean));
    assert_int_equal(figures.won + figures.lost + figures.drawn, 0);
    assert_true(says(&made, "It wins 64.0 % of the rounds against exact."));
}

static void weaknesses_are_named(void **state)
{
    static struct made_gym made;

    (void)state;
    start_made(&made);
    make_style(&made, "exact", (const uint64_t[]){20, 22}, 45, 45, 45);
    make_style(&made, "reactive-max", (const uint64_t[]){2, 4}, 62, 62, 45);
    make_style(&made, "learn-cells", (const uint64_t[]){4, 4}, 45, 45, 21);
    assert_true(says(&made, "It wins less than half of the rounds against 2 of 3 styles. It loses "
                            "most against reactive-max (7.5 %) and learn-cells (10.0 %)."));
    assert_true(says(&made, "It needs 62.0 shots against fleets that are placed where it shoots "
                            "late, 17.0 more than against random fleets."));
    assert_true(says(&made, "Its fleet is found early by shooters that learn where it places its "
                            "fleet: they need 21.0 shots, 24.0 fewer than ordinary ones."));
    assert_false(says(&made, "learn:")); /* ten rounds are too few to tell */
    assert_false(says(&made, "exact needs"));
    assert_false(says(&made, "broke"));
}

static void learning_is_judged_by_enough_rounds(void **state)
{
    static const char *const styles[] = {"static", "listed", "half", "edge", "reactive-sum"};
    static struct made_gym made;

    (void)state;
    for (uint64_t last = 40; last <= 62; last += 22) {
        start_made(&made);
        for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++)
            make_style(&made, styles[i], (const uint64_t[]){20, 20}, 62, last, 45);
        assert_int_equal(says(&made, "It learns: against predictable fleets"), last == 40);
        assert_int_equal(says(&made, "It does not learn: against predictable fleets it needs 62.0"),
                         last == 62);
    }
    made.gym.rules = rules_find("classic"); /* where the loser stops shooting */
    assert_false(says(&made, "learn"));
}

static void a_strong_bot_has_few(void **state)
{
    static struct made_gym made;

    (void)state;
    start_made(&made);
    make_style(&made, "exact", (const uint64_t[]){35, 35}, 44, 44, 52);
    make_style(&made, "static", (const uint64_t[]){40, 40}, 40, 18, 52);
    assert_true(says(&made, "It wins at least half of the rounds against every style. It is "
                            "weakest against exact (87.5 % of the rounds)."));
    assert_true(says(&made, "It learns: against predictable fleets"));
    assert_false(says(&made, "more than against random fleets"));
    assert_false(says(&made, "found early"));
}

static void weak_basics_and_faults_are_named(void **state)
{
    static struct made_gym made;

    (void)state;
    start_made(&made);
    make_style(&made, "exact", (const uint64_t[]){1, 1}, 64, 64, 38);
    made.result[0].sum.side[0].broken[BROKEN_MOVE] = 3;
    made.result[0].sum.side[0].wrecks = 1;
    assert_true(says(&made, "It needs 64.0 shots against random fleets; exact needs 44."));
    assert_true(says(&made, "Its fleet is found early even by ordinary shooters: they need 38.0"));
    assert_true(says(&made, "It broke 3 rounds and lost them."));
    assert_true(says(&made, "It lost 1 ship to bad placement."));
    made.gym.rules = rules_find("grid20");
    assert_false(says(&made, "exact needs"));
}

static void accidents_are_not_weaknesses(void **state)
{
    static struct made_gym made;

    (void)state;
    start_made(&made); /* the mean of 80 rounds varies by one shot */
    make_style(&made, "exact", (const uint64_t[]){20, 20}, 46, 46, 42);
    make_style(&made, "learn-cells", (const uint64_t[]){20, 20}, 46, 46, 39);
    assert_false(says(&made, "exact needs"));
    assert_false(says(&made, "found early"));
    start_made(&made); /* one ordinary bot is slow, another finds the fleet as fast */
    make_style(&made, "exact", (const uint64_t[]){20, 20}, 44, 44, 70);
    make_style(&made, "heatmap", (const uint64_t[]){20, 20}, 44, 44, 60);
    make_style(&made, "fixed-centre", (const uint64_t[]){20, 20}, 44, 44, 59);
    assert_false(says(&made, "found early"));
}

static void a_single_style_is_not_the_weakest(void **state)
{
    static struct made_gym made;

    (void)state;
    start_made(&made);
    make_style(&made, "static", (const uint64_t[]){40, 40}, 18, 18, 52);
    made.result[0].sum.side[0].broken[BROKEN_CRASH] = 3;
    made.result[0].sum.unplayed = 5;
    assert_true(says(&made, "It wins 100.0 % of the rounds against static."));
    assert_true(says(&made, "It broke 3 rounds. It lost these and 5 more, which were not played"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_style_of_sparring_is_in_the_table_once),
        cmocka_unit_test(the_table_names_bots_that_exist),
        cmocka_unit_test(a_style_gives_the_same_result_with_any_threads_and_other_styles),
        cmocka_unit_test(rounds_and_matches_add_up),
        cmocka_unit_test(a_bot_that_does_not_exist_is_an_error),
        cmocka_unit_test(a_gym_that_is_stopped_has_the_rounds_played),
        cmocka_unit_test(shares_have_errors_over_the_matches),
        cmocka_unit_test(a_style_without_whole_rounds_is_left_out_of_the_mean_shots),
        cmocka_unit_test(an_interrupted_match_counts_by_its_rounds),
        cmocka_unit_test(weaknesses_are_named),
        cmocka_unit_test(learning_is_judged_by_enough_rounds),
        cmocka_unit_test(a_strong_bot_has_few),
        cmocka_unit_test(weak_basics_and_faults_are_named),
        cmocka_unit_test(accidents_are_not_weaknesses),
        cmocka_unit_test(a_single_style_is_not_the_weakest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
