/* What a player may do now. Only the player's own view decides: whether a move is legal must reveal
 * nothing about the enemy's fleet. */
#include "rules/view.h"

#include <string.h>

int view_area_cells(const struct rules *rules, int cell, int cells[4])
{
    int column = cell % rules->width, row = cell / rules->width, count = 0;

    if (column == rules->width - 1 || row == rules->height - 1) {
        if (rules->edge == EDGE_REJECT)
            return 0;
        if (rules->edge == EDGE_SHIFT) {
            column -= column == rules->width - 1;
            row -= row == rules->height - 1;
        }
    }
    for (int i = 0; i < 4; i++)
        if (column + i % 2 < rules->width && row + i / 2 < rules->height)
            cells[count++] = (row + i / 2) * rules->width + column + i % 2;
    return count;
}

static enum error can_special(const struct view *view, enum special special, int stock,
                              const char *name, const char *empty, struct message *message)
{
    if (!(view->rules.specials & special))
        return error_set(ERR_UNAVAILABLE, message, "there is no %s in these rules", name);
    return stock ? OK : error_set(ERR_UNAVAILABLE, message, "%s", empty);
}

const char *view_hint_unit(const struct rules *rules)
{
    if (rules->salvo)
        return rules->hint_after == 1 ? "salvo without a hit" : "salvos in a row without a hit";
    return rules->hint_after == 1 ? "miss in a row" : "misses in a row";
}

static enum error can_hint(const struct view *view, struct message *message)
{
    if (view->rules.hints == 0)
        return error_set(ERR_UNAVAILABLE, message, "there are no hints in these rules");
    if (view->stock.hints == 0)
        return error_set(ERR_UNAVAILABLE, message, "no hints are left");
    if (view->stock.misses < view->rules.hint_after)
        return error_set(ERR_UNAVAILABLE, message, "a hint needs %d %s; so far you have %d",
                         view->rules.hint_after, view_hint_unit(&view->rules), view->stock.misses);
    return OK;
}

static enum error can_raise(const struct view *view, struct message *message)
{
    const struct stock *stock = &view->stock;

    if (view->rules.reinforce == 0)
        return error_set(ERR_UNAVAILABLE, message, "there are no reinforcements in these rules");
    if (stock->raised)
        return error_set(ERR_UNAVAILABLE, message, "you have already called your reinforcement");
    if (stock->sunk < view->rules.reinforce)
        return error_set(ERR_UNAVAILABLE, message,
                         "a reinforcement needs %d enemy ship%s sunk; so far you have sunk %d",
                         view->rules.reinforce, view->rules.reinforce == 1 ? "" : "s", stock->sunk);
    if (!stock->radar && !stock->smoke && !stock->unlocked)
        return error_set(ERR_UNAVAILABLE, message,
                         "a reinforcement costs all your special moves, and you have none");
    if (view->status.last_move)
        return error_set(ERR_UNAVAILABLE, message,
                         "you cannot call a reinforcement on the last move");
    return OK;
}

enum error view_can(const struct view *view, enum move_kind kind, struct message *message)
{
    const struct stock *stock = &view->stock;

    if (view->status.over)
        return error_set(ERR_OVER, message, "the game is over");
    if (view->status.turn != view->side)
        return error_set(ERR_UNAVAILABLE, message, "it is not your turn");
    switch (kind) {
    case MOVE_FIRE:
    case MOVE_RESIGN:
        return OK;
    case MOVE_RADAR:
        return can_special(view, SPECIAL_RADAR, stock->radar, "radar", "no radar sweeps are left",
                           message);
    case MOVE_SMOKE:
        return can_special(view, SPECIAL_SMOKE, stock->smoke, "smoke",
                           "no smoke is left: you gain one screen for each ship you sink", message);
    case MOVE_ARTILLERY:
        return can_special(view, SPECIAL_ARTILLERY, stock->unlocked & SPECIAL_ARTILLERY,
                           "artillery", "artillery is locked: sink a ship to unlock it", message);
    case MOVE_TORPEDO:
        return can_special(view, SPECIAL_TORPEDO, stock->unlocked & SPECIAL_TORPEDO, "torpedo",
                           "the torpedo is locked: the third ship you sink and each one after "
                           "that unlock it",
                           message);
    case MOVE_HINT:
        return can_hint(view, message);
    case MOVE_RAISE:
        return can_raise(view, message);
    default:
        return error_set(ERR_UNAVAILABLE, message, "you cannot pass");
    }
}

static enum error check_fire(const struct view *view, const struct move *move,
                             struct message *message)
{
    const struct track *track = &view->tracking;
    struct cellset named;
    int cells = rules_cells(&view->rules), wanted = view_salvo(view);
    bool wasted = view->rules.repeat_shot == REPEAT_WASTED;

