#include "bots/turn_plan.h"

#include "bots/hit_chances.h"
#include "bots/special.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_CELLS = 128,
    MOST_LINES = 2 * MAX_SIDE,
    SHOTS_TO_TRY = 6,
    AREAS_TO_TRY = 4,
    LINES_TO_TRY = 3,
    SWEEPS_TO_TRY = 4,
    MOST_CANDIDATES = SHOTS_TO_TRY + AREAS_TO_TRY + LINES_TO_TRY + SWEEPS_TO_TRY,
    FEW_LAYOUTS = 500,           /* for a first comparison of the candidates */
    PERCENT_TO_TRY = 60,         /* of the largest sum of the kind */
    UNLIKELY_PERCENT = 25,       /* the policy sweeps if no cell is likelier */
    FULL_WEIGHT = 1 << 16,       /* of a layout without doubts */
    FEW_ANSWERS = 4 * MAX_SLOTS, /* more than one shot can have */
};

/* In the first comparison, in turns: its error is about half as large. */
static const double clearly_worse = 0.15;

/* What is known in a part of the tree, besides the layouts that are left. */
struct plan_state {
    wide shot;
    uint16_t left; /* ship cells not hit */
    uint8_t radar, unlocked, sunk;
};

struct plan_move {
    uint8_t kind;
    uint16_t target; /* numbered as in view_targets */
};

/* A layout in the order that the tree keeps, and the number of its answer to the last move. */
struct plan_item {
    uint32_t layout, answer;
};

struct plan_slot {
    uint64_t key;
    uint32_t answer; /* counted from 1; 0 if the slot is free */
};

struct turn_plan {
    struct rules rules;
    int cells, ships; /* ships: those with cells that are not hit */
    uint8_t kind[MAX_SLOTS], raised[MAX_SLOTS];
    int area_cells[MOST_CELLS], area_cell[MOST_CELLS][4];
    wide area[MOST_CELLS], line[MOST_LINES];
    struct plan_state start;

    uint32_t layouts, room; /* room: layouts that fit into the arrays */
    const struct listed_berth *berth;
    wide *mask;       /* the cells of each berth */
    uint16_t *at;     /* the berths of each layout, `ships` of them */
    uint32_t *weight; /* of each layout */
    /* Each part of the tree is a range of items and touches only these. */
    struct plan_item *item, *copy;
    uint32_t *size;         /* of each group of equal answers, then where it starts */
    struct plan_slot *slot; /* a hash table of answers */
};

static inline wide cell_bit(int cell)
{
    return (wide)1 << cell;
}

static inline int first_cell(wide mask)
{
    uint64_t low = (uint64_t)mask;

    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(mask >> 64));
}

static inline int last_cell(wide mask)
{
    uint64_t high = (uint64_t)(mask >> 64);

    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)mask);
}

static inline int count_bits(wide mask)
{
    return __builtin_popcountll((uint64_t)mask) + __builtin_popcountll((uint64_t)(mask >> 64));
}

static inline const uint16_t *berths_of(const struct turn_plan *plan, uint32_t layout)
{
    return &plan->at[(size_t)layout * (size_t)plan->ships];
}

bool turn_plan_supports(const struct rules *rules)
{
    return rules_cells(rules) <= MOST_CELLS && !rules->salvo && !rules->race;
}

/* --- loading --------------------------------------------------------------------------------- */

struct turn_plan *turn_plan_new(void)
{
    return calloc(1, sizeof(struct turn_plan));
}

static void free_arrays(struct turn_plan *plan)
{
    free(plan->mask);
    free(plan->at);
    free(plan->weight);
    free(plan->item);
    free(plan->copy);
    free(plan->size);
    free(plan->slot);
    plan->room = 0;
}

void turn_plan_free(struct turn_plan *plan)
{
    if (plan)
        free_arrays(plan);
    free(plan);
}

static enum error make_room(struct turn_plan *plan, uint32_t layouts)
{
    size_t room = 1024;

