/* Mixing posteriors. Let q be the chance that smoke answers a sweep for the ships it should have
 * found. A layout with a ship in the swept cells then explains "none" with chance q, one without a
 * ship there with certainty; so layouts weigh q and 1, which is q for all and 1 - q more for those
 * that leave the cells empty. With several doubtful sweeps there is a term for every subset of
 * them. */
#include "bots/outlook.h"

#include <math.h>
#include <string.h>

/* More doubtful sweeps than these are not weighed, the oldest are left out: each doubles the work.
 */
enum { MOST_DOUBTS = 3 };

/* How likely one screen hides the ships of a sweep: people and bots smoke their own ships, a fleet
 * has a dozen cells afloat and a screen hides two to four of them. */
static const double one_screen_hides = 0.25;

static double smoke_hides(int screens)
{
    return 1 - pow(1 - one_screen_hides, screens);
}

double outlook_smoke(const struct view *view)
{
    return smoke_hides(view->enemy_screens);
}

bool view_imagine_sweep(struct view *view, int cell, bool found)
{
    if (view->sightings == MAX_SIGHTINGS)
        return false;
    view->sighting[view->sightings++] = (struct sighting){
        (uint16_t)cell, (uint16_t)view->tracking.shots, 0, found, 0, view->enemy_raised != 0};
    return true;
}

void view_forget_sweep(struct view *view)
{
    view->sightings--;
}

/* The latest negative sweeps that smoke may have answered. */
static int list_doubts(const struct view *view, int doubt[MOST_DOUBTS])
{
    int doubts = 0;

    for (int i = view->sightings - 1; i >= 0 && doubts < MOST_DOUBTS; i--)
        if (!view->sighting[i].found && !evidence_sweep_is_certain(view, i))
            doubt[doubts++] = i;
    return doubts;
}

static void add_posterior(struct outlook *outlook, const struct posterior *posterior,
                          const struct view *view, double weight)
{
    for (int cell = 0; cell < rules_cells(&view->rules); cell++) {
        if (cellset_has(&view->tracking.shot, cell))
            continue;
        outlook->chance[cell] += weight * posterior_probability(posterior, cell);
    }
}

static void divide(struct outlook *outlook, int cells, double by)
{
    for (int cell = 0; cell < cells; cell++) {
        outlook->chance[cell] /= by;
    }
}

static void clear(struct outlook *outlook, int cells)
{
    outlook->layouts = 0;
    memset(outlook->chance, 0, (size_t)cells * sizeof outlook->chance[0]);
}

/* Adds the term in which the doubtful sweeps of the subset are believed. */
static void add_term(struct outlook *outlook, struct posterior *posterior, struct view *view,
                     const struct infer_budget *budget, const int *doubt, int doubts,
                     unsigned subset)
{
    int sightings = view->sightings;
    double weight = 1;

    for (int i = 0; i < doubts; i++) {
        const struct sighting *sighting = &view->sighting[doubt[i]];
        double hides = smoke_hides(sighting->screens);

        weight *= subset >> i & 1 ? 1 - hides : hides;
        if (subset >> i & 1 && view->sightings < MAX_SIGHTINGS) {
            view->sighting[view->sightings] = *sighting;
            view->sighting[view->sightings++].screens = 0;
        }
    }
    if (posterior_update(posterior, view, budget, NULL, NULL) == OK) {
        weight *= wide_ratio(posterior_layouts(posterior), 1);
        outlook->layouts += weight;
        add_posterior(outlook, posterior, view, weight);
    }
    view->sightings = (uint8_t)sightings;
}

enum error outlook_read(struct outlook *outlook, struct posterior *posterior, struct view *view,
                        const struct infer_budget *budget, struct rng *rng)
{
    struct infer_budget counting = {budget->steps, 0, 0};
    int cells = rules_cells(&view->rules), doubt[MOST_DOUBTS], doubts = list_doubts(view, doubt);
    enum error error = posterior_update(posterior, view, budget, rng, NULL);

    if (error)
        return error;
    clear(outlook, cells);
    outlook->is_exact = posterior_is_exact(posterior);
    if (!outlook->is_exact || doubts == 0) {
        outlook->layouts = outlook->is_exact ? wide_ratio(posterior_layouts(posterior), 1) : 0;
        add_posterior(outlook, posterior, view, 1);
        return OK;
    }
    for (unsigned subset = 0; subset < 1u << doubts; subset++)
        add_term(outlook, posterior, view, &counting, doubt, doubts, subset);
    divide(outlook, cells, outlook->layouts);
    return OK;
}

int outlook_best(const struct outlook *outlook, const struct view *view)
{
    int best = NO_CELL;

    for (int cell = 0; cell < rules_cells(&view->rules); cell++)
        if (!cellset_has(&view->tracking.shot, cell) &&
            (best == NO_CELL || outlook->chance[cell] > outlook->chance[best]))
            best = cell;
    return best;
}
