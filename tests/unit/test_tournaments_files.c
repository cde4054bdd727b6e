/* Files with tournaments: old, damaged, hostile, shared or read-only ones, killed writers, full
 * disks.
 *
 * slow: syncs many databases to disk */
#define _GNU_SOURCE /* unshare */
#include "store/tournaments.h"

#include "support/home.h"
#include "support/skip_program.h"

#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#ifdef HAVE_SQLITE3
#include "base/rng.h"
#include "store/schema.h"
#include "support/child.h"
#include "support/database.h"
#include "support/history.h"
#include "support/tournament_check.h"

enum { LEFT_OUT = 77, NOBODY_USER = 65534 };

static char golden[3][1 << 17], changed[1 << 20], before[1 << 20];
static long golden_size[3]; /* of versions 3, 4 and 5 */

/* --- small parts -------------------------------------------------------------------------------
 */

static int64_t write_sample(const char *path)
{
    struct store *store = open_well(path);
    int64_t id = 0;

    assert_ok(sample_create(store, &id, why));
    for (uint64_t number = 0; number < SAMPLE_MATCHES; number++)
        assert_ok(sample_add(store, id, number, why));
    store_close(store);
    return id;
}

static int exit_status(pid_t child)
{
    int status = -1;

    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

/* Counts the matches and checks that all are complete. */
static int check_whole(const char *path)
{
    struct contest contest;
    struct store *store = open_well(path);
    struct contest_match *matches = NULL;
    int count = 0;

    if (tournament_find(store, 0, &contest, NULL) == OK) {
        assert_ok(tournament_matches(store, contest.id, &matches, &count, why));
        for (int i = 0; i < count; i++)
            assert_sample_match(store, contest.id, &matches[i]);
    }
    free(matches);
    store_close(store);
    return count;
}

static int count_in(struct store *store, int64_t id)
{
    struct contest_match *matches = NULL;
    int count = -1;

    if (tournament_matches(store, id, &matches, &count, NULL) != OK)
        return -1;
    free(matches);
    return count;
}

/* --- files of other versions -------------------------------------------------------------------
 */

/* Written by tests/tools/write_tournament.c when the tables had this version. */
static void files_of_versions_3_and_4_can_be_used(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct contest contest;
        struct games games;
        struct store *store;

        assert_true(golden_size[i] > 0);
        home_write("golden.db", golden[i], (unsigned long)golden_size[i]);
        store = open_well("golden.db");
        assert_sample(store, 1);
        assert_ok(tournament_find(store, 0, &contest, why));
        assert_int_equal(contest.started, SAMPLE_STARTED);
        assert_int_equal(contest.ended, SAMPLE_STARTED + 60);
        assert_true(contest.is_complete);
        games = games_of(store, &everything);
        assert_int_equal(games.count, 1);
        assert_string_equal(games.game[0].side[0].name, "Ann");
        assert_ok(sample_add(store, 1, SAMPLE_MATCHES, why)); /* it can be continued */
        assert_int_equal(count_in(store, 1), SAMPLE_MATCHES + 1);
        store_close(store);
        remove("golden.db");
    }
}

/* Version 3 stored the limits of guests as a sentence. */
static void limits_of_version_3_become_values(void **state)
{
    const struct limits wanted = {.start_ms = 5000,
                                  .move_ms = 54321,
                                  .bank_ms = 0,
                                  .memory_mb = 256,
                                  .processes = 1,
                                  .output_kb = 64,
                                  .log_kb = 1024,
                                  .scratch_mb = 16,
                                  .build_ms = 60000};
    struct contest contest;
    struct store *store;

    (void)state;
    home_write("limits.db", golden[0], (unsigned long)golden_size[0]);
    tamper("limits.db", "UPDATE tournament SET limits = 'start 5 s, move 54321 ms, no bank,"
                        " memory 256 MB, 1 process, output 64 KB per round, log 1024 KB,"
                        " scratch 16 MB, build 60 s'");
    for (int times = 0; times < 2; times++) {
        store = open_well("limits.db");
        assert_ok(tournament_find(store, 1, &contest, why));
        assert_memory_equal(&contest.terms.limits, &wanted, sizeof wanted);
        store_close(store);
    }
    assert_int_equal(number_from("limits.db", "SELECT limits LIKE 'start=5000 move=54321 %'"
                                              " FROM tournament"),
                     1);
}

