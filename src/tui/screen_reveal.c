/* See screen_reveal.h. Large letters are blocks in reverse video, so they need neither colour nor
 * special fonts. The places that were already shown are listed below. */
#include "tui/screen_reveal.h"

#include <stdio.h>
#include <string.h>

enum {
    LETTER_ROWS = 5,
    LETTER_COLUMNS = 3,
    PIXEL_COLUMNS = 2, /* a cell of a terminal is about twice as high as wide */
    MOST_SCALE = 6,
    LINE_SIZE = 512,
};

/* Each row of a letter is three bits, the highest on the left. */
struct letter {
    char character;
    unsigned char row[LETTER_ROWS];
};

static const struct letter letters[] = {
    {'A', {2, 5, 7, 5, 5}},  {'B', {6, 5, 6, 5, 6}}, {'C', {3, 4, 4, 4, 3}}, {'D', {6, 5, 5, 5, 6}},
    {'E', {7, 4, 6, 4, 7}},  {'F', {7, 4, 6, 4, 4}}, {'G', {3, 4, 5, 5, 3}}, {'H', {5, 5, 7, 5, 5}},
    {'I', {7, 2, 2, 2, 7}},  {'J', {1, 1, 1, 5, 2}}, {'K', {5, 5, 6, 5, 5}}, {'L', {4, 4, 4, 4, 7}},
    {'M', {5, 7, 7, 5, 5}},  {'N', {6, 5, 5, 5, 5}}, {'O', {2, 5, 5, 5, 2}}, {'P', {6, 5, 6, 4, 4}},
    {'Q', {2, 5, 5, 7, 3}},  {'R', {6, 5, 6, 5, 5}}, {'S', {3, 4, 2, 1, 6}}, {'T', {7, 2, 2, 2, 2}},
    {'U', {5, 5, 5, 5, 7}},  {'V', {5, 5, 5, 5, 2}}, {'W', {5, 5, 7, 7, 5}}, {'X', {5, 5, 2, 5, 5}},
    {'Y', {5, 5, 2, 2, 2}},  {'Z', {7, 1, 2, 4, 7}}, {'0', {7, 5, 5, 5, 7}}, {'1', {2, 6, 2, 2, 7}},
    {'2', {6, 1, 2, 4, 7}},  {'3', {6, 1, 2, 1, 6}}, {'4', {5, 5, 7, 1, 1}}, {'5', {7, 4, 6, 1, 6}},
    {'6', {3, 4, 7, 5, 7}},  {'7', {7, 1, 2, 2, 2}}, {'8', {7, 5, 7, 5, 7}}, {'9', {7, 5, 7, 1, 6}},
    {' ', {0, 0, 0, 0, 0}},  {'.', {0, 0, 0, 0, 2}}, {'-', {0, 0, 7, 0, 0}}, {'+', {0, 2, 7, 2, 0}},
    {'_', {0, 0, 0, 0, 7}},  {'!', {2, 2, 2, 0, 2}}, {'(', {2, 4, 4, 4, 2}}, {')', {2, 1, 1, 1, 2}},
    {'\'', {2, 2, 0, 0, 0}}, {'/', {1, 1, 2, 4, 4}}, {':', {0, 2, 0, 2, 0}}, {'?', {6, 1, 2, 0, 2}},
};

struct reveal_screen {
    const char *title;
    const struct reveal_slide *slides;
    int count;
    int at; /* -1 before the first slide */
};

/* --- large text --------------------------------------------------------------------------------*/

/* NULL if there is no such letter. Small letters look like capitals. */
static const struct letter *find_letter(char character)
{
    if (character >= 'a' && character <= 'z')
        character = (char)(character - 'a' + 'A');
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if (letters[i].character == character)
            return &letters[i];
    return NULL;
}

/* The largest scale at which the text fits; 0 if it cannot be written in large letters. */
static int find_scale(const char *text, int rows, int columns)
{
    int length = (int)strlen(text), scale;

    for (const char *at = text; *at; at++)
        if (!find_letter(*at))
            return 0;
    for (scale = MOST_SCALE; scale > 0; scale--)
        if (LETTER_ROWS * scale <= rows &&
            length * (LETTER_COLUMNS + 1) * PIXEL_COLUMNS * scale <= columns)
            break;
    return length > 0 ? scale : 0;
}

static void put_letter(int row, int column, int scale, const struct letter *letter)
{
    int width = PIXEL_COLUMNS * scale;

    for (int y = 0; y < LETTER_ROWS * scale; y++)
        for (int x = 0; x < LETTER_COLUMNS; x++)
            if (letter->row[y / scale] >> (LETTER_COLUMNS - 1 - x) & 1)
                term_reverse(row + y, column + x * width, width);
}

/* Writes the text as large as it fits into these rows, or else in one ordinary line. Returns the
 * row below it. */
