/* The only file that uses curses. Signal handlers only set a flag, which ends the current wait soon
 * after; the screens then return, so the game is saved and the terminal restored. */
#define _XOPEN_SOURCE 700 /* wcwidth */
#include "tui/term.h"

#ifdef HAVE_NCURSESW

#define NCURSES_NOMACROS 1
#define NCURSES_WIDECHAR 1

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum {
    SLICE = 250,        /* milliseconds between looks at the flags */
    ESCAPE_DELAY = 25,  /* milliseconds for an escape sequence to arrive */
    REST_DELAY = 100,   /* and for each character after `ESC [`, which cannot be a lone Escape */
    MOST_SEQUENCE = 32, /* characters of an escape sequence */
    MOST_EMPTY = 8,     /* consecutive empty reads that mean the end of the input */
    MOST_COLUMNS = 100000,
    MOUSE_MODIFIERS = 4 | 8 | 16, /* Shift, Alt and Ctrl in the button of a mouse report */
    LINE_ROOM = 1024,
    TYPE_SIZE = 64,
};

enum read_result { READ_NOTHING, READ_IGNORED, READ_INPUT };

enum { STYLES = STYLE_HEAT + HEAT_STEPS };

static struct {
    bool is_open, ascii, colour, has_unread;
    SCREEN *screen;
    int sea; /* the current shade */
    attr_t look[STYLES];
    short pair[1 + SEA_SHADES][STYLES];
    struct input unread;
} term;

static volatile sig_atomic_t interrupted, ended;

/* Signals that we handle, and then those that only curses handles. */
static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH};
enum { CAUGHT = 3, SIGNALS = sizeof signals / sizeof signals[0] };
static struct sigaction previous[SIGNALS];

static void note_signal(int number)
{
    if (number == SIGINT && !interrupted)
        interrupted = 1;
    else
        ended = 1; /* also at a second Ctrl-C before the first one was read */
}

/* Must be called before newterm, which installs handlers where there are none. */
static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = note_signal};

    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], i < CAUGHT ? &action : NULL, &previous[i]);
}

static void restore_signals(void)
{
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &previous[i], NULL);
}

/* Without colour, hits are bold and unimportant things dim. */
static const struct {
    attr_t bare, with_colour;
    short front, back, front_256, back_256; /* -1: the terminal's default */
} looks[STYLES] = {
    [STYLE_PLAIN] = {A_NORMAL, A_NORMAL, -1, -1, -1, -1},
    [STYLE_TITLE] = {A_BOLD, A_BOLD, -1, -1, -1, -1},
    [STYLE_DIM] = {A_DIM, A_DIM, -1, -1, -1, -1},
    [STYLE_KEY] = {A_BOLD, A_BOLD, COLOR_CYAN, -1, COLOR_CYAN, -1},
    [STYLE_CHOSEN] = {A_REVERSE, A_REVERSE, -1, -1, -1, -1},
    [STYLE_WATER] = {A_DIM, A_NORMAL, COLOR_BLUE, -1, 31, -1},
    [STYLE_MISS] = {A_NORMAL, A_NORMAL, COLOR_CYAN, -1, 117, -1},
    [STYLE_HIT] = {A_BOLD, A_BOLD, COLOR_YELLOW, -1, 214, -1},
    [STYLE_SUNK] = {A_BOLD, A_BOLD, COLOR_RED, -1, 167, -1},
    [STYLE_SHIP] = {A_BOLD, A_BOLD, -1, -1, -1, -1},
    [STYLE_SMOKE] = {A_DIM, A_NORMAL, COLOR_MAGENTA, -1, 176, -1},
    [STYLE_GOOD] = {A_BOLD, A_BOLD, COLOR_CYAN, -1, 80, -1},
    [STYLE_BAD] = {A_UNDERLINE, A_UNDERLINE | A_BOLD, COLOR_RED, -1, 209, -1},
    [STYLE_FLASH] = {A_BOLD | A_REVERSE, A_BOLD, COLOR_BLACK, COLOR_YELLOW, 16, 229},
    [STYLE_FIRE] = {A_BOLD | A_REVERSE, A_BOLD, COLOR_YELLOW, COLOR_RED, 228, 202},
    [STYLE_EMBER] = {A_BOLD, A_BOLD, COLOR_RED, -1, 208, 52},
    [STYLE_HEAT + 0] = {A_DIM, A_NORMAL, COLOR_BLUE, -1, 244, -1},
    [STYLE_HEAT + 1] = {A_NORMAL, A_NORMAL, COLOR_BLUE, -1, 252, 17},
    [STYLE_HEAT + 2] = {A_NORMAL, A_NORMAL, COLOR_CYAN, -1, 255, 24},
    [STYLE_HEAT + 3] = {A_NORMAL, A_BOLD, COLOR_CYAN, -1, 16, 73},
    [STYLE_HEAT + 4] = {A_BOLD, A_NORMAL, COLOR_YELLOW, -1, 16, 179},
    [STYLE_HEAT + 5] = {A_BOLD | A_REVERSE, A_BOLD, COLOR_YELLOW, -1, 16, 220},
};