/* Versions 1 and 2 had only games. */
static void old_histories_can_store_tournaments(void **state)
{
    (void)state;
    for (int version = 1; version <= 2; version++) {
        struct store *store;
        char path[32], sql[512];
        int64_t id = 0;

        snprintf(path, sizeof path, "history-%d.db", version);
        for (int step = 0; step < version; step++)
            tamper(path, schema_step[step]);
        for (int i = 1; i <= 20; i++) {
            snprintf(sql, sizeof sql,
                     "BEGIN; INSERT INTO game VALUES (%d, 'h%d', 5, 'classic', 0, 'sunk', 9, 1, 0, "
                     "'old');"
                     "INSERT INTO side VALUES (%d, 0, 'Ann', '', 9, 8, 7, 0);"
                     "INSERT INTO side VALUES (%d, 1, 'hunt', 'hunt', 9, 8, 7, 0); COMMIT",
                     i, i, i, i);
            tamper(path, sql);
        }
        snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                 SCHEMA_APPLICATION, version);
        tamper(path, sql);
        store = open_well(path);
        assert_int_equal(games_of(store, &everything).count, 20);
        store_close(store);
        id = write_sample(path);
        store = open_well(path);
        assert_int_equal(games_of(store, &everything).count, 20);
        assert_sample(store, id);
        store_close(store);
    }
}

/* --- enemies -----------------------------------------------------------------------------------
 */

#define MANY_ENTRANTS                                                                              \
    "WITH RECURSIVE n (i) AS (SELECT 5 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)"              \
    " INSERT INTO entrant SELECT 1, i, 'x', 'x', 'x', 'x', 'x', 'x', 0, 0, 0, '', 0, 0 FROM n"

static void invalid_values_are_reported(void **state)
{
    static const char *const cases[] = {
        "UPDATE tournament SET rules = 'board = 999x1'",
        "UPDATE tournament SET rules = x'00ff'",
        "UPDATE tournament SET rules = hex(zeroblob(100000))",
        "UPDATE tournament SET seed = 'many'",
        "UPDATE tournament SET rounds = -1",
        "UPDATE tournament SET rounds = 9223372036854775807",
        "UPDATE tournament SET format = 'knockout'",
        "UPDATE tournament SET leaders = 1025",
        "UPDATE tournament SET stages = -1",
        "UPDATE tournament SET max_broken = 1e300",
        "UPDATE tournament SET paired = 2",
        "UPDATE tournament SET total = 2",
        "UPDATE tournament SET started = -1",
        "UPDATE tournament SET state = 7",
        "UPDATE entrant SET number = 9 WHERE number = 4",
        "UPDATE entrant SET number = -1 WHERE number = 4",
        "DELETE FROM entrant WHERE number = 0",
        "DELETE FROM entrant",
        "UPDATE entrant SET is_out = 'yes'",
        MANY_ENTRANTS,
        "UPDATE tournament SET leagues = hex(zeroblob(1000))",
        "UPDATE entrant SET joined = -1",
        "UPDATE entrant SET share = -1",
        "UPDATE tournament SET plan_key = 'abc'",
        "UPDATE tournament SET part = 3, parts = 2",
        "UPDATE tournament SET parts = 1000000",
        "UPDATE tournament SET limits = 'fast'",
        "UPDATE tournament SET limits = 'move=0'",
        "UPDATE match SET rounds = -1",
        "UPDATE match SET rounds = rounds + 1",
        "UPDATE match SET rounds = 4611686018427387904",
        "UPDATE match SET rounds = 8796093022208, drawn = 8796093022208, a_won = 8796093022208",
        "UPDATE match SET stage = -1",
        "UPDATE match SET drawn = rounds + 1",
        "UPDATE match SET whole = rounds + 1",
        "UPDATE match SET a_won = rounds, b_won = rounds",
        "UPDATE match SET signature = 'x'",
        "UPDATE match SET seconds = -1",
        "UPDATE match SET seconds = 9e999",
        "UPDATE match SET seconds = 'long'",
        "UPDATE match SET a_shots = -1",
        "UPDATE match SET b_used_us = 9007199254740992000",
        "UPDATE match SET a_broken = 'crash=-1'",
        "UPDATE match SET a_broken = 'crash'",
        "UPDATE match SET a_broken = '='",
        "UPDATE match SET b_broken = 'crash=1 crash=2'",
        "UPDATE match SET b_broken = 'tantrum=1'",
        "UPDATE match SET b_broken = 'crash=99999999999999999999999'",
        "UPDATE match SET b = 200",
        "UPDATE match SET b = a",
        "UPDATE match SET a = -3",
        "UPDATE rounds SET notes = x'00'",
        "UPDATE rounds SET notes = ''",
        "UPDATE rounds SET notes = zeroblob(100000)",
        "UPDATE rounds SET notes = 'text'",
        "UPDATE rounds SET notes = CAST(replace(hex(notes), '0', 'F') AS BLOB)",
        "UPDATE rounds SET notes = x'09' || substr(notes, 2)",
        "UPDATE rounds SET chunk = chunk + 5 WHERE chunk = 0",
        "UPDATE rounds SET chunk = -1 WHERE chunk = 0",
        "UPDATE rounds SET chunk = 'first' WHERE chunk = 0",
        "DELETE FROM rounds WHERE chunk = 1",
        "DELETE FROM rounds",
        "INSERT INTO rounds (match, chunk, notes) VALUES (1, 2, zeroblob(12288))",
        "INSERT INTO rounds (match, chunk, notes) VALUES (1, 2, x'')",
        "UPDATE heat SET counts = x'0102'",
        "UPDATE heat SET counts = zeroblob(8192)",
        "UPDATE heat SET counts = zeroblob(1000000)",
        "UPDATE record SET round = -1 WHERE round = 3",
    };

    (void)state;
    write_sample("template.db");
    tamper("template.db", "PRAGMA journal_mode = DELETE");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        long size = home_read("template.db", before, sizeof before);
        struct message message = {""};
        struct store *store;
        char sql[1024];
        int matches = 0;
        enum error error;

        home_write("hostile.db", before, (unsigned long)size);
        snprintf(sql, sizeof sql, "PRAGMA ignore_check_constraints = 1; %s", cases[i]);
        tamper("hostile.db", sql);
        store = open_well("hostile.db");
        error = read_everything(store, &matches, &message);
        if (error != ERR_MISMATCH || !message.text[0])
            fail_msg("%s: error %d, \"%s\"", cases[i], (int)error, message.text);
        store_close(store);
        remove("hostile.db");
    }
}

