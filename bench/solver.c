/* Depth-first search over positions. A position is the list of remaining layouts and the cells hit
 * so far; it need not store misses, because no remaining layout covers them. search() takes a
 * limit: it returns the exact value if that is below the limit, and otherwise a lower bound that is
 * at least the limit. */
#include "solver.h"

#include <stdlib.h>
#include <string.h>

enum { SYMMETRIES = 8, ANSWERS = 2 + 2 * SOLVER_SHIPS, FIRST_SLOTS = 1 << 12, MISS = 0 };

/* One layout under every symmetry of the board. */
struct solver_entry {
    uint32_t ship[SYMMETRIES][SOLVER_SHIPS];
    uint32_t all; /* the cells of all ships, without symmetry */
    struct layout layout;
};

struct memo_slot {
    uint64_t key[2];
    uint32_t value; /* 0 for an empty slot */
    bool exact;     /* otherwise a lower bound */
};

struct solver {
    struct rules rules;
    int cells, layouts, symmetries;
    uint8_t turned[SYMMETRIES][SOLVER_CELLS];
    struct solver_entry *entry;
    uint16_t *lists; /* layouts by answer: one list per depth of the search */
    struct memo_slot *memo;
    uint64_t slots, used;
    uint64_t positions, budget;
    bool no_memory;
};

/* A position: what is known after some shots. */
struct knowledge {
    const uint16_t *list;
    int count;
    uint32_t hits;
    int depth; /* shots so far */
};

/* A shot: the layouts split by its answer. */
struct answer_split {
    struct knowledge part[ANSWERS];
    uint32_t bound[ANSWERS];
    int parts;
};

static int bits(uint32_t set)
{
    return __builtin_popcount(set);
}

/* --- listing -----------------------------------------------------------------------------------*/

static void find_symmetries(struct solver *solver)
{
    int width = solver->rules.width, height = solver->rules.height;

    for (int s = 0; s < SYMMETRIES; s++) {
        if (s >= 4 && width != height)
            break;
        for (int cell = 0; cell < solver->cells; cell++) {
            int column = cell % width, row = cell / width;

            column = s & 1 ? width - 1 - column : column;
            row = s & 2 ? height - 1 - row : row;
            solver->turned[s][cell] =
                (uint8_t)(s & 4 ? column * width + row : row * width + column);
        }
        solver->symmetries = s + 1;
    }
}

static uint32_t turn(const struct solver *solver, int symmetry, uint32_t set)
{
    uint32_t turned = 0;

    for (; set; set &= set - 1)
        turned |= UINT32_C(1) << solver->turned[symmetry][__builtin_ctz(set)];
    return turned;
}

static enum error add_layout(struct solver *solver, const struct layout *layout,
                             struct message *message)
{
    struct solver_entry *entry = &solver->entry[solver->layouts];
    const struct rules *rules = &solver->rules;

    if (solver->layouts == SOLVER_LAYOUTS)
        return error_set(ERR_RANGE, message, "cannot solve more than %d layouts", SOLVER_LAYOUTS);
    *entry = (struct solver_entry){.layout = *layout};
    for (int ship = 0; ship < rules->ships; ship++) {
        int cells[MAX_LENGTH];
        int count = placement_cells(layout->ship[ship], rules->fleet[ship].length, rules, cells);
        uint32_t set = 0;

        for (int i = 0; i < count; i++)
            set |= UINT32_C(1) << cells[i];
        entry->all |= set;
        for (int s = 0; s < solver->symmetries; s++)
            entry->ship[s][ship] = turn(solver, s, set);
    }
    solver->layouts++;
    return OK;
}

/* Tries all placements of this ship and, for each, of the ships after it. */
static enum error list_layouts(struct solver *solver, struct layout *layout, int ship,
                               struct message *message)
{
    const struct rules *rules = &solver->rules;
    enum error error = OK;

    if (ship == rules->ships)
        return add_layout(solver, layout, message);
    for (int place = 0; !error && place < 2 * solver->cells; place++) {
        int cell = place / 2;
        struct placement placement = {.column = (int16_t)(cell % rules->width),
                                      .row = (int16_t)(cell / rules->width),
                                      .vertical = (uint8_t)(place & 1),
                                      .placed = 1};

        if (placement.vertical && rules->fleet[ship].length == 1)
            continue;
        if (layout_fits(layout, rules, ship, placement, NULL) != OK)
            continue;
        layout->ship[ship] = placement;
        error = list_layouts(solver, layout, ship + 1, message);
        layout->ship[ship] = (struct placement){0};
    }
    return error;
}

