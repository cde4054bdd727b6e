/* The matches that the arena delivers: the same on any number of threads, with rounds that add up,
 * even if bots break or do not start or the run is stopped. */
#include "arena/tournament.h"

#include "contest/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BOTS = 5, ROUNDS = 40, ALL = BOTS * (BOTS - 1) / 2 };

/* --- what was delivered --------------------------------------------------------------------------
 */

struct delivered {
    struct contest_match match;
    struct round_note rounds[ROUNDS];
    struct heat_counts heat[2];
    char record[KEPT_ROUNDS][64];
    uint64_t kept[KEPT_ROUNDS];
    int records;
};

struct receiver {
    struct delivered matches[ALL];
    int count, calls;
    int refuse_from; /* calls from this one on fail; 0 for none */
    int stop_at;     /* the call that stops the run; 0 for none */
    atomic_bool stop;
    atomic_flag busy;
};

static enum error on_finished(void *context, const struct contest_match *match,
                              struct message *message)
{
    struct receiver *receiver = context;
    struct delivered *delivered = &receiver->matches[receiver->count];

    assert_false(atomic_flag_test_and_set(&receiver->busy)); /* one at a time */
    receiver->calls++;
    if (receiver->refuse_from && receiver->calls >= receiver->refuse_from) {
        atomic_flag_clear(&receiver->busy);
        return error_set(ERR_IO, message, "call %d: the disk is full", receiver->calls);
    }
    assert_in_range(receiver->count, 0, ALL - 1);
    memset(delivered, 0, sizeof *delivered);
    delivered->match = *match;
    contest_match_detach(&delivered->match);
    memcpy(delivered->rounds, match->notes, match->rounds * sizeof *match->notes);
    for (int side = 0; side < 2; side++)
        delivered->heat[side] = *match->side[side].heat;
    delivered->records = match->records;
    for (int i = 0; i < match->records; i++) {
        delivered->kept[i] = match->record[i].round;
        snprintf(delivered->record[i], sizeof delivered->record[i], "%.*s",
                 (int)match->record[i].text.length, match->record[i].text.text);
    }
    receiver->count++;
    if (receiver->stop_at == receiver->calls)
        atomic_store(&receiver->stop, true);
    atomic_flag_clear(&receiver->busy);
    return OK;
}

static int by_number(const void *a, const void *b)
{
    uint64_t left = ((const struct delivered *)a)->match.pairing.number;
    uint64_t right = ((const struct delivered *)b)->match.pairing.number;

    return (left > right) - (left < right);
}

/* --- bots that break -----------------------------------------------------------------------------
 */

static enum broken crash_act(struct bot *bot, const struct view *view, struct move *move)
{
    const int *round = bot->state;

    (void)move;
    (void)view;
    return *round % 3 == 0 ? BROKEN_CRASH : BROKEN_MOVE_TIMEOUT;
}

static void count_round(struct bot *bot, const struct view *view, uint64_t round)
{
    (void)view;
    *(int *)bot->state = (int)round;
}

static const char *crash_trouble(const struct bot *bot)
{
    (void)bot;
    return "it fell over";
}

/* Breaks every round. */
static const struct bot_kind crasher = {.name = "crasher",
                                        .authors = "",
                                        .summary = "",
                                        .plays = FEATURE_ALL,
                                        .state_size = sizeof(int),
                                        .round_start = count_round,
                                        .act = crash_act,
                                        .trouble = crash_trouble};

/* Every shot goes off the board. */
static enum broken waster_act(struct bot *bot, const struct view *view, struct move *move)
{
    (void)bot;
    *move = (struct move){.kind = MOVE_FIRE, .count = view->stock.salvo};
    for (int i = 0; i < move->count; i++)
        move->cell[i] = NO_CELL;
    return BROKEN_NONE;
}

static const struct bot_kind waster = {
    .name = "waster", .authors = "", .summary = "", .plays = FEATURE_ALL, .act = waster_act};

struct opener_state {
    _Atomic int refusals_left; /* how often `shy` still refuses to start */
};

static enum error open_bot(void *context, const char *spec, struct bot **bot,
                           struct message *message)
{
    struct opener_state *opener = context;

