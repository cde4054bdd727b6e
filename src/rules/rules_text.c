/* Rules as text. One table describes every knob: its name, field, values, parser and printer.
 * Parsing, printing and help all use that table. */
#include "rules/rules.h"

#include <stddef.h>
#include <string.h>

struct knob {
    const char *name;
    enum error (*parse)(const struct knob *knob, struct slice value, struct rules *rules,
                        struct message *message);
    void (*print)(const struct knob *knob, const struct rules *rules, struct writer *writer);
    size_t field;       /* offset of the uint8_t that holds a word or number */
    const char *values; /* the words, separated by `|`, or a description */
    unsigned least, most;
    const char *about;
};

static uint8_t *field_of(const struct knob *knob, struct rules *rules)
{
    return (uint8_t *)rules + knob->field;
}

static uint8_t field_value(const struct knob *knob, const struct rules *rules)
{
    return ((const uint8_t *)rules)[knob->field];
}

/* Word knobs: the field holds the index of the word in `values`. */
static enum error parse_word(const struct knob *knob, struct slice value, struct rules *rules,
                             struct message *message)
{
    struct slice rest = slice_of(knob->values), word;

    for (uint8_t i = 0; slice_cut(&rest, '|', &word); i++) {
        if (value.length == word.length && memcmp(value.text, word.text, word.length) == 0) {
            *field_of(knob, rules) = i;
            return OK;
        }
    }
    return error_set(ERR_RANGE, message, "%s = '%s' is not valid; use one of %s", knob->name,
                     slice_quote(value).text, knob->values);
}

static void print_word(const struct knob *knob, const struct rules *rules, struct writer *writer)
{
    struct slice rest = slice_of(knob->values), word = {0};

    for (int i = 0; i <= field_value(knob, rules); i++)
        slice_cut(&rest, '|', &word);
    writer_format(writer, "%.*s", (int)word.length, word.text);
}

static enum error parse_count(const struct knob *knob, struct slice value, struct rules *rules,
                              struct message *message)
{
    uint64_t number;

    if (!slice_number(value, knob->most, &number) || number < knob->least)
        return error_set(ERR_RANGE, message, "%s = '%s' is not a whole number from %u to %u",
                         knob->name, slice_quote(value).text, knob->least, knob->most);
    *field_of(knob, rules) = (uint8_t)number;
    return OK;
}

static void print_count(const struct knob *knob, const struct rules *rules, struct writer *writer)
{
    writer_format(writer, "%d", field_value(knob, rules));
}

static enum error parse_board(const struct knob *knob, struct slice value, struct rules *rules,
                              struct message *message)
{
    struct slice rest = value, part;
    uint64_t width, height;

    if (!slice_cut(&rest, 'x', &part) || !slice_number(part, 9999, &width) ||
        !slice_number(rest, 9999, &height))
        return error_set(ERR_SYNTAX, message, "%s = '%s' is not a size like 10x10", knob->name,
                         slice_quote(value).text);
    if (width < MIN_SIDE || width > MAX_SIDE || height < MIN_SIDE || height > MAX_SIDE)
        return error_set(ERR_RANGE, message, "%s = %s: the size must be from %dx%d to %dx%d",
                         knob->name, slice_quote(value).text, MIN_SIDE, MIN_SIDE, MAX_SIDE,
                         MAX_SIDE);
    rules->width = (uint8_t)width;
    rules->height = (uint8_t)height;
    return OK;
}

static void print_board(const struct knob *knob, const struct rules *rules, struct writer *writer)
{
    (void)knob;
    writer_format(writer, "%dx%d", rules->width, rules->height);
}

/* Names for ships that are given only by length. */
static const char *const default_names[MAX_LENGTH + 1] = {
    "",        "Boat",    "Destroyer",   "Cruiser", "Battleship", "Carrier",
    "Galleon", "Frigate", "Dreadnought", "Monitor", "Leviathan",
};

static enum error parse_ship_name(struct slice name, struct ship *ship, struct message *message)
{
    if (name.length >= sizeof ship->name)
        return error_set(ERR_RANGE, message, "ship name '%s' is longer than %zu characters",
                         slice_quote(name).text, sizeof ship->name - 1);
    for (size_t i = 0; i < name.length; i++) {
        char c = name.text[i];

        if (!text_is_letter(c) && (i == 0 || (!text_is_digit(c) && c != '-')))
            return error_set(
                ERR_SYNTAX, message,
                "ship name '%s': a name has only letters, digits and '-', and starts with a letter",
                slice_quote(name).text);
    }
    memcpy(ship->name, name.text, name.length);
    ship->name[name.length] = '\0';
    return OK;
}

