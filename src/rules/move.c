/* The grammar of moves: a word and its arguments, in any case. */
#include "rules/move.h"

#include <string.h>

static const char *const words[MOVE_KINDS] = {
    "fire", "radar", "smoke", "artillery", "torpedo", "hint", "raise", "resign", "pass",
};

const char *move_word(enum move_kind kind)
{
    return words[kind];
}

bool move_is_on_own_board(enum move_kind kind)
{
    return kind == MOVE_SMOKE || kind == MOVE_RAISE;
}

static enum error parse_target(struct slice text, const struct rules *rules, uint16_t *cell,
                               struct message *message)
{
    int parsed = NO_CELL;
    enum error error;

    if (rules->repeat_shot == REPEAT_WASTED && slice_is(text, "-")) {
        *cell = NO_CELL;
        return OK;
    }
    error = cell_parse(text, rules->width, rules->height, &parsed, message);
    if (error == ERR_RANGE && rules->repeat_shot == REPEAT_WASTED)
        error = OK;
    *cell = (uint16_t)parsed;
    return error;
}

static enum error parse_fire(struct slice rest, const struct rules *rules, struct move *move,
                             struct message *message)
{
    struct slice word;
    enum error error = OK;

    move->kind = MOVE_FIRE;
    while (!error && slice_word(&rest, &word)) {
        int most = rules->salvo ? MAX_SLOTS : 1;

        if (move->count == most)
            return error_set(ERR_SYNTAX, message, "unexpected '%s': fire takes at most %d cell%s",
                             slice_quote(word).text, most, most == 1 ? "" : "s");
        error = parse_target(word, rules, &move->cell[move->count++], message);
    }
    if (!error && move->count == 0)
        error = error_set(ERR_SYNTAX, message, "fire where? Name a cell, as in fire B3");
    return error;
}

static enum error parse_area(struct slice rest, const struct rules *rules, struct move *move,
                             struct message *message)
{
    struct slice word;
    int cell;
    enum error error;

    if (!slice_word(&rest, &word))
        return error_set(ERR_SYNTAX, message,
                         "%s where? Name the top-left cell of a 2x2 area, as in %s B3",
                         words[move->kind], words[move->kind]);
    error = cell_parse(word, rules->width, rules->height, &cell, message);
    if (error)
        return error;
    move->cell[0] = (uint16_t)cell;
    if (slice_trim(rest).length > 0)
        return error_set(ERR_SYNTAX, message, "unexpected '%s' after the coordinate",
                         slice_quote(slice_trim(rest)).text);
    return OK;
}

static enum error parse_torpedo(struct slice rest, const struct rules *rules, struct move *move,
                                struct message *message)
{
    struct slice word;
    int line = 0;
    enum error error;

    if (!slice_word(&rest, &word))
        return error_set(ERR_SYNTAX, message,
                         "torpedo where? Name a column or a row, as in torpedo B");
    if (slice_trim(rest).length > 0)
        return error_set(ERR_SYNTAX, message, "unexpected '%s' after the column or row",
                         slice_quote(slice_trim(rest)).text);
    move->is_row = text_is_digit(word.text[0]);
    error = move->is_row ? cell_parse_row(word, rules->height, &line, message)
                         : cell_parse_column(word, rules->width, &line, message);
    move->cell[0] = (uint16_t)line;
    return error;
}

static enum error parse_raise(struct slice rest, const struct rules *rules, struct move *move,
                              struct message *message)
{
    struct rules strict =
        *rules; /* a raised ship must be on the board, even if wrecks are allowed */
    struct ship fresh = rules_new_ship(rules);
    struct slice name;

