/* Inference, checked against published values for the classic board, and against brute force on
 * small boards: list every layout and play the shots at it. */
#include "infer/exact_count.h"
#include "infer/large_count.h"
#include "infer/position.h"
#include "infer/posterior.h"
#include "infer/sampler.h"
#include "rules/game.h"
#include "support/sanitized.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct infer_budget plenty = {UINT64_MAX / 2, 4, 4, 0};

/* Counts again with the method for large boards. It must find the same. */
static void count_as_if_large(struct large_count *large, const struct posterior *posterior)
{
    const struct evidence *evidence = posterior_evidence(posterior);
    int cells = rules_cells(&evidence->rules);
    wide cover[MAX_CELLS] = {0};

    if (evidence->hints > 0)
        return; /* test_infer_hints.c checks the weights */
    assert_int_equal(large_count_run(large, evidence, plenty.steps, NULL), OK);
    assert_true(large_count_layouts(large) == posterior_layouts(posterior));
    for (int c = 0; c < evidence->classes; c++)
        for (int i = 0; i < 2 * cells; i++)
            for (int k = 0; k < evidence->ship_class[c].length; k++) {
                int cell = i % cells + k * (i < cells ? 1 : evidence->rules.width);

                if (cell < cells)
                    cover[cell] += large_count_at(large, c, i % cells, i >= cells);
            }
    for (int cell = 0; cell < cells; cell++)
        assert_true(cover[cell] == posterior_cover(posterior, cell));
}

/* --- check values --------------------------------------------------------------------------- */

/* Each line has the position, the number of layouts and a count per cell. Tabs separate the fields,
 * spaces the counts. */
static void match_published_values(void)
{
    static char line[65536];
    static struct view view;
    struct posterior *posterior = posterior_new();
    struct large_count *large = large_count_new();
    FILE *file = fopen("tests/vectors/posterior-classic.tsv", "r");
    int lines = 0;

    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        struct slice rest = slice_of(line), position, layouts, number;
        struct message message = {""};

        slice_cut(&rest, '\t', &position);
        slice_cut(&rest, '\t', &layouts);
        assert_int_equal(position_parse(position, rules_find("classic"), &view, &message), OK);
        assert_int_equal(posterior_update(posterior, &view, &plenty, NULL, &message), OK);
        assert_true(posterior_is_exact(posterior));
        assert_true(slice_is(layouts, wide_print(posterior_layouts(posterior)).text));
        for (int cell = 0; cell < 100; cell++) {
            rest = slice_trim(rest);
            slice_cut(&rest, cell == 99 ? '\n' : ' ', &number);
            assert_true(slice_is(number, wide_print(posterior_cover(posterior, cell)).text));
        }
        count_as_if_large(large, posterior);
        lines++;
    }
    assert_int_equal(lines, 39);
    fclose(file);
    large_count_free(large);
    posterior_free(posterior);
}

static void counts_on_the_classic_board_match_published_values_exactly(void **state)
{
    (void)state;
    for (int i = 0; flat_count_variant(i); i++) {
        assert_true(flat_count_force(flat_count_variant(i)));
        match_published_values();
    }
    flat_count_force(NULL);
}

/* --- brute force ---------------------------------------------------------------------------- */

struct brute {
    struct rules rules;
    const struct view *view;
    uint64_t layouts, cover[MAX_CELLS];
    uint64_t sinks[MAX_SHIPS][MAX_CELLS]; /* layouts in which a shot at the cell sinks this kind */
    struct layout layout;
};

