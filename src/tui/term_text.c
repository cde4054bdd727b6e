#include "tui/term_text.h"

#include "base/columns.h"

#include <stdio.h>

enum { LINE_ROOM = 512 };

/* Where the last column of a list starts, in the left half of the line. */
static int find_hang(struct slice text, int width)
{
    int columns = 0, hang = 0, blanks = 0;
    size_t bytes = 0;

    for (size_t at = 0; at < text.length && text.text[at] != '\n' && columns <= width / 2;
         at += bytes) {
        bool is_blank = text.text[at] == ' ';

        if (!is_blank && blanks > 1)
            hang = columns;
        blanks = is_blank ? blanks + 1 : 0;
        columns += columns_next((struct slice){text.text + at, text.length - at}, &bytes);
    }
    return hang;
}

bool term_text_next(struct term_text *text, int width, struct slice *line, int *indent)
{
    if (!text->continues)
        text->hang = find_hang(text->rest, width);
    *indent = text->continues ? text->hang : 0;
    if (!columns_wrap(&text->rest, width - *indent, line))
        return false;
    text->continues = text->rest.text[-1] != '\n';
    return true;
}

int term_text_rows(const char *text, int width)
{
    struct slice rest = slice_of(text), line;
    int rows = 0;

    while (columns_wrap(&rest, width, &line))
        rows++;
    return rows;
}

void term_text_put(struct term_area *area, enum style style, const char *text)
{
    struct slice rest = slice_of(text), line;

    while (area->rows > 0 && columns_wrap(&rest, area->columns, &line)) {
        char copy[LINE_ROOM];

        snprintf(copy, sizeof copy, "%.*s", (int)line.length, line.text);
        if (area->rows == 1 && rest.length > 0) { /* there is more than fits */
            size_t end = columns_bytes(copy, area->columns > 3 ? area->columns - 3 : 0);

            snprintf(copy + end, sizeof copy - end, "...");
        }
        term_put_within(area->row, area->column, area->columns, style, copy);
        area->row++;
        area->rows--;
    }
}
