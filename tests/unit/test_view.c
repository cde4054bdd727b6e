/* Views: they contain only what the side may know, and legality follows from them alone. */
#include "rules/game.h"

#include "support/play.h"
#include "support/shadow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES_PER_SET = 12, MOST_MOVES = 1500 };

static struct game game;
static struct shadow shadow;

/* --- what a side may know ----------------------------------------------------------------------
 */

static void views_contain_only_what_the_side_may_know(void **state)
{
    struct rules rules;
    struct play play;

    (void)state;
    for (int set = 0; play_rules(set, &rules); set++) {
        for (uint64_t seed = 0; seed < GAMES_PER_SET; seed++) {
            play_open(&play, 1000 + seed);
            play_start(&game, &rules, &play.rng);
            shadow_start(&shadow, &game);
            for (int i = 0; i < MOST_MOVES && !game_status(&game)->over; i++) {
                const char *part;

                play_move(&play, &game);
                if (play.applied)
                    shadow_note(&shadow, &play.move, &play.outcome);
                part = shadow_difference(&shadow, &game);
                if (part)
                    fail_msg("%s, seed %d, move %d (%s): %s differs", rules.name, (int)seed, i,
                             move_word((enum move_kind)play.move.kind), part);
            }
            play_close(&play);
        }
    }
}

/* Two games with the same moves and the same answers to side a, but different fleets of side b.
 * Side a cannot tell them apart, so its views must be equal. */
enum { STORY = 200 };

struct story {
    struct layout layout[2];
    int first, moves;
    struct move move[STORY];
    struct outcome outcome[STORY];
};

static void tell_story(struct story *story, const struct rules *rules, uint64_t seed, int moves)
{
    struct play play;

    play_open(&play, seed);
    play_start(&game, rules, &play.rng);
    story->first = game_status(&game)->first;
    for (int side = 0; side < 2; side++)
        story->layout[side] = game.view[side].own.layout;
    story->moves = 0;
    while (story->moves < moves && !game_status(&game)->over) {
        play_move(&play, &game);
        if (!play.applied)
            continue;
        story->move[story->moves] = play.move;
        story->outcome[story->moves++] = play.outcome;
    }
    play_close(&play);
}

static bool sounds_the_same(const struct story *story, int i, const struct outcome *outcome,
                            const struct rules *rules)
{
    char texts[2][4096];

    for (int which = 0; which < 2; which++) {
        struct move move = story->move[i];
        struct outcome seen = which ? *outcome : story->outcome[i];
        struct writer writer;

        if (seen.mover == SIDE_B)
            outcome_conceal(&move, &seen);
        writer_init(&writer, texts[which], sizeof texts[which]);
        outcome_print(&seen, rules, &writer);
        writer_format(&writer, "; %d %d", seen.turn_over, seen.next);
    }
    return strcmp(texts[0], texts[1]) == 0;
}

/* Plays the same moves with another fleet of b; false as soon as an answer differs. */
static bool retell(const struct story *story, const struct rules *rules, const struct layout *other,
                   struct game *again)
{
    game_init(again, rules, story->first);
    if (game_place(again, SIDE_A, &story->layout[0], NULL) != OK ||
        game_place(again, SIDE_B, other, NULL) != OK)
        return false;
    for (int i = 0; i < story->moves; i++) {
        struct outcome outcome;

        if (game_apply(again, &story->move[i], &outcome, NULL) != OK ||
            !sounds_the_same(story, i, &outcome, rules))
            return false;
    }
    return true;
}

static void a_view_never_depends_on_the_enemy_layout(void **state)
{
    static const char *const knobs[] = {
        "board=4x4;fleet=2,1",
        "board=4x4;fleet=2,1;smoke=shield;announce=none",
        "board=5x4;fleet=2,1,1;smoke=cells;hints=3;hint-after=1",
        "board=5x5;fleet=1x3;reinforce=1;hints=2;hint-after=1",
        "board=5x5;fleet=1x3;reinforce=1;reinforce-kind=new;touch=no",
        "board=4x4;fleet=1x3;salvo=yes;repeat-shot=wasted;announce=each-hit",
    };
    static struct story story;
    static struct game again;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 8);
    for (size_t set = 0; set < sizeof knobs / sizeof knobs[0]; set++) {
        struct rules rules = rules_from("advanced", knobs[set]);
        int twins = 0;

        for (uint64_t seed = 0; seed < 60; seed++) {
            tell_story(&story, &rules, seed, 4 + (int)(seed % 14));
            for (int tries = 0; tries < 60; tries++) {
                struct layout other;
                const char *part;

                assert_int_equal(layout_random(&rules, &rng, &other), OK);
                if (memcmp(&other, &story.layout[SIDE_B], sizeof other) == 0 ||
                    !retell(&story, &rules, &other, &again))
                    continue;
                twins++;
                part = view_difference(&game.view[SIDE_A], &again.view[SIDE_A]);
                if (part)
                    fail_msg("%s, seed %d: %s depends on the enemy fleet", rules.name, (int)seed,
                             part);
            }
        }
        if (twins < 100)
            fail_msg("%s: only %d pairs of games to compare", rules.name, twins);
    }
}

