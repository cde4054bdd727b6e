#include "bots/special.h"

#include "infer/evidence.h"

#include <stdlib.h>
#include <string.h>

enum {
    RECENT_SHOTS = 5,   /* the enemy's latest shots that count as recent */
    EXPOSED_CELL = 256, /* more than all recent shots beside the cells of an area */
};

void special_name(const struct view *view, enum move_kind kind, int target, struct move *move)
{
    *move = (struct move){.kind = (uint8_t)kind};
    if (kind == MOVE_TORPEDO) {
        move->is_row = target < view->rules.height;
        target -= move->is_row ? 0 : view->rules.height;
    }
    move->cell[0] = (uint16_t)target;
}

/* The n-th cell of a set, counted from 0. */
static int nth_present(const struct cellset *set, int n)
{
    int cell = 0;

    while (!cellset_has(set, cell) || n-- > 0)
        cell++;
    return cell;
}

bool special_random(const struct view *view, enum move_kind kind, struct rng *rng,
                    struct move *move)
{
    struct cellset targets;
    int count = view_targets(view, kind, &targets);

    if (count == 0)
        return false;
    special_name(view, kind, nth_present(&targets, (int)rng_below(rng, (uint32_t)count)), move);
    return true;
}

int special_cells(const struct rules *rules, enum move_kind kind, int target, int cells[MAX_SIDE])
{
    int width = rules->width, height = rules->height, count;

    if (kind != MOVE_TORPEDO)
        return view_area_cells(rules, target, cells);
    count = target < height ? width : height;
    for (int i = 0; i < count; i++)
        cells[i] = target < height ? target * width + i : i * width + target - height;
    return count;
}

static uint32_t sum_values(const struct view *view, enum move_kind kind, int target,
                           const uint32_t value[MAX_CELLS])
{
    int cells[MAX_SIDE], count = special_cells(&view->rules, kind, target, cells);
    uint32_t sum = 0;

    for (int i = 0; i < count; i++)
        if (kind == MOVE_SMOKE || !cellset_has(&view->tracking.shot, cells[i]))
            sum += value[cells[i]];
    return sum;
}

bool special_best(const struct view *view, enum move_kind kind, const uint32_t value[MAX_CELLS],
                  struct rng *rng, struct move *move)
{
    struct cellset targets;
    uint32_t most = 1, ties = 0;
    int left = view_targets(view, kind, &targets), best = 0;

    for (int target = 0; left > 0; target++) {
        uint32_t sum;

        if (!cellset_has(&targets, target))
            continue;
        left--;
        sum = sum_values(view, kind, target, value);
        if (sum < most)
            continue;
        ties = sum > most ? 1 : ties + 1;
        most = sum;
        if (ties == 1 || rng_below(rng, ties) == 0)
            best = target;
    }
    if (ties)
        special_name(view, kind, best, move);
    return ties > 0;
}

bool special_raise(const struct view *view, int kind, struct rng *rng, struct move *move)
{
    struct placement place;
    int places = 0;

    while (view_raise_place(view, kind, places, &place) == OK)
        places++;
    if (places == 0)
        return false;
    *move = (struct move){.kind = MOVE_RAISE, .ship = (uint8_t)kind};
    return view_raise_place(view, kind, (int)rng_below(rng, (uint32_t)places), &move->placement) ==
           OK;
}

/* --- sightings ---------------------------------------------------------------------------------*/

/* Has a shot hit one of the cells since the sighting? */
static bool is_resolved(const struct shot_map *map, const struct sighting *sighting,
                        const int *cells, int count)
{
    for (int i = 0; i < count; i++)
        if (map->mark[cells[i]] >= CELL_HIT && map->when[cells[i]] >= sighting->after)
            return true;
    return false;
}

int special_contacts(const struct view *view, const struct shot_map *map, struct cellset *cells)
{
    int found = 0;

    memset(cells, 0, sizeof *cells);
    for (int i = 0; i < view->sightings; i++) {
        const struct sighting *sighting = &view->sighting[i];
        int cell[SIGHTING_CELLS], count = evidence_sighting_cells(&view->rules, sighting, cell);

        if (!sighting->found || is_resolved(map, sighting, cell, count))
            continue;
        for (int j = 0; j < count; j++) {
            if (shot_map_is_open(map, cell[j]) && !cellset_has(cells, cell[j])) {
                cellset_add(cells, cell[j]);
                found++;
            }
        }
    }
    return found;
}

void special_sweeps(const struct view *view, struct sweeps *sweeps)
{
    memset(&sweeps->empty, 0, sizeof sweeps->empty);
    memset(sweeps->doubt, 0, (size_t)rules_cells(&view->rules));
    for (int i = 0; i < view->sightings; i++) {
        const struct sighting *sighting = &view->sighting[i];
        bool ship_came = view->enemy_raised && view->enemy_raised_after >= sighting->after;
        int screens = sighting->screens + ship_came, cell[4], count;

        if (sighting->found)
            continue;
        count = view_area_cells(&view->rules, sighting->cell, cell);
        for (int j = 0; j < count; j++) {
            if (screens)
                sweeps->doubt[cell[j]] = (uint8_t)screens;
            else
                cellset_add(&sweeps->empty, cell[j]);
        }
    }
}

/* --- own smoke ---------------------------------------------------------------------------------*/

void special_smoked(const struct view *view, struct cellset *smoked)
{
    memset(smoked, 0, sizeof *smoked);
    for (int i = 0; i < view->own.screens; i++) {
        int cell[4], count = view_area_cells(&view->rules, view->own.screen[i], cell);

        for (int j = 0; j < count; j++)
            cellset_add(smoked, cell[j]);
    }
}

bool special_is_exposed(const struct view *view, const struct cellset *smoked, int cell)
{
    return view->own.ship_at[cell] != NO_SHIP && !cellset_has(&view->incoming.hit, cell) &&
           !cellset_has(smoked, cell);
}

/* Counts the enemy's recent shots at this cell or beside it. */
static uint32_t count_recent_shots_beside(const struct view *view, int cell)
{
    const struct track *incoming = &view->incoming;
    int width = view->rules.width;
    uint32_t count = 0;

    for (int i = incoming->shots - 1; i >= 0 && i >= incoming->shots - RECENT_SHOTS; i--) {
        int shot = incoming->order[i].cell;

        count += abs(shot % width - cell % width) <= 1 && abs(shot / width - cell / width) <= 1;
    }
    return count;
}

/* A cell may be shielded more than once, so under shields smoked cells count too. */
void special_smoke_values(const struct view *view, uint32_t value[MAX_CELLS])
{
    struct cellset smoked;

    special_smoked(view, &smoked);
    if (view->rules.smoke == SMOKE_SHIELD)
        memset(&smoked, 0, sizeof smoked);
    for (int cell = 0; cell < rules_cells(&view->rules); cell++)
        value[cell] = special_is_exposed(view, &smoked, cell)
                          ? EXPOSED_CELL + count_recent_shots_beside(view, cell)
                          : 0;
}
