/* The levels easy, medium and hard, and phoenix-easy, in single positions, and whole games of all
 * bots that use special moves, in which every move must be legal.
 *
 * slow: plays thousands of games */
#include "arena/match.h"
#include "arena/sim.h"
#include "bots/placement_grid.h"
#include "bots/special.h"
#include "support/ask.h"
#include "support/sanitized.h"

enum { PHOENIX, EASY, MEDIUM, HARD, LEVELS, GUNNER = LEVELS, SPECS };

static const char *const specs[] = {"phoenix-easy", "easy", "medium", "hard", "gunner"};
static const double chances[] = {0.1, 0.1, 0.3, 0.5};

static void expect_checkerboard(const char *spec, bool all)
{
    struct answers answers = ask(spec, MOVE_FIRE);

    for (int cell = 0; cell < rules_cells(&view.rules); cell++) {
        bool black = (cell / view.rules.width + cell % view.rules.width) % 2 == 0;

        if (answers.target[cell] > 0 && !black)
            fail_msg("%s shoots at %s", spec, cell_name(cell, view.rules.width).text);
        if (all && black && !cellset_has(&view.tracking.shot, cell))
            assert_true(answers.target[cell] > 0);
    }
}

/* --- the probability grid ----------------------------------------------------------------------*/

/* One hit on D5, and a ship of length 4. */
static void the_worked_example_counts_all_eight_placements(void **state)
{
    struct placement_filter filter = {0};
    struct cellset hits;
    struct shot_map map = {0};
    struct placement_grid grid;
    struct answers answers;

    (void)state;
    set_up("classic", "fleet=Battleship 4", "B5 h", "D5");
    shot_map_follow(&map, &view);
    read_cells("D5", &hits);
    filter.through = &hits;
    assert_true(placement_grid_count(&grid, &map, &filter));
    assert_int_equal(grid.count[at("D5")], 80);
    assert_int_equal(grid.count[at("C5")], 3);
    assert_int_equal(grid.count[at("E5")], 3);
    assert_int_equal(grid.count[at("D4")], 3);
    assert_int_equal(grid.count[at("D6")], 3);
    assert_int_equal(grid.count[at("B5")], 2);
    assert_int_equal(grid.count[at("G5")], 1);
    assert_int_equal(grid.count[at("H5")], 0);
    expect("hard", MOVE_FIRE, "C5 E5 D4 D6");
    answers = ask("hard", MOVE_FIRE);
    expect_share("C5", answers.target[at("C5")], 0.25);
    expect_share("E5", answers.target[at("E5")], 0.25);
    expect_share("D4", answers.target[at("D4")], 0.25);
}

/* Of the placements of a Battleship through B5 or C5, those through both count twice. */
static void placements_count_once_for_every_hit(void **state)
{
    struct placement_filter filter = {0};
    struct cellset hits;
    struct shot_map map = {0};
    struct placement_grid grid;

    (void)state;
    set_up("classic", "fleet=Battleship 4", "B5 h", "B5 C5");
    shot_map_follow(&map, &view);
    read_cells("B5 C5", &hits);
    filter.through = &hits;
    assert_true(placement_grid_count(&grid, &map, &filter));
    assert_int_equal(grid.count[at("A5")], 2);
    assert_int_equal(grid.count[at("D5")], 5);
    assert_int_equal(grid.count[at("E5")], 3);
    assert_int_equal(grid.count[at("F5")], 1);
    assert_int_equal(grid.count[at("C4")], 3);
    assert_int_equal(grid.count[at("B6")], 3);
    expect("hard", MOVE_FIRE, "D5");
}

static void without_hits_all_placements_count(void **state)
{
    static const int lengths[] = {5, 4, 3, 2};
    const struct placement_filter all = {0};
    uint32_t count[MAX_CELLS];
    struct shot_map map = {0};
    struct placement_grid grid;

    (void)state;
    set_up_advanced("E5 F6 C9 J1 B2 H4");
    shot_map_follow(&map, &view);
    count_by_hand(lengths, 4, count);
    assert_true(placement_grid_count(&grid, &map, &all));
    assert_memory_equal(grid.count, count, 100 * sizeof count[0]);
}

