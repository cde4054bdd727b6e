/* Each cell is a blank and a sign. The brackets of the cursor go on the blanks on both sides, so a
 * board has one more blank than it has cells. */
#include "tui/board_draw.h"

#include "session/board_text.h"

enum { LABELS = 3 /* columns of the row numbers */, HEADING = 2 /* rows of title and letters */ };

int board_draw_rows(const struct rules *rules)
{
    return HEADING + rules->height;
}

int board_draw_columns(const struct rules *rules, int cell_width)
{
    return LABELS + rules->width * cell_width + 1;
}

/* The first visible row or column of a board, so that the cursor is in the middle if possible. */
static int first_visible(int cells, int room, int cursor)
{
    int first = cursor - room / 2;

    if (cells <= room || first < 0)
        return 0;
    return first > cells - room ? cells - room : first;
}

/* Skips every second name where names of two letters would run together. */
static void draw_letters(const struct board_art *art, const struct board_place *place)
{
    for (int i = 0; i < place->columns; i++) {
        struct cell_name name = cell_column_name(place->first_column + i);

        if (!name.text[1] || art->cell_width > 2 || (place->first_column + i) % 2)
            term_format(place->row - 1, place->column + i * art->cell_width, STYLE_DIM, "%*s",
                        art->cell_width, name.text);
    }
    for (int i = 0; i < place->rows; i++)
        term_format(place->row + i, place->column - LABELS, STYLE_DIM, "%*d", LABELS,
                    place->first_row + i + 1);
}

static void draw_cell(const struct board_art *art, const struct board_place *place, int row,
                      int column)
{
    int cell = (place->first_row + row) * art->rules->width + place->first_column + column;
    int at_row = place->row + row, at = place->column + column * art->cell_width;
    struct board_look look = art->look(art->context, cell);
    int wide = art->cell_width - 1;

    term_put_within(at_row, at + 1 + wide - term_width(look.text), wide, look.style, look.text);
    if (art->area && cellset_has(art->area, cell))
        term_reverse(at_row, at + 1, wide);
}

static bool is_marked(const struct board_art *art, const struct board_place *place, int row,
                      int column)
{
    int cell = (place->first_row + row) * art->rules->width + place->first_column + column;

    return art->marked && column >= 0 && column < place->columns && cellset_has(art->marked, cell);
}

/* Brackets around each run of marked cells. */
static void draw_marks(const struct board_art *art, const struct board_place *place, int row)
{
    for (int column = 0; column <= place->columns; column++) {
        bool here = is_marked(art, place, row, column),
             before = is_marked(art, place, row, column - 1);

        if (here != before)
            term_put(place->row + row, place->column + column * art->cell_width, STYLE_TITLE,
                     here ? "(" : ")");
    }
}

static void draw_cursor(const struct board_art *art, const struct board_place *place)
{
    int row = place->row + art->cursor / art->rules->width - place->first_row;
    int column =
        place->column + (art->cursor % art->rules->width - place->first_column) * art->cell_width;

    if (!art->is_active || art->cursor == NO_CELL)
        return;
    term_put(row, column, STYLE_TITLE, "[");
    term_put(row, column + art->cell_width, STYLE_TITLE, "]");
}

/* Arrows where the board continues. */
static void draw_arrows(const struct board_art *art, const struct board_place *place)
{
    int right = place->column + place->columns * art->cell_width + 1;
    int bottom = place->row + place->rows;

    if (place->first_row > 0)
        term_put(place->row - 1, place->column - LABELS, STYLE_KEY, term_glyph(GLYPH_UP));
    if (place->first_row + place->rows < art->rules->height)
        term_put(bottom - 1, right, STYLE_KEY, term_glyph(GLYPH_DOWN));
    if (place->first_column > 0)
        term_put(place->row - 1, place->column - 1, STYLE_KEY, term_glyph(GLYPH_LEFT));
    if (place->first_column + place->columns < art->rules->width)
        term_put(place->row - 1, right, STYLE_KEY, term_glyph(GLYPH_RIGHT));
}