/* Would this layout give exactly these answers? */
static bool gives_these_answers(const struct brute *brute)
{
    const struct view *view = brute->view;
    const struct rules *rules = &brute->rules;
    uint8_t ship_at[MAX_CELLS], left[MAX_SHIPS];
    int sighting = 0;

    memset(ship_at, NO_SHIP, sizeof ship_at);
    for (int ship = 0; ship < rules->ships; ship++) {
        int cells[MAX_LENGTH], count = placement_cells(brute->layout.ship[ship],
                                                       rules->fleet[ship].length, rules, cells);

        left[ship] = (uint8_t)count;
        for (int i = 0; i < count; i++)
            ship_at[cells[i]] = (uint8_t)ship;
    }
    for (int i = 0; i <= view->tracking.shots; i++) {
        for (; sighting < view->sightings && view->sighting[sighting].after == i; sighting++) {
            const struct sighting *seen = &view->sighting[sighting];
            int cells[4], count = view_area_cells(rules, seen->cell, cells);
            bool found = false;

            for (int j = 0; j < count; j++) {
                bool shot = false;

                for (int k = 0; k < i; k++)
                    shot |= view->tracking.order[k].cell == cells[j];
                found |= !shot && ship_at[cells[j]] != NO_SHIP;
            }
            if (found != seen->found)
                return false;
        }
        if (i < view->tracking.shots) {
            const struct shot *shot = &view->tracking.order[i];
            int ship = ship_at[shot->cell], answer = ANSWER_MISS, named = NO_SHIP;

            if (ship != NO_SHIP) {
                bool sunk = --left[ship] == 0;

                answer = sunk && rules->announce != ANNOUNCE_NONE ? ANSWER_SUNK : ANSWER_HIT;
                if (rules->announce == ANNOUNCE_EACH_HIT ||
                    (sunk && rules->announce == ANNOUNCE_NAME))
                    named = rules->fleet[ship].kind;
            }
            if (answer != shot->answer || named != shot->ship)
                return false;
        }
    }
    return true;
}

static void count_layout(struct brute *brute)
{
    const struct rules *rules = &brute->rules;

    if (!gives_these_answers(brute))
        return;
    brute->layouts++;
    for (int ship = 0; ship < rules->ships; ship++) {
        int cells[MAX_LENGTH], open = 0, last = 0;
        int count =
            placement_cells(brute->layout.ship[ship], rules->fleet[ship].length, rules, cells);

        for (int i = 0; i < count; i++) {
            brute->cover[cells[i]]++;
            if (!cellset_has(&brute->view->tracking.shot, cells[i])) {
                open++;
                last = cells[i];
            }
        }
        if (open == 1)
            brute->sinks[rules->fleet[ship].kind][last]++;
    }
}

static void list_layouts(struct brute *brute, int ship)
{
    const struct rules *rules = &brute->rules;

    if (ship == rules->ships) {
        count_layout(brute);
        return;
    }
    for (int i = 0; i < 2 * rules_cells(rules); i++) {
        struct placement at = {(int16_t)(i / 2 % rules->width), (int16_t)(i / 2 / rules->width),
                               (uint8_t)(i % 2), 1};

        if (at.vertical && rules->fleet[ship].length == 1)
            continue;
        brute->layout.ship[ship].placed = 0;
        if (layout_fits(&brute->layout, rules, ship, at, NULL) != OK)
            continue;
        brute->layout.ship[ship] = at;
        list_layouts(brute, ship + 1);
    }
    brute->layout.ship[ship].placed = 0;
}

/* Plays a solo game up to a random shot, with random sweeps in between. */
static void random_position(struct game *game, const struct rules *rules, struct rng *rng)
{
    struct layout layout;
    struct outcome outcome;
    int shots = (int)rng_below(rng, (uint32_t)rules_cells(rules));

    game_init_solo(game, rules);
    assert_int_equal(layout_random(rules, rng, &layout), OK);
    assert_int_equal(game_place(game, SIDE_B, &layout, NULL), OK);
    while (shots-- > 0 && !game_status(game)->over) {
        struct view *view = &game->view[SIDE_A];
        struct move move = {.kind = MOVE_FIRE, .count = 1};
        uint32_t open = (uint32_t)(rules_cells(rules) - view->tracking.shots);

        if (rules->specials && view->stock.radar &&
            rng_below(rng, view->stock.radar > 4 ? 2 : 4) == 0) {
            move.kind = MOVE_RADAR;
            move.cell[0] = (uint16_t)rng_below(rng, (uint32_t)rules_cells(rules));
        } else {
            move.cell[0] = (uint16_t)cellset_nth_absent(&view->tracking.shot, rules_cells(rules),
                                                        (int)rng_below(rng, open));
        }
        assert_int_equal(game_apply_legal(game, &move, &outcome, NULL), OK);
    }
}

