/* Marks are facts, heat is chance. */
#include "cli/heat_view.h"

#include <stdio.h>

/* Is the hit part of a ship that is surely sunk? */
static bool is_sunk(const struct view *view, const struct posterior *posterior, int cell)
{
    const struct evidence *evidence = posterior_evidence(posterior);
    const struct rules *rules = &view->rules;
    double chance = 0;

    for (int c = 0; c < evidence->classes; c++) {
        int length = evidence->ship_class[c].length;

        for (int i = 0; i < 2 * length; i++) {
            int vertical = i / length, back = i % length;
            int column = cell % rules->width - (vertical ? 0 : back);
            int row = cell / rules->width - (vertical ? back : 0), hits = 0;
            struct placement at = {(int16_t)column, (int16_t)row, (uint8_t)vertical, 1};

            if (column < 0 || row < 0 || (vertical && length == 1) ||
                (vertical ? row + length > rules->height : column + length > rules->width))
                continue;
            for (int k = 0; k < length; k++)
                hits += cellset_has(&view->tracking.hit, (row + (vertical ? k : 0)) * rules->width +
                                                             column + (vertical ? 0 : k));
            if (hits == length)
                chance += posterior_placement(posterior, c, at);
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
    heat->heat = (struct heat){.width = view->rules.width,
                               .height = view->rules.height,
                               .probability = heat->probability,
                               .mark = heat->mark,
                               .caption = heat->caption,
                               .highlight = highlight};
}
