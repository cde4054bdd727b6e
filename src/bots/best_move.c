/* The value of a move is the number of hits it is expected to make now: for a shot the chance of
 * the cell, for artillery and torpedo the sum over all new cells. Expectations add up even if ships
 * cover several of the cells, so these sums are exact. Figures are mean turns to sink a fleet under
 * `advanced` on uniform boards: 2,000 boards without radar (+- 0.2), 1,200 with it (+- 0.25).
 * Firing alone takes 40.1.
 *
 * Artillery and torpedo are used as soon as they are expected to hit more than a shot: 32.4. Saving
 * them until they hit more by some margin only loses: artillery 32.6 with a margin of 0.2 and 33.3
 * with 0.4, torpedo 32.9 with 0.3 and 34.4 with 0.6. A bonus for the chance to sink a ship, which
 * unlocks them again, changes nothing (32.4 for a bonus of 0.3, 0.6 and 1.0 hits), because a ship
 * that can be sunk has the likeliest cells anyway.
 *
 * Radar hits nothing. Its value is the number of turns it saves until the next hit, computed by
 * shooting the likeliest cell until one hits: now, after "found" and after "none". Radar nearly
 * always saves something while no ship is damaged: 29.8. Sweeping only for gains of at least 0.6
 * turns takes 30.9 (600 boards, where the rule itself takes 29.7); one sweep per ship afloat takes
 * 30.1 on the same boards. If counting is slow, the area with the most expected ship cells is good
 * enough: 30.1. A sweep comes before an area move that can wait and would hit less than 0.6 cells;
 * other limits from 0.4 up gave 29.5 to 29.9, which is noise.
 *
 * Everything together, sim --rules advanced --games 2000 --seed 1: 29.8 +- 0.2 turns;
 * advanced-strict, 1,500 boards: 31.2 +- 0.2.
 *
 * Smoke is never laid: it costs a turn and makes the enemy waste one at best. A bot that lays each
 * screen at once, over the area with the most unhit cells of its own ships, wins 262 of 600 rounds
 * of `advanced` against one that does not, and 146 of `advanced-strict`, where it forfeits an
 * unlocked move; shielding damaged ships under `smoke = shield` wins 284.
 *
 * A hint costs no turn and is always taken. A reinforcement is called as soon as it costs nothing
 * but smoke, or when three cells of its fleet are left. With `reinforce = 1` that wins 470 of
 * 800 rounds (+- 14) against a bot that never calls it; calling as soon as possible wins 413, and
 * calling only with six, three or one cells left wins 468, 450 or 456. */
#include "bots/best_move.h"

#include "bots/special.h"

#include <string.h>

enum {
    AREAS_TO_TRY = 4,       /* eight gain nothing */
    SHOTS_TO_SIMULATE = 12, /* until the next hit; the rest is estimated */
    STEPS_TO_SIMULATE =
        60000, /* the largest count to repeat; a choice repeats it up to 100 times */
    FEW_OWN_CELLS = 3
};

/* No sweep if a cell is likelier than this: a ship is damaged, or nearly located. */
static const double likely = 0.4;
static const double likely_if_not_counted = 0.25;
/* An area move that is expected to hit less than this waits for a sweep, if it can wait. */
static const double few_hits = 0.6;
/* Stop simulating when a further miss is less likely than this. */
static const double unlikely = 0.03;

static double sum_chances(const struct hit_chances *chances, const int *cells, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += chances->chance[cells[i]];
    return sum;
}

/* The target with the largest sum, the first among equals; NO_CELL if there is none. */
static int best_target(const struct hit_chances *chances, const struct view *view,
                       enum move_kind kind, const struct cellset *targets, double *sum)
{
    int best = NO_CELL, cells[MAX_SIDE];

    *sum = 0;
    for (int target = 0; target < MAX_CELLS; target++) {
        double here;

        if (!cellset_has(targets, target))
            continue;
        here = sum_chances(chances, cells, special_cells(&view->rules, kind, target, cells));
        /* Equal sums may differ in the last bit. */
        if (best == NO_CELL || here > *sum + 1e-12) {
            best = target;
            *sum = here;
        }
    }
    return best;
}

double best_move_shot(const struct hit_chances *chances, const struct view *view, struct move *move)
{
    static const enum move_kind kinds[] = {MOVE_ARTILLERY, MOVE_TORPEDO};
    int cell = hit_chances_best(chances, view);
    double most = chances->chance[cell];

    *move = (struct move){.kind = MOVE_FIRE, .count = 1, .cell = {(uint16_t)cell}};
    for (int i = 0; i < 2; i++) {
        struct cellset targets;
        double sum;
        int target;

        if (view_targets(view, kinds[i], &targets) == 0)
            continue;
        target = best_target(chances, view, kinds[i], &targets, &sum);
        if (sum > most + 1e-12) {
            most = sum;
            special_name(view, kinds[i], target, move);
        }
    }
    return most;
}