static void compare_with_brute_force(const struct rules *rules, int positions, uint64_t seed)
{
    static struct game game;
    static struct brute brute;
    struct posterior *posterior = posterior_new();
    struct large_count *large = large_count_new();
    struct rng rng;

    if (IS_BRIEF || getenv("QUICK"))
        positions /= IS_BRIEF ? 5 : 2;
    rng_seed(&rng, seed);
    for (int i = 0; i < positions; i++) {
        const struct evidence *evidence;
        struct message message = {""};

        if (!flat_count_force(flat_count_variant(i % 3)))
            flat_count_force(NULL);
        random_position(&game, rules, &rng);
        memset(&brute, 0, sizeof brute);
        brute.rules = *rules;
        brute.view = &game.view[SIDE_A];
        list_layouts(&brute, 0);
        assert_int_equal(posterior_update(posterior, brute.view, &plenty, &rng, &message), OK);
        assert_true(posterior_is_exact(posterior));
        assert_true(posterior_layouts(posterior) == brute.layouts);
        evidence = posterior_evidence(posterior);
        for (int cell = 0; cell < rules_cells(rules); cell++) {
            assert_true(posterior_cover(posterior, cell) == brute.cover[cell]);
            if (cellset_has(&brute.view->tracking.shot, cell))
                continue;
            for (int c = 0; c < evidence->classes; c++)
                assert_true(fabs(posterior_sinks(posterior, c, cell) -
                                 (double)brute.sinks[evidence->ship_class[c].kind][cell] /
                                     (double)brute.layouts) < 1e-12);
        }
        count_as_if_large(large, posterior);
    }
    large_count_free(large);
    posterior_free(posterior);
    flat_count_force(NULL);
}

static const struct {
    const char *board, *fleet;
} small_boards[] = {
    {"board=4x4", "fleet=3,2"},     {"board=3x4", "fleet=3,2"},   {"board=4x4", "fleet=2x2"},
    {"board=5x3", "fleet=2x2,1"},   {"board=4x4", "fleet=3,2,1"}, {"board=3x5", "fleet=A 2,B 2,3"},
    {"board=4x3", "fleet=2x2,1x2"}, {"board=3x3", "fleet=2x4"},   {"board=3x3", "fleet=3,2x2,1"},
    {"board=3x3", "fleet=2x3,1x2"},
};

static void brute_force_agrees(const char *announce, const char *touch, const char *extra)
{
    for (size_t i = 0; i < sizeof small_boards / sizeof small_boards[0]; i++) {
        struct rules rules = *rules_find("classic");

        assert_int_equal(rules_set(&rules, slice_of(small_boards[i].board), NULL), OK);
        assert_int_equal(rules_set(&rules, slice_of(small_boards[i].fleet), NULL), OK);
        assert_int_equal(rules_set(&rules, slice_of(announce), NULL), OK);
        assert_int_equal(rules_set(&rules, slice_of(touch), NULL), OK);
        if (extra)
            assert_int_equal(rules_set(&rules, slice_of(extra), NULL), OK);
        if (rules_check(&rules, NULL) == OK)
            compare_with_brute_force(&rules, getenv("SOAK") ? 100 : 50, 77 + i);
    }
}

static void counts_equal_brute_force_when_every_hit_is_named(void **state)
{
    (void)state;
    brute_force_agrees("announce=each-hit", "touch=yes", NULL);
    brute_force_agrees("announce=each-hit", "touch=no", NULL);
}

static void counts_equal_brute_force_when_sinkings_are_named(void **state)
{
    (void)state;
    brute_force_agrees("announce=name", "touch=yes", NULL);
    brute_force_agrees("announce=name", "touch=no", NULL);
}

