/* Turns evidence into a task for flat counting: the places of each ship as a bit per first cell.
 * Blocks and hints are handled in explain.c. */
#include "infer/exact_count.h"

#include <string.h>

static wide bit(int cell)
{
    return (wide)1 << cell;
}

/* The evidence as sets of cells. */
struct cell_sets {
    wide hit, sunk;
};

static struct cell_sets read_cells(const struct evidence *evidence)
{
    struct cell_sets sets = {0};

    for (int cell = 0; cell < rules_cells(&evidence->rules); cell++) {
        if (evidence->time[cell] < 0 || evidence->answer[cell] == ANSWER_MISS)
            continue;
        sets.hit |= bit(cell);
        if (evidence->answer[cell] == ANSWER_SUNK)
            sets.sunk |= bit(cell);
    }
    return sets;
}

/* The cells where a ship of this class cannot be, whatever its other cells are. */
static wide closed_to(const struct evidence *evidence, int ship_class)
{
    const struct ship_class *ship = &evidence->ship_class[ship_class];
    uint8_t empty = ship->raised ? EMPTY_OF_RAISED : EMPTY_OF_FLEET;
    wide closed = 0;

    for (int cell = 0; cell < rules_cells(&evidence->rules); cell++) {
        int time = evidence->time[cell], named = evidence->named[cell];

        if (evidence->empty[cell] & empty ||
            (time >= 0 && (evidence->answer[cell] == ANSWER_MISS ||
                           (ship->raised && time < ship->never_before) ||
                           (named != NO_SHIP && named != ship->kind))))
            closed |= bit(cell);
    }
    return closed;
}

/* The first cells of the placements that are on the board. */
static wide starts_on_board(const struct rules *rules, int length, bool vertical)
{
    wide row = bit(rules->width - (vertical ? 0 : length - 1)) - 1, starts = 0;

    for (int i = 0; i < rules->height - (vertical ? length - 1 : 0); i++)
        starts |= row << (i * rules->width);
    return starts;
}

/* Have all ships of this kind been sunk? Then every one contains one of these cells. */
static bool all_are_sunk(const struct evidence *evidence, int kind, wide sunk, wide *cells)
{
    int ships = 0;

    *cells = 0;
    for (wide rest = sunk; rest; rest &= rest - 1)
        if (evidence->named[wide_first(rest)] == kind)
            *cells |= bit(wide_first(rest));
    for (int c = 0; c < evidence->classes; c++)
        ships += evidence->ship_class[c].kind == kind ? evidence->ship_class[c].count : 0;
    return *cells && wide_bits(*cells) >= ships;
}

/* Finds the places of a class. evidence_allows decides about those that are hit in every cell; the
 * others are possible unless they touch a closed cell or one where a ship sank. */
static void find_places(struct exact_count *exact, int ship_class, const struct cell_sets *sets)
{
    const struct evidence *evidence = exact->evidence;
    const struct rules *rules = &evidence->rules;
    const struct ship_class *ship = &evidence->ship_class[ship_class];
    int length = ship->length;
    wide closed = closed_to(evidence, ship_class), sinkings;
    bool sunk = all_are_sunk(evidence, ship->kind, sets->sunk, &sinkings);

    for (int vertical = 0; vertical < 2; vertical++) {
        int step = vertical ? rules->width : 1;
        wide starts = vertical && length == 1 ? 0
                      : length > (vertical ? rules->height : rules->width)
                          ? 0
                          : starts_on_board(rules, length, vertical);
        wide open = starts, full = starts, ends = 0;

        for (int i = 0; i < length && starts; i++) {
            open &= ~((closed | sets->sunk) >> (i * step));
            full &= (sets->hit & ~closed) >> (i * step);
            ends |= sinkings >> (i * step);
        }
        open = sunk ? 0 : open & ~full;
        full &= sunk ? ends : starts;
        for (; full; full &= full - 1) {
            int start = wide_first(full);
            struct placement at = {(int16_t)(start % rules->width), (int16_t)(start / rules->width),
                                   (uint8_t)vertical, 1};

            if (evidence_allows(evidence, ship_class, at))
                open |= bit(start);
        }
        exact->place[ship_class][vertical] = open;
    }
}

/* Classes with the same length and the same places are one type, unless blocks or hints might tell
 * them apart. */
static void list_types(struct exact_count *exact)
{
    const struct evidence *evidence = exact->evidence;
    struct flat_count *flat = &exact->flat;
    bool merge = evidence->blocks + evidence->hints == 0;

    flat->types = 0;
    for (int c = 0; c < evidence->classes; c++) {
        const struct ship_class *ship = &evidence->ship_class[c];
        int t = merge ? 0 : flat->types;

        while (t < flat->types && !(flat->type[t].length == ship->length &&
                                    flat->type[t].place[0] == exact->place[c][0] &&
                                    flat->type[t].place[1] == exact->place[c][1]))
            t++;
        if (t == flat->types)
            flat->type[flat->types++] = (struct flat_type){
                .length = ship->length, .place = {exact->place[c][0], exact->place[c][1]}};
        flat->type[t].count += ship->count;
        exact->type[c] = (uint8_t)t;
    }
}

