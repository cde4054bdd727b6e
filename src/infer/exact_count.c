/* Turns evidence into a task for flat counting: the places of each ship as a bit per first cell.
 * Blocks and hints are handled in explain.c. */
#include "infer/exact_count.h"

#include <string.h>

static wide first_cells(const struct cellset *set)
{
    return (wide)set->word[1] << 64 | set->word[0];
}

/* For each length and direction, by first cell. */
struct reaches {
    wide meets[MAX_LENGTH + 1][2];  /* a ship would cover one of the cells */
    wide within[MAX_LENGTH + 1][2]; /* it would cover nothing else */
};

static wide shift(wide cells, int by)
{
    return by < EXACT_CELLS ? cells >> by : 0;
}

static void find_meets(const struct exact_count *exact, wide cells, struct reaches *reaches)
{
    int width = exact->evidence->rules.width;

    for (int vertical = 0; vertical < 2; vertical++) {
        reaches->meets[0][vertical] = 0;
        for (int i = 0; i < exact->longest; i++)
            reaches->meets[i + 1][vertical] =
                reaches->meets[i][vertical] | shift(cells, i * (vertical ? width : 1));
    }
}

static void find_within(const struct exact_count *exact, wide cells, struct reaches *reaches)
{
    int width = exact->evidence->rules.width;

    for (int vertical = 0; vertical < 2; vertical++) {
        reaches->within[0][vertical] = -(wide)1;
        for (int i = 0; i < exact->longest; i++)
            reaches->within[i + 1][vertical] =
                reaches->within[i][vertical] & shift(cells, i * (vertical ? width : 1));
    }
}

/* The hits that cannot be on a ship of this class, whatever its other cells are. */
static wide hits_on_others(const struct evidence *evidence, const struct ship_class *ship)
{
    wide others = 0;

    if (evidence->rules.announce != ANNOUNCE_EACH_HIT && !ship->raised)
        return 0;
    for (wide rest = first_cells(&evidence->hit); rest; rest &= rest - 1) {
        int cell = wide_first(rest), named = evidence->named[cell];

        if ((ship->raised && evidence->time[cell] < ship->never_before) ||
            (named != NO_SHIP && named != ship->kind))
            others |= wide_bit(cell);
    }
    return others;
}

/* The first cells of the placements that are on the board. */
static wide starts_on_board(const struct rules *rules, int length, bool vertical)
{
    int columns = rules->width - (vertical ? 0 : length - 1);
    int rows = rules->height - (vertical ? length - 1 : 0);
    wide starts = 0;

    for (int i = 0; i < rows && columns > 0 && !(vertical && length == 1); i++)
        starts |= (wide_bit(columns) - 1) << (i * rules->width);
    return starts;
}

/* The starts of the last board are kept: most counts are for the same one. */
static void set_board(struct exact_count *exact)
{
    const struct rules *rules = &exact->evidence->rules;

    exact->longest = 0;
    for (int c = 0; c < exact->evidence->classes; c++)
        if (exact->evidence->ship_class[c].length > exact->longest)
            exact->longest = exact->evidence->ship_class[c].length;
    if (exact->width == rules->width && exact->height == rules->height)
        return;
    exact->width = rules->width;
    exact->height = rules->height;
    for (int length = 1; length <= MAX_LENGTH; length++)
        for (int vertical = 0; vertical < 2; vertical++)
            exact->starts[length][vertical] = starts_on_board(rules, length, vertical);
}

/* Have all ships of this kind been sunk? Then every one contains one of these cells. */
static bool all_are_sunk(const struct evidence *evidence, int kind, wide *cells)
{
    int ships = 0;

    *cells = 0;
    for (wide rest = first_cells(&evidence->sunk); rest; rest &= rest - 1)
        if (evidence->named[wide_first(rest)] == kind)
            *cells |= wide_bit(wide_first(rest));
    if (!*cells)
        return false;
    for (int c = 0; c < evidence->classes; c++)
        ships += evidence->ship_class[c].kind == kind ? evidence->ship_class[c].count : 0;
    return wide_bits(*cells) >= ships;
}

/* Finds the places of a class. evidence_allows decides about those that are hit in every cell; the
 * others are possible unless they cover a closed cell or one where a ship sank. */
