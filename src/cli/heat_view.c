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
                                       .highlight = highlight};
}