static void untrusted_texts_are_made_printable(void **state)
{
    struct contest contest;
    struct message message = {""};
    struct entrant *entrants = NULL;
    struct store *store;
    int64_t id = write_sample("printable.db");
    int count = 0;

    (void)state;
    tamper("printable.db",
           "UPDATE tournament SET title = CAST(x'1b5b324aff0a41' AS TEXT);"
           "UPDATE entrant SET name = CAST(x'410d420043' AS TEXT), spec = hex(zeroblob(100000)),"
           " why = 5, hash = hex(zeroblob(999))");
    store = open_well("printable.db");
    assert_ok(tournament_find(store, id, &contest, why));
    assert_string_equal(contest.terms.title, "?[2J??A");
    assert_ok(tournament_entrants(store, id, &entrants, &count, why));
    assert_string_equal(entrants[0].name, "A?B");
    assert_string_equal(entrants[0].why, "5");
    assert_int_equal(strlen(entrants[0].spec), ENTRANT_SPEC - 1);
    assert_int_equal(strlen(entrants[0].hash), SHA256_HEX_SIZE - 1);
    free(entrants);
    store_close(store);
    tamper("printable.db", "DROP TABLE heat; CREATE VIEW heat AS SELECT 1 AS match, 0 AS side,"
                           " zeroblob(800) AS counts");
    store = open_well("printable.db");
    assert_int_not_equal(read_everything(store, &count, &message), OK);
    assert_int_not_equal(message.text[0], '\0');
    store_close(store);
}

/* Reads all of a damaged file and adds to it: every call succeeds or gives a message. */
static void use_damaged(const char *path)
{
    struct message message = {""};
    struct store *store = NULL;
    int matches = 0;
    enum error error = store_open(path, &store, &message);

    if (!error) {
        error = read_everything(store, &matches, &message);
        if (!error)
            error = sample_add(store, 1, 50, &message);
        store_close(store);
    }
    if (error)
        assert_int_not_equal(message.text[0], '\0');
}

