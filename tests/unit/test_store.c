/* The history: stored games can be read, and the figures are right. */
#include "store/store.h"

#include "support/home.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#ifdef HAVE_SQLITE3
#include "support/history.h"

/* --- keeping games -----------------------------------------------------------------------------
 */

static void stored_values_can_be_read(void **state)
{
    struct played_game game =
        game_of("Zo\xc3\xab '; DROP TABLE game; --", "hunt", "classic", 1, 51, 1700000000);
    mode_t old = umask(0);
    struct store *store = open_well("kept.db");
    struct message message;
    struct buffer record;
    struct games games;
    int64_t id;

    (void)state;
    umask(old);
    assert_int_equal(home_mode("kept.db"), 0600);
    id = add(store, &game, "the record\n");
    assert_true(id > 0);
    assert_int_equal(home_mode("kept.db-wal"), 0600);
    assert_int_equal(add(store, &game, "the record\n"), id);       /* once */
    assert_int_equal(add_some(store, "another record\n"), id + 1); /* this uses up no number */
    store_close(store);

    store = open_well("kept.db");
    games = games_of(store, &everything);
    assert_int_equal(games.count, 2);
    assert_int_equal(games.game[0].id, id); /* the one that ended last */
    assert_int_equal(games.game[0].when, 1700000000);
    assert_string_equal(games.game[0].side[0].name, game.side[0].name);
    assert_string_equal(games.game[0].side[0].bot, "");
    assert_string_equal(games.game[0].side[1].bot, "hunt");
    assert_int_equal(games.game[0].side[0].shots, 51);
    assert_int_equal(games.game[0].side[0].hits, 25);
    assert_int_equal(games.game[0].side[0].turns, 51);
    assert_int_equal(games.game[0].side[0].advised, 1);
    assert_int_equal(games.game[0].winner, 1);
    assert_string_equal(games.game[0].reason, "sunk");
    assert_string_equal(games.game[0].rules, "classic");
    assert_int_equal(games.game[0].moves, 102);
    assert_true(games.game[0].seed.number == INT64_MAX && games.game[0].seed_given);
    assert_true(seed_same_secret(&games.game[0].seed, &game.seed) && game.seed.has_secret);

    buffer_init(&record, 1000);
    assert_int_equal(store_game_record(store, id, &record, &message), OK);
    assert_string_equal(record.data, "the record\n");
    record.length = 0;
    assert_int_equal(store_game_record(store, 0, &record, &message), OK);
    assert_string_equal(record.data, "the record\n");
    assert_int_equal(store_game_record(store, 77, &record, &message), ERR_UNKNOWN);
    assert_non_null(strstr(message.text, "no game 77"));
    assert_int_equal(store_game_record(store, -1, &record, &message), ERR_UNKNOWN);
    buffer_release(&record);
    buffer_init(&record, 3);
    assert_int_equal(store_game_record(store, id, &record, &message), ERR_FULL);
    buffer_release(&record);
    store_close(store);
}

static void an_empty_history_has_no_games(void **state)
{
    struct store *store = open_well("empty.db");
    struct message message;
    struct buffer record;

    (void)state;
    assert_int_equal(games_of(store, &everything).count, 0);
    assert_int_equal(standings_of(store, &everything).count, 0);
    buffer_init(&record, 1000);
    assert_int_equal(store_game_record(store, 0, &record, &message), ERR_UNKNOWN);
    assert_non_null(strstr(message.text, "the history has no games yet"));
    buffer_release(&record);
    store_close(store);
    store_close(NULL);
}

