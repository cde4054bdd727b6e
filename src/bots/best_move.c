/* The worth of a move is the number of hits it can be expected to make now: the chance of the cell
 * for a shot, the sum over all new cells for artillery and torpedo. Chances add up whatever the
 * ships, so these sums are exact. Figures are mean turns to sink a fleet of `advanced` on uniform
 * boards, 2,000 without radar (+- 0.2), 1,200 with it (+- 0.25); firing alone takes 40.1.
 *
 * Artillery and torpedo are used as soon as they hit more than a shot (32.4). Keeping them for a
 * moment in which they hit more by so many cells only loses, the more the longer they are kept:
 * artillery 32.6 at 0.2 and 33.3 at 0.4, torpedo 32.9 at 0.3 and 34.4 at 0.6. A bonus for the
 * chance to sink a ship, which brings them back, changes nothing (32.4 at 0.3, 0.6 and 1.0 hits):
 * a ship that can be sunk has the likeliest cells already.
 *
 * Radar hits nothing; its worth is the turns it saves on the way to the next hit. That is counted:
 * how long it takes if the likeliest cell is shot until one hits, now, after "found" and after
 * "none". It saves something nearly always while no ship is wounded: 29.8. Only for gains of 0.6
 * turns and more: 30.9 (600 boards, where the rule itself takes 29.7); spread over the ships, one
 * for each afloat at the time: 30.1 there. Where counting is slow the area with the most expected
 * ship cells will do: 30.1. A sweep goes before an area move that can wait and would hit less than
 * 0.6 cells blindly; other limits from 0.4 up gave 29.5 to 29.9, no more than chance.
 *
 * All together, sim --rules advanced --games 2000 --seed 1: 29.8 +- 0.2 turns; advanced-strict,
 * 1,500 boards: 31.2 +- 0.2.
 *
 * Smoke is never laid: it costs a turn for certain and makes the enemy waste one at best. Laying
 * each screen at once on the own area with the most live cells wins 262 of 600 rounds of `advanced`
 * against a twin that does not, and 146 of `advanced-strict`, where an unlocked move is lost by it;
 * shielding wounded ships under `smoke = shield` wins 284.
 *
 * A hint costs no turn and is always taken. A reinforcement comes as soon as it costs nothing but
 * smoke, or when three cells are left of the own fleet: with `reinforce = 1` that wins 470 of 800
 * rounds (+- 14) against a twin that never calls it; as soon as it is allowed 413, only with six
 * cells left 468, with three 450, with one 456. */
#include "bots/best_move.h"

#include <string.h>

enum {
    AREAS_TO_WEIGH = 4,     /* twice as many: no gain */
    SHOTS_AHEAD = 12,       /* of the way to the next hit; the rest is estimated */
    STEPS_TO_WEIGH = 60000, /* of one count; a choice takes up to a hundred of them */
    FEW_OWN_CELLS = 3
};

/* With a likelier cell than this, no sweep: a ship is wounded, or as good as found. */
static const double likely = 0.4;
static const double likely_uncounted = 0.25;
/* An area move that hits less than this waits for a sweep, where it can wait. */
static const double blind = 0.6;
static const double way_is_short = 0.03;

static double sum_of(const struct hit_chances *chances, const int *cells, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += chances->chance[cells[i]];
    return sum;
}

/* The cells of a target as view_targets numbers them. */
static int target_cells(const struct rules *rules, enum move_kind kind, int target, int *cells)
{
    bool is_row = target < rules->height;
    int count = is_row ? rules->width : rules->height;

    if (kind != MOVE_TORPEDO)
        return view_area_cells(rules, target, cells);
    for (int i = 0; i < count; i++)
        cells[i] = is_row ? target * rules->width + i : i * rules->width + target - rules->height;
    return count;
}

