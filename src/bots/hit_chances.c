/* A mixture of posteriors. Let q be the chance that smoke hides a ship from a sweep. A layout with
 * a ship in the swept cells explains "none" with chance q, one without with certainty. So the
 * layouts have the weights q and 1: q for all of them, plus 1 - q for those that leave the cells
 * empty. With several doubtful sweeps there is one term for every subset of them. */
#include "bots/hit_chances.h"

#include <math.h>
#include <string.h>

/* Each doubtful sweep doubles the work, so only the latest few are considered. */
enum { MOST_DOUBTS = 3 };

/* The chance that one screen hides the ships of a sweep. Players smoke their own ships; a fleet has
 * about a dozen cells afloat, and a screen hides two to four of them. */
static const double one_screen_hides = 0.25;

double hit_chances_screens_hide(int screens)
{
    return 1 - pow(1 - one_screen_hides, screens);
}

double hit_chances_smoke_hides(const struct view *view)
{
    return hit_chances_screens_hide(view->enemy_screens);
}

bool hit_chances_add_sweep(struct view *view, int cell, bool found)
{
    if (view->sightings == MAX_SIGHTINGS)
        return false;
    view->sighting[view->sightings++] = (struct sighting){
        (uint16_t)cell, (uint16_t)view->tracking.shots, 0, found, 0, view->enemy_raised != 0};
    return true;
}

void hit_chances_remove_sweep(struct view *view)
{
    view->sightings--;
}

/* Lists the latest negative sweeps from which smoke may have hidden a ship. */
static int list_doubts(const struct view *view, int doubt[MOST_DOUBTS])
{
    int doubts = 0;

    for (int i = view->sightings - 1; i >= 0 && doubts < MOST_DOUBTS; i--)
        if (!view->sighting[i].found && !evidence_sweep_is_certain(view, i))
            doubt[doubts++] = i;
    return doubts;
}

static void add_posterior(struct hit_chances *chances, const struct posterior *posterior,
                          const struct view *view, double weight)
{
    for (int cell = 0; cell < rules_cells(&view->rules); cell++) {
        if (cellset_has(&view->tracking.shot, cell))
            continue;
        chances->chance[cell] += weight * posterior_probability(posterior, cell);
    }
}

static void divide_chances(struct hit_chances *chances, int cells, double by)
{
    for (int cell = 0; cell < cells; cell++) {
        chances->chance[cell] /= by;
    }
}

static void clear_chances(struct hit_chances *chances, int cells)
{
    chances->layouts = 0;
    memset(chances->chance, 0, (size_t)cells * sizeof chances->chance[0]);
}

/* Adds the term that trusts the doubtful sweeps of the subset. */
static void add_term(struct hit_chances *chances, struct posterior *posterior, struct view *view,
                     const struct infer_budget *budget, const int *doubt, int doubts,
                     unsigned subset)
{
    int sightings = view->sightings;
    double weight = 1;

    for (int i = 0; i < doubts; i++) {
        const struct sighting *sighting = &view->sighting[doubt[i]];
        double hides = hit_chances_screens_hide(sighting->screens);

        weight *= subset >> i & 1 ? 1 - hides : hides;
        if (subset >> i & 1 && view->sightings < MAX_SIGHTINGS) {
            view->sighting[view->sightings] = *sighting;
            view->sighting[view->sightings++].screens = 0;
        }
    }
    if (posterior_update(posterior, view, budget, NULL, NULL) == OK) {
        weight *= posterior_weight(posterior);
        chances->layouts += weight;
        add_posterior(chances, posterior, view, weight);
    }
    view->sightings = (uint8_t)sightings;
}

enum error hit_chances_read(struct hit_chances *chances, struct posterior *posterior,
                            struct view *view, const struct infer_budget *budget, struct rng *rng,
                            struct message *message)
{
    struct infer_budget counting = {.steps = budget->steps};
    int cells = rules_cells(&view->rules), doubt[MOST_DOUBTS], doubts = list_doubts(view, doubt);
    enum error error = posterior_update(posterior, view, budget, rng, message);

    if (error)
        return error;
    clear_chances(chances, cells);
    chances->is_exact = posterior_is_exact(posterior);
    chances->possible = chances->is_exact ? wide_ratio(posterior_layouts(posterior), 1) : 0;
    chances->allows_for_smoke = chances->is_exact && doubts > 0;
    if (!chances->is_exact || doubts == 0) {
        chances->layouts = chances->is_exact ? posterior_weight(posterior) : 0;
        add_posterior(chances, posterior, view, 1);
        return OK;
    }
    for (unsigned subset = 0; subset < 1u << doubts; subset++)
        add_term(chances, posterior, view, &counting, doubt, doubts, subset);
    divide_chances(chances, cells, chances->layouts);
    return OK;
}

int hit_chances_best(const struct hit_chances *chances, const struct view *view)
{
    int best = NO_CELL;

    for (int cell = 0; cell < rules_cells(&view->rules); cell++)
        if (!cellset_has(&view->tracking.shot, cell) &&
            (best == NO_CELL || chances->chance[cell] > chances->chance[best]))
            best = cell;
    return best;
}