static void counts_equal_brute_force_when_sinkings_have_no_name(void **state)
{
    (void)state;
    brute_force_agrees("announce=unnamed", "touch=yes", NULL);
    brute_force_agrees("announce=unnamed", "touch=no", NULL);
}

static void counts_equal_brute_force_when_nothing_is_announced(void **state)
{
    (void)state;
    brute_force_agrees("announce=none", "touch=yes", NULL);
    brute_force_agrees("announce=none", "touch=no", NULL);
}

static void counts_equal_brute_force_with_radar(void **state)
{
    (void)state;
    brute_force_agrees("announce=name", "touch=yes", "specials=radar 4");
    brute_force_agrees("announce=unnamed", "touch=no", "specials=radar 4");
    brute_force_agrees("announce=name", "touch=yes", "specials=radar 30");
    brute_force_agrees("announce=none", "touch=no", "specials=radar 30");
}

/* Inclusion and exclusion over all ten sweeps, with 861,511,680 steps, gives the same number. */
static void many_sweeps_are_counted_exactly(void **state)
{
    static const char *const position =
        "radar:A1=found radar:A5=found radar:A8=found radar:A3=found radar:C1=found radar:C5=found "
        "radar:C8=found radar:C3=found radar:E1=found radar:E5=found";
    static struct view view;
    struct rules rules = *rules_find("classic");
    struct posterior *posterior;
    struct message message = {""};

    (void)state;
    if (IS_BRIEF)
        skip(); /* takes long */
    posterior = posterior_new();
    assert_int_equal(rules_set(&rules, slice_of("specials=radar 30"), &message), OK);
    assert_int_equal(position_parse(slice_of(position), &rules, &view, &message), OK);
    assert_int_equal(posterior_update(posterior, &view, &infer_budget_default, NULL, &message), OK);
    assert_true(posterior_layouts(posterior) == 877652);
    posterior_free(posterior);
}

/* --- sampling ------------------------------------------------------------------------------- */

static void sampled_chances_agree_with_exact_ones_within_their_errors(void **state)
{
    static const char *const positions[] = {
        "",
        "E5=miss F6=hit F7=hit",
        "E5=hit",
        "B2=hit B3=hit H8=hit C5=miss G3=miss",
        "A1=miss C3=miss E5=hit E6=hit E7=sunk:Cruiser G7=miss",
    };
    static const struct infer_budget sampling = {0, 16, 200, 0};
    static struct view view;
    struct posterior *exact = posterior_new(), *sampled = posterior_new();
    double worst = 0, squares = 0;
    int cells = 0;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 3);
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        struct message message;

        assert_int_equal(
            position_parse(slice_of(positions[i]), rules_find("classic"), &view, &message), OK);
        assert_int_equal(posterior_update(exact, &view, &plenty, NULL, &message), OK);
        posterior_clear(sampled);
        assert_int_equal(posterior_update(sampled, &view, &sampling, &rng, &message), OK);
        assert_true(posterior_is_exact(exact));
        assert_false(posterior_is_exact(sampled));
        for (int cell = 0; cell < 100; cell++) {
            double difference =
                fabs(posterior_probability(sampled, cell) - posterior_probability(exact, cell));
            double error = posterior_error(sampled, cell);

            worst = difference > worst ? difference : worst;
            if (error > 1e-9) {
                squares += difference * difference / (error * error);
                cells++;
            }
        }
    }
    /* The estimates are close, and the errors they claim are realistic: deviations are about one
     * standard error. */
    assert_true(worst < 0.03);
    assert_true(squares / cells > 0.3 && squares / cells < 2.5);
    posterior_free(exact);
    posterior_free(sampled);
}

