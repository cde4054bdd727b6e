/* The terminal of the screen game: opened once, left clean on every way out. Curses lives behind
 * this header; screens know rows and columns from 0, styles, glyphs and inputs.
 *
 * A screen is drawn whole from its state whenever something may have changed; only what differs
 * goes to the terminal. There is one terminal, so there is one of this, and no value to hand
 * around. */
#ifndef BROADSIDE_TUI_TERM_H
#define BROADSIDE_TUI_TERM_H

#include "base/error.h"
#include "base/text.h"

enum { TERM_ROWS = 24, TERM_COLUMNS = 80 }; /* the least that screens must fit on */

/* How a thing looks. Colour only comes on top of shapes: nothing is told by colour alone. */
enum style {
    STYLE_PLAIN,
    STYLE_TITLE,
    STYLE_DIM,
    STYLE_KEY,    /* the name of a key */
    STYLE_CHOSEN, /* the line of a menu the cursor is on */
    STYLE_WATER,
    STYLE_MISS,
    STYLE_HIT,
    STYLE_SUNK,
    STYLE_SHIP,
    STYLE_SMOKE,
    STYLE_GOOD, /* fits, won */
    STYLE_BAD,  /* does not fit, lost */
    STYLE_HEAT, /* the coldest; STYLE_HEAT + HEAT_STEPS - 1 is the hottest */
};
enum { HEAT_STEPS = 6 };

/* Signs in UTF-8, or what stands for them in plain ASCII. */
enum glyph {
    GLYPH_WATER,
    GLYPH_MISS,
    GLYPH_HIT,
    GLYPH_SUNK,
    GLYPH_SHIP,
    GLYPH_SURE, /* surely water */
    GLYPH_WRECK,
    GLYPH_SMOKE,
    GLYPH_ARROW, /* the chosen line */
    GLYPH_LEFT,
    GLYPH_RIGHT,
    GLYPH_UP,
    GLYPH_DOWN,
    GLYPH_LINE,
    GLYPH_BAR,
    GLYPHS
};

enum input_kind {
    INPUT_TIMEOUT,
    INPUT_KEY,       /* a key that is no character: `key` */
    INPUT_CHARACTER, /* a printable one, in UTF-8: `text` */
    INPUT_MOUSE,     /* the left button went down: `row`, `column` */
    INPUT_RESIZE,
    INPUT_INTERRUPT, /* Ctrl-C: ask */
    INPUT_END,       /* the terminal is gone, or somebody wants the program to end: leave now */
};

enum term_key {
    KEY_UNKNOWN,
    KEY_ARROW_UP,
    KEY_ARROW_DOWN,
    KEY_ARROW_LEFT,
    KEY_ARROW_RIGHT,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_TO_START,
    KEY_TO_END,
    KEY_RETURN,
    KEY_ESCAPE,
    KEY_TABULATOR,
    KEY_RUB_OUT,
    KEY_FUNCTION_ONE,
    KEY_REDRAW, /* Ctrl-L */
};

struct input {
    enum input_kind kind;
    enum term_key key;
    char text[8];
    int row, column;
};

struct term_options {
    bool ascii;     /* whatever the locale says */
    bool no_colour; /* NO_COLOR, or asked for */
    bool no_mouse;
};

/* ERR_UNAVAILABLE with a sentence where there is no terminal that can be drawn on, or the program
 * was built without curses. */
enum error term_open(const struct term_options *options, struct message *message);
void term_close(void); /* may be called twice */

int term_rows(void);
int term_columns(void);
bool term_is_large_enough(void);

/* Drawing; what lies outside is cut off. Text is UTF-8; what the terminal cannot show becomes `?`.
 */
void term_clear(void);
void term_put(int row, int column, enum style style, const char *text);
void term_format(int row, int column, enum style style, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* At most `width` columns of it; returns how many were used. */
int term_put_within(int row, int column, int width, enum style style, const char *text);
/* Turns what stands there to its reverse: cursors and previews, also without colour. */
void term_reverse(int row, int column, int width);
int term_width(const char *text); /* columns it takes */
const char *term_glyph(enum glyph glyph);

/* Shows what was drawn. */
void term_show(void);

/* The next input, at most `milliseconds` later (forever if negative). Does not draw. */
void term_read(int milliseconds, struct input *input);

/* A screen: draws `page`, or a note that the terminal is too small, and waits for an input that
 * matters. While the terminal is too small only INPUT_INTERRUPT and INPUT_END come back. */
struct page {
    void (*draw)(void *state);
    void *state;
};
void term_ask(const struct page *page, int milliseconds, struct input *input);

#endif