static void damaged_files_are_harmless(void **state)
{
    char path[32];
    struct rng rng;
    long size;

    (void)state;
    write_sample("sound.db");
    tamper("sound.db", "PRAGMA journal_mode = DELETE; PRAGMA page_size = 1024; VACUUM");
    size = home_read("sound.db", before, sizeof before);
    assert_true(size > 40 * 1024);
    rng_seed(&rng, 7);
    for (int i = 0; i < 160; i++) {
        long page = 1 + (long)rng_below(&rng, (uint32_t)(size / 1024 - 1));

        memcpy(changed, before, (size_t)size);
        if (i < 2 * size / 1024 - 2) /* each page but the first */
            memset(changed + (1 + i / 2) * 1024, i % 2 ? 0xff : 0, 1024);
        else
            for (int hits = 0; hits < 20; hits++)
                changed[page * 1024 + rng_below(&rng, hits < 10 ? 64 : 1024)] =
                    (char)rng_below(&rng, 256);
        snprintf(path, sizeof path, "damaged-%03d.db", i);
        home_write(path, changed, (unsigned long)size);
        use_damaged(path);
        remove(path);
    }
    home_write("cut.db", before, (unsigned long)size / 2);
    use_damaged("cut.db");
}

/* --- several processes -------------------------------------------------------------------------
 */

/* Adds match after match, from the first that is missing. */
static void add_until_killed(int announce)
{
    struct contest contest;
    struct store *store = NULL;
    int64_t id = 0;
    int count = 0;

    if (store_open("killed.db", &store, NULL) != OK)
        _exit(1);
    if (tournament_find(store, 0, &contest, NULL) == OK) {
        id = contest.id;
        count = contest.matches_count;
    } else if (sample_create(store, &id, NULL) != OK) {
        _exit(2);
    }
    for (;;) {
        if (sample_add(store, id, (uint64_t)count++, NULL) != OK)
            _exit(3);
        if (write(announce, &count, sizeof count) != sizeof count)
            _exit(4);
    }
}

static void kill_leaves_whole_matches_only(void **state)
{
    struct rng rng;
    int found = 0;

    (void)state;
    rng_seed(&rng, 11);
    for (int round = 0; round < 25; round++) {
        struct timespec pause = {.tv_nsec = 1000 * (long)rng_below(&rng, 20000)};
        int output, announced = 0, after;
        pid_t child = child_start(add_until_killed, &output);

        if (round % 2) /* after a transaction, or at any moment, even while opening */
            assert_int_equal(read(output, &announced, sizeof announced), sizeof announced);
        nanosleep(&pause, NULL);
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(exit_status(child), 1000 + SIGKILL);
        while (read(output, &announced, sizeof announced) == sizeof announced)
            ;
        close(output);
        after = check_whole("killed.db");
        assert_true(after >= announced && after >= found); /* nothing committed is lost */
        found = after;
    }
    assert_true(found >= 12);
}

static void write_while_read(void)
{
    struct store *store = NULL;

    if (store_open("read.db", &store, NULL) != OK)
        _exit(1);
    for (uint64_t i = 0; i < 150; i++)
        if (sample_add(store, 1, i, NULL) != OK)
            _exit(2);
    store_close(store);
    _exit(0);
}

static void readers_see_whole_matches_while_one_writes(void **state)
{
    struct store *store = open_well("read.db");
    int64_t id = 0;
    int seen = 0, status = -1;
    pid_t child;

    (void)state;
    assert_ok(sample_create(store, &id, why));
    store_close(store); /* an open database must not be used after a fork */
    child = fork();
    if (child == 0)
        write_while_read();
    store = open_well("read.db");
    while (waitpid(child, &status, WNOHANG) == 0) {
        int matches = 0;

        assert_ok(read_everything(store, &matches, why));
        assert_true(matches >= seen);
        seen = matches;
    }
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    store_close(store);
    assert_int_equal(check_whole("read.db"), 150);
}

/* --- no room, no right -------------------------------------------------------------------------
 */