/* Both sides track the same shots: cells, answers and water. */
static void both_sides_keep_the_same_track(void **state)
{
    struct rules rules;
    struct play play;

    (void)state;
    for (int set = 0; play_rules(set, &rules); set++) {
        play_open(&play, 7);
        play_start(&game, &rules, &play.rng);
        for (int i = 0; i < MOST_MOVES && !game_status(&game)->over; i++)
            play_move(&play, &game);
        for (int side = 0; side < 2; side++) {
            const struct track *mine = &game.view[side].tracking;
            const struct track *theirs = &game.view[1 - side].incoming;

            assert_memory_equal(&mine->shot, &theirs->shot, sizeof mine->shot);
            assert_memory_equal(&mine->hit, &theirs->hit, sizeof mine->hit);
            assert_memory_equal(&mine->water, &theirs->water, sizeof mine->water);
            assert_int_equal(mine->shots, theirs->shots);
            assert_int_equal(mine->hits, theirs->hits);
            assert_int_equal(mine->wasted, theirs->wasted);
            assert_memory_equal(mine->order, theirs->order,
                                (size_t)mine->shots * sizeof mine->order[0]);
        }
        play_close(&play);
    }
}

static void secrets_of_the_mover_are_concealed(void **state)
{
    struct move smoke = {.kind = MOVE_SMOKE, .cell = {17}};
    struct move raise = {.kind = MOVE_RAISE, .ship = 2, .placement = {3, 4, 1, 1}};
    struct move fire = {.kind = MOVE_FIRE, .count = 1, .cell = {17}};
    struct outcome outcome = {.count = 1, .event = {{EVENT_SMOKE, 0, NO_SHIP, 17}}};
    struct outcome shot = {.count = 1, .event = {{EVENT_SHOT, ANSWER_HIT, NO_SHIP, 17}}};

    (void)state;
    outcome_conceal(&smoke, &outcome);
    assert_int_equal(smoke.cell[0], NO_CELL);
    assert_int_equal(outcome.event[0].cell, NO_CELL);
    outcome.event[0] = (struct event){EVENT_RAISE, 0, 2, NO_CELL};
    outcome_conceal(&raise, &outcome);
    assert_int_equal(raise.ship, 2);
    assert_int_equal(raise.placement.placed, 0);
    assert_int_equal(raise.placement.column, 0);
    assert_int_equal(raise.placement.row, 0);
    assert_int_equal(raise.placement.vertical, 0);
    outcome_conceal(&fire, &shot);
    assert_int_equal(fire.cell[0], 17);
    assert_int_equal(shot.event[0].cell, 17);
}

/* --- legality ----------------------------------------------------------------------------------
 */

static int target_count(const struct view *view, enum move_kind kind)
{
    return kind == MOVE_TORPEDO ? view->rules.width + view->rules.height
                                : rules_cells(&view->rules);
}

/* Compares view_check for every target of the kind with the list of targets. If repeats are wasted,
 * more targets are legal than are listed. */
static void assert_targets(const struct view *view, enum move_kind kind)
{
    bool wasted = view->rules.repeat_shot == REPEAT_WASTED;
    struct cellset targets;
    int count = view_targets(view, kind, &targets), listed = 0;

    for (int i = 0; i < target_count(view, kind); i++) {
        struct move move = {.kind = (uint8_t)kind, .count = 1, .cell = {(uint16_t)i}};
        struct message message = {""};
        enum error error;

        if (kind == MOVE_TORPEDO) {
            move.is_row = i < view->rules.height;
            move.cell[0] = (uint16_t)(move.is_row ? i : i - view->rules.height);
        }
        error = view_check(view, &move, &message);
        if ((error == OK) != (message.text[0] == '\0'))
            fail_msg("%s, %s at %d: error %d comes with '%s'", view->rules.name, move_word(kind), i,
                     error, message.text);
        listed += cellset_has(&targets, i);
        if (!wasted || error)
            assert_int_equal(cellset_has(&targets, i), error == OK);
    }
    assert_int_equal(listed, count);
}