static void boats_count_once_and_sunk_ships_not_at_all(void **state)
{
    const struct placement_filter all = {0};
    struct shot_map map = {0};
    struct placement_grid grid;

    (void)state;
    set_up("classic", "board=4x4;fleet=Boat 1, Barge 2", "A1 h, C3 h", "C3 D3 B1");
    shot_map_follow(&map, &view);
    assert_true(placement_grid_count(&grid, &map, &all));
    for (int cell = 0; cell < 16; cell++)
        assert_int_equal(grid.count[cell], !cellset_has(&view.tracking.shot, cell));
}

static void hits_on_ships_with_different_names_form_no_line(void **state)
{
    (void)state;
    set_up("classic", "announce=each-hit", "A1 v, B1 v, C1 v, D1 v, E1 v", "B2 C2");
    expect("hard", MOVE_FIRE, "B3 C3");
}

/* --- firing ------------------------------------------------------------------------------------*/

static void phoenix_easy_ignores_lines_and_drops_its_target_after_a_miss(void **state)
{
    struct answers answers;
    unsigned beside = 0;

    (void)state;
    set_up_advanced("B3");
    expect("phoenix-easy", MOVE_FIRE, "B2 A3 C3 B4");
    set_up_advanced("B3 C3");
    expect("phoenix-easy", MOVE_FIRE, "C2 D3 C4");
    set_up_advanced("B3 C3 C2");
    answers = ask("phoenix-easy", MOVE_FIRE);
    beside = answers.target[at("A3")] + answers.target[at("D3")];
    assert_in_range(beside, 10, 200); /* 2 of 97 open cells: 82 on average */
    set_up_advanced(SINK_SUBMARINE);
    answers = ask("phoenix-easy", MOVE_FIRE);
    assert_in_range(answers.target[at("C7")], 5, 100);
    /* All cells around the latest hit are shot: back to the hit before it. */
    set_up_advanced("C2 D3 C4 B2 B3 C3");
    expect("phoenix-easy", MOVE_FIRE, "A3 B4");
}

/* A turn of several shots is a miss only if all of them miss. */
static void phoenix_easy_keeps_its_target_through_a_turn_with_a_hit(void **state)
{
    struct bot *bot = new_bot("phoenix-easy");
    struct outcome outcome;
    struct move move;

    (void)state;
    set_up("salvo", "", "A1 h, A3 h, A5 h, A7 h, A9 h", "");
    rng_seed(&bot->rng, 1);
    bot_round_start(bot, &game.view[SIDE_A], 1);
    assert_int_equal(bot_act(bot, &game.view[SIDE_A], &move), BROKEN_NONE);
    move = (struct move){.kind = MOVE_FIRE, .count = 5, .cell = {2, 44, 46, 66, 68}}; /* C1 hits */
    assert_int_equal(game_apply_legal(&game, &move, &outcome, NULL), OK);
    assert_int_equal(bot_act(bot, &game.view[SIDE_A], &move), BROKEN_NONE);
    for (int i = 0; i < 3; i++)
        assert_true(move.cell[i] == 1 || move.cell[i] == 3 || move.cell[i] == 12);
    bot_free(bot);
}

/* Shoots anywhere, so nearly everywhere in enough turns. */
static void expect_search(const char *spec)
{
    struct answers answers = ask(spec, MOVE_FIRE);
    int named = 0;

    for (int cell = 0; cell < rules_cells(&view.rules); cell++)
        named += answers.target[cell] > 0;
    assert_true(named > 40); /* half of the board for a checkerboard */
}

static void easy_follows_a_damaged_ship_but_sees_no_line(void **state)
{
    (void)state;
    set_up_advanced("");
    expect_search("easy");
    set_up_advanced("B3");
    expect("easy", MOVE_FIRE, "B2 A3 C3 B4");
    set_up_advanced("B3 B2 J10");
    expect("easy", MOVE_FIRE, "A3 C3 B4");
    set_up_advanced("B3 C3");
    expect("easy", MOVE_FIRE, "B2 C2 A3 D3 B4 C4");
    set_up_advanced(SINK_SUBMARINE);
    expect_search("easy");
}

