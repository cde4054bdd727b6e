/* The placing screen. It starts with a random fleet, so that Enter is enough. A ship being moved
 * shows whether it fits. */
#include "session/placing.h"
#include "tui/screen_internal.h"
#include "tui/term_text.h"

#include <stdio.h>
#include <string.h>

enum { PANEL = 24, GAP = 5, SENTENCE_SIZE = MESSAGE_SIZE + 64 };

struct place_page {
    struct screen *screen;
    const char *name;
    struct placing placing;
    struct board_place place;
    struct cellset ghost_cells; /* as drawn */
    bool ghost_fits;
};

/* --- drawing -----------------------------------------------------------------------------------*/

/* A ghost that does not fit is drawn with crosses. */
static struct board_look look_placing(const void *context, int cell)
{
    const struct place_page *page = context;

    if (cellset_has(&page->ghost_cells, cell))
        return page->ghost_fits ? (struct board_look){term_glyph(GLYPH_SHIP), STYLE_GOOD}
                                : (struct board_look){term_glyph(GLYPH_WRECK), STYLE_BAD};
    if (placing_ship_at(&page->placing, cell) != PLACING_NONE)
        return (struct board_look){term_glyph(GLYPH_SHIP), STYLE_SHIP};
    return (struct board_look){term_glyph(GLYPH_WATER), STYLE_WATER};
}

/* Finds the cells of the ghost, and describes it. */
static void describe_ghost(struct place_page *page, char text[SENTENCE_SIZE])
{
    const struct keyboard *keyboard = page->screen->keyboard;
    const struct placing *placing = &page->placing;
    const struct placing_step *now = &placing->now;
    const struct ship *ship;
    struct message reason;
    struct writer writer;
    char arrows[ARROWS_SIZE];
    int cells[MAX_LENGTH], count;

    keyboard_arrows(keyboard, arrows);
    memset(&page->ghost_cells, 0, sizeof page->ghost_cells);
    writer_init(&writer, text, SENTENCE_SIZE);
    if (now->carried == PLACING_NONE) {
        writer_format(&writer,
                      "The fleet is complete. %s to start; %s, %s or a click to change it.",
                      keyboard_label(keyboard, ACTION_CONFIRM), arrows,
                      keyboard_label(keyboard, ACTION_NEXT_SHIP));
        return;
    }
    ship = &placing->rules->fleet[now->carried];
    count = placement_cells(now->ghost, ship->length, placing->rules, cells);
    for (int i = 0; i < count; i++)
        cellset_add(&page->ghost_cells, cells[i]);
    page->ghost_fits = placing_fits(placing, &reason) == OK;
    if (!page->ghost_fits) {
        writer_format(&writer, "Does not fit: %s.", reason.text);
        return;
    }
    writer_format(&writer, "%s ", ship->name);
    placement_print(now->ghost, placing->rules, &writer);
    writer_format(&writer, " fits. %s to place it.", keyboard_label(keyboard, ACTION_CONFIRM));
}

static int longest_hull(const struct rules *rules)
{
    int longest = 0;

    for (int ship = 0; ship < rules->ships; ship++)
        if (rules->fleet[ship].length > longest)
            longest = rules->fleet[ship].length;
    return longest;
}

static void draw_ships(const struct placing *placing, int column, int rows)
{
    const struct rules *rules = placing->rules;
    int visible =
        rules->ships < rows ? rules->ships : rows - 2; /* a row for the number of others */
    int first = placing->now.carried == PLACING_NONE ? 0 : placing->now.carried - visible + 1;
    int hull = longest_hull(rules);

    term_put(2, column, STYLE_TITLE, "Ships");
    first = first < 0 ? 0 : first;
    if (visible < rules->ships)
        term_format(3 + visible, column, STYLE_DIM, "%d more", rules->ships - visible);
    for (int ship = first; ship < first + visible; ship++) {
        const struct placement *placement = &placing->now.layout.ship[ship];
        bool is_carried = ship == placing->now.carried;
        char text[64];
        struct writer writer;
        int row = 3 + ship - first;

        writer_init(&writer, text, sizeof text);
        writer_format(&writer, "%-10s ", rules->fleet[ship].name);
        if (is_carried || placement->placed)
            placement_print(is_carried ? placing->now.ghost : *placement, rules, &writer);
        else
            writer_put(&writer, "not placed");
        if (is_carried)
            term_put(row, column - 2, STYLE_TITLE, term_glyph(GLYPH_ARROW));
        for (int i = 0; i < rules->fleet[ship].length; i++)
            term_put(row, column + i, placement->placed ? STYLE_SHIP : STYLE_DIM,
                     term_glyph(placement->placed ? GLYPH_SHIP : GLYPH_WATER));
        term_put_within(row, column + hull + 1, PANEL - 1, is_carried ? STYLE_CHOSEN : STYLE_PLAIN,
                        text);
    }
}

