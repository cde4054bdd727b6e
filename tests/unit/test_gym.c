/* The gym: its table of styles, its matches, and what it says about a bot. */
#include "arena/gym.h"
#include "bots/sparring_internal.h"

#include <fnmatch.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
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

enum { MADE_ROUNDS = 40, MADE_MATCHES = 4, MADE_STYLES = 8 };

struct made_gym {
    struct gym gym;
    struct gym_result result[MADE_STYLES];
    struct gym_match match[MADE_STYLES][MADE_MATCHES];
    struct gym_round round[MADE_STYLES][MADE_ROUNDS];
};

/* Matches against a style: rounds won in every other match, and the shots of every round, which may
 * change linearly in the course of the match. */
static void make_style(struct made_gym *made, const char *name, const uint64_t won[2],
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
        result->match[i] = (struct gym_match){.won = won[i % 2],
                                              .lost = MADE_ROUNDS - won[i % 2],
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
    make_style(&made, "exact", (const uint64_t[]){28, 36}, 45, 45, 44);
    figures = gym_figures(&made.gym, &made.result[0]);
    assert_true(fabs(figures.share.mean - 0.8) < 1e-9);
    assert_true(fabs(figures.share.error - 0.1 / sqrt(3)) < 1e-9);
    assert_true(fabs(figures.at_least - (0.8 - 3.18 * figures.share.error)) < 1e-9);
    assert_true(fabs(figures.at_most - (0.8 + 3.18 * figures.share.error)) < 1e-9);
    assert_true(fabs(figures.shots[0].mean - 45) < 1e-9 && figures.shots[0].error == 0);
    assert_int_equal(figures.won, 4);
    for (int i = 0; i < MADE_MATCHES; i++) /* all rounds: the error is not 0 */
        made.match[0][i] = (struct gym_match){.won = 40, .whole = 40, .shots = {1800, 1760}};
    figures = gym_figures(&made.gym, &made.result[0]);
    assert_true(figures.share.error == 0 && figures.at_least > 0.95 && figures.at_least < 0.99);
    assert_true(figures.at_most == 1);
    made.gym.matches = 2; /* too few for an interval */
    figures = gym_figures(&made.gym, &made.result[0]);
    assert_true(figures.share.error == 0 && isnan(figures.at_least) && isnan(figures.at_most));
    made.gym.matches = MADE_MATCHES;
    for (int i = 0; i < MADE_MATCHES; i++)
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
    for (int i = 0; i < MADE_MATCHES; i++)
        made.match[1][i].whole = 0;
    assert_true(isnan(gym_figures(&made.gym, &made.result[1]).shots[0].mean));
    assert_true(gym_group_figures(&made.gym, (struct gym_group){GYM_RANDOM, -1}, &figures));
    assert_true(fabs(figures.share.mean - 0.4) < 1e-9);
    assert_true(fabs(figures.shots[0].mean - 45) < 1e-9 && figures.shots[0].error == 0);
    assert_true(fabs(figures.shots[1].mean - 44) < 1e-9);
    for (int i = 0; i < MADE_MATCHES; i++)
        made.match[0][i].whole = 0;
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
    assert_int_equal(gym_rounds_played(&made.gym, &made.result[0]), 130);
    figures = gym_figures(&made.gym, &made.result[0]);
    assert_true(fabs(figures.share.mean - 92.0 / 130) < 1e-9 && figures.share.error > 0);
    assert_true(fabs(figures.shots[0].mean - (3 * 1800.0 + 500) / 130) < 1e-9);
    assert_int_equal(figures.won, 3);
    assert_int_equal(figures.lost, 0);
    figures = gym_figures(&made.gym, &made.result[1]);
    assert_true(isnan(figures.share.mean) && isnan(figures.shots[0].mean));
    assert_int_equal(figures.won + figures.lost + figures.drawn, 0);
}

static void advice_is_about_styles_with_a_few_whole_matches(void **state)
{
    static struct made_gym made;
    struct gym_advice advice;

    (void)state;
    start_made(&made);
    make_style(&made, "exact", (const uint64_t[]){30, 30}, 64, 64, 44);
    make_style(&made, "static", (const uint64_t[]){0, 0}, 64, 64, 20);
    make_style(&made, "edge", (const uint64_t[]){40, 40}, 40, 18, 52);
    memset(made.match[2], 0, sizeof made.match[2]);
    memset(&made.match[1][2], 0, 2 * sizeof made.match[1][2]); /* two matches are left */
    made.match[0][3].lost = 0;                                 /* and three here */
    gym_advise(&made.gym, &advice);
    assert_int_equal(advice.counted, 1);
    assert_int_equal(advice.played, 2);
    assert_true(says(&made, "of the rounds against exact."));
    assert_true(says(&made, "It needs 64.0 shots against random fleets"));
    assert_false(says(&made, "loses most"));
    memset(&made.match[0][2], 0, 2 * sizeof made.match[0][2]);
    gym_advise(&made.gym, &advice);
    assert_int_equal(advice.count, 0);
}

static void weaknesses_are_named(void **state)
{
    static struct made_gym made;

    (void)state;
    start_made(&made);
    make_style(&made, "exact", (const uint64_t[]){20, 22}, 45, 45, 45);
    make_style(&made, "reactive-max", (const uint64_t[]){2, 4}, 62, 62, 45);
    make_style(&made, "learn-cells", (const uint64_t[]){4, 4}, 45, 45, 21);
    assert_true(says(&made, "It wins less than half of the rounds against 2 of 3 styles; 1 is too "
                            "close to tell. It loses most against reactive-max (7.5 %) and "
                            "learn-cells (10.0 %)."));
    assert_true(says(&made, "It needs 62.0 shots against fleets that are placed where it shoots "
                            "late, 17.0 more than against random fleets."));
    assert_true(says(&made, "Its fleet is found early by shooters that learn where it places its "
                            "fleet: they need 21.0 shots, 24.0 fewer than ordinary ones."));
    assert_false(says(&made, "learn:")); /* ten rounds are too few to tell */
    assert_false(says(&made, "exact needs"));
    assert_false(says(&made, "broke"));
}

static void losses_within_the_error_are_not_named(void **state)
{
    static struct made_gym made;

    (void)state;
    start_made(&made);
    make_style(&made, "exact", (const uint64_t[]){17, 21}, 45, 45, 45); /* 47.5 % +- 2.9 */
    make_style(&made, "heatmap", (const uint64_t[]){19, 20}, 45, 45, 45);
    assert_false(says(&made, "loses most"));
    assert_false(says(&made, "weakest"));
    make_style(&made, "static", (const uint64_t[]){8, 10}, 45, 45, 45);
    assert_true(says(&made, "less than half of the rounds against 1 of 3 styles; 2 are too close "
                            "to tell. It loses most against static (22.5 %)."));
}

static void equal_losses_are_counted_and_not_singled_out(void **state)
{
    static const char *const styles[] = {"exact", "heatmap", "static", "listed", "half", "edge"};
    static struct made_gym made;

    (void)state;
    start_made(&made);
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++)
        make_style(&made, styles[i], (const uint64_t[]){0, 0}, 70, 70, 45);
    make_style(&made, "corner", (const uint64_t[]){4, 4}, 70, 70, 45);
    assert_true(says(&made, "against 7 of 7 styles. It loses most against exact (0.0 %), heatmap "
                            "(0.0 %), static (0.0 %), listed (0.0 %) and 2 others (0.0 %)."));
}

