/* Files with a history: old, foreign, damaged, hostile, shared or locked ones, and full disks.
 *
 * slow: syncs many databases to disk */
#include "store/store.h"

#include "support/home.h"
#include "support/skip_program.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#ifdef HAVE_SQLITE3
#include "store/schema.h"
#include "support/child.h"
#include "support/database.h"
#include "support/history.h"

static char found[1 << 20], before[1 << 20];

static void assert_refused(const char *path, enum error wanted, const char *why)
{
    struct message message = {""};
    struct store *store = NULL;

    assert_int_equal(store_open(path, &store, &message), wanted);
    assert_null(store);
    if (!strstr(message.text, why))
        fail_msg("%s", message.text);
}

/* --- files -------------------------------------------------------------------------------------
 */

static void older_versions_are_converted(void **state)
{
    struct store *store;

    (void)state;
    for (int version = 1; version <= SCHEMA_VERSION; version++) {
        char path[32], sql[128];

        snprintf(path, sizeof path, "version-%d.db", version);
        for (int step = 0; step < version; step++)
            if (step != 3) /* it calls a function of the store */
                tamper(path, schema_step[step]);
        snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                 SCHEMA_APPLICATION, version);
        tamper(path, sql);
        tamper(path,
               "INSERT INTO game (id, hash, ended, rules, winner, reason, moves, seed,"
               " seed_given, record) VALUES (7, 'h', 5, 'classic', 0, 'sunk', 9, 1, 0, 'old');"
               "INSERT INTO side VALUES (7, 0, 'Ann', '', 9, 8, 7, 0);"
               "INSERT INTO side VALUES (7, 1, 'hunt', 'hunt', 9, 8, 7, 0)");
        store = open_well(path);
        assert_int_equal(games_of(store, &everything).count, 1);
        assert_int_equal(add_some(store, "new"), 8);
        store_close(store);
        assert_int_equal(number_from(path, "PRAGMA user_version"), SCHEMA_VERSION);
        assert_int_equal(number_from(path, "PRAGMA application_id"), SCHEMA_APPLICATION);
        assert_int_equal(number_from(path, "SELECT count(*) FROM sqlite_master WHERE name IN "
                                           "('game_ended', 'side_name')"),
                         2);
        assert_int_equal(number_from(path, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    }
}

static void a_failing_step_changes_nothing(void **state)
{
    (void)state;
    tamper("half.db", schema_step[0]);
    tamper("half.db", "CREATE TABLE game_ended (x)"); /* makes the second step fail */
    tamper("half.db", "PRAGMA application_id = 1114859876; PRAGMA user_version = 1");
    assert_int_equal(SCHEMA_APPLICATION, 1114859876);
    assert_refused("half.db", ERR_IO, "game_ended");
    assert_int_equal(number_from("half.db", "PRAGMA user_version"), 1);
    tamper("half.db", "DROP TABLE game_ended");
    store_close(open_well("half.db"));
    assert_int_equal(number_from("half.db", "PRAGMA user_version"), SCHEMA_VERSION);
}

static void assert_refused_untouched(const char *path, enum error wanted, const char *why)
{
    long size = home_read(path, before, sizeof before);

    assert_refused(path, wanted, why);
    assert_int_equal(home_read(path, found, sizeof found), size);
    assert_memory_equal(found, before, (size_t)size);
}

static void files_that_are_not_ours_are_left_alone(void **state)
{
    char noise[5000];

    (void)state;
    store_close(open_well("newer.db"));
    tamper("newer.db", "PRAGMA user_version = 99");
    assert_refused_untouched("newer.db", ERR_MISMATCH, "newer version of Broadside");
    tamper("newer.db", "PRAGMA user_version = -1");
    assert_refused_untouched("newer.db", ERR_MISMATCH, "invalid version");

    tamper("foreign.db", "CREATE TABLE mine (x); INSERT INTO mine VALUES (1)");
    assert_refused_untouched("foreign.db", ERR_MISMATCH, "another program");
    tamper("marked.db", "PRAGMA application_id = 12345");
    assert_refused_untouched("marked.db", ERR_MISMATCH, "another program");

    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (char)(i * 7919 >> 3);
    home_write("noise.db", noise, sizeof noise);
    assert_refused_untouched("noise.db", ERR_MISMATCH, "is not a database");
    home_write("text.db", "my diary\n", 9);
    assert_refused_untouched("text.db", ERR_MISMATCH, "is not a database");

    assert_int_equal(mkdir("folder.db", 0700), 0);
    assert_refused("folder.db", ERR_MISMATCH, "is not a file");
    assert_int_equal(mkfifo("pipe.db", 0600), 0);
    assert_refused("pipe.db", ERR_MISMATCH, "is not a file");
    assert_refused("nosuch/history.db", ERR_IO, "No such file");
}

static void a_damaged_file_is_reported(void **state)
{
    struct message message;
    struct store *store = open_well("damaged.db");
    struct games games = {0};
    char record[64];
    long size;

    (void)state;
    for (int i = 0; i < 200; i++) {
        snprintf(record, sizeof record, "record %d", i);
        add_some(store, record);
    }
    store_close(store);
    size = home_read("damaged.db", before, sizeof before);
    assert_true(size > 12 * 4096);
    for (long page = 1; page < size / 4096; page++) /* each page but the first */
        for (int fill = 0; fill < 2; fill++) {
            enum error error;

            memcpy(found, before, (size_t)size);
            memset(found + page * 4096, fill ? 0xff : 0, 4096);
            home_write("damaged.db", found, (size_t)size);
            message.text[0] = '\0';
            games.count = 0;
            error = store_open("damaged.db", &store, &message);
            if (!error) {
                int64_t id;

                error = store_games(store, &everything, collect_game, &games, &message);
                if (!error) /* reading does not use the damaged index */
                    error =
                        store_add_game(store, &games.game[0], slice_of("one more"), &id, &message);
                store_close(store);
            }
            if (error)
                assert_int_not_equal(message.text[0], '\0');
            assert_true(!error || error == ERR_MISMATCH || error == ERR_IO);
        }
    home_write("damaged.db", before, (size_t)size / 2); /* truncated */
    if (store_open("damaged.db", &store, &message) == OK) {
        assert_int_equal(store_games(store, &everything, collect_game, &games, &message),
                         ERR_MISMATCH);
        assert_non_null(strstr(message.text, "damaged"));
        store_close(store);
    }
}

static void hostile_values_are_harmless(void **state)
{
    struct store *store = open_well("hostile.db");
    struct games games;

    (void)state;
    add_some(store, "1");
    store_close(store);
    tamper("hostile.db", "UPDATE side SET name = CAST(x'1b5b324aff0a41' AS TEXT) WHERE side = 0;"
                         "UPDATE game SET rules = hex(zeroblob(500)), reason = hex(zeroblob(50)),"
                         " winner = 2");
    store = open_well("hostile.db");
    games = games_of(store, &everything);
    assert_int_equal(games.count, 1);
    assert_string_equal(games.game[0].side[0].name, "?[2J??A");
    assert_int_equal(strlen(games.game[0].rules), RULES_SIZE - 1);
    assert_int_equal(strlen(games.game[0].reason), 15);
    assert_int_equal(standings_of(store, &everything).count, 1);
    store_close(store);
}

static void games_with_impossible_numbers_are_left_out(void **state)
{
    static const char *const changes[] = {
        "UPDATE side SET shots = 'many' WHERE side = 0", "UPDATE side SET hits = 1e300",
        "UPDATE side SET shots = -1, hits = -1",         "UPDATE side SET advised = -1",
        "UPDATE game SET ended = -100000000000",         "UPDATE game SET ended = 1 << 60",
    };

    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct store *store = open_well("impossible.db");
        struct message message;
        int64_t count = -1;

        add_some(store, "1");
        assert_int_equal(store_count_damaged(store, &count, &message), OK);
        assert_int_equal(count, 0);
        store_close(store);
        tamper("impossible.db", changes[i]);
        store = open_well("impossible.db");
        assert_int_equal(games_of(store, &everything).count, 0);
        assert_int_equal(standings_of(store, &everything).count, 0);
        assert_int_equal(store_count_damaged(store, &count, &message), OK);
        assert_int_equal(count, 1);
        store_close(store);
        assert_int_equal(system("rm -f impossible.db*"), 0);
    }
}