/* Adds matches until the file cannot grow, then makes room and adds more. */
static int add_without_room(const char *path, void (*make_room)(void), const char *sentence)
{
    struct message message = {""};
    struct store *store = NULL;
    int64_t id = 0;
    int count = 0;

    if (store_open(path, &store, &message) != OK || sample_create(store, &id, &message) != OK)
        return 1;
    while (sample_add(store, id, (uint64_t)count, &message) == OK)
        if (++count > 5000)
            return 2;
    if (!strstr(message.text, sentence) || count_in(store, id) != count)
        return 3;
    make_room();
    for (int i = 0; i < 20; i++)
        if (sample_add(store, id, (uint64_t)count++, &message) != OK)
            return 4;
    if (count_in(store, id) != count)
        return 5;
    store_close(store);
    return check_whole(path) == count ? 0 : 6;
}

static void lift_limit(void)
{
    struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};

    setrlimit(RLIMIT_FSIZE, &limit);
}

static void a_file_that_cannot_grow_stays_intact(void **state)
{
    pid_t child;

    (void)state;
    write_sample("grow.db"); /* creates the tables */
    child = fork();
    if (child == 0) {
        struct rlimit limit = {500000, RLIM_INFINITY};

        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        _exit(add_without_room("grow.db", lift_limit, "cannot write grow.db"));
    }
    assert_int_equal(exit_status(child), 0);
}

static void remove_ballast(void)
{
    unlink("small/ballast");
}

/* A small file system, if the system allows mounting one. */
static int add_on_full_disk(void)
{
    FILE *ballast;
    int flags = geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS;

    if (unshare(flags) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("tmpfs", "small", "tmpfs", 0, "size=8m") != 0)
        return LEFT_OUT;
    ballast = fopen("small/ballast", "wb");
    if (!ballast)
        return LEFT_OUT;
    for (int i = 0; i < 7 << 10; i++)
        if (fwrite(before, 1, 1024, ballast) != 1024)
            return LEFT_OUT;
    fclose(ballast);
    return add_without_room("small/full.db", remove_ballast, "the disk is full");
}

static void a_full_disk_leaves_whole_matches(void **state)
{
    int status;
    pid_t child;

    (void)state;
    assert_int_equal(mkdir("small", 0700), 0);
    child = fork();
    if (child == 0)
        _exit(add_on_full_disk());
    status = exit_status(child);
    if (status == LEFT_OUT)
        print_message("left out: no file system of one's own can be made here\n");
    else
        assert_int_equal(status, 0);
}

/* As a user without write permission. */
static int use_read_only(const char *path)
{
    struct message message = {""};
    struct store *store = NULL;
    int matches = 0;
    int64_t id;

    if (geteuid() == 0 && (setgid(NOBODY_USER) != 0 || setuid(NOBODY_USER) != 0))
        return LEFT_OUT;
    if (store_open(path, &store, &message) != OK)
        return 1;
    if (read_everything(store, &matches, &message) != OK || matches != SAMPLE_MATCHES)
        return 2;
    if (sample_add(store, 1, 9, &message) != ERR_IO || !strstr(message.text, "read-only"))
        return 3;
    if (sample_create(store, &id, &message) != ERR_IO || !strstr(message.text, "read-only"))
        return 4;
    if (read_everything(store, &matches, &message) != OK || matches != SAMPLE_MATCHES)
        return 5;
    store_close(store);
    return 0;
}

/* A file that cannot be read, and one that cannot be created. */
static int open_in_vain(void)
{
    struct message message = {""};
    struct store *store = NULL;

    if (geteuid() == 0 && (setgid(NOBODY_USER) != 0 || setuid(NOBODY_USER) != 0))
        return LEFT_OUT;
    if (store_open("shelf/secret.db", &store, &message) != ERR_IO ||
        !strstr(message.text, "shelf/secret.db"))
        return 1;
    if (store_open("shelf/new.db", &store, &message) != ERR_IO ||
        !strstr(message.text, "Permission denied"))
        return 2;
    return 0;
}

static void assert_child(pid_t child)
{
    int status = exit_status(child);

    if (status == LEFT_OUT)
        print_message("left out: the user cannot be changed here\n");
    else
        assert_int_equal(status, 0);
}