    if (move->count != wanted)
        return error_set(ERR_UNAVAILABLE, message, "this salvo needs %d shot%s, not %d", wanted,
                         wanted == 1 ? "" : "s", move->count);
    if (move->count > 1)
        memset(&named, 0, sizeof named);
    for (int i = 0; i < move->count; i++) {
        int cell = move->cell[i];

        if (wasted && (cell == NO_CELL || cell < cells))
            continue;
        if (cell >= cells)
            return error_set(ERR_RANGE, message, "a shot is off the board");
        if (cellset_has(&track->shot, cell))
            return error_set(ERR_REPEAT, message, "%s has already been shot at",
                             cell_name(cell, view->rules.width).text);
        if (move->count > 1) {
            if (cellset_has(&named, cell))
                return error_set(ERR_REPEAT, message, "%s is named twice",
                                 cell_name(cell, view->rules.width).text);
            cellset_add(&named, cell);
        }
    }
    return OK;
}

static bool area_has_new_cell(const struct view *view, const int *cells, int count)
{
    for (int i = 0; i < count; i++)
        if (!cellset_has(&view->tracking.shot, cells[i]))
            return true;
    return false;
}

static enum error check_area(const struct view *view, const struct move *move, bool needs_new,
                             struct message *message)
{
    int cells[4], count;

    if (move->cell[0] >= rules_cells(&view->rules))
        return error_set(ERR_RANGE, message, "the area is off the board");
    count = view_area_cells(&view->rules, move->cell[0], cells);
    if (count == 0)
        return error_set(ERR_UNAVAILABLE, message, "the 2x2 area at %s extends off the board",
                         cell_name(move->cell[0], view->rules.width).text);
    if (needs_new && view->rules.repeat_shot != REPEAT_WASTED &&
        !area_has_new_cell(view, cells, count))
        return error_set(ERR_REPEAT, message, "every cell of that area has already been shot at");
    return OK;
}

static bool line_has_new_cell(const struct view *view, int line, bool is_row)
{
    int width = view->rules.width, length = is_row ? width : view->rules.height;

    for (int i = 0; i < length; i++)
        if (!cellset_has(&view->tracking.shot, is_row ? line * width + i : i * width + line))
            return true;
    return false;
}

static enum error check_torpedo(const struct view *view, const struct move *move,
                                struct message *message)
{
    if (move->cell[0] >= (move->is_row ? view->rules.height : view->rules.width))
        return error_set(ERR_RANGE, message, "that line is off the board");
    if (view->rules.repeat_shot != REPEAT_WASTED &&
        !line_has_new_cell(view, move->cell[0], move->is_row))
        return error_set(ERR_REPEAT, message, "every cell of that line has already been shot at");
    return OK;
}

/* Finds the cells where a reinforcement may not go: shot cells, own ships and wrecks and, if ships
 * may not touch, their neighbours. */
static void find_blocked(const struct view *view, struct cellset *blocked)
{
    const struct rules *rules = &view->rules;
    int gap = rules->touch ? 0 : 1;

    *blocked = view->incoming.shot;
    for (int slot = 0; slot < view->own.slots; slot++) {
        int cells[MAX_LENGTH], count;

        count = placement_cells(view->own.layout.ship[slot], view_own_ship(view, slot)->length,
                                rules, cells);
        for (int i = 0; i < count; i++) {
            int column = cells[i] % rules->width, row = cells[i] / rules->width;

            for (int r = row - gap; r <= row + gap; r++)
                for (int c = column - gap; c <= column + gap; c++)
                    if (r >= 0 && r < rules->height && c >= 0 && c < rules->width)
                        cellset_add(blocked, r * rules->width + c);
        }
    }
}

static bool raise_fits(const struct rules *rules, const struct cellset *blocked,
                       struct placement placement, int length)
{
    int cells[MAX_LENGTH], count = placement_cells(placement, length, rules, cells);

    if (count != length)
        return false;
    for (int i = 0; i < count; i++)
        if (cellset_has(blocked, cells[i]))
            return false;
    return true;
}

int view_raise_length(const struct view *view, int kind)
{
    return kind < view->rules.ships ? view->rules.fleet[kind].length
                                    : rules_new_ship(&view->rules).length;
}

enum error view_raise_place(const struct view *view, int kind, int number,
                            struct placement *placement)
{
    const struct rules *rules = &view->rules;
    int length = view_raise_length(view, kind), cells = rules_cells(rules);
    struct cellset blocked;

