/* The ladder of bots: each plays legally to the end under all rules, makes the expected moves in
 * positions set up by hand, and is as strong as measured. */
#include "bots/bot.h"
#include "support/new_bot.h"
#include "support/play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char *const specs[] = {"hunt",        "hunt-line", "parity", "parity:reverse=yes",
                                    "parity-line", "heatmap",   "fit"};

enum { SPECS = sizeof specs / sizeof specs[0] };

static struct game game;

/* Makes one move of a bot. It must be legal, and must not target known water while other cells are
 * open. */
static void take_turn(struct bot *bot, struct rng *rng)
{
    const struct view *view = &game.view[game_status(&game)->turn];
    struct message message;
    struct outcome outcome;
    struct move move;
    bool fires_only = strcmp(bot->kind->name, "random") != 0;
    int cells = rules_cells(&view->rules), dry = 0, wet = 0;

    assert_int_equal(bot_act(bot, view, &move), BROKEN_NONE);
    if (fires_only) {
        assert_int_equal(move.kind, MOVE_FIRE);
        for (int i = 0; i < move.count; i++)
            wet += cellset_has(&view->tracking.water, move.cell[i]);
        for (int cell = 0; wet && cell < cells; cell++)
            dry += !cellset_has(&view->tracking.shot, cell) &&
                   !cellset_has(&view->tracking.water, cell);
        if (wet && dry > move.count - wet)
            fail_msg("%s shoots at known water under %s", bot->kind->name, view->rules.name);
    }
    game_draw(&game, rng, &move);
    if (game_apply_legal(&game, &move, &outcome, &message) != OK)
        fail_msg("%s under %s: %s", bot->kind->name, view->rules.name, message.text);
    bot_outcome(bot, view, &move, &outcome);
}

static int play_solo(const struct rules *rules, struct bot *bot, struct rng *rng)
{
    struct layout layout;

    game_init_solo(&game, rules);
    assert_int_equal(layout_random(rules, rng, &layout), OK);
    bot_round_start(bot, &game.view[SIDE_A], 1);
    assert_int_equal(game_place(&game, SIDE_B, &layout, NULL), OK);
    while (!game_status(&game)->over)
        take_turn(bot, rng);
    assert_true(game.view[SIDE_B].own.afloat == 0);
    return game_status(&game)->shots[SIDE_A];
}

static void play_duel(const struct rules *rules, struct bot *const bot[2], struct rng *rng)
{
    struct layout layout;

    game_init(&game, rules, game_first(rules, 1, rng));
    for (int side = 0; side < 2; side++)
        bot_round_start(bot[side], &game.view[side], 1);
    for (int side = 0; side < 2; side++) {
        assert_int_equal(bot_place(bot[side], &game.view[side], &layout), BROKEN_NONE);
        if (rules->wrecks && rng_below(rng, 2))
            layout.ship[rng_below(rng, rules->ships)].placed = 0;
        assert_int_equal(game_place(&game, side, &layout, NULL), OK);
    }
    while (!game_status(&game)->over)
        take_turn(bot[game_status(&game)->turn], rng);
}

static void play_both_ways(const struct rules *rules, struct bot *bot, struct bot *random,
                           struct rng *rng)
{
    struct bot *duel[2] = {bot, random};

    play_solo(rules, bot, rng);
    play_duel(rules, duel, rng);
}

static void every_bot_plays_every_preset(void **state)
{
    struct bot *random = new_bot("random");
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    for (int i = 0; i < SPECS; i++) {
        struct bot *bot = new_bot(specs[i]);

        for (int preset = 0; rules_preset(preset); preset++) {
            assert_int_equal(bot_accepts(bot->kind, rules_preset(preset), NULL), OK);
            for (int round = 0; round < 5; round++)
                play_both_ways(rules_preset(preset), bot, random, &rng);
        }
        bot_free(bot);
    }
    bot_free(random);
}

static void every_bot_plays_rules_drawn_at_random(void **state)
{
    struct bot *bot[SPECS], *random = new_bot("random");
    struct rules rules;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 2);
    for (int i = 0; i < SPECS; i++)
        bot[i] = new_bot(specs[i]);
    for (int drawn = 0; drawn < 200; drawn++) {
        play_draw_rules(&rng, &rules);
        for (int i = 0; i < SPECS; i++)
            play_both_ways(&rules, bot[i], random, &rng);
    }
    for (int i = 0; i < SPECS; i++)
        bot_free(bot[i]);
    bot_free(random);
}

