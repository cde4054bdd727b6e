/* Matches: the same result on any number of threads, who moves first, and bots that break. */
#include "arena/match.h"

#include "rules/record.h"
#include "support/play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct contest_match play_match(const struct rules *rules, const char *a, const char *b,
                                       uint64_t rounds, uint64_t seed, int threads)
{
    struct match match = {.rules = rules,
                          .bot = {a, b},
                          .rounds = rounds,
                          .seed = {.number = seed},
                          .number = 1,
                          .threads = threads,
                          .max_broken = DEFAULT_MAX_BROKEN};
    struct contest_match result;
    struct message message = {""};

    memset(&result, 0xa5, sizeof result);
    if (match_play(&match, &result, &message) != OK)
        fail_msg("%s", message.text);
    assert_int_equal(result.rounds, rounds);
    assert_int_equal(result.side[0].won + result.side[1].won + result.drawn, rounds);
    return result;
}

static bool same(const struct contest_match *a, const struct contest_match *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static void threads_do_not_change_the_result(void **state)
{
    static const char *const presets[] = {"classic", "advanced", "tournament", "salvo"};

    (void)state;
    for (size_t i = 0; i < sizeof presets / sizeof presets[0]; i++) {
        const struct rules *rules = rules_find(presets[i]);
        struct contest_match one = play_match(rules, "random", "null", 400, 42, 1);

        for (int threads = 2; threads <= 7; threads += threads == 3 ? 4 : 1) {
            struct contest_match many = play_match(rules, "random", "null", 400, 42, threads);

            if (!same(&one, &many))
                fail_msg("%s comes out differently on %d threads", presets[i], threads);
        }
        assert_int_equal(one.whole, 400);
        assert_true(one.side[0].shots > 400 && one.side[1].shots > 400);
    }
}

static void more_threads_than_rounds_are_fine(void **state)
{
    const struct rules *rules = rules_find("classic");
    struct contest_match one = play_match(rules, "random", "random", 3, 1, 1);
    struct contest_match many = play_match(rules, "random", "random", 3, 1, 7);
    struct contest_match none = play_match(rules, "random", "random", 0, 1, 7);

    (void)state;
    assert_true(same(&one, &many));
    assert_int_equal(none.signature, 0);
}

static void seed_and_number_decide(void **state)
{
    const struct rules *rules = rules_find("classic");
    struct match match = {.rules = rules,
                          .bot = {"random", "random"},
                          .rounds = 50,
                          .seed = {.number = 9},
                          .number = 1,
                          .threads = 1,
                          .max_broken = 3};
    struct contest_match first = play_match(rules, "random", "random", 50, 9, 1), other;

    (void)state;
    other = play_match(rules, "random", "random", 50, 9, 1);
    assert_true(same(&first, &other));
    other = play_match(rules, "random", "random", 50, 10, 1);
    assert_true(other.signature != first.signature);
    match.number = 2;
    assert_int_equal(match_play(&match, &other, NULL), OK);
    assert_true(other.signature != first.signature);
}

/* A longer match begins with the rounds of the shorter one. */
static void a_longer_match_starts_with_the_same_rounds(void **state)
{
    const struct rules *rules = rules_find("tournament");
    struct contest_match before = play_match(rules, "random", "null", 10, 3, 1);

    (void)state;
    for (uint64_t rounds = 11; rounds < 20; rounds++) {
        struct contest_match after = play_match(rules, "random", "null", rounds, 3, 1);

        assert_true(after.side[0].won - before.side[0].won <= 1);
        assert_true(after.side[1].won - before.side[1].won <= 1);
        assert_in_range(after.side[0].shots - before.side[0].shots, 1, 100);
        before = after;
    }
}

static void both_sides_have_equal_chances(void **state)
{
    struct contest_match result =
        play_match(rules_find("classic"), "random", "random", 2000, 17, 2);

    (void)state;
    assert_in_range(result.side[0].won, 850, 1150); /* 1000, and more than six deviations */
    assert_int_equal(result.drawn, 0);
}

static void bots_that_cannot_play_are_refused(void **state)
{
    struct match match = {.rules = rules_find("classic"),
                          .bot = {"random", "nobody"},
                          .rounds = 5,
                          .seed = {.number = 1},
                          .threads = 2,
                          .max_broken = 3};
    struct contest_match result;
    struct message message = {""};

    (void)state;
    assert_int_equal(match_play(&match, &result, &message), ERR_UNKNOWN);
    assert_string_equal(message.text, "there is no bot 'nobody'; 'broadside bots' lists them");
    match.bot[0] = "random:x";
    assert_int_equal(match_play(&match, &result, &message), ERR_SYNTAX);
    assert_int_equal(result.rounds, 0);
}

/* --- who moves first ---------------------------------------------------------------------------
 */

static void the_rules_decide_who_moves_first(void **state)
{
    struct rules rules = rules_from("classic", "first=a");
    struct rng rng, before;
    int firsts[2] = {0, 0};

    (void)state;
    rng_seed(&rng, 1);
    before = rng;
    for (int round = 1; round < 10; round++) {
        rules.first = FIRST_A;
        assert_int_equal(game_first(&rules, round, &rng), SIDE_A);
        rules.first = FIRST_B;
        assert_int_equal(game_first(&rules, round, &rng), SIDE_B);
        rules.first = FIRST_ALTERNATE;
        assert_int_equal(game_first(&rules, round, &rng), round % 2 ? SIDE_A : SIDE_B);
    }
    assert_memory_equal(&rng, &before, sizeof rng); /* nothing was drawn */
    rules.first = FIRST_RANDOM;
    for (int round = 1; round <= 1000; round++)
        firsts[game_first(&rules, round, &rng)]++;
    assert_in_range(firsts[0], 420, 580);
}

/* On a tiny board of one ship null against null is decided by who moves first whenever both fleets
 * are alike, so the result shows who moved first. */
static uint64_t wins_of_a(const char *first, uint64_t rounds, uint64_t seed)
{
    char knobs[64];
    struct rules rules;

    snprintf(knobs, sizeof knobs, "board=3x3;fleet=1;first=%s", first);
    rules = rules_from("classic", knobs);
    return play_match(&rules, "null", "null", rounds, seed, 1).side[0].won;
}

static void first_alternates_from_round_to_round(void **state)
{
    int decided = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        uint64_t a1 = wins_of_a("a", 1, seed), b1 = wins_of_a("b", 1, seed);
        uint64_t a2 = wins_of_a("a", 2, seed), b2 = wins_of_a("b", 2, seed);

        assert_int_equal(wins_of_a("alternate", 1, seed), a1);
        assert_int_equal(wins_of_a("alternate", 2, seed), a1 + b2 - b1);
        decided += a2 - a1 != b2 - b1;
    }
    assert_true(decided > 2);
}