static void filters_choose_games(void **state)
{
    struct store *store = open_well("filter.db");
    const struct {
        struct history_filter filter;
        int count;
    } cases[] = {
        {{0}, 5},
        {{.player = "Ann"}, 4},
        {{.player = "Bob"}, 2},
        {{.player = "hunt"}, 1},
        {{.player = ""}, 5},
        {{.opponent = "hunt"}, 3},
        {{.bot = "hunt"}, 2},
        {{.bot = "Ann"}, 0},
        {{.opponent = "Ann"}, 2},
        {{.player = "Ann", .opponent = "Bob"}, 1},
        {{.player = "Bob", .opponent = "Ann", .rules = "salvo"}, 1},
        {{.rules = "salvo"}, 2},
        {{.rules = "salvo", .bot = "fit"}, 1},
        {{.limit = 3}, 3},
        {{.player = "Ann'"}, 0},
        {{.player = "%"}, 0},
    };
    struct played_game game = game_of("Ann", "hunt", "classic", 0, 40, 10);
    struct games games = {.stop_after = 2};

    (void)state;
    add(store, &game, "1");
    game = game_of("Bob", "hunt", "classic", 0, 40, 20);
    add(store, &game, "2");
    game = game_of("Ann", "fit", "salvo", 0, 40, 30);
    add(store, &game, "3");
    game = game_of("Ann", "Bob", "salvo", 0, 40, 40);
    game.side[1].bot[0] = '\0'; /* two people */
    add(store, &game, "4");
    game = game_of("Ann", "hunt", "classic", 0, 40, 50);
    game.side[1].bot[0] = '\0'; /* a person with the name of a bot */
    add(store, &game, "5");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (games_of(store, &cases[i].filter).count != cases[i].count)
            fail_msg("case %zu: %d games", i, games_of(store, &cases[i].filter).count);
    assert_int_equal(store_games(store, &everything, collect_game, &games, NULL), OK);
    assert_int_equal(games.count, 2); /* until it returns false */
    assert_int_equal(games.game[0].id, 5);
    assert_int_equal(games.game[1].id, 4);
    store_close(store);
}

/* --- standings ---------------------------------------------------------------------------------
 */

/* A letter for each game of Ann against one opponent: w, l, t, or r for a resignation. */
static void play_series(struct store *store, const char *opponent, const char *letters)
{
    for (int i = 0; letters[i]; i++) {
        struct played_game game = game_of("Ann", opponent, "classic",
                                          letters[i] == 'w'   ? 0
                                          : letters[i] == 't' ? 2
                                                              : 1,
                                          40 + 2 * i, 1000 + i);
        char record[64];

        if (letters[i] == 'r')
            snprintf(game.reason, sizeof game.reason, "resigned");
        snprintf(record, sizeof record, "%s %d", opponent, i);
        add(store, &game, record);
    }
}

static void standings_agree_with_counting(void **state)
{
    static const struct {
        const char *letters;
        int won, lost, tied, resigned, streak, best_streak;
    } series[] = {
        {"wwlwwwtlrww", 7, 3, 1, 1, 2, 3}, {"lwwwl", 3, 2, 0, 0, -1, 3}, {"wwwt", 3, 0, 1, 0, 0, 3},
        {"lrl", 0, 3, 0, 1, -3, 0},        {"ww", 2, 0, 0, 0, 2, 2},     {"t", 0, 0, 1, 0, 0, 0},
    };
    struct store *store = open_well("standings.db");
    struct standings standings;

    (void)state;
    for (int i = 0; i < 6; i++) {
        char opponent[16];

        snprintf(opponent, sizeof opponent, "bot%d", i);
        play_series(store, opponent, series[i].letters);
    }
    standings = standings_of(store, &everything);
    assert_int_equal(standings.count, 6);
    for (int i = 0; i < 6;
         i++) { /* the series are in the order of the standings: most games first */
        const struct standing *standing = &standings.standing[i];
        int games = (int)strlen(series[i].letters), sum = 0, best = 0;

        assert_int_equal(standing->opponent[3], '0' + i);
        assert_string_equal(standing->player, "Ann");
        assert_string_equal(standing->rules, "classic");
        assert_true(standing->opponent_is_bot);
        assert_int_equal(standing->games, games);
        assert_int_equal(standing->won, series[i].won);
        assert_int_equal(standing->lost, series[i].lost);
        assert_int_equal(standing->tied, series[i].tied);
        assert_int_equal(standing->resigned, series[i].resigned);
        assert_int_equal(standing->streak, series[i].streak);
        assert_int_equal(standing->best_streak, series[i].best_streak);
        assert_int_equal(standing->advised, games);
        assert_int_equal(standing->last, 1000 + games - 1);
        for (int k = games - 1; k >= 0; k--)
            if (series[i].letters[k] == 'w') {
                sum += 40 + 2 * k;
                best = 40 + 2 * k;
            }
        assert_int_equal(standing->best_shots, best);
        assert_true(standing->mean_shots * series[i].won > sum - 1e-6 &&
                    standing->mean_shots * series[i].won < sum + 1e-6);
        assert_true(standing->accuracy > 0.499999 && standing->accuracy < 0.500001);
    }
    store_close(store);
}