/* The expected number of turns until a shot hits, if each turn shoots the likeliest cell. Adds
 * hypothetical misses to the view and removes them again. */
static double turns_to_hit(struct best_move *work)
{
    struct track *track = &work->view.tracking;
    struct cellset shot = track->shot;
    int shots = track->shots;
    double turns = 0, open = 1, chance = 1;

    for (int i = 0; i < SHOTS_TO_SIMULATE && open > unlikely; i++) {
        int best;

        if (hit_chances_read(&work->other, work->posterior, &work->view, &work->counting, NULL,
                             NULL) != OK ||
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

/* The turns that a sweep saves until the next hit, minus its own turn. */
static double turns_saved(struct best_move *work, int cell, double turns_without)
{
    double none, turns_none, turns_found;

    if (!hit_chances_add_sweep(&work->view, cell, false))
        return 0;
    if (hit_chances_read(&work->other, work->posterior, &work->view, &work->counting, NULL, NULL) !=
            OK ||
        !work->other.is_exact) { /* there must be a ship: the sweep reveals nothing */
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

/* The area to sweep; NO_CELL if no sweep is worth a turn. */
static int choose_sweep(struct best_move *work, const struct view *view, struct cellset *targets)
{
    bool counted = work->chances.is_exact && work->steps <= STEPS_TO_SIMULATE;
    double chance = work->chances.chance[hit_chances_best(&work->chances, view)];
    double sum, turns, most = 0;
    int best = NO_CELL;

    if (chance > (counted ? likely : likely_if_not_counted))
        return NO_CELL;
    if (!counted)
        return best_target(&work->chances, view, MOVE_RADAR, targets, &sum);
    turns = turns_to_hit(work);
    for (int i = 0; i < AREAS_TO_TRY; i++) {
        int cell = best_target(&work->chances, view, MOVE_RADAR, targets, &sum);
        double saved;

        if (cell == NO_CELL || sum <= 0)
            break;
        cellset_remove(targets, cell);
        saved = turns_saved(work, cell, turns) * (1 - hit_chances_smoke_hides(view));
        if (saved > most) {
            most = saved;
            best = cell;
        }
    }
    return best;
}

/* Chooses the longest ship that can be raised, at a random place; false if there is none. */
static bool choose_raise(const struct view *view, struct rng *rng, struct move *move)
{
    const struct rules *rules = &view->rules;
    int kind = rules->ships, longest = 0;
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
    return special_raise(view, kind, rng, move);
}

static int own_cells_left(const struct view *view)
{
    int left = 0;

    for (int slot = 0; slot < view->own.slots; slot++)
        left += view->own.left[slot];
    return left;
}

/* True if a reinforcement would cost only smoke, or if the bot's fleet is nearly sunk. */
static bool raise_is_due(const struct view *view)
{
    return (view->stock.radar == 0 && view->stock.unlocked == 0) ||
           own_cells_left(view) <= FEW_OWN_CELLS;
}

enum error best_move_read(struct best_move *work, const struct view *view, struct rng *rng,
                          struct message *message)
{
    enum error error;

    work->view = *view;
    work->counting = (struct infer_budget){.steps = work->budget.steps};
    error =
        hit_chances_read(&work->chances, work->posterior, &work->view, &work->budget, rng, message);
    if (!error)
        work->steps = posterior_steps(work->posterior);
    return error;
}

bool best_move_call(const struct view *view, struct rng *rng, struct move *move)
{
    if (view_can(view, MOVE_HINT, NULL) == OK) {
        *move = (struct move){.kind = MOVE_HINT, .cell = {NO_CELL}};
        return true;
    }
    return raise_is_due(view) && choose_raise(view, rng, move);
}

void best_move_pick(struct best_move *work, const struct view *view, struct rng *rng,
                    struct move *move)
{
    bool can_wait = view->rules.unlock == UNLOCK_HELD;
    struct cellset targets;
    double hits;
    int sweep;

    if (best_move_call(view, rng, move))
        return;
    hits = best_move_shot(&work->chances, view, move);
    if ((move->kind == MOVE_FIRE || (can_wait && hits < few_hits)) &&
        view_targets(view, MOVE_RADAR, &targets) > 0) {
        sweep = choose_sweep(work, view, &targets);
        if (sweep != NO_CELL)
            special_name(view, MOVE_RADAR, sweep, move);
    }
}

enum error best_move_choose(struct best_move *work, const struct view *view, struct rng *rng,
                            struct move *move)
{
    enum error error = best_move_read(work, view, rng, NULL);

    if (!error)
        best_move_pick(work, view, rng, move);
    return error;
}