    if (layouts <= plan->room)
        return OK;
    while (room < layouts)
        room *= 2;
    free_arrays(plan);
    plan->mask = malloc(UINT16_MAX * sizeof *plan->mask);
    plan->at = malloc(room * MAX_SLOTS * sizeof *plan->at);
    plan->weight = malloc(room * sizeof *plan->weight);
    plan->item = malloc(room * sizeof *plan->item);
    plan->copy = malloc(room * sizeof *plan->copy);
    plan->size = malloc((room + FEW_ANSWERS) * sizeof *plan->size);
    plan->slot = malloc((2 * room + FEW_ANSWERS) * sizeof *plan->slot);
    if (!plan->mask || !plan->at || !plan->weight || !plan->item || !plan->copy || !plan->size ||
        !plan->slot)
        return ERR_MEMORY;
    plan->room = (uint32_t)room;
    return OK;
}

static void list_targets(struct turn_plan *plan)
{
    const struct rules *rules = &plan->rules;

    for (int cell = 0; cell < plan->cells; cell++) {
        plan->area_cells[cell] = view_area_cells(rules, cell, plan->area_cell[cell]);
        plan->area[cell] = 0;
        for (int i = 0; i < plan->area_cells[cell]; i++)
            plan->area[cell] |= cell_bit(plan->area_cell[cell][i]);
    }
    for (int line = 0; line < rules->width + rules->height; line++) {
        int cells[MAX_SIDE], count = special_cells(rules, MOVE_TORPEDO, line, cells);

        plan->line[line] = 0;
        for (int i = 0; i < count; i++)
            plan->line[line] |= cell_bit(cells[i]);
    }
}

/* The number in the list of layout `i` of the plan: all of them, or every n-th of a long list. */
static size_t listed(const struct turn_plan *plan, const struct layout_list *list, size_t i)
{
    return (size_t)((uint64_t)i * list->layouts / plan->layouts);
}

/* Finds the ships that have cells left to hit in some layout, and copies their berths. */
static void copy_layouts(struct turn_plan *plan, const struct layout_list *list,
                         const struct evidence *evidence)
{
    bool is_afloat[MAX_SLOTS] = {false};
    size_t ships = (size_t)list->ships;

    for (int i = 0; i < list->berths; i++) {
        plan->mask[i] = 0;
        for (int k = 0; k < list->berth[i].length; k++)
            plan->mask[i] |= cell_bit(list->berth[i].cell[k]);
    }
    for (size_t i = 0; i < list->layouts; i++)
        for (size_t ship = 0; ship < ships; ship++)
            is_afloat[ship] |= (plan->mask[list->at[i * ships + ship]] & ~plan->start.shot) != 0;
    plan->ships = 0;
    plan->berth = list->berth;
    for (size_t ship = 0; ship < ships; ship++) {
        const struct ship_class *class = &evidence->ship_class[list->ship_class[ship]];

        plan->start.left = (uint16_t)(plan->start.left + class->length);
        if (!is_afloat[ship])
            continue;
        plan->kind[plan->ships] = class->kind;
        plan->raised[plan->ships++] = class->raised;
    }
    for (size_t i = 0, to = 0; i < plan->layouts; i++) {
        size_t from = listed(plan, list, i) * ships;

        for (size_t ship = 0; ship < ships; ship++)
            if (is_afloat[ship])
                plan->at[to++] = list->at[from + ship];
    }
}

/* Hints make some layouts likelier than others. */
static void weigh_layouts(struct turn_plan *plan, const struct layout_list *list)
{
    uint64_t most = 1;
    int shift = 0;

    for (uint32_t i = 0; i < list->layouts && list->weighted; i++)
        most = list->weight[i] > most ? list->weight[i] : most;
    while (most >> shift > FULL_WEIGHT)
        shift++;
    for (size_t i = 0; i < plan->layouts; i++)
        plan->weight[i] = list->weighted
                              ? (uint32_t)(list->weight[listed(plan, list, i)] >> shift) + 1
                              : FULL_WEIGHT;
}

/* The cells that were not shot when the sweep was made. */
static wide swept_cells(const struct view *view, const struct sighting *sweep)
{
    int cells[SIGHTING_CELLS], count = evidence_sighting_cells(&view->rules, sweep, cells);
    wide mask = 0;

    for (int i = 0; i < count; i++)
        mask |= cell_bit(cells[i]);
    for (int i = 0; i < sweep->after; i++)
        mask &= ~cell_bit(view->tracking.order[i].cell);
    return mask;
}

