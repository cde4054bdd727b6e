/* Tournaments in the store: writing and reading.
 *
 * slow: syncs many databases to disk */
#include "store/tournaments.h"

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

#ifdef HAVE_SQLITE3
#include "support/database.h"
#include "support/history.h"
#include "support/tournament_check.h"

static int64_t create_sample(struct store *store)
{
    int64_t id = 0;

    assert_ok(sample_create(store, &id, why));
    return id;
}

static void add_sample(struct store *store, int64_t id)
{
    static const uint64_t order[SAMPLE_MATCHES] = {2, 0, 3, 1};

    for (int i = 0; i < SAMPLE_MATCHES; i++)
        assert_ok(sample_add(store, id, order[i], why));
}

/* Adds a match with this many rounds and nothing else. */
static enum error add_rounds(struct store *store, int64_t id, uint64_t number, uint64_t rounds,
                             struct message *message)
{
    static struct round_note notes[4096];
    struct contest_match match = sample_match(number % 1000, rounds);

    assert_true(rounds <= 4096);
    match.pairing.number = number;
    sample_notes(number, notes, rounds);
    match.notes = notes;
    return tournament_add_match(store, id, &match, message);
}

static int count_matches(struct store *store, int64_t id)
{
    struct contest_match *matches = NULL;
    int count = -1;

    assert_ok(tournament_matches(store, id, &matches, &count, why));
    free(matches);
    return count;
}

/* --- keeping -----------------------------------------------------------------------------------
 */

static void stored_values_can_be_read(void **state)
{
    struct store *store = open_well("kept.db");
    struct contest contest;
    int64_t id = create_sample(store), other;

    (void)state;
    assert_true(id > 0);
    other = create_sample(store); /* tournaments do not share matches */
    assert_true(other > id);
    add_sample(store, id);
    add_sample(store, other);
    assert_sample(store, id);
    assert_sample(store, 0);
    store_close(store);

    store = open_well("kept.db");
    assert_sample(store, id);
    assert_ok(tournament_find(store, 0, &contest, why));
    assert_true(contest.id == other && contest.started > SAMPLE_STARTED);
    assert_true(contest.ended == 0 && !contest.is_complete);
    assert_ok(tournament_set_ended(store, other, 1800000000, why));
    assert_ok(tournament_find(store, other, &contest, why));
    assert_true(contest.ended == 1800000000 && contest.is_complete);
    assert_ok(tournament_set_ended(store, other, 0, why));
    assert_ok(tournament_find(store, other, &contest, why));
    assert_true(contest.ended == 0 && !contest.is_complete);
    store_close(store);
}

static void leagues_and_stages_of_entry_are_stored(void **state)
{
    struct store *store = open_well("leagues.db");
    struct message message = {""};
    struct entrant entrants[SAMPLE_ENTRANTS], late = sample_entrant(0), *found = NULL;
    struct contest contest = {.terms = sample_terms(), .entrants = entrants}, loaded;
    int count = 0;

    (void)state;
    sample_entrants(entrants);
    contest.entrants_count = SAMPLE_ENTRANTS;
    snprintf(contest.terms.leagues, sizeof contest.terms.leagues, "zeta=Y*\nalpha=[GR]*\n");
    assert_ok(tournament_create(store, &contest, why));
    late.joined = 3;
    assert_ok(tournament_add_entrant(store, contest.id, &late, why));
    assert_ok(tournament_find(store, contest.id, &loaded, why));
    assert_string_equal(loaded.terms.leagues, contest.terms.leagues);
    assert_ok(tournament_entrants(store, contest.id, &found, &count, why));
    assert_int_equal(found[0].joined, 0);
    assert_int_equal(found[SAMPLE_ENTRANTS].joined, 3);
    found[0].joined = 2;
    assert_ok(tournament_set_entrant(store, contest.id, 0, &found[0], false, why));
    free(found);
    assert_ok(tournament_entrants(store, contest.id, &found, &count, why));
    assert_int_equal(found[0].joined, 2);
    free(found);
    store_close(store);

    tamper("leagues.db", "UPDATE tournament SET leagues = zeroblob(3)");
    store = open_well("leagues.db");
    assert_int_equal(tournament_find(store, contest.id, &loaded, &message), ERR_MISMATCH);
    assert_non_null(strstr(message.text, "leagues"));
    store_close(store);
}