    strict.wrecks = 0;
    if (!slice_word(&rest, &name))
        return error_set(ERR_SYNTAX, message,
                         "raise which ship, and where? For example: raise %s B3 h", fresh.name);
    if (rules->reinforce_kind == REINFORCE_NEW) {
        if (!slice_is_nocase(name, fresh.name))
            return error_set(ERR_SYNTAX, message,
                             "under these rules you can only raise a new %s, not '%s'", fresh.name,
                             slice_quote(name).text);
        move->ship = fresh.kind;
        return placement_parse(rest, &strict, fresh.length, &move->placement, message);
    }
    for (uint8_t i = 0; i < rules->ships; i++) {
        if (slice_is_nocase(name, rules->fleet[i].name)) {
            move->ship = i;
            return placement_parse(rest, &strict, rules->fleet[i].length, &move->placement,
                                   message);
        }
    }
    return error_set(ERR_SYNTAX, message, "the fleet has no ship called '%s'",
                     slice_quote(name).text);
}

static bool has_digit(struct slice text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text_is_digit(text.text[i]))
            return true;
    return false;
}

enum error move_parse(struct slice text, const struct rules *rules, struct move *move,
                      struct message *message)
{
    struct slice rest = text, word;
    int kind = 0;

    memset(move, 0, sizeof *move);
    if (!slice_word(&rest, &word))
        return error_set(ERR_SYNTAX, message, "an empty line is not a move");
    while (kind < MOVE_PASS && !slice_is_nocase(word, words[kind]))
        kind++;
    move->kind = (uint8_t)kind;
    switch (kind) {
    case MOVE_FIRE:
        return parse_fire(rest, rules, move, message);
    case MOVE_RADAR:
    case MOVE_SMOKE:
    case MOVE_ARTILLERY:
        return parse_area(rest, rules, move, message);
    case MOVE_TORPEDO:
        return parse_torpedo(rest, rules, move, message);
    case MOVE_RAISE:
        return parse_raise(rest, rules, move, message);
    case MOVE_HINT:
    case MOVE_RESIGN:
        move->cell[0] = NO_CELL;
        if (slice_trim(rest).length > 0)
            return error_set(ERR_SYNTAX, message, "'%s' takes no arguments", words[kind]);
        return OK;
    default:
        break;
    }
    /* A bare coordinate means fire. A word without digits was meant as a command. */
    if (text_is_letter(word.text[0]) && !has_digit(word) && word.length > 2)
        return error_set(ERR_SYNTAX, message, "'%s' is not a move", slice_quote(word).text);
    return parse_fire(text, rules, move, message);
}

void move_print(const struct move *move, const struct rules *rules, struct writer *writer)
{
    writer_put(writer, words[move->kind]);
    switch (move->kind) {
    case MOVE_FIRE:
        for (int i = 0; i < move->count; i++)
            writer_format(writer, " %s", cell_name(move->cell[i], rules->width).text);
        break;
    case MOVE_RADAR:
    case MOVE_SMOKE:
    case MOVE_ARTILLERY:
        if (move->cell[0] != NO_CELL)
            writer_format(writer, " %s", cell_name(move->cell[0], rules->width).text);
        break;
    case MOVE_TORPEDO:
        if (move->is_row)
            writer_format(writer, " %d", move->cell[0] + 1);
        else
            writer_format(writer, " %s", cell_column_name(move->cell[0]).text);
        break;
    case MOVE_RAISE:
        writer_format(writer, " %s", rules_kind_name(rules, move->ship));
        if (move->placement.placed) {
            writer_put(writer, " ");
            placement_print(move->placement, rules, writer);
        }
        break;
    default:
        break;
    }
}

bool move_is_in_rules(const struct rules *rules, enum move_kind kind)
{
    switch (kind) {
    case MOVE_RADAR:
        return rules->specials & SPECIAL_RADAR;
    case MOVE_SMOKE:
        return rules->specials & SPECIAL_SMOKE;
    case MOVE_ARTILLERY:
        return rules->specials & SPECIAL_ARTILLERY;
    case MOVE_TORPEDO:
        return rules->specials & SPECIAL_TORPEDO;
    case MOVE_HINT:
        return rules->hints > 0;
    case MOVE_RAISE:
        return rules->reinforce;
    default:
        return true;
    }
}
