/* The bot sparring: every style plays by the rules, places its fleet as its name says, and is as
 * strong as the opponents that it stands for. SOAK measures the strength with more rounds.
 *
 * slow: plays every style under many rules (8 s) */
#include "arena/match.h"
#include "bots/sparring_internal.h"
#include "support/play.h"
#include "support/sanitized.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct spec {
    char text[80];
};

static struct spec spec_of(const char *style)
{
    struct spec spec;

    snprintf(spec.text, sizeof spec.text, "sparring:style=%s", style);
    return spec;
}

/* A match under tournament rules. */
static struct contest_match
play(const char *a, const char *b, uint64_t rounds,
     void (*noted)(void *, uint64_t, const struct round *, const struct game *), void *context)
{
    struct match match = {.rules = rules_find("tournament"),
                          .bot = {a, b},
                          .rounds = rounds,
                          .seed = {.number = 1},
                          .threads = 1,
                          .max_broken = 1,
                          .noted = noted,
                          .context = context};
    struct contest_match played;
    struct message message;

    assert_int_equal(match_play(&match, &played, &message), OK);
    assert_int_equal(played.whole, rounds);
    return played;
}

static double mean_shots(const struct contest_match *match, int side)
{
    return (double)match->side[side].shots / (double)match->whole;
}

/* --- all styles --------------------------------------------------------------------------------*/

static void names_are_unique_and_every_second_style_exists(void **state)
{
    (void)state;
    for (int i = 0; sparring_style(i); i++) {
        const struct sparring_style *style = sparring_style(i);
        struct bot *bot;
        struct message message;

        for (int other = 0; other < i; other++)
            assert_string_not_equal(style->name, sparring_style(other)->name);
        assert_true((style->shooting.bot != NULL) != (style->shooting.choose != NULL));
        assert_int_equal(bot_new(spec_of(style->name).text, &bot, &message), OK);
        bot_free(bot);
        if (!style->then)
            continue;
        assert_int_equal(bot_new(spec_of(style->then).text, &bot, &message), OK);
        bot_free(bot);
    }
}

static void unknown_styles_are_refused(void **state)
{
    struct message message;
    struct bot *bot;

    (void)state;
    assert_int_equal(bot_new("sparring:style=lucky", &bot, &message), ERR_RANGE);
    assert_non_null(strstr(message.text, "sparring has no style 'lucky'"));
    assert_int_equal(bot_new("sparring:style=exact", &bot, &message), ERR_RANGE); /* of the gym */
    assert_non_null(strstr(message.text, "--list' shows as sparring:style=NAME"));
    assert_int_equal(bot_new("sparring:luck=yes", &bot, &message), ERR_UNKNOWN);
}

static void no_style_breaks_a_round_under_any_rules(void **state)
{
    struct rules rules;

    (void)state;
    for (int set = 0; play_rules(set, &rules); set++) {
        for (int i = 0; sparring_style(i); i++) {
            struct spec spec = spec_of(sparring_style(i)->name);
            struct match match = {.rules = &rules,
                                  .bot = {spec.text, "random"},
                                  .rounds = 2,
                                  .seed = {.number = 3},
                                  .threads = 1,
                                  .max_broken = 1};
            struct contest_match played;
            struct message message;

            if (IS_BRIEF && (set + i) % 8 > 0)
                continue;
            assert_int_equal(match_play(&match, &played, &message), OK);
            if (played.whole != match.rounds)
                fail_msg("%s breaks %s rules", spec.text, rules.name);
        }
    }
}

static void a_seed_repeats_a_match_and_nothing_is_left_from_the_match_before(void **state)
{
    uint64_t rounds = IS_BRIEF ? 3 : 12;

    (void)state;
    for (int i = 0; sparring_style(i); i++) {
        struct spec spec = spec_of(sparring_style(i)->name);
        struct contest_match first = play(spec.text, "heatmap", rounds, NULL, NULL);
        struct contest_match again = play(spec.text, "heatmap", rounds, NULL, NULL);

        assert_int_equal(first.signature, again.signature);
    }
}

/* --- placement ---------------------------------------------------------------------------------*/

enum { ROUNDS = 60 };

struct seen_fleets {
    int rounds;
    struct layout layout[ROUNDS];
    struct cellset covered; /* cells that ever had a ship */
    int shots[ROUNDS];      /* of the other side */
    int edge, wrecked;      /* ship cells at the edge; rounds with wrecks */
    int touching;           /* rounds in which two ships touch */
};

static bool touches(const struct rules *rules, const struct layout *layout)
{
    struct rules apart = *rules;

    apart.touch = apart.wrecks = 0;
    return layout_check(layout, &apart, NULL) != OK;
}

static void note_fleet(void *context, uint64_t number, const struct round *round,
                       const struct game *game)
{
    struct seen_fleets *seen = context;
    const struct layout *layout = &game->view[SIDE_A].own.layout;
    const struct rules *rules = game_rules(game);

    (void)number;
    for (int ship = 0; ship < rules->ships; ship++) {
        int cells[MAX_LENGTH];
        int count = placement_cells(layout->ship[ship], rules->fleet[ship].length, rules, cells);

        for (int i = 0; i < count; i++) {
            int column = cells[i] % 10, row = cells[i] / 10;

            cellset_add(&seen->covered, cells[i]);
            seen->edge += column == 0 || column == 9 || row == 0 || row == 9;
        }
    }
    seen->wrecked += round->wrecks[SIDE_A] > 0;
    seen->touching += touches(rules, layout);
    seen->shots[seen->rounds] = game_status(game)->shots[SIDE_B];
    seen->layout[seen->rounds++] = *layout;
}