static void a_few_rounds_show_no_difference(void **state)
{
    static struct made_gym made;

    (void)state;
    start_made(&made); /* four matches of 2 rounds */
    make_style(&made, "exact", (const uint64_t[]){20, 20}, 45, 45, 45);
    make_style(&made, "edge", (const uint64_t[]){20, 20}, 59, 59, 45);
    made.gym.rounds = 2;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < MADE_MATCHES; k++)
            made.match[i][k] = (struct gym_match){
                .won = 1, .lost = 1, .whole = 2, .shots = {i ? 2 * 59 : 2 * 45, 90}};
    assert_false(says(&made, "more than against random fleets"));
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
        assert_int_equal(says(&made, "It learns: against fleets that can be learned"), last == 40);
        assert_int_equal(says(&made, "It does not learn: against fleets that can be learned it "
                                     "needs 62.0 shots in the first 5 rounds of a match"),
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
    assert_true(says(&made, "It wins more than half of the rounds against 2 of 2 styles."));
    assert_true(says(&made, "It is weakest against exact (87.5 % of the rounds)."));
    assert_true(says(&made, "It learns: against fleets that can be learned"));
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

/* --- the table of ideas in docs/WRITING-A-BOT.md
 * ------------------------------------------------*/

enum { IDEAS = 40, IDEA_SIZE = 512 };

/* The sentences in the table of ideas. `...` stands for any text. */
struct ideas {
    int count;
    char sentence[IDEAS][IDEA_SIZE];
    bool is_used[IDEAS];
};

/* The first cell of a row as a pattern for fnmatch. */
static void add_idea(struct ideas *ideas, const char *row)
{
    char *to = ideas->sentence[ideas->count];
    const char *end = strstr(row + 2, " | ");

    assert_non_null(end);
    assert_true(ideas->count < IDEAS);
    for (const char *c = row + 2; c < end && to - ideas->sentence[ideas->count] < IDEA_SIZE - 3;)
        if (strncmp(c, "...", 3) == 0) {
            *to++ = '*';
            c += 3;
        } else {
            *to++ = *c++;
        }
    if (to[-1] != '*') /* the rest of the sentence */
        *to++ = '*';
    *to = '\0';
    ideas->count++;
}

static void read_ideas(struct ideas *ideas)
{
    const char *top = getenv("TOP");
    char path[4096], line[2048];
    bool is_in_table = false;
    FILE *file;

    memset(ideas, 0, sizeof *ideas);
    snprintf(path, sizeof path, "%s/docs/WRITING-A-BOT.md", top ? top : ".");
    file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (is_in_table && line[0] == '|' && line[1] == ' ')
            add_idea(ideas, line);
        else if (line[0] != '|')
            is_in_table = false;
        if (strncmp(line, "| the gym says |", 16) == 0)
            is_in_table = true;
    }
    fclose(file);
    assert_true(ideas->count > 10);
}

