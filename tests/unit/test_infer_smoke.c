/* Inference with smoke and reinforcements, checked against brute force: play the same shots and
 * sweeps at every layout, with the smoke screens in every position, and count the layouts that give
 * the same answers. */
#include "infer/posterior.h"
#include "support/sanitized.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_STEPS = 24, MOST_SCREENS = 2, MOST_HERE = 4 };

enum step_kind { STEP_SHOT, STEP_SWEEP, STEP_SMOKE, STEP_RAISE };

struct step {
    enum step_kind kind;
    int cell;
    struct event answer; /* of a shot or a sweep */
};

/* The true positions of ships and screens; cells are bits. */
struct sea {
    unsigned ship[MOST_HERE]; /* the last one is the reinforcement, if any */
    int screen[MOST_SCREENS];
};

struct trial {
    struct rules rules;
    struct step step[MOST_STEPS];
    int steps, screens;
    bool raised;
    uint64_t layouts, cover[16];
    struct sea sea;
};

static unsigned area_bits(const struct rules *rules, int cell)
{
    int cells[4], count = view_area_cells(rules, cell, cells);
    unsigned bits = 0;

    for (int i = 0; i < count; i++)
        bits |= 1u << cells[i];
    return bits;
}

/* The state after the steps played so far. */
struct play {
    unsigned shot, standing[MOST_SCREENS];
    int screens;
    bool raised;
};

static struct event answer_shot(const struct trial *trial, const struct sea *sea,
                                const struct play *play, int cell)
{
    struct event event = {EVENT_SHOT, ANSWER_MISS, NO_SHIP, (uint16_t)cell};

    for (int i = 0; i < trial->rules.ships + play->raised; i++) {
        if (!(sea->ship[i] >> cell & 1))
            continue;
        event.answer = ANSWER_HIT;
        if (!(sea->ship[i] & ~(play->shot | 1u << cell))) {
            event.answer = ANSWER_SUNK;
            event.ship = i < trial->rules.ships ? trial->rules.fleet[i].kind
                                                : rules_new_ship(&trial->rules).kind;
        }
    }
    return event;
}

static struct event answer_sweep(const struct trial *trial, const struct sea *sea,
                                 struct play *play, int cell)
{
    unsigned area = area_bits(&trial->rules, cell), live = 0, smoke = 0;
    bool touched = false;

    for (int i = 0; i < trial->rules.ships + play->raised; i++)
        live |= sea->ship[i];
    for (int i = 0; i < play->screens; i++) {
        smoke |= play->standing[i];
        if (trial->rules.smoke == SMOKE_SWEEP && (play->standing[i] & area)) {
            touched = true;
            play->standing[i] = 0;
        }
    }
    live &= area & ~play->shot;
    if (touched || !(trial->rules.smoke == SMOKE_SWEEP ? live : live & ~smoke))
        return (struct event){EVENT_RADAR, ANSWER_MISS, NO_SHIP, (uint16_t)cell};
    return (struct event){EVENT_RADAR, ANSWER_HIT, NO_SHIP, (uint16_t)cell};
}

/* Plays one step. False if it is impossible: a reinforcement on a cell that was shot. */
static bool play_step(const struct trial *trial, const struct sea *sea, struct play *play,
                      const struct step *step, struct event *answer)
{
    switch (step->kind) {
    case STEP_SHOT:
        *answer = answer_shot(trial, sea, play, step->cell);
        play->shot |= 1u << step->cell;
        return true;
    case STEP_SWEEP:
        *answer = answer_sweep(trial, sea, play, step->cell);
        return true;
    case STEP_SMOKE:
        play->standing[play->screens] = area_bits(&trial->rules, sea->screen[play->screens]);
        play->screens++;
        return true;
    default:
        play->raised = true;
        return !(sea->ship[trial->rules.ships] & play->shot);
    }
}

static bool gives_these_answers(const struct trial *trial)
{
    struct play play = {0};

    for (int i = 0; i < trial->steps; i++) {
        const struct step *step = &trial->step[i];
        struct event answer = step->answer;

        if (!play_step(trial, &trial->sea, &play, step, &answer) ||
            answer.answer != step->answer.answer || answer.ship != step->answer.ship)
            return false;
    }
    return true;
}

static bool some_smoke_explains(struct trial *trial, int screen)
{
    if (screen == trial->screens)
        return gives_these_answers(trial);
    for (int cell = 0; cell < rules_cells(&trial->rules); cell++) {
        trial->sea.screen[screen] = cell;
        if (some_smoke_explains(trial, screen + 1))
            return true;
    }
    return false;
}