#define NINE_MISSES "J1 J2 J3 J4 J5 J6 J7 J8 J9 "

static void easy_and_medium_may_overlook_an_older_damaged_ship(void **state)
{
    (void)state;
    for (int i = EASY; i <= MEDIUM; i++) {
        set_up_advanced("A5 " SINK_SUBMARINE);
        expect_search(specs[i]);
        view.stock.radar = 3;
        expect_share(specs[i], ask(specs[i], MOVE_FIRE).kind[MOVE_RADAR], chances[i]);
        set_up_advanced("A5 " SINK_SUBMARINE NINE_MISSES);
        expect_search(specs[i]);
        set_up_advanced("A5 " SINK_SUBMARINE NINE_MISSES "J10");
        expect(specs[i], MOVE_FIRE, "A4 B5 A6");
        view.stock.radar = 3;
        assert_int_equal(ask(specs[i], MOVE_FIRE).kind[MOVE_RADAR], 0);
        /* The next hit reminds it. */
        set_up_advanced("A5 " SINK_SUBMARINE "C3");
        expect(specs[i], MOVE_FIRE, "A4 B5 A6 C2 B3 D3 C4");
    }
    /* Nor does medium aim special moves at it. */
    set_up_advanced("A5 " SINK_SUBMARINE);
    view.stock.unlocked = SPECIAL_ARTILLERY;
    assert_true(ask("medium", MOVE_ARTILLERY).target[at("H2")] > 0);
    view.stock.unlocked = 0;
    expect("hard", MOVE_FIRE, "A4");
}

static void medium_follows_the_checkerboard_and_the_line_of_hits(void **state)
{
    (void)state;
    set_up_advanced("");
    expect_checkerboard("medium", true);
    set_up_advanced("B3");
    expect("medium", MOVE_FIRE, "B2 A3 C3 B4");
    set_up_advanced("B3 C3");
    expect("medium", MOVE_FIRE, "A3 D3");
    /* After a miss it is no longer sure of the line. */
    set_up_advanced("B3 C3 J10");
    expect("medium", MOVE_FIRE, "B2 C2 A3 D3 B4 C4");
    /* No cell of the checkerboard is left. */
    set_up("classic", "board=3x3;fleet=Boat 1", "A2 h", "A1 C1 B2 A3 C3");
    expect("medium", MOVE_FIRE, "B1 A2 C2 B3");
}

static void hard_takes_the_best_cell(void **state)
{
    (void)state;
    set_up_advanced("");
    expect_checkerboard("hard", false);
    expect("hard", MOVE_FIRE, "E5 F6"); /* the middle cells of the checkerboard */
    set_up_advanced("B3 C3");
    expect("hard", MOVE_FIRE, "D3"); /* more placements continue to the right */
    set_up("classic", "board=3x3;fleet=Boat 1", "A2 h", "A1 C1 B2 A3 C3");
    expect("hard", MOVE_FIRE, "B1 A2 C2 B3");
}

static void bots_shoot_where_radar_found_a_ship(void **state)
{
    (void)state;
    for (int i = EASY; i < SPECS; i++) {
        set_up_advanced("");
        add_sighting("C4", true, 0);
        view.stock.radar = 2;
        expect(specs[i], MOVE_FIRE, i <= MEDIUM ? "C4 D4 C5 D5" : "D5");
        expect(specs[i], MOVE_RADAR, ""); /* there is an open target */
    }
    /* Only one cell of the contact is left. */
    for (int i = EASY; i < SPECS; i++) {
        set_up_advanced("");
        add_sighting("C5", true, 0);
        view.tracking.order[0] = (struct shot){(uint16_t)at("D5"), ANSWER_MISS, NO_SHIP};
        view.tracking.order[1] = (struct shot){(uint16_t)at("C6"), ANSWER_MISS, NO_SHIP};
        view.tracking.order[2] = (struct shot){(uint16_t)at("D6"), ANSWER_MISS, NO_SHIP};
        read_cells("D5 C6 D6", &view.tracking.shot);
        view.tracking.shots = 3;
        expect(specs[i], MOVE_FIRE, "C5");
    }
    /* The contact has been sunk. */
    set_up_advanced(SINK_SUBMARINE);
    add_sighting("A7", true, 0);
    view.sighting[0].after = 0;
    expect_checkerboard("medium", true);
}

