/* Symmetric positions: when the places of all ships stay the same under reflections of the board,
 * one ship need not be tried at places that are reflections of each other. */
#include "infer/flat_count.h"

#include <string.h>

/* The symmetries of a rectangle, and of a square, as sets of these reflections. */
enum { FLIP_COLUMNS = 1, FLIP_ROWS = 2, SWAP_AXES = 4, SYMMETRIES = 8 };

/* Where the reflections put a ship. A place is a number: its first cell, plus EXACT_CELLS if the
 * ship is down. */
static int reflect(const struct flat_count *flat, int symmetry, int length, int place)
{
    bool vertical = place >= EXACT_CELLS;
    int column = place % EXACT_CELLS % flat->width, row = place % EXACT_CELLS / flat->width;

    if (symmetry & FLIP_COLUMNS)
        column = flat->width - (vertical ? 1 : length) - column;
    if (symmetry & FLIP_ROWS)
        row = flat->cells / flat->width - (vertical ? length : 1) - row;
    if (symmetry & SWAP_AXES) {
        int old = row;

        row = column;
        column = old;
        vertical = length > 1 && !vertical;
    }
    return vertical * EXACT_CELLS + row * flat->width + column;
}

static bool has_place(const struct flat_type *type, int place)
{
    return type->open[place / EXACT_CELLS] >> place % EXACT_CELLS & 1;
}

static bool keeps_places(const struct flat_count *flat, int symmetry)
{
    for (int t = 0; t < flat->types; t++) {
        const struct flat_type *type = &flat->type[t];

        for (int vertical = 0; vertical < 2; vertical++)
            for (wide rest = type->open[vertical]; rest; rest &= rest - 1) {
                int place = vertical * EXACT_CELLS + wide_first(rest);
                int image = reflect(flat, symmetry, type->length, place);

                if (!has_place(type, image) ||
                    (flat->is_weighted && type->weight[place] != type->weight[image]))
                    return false;
            }
    }
    return true;
}

void flat_symmetry_find(struct flat_count *flat)
{
    bool square = flat->width * flat->width == flat->cells;

    flat->symmetries = 0;
    for (int i = 0; i < (square ? SYMMETRIES : SWAP_AXES); i++)
        if (keeps_places(flat, i))
            flat->symmetry[flat->symmetries++] = (uint8_t)i;
}

int flat_symmetry_times(const struct flat_count *flat, int type, int vertical, int start)
{
    int place = vertical * EXACT_CELLS + start, same = 0;

    for (int i = 0; i < flat->symmetries; i++) {
        int image = reflect(flat, flat->symmetry[i], flat->type[type].length, place);

        if (image < place)
            return 0;
        same += image == place;
    }
    return same > 0 ? flat->symmetries / same : 0;
}

/* Each place gets the mean of its reflections, in counts or shares. */
static void even_out(struct flat_count *flat, int t)
{
    const struct flat_type *type = &flat->type[t];
    wide(*count)[EXACT_CELLS] = flat->count[t], mean_count[2][EXACT_CELLS];
    double(*share)[EXACT_CELLS] = flat->share[t], mean_share[2][EXACT_CELLS];

    for (int vertical = 0; vertical < 2; vertical++)
        for (wide rest = type->open[vertical]; rest; rest &= rest - 1) {
            int start = wide_first(rest);
            wide counts = 0;
            double shares = 0;

            for (int i = 0; i < flat->symmetries; i++) {
                int image =
                    reflect(flat, flat->symmetry[i], type->length, vertical * EXACT_CELLS + start);

                counts += count[image / EXACT_CELLS][image % EXACT_CELLS];
                shares += flat->is_weighted ? share[image / EXACT_CELLS][image % EXACT_CELLS] : 0;
            }
            mean_count[vertical][start] = counts / (unsigned)flat->symmetries;
            mean_share[vertical][start] = shares / flat->symmetries;
        }
    for (int vertical = 0; vertical < 2; vertical++)
        for (wide rest = type->open[vertical]; rest; rest &= rest - 1) {
            int start = wide_first(rest);

            count[vertical][start] = mean_count[vertical][start];
            share[vertical][start] = mean_share[vertical][start];
        }
}

void flat_symmetry_complete(struct flat_count *flat)
{
    flat_count_add_sums(flat, 1);
    for (int t = 0; t < flat->types; t++)
        even_out(flat, t);
}