void board_draw(const struct board_art *art, struct board_place *place)
{
    const struct rules *rules = art->rules;
    int cursor = art->cursor == NO_CELL ? 0 : art->cursor;
    int rows = art->rows - HEADING, columns = (art->columns - LABELS - 1) / art->cell_width;

    rows = rows < 1 ? 1 : rows > rules->height ? rules->height : rows;
    columns = columns < 1 ? 1 : columns > rules->width ? rules->width : columns;
    *place = (struct board_place){
        .row = art->row + HEADING,
        .column = art->column + LABELS,
        .cell_width = art->cell_width,
        .first_row = first_visible(rules->height, rows, cursor / rules->width),
        .first_column = first_visible(rules->width, columns, cursor % rules->width),
        .rows = rows,
        .columns = columns,
        .board_width = rules->width,
    };
    term_put_within(art->row, art->column + LABELS + 1, art->columns - LABELS - 1,
                    art->is_active ? STYLE_TITLE : STYLE_PLAIN, art->title);
    draw_letters(art, place);
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++)
            draw_cell(art, place, row, column);
        draw_marks(art, place, row);
    }
    draw_cursor(art, place);
    draw_arrows(art, place);
}

int board_draw_cell_at(const struct board_place *place, int row, int column)
{
    int down = row - place->row, right = column - place->column;

    /* The blank before a sign belongs to its cell, so that every click hits a cell. */
    if (down < 0 || right < 0 || down >= place->rows ||
        right >= place->columns * place->cell_width + 1)
        return NO_CELL;
    right /= place->cell_width;
    if (right >= place->columns)
        right = place->columns - 1;
    return (place->first_row + down) * place->board_width + place->first_column + right;
}

/* --- looks -------------------------------------------------------------------------------------*/

static struct board_look look_of(enum glyph glyph, enum style style)
{
    return (struct board_look){term_glyph(glyph), style};
}

struct board_look board_look_tracking(const void *context, int cell)
{
    const struct known *known = context;

    switch ((enum known_mark)known->mark[cell]) {
    case KNOWN_MISS:
        return look_of(GLYPH_MISS, STYLE_MISS);
    case KNOWN_HIT:
        return look_of(GLYPH_HIT, STYLE_HIT);
    case KNOWN_SUNK:
        return look_of(GLYPH_SUNK, STYLE_SUNK);
    case KNOWN_WATER:
        return look_of(GLYPH_SURE, STYLE_MISS);
    case KNOWN_FOUND:
    case KNOWN_HINT:
        return look_of(GLYPH_FOUND, STYLE_GOOD);
    case KNOWN_EMPTY:
        return look_of(GLYPH_EMPTY, STYLE_MISS);
    default:
        return look_of(GLYPH_WATER, STYLE_WATER);
    }
}

struct board_look board_look_revealed(const void *context, int cell)
{
    const struct view *view = context;
    bool shot = cellset_has(&view->incoming.shot, cell);
    int slot = view->own.ship_at[cell];

    if (slot != NO_SHIP && !(view->own.afloat >> slot & 1))
        return look_of(GLYPH_SUNK, STYLE_SUNK);
    if (slot != NO_SHIP)
        return shot ? look_of(GLYPH_HIT, STYLE_HIT) : look_of(GLYPH_SHIP, STYLE_SHIP);
    if (board_text_own(view, cell) == 'x')
        return look_of(GLYPH_WRECK, STYLE_DIM);
    return shot ? look_of(GLYPH_MISS, STYLE_MISS) : look_of(GLYPH_WATER, STYLE_WATER);
}

struct board_look board_look_own(const void *context, int cell)
{
    const struct view *view = context;

    if (!cellset_has(&view->incoming.shot, cell) && board_text_is_smoked(view, cell))
        return look_of(view->own.ship_at[cell] == NO_SHIP ? GLYPH_SMOKE : GLYPH_HIDDEN,
                       STYLE_SMOKE);
    return board_look_revealed(view, cell);
}

struct board_look board_look_heat(const void *context, int cell)
{
    const struct heat_context *seen = context;
    const struct view *view = seen->view;

    if (cellset_has(&view->tracking.hit, cell))
        return board_look_tracking(&seen->known, cell);
    if (cellset_has(&view->tracking.shot, cell)) /* even if the rules do not mark misses */
        return look_of(GLYPH_MISS, STYLE_MISS);
    if (!seen->heat->is_known)
        return board_look_tracking(&seen->known, cell);
    if (!seen->heat->text[cell][0])
        return look_of(GLYPH_SURE, STYLE_MISS);
    return (struct board_look){seen->heat->text[cell],
                               (enum style)(STYLE_HEAT + seen->heat->step[cell])};
}