/* One entry of a fleet: `Cruiser 3`, `3`, `Cruiser 3x2` or `3x2` (two ships of length 3). */
static enum error parse_fleet_entry(struct slice entry, struct rules *rules,
                                    struct message *message)
{
    struct slice rest = entry, name, size, length_text;
    struct ship ship = {{0}, 0, 0};
    uint64_t length = 0, count = 1;
    size_t whole;
    bool has_count;
    enum error error;

    slice_word(&rest, &name);
    if (!slice_word(&rest, &size)) {
        size = name;
        name.length = 0;
    }
    if (slice_trim(rest).length > 0)
        return error_set(ERR_SYNTAX, message,
                         "fleet: '%s' is not a name and a length, such as Cruiser 3",
                         slice_quote(entry).text);
    if (size.length == 0)
        return error_set(ERR_SYNTAX, message, "fleet: a ship is missing between two commas");
    whole = size.length;
    has_count = slice_cut(&size, 'x', &length_text) && length_text.length < whole;
    if (!slice_number(length_text, 9999, &length) ||
        (has_count && !slice_number(size, 9999, &count)) || count == 0)
        return error_set(
            ERR_SYNTAX, message,
            "fleet: '%s' has no length; write Cruiser 3, or 3x2 for two ships of length 3",
            slice_quote(entry).text);
    if (length < 1 || length > MAX_LENGTH)
        return error_set(ERR_RANGE, message, "fleet: '%s': ships are 1 to %d cells long",
                         slice_quote(entry).text, MAX_LENGTH);
    ship.length = (uint8_t)length;
    error = parse_ship_name(name.length ? name : slice_of(default_names[length]), &ship, message);
    for (; !error && count > 0; count--) {
        if (rules->ships == MAX_SHIPS)
            return error_set(ERR_RANGE, message, "fleet: more than %d ships", MAX_SHIPS);
        rules->fleet[rules->ships++] = ship;
    }
    return error;
}

static enum error parse_fleet(const struct knob *knob, struct slice value, struct rules *rules,
                              struct message *message)
{
    struct slice rest = value, entry;

    (void)knob;
    rules->ships = 0;
    memset(rules->fleet, 0, sizeof rules->fleet);
    while (slice_cut(&rest, ',', &entry)) {
        enum error error = parse_fleet_entry(slice_trim(entry), rules, message);

        if (error)
            return error;
    }
    if (rules->ships == 0)
        return error_set(ERR_SYNTAX, message, "fleet: there must be at least one ship");
    if (value.text[value.length - 1] == ',')
        return error_set(ERR_SYNTAX, message, "fleet: a ship is missing after the last comma");
    rules_name_kinds(rules);
    return OK;
}

static void print_fleet(const struct knob *knob, const struct rules *rules, struct writer *writer)
{
    int i = 0;

    (void)knob;
    while (i < rules->ships) {
        const struct ship *ship = &rules->fleet[i];
        int count = 1;

        while (i + count < rules->ships && rules->fleet[i + count].kind == ship->kind)
            count++;
        writer_format(writer, "%s%s %d", i ? ", " : "", ship->name, ship->length);
        if (count > 1)
            writer_format(writer, "x%d", count);
        i += count;
    }
}

static const struct {
    const char *name;
    uint8_t special;
} special_words[] = {
    {"radar", SPECIAL_RADAR},
    {"smoke", SPECIAL_SMOKE},
    {"artillery", SPECIAL_ARTILLERY},
    {"torpedo", SPECIAL_TORPEDO},
};

static enum error parse_special(struct slice entry, struct rules *rules, struct message *message)
{
    struct slice rest = entry, word, number;
    uint64_t stock;

    slice_word(&rest, &word);
    for (size_t i = 0; i < sizeof special_words / sizeof special_words[0]; i++) {
        if (!slice_is(word, special_words[i].name))
            continue;
        rules->specials |= special_words[i].special;
        if (!slice_word(&rest, &number)) {
            if (special_words[i].special == SPECIAL_RADAR)
                rules->radar = 3;
            return OK;
        }
        if (special_words[i].special != SPECIAL_RADAR || slice_trim(rest).length > 0)
            return error_set(ERR_SYNTAX, message, "specials: '%s': only radar takes a number",
                             slice_quote(entry).text);
        if (!slice_number(number, MAX_STOCK, &stock) || stock == 0)
            return error_set(ERR_RANGE, message, "specials: '%s': the number must be from 1 to %d",
                             slice_quote(entry).text, MAX_STOCK);
        rules->radar = (uint8_t)stock;
        return OK;
    }
    return error_set(
        ERR_RANGE, message,
        "specials: '%s' is not valid; use radar N, smoke, artillery and torpedo, or none",
        slice_quote(entry).text);
}

