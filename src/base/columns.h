/* The width of text on a terminal, for tables and lines: wide characters take two columns,
 * combining marks none. It does not depend on the locale. */
#ifndef BROADSIDE_BASE_COLUMNS_H
#define BROADSIDE_BASE_COLUMNS_H

#include "base/text.h"

int columns_of(const char *text);

/* The width of the first character, and its bytes. The text is not empty. A malformed byte counts
 * as one column. */
int columns_next(struct slice text, size_t *bytes);

/* How many bytes of the text fit into this width; no character is split. */
size_t columns_bytes(const char *text, int width);

/* The text padded with blanks to this width; columns_fit also cuts it. */
struct columns {
    char text[320];
};
struct columns columns_pad(const char *text, int width);
struct columns columns_fit(const char *text, int width);

/* Cuts the next line of at most `width` columns off the front of `rest`. Lines break at blanks
 * where possible. Returns false when nothing remains. */
bool columns_wrap(struct slice *rest, int width, struct slice *line);

#endif