static void find_places(struct exact_count *exact, int ship_class, const struct reaches *usual)
{
    const struct evidence *evidence = exact->evidence;
    const struct ship_class *ship = &evidence->ship_class[ship_class];
    int length = ship->length, width = evidence->rules.width;
    wide others = hits_on_others(evidence, ship), sinkings;
    bool sunk = all_are_sunk(evidence, ship->kind, &sinkings);
    struct reaches own, ends;
    const struct reaches *closed = usual;

    if (others || ship->raised) {
        find_meets(exact,
                   others | first_cells(&evidence->sunk) |
                       first_cells(ship->raised ? &evidence->no_raised : &evidence->no_fleet),
                   &own);
        closed = &own;
    }
    if (sunk)
        find_meets(exact, sinkings, &ends);
    for (int vertical = 0; vertical < 2; vertical++) {
        wide starts = exact->starts[length][vertical];
        wide open = sunk || ship->sunk_before ? 0 : starts & ~closed->meets[length][vertical];
        wide full = starts & usual->within[length][vertical];

        open &= ~full;
        if (sunk)
            full &= ends.meets[length][vertical];
        for (; full; full &= full - 1) {
            int start = wide_first(full);
            struct placement at = {(int16_t)(start % width), (int16_t)(start / width),
                                   (uint8_t)vertical, 1};

            if (evidence_allows(evidence, ship_class, at))
                open |= wide_bit(start);
        }
        exact->place[ship_class][vertical] = open;
    }
}

static void find_all_places(struct exact_count *exact)
{
    const struct evidence *evidence = exact->evidence;
    struct reaches usual;

    set_board(exact);
    find_meets(exact, first_cells(&evidence->no_fleet) | first_cells(&evidence->sunk), &usual);
    find_within(exact, first_cells(&evidence->hit), &usual);
    for (int c = 0; c < evidence->classes; c++)
        find_places(exact, c, &usual);
}

/* Classes with the same length and the same places are one type, unless blocks or hints might tell
 * them apart. */
static void list_types(struct exact_count *exact, bool weighted)
{
    const struct evidence *evidence = exact->evidence;
    struct flat_count *flat = &exact->flat;
    bool merge = evidence->blocks + evidence->hints == 0;

    flat->types = 0;
    for (int c = 0; c < evidence->classes; c++) {
        const struct ship_class *ship = &evidence->ship_class[c];
        int t = merge ? 0 : flat->types;

        /* Weights are compared by their bits: to miss an equal type only costs time. */
        /* NOLINTBEGIN(bugprone-suspicious-memory-comparison) */
        while (t < flat->types && !(flat->type[t].length == ship->length &&
                                    flat->type[t].place[0] == exact->place[c][0] &&
                                    flat->type[t].place[1] == exact->place[c][1] &&
                                    (!weighted || memcmp(flat->type[t].weight, exact->weight[c],
                                                         sizeof exact->weight[c]) == 0)))
            t++;
        /* NOLINTEND(bugprone-suspicious-memory-comparison) */
        if (t == flat->types)
            flat->type[flat->types++] = (struct flat_type){
                .length = ship->length,
                .places = wide_bits(exact->place[c][0]) + wide_bits(exact->place[c][1]),
                .place = {exact->place[c][0], exact->place[c][1]},
                .weight = weighted ? exact->weight[c][0] : NULL};
        flat->type[t].count += ship->count;
        exact->type[c] = (uint8_t)t;
    }
}