/* A secret is for the matches to come, until the end of the tournament shows it. */
static void a_secret_lasts_until_the_tournament_is_complete(void **state)
{
    struct store *store = open_well("secret.db");
    struct message message = {""};
    struct contest contest;
    int64_t id = create_sample(store);
    struct seed first = sample_terms().seed, second = {.has_secret = true, .secret = {7}};

    (void)state;
    assert_true(first.has_secret);
    add_sample(store, id);
    assert_ok(tournament_find(store, id, &contest, why));
    assert_true(seed_same_secret(&contest.terms.seed, &first));
    assert_ok(tournament_set_ended(store, id, 0, why)); /* resumed: not complete */
    assert_ok(tournament_find(store, id, &contest, why));
    assert_true(seed_same_secret(&contest.terms.seed, &first));
    assert_ok(tournament_set_ended(store, id, 1800000000, why));
    assert_ok(tournament_find(store, id, &contest, why));
    assert_true(seed_same_secret(&contest.terms.seed, &first));
    assert_ok(tournament_set_ended(store, id, 0, why)); /* continued after its end */
    assert_ok(tournament_find(store, id, &contest, why));
    assert_false(contest.terms.seed.has_secret);
    assert_true(contest.terms.seed.number == first.number);
    assert_ok(tournament_set_secret(store, id, &second, why));
    assert_ok(tournament_load(store, id, &contest, why));
    assert_true(seed_same_secret(&contest.terms.seed, &second));
    assert_true(contest.terms.seed.number == first.number);
    assert_int_equal(contest.matches_count, SAMPLE_MATCHES);
    for (int i = 0; i < SAMPLE_MATCHES; i++)
        assert_int_equal(contest.matches[i].seed.has_secret, contest.matches[i].pairing.number % 2);
    contest_release(&contest);
    store_close(store);
    tamper("secret.db", "UPDATE tournament SET secret = 'abc'");
    store = open_well("secret.db");
    assert_int_equal(tournament_find(store, id, &contest, &message), ERR_MISMATCH);
    assert_non_null(strstr(message.text, "invalid value for secret"));
    store_close(store);
}

static void all_rule_sets_and_formats_can_be_read(void **state)
{
    struct store *store = open_well("terms.db");

    (void)state;
    for (int i = 0; rules_preset(i); i++) {
        struct contest contest = {.terms = sample_terms()}, found;
        struct contest_terms *terms = &contest.terms;

        terms->rules = *rules_preset(i);
        if (i == 0)
            assert_ok(rules_set(&terms->rules, slice_of("touch=no"), why));
        terms->format = (uint8_t)(i % FORMATS);
        terms->paired = i % 2 != 0;
        terms->finish_by = i % 2 ? 1800000000 + i : 0;
        terms->total = i % 3 == 0;
        terms->limits.move_ms = 1234 + (uint32_t)i;
        terms->limits.bank_ms = 0;
        assert_ok(tournament_create(store, &contest, why));
        assert_ok(tournament_find(store, contest.id, &found, why));
        assert_true(found.started == contest.started && found.started > 0);
        assert_true(rules_equal(&found.terms.rules, &terms->rules));
        assert_string_equal(found.terms.rules.name, terms->rules.name);
        assert_int_equal(found.terms.format, terms->format);
        assert_int_equal(found.terms.paired, terms->paired);
        assert_int_equal(found.terms.finish_by, terms->finish_by);
        assert_int_equal(found.terms.total, terms->total);
        assert_memory_equal(&found.terms.limits, &terms->limits, sizeof terms->limits);
        assert_int_equal(found.entrants_count, 0);
    }
    store_close(store);
}

static void any_number_of_rounds_can_be_stored(void **state)
{
    static const uint64_t rounds[] = {0, 1, 1023, 1024, 1025, 2048, 2049, 4096};
    struct store *store = open_well("rounds.db");
    int64_t id = create_sample(store);

    (void)state;
    for (uint64_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        struct sample_progress progress = {.number = i};

        assert_ok(add_rounds(store, id, i, rounds[i], why));
        assert_ok(tournament_rounds(store, id, i, assert_sample_round, &progress, why));
        assert_true(progress.next == rounds[i]);
    }
    store_close(store);
    assert_int_equal(number_from("rounds.db", "SELECT count(*) FROM rounds"),
                     0 + 1 + 1 + 1 + 2 + 2 + 3 + 4);
}

