/* The values of shots are those of a brute force: it lists the layouts by trying all placements of
 * all ships, plays every layout to the end by the rule that puzzle_make.c describes, and remembers
 * nothing.
 *
 * slow: remembers nothing (2 s) */
#include "session/puzzle.h"

#include "infer/position.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct puzzle puzzle;
static struct view view;

/* Layouts as ships by cell, and the ship cells that were not shot at first. */
enum { FORCE_LAYOUTS = 600, FORCE_CELLS = 25, POSITIONS = 7, NOTHING = -1 };

struct force {
    int cells, layouts;
    int8_t ship[FORCE_LAYOUTS][FORCE_CELLS]; /* by layout and cell; NOTHING for water */
    int kind[FORCE_LAYOUTS][MAX_SLOTS];      /* by layout and ship */
};

/* What is known: the layouts that are possible, and the cells shot. */
struct state {
    int count, layout[FORCE_LAYOUTS];
    bool shot[FORCE_CELLS];
};

static struct force force;

/* 0 for a miss, 1 for a hit, 2 + kind for a sinking. */
static int force_answer(int layout, const struct state *state, int cell)
{
    int ship = force.ship[layout][cell];

    if (ship == NOTHING)
        return 0;
    for (int i = 0; i < force.cells; i++)
        if (i != cell && force.ship[layout][i] == ship && !state->shot[i])
            return 1;
    return 2 + force.kind[layout][ship];
}

static int force_hits(const struct state *state, int cell)
{
    int hits = 0;

    for (int i = 0; i < state->count; i++)
        hits += !state->shot[cell] && force.ship[state->layout[i]][cell] != NOTHING;
    return hits;
}

static bool force_is_over(const struct state *state)
{
    for (int cell = 0; cell < force.cells; cell++)
        if (force_hits(state, cell) > 0)
            return false;
    return true;
}

typedef long force_value(const struct state *state);

/* The misses over all layouts if this cell is shot now and `next` says how it goes on. */
static long force_after(const struct state *state, int cell, force_value *next)
{
    long misses = state->count - force_hits(state, cell);

    for (int answer = 0; answer < 2 + MAX_SLOTS; answer++) {
        struct state then = {.count = 0};

        memcpy(then.shot, state->shot, sizeof then.shot);
        then.shot[cell] = true;
        for (int i = 0; i < state->count; i++)
            if (force_answer(state->layout[i], state, cell) == answer)
                then.layout[then.count++] = state->layout[i];
        if (then.count > 0 && !force_is_over(&then))
            misses += next(&then);
    }
    return misses;
}

static long force_greedy(const struct state *state)
{
    int best = 0;

    for (int cell = 1; cell < force.cells; cell++)
        if (force_hits(state, cell) > force_hits(state, best))
            best = cell;
    return force_after(state, best, force_greedy);
}

/* Of the six likeliest cells with at least 60 % of the highest chance, the one after which greedy
 * play misses least; among equals the likeliest, then the first. A certain hit is always taken. */
static long force_look_ahead(const struct state *state)
{
    int list[FORCE_CELLS], count = 0, choice;
    long least;

    for (int cell = 0; cell < force.cells; cell++) {
        int hits = force_hits(state, cell), k = count;

        for (; k > 0 && force_hits(state, list[k - 1]) < hits; k--)
            list[k] = list[k - 1];
        list[k] = cell;
        count++;
    }
    choice = list[0];
    if (force_hits(state, choice) < state->count) {
        least = force_after(state, choice, force_greedy);
        for (int i = 1; i < 6 && i < count; i++) {
            long misses;

            if (10 * force_hits(state, list[i]) < 6 * force_hits(state, list[0]))
                break;
            misses = force_after(state, list[i], force_greedy);
            if (misses < least) {
                least = misses;
                choice = list[i];
            }
        }
    }
    return force_after(state, choice, force_look_ahead);
}

static long force_optimum(const struct state *state)
{
    long least = -1;

    for (int cell = 0; cell < force.cells; cell++) {
        long misses;

        if (force_hits(state, cell) == 0)
            continue;
        misses = force_after(state, cell, force_optimum);
        least = least < 0 || misses < least ? misses : least;
    }
    return least;
}

