/* Files of a plan: published copies of a store, and joining them.
 *
 * slow: syncs many databases to disk */
#include "store/parts.h"

#include "store/part_progress.h"

#include "support/home.h"
#include "support/skip_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#ifdef HAVE_SQLITE3
#include "support/database.h"
#include "support/history.h"
#include "support/tournament_check.h"

#define KEY "0123456789abcdef0123456789abcdef"
#define OTHER_KEY "fedcba9876543210fedcba9876543210"

/* A scratch store with the sample tournament and no match. */
static struct store *open_scratch(const char *key, struct shard shard, int64_t *id)
{
    static struct entrant entrants[SAMPLE_ENTRANTS];
    struct contest contest = {.terms = sample_terms(),
                              .entrants = entrants,
                              .entrants_count = SAMPLE_ENTRANTS,
                              .plan = {.version = "1", .shard = shard}};
    struct store *store = NULL;

    snprintf(contest.plan.key, sizeof contest.plan.key, "%s", key);
    sample_entrants(entrants);
    entrants[1].share_us = 77;
    assert_ok(store_open_scratch(&store, why));
    assert_ok(tournament_create(store, &contest, why));
    *id = contest.id;
    return store;
}

/* Publishes a part with these matches, given as bits. */
static void publish(const char *path, const char *key, struct shard shard, unsigned matches)
{
    int64_t id = 0;
    struct store *store = open_scratch(key, shard, &id);

    for (uint64_t i = 0; i < SAMPLE_MATCHES; i++)
        if (matches >> i & 1)
            assert_ok(sample_add(store, id, i, why));
    assert_ok(store_publish(store, path, why));
    store_close(store);
}

static enum error merge(struct store *store, int64_t id, const char *path,
                        struct merge_result *result, struct message *message)
{
    *result = (struct merge_result){.conflict = result->conflict, .context = result->context};
    return parts_merge(store, PLAN_TOURNAMENT, id, path, result, message);
}

/* --- publishing --------------------------------------------------------------------------------*/