static void sweeps_that_found_nothing_are_believed_unless_there_was_smoke(void **state)
{
    struct answers answers;
    struct sweeps sweeps;

    (void)state;
    /* The only Barge is on the left or on the right; a sweep says not on the left. */
    for (int screens = 0; screens < 2; screens++) {
        set_up("advanced", "board=4x3;fleet=Barge 2", "A1 h", "A3 B3 C3 D3");
        add_sighting("A1", false, screens);
        special_sweeps(&view, &sweeps);
        assert_int_equal(cellset_has(&sweeps.empty, at("A1")), !screens);
        assert_int_equal(cellset_has(&sweeps.empty, at("B2")), !screens);
        assert_int_equal(sweeps.doubt[at("B2")], screens);
        assert_int_equal(sweeps.doubt[at("C2")], 0);
        answers = ask("hard", MOVE_FIRE);
        assert_int_equal(answers.target[at("A1")] + answers.target[at("B2")], 0);
    }
    /* The rest is water. Doubtful cells still have a count; cells believed empty have none. */
    set_up("advanced", "board=4x3;fleet=Barge 2", "A1 h", "A3 B3 C3 D3 C1 D1 C2 D2");
    add_sighting("A1", false, 1);
    expect("hard", MOVE_FIRE, "A1 B2");
    view.sighting[0].screens = 0;
    expect("hard", MOVE_FIRE, "A1 B1 A2 B2");
    /* A reinforcement may be where nothing was. */
    view.enemy_raised = 1;
    view.enemy_raised_after = (uint16_t)view.tracking.shots;
    special_sweeps(&view, &sweeps);
    assert_false(cellset_has(&sweeps.empty, at("A1")));
}

static void medium_and_hard_take_hints_while_they_have_no_target(void **state)
{
    (void)state;
    for (int i = 0; i < SPECS; i++) {
        bool asks = i == MEDIUM || i == HARD;

        set_up("advanced", "hints=2;hint-after=1", ENEMY, "J10");
        assert_int_equal(ask(specs[i], MOVE_FIRE).kind[MOVE_HINT], asks ? ASKED : 0);
        add_sighting("C3", true, 0);
        view.sighting[0].is_hint = 1;
        assert_int_equal(ask(specs[i], MOVE_FIRE).kind[MOVE_HINT], 0);
    }
    expect("medium", MOVE_FIRE, "C3 D3 E3 C4 D4 E4 C5 D5 E5");
}

/* --- special moves of the levels ---------------------------------------------------------------*/

static void each_special_move_is_used_with_the_chance_of_the_level(void **state)
{
    (void)state;
    for (int i = 0; i < LEVELS; i++) {
        set_up_advanced("J10 J9");
        view.stock.smoke = 1;
        expect_share(specs[i], ask(specs[i], MOVE_FIRE).kind[MOVE_SMOKE], chances[i]);
        view.stock.smoke = 0;
        view.stock.radar = 1;
        expect_share(specs[i], ask(specs[i], MOVE_FIRE).kind[MOVE_RADAR], chances[i]);
        view.stock.radar = 0;
        view.stock.unlocked = SPECIAL_ARTILLERY;
        expect_share(specs[i], ask(specs[i], MOVE_FIRE).kind[MOVE_ARTILLERY], chances[i]);
        view.stock.unlocked = SPECIAL_TORPEDO;
        expect_share(specs[i], ask(specs[i], MOVE_FIRE).kind[MOVE_TORPEDO], chances[i]);
        view.stock.unlocked = 0;
        assert_int_equal(ask(specs[i], MOVE_FIRE).kind[MOVE_FIRE], ASKED);
    }
}

