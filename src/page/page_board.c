/* Boards and fleets as JSON. Every cell has a mark, for its shape, and a label, for screen
 * readers. */
#include "page/page_internal.h"

#include "session/board_text.h"
#include "session/cell_words.h"

#include <stdio.h>

void page_write_cells(struct reply *reply, const char *key, const struct rules *rules,
                      const struct cellset *cells)
{
    reply_array(reply, key);
    for (int cell = 0; cell < rules_cells(rules); cell++)
        if (cellset_has(cells, cell))
            reply_text(reply, NULL, cell_name(cell, rules->width).text);
    reply_close(reply);
}

void page_write_cell(struct reply *reply, const struct rules *rules, int cell, const char *mark,
                     bool is_open, const char *word)
{
    struct cell_name name = cell_name(cell, rules->width);

    reply_object(reply, NULL);
    reply_text(reply, "name", name.text);
    reply_text(reply, "mark", mark);
    reply_bool(reply, "open", is_open);
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
        page_write_cell(reply, &view->rules, cell, own_mark(board_text_own(view, cell)),
                        !cellset_has(&view->incoming.shot, cell), cell_word_own(view, cell).text);
    reply_close(reply);
}

static const struct {
    const char *mark, *words;
} legend[] = {
    {"unknown", "not shot at"},
    {"miss", "miss"},
    {"hit", "hit"},
    {"sunk", "sunk"},
    {"water", "known to be water"},
    {"found", "radar found ships"},
    {"empty", "radar found nothing"},
    {"hint", "in the block of a hint"},
    {"sea", "open sea"},
    {"ship", "ship"},
    {"ship-hit", "ship, hit"},
    {"ship-sunk", "ship, sunk"},
    {"ship-smoke", "ship under smoke"},
    {"smoke", "smoke"},
    {"wreck", "wreck"},
};

void page_write_legend(struct reply *reply, const char *key)
{
    reply_array(reply, key);
    for (size_t i = 0; i < sizeof legend / sizeof legend[0]; i++) {
        reply_object(reply, NULL);
        reply_text(reply, "mark", legend[i].mark);
        reply_text(reply, "words", legend[i].words);
        reply_close(reply);
    }
    reply_close(reply);
}

/* A miss that is not marked looks open: what the map hides, the page must not tell. */
static bool looks_open(enum known_mark mark)
{
    return mark != KNOWN_MISS && mark != KNOWN_HIT && mark != KNOWN_SUNK;
}

bool page_is_shot(const struct view *view, int cell, struct message *why)
{
    struct known known;

    known_fill(view, &known);
    if (looks_open((enum known_mark)known.mark[cell]))
        return false;
    error_set(ERR_REPEAT, why, "%s has already been shot at: %s",
              cell_name(cell, view->rules.width).text, cell_word_enemy(view, &known, cell).text);
    return true;
}

void page_write_enemy_board(struct reply *reply, const char *key, const struct view *view)
{
    struct known known;

    known_fill(view, &known);
    reply_array(reply, key);
    for (int cell = 0; cell < rules_cells(&view->rules); cell++) {
        enum known_mark mark = (enum known_mark)known.mark[cell];

        /* The legend begins with the marks of enum known_mark. */
        page_write_cell(reply, &view->rules, cell, legend[mark].mark, looks_open(mark),
                        cell_word_enemy(view, &known, cell).text);
    }
    reply_close(reply);
}

/* --- fleets ------------------------------------------------------------------------------------*/

enum { WORDS_SIZE = 32 };

/* What has happened to a ship: alone, and after its name. */
static void write_vessel_words(struct reply *reply, const char *name, const char *words)
{
    reply_text(reply, "words", words);
    reply_format(reply, "label", "%s%s%s", name, words[0] ? ", " : "", words);
}

static void write_hull(struct reply *reply, const struct rules *rules, const int *cells, int count)
{
    reply_array(reply, "cells");
    for (int i = 0; i < count; i++)
        reply_text(reply, NULL, cell_name(cells[i], rules->width).text);
    reply_close(reply);
}

void page_write_own_fleet(struct reply *reply, const char *key, const struct view *view)
{
    reply_array(reply, key);
    for (int slot = 0; slot < view->own.slots; slot++) {
        const struct ship *ship = view_own_ship(view, slot);
        struct placement place = view->own.layout.ship[slot];
        int left = view->own.left[slot], cells[MAX_LENGTH], count = 0;
        char words[WORDS_SIZE] = "";
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
            snprintf(words, sizeof words, "sunk");
        else if (left < ship->length)
            snprintf(words, sizeof words, "%d hit%s", ship->length - left,
                     text_s((uint64_t)(ship->length - left)));
        write_vessel_words(reply, ship->name, words);
        if (place.placed)
            count = placement_cells(place, ship->length, &view->rules, cells);
        write_hull(reply, &view->rules, cells, count);
        reply_close(reply);
    }
    reply_close(reply);
}

/* Cells of sunk ships of a kind, less those that were taken for an earlier ship. */
static bool is_wreckage(const struct known *known, const struct cellset *taken, int cell, int kind)
{
    return known->mark[cell] == KNOWN_SUNK && known->ship[cell] == kind &&
           !cellset_has(taken, cell);
}

/* Finds the cells of one sunk ship of this kind. Returns 0 if they are not known. */
static int find_hull(const struct rules *rules, const struct known *known, int kind, int length,
                     struct cellset *taken, int cells[MAX_LENGTH])
{
    for (int cell = 0; cell < rules_cells(rules); cell++)
        for (int down = 0; down < 2; down++) {
            int step = down ? rules->width : 1, count = 0;
            int room =
                down ? rules->height - cell / rules->width : rules->width - cell % rules->width;

            while (count < length && count < room &&
                   is_wreckage(known, taken, cell + count * step, kind))
                count++;
            if (count < length)
                continue;
            for (int i = 0; i < length; i++) {
                cells[i] = cell + i * step;
                cellset_add(taken, cells[i]);
            }
            return length;
        }
    return 0;
}

/* Sinkings name a kind of ship, not a ship: the first ones of a kind count as afloat. */
void page_write_enemy_fleet(struct reply *reply, const char *key, const struct view *view)
{
    const struct rules *rules = &view->rules;
    bool is_named = rules->announce <= ANNOUNCE_NAME;
    struct cellset taken = {{0}};
    int listed[MAX_SLOTS] = {0};
    struct known known;

    known_fill(view, &known);
    reply_array(reply, key);
    for (int ship = 0; ship < rules->ships + (view->enemy_raised > 0); ship++) {
        int kind = ship < rules->ships ? rules->fleet[ship].kind : view->enemy_raised - 1;
        int length = kind < rules->ships ? rules->fleet[kind].length : rules_new_ship(rules).length;
        bool is_sunk = is_named && listed[kind]++ >= view->enemy_afloat[kind];
        int cells[MAX_LENGTH], count = 0;

        if (is_sunk)
            count = find_hull(rules, &known, kind, length, &taken, cells);
        reply_object(reply, NULL);
        reply_text(reply, "name", rules_kind_name(rules, kind));
        reply_integer(reply, "length", length);
        reply_text(reply, "state", !is_named ? "unknown" : is_sunk ? "sunk" : "afloat");
        write_vessel_words(reply, rules_kind_name(rules, kind), is_sunk ? "sunk" : "");
        write_hull(reply, rules, cells, count);
        reply_close(reply);
    }
    reply_close(reply);
}
