/* The tree and its policy.
 *
 * A part of the tree is a range of plan->item: the layouts that have given the same answers. A move
 * sorts the range by the answer of each layout, which leaves the next parts as ranges within it,
 * and counts a turn for each layout. The policy then chooses a move for each part, and so on until
 * every fleet is sunk; a layout that is alone in its part is known and needs no more answers. The
 * policy makes the move that is expected to hit most cells, and sweeps if it would shoot at a cell
 * that is unlikely.
 *
 * Figures are turns saved in a game of `advanced`, as exact expectations: at each position of a
 * game whose layouts are listed, the turns of the policy's move minus those of the chosen one, if
 * the policy plays on.
 *
 * Kept:
 *   - moves of all kinds by expected turns, lists of up to 1,000 layouts: 0.25 +- 0.02 (150 games);
 *     5,000: 0.39 +- 0.03, of which shots save 0.22, artillery 0.12, the torpedo 0.04 and radar
 *     0.02; 20,000: 0.54 +- 0.04;
 *   - longer lists thinned out evenly, what `endgame` does, up to 40,000 thinned to 2,500: 0.49 +-
 *     0.06 (60 games). `exact`, whose sweeps are better than the policy's, saves 0.10 +- 0.03, so
 *     the gain over `exact` is 0.39 turns. A single choice among 10,000 to 40,000 layouts saves
 *     0.053 +- 0.013 with all of them, 0.048 with 10,000, 0.040 with 3,000, 0.039 with 2,000, 0.032
 *     with 1,000 (60 positions); layouts drawn at random are worse, 0.025 with 1,000;
 *   - dropping candidates that are clearly worse over 500 layouts: half the time, the same moves in
 *     nearly all positions.
 *
 * Dropped:
 *   - samples of much longer lists: among 100,000 to 400,000 layouts a choice over all of them
 *     saves 0.044 +- 0.009, over 20,000 0.011 +- 0.011, and over 500 to 10,000 nothing. After a few
 *     answers hardly any layout of the sample is left, and then the tree believes that it knows
 *     the fleet;
 *   - other policies, by the turns they need from 60 positions with at most 5,000 layouts (14.66):
 *     sweeping below a chance of 15 % +0.011 +- 0.006, of 35 % or 45 % the same as 25 %; a sweep
 *     before an area move that is expected to hit less than 0.6 cells +0.005 +- 0.014, 0.9 cells
 *     -0.019 +- 0.018; saving artillery until it hits more by 0.1, 0.2 or 0.3 cells +0.003, +0.21
 *     and +0.47; the torpedo by 0.2 or 0.4 cells +0.16 and +1.26; both until they hit 1.2 or 1.5
 *     times as much as a shot +0.005 and +0.034; a bonus of 0.1 to 0.6 hits for a cell that sinks a
 *     ship +0.005 to +0.008, for the last cells but one -0.004 +- 0.002, for ships that are not hit
 *     yet -0.003 to 0.000 +- 0.005. */
#include "bots/turn_plan_internal.h"

#include <assert.h>
#include <string.h>

enum {
    SHOTS_TO_TRY = 6,
    AREAS_TO_TRY = 4,
    LINES_TO_TRY = 3,
    SWEEPS_TO_TRY = 4,
    MOST_CANDIDATES = SHOTS_TO_TRY + AREAS_TO_TRY + LINES_TO_TRY + SWEEPS_TO_TRY,
    FEW_LAYOUTS = 500,     /* for a first comparison of the candidates */
    PERCENT_TO_TRY = 60,   /* of the largest sum of the kind */
    UNLIKELY_PERCENT = 25, /* the policy sweeps if no cell is likelier */
};

/* In the first comparison, in turns. Its error is about half as large. */
static const double clearly_worse = 0.15;

static inline int last_cell(wide mask)
{
    uint64_t high = (uint64_t)(mask >> 64);

    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)mask);
}

static inline const uint16_t *berths_of(const struct turn_plan *plan, uint32_t layout)
{
    return &plan->at[(size_t)layout * (size_t)plan->ships];
}

/* --- chances and sums ------------------------------------------------------------------------ */

struct plan_chances {
    uint64_t weight; /* of all layouts */
    wide possible;   /* cells with a chance */
    uint64_t cell[EXACT_CELLS];
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
        chances->cell[wide_first(hit)] = 0;
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
            sum += chances->cell[wide_first(left)];
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
        int cell = wide_first(left);

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
        return wide_bit(move.target);
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
    state->left = (uint16_t)(state->left - wide_bits(hit));
    return wide_bits(hit);
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

/* The move that hits most cells of a known layout, of which `left` are open. */
static struct plan_move choose_known(const struct turn_plan *plan, const struct plan_state *state,
                                     wide left)
{
    struct plan_move move = {MOVE_FIRE, (uint16_t)wide_first(left)};
    int most = 1;

    for (int kind = MOVE_ARTILLERY; kind <= MOVE_TORPEDO && most < state->left; kind++) {
        int count = is_available(state, (enum move_kind)kind)
                        ? target_count(plan, (enum move_kind)kind)
                        : 0;

        for (int target = 0; target < count; target++) {
            struct plan_move other = {(uint8_t)kind, (uint16_t)target};
            int hits = wide_bits(move_cells(plan, other) & left);

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
    assert(chances.possible); /* every layout has `left` cells that are not hit */
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
    uint64_t sum[EXACT_CELLS] = {0}, largest = 0;
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