static void sampling_of_boards_too_large_to_count_is_repeatable(void **state)
{
    static struct game game;
    struct posterior *first = posterior_new(), *second = posterior_new();

    (void)state;
    for (int i = 0; rules_preset(i); i++) {
        struct rng shots, a, b;
        struct message message = {""};
        struct rules rules = *rules_preset(i);

        rules.salvo = 0;
        rng_seed(&shots, (uint64_t)i);
        rng_seed(&a, 9);
        rng_seed(&b, 9);
        posterior_clear(first);
        posterior_clear(second);
        for (int position = 0; position < 3; position++) {
            random_position(&game, &rules, &shots);
            assert_int_equal(
                posterior_update(first, &game.view[SIDE_A], &infer_budget_move, &a, &message), OK);
            assert_int_equal(
                posterior_update(second, &game.view[SIDE_A], &infer_budget_move, &b, &message), OK);
            for (int cell = 0; cell < rules_cells(&rules); cell++)
                assert_true(posterior_probability(first, cell) ==
                            posterior_probability(second, cell));
            /* Hit cells have probability 1, missed cells 0. */
            for (int cell = 0; cell < rules_cells(&rules); cell++) {
                double chance = posterior_probability(first, cell);

                assert_true(chance >= 0 && chance < 1 + 1e-9);
                if (cellset_has(&game.view[SIDE_A].tracking.hit, cell))
                    assert_true(fabs(chance - 1) < 1e-9);
                else if (cellset_has(&game.view[SIDE_A].tracking.shot, cell))
                    assert_true(chance == 0);
            }
        }
    }
    posterior_free(first);
    posterior_free(second);
}

/* --- impossible positions ------------------------------------------------------------------- */

static void impossible_positions_are_rejected_with_the_reason(void **state)
{
    static const struct {
        const char *position, *words;
    } cases[] = {
        {"E5=miss E5=hit", "E5 is shot at twice"},
        {"A1=hit A2=sunk:Destroyer C1=hit C2=sunk:Destroyer",
         "more ships of type Destroyer are sunk"},
        {"A1=sunk:Destroyer", "the sinking of the Destroyer at A1"},
        {"A1=hit C3=sunk:Carrier", "the sinking of the Carrier at C3"},
        {"E5=hit D5=miss F5=miss E4=miss E6=miss", "the hit at E5"},
        {"A1=hit F2=hit C4=hit H5=hit E7=hit J9=hit", "fits all of these answers"},
        {"A1=hit B1=hit C1=hit D1=hit E1=hit F1=hit G1=hit H1=hit I1=hit J1=hit A3=hit B3=hit "
         "C3=hit D3=hit E3=hit F3=hit G3=hit H3=hit",
         "18 hits, but the fleet has only 17 cells"},
        {"E5=floats", "an answer is"},
        {"E5", "form E5=miss"},
        {"K5=miss", "off the board"},
        {"E5=sunk:Galleon", "no ship called"},
        {"E5=hit:Carrier", "do not name the ship"},
        {"radar:B3=maybe", "radar:B3=found"},
    };
    static struct view view;
    struct posterior *posterior = posterior_new();

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct message message = {""};
        enum error error =
            position_parse(slice_of(cases[i].position), rules_find("classic"), &view, &message);

        if (!error)
            error = posterior_update(posterior, &view, &plenty, NULL, &message);
        assert_int_not_equal(error, OK);
        if (!strstr(message.text, cases[i].words))
            printf("%s: %s\n", cases[i].position, message.text);
        assert_non_null(strstr(message.text, cases[i].words));
    }
    posterior_free(posterior);
}

/* Before the first shot each side learns which ships are afloat, even if sinkings have no names. */
static void wrecks_are_known_whatever_is_announced(void **state)
{
    static const char *const announce[] = {"announce=name", "announce=unnamed", "announce=none"};
    static struct view view;
    struct posterior *posterior = posterior_new();

    (void)state;
    for (size_t i = 0; i < sizeof announce / sizeof announce[0]; i++) {
        struct rules rules = *rules_find("tournament");
        struct status status = {.started = 1, .turn = SIDE_A, .winner = NOBODY};
        uint8_t afloat[MAX_SLOTS] = {0};
        struct message message = {""};

        assert_int_equal(rules_set(&rules, slice_of(announce[i]), &message), OK);
        view_init(&view, &rules, SIDE_A);
        afloat[rules.fleet[rules.ships - 1].kind] = 1; /* the Destroyer */
        view_start(&view, &status, afloat);
        assert_int_equal(posterior_update(posterior, &view, &plenty, NULL, &message), OK);
        assert_true(posterior_layouts(posterior) == 180);
    }
    posterior_free(posterior);
}