static int put_large(int row, int rows, enum style style, const char *text)
{
    int column = 2, scale = find_scale(text, rows, term_columns() - column);

    if (scale == 0) {
        term_put_within(row, column, term_columns() - column, style, text);
        return row + 2;
    }
    for (const char *at = text; *at; at++) {
        put_letter(row, column, scale, find_letter(*at));
        column += (LETTER_COLUMNS + 1) * PIXEL_COLUMNS * scale;
    }
    return row + LETTER_ROWS * scale + 1;
}

/* --- slides ------------------------------------------------------------------------------------*/

static int put_line(int row, enum style style, const char *text)
{
    term_put_within(row, 2, term_columns() - 2, style, text);
    return row + 1;
}

/* The places shown so far, from the one before this slide down. */
static void put_list(const struct reveal_screen *screen, int row)
{
    for (int i = screen->at - 1; i >= 0 && row < term_rows() - 2; i--) {
        const struct reveal_slide *slide = &screen->slides[i];
        char line[LINE_SIZE];

        if (slide->is_heading)
            break;
        snprintf(line, sizeof line, "%3d. %s: %s", slide->rank.rank,
                 entrant_label(slide->entrant).text, reveal_figures(slide).text);
        row = put_line(row, STYLE_DIM, line);
    }
}

static void put_place(const struct reveal_screen *screen, const struct reveal_slide *slide)
{
    const struct entrant *entrant = slide->entrant;
    bool has_id = entrant_has_id(entrant);
    int row = slide->heading[0] ? 3 : 2, rows = (term_rows() - 9) / 2;
    char line[LINE_SIZE];

    snprintf(line, sizeof line, "%d. %s", slide->rank.rank, has_id ? entrant->id : entrant->name);
    row = put_large(row, rows, STYLE_TITLE, line);
    if (has_id)
        row = put_large(row, rows < LETTER_ROWS * 2 ? rows : LETTER_ROWS * 2, STYLE_TITLE,
                        entrant->name);
    if (find_scale(has_id ? entrant->name : line, rows, term_columns() - 2) > 0)
        row = put_line(row, STYLE_TITLE, entrant_label(entrant).text);
    if (entrant->authors[0])
        row = put_line(row, STYLE_PLAIN, entrant->authors);
    row = put_line(row, STYLE_PLAIN, reveal_figures(slide).text);
    put_list(screen, row + 1);
}

static void draw(const struct reveal_screen *screen)
{
    const struct reveal_slide *slide = screen->at >= 0 ? &screen->slides[screen->at] : NULL;
    char line[LINE_SIZE];
    int rows = term_rows() - 6;

    term_clear();
    put_line(0, STYLE_DIM, screen->title);
    if (slide)
        put_line(1, STYLE_TITLE, slide->heading);
    if (!slide)
        put_large(3, rows, STYLE_TITLE, screen->title);
    else if (slide->is_heading)
        put_large(3, rows, STYLE_TITLE, slide->heading);
    else
        put_place(screen, slide);
    snprintf(line, sizeof line, "%d of %d   any key: %s   Backspace: back   q: quit",
             screen->at + 1, screen->count, screen->at + 1 < screen->count ? "next" : "end");
    term_put_within(term_rows() - 1, 2, term_columns() - 3, STYLE_DIM, line);
    term_show();
}

static bool is_back(const struct input *input)
{
    return input->kind == INPUT_KEY &&
           (input->key == TERM_KEY_BACKSPACE || input->key == TERM_KEY_LEFT ||
            input->key == TERM_KEY_UP || input->key == TERM_KEY_PAGE_UP);
}

static bool is_end(const struct input *input)
{
    return input->kind == INPUT_INTERRUPT || input->kind == INPUT_END ||
           (input->kind == INPUT_KEY && input->key == TERM_KEY_ESCAPE) ||
           (input->kind == INPUT_CHARACTER &&
            (strcmp(input->text, "q") == 0 || strcmp(input->text, "Q") == 0));
}

/* Only a key or a click shows the next slide; a resize and a redraw show the same one. */
static bool is_next(const struct input *input)
{
    return input->kind == INPUT_CHARACTER || input->kind == INPUT_MOUSE ||
           (input->kind == INPUT_KEY && input->key != TERM_KEY_REDRAW);
}

enum error screen_reveal(const char *title, const struct reveal_slide *slides, int count,
                         const struct term_options *options, struct message *message)
{
    struct reveal_screen screen = {.title = title, .slides = slides, .count = count, .at = -1};
    struct input input;
    enum error error = term_open(options, message);

    if (error)
        return error;
    while (screen.at < count) {
        draw(&screen);
        term_read(-1, &input);
        if (is_end(&input))
            break;
        if (is_back(&input))
            screen.at -= screen.at >= 0;
        else if (is_next(&input))
            screen.at++;
    }
    term_close();
    return OK;
}