static void special_moves_are_considered_in_order(void **state)
{
    (void)state;
    for (int i = 0; i < LEVELS; i++) {
        static const enum move_kind order[] = {MOVE_SMOKE, MOVE_TORPEDO, MOVE_ARTILLERY,
                                               MOVE_RADAR};
        struct answers answers;
        double left = 1;

        set_up_advanced("J10 J9");
        view.stock.smoke = view.stock.radar = 3;
        view.stock.unlocked = SPECIAL_ARTILLERY | SPECIAL_TORPEDO;
        answers = ask(specs[i], MOVE_FIRE);
        for (int j = 0; j < 4; j++) {
            expect_share(specs[i], answers.kind[order[j]], left * chances[i]);
            left *= 1 - chances[i];
        }
        expect_share(specs[i], answers.kind[MOVE_FIRE], left);
    }
}

static void radar_is_not_used_with_an_open_target(void **state)
{
    (void)state;
    for (int i = 0; i < SPECS; i++) {
        set_up_advanced("B3");
        view.stock.radar = 3;
        assert_int_equal(ask(specs[i], MOVE_FIRE).kind[MOVE_FIRE], ASKED);
    }
    set_up_advanced("B3 B2"); /* phoenix-easy has dropped its target */
    view.stock.radar = 3;
    expect_share("phoenix-easy", ask("phoenix-easy", MOVE_FIRE).kind[MOVE_RADAR], 0.1);
    assert_int_equal(ask("easy", MOVE_FIRE).kind[MOVE_RADAR], 0);
    assert_int_equal(ask("medium", MOVE_FIRE).kind[MOVE_RADAR], 0);
}

static void easy_aims_special_moves_anywhere(void **state)
{
    (void)state;
    for (int i = PHOENIX; i <= EASY; i++) {
        struct answers answers;
        int named = 0;

        set_up_advanced("J10 J9");
        view.stock.unlocked = SPECIAL_TORPEDO;
        answers = ask(specs[i], MOVE_TORPEDO);
        for (int line = 0; line < 10; line++)
            assert_true(answers.target[line] > 0 && answers.column[line] > 0);
        view.stock.unlocked = 0;
        view.stock.smoke = 1;
        answers = ask(specs[i], MOVE_SMOKE);
        for (int cell = 0; cell < 100; cell++)
            named += answers.target[cell] > 0;
        assert_true(named > 90);
    }
}

static void medium_aims_at_the_checkerboard_or_beside_hits(void **state)
{
    struct answers answers;

    (void)state;
    set_up_advanced("B3");
    view.stock.unlocked = SPECIAL_ARTILLERY;
    expect("medium", MOVE_ARTILLERY, "A2 B2 A3 B3");
    set_up_advanced("B3 C3");
    view.stock.unlocked = SPECIAL_ARTILLERY;
    expect("medium", MOVE_ARTILLERY, "A2 A3");
    view.stock.unlocked = SPECIAL_TORPEDO;
    answers = ask("medium", MOVE_TORPEDO);
    assert_int_equal(answers.target[2], answers.kind[MOVE_TORPEDO]);
    set_up_advanced("F6");
    view.stock.unlocked = SPECIAL_TORPEDO;
    answers = ask("medium", MOVE_TORPEDO);
    for (int line = 0; line < 10; line++) {
        assert_int_equal(answers.target[line] > 0, line != 5);
        assert_int_equal(answers.column[line] > 0, line != 5);
    }
    set_up("advanced", "board=4x4;fleet=Barge 2", "A1 h", "");
    add_sighting("B2", false, 0);
    view.stock.radar = 1;
    expect("medium", MOVE_RADAR, "C1 A3");
    set_up_advanced("");
    add_sighting("C4", true, 0);
    view.stock.unlocked = SPECIAL_ARTILLERY;
    expect("medium", MOVE_ARTILLERY, "C4");
}