/* Lowers the weights of layouts that a sweep speaks against, though smoke may have misled it. */
static void weigh_doubts(struct turn_plan *plan, const struct layout_list *list,
                         const struct evidence *evidence, const struct view *view)
{
    for (int i = 0; i < view->sightings; i++) {
        const struct sighting *sweep = &view->sighting[i];
        wide cells;
        double hides;

        if (sweep->found || evidence_sweep_is_certain(view, i))
            continue;
        cells = swept_cells(view, sweep);
        hides = hit_chances_screens_hide(sweep->screens);
        for (uint32_t k = 0; k < plan->layouts; k++) {
            const uint16_t *at = &list->at[listed(plan, list, k) * (size_t)list->ships];
            bool contradicts = false;

            for (int ship = 0; ship < list->ships; ship++)
                contradicts |=
                    (plan->mask[at[ship]] & cells) &&
                    (sweep->raised || !evidence->ship_class[list->ship_class[ship]].raised);
            if (contradicts)
                plan->weight[k] = (uint32_t)(plan->weight[k] * hides) + 1;
        }
    }
}

enum error turn_plan_load(struct turn_plan *plan, const struct layout_list *list,
                          const struct evidence *evidence, const struct view *view, uint32_t most)
{
    uint32_t layouts = list->layouts < most ? list->layouts : most;
    enum error error = turn_plan_supports(&view->rules) ? make_room(plan, layouts) : ERR_RULES;

    if (error)
        return error;
    plan->layouts = layouts;
    plan->rules = view->rules;
    plan->cells = rules_cells(&view->rules);
    plan->start = (struct plan_state){
        .radar = view->stock.radar, .unlocked = view->stock.unlocked, .sunk = view->stock.sunk};
    for (int i = 0; i < view->tracking.shots; i++)
        plan->start.shot |= cell_bit(view->tracking.order[i].cell);
    list_targets(plan);
    copy_layouts(plan, list, evidence);
    plan->start.left = (uint16_t)(plan->start.left - view->tracking.hits);
    weigh_layouts(plan, list);
    weigh_doubts(plan, list, evidence, view);
    return OK;
}

/* --- chances and sums ------------------------------------------------------------------------ */

struct plan_chances {
    uint64_t weight; /* of all layouts */
    wide possible;   /* cells with a chance */
    uint64_t cell[MOST_CELLS];
};

static void count_cells(const struct turn_plan *plan, uint32_t from, uint32_t to, wide shot,
                        struct plan_chances *chances)
{
    wide possible = 0;

    memset(chances, 0, sizeof *chances);
    for (uint32_t i = from; i < to; i++) {
        uint32_t layout = plan->item[i].layout, weight = plan->weight[layout];
        const uint16_t *at = berths_of(plan, layout);

        chances->weight += weight;
        for (int ship = 0; ship < plan->ships; ship++) {
            const struct listed_berth *berth = &plan->berth[at[ship]];
            wide mask = plan->mask[at[ship]];

            if (!(mask & ~shot))
                continue;
            possible |= mask;
            for (int k = 0; k < berth->length; k++)
                chances->cell[berth->cell[k]] += weight;
        }
    }
    chances->possible = possible & ~shot;
    for (wide hit = possible & shot; hit; hit &= hit - 1)
        chances->cell[first_cell(hit)] = 0;
}

/* The expected hits of shots at the target, times the weight. */
static uint64_t target_sum(const struct turn_plan *plan, const struct plan_chances *chances,
                           enum move_kind kind, int target)
{
    uint64_t sum = 0;

    if (kind == MOVE_FIRE)
        return chances->cell[target];
    if (kind == MOVE_TORPEDO) {
        for (wide left = plan->line[target] & chances->possible; left; left &= left - 1)
            sum += chances->cell[first_cell(left)];
        return sum;
    }
    if (plan->area[target] & chances->possible)
        for (int i = 0; i < plan->area_cells[target]; i++)
            sum += chances->cell[plan->area_cell[target][i]];
    return sum;
}