static enum error check_rules(const struct rules *rules, struct message *message)
{
    if (rules_cells(rules) > SOLVER_CELLS)
        return error_set(ERR_RANGE, message,
                         "a board of %d cells is too large to solve; the limit is %d",
                         rules_cells(rules), SOLVER_CELLS);
    if (rules->ships > SOLVER_SHIPS)
        return error_set(ERR_RANGE, message,
                         "a fleet of %d ships is too large to solve; the limit is %d", rules->ships,
                         SOLVER_SHIPS);
    if (rules->salvo || rules->specials || rules->hints || rules->wrecks || rules->reinforce ||
        rules->race)
        return error_set(ERR_RANGE, message,
                         "only rules with one shot a turn and a complete fleet can be solved");
    return rules_check(rules, message);
}

enum error solver_new(const struct rules *rules, struct solver **out, struct message *message)
{
    enum error error = check_rules(rules, message);
    struct layout layout = {0};
    struct solver *solver;

    *out = NULL;
    if (error)
        return error;
    solver = calloc(1, sizeof *solver);
    if (!solver)
        return error_set(ERR_MEMORY, message, "out of memory");
    solver->rules = *rules;
    solver->cells = rules_cells(rules);
    find_symmetries(solver);
    solver->entry = calloc(SOLVER_LAYOUTS, sizeof *solver->entry);
    solver->lists = calloc((size_t)(SOLVER_CELLS + 2) * SOLVER_LAYOUTS, sizeof *solver->lists);
    if (!solver->entry || !solver->lists) {
        solver_free(solver);
        return error_set(ERR_MEMORY, message, "out of memory");
    }
    error = list_layouts(solver, &layout, 0, message);
    if (error) {
        solver_free(solver);
        return error;
    }
    for (int i = 0; i < solver->layouts; i++)
        solver->lists[i] = (uint16_t)i;
    *out = solver;
    return OK;
}

void solver_free(struct solver *solver)
{
    if (!solver)
        return;
    free(solver->entry);
    free(solver->lists);
    free(solver->memo);
    free(solver);
}

int solver_layouts(const struct solver *solver)
{
    return solver->layouts;
}

struct layout solver_layout(const struct solver *solver, int index)
{
    return solver->entry[index].layout;
}

uint64_t solver_positions(const struct solver *solver)
{
    return solver->positions;
}

/* --- a shot ------------------------------------------------------------------------------------*/

static struct knowledge nothing_known(const struct solver *solver)
{
    return (struct knowledge){solver->lists, solver->layouts, 0, 0};
}

/* The number of ship cells not hit yet, which is the same for all layouts. */
static int cells_left(const struct solver *solver, const struct knowledge *known)
{
    return bits(solver->entry[known->list[0]].all & ~known->hits);
}

/* The answer to a shot at the cell if this is the layout. */
static int answer_to(const struct solver *solver, int layout, uint32_t hits, int cell)
{
    const struct solver_entry *entry = &solver->entry[layout];
    const struct rules *rules = &solver->rules;
    uint32_t shot = UINT32_C(1) << cell;
    int ship = 0, kind;
    bool sunk;

    if (!(entry->all & shot))
        return MISS;
    while (!(entry->ship[0][ship] & shot))
        ship++;
    kind = rules->fleet[ship].kind;
    sunk = (entry->ship[0][ship] & ~(hits | shot)) == 0;
    switch (rules->announce) {
    case ANNOUNCE_EACH_HIT:
        return 2 + kind + (sunk ? SOLVER_SHIPS : 0);
    case ANNOUNCE_NAME:
        return sunk ? 2 + kind : 1;
    case ANNOUNCE_UNNAMED:
        return sunk ? 2 : 1;
    default:
        return 1;
    }
}

/* Splits the layouts by the answer to a shot. */
static void shoot(const struct solver *solver, const struct knowledge *known, int cell,
                  struct answer_split *split)
{
    uint16_t *list = solver->lists + (size_t)(known->depth + 1) * SOLVER_LAYOUTS;
    uint8_t answer[SOLVER_LAYOUTS];
    int count[ANSWERS] = {0}, start[ANSWERS], at = 0;

