/* Room is given to the boards first; a text that is longer than its room shows its end elsewhere.
 */
#include "tui/waters.h"

#include <stdio.h>

enum {
    MARGIN = 1,
    GAP = 2,        /* columns between the boards, and between boards and text */
    ROWS_BELOW = 7, /* a text below whole boards gets at least so many */
    ROWS_TIGHT = 5, /* and so many below cut ones */
    COLUMNS_BESIDE = 28,
    LEAST_BOARD = 30, /* columns, for the title of a small one */
    LINE_ROOM = 512,
};

static void place_boards(const struct area *room, int width, int rows, struct waters_plan *plan)
{
    int most = room->columns - MARGIN - 1; /* the last one is for the arrow that tells of more */

    for (int i = 0; i < plan->boards; i++)
        plan->board[i] = (struct area){room->row, room->column + MARGIN + i * (width + GAP), rows,
                                       width > most ? most : width};
}

void waters_lay_out(const struct rules *rules, int cell_width, int boards, struct area room,
                    struct waters_plan *plan)
{
    int width = board_art_columns(rules, cell_width), height = board_art_rows(rules);
    int taken, beside;

    width = width < LEAST_BOARD ? LEAST_BOARD : width;
    *plan = (struct waters_plan){.boards = boards};
    if (boards == 2 && MARGIN + 2 * width + GAP > room.columns)
        plan->boards = 1;
    taken = MARGIN + plan->boards * (width + GAP);
    beside = room.columns - taken - MARGIN;
    if (room.rows - height < ROWS_BELOW && beside >= COLUMNS_BESIDE) {
        place_boards(&room, width, room.rows < height ? room.rows : height, plan);
        plan->text = (struct area){room.row, room.column + taken, room.rows, beside};
        return;
    }
    if (room.rows - height < ROWS_BELOW)
        height = room.rows - ROWS_TIGHT < height ? room.rows - ROWS_TIGHT : height;
    place_boards(&room, width, height, plan);
    plan->text = (struct area){room.row + height, room.column + MARGIN, room.rows - height,
                               room.columns - 2 * MARGIN};
}

/* --- text ------------------------------------------------------------------------------------- */

static bool starts_character(char byte)
{
    return ((unsigned char)byte & 0xc0) != 0x80;
}

bool text_wrap(struct slice *rest, int width, struct slice *line)
{
    size_t end = 0, blank = 0;
    int characters = 0;

    if (rest->length == 0)
        return false;
    for (; end < rest->length && rest->text[end] != '\n'; end++) {
        if (rest->text[end] == ' ')
            blank = end;
        if (starts_character(rest->text[end]) && ++characters > width)
            break;
    }
    if (end < rest->length && rest->text[end] != '\n' && blank > 0)
        end = blank;
    *line = (struct slice){rest->text, end};
    while (end < rest->length && rest->text[end] == ' ')
        end++;
    if (end < rest->length && rest->text[end] == '\n')
        end++;
    *rest = (struct slice){rest->text + end, rest->length - end};
    return true;
}

int text_wrapped_rows(const char *text, int width)
{
    struct slice rest = slice_of(text), line;
    int rows = 0;

    while (text_wrap(&rest, width, &line))
        rows++;
    return rows;
}

void area_put(struct area *area, enum style style, const char *text)
{
    struct slice rest = slice_of(text), line;

    while (area->rows > 0 && text_wrap(&rest, area->columns, &line)) {
        char copy[LINE_ROOM];

        snprintf(copy, sizeof copy, "%.*s", (int)line.length, line.text);
        term_put_within(area->row, area->column, area->columns, style, copy);
        area->row++;
        area->rows--;
    }
}

/* --- looks ------------------------------------------------------------------------------------ */

struct look look_heat(const void *context, int cell)
{
    const struct seen *seen = context;
    const struct view *view = seen->view;

    if (cellset_has(&view->tracking.hit, cell))
        return look_tracking(view, cell);
    if (cellset_has(&view->tracking.shot, cell)) /* also where players have to remember misses */
        return (struct look){term_glyph(GLYPH_MISS), STYLE_MISS};
    if (!seen->heat->is_known)
        return look_tracking(view, cell);
    if (!seen->heat->text[cell][0])
        return (struct look){term_glyph(GLYPH_SURE), STYLE_MISS};
    return (struct look){seen->heat->text[cell], (enum style)(STYLE_HEAT + seen->heat->step[cell])};
}