static void two_people_count_for_both(void **state)
{
    struct store *store = open_well("two.db");
    struct played_game game = game_of("Ann", "Bob", "classic", 0, 40, 1000);
    const struct history_filter of_bob = {.player = "Bob"};
    struct standings standings;

    (void)state;
    game.side[1].bot[0] = '\0';
    game.side[1].shots = 0;
    add(store, &game, "1");
    standings = standings_of(store, &everything);
    assert_int_equal(standings.count, 2);
    assert_string_equal(standings.standing[0].player, "Ann");
    assert_int_equal(standings.standing[0].won, 1);
    assert_false(standings.standing[0].opponent_is_bot);
    assert_string_equal(standings.standing[1].player, "Bob");
    assert_int_equal(standings.standing[1].lost, 1);
    assert_true(standings.standing[1].accuracy == 0); /* a player who never shot */
    standings = standings_of(store, &of_bob);
    assert_int_equal(standings.count, 1);
    assert_string_equal(standings.standing[0].opponent, "Ann");

    snprintf(game.reason, sizeof game.reason, "resigned");
    game.winner = 1; /* won by resignation, so the number of shots is unknown */
    add(store, &game, "given up");
    standings = standings_of(store, &of_bob);
    assert_int_equal(standings.standing[0].won, 1);
    assert_int_equal(standings.standing[0].best_shots, 0);
    assert_true(standings.standing[0].mean_shots == 0);

    game.side[0] = game.side[1]; /* the same name on both sides: a win and a loss */
    add(store, &game, "2");
    standings = standings_of(store, &of_bob);
    assert_int_equal(standings.count, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(standings.standing[i].games, 2);
        assert_int_equal(standings.standing[i].won, 1);
        assert_int_equal(standings.standing[i].lost, 1);
    }
    store_close(store);
}

static void a_store_in_memory_leaves_no_file(void **state)
{
    struct store *store = NULL;
    struct message message;
    bool has = true;

    (void)state;
    assert_int_equal(store_open_in_memory(&store, &message), OK);
    assert_int_equal(store_has_game(store, slice_of("one"), &has, &message), OK);
    assert_false(has);
    add_some(store, "one");
    assert_int_equal(store_has_game(store, slice_of("one"), &has, &message), OK);
    assert_true(has);
    assert_int_equal(games_of(store, &everything).count, 1);
    store_close(store);
    assert_int_equal(store_open_in_memory(&store, &message), OK);
    assert_int_equal(games_of(store, &everything).count, 0);
    store_close(store);
    assert_int_equal(home_mode(":memory:"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_store_in_memory_leaves_no_file),
        cmocka_unit_test(stored_values_can_be_read),
        cmocka_unit_test(an_empty_history_has_no_games),
        cmocka_unit_test(filters_choose_games),
        cmocka_unit_test(standings_agree_with_counting),
        cmocka_unit_test(two_people_count_for_both),
    };

    return cmocka_run_group_tests(tests, home_enter, home_leave);
}

#else

static void a_missing_package_is_named(void **state)
{
    struct message message;
    struct store *store;

    (void)state;
    assert_false(store_available());
    assert_int_equal(store_open("x.db", &store, &message), ERR_MISSING);
    assert_non_null(strstr(message.text, "libsqlite3-dev"));
    assert_int_equal(home_mode("x.db"), -1);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_missing_package_is_named)};

    return cmocka_run_group_tests(tests, home_enter, home_leave);
}
#endif