    for (int i = 0; i < known->count; i++) {
        answer[i] = (uint8_t)answer_to(solver, known->list[i], known->hits, cell);
        count[answer[i]]++;
    }
    split->parts = 0;
    for (int a = 0; a < ANSWERS; a++) {
        start[a] = at;
        if (count[a])
            split->part[split->parts++] = (struct knowledge){
                list + at, count[a], a == MISS ? known->hits : known->hits | UINT32_C(1) << cell,
                known->depth + 1};
        at += count[a];
    }
    for (int i = 0; i < known->count; i++)
        list[start[answer[i]]++] = known->list[i];
}

/* Counts the layouts that cover each cell not hit yet. */
static void count_cover(const struct solver *solver, const struct knowledge *known, int *cover)
{
    memset(cover, 0, sizeof *cover * (size_t)solver->cells);
    for (int i = 0; i < known->count; i++)
        for (uint32_t set = solver->entry[known->list[i]].all & ~known->hits; set; set &= set - 1)
            cover[__builtin_ctz(set)]++;
}

static int most_covered(const struct solver *solver, const int *cover)
{
    int best = 0;

    for (int cell = 1; cell < solver->cells; cell++)
        if (cover[cell] > cover[best])
            best = cell;
    return best;
}

/* --- greedy ------------------------------------------------------------------------------------*/

/* The remaining shots, summed over the layouts. */
static uint32_t greedy(const struct solver *solver, const struct knowledge *known)
{
    int cover[SOLVER_CELLS];
    struct answer_split split;
    uint32_t sum = (uint32_t)known->count;

    if (cells_left(solver, known) == 0)
        return 0;
    count_cover(solver, known, cover);
    shoot(solver, known, most_covered(solver, cover), &split);
    for (int i = 0; i < split.parts; i++)
        sum += greedy(solver, &split.part[i]);
    return sum;
}

double solver_greedy(const struct solver *solver)
{
    struct knowledge known = nothing_known(solver);

    return (double)greedy(solver, &known) / solver->layouts;
}

/* --- the best strategy -------------------------------------------------------------------------*/