/* --- positions ------------------------------------------------------------------------------- */

static int parse_cell(struct slice word)
{
    const struct rules *rules = game_rules(&game);
    int cell;

    assert_int_equal(cell_parse(word, rules->width, rules->height, &cell, NULL), OK);
    return cell;
}

/* Sets up a solo game under classic rules with some settings changed, after these shots. */
static void set_up(const char *knobs, const char *fleet, const char *shots)
{
    struct rules rules = *rules_find("classic");
    struct slice rest = slice_of(knobs ? knobs : ""), word;
    struct layout layout;
    struct outcome outcome;
    struct move move;

    while (slice_word(&rest, &word))
        assert_int_equal(rules_set(&rules, word, NULL), OK);
    assert_int_equal(rules_check(&rules, NULL), OK);
    game_init_solo(&game, &rules);
    assert_int_equal(layout_parse(slice_of(fleet), &rules, &layout, NULL), OK);
    assert_int_equal(game_place(&game, SIDE_B, &layout, NULL), OK);
    rest = slice_of(shots);
    while (slice_word(&rest, &word)) {
        move_fire(&move, parse_cell(word));
        assert_int_equal(game_apply_legal(&game, &move, &outcome, NULL), OK);
    }
}

/* Finds the cells at which the bot may shoot in this position, by asking it many times. */
static void ask(const char *spec, struct cellset *named)
{
    struct bot *bot = new_bot(spec);
    struct move move;

    memset(named, 0, sizeof *named);
    for (int i = 0; i < 1000; i++) {
        rng_seed(&bot->rng, (uint64_t)i);
        assert_int_equal(bot_act(bot, &game.view[SIDE_A], &move), BROKEN_NONE);
        assert_int_equal(move.kind, MOVE_FIRE);
        assert_int_equal(view_check(&game.view[SIDE_A], &move, NULL), OK);
        for (int j = 0; j < move.count; j++)
            cellset_add(named, move.cell[j]);
    }
    bot_free(bot);
}

/* The bot shoots at these cells and no others. */
static void expect(const char *spec, const char *cells)
{
    struct slice rest = slice_of(cells), word;
    struct cellset named;

    ask(spec, &named);
    while (slice_word(&rest, &word)) {
        if (!cellset_has(&named, parse_cell(word)))
            fail_msg("%s never shoots at %.*s", spec, (int)word.length, word.text);
        cellset_remove(&named, parse_cell(word));
    }
    for (int cell = 0; cell < rules_cells(game_rules(&game)); cell++)
        if (cellset_has(&named, cell))
            fail_msg("%s shoots at %s", spec, cell_name(cell, game_rules(&game)->width).text);
}

/* The bot shoots at all open cells where (row + column) mod spacing is 0, and at no others. */
static void expect_diagonals(const char *spec, int spacing)
{
    struct cellset named;

    ask(spec, &named);
    for (int cell = 0; cell < 100; cell++) {
        bool wanted = (cell / 10 + cell % 10) % spacing == 0 &&
                      !cellset_has(&game.view[SIDE_A].tracking.shot, cell) &&
                      !cellset_has(&game.view[SIDE_A].tracking.water, cell);

        if (cellset_has(&named, cell) != wanted)
            fail_msg("%s at spacing %d: %s", spec, spacing, cell_name(cell, 10).text);
    }
}

#define FLEET "A1 h, A3 h, A5 h, A7 h, A9 h" /* lengths 5, 4, 3, 3, 2 */
#define SINK_DESTROYER "A9 B9 "
#define SINK_CARRIER "A1 B1 C1 D1 E1 "

static void hunt_shoots_beside_hits(void **state)
{
    (void)state;
    set_up(NULL, FLEET, "B3");
    expect("hunt", "B2 A3 C3 B4");
    expect("parity", "B2 A3 C3 B4");
    set_up(NULL, FLEET, "B3 C3 C2");
    expect("hunt", "B2 A3 D3 B4 C4");
    expect("parity", "B2 A3 D3 B4 C4");
}

