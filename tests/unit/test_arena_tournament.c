/* The matches of a tournament, as the arena hands them over: the same on any number of threads,
 * with rounds that add up to the score, whoever breaks, fails to start, or is stopped. */
#include "arena/tournament.h"

#include "contest/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BOTS = 5, ROUNDS = 40, ALL = BOTS * (BOTS - 1) / 2 };

/* --- what was handed over ------------------------------------------------------------------------
 */

struct heard {
    struct contest_match match;
    struct round_note rounds[ROUNDS];
    struct heat_counts heat[2];
    char record[KEPT_ROUNDS][64];
    uint64_t kept[KEPT_ROUNDS];
    int records;
};

struct audience {
    struct heard matches[ALL];
    int count, calls;
    int refuse_from; /* the call that fails, and those after it; 0 for none */
    int stop_at;     /* the call that stops the run; 0 for none */
    atomic_bool stop;
    atomic_flag busy;
};

static enum error on_finished(void *context, const struct contest_match *match,
                              struct message *message)
{
    struct audience *audience = context;
    struct heard *heard = &audience->matches[audience->count];

    assert_false(atomic_flag_test_and_set(&audience->busy)); /* one at a time */
    audience->calls++;
    if (audience->refuse_from && audience->calls >= audience->refuse_from) {
        atomic_flag_clear(&audience->busy);
        return error_set(ERR_IO, message, "call %d: the disk is full", audience->calls);
    }
    assert_in_range(audience->count, 0, ALL - 1);
    memset(heard, 0, sizeof *heard);
    heard->match = *match;
    contest_match_detach(&heard->match);
    memcpy(heard->rounds, match->notes, match->rounds * sizeof *match->notes);
    for (int side = 0; side < 2; side++)
        heard->heat[side] = *match->side[side].heat;
    heard->records = match->records;
    for (int i = 0; i < match->records; i++) {
        heard->kept[i] = match->record[i].round;
        snprintf(heard->record[i], sizeof heard->record[i], "%.*s",
                 (int)match->record[i].text.length, match->record[i].text.text);
    }
    audience->count++;
    if (audience->stop_at == audience->calls)
        atomic_store(&audience->stop, true);
    atomic_flag_clear(&audience->busy);
    return OK;
}

