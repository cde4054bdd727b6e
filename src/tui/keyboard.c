/* The table of actions: name in the settings file, label on the screen, default keys. */
#include "tui/keyboard.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *label, *keys;
} actions[ACTIONS] = {
    [ACTION_UP] = {"up", "up", "Up k"},
    [ACTION_DOWN] = {"down", "down", "Down j"},
    [ACTION_LEFT] = {"left", "left", "Left h"},
    [ACTION_RIGHT] = {"right", "right", "Right l"},
    [ACTION_PAGE_UP] = {"page-up", "page up", "PageUp"},
    [ACTION_PAGE_DOWN] = {"page-down", "page down", "PageDown"},
    [ACTION_START] = {"start", "start", "Home"},
    [ACTION_END] = {"end", "end", "End"},
    [ACTION_CONFIRM] = {"confirm", "continue", "Enter"},
    [ACTION_BACK] = {"back", "back", "Escape"},
    [ACTION_QUIT] = {"quit", "quit", "q Q"},
    [ACTION_HELP] = {"help", "help", "? F1"},
    [ACTION_DELETE] = {"delete", "delete", "d D Delete"},
    [ACTION_ROTATE] = {"rotate", "rotate", "r R Space"},
    [ACTION_RANDOM] = {"random", "random fleet", "f F"},
    [ACTION_RANDOM_ONE] = {"random-one", "random ship", "o O"},
    [ACTION_UNDO] = {"undo", "undo", "u U Backspace Delete"},
    [ACTION_CLEAR] = {"clear", "clear", "c C"},
    [ACTION_NEXT_SHIP] = {"next-ship", "next ship", "Tab"},
    [ACTION_FIRE] = {"fire", "fire", "Enter Space"},
    [ACTION_RADAR] = {"radar", "radar", "r R"},
    [ACTION_SMOKE] = {"smoke", "smoke", "s S"},
    [ACTION_ARTILLERY] = {"artillery", "artillery", "a A"},
    [ACTION_TORPEDO] = {"torpedo", "torpedo", "t T"},
    [ACTION_TURN] = {"turn", "row or column", "Tab"},
    [ACTION_RAISE] = {"raise", "raise", "e E"},
    [ACTION_HINT] = {"hint", "hint", "i I"},
    [ACTION_TYPE] = {"type", "type a move", ": /"},
    [ACTION_SWITCH] = {"switch", "other board", "Tab"},
    [ACTION_STATUS] = {"status", "status", "c C"},
    [ACTION_RESIGN] = {"resign", "resign", "X"},
    [ACTION_SAVE] = {"save", "save record", "w W"},
    [ACTION_REPLAY] = {"replay", "replay", "v V"},
    [ACTION_REVIEW] = {"review", "coach's review", "c C"},
    [ACTION_REMATCH] = {"rematch", "rematch", "r R"},
    [ACTION_PAUSE] = {"pause", "play or pause", "Space p"},
    [ACTION_FASTER] = {"faster", "faster", "+ ="},
    [ACTION_SLOWER] = {"slower", "slower", "-"},
    [ACTION_HEAT] = {"heat", "heat map", "m M"},
    [ACTION_NEXT_PUZZLE] = {"next-puzzle", "next puzzle", "n N"},
};

static const struct {
    const char *name;
    enum term_key key;
} named_keys[] = {
    {"Up", TERM_KEY_UP},         {"Down", TERM_KEY_DOWN},      {"Left", TERM_KEY_LEFT},
    {"Right", TERM_KEY_RIGHT},   {"PageUp", TERM_KEY_PAGE_UP}, {"PageDown", TERM_KEY_PAGE_DOWN},
    {"Home", TERM_KEY_HOME},     {"End", TERM_KEY_END},        {"Enter", TERM_KEY_ENTER},
    {"Escape", TERM_KEY_ESCAPE}, {"Tab", TERM_KEY_TAB},        {"Backspace", TERM_KEY_BACKSPACE},
    {"Delete", TERM_KEY_DELETE}, {"F1", TERM_KEY_F1},
};
enum { WIDE_GAP = 3, NARROW_GAP = 2 /* blanks between hints */, HINT_ROWS = 2 };
enum { NAMED_KEYS = sizeof named_keys / sizeof named_keys[0] };

static bool read_key(struct slice word, struct binding *binding)
{
    *binding = (struct binding){0};
    for (int i = 0; i < NAMED_KEYS; i++)
        if (slice_is_nocase(word, named_keys[i].name)) {
            binding->key = named_keys[i].key;
            return true;
        }
    if (slice_is_nocase(word, "Space"))
        word = slice_of(" ");
    /* A single character: one byte, or one UTF-8 sequence. */
    if (word.length == 0 || word.length >= sizeof binding->text ||
        (word.length > 1 && ((unsigned char)word.text[0] & 0xc0) != 0xc0))
        return false;
    memcpy(binding->text, word.text, word.length);
    return true;
}

enum error keyboard_bind(struct keyboard *keyboard, const char *action, const char *keys,
                         struct message *message)
{
    struct binding fresh[MAX_BINDINGS] = {{0}};
    struct slice rest = slice_of(keys), word;
    int found = 1, count = 0;

