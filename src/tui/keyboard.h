/* Key bindings. A screen lists the actions it knows, and a key means the first of them that it is
 * bound to: `r` can rotate a ship on one screen and use the radar on another. A line
 * `key.ACTION = KEY KEY ...` in the settings file changes a binding, for example
 * `key.rotate = r Space`. */
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
    ACTION_DELETE, /* an unfinished game */
    /* placing */
    ACTION_ROTATE,
    ACTION_RANDOM,     /* the remaining ships */
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
    ACTION_TURN, /* a torpedo between row and column */
    ACTION_RAISE,
    ACTION_HINT,
    ACTION_TYPE,   /* a command as text */
    ACTION_SWITCH, /* to the other board */
    ACTION_STATUS,
    ACTION_RESIGN,
    ACTION_SAVE,
    /* after the game, viewer */
    ACTION_REPLAY,
    ACTION_REVIEW,
    ACTION_REMATCH,
    ACTION_PAUSE,
    ACTION_FASTER,
    ACTION_SLOWER,
    ACTION_HEAT,
    /* puzzles */
    ACTION_NEXT_PUZZLE,
    ACTIONS,
    ACTION_ARROWS = ACTIONS, /* all four at once; only for display */
};

enum { MAX_BINDINGS = 6 };

struct binding {
    enum term_key key; /* TERM_KEY_NONE for a character */
    char text[8];      /* the character */
};

struct keyboard {
    struct binding binding[ACTIONS][MAX_BINDINGS];
};

/* Sets the default bindings. */
void keyboard_init(struct keyboard *keyboard);

/* Replaces the keys of an action by `keys`, names separated by blanks. On error the keyboard is
 * unchanged. */
enum error keyboard_bind(struct keyboard *keyboard, const char *action, const char *keys,
                         struct message *message);

/* What an input means to a screen with these actions (ended by ACTION_NONE), or ACTION_NONE. */
enum action keyboard_action(const struct keyboard *keyboard, const struct input *input,
                            const enum action *known);

/* The name of the first key of an action. */
const char *keyboard_label(const struct keyboard *keyboard, enum action action);

/* The four keys that move the cursor: "arrows" by default, else their names. */
enum { ARROWS_SIZE = 64 };
void keyboard_arrows(const struct keyboard *keyboard, char text[ARROWS_SIZE]);

/* The name of an action in the settings file (NULL after the last one), its label on the screen,
 * and the names of its default keys, separated by blanks. */
const char *keyboard_action_name(enum action action);
const char *keyboard_action_label(enum action action);
const char *keyboard_default_keys(enum action action);

/* Draws keys and what they do in at most two rows, starting at `row`. On a narrow screen the
 * last ones are left out, but never help, which lists all keys. Returns the number of rows used. */
struct key_hint {
    enum action action;
    const char *label; /* NULL: the usual one; "": the next hint's label is for both keys */
};
int keyboard_draw(const struct keyboard *keyboard, int row, int columns,
                  const struct key_hint *hints);

#endif