static int by_number(const void *a, const void *b)
{
    uint64_t left = ((const struct heard *)a)->match.pairing.number;
    uint64_t right = ((const struct heard *)b)->match.pairing.number;

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

/* It breaks whatever it does. */
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

struct house {
    _Atomic int refusals_left; /* of `shy`: so many times it does not start */
};

static enum error open_bot(void *context, const char *spec, struct bot **bot,
                           struct message *message)
{
    struct house *house = context;

    *bot = NULL;
    if (strcmp(spec, "gone") == 0)
        return error_set(ERR_IO, message, "its files are not there any more");
    if (strcmp(spec, "jailless") == 0)
        return error_set(ERR_JAIL, message, "there is no jail");
    if (strcmp(spec, "shy") == 0 && atomic_fetch_sub(&house->refusals_left, 1) > 0)
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
static struct audience *audience;
static struct house house;
static _Atomic uint64_t rounds_done;

static void enter(int count, const char *const *specs)
{
    memset(entrants, 0, sizeof entrants);
    for (int i = 0; i < count; i++)
        snprintf(entrants[i].spec, sizeof entrants[i].spec, "%s", specs[i]);
    terms = (struct contest_terms){.rules = *rules_find("tournament"),
                                   .seed = 11,
                                   .rounds = ROUNDS,
                                   .max_broken = DEFAULT_MAX_BROKEN};
}

static enum error run(int count, int threads, int keep, struct message *message)
{
    static const struct bot_opener opener = {open_bot, &house};
    struct tournament tournament = {.terms = &terms,
                                    .entrants = entrants,
                                    .opener = &opener,
                                    .threads = threads,
                                    .keep_last = keep,
                                    .finished = on_finished,
                                    .context = audience,
                                    .stop = &audience->stop,
                                    .rounds_done = &rounds_done};
    struct contest contest = {.terms = terms, .entrants = entrants, .entrants_count = count};
    int matches = schedule_pairings(&contest, 0, pairings, ALL);
    enum error error;

    audience->count = audience->calls = 0;
    atomic_store(&audience->stop, false);
    rounds_done = 0;
    error = tournament_play(&tournament, pairings, matches, message);
    qsort(audience->matches, (size_t)audience->count, sizeof audience->matches[0], by_number);
    return error;
}

static void forget_times(void)
{
    for (int i = 0; i < audience->count; i++)
        audience->matches[i].match.seconds = 0;
}

static int set_up(void **state)
{
    (void)state;
    audience = calloc(1, sizeof *audience);
    return audience ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    free(audience);
    return 0;
}

/* Rounds and score are about the same games. */
static void check_sums(const struct heard *heard)
{
    uint64_t won[2] = {0}, drawn = 0, shots[2] = {0}, broken[2][BROKEN_KINDS] = {{0}};

    for (uint64_t i = 0; i < heard->match.rounds; i++) {
        const struct round_note *note = &heard->rounds[i];

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
    assert_int_equal(drawn, heard->match.drawn);
    for (int side = 0; side < 2; side++) {
        assert_int_equal(won[side], heard->match.side[side].won);
        assert_int_equal(shots[side], heard->match.side[side].shots);
        for (int kind = 1; kind < BROKEN_KINDS; kind++)
            assert_int_equal(broken[side][kind], heard->match.side[side].broken[kind]);
    }
}

/* --- tests ---------------------------------------------------------------------------------------
 */

static const char *const five[BOTS] = {"random", "null", "hunt", "random", "parity"};

static void threads_change_nothing(void **state)
{
    struct heard *one = calloc(ALL, sizeof *one);
    struct message message;

    (void)state;
    assert_non_null(one);
    enter(BOTS, five);
    assert_int_equal(run(BOTS, 1, 2, &message), OK);
    assert_int_equal(audience->count, ALL);
    forget_times();
    memcpy(one, audience->matches, ALL * sizeof *one);
    for (int threads = 2; threads <= 16; threads += 7) {
        assert_int_equal(run(BOTS, threads, 2, &message), OK);
        forget_times();
        assert_memory_equal(one, audience->matches, ALL * sizeof *one);
    }
    free(one);
}

static void what_is_handed_over_adds_up(void **state)
{
    struct message message;
    int cells;

    (void)state;
    enter(BOTS, five);
    cells = rules_cells(&terms.rules);
    assert_int_equal(run(BOTS, 2, 2, &message), OK);
    assert_int_equal(rounds_done, ALL * ROUNDS);
    for (int i = 0; i < ALL; i++) {
        const struct heard *heard = &audience->matches[i];
        uint64_t placed = 0, fired[2] = {0};

        assert_int_equal(heard->match.rounds, ROUNDS);
        assert_int_equal(heard->match.whole, ROUNDS);
        check_sums(heard);
        for (int cell = 0; cell < MAX_CELLS; cell++) {
            placed += heard->heat[0].placed[cell];
            for (int side = 0; side < 2; side++) {
                fired[side] += heard->heat[side].fired[cell];
                assert_true(cell < cells || !heard->heat[side].fired[cell]);
            }
        }
        assert_int_equal(placed, ROUNDS * 17); /* the five ships of every round */
        for (int side = 0; side < 2; side++)
            assert_int_equal(fired[side],
                             heard->match.side[side].shots - heard->match.side[side].wasted);
        assert_int_equal(heard->records, 2);
        assert_int_equal(heard->kept[0], ROUNDS - 1);
        assert_int_equal(heard->kept[1], ROUNDS);
        assert_memory_equal(heard->record[0], "broadside", 9);
    }
}

static void a_match_is_that_of_its_number_whoever_else_plays(void **state)
{
    struct heard first;
    struct message message;

    (void)state;
    enter(2, five);
    assert_int_equal(run(2, 1, 0, &message), OK);
    forget_times();
    assert_int_equal(audience->matches[0].records, 0);
    first = audience->matches[0];
    enter(BOTS, five);
    assert_int_equal(run(BOTS, 2, 0, &message), OK);
    forget_times();
    assert_memory_equal(&first, &audience->matches[0], sizeof first);
    assert_int_not_equal(audience->matches[1].match.signature, first.match.signature);
}

static void broken_rounds_are_kept_and_the_rest_is_lost(void **state)
{
    static const char *const specs[] = {"random", "crasher"};
    const struct heard *heard = &audience->matches[0];
    struct message message;

    (void)state;
    enter(2, specs);
    assert_int_equal(run(2, 1, 2, &message), OK);
    assert_int_equal(audience->count, 1);
    check_sums(heard);
    assert_int_equal(rounds_done, ROUNDS); /* those that were not played are decided, too */
    assert_int_equal(heard->match.side[0].won, ROUNDS);
    assert_int_equal(heard->match.side[1].broken[BROKEN_CRASH] +
                         heard->match.side[1].broken[BROKEN_MOVE_TIMEOUT],
                     DEFAULT_MAX_BROKEN);
    assert_string_equal(heard->match.side[1].trouble.sentence.text, "it fell over");
    assert_string_equal(heard->match.side[0].trouble.sentence.text, "");
    for (int i = DEFAULT_MAX_BROKEN; i < ROUNDS; i++) {
        assert_int_equal(heard->rounds[i].winner, SIDE_A);
        assert_int_equal(heard->rounds[i].shots[0], 0);
        assert_int_equal(heard->rounds[i].first, NOBODY);
    }
}

static void the_first_broken_rounds_push_out_whole_ones(void **state)
{
    static const char *const specs[] = {"crasher", "random"};
    const struct heard *heard = &audience->matches[0];
    struct message message;

    (void)state;
    enter(2, specs);
    entrants[0].is_guest = true; /* every round is written down, for any may break */
    terms.max_broken = 30;
    assert_int_equal(run(2, 1, 3, &message), OK);
    assert_int_equal(heard->records, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(heard->kept[i], i + 1);
}

static void who_does_not_start_loses(void **state)
{
    static const char *const specs[] = {"gone", "random", "gone"};
    struct message message;

    (void)state;
    enter(3, specs);
    assert_int_equal(run(3, 2, 2, &message), OK);
    assert_int_equal(audience->count, 3);
    for (int i = 0; i < 3; i++) {
        const struct heard *heard = &audience->matches[i];
        int loser = heard->match.pairing.a == 0 ? 0 : 1;

        check_sums(heard);
        assert_int_equal(heard->match.side[1 - loser].won, ROUNDS);
        assert_int_equal(heard->match.side[loser].broken[BROKEN_CRASH], 1);
        assert_string_equal(heard->match.side[loser].trouble.sentence.text,
                            "its files are not there any more");
        assert_int_equal(heard->match.whole, 0);
    }
    assert_int_equal(rounds_done, 3 * ROUNDS);
}

static void a_start_that_fails_once_is_no_loss(void **state)
{
    static const char *const specs[] = {"shy", "null"};
    struct message message;

    (void)state;
    enter(2, specs);
    house.refusals_left = 1;
    assert_int_equal(run(2, 1, 2, &message), OK);
    assert_int_equal(audience->matches[0].match.whole, ROUNDS);
    assert_int_equal(audience->matches[0].match.side[0].broken[BROKEN_CRASH], 0);
    check_sums(&audience->matches[0]);
}

static void without_a_jail_nobody_loses(void **state)
{
    static const char *const specs[] = {"random", "jailless"};
    struct message message;

    (void)state;
    enter(2, specs);
    assert_int_equal(run(2, 1, 2, &message), ERR_JAIL);
    assert_string_equal(message.text, "there is no jail");
    assert_int_equal(audience->calls, 0);
}

static void an_error_of_the_audience_ends_it(void **state)
{
    struct message message;

    (void)state;
    enter(BOTS, five);
    audience->refuse_from = 3;
    for (int threads = 1; threads <= 4; threads += 3) {
        assert_int_equal(run(BOTS, threads, 2, &message), ERR_IO);
        assert_string_equal(message.text, "call 3: the disk is full");
        assert_int_equal(audience->count, 2);
        assert_in_range(audience->calls, 3, 3 + threads); /* those under way */
    }
    assert_int_equal(run(BOTS, 1, 2, NULL), ERR_IO);
}

static void stopping_hands_nothing_over_that_is_half_done(void **state)
{
    struct message message;

    (void)state;
    enter(BOTS, five);
    audience->stop_at = 2;
    assert_int_equal(run(BOTS, 3, 2, &message), OK);
    assert_in_range(audience->count, 2, 2 + 2); /* others may have been complete by then */
    for (int i = 0; i < audience->count; i++)
        check_sums(&audience->matches[i]);
}

static void paired_fleets_are_those_of_both(void **state)
{
    struct message message;

    (void)state;
    enter(2, five);
    terms.paired = true;
    assert_int_equal(run(2, 1, 0, &message), OK);
    assert_memory_equal(audience->matches[0].heat[0].placed, audience->matches[0].heat[1].placed,
                        sizeof audience->matches[0].heat[0].placed);
}

/* 4 turns per cell with 32 shots each: more than 16 bits hold. The sums stay exact. */
static void more_shots_than_a_note_holds_are_saturated(void **state)
{
    static const char *const specs[] = {"waster", "waster"};
    static const char text[] =
        "preset = salvo\nboard = 32x32\nrepeat-shot = wasted\nfleet = Submarine 1, Submarine 1,"
        " Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1,"
        " Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1,"
        " Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1,"
        " Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1,"
        " Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1, Submarine 1";
    const struct heard *heard = &audience->matches[0];
    struct message message = {""};

    (void)state;
    enter(2, specs);
    if (rules_parse(slice_of(text), &terms.rules, &message) != OK)
        fail_msg("%s", message.text);
    terms.rounds = 1;
    assert_int_equal(run(2, 1, 0, &message), OK);
    for (int side = 0; side < 2; side++) {
        assert_true(heard->match.side[side].shots > UINT16_MAX);
        assert_int_equal(heard->rounds[0].shots[side], UINT16_MAX);
    }
}

static void no_pairings_are_no_work(void **state)
{
    struct message message;

    (void)state;
    enter(1, five);
    assert_int_equal(run(1, 4, 2, &message), OK);
    assert_int_equal(audience->calls, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(threads_change_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_handed_over_adds_up, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_match_is_that_of_its_number_whoever_else_plays, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(broken_rounds_are_kept_and_the_rest_is_lost, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_first_broken_rounds_push_out_whole_ones, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(who_does_not_start_loses, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_start_that_fails_once_is_no_loss, set_up, tear_down),
        cmocka_unit_test_setup_teardown(without_a_jail_nobody_loses, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_error_of_the_audience_ends_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(stopping_hands_nothing_over_that_is_half_done, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(paired_fleets_are_those_of_both, set_up, tear_down),
        cmocka_unit_test_setup_teardown(more_shots_than_a_note_holds_are_saturated, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(no_pairings_are_no_work, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("arena_tournament", tests, NULL, NULL);
}