/* The water, from shallow to deep. The palette of 256 colours has only few dark blues. */
static const struct {
    short colour_256;
    int rgb;
} sea[SEA_SHADES] = {{18, 0x14466b}, {18, 0x103c5f}, {18, 0x0d3253},
                     {17, 0x0a2947}, {17, 0x08213b}, {17, 0x061a30}};
enum { SEA_FRONT = 251 /* replaces the terminal's default on water */, SEA_HIT = 52 /* burns */ };

enum palette { PALETTE_NONE, PALETTE_8, PALETTE_256, PALETTE_RGB };

static enum palette find_palette(void)
{
    if (!term.colour)
        return PALETTE_NONE;
#if defined(NCURSES_EXT_COLORS) && NCURSES_EXT_COLORS
    if (COLORS > 256)
        return PALETTE_RGB;
#endif
    return COLORS == 256 && COLOR_PAIRS > (1 + SEA_SHADES) * STYLES ? PALETTE_256 : PALETTE_8;
}

/* A colour of the palette of 256 on a terminal whose colours are red, green and blue. The first
 * eight are the same on all terminals. */
static int rgb_of(int colour)
{
    static const int levels[] = {0, 95, 135, 175, 215, 255};
    int cube = colour - 16, grey = 8 + 10 * (colour - 232);

    if (colour < 16)
        return colour;
    if (colour >= 232)
        return grey << 16 | grey << 8 | grey;
    return levels[cube / 36] << 16 | levels[cube / 6 % 6] << 8 | levels[cube % 6];
}

static short make_pair(enum palette palette, enum style style, int shade)
{
    short pair = (short)((palette >= PALETTE_256 ? shade : 0) * STYLES + (int)style + 1);
    int front = palette == PALETTE_8 ? looks[style].front : looks[style].front_256;
    int back = palette == PALETTE_8 ? looks[style].back : looks[style].back_256;
    bool is_sea = palette >= PALETTE_256 && shade > 0 && back < 0;

    if (is_sea && style == STYLE_HIT) {
        back = SEA_HIT;
        is_sea = false;
    }
    if (is_sea && front < 0)
        front = SEA_FRONT;
    if (is_sea)
        back = sea[shade - 1].colour_256;
    if (palette == PALETTE_NONE || (front < 0 && back < 0))
        return 0;
#if defined(NCURSES_EXT_COLORS) && NCURSES_EXT_COLORS
    if (palette == PALETTE_RGB) {
        init_extended_pair(pair, rgb_of(front), is_sea ? sea[shade - 1].rgb : rgb_of(back));
        return pair;
    }
#endif
    init_pair(pair, (short)front, (short)back);
    return pair;
}

static void choose_looks(void)
{
    enum palette palette = find_palette();

    for (int style = 0; style < STYLES; style++) {
        term.look[style] = term.colour ? looks[style].with_colour : looks[style].bare;
        for (int shade = 0; shade <= SEA_SHADES; shade++)
            term.pair[shade][style] = make_pair(palette, (enum style)style, shade);
    }
}

