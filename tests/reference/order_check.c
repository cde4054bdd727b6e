/* What is legal now: stocks, unlocks, areas, repeats, and places for reinforcements. */
#include "reference/order.h"

#include <string.h>

/* "The 2x2 area has its top-left cell at the coordinate. `edge = clip` (at J10 one cell), `shift`
 * (moved inside, J10 covers I9 to J10) or `reject`." 0 cells if the area is illegal. */
int order_area(const struct rules *rules, struct reference_cell at, struct reference_cell cell[4])
{
    int count = 0;

    if (rules->edge == EDGE_REJECT &&
        (at.column + 1 >= rules->width || at.row + 1 >= rules->height))
        return 0;
    if (rules->edge == EDGE_SHIFT && at.column + 1 >= rules->width)
        at.column = rules->width - 2;
    if (rules->edge == EDGE_SHIFT && at.row + 1 >= rules->height)
        at.row = rules->height - 2;
    for (int row = at.row; row <= at.row + 1; row++)
        for (int column = at.column; column <= at.column + 1; column++)
            if (order_on_board(rules, column, row))
                cell[count++] = (struct reference_cell){column, row};
    return count;
}

/* "a move without a new cell is a repeat" */
static bool has_new_cell(const struct reference_side *enemy, const struct reference_cell *cell,
                         int count)
{
    for (int i = 0; i < count; i++)
        if (!order_is_shot(enemy, cell[i]))
            return true;
    return false;
}

/* "fires on a whole row or column" */
int order_line(const struct rules *rules, const struct order *order,
               struct reference_cell cell[MAX_SIDE])
{
    int count = 0;

    if (order->row >= 0)
        for (int column = 0; column < rules->width; column++)
            cell[count++] = (struct reference_cell){column, order->row};
    else
        for (int row = 0; row < rules->height; row++)
            cell[count++] = (struct reference_cell){order->column, row};
    return count;
}

int reference_afloat(const struct reference *r, int side)
{
    int count = 0;

    for (int i = 0; i < r->side[side].ships; i++)
        count += r->side[side].ship[i].afloat;
    return count;
}

/* "Salvo: as many cells as own ships afloat at the start of the turn (or as many as are left)". For
 * the last move under equal turns, ships are counted before the enemy's finishing turn. */
int reference_salvo(const struct reference *r)
{
    int left = r->rules.width * r->rules.height - r->side[!r->turn].answered;
    int ships = r->side[r->turn].afloat_before;

    if (!r->rules.salvo)
        return 1;
    return ships < left ? ships : left;
}

/* Section 3: "one of its own sunk ships (raise) or a new Submarine (new)"; its
 * length, or 0 if there is no such ship. */
int order_raise_length(const struct reference *r, const char *name)
{
    const struct reference_side *me = &r->side[r->turn];

    if (r->rules.reinforce_kind == REINFORCE_NEW) {
        if (!order_is_submarine(name))
            return 0;
        for (int i = 0; i < r->rules.ships; i++)
            if (order_is_submarine(r->rules.fleet[i].name))
                return r->rules.fleet[i].length;
        return 2;
    }
    for (int i = 0; i < r->rules.ships; i++)
        if (strcmp(me->ship[i].name, name) == 0 && !me->ship[i].afloat)
            return me->ship[i].length;
    return 0;
}

/* "comes afloat in a legal free place with no cell ever shot. The old wreck stays." */
static bool is_free(const struct reference *r, int length, int column, int row, bool vertical)
{
    const struct reference_side *me = &r->side[r->turn];
    int around = r->rules.touch ? 0 : 1;

    for (int i = 0; i < length; i++) {
        int x = column + (vertical ? 0 : i), y = row + (vertical ? i : 0);

        if (!order_on_board(&r->rules, x, y) || me->shot[y][x] != ' ')
            return false;
        for (int near_y = y - around; near_y <= y + around; near_y++)
            for (int near_x = x - around; near_x <= x + around; near_x++)
                if (order_on_board(&r->rules, near_x, near_y) && me->ship_at[near_y][near_x] != 0)
                    return false;
    }
    return true;
}