/* Plays a style against an enemy and returns what its fleets were. */
static const struct seen_fleets *watch(const char *style, const char *enemy)
{
    static struct seen_fleets seen;

    memset(&seen, 0, sizeof seen);
    play(spec_of(style).text, enemy, ROUNDS, note_fleet, &seen);
    return &seen;
}

static int count_different(const struct seen_fleets *seen, int from, int to)
{
    int different = 0;

    for (int i = from; i < to; i++) {
        int k = from;

        while (memcmp(&seen->layout[k], &seen->layout[i], sizeof seen->layout[i]) != 0)
            k++;
        different += k == i;
    }
    return different;
}

static int cells_covered(const struct seen_fleets *seen)
{
    return 100 - cellset_absent(&seen->covered, 100);
}

static void fleets_are_as_the_style_says(void **state)
{
    (void)state;
    assert_int_equal(count_different(watch("static", "random"), 0, ROUNDS), 1);
    assert_in_range(count_different(watch("listed", "random"), 0, ROUNDS), 10, MAX_LISTED);
    assert_int_equal(count_different(watch("uniform", "random"), 0, ROUNDS), ROUNDS);
    assert_int_equal(watch("edge", "random")->edge, ROUNDS * 17);
    assert_int_equal(watch("no-touch", "random")->touching, 0);
    assert_int_equal(watch("clustered", "random")->touching, ROUNDS);
    assert_in_range(cells_covered(watch("half", "random")), 40, 50);
    assert_in_range(cells_covered(watch("quarter", "random")), 20, 35);
    assert_in_range(cells_covered(watch("corner", "random")), 30, 80);
    assert_true(watch("careless", "random")->wrecked > ROUNDS / 2);
    assert_true(watch("careless-edge", "random")->wrecked > ROUNDS * 3 / 4);
}

static void a_switching_style_changes_at_mid_match(void **state)
{
    const struct seen_fleets *seen = watch("switch-to-reactive", "random");

    (void)state;
    assert_int_equal(count_different(seen, 0, ROUNDS / 2), 1);
    assert_true(count_different(seen, ROUNDS / 2, ROUNDS) > 20);
}

/* The enemy shoots in reading order, dark cells first: the last row is cold. */
static void reactive_fleets_avoid_the_first_shots_of_the_enemy(void **state)
{
    static const char *const reactive[] = {"reactive-sum", "reactive-max", "window10-sum",
                                           "window50-max", "reset25-sum"};

    (void)state;
    for (size_t i = 0; i < sizeof reactive / sizeof reactive[0]; i++) {
        const struct seen_fleets *seen = watch(reactive[i], "sparring:style=fixed-rows");
        int shots = 0;

        for (int round = 10; round < ROUNDS; round++)
            shots += seen->shots[round];
        if (shots < (ROUNDS - 10) * 55)
            fail_msg("%s costs %d shots", reactive[i], shots / (ROUNDS - 10));
    }
}

/* --- strength ----------------------------------------------------------------------------------*/

static bool is_reactive(const struct sparring_style *style)
{
    return style->fleet.cost == sparring_cost_sum || style->fleet.cost == sparring_cost_highest;
}

static void reactive_placers_shoot_well_and_cost_exact_many_shots(void **state)
{
    bool soak = getenv("SOAK") != NULL;

    (void)state;
    if (IS_BRIEF)
        skip(); /* thousands of rounds of styles that the other tests play too */
    for (int i = 0; sparring_style(i); i++) {
        struct spec spec = spec_of(sparring_style(i)->name);
        struct contest_match match;

        if (!is_reactive(sparring_style(i)) || sparring_style(i)->then)
            continue;
        match = play(spec.text, "random", soak ? 2000 : 200, NULL, NULL);
        if (mean_shots(&match, SIDE_A) > (soak ? 46 : 47))
            fail_msg("%s needs %.2f shots", spec.text, mean_shots(&match, SIDE_A));
        match = play(spec.text, "exact", soak ? 300 : 20, NULL, NULL);
        if (mean_shots(&match, SIDE_B) < 50)
            fail_msg("%s costs exact %.2f shots", spec.text, mean_shots(&match, SIDE_B));
    }
}

static void learning_shooters_find_a_repeated_fleet(void **state)
{
    int learners = 0;

    (void)state;
    for (int i = 0; sparring_style(i); i++) {
        const struct seen_fleets *seen;
        int shots = 0;

        if (sparring_style(i)->shooting.keep == 0 || sparring_style(i)->then)
            continue;
        seen = watch("static", spec_of(sparring_style(i)->name).text);
        for (int round = 50; round < ROUNDS; round++)
            shots += seen->shots[round];
        if (shots > 26 * (ROUNDS - 50))
            fail_msg("%s needs %.1f shots", sparring_style(i)->name, shots / (ROUNDS - 50.0));
        learners++;
    }
    assert_true(learners >= 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_unique_and_every_second_style_exists),
        cmocka_unit_test(unknown_styles_are_refused),
        cmocka_unit_test(no_style_breaks_a_round_under_any_rules),
        cmocka_unit_test(a_seed_repeats_a_match_and_nothing_is_left_from_the_match_before),
        cmocka_unit_test(fleets_are_as_the_style_says),
        cmocka_unit_test(a_switching_style_changes_at_mid_match),
        cmocka_unit_test(reactive_fleets_avoid_the_first_shots_of_the_enemy),
        cmocka_unit_test(reactive_placers_shoot_well_and_cost_exact_many_shots),
        cmocka_unit_test(learning_shooters_find_a_repeated_fleet),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