/* The target with the largest sum, the first of equals, and that sum; NO_CELL if there is none. */
static int best_target(const struct hit_chances *chances, const struct view *view,
                       enum move_kind kind, const struct cellset *targets, double *sum)
{
    int best = NO_CELL, cells[MAX_SIDE];

    *sum = 0;
    for (int target = 0; target < MAX_CELLS; target++) {
        double here;

        if (!cellset_has(targets, target))
            continue;
        here = sum_of(chances, cells, target_cells(&view->rules, kind, target, cells));
        /* Sums of equal chances may differ in the last bit. */
        if (best == NO_CELL || here > *sum + 1e-12) {
            best = target;
            *sum = here;
        }
    }
    return best;
}

static void set_target(struct move *move, const struct rules *rules, enum move_kind kind,
                       int target)
{
    *move = (struct move){.kind = (uint8_t)kind};
    move->is_row = kind == MOVE_TORPEDO && target < rules->height;
    if (kind == MOVE_TORPEDO && !move->is_row)
        target -= rules->height;
    move->cell[0] = (uint16_t)target;
}

/* Fire, artillery or torpedo, whichever hits most; returns how much that is. */
static double choose_shot(const struct best_move *work, const struct view *view, struct move *move)
{
    static const enum move_kind kinds[] = {MOVE_ARTILLERY, MOVE_TORPEDO};
    int cell = hit_chances_best(&work->chances, view);
    double most = work->chances.chance[cell];

    *move = (struct move){.kind = MOVE_FIRE, .count = 1, .cell = {(uint16_t)cell}};
    for (int i = 0; i < 2; i++) {
        struct cellset targets;
        double sum;
        int target;

        if (view_targets(view, kinds[i], &targets) == 0)
            continue;
        target = best_target(&work->chances, view, kinds[i], &targets, &sum);
        if (sum > most + 1e-12) {
            most = sum;
            set_target(move, &view->rules, kinds[i], target);
        }
    }
    return most;
}

/* Expected turns until a shot hits, if the likeliest cell is shot each turn. Shots that miss are
 * imagined in the view and taken back. */
static double turns_to_hit(struct best_move *work)
{
    struct track *track = &work->view.tracking;
    struct cellset shot = track->shot;
    int shots = track->shots;
    double turns = 0, open = 1, chance = 1;

    for (int i = 0; i < SHOTS_AHEAD && open > way_is_short; i++) {
        int best;

        if (hit_chances_read(&work->other, work->posterior, &work->view, &work->counting, NULL) !=
                OK ||
            !work->other.is_exact)
            break;
        best = hit_chances_best(&work->other, &work->view);
        if (best == NO_CELL)
            break;
        chance = work->other.chance[best];
        turns += open;
        open *= 1 - chance;
        cellset_add(&track->shot, best);
        track->order[track->shots++] = (struct shot){(uint16_t)best, ANSWER_MISS, NO_SHIP};
    }
    track->shots = shots;
    track->shot = shot;
    return turns + open / chance;
}

/* The turns that a sweep saves on the way to the next hit, its own turn subtracted. */
static double radar_saves(struct best_move *work, int cell, double turns_without)
{
    double none, turns_none, turns_found;

    if (!hit_chances_add_sweep(&work->view, cell, false))
        return 0;
    if (hit_chances_read(&work->other, work->posterior, &work->view, &work->counting, NULL) != OK ||
        !work->other.is_exact) { /* something is there for certain: nothing is learned */
        hit_chances_remove_sweep(&work->view);
        return 0;
    }
    none = work->other.layouts / work->chances.layouts;
    turns_none = turns_to_hit(work);
    hit_chances_remove_sweep(&work->view);
    hit_chances_add_sweep(&work->view, cell, true);
    turns_found = none < 1 ? turns_to_hit(work) : 0;
    hit_chances_remove_sweep(&work->view);
    return turns_without - none * turns_none - (1 - none) * turns_found - 1;
}