static bool is_free_anywhere(const struct reference *r, int length)
{
    for (int row = 0; row < r->rules.height; row++)
        for (int column = 0; column < r->rules.width; column++)
            if (is_free(r, length, column, row, false) || is_free(r, length, column, row, true))
                return true;
    return false;
}

/* "after sinking K enemy ships a player with at least one special in stock may, once per game"; not
 * on the last move under equal turns, when the own fleet is already lost. */
static bool may_raise(const struct reference *r)
{
    const struct reference_side *me = &r->side[r->turn];

    return r->rules.reinforce > 0 && me->sinkings >= r->rules.reinforce && !me->raised &&
           !r->last_move && (me->radar > 0 || me->smoke > 0 || me->artillery || me->torpedo);
}

/* Specials that the rules do not have are never in stock. */
bool order_available(const struct reference *r, enum order_word word)
{
    const struct reference_side *me = &r->side[r->turn];

    switch (word) {
    case RADAR:
        return me->radar > 0;
    case SMOKE:
        return me->smoke > 0;
    case ARTILLERY:
        return me->artillery;
    case TORPEDO:
        return me->torpedo;
    case HINT:
        /* "after M misses in a row a player may say `hint`; it costs [...] one of N hints" */
        return me->hints > 0 && me->misses >= r->rules.hint_after;
    case RAISE:
        return may_raise(r);
    case FIRE:
    case RESIGN:
    case ORDER_WORDS:
        break;
    }
    return true;
}

/* "duplicates are repeats": shot already, or named before in the same salvo. A shot off the board
 * has no new cell either. */
bool order_is_repeat(const struct reference *r, const struct order *order, int number)
{
    struct reference_cell cell = order->cell[number];

    if (cell.column < 0 || order_is_shot(&r->side[!r->turn], cell))
        return true;
    for (int i = 0; i < number; i++)
        if (order->cell[i].column == cell.column && order->cell[i].row == cell.row)
            return true;
    return false;
}

static enum verdict check_shots(const struct reference *r, const struct order *order)
{
    if (order->count != reference_salvo(r))
        return UNAVAILABLE;
    if (r->rules.repeat_shot == REPEAT_WASTED)
        return LEGAL;
    for (int i = 0; i < order->count; i++)
        if (order_is_repeat(r, order, i))
            return REPEAT;
    return LEGAL;
}

static enum verdict check_raise(const struct reference *r, const struct order *order)
{
    int length = order_raise_length(r, order->name);

    if (length == 0)
        return UNAVAILABLE;
    if (!is_free_anywhere(r, length))
        return NO_ROOM;
    if (!is_free(r, length, order->cell[0].column, order->cell[0].row, order->vertical))
        return UNAVAILABLE;
    return LEGAL;
}

enum verdict order_check(const struct reference *r, const struct order *order)
{
    const struct reference_side *enemy = &r->side[!r->turn];
    struct reference_cell cell[MAX_SIDE];
    int count;

    if (!order_available(r, order->word))
        return UNAVAILABLE;
    switch (order->word) {
    case FIRE:
        return check_shots(r, order);
    case RADAR:
    case SMOKE:
        return order_area(&r->rules, order->cell[0], cell) > 0 ? LEGAL : UNAVAILABLE;
    case ARTILLERY:
        count = order_area(&r->rules, order->cell[0], cell);
        if (count == 0)
            return UNAVAILABLE;
        return has_new_cell(enemy, cell, count) ? LEGAL : REPEAT;
    case TORPEDO:
        count = order_line(&r->rules, order, cell);
        return has_new_cell(enemy, cell, count) ? LEGAL : REPEAT;
    case RAISE:
        return check_raise(r, order);
    case HINT:
    case RESIGN:
    case ORDER_WORDS:
        break;
    }
    return LEGAL;
}