static void targets_are_the_legal_moves(void **state)
{
    struct rules rules;
    struct play play;
    int tried[MOVE_KINDS] = {0};

    (void)state;
    for (int set = 0; play_rules(set, &rules); set++) {
        if (rules_cells(&rules) > 100)
            continue;
        for (uint64_t seed = 0; seed < 3; seed++) {
            play_open(&play, seed);
            play_start(&game, &rules, &play.rng);
            for (int i = 0; i < 120 && !game_status(&game)->over; i++) {
                int turn = game_status(&game)->turn;

                for (enum move_kind kind = MOVE_FIRE; kind <= MOVE_TORPEDO; kind++) {
                    if (kind != MOVE_FIRE || !rules.salvo)
                        assert_targets(&game.view[turn], kind);
                    tried[kind] += view_can(&game.view[turn], kind, NULL) == OK;
                    assert_int_equal(view_can(&game.view[1 - turn], kind, NULL), ERR_UNAVAILABLE);
                }
                play_move(&play, &game);
            }
            play_close(&play);
        }
    }
    for (enum move_kind kind = MOVE_FIRE; kind <= MOVE_TORPEDO; kind++)
        assert_true(tried[kind] > 20);
}

/* Every place offered is legal and unique, and no other place is legal. */
static void places_of_a_raise_are_the_legal_ones(void **state)
{
    static const char *const knobs[] = {
        "board=5x5;fleet=2,1,1;reinforce=1",
        "board=6x6;fleet=2,1,1;reinforce=1;touch=no",
        "board=5x5;fleet=1x3;reinforce=1;reinforce-kind=new",
    };

    (void)state;
    for (size_t set = 0; set < sizeof knobs / sizeof knobs[0]; set++) {
        struct rules rules = rules_from("advanced", knobs[set]);
        int positions = 0;

        for (uint64_t seed = 0; seed < 40; seed++) {
            struct play play;

            play_open(&play, seed);
            play_start(&game, &rules, &play.rng);
            for (int i = 0; i < 60 && !game_status(&game)->over; i++) {
                const struct view *view = &game.view[game_status(&game)->turn];
                int kind = rules.reinforce_kind == REINFORCE_NEW ? rules_new_ship(&rules).kind : 1;
                int legal = 0, offered = 0;
                struct placement place;

                while (view_raise_place(view, kind, offered, &place) == OK)
                    offered++;
                for (int j = 0; j < 2 * rules_cells(&rules); j++) {
                    struct move move = {.kind = MOVE_RAISE, .ship = (uint8_t)kind};

                    move.placement = (struct placement){(int16_t)(j % rules.width),
                                                        (int16_t)(j / rules.width % rules.height),
                                                        j >= rules_cells(&rules), 1};
                    if (move.placement.vertical && kind == 1 && rules.fleet[1].length == 1)
                        continue;
                    legal += view_check(view, &move, NULL) == OK;
                }
                if (view_can(view, MOVE_RAISE, NULL) == OK && legal > 0) {
                    assert_int_equal(legal, offered);
                    positions++;
                } else {
                    assert_int_equal(legal, 0);
                }
                play_move(&play, &game);
            }
            play_close(&play);
        }
        assert_true(positions > 20);
    }
}

/* A bot's move may contain any bytes; the engine must reject or apply it without crashing. */
static void moves_of_random_bytes_are_safe(void **state)
{
    struct rules rules;
    struct rng rng;
    int taken = 0;

    (void)state;
    rng_seed(&rng, 21);
    for (int set = 0; play_rules(set, &rules); set++) {
        play_start(&game, &rules, &rng);
        for (int i = 0; i < 3000 && !game_status(&game)->over; i++) {
            struct outcome outcome;
            struct move move;
            uint8_t bytes[sizeof move];

            for (size_t j = 0; j < sizeof bytes; j++)
                bytes[j] = (uint8_t)rng_next(&rng);
            memcpy(&move, bytes, sizeof move);
            if (rng_below(&rng, 4)) {
                move.kind %= MOVE_KINDS;
                move.count = 1;
                move.cell[0] %= (uint16_t)(rules_cells(&rules) + 1);
                if (move.kind == MOVE_RESIGN)
                    move.kind = MOVE_FIRE;
            }
            taken += game_apply_legal(&game, &move, &outcome, NULL) == OK;
        }
    }
    assert_true(taken > 500);
}