/* Without announcements, a special move that is gained shows that the hit before it sank a ship. */
static void a_gain_shows_a_sinking(void **state)
{
    static const struct {
        const char *position;
        unsigned layouts;
    } cases[] = {{"B2=hit gain:smoke", 8}, {"B2=hit", 28}, {"B2=hit gain:smoke C2=hit", 2}};
    static struct view view;
    struct posterior *posterior = posterior_new();
    struct rules rules = *rules_find("classic");
    struct message message = {""};

    (void)state;
    assert_int_equal(rules_set(&rules, slice_of("board=3x3"), &message), OK);
    assert_int_equal(rules_set(&rules, slice_of("fleet=Boat 1, Destroyer 2"), &message), OK);
    assert_int_equal(rules_set(&rules, slice_of("specials=smoke"), &message), OK);
    assert_int_equal(rules_set(&rules, slice_of("announce=none"), &message), OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(position_parse(slice_of(cases[i].position), &rules, &view, &message), OK);
        assert_int_equal(posterior_update(posterior, &view, &plenty, NULL, &message), OK);
        assert_true(posterior_layouts(posterior) == cases[i].layouts);
    }
    posterior_free(posterior);
}

/* An answer that the rules never give is a mistake, not evidence. */
static void answers_that_the_rules_never_give_are_refused(void **state)
{
    static const struct {
        const char *rule, *position, *words;
    } cases[] = {
        {"touch=yes", "hint:A1", "no hints"},
        {"touch=yes", "A1=hit:", "no ship called ''"},
        {"touch=yes", "A1=miss:", "an answer is"},
        {"touch=yes", "A1=hit gain:smoke", "no special moves to gain"},
        {"specials=smoke", "A1=miss gain:smoke", "after a hit"},
        {"specials=smoke", "smoke:there", "coordinate"},
        {"touch=yes", "smoke", "no smoke screens"},
        {"specials=radar 2", "smoke", "no smoke screens"},
        {"specials=smoke", "radar:A1=none", "no radar sweeps"},
        {"specials=radar 2", "radar:A1=none radar:C1=found radar:E1=none", "only 2 radar sweeps"},
        {"hints=1", "hint:A1 hint:B2", "only 1 hint"},
        {"specials=smoke", "smoke smoke smoke smoke smoke smoke", "only 5 smoke screens"},
        {"announce=each-hit", "E5=hit", "name the ship"},
    };
    static struct view view;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rules rules = *rules_find("classic");
        struct message message = {""};

        assert_int_equal(rules_set(&rules, slice_of(cases[i].rule), &message), OK);
        assert_int_equal(position_parse(slice_of(cases[i].position), &rules, &view, &message),
                         ERR_SYNTAX);
        assert_non_null(strstr(message.text, cases[i].words));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_on_the_classic_board_match_published_values_exactly),
        cmocka_unit_test(counts_equal_brute_force_when_every_hit_is_named),
        cmocka_unit_test(counts_equal_brute_force_when_sinkings_are_named),
        cmocka_unit_test(counts_equal_brute_force_when_sinkings_have_no_name),
        cmocka_unit_test(counts_equal_brute_force_when_nothing_is_announced),
        cmocka_unit_test(counts_equal_brute_force_with_radar),
        cmocka_unit_test(many_sweeps_are_counted_exactly),
        cmocka_unit_test(sampled_chances_agree_with_exact_ones_within_their_errors),
        cmocka_unit_test(sampling_of_boards_too_large_to_count_is_repeatable),
        cmocka_unit_test(impossible_positions_are_rejected_with_the_reason),
        cmocka_unit_test(wrecks_are_known_whatever_is_announced),
        cmocka_unit_test(a_gain_shows_a_sinking),
        cmocka_unit_test(answers_that_the_rules_never_give_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
