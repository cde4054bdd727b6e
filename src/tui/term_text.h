/* Text wrapped to a width, and the part of the screen it is drawn in. */
#ifndef BROADSIDE_TUI_TERM_TEXT_H
#define BROADSIDE_TUI_TERM_TEXT_H

#include "tui/term.h"

/* A rectangle of the screen. */
struct term_area {
    int row, column, rows, columns;
};

/* The rows of a text that columns_wrap cuts into lines. */
int term_text_rows(const char *text, int width);

/* Cuts off lines like columns_wrap, for a text with lists: lines that continue another one are
 * indented to its last column, by `*indent` blanks that are not in `line`. */
struct term_text {
    struct slice rest;
    int hang;       /* of the lines that continue the current one */
    bool continues; /* the next line continues this one */
};
bool term_text_next(struct term_text *text, int width, struct slice *line, int *indent);

/* Draws wrapped text at the top of an area, cut off at its last row with "...", and shrinks the
 * area to the rows below the text. */
void term_text_put(struct term_area *area, enum style style, const char *text);

#endif
