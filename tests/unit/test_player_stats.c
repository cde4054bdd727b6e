/* Which games count for the rating and the high scores, and what is printed about them. */
#include "support/home.h"
#include "support/skip_program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Not part of the library, so it is compiled in here. */
#include "cli/player_stats.c"

#ifdef HAVE_SQLITE3
#include "support/history.h"

static int records;

/* A game that counts, won or lost, unless it is changed. */
static struct played_game counted(const char *player, const char *bot, const char *rules,
                                  int winner, int shots)
{
    struct played_game game = game_of(player, bot, rules, winner, shots, 1700000000 + records * 60);

    game.side[0].advised = 0;
    game.seed_given = false;
    return game;
}

static void keep(struct store *store, struct played_game game)
{
    char record[32];

    snprintf(record, sizeof record, "record %d\n", records++);
    add(store, &game, record);
}

static struct personal_stats read_stats(struct store *store, const char *player)
{
    struct history_filter filter = {.player = player};
    struct message message = {""};
    struct personal_stats stats;

    if (player_stats_read(store, &filter, &stats, &message) != OK)
        fail_msg("%s", message.text);
    return stats;
}

static void only_fair_games_against_levels_count(void **state)
{
    struct store *store = open_well("fair.db");
    struct played_game game;
    struct personal_stats stats;

    (void)state;
    keep(store, counted("Ann", "random", "classic", 0, 40));
    keep(store, counted("Ann", "hard:x=1", "classic", 0, 40));
    game = counted("Ann", "hard", "classic", 0, 40);
    game.seed_given = true;
    keep(store, game);
    game = counted("Ann", "hard", "classic", 0, 40);
    game.seed.is_unknown = true;
    keep(store, game);
    game = counted("Ann", "hard", "classic", 0, 40);
    game.side[0].advised = 1;
    keep(store, game);
    game = counted("Ann", "hard", "classic", 0, 40);
    game.side[1].bot[0] = '\0'; /* a person with the name of a bot */
    keep(store, game);
    keep(store, counted("Ann", "hard", "custom", 0, 40)); /* rules that share a name */
    keep(store, counted("Ann", "hard", "custom+first=a", 0, 40));
    stats = read_stats(store, "");
    assert_int_equal(stats.people, 0);
    assert_int_equal(stats.scores, 0);
    personal_stats_release(&stats);

    keep(store, counted("Ann", "hard", "salvo", 0, 40)); /* a high score, but not rated */
    keep(store, counted("Ann", "expert", "classic+first=a", 0, 50));
    keep(store, counted("Ann", "exact", "classic", 1, 45)); /* the same level, lost */
    game = counted("Ann", "easy", "advanced", 0, 5);
    snprintf(game.reason, sizeof game.reason, "resigned"); /* won without sinking the fleet */
    keep(store, game);
    keep(store, counted("Ann", "medium", "classic", NOBODY, 60));
    stats = read_stats(store, "Ann");
    assert_int_equal(stats.people, 1);
    assert_int_equal(stats.person[0].rating.games, 4);
    assert_int_equal(stats.person[0].rating.won, 2);
    assert_int_equal(stats.person[0].rating.lost, 1);
    assert_int_equal(stats.person[0].rating.tied, 1);
    assert_int_equal(stats.person[0].results.won[rated_level_find("classic", "exact")], 1);
    assert_int_equal(stats.person[0].results.lost[rated_level_find("classic", "exact")], 1);
    assert_int_equal(stats.scores, 2);
    assert_string_equal(stats.score[0].rules, "classic+first=a");
    assert_string_equal(stats.score[1].rules, "salvo");
    personal_stats_release(&stats);
    store_close(store);
}

/* A person may be on either side. */
static void the_course_is_in_the_order_of_time(void **state)
{
    struct store *store = open_well("course.db");
    struct played_game game = counted("Ann", "medium", "classic", 0, 50);
    struct played_side side = game.side[0];
    struct personal_stats stats;

    (void)state;
    keep(store, game);
    game = counted("Ann", "medium", "classic", 0, 50);
    game.side[0] = game.side[1];
    game.side[1] = side;
    keep(store, game); /* lost */
    keep(store, counted("Ann", "medium", "classic", 0, 50));
    stats = read_stats(store, "");
    assert_int_equal(stats.person[0].rating.games, 3);
    assert_true(stats.person[0].course[0] > RATED_MEDIUM);
    assert_true(fabs(stats.person[0].course[1] - RATED_MEDIUM) < 1e-6);
    assert_true(stats.person[0].course[2] > RATED_MEDIUM);
    assert_true(stats.person[0].course[2] == stats.person[0].rating.elo);
    personal_stats_release(&stats);
    store_close(store);
}

