/* Bots: the registry, the rules each bot accepts, and that built-in bots never break a rule. */
#include "bots/bot.h"

#include "arena/match.h"
#include "arena/sim.h"
#include "support/play.h"
#include "support/sanitized.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void registered_bots_are_complete_and_unique(void **state)
{
    int count = 0;

    (void)state;
    for (const struct bot_kind *kind; (kind = bot_registered(count)) != NULL; count++) {
        assert_non_null(kind->act);
        assert_true(strlen(kind->name) > 0 && strlen(kind->authors) > 0);
        assert_in_range(strlen(kind->summary), 10, 51); /* the list fits 80 columns */
        assert_null(strpbrk(kind->name, ":=, /"));
        for (int other = 0; other < count; other++)
            assert_string_not_equal(kind->name, bot_registered(other)->name);
        assert_int_equal(bot_find(kind->name), count);
        assert_int_equal(bot_find(bot_facts(count)->title), count);
    }
    assert_true(count >= 2);
    assert_null(bot_registered(-1));
    assert_null(bot_registered(count));
    assert_null(bot_facts(-1));
    assert_null(bot_facts(count));
    assert_int_equal(bot_find("nobody"), -1);
}

static void people_call_exact_expert(void **state)
{
    struct message message;
    struct bot *bot;

    (void)state;
    assert_int_equal(bot_new("expert:cache=1", &bot, &message), OK);
    assert_string_equal(bot->kind->name, "exact");
    assert_true(bot_is_built_in("expert") && bot_is_built_in("exact:cache=1"));
    assert_false(bot_is_built_in("expertise"));
    bot_free(bot);
}

/* Each group is ordered by strength, and the levels come first. */
static void bots_are_ordered_by_strength(void **state)
{
    static const char *const levels[] = {"easy", "medium", "hard", "expert"};

    (void)state;
    for (int i = 0; i < 4; i++)
        assert_string_equal(bot_facts(i)->title, levels[i]);
    for (int i = 0; bot_facts(i); i++) {
        assert_int_equal(bot_facts(i)->is_level, i < 4);
        if (i > 0 && bot_facts(i)->is_level == bot_facts(i - 1)->is_level)
            assert_true(bot_facts(i)->shots <= bot_facts(i - 1)->shots);
    }
}

/* The figures in the registry are still true. */
static void bots_need_as_many_shots_as_the_list_says(void **state)
{
    (void)state;
    for (int i = 0; bot_registered(i); i++) {
        const char *name = bot_registered(i)->name;
        uint64_t games = bot_facts(i)->shots < 44.4 ? 80 : 2000; /* the best is slow */
        struct sim_terms terms = {.rules = rules_find("classic"),
                                  .bot = {name},
                                  .bots = 1,
                                  .placement = "uniform",
                                  .games = IS_BRIEF ? games / 10 : games,
                                  .seed = {.number = 1},
                                  .threads = 1};
        struct sim_summary summary;
        struct message message;
        struct sim *sim;

        assert_int_equal(sim_new(&terms, &sim, &message), OK);
        assert_int_equal(sim_run(sim, &message), OK);
        assert_int_equal(sim_stats_summarise(sim_games(sim, 0), terms.games, &summary), OK);
        if (fabs(summary.mean - bot_facts(i)->shots) > 4 * summary.standard_error + 0.05)
            fail_msg("%s needs %.2f +- %.2f shots, not %.1f", name, summary.mean,
                     summary.standard_error, bot_facts(i)->shots);
        sim_free(sim);
    }
}

static void bots_are_created_by_name(void **state)
{
    struct message message = {""};

    (void)state;
    for (int i = 0; bot_registered(i); i++) {
        struct bot *bot = NULL;

        assert_int_equal(bot_new(bot_registered(i)->name, &bot, &message), OK);
        assert_ptr_equal(bot->kind, bot_registered(i));
        for (size_t byte = 0; byte < bot->kind->state_size; byte++)
            assert_int_equal(((const char *)bot->state)[byte], 0);
        bot_free(bot);
    }
    bot_free(NULL);
}

