/* See best_shots.h. */
#include "infer/best_shots.h"

int best_shots_rank(const struct posterior *posterior, const struct view *view,
                    int cells[MAX_CELLS])
{
    int count = 0;

    for (int cell = 0; cell < rules_cells(&view->rules); cell++) {
        double chance = posterior_probability(posterior, cell);
        int slot = count;

        if (cellset_has(&view->tracking.shot, cell))
            continue;
        for (; slot > 0 && posterior_probability(posterior, cells[slot - 1]) < chance; slot--)
            cells[slot] = cells[slot - 1];
        cells[slot] = cell;
        count++;
    }
    return count;
}

const char *best_shots_class_name(const struct posterior *posterior, int ship_class)
{
    const struct evidence *evidence = posterior_evidence(posterior);

    return rules_kind_name(&evidence->rules, evidence->ship_class[ship_class].kind);
}

double best_shots_sinks(const struct posterior *posterior, int ship_class, int cell)
{
    const struct evidence *evidence = posterior_evidence(posterior);
    int kind = evidence->ship_class[ship_class].kind;
    double chance = 0;

    for (int c = 0; c < evidence->classes; c++) {
        if (evidence->ship_class[c].kind != kind)
            continue;
        if (c < ship_class)
            return -1;
        chance += posterior_sinks(posterior, c, cell);
    }
    return chance;
}

void best_shots_print_caption(const struct posterior *posterior, const struct view *view,
                              struct writer *writer)
{
    int hints = 0;

    for (int i = 0; i < view->sightings; i++)
        hints += view->sighting[i].is_hint;
    if (posterior_is_exact(posterior))
        writer_format(writer, "%s layout%s, counted exactly",
                      wide_print_grouped(posterior_layouts(posterior)).text,
                      posterior_layouts(posterior) == 1 ? "" : "s");
    else
        writer_format(writer, "%s, estimated by sampling%s",
                      posterior_limit(posterior) == LIMIT_HINTS ? "too many hints to weigh exactly"
                                                                : "too many layouts to count",
                      posterior_converged(posterior) ? "" : ", NOT CONVERGED");
    writer_format(writer, "; shots so far: %d", view->tracking.shots);
    if (view->sightings > hints)
        writer_format(writer, ", sweeps: %d", view->sightings - hints);
    if (hints > 0)
        writer_format(writer, ", hints: %d", hints);
    if (view->enemy_screens > 0)
        writer_format(writer, ", smoke screens: %d", view->enemy_screens);
}
