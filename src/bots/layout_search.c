/* Plain hill climbing: a move is kept unless it makes the layout worse. */
#include "bots/layout_search.h"

enum { TRIES = 20 };

bool layout_search_move(const struct rules *rules, struct rng *rng, struct layout *layout)
{
    int ship = (int)rng_below(rng, rules->ships), length = rules->fleet[ship].length;

    for (int tries = 0; tries < TRIES; tries++) {
        struct placement at = {.vertical = (uint8_t)rng_below(rng, 2), .placed = 1};
        int columns = rules->width - (at.vertical ? 0 : length - 1);
        int rows = rules->height - (at.vertical ? length - 1 : 0);

        if (columns <= 0 || rows <= 0)
            continue;
        at.column = (int16_t)rng_below(rng, (uint32_t)columns);
        at.row = (int16_t)rng_below(rng, (uint32_t)rows);
        if (layout_fits(layout, rules, ship, at, NULL) == OK) {
            layout->ship[ship] = at;
            return true;
        }
    }
    return false;
}

static void climb(const struct rules *rules, layout_value *value, const void *model, int changes,
                  struct rng *rng, struct layout *layout)
{
    double most = value(model, layout);

    for (int i = 0; i < changes; i++) {
        struct layout other = *layout;
        double found;

        if (!layout_search_move(rules, rng, &other))
            continue;
        found = value(model, &other);
        if (found >= most) {
            most = found;
            *layout = other;
        }
    }
}

enum error layout_search_best(const struct rules *rules, layout_value *value, const void *model,
                              int starts, int changes, struct rng *rng, struct layout *best)
{
    double most = 0;

    for (int i = 0; i < starts; i++) {
        struct layout layout;
        enum error error = layout_random(rules, rng, &layout);
        double found;

        if (error)
            return error;
        found = value(model, &layout);
        if (i == 0 || found > most) {
            most = found;
            *best = layout;
        }
    }
    climb(rules, value, model, changes, rng, best);
    return OK;
}

bool layout_search_equal(const struct rules *rules, const struct layout *a, const struct layout *b)
{
    for (int ship = 0; ship < rules->ships; ship++) {
        const struct placement *p = &a->ship[ship], *q = &b->ship[ship];

        if (p->column != q->column || p->row != q->row || p->vertical != q->vertical)
            return false;
    }
    return true;
}