/* Rounds are split by who began them, and the turns of the winner are added up. */
static void results_are_split_by_the_first_mover(void **state)
{
    struct rules rules = rules_from("classic", "board=3x3;fleet=1;first=alternate");
    struct contest_match match = play_match(&rules, "null", "null", 400, 3, 2);

    (void)state;
    assert_int_equal(match.first[0], 200);
    assert_int_equal(match.first[1], 200);
    for (int side = 0; side < 2; side++) {
        const struct contest_side *it = &match.side[side];

        assert_int_equal(it->won_by_first[0] + it->won_by_first[1], it->won);
        /* Equal bots: who begins wins whenever both need the same number of shots. */
        assert_true(it->won_by_first[side] > it->won_by_first[1 - side]);
        assert_true(it->won_turns < it->turns && it->won_turns >= it->won);
        assert_true(it->won_turn_squares * it->won >= it->won_turns * it->won_turns);
    }
    assert_int_equal(match.side[0].won_by_first[0] + match.side[1].won_by_first[0], 200);
}

/* --- bots that break ----------------------------------------------------------------------------
 */

static enum broken fire_in_order(struct bot *bot, const struct view *view, struct move *move)
{
    (void)bot;
    move_fire(move, cellset_nth_absent(&view->tracking.shot, rules_cells(&view->rules), 0));
    return BROKEN_NONE;
}

static enum broken fire_at_a1(struct bot *bot, const struct view *view, struct move *move)
{
    (void)bot;
    (void)view;
    move_fire(move, 0);
    return BROKEN_NONE;
}

static enum broken fire_off_the_board(struct bot *bot, const struct view *view, struct move *move)
{
    (void)bot;
    move_fire(move, rules_cells(&view->rules));
    return BROKEN_NONE;
}