static wide cells_of(const struct rules *rules, int start, int vertical, int length)
{
    wide cells = 0;

    for (int i = 0; i < length; i++)
        cells |= wide_bit(start + i * (vertical ? rules->width : 1));
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

static bool may_overflow(const struct exact_count *exact)
{
    int places[MAX_SLOTS];

    for (int c = 0; c < exact->evidence->classes; c++)
        places[c] = exact->flat.type[exact->type[c]].places;
    return evidence_may_overflow(exact->evidence, places);
}

static wide count_with_blocks(struct exact_count *exact)
{
    uint8_t left[MAX_SLOTS];

    flat_count_widen(&exact->flat); /* explain.c writes to the counts */
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

    exact->work = 0;
    exact->layouts = 0;
    if (rules_cells(&evidence->rules) > EXACT_CELLS)
        return error_set(ERR_FULL, message,
                         "boards of more than %d cells cannot be counted exactly", EXACT_CELLS);
    if (evidence->blocks > EXACT_CELLS || !explain_expand_hints(&exact->explain, evidence))
        return error_set(ERR_FULL, message, "so many sweeps and hints cannot be counted exactly");
    exact->evidence = evidence;
    exact->hits = first_cells(&evidence->hit);
    flat_count_board(flat, &evidence->rules);
    find_all_places(exact);
    list_types(exact, false);
    if (may_overflow(exact))
        return error_set(ERR_FULL, message, "the number of layouts may exceed 128 bits");
    flat_count_start(flat, budget);
    exact->layouts = evidence->blocks + evidence->hints > 0
                         ? count_with_blocks(exact)
                         : flat_count_add(flat, NULL, 0, exact->hits, 1);
    flat->layouts = exact->layouts; /* of ships that were placed outside of it, too */
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

/* Copies the weights of a class and scales them by a power of two, which changes no digit. */
static enum error scale_weights(struct exact_count *exact, int ship_class,
                                const struct ship_weights *weights, struct message *message)
{
    const struct evidence *evidence = exact->evidence;
    int kind = evidence->ship_class[ship_class].kind, cells = rules_cells(&evidence->rules);
    float most = 0, scale = 1;

    memset(exact->weight[ship_class], 0, sizeof exact->weight[ship_class]);
    for (int vertical = 0; vertical < 2; vertical++)
        for (int cell = 0; cell < cells; cell++) {
            float weight = weights->at[kind][vertical][cell];

            if (!(weight >= 0 && weight < 1e30f))
                return error_set(ERR_RANGE, message,
                                 "the weight of the %s at %s is %g: it must be from 0 to 1e30",
                                 rules_kind_name(&evidence->rules, kind),
                                 cell_name(cell, evidence->rules.width).text, (double)weight);
            most = weight > most ? weight : most;
        }
    for (; most * scale > 1; scale /= 2)
        ;
    for (; most > 0 && scale < 1e30f && most * scale <= 0.5f; scale *= 2)
        ;
    for (int vertical = 0; vertical < 2; vertical++)
        for (int cell = 0; cell < cells; cell++)
            exact->weight[ship_class][vertical][cell] = weights->at[kind][vertical][cell] * scale;
    return OK;
}

/* Places without a weight need not be looked at. */
static void drop_weightless(struct exact_count *exact, int ship_class)
{
    for (int vertical = 0; vertical < 2; vertical++)
        for (wide rest = exact->place[ship_class][vertical]; rest; rest &= rest - 1)
            if (!(exact->weight[ship_class][vertical][wide_first(rest)] > 0))
                exact->place[ship_class][vertical] &= ~(rest & -rest);
}

enum error exact_count_run_weighted(struct exact_count *exact, const struct evidence *evidence,
                                    const struct ship_weights *weights, uint64_t budget,
                                    struct message *message)
{
    struct flat_count *flat = &exact->flat;

    exact->work = 0;
    exact->layouts = 0;
    if (rules_cells(&evidence->rules) > EXACT_CELLS)
        return error_set(ERR_FULL, message,
                         "boards of more than %d cells cannot be counted with weights",
                         EXACT_CELLS);
    if (evidence->blocks + evidence->hints > 0)
        return error_set(ERR_FULL, message, "sweeps and hints cannot be counted with weights");
    exact->evidence = evidence;
    exact->hits = first_cells(&evidence->hit);
    for (int c = 0; c < evidence->classes; c++) {
        enum error error = scale_weights(exact, c, weights, message);

        if (error)
            return error;
    }
    flat_count_board(flat, &evidence->rules);
    flat->is_weighted = true;
    find_all_places(exact);
    for (int c = 0; c < evidence->classes; c++)
        drop_weightless(exact, c);
    list_types(exact, true);
    flat_count_start(flat, budget);
    flat_count_add(flat, NULL, 0, exact->hits, 1);
    exact->work = flat->work;
    if (flat->work > budget)
        return error_set(ERR_FULL, message, "counting takes more than %llu steps",
                         (unsigned long long)budget);
    if (flat->weight > 0)
        return OK;
    return error_set(ERR_MISMATCH, message,
                     "no layout of the fleet that fits all of these answers has a weight");
}

double exact_count_share(const struct exact_count *exact, int ship_class, int start, bool vertical)
{
    int type = exact->type[ship_class];
    double share = exact->flat.share[type][vertical][start] / exact->flat.weight;

    /* Differences of rounded numbers may end up just below 0. */
    return share <= 0 ? 0
                      : share * exact->evidence->ship_class[ship_class].count /
                            exact->flat.type[type].count;
}

void exact_count_chances(const struct exact_count *exact, double *chance)
{
    const struct flat_count *flat = &exact->flat;

    for (int cell = 0; cell < flat->cells; cell++)
        chance[cell] = 0;
    for (int t = 0; t < flat->types; t++)
        for (int vertical = 0; vertical < 2; vertical++)
            for (wide rest = flat->type[t].place[vertical]; rest; rest &= rest - 1) {
                int start = wide_first(rest), step = vertical ? flat->width : 1;

                for (int i = 0; i < flat->type[t].length; i++)
                    chance[start + i * step] += flat->share[t][vertical][start];
            }
    for (int cell = 0; cell < flat->cells; cell++)
        chance[cell] = chance[cell] <= 0 ? 0 : chance[cell] / flat->weight;
}

wide exact_count_at(const struct exact_count *exact, int ship_class, int start, bool vertical)
{
    int type = exact->type[ship_class];
    int ships = exact->evidence->ship_class[ship_class].count, all = exact->flat.type[type].count;
    wide count = flat_count_at(&exact->flat, type, vertical, start);

    return ships == all ? count : count / (unsigned)all * (unsigned)ships;
}