static int target_count(const struct turn_plan *plan, enum move_kind kind)
{
    return kind == MOVE_TORPEDO ? plan->rules.width + plan->rules.height : plan->cells;
}

static bool is_available(const struct plan_state *state, enum move_kind kind)
{
    switch (kind) {
    case MOVE_FIRE:
        return true;
    case MOVE_RADAR:
        return state->radar > 0;
    case MOVE_ARTILLERY:
        return state->unlocked & SPECIAL_ARTILLERY;
    case MOVE_TORPEDO:
        return state->unlocked & SPECIAL_TORPEDO;
    default:
        return false;
    }
}

static uint64_t likeliest_cell(const struct plan_chances *chances, struct plan_move *move)
{
    uint64_t most = 0;

    for (wide left = chances->possible; left; left &= left - 1) {
        int cell = first_cell(left);

        if (chances->cell[cell] > most) {
            most = chances->cell[cell];
            *move = (struct plan_move){MOVE_FIRE, (uint16_t)cell};
        }
    }
    return most;
}

/* The target with the largest sum, the first among equals. */
static uint64_t best_target(const struct turn_plan *plan, const struct plan_chances *chances,
                            enum move_kind kind, struct plan_move *move)
{
    uint64_t most = 0;
    int count = target_count(plan, kind);

    for (int target = 0; target < count; target++) {
        uint64_t sum = target_sum(plan, chances, kind, target);

        if (sum > most) {
            most = sum;
            *move = (struct plan_move){(uint8_t)kind, (uint16_t)target};
        }
    }
    return most;
}

/* --- answers --------------------------------------------------------------------------------- */

static wide move_cells(const struct turn_plan *plan, struct plan_move move)
{
    if (move.kind == MOVE_FIRE)
        return cell_bit(move.target);
    return move.kind == MOVE_TORPEDO ? plan->line[move.target] : plan->area[move.target];
}

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t x = (a ^ b * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;

    return x ^ x >> 32;
}

/* The answer to a single shot, below FEW_ANSWERS. */
static uint32_t answer_shot(const struct turn_plan *plan, const uint16_t *at, wide aim, wide after)
{
    enum announce announce = (enum announce)plan->rules.announce;

    for (int ship = 0; ship < plan->ships; ship++) {
        wide mask = plan->mask[at[ship]];
        bool sinks = !(mask & ~after) && announce != ANNOUNCE_NONE;

        if (!(mask & aim))
            continue;
        if (sinks)
            return 2u + (announce == ANNOUNCE_UNNAMED ? 0u : plan->kind[ship]);
        return announce == ANNOUNCE_EACH_HIT ? 2u + MAX_SLOTS + plan->kind[ship] : 1;
    }
    return 0;
}

/* A number for the answer to shots at the cells of `aim`. Different answers practically never have
 * the same number. */
static uint64_t answer_shots(const struct turn_plan *plan, const uint16_t *at, wide aim, wide after)
{
    enum announce announce = (enum announce)plan->rules.announce;
    uint64_t said = 0;
    wide hits = 0;

    for (int ship = 0; ship < plan->ships; ship++) {
        wide mask = plan->mask[at[ship]], hit = mask & aim;

        if (!hit)
            continue;
        hits |= hit;
        if (announce == ANNOUNCE_EACH_HIT)
            said += mix(mix((uint64_t)hit, (uint64_t)(hit >> 64)), plan->kind[ship]);
        if (!(mask & ~after) && announce != ANNOUNCE_NONE)
            said += mix((uint64_t)last_cell(hit) + 1,
                        announce == ANNOUNCE_UNNAMED ? MAX_SLOTS : plan->kind[ship]);
    }
    return mix(mix((uint64_t)hits, (uint64_t)(hits >> 64)), said);
}

static uint32_t answer_sweep(const struct turn_plan *plan, const uint16_t *at, wide area)
{
    for (int ship = 0; ship < plan->ships; ship++)
        if (plan->mask[at[ship]] & area)
            return 1;
    return 0;
}