static enum broken pass(struct bot *bot, const struct view *view, struct move *move)
{
    (void)bot;
    (void)view;
    *move = (struct move){.kind = MOVE_PASS};
    return BROKEN_NONE;
}

static enum broken crash(struct bot *bot, const struct view *view, struct move *move)
{
    (void)bot;
    (void)view;
    (void)move;
    return BROKEN_CRASH;
}

static enum broken place_nothing(struct bot *bot, const struct view *view, struct layout *layout)
{
    (void)bot;
    (void)view;
    memset(layout, 0, sizeof *layout);
    return BROKEN_NONE;
}

static enum broken stall_while_placing(struct bot *bot, const struct view *view,
                                       struct layout *layout)
{
    (void)bot;
    (void)view;
    (void)layout;
    return BROKEN_STALL;
}

static const struct bot_kind good = {.name = "good", .act = fire_in_order};
static const struct bot_kind repeats = {.name = "repeats", .act = fire_at_a1};
static const struct bot_kind misses_the_board = {.name = "off", .act = fire_off_the_board};
static const struct bot_kind passes = {.name = "passes", .act = pass};
static const struct bot_kind crashes = {.name = "crashes", .act = crash};
static const struct bot_kind misplaces = {
    .name = "misplaces", .act = fire_in_order, .place = place_nothing};
static const struct bot_kind stalls = {
    .name = "stalls", .act = fire_in_order, .place = stall_while_placing};

static struct game game;

static struct round play_round(const char *preset, const struct bot_kind *a,
                               const struct bot_kind *b)
{
    struct bot first = {.kind = a}, second = {.kind = b}, *bots[2] = {&first, &second};
    struct round round;
    struct rng chance;

    memset(&round, 0xa5, sizeof round);
    rng_seed(&chance, 1);
    rng_seed(&first.rng, 2);
    rng_seed(&second.rng, 3);
    round_play(&game, rules_find(preset), bots, SIDE_A, 1, &chance, &round);
    return round;
}

static void assert_round(struct round round, int winner, enum broken a, enum broken b)
{
    assert_int_equal(round.winner, winner);
    assert_int_equal(round.broken[0], a);
    assert_int_equal(round.broken[1], b);
}

static void a_bot_that_breaks_loses_the_round(void **state)
{
    (void)state;
    assert_round(play_round("classic", &repeats, &good), SIDE_B, BROKEN_MOVE, BROKEN_NONE);
    assert_round(play_round("classic", &good, &repeats), SIDE_A, BROKEN_NONE, BROKEN_MOVE);
    assert_round(play_round("classic", &misses_the_board, &good), SIDE_B, BROKEN_MOVE, BROKEN_NONE);
    assert_round(play_round("classic", &good, &passes), SIDE_A, BROKEN_NONE, BROKEN_MOVE);
    assert_round(play_round("classic", &crashes, &good), SIDE_B, BROKEN_CRASH, BROKEN_NONE);
    assert_round(play_round("classic", &misplaces, &good), SIDE_B, BROKEN_PLACEMENT, BROKEN_NONE);
    assert_round(play_round("classic", &good, &misplaces), SIDE_A, BROKEN_NONE, BROKEN_PLACEMENT);
    assert_round(play_round("classic", &good, &stalls), SIDE_A, BROKEN_NONE, BROKEN_STALL);
    assert_round(play_round("salvo", &good, &repeats), SIDE_B, BROKEN_MOVE, BROKEN_NONE);
}

static void an_illegal_move_breaks_even_if_it_only_costs_a_person_the_turn(void **state)
{
    (void)state;
    assert_round(play_round("advanced", &repeats, &good), SIDE_B, BROKEN_MOVE, BROKEN_NONE);
    assert_round(play_round("advanced", &passes, &good), SIDE_B, BROKEN_MOVE, BROKEN_NONE);
    assert_round(play_round("advanced-strict", &good, &misses_the_board), SIDE_A, BROKEN_NONE,
                 BROKEN_MOVE);
}