static void high_scores_are_the_best_of_three_people(void **state)
{
    static const struct {
        const char *player;
        int shots;
    } won[] = {{"Ann", 50}, {"Ben", 41}, {"Ann", 44}, {"Cy", 44}, {"Dee", 47}, {"Ben", 39}};
    static const char *const best[] = {"Ben", "Ann", "Cy"};
    struct store *store = open_well("scores.db");
    struct personal_stats stats;
    struct buffer text;

    (void)state;
    for (size_t i = 0; i < sizeof won / sizeof won[0]; i++)
        keep(store, counted(won[i].player, "hard", "classic", 0, won[i].shots));
    keep(store, counted("Zo\xc3\xab", "easy", "classic", 0, 60));
    stats = read_stats(store, "");
    assert_int_equal(stats.scores, 4);
    assert_string_equal(stats.score[0].player, "Zo\xc3\xab"); /* easy comes before hard */
    for (int i = 0; i < 3; i++)
        assert_string_equal(stats.score[i + 1].player, best[i]);
    assert_int_equal(stats.score[1].shots, 39);
    assert_int_equal(stats.score[2].shots, 44); /* equal to Cy's, but older */
    assert_int_equal(stats.people, 5);
    assert_string_equal(stats.person[0].name, "Ann"); /* two games, and before Ben */

    buffer_init(&text, 1 << 16);
    assert_int_equal(player_stats_print(&stats, true, &text), OK);
    assert_non_null(strstr(text.data, "\n  classic    hard     39 shots  "));
    assert_non_null(strstr(text.data, "\nCy: "));
    assert_non_null(strstr(text.data, "won every rated game"));
    buffer_release(&text);
    personal_stats_release(&stats);
    store_close(store);
}

/* All three lists move while they grow. */
static void long_lists_keep_what_they_had(void **state)
{
    enum { PEOPLE = 40, GAMES = 50 };
    struct personal_stats stats = {0};
    struct personal_game game = {
        .rules = "classic", .bot = "medium", .result = 1, .by_sinking = true};

    (void)state;
    for (int i = 0; i < PEOPLE + GAMES; i++) {
        /* Names of the greatest length; the last person plays all further games. */
        snprintf(game.player, sizeof game.player, "%063d", i < PEOPLE ? i : PEOPLE - 1);
        game.shots = 90 - i % PEOPLE;
        game.id = i;
        assert_int_equal(personal_stats_add(&stats, &game), OK);
    }
    personal_stats_finish(&stats);
    assert_int_equal(stats.people, PEOPLE);
    assert_int_equal(stats.person[0].rating.games, GAMES + 1);
    assert_true(stats.person[0].course[GAMES] == stats.person[0].rating.elo);
    assert_true(stats.person[0].course[0] < stats.person[0].course[GAMES]);
    for (int i = 1; i < PEOPLE; i++) {
        snprintf(game.player, sizeof game.player, "%063d", i - 1);
        assert_string_equal(stats.person[i].name, game.player);
        assert_int_equal(stats.person[i].rating.games, 1);
        assert_true(stats.person[i].course[0] == stats.person[0].course[0]);
    }
    assert_int_equal(stats.scores, MAX_HIGH_SCORES);
    assert_int_equal(stats.score[0].shots, 90 - (PEOPLE - 1));
    personal_stats_release(&stats);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_fair_games_against_levels_count),
        cmocka_unit_test(the_course_is_in_the_order_of_time),
        cmocka_unit_test(high_scores_are_the_best_of_three_people),
        cmocka_unit_test(long_lists_keep_what_they_had),
    };

    return cmocka_run_group_tests(tests, home_enter, home_leave);
}
#else
SKIP_PROGRAM("ratings of people", "built without SQLite")
#endif
