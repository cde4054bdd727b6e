/* Uniformly random layouts, by rejection sampling.
 *
 * Each ship is drawn independently and uniformly from all its placements on the empty board. If two
 * ships conflict, the whole draw is discarded. All combinations of placements are equally likely,
 * so all legal layouts are too. (Redrawing only the ship that conflicts would be faster but biased:
 * it favours layouts whose early ships leave room.)
 *
 * This takes 2.6 tries (0.2 us) on classic and about 4,000 (0.2 ms) on russian, where most tries
 * fail after three or four ships. rules_check requires CHECK_LAYOUTS layouts within CHECK_DRAWS
 * draws of a ship, about 20 ms, and rejects denser fleets, so drawing a layout never takes long. */
#include "rules/layout.h"

#include <string.h>

enum { CHECK_DRAWS = 1 << 22, CHECK_LAYOUTS = 4 };

/* The placements of a ship on the empty board, numbered from 0, horizontal ones first. */
struct span {
    uint32_t across, horizontal, total;
};

static struct span span_of(const struct rules *rules, int length)
{
    struct span span = {0, 0, 0};

    if (length <= rules->width) {
        span.across = (uint32_t)(rules->width - length + 1);
        span.horizontal = span.across * rules->height;
    }
    span.total = span.horizontal;
    if (length > 1 && length <= rules->height)
        span.total += (uint32_t)(rules->width * (rules->height - length + 1));
    return span;
}

static struct placement span_placement(struct span span, uint32_t width, uint32_t index)
{
    bool vertical = index >= span.horizontal;
    uint32_t columns = vertical ? width : span.across;

    index -= vertical ? span.horizontal : 0;
    return (struct placement){(int16_t)(index % columns), (int16_t)(index / columns), vertical, 1};
}

/* Occupied cells, one word per row: row r is at [r + 1] and column c at bit c + 1, so neighbours
 * off the board need no special case. */
struct occupied {
    uint64_t row[MAX_SIDE + 2];
};

/* Occupies the ship's cells and, if `gap` is 1, their neighbours. False if a cell of the ship was
 * already occupied. */
static bool occupy(struct occupied *occupied, struct placement at, int length, int gap)
{
    uint64_t *row = occupied->row + at.row + 1;
    int rows = at.vertical ? length : 1, columns = at.vertical ? 1 : length;
    uint64_t ship = (((uint64_t)1 << columns) - 1) << (at.column + 1), met = 0;

    for (int i = 0; i < rows; i++)
        met |= row[i] & ship;
    if (met)
        return false;
    if (gap)
        ship |= ship << 1 | ship >> 1;
    for (int i = -gap; i < rows + gap; i++)
        row[i] |= ship;
    return true;
}

/* One try. Subtracts the number of ships drawn from `draws`. */
static bool draw_once(const struct rules *rules, const struct span *spans, struct rng *rng,
                      uint64_t *draws, struct layout *layout)
{
    struct occupied occupied;

    memset(&occupied, 0, ((size_t)rules->height + 2) * sizeof occupied.row[0]);
    for (int ship = 0; ship < rules->ships; ship++) {
        int length = rules->fleet[ship].length;
        struct span span = spans[length];

        (*draws)--;
        layout->ship[ship] = span_placement(span, rules->width, rng_below(rng, span.total));
        if (!occupy(&occupied, layout->ship[ship], length, !rules->touch))
            return false;
    }
    return true;
}

static enum error draw(const struct rules *rules, struct rng *rng, uint64_t *draws,
                       struct layout *layout)
{
    struct span spans[MAX_LENGTH + 1];

    for (int ship = 0; ship < rules->ships; ship++) {
        int length = rules->fleet[ship].length;

        spans[length] = span_of(rules, length);
        if (spans[length].total == 0)
            return ERR_RULES;
    }
    while (*draws > (uint64_t)rules->ships)
        if (draw_once(rules, spans, rng, draws, layout))
            return OK;
    return ERR_RULES;
}

enum error layout_random(const struct rules *rules, struct rng *rng, struct layout *layout)
{
    uint64_t draws = (uint64_t)CHECK_DRAWS << 8;

    memset(layout, 0, sizeof *layout);
    return draw(rules, rng, &draws, layout);
}

enum error layout_possible(const struct rules *rules, struct message *message)
{
    int cells = 0, with_gap = 0, room = (rules->width + 1) * (rules->height + 1);
    uint64_t draws = CHECK_DRAWS;
    enum error error = OK;
    struct layout layout;
    struct rng rng;

    for (int ship = 0; ship < rules->ships; ship++) {
        int length = rules->fleet[ship].length;

        if (length > rules->width && length > rules->height)
            return error_set(ERR_RULES, message,
                             "fleet: the %s (length %d) is longer than the board %dx%d",
                             rules->fleet[ship].name, length, rules->width, rules->height);
        cells += length;
        with_gap += 2 * (length + 1);
    }
    if (cells > rules_cells(rules))
        return error_set(ERR_RULES, message,
                         "fleet: the ships cover %d cells, but the board %dx%d has only %d", cells,
                         rules->width, rules->height, rules_cells(rules));
    /* With its right and lower neighbours, each ship claims 2 * (length + 1) cells of a board that
     * is one column and one row larger. No two claims overlap. */
    if (!rules->touch && with_gap > room)
        return error_set(
            ERR_RULES, message,
            "fleet: the ships do not fit on %dx%d without touching (with gaps they need %d cells "
            "of %d)",
            rules->width, rules->height, with_gap, room);
    rng_seed(&rng, 1);
    for (int i = 0; i < CHECK_LAYOUTS && !error; i++)
        error = draw(rules, &rng, &draws, &layout);
    if (error)
        return error_set(ERR_RULES, message,
                         "fleet: too dense for the board %dx%d: random placement hardly ever "
                         "succeeds",
                         rules->width, rules->height);
    return OK;
}