/* The area to sweep, or NO_CELL if none is worth a turn. */
static int choose_sweep(struct best_move *work, const struct view *view, struct cellset *targets)
{
    bool counted = work->chances.is_exact && work->steps <= STEPS_TO_WEIGH;
    double chance = work->chances.chance[hit_chances_best(&work->chances, view)];
    double sum, turns, most = 0;
    int best = NO_CELL;

    if (chance > (counted ? likely : likely_uncounted))
        return NO_CELL;
    if (!counted)
        return best_target(&work->chances, view, MOVE_RADAR, targets, &sum);
    turns = turns_to_hit(work);
    for (int i = 0; i < AREAS_TO_WEIGH; i++) {
        int cell = best_target(&work->chances, view, MOVE_RADAR, targets, &sum);
        double saved;

        if (cell == NO_CELL || sum <= 0)
            break;
        cellset_remove(targets, cell);
        saved = radar_saves(work, cell, turns) * (1 - hit_chances_smoke_hides(view));
        if (saved > most) {
            most = saved;
            best = cell;
        }
    }
    return best;
}

/* A ship to bring, anywhere at random; false where none can come. */
static bool choose_raise(const struct view *view, struct rng *rng, struct move *move)
{
    const struct rules *rules = &view->rules;
    int kind = rules->ships, longest = 0, places = 0;
    struct placement place;

    if (view_can(view, MOVE_RAISE, NULL) != OK)
        return false;
    if (rules->reinforce_kind == REINFORCE_NEW) {
        kind = rules_new_ship(rules).kind;
        longest = 1;
    }
    for (int ship = 0; ship < rules->ships && rules->reinforce_kind == REINFORCE_RAISE; ship++) {
        if (!(view->own.afloat >> ship & 1) && rules->fleet[ship].length > longest &&
            view_raise_place(view, rules->fleet[ship].kind, 0, &place) == OK) {
            longest = rules->fleet[ship].length;
            kind = rules->fleet[ship].kind;
        }
    }
    if (longest == 0)
        return false;
    while (view_raise_place(view, kind, places, &place) == OK)
        places++;
    if (places == 0)
        return false;
    *move = (struct move){.kind = MOVE_RAISE, .ship = (uint8_t)kind};
    return view_raise_place(view, kind, (int)rng_below(rng, (uint32_t)places), &move->placement) ==
           OK;
}

static int own_cells_left(const struct view *view)
{
    int left = 0;

    for (int slot = 0; slot < view->own.slots; slot++)
        left += view->own.left[slot];
    return left;
}

/* When all that it costs is smoke, or when the fleet is all but gone. */
static bool raise_is_due(const struct view *view)
{
    return (view->stock.radar == 0 && view->stock.unlocked == 0) ||
           own_cells_left(view) <= FEW_OWN_CELLS;
}

enum error best_move_choose(struct best_move *work, const struct view *view, struct rng *rng,
                            struct move *move)
{
    bool can_wait = view->rules.unlock == UNLOCK_HELD;
    struct cellset targets;
    double hits;
    int sweep;
    enum error error;

    work->view = *view;
    work->counting = (struct infer_budget){work->budget.steps, 0, 0};
    error = hit_chances_read(&work->chances, work->posterior, &work->view, &work->budget, rng);
    if (error)
        return error;
    work->steps = posterior_steps(work->posterior);
    if (view_can(view, MOVE_HINT, NULL) == OK) {
        *move = (struct move){.kind = MOVE_HINT, .cell = {NO_CELL}};
        return OK;
    }
    if (raise_is_due(view) && choose_raise(view, rng, move))
        return OK;
    hits = choose_shot(work, view, move);
    if ((move->kind == MOVE_FIRE || (can_wait && hits < blind)) &&
        view_targets(view, MOVE_RADAR, &targets) > 0) {
        sweep = choose_sweep(work, view, &targets);
        if (sweep != NO_CELL)
            set_target(move, &view->rules, MOVE_RADAR, sweep);
    }
    return OK;
}