/* Numbers the answers of a range of layouts. Returns a number above the largest. */
static uint32_t number_answers(struct turn_plan *plan, uint32_t from, uint32_t to,
                               struct plan_move move, wide shot)
{
    wide aim = move_cells(plan, move) & ~shot, after = shot | aim;
    uint32_t answers = 0, slots = 4;

    if (move.kind == MOVE_FIRE || move.kind == MOVE_RADAR) {
        for (uint32_t i = from; i < to; i++) {
            const uint16_t *at = berths_of(plan, plan->item[i].layout);

            plan->item[i].answer = move.kind == MOVE_FIRE ? answer_shot(plan, at, aim, after)
                                                          : answer_sweep(plan, at, aim);
        }
        return move.kind == MOVE_FIRE ? FEW_ANSWERS : 2;
    }
    while (slots < 2 * (to - from))
        slots *= 2;
    memset(plan->slot, 0, slots * sizeof *plan->slot);
    for (uint32_t i = from; i < to; i++) {
        uint64_t key = answer_shots(plan, berths_of(plan, plan->item[i].layout), aim, after);
        uint32_t slot = (uint32_t)(key >> 8) & (slots - 1);

        while (plan->slot[slot].answer && plan->slot[slot].key != key)
            slot = (slot + 1) & (slots - 1);
        if (!plan->slot[slot].answer)
            plan->slot[slot] = (struct plan_slot){key, ++answers};
        plan->item[i].answer = plan->slot[slot].answer - 1;
    }
    return answers;
}

/* Orders a range of layouts by their answers to a move. */
static void split(struct turn_plan *plan, uint32_t from, uint32_t to, struct plan_move move,
                  wide shot)
{
    uint32_t answers = number_answers(plan, from, to, move, shot), sum = from;

    memset(plan->size, 0, answers * sizeof *plan->size);
    for (uint32_t i = from; i < to; i++)
        plan->size[plan->item[i].answer]++;
    if (plan->size[plan->item[from].answer] == to - from)
        return;
    for (uint32_t i = 0; i < answers; i++) {
        uint32_t size = plan->size[i];

        plan->size[i] = sum;
        sum += size;
    }
    memcpy(plan->copy, plan->item + from, (to - from) * sizeof *plan->copy);
    for (uint32_t i = 0; i < to - from; i++)
        plan->item[plan->size[plan->copy[i].answer]++] = plan->copy[i];
}

/* The state after a move that this layout answers. Returns the number of hits. */
static int next_state(const struct turn_plan *plan, const uint16_t *at, struct plan_move move,
                      struct plan_state *state)
{
    wide aim = move_cells(plan, move) & ~state->shot, hit = 0;
    uint8_t gained = 0;

    if (move.kind == MOVE_RADAR) {
        state->radar--;
        if (plan->rules.unlock == UNLOCK_TURN)
            state->unlocked = 0;
        return 0;
    }
    if (move.kind != MOVE_FIRE)
        state->unlocked &=
            (uint8_t) ~(move.kind == MOVE_ARTILLERY ? SPECIAL_ARTILLERY : SPECIAL_TORPEDO);
    state->shot |= aim;
    for (int ship = 0; ship < plan->ships; ship++) {
        wide mask = plan->mask[at[ship]];

        hit |= mask & aim;
        if (!(mask & aim) || mask & ~state->shot || plan->raised[ship])
            continue;
        state->sunk++;
        gained |= state->sunk >= 3 ? SPECIAL_ARTILLERY | SPECIAL_TORPEDO : SPECIAL_ARTILLERY;
    }
    gained &= plan->rules.specials;
    state->unlocked =
        plan->rules.unlock == UNLOCK_TURN ? gained : (uint8_t)(state->unlocked | gained);
    state->left = (uint16_t)(state->left - count_bits(hit));
    return count_bits(hit);
}

/* --- the policy ------------------------------------------------------------------------------ */

