/* Reads stored tournaments in tests and compares them with the sample. Include after cmocka.h. */
#ifndef TESTS_SUPPORT_TOURNAMENT_CHECK_H
#define TESTS_SUPPORT_TOURNAMENT_CHECK_H

#include "support/tournament_sample.h"

#include <stdlib.h>

/* --- everything, of a file that may be damaged -------------------------------------------------
 */

static inline bool ignore_round(void *context, uint64_t round, const struct round_note *note)
{
    uint64_t *rounds = context;

    (void)round;
    assert_true(note->winner <= NOBODY && note->broken[0] < BROKEN_KINDS);
    ++*rounds;
    return true;
}

static inline bool ignore_record(void *context, uint64_t round, struct slice record)
{
    (void)context, (void)round;
    assert_true(record.length <= KEPT_RECORD_MOST);
    return true;
}

static inline enum error read_match(struct store *store, int64_t id,
                                    const struct contest_match *match, struct message *message)
{
    uint64_t number = match->pairing.number, rounds = 0;
    struct buffer trouble, log;
    struct heat_counts heat;
    enum error error = tournament_rounds(store, id, number, ignore_round, &rounds, message);

    if (!error)
        assert_true(rounds == match->rounds);
    buffer_init(&trouble, 1 << 16);
    buffer_init(&log, 1 << 16);
    for (int side = 0; side < 2 && !error; side++) {
        error = tournament_heat(store, id, number, side, &heat, message);
        error = error == ERR_UNKNOWN ? OK : error;
        if (!error)
            error = tournament_trouble(store, id, number, side, &trouble, &log, message);
    }
    if (!error)
        error = tournament_records(store, id, number, ignore_record, NULL, message);
    buffer_release(&trouble);
    buffer_release(&log);
    return error;
}

static inline bool ignore_tournament(void *context, const struct contest *contest)
{
    ++*(int *)context;
    assert_true(contest->terms.format < FORMATS);
    return true;
}

/* Returns the first error; `*matches` are those of the latest tournament. */
static inline enum error read_everything(struct store *store, int *matches, struct message *message)
{
    struct contest contest = {0};
    struct entrant *entrants = NULL;
    struct contest_match *found = NULL;
    int entrants_count = 0, list = 0;
    enum error error = tournament_list(store, ignore_tournament, &list, message);

    *matches = 0;
    if (!error)
        error = tournament_find(store, 0, &contest, message);
    if (!error)
        error = tournament_entrants(store, contest.id, &entrants, &entrants_count, message);
    if (!error)
        error = tournament_matches(store, contest.id, &found, matches, message);
    for (int i = 0; !error && i < *matches; i++)
        error = read_match(store, contest.id, &found[i], message);
    free(entrants);
    free(found);
    return error;
}

/* --- the sample --------------------------------------------------------------------------------
 */