static void a_published_file_is_whole_and_private(void **state)
{
    struct store *store;
    struct contest contest = {.id = 0};
    struct stat status;

    (void)state;
    publish("whole.db", KEY, (struct shard){2, 3}, 0xf);
    assert_int_equal(stat("whole.db", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_ok(store_open_published("whole.db", &store, why));
    assert_sample(store, 0);
    store_close(store);
    assert_true(access("whole.db-wal", F_OK) != 0 && access("whole.db-shm", F_OK) != 0);
    assert_ok(parts_read("whole.db", &contest, why));
    assert_string_equal(contest.plan.key, KEY);
    assert_string_equal(contest.plan.version, "1");
    assert_int_equal(contest.plan.shard.part, 2);
    assert_int_equal(contest.plan.shard.parts, 3);
    assert_int_equal(contest.matches_count, SAMPLE_MATCHES);
    assert_int_equal(contest.entrants[1].share_us, 77);
    contest_release(&contest);
}

static void publishing_replaces_the_file_or_changes_nothing(void **state)
{
    struct contest contest = {.id = 0};
    struct message message = {""};
    struct store *store;
    int64_t id;

    (void)state;
    publish("again.db", KEY, (struct shard){1, 2}, 1);
    publish("again.db", KEY, (struct shard){1, 2}, 3);
    assert_ok(parts_read("again.db", &contest, why));
    assert_int_equal(contest.matches_count, 2);
    contest_release(&contest);

    store = open_scratch(KEY, (struct shard){1, 2}, &id);
    assert_int_equal(store_publish(store, "missing/again.db", &message), ERR_IO);
    assert_non_null(strstr(message.text, "missing/again.db"));
    assert_int_equal(mkdir("folder", 0700), 0);
    assert_int_equal(store_publish(store, "folder", &message), ERR_IO);
    store_close(store);
}

static void files_that_are_not_published_are_refused(void **state)
{
    struct message message = {""};
    struct store *store = open_well("open.db"), *published = NULL;

    (void)state;
    assert_int_equal(store_open_published("gone.db", &published, &message), ERR_UNKNOWN);
    assert_null(published);
    assert_int_equal(store_open_published("open.db", &published, &message), ERR_BUSY);
    assert_non_null(strstr(message.text, "open.db-wal"));
    store_close(store);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_int_equal(store_open_published("pipe", &published, &message), ERR_MISMATCH);
}

/* At every length a file that was cut off is refused: SQLite itself accepts part of a page. */
static void files_that_were_cut_off_are_refused(void **state)
{
    struct merge_result result = {.added = 0};
    struct message message;
    struct stat status;
    int64_t id;
    struct store *store = open_scratch(KEY, (struct shard){0, 0}, &id);

    (void)state;
    publish("cut.db", KEY, (struct shard){1, 2}, 0xf);
    assert_int_equal(stat("cut.db", &status), 0);
    while (status.st_size > 0) {
        status.st_size -= status.st_size % 4096 ? status.st_size % 4096 : 1023;
        assert_int_equal(truncate("cut.db", status.st_size), 0);
        assert_int_equal(merge(store, id, "cut.db", &result, &message), ERR_MISMATCH);
        assert_non_null(strstr(message.text, "cut.db is damaged"));
        assert_true(result.added == 0);
    }
    store_close(store);
}

/* --- joining -----------------------------------------------------------------------------------*/

static void joined_parts_are_the_whole_tournament(void **state)
{
    struct merge_result result = {.added = 0};
    int64_t id;
    struct store *store = open_scratch(KEY, (struct shard){0, 0}, &id);

    (void)state;
    publish("one.db", KEY, (struct shard){1, 2}, 0x5);
    publish("two.db", KEY, (struct shard){2, 2}, 0xe);
    assert_ok(merge(store, id, "one.db", &result, why));
    assert_true(result.added == 2 && result.known == 0 && result.conflicting == 0);
    assert_int_equal(result.shard.part, 1);
    assert_int_equal(result.shard.parts, 2);
    assert_ok(merge(store, id, "two.db", &result, why));
    assert_true(result.added == 2 && result.known == 1 && result.conflicting == 0);
    assert_ok(merge(store, id, "one.db", &result, why)); /* again changes nothing */
    assert_true(result.added == 0 && result.known == 2 && result.conflicting == 0);
    assert_sample(store, id);
    store_close(store);
}

static void note_conflict(void *context, const struct pairing *pairing)
{
    uint64_t *number = context;

    *number = pairing->number;
}

static void the_first_of_two_results_stays(void **state)
{
    uint64_t number = 0;
    struct merge_result result = {.conflict = note_conflict, .context = &number};
    int64_t id;
    struct store *store = open_scratch(KEY, (struct shard){0, 0}, &id);

    (void)state;
    publish("one.db", KEY, (struct shard){1, 2}, 0xf);
    publish("odd.db", KEY, (struct shard){1, 2}, 0xf);
    tamper("odd.db", "UPDATE match SET signature = 1 WHERE number = 2");
    assert_ok(merge(store, id, "one.db", &result, why));
    assert_ok(merge(store, id, "odd.db", &result, why));
    assert_true(result.known == SAMPLE_MATCHES && result.conflicting == 1 && number == 2);
    assert_sample(store, id);
    store_close(store);
}

static void files_of_others_are_refused(void **state)
{
    static const struct {
        const char *sql, *message;
    } changes[] = {
        {"UPDATE entrant SET hash = 'x' WHERE number = 1", "changed.db has other bots"},
        {"DELETE FROM match; DELETE FROM entrant WHERE number = 4", "changed.db has other bots"},
        {"UPDATE tournament SET plan_key = '" OTHER_KEY "'", "does not belong to the same plan"},
        {"UPDATE tournament SET plan_key = ''", "does not belong to the same plan"},
        {"DELETE FROM tournament", "does not belong to the same plan"},
        {"PRAGMA user_version = 3", "is not a file of this version"},
        {"PRAGMA application_id = 3", "is not a file of this version"},
    };
    struct merge_result result = {.added = 0};
    int64_t id;
    struct store *store = open_scratch(KEY, (struct shard){0, 0}, &id);

    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct message message = {""};

        publish("changed.db", KEY, (struct shard){1, 2}, 0xf);
        tamper("changed.db", changes[i].sql);
        assert_int_equal(merge(store, id, "changed.db", &result, &message), ERR_MISMATCH);
        if (!strstr(message.text, changes[i].message))
            fail_msg("%s: %s", changes[i].sql, message.text);
    }
    publish("changed.db", KEY, (struct shard){1, 2}, 0x1); /* nothing was added, and it goes on */
    assert_ok(merge(store, id, "changed.db", &result, why));
    assert_true(result.added == 1 && result.known == 0);
    store_close(store);
}

/* --- progress ----------------------------------------------------------------------------------*/

static void only_matches_of_the_stage_count(void **state)
{
    struct part_progress progress, all;

    (void)state;
    publish("stage.db", KEY, (struct shard){1, 2}, 0xf);
    tamper("stage.db", "UPDATE match SET stage = 0, seconds = 1");
    assert_ok(part_progress_read("stage.db", 0, &all, why));
    assert_true(all.count == SAMPLE_MATCHES && all.seconds == 4 && !all.is_other_stage);
    tamper("stage.db", "UPDATE match SET stage = 1 WHERE number > 0");
    assert_ok(part_progress_read("stage.db", 0, &progress, why));
    assert_true(progress.count == 1 && progress.seconds == 1 && progress.work < all.work);
    assert_false(progress.is_other_stage);
    assert_ok(part_progress_read("stage.db", 1, &progress, why));
    assert_true(progress.count == SAMPLE_MATCHES - 1 && !progress.is_other_stage);
    assert_ok(part_progress_read("stage.db", 2, &progress, why));
    assert_true(progress.count == 0 && progress.work == 0 && progress.is_other_stage);
    publish("empty.db", KEY, (struct shard){1, 2}, 0);
    assert_ok(part_progress_read("empty.db", 2, &progress, why));
    assert_true(progress.count == 0 && !progress.is_other_stage);
    assert_int_equal(progress.plan.shard.part, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_published_file_is_whole_and_private),
        cmocka_unit_test(publishing_replaces_the_file_or_changes_nothing),
        cmocka_unit_test(files_that_are_not_published_are_refused),
        cmocka_unit_test(files_that_were_cut_off_are_refused),
        cmocka_unit_test(joined_parts_are_the_whole_tournament),
        cmocka_unit_test(the_first_of_two_results_stays),
        cmocka_unit_test(files_of_others_are_refused),
        cmocka_unit_test(only_matches_of_the_stage_count),
    };

    return cmocka_run_group_tests(tests, home_enter, home_leave);
}

#else
SKIP_PROGRAM("files of a plan", "built without SQLite")
#endif