/* As in battle, if the board then fits beside the ships. */
static struct cell_size cell_size(const struct rules *rules, int rows, int columns)
{
    struct cell_size cell = screen_cell_size(rules);

    return board_draw_columns(rules, cell) <= columns ? cell
                                                      : board_draw_fit(rules, 1, rows, columns);
}

static void draw_placing(void *state)
{
    static const struct key_hint moving[] = {
        {ACTION_ARROWS, NULL},    {ACTION_CONFIRM, "place"}, {ACTION_ROTATE, NULL},
        {ACTION_NEXT_SHIP, NULL}, {ACTION_RANDOM_ONE, NULL}, {ACTION_RANDOM, "place the rest"},
        {ACTION_UNDO, NULL},      {ACTION_CLEAR, NULL},      {ACTION_BACK, "put back"},
        {ACTION_HELP, NULL},      {ACTION_NONE, NULL}};
    static const struct key_hint resting[] = {{ACTION_CONFIRM, "start"},
                                              {ACTION_RANDOM, "new random fleet"},
                                              {ACTION_NEXT_SHIP, "move a ship"},
                                              {ACTION_RANDOM_ONE, NULL},
                                              {ACTION_UNDO, NULL},
                                              {ACTION_CLEAR, NULL},
                                              {ACTION_BACK, "menu"},
                                              {ACTION_HELP, NULL},
                                              {ACTION_NONE, NULL}};
    struct place_page *page = state;
    const struct placing *placing = &page->placing;
    const struct rules *rules = placing->rules;
    bool carries = placing->now.carried != PLACING_NONE;
    int rows = term_rows() - 7, most = term_columns() - PANEL - GAP - longest_hull(rules);
    struct term_area below = {term_rows() - 4, 1, 2, term_columns() - 2};
    struct cell_size cell = cell_size(rules, rows, most);
    char title[NAME_SIZE + 128], text[SENTENCE_SIZE];
    struct board_art art = {.rules = rules,
                            .title = "Your waters",
                            .is_active = carries,
                            .row = 2,
                            .rows = rows,
                            .columns = screen_clamp(board_draw_columns(rules, cell), 20, most),
                            .cell = cell,
                            .text_width = 1,
                            .cursor = carries ? placing->now.ghost.row * rules->width +
                                                    placing->now.ghost.column
                                              : NO_CELL,
                            .area = carries ? &page->ghost_cells : NULL,
                            .look = look_placing,
                            .context = page};

    snprintf(title, sizeof title, "%.40s: %s, place your fleet", rules->name, page->name);
    screen_frame(page->screen, title, NULL, carries ? moving : resting);
    describe_ghost(page, text);
    board_draw(&art, &page->place);
    draw_ships(placing, art.columns + GAP, rows);
    term_text_put(&below, STYLE_BAD, placing->sentence);
    term_text_put(&below, !carries ? STYLE_PLAIN : page->ghost_fits ? STYLE_GOOD : STYLE_BAD, text);
}

/* --- keys --------------------------------------------------------------------------------------*/

/* Places the ghost. If it does not fit and the rules allow that, asks first. */
static enum screen_result confirm_ghost(struct place_page *page)
{
    struct page drawn = {draw_placing, page};
    bool is_placed = placing_fits(&page->placing, NULL) == OK;
    enum screen_result result = SCREEN_BACK;