static void a_round_broken_by_both_is_a_draw(void **state)
{
    (void)state;
    assert_round(play_round("classic", &misplaces, &stalls), NOBODY, BROKEN_PLACEMENT,
                 BROKEN_STALL);
    assert_round(play_round("classic", &misplaces, &misplaces), NOBODY, BROKEN_PLACEMENT,
                 BROKEN_PLACEMENT);
}

static void under_tournament_rules_bad_shots_and_placements_break_nothing(void **state)
{
    (void)state;
    assert_round(play_round("tournament", &repeats, &good), SIDE_B, BROKEN_NONE, BROKEN_NONE);
    assert_int_equal(game_status(&game)->points[SIDE_A], 0);
    assert_true(game.view[SIDE_A].tracking.wasted >= 95);
    assert_round(play_round("tournament", &good, &misplaces), SIDE_A, BROKEN_NONE, BROKEN_NONE);
    assert_int_equal(game_status(&game)->points[SIDE_A], 100);
    assert_round(play_round("tournament", &crashes, &good), SIDE_B, BROKEN_CRASH, BROKEN_NONE);
    assert_round(play_round("tournament", &passes, &good), SIDE_B, BROKEN_MOVE, BROKEN_NONE);
}

/* --- what bots are told -------------------------------------------------------------------------
 */

/* Records the calls it receives, one letter each. */
struct diary {
    char text[4096];
    int secrets;
};

static void note(struct bot *bot, char what)
{
    struct diary *diary = bot->state;
    size_t length = strlen(diary->text);

    if (length + 1 < sizeof diary->text)
        diary->text[length] = what;
}

static void spy_round_start(struct bot *bot, const struct view *view, uint64_t round)
{
    note(bot, view->status.started || round != 1 ? '!' : 'r');
}

static enum broken spy_place(struct bot *bot, const struct view *view, struct layout *layout)
{
    note(bot, 'p');
    return layout_random(&view->rules, &bot->rng, layout) == OK ? BROKEN_NONE : BROKEN_PLACEMENT;
}

/* Uses special moves whenever possible. */
static enum broken spy_act(struct bot *bot, const struct view *view, struct move *move)
{
    note(bot, 'a');
    if (view_can(view, MOVE_SMOKE, NULL) == OK) {
        *move = (struct move){.kind = MOVE_SMOKE};
        return BROKEN_NONE;
    }
    return fire_in_order(bot, view, move);
}

static void spy_outcome(struct bot *bot, const struct view *view, const struct move *move,
                        const struct outcome *outcome)
{
    (void)move;
    note(bot, outcome->mover == view->side ? 'o' : '!');
}

static void spy_enemy_move(struct bot *bot, const struct view *view, const struct move *move,
                           const struct outcome *outcome)
{
    struct diary *diary = bot->state;

    if (move->kind == MOVE_SMOKE) {
        diary->secrets++;
        assert_int_equal(move->cell[0], NO_CELL);
        assert_int_equal(outcome->event[0].cell, NO_CELL);
        assert_true(view->enemy_screens > 0); /* the view already shows the outcome */
    }
    note(bot, outcome->mover == view->side ? '!' : 'e');
}

static void spy_round_end(struct bot *bot, const struct view *view, uint64_t round)
{
    note(bot, view->status.over && round == 1 ? 'E' : '!');
}

static void bots_are_called_in_order_and_see_no_secrets(void **state)
{
    static const struct bot_kind spy = {.name = "spy",
                                        .act = spy_act,
                                        .round_start = spy_round_start,
                                        .place = spy_place,
                                        .outcome = spy_outcome,
                                        .enemy_move = spy_enemy_move,
                                        .round_end = spy_round_end};
    static struct diary diaries[2];
    struct bot a = {.kind = &spy, .state = &diaries[0]}, b = {.kind = &spy, .state = &diaries[1]};
    struct bot *bots[2] = {&a, &b};
    struct round round;
    struct rng chance;

    (void)state;
    memset(diaries, 0, sizeof diaries);
    rng_seed(&chance, 1);
    rng_seed(&a.rng, 2);
    rng_seed(&b.rng, 3);
    round_play(&game, rules_find("advanced"), bots, SIDE_A, 1, &chance, &round);
    assert_int_equal(round.broken[0] + round.broken[1], 0);
    assert_memory_equal(diaries[0].text, "rpaoeaoe", 8);
    assert_memory_equal(diaries[1].text, "rpeaoeao", 8);
    for (int side = 0; side < 2; side++) {
        const char *text = diaries[side].text;

        assert_null(strchr(text, '!'));
        assert_int_equal(text[strlen(text) - 1], 'E');
        assert_int_equal(strspn(text + 2, "aoe"), strlen(text) - 3);
    }
    assert_true(diaries[0].secrets + diaries[1].secrets > 0);
}