static void line_bots_follow_the_line_of_hits(void **state)
{
    (void)state;
    set_up(NULL, FLEET, "B3");
    expect("hunt-line", "B2 A3 C3 B4");
    set_up(NULL, FLEET, "B3 C3");
    expect("hunt-line", "A3 D3");
    expect("parity-line", "A3 D3");
    set_up(NULL, FLEET, "B3 C3 D3 E3");
    expect("hunt-line", "A3");
    /* Both ends are shot, so the ships are side by side: shoot beside the line. */
    set_up(NULL, "A1 v, B1 v, C1 v, D1 v, E1 v", "B2 A2 C2 D2 E2 F2");
    expect("hunt-line", "A1 B1 C1 D1 E1 A3 B3 C3 D3 E3");
}

static void hits_on_sunk_ships_attract_no_shots(void **state)
{
    const char *fleet = "J1 v, A1 h, C5 h, E6 v, A10 h";

    (void)state;
    set_up(NULL, FLEET, SINK_CARRIER);
    expect_diagonals("parity", 2);
    /* The Cruiser may be C5 D5 E5 or E5 E6 E7. Only E5 is certain until the Submarine sinks too. */
    set_up(NULL, fleet, "C5 D5 E6 E7 E5");
    expect("hunt", "B5 C4 C6 D4 D6 D7 E8 F6 F7");
    set_up(NULL, fleet, "C5 D5 E6 E7 E5 E8");
    expect_diagonals("parity", 2);
}

static void targets_depend_on_what_is_announced(void **state)
{
    (void)state;
    /* Unnamed: two hits in a row must be the Destroyer. Of three, the first may be another ship,
     * unless ships may not touch. */
    set_up("announce=unnamed", FLEET, SINK_DESTROYER);
    expect_diagonals("parity", 3);
    set_up("announce=unnamed", FLEET, "A5 B5 C5");
    expect("hunt", "A4 A6");
    set_up("announce=unnamed touch=no", FLEET, "A5 B5 C5");
    expect_diagonals("parity", 2);
    /* Nothing announced: hits remain targets until all cells beside them are shot. */
    set_up("announce=none", FLEET, SINK_DESTROYER);
    expect("hunt-line", "C9");
    expect("hunt", "A8 B8 C9 A10 B10");
    set_up("announce=none", FLEET, SINK_DESTROYER "A8 B8 C9 A10 B10");
    expect_diagonals("parity", 2);
    /* Named at each hit: hits on two ships do not form a line. */
    set_up("announce=each-hit", "A1 v, B1 v, C1 v, D1 v, E1 v", "B2 A2");
    expect("hunt-line", "A1 B1 C2 A3 B3");
}

static void salvos_target_the_best_cells(void **state)
{
    (void)state;
    /* Five shots: the four cells beside the only hit, then another one. */
    for (int i = 0; i < SPECS; i++) {
        struct bot *bot = new_bot(specs[i]);
        struct outcome outcome;
        struct move move = {.kind = MOVE_FIRE, .count = 5};
        struct slice rest = slice_of("B3 J10 H10 J8 H8"), word;

        set_up("salvo=yes", FLEET, "");
        for (int j = 0; slice_word(&rest, &word); j++)
            move.cell[j] = (uint16_t)parse_cell(word);
        assert_int_equal(game_apply_legal(&game, &move, &outcome, NULL), OK);
        assert_int_equal(bot_act(bot, &game.view[SIDE_A], &move), BROKEN_NONE);
        assert_int_equal(move.count, 5);
        /* heatmap prefers the cells behind the hottest neighbours to the other neighbours. */
        for (int j = 0; j < (strcmp(specs[i], "heatmap") ? 4 : 2); j++) {
            int cell = move.cell[j], column = cell % 10, row = cell / 10;

            if ((column - 1) * (column - 1) + (row - 2) * (row - 2) != 1)
                fail_msg("%s: %s is not beside B3", specs[i], cell_name(cell, 10).text);
        }
        bot_free(bot);
    }
}