    *bot = NULL;
    if (strcmp(spec, "gone") == 0)
        return error_set(ERR_IO, message, "its files are not there any more");
    if (strcmp(spec, "jailless") == 0)
        return error_set(ERR_JAIL, message, "there is no jail");
    if (strcmp(spec, "shy") == 0 && atomic_fetch_sub(&opener->refusals_left, 1) > 0)
        return error_set(ERR_IO, message, "no process could be started");
    if (strcmp(spec, "crasher") != 0 && strcmp(spec, "waster") != 0)
        return bot_new(strcmp(spec, "shy") == 0 ? "random" : spec, bot, message);
    *bot = calloc(1, sizeof **bot);
    assert_non_null(*bot);
    (*bot)->kind = strcmp(spec, "crasher") == 0 ? &crasher : &waster;
    (*bot)->state = calloc(1, crasher.state_size);
    return OK;
}

/* --- a run ---------------------------------------------------------------------------------------
 */

static struct contest_terms terms;
static struct entrant entrants[BOTS];
static struct pairing pairings[ALL];
static struct receiver *receiver;
static struct opener_state opener_state;
static _Atomic uint64_t rounds_done;

static void enter(int count, const char *const *specs)
{
    memset(entrants, 0, sizeof entrants);
    for (int i = 0; i < count; i++)
        snprintf(entrants[i].spec, sizeof entrants[i].spec, "%s", specs[i]);
    terms = (struct contest_terms){.rules = *rules_find("tournament"),
                                   .seed = {.number = 11},
                                   .rounds = ROUNDS,
                                   .max_broken = DEFAULT_MAX_BROKEN};
}

static void enter_two(const char *a, const char *b)
{
    enter(2, (const char *const[]){a, b});
}

static enum error run(int count, int threads, int keep, struct message *message)
{
    static const struct bot_opener opener = {open_bot, &opener_state};
    struct tournament tournament = {.terms = &terms,
                                    .entrants = entrants,
                                    .opener = &opener,
                                    .threads = threads,
                                    .keep_last = keep,
                                    .finished = on_finished,
                                    .context = receiver,
                                    .stop = &receiver->stop,
                                    .rounds_done = &rounds_done};
    struct contest contest = {.terms = terms, .entrants = entrants, .entrants_count = count};
    int matches = schedule_pairings(&contest, 0, pairings, ALL);
    enum error error;

    receiver->count = receiver->calls = 0;
    atomic_store(&receiver->stop, false);
    rounds_done = 0;
    error = tournament_play(&tournament, pairings, matches, message);
    qsort(receiver->matches, (size_t)receiver->count, sizeof receiver->matches[0], by_number);
    return error;
}

static void forget_times(void)
{
    for (int i = 0; i < receiver->count; i++)
        receiver->matches[i].match.seconds = 0;
}

static int set_up(void **state)
{
    (void)state;
    receiver = calloc(1, sizeof *receiver);
    return receiver ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    free(receiver);
    return 0;
}

/* The notes of the rounds add up to the figures of the match. */
static void check_sums(const struct delivered *delivered)
{
    uint64_t won[2] = {0}, drawn = 0, shots[2] = {0}, broken[2][BROKEN_KINDS] = {{0}};

    for (uint64_t i = 0; i < delivered->match.rounds; i++) {
        const struct round_note *note = &delivered->rounds[i];

        if (note->winner == NOBODY)
            drawn++;
        else
            won[note->winner]++;
        for (int side = 0; side < 2; side++) {
            broken[side][note->broken[side]]++;
            if (!note->broken[0] && !note->broken[1])
                shots[side] += note->shots[side];
        }
    }
    assert_int_equal(drawn, delivered->match.drawn);
    for (int side = 0; side < 2; side++) {
        assert_int_equal(won[side], delivered->match.side[side].won);
        assert_int_equal(shots[side], delivered->match.side[side].shots);
        for (int kind = 1; kind < BROKEN_KINDS; kind++)
            assert_int_equal(broken[side][kind], delivered->match.side[side].broken[kind]);
    }
}

/* --- tests ---------------------------------------------------------------------------------------
 */

static const char *const five[BOTS] = {"random", "null", "hunt", "random", "parity"};

static void threads_do_not_change_matches(void **state)
{
    struct delivered *one = calloc(ALL, sizeof *one);
    struct message message;

    (void)state;
    assert_non_null(one);
    enter(BOTS, five);
    assert_int_equal(run(BOTS, 1, 2, &message), OK);
    assert_int_equal(receiver->count, ALL);
    forget_times();
    memcpy(one, receiver->matches, ALL * sizeof *one);
    for (int threads = 2; threads <= 16; threads += 7) {
        assert_int_equal(run(BOTS, threads, 2, &message), OK);
        forget_times();
        assert_memory_equal(one, receiver->matches, ALL * sizeof *one);
    }
    free(one);
}

