/* A cell is at least a blank and a sign. The brackets of the cursor go on both sides of the sign,
 * at the same distance: in a cell of an even width the second one is on the first column of the
 * next cell, so a board has one more column than its cells. */
#include "tui/board_draw.h"

#include "session/board_text.h"
#include "tui/term_text.h"

enum { LABELS = 3 /* columns of the row numbers */, HEADING = 2 /* rows of title and letters */ };

int board_draw_rows(const struct rules *rules, struct cell_size cell)
{
    return HEADING + rules->height * cell.rows;
}

int board_draw_columns(const struct rules *rules, struct cell_size cell)
{
    return LABELS + rules->width * cell.columns + 1;
}

struct cell_size board_draw_fit(const struct rules *rules, int text_width, int rows, int columns)
{
    static const struct cell_size sizes[] = {{6, 3}, {4, 2}, {3, 2}, {3, 1}, {2, 1}};
    enum { SIZES = sizeof sizes / sizeof sizes[0] };
    int smallest = text_width > 1 ? SIZES - 2 : SIZES - 1, i = 0;

    while (i < smallest && (board_draw_rows(rules, sizes[i]) > rows ||
                            board_draw_columns(rules, sizes[i]) > columns))
        i++;
    return sizes[i];
}

/* The first visible row or column of a board, so that the cursor is in the middle if possible. */
static int first_visible(int cells, int room, int cursor)
{
    int first = cursor - room / 2;

    if (cells <= room || first < 0)
        return 0;
    return first > cells - room ? cells - room : first;
}

/* The column of a cell where its text starts. */
static int text_column(const struct board_art *art)
{
    return (art->cell.columns - art->text_width + 1) / 2;
}

/* The column, counted from the start of a cell, of its closing bracket. */
static int closing_column(const struct board_art *art)
{
    return 2 * text_column(art) + art->text_width - 1;
}

/* Skips every second name where names of two letters would run together. */
static void draw_letters(const struct board_art *art, const struct board_place *place)
{
    for (int i = 0; i < place->columns; i++) {
        struct cell_name name = cell_column_name(place->first_column + i);
        int width = term_width(name.text);

        if (width < 2 || art->cell.columns > 2 || (place->first_column + i) % 2)
            term_put(place->row - 1,
                     place->column + i * art->cell.columns + text_column(art) +
                         (art->cell.columns > 2 && width > art->text_width
                              ? 0
                              : art->text_width - width),
                     STYLE_DIM, name.text);
    }
    for (int i = 0; i < place->rows; i++)
        term_format(place->row + i * art->cell.rows + art->cell.rows / 2, place->column - LABELS,
                    STYLE_DIM, "%*d", LABELS, place->first_row + i + 1);
}

/* The water is deeper towards the bottom of the board, and long waves run across it. There is none
 * below numbers, which have colours of their own. */
static int sea_at(int row, int column, int rows)
{
    static const int swell[] = {0, 0, 0, 1, 1, 1, 1, 0, 0, -1, -1, -1, -1, 0};
    int waves = sizeof swell / sizeof swell[0];
    int shade;

    if (rows == 0)
        return 0;
    shade = 1 + row * SEA_SHADES / rows + swell[(column + 4 * row) % waves];
    return shade < 1 ? 1 : shade > SEA_SHADES ? SEA_SHADES : shade;
}

/* Where a cell is drawn. */
struct spot {
    int row, column; /* on the screen */
    int down, right; /* from the first cell of the whole board */
    int rows;        /* of the whole board, or 0 if no water is drawn */
};

static struct spot find_spot(const struct board_art *art, const struct board_place *place, int row,
                             int column)
{
    return (struct spot){
        place->row + row * art->cell.rows, place->column + column * art->cell.columns,
        (place->first_row + row) * art->cell.rows,
        (place->first_column + column) * art->cell.columns, art->rules->height * art->cell.rows};
}

static void put_sign(const struct spot *spot, int down, int right, enum style style,
                     const char *sign)
{
    term_sea(sea_at(spot->down + down, spot->right + right, spot->rows));
    term_put(spot->row + down, spot->column + right, style, sign);
    term_sea(0);
}

static bool is_solid(const struct board_look *look)
{
    return look->text == term_glyph(GLYPH_SHIP) || look->text == term_glyph(GLYPH_SUNK) ||
           look->text == term_glyph(GLYPH_SMOKE) || look->text == term_glyph(GLYPH_HIDDEN);
}

static int distance(int a, int b, int width)
{
    int down = a / width - b / width, right = a % width - b % width;

    down = down < 0 ? -down : down;
    right = right < 0 ? -right : right;
    return down + right;
}

/* Replaces the look of a cell that an explosion reaches. A hit flashes; a sinking spreads. */
static void blast(const struct board_art *art, int cell, struct board_look *look)
{
    const struct board_blast *blast = art->blast;
    int reach = blast->is_sinking ? blast->moment : 0;

    for (int other = 0; other < rules_cells(art->rules); other++)
        if (cellset_has(&blast->cells, other) &&
            distance(cell, other, art->rules->width) <= reach) {
            look->style = (enum style)(STYLE_FLASH + blast->moment);
            look->text = term_glyph(GLYPH_BLAST);
        }
}