static void parity_hunts_on_diagonals(void **state)
{
    static const char *const bots[] = {"parity", "parity-line"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        set_up(NULL, FLEET, "");
        expect_diagonals(bots[i], 2);
        set_up(NULL, FLEET, "J10 H10");
        expect_diagonals(bots[i], 2);
        set_up(NULL, FLEET, SINK_DESTROYER);
        expect_diagonals(bots[i], 3);
        set_up(NULL, FLEET, SINK_DESTROYER "A5 B5 C5 A7 B7 C7");
        expect_diagonals(bots[i], 4);
    }
}

static void parity_can_be_reversed(void **state)
{
    (void)state;
    set_up(NULL, FLEET, "");
    expect_diagonals("parity:reverse=yes", 5);
    expect_diagonals("parity:reverse=no", 2);
    set_up(NULL, FLEET, SINK_DESTROYER);
    expect_diagonals("parity:reverse=yes", 5);
    set_up(NULL, FLEET, SINK_CARRIER);
    expect_diagonals("parity:reverse=yes", 4);
}

static void heatmap_counts_placements(void **state)
{
    (void)state;
    set_up(NULL, FLEET, "");
    expect("heatmap", "E5 F6");
    expect("heatmap:parity=no", "E5 F5 E6 F6");
    set_up(NULL, FLEET, "B3");
    expect("heatmap", "B4"); /* there are 11 placements through B3 and B4, 9 through B3 and C3 */
    set_up(NULL, FLEET, "B3 C3");
    expect("heatmap", "D3");
    set_up(NULL, FLEET, "B3 C3 D3 E3");
    expect("heatmap", "A3");
}

static void heatmap_can_favour_corners(void **state)
{
    struct rules rules = *rules_find("classic");

    (void)state;
    rules.width = rules.height = 3;
    rules.ships = 1;
    rules.fleet[0].length = 3;
    assert_int_equal(rules_check(&rules, NULL), OK);
    game_init_solo(&game, &rules);
    game_place(&game, SIDE_B, &(struct layout){.ship = {{0, 0, 0, 1}}}, NULL);
    expect("heatmap:parity=no:corners=no", "A1 B1 C1 A2 B2 C2 A3 B3 C3");
    expect("heatmap:parity=no", "A1 C1 A3 C3");
}

static void fit_takes_the_axis_that_fits_more(void **state)
{
    (void)state;
    /* Around A9, column A has room for two cells, row 9 for all ships. */
    set_up(NULL, FLEET, "A8 A9");
    expect("fit", "B9");
    /* All ships fit on both axes, but only short ones fit to the left and upwards. */
    set_up(NULL, "B2 h, A10 h, A5 h, A7 h, A9 h", "B2");
    expect("fit", "C2 B3");
    /* In the middle all directions are equal. */
    set_up(NULL, "E5 h, A10 h, A3 h, A7 h, A9 h", "E5");
    expect("fit", "D5 F5 E4 E6");
}

static void fit_reverses_and_changes_the_axis(void **state)
{
    const char *fleet = "C5 h, A10 h, A3 h, A7 h, A9 h";

    (void)state;
    /* It keeps its direction while it hits, and reverses after a miss. */
    set_up(NULL, fleet, "D5 E5");
    expect("fit", "F5");
    set_up(NULL, fleet, "F5 E5");
    expect("fit", "D5");
    set_up(NULL, fleet, "D5 E5 F5 G5 H5");
    expect("fit", "C5");
    set_up(NULL, "J1 v, E5 v, A3 h, A7 h, A9 h", "E5 F5");
    expect("fit", "D5");
    set_up(NULL, "J1 v, E5 v, A3 h, A7 h, A9 h", "E5 F5 D5");
    expect("fit", "E4 E6");
    /* A miss before the hit does not count as trying that axis. */
    set_up(NULL, "J1 v, E5 v, A3 h, A7 h, A9 h", "F5 E5");
    expect("fit", "D5 E4 E6");
    /* It reverses at the edge. */
    set_up(NULL, "F5 h, A10 h, A3 h, A7 h, A9 h", "H5 I5 J5");
    expect("fit", "G5");
}

static void fit_remembers_a_second_ship(void **state)
{
    (void)state;
    /* While sinking the Destroyer at E5 F5 it hit the Battleship at G5, and then returns to G5. */
    set_up(NULL, "A1 h, G3 v, A3 h, A7 h, E5 h", "F5 G5 H5");
    expect("fit", "E5");
    set_up(NULL, "A1 h, G3 v, A3 h, A7 h, E5 h", "F5 G5 H5 E5");
    expect("fit", "G4 G6");
}