static void delivered_matches_add_up(void **state)
{
    struct message message;
    int cells;

    (void)state;
    enter(BOTS, five);
    cells = rules_cells(&terms.rules);
    assert_int_equal(run(BOTS, 2, 2, &message), OK);
    assert_int_equal(rounds_done, ALL * ROUNDS);
    for (int i = 0; i < ALL; i++) {
        const struct delivered *delivered = &receiver->matches[i];
        uint64_t placed = 0, fired[2] = {0};

        assert_int_equal(delivered->match.rounds, ROUNDS);
        assert_int_equal(delivered->match.whole, ROUNDS);
        check_sums(delivered);
        for (int cell = 0; cell < MAX_CELLS; cell++) {
            placed += delivered->heat[0].placed[cell];
            for (int side = 0; side < 2; side++) {
                fired[side] += delivered->heat[side].fired[cell];
                assert_true(cell < cells || !delivered->heat[side].fired[cell]);
            }
        }
        assert_int_equal(placed, ROUNDS * 17); /* the five ships of every round */
        for (int side = 0; side < 2; side++)
            assert_int_equal(fired[side], delivered->match.side[side].shots -
                                              delivered->match.side[side].wasted);
        assert_int_equal(delivered->records, 2);
        assert_int_equal(delivered->kept[0], ROUNDS - 1);
        assert_int_equal(delivered->kept[1], ROUNDS);
        assert_memory_equal(delivered->record[0], "broadside", 9);
    }
}

static void a_match_depends_on_its_number_not_on_other_entrants(void **state)
{
    struct delivered first;
    struct message message;

    (void)state;
    enter(2, five);
    assert_int_equal(run(2, 1, 0, &message), OK);
    forget_times();
    assert_int_equal(receiver->matches[0].records, 0);
    first = receiver->matches[0];
    enter(BOTS, five);
    assert_int_equal(run(BOTS, 2, 0, &message), OK);
    forget_times();
    assert_memory_equal(&first, &receiver->matches[0], sizeof first);
    assert_int_not_equal(receiver->matches[1].match.signature, first.match.signature);
}

static void broken_rounds_are_recorded_and_the_rest_is_lost(void **state)
{
    const struct delivered *delivered = &receiver->matches[0];
    struct message message;

    (void)state;
    enter_two("random", "crasher");
    assert_int_equal(run(2, 1, 2, &message), OK);
    assert_int_equal(receiver->count, 1);
    check_sums(delivered);
    assert_int_equal(rounds_done, ROUNDS); /* including the rounds that were not played */
    assert_int_equal(delivered->match.side[0].won, ROUNDS);
    assert_int_equal(delivered->match.side[1].broken[BROKEN_CRASH] +
                         delivered->match.side[1].broken[BROKEN_MOVE_TIMEOUT],
                     DEFAULT_MAX_BROKEN);
    assert_string_equal(delivered->match.side[1].trouble.sentence.text, "it fell over");
    assert_string_equal(delivered->match.side[0].trouble.sentence.text, "");
    for (int i = DEFAULT_MAX_BROKEN; i < ROUNDS; i++) {
        assert_int_equal(delivered->rounds[i].winner, SIDE_A);
        assert_int_equal(delivered->rounds[i].shots[0], 0);
        assert_int_equal(delivered->rounds[i].first, NOBODY);
    }
}