static void matches_are_sorted_by_number(void **state)
{
    static const uint64_t numbers[] = {UINT64_MAX,          5,  0,
                                       (uint64_t)INT64_MAX, 77, (uint64_t)INT64_MAX + 1};
    static const uint64_t wanted[] = {
        0, 5, 77, (uint64_t)INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX};
    enum { COUNT = sizeof numbers / sizeof *numbers };
    struct store *store = open_well("order.db");
    struct contest_match *matches = NULL;
    int64_t id = create_sample(store);
    int count = 0;

    (void)state;
    for (int i = 0; i < COUNT; i++)
        assert_ok(add_rounds(store, id, numbers[i], 3, why));
    assert_ok(tournament_matches(store, id, &matches, &count, why));
    assert_int_equal(count, COUNT);
    for (int i = 0; i < COUNT; i++) {
        struct sample_progress progress = {.number = wanted[i]};

        assert_true(matches[i].pairing.number == wanted[i]);
        assert_ok(tournament_rounds(store, id, wanted[i], assert_sample_round, &progress, why));
        assert_true(progress.next == 3);
    }
    free(matches);
    store_close(store);
}

static bool collect_ids(void *context, const struct contest *contest)
{
    int64_t *ids = context;

    assert_int_equal(contest->matches_count, 0);
    ids[++ids[0]] = contest->id;
    return ids[0] < 2;
}

static void the_list_starts_with_the_latest(void **state)
{
    struct store *store = open_well("list.db");
    int64_t ids[4] = {0}, made[3];

    (void)state;
    for (int i = 0; i < 3; i++)
        made[i] = create_sample(store);
    assert_ok(tournament_list(store, collect_ids, ids, why));
    assert_int_equal(ids[0], 2); /* until it returns false */
    assert_int_equal(ids[1], made[2]);
    assert_int_equal(ids[2], made[1]);
    store_close(store);
}

/* --- refusals ----------------------------------------------------------------------------------
 */

static bool never(void *context, uint64_t round, const struct round_note *note)
{
    (void)context, (void)round, (void)note;
    fail();
    return false;
}

static bool never_record(void *context, uint64_t round, struct slice record)
{
    (void)context, (void)round, (void)record;
    fail();
    return false;
}

static void assert_unknown_match(struct store *store, int64_t id, uint64_t match)
{
    struct message message = {""};
    struct heat_counts heat;
    struct buffer text;

    buffer_init(&text, 100);
    assert_int_equal(tournament_rounds(store, id, match, never, NULL, &message), ERR_UNKNOWN);
    assert_non_null(strstr(message.text, "has no match"));
    assert_int_equal(tournament_heat(store, id, match, 0, &heat, &message), ERR_UNKNOWN);
    assert_int_equal(tournament_trouble(store, id, match, 0, &text, &text, &message), ERR_UNKNOWN);
    assert_int_equal(tournament_records(store, id, match, never_record, NULL, &message),
                     ERR_UNKNOWN);
    buffer_release(&text);
}

static void missing_tournaments_and_matches_are_unknown(void **state)
{
    struct store *store = open_well("unknown.db");
    struct entrant entrant = sample_entrant(0), *entrants = &entrant;
    struct contest contest;
    struct message message = {""};
    struct contest_match *matches = NULL;
    struct heat_counts heat;
    int count = 0;
    int64_t id;

    (void)state;
    assert_int_equal(tournament_find(store, 0, &contest, &message), ERR_UNKNOWN);
    assert_non_null(strstr(message.text, "no tournaments yet"));
    assert_ok(tournament_list(store, collect_ids, NULL, why));
    id = create_sample(store);
    assert_int_equal(tournament_find(store, id + 1, &contest, &message), ERR_UNKNOWN);
    assert_non_null(strstr(message.text, "has no tournament 2"));
    assert_int_equal(tournament_find(store, -1, &contest, &message), ERR_UNKNOWN);
    assert_int_equal(tournament_entrants(store, id + 1, &entrants, &count, &message), ERR_UNKNOWN);
    assert_null(entrants);
    assert_int_equal(tournament_matches(store, id + 1, &matches, &count, &message), ERR_UNKNOWN);
    assert_int_equal(tournament_add_entrant(store, id + 1, &entrant, &message), ERR_UNKNOWN);
    assert_int_equal(tournament_add_entrant(store, 0, &entrant, &message), ERR_UNKNOWN);
    assert_int_equal(tournament_set_entrant(store, id, SAMPLE_ENTRANTS, &entrant, true, &message),
                     ERR_UNKNOWN);
    assert_non_null(strstr(message.text, "has no bot 6"));
    assert_int_equal(tournament_set_ended(store, id + 1, 1, &message), ERR_UNKNOWN);
    assert_unknown_match(store, id, 0);
    assert_ok(add_rounds(store, id, 0, 1, why));
    assert_unknown_match(store, id, 1);
    assert_unknown_match(store, id + 1, 0);
    assert_int_equal(tournament_heat(store, id, 0, 0, &heat, &message), ERR_UNKNOWN);
    assert_non_null(strstr(message.text, "no heat map of side a"));
    store_close(store);
}