static void unknown_bots_and_options_are_rejected(void **state)
{
    static const struct {
        const char *spec;
        enum error error;
        const char *expected;
    } cases[] = {
        {"", ERR_UNKNOWN, "there is no bot ''; 'broadside bots' lists them"},
        {"missing", ERR_UNKNOWN, "there is no bot 'missing'; 'broadside bots' lists them"},
        {"Random", ERR_UNKNOWN, "there is no bot 'Random'; 'broadside bots' lists them"},
        {" random", ERR_UNKNOWN, "there is no bot ' random'; 'broadside bots' lists them"},
        {"random:speed=9", ERR_UNKNOWN, "random has no options, but was given 'speed=9'"},
        {"random:fast", ERR_SYNTAX, "random: 'fast' is not of the form key=value"},
        {"null::", ERR_SYNTAX, "null: '' is not of the form key=value"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct message message = {""};
        struct bot *bot = (struct bot *)&message;

        assert_int_equal(bot_new(cases[i].spec, &bot, &message), cases[i].error);
        assert_string_equal(message.text, cases[i].expected);
        assert_null(bot);
    }
}

static void features_follow_from_the_rules(void **state)
{
    static const struct {
        const char *preset, *knobs;
        unsigned features;
    } rules[] = {
        {"classic", "", 0},
        {"classic", "announce=each-hit;hints=3;equal-turns=yes", 0},
        {"equal-turns", "", 0},
        {"grid30", "", 0},
        {"salvo", "", FEATURE_SALVO},
        {"advanced", "", FEATURE_SPECIALS},
        {"advanced", "reinforce=1", FEATURE_SPECIALS | FEATURE_REINFORCE},
        {"tournament", "", FEATURE_RACE | FEATURE_WRECKS},
        {"russian", "", FEATURE_NO_TOUCH | FEATURE_UNNAMED | FEATURE_HIT_AGAIN},
        {"classic", "announce=none", FEATURE_UNNAMED},
        {"classic", "announce=unnamed", FEATURE_UNNAMED},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        struct rules set = rules_from(rules[i].preset, rules[i].knobs);

        assert_int_equal(bot_features_needed(&set), rules[i].features);
    }
}

static void a_bot_rejects_rules_it_has_not_declared(void **state)
{
    static const struct {
        const char *preset, *missing;
        unsigned plays;
    } cases[] = {
        {"salvo", "salvo", FEATURE_ALL & ~FEATURE_SALVO},
        {"advanced", "special moves", 0},
        {"tournament", "a shooting race", FEATURE_WRECKS},
        {"tournament", "wrecks", FEATURE_RACE},
        {"russian", "hit-again", FEATURE_ALL & ~FEATURE_HIT_AGAIN},
        {"russian", "ships that may not touch", FEATURE_ALL & ~FEATURE_NO_TOUCH},
        {"russian", "sinkings without a name", FEATURE_ALL & ~FEATURE_UNNAMED},
    };
    struct message message = {""};
    struct bot_kind kind = {.name = "plain"};
    struct rules reinforced = rules_from("advanced", "reinforce=1");

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char expected[160];

        kind.plays = cases[i].plays;
        assert_int_equal(bot_accepts(&kind, rules_find(cases[i].preset), &message), ERR_RULES);
        snprintf(expected, sizeof expected, "plain does not play %s rules: it does not declare %s",
                 cases[i].preset, cases[i].missing);
        assert_string_equal(message.text, expected);
    }
    kind.plays = FEATURE_ALL & ~(unsigned)FEATURE_REINFORCE;
    assert_int_equal(bot_accepts(&kind, &reinforced, &message), ERR_RULES);
    assert_non_null(strstr(message.text, "reinforcements"));
    kind.plays = 0;
    assert_int_equal(bot_accepts(&kind, rules_find("classic"), &message), OK);
    kind.most_cells = 100;
    assert_int_equal(bot_accepts(&kind, rules_find("classic"), &message), OK);
    assert_int_equal(bot_accepts(&kind, rules_find("grid20"), &message), ERR_RULES);
    assert_string_equal(message.text,
                        "plain does not play grid20 rules: it plays boards of at most 100 cells");
}

/* These two bots play any rules, and never break a round. */
static void random_and_null_play_every_rule_set(void **state)
{
    static struct game game;
    struct bot *bots[2];
    struct rules rules;

    (void)state;
    assert_int_equal(bot_new("random", &bots[0], NULL), OK);
    assert_int_equal(bot_new("null", &bots[1], NULL), OK);
    for (int set = 0; play_rules(set, &rules); set++) {
        for (int i = 0; i < 2; i++)
            assert_int_equal(bot_accepts(bots[i]->kind, &rules, NULL), OK);
        for (uint64_t number = 1; number <= 6; number++) {
            struct bot *sides[2] = {bots[number % 2], bots[number / 2 % 2]};
            struct bot *twin = NULL;
            struct round round;
            struct rng chance;

            if (sides[0] == sides[1]) {
                assert_int_equal(bot_new(sides[0]->kind->name, &twin, NULL), OK);
                sides[1] = twin;
            }
            rng_seed(&chance, number);
            rng_seed(&sides[0]->rng, 10 * number);
            rng_seed(&sides[1]->rng, 10 * number + 1);
            round_play(&game, &rules, sides, (int)(number % 2), number, &chance, &round);
            if (round.broken[0] || round.broken[1])
                fail_msg("%s, round %d: %s, %s", rules.name, (int)number,
                         bot_broken_word(round.broken[0]), bot_broken_word(round.broken[1]));
            assert_true(game_status(&game)->over);
            assert_int_equal(round.winner, game_status(&game)->winner);
            bot_free(twin);
        }
    }
    bot_free(bots[0]);
    bot_free(bots[1]);
}