static bool locale_is_utf8(void)
{
    setlocale(LC_CTYPE, "");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static bool has_no_color_set(void)
{
    const char *no_colour = getenv("NO_COLOR");

    return no_colour && no_colour[0];
}

/* True colour needs a description of the terminal with direct colours. Where the terminal has them
 * but TERM does not say so, as is usual, the description is one of the same family. */
static SCREEN *open_screen(bool has_colour)
{
    const char *type = getenv("TERM"), *depth = getenv("COLORTERM");
    char direct[TYPE_SIZE];
    SCREEN *screen = NULL;

    if (has_colour && type && depth &&
        (strcmp(depth, "truecolor") == 0 || strcmp(depth, "24bit") == 0)) {
        snprintf(direct, sizeof direct, "%.*s-direct", (int)strcspn(type, "-"), type);
        screen = newterm(direct, stdout, stdin);
    }
    return screen ? screen : newterm(NULL, stdout, stdin);
}

enum error term_open(const struct term_options *options, struct message *message)
{
    const char *type = getenv("TERM");
    bool wants_colour = !options->no_colour && !has_no_color_set();

    memset(&term, 0, sizeof term);
    interrupted = ended = 0;
    term.ascii = !locale_is_utf8() || options->ascii;
    catch_signals();
    term.screen = open_screen(wants_colour);
    if (!term.screen) {
        restore_signals();
        return error_set(
            ERR_TERMINAL, message,
            "the full-screen game does not work on this terminal (TERM is '%s'); use --plain",
            type ? type : "");
    }
    set_term(term.screen);
    term.is_open = true;
    set_escdelay(ESCAPE_DELAY);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    intrflush(stdscr, FALSE);
    curs_set(0);
    if (wants_colour && has_colors()) {
        start_color();
        use_default_colors();
        term.colour = true;
    }
    choose_looks();
    if (!options->no_mouse) {
        mouseinterval(0); /* a press is a click: do not wait for a double click */
        mousemask(BUTTON1_PRESSED, NULL);
    }
    return OK;
}

void term_close(void)
{
    if (!term.is_open)
        return;
    term.is_open = false;
    endwin();
    delscreen(term.screen);
    restore_signals();
}

int term_rows(void)
{
    return getmaxy(stdscr);
}

int term_columns(void)
{
    return getmaxx(stdscr);
}

bool term_has_colour(void)
{
    return term.colour;
}

static bool is_large_enough(void)
{
    return term_rows() >= TERM_ROWS && term_columns() >= TERM_COLUMNS;
}

const char *term_glyph(enum glyph glyph)
{
    static const char *const glyphs[GLYPHS][2] = {
        [GLYPH_WATER] = {"\u00b7", "~"},  [GLYPH_MISS] = {"\u25cb", "o"},
        [GLYPH_HIT] = {"\u2736", "*"},    [GLYPH_SUNK] = {"\u2593", "%"},
        [GLYPH_SHIP] = {"\u25a0", "#"},   [GLYPH_SURE] = {"-", "."},
        [GLYPH_WRECK] = {"\u00d7", "x"},  [GLYPH_SMOKE] = {"\u2591", "="},
        [GLYPH_FOUND] = {"?", "?"},       [GLYPH_EMPTY] = {"_", "_"},
        [GLYPH_HIDDEN] = {"\u25a3", "&"}, [GLYPH_ARROW] = {"\u25b6", ">"},
        [GLYPH_LEFT] = {"\u25c0", "<"},   [GLYPH_RIGHT] = {"\u25b6", ">"},
        [GLYPH_UP] = {"\u25b2", "^"},     [GLYPH_DOWN] = {"\u25bc", "v"},
        [GLYPH_LINE] = {"\u2500", "-"},   [GLYPH_BAR] = {"\u2502", "|"},
        [GLYPH_BLAST] = {"\u2739", "*"},  [GLYPH_HULL] = {"\u2588", "#"},
    };

    return glyphs[glyph][term.ascii];
}

/* Copies the next character to `sign`, or `?` if it is broken or cannot be shown. */
static const char *next_sign(const char *text, char sign[8], int *width)
{
    wchar_t wide;
    mbstate_t state;
    size_t length;

    memset(&state, 0, sizeof state);
    length = mbrtowc(&wide, text, MB_CUR_MAX, &state);
    if (length == (size_t)-1 || length == (size_t)-2 || length == 0 || length >= 8) {
        /* Not valid in this locale: skip a whole UTF-8 character. */
        memcpy(sign, "?", 2);
        *width = 1;
        for (text++; ((unsigned char)*text & 0xc0) == 0x80;)
            text++;
        return text;
    }
    *width = wcwidth(wide);
    if (*width < 0 || (term.ascii && (unsigned char)*text >= 0x80)) {
        memcpy(sign, "?", 2);
        *width = 1;
    } else {
        memcpy(sign, text, length);
        sign[length] = '\0';
    }
    return text + length;
}

int term_width(const char *text)
{
    int sum = 0, width;
    char sign[8];

    while (*text) {
        text = next_sign(text, sign, &width);
        sum += width;
    }
    return sum;
}

int term_put_within(int row, int column, int width, enum style style, const char *text)
{
    int used = 0, wide;
    char sign[8];

    if (row < 0 || row >= term_rows())
        return 0;
    attr_set(term.look[style], term.pair[term.sea][style], NULL);
    while (*text) {
        text = next_sign(text, sign, &wide);
        if (used + wide > width || column + used + wide > term_columns())
            break;
        if (column + used >= 0)
            mvaddstr(row, column + used, sign);
        used += wide;
    }
    attr_set(A_NORMAL, 0, NULL);
    return used;
}

void term_put(int row, int column, enum style style, const char *text)
{
    term_put_within(row, column, term_columns(), style, text);
}

void term_format(int row, int column, enum style style, const char *format, ...)
{
    char line[LINE_ROOM];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    term_put(row, column, style, line);
}

void term_sea(int shade)
{
    term.sea = shade;
}

void term_reverse(int row, int column, int width)
{
    for (int i = 0; i < width; i++) {
        attr_t look;
        short pair;
        cchar_t cell;
        wchar_t text[CCHARW_MAX + 1];

        if (row < 0 || row >= term_rows() || column + i < 0 || column + i >= term_columns() ||
            mvin_wch(row, column + i, &cell) == ERR)
            continue;
        getcchar(&cell, text, &look, &pair, NULL);
        mvchgat(row, column + i, 1, look | A_REVERSE, pair, NULL);
    }
}

void term_clear(void)
{
    erase();
}

void term_show(void)
{
    refresh();
}

void term_bell(void)
{
    beep();
}

/* --- input -------------------------------------------------------------------------------------*/

static enum term_key curses_key(int code)
{
    switch (code) {
    case KEY_UP:
        return TERM_KEY_UP;
    case KEY_DOWN:
        return TERM_KEY_DOWN;
    case KEY_LEFT:
        return TERM_KEY_LEFT;
    case KEY_RIGHT:
        return TERM_KEY_RIGHT;
    case KEY_PPAGE:
        return TERM_KEY_PAGE_UP;
    case KEY_NPAGE:
        return TERM_KEY_PAGE_DOWN;
    case KEY_HOME:
        return TERM_KEY_HOME;
    case KEY_END:
        return TERM_KEY_END;
    case KEY_DC:
        return TERM_KEY_DELETE;
    case KEY_ENTER:
        return TERM_KEY_ENTER;
    case KEY_BTAB:
        return TERM_KEY_TAB;
    case KEY_BACKSPACE:
        return TERM_KEY_BACKSPACE;
    case KEY_F(1):
        return TERM_KEY_F1;
    default:
        return TERM_KEY_NONE;
    }
}

static enum term_key control_key(wint_t character)
{
    switch (character) {
    case '\r':
    case '\n':
        return TERM_KEY_ENTER;
    case '\t':
        return TERM_KEY_TAB;
    case 27:
        return TERM_KEY_ESCAPE;
    case 8:
    case 127:
        return TERM_KEY_BACKSPACE;
    case 12:
        return TERM_KEY_REDRAW;
    case 21:
        return TERM_KEY_ERASE;
    default:
        return TERM_KEY_NONE;
    }
}

static enum read_result set_mouse(struct input *input, int row, int column)
{
    input->kind = INPUT_MOUSE;
    input->row = row;
    input->column = column;
    return READ_INPUT;
}

static enum read_result read_mouse(struct input *input)
{
    MEVENT event;

    if (getmouse(&event) != OK || !(event.bstate & BUTTON1_PRESSED))
        return READ_IGNORED;
    return set_mouse(input, event.y, event.x);
}

/* The two encodings of the mouse. Curses knows only the one that terminfo names, but multiplexers
 * and remote terminals send the other one too. Of both, only a press of the left button counts. */

/* X10, after `ESC [ M`: button, column and row as bytes, which need not be characters. */
static enum read_result read_x10_mouse(struct input *input)
{
    int button = getch(), column = getch(), row = getch();

    if (row == ERR || (button & ~MOUSE_MODIFIERS) != ' ' || column <= ' ' || row <= ' ')
        return READ_IGNORED;
    return set_mouse(input, row - ' ' - 1, column - ' ' - 1);
}

/* SGR, after `ESC [ <`: BUTTON;COLUMN;ROW and `M` for a press, `m` for a release. */
static enum read_result read_sgr_mouse(struct input *input)
{
    int number[3] = {0}, at = 0, character = 0;

    for (int i = 0; i < MOST_SEQUENCE; i++) {
        character = getch();
        if (character == ';' && at < 2)
            at++;
        else if (character >= '0' && character <= '9' && number[at] < MOST_COLUMNS)
            number[at] = 10 * number[at] + character - '0';
        else
            break;
    }
    if (character != 'M' || at < 2 || (number[0] & ~MOUSE_MODIFIERS) != 0 || number[1] < 1 ||
        number[2] < 1)
        return READ_IGNORED;
    return set_mouse(input, number[2] - 1, number[1] - 1);
}

/* Reads what follows `ESC [` or `ESC O`. */
static enum read_result read_rest(struct input *input)
{
    wint_t character;

    for (int i = 0; i < MOST_SEQUENCE; i++) {
        if (get_wch(&character) == ERR)
            break;
        if (i == 0 && character == '<')
            return read_sgr_mouse(input);
        if (i == 0 && character == 'M')
            return read_x10_mouse(input);
        if (character >= '@' && character <= '~')
            break;
    }
    return READ_IGNORED;
}

/* Reads the rest of an escape sequence that curses does not know, so that it is taken neither for
 * Escape nor for typed letters, even if it arrives in parts. READ_NOTHING after a lone Escape. */
static enum read_result read_sequence(struct input *input)
{
    wint_t character;
    enum read_result found;

    if (get_wch(&character) == ERR)
        return READ_NOTHING;
    if (character != '[' && character != 'O')
        return READ_IGNORED; /* Alt and a letter */
    timeout(REST_DELAY);
    found = read_rest(input);
    nodelay(stdscr, TRUE);
    return found;
}

static enum read_result read_input(struct input *input)
{
    wint_t character;
    int kind = get_wch(&character);
    enum read_result found;
    mbstate_t state;
    size_t length;

    if (kind == ERR)
        return READ_NOTHING;
    if (kind == KEY_CODE_YES && character == KEY_MOUSE)
        return read_mouse(input);
    if (kind == KEY_CODE_YES && character == KEY_RESIZE) {
        input->kind = INPUT_RESIZE;
        return READ_INPUT;
    }
    if (kind != KEY_CODE_YES && character == 27 && (found = read_sequence(input)) != READ_NOTHING)
        return found;
    input->kind = INPUT_KEY;
    input->key = kind == KEY_CODE_YES ? curses_key((int)character) : control_key(character);
    if (input->key != TERM_KEY_NONE)
        return READ_INPUT;
    if (kind == KEY_CODE_YES || character < ' ')
        return READ_IGNORED;
    memset(&state, 0, sizeof state);
    length = wcrtomb(input->text, (wchar_t)character, &state);
    if (length == (size_t)-1)
        return READ_IGNORED;
    input->text[length] = '\0';
    input->kind = INPUT_CHARACTER;
    return READ_INPUT;
}

/* Waits for the terminal to become readable. If it is readable again and again without any bytes,
 * the input has ended; `empty` counts these. */
static void wait_for_input(int milliseconds, int *empty)
{
    struct pollfd terminal = {STDIN_FILENO, POLLIN, 0};

    if (poll(&terminal, 1, milliseconds) <= 0)
        *empty = 0;
    else if (!(terminal.revents & POLLIN) || ++*empty > MOST_EMPTY)
        ended = 1;
}

void term_read(int milliseconds, struct input *input)
{
    int left = milliseconds, empty = 0;

    memset(input, 0, sizeof *input);
    if (term.has_unread) {
        *input = term.unread;
        term.has_unread = false;
        return;
    }
    for (;;) {
        enum read_result found = ended || interrupted ? READ_NOTHING : read_input(input);
        int part = left < 0 || left > SLICE ? SLICE : left;

        if (ended || interrupted) {
            input->kind = ended ? INPUT_END : INPUT_INTERRUPT;
            interrupted = 0;
            return;
        }
        if (found == READ_INPUT)
            return;
        if (found == READ_IGNORED)
            continue;
        if (left == 0) {
            input->kind = INPUT_TIMEOUT;
            return;
        }
        wait_for_input(part, &empty);
        if (left > 0 && empty == 0)
            left -= part;
    }
}

void term_unread(const struct input *input)
{
    term.unread = *input;
    term.has_unread = true;
}

/* --- screens -----------------------------------------------------------------------------------*/

static void draw_too_small(void)
{
    char line[LINE_ROOM];
    int row = term_rows() / 2;

    snprintf(line, sizeof line, "%s %dx%d.", term_columns() < 22 ? "Needs" : "Broadside needs",
             TERM_COLUMNS, TERM_ROWS);
    term_put(row > 0 ? row - 1 : 0, 0, STYLE_TITLE, line);
    snprintf(line, sizeof line, "This is %dx%d.", term_columns(), term_rows());
    term_put(row > 0 ? row : 1, 0, STYLE_PLAIN, line);
    term_put(row > 0 ? row + 1 : 2, 0, STYLE_PLAIN, "Make it larger.");
}

void term_ask(const struct page *page, int milliseconds, struct input *input)
{
    for (;;) {
        bool fits = is_large_enough();

        term_clear();
        if (fits)
            page->draw(page->state);
        else
            draw_too_small();
        term_show();
        term_read(fits ? milliseconds : -1, input);
        if (input->kind == INPUT_KEY && input->key == TERM_KEY_REDRAW) {
            clearok(stdscr, TRUE);
            continue;
        }
        if (input->kind == INPUT_INTERRUPT || input->kind == INPUT_END)
            return;
        if (fits && is_large_enough() && input->kind != INPUT_RESIZE)
            return;
    }
}

#else

/* Built without curses: term_open fails, so nothing else is called. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

enum error term_open(const struct term_options *options, struct message *message)
{
    return error_set(ERR_TERMINAL, message,
                     "this program was built without the screen game "
                     "(install libncurses-dev and rebuild)");
}

void term_close(void)
{
}

int term_rows(void)
{
    return 0;
}

int term_columns(void)
{
    return 0;
}

void term_clear(void)
{
}

void term_put(int row, int column, enum style style, const char *text)
{
}

void term_format(int row, int column, enum style style, const char *format, ...)
{
}

int term_put_within(int row, int column, int width, enum style style, const char *text)
{
    return 0;
}

void term_sea(int shade)
{
}

void term_reverse(int row, int column, int width)
{
}

int term_width(const char *text)
{
    return 0;
}

const char *term_glyph(enum glyph glyph)
{
    return "";
}

void term_show(void)
{
}

void term_bell(void)
{
}

bool term_has_colour(void)
{
    return false;
}

void term_unread(const struct input *input)
{
}

void term_read(int milliseconds, struct input *input)
{
    *input = (struct input){.kind = INPUT_END};
}

void term_ask(const struct page *page, int milliseconds, struct input *input)
{
    term_read(milliseconds, input);
}

#endif