    if (!is_placed && page->placing.rules->wrecks)
        result = screen_confirm(&drawn, PLACING_ANYWAY, &is_placed);
    if (result == SCREEN_BACK && is_placed)
        placing_put_down(&page->placing);
    return result;
}

static void click(struct place_page *page, const struct input *input)
{
    int cell = board_draw_cell_at(&page->place, input->row, input->column);

    if (cell != NO_CELL)
        placing_point(&page->placing, cell);
}

static enum screen_result act(struct place_page *page, enum action action)
{
    switch (action) {
    case ACTION_UP:
    case ACTION_DOWN:
        placing_move(&page->placing, action == ACTION_UP ? -1 : 1, 0);
        break;
    case ACTION_LEFT:
    case ACTION_RIGHT:
        placing_move(&page->placing, 0, action == ACTION_LEFT ? -1 : 1);
        break;
    case ACTION_ROTATE:
        placing_rotate(&page->placing);
        break;
    case ACTION_NEXT_SHIP:
        placing_next_ship(&page->placing);
        break;
    case ACTION_RANDOM:
        placing_random_fleet(&page->placing);
        break;
    case ACTION_RANDOM_ONE:
        placing_random_ship(&page->placing);
        break;
    case ACTION_UNDO:
        placing_undo(&page->placing);
        break;
    case ACTION_CLEAR:
        placing_clear(&page->placing);
        break;
    case ACTION_HELP:
        return screen_help_placing(page->screen, page->placing.rules);
    case ACTION_CONFIRM:
        return confirm_ghost(page);
    case ACTION_BACK:
        placing_put_back(&page->placing);
        break;
    default:
        break;
    }
    return SCREEN_BACK;
}

/* Handles one input. Sets `*placed` if the fleet is confirmed, `*back` if the player goes back. */
static enum screen_result step(struct place_page *page, bool *placed, bool *back)
{
    static const enum action known[] = {
        ACTION_UP,        ACTION_DOWN,   ACTION_LEFT,       ACTION_RIGHT, ACTION_CONFIRM,
        ACTION_ROTATE,    ACTION_RANDOM, ACTION_RANDOM_ONE, ACTION_UNDO,  ACTION_CLEAR,
        ACTION_NEXT_SHIP, ACTION_BACK,   ACTION_QUIT,       ACTION_HELP,  ACTION_NONE};
    struct page drawn = {draw_placing, page};
    struct screen_event event;
    enum screen_result result = screen_ask(page->screen, &drawn, -1, known, &event);
    bool carries = page->placing.now.carried != PLACING_NONE;

    if (result != SCREEN_BACK)
        return result;
    if (event.input.kind == INPUT_MOUSE)
        click(page, &event.input);
    *placed = event.action == ACTION_CONFIRM && !carries;
    *back = event.action == ACTION_QUIT || (event.action == ACTION_BACK && !carries);
    return *placed || *back ? SCREEN_BACK : act(page, event.action);
}

enum screen_result screen_place(struct screen *screen, struct session *session, int side,
                                bool *placed)
{
    struct place_page page = {.screen = screen, .name = session_name(session, side)};
    enum error (*place)(struct session *, int, const struct layout *, struct message *);
    struct message message;
    struct layout fleet;
    enum screen_result result = SCREEN_BACK;
    bool back = false;

    *placed = false;
    placing_init(&page.placing, game_rules(session_game(session)),
                 rng_derive_seed(session_seed(session), "screen", (uint64_t)side, 0));
    if (session_draw_fleet(session, &fleet, NULL) == OK)
        placing_offer(&page.placing, &fleet);
    while (result == SCREEN_BACK && !back && !*placed)
        result = step(&page, placed, &back);
    if (result != SCREEN_BACK || !*placed)
        return result;
    place = placing_is_drawn(&page.placing) ? session_place_drawn : session_place;
    if (place(session, side, &page.placing.now.layout, &message) == OK)
        return SCREEN_BACK;
    *placed = false;
    return screen_pager(screen, "This fleet cannot be placed", message.text);
}
