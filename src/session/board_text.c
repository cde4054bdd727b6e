/* Every column is as wide as the widest column name, so that boards up to AF line up. */
#include "session/board_text.h"

#include "base/columns.h"
#include "session/known.h"

static const char marks[] = {
    [KNOWN_NOTHING] = '~', [KNOWN_MISS] = 'o',  [KNOWN_HIT] = '*',   [KNOWN_SUNK] = '%',
    [KNOWN_WATER] = '.',   [KNOWN_FOUND] = '?', [KNOWN_EMPTY] = '_', [KNOWN_HINT] = '?',
};

static bool is_wreck(const struct view *view, int cell)
{
    for (int slot = 0; slot < view->own.slots; slot++) {
        int cells[MAX_LENGTH], count;

        count = placement_cells(view->own.layout.ship[slot], view_own_ship(view, slot)->length,
                                &view->rules, cells);
        for (int i = 0; i < count; i++)
            if (cells[i] == cell)
                return true;
    }
    return false;
}

bool board_text_is_smoked(const struct view *view, int cell)
{
    for (int i = 0; i < view->own.screens; i++) {
        int area[4], count = view_area_cells(&view->rules, view->own.screen[i], area);

        for (int j = 0; j < count; j++)
            if (area[j] == cell)
                return true;
    }
    return false;
}

char board_text_own(const struct view *view, int cell)
{
    bool shot = cellset_has(&view->incoming.shot, cell);
    int slot = view->own.ship_at[cell];

    if (!shot && board_text_is_smoked(view, cell))
        return slot == NO_SHIP ? '=' : '&';
    if (slot != NO_SHIP)
        return !shot ? '#' : view->own.afloat >> slot & 1 ? '*' : '%';
    if (view->rules.wrecks && is_wreck(view, cell))
        return 'x';
    return shot ? 'o' : '~';
}

static int cell_width(const struct rules *rules)
{
    return rules->width > 26 ? 3 : 2;
}

static void print_columns(const struct rules *rules, struct writer *writer)
{
    writer_put(writer, "   ");
    for (int column = 0; column < rules->width; column++)
        writer_format(writer, "%*s", cell_width(rules), cell_column_name(column).text);
}

static void print_row(const struct board_side *side, const struct known *known, int row,
                      struct writer *writer)
{
    const struct rules *rules = &side->view->rules;

    writer_format(writer, "%3d", row + 1);
    for (int column = 0; column < rules->width; column++) {
        int cell = row * rules->width + column;

        writer_format(writer, "%*c", cell_width(rules),
                      side->is_enemys ? marks[known->mark[cell]]
                                      : board_text_own(side->view, cell));
    }
}

void board_text_print(const struct board_side *left, const struct board_side *right,
                      struct writer *writer)
{
    const struct rules *rules = &left->view->rules;
    const struct board_side *sides[2] = {left, right};
    int width = 3 + rules->width * cell_width(rules);
    struct known known[2];

    for (int i = 0; i < (right ? 2 : 1); i++)
        if (sides[i]->is_enemys)
            known_fill(sides[i]->view, &known[i]);
    if (right)
        writer_format(writer, "   %s   %s\n", columns_fit(left->heading, width).text,
                      right->heading);
    else
        writer_format(writer, "   %s\n", left->heading);
    for (int row = -1; row < rules->height; row++) {
        for (int i = 0; i < (right ? 2 : 1); i++) {
            writer_put(writer, i ? "   " : "");
            if (row < 0)
                print_columns(rules, writer);
            else
                print_row(sides[i], &known[i], row, writer);
        }
        writer_put(writer, "\n");
    }
}
