/* Turns a view and its posterior into a heat map for report. */
#ifndef BROADSIDE_CLI_HEAT_VIEW_H
#define BROADSIDE_CLI_HEAT_VIEW_H

#include "infer/posterior.h"
#include "report/heat_picture.h"

/* A heat map with the arrays it points to. */
struct heat_view {
    double probability[MAX_CELLS];
    char mark[MAX_CELLS];
    char caption[256];
    struct heat_area area[MAX_SIGHTINGS + MAX_SLOTS];
    struct heat_picture heat;
};

/* `highlight` is the chosen cell or -1. Sweeps and hints are areas. */
void heat_view_fill(struct heat_view *heat, const struct view *view,
                    const struct posterior *posterior, int highlight, const char *caption);

/* Marks what the move aims at instead of the chosen cell. */
void heat_view_mark_move(struct heat_view *heat, const struct rules *rules,
                         const struct move *move);

#endif