static unsigned ship_bits(const struct rules *rules, int place, int length)
{
    int cell = place / 2, step = place % 2 ? rules->width : 1;
    unsigned bits = 0;

    if (place % 2 ? cell / rules->width + length > rules->height
                  : cell % rules->width + length > rules->width)
        return 0;
    for (int i = 0; i < length; i++)
        bits |= 1u << (cell + i * step);
    return bits;
}

static void list_layouts(struct trial *trial, int ship, unsigned taken)
{
    const struct rules *rules = &trial->rules;
    int length = ship < rules->ships ? rules->fleet[ship].length : rules_new_ship(rules).length;

    if (ship == rules->ships + trial->raised) {
        if (some_smoke_explains(trial, 0)) {
            trial->layouts++;
            for (int cell = 0; cell < rules_cells(rules); cell++)
                trial->cover[cell] += taken >> cell & 1;
        }
        return;
    }
    for (int place = 0; place < 2 * rules_cells(rules); place++) {
        unsigned bits = ship_bits(rules, place, length);

        trial->sea.ship[ship] = bits;
        if (bits && !(bits & taken))
            list_layouts(trial, ship + 1, taken | bits);
    }
}

/* Places a ship at random on free cells; 0 if there is no room. */
static unsigned draw_ship(const struct rules *rules, int length, unsigned taken, struct rng *rng)
{
    for (int tries = 0; tries < 200; tries++) {
        unsigned bits =
            ship_bits(rules, (int)rng_below(rng, 2 * (uint32_t)rules_cells(rules)), length);

        if (bits && !(bits & taken))
            return bits;
    }
    return 0;
}

static void apply_step(struct view *view, const struct step *step)
{
    struct move move = {.kind = MOVE_FIRE};
    struct event event = step->answer;

    if (step->kind == STEP_SMOKE)
        event = (struct event){EVENT_SMOKE, 0, NO_SHIP, NO_CELL};
    else if (step->kind == STEP_RAISE)
        event = (struct event){EVENT_RAISE, 0, rules_new_ship(&view->rules).kind, NO_CELL};
    view_event(view, step->kind < STEP_SMOKE ? SIDE_A : SIDE_B, &move, &event);
}

static void random_trial(struct trial *trial, struct view *view, bool with_raise, struct rng *rng)
{
    struct status status = {.started = 1, .turn = SIDE_A, .winner = NOBODY};
    uint8_t afloat[MAX_SLOTS] = {0};
    struct play play = {0};
    struct sea truth = {{0}, {0}};
    unsigned taken = 0;
    int steps = 3 + (int)rng_below(rng, 12);

    trial->steps = trial->screens = 0;
    trial->raised = false;
    trial->layouts = 0;
    memset(trial->cover, 0, sizeof trial->cover);
    for (int ship = 0; ship < trial->rules.ships; ship++) {
        afloat[trial->rules.fleet[ship].kind]++;
        truth.ship[ship] = draw_ship(&trial->rules, trial->rules.fleet[ship].length, taken, rng);
        taken |= truth.ship[ship];
    }
    view_init(view, &trial->rules, SIDE_A);
    view_start(view, &status, afloat);
    for (int i = 0; i < steps; i++) {
        struct step *step = &trial->step[trial->steps];
        uint32_t dice = rng_below(rng, 10);

        *step = (struct step){
            STEP_SHOT, (int)rng_below(rng, (uint32_t)rules_cells(&trial->rules)), {0}};
        if (dice < 4)
            step->kind = STEP_SWEEP;
        else if (dice < 6 && trial->screens < MOST_SCREENS && !with_raise)
            truth.screen[trial->screens++] = step->cell, step->kind = STEP_SMOKE;
        else if (dice < 6 && with_raise && !trial->raised)
            step->kind = STEP_RAISE;
        if (step->kind == STEP_SHOT && (play.shot >> step->cell & 1))
            continue;
        if (step->kind == STEP_RAISE) {
            truth.ship[trial->rules.ships] = draw_ship(
                &trial->rules, rules_new_ship(&trial->rules).length, taken | play.shot, rng);
            if (!truth.ship[trial->rules.ships])
                continue;
            trial->raised = true;
        }
        assert_true(play_step(trial, &truth, &play, step, &step->answer));
        apply_step(view, step);
        trial->steps++;
    }
}

/* Was a cell of this sweep, which found nothing, hit later? */
static bool is_refuted(const struct view *view, const struct sighting *sighting)
{
    unsigned area = area_bits(&view->rules, sighting->cell);

    for (int i = sighting->after; i < view->tracking.shots; i++)
        if (view->tracking.order[i].answer != ANSWER_MISS &&
            area >> view->tracking.order[i].cell & 1)
            return true;
    return false;
}