static void hard_aims_at_the_highest_sum(void **state)
{
    static const enum move_kind kinds[] = {MOVE_RADAR, MOVE_ARTILLERY, MOVE_TORPEDO};
    static const int lengths[] = {5, 4, 3, 2};
    struct bot *bot = new_bot("hard");
    uint32_t count[MAX_CELLS];

    (void)state;
    set_up_advanced("E5 F6 C9 J1 B2 H4 D10 G7");
    count_by_hand(lengths, 4, count);
    for (int kind = 0; kind < 3; kind++) {
        int made = 0;

        view.stock.radar = kinds[kind] == MOVE_RADAR;
        view.stock.unlocked = kinds[kind] == MOVE_ARTILLERY ? SPECIAL_ARTILLERY
                              : kinds[kind] == MOVE_TORPEDO ? SPECIAL_TORPEDO
                                                            : 0;
        for (int i = 0; i < 100; i++) {
            struct move move;

            rng_seed(&bot->rng, (uint64_t)i);
            assert_int_equal(bot_act(bot, &view, &move), BROKEN_NONE);
            if (move.kind != kinds[kind])
                continue;
            made++;
            assert_int_equal(sum_by_hand(&move, count), highest_sum(kinds[kind], count));
        }
        assert_in_range(made, 20, 80);
    }
    bot_free(bot);
}

static void hard_aims_at_its_target(void **state)
{
    struct answers answers;

    (void)state;
    set_up_advanced("B3 C3");
    view.stock.unlocked = SPECIAL_ARTILLERY;
    expect("hard", MOVE_ARTILLERY, "B4");
    view.stock.unlocked = SPECIAL_TORPEDO;
    answers = ask("hard", MOVE_TORPEDO);
    assert_int_equal(answers.target[2], answers.kind[MOVE_TORPEDO]);
    set_up_advanced("");
    add_sighting("C4", true, 0);
    view.stock.unlocked = SPECIAL_ARTILLERY;
    expect("hard", MOVE_ARTILLERY, "C4");
}

static void smoke_goes_where_most_live_cells_are(void **state)
{
    struct layout own;

    (void)state;
    for (int i = MEDIUM; i < LEVELS; i++) {
        set_up("advanced", "", ENEMY, "J10");
        own = layout_from(&view.rules, "A1 h, A10 h, E5 v, F6 v");
        view_place(&view, &own);
        view.stock.smoke = 1;
        expect(specs[i], MOVE_SMOKE, "E6");
        shoot_at_us("E6"); /* three live cells are still the most */
        expect(specs[i], MOVE_SMOKE, "E6");
        shoot_at_us("F6"); /* two, as elsewhere, but the enemy shot here */
        expect(specs[i], MOVE_SMOKE, "E6 E7");
    }
}

static void smoke_goes_where_the_enemy_shot_recently(void **state)
{
    struct layout own;

    (void)state;
    for (int i = MEDIUM; i < LEVELS; i++) {
        set_up("advanced", "", ENEMY, "J10");
        own = layout_from(&view.rules, "A1 h, A10 h, J1 v, E5 h");
        view_place(&view, &own);
        view.stock.smoke = 1;
        shoot_at_us("F6");
        expect(specs[i], MOVE_SMOKE, "E4 E5");
        /* After five shots elsewhere it no longer counts. */
        shoot_at_us("B8");
        shoot_at_us("C8");
        shoot_at_us("B9");
        shoot_at_us("A8");
        shoot_at_us("C9");
        expect(specs[i], MOVE_SMOKE, "B9 B10");
    }
}

static void smoke_is_not_laid_twice_or_over_empty_water(void **state)
{
    struct layout own;

    (void)state;
    for (int i = MEDIUM; i < LEVELS; i++) {
        set_up("advanced", "board=6x6;fleet=Barge 2", "A1 h", "F6");
        view.stock.smoke = 1;
        assert_int_equal(ask(specs[i], MOVE_FIRE).kind[MOVE_SMOKE], 0); /* no fleet at all */
        own = layout_from(&view.rules, "C3 h");
        view_place(&view, &own);
        expect(specs[i], MOVE_SMOKE, "C2 C3");
        view.own.screen[view.own.screens++] = (uint16_t)at("B3");
        expect(specs[i], MOVE_SMOKE, "C2 D2 C3 D3");
        view.own.screen[view.own.screens++] = (uint16_t)at("D3");
        assert_int_equal(ask(specs[i], MOVE_FIRE).kind[MOVE_SMOKE], 0);
        view.rules.smoke = SMOKE_SHIELD; /* a shield may be renewed */
        expect(specs[i], MOVE_SMOKE, "C2 C3");
    }
}