    find_blocked(view, &blocked);
    for (int i = 0; i < (length > 1 ? 2 : 1) * cells; i++) {
        struct placement at = {(int16_t)(i % cells % rules->width),
                               (int16_t)(i % cells / rules->width), i >= cells, 1};

        if (raise_fits(rules, &blocked, at, length) && number-- == 0) {
            *placement = at;
            return OK;
        }
    }
    return ERR_PLACEMENT;
}

static bool has_sunk(const struct view *view, int kind)
{
    for (int slot = 0; slot < view->rules.ships; slot++)
        if (view->rules.fleet[slot].kind == kind && !(view->own.afloat >> slot & 1))
            return true;
    return false;
}

static enum error check_raise(const struct view *view, const struct move *move,
                              struct message *message)
{
    const struct rules *rules = &view->rules;
    struct placement any;
    struct cellset blocked;

    if (rules->reinforce_kind == REINFORCE_NEW ? move->ship != rules_new_ship(rules).kind
                                               : move->ship >= rules->ships)
        return error_set(ERR_RANGE, message, "that ship cannot be raised under these rules");
    if (rules->reinforce_kind == REINFORCE_RAISE && !has_sunk(view, move->ship))
        return error_set(ERR_UNAVAILABLE, message, "your %s has not been sunk",
                         rules->fleet[move->ship].name);
    if (view_raise_place(view, move->ship, 0, &any) != OK)
        return error_set(ERR_PLACEMENT, message, "there is no room left for that ship");
    find_blocked(view, &blocked);
    if (!move->placement.placed ||
        !raise_fits(rules, &blocked, move->placement, view_raise_length(view, move->ship)))
        return error_set(
            ERR_UNAVAILABLE, message,
            "the ship cannot go there: it needs free cells on the board that were never shot at%s",
            rules->touch ? "" : " and touch no other ship");
    return OK;
}

enum error view_raisable(const struct view *view, int kinds[MAX_SLOTS], int *count,
                         struct message *message)
{
    const struct rules *rules = &view->rules;
    bool has_lost = false;
    enum error error = view_can(view, MOVE_RAISE, message);

    *count = 0;
    for (int kind = 0; !error && kind <= rules->ships; kind++) {
        struct placement place;
        bool is_new = rules->reinforce_kind == REINFORCE_NEW;

        if (is_new ? kind != rules_new_ship(rules).kind : !has_sunk(view, kind))
            continue;
        has_lost = true;
        if (view_raise_place(view, kind, 0, &place) == OK)
            kinds[(*count)++] = kind;
    }
    if (error || *count > 0)
        return error;
    return error_set(ERR_UNAVAILABLE, message, "%s",
                     has_lost ? "there is no room left for a ship to raise"
                              : "you have lost no ship to raise");
}

enum error view_check(const struct view *view, const struct move *move, struct message *message)
{
    enum error error;

    /* By far the most common case: one shot at a new cell. */
    if (move->kind == MOVE_FIRE && view->status.turn == view->side && move->count == 1 &&
        !view->rules.salvo && move->cell[0] < rules_cells(&view->rules) &&
        !cellset_has(&view->tracking.shot, move->cell[0]))
        return OK;
    error = view_can(view, (enum move_kind)move->kind, message);
    if (error)
        return error;
    switch ((enum move_kind)move->kind) {
    case MOVE_FIRE:
        return check_fire(view, move, message);
    case MOVE_RADAR:
    case MOVE_SMOKE:
        return check_area(view, move, false, message);
    case MOVE_ARTILLERY:
        return check_area(view, move, true, message);
    case MOVE_TORPEDO:
        return check_torpedo(view, move, message);
    case MOVE_RAISE:
        return check_raise(view, move, message);
    default:
        return OK;
    }
}

/* Would a move of this kind at `target` have an effect? */
static bool is_target(const struct view *view, enum move_kind kind, int target)
{
    int cells[4], count, height = view->rules.height;

    if (kind == MOVE_FIRE)
        return !cellset_has(&view->tracking.shot, target);
    if (kind == MOVE_TORPEDO)
        return line_has_new_cell(view, target < height ? target : target - height, target < height);
    count = view_area_cells(&view->rules, target, cells);
    return count > 0 && (kind != MOVE_ARTILLERY || area_has_new_cell(view, cells, count));
}

int view_targets(const struct view *view, enum move_kind kind, struct cellset *targets)
{
    const struct rules *rules = &view->rules;
    int most = kind == MOVE_TORPEDO ? rules->width + rules->height : rules_cells(rules), count = 0;

    memset(targets, 0, sizeof *targets);
    if (kind > MOVE_TORPEDO || view_can(view, kind, NULL) != OK)
        return 0;
    for (int target = 0; target < most; target++) {
        if (is_target(view, kind, target)) {
            cellset_add(targets, target);
            count++;
        }
    }
    return count;
}