/* Counts the sweeps that smoke may or may not have fooled. */
static int count_doubts(const struct view *view)
{
    int doubts = 0;

    for (int i = 0; i < view->sightings; i++)
        doubts += !view->sighting[i].found && !evidence_sweep_is_certain(view, i) &&
                  !(view->rules.smoke == SMOKE_SWEEP && is_refuted(view, &view->sighting[i]));
    return doubts;
}

static void compare(const char *smoke, const char *edge, bool with_raise, int trials, int *certain)
{
    static const struct infer_budget plenty = {UINT64_MAX / 2, 4, 4, 0};
    static struct trial trial;
    static struct view view;
    struct posterior *posterior = posterior_new();
    struct rng rng;

    trial.rules = *rules_find("advanced");
    assert_int_equal(rules_set(&trial.rules, slice_of("board=4x4"), NULL), OK);
    assert_int_equal(rules_set(&trial.rules, slice_of("fleet=3,2"), NULL), OK);
    assert_int_equal(rules_set(&trial.rules, slice_of(smoke), NULL), OK);
    assert_int_equal(rules_set(&trial.rules, slice_of(edge), NULL), OK);
    rng_seed(&rng, 5);
    if (IS_BRIEF)
        trials /= 4;
    *certain = 0;
    for (int i = 0; i < trials; i++) {
        struct message message = {""};

        random_trial(&trial, &view, with_raise, &rng);
        list_layouts(&trial, 0, 0);
        assert_true(trial.layouts > 0);
        assert_int_equal(posterior_update(posterior, &view, &plenty, &rng, &message), OK);
        assert_true(posterior_is_exact(posterior));
        if (count_doubts(&view) == 0) {
            *certain += trial.screens > 0 && view.sightings > 0;
            assert_true(posterior_layouts(posterior) == trial.layouts);
            for (int cell = 0; cell < 16; cell++)
                assert_true(posterior_cover(posterior, cell) == trial.cover[cell]);
        } else { /* no possible layout is ruled out */
            assert_true(posterior_layouts(posterior) >= trial.layouts);
            for (int cell = 0; cell < 16; cell++)
                assert_true(posterior_cover(posterior, cell) >= trial.cover[cell]);
        }
    }
    posterior_free(posterior);
}

static void smoke_that_sweeps_blow_away_is_taken_into_account(void **state)
{
    int certain;

    (void)state;
    compare("smoke=sweep", "edge=clip", false, 400, &certain);
    assert_true(certain > (IS_BRIEF ? 10 : 40)); /* screens were laid, yet no sweep is in doubt */
    compare("smoke=sweep", "edge=shift", false, 200, &certain);
}

static void smoke_that_stays_rules_nothing_out(void **state)
{
    int certain;

    (void)state;
    compare("smoke=cells", "edge=clip", false, 200, &certain);
    compare("smoke=shield", "edge=shift", false, 200, &certain);
}

static void sightings_before_a_reinforcement_are_not_of_the_reinforcement(void **state)
{
    int certain;

    (void)state;
    compare("smoke=sweep", "edge=clip", true, 400, &certain);
}

static void a_second_sweep_of_the_same_area_is_certain(void **state)
{
    static struct view view;
    struct step smoke = {STEP_SMOKE, 0, {0}};
    struct step sweep = {STEP_SWEEP, 33, {EVENT_RADAR, ANSWER_MISS, NO_SHIP, 33}};

    (void)state;
    view_init(&view, rules_find("advanced"), SIDE_A);
    apply_step(&view, &sweep);
    apply_step(&view, &smoke);
    apply_step(&view, &sweep);
    apply_step(&view, &sweep);
    apply_step(&view, &smoke);
    apply_step(&view, &sweep);
    assert_true(evidence_sweep_is_certain(&view, 0)); /* before any smoke */
    assert_false(evidence_sweep_is_certain(&view, 1));
    assert_true(evidence_sweep_is_certain(&view, 2)); /* the previous sweep blew it away */
    assert_false(evidence_sweep_is_certain(&view, 3));
    view.rules.smoke = SMOKE_CELLS;
    assert_false(evidence_sweep_is_certain(&view, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smoke_that_sweeps_blow_away_is_taken_into_account),
        cmocka_unit_test(smoke_that_stays_rules_nothing_out),
        cmocka_unit_test(sightings_before_a_reinforcement_are_not_of_the_reinforcement),
        cmocka_unit_test(a_second_sweep_of_the_same_area_is_certain),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