static void a_read_only_file_can_be_read_by_others(void **state)
{
    static const char name[] = "shelf/100%25? #read-only.db", old[] = "shelf/version-3.db";
    pid_t child;

    (void)state;
    assert_int_equal(chmod(home_path(), 0755), 0);
    assert_int_equal(mkdir("shelf", 0755), 0);
    write_sample("shelf/secret.db");
    write_sample(name);
    assert_int_equal(chmod("shelf/secret.db", 0), 0);
    assert_int_equal(chmod(name, 0444), 0);
    home_write(old, golden[0], (unsigned long)golden_size[0]);
    tamper(old, "UPDATE tournament SET limits = 'start 5 s, move 1 s, no bank'");
    assert_int_equal(chmod(old, 0444), 0);
    for (int may = 0; may < 2; may++) {
        assert_int_equal(chmod("shelf", may ? 0777 : 0555), 0);
        child = fork();
        if (child == 0)
            _exit(use_read_only(name));
        assert_child(child);
        child = fork();
        if (child == 0)
            _exit(use_read_only(old));
        assert_child(child);
    }
    assert_int_equal(chmod("shelf", 0555), 0);
    child = fork();
    if (child == 0)
        _exit(open_in_vain());
    assert_child(child);
    assert_int_equal(chmod("shelf", 0755), 0);
    assert_int_equal(check_whole(name), SAMPLE_MATCHES);
}

/* --- two at once -------------------------------------------------------------------------------
 */

/* Claims the tournament, signals that, and waits to be killed. */
static void claim_and_stay(const char *path, int64_t id, int tell)
{
    struct message message;
    struct store *store = NULL;

    if (store_open(path, &store, &message) == OK && tournament_claim(store, id, &message) == OK)
        (void)!write(tell, "x", 1);
    close(tell);
    for (;;)
        pause();
}

/* A process that has claimed the tournament and runs until it is killed. */
static pid_t start_claimer(const char *path, int64_t id)
{
    int ready[2];
    char byte;
    pid_t child;

    assert_int_equal(pipe(ready), 0);
    child = fork();
    if (child == 0)
        claim_and_stay(path, id, ready[1]);
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return child;
}

static void only_one_process_plays_a_tournament(void **state)
{
    int64_t id = write_sample("claim.db");
    pid_t child = start_claimer("claim.db", id);
    struct store *store;
    struct message message;
    int status;

    (void)state;
    store = open_well("claim.db");
    assert_int_equal(tournament_claim(store, id, &message), ERR_BUSY);
    assert_non_null(strstr(message.text, "is playing tournament"));
    assert_int_equal(tournament_claim(store, id, NULL), ERR_BUSY);
    assert_int_equal(tournament_claim(store, id + 1, &message),
                     OK); /* another tournament is free */
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(tournament_claim(store, id, &message), OK);
    assert_int_equal(tournament_claim(store, id, &message), OK); /* claiming twice is fine */
    store_close(store);
    assert_int_equal(check_whole("claim.db"), SAMPLE_MATCHES);
}

/* Reads the golden files before the test changes to a temporary folder. SQLite needs the full path
 * of a file, so root must choose a folder that the ordinary user it becomes can reach. */
static int start(void **state)
{
    if (geteuid() == 0)
        setenv("TMPDIR", "/tmp", 1);
    golden_size[0] = home_read("tests/golden/tournaments-3.db", golden[0], sizeof golden[0]);
    golden_size[1] = home_read("tests/golden/tournaments-4.db", golden[1], sizeof golden[1]);
    golden_size[2] = home_read("tests/golden/tournaments-5.db", golden[2], sizeof golden[2]);
    return home_enter(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_versions_3_and_4_can_be_used),
        cmocka_unit_test(limits_of_version_3_become_values),
        cmocka_unit_test(old_histories_can_store_tournaments),
        cmocka_unit_test(invalid_values_are_reported),
        cmocka_unit_test(untrusted_texts_are_made_printable),
        cmocka_unit_test(damaged_files_are_harmless),
        cmocka_unit_test(kill_leaves_whole_matches_only),
        cmocka_unit_test(readers_see_whole_matches_while_one_writes),
        cmocka_unit_test(a_file_that_cannot_grow_stays_intact),
        cmocka_unit_test(a_full_disk_leaves_whole_matches),
        cmocka_unit_test(a_read_only_file_can_be_read_by_others),
        cmocka_unit_test(only_one_process_plays_a_tournament),
    };

    return cmocka_run_group_tests(tests, start, home_leave);
}

#else
SKIP_PROGRAM("the file of tournaments", "built without SQLite")
#endif
