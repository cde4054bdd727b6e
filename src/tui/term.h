/* The terminal of the screen game. Hides curses: screens use rows and columns from 0, styles,
 * glyphs and inputs.
 *
 * A screen is redrawn completely whenever something may have changed; curses sends only the
 * differences. There is only one terminal, so the state is global. */
#ifndef BROADSIDE_TUI_TERM_H
#define BROADSIDE_TUI_TERM_H

#include "base/error.h"
#include "base/text.h"
#include "session/heat.h"

enum { TERM_ROWS = 20, TERM_COLUMNS = 60 }; /* the smallest size supported */

/* Colour is only an addition to shapes: no information depends on it. */
enum style {
    STYLE_PLAIN,
    STYLE_TITLE,
    STYLE_DIM,
    STYLE_KEY,    /* name of a key */
    STYLE_CHOSEN, /* selected line of a menu */
    STYLE_WATER,
    STYLE_MISS,
    STYLE_HIT,
    STYLE_SUNK,
    STYLE_SHIP,
    STYLE_SMOKE,
    STYLE_GOOD,  /* fits, won */
    STYLE_BAD,   /* does not fit, lost */
    STYLE_FLASH, /* an explosion, from its brightest moment to the last */
    STYLE_FIRE,
    STYLE_EMBER,
    STYLE_HEAT, /* the coldest; STYLE_HEAT + HEAT_STEPS - 1 is the hottest */
};

/* Signs in UTF-8, or their ASCII substitutes. */
enum glyph {
    GLYPH_WATER,
    GLYPH_MISS,
    GLYPH_HIT,
    GLYPH_SUNK,
    GLYPH_SHIP,
    GLYPH_SURE, /* certainly water */
    GLYPH_WRECK,
    GLYPH_SMOKE,
    GLYPH_HIDDEN, /* a ship under smoke */
    GLYPH_FOUND,  /* radar found ships around here */
    GLYPH_EMPTY,  /* radar found nothing */
    GLYPH_ARROW,  /* marks the selected line */
    GLYPH_LEFT,
    GLYPH_RIGHT,
    GLYPH_UP,
    GLYPH_DOWN,
    GLYPH_LINE,
    GLYPH_BAR,
    GLYPH_BLAST, /* of an explosion */
    GLYPH_HULL,  /* a ship in a large cell */
    GLYPHS
};

enum input_kind {
    INPUT_TIMEOUT,
    INPUT_KEY,       /* a key other than a character: `key` */
    INPUT_CHARACTER, /* a printable character in UTF-8: `text` */
    INPUT_MOUSE,     /* left button pressed at `row`, `column` */
    INPUT_RESIZE,
    INPUT_INTERRUPT, /* Ctrl-C: ask whether to quit */
    INPUT_END,       /* terminal gone, SIGTERM, SIGHUP or two Ctrl-C at once: leave at once */
};

enum term_key {
    TERM_KEY_NONE,
    TERM_KEY_UP,
    TERM_KEY_DOWN,
    TERM_KEY_LEFT,
    TERM_KEY_RIGHT,
    TERM_KEY_PAGE_UP,
    TERM_KEY_PAGE_DOWN,
    TERM_KEY_HOME,
    TERM_KEY_END,
    TERM_KEY_ENTER,
    TERM_KEY_ESCAPE,
    TERM_KEY_TAB,
    TERM_KEY_BACKSPACE,
    TERM_KEY_F1,
    TERM_KEY_DELETE,
    TERM_KEY_REDRAW, /* Ctrl-L */
    TERM_KEY_ERASE,  /* Ctrl-U: the line */
};

struct input {
    enum input_kind kind;
    enum term_key key;
    char text[8];
    int row, column;
};

struct term_options {
    bool ascii;     /* even in a UTF-8 locale */
    bool no_colour; /* also set by NO_COLOR in the environment */
    bool no_mouse;
};

/* ERR_TERMINAL if the terminal cannot be drawn on or the program was built without curses.
 * Handles SIGINT, SIGTERM and SIGHUP until term_close. */
enum error term_open(const struct term_options *options, struct message *message);

/* Restores the terminal and the signal handlers. Does nothing if the terminal is not open. */
void term_close(void);

int term_rows(void);
int term_columns(void);

/* False with NO_COLOR, and on a terminal without colours. */
bool term_has_colour(void);

/* Drawing outside the screen is cut off. Text is UTF-8; characters that the terminal cannot show
 * become `?`. */
void term_clear(void);
void term_put(int row, int column, enum style style, const char *text);
void term_format(int row, int column, enum style style, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Puts at most `width` columns; returns the number used. */
int term_put_within(int row, int column, int width, enum style style, const char *text);
/* The water below what is drawn next: 1 is shallow, SEA_SHADES deep, 0 the terminal's background.
 * Terminals with fewer than 256 colours show no water. */
enum { SEA_SHADES = 6 };
void term_sea(int shade);
/* Reverses cells that are already drawn; also visible without colour. */
void term_reverse(int row, int column, int width);
int term_width(const char *text); /* in columns */
const char *term_glyph(enum glyph glyph);

/* Sends what was drawn to the terminal. */
void term_show(void);
void term_bell(void);

/* Waits for an input, at most `milliseconds` (forever if negative). Does not draw. */
void term_read(int milliseconds, struct input *input);
/* Returns an input to be read again; only one at a time. */
void term_unread(const struct input *input);

/* Draws a page, or a note that the terminal is too small, and waits for an input. Resizes are
 * handled here. While it is too small, only INPUT_INTERRUPT and INPUT_END are returned. */
struct page {
    void (*draw)(void *state);
    void *state;
};
void term_ask(const struct page *page, int milliseconds, struct input *input);

#endif