/* --- whole games -------------------------------------------------------------------------------*/

/* Makes one legal move. Now and then replaces the bot with a new one that has not seen the game. */
static void take_turn(struct bot **bot, struct rng *rng)
{
    const struct view *own = &game.view[game_status(&game)->turn];
    struct message message;
    struct outcome outcome;
    struct move move;

    if (rng_below(rng, 30) == 0) {
        const char *name = (*bot)->kind->name;

        bot_free(*bot);
        *bot = new_bot(name);
        rng_seed(&(*bot)->rng, rng_next(rng));
    }
    assert_int_equal(bot_act(*bot, own, &move), BROKEN_NONE);
    game_draw(&game, rng, &move);
    if (game_apply_legal(&game, &move, &outcome, &message) != OK)
        fail_msg("%s under %s: %s", (*bot)->kind->name, own->rules.name, message.text);
}

static void play_games(const struct rules *rules, struct bot *bot[SPECS + 1], int games,
                       struct rng *rng)
{
    for (int i = 0; i < games; i++) {
        int side[2] = {i % SPECS, (int)rng_below(rng, SPECS + 1)};

        if (side[0] == side[1])
            side[1] = SPECS;
        play_start(&game, rules, rng);
        for (int j = 0; j < 2; j++)
            bot_round_start(bot[side[j]], &game.view[j], 1);
        while (!game_status(&game)->over)
            take_turn(&bot[side[game_status(&game)->turn]], rng);
    }
}

static void no_game_has_an_illegal_move(void **state)
{
    struct bot *bot[SPECS + 1];
    struct rules rules;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 3);
    for (int i = 0; i <= SPECS; i++)
        bot[i] = new_bot(i < SPECS ? specs[i] : "random");
    for (int set = 0; play_rules(set, &rules); set++)
        play_games(&rules, bot, rules_cells(&rules) > 200 ? 4 : IS_BRIEF ? 20 : 100, &rng);
    for (int drawn = 0; drawn < (IS_BRIEF ? 100 : 600); drawn++) {
        play_draw_rules(&rng, &rules);
        play_games(&rules, bot, 4, &rng);
    }
    for (int i = 0; i <= SPECS; i++)
        bot_free(bot[i]);
}

/* A move depends only on the view and the random numbers, not on earlier calls. */
static void two_bots_with_the_same_view_and_seed_make_the_same_move(void **state)
{
    struct bot *bot[SPECS], *fresh;
    struct outcome outcome;
    struct move move, again;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 4);
    for (int i = EASY; i < SPECS;
         i++) { /* not phoenix-easy, which remembers where its last turn began */
        bot[i] = new_bot(specs[i]);
        play_start(&game, rules_find("advanced"), &rng);
        while (!game_status(&game)->over) {
            const struct view *own = &game.view[game_status(&game)->turn];
            uint64_t seed = rng_next(&rng);

            fresh = new_bot(specs[i]);
            rng_seed(&bot[i]->rng, seed);
            rng_seed(&fresh->rng, seed);
            memset(&move, 0, sizeof move);
            memset(&again, 0, sizeof again);
            assert_int_equal(bot_act(bot[i], own, &move), BROKEN_NONE);
            assert_int_equal(bot_act(fresh, own, &again), BROKEN_NONE);
            assert_int_equal(move.kind, again.kind);
            assert_int_equal(move.cell[0], again.cell[0]);
            bot_free(fresh);
            assert_int_equal(game_apply_legal(&game, &move, &outcome, NULL), OK);
        }
        bot_free(bot[i]);
    }
}