static void a_match_is_stored_once_and_between_entrants(void **state)
{
    struct store *store = open_well("refused.db");
    struct message message = {""};
    struct contest_match match;
    int64_t id = create_sample(store);

    (void)state;
    assert_ok(sample_add(store, id, 0, why));
    assert_int_equal(add_rounds(store, id, 0, 7, &message), ERR_REPEAT);
    assert_non_null(strstr(message.text, "match 0 of tournament 1 is already stored"));
    assert_int_equal(add_rounds(store, id + 1, 1, 7, &message), ERR_UNKNOWN);
    assert_non_null(strstr(message.text, "no tournament 2 with bots"));
    match = sample_match(1, 0);
    match.pairing.b = SAMPLE_ENTRANTS;
    assert_int_equal(tournament_add_match(store, id, &match, &message), ERR_UNKNOWN);
    assert_ok(add_rounds(store, id, 1, 7, why));
    assert_int_equal(count_matches(store, id), 2);
    store_close(store);
    assert_int_equal(number_from("refused.db", "SELECT count(*) FROM rounds"), 3);
}

static void invalid_figures_are_refused(void **state)
{
    struct store *store = open_well("senseless.db");
    struct message message = {""};
    int64_t id = create_sample(store);

    (void)state;
    for (int i = 0; i < 12; i++) {
        struct contest_match match = sample_match(0, 0);

        switch (i) {
        case 0:
            match.pairing.a = match.pairing.b;
            break;
        case 1:
            match.pairing.a = -1;
            break;
        case 2:
            match.pairing.b = MAX_ENTRANTS;
            break;
        case 3:
            match.pairing.stage = -1;
            break;
        case 4:
            match.drawn = 1;
            break;
        case 5:
            match.side[1].won = 1;
            break;
        case 6:
            match.whole = 1;
            break;
        case 7:
            match.seconds = NAN;
            break;
        case 8:
            match.seconds = -1;
            break;
        case 9:
            match.side[0].shots = UINT64_MAX;
            break;
        case 10:
            match.side[1].guest.slowest_us = MOST_COUNT + 1;
            break;
        default:
            match.side[1].broken[BROKEN_CRASH] = (uint64_t)1 << 63;
            break;
        }
        assert_int_equal(tournament_add_match(store, id, &match, &message), ERR_RANGE);
        assert_non_null(strstr(message.text, "invalid figures"));
    }
    assert_int_equal(count_matches(store, id), 0);
    store_close(store);
}

/* --- entrants ----------------------------------------------------------------------------------
 */