static uint64_t mix(uint64_t a, uint64_t b)
{
    a = (a ^ b) * UINT64_C(0x9e3779b97f4a7c15);
    a = (a ^ a >> 32) * UINT64_C(0xd6e8feb86659fd93);
    a = (a ^ a >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return a ^ a >> 32;
}

/* A 128-bit hash of the cells still to be found. It does not depend on the order of layouts or of
 * equal ships. Of the hashes under all symmetries it is the smallest. */
static void make_key(const struct solver *solver, const struct knowledge *known, uint64_t key[2])
{
    key[0] = key[1] = UINT64_MAX;
    for (int s = 0; s < solver->symmetries; s++) {
        uint32_t open = ~turn(solver, s, known->hits);
        uint64_t low = 0, high = 0;

        for (int i = 0; i < known->count; i++) {
            const struct solver_entry *entry = &solver->entry[known->list[i]];
            uint64_t sum = 0;

            for (int ship = 0; ship < solver->rules.ships; ship++)
                sum +=
                    mix(solver->rules.fleet[ship].kind + UINT64_C(1), entry->ship[s][ship] & open);
            low += mix(sum, 1);
            high += mix(sum, 2);
        }
        if (high < key[1] || (high == key[1] && low < key[0])) {
            key[0] = low;
            key[1] = high;
        }
    }
}

/* The slot of the key, which may be empty. */
static struct memo_slot *find(struct memo_slot *memo, uint64_t slots, const uint64_t key[2])
{
    uint64_t at = key[0] & (slots - 1);

    while (memo[at].value && (memo[at].key[0] != key[0] || memo[at].key[1] != key[1]))
        at = (at + 1) & (slots - 1);
    return &memo[at];
}

static bool grow(struct solver *solver)
{
    uint64_t slots = solver->slots ? 2 * solver->slots : FIRST_SLOTS;
    struct memo_slot *memo = calloc(slots, sizeof *memo);

    if (!memo)
        return false;
    for (uint64_t i = 0; i < solver->slots; i++)
        if (solver->memo[i].value)
            *find(memo, slots, solver->memo[i].key) = solver->memo[i];
    free(solver->memo);
    solver->memo = memo;
    solver->slots = slots;
    return true;
}

static void remember(struct solver *solver, const uint64_t key[2], uint32_t value, bool exact)
{
    struct memo_slot *slot;

    if (2 * solver->used >= solver->slots && !grow(solver)) {
        solver->no_memory = true;
        return;
    }
    slot = find(solver->memo, solver->slots, key);
    solver->used += slot->value == 0;
    *slot = (struct memo_slot){{key[0], key[1]}, value, exact};
}

/* A number of shots that no strategy can beat. Every remaining cell must be hit; and until the
 * first hit, each shot misses at least the layouts that would remain if the most covered cells
 * shared no layout. */
static uint32_t lower_bound(const struct solver *solver, const struct knowledge *known,
                            const int *cover)
{
    int sorted[SOLVER_CELLS], count = 0, missed = known->count;
    uint32_t bound = (uint32_t)(known->count * cells_left(solver, known));

    for (int cell = 0; cell < solver->cells; cell++) {
        int at = count++;

        for (; at > 0 && sorted[at - 1] < cover[cell]; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = cover[cell];
    }
    for (int i = 0; i < count && missed > sorted[i] && sorted[i] > 0; i++) {
        missed -= sorted[i];
        bound += (uint32_t)missed;
    }
    return bound;
}

static uint32_t search(struct solver *solver, const struct knowledge *known, uint32_t limit);

/* Like search(), with this cell as the next shot. */
static uint32_t try_cell(struct solver *solver, const struct knowledge *known, int cell,
                         uint32_t limit)
{
    struct answer_split split;
    uint32_t sum = (uint32_t)known->count;

    shoot(solver, known, cell, &split);
    for (int i = 0; i < split.parts; i++) {
        const struct knowledge *part = &split.part[i];
        int cover[SOLVER_CELLS];

        count_cover(solver, part, cover);
        split.bound[i] = cells_left(solver, part) ? lower_bound(solver, part, cover) : 0;
        sum += split.bound[i];
    }
    for (int i = 0; i < split.parts && sum < limit; i++) {
        sum -= split.bound[i];
        sum += search(solver, &split.part[i], limit - sum);
    }
    return sum;
}

/* The cells that some layout covers, most covered first. If all layouts cover a cell, returns only
 * that one: it must be shot anyway, and knowing the answer sooner costs nothing. */
static int order_cells(const struct solver *solver, const int *cover, int all, int *order)
{
    int count = 0;

    for (int cell = 0; cell < solver->cells; cell++) {
        int at;

        if (cover[cell] == all) {
            order[0] = cell;
            return 1;
        }
        if (cover[cell] == 0)
            continue;
        for (at = count++; at > 0 && cover[order[at - 1]] < cover[cell]; at--)
            order[at] = order[at - 1];
        order[at] = cell;
    }
    return count;
}

static uint32_t search(struct solver *solver, const struct knowledge *known, uint32_t limit)
{
    int cover[SOLVER_CELLS], order[SOLVER_CELLS], cells;
    uint32_t best = UINT32_MAX, bound;
    uint64_t key[2];

    if (known->count == 1 || cells_left(solver, known) == 0)
        return (uint32_t)(known->count * cells_left(solver, known));
    count_cover(solver, known, cover);
    bound = lower_bound(solver, known, cover);
    if (bound >= limit || solver->positions >= solver->budget || solver->no_memory)
        return bound;
    make_key(solver, known, key);
    if (solver->slots) {
        const struct memo_slot *slot = find(solver->memo, solver->slots, key);

        if (slot->value && (slot->exact || slot->value >= limit))
            return slot->value;
    }
    solver->positions++;
    cells = order_cells(solver, cover, known->count, order);
    for (int i = 0; i < cells && best > bound; i++) {
        uint32_t value = try_cell(solver, known, order[i], best < limit ? best : limit);

        best = value < best ? value : best;
    }
    if (solver->positions < solver->budget)
        remember(solver, key, best, best < limit);
    return best;
}

enum error solver_optimal(struct solver *solver, uint64_t budget, double *mean,
                          struct message *message)
{
    struct knowledge known = nothing_known(solver);
    uint32_t sum;

    solver->positions = 0;
    solver->budget = budget;
    solver->no_memory = false;
    sum = search(solver, &known, greedy(solver, &known) + 1);
    if (solver->no_memory)
        return error_set(ERR_MEMORY, message, "out of memory");
    if (solver->positions >= budget)
        return error_set(ERR_FULL, message,
                         "%d layouts on %d cells take more than %llu positions to solve",
                         solver->layouts, solver->cells, (unsigned long long)budget);
    *mean = (double)sum / solver->layouts;
    return OK;
}