static enum error parse_specials(const struct knob *knob, struct slice value, struct rules *rules,
                                 struct message *message)
{
    struct slice rest = value, entry;

    (void)knob;
    rules->specials = rules->radar = 0;
    if (slice_is(value, "none"))
        return OK;
    if (value.length == 0)
        return error_set(ERR_SYNTAX, message,
                         "specials: the value is empty; write none for no special moves");
    if (value.text[value.length - 1] == ',')
        return error_set(ERR_SYNTAX, message, "specials: a move is missing after the last comma");
    while (slice_cut(&rest, ',', &entry)) {
        enum error error = parse_special(slice_trim(entry), rules, message);

        if (error)
            return error;
    }
    return OK;
}

static void print_specials(const struct knob *knob, const struct rules *rules,
                           struct writer *writer)
{
    const char *separator = "";

    (void)knob;
    if (rules->specials == 0)
        writer_put(writer, "none");
    for (size_t i = 0; i < sizeof special_words / sizeof special_words[0]; i++) {
        if (!(rules->specials & special_words[i].special))
            continue;
        writer_format(writer, "%s%s", separator, special_words[i].name);
        if (special_words[i].special == SPECIAL_RADAR)
            writer_format(writer, " %d", rules->radar);
        separator = ", ";
    }
}

#define WORDS(label, member, words, text)                                                          \
    {                                                                                              \
        label, parse_word, print_word, offsetof(struct rules, member), words, 0, 0, text           \
    }
#define COUNT(label, member, low, high, words, text)                                               \
    {                                                                                              \
        label, parse_count, print_count, offsetof(struct rules, member), words, low, high, text    \
    }

static const struct knob knobs[] = {
    {"board", parse_board, print_board, 0, "WIDTHxHEIGHT", 0, 0, "board size, 3x3 to 32x32"},
    {"fleet", parse_fleet, print_fleet, 0, "NAME LENGTH, ...", 0, 0,
     "the ships; 3x2 means two of length 3"},
    WORDS("touch", touch, "no|yes", "whether ships may touch, even at corners"),
    WORDS("announce", announce, "each-hit|name|unnamed|none",
          "what is announced after a hit or a sinking"),
    WORDS("hit-again", hit_again, "no|yes", "a hit earns another move"),
    WORDS("salvo", salvo, "no|yes", "one shot per turn for each of your ships afloat"),
    WORDS("repeat-shot", repeat_shot, "refuse|lose-turn|wasted",
          "what happens when a shot has no new cell"),
    WORDS("invalid-input", invalid_input, "again|lose-turn",
          "what an invalid line costs a human player"),
    WORDS("tracking", tracking, "easy|hard", "hard: misses are not marked on the tracking grid"),
    WORDS("first", first, "random|a|b|alternate", "who moves first"),
    WORDS("own-map", own_map, "shown|hidden", "whether human players see their own board"),
    WORDS("equal-turns", equal_turns, "no|yes", "the side that moves second gets a last move"),
    WORDS("race", race, "no|yes", "each side shoots alone until done; fewer shots win"),
    WORDS("wrecks", wrecks, "no|yes", "badly placed ships sink instead of being rejected"),
    {"specials", parse_specials, print_specials, 0, "none, or radar N, smoke, artillery, torpedo",
     0, 0, "the special moves"},
    WORDS("smoke", smoke, "sweep|cells|shield", "what smoke does"),
    WORDS("unlock", unlock, "held|turn", "how long artillery and torpedo stay unlocked"),
    WORDS("edge", edge, "clip|shift|reject",
          "what happens to a 2x2 area that extends off the board"),
    COUNT("hints", hints, 0, MAX_STOCK, "0 to 99", "hints per player"),
    COUNT("hint-after", hint_after, 1, MAX_STOCK, "1 to 99", "misses in a row before a hint"),
    COUNT("reinforce", reinforce, 0, MAX_SHIPS, "0 to 32",
          "ships to sink before a reinforcement; 0 means never"),
    WORDS("reinforce-kind", reinforce_kind, "raise|new", "raise a sunk ship or add a new one"),
};

static const int knob_count = sizeof knobs / sizeof knobs[0];

const char *rules_knob(int index, const char **values, const char **about)
{
    if (index < 0 || index >= knob_count)
        return NULL;
    *values = knobs[index].values;
    *about = knobs[index].about;
    return knobs[index].name;
}

