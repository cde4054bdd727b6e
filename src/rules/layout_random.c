/* Uniformly random layouts, by rejection.
 *
 * Every ship is drawn independently and uniformly from all its placements on the empty board; if
 * any two are in each other's way, everything drawn so far is thrown away. All combinations of
 * single placements are equally likely, so those that survive are too: each legal layout has the
 * same chance. (Keeping the ships that fit and redrawing only the one that does not would be faster
 * and wrong: it prefers layouts whose early ships leave room.)
 *
 * The price is the number of tries: 2.6 on classic, about 4,000 on russian, where most tries end
 * after three or four ships; that is 0.2 us and 0.2 ms. When rules are
 * checked, LAYOUTS_POSSIBLE layouts must come out of DRAWS_POSSIBLE ships drawn, which takes about
 * 20 ms; denser fleets are refused, so that a layout never takes long. */
#include "rules/layout.h"

#include <string.h>

enum { DRAWS_POSSIBLE = 1 << 22, LAYOUTS_POSSIBLE = 4 };

/* The placements of one length on the empty board, numbered from 0: horizontal ones first. */
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

/* The cells that are taken, a word per row: row r is at [r + 1], column c at bit c + 1, so that
 * neighbours outside the board need no care. */
struct taken {
    uint64_t row[MAX_SIDE + 2];
};

/* Takes the ship's cells, and with `gap` their neighbours too, corners included; false if one of
 * its cells was taken before. */
static bool take(struct taken *taken, struct placement at, int length, int gap)
{
    uint64_t *row = taken->row + at.row + 1;
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

/* One try; `draws` goes down by the ships it took. */
static bool draw_once(const struct rules *rules, const struct span *spans, struct rng *rng,
                      uint64_t *draws, struct layout *layout)
{
    struct taken taken;

    memset(&taken, 0, ((size_t)rules->height + 2) * sizeof taken.row[0]);
    for (int ship = 0; ship < rules->ships; ship++) {
        int length = rules->fleet[ship].length;
        struct span span = spans[length];

        (*draws)--;
        layout->ship[ship] = span_placement(span, rules->width, rng_below(rng, span.total));
        if (!take(&taken, layout->ship[ship], length, !rules->touch))
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
    uint64_t draws = (uint64_t)DRAWS_POSSIBLE << 8;

    memset(layout, 0, sizeof *layout);
    return draw(rules, rng, &draws, layout);
}

enum error layout_possible(const struct rules *rules, struct message *message)
{
    int cells = 0, with_gap = 0, room = (rules->width + 1) * (rules->height + 1);
    uint64_t draws = DRAWS_POSSIBLE;
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
    /* With its right and lower neighbours each ship claims 2 * (length + 1) cells of a board that
     * is one column and one row larger, and no two claims overlap. */
    if (!rules->touch && with_gap > room)
        return error_set(
            ERR_RULES, message,
            "fleet: the ships do not fit on %dx%d without touching (they need %d of %d cells "
            "with the gaps)",
            rules->width, rules->height, with_gap, room);
    rng_seed(&rng, 1);
    for (int i = 0; i < LAYOUTS_POSSIBLE && !error; i++)
        error = draw(rules, &rng, &draws, &layout);
    if (error)
        return error_set(
            ERR_RULES, message,
            "fleet: too dense for the board %dx%d: hardly any of %d ships drawn at random "
            "make a legal layout",
            rules->width, rules->height, DRAWS_POSSIBLE);
    return OK;
}