/* --- bots from elsewhere ------------------------------------------------------------------------
 */

/* A bot that fires in order, breaks as its state says and counts the ends of rounds. */
struct actor {
    uint64_t breaks_every; /* round; 0 for never */
    uint64_t round, broken_ends, won, lost;
    struct layout fleet[8];
};

static void actor_round_start(struct bot *bot, const struct view *view, uint64_t round)
{
    struct actor *actor = bot->state;

    (void)view;
    actor->round = round;
}

static enum broken actor_act(struct bot *bot, const struct view *view, struct move *move)
{
    struct actor *actor = bot->state;

    if (actor->round <= 8)
        actor->fleet[actor->round - 1] = view->own.layout;
    if (actor->breaks_every && actor->round % actor->breaks_every == 0)
        return BROKEN_STALL;
    return fire_in_order(bot, view, move);
}

static void actor_round_end(struct bot *bot, const struct view *view, uint64_t round)
{
    struct actor *actor = bot->state;

    (void)round;
    assert_true(view->status.over && view->status.turn == NOBODY);
    actor->won += view->status.winner == view->side;
    actor->lost += view->status.winner == 1 - view->side;
    if (view->status.reason == REASON_NONE) {
        actor->broken_ends++;
        assert_int_equal(view->status.points[0] + view->status.points[1], 0);
    }
}

static const char *actor_trouble(const struct bot *bot)
{
    const struct actor *actor = bot->state;

    return actor->breaks_every ? "it looked out of\nthe window" : "";
}

static const struct bot_kind actor_kind = {.name = "actor",
                                           .plays = FEATURE_ALL,
                                           .learns = true,
                                           .state_size = sizeof(struct actor),
                                           .round_start = actor_round_start,
                                           .act = actor_act,
                                           .round_end = actor_round_end,
                                           .trouble = actor_trouble};

/* What a match reports to its host, and the actors as the tests inspect them afterwards. */
struct stage {
    struct actor actor[2]; /* their state when they were freed */
    int opened, closed, kept, failing;
    uint64_t last_kept;
    char texts[16][32768];
};

/* `actor` or `actor:N`, which breaks every Nth round. */
static enum error open_actor(void *context, const char *spec, struct bot **bot,
                             struct message *message)
{
    struct actor *actor;

    (void)context;
    if (strncmp(spec, "actor", 5) != 0)
        return bot_new(spec, bot, message);
    *bot = calloc(1, sizeof **bot);
    actor = calloc(1, sizeof *actor);
    assert_true(*bot && actor);
    if (spec[5] == ':')
        actor->breaks_every = strtoull(spec + 6, NULL, 10);
    (*bot)->kind = &actor_kind;
    (*bot)->state = actor;
    return OK;
}

static enum error note_opened(void *context, int side, struct bot *bot, struct message *message)
{
    struct stage *stage = context;

    (void)message;
    assert_non_null(bot->kind);
    assert_in_range(side, 0, 1);
    stage->opened++;
    return OK;
}

static void note_closing(void *context, int side, struct bot *bot)
{
    struct stage *stage = context;

    if (bot->kind == &actor_kind)
        stage->actor[side] = *(const struct actor *)bot->state;
    stage->closed++;
}

static enum error note_round(void *context, uint64_t number, const struct round *round,
                             struct slice record, struct message *message)
{
    struct stage *stage = context;

    assert_int_equal(number, stage->last_kept + 1);
    assert_in_range(round->winner, SIDE_A, NOBODY);
    assert_true(record.length < sizeof stage->texts[0]);
    if (stage->failing == stage->kept)
        return error_set(ERR_IO, message, "no room");
    if (stage->kept < 16)
        memcpy(stage->texts[stage->kept], record.text, record.length);
    stage->last_kept = number;
    stage->kept++;
    return OK;
}

static const struct bot_opener actors = {open_actor, NULL};