/* --- several processes -------------------------------------------------------------------------
 */

static int exit_status(pid_t child)
{
    int status = -1;

    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

enum { SHARED = 30 };

static void add_shared(int who)
{
    struct store *store = NULL;
    struct message message;

    for (int i = 0; i < SHARED; i++) {
        struct played_game game = game_of("Ann", "hunt", "classic", 0, 40, 1000 + i);
        char record[64];
        int64_t id;

        /* Opens the file each time, so creating and converting it is shared too. */
        if (store_open("shared.db", &store, &message) != OK)
            _exit(2);
        snprintf(record, sizeof record, "record %d", i % 2 ? i : 1000 * who + i);
        if (store_add_game(store, &game, slice_of(record), &id, &message) != OK)
            _exit(3);
        store_close(store);
    }
    _exit(0);
}

static void two_processes_add_at_once(void **state)
{
    struct store *store;
    pid_t child[3];

    (void)state;
    for (int who = 0; who < 3; who++) {
        child[who] = fork();
        if (child[who] == 0)
            add_shared(who + 1);
    }
    for (int who = 0; who < 3; who++)
        assert_int_equal(exit_status(child[who]), 0);
    store = open_well("shared.db");
    /* Odd numbers are the same game in all three, even ones are different games. */
    assert_int_equal(games_of(store, &everything).count, SHARED / 2 + 3 * SHARED / 2);
    store_close(store);
    assert_int_equal(number_from("shared.db", "SELECT count(*) FROM side"), 2 * (4 * SHARED / 2));
}

static void add_until_killed(int announce)
{
    struct message message;
    struct store *store = NULL;

    if (store_open("killed.db", &store, &message) != OK)
        _exit(1);
    for (int i = 0;; i++) {
        struct played_game game = game_of("Ann", "hunt", "classic", 0, 40, 1000 + i);
        char record[64];
        int64_t id;

        snprintf(record, sizeof record, "%ld %d", (long)getpid(), i);
        if (store_add_game(store, &game, slice_of(record), &id, &message) != OK ||
            write(announce, &id, sizeof id) != sizeof id)
            _exit(1);
    }
}

static void kill_loses_no_game(void **state)
{
    struct store *store;
    int64_t last = 0;

    (void)state;
    for (int round = 0; round < 5; round++) {
        int64_t wanted = last + 3 + round;
        int output;
        pid_t child = child_start(add_until_killed, &output);

        while (last < wanted && read(output, &last, sizeof last) == sizeof last)
            ;
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        close(output);
        assert_true(last >= wanted);
        store = open_well("killed.db");
        assert_true(games_of(store, &everything).count >= last);
        store_close(store);
        assert_int_equal(number_from("killed.db", "SELECT count(*) FROM side"),
                         2 * number_from("killed.db", "SELECT count(*) FROM game"));
        last = number_from("killed.db", "SELECT max(id) FROM game");
    }
    assert_int_equal(number_from("killed.db", "SELECT count(*) FROM pragma_integrity_check"
                                              " WHERE integrity_check <> 'ok'"),
                     0);
}

/* A file size limit simulates a full disk. */
static int add_beyond_limit(void)
{
    struct rlimit limit = {32768, RLIM_INFINITY};
    struct played_game game = game_of("Ann", "hunt", "classic", 0, 40, 1000);
    static char big[1 << 18];
    struct message message = {""};
    struct store *store = NULL;
    int64_t id = -5;
    int wrong = 0;

    signal(SIGXFSZ, SIG_IGN);
    memset(big, 'x', sizeof big - 1);
    if (store_open("full.db", &store, &message) != OK)
        return 100;
    setrlimit(RLIMIT_FSIZE, &limit);
    wrong += store_add_game(store, &game, slice_of(big), &id, &message) != ERR_IO;
    wrong += message.text[0] == '\0' || id != -5;
    limit.rlim_cur = RLIM_INFINITY;
    setrlimit(RLIMIT_FSIZE, &limit);
    wrong += store_add_game(store, &game, slice_of(big), &id, &message) != OK; /* room again */
    store_close(store);
    return wrong;
}

static void a_full_disk_loses_no_old_games(void **state)
{
    struct store *store = open_well("full.db");
    pid_t child;

    (void)state;
    add_some(store, "old");
    store_close(store);
    child = fork();
    if (child == 0)
        _exit(add_beyond_limit());
    assert_int_equal(exit_status(child), 0);
    store = open_well("full.db");
    assert_int_equal(games_of(store, &everything).count, 2);
    store_close(store);
}

static void a_locked_file_is_reported(void **state)
{
    struct store *store = open_well("locked.db");
    struct played_game game = game_of("Ann", "hunt", "classic", 0, 40, 1000);
    struct message message;
    sqlite3 *other = NULL;
    int64_t id;

    (void)state;
    assert_int_equal(sqlite3_open("locked.db", &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(store_add_game(store, &game, slice_of("x"), &id, &message), ERR_BUSY);
    assert_non_null(strstr(message.text, "the database locked.db is locked by another process"));
    assert_int_equal(games_of(store, &everything).count, 0); /* reading still works */
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    assert_int_equal(store_add_game(store, &game, slice_of("x"), &id, &message), OK);
    store_close(store);
}

static void a_read_only_file_can_be_read(void **state)
{
    struct played_game game = game_of("Ann", "hunt", "classic", 0, 40, 1000);
    struct store *store = open_well("read-only.db");
    struct message message;
    int64_t id;

    (void)state;
    add_some(store, "1");
    store_close(store);
    assert_int_equal(chmod("read-only.db", 0400), 0);
    store = open_well("read-only.db");
    assert_int_equal(games_of(store, &everything).count, 1);
    if (geteuid() != 0) { /* root may write everything */
        assert_int_equal(store_add_game(store, &game, slice_of("2"), &id, &message), ERR_IO);
        assert_non_null(strstr(message.text, "read-only"));
    }
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(older_versions_are_converted),
        cmocka_unit_test(a_failing_step_changes_nothing),
        cmocka_unit_test(files_that_are_not_ours_are_left_alone),
        cmocka_unit_test(a_damaged_file_is_reported),
        cmocka_unit_test(hostile_values_are_harmless),
        cmocka_unit_test(games_with_impossible_numbers_are_left_out),
        cmocka_unit_test(two_processes_add_at_once),
        cmocka_unit_test(kill_loses_no_game),
        cmocka_unit_test(a_full_disk_loses_no_old_games),
        cmocka_unit_test(a_locked_file_is_reported),
        cmocka_unit_test(a_read_only_file_can_be_read),
    };

    return cmocka_run_group_tests(tests, home_enter, home_leave);
}

#else
SKIP_PROGRAM("the file of the history", "built without SQLite")
#endif