    while (found < ACTIONS && strcmp(actions[found].name, action) != 0)
        found++;
    if (found == ACTIONS)
        return error_set(ERR_UNKNOWN, message, "unknown action '%s'",
                         slice_quote(slice_of(action)).text);
    while (slice_word(&rest, &word)) {
        if (count == MAX_BINDINGS)
            return error_set(ERR_FULL, message, "%s: at most %d keys are allowed", action,
                             MAX_BINDINGS);
        if (!read_key(word, &fresh[count++]))
            return error_set(ERR_UNKNOWN, message, "%s: unknown key '%s'", action,
                             slice_quote(word).text);
    }
    if (count == 0)
        return error_set(ERR_SYNTAX, message, "%s: no key is given", action);
    memcpy(keyboard->binding[found], fresh, sizeof fresh);
    return OK;
}

void keyboard_init(struct keyboard *keyboard)
{
    memset(keyboard, 0, sizeof *keyboard);
    for (int i = 1; i < ACTIONS; i++)
        keyboard_bind(keyboard, actions[i].name, actions[i].keys, NULL);
}

static bool is_bound(const struct binding *binding, const struct input *input)
{
    if (input->kind == INPUT_KEY)
        return binding->key != TERM_KEY_NONE && binding->key == input->key;
    return input->kind == INPUT_CHARACTER && binding->text[0] &&
           strcmp(binding->text, input->text) == 0;
}

enum action keyboard_action(const struct keyboard *keyboard, const struct input *input,
                            const enum action *known)
{
    for (; *known != ACTION_NONE; known++)
        for (int i = 0; i < MAX_BINDINGS; i++)
            if (is_bound(&keyboard->binding[*known][i], input))
                return *known;
    return ACTION_NONE;
}

const char *keyboard_label(const struct keyboard *keyboard, enum action action)
{
    const struct binding *first = &keyboard->binding[action][0];

    if (first->key == TERM_KEY_NONE)
        return strcmp(first->text, " ") == 0 ? "Space" : first->text;
    for (int i = 0; i < NAMED_KEYS; i++)
        if (named_keys[i].key == first->key)
            return named_keys[i].name;
    return "";
}

void keyboard_arrows(const struct keyboard *keyboard, char text[ARROWS_SIZE])
{
    snprintf(text, ARROWS_SIZE, "%s %s %s %s", keyboard_label(keyboard, ACTION_UP),
             keyboard_label(keyboard, ACTION_DOWN), keyboard_label(keyboard, ACTION_LEFT),
             keyboard_label(keyboard, ACTION_RIGHT));
    if (strcmp(text, "Up Down Left Right") == 0)
        snprintf(text, ARROWS_SIZE, "arrows");
}

const char *keyboard_action_name(enum action action)
{
    return action < ACTIONS ? actions[action].name : NULL;
}

const char *keyboard_action_label(enum action action)
{
    return actions[action].label;
}

const char *keyboard_default_keys(enum action action)
{
    return actions[action].keys;
}

/* A hint as it is drawn. */
struct drawn_hint {
    const char *key, *label;
    int width;
};

static struct drawn_hint drawn_hint(const struct keyboard *keyboard, const struct key_hint *hint,
                                    const char *arrows)
{
    bool is_arrows = hint->action == ACTION_ARROWS;
    struct drawn_hint drawn = {
        .key = is_arrows ? arrows : keyboard_label(keyboard, hint->action),
        .label = hint->label ? hint->label
                 : is_arrows ? "move"
                             : keyboard_action_label(hint->action),
    };

    drawn.width = term_width(drawn.key) + (drawn.label[0] ? 1 : 0) + term_width(drawn.label);
    return drawn;
}

struct hint_area {
    int row, columns;
};

static int hint_gap(const struct drawn_hint *drawn, int gap)
{
    return drawn->label[0] ? gap : 1;
}

/* Draws the hints, or only measures them, without the last `skip` ones except help. Returns the
 * number of rows. */
static int lay_out(const struct keyboard *keyboard, const struct hint_area *area,
                   const struct key_hint *hints, int gap, int skip, bool draws)
{
    int column = 1, rows = 1, count = 0;
    char arrows[ARROWS_SIZE];

    keyboard_arrows(keyboard, arrows);
    while (hints[count].action != ACTION_NONE)
        count++;
    for (int i = 0; i < count; i++) {
        struct drawn_hint drawn = drawn_hint(keyboard, &hints[i], arrows);

        if (i >= count - skip && hints[i].action != ACTION_HELP)
            continue;
        if (column > 1 && column + drawn.width >= area->columns) {
            column = 1;
            rows++;
        }
        if (draws) {
            term_put(area->row + rows - 1, column, STYLE_KEY, drawn.key);
            term_put(area->row + rows - 1, column + term_width(drawn.key) + 1, STYLE_PLAIN,
                     drawn.label);
        }
        column += drawn.width + hint_gap(&drawn, gap);
    }
    return rows;
}

int keyboard_draw(const struct keyboard *keyboard, int row, int columns,
                  const struct key_hint *hints)
{
    struct hint_area area = {row, columns};
    int gap = WIDE_GAP, skip = 0;

    if (lay_out(keyboard, &area, hints, gap, skip, false) > HINT_ROWS)
        gap = NARROW_GAP;
    while (lay_out(keyboard, &area, hints, gap, skip, false) > HINT_ROWS)
        skip++;
    return lay_out(keyboard, &area, hints, gap, skip, true);
}