static void a_seed_gives_the_same_match(void **state)
{
    (void)state;
    for (int i = 0; i < SPECS; i++) {
        struct match match = {.rules = rules_find("advanced"),
                              .bot = {specs[i], specs[(i + 1) % SPECS]},
                              .rounds = 40,
                              .seed = {.number = 5},
                              .threads = 1,
                              .max_broken = 1};
        struct contest_match one, two;

        assert_int_equal(match_play(&match, &one, NULL), OK);
        match.threads = 2;
        assert_int_equal(match_play(&match, &two, NULL), OK);
        assert_true(one.signature == two.signature);
        assert_int_equal(one.whole, 40);
        match.seed.number = 6;
        assert_int_equal(match_play(&match, &two, NULL), OK);
        assert_true(one.signature != two.signature);
    }
}

static void measure(const char *rules, struct sim_summary summary[LEVELS])
{
    struct sim_terms terms = {.rules = rules_find(rules),
                              .bot = {specs[0], specs[1], specs[2], specs[3]},
                              .bots = LEVELS,
                              .placement = "uniform",
                              .games = 400,
                              .seed = {.number = 1},
                              .threads = 1};
    struct message message;
    struct sim *sim;

    assert_int_equal(sim_new(&terms, &sim, &message), OK);
    assert_int_equal(sim_run(sim, &message), OK);
    for (int i = 0; i < LEVELS; i++) {
        assert_int_equal(sim_stats_summarise(sim_games(sim, i), terms.games, &summary[i]), OK);
        assert_int_equal(summary[i].games, terms.games);
    }
    sim_free(sim);
}

static void each_level_is_stronger_than_the_one_before(void **state)
{
    struct sim_summary summary[LEVELS];

    (void)state;
    if (IS_BRIEF)
        skip(); /* a measurement of the same bots */
    measure("classic", summary);
    for (int i = 1; i < LEVELS; i++)
        assert_true(summary[i - 1].mean > summary[i].mean + 3);
    measure("advanced", summary);
    for (int i = 1; i < LEVELS; i++)
        assert_true(summary[i - 1].mean_turns > summary[i].mean_turns + 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_example_counts_all_eight_placements),
        cmocka_unit_test(placements_count_once_for_every_hit),
        cmocka_unit_test(without_hits_all_placements_count),
        cmocka_unit_test(boats_count_once_and_sunk_ships_not_at_all),
        cmocka_unit_test(hits_on_ships_with_different_names_form_no_line),
        cmocka_unit_test(phoenix_easy_ignores_lines_and_drops_its_target_after_a_miss),
        cmocka_unit_test(phoenix_easy_keeps_its_target_through_a_turn_with_a_hit),
        cmocka_unit_test(easy_follows_a_damaged_ship_but_sees_no_line),
        cmocka_unit_test(easy_and_medium_may_overlook_an_older_damaged_ship),
        cmocka_unit_test(medium_follows_the_checkerboard_and_the_line_of_hits),
        cmocka_unit_test(hard_takes_the_best_cell),
        cmocka_unit_test(bots_shoot_where_radar_found_a_ship),
        cmocka_unit_test(sweeps_that_found_nothing_are_believed_unless_there_was_smoke),
        cmocka_unit_test(medium_and_hard_take_hints_while_they_have_no_target),
        cmocka_unit_test(each_special_move_is_used_with_the_chance_of_the_level),
        cmocka_unit_test(special_moves_are_considered_in_order),
        cmocka_unit_test(radar_is_not_used_with_an_open_target),
        cmocka_unit_test(easy_aims_special_moves_anywhere),
        cmocka_unit_test(medium_aims_at_the_checkerboard_or_beside_hits),
        cmocka_unit_test(hard_aims_at_the_highest_sum),
        cmocka_unit_test(hard_aims_at_its_target),
        cmocka_unit_test(smoke_goes_where_most_live_cells_are),
        cmocka_unit_test(smoke_goes_where_the_enemy_shot_recently),
        cmocka_unit_test(smoke_is_not_laid_twice_or_over_empty_water),
        cmocka_unit_test(no_game_has_an_illegal_move),
        cmocka_unit_test(two_bots_with_the_same_view_and_seed_make_the_same_move),
        cmocka_unit_test(a_seed_gives_the_same_match),
        cmocka_unit_test(each_level_is_stronger_than_the_one_before),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