static struct stage *stage_new(void)
{
    struct stage *stage = calloc(1, sizeof *stage);

    assert_non_null(stage);
    stage->failing = -1;
    return stage;
}

static struct contest_match play_staged(struct match *match, struct stage *stage)
{
    struct contest_match result;
    struct message message = {""};

    match->opener = &actors;
    match->context = stage;
    match->opened = note_opened;
    match->closing = note_closing;
    match->number = 1;
    match->threads = 3;
    if (!match->max_broken)
        match->max_broken = 3;
    if (match_play(match, &result, &message) != OK)
        fail_msg("%s", message.text);
    return result;
}

static void both_bots_learn_who_won_a_broken_round(void **state)
{
    struct stage *stage = stage_new();
    struct match match = {.rules = rules_find("classic"),
                          .bot = {"actor", "actor:2"},
                          .rounds = 10,
                          .max_broken = 100};
    struct contest_match result = play_staged(&match, stage);

    (void)state;
    assert_int_equal(stage->opened, 2); /* one instance of each, on any number of threads */
    assert_int_equal(stage->closed, 2);
    assert_int_equal(result.side[1].broken[BROKEN_STALL], 5);
    assert_int_equal(result.whole, 5);
    assert_int_equal(result.unplayed, 0);
    for (int side = 0; side < 2; side++) {
        assert_int_equal(stage->actor[side].broken_ends, 5);
        assert_int_equal(stage->actor[side].won, result.side[side].won);
        assert_int_equal(stage->actor[side].lost, result.side[1 - side].won);
    }
    assert_true(result.side[0].won >= 5);
    assert_int_equal(result.side[0].trouble.round, 0);
    assert_int_equal(result.side[1].trouble.round, 2);
    assert_int_equal(result.side[1].trouble.kind, BROKEN_STALL);
    assert_string_equal(result.side[1].trouble.sentence.text, "it looked out of?the window");
    free(stage);
}

static void a_bot_that_breaks_too_many_rounds_loses_the_rest(void **state)
{
    struct stage *stage = stage_new();
    struct match match = {
        .rules = rules_find("classic"), .bot = {"actor:2", "random"}, .rounds = 100};
    struct contest_match result = play_staged(&match, stage);

    (void)state;
    assert_int_equal(contest_side_broken(&result.side[0]), 3); /* rounds 2, 4, 6 */
    assert_int_equal(result.unplayed, 94);
    assert_true(result.side[1].won >= 97);
    assert_int_equal(result.whole, 3);
    free(stage);
}

/* Rounds 2k-1 and 2k have the same two fleets with sides swapped; bots do not place. */
static void pairs_of_rounds_share_their_fleets(void **state)
{
    struct stage *stage = stage_new();
    struct match match = {.rules = rules_find("classic"),
                          .bot = {"actor", "actor"},
                          .rounds = 8,
                          .seed = {.number = 4},
                          .is_paired = true};
    struct contest_match result = play_staged(&match, stage), other;
    const struct layout *a = stage->actor[0].fleet, *b = stage->actor[1].fleet;
    size_t size = sizeof *a;

    (void)state;
    for (int i = 0; i < 8; i += 2) {
        assert_memory_equal(&a[i], &b[i + 1], size);
        assert_memory_equal(&b[i], &a[i + 1], size);
        assert_memory_not_equal(&a[i], &b[i], size);
        assert_true(i == 0 || memcmp(&a[i], &a[i - 1], size) != 0);
    }
    /* Both play alike, so the better fleet wins on either side. */
    assert_int_equal(result.side[0].won, result.side[1].won);
    match.bot[0] = match.bot[1] = "null";
    match.rounds = 200;
    result = play_staged(&match, stage);
    match.threads = 1;
    other = play_staged(&match, stage);
    assert_true(same(&result, &other));
    free(stage);
}

