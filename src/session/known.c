/* The hits that belong to a sunk ship follow from the places where it can be; the shot map of the
 * bots works them out. If ships may not touch, they are the hits connected with the sinking shot.
 * Sweeps and hints are marked first, the oldest first; shots overwrite them. */
#include "session/known.h"

#include "bots/shot_map.h"
#include "infer/evidence.h"

#include <stdlib.h>
#include <string.h>

bool known_covers(const struct view *view, const struct sighting *sighting, int cell)
{
    int cells[SIGHTING_CELLS], count = evidence_sighting_cells(&view->rules, sighting, cells);

    for (int i = 0; i < count; i++)
        if (cells[i] == cell)
            return true;
    return false;
}

/* --- sweeps and hints --------------------------------------------------------------------------*/

/* Does a later hit explain what the sweep or hint found? Not if the enemy has raised a ship in
 * between: the hit may be on that ship. */
static bool is_explained(const struct view *view, const struct sighting *sighting)
{
    for (int time = sighting->after; time < view->tracking.shots; time++) {
        const struct shot *shot = &view->tracking.order[time];
        bool came_later =
            view->enemy_raised && !sighting->raised && time >= view->enemy_raised_after;

        if (shot->answer != ANSWER_MISS && !came_later && known_covers(view, sighting, shot->cell))
            return true;
    }
    return false;
}

/* Smoke can make an empty sweep wrong, so a later answer replaces an earlier one. Only where a
 * sweep is certain does it stay empty. */
static void mark_sightings(const struct view *view, struct known *known)
{
    struct cellset certain = {{0}};

    for (int i = 0; i < view->sightings; i++) {
        const struct sighting *sighting = &view->sighting[i];
        int cells[SIGHTING_CELLS], count = evidence_sighting_cells(&view->rules, sighting, cells);
        bool is_certain = !sighting->found && evidence_sweep_is_certain(view, i) &&
                          (sighting->raised || !view->enemy_raised);

        if (sighting->found && is_explained(view, sighting))
            continue;
        for (int j = 0; j < count; j++) {
            if (is_certain)
                cellset_add(&certain, cells[j]);
            if (!sighting->found)
                known->mark[cells[j]] = KNOWN_EMPTY;
            else if (!cellset_has(&certain, cells[j]))
                known->mark[cells[j]] = sighting->is_hint ? KNOWN_HINT : KNOWN_FOUND;
        }
    }
}

/* --- shots -------------------------------------------------------------------------------------*/

/* Are there exactly as many hits as the sunk ships have cells? Then every hit is on one of them,
 * even where it is not clear on which. */
static bool are_all_sunk(const struct view *view)
{
    int cells = 0;

    if (view->status.reason == REASON_BOTH ||
        (view->status.reason == REASON_SUNK && view->status.winner == view->side))
        return true;
    for (int i = 0; i < view->tracking.shots; i++) {
        const struct shot *shot = &view->tracking.order[i];

        if (shot->answer != ANSWER_SUNK)
            continue;
        if (shot->ship == NO_SHIP)
            return false;
        cells += shot->ship < view->rules.ships ? view->rules.fleet[shot->ship].length
                                                : rules_new_ship(&view->rules).length;
    }
    return cells == view->tracking.hits;
}

/* If ships may not touch, all hits connected with the sinking shot are on the sunk ship. */
static void mark_connected(const struct view *view, const struct shot *sinking, struct known *known)
{
    static const int steps[][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    int width = view->rules.width, height = view->rules.height;

    for (int i = 0; i < 4; i++) {
        int row = sinking->cell / width, column = sinking->cell % width;

        while (row >= 0 && row < height && column >= 0 && column < width &&
               cellset_has(&view->tracking.hit, row * width + column)) {
            known->mark[row * width + column] = KNOWN_SUNK;
            known->ship[row * width + column] = sinking->ship;
            row += steps[i][0];
            column += steps[i][1];
        }
    }
}

static void mark_hits(const struct view *view, struct known *known)
{
    const struct track *track = &view->tracking;
    bool all_sunk = are_all_sunk(view);
    struct shot_map *map = calloc(1, sizeof *map); /* large */

    if (map)
        shot_map_follow(map, view);
    for (int i = 0; i < track->shots; i++) {
        const struct shot *shot = &track->order[i];
        int sinking = map ? map->mark[shot->cell] - CELL_SUNK : -1;

        if (shot->answer == ANSWER_MISS)
            continue;
        known->mark[shot->cell] = sinking >= 0 || all_sunk ? KNOWN_SUNK : KNOWN_HIT;
        known->ship[shot->cell] =
            sinking >= 0 ? track->order[map->sinking[sinking].shot].ship : shot->ship;
    }
    free(map);
    for (int i = 0; !view->rules.touch && i < track->shots; i++)
        if (track->order[i].answer == ANSWER_SUNK)
            mark_connected(view, &track->order[i], known);
}

void known_fill(const struct view *view, struct known *known)
{
    int cells = rules_cells(&view->rules);

    memset(known->mark, KNOWN_NOTHING, (size_t)cells);
    memset(known->ship, NO_SHIP, (size_t)cells);
    mark_sightings(view, known);
    for (int cell = 0; cell < cells; cell++) {
        enum mark mark = view_tracking_mark(view, cell);

        if (mark == MARK_WATER)
            known->mark[cell] = KNOWN_WATER;
        if (mark == MARK_MISS)
            known->mark[cell] = KNOWN_MISS;
    }
    mark_hits(view, known);
}