/* Fires a salvo at `ships` unhit enemy ships, then at water. */
static void fire_salvo(int ships)
{
    int turn = game_status(&game)->turn;
    const struct view *target = &game.view[1 - turn];
    struct move move = {.kind = MOVE_FIRE};
    struct message message = {""};
    struct outcome outcome;
    struct writer writer;
    struct rng rng;
    char text[512];

    for (int water = 0; water < 2; water++)
        for (int cell = 0; cell < rules_cells(&target->rules); cell++)
            if (move.count < (water ? view_salvo(&game.view[turn]) : ships) &&
                (target->own.ship_at[cell] == NO_SHIP) == water &&
                !cellset_has(&target->incoming.shot, cell))
                move.cell[move.count++] = (uint16_t)cell;
    assert_int_equal(move.count, view_salvo(&game.view[turn]));
    writer_init(&writer, text, sizeof text);
    move_print(&move, &target->rules, &writer);
    rng_seed(&rng, 1);
    if (game_apply_text(&game, slice_of(text), &rng, &move, &outcome, &message) != OK)
        fail_msg("%s: %s", text, message.text);
}

/* 32 ships and a reinforcement give the largest possible salvo: 33 shots. */
static void the_largest_salvo_can_be_fired(void **state)
{
    struct rules rules = rules_from("salvo", "fleet=1x32;specials=radar 3, smoke, torpedo;"
                                             "reinforce=1;reinforce-kind=new");
    struct move raise = {.kind = MOVE_RAISE, .ship = rules_new_ship(&rules).kind};
    struct outcome outcome;
    struct layout layout;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    game_init(&game, &rules, SIDE_A);
    for (int side = 0; side < 2; side++) {
        assert_int_equal(layout_random(&rules, &rng, &layout), OK);
        assert_int_equal(game_place(&game, side, &layout, NULL), OK);
    }
    fire_salvo(1);
    fire_salvo(0);
    assert_int_equal(view_raise_place(&game.view[0], raise.ship, 0, &raise.placement), OK);
    assert_int_equal(game_apply(&game, &raise, &outcome, NULL), OK);
    fire_salvo(0);
    assert_int_equal(view_salvo(&game.view[0]), 33);
    fire_salvo(31); /* 31 sinkings with their gains, and two misses */
    assert_int_equal(game_status(&game)->reason, REASON_SUNK);
    assert_int_equal(game_status(&game)->shots[0], 32 + 33);
}

/* --- the area of special moves -----------------------------------------------------------------
 */

static void areas_are_on_the_board(void **state)
{
    static const char *const knobs[] = {"board=3x7;fleet=2;edge=clip",
                                        "board=3x7;fleet=2;edge=shift",
                                        "board=3x7;fleet=2;edge=reject"};

    (void)state;
    for (int edge = 0; edge < 3; edge++) {
        struct rules rules = rules_from("advanced", knobs[edge]);

        for (int cell = 0; cell < 21; cell++) {
            int column = cell % 3, row = cell / 3, cells[4],
                count = view_area_cells(&rules, cell, cells);
            bool sticks_out = column == 2 || row == 6;
            int wanted = !sticks_out          ? 4
                         : edge == EDGE_SHIFT ? 4
                         : edge == EDGE_CLIP  ? (column == 2 ? 1 : 2) * (row == 6 ? 1 : 2)
                                              : 0;

            assert_int_equal(count, wanted);
            for (int i = 0; i < count; i++) {
                assert_in_range(cells[i], 0, 20);
                assert_true(i == 0 || cells[i] > cells[i - 1]);
            }
            if (count == 4)
                assert_int_equal(cells[3] - cells[0], 4);
            if (!sticks_out)
                assert_int_equal(cells[0], cell);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_contain_only_what_the_side_may_know),
        cmocka_unit_test(a_view_never_depends_on_the_enemy_layout),
        cmocka_unit_test(both_sides_keep_the_same_track),
        cmocka_unit_test(secrets_of_the_mover_are_concealed),
        cmocka_unit_test(targets_are_the_legal_moves),
        cmocka_unit_test(places_of_a_raise_are_the_legal_ones),
        cmocka_unit_test(moves_of_random_bytes_are_safe),
        cmocka_unit_test(the_largest_salvo_can_be_fired),
        cmocka_unit_test(areas_are_on_the_board),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