static wide cells_of(const struct rules *rules, int start, int vertical, int length)
{
    wide cells = 0;

    for (int i = 0; i < length; i++)
        cells |= bit(start + i * (vertical ? rules->width : 1));
    return cells;
}

static void list_berths(struct exact_count *exact, int ship_class)
{
    const struct rules *rules = &exact->evidence->rules;
    int count = 0;

    for (int vertical = 0; vertical < 2; vertical++)
        for (wide rest = exact->place[ship_class][vertical]; rest; rest &= rest - 1, count++) {
            struct berth *berth = &exact->berth[ship_class][count];

            berth->start = (uint8_t)wide_first(rest);
            berth->vertical = (uint8_t)vertical;
            berth->cells = cells_of(rules, berth->start, vertical,
                                    exact->evidence->ship_class[ship_class].length);
            berth->blocks = flat_count_blocks(&exact->flat, berth->cells);
        }
    exact->berths[ship_class] = count;
    exact->closed[ship_class] = 0;
}

wide *exact_count_of(struct exact_count *exact, int ship_class, int number)
{
    const struct berth *berth = &exact->berth[ship_class][number];

    return &exact->flat.count[ship_class][berth->vertical][berth->start];
}

wide exact_count_hits(struct exact_count *exact, const uint8_t *left, wide blocked, wide open,
                      wide times)
{
    for (int c = 0; c < exact->evidence->classes; c++)
        flat_count_close(&exact->flat, c, exact->closed[c]);
    return flat_count_add(&exact->flat, left, blocked, open, times);
}

/* Could the number of layouts need more than 128 bits? */
static bool may_overflow(const struct exact_count *exact)
{
    const struct flat_count *flat = &exact->flat;
    double product = 1;

    for (int t = 0; t < flat->types; t++) {
        int places = wide_bits(flat->type[t].place[0]) + wide_bits(flat->type[t].place[1]);

        for (int i = 0; i < flat->type[t].count; i++)
            product *= places > 0 ? places : 1;
    }
    for (int i = 0; i < exact->evidence->hints; i++)
        product *= HINT_UNIT * SIGHTING_CELLS;
    return product > 1e36;
}

static wide count_with_blocks(struct exact_count *exact)
{
    uint8_t left[MAX_SLOTS];

    for (int c = 0; c < exact->evidence->classes; c++) {
        list_berths(exact, c);
        left[c] = exact->evidence->ship_class[c].count;
    }
    return explain_all(exact, left);
}

enum error exact_count_run(struct exact_count *exact, const struct evidence *evidence,
                           uint64_t budget, struct message *message)
{
    struct flat_count *flat = &exact->flat;
    struct cell_sets sets;

    exact->work = 0;
    exact->layouts = 0;
    if (rules_cells(&evidence->rules) > EXACT_CELLS)
        return error_set(ERR_FULL, message,
                         "boards of more than %d cells cannot be counted exactly", EXACT_CELLS);
    if (evidence->blocks > EXACT_CELLS || !explain_expand_hints(&exact->explain, evidence))
        return error_set(ERR_FULL, message, "so many sweeps and hints cannot be counted exactly");
    exact->evidence = evidence;
    sets = read_cells(evidence);
    exact->hits = sets.hit;
    flat_count_board(flat, &evidence->rules);
    for (int c = 0; c < evidence->classes; c++)
        find_places(exact, c, &sets);
    list_types(exact);
    if (may_overflow(exact))
        return error_set(ERR_FULL, message, "the number of layouts may exceed 128 bits");
    flat_count_start(flat, budget);
    exact->layouts = evidence->blocks + evidence->hints > 0
                         ? count_with_blocks(exact)
                         : flat_count_add(flat, NULL, 0, exact->hits, 1);
    flat_count_finish(flat);
    exact->work = flat->work;
    if (flat->work > budget)
        return error_set(ERR_FULL, message, "counting takes more than %llu steps",
                         (unsigned long long)budget);
    if (exact->layouts)
        return OK;
    return evidence_explain_hits(evidence, message)
               ? ERR_MISMATCH
               : error_set(ERR_MISMATCH, message,
                           "no layout of the fleet fits all of these answers");
}

wide exact_count_at(const struct exact_count *exact, int ship_class, int start, bool vertical)
{
    int type = exact->type[ship_class];
    int ships = exact->evidence->ship_class[ship_class].count, all = exact->flat.type[type].count;
    wide count = exact->flat.count[type][vertical][start];

    return ships == all ? count : count / (unsigned)all * (unsigned)ships;
}

void exact_count_cover(const struct exact_count *exact, wide *cover)
{
    const struct flat_count *flat = &exact->flat;

    memset(cover, 0, (size_t)flat->cells * sizeof *cover);
    for (int t = 0; t < flat->types; t++)
        for (int vertical = 0; vertical < 2; vertical++) {
            int step = vertical ? flat->width : 1;

            for (wide rest = flat->type[t].place[vertical]; rest; rest &= rest - 1) {
                int start = wide_first(rest);

                for (int i = 0; i < flat->type[t].length; i++)
                    cover[start + i * step] += flat->count[t][vertical][start];
            }
        }
}