/* Chooses the move that is expected to hit most, or a sweep if no cell is likely. */
static struct plan_move choose_simply(const struct turn_plan *plan, const struct plan_state *state,
                                      const struct plan_chances *chances)
{
    struct plan_move move = {MOVE_FIRE, 0}, other = move;
    uint64_t single = likeliest_cell(chances, &move), most = single;

    for (int kind = MOVE_ARTILLERY; kind <= MOVE_TORPEDO; kind++) {
        uint64_t sum;

        if (!is_available(state, (enum move_kind)kind))
            continue;
        sum = best_target(plan, chances, (enum move_kind)kind, &other);
        if (sum > most) {
            most = sum;
            move = other;
        }
    }
    if (state->radar > 0 && move.kind == MOVE_FIRE &&
        single * 100 < chances->weight * UNLIKELY_PERCENT &&
        best_target(plan, chances, MOVE_RADAR, &other) > 0)
        return other;
    return move;
}

static bool costs_turn(const struct turn_plan *plan, const struct plan_state *after, int hits)
{
    return !plan->rules.hit_again || hits == 0 || after->left == 0;
}

static uint64_t play_on(struct turn_plan *plan, uint32_t from, uint32_t to,
                        struct plan_state state);

/* The turns that all layouts of the range take together if this move is made, by weight. */
static uint64_t play_move(struct turn_plan *plan, uint32_t from, uint32_t to,
                          struct plan_state state, struct plan_move move)
{
    uint64_t turns = 0;

    split(plan, from, to, move, state.shot);
    while (from < to) {
        struct plan_state next = state;
        int hits = next_state(plan, berths_of(plan, plan->item[from].layout), move, &next);
        uint32_t answer = plan->item[from].answer, end = from;
        uint64_t weight = 0;

        for (; end < to && plan->item[end].answer == answer; end++)
            weight += plan->weight[plan->item[end].layout];
        if (costs_turn(plan, &next, hits))
            turns += weight;
        turns += play_on(plan, from, end, next);
        from = end;
    }
    return turns;
}

/* The best area or line for a known layout. */
static struct plan_move choose_known(const struct turn_plan *plan, const struct plan_state *state,
                                     wide left)
{
    struct plan_move move = {MOVE_FIRE, (uint16_t)first_cell(left)};
    int most = 1;

    for (int kind = MOVE_ARTILLERY; kind <= MOVE_TORPEDO && most < state->left; kind++) {
        int count = is_available(state, (enum move_kind)kind)
                        ? target_count(plan, (enum move_kind)kind)
                        : 0;

        for (int target = 0; target < count; target++) {
            struct plan_move other = {(uint8_t)kind, (uint16_t)target};
            int hits = count_bits(move_cells(plan, other) & left);

            if (hits > most) {
                most = hits;
                move = other;
            }
        }
    }
    return move;
}

static uint64_t play_known(const struct turn_plan *plan, uint32_t layout, struct plan_state state)
{
    const uint16_t *at = berths_of(plan, layout);
    uint64_t turns = 0;
    wide ships = 0;

    for (int ship = 0; ship < plan->ships; ship++)
        ships |= plan->mask[at[ship]];
    while (ships & ~state.shot) {
        int hits = next_state(plan, at, choose_known(plan, &state, ships & ~state.shot), &state);

        turns += costs_turn(plan, &state, hits);
    }
    return turns * plan->weight[layout];
}

static uint64_t play_on(struct turn_plan *plan, uint32_t from, uint32_t to, struct plan_state state)
{
    struct plan_chances chances;

    if (state.left == 0)
        return 0;
    if (to - from == 1)
        return play_known(plan, plan->item[from].layout, state);
    count_cells(plan, from, to, state.shot, &chances);
    return play_move(plan, from, to, state, choose_simply(plan, &state, &chances));
}

/* --- the choice ------------------------------------------------------------------------------ */

struct candidates {
    int count;
    struct plan_move move[MOST_CANDIDATES];
};

/* Adds up to `most` targets with the largest sums. */
static void add_candidates(const struct turn_plan *plan, const struct plan_chances *chances,
                           enum move_kind kind, int most, struct candidates *list)
{
    uint64_t sum[MOST_CELLS] = {0}, largest = 0;
    int targets = target_count(plan, kind);