static void entrants_can_be_added_changed_and_removed(void **state)
{
    struct store *store = open_well("entrants.db");
    struct entrant late = sample_entrant(9), *entrants = NULL;
    struct contest_match *matches = NULL;
    int64_t id = create_sample(store);
    int count = 0;

    (void)state;
    add_sample(store, id);
    assert_ok(tournament_add_entrant(store, id, &late, why));
    snprintf(late.hash, sizeof late.hash, "another version");
    assert_ok(tournament_set_entrant(store, id, 1, &late, true, why));
    late.is_gone = true;
    assert_ok(tournament_set_entrant(store, id, 2, &late, false, why));
    assert_ok(tournament_entrants(store, id, &entrants, &count, why));
    assert_int_equal(count, SAMPLE_ENTRANTS + 1);
    assert_string_equal(entrants[1].hash, "another version");
    assert_false(entrants[1].is_gone);
    assert_true(entrants[2].is_gone);
    assert_string_equal(entrants[5].name, late.name);
    free(entrants);
    assert_ok(tournament_matches(store, id, &matches, &count, why));
    assert_int_equal(count, 2); /* matches 0 and 2 of the second entrant are gone */
    for (int i = 0; i < count; i++)
        assert_sample_match(store, id, &matches[i]);
    free(matches);
    assert_unknown_match(store, id, 0);
    assert_int_equal(number_from("entrants.db", "SELECT count(*) FROM rounds"), 2);
    assert_int_equal(number_from("entrants.db", "SELECT count(*) FROM heat"), 4);
    assert_int_equal(number_from("entrants.db", "SELECT count(*) FROM trouble"), 0);
    assert_int_equal(number_from("entrants.db", "SELECT count(*) FROM record"), 0);
    assert_ok(sample_add(store, id, 0, why)); /* played again */
    assert_ok(sample_add(store, id, 2, why));
    assert_int_equal(count_matches(store, id), SAMPLE_MATCHES);
    store_close(store);
}

static void the_number_of_entrants_is_limited(void **state)
{
    struct store *store = open_well("many.db");
    struct entrant *entrants = calloc(MAX_ENTRANTS + 1, sizeof *entrants), *found = NULL;
    struct contest contest = {.terms = sample_terms(), .entrants = entrants}, loaded;
    struct message message = {""};
    int count = 0;

    (void)state;
    assert_non_null(entrants);
    for (int i = 0; i <= MAX_ENTRANTS; i++)
        entrants[i] = sample_entrant(i);
    contest.entrants_count = MAX_ENTRANTS + 1;
    assert_int_equal(tournament_create(store, &contest, &message), ERR_RANGE);
    assert_int_equal(contest.id, 0);
    contest.entrants_count = MAX_ENTRANTS;
    assert_ok(tournament_create(store, &contest, why));
    assert_int_equal(tournament_add_entrant(store, contest.id, &entrants[0], &message), ERR_RANGE);
    assert_ok(tournament_load(store, contest.id, &loaded, why));
    assert_int_equal(loaded.entrants_count, MAX_ENTRANTS);
    assert_same_entrant(&loaded.entrants[MAX_ENTRANTS - 1], &entrants[MAX_ENTRANTS - 1]);
    contest_release(&loaded);
    assert_ok(tournament_entrants(store, contest.id, &found, &count, why));
    assert_int_equal(count, MAX_ENTRANTS);
    for (int i = 0; i < count; i++)
        assert_same_entrant(&found[i], &entrants[i]);
    free(found);
    free(entrants);
    store_close(store);
}

/* --- texts -------------------------------------------------------------------------------------
 */

static void logs_are_cut_and_made_printable(void **state)
{
    static const char noise[] = "a\tb\0c\x1b[2J\r\nd\xff\xc3\xa9\n";
    static char long_log[3 * KEPT_LOG];
    struct store *store = open_well("logs.db");
    struct contest_match match = sample_match(0, 0);
    struct message message = {""};
    struct buffer trouble, log;
    int64_t id = create_sample(store);

    (void)state;
    memset(long_log, 'x', sizeof long_log);
    match.side[0].log = (struct slice){noise, sizeof noise - 1};
    match.side[1].log = (struct slice){long_log, sizeof long_log};
    memset(match.side[1].trouble.sentence.text, 'y', MESSAGE_SIZE - 1);
    buffer_init(&trouble, 1 << 20);
    buffer_init(&log, 1 << 20);
    assert_ok(tournament_add_match(store, id, &match, why));
    assert_ok(tournament_trouble(store, id, 0, 0, &trouble, &log, why));
    assert_int_equal(trouble.length, 0);
    assert_string_equal(log.data, "a b?c?[2J \nd?\xc3\xa9\n");
    log.length = 0;
    assert_ok(tournament_trouble(store, id, 0, 1, &trouble, &log, why));
    assert_int_equal(trouble.length, MESSAGE_SIZE - 1);
    assert_int_equal(log.length, KEPT_LOG);
    buffer_release(&log);
    buffer_init(&log, 100);
    assert_int_equal(tournament_trouble(store, id, 0, 1, &trouble, &log, &message), ERR_FULL);
    assert_non_null(strstr(message.text, "too long"));
    buffer_release(&trouble);
    buffer_release(&log);
    store_close(store);
}