static enum error set_knob(struct rules *rules, struct slice name, struct slice value,
                           struct message *message)
{
    for (int i = 0; i < knob_count; i++)
        if (slice_is(name, knobs[i].name))
            return knobs[i].parse(&knobs[i], value, rules, message);
    return error_set(ERR_UNKNOWN, message, "there is no rule '%s'", slice_quote(name).text);
}

/* Splits `KNOB = VALUE`; false if there is no `=`. */
static bool cut_assignment(struct slice text, struct slice *name, struct slice *value)
{
    size_t before = text.length;

    slice_cut(&text, '=', name);
    if (name->length == before)
        return false;
    *name = slice_trim(*name);
    *value = slice_trim(text);
    return true;
}

enum error rules_set(struct rules *rules, struct slice assignment, struct message *message)
{
    struct rules changed = *rules;
    struct slice name, value;
    struct writer writer;
    enum error error;

    if (!cut_assignment(assignment, &name, &value))
        return error_set(ERR_SYNTAX, message, "'%s' is not of the form RULE=VALUE",
                         slice_quote(assignment).text);
    error = set_knob(&changed, name, value, message);
    if (error || rules_equal(&changed, rules))
        return error;
    writer_init(&writer, changed.name, sizeof changed.name);
    writer_format(&writer, "%s+%.*s=%.*s", rules->name, (int)name.length, name.text,
                  (int)value.length, value.text);
    if (writer.full)
        memcpy(changed.name, "custom", sizeof "custom");
    for (char *c = changed.name; *c; c++)
        *c = *c < ' ' ? ' ' : *c;
    *rules = changed;
    return OK;
}

static enum error parse_name(struct slice value, struct rules *rules, struct message *message)
{
    if (value.length == 0 || value.length >= sizeof rules->name)
        return error_set(ERR_RANGE, message, "name = '%s': a name has 1 to %zu characters",
                         slice_quote(value).text, sizeof rules->name - 1);
    for (size_t i = 0; i < value.length; i++)
        if (value.text[i] < ' ' || value.text[i] > '~')
            return error_set(ERR_SYNTAX, message,
                             "name = '%s': only printable ASCII characters are allowed",
                             slice_quote(value).text);
    memset(rules->name, 0, sizeof rules->name);
    memcpy(rules->name, value.text, value.length);
    return OK;
}

static enum error parse_line(struct slice line, bool first, struct rules *rules,
                             struct message *message)
{
    struct slice name, value;

    if (!cut_assignment(line, &name, &value))
        return error_set(ERR_SYNTAX, message, "'%s' is not of the form RULE = VALUE",
                         slice_quote(line).text);
    if (slice_is(name, "name"))
        return parse_name(value, rules, message);
    if (!slice_is(name, "preset"))
        return set_knob(rules, name, value, message);
    if (!first)
        return error_set(ERR_SYNTAX, message, "'preset' must come before all other rules");
    for (int i = 0; rules_preset(i); i++) {
        if (slice_is(value, rules_preset(i)->name)) {
            *rules = *rules_preset(i);
            return OK;
        }
    }
    return error_set(ERR_UNKNOWN, message, "there is no preset '%s'", slice_quote(value).text);
}

enum error rules_parse(struct slice text, struct rules *rules, struct message *message)
{
    struct rules parsed = *rules_preset(0);
    struct slice line;
    enum error error;
    bool first = true;

    text = slice_skip_bom(text);
    memcpy(parsed.name, "custom", sizeof "custom");
    for (int number = 1; slice_cut(&text, '\n', &line); number++) {
        struct slice content;

        slice_cut(&line, '#', &content);
        content = slice_trim(content);
        if (content.length == 0)
            continue;
        error = parse_line(content, first, &parsed, message);
        if (error) {
            message_prefix(message, "line %d", number);
            return error;
        }
        first = false;
    }
    if (first)
        return error_set(ERR_SYNTAX, message, "the text contains no rules");
    /* A changed preset must not keep the preset's name. */
    if (rules_find(parsed.name) && !rules_equal(rules_find(parsed.name), &parsed))
        memcpy(parsed.name, "custom", sizeof "custom");
    error = rules_check(&parsed, message);
    if (!error)
        *rules = parsed;
    return error;
}

void rules_print(const struct rules *rules, struct writer *writer)
{
    writer_format(writer, "name = %s\n", rules->name);
    for (int i = 0; i < knob_count; i++) {
        writer_format(writer, "%s = ", knobs[i].name);
        knobs[i].print(&knobs[i], rules, writer);
        writer_put(writer, "\n");
    }
}