    if (!is_available(&plan->start, kind))
        return;
    for (int target = 0; target < targets; target++)
        sum[target] = target_sum(plan, chances, kind, target);
    for (int i = 0; i < most; i++) {
        int best = 0;

        for (int target = 0; target < targets; target++)
            best = sum[target] > sum[best] ? target : best;
        largest = i == 0 ? sum[best] : largest;
        if (sum[best] == 0 || sum[best] * 100 < largest * PERCENT_TO_TRY)
            return;
        sum[best] = 0;
        list->move[list->count++] = (struct plan_move){(uint8_t)kind, (uint16_t)best};
    }
}

/* The turns of every step-th layout, by weight, and their weight. */
static uint64_t play_first(struct turn_plan *plan, struct plan_move move, uint32_t step,
                           uint64_t *weight)
{
    uint32_t count = 0;

    *weight = 0;
    for (uint32_t i = 0; i < plan->layouts; i += step) {
        plan->item[count++].layout = i;
        *weight += plan->weight[i];
    }
    return play_move(plan, 0, count, plan->start, move);
}

static double mean_turns(struct turn_plan *plan, struct plan_move move, uint32_t step)
{
    uint64_t weight, turns = play_first(plan, move, step, &weight);

    return (double)turns / (double)weight;
}

static void count_all(struct turn_plan *plan, struct plan_chances *chances)
{
    for (uint32_t i = 0; i < plan->layouts; i++)
        plan->item[i].layout = i;
    count_cells(plan, 0, plan->layouts, plan->start.shot, chances);
}

static void list_candidates(struct turn_plan *plan, struct candidates *list)
{
    struct plan_chances chances;

    count_all(plan, &chances);
    list->count = 0;
    add_candidates(plan, &chances, MOVE_FIRE, SHOTS_TO_TRY, list);
    add_candidates(plan, &chances, MOVE_ARTILLERY, AREAS_TO_TRY, list);
    add_candidates(plan, &chances, MOVE_TORPEDO, LINES_TO_TRY, list);
    add_candidates(plan, &chances, MOVE_RADAR, SWEEPS_TO_TRY, list);
}

static void name_move(const struct turn_plan *plan, struct plan_move chosen, struct move *move)
{
    int height = plan->rules.height;

    *move = (struct move){.kind = chosen.kind, .count = chosen.kind == MOVE_FIRE};
    move->is_row = chosen.kind == MOVE_TORPEDO && chosen.target < height;
    move->cell[0] = (uint16_t)(chosen.kind == MOVE_TORPEDO && !move->is_row ? chosen.target - height
                                                                            : chosen.target);
}

/* Plays each candidate on some of the layouts and drops those that are clearly worse there. */
static void drop_candidates(struct turn_plan *plan, struct candidates *list)
{
    double turns[MOST_CANDIDATES], least = 0;
    int kept = 0;

    for (int i = 0; i < list->count; i++) {
        turns[i] = mean_turns(plan, list->move[i], plan->layouts / FEW_LAYOUTS);
        least = i == 0 || turns[i] < least ? turns[i] : least;
    }
    for (int i = 0; i < list->count; i++)
        if (turns[i] <= least + clearly_worse)
            list->move[kept++] = list->move[i];
    list->count = kept;
}

double turn_plan_choose(struct turn_plan *plan, struct move *move)
{
    struct candidates list;
    double least = 0;
    int best = 0;

    list_candidates(plan, &list);
    if (plan->layouts >= 2 * FEW_LAYOUTS)
        drop_candidates(plan, &list);
    for (int i = 0; i < list.count; i++) {
        double turns = mean_turns(plan, list.move[i], 1);

        if (i == 0 || turns < least) {
            least = turns;
            best = i;
        }
    }
    name_move(plan, list.move[best], move);
    return least;
}

double turn_plan_turns(struct turn_plan *plan, const struct move *move)
{
    struct plan_move first = {move->kind, move->cell[0]};

    if (!is_available(&plan->start, (enum move_kind)move->kind))
        return -1;
    if (move->kind == MOVE_TORPEDO && !move->is_row)
        first.target = (uint16_t)(first.target + plan->rules.height);
    return mean_turns(plan, first, 1);
}

void turn_plan_policy(struct turn_plan *plan, struct move *move)
{
    struct plan_chances chances;

    count_all(plan, &chances);
    name_move(plan, choose_simply(plan, &plan->start, &chances), move);
}