#define assert_ok(call)                                                                            \
    do {                                                                                           \
        struct message problem = {""};                                                             \
        struct message *why = &problem;                                                            \
        if ((call) != OK)                                                                          \
            fail_msg("%s: %s", #call, problem.text);                                               \
    } while (0)

static inline void assert_sample_terms(const struct contest_terms *terms)
{
    struct contest_terms wanted = sample_terms();

    assert_true(rules_equal(&terms->rules, &wanted.rules));
    assert_string_equal(terms->rules.name, wanted.rules.name);
    assert_true(terms->seed.number == wanted.seed.number);
    assert_true(terms->rounds == wanted.rounds);
    assert_int_equal(terms->format, wanted.format);
    assert_int_equal(terms->leaders, wanted.leaders);
    assert_int_equal(terms->stages, wanted.stages);
    assert_int_equal(terms->max_broken, wanted.max_broken);
    assert_int_equal(terms->total, wanted.total);
    assert_int_equal(terms->paired, wanted.paired);
    assert_memory_equal(&terms->limits, &wanted.limits, sizeof wanted.limits);
    assert_string_equal(terms->title, wanted.title);
}

static inline void assert_same_entrant(const struct entrant *found, const struct entrant *wanted)
{
    assert_string_equal(found->spec, wanted->spec);
    assert_string_equal(found->name, wanted->name);
    assert_string_equal(found->id, wanted->id);
    assert_string_equal(found->authors, wanted->authors);
    assert_string_equal(found->league, wanted->league);
    assert_string_equal(found->hash, wanted->hash);
    assert_string_equal(found->why, wanted->why);
    assert_int_equal(found->is_guest, wanted->is_guest);
    assert_int_equal(found->is_out, wanted->is_out);
    assert_int_equal(found->is_gone, wanted->is_gone);
}

static inline void assert_same_match(const struct contest_match *found,
                                     const struct contest_match *wanted)
{
    assert_int_equal(found->pairing.a, wanted->pairing.a);
    assert_int_equal(found->pairing.b, wanted->pairing.b);
    assert_int_equal(found->pairing.stage, wanted->pairing.stage);
    assert_true(found->pairing.number == wanted->pairing.number);
    assert_true(found->rounds == wanted->rounds);
    assert_true(found->drawn == wanted->drawn);
    assert_true(found->whole == wanted->whole);
    assert_true(found->signature == wanted->signature);
    assert_true(found->seconds == wanted->seconds);
    for (int i = 0; i < 2; i++) {
        const struct contest_side *side = &found->side[i], *other = &wanted->side[i];

        assert_true(side->won == other->won);
        assert_true(side->shots == other->shots);
        assert_true(side->wasted == other->wasted);
        assert_true(side->wrecks == other->wrecks);
        assert_memory_equal(side->broken, other->broken, sizeof side->broken);
        assert_true(side->guest.answers == other->guest.answers);
        assert_true(side->guest.used_us == other->guest.used_us);
        assert_true(side->guest.slowest_us == other->guest.slowest_us);
    }
}

struct sample_progress {
    uint64_t number, next;
};

static inline bool assert_sample_round(void *context, uint64_t round, const struct round_note *note)
{
    struct sample_progress *progress = context;
    struct round_note wanted = sample_note(progress->number, round);

    assert_true(round == progress->next++);
    assert_memory_equal(note, &wanted, sizeof wanted);
    return true;
}

static inline bool assert_sample_record(void *context, uint64_t round, struct slice record)
{
    struct sample_progress *progress = context;

    assert_true(round == (progress->next++ ? 1499 : 3));
    assert_true(slice_is(record, round == 3 ? SAMPLE_RECORD : ""));
    return true;
}

static inline void assert_sample_texts(struct store *store, int64_t id, uint64_t number)
{
    struct sample_progress progress = {.number = number};
    struct buffer trouble, log;

    for (int side = 0; side < 2; side++) {
        bool has = number == 0 && side == 1;

        buffer_init(&trouble, 1 << 16);
        buffer_init(&log, 1 << 16);
        assert_ok(tournament_trouble(store, id, number, side, &trouble, &log, why));
        assert_string_equal(trouble.length ? trouble.data : "", has ? SAMPLE_TROUBLE : "");
        assert_string_equal(log.length ? log.data : "", has ? SAMPLE_LOG : "");
        buffer_release(&trouble);
        buffer_release(&log);
    }
    assert_ok(tournament_records(store, id, number, assert_sample_record, &progress, why));
    assert_true(progress.next == (number == 0 ? 2 : 0));
}

static inline void assert_sample_match(struct store *store, int64_t id,
                                       const struct contest_match *found)
{
    uint64_t number = found->pairing.number;
    struct contest_match wanted = sample_match(number, sample_rounds(number));
    struct sample_progress progress = {.number = number};

    assert_same_match(found, &wanted);
    assert_ok(tournament_rounds(store, id, number, assert_sample_round, &progress, why));
    assert_true(progress.next == wanted.rounds);
    for (int side = 0; side < 2; side++) {
        struct heat_counts heat, wanted_heat = sample_heat(number, side);

        memset(&heat, 0xff, sizeof heat);
        assert_ok(tournament_heat(store, id, number, side, &heat, why));
        assert_memory_equal(&heat, &wanted_heat, sizeof heat);
    }
    assert_sample_texts(store, id, number);
}

/* Compares a whole tournament with the sample; the latest for id 0. */
static inline void assert_sample(struct store *store, int64_t id)
{
    struct contest contest;
    struct entrant *entrants = NULL;
    struct contest_match *found = NULL;
    int count = 0;

    assert_ok(tournament_find(store, id, &contest, why));
    assert_sample_terms(&contest.terms);
    assert_int_equal(contest.entrants_count, SAMPLE_ENTRANTS);
    assert_int_equal(contest.matches_count, SAMPLE_MATCHES);
    assert_ok(tournament_entrants(store, contest.id, &entrants, &count, why));
    assert_int_equal(count, SAMPLE_ENTRANTS);
    for (int i = 0; i < count; i++) {
        struct entrant wanted = sample_entrant(i);

        assert_same_entrant(&entrants[i], &wanted);
    }
    assert_ok(tournament_matches(store, contest.id, &found, &count, why));
    assert_int_equal(count, SAMPLE_MATCHES);
    for (int i = 0; i < count; i++) {
        assert_true(found[i].pairing.number == (uint64_t)i);
        assert_sample_match(store, contest.id, &found[i]);
    }
    free(entrants);
    free(found);
}

#endif
