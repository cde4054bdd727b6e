/* Keys and what they do. A screen lists the actions it knows; a key then means the first of them
 * that it is bound to, so that `r` can rotate here and sweep there. Every binding can be changed in
 * the settings file by a line `key.ACTION = KEY KEY ...`, for instance `key.rotate = r Space`.
 *
 * A keyboard is a plain value. */
#ifndef BROADSIDE_TUI_KEYBOARD_H
#define BROADSIDE_TUI_KEYBOARD_H

#include "tui/term.h"

enum action {
    ACTION_NONE,
    ACTION_UP,
    ACTION_DOWN,
    ACTION_LEFT,
    ACTION_RIGHT,
    ACTION_PAGE_UP,
    ACTION_PAGE_DOWN,
    ACTION_START,
    ACTION_END,
    ACTION_CONFIRM,
    ACTION_BACK,
    ACTION_QUIT,
    ACTION_HELP,
    /* placing */
    ACTION_ROTATE,
    ACTION_RANDOM,     /* the rest of the fleet */
    ACTION_RANDOM_ONE, /* this ship */
    ACTION_UNDO,
    ACTION_CLEAR,
    ACTION_NEXT_SHIP,
    /* battle */
    ACTION_FIRE,
    ACTION_RADAR,
    ACTION_SMOKE,
    ACTION_ARTILLERY,
    ACTION_TORPEDO,
    ACTION_TURN, /* a torpedo from row to column */
    ACTION_RAISE,
    ACTION_HINT,
    ACTION_TYPE,   /* a command as text */
    ACTION_SWITCH, /* to the other board */
    ACTION_RESIGN,
    ACTION_SAVE,
    /* afterwards */
    ACTION_REPLAY,
    ACTION_REVIEW,
    ACTION_REMATCH,
    ACTION_PAUSE,
    ACTION_FASTER,
    ACTION_SLOWER,
    ACTION_HEAT,
    ACTIONS,
    ACTION_ARROWS = ACTIONS, /* all four at once; only in hints */
};

enum { MAX_BINDINGS = 6 };

struct binding {
    enum term_key key; /* or KEY_UNKNOWN, and a character: */
    char text[8];
};

struct keyboard {
    struct binding binding[ACTIONS][MAX_BINDINGS];
};

/* The bindings that every screen starts with. */
void keyboard_init(struct keyboard *keyboard);

/* Binds an action anew: names of keys separated by blanks. Refused with a sentence where the action
 * or a key is not known; the keyboard then stays as it was. */
enum error keyboard_bind(struct keyboard *keyboard, const char *action, const char *keys,
                         struct message *message);

/* What an input means on a screen that knows these actions (ended by ACTION_NONE). Interrupt and
 * end are no actions. */
enum action keyboard_action(const struct keyboard *keyboard, const struct input *input,
                            const enum action *known);

/* The name of the first key of an action, as the screen shows it. */
const char *keyboard_label(const struct keyboard *keyboard, enum action action);

/* All four keys that move, by one word where they are the arrows. */
enum { ARROWS_SIZE = 64 };
void keyboard_arrows(const struct keyboard *keyboard, char text[ARROWS_SIZE]);

/* What stands in the settings, and what the screen says: "rotate". NULL past the last. */
const char *keyboard_action_name(enum action action);
const char *keyboard_action_label(enum action action);

/* Lists keys and what they do, from this row on, in as many rows as it takes; returns how many. */
struct key_hint {
    enum action action;
    const char *says; /* NULL for the action's own label; empty: the next one says it for both */
};
int keyboard_draw(const struct keyboard *keyboard, int row, const struct key_hint *hints);

#endif
