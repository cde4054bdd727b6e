/* Section 2: parsing moves, word by word. */
#include "reference/order.h"

#include <stdio.h>
#include <string.h>

static const char *const order_words[ORDER_WORDS] = {
    "fire", "radar", "smoke", "artillery", "torpedo", "hint", "raise", "resign",
};

static const char *const commands[] = {
    "help", "board", "fleet", "stock", "log", "status", "save", "quit",
};

struct order_text {
    const char *text;
    size_t length;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool next_word(const char **text, struct order_text *word)
{
    while (is_blank(**text))
        ++*text;
    word->text = *text;
    while (**text != '\0' && !is_blank(**text))
        ++*text;
    word->length = (size_t)(*text - word->text);
    return word->length > 0;
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* "Moves, case-insensitive". */
static bool same_word(struct order_text word, const char *text)
{
    for (size_t i = 0; i < word.length; i++)
        if (text[i] == '\0' || upper(word.text[i]) != upper(text[i]))
            return false;
    return text[word.length] == '\0';
}

/* Reads column letters; A is 0, and AA follows Z. Returns how many letters there are. */
static size_t read_letters(struct order_text word, int *column)
{
    size_t i = 0;
    int number = 0;

    for (; i < word.length && upper(word.text[i]) >= 'A' && upper(word.text[i]) <= 'Z'; i++)
        if (number < 100000)
            number = number * 26 + (upper(word.text[i]) - 'A' + 1);
    *column = number - 1;
    return i;
}

/* Reads a row number; 1 is row 0. False for anything else, including leading zeros. Row 0 is
 * well-formed but off the board. */
static bool read_row(struct order_text word, int *row)
{
    int number = 0;

    if (word.length == 0 || (word.length > 1 && word.text[0] == '0'))
        return false;
    for (size_t i = 0; i < word.length; i++) {
        if (word.text[i] < '0' || word.text[i] > '9')
            return false;
        if (number < 100000)
            number = number * 10 + (word.text[i] - '0');
    }
    *row = number - 1;
    return true;
}

/* "Column letters then row number [...] Nothing else is accepted". If repeats are wasted, a shot
 * off the board is allowed too, also written `-`. */
static bool read_cell(const struct rules *rules, struct order_text word, bool off_board_too,
                      struct reference_cell *cell)
{
    size_t letters = read_letters(word, &cell->column);
    struct order_text number = {word.text + letters, word.length - letters};
    bool off = off_board_too && same_word(word, "-");

    if (!off && (letters == 0 || !read_row(number, &cell->row)))
        return false;
    if (!off && order_on_board(rules, cell->column, cell->row))
        return true;
    *cell = (struct reference_cell){-1, -1};
    return off_board_too;
}

/* `fire B3`, under salvo `fire A1 B2 C3`. More cells than the largest fleet are invalid. */
static bool read_shots(const struct rules *rules, struct order_text word, const char *rest,
                       struct order *order)
{
    bool off_board_too = rules->repeat_shot == REPEAT_WASTED;

    order->word = FIRE;
    order->count = 0;
    do {
        struct reference_cell cell;

        if (!read_cell(rules, word, off_board_too, &cell))
            return false;
        if (order->count == MOST_CELLS)
            return false;
        order->cell[order->count++] = cell;
    } while (next_word(&rest, &word));
    return rules->salvo || order->count == 1;
}

/* `torpedo B` or `torpedo 7`. */
static bool read_line(const struct rules *rules, struct order_text word, struct order *order)
{
    order->row = order->column = -1;
    if (read_letters(word, &order->column) == word.length)
        return order->column < rules->width;
    order->column = -1;
    return read_row(word, &order->row) && order->row >= 0 && order->row < rules->height;
}

static bool is_named(struct order *order, struct order_text word, const char *name)
{
    if (!same_word(word, name))
        return false;
    snprintf(order->name, sizeof order->name, "%s", name);
    return true;
}

/* `raise SHIP B3 h`: a ship of the fleet, or under `reinforce-kind = new` the Submarine. */
static bool read_raise(const struct rules *rules, const char *rest, struct order *order)
{
    struct order_text name, cell, direction, more;
    bool known = false;

    if (!next_word(&rest, &name) || !next_word(&rest, &cell) || !next_word(&rest, &direction) ||
        next_word(&rest, &more))
        return false;
    if (rules->reinforce_kind == REINFORCE_NEW && !same_word(name, "Submarine"))
        return false;
    for (int i = 0; i < rules->ships && !known; i++)
        known = is_named(order, name, rules->fleet[i].name);
    if (!known && rules->reinforce_kind == REINFORCE_NEW)
        known = is_named(order, name, "Submarine");
    order->vertical = same_word(direction, "v") || same_word(direction, "vertical");
    return known && read_cell(rules, cell, false, &order->cell[0]) &&
           (order->vertical || same_word(direction, "h") || same_word(direction, "horizontal"));
}

static enum order_word word_of(struct order_text word)
{
    int i = 0;

    while (i < ORDER_WORDS && !same_word(word, order_words[i]))
        i++;
    return (enum order_word)i;
}

enum order_word order_word(const char *text)
{
    return word_of((struct order_text){text, strlen(text)});
}

enum text_kind order_read(const struct rules *rules, const char *text, struct order *order)
{
    struct order_text word, argument, more;
    const char *rest = text;
    bool good = false;

    /* "Questions are never moves and never cost a turn [...] an empty line asks again." */
    if (!next_word(&rest, &word))
        return TEXT_QUESTION;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (same_word(word, commands[i]))
            return TEXT_QUESTION;

    order->word = word_of(word);
    /* "a bare `B3` means fire" */
    if (order->word == ORDER_WORDS)
        return read_shots(rules, word, rest, order) ? TEXT_ORDER : TEXT_BAD;

    switch (order->word) {
    case FIRE:
        good = next_word(&rest, &word) && read_shots(rules, word, rest, order);
        break;
    case RADAR:
    case SMOKE:
    case ARTILLERY:
        good = next_word(&rest, &argument) && !next_word(&rest, &more) &&
               read_cell(rules, argument, false, &order->cell[0]);
        break;
    case TORPEDO:
        good = next_word(&rest, &argument) && !next_word(&rest, &more) &&
               read_line(rules, argument, order);
        break;
    case RAISE:
        good = read_raise(rules, rest, order);
        break;
    case HINT:
    case RESIGN:
        good = !next_word(&rest, &more);
        break;
    case ORDER_WORDS:
        break;
    }
    return good ? TEXT_ORDER : TEXT_BAD;
}

bool order_is_submarine(const char *name)
{
    return same_word((struct order_text){name, strlen(name)}, "Submarine");
}