/* Lists the layouts of a position by trying all placements of all ships, one by one. */
static void force_place(const struct view *of, int ship, int8_t at[FORCE_CELLS])
{
    const struct rules *rules = &of->rules;
    struct state seen = {.count = 0};

    if (ship < rules->ships) {
        for (int start = 0; start < 2 * force.cells; start++) {
            struct placement place = {(int16_t)(start / 2 % rules->width),
                                      (int16_t)(start / 2 / rules->width), (uint8_t)(start % 2), 1};
            int cells[MAX_LENGTH], length = rules->fleet[ship].length;
            int8_t next[FORCE_CELLS];
            bool fits = placement_cells(place, length, rules, cells) == length;

            for (int i = 0; fits && i < length; i++)
                fits = at[cells[i]] == NOTHING;
            if (!fits)
                continue;
            memcpy(next, at, sizeof next);
            for (int i = 0; i < length; i++)
                next[cells[i]] = (int8_t)ship;
            force_place(of, ship + 1, next);
        }
        return;
    }
    memcpy(force.ship[force.layouts], at, sizeof force.ship[0]);
    for (int i = 0; i < rules->ships; i++)
        force.kind[force.layouts][i] = rules->fleet[i].kind;
    for (int i = 0; i < of->tracking.shots; i++) {
        const struct shot *shot = &of->tracking.order[i];
        int answer = force_answer(force.layouts, &seen, shot->cell);

        if (answer != (shot->answer == ANSWER_MISS  ? 0
                       : shot->answer == ANSWER_HIT ? 1
                                                    : 2 + shot->ship))
            return;
        seen.shot[shot->cell] = true;
    }
    assert_true(++force.layouts < FORCE_LAYOUTS);
}

static void check_by_force(const struct puzzle *of)
{
    struct state state = {.count = 0};
    int8_t sea[FORCE_CELLS];
    long best = -1, optimum;

    memset(sea, NOTHING, sizeof sea);
    force.cells = rules_cells(&of->view.rules);
    force.layouts = 0;
    force_place(&of->view, 0, sea);
    assert_int_equal(force.layouts, of->layouts);
    for (int i = 0; i < force.layouts; i++)
        state.layout[state.count++] = i;
    for (int cell = 0; cell < force.cells; cell++)
        state.shot[cell] = cellset_has(&of->view.tracking.shot, cell);
    for (int cell = 0; cell < force.cells; cell++) {
        long misses;

        assert_int_equal(of->shot[cell].is_legal, !state.shot[cell]);
        if (state.shot[cell])
            continue;
        assert_int_equal(of->shot[cell].hits, force_hits(&state, cell));
        if (of->shot[cell].hits == 0)
            continue;
        misses = force_after(&state, cell, force_look_ahead);
        assert_int_equal(of->shot[cell].misses, misses);
        best = best < 0 || misses < best ? misses : best;
    }
    if (of->layouts > 7)
        return;
    optimum = force_optimum(&state);
    assert_true(best >= optimum && best <= optimum + 1);
}

static void values_are_those_of_a_brute_force(void **state)
{
    static const char *const fleets[] = {"fleet=3,2", "fleet=A 2,B 2", "fleet=A 3,B 3"};
    static const char *const positions[] = {"B2=hit",
                                            "B2=hit C3=miss",
                                            "A1=miss B2=hit D4=miss",
                                            "A4=miss C1=miss B3=hit D2=miss",
                                            "C2=hit C3=hit A1=miss",
                                            "D4=miss A1=miss C3=miss B1=hit",
                                            "B2=hit A2=miss D3=miss C2=miss"};
    int checked = 0;

    (void)state;
    for (size_t i = 0; i < 3 * POSITIONS; i++) {
        struct rules rules = *rules_find("classic");
        struct message message = {""};
        enum error error;

        assert_int_equal(rules_set(&rules, slice_of("board=4x4"), &message), OK);
        assert_int_equal(rules_set(&rules, slice_of(fleets[i / POSITIONS]), &message), OK);
        assert_int_equal(
            position_parse(slice_of(positions[i % POSITIONS]), &rules, &view, &message), OK);
        error = puzzle_of_view(&view, &puzzle, &message);
        if (error == ERR_MISMATCH)
            continue;
        assert_int_equal(error, OK);
        check_by_force(&puzzle);
        checked++;
    }
    assert_true(checked > 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_a_brute_force),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
