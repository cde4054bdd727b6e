/* Marks show what is known, heat shows chances. */
#include "cli/heat_view.h"

#include <stdio.h>

/* The chance that a ship of the class is there, if all its cells are hit; else 0. */
static double chance_all_hit(const struct view *view, const struct posterior *posterior,
                             int ship_class, int column, int row, bool vertical)
{
    int length = posterior_evidence(posterior)->ship_class[ship_class].length;
    int width = view->rules.width, step = vertical ? width : 1;
    struct placement at = {(int16_t)column, (int16_t)row, vertical, 1};

    if (column < 0 || row < 0 ||
        (vertical ? row + length > view->rules.height : column + length > width))
        return 0;
    for (int i = 0; i < length; i++)
        if (!cellset_has(&view->tracking.hit, row * width + column + i * step))
            return 0;
    return posterior_placement(posterior, ship_class, at);
}

/* Does the hit certainly belong to a sunk ship? */
static bool is_sunk(const struct view *view, const struct posterior *posterior, int cell)
{
    const struct evidence *evidence = posterior_evidence(posterior);
    int width = view->rules.width;
    double chance = 0;

    for (int c = 0; c < evidence->classes; c++) {
        int length = evidence->ship_class[c].length;

        for (int back = 0; back < length; back++) {
            chance += chance_all_hit(view, posterior, c, cell % width - back, cell / width, false);
            if (length > 1)
                chance +=
                    chance_all_hit(view, posterior, c, cell % width, cell / width - back, true);
        }
    }
    return chance > 1 - 1e-9;
}

/* Adds the smallest rectangle around these cells, if there are any. */
static void add_area(struct heat_view *heat, enum heat_area_kind kind, const int *cell, int count)
{
    struct heat_area area = {.kind = kind};
    int width = heat->heat.width;

    if (count == 0)
        return;
    area.column = cell[0] % width; /* cells are in reading order */
    area.row = cell[0] / width;
    area.width = cell[count - 1] % width - area.column + 1;
    area.height = cell[count - 1] / width - area.row + 1;
    heat->area[heat->heat.areas++] = area;
}

static void add_sightings(struct heat_view *heat, const struct view *view)
{
    for (int i = 0; i < view->sightings; i++) {
        const struct sighting *sighting = &view->sighting[i];
        int cells[SIGHTING_CELLS];
        int count = evidence_sighting_cells(&view->rules, sighting, cells);

        add_area(heat,
                 sighting->is_hint                    ? HEAT_HINT
                 : sighting->found                    ? HEAT_FOUND
                 : evidence_sweep_is_certain(view, i) ? HEAT_EMPTY
                                                      : HEAT_SMOKED,
                 cells, count);
    }
}

void heat_view_mark_move(struct heat_view *heat, const struct rules *rules, const struct move *move)
{
    int cells[4];

    heat->heat.highlight = -1;
    switch (move->kind) {
    case MOVE_FIRE:
        for (int i = 0; move->count > 1 && i < move->count; i++)
            if (move->cell[i] != NO_CELL)
                add_area(heat, HEAT_MOVE, (int[]){move->cell[i]}, 1);
        if (move->count == 1 && move->cell[0] != NO_CELL)
            heat->heat.highlight = move->cell[0];
        break;
    case MOVE_RADAR:
    case MOVE_ARTILLERY:
        add_area(heat, HEAT_MOVE, cells, view_area_cells(rules, move->cell[0], cells));
        break;
    case MOVE_TORPEDO:
        heat->area[heat->heat.areas++] =
            move->is_row ? (struct heat_area){HEAT_MOVE, 0, move->cell[0], rules->width, 1}
                         : (struct heat_area){HEAT_MOVE, move->cell[0], 0, 1, rules->height};
        break;
    case MOVE_HINT:
        if (move->cell[0] != NO_CELL)
            add_area(heat, HEAT_MOVE, (int[]){move->cell[0], move->cell[0] + 2 * rules->width + 2},
                     2);
        break;
    default: /* no move at the enemy's board */
        break;
    }
}

void heat_view_fill(struct heat_view *heat, const struct view *view,
                    const struct posterior *posterior, int highlight, const char *caption)
{
    for (int cell = 0; cell < rules_cells(&view->rules); cell++) {
        bool hit = cellset_has(&view->tracking.hit, cell);
        bool shot = cellset_has(&view->tracking.shot, cell);

        heat->probability[cell] = shot ? -1 : posterior_probability(posterior, cell);
        heat->mark[cell] = hit    ? (is_sunk(view, posterior, cell) ? '#' : '*')
                           : shot ? 'o'
                           : cellset_has(&view->tracking.water, cell) ? '.'
                                                                      : ' ';
    }
    snprintf(heat->caption, sizeof heat->caption, "%s", caption);
    heat->heat = (struct heat_picture){.width = view->rules.width,
                                       .height = view->rules.height,
                                       .probability = heat->probability,
                                       .mark = heat->mark,
                                       .caption = heat->caption,
                                       .highlight = highlight,
                                       .area = heat->area};
    add_sightings(heat, view);
}