static void find_ideas(const struct made_gym *made, struct ideas *ideas)
{
    struct gym_advice advice;

    gym_advise(&made->gym, &advice);
    for (int i = 0; i < advice.count; i++) {
        int found = 0;

        for (int k = 0; k < ideas->count; k++)
            if (fnmatch(ideas->sentence[k], advice.sentence[i].text, 0) == 0) {
                ideas->is_used[k] = true;
                found++;
            }
        if (found != 1)
            fail_msg("%d rows of the table for: %s", found, advice.sentence[i].text);
    }
}

static const char *style_of(int family)
{
    int index = 0;

    while ((int)gym_style(index)->family != family)
        index++;
    return gym_style(index)->name;
}

static void every_sentence_has_its_row_in_the_table_of_ideas(void **state)
{
    static struct made_gym made;
    static struct ideas ideas;

    (void)state;
    read_ideas(&ideas);
    for (int family = GYM_REACTIVE; family < GYM_SELF; family++)
        for (int is_good = 0; is_good < 2; is_good++) {
            const uint64_t *won = is_good ? (const uint64_t[]){40, 40} : (const uint64_t[]){4, 4};
            uint64_t last = is_good ? 20 : 70;

            start_made(&made);
            make_style(&made, "exact", (const uint64_t[]){35, 35}, is_good ? 44 : 60,
                       is_good ? 44 : 60, is_good ? 50 : 38);
            make_style(&made, style_of(family), won, 70, last, is_good ? 50 : 20);
            made.result[1].sum.side[0].broken[BROKEN_MOVE] = (uint64_t)is_good;
            made.result[1].sum.side[0].wrecks = (uint64_t)is_good;
            for (int i = 2; i < MADE_STYLES; i++) /* enough rounds to judge whether it learns */
                make_style(&made, "static", won, 70, last, 50);
            find_ideas(&made, &ideas);
            made.result[1].sum.unplayed = 3;
            made.gym.styles = 1;
            find_ideas(&made, &ideas);
        }
    for (int i = 0; i < ideas.count; i++)
        if (!ideas.is_used[i])
            fail_msg("the gym never says: %s", ideas.sentence[i]);
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
        cmocka_unit_test(advice_is_about_styles_with_a_few_whole_matches),
        cmocka_unit_test(weaknesses_are_named),
        cmocka_unit_test(losses_within_the_error_are_not_named),
        cmocka_unit_test(equal_losses_are_counted_and_not_singled_out),
        cmocka_unit_test(a_few_rounds_show_no_difference),
        cmocka_unit_test(every_sentence_has_its_row_in_the_table_of_ideas),
        cmocka_unit_test(learning_is_judged_by_enough_rounds),
        cmocka_unit_test(a_strong_bot_has_few),
        cmocka_unit_test(weak_basics_and_faults_are_named),
        cmocka_unit_test(accidents_are_not_weaknesses),
        cmocka_unit_test(a_single_style_is_not_the_weakest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