static void rounds_are_kept_in_order_and_replay(void **state)
{
    struct stage *stage = stage_new();
    struct message unkept = {"?"};
    struct match match = {.rules = rules_find("advanced"),
                          .bot = {"gunner", "actor:3"},
                          .rounds = 6,
                          .seed = {.number = 3},
                          .keep = note_round,
                          .unkept = &unkept};
    struct record_reader *reader = calloc(1, sizeof *reader);
    struct contest_match result = play_staged(&match, stage);
    struct message message = {""};

    (void)state;
    assert_non_null(reader);
    assert_int_equal(stage->kept, 6);
    assert_string_equal(unkept.text, "");
    assert_int_equal(result.rounds, 6);
    for (int i = 0; i < 6; i++) {
        struct outcome outcome;
        struct move move;
        bool more = true, is_broken = i % 3 == 2;

        if (record_open(reader, slice_of(stage->texts[i]), &message) != OK)
            fail_msg("round %d: %s", i + 1, message.text);
        while (more)
            if (record_step(reader, &move, &outcome, &more, &message) != OK)
                fail_msg("round %d: %s", i + 1, message.text);
        assert_int_equal(game_status(&reader->game)->over, !is_broken);
        assert_int_equal(
            strstr(stage->texts[i], "\n# broken b stall: it looked out of?the window\n") != NULL,
            is_broken);
        assert_int_equal(strstr(stage->texts[i], "\nresult ") != NULL, !is_broken);
    }
    free(reader);
    free(stage);
}

static void a_match_continues_if_records_cannot_be_kept(void **state)
{
    struct stage *stage = stage_new();
    struct message unkept = {"?"};
    struct match match = {.rules = rules_find("classic"),
                          .bot = {"random", "random"},
                          .rounds = 10,
                          .seed = {.number = 3},
                          .keep = note_round,
                          .unkept = &unkept};
    struct contest_match result, free_of_care;

    (void)state;
    stage->failing = 4;
    result = play_staged(&match, stage);
    assert_int_equal(stage->kept, 4);
    assert_string_equal(unkept.text, "no room");
    match.keep = NULL;
    free_of_care = play_staged(&match, stage);
    assert_int_equal(result.signature, free_of_care.signature);
    assert_int_equal(result.rounds, 10);
    free(stage);
}

static void wrecks_and_wasted_shots_are_counted(void **state)
{
    struct round round = play_round("tournament", &misplaces, &repeats);

    (void)state;
    assert_round(round, SIDE_B, BROKEN_NONE, BROKEN_NONE);
    assert_int_equal(round.wrecks[SIDE_A], 5);
    assert_int_equal(round.wrecks[SIDE_B], 0);
    round = play_round("tournament", &repeats, &good);
    assert_true(game.view[SIDE_A].tracking.wasted >= 95);
    assert_int_equal(round.wrecks[SIDE_A], 0);
}

static void an_illegal_move_is_explained(void **state)
{
    struct round round = play_round("classic", &good, &repeats);

    (void)state;
    assert_int_equal(round.broken[1], BROKEN_MOVE);
    assert_string_not_equal(round.trouble[1].text, "");
    assert_string_equal(round.trouble[0].text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_do_not_change_the_result),
        cmocka_unit_test(more_threads_than_rounds_are_fine),
        cmocka_unit_test(seed_and_number_decide),
        cmocka_unit_test(a_longer_match_starts_with_the_same_rounds),
        cmocka_unit_test(both_sides_have_equal_chances),
        cmocka_unit_test(bots_that_cannot_play_are_refused),
        cmocka_unit_test(the_rules_decide_who_moves_first),
        cmocka_unit_test(first_alternates_from_round_to_round),
        cmocka_unit_test(results_are_split_by_the_first_mover),
        cmocka_unit_test(a_bot_that_breaks_loses_the_round),
        cmocka_unit_test(an_illegal_move_breaks_even_if_it_only_costs_a_person_the_turn),
        cmocka_unit_test(a_round_broken_by_both_is_a_draw),
        cmocka_unit_test(under_tournament_rules_bad_shots_and_placements_break_nothing),
        cmocka_unit_test(bots_are_called_in_order_and_see_no_secrets),
        cmocka_unit_test(both_bots_learn_who_won_a_broken_round),
        cmocka_unit_test(a_bot_that_breaks_too_many_rounds_loses_the_rest),
        cmocka_unit_test(pairs_of_rounds_share_their_fleets),
        cmocka_unit_test(rounds_are_kept_in_order_and_replay),
        cmocka_unit_test(a_match_continues_if_records_cannot_be_kept),
        cmocka_unit_test(wrecks_and_wasted_shots_are_counted),
        cmocka_unit_test(an_illegal_move_is_explained),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