static void a_match_with_a_huge_record_is_refused(void **state)
{
    static char endless[KEPT_RECORD_MOST + 1];
    struct contest_record records[2] = {{1, {"x", 1}}, {2, {endless, sizeof endless}}};
    struct store *store = open_well("endless.db");
    struct contest_match match = sample_match(0, 0);
    struct message message = {""};
    int64_t id = create_sample(store);

    (void)state;
    memset(endless, 'x', sizeof endless);
    match.record = records;
    match.records = 2;
    assert_int_equal(tournament_add_match(store, id, &match, &message), ERR_RANGE);
    assert_int_equal(count_matches(store, id), 0);
    records[1].text.length--;
    assert_ok(tournament_add_match(store, id, &match, why));
    store_close(store);
    assert_int_equal(number_from("endless.db", "SELECT count(*) FROM record"), 2);
}

/* --- asking within asking ----------------------------------------------------------------------
 */

struct nested {
    struct store *store;
    int64_t id;
    uint64_t outer;
    int calls;
};

static bool ask_again(void *context, uint64_t round, const struct round_note *note)
{
    struct nested *nested = context;
    struct sample_progress progress = {.number = 1};

    (void)note;
    assert_true(round == nested->outer++);
    assert_ok(tournament_rounds(nested->store, nested->id, 1, assert_sample_round, &progress, why));
    assert_true(progress.next == 10);
    nested->calls++;
    return nested->calls < 1200;
}

static void callbacks_may_query_the_store(void **state)
{
    struct store *store = open_well("nested.db");
    struct nested nested = {.store = store, .id = create_sample(store)};

    (void)state;
    add_sample(store, nested.id);
    assert_ok(tournament_rounds(store, nested.id, 0, ask_again, &nested, why));
    assert_int_equal(nested.calls, 1200); /* until it returns false, in the second chunk */
    assert_sample(store, nested.id);
    store_close(store);
}

/* --- other processes ---------------------------------------------------------------------------
 */

static void a_locked_file_is_reported(void **state)
{
    struct store *store = open_well("locked.db");
    sqlite3 *other = NULL;
    struct message message = {""};
    int64_t id = create_sample(store);

    (void)state;
    assert_int_equal(sqlite3_open("locked.db", &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(add_rounds(store, id, 300, 50, &message), ERR_BUSY);
    assert_non_null(strstr(message.text, "locked"));
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    assert_ok(add_rounds(store, id, 300, 50, why));
    sqlite3_close(other);
    store_close(store);
}

static void games_and_tournaments_share_a_file(void **state)
{
    struct store *store = open_well("shared.db");
    int64_t id = create_sample(store);

    (void)state;
    add_sample(store, id);
    add_some(store, "a game between matches");
    assert_ok(add_rounds(store, id, 4, 50, why));
    assert_int_equal(games_of(store, &everything).count, 1);
    assert_int_equal(count_matches(store, id), SAMPLE_MATCHES + 1);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stored_values_can_be_read),
        cmocka_unit_test(leagues_and_stages_of_entry_are_stored),
        cmocka_unit_test(a_secret_lasts_until_the_tournament_is_complete),
        cmocka_unit_test(all_rule_sets_and_formats_can_be_read),
        cmocka_unit_test(any_number_of_rounds_can_be_stored),
        cmocka_unit_test(matches_are_sorted_by_number),
        cmocka_unit_test(the_list_starts_with_the_latest),
        cmocka_unit_test(missing_tournaments_and_matches_are_unknown),
        cmocka_unit_test(a_match_is_stored_once_and_between_entrants),
        cmocka_unit_test(invalid_figures_are_refused),
        cmocka_unit_test(entrants_can_be_added_changed_and_removed),
        cmocka_unit_test(the_number_of_entrants_is_limited),
        cmocka_unit_test(logs_are_cut_and_made_printable),
        cmocka_unit_test(a_match_with_a_huge_record_is_refused),
        cmocka_unit_test(callbacks_may_query_the_store),
        cmocka_unit_test(a_locked_file_is_reported),
        cmocka_unit_test(games_and_tournaments_share_a_file),
    };

    return cmocka_run_group_tests(tests, home_enter, home_leave);
}

#else
SKIP_PROGRAM("tournaments in the store", "built without SQLite")
#endif