static void records_of_broken_rounds_replace_whole_ones(void **state)
{
    const struct delivered *delivered = &receiver->matches[0];
    struct message message;

    (void)state;
    enter_two("crasher", "random");
    entrants[0].is_guest = true; /* every round is recorded, because any may break */
    terms.max_broken = 30;
    assert_int_equal(run(2, 1, 3, &message), OK);
    assert_int_equal(delivered->records, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(delivered->kept[i], i + 1);
}

static void a_bot_that_does_not_start_loses(void **state)
{
    static const char *const specs[] = {"gone", "random", "gone"};
    struct message message;

    (void)state;
    enter(3, specs);
    assert_int_equal(run(3, 2, 2, &message), OK);
    assert_int_equal(receiver->count, 3);
    for (int i = 0; i < 3; i++) {
        const struct delivered *delivered = &receiver->matches[i];
        int loser = delivered->match.pairing.a == 0 ? 0 : 1;

        check_sums(delivered);
        assert_int_equal(delivered->match.side[1 - loser].won, ROUNDS);
        assert_int_equal(delivered->match.side[loser].broken[BROKEN_CRASH], 1);
        assert_string_equal(delivered->match.side[loser].trouble.sentence.text,
                            "its files are not there any more");
        assert_int_equal(delivered->match.whole, 0);
    }
    assert_int_equal(rounds_done, 3 * ROUNDS);
}

static void a_start_that_fails_once_is_retried(void **state)
{
    struct message message;

    (void)state;
    enter_two("shy", "null");
    opener_state.refusals_left = 1;
    assert_int_equal(run(2, 1, 2, &message), OK);
    assert_int_equal(receiver->matches[0].match.whole, ROUNDS);
    assert_int_equal(receiver->matches[0].match.side[0].broken[BROKEN_CRASH], 0);
    check_sums(&receiver->matches[0]);
}

static void a_missing_jail_ends_the_run(void **state)
{
    struct message message;

    (void)state;
    enter_two("random", "jailless");
    assert_int_equal(run(2, 1, 2, &message), ERR_JAIL);
    assert_string_equal(message.text, "there is no jail");
    assert_int_equal(receiver->calls, 0);
}

static void an_error_of_the_receiver_ends_the_run(void **state)
{
    struct message message;

    (void)state;
    enter(BOTS, five);
    receiver->refuse_from = 3;
    for (int threads = 1; threads <= 4; threads += 3) {
        assert_int_equal(run(BOTS, threads, 2, &message), ERR_IO);
        assert_string_equal(message.text, "call 3: the disk is full");
        assert_int_equal(receiver->count, 2);
        assert_in_range(receiver->calls, 3, 3 + threads); /* plus the matches under way */
    }
    assert_int_equal(run(BOTS, 1, 2, NULL), ERR_IO);
}

static void stopping_delivers_only_complete_matches(void **state)
{
    struct message message;

    (void)state;
    enter(BOTS, five);
    receiver->stop_at = 2;
    assert_int_equal(run(BOTS, 3, 2, &message), OK);
    assert_in_range(receiver->count, 2, 2 + 2); /* others may have been complete by then */
    for (int i = 0; i < receiver->count; i++)
        check_sums(&receiver->matches[i]);
}

static void paired_rounds_give_both_sides_the_same_fleets(void **state)
{
    struct message message;

    (void)state;
    enter(2, five);
    terms.paired = true;
    assert_int_equal(run(2, 1, 0, &message), OK);
    assert_memory_equal(receiver->matches[0].heat[0].placed, receiver->matches[0].heat[1].placed,
                        sizeof receiver->matches[0].heat[0].placed);
}

/* 4 turns per cell with 32 shots each: more than 16 bits hold. The sums stay exact. */
static void more_shots_than_a_note_holds_are_saturated(void **state)
{
    static const char text[] =
        "preset = salvo\nboard = 32x32\nrepeat-shot = wasted\nfleet = Submarine 1, Submarine 1,"
        " Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1,"
        " Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1,"
        " Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1,"
        " Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1,"
        " Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1";
    const struct delivered *delivered = &receiver->matches[0];
    struct message message = {""};

    (void)state;
    enter_two("waster", "waster");
    if (rules_parse(slice_of(text), &terms.rules, &message) != OK)
        fail_msg("%s", message.text);
    terms.rounds = 1;
    assert_int_equal(run(2, 1, 0, &message), OK);
    for (int side = 0; side < 2; side++) {
        assert_true(delivered->match.side[side].shots > UINT16_MAX);
        assert_int_equal(delivered->rounds[0].shots[side], UINT16_MAX);
    }
}

static void no_pairings_mean_no_matches(void **state)
{
    struct message message;

    (void)state;
    enter(1, five);
    assert_int_equal(run(1, 4, 2, &message), OK);
    assert_int_equal(receiver->calls, 0);
}

#define ARENA_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENA_TEST(threads_do_not_change_matches),
        ARENA_TEST(delivered_matches_add_up),
        ARENA_TEST(a_match_depends_on_its_number_not_on_other_entrants),
        ARENA_TEST(broken_rounds_are_recorded_and_the_rest_is_lost),
        ARENA_TEST(records_of_broken_rounds_replace_whole_ones),
        ARENA_TEST(a_bot_that_does_not_start_loses),
        ARENA_TEST(a_start_that_fails_once_is_retried),
        ARENA_TEST(a_missing_jail_ends_the_run),
        ARENA_TEST(an_error_of_the_receiver_ends_the_run),
        ARENA_TEST(stopping_delivers_only_complete_matches),
        ARENA_TEST(paired_rounds_give_both_sides_the_same_fleets),
        ARENA_TEST(more_shots_than_a_note_holds_are_saturated),
        ARENA_TEST(no_pairings_mean_no_matches),
    };

    return cmocka_run_group_tests_name("arena_tournament", tests, NULL, NULL);
}