/* The first column is for the brackets of the cell on the left, unless that is in the area too. */
static void reverse_cell(const struct board_art *art, const struct spot *spot, int cell)
{
    bool joins = cell % art->rules->width > 0 && cellset_has(art->area, cell - 1);
    int wide = art->cell.columns, first = closing_column(art) == wide && !(joins && wide > 3);

    for (int down = 0; down < art->cell.rows; down++)
        term_reverse(spot->row + down, spot->column + first, wide - first);
}

/* Paints a whole cell, with a sign if it is filled with that, else with blanks. */
static void paint_cell(const struct board_art *art, const struct spot *spot, enum style style,
                       const char *sign)
{
    bool is_wide = art->cell.columns > art->text_width + 1;

    for (int down = 0; down < art->cell.rows; down++)
        for (int right = 0; right < art->cell.columns; right++)
            put_sign(spot, down, right, right > 0 || is_wide ? style : STYLE_WATER, sign);
}

static void draw_cell(const struct board_art *art, const struct board_place *place, int row,
                      int column)
{
    int cell = (place->first_row + row) * art->rules->width + place->first_column + column;
    struct spot spot = find_spot(art, place, row, column);
    struct board_look look = art->look(art->context, cell);
    int wide = art->cell.columns, at = text_column(art), down = art->cell.rows / 2;

    if (art->blast)
        blast(art, cell, &look);
    if (wide > art->text_width + 1 && is_solid(&look)) {
        paint_cell(art, &spot, look.style,
                   look.text == term_glyph(GLYPH_SHIP) ? term_glyph(GLYPH_HULL) : look.text);
    } else {
        paint_cell(art, &spot, look.style, " ");
        put_sign(&spot, down, at + art->text_width - term_width(look.text), look.style, look.text);
    }
    for (int i = 0;
         column + 1 == place->columns && closing_column(art) == wide && i < art->cell.rows; i++)
        put_sign(&spot, i, wide, STYLE_WATER, " ");
    if (art->area && cellset_has(art->area, cell))
        reverse_cell(art, &spot, cell);
}

static bool is_marked(const struct board_art *art, const struct board_place *place, int row,
                      int column)
{
    int cell = (place->first_row + row) * art->rules->width + place->first_column + column;

    return art->marked && column >= 0 && column < place->columns && cellset_has(art->marked, cell);
}

static void put_bracket(const struct board_art *art, const struct spot *spot, bool closes,
                        const char *sign)
{
    put_sign(spot, art->cell.rows / 2, closes ? closing_column(art) : 0, STYLE_TITLE, sign);
}

/* Brackets around each run of marked cells. */
static void draw_marks(const struct board_art *art, const struct board_place *place, int row)
{
    for (int column = 0; column < place->columns; column++) {
        struct spot spot = find_spot(art, place, row, column);

        if (!is_marked(art, place, row, column))
            continue;
        if (!is_marked(art, place, row, column - 1))
            put_bracket(art, &spot, false, "(");
        if (!is_marked(art, place, row, column + 1))
            put_bracket(art, &spot, true, ")");
    }
}

static void draw_cursor(const struct board_art *art, const struct board_place *place)
{
    struct spot spot;

    if (!art->is_active || art->cursor == NO_CELL)
        return;
    spot = find_spot(art, place, art->cursor / art->rules->width - place->first_row,
                     art->cursor % art->rules->width - place->first_column);
    put_bracket(art, &spot, false, "[");
    put_bracket(art, &spot, true, "]");
}

/* Arrows where the board continues. */
static void draw_arrows(const struct board_art *art, const struct board_place *place)
{
    int right = place->column + place->columns * art->cell.columns + 1;
    int bottom = place->row + place->rows * art->cell.rows;

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
    int rows = (art->rows - HEADING) / art->cell.rows;
    int columns = (art->columns - LABELS - 1) / art->cell.columns;
    struct term_area title = {art->row, art->column + LABELS + 1, 1, art->columns - LABELS - 1};

    rows = rows < 1 ? 1 : rows > rules->height ? rules->height : rows;
    columns = columns < 1 ? 1 : columns > rules->width ? rules->width : columns;
    *place = (struct board_place){
        .row = art->row + HEADING,
        .column = art->column + LABELS,
        .cell = art->cell,
        .first_row = first_visible(rules->height, rows, cursor / rules->width),
        .first_column = first_visible(rules->width, columns, cursor % rules->width),
        .rows = rows,
        .columns = columns,
        .board_width = rules->width,
    };
    term_text_put(&title, art->is_active ? STYLE_TITLE : STYLE_PLAIN, art->title);
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
    if (down < 0 || right < 0 || down >= place->rows * place->cell.rows ||
        right >= place->columns * place->cell.columns + 1)
        return NO_CELL;
    down /= place->cell.rows;
    right /= place->cell.columns;
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