static void a_bot_forgets_one_game_when_asked_about_another(void **state)
{
    (void)state;
    for (int i = 0; i < SPECS; i++) {
        struct bot *bot = new_bot(specs[i]);
        struct move move;

        for (int round = 0; round < 50; round++) {
            rng_seed(&bot->rng, (uint64_t)round);
            set_up(NULL, FLEET, "J10 J9 J8 J7 J6 B3");
            bot_act(bot, &game.view[SIDE_A], &move);
            set_up(NULL, FLEET, "A2 B2 C3 B4 A3 B3");
            bot_act(bot, &game.view[SIDE_A], &move);
            assert_int_equal(view_check(&game.view[SIDE_A], &move, NULL), OK);
            set_up("board=7x9", "A1 h, A3 h, A5 h, A7 h, A9 h", "A2 B2");
            bot_act(bot, &game.view[SIDE_A], &move);
            assert_int_equal(view_check(&game.view[SIDE_A], &move, NULL), OK);
        }
        bot_free(bot);
    }
}

static void expect_rejected(const char *spec, const char *why)
{
    struct message message;
    struct bot *bot;

    assert_int_not_equal(bot_new(spec, &bot, &message), OK);
    assert_null(bot);
    assert_string_equal(message.text, why);
}

static void wrong_options_are_rejected(void **state)
{
    (void)state;
    expect_rejected("hunt:line=yes", "hunt has no options, but was given 'line=yes'");
    expect_rejected("parity:line=yes", "parity has no option 'line'; its only option is reverse");
    expect_rejected("parity:reverse=si", "parity: reverse must be yes or no, not 'si'");
    expect_rejected("heatmap:heat=1",
                    "heatmap has no option 'heat'; its options are weight, parity and corners");
    expect_rejected("heatmap:weight=0", "heatmap: weight must be a number from 1 to 50, not '0'");
    expect_rejected("heatmap:corners=1", "heatmap: corners must be yes or no, not '1'");
}

/* The expected means are from 100,000 boards; a mean over 10,000 has an error of at most 0.14. */
static void the_bots_are_as_strong_as_measured(void **state)
{
    enum { BOARDS = 10000 };
    static const double mean[SPECS] = {62.08, 59.72, 54.65, 54.75, 50.75, 44.77, 59.53};
    struct rng rng;

    (void)state;
    for (int i = 0; i < SPECS; i++) {
        struct bot *bot = new_bot(specs[i]);
        double sum = 0;

        rng_seed(&rng, 3);
        for (int board = 0; board < BOARDS; board++)
            sum += play_solo(rules_find("classic"), bot, &rng);
        if (sum / BOARDS > mean[i] + 0.5 || sum / BOARDS < mean[i] - 0.5)
            fail_msg("%s needs %.2f shots, not %.2f", specs[i], sum / BOARDS, mean[i]);
        bot_free(bot);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bot_plays_every_preset),
        cmocka_unit_test(every_bot_plays_rules_drawn_at_random),
        cmocka_unit_test(hunt_shoots_beside_hits),
        cmocka_unit_test(line_bots_follow_the_line_of_hits),
        cmocka_unit_test(hits_on_sunk_ships_attract_no_shots),
        cmocka_unit_test(targets_depend_on_what_is_announced),
        cmocka_unit_test(salvos_target_the_best_cells),
        cmocka_unit_test(parity_hunts_on_diagonals),
        cmocka_unit_test(parity_can_be_reversed),
        cmocka_unit_test(heatmap_counts_placements),
        cmocka_unit_test(heatmap_can_favour_corners),
        cmocka_unit_test(fit_takes_the_axis_that_fits_more),
        cmocka_unit_test(fit_reverses_and_changes_the_axis),
        cmocka_unit_test(fit_remembers_a_second_ship),
        cmocka_unit_test(a_bot_forgets_one_game_when_asked_about_another),
        cmocka_unit_test(wrong_options_are_rejected),
        cmocka_unit_test(the_bots_are_as_strong_as_measured),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