static void null_fires_in_reading_order_and_random_at_all_cells_alike(void **state)
{
    struct rules rules = rules_from("salvo", "fleet=2x3;board=5x5");
    struct view view;
    struct layout layout;
    struct move move;
    struct bot *bot;
    struct rng rng;
    unsigned seen[25] = {0};

    (void)state;
    rng_seed(&rng, 1);
    assert_int_equal(layout_random(&rules, &rng, &layout), OK);
    view_init(&view, &rules, SIDE_A);
    view_place(&view, &layout);
    assert_int_equal(bot_new("null", &bot, NULL), OK);
    assert_int_equal(bot_act(bot, &view, &move), BROKEN_NONE);
    assert_int_equal(move.count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(move.cell[i], i);
    bot_free(bot);
    assert_int_equal(bot_new("random", &bot, NULL), OK);
    rng_seed(&bot->rng, 1);
    for (int i = 0; i < 2000; i++) {
        bot_round_start(bot, &view, 1);
        assert_int_equal(bot_act(bot, &view, &move), BROKEN_NONE);
        assert_int_equal(move.count, 3);
        assert_true(move.cell[0] != move.cell[1] && move.cell[1] != move.cell[2] &&
                    move.cell[0] != move.cell[2]);
        for (int j = 0; j < 3; j++)
            seen[move.cell[j]]++;
    }
    for (int cell = 0; cell < 25; cell++)
        assert_in_range(seen[cell], 160,
                        320); /* 240 plus or minus more than five standard deviations */
    bot_free(bot);
}

static void every_way_to_break_has_a_word(void **state)
{
    static const char *const words[BROKEN_KINDS] = {
        [BROKEN_NONE] = "none",
        [BROKEN_CRASH] = "crash",
        [BROKEN_EXIT] = "exit",
        [BROKEN_STALL] = "stall",
        [BROKEN_MOVE_TIMEOUT] = "move-timeout",
        [BROKEN_TIME_BANK] = "time-bank",
        [BROKEN_PLACEMENT] = "illegal-placement",
        [BROKEN_MOVE] = "illegal-move",
        [BROKEN_MEMORY] = "memory",
        [BROKEN_OUTPUT] = "output-flood",
        [BROKEN_JAIL] = "jail-violation",
        [BROKEN_PROTOCOL] = "protocol-error",
    };

    (void)state;
    for (int kind = 0; kind < BROKEN_KINDS; kind++)
        assert_string_equal(bot_broken_word((enum broken)kind), words[kind]);
}

static enum broken first_cell(struct bot *bot, const struct view *view, struct move *move)
{
    (void)bot;
    move_fire(move, cellset_nth_absent(&view->tracking.shot, rules_cells(&view->rules), 0));
    return BROKEN_NONE;
}

static void optional_callbacks_may_be_missing(void **state)
{
    const struct bot_kind kind = {.name = "bare", .act = first_cell};
    struct bot bot = {.kind = &kind};
    struct match_terms terms = {.rules = rules_find("classic"), .rounds = 1, .seed = 5};
    struct outcome outcome = {0};
    struct move move = {0};
    struct layout layout;
    struct view view;

    (void)state;
    view_init(&view, rules_find("classic"), SIDE_A);
    bot_match_start(&bot, &terms);
    bot_round_start(&bot, &view, 1);
    assert_int_equal(bot_place(&bot, &view, &layout), BROKEN_NONE);
    assert_int_equal(layout_check(&layout, &view.rules, NULL), OK);
    assert_int_equal(bot_act(&bot, &view, &move), BROKEN_NONE);
    bot_outcome(&bot, &view, &move, &outcome);
    bot_enemy_move(&bot, &view, &move, &outcome);
    bot_round_end(&bot, &view, 1);
    bot_match_end(&bot, 0, 0, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registered_bots_are_complete_and_unique),
        cmocka_unit_test(people_call_exact_expert),
        cmocka_unit_test(bots_are_ordered_by_strength),
        cmocka_unit_test(bots_need_as_many_shots_as_the_list_says),
        cmocka_unit_test(bots_are_created_by_name),
        cmocka_unit_test(unknown_bots_and_options_are_rejected),
        cmocka_unit_test(features_follow_from_the_rules),
        cmocka_unit_test(a_bot_rejects_rules_it_has_not_declared),
        cmocka_unit_test(random_and_null_play_every_rule_set),
        cmocka_unit_test(null_fires_in_reading_order_and_random_at_all_cells_alike),
        cmocka_unit_test(every_way_to_break_has_a_word),
        cmocka_unit_test(optional_callbacks_may_be_missing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
