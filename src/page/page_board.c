/* Boards and fleets as JSON. Every cell has a mark, for its shape, and a label, for screen
 * readers. */
#include "page/page_internal.h"

#include "session/board_text.h"
#include "session/cell_words.h"

void page_write_cells(struct reply *reply, const char *key, const struct rules *rules,
                      const struct cellset *cells)
{
    reply_array(reply, key);
    for (int cell = 0; cell < rules_cells(rules); cell++)
        if (cellset_has(cells, cell))
            reply_text(reply, NULL, cell_name(cell, rules->width).text);
    reply_close(reply);
}

static void write_cell(struct reply *reply, const struct rules *rules, int cell, const char *mark,
                       int ship, const char *word)
{
    struct cell_name name = cell_name(cell, rules->width);

    reply_object(reply, NULL);
    reply_text(reply, "name", name.text);
    reply_text(reply, "mark", mark);
    if (ship == NO_SHIP)
        reply_null(reply, "ship");
    else
        reply_integer(reply, "ship", ship);
    reply_format(reply, "label", "%s, %s", name.text, word);
    reply_close(reply);
}

static const char *own_mark(char sign)
{
    static const struct {
        char sign;
        const char *mark;
    } marks[] = {{'~', "sea"},       {'o', "miss"},  {'#', "ship"},  {'*', "ship-hit"},
                 {'%', "ship-sunk"}, {'x', "wreck"}, {'=', "smoke"}, {'&', "ship-smoke"}};

    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (marks[i].sign == sign)
            return marks[i].mark;
    return "sea";
}

void page_write_own_board(struct reply *reply, const char *key, const struct view *view)
{
    reply_array(reply, key);
    for (int cell = 0; cell < rules_cells(&view->rules); cell++)
        write_cell(reply, &view->rules, cell, own_mark(board_text_own(view, cell)),
                   view->own.ship_at[cell], cell_word_own(view, cell).text);
    reply_close(reply);
}

void page_write_enemy_board(struct reply *reply, const char *key, const struct view *view)
{
    static const char *const marks[] = {
        [KNOWN_NOTHING] = "unknown", [KNOWN_MISS] = "miss",   [KNOWN_HIT] = "hit",
        [KNOWN_SUNK] = "sunk",       [KNOWN_WATER] = "water", [KNOWN_FOUND] = "found",
        [KNOWN_EMPTY] = "empty",     [KNOWN_HINT] = "hint",
    };
    struct known known;

    known_fill(view, &known);
    reply_array(reply, key);
    for (int cell = 0; cell < rules_cells(&view->rules); cell++)
        write_cell(reply, &view->rules, cell, marks[known.mark[cell]], known.ship[cell],
                   cell_word_enemy(view, &known, cell).text);
    reply_close(reply);
}

void page_write_own_fleet(struct reply *reply, const char *key, const struct view *view)
{
    reply_array(reply, key);
    for (int slot = 0; slot < view->own.slots; slot++) {
        const struct ship *ship = view_own_ship(view, slot);
        int left = view->own.left[slot];
        bool is_afloat = view->own.afloat >> slot & 1;

        reply_object(reply, NULL);
        reply_text(reply, "name", ship->name);
        reply_integer(reply, "length", ship->length);
        reply_integer(reply, "left", left);
        reply_text(reply, "state",
                   !is_afloat            ? "sunk"
                   : left < ship->length ? "damaged"
                                         : "afloat");
        if (!is_afloat)
            reply_format(reply, "label", "%s, sunk", ship->name);
        else if (left < ship->length)
            reply_format(reply, "label", "%s, %d hit%s", ship->name, ship->length - left,
                         text_s((uint64_t)(ship->length - left)));
        else
            reply_text(reply, "label", ship->name);
        reply_close(reply);
    }
    reply_close(reply);
}

static void write_enemy_ship(struct reply *reply, const char *name, int length, const char *state)
{
    bool is_sunk = state[0] == 's';

    reply_object(reply, NULL);
    reply_text(reply, "name", name);
    reply_integer(reply, "length", length);
    reply_text(reply, "state", state);
    reply_format(reply, "label", "%s%s", name, is_sunk ? ", sunk" : "");
    reply_close(reply);
}

/* Sinkings name a kind of ship, not a ship: the first ones of a kind count as afloat. */
void page_write_enemy_fleet(struct reply *reply, const char *key, const struct view *view)
{
    const struct rules *rules = &view->rules;
    bool is_named = rules->announce <= ANNOUNCE_NAME;
    int listed[MAX_SLOTS] = {0};

    reply_array(reply, key);
    for (int ship = 0; ship < rules->ships + (view->enemy_raised > 0); ship++) {
        int kind = ship < rules->ships ? rules->fleet[ship].kind : view->enemy_raised - 1;
        int length = kind < rules->ships ? rules->fleet[kind].length : rules_new_ship(rules).length;

        write_enemy_ship(reply, rules_kind_name(rules, kind), length,
                         !is_named                                 ? "unknown"
                         : listed[kind] < view->enemy_afloat[kind] ? "afloat"
                                                                   : "sunk");
        listed[kind]++;
    }
    reply_close(reply);
}
