/* The placing screen. A random fleet lies there from the start, so that Enter is enough; a ship
 * that is taken up becomes a ghost, which shows whether it fits where it is. */
#include "tui/placing.h"
#include "tui/screen_internal.h"

#include <stdio.h>
#include <string.h>

enum { CELL_WIDTH = 2, PANEL = 34, SENTENCE_SIZE = MESSAGE_SIZE + 64 };

struct place_page {
    struct screen *screen;
    const char *name;
    struct placing placing;
    struct board_place place;
    struct cellset ghost_cells; /* as drawn */
    bool ghost_fits;
};

/* --- drawing ---------------------------------------------------------------------------------- */

/* A ghost that fits looks like a ship; one that does not is made of crosses. */
static struct board_look look_placing(const void *context, int cell)
{
    const struct place_page *page = context;

    if (cellset_has(&page->ghost_cells, cell))
        return page->ghost_fits ? (struct board_look){term_glyph(GLYPH_SHIP), STYLE_GOOD}
                                : (struct board_look){term_glyph(GLYPH_WRECK), STYLE_BAD};
    if (placing_ship_at(&page->placing, cell) != NOTHING)
        return (struct board_look){term_glyph(GLYPH_SHIP), STYLE_SHIP};
    return (struct board_look){term_glyph(GLYPH_WATER), STYLE_WATER};
}

/* The cells of the ghost, and what there is to say about it. */
static void judge_ghost(struct place_page *page, char text[SENTENCE_SIZE])
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
    if (now->carried == NOTHING) {
        writer_format(&writer,
                      "The fleet is complete. %s goes to battle; %s, %s or a click "
                      "change it.",
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
        writer_format(&writer, "Not there: %s.", reason.text);
        return;
    }
    writer_format(&writer, "%s ", ship->name);
    placement_print(now->ghost, placing->rules, &writer);
    writer_format(&writer, " fits. %s puts it down.", keyboard_label(keyboard, ACTION_CONFIRM));
}

static void draw_ships(const struct placing *placing, int column, int rows)
{
    const struct rules *rules = placing->rules;
    int first = placing->now.carried == NOTHING ? 0 : placing->now.carried - rows + 2;

    term_put(2, column, STYLE_TITLE, "Ships");
    first = first < 0 ? 0 : first;
    for (int ship = first; ship < rules->ships && ship - first < rows - 1; ship++) {
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
            writer_put(&writer, "to be placed");
        if (is_carried)
            term_put(row, column - 2, STYLE_TITLE, term_glyph(GLYPH_ARROW));
        for (int i = 0; i < rules->fleet[ship].length; i++)
            term_put(row, column + i, placement->placed ? STYLE_SHIP : STYLE_DIM,
                     term_glyph(placement->placed ? GLYPH_SHIP : GLYPH_WATER));
        term_put_within(row, column + 11, PANEL - 11, is_carried ? STYLE_CHOSEN : STYLE_PLAIN,
                        text);
    }
}

static void draw_placing(void *state)
{
    static const struct key_hint moving[] = {
        {ACTION_ARROWS, NULL},        {ACTION_CONFIRM, "put it down"},
        {ACTION_ROTATE, NULL},        {ACTION_NEXT_SHIP, NULL},
        {ACTION_RANDOM_ONE, NULL},    {ACTION_RANDOM, "the rest at random"},
        {ACTION_UNDO, NULL},          {ACTION_CLEAR, NULL},
        {ACTION_BACK, "put it back"}, {ACTION_HELP, NULL},
        {ACTION_NONE, NULL}};
    static const struct key_hint resting[] = {{ACTION_CONFIRM, "to battle"},
                                              {ACTION_RANDOM, "another random fleet"},
                                              {ACTION_NEXT_SHIP, "take up a ship"},
                                              {ACTION_RANDOM_ONE, NULL},
                                              {ACTION_UNDO, NULL},
                                              {ACTION_CLEAR, NULL},
                                              {ACTION_BACK, "menu"},
                                              {ACTION_HELP, NULL},
                                              {ACTION_NONE, NULL}};
    struct place_page *page = state;
    const struct placing *placing = &page->placing;
    const struct rules *rules = placing->rules;
    bool carries = placing->now.carried != NOTHING;
    int rows = term_rows() - 7;
    int columns = board_draw_columns(rules, CELL_WIDTH), most = term_columns() - PANEL - 4;
    char title[NAME_SIZE + 128], text[SENTENCE_SIZE];
    struct board_art art = {.rules = rules,
                            .title = "Your waters",
                            .is_active = carries,
                            .row = 2,
                            .rows = rows,
                            .columns = columns > most ? most
                                       : columns < 20 ? 20
                                                      : columns,
                            .cell_width = CELL_WIDTH,
                            .cursor = carries ? placing->now.ghost.row * rules->width +
                                                    placing->now.ghost.column
                                              : NO_CELL,
                            .area = carries ? &page->ghost_cells : NULL,
                            .look = look_placing,
                            .context = page};

    snprintf(title, sizeof title, "%.40s: %s, place your fleet", rules->name, page->name);
    screen_frame(page->screen, title, carries ? moving : resting);
    judge_ghost(page, text);
    board_draw(&art, &page->place);
    draw_ships(placing, art.columns + 6, rows);
    term_put_within(term_rows() - 4, 1, term_columns() - 2, STYLE_BAD, placing->sentence);
    term_put_within(term_rows() - 3, 1, term_columns() - 2,
                    !carries           ? STYLE_PLAIN
                    : page->ghost_fits ? STYLE_GOOD
                                       : STYLE_BAD,
                    text);
}

/* --- keys ------------------------------------------------------------------------------------- */

/* Enter with a ghost. Where bad placement is allowed and wrecks ships, that is asked first. */
static enum screen_result confirm_ghost(struct place_page *page)
{
    struct page drawn = {draw_placing, page};
    bool goes = placing_fits(&page->placing, NULL) == OK;
    enum screen_result result = SCREEN_BACK;

    if (!goes && page->placing.rules->wrecks)
        result = screen_confirm(page->screen, &drawn,
                                "That wrecks ships. Put it there all the same?", &goes);
    if (result == SCREEN_BACK && goes)
        placing_put_down(&page->placing);
    return result;
}

static void point(struct place_page *page, const struct input *input)
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
        return screen_help(page->screen, page->placing.rules);
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

/* One input. `*placed` when the fleet is confirmed, `*back` when placing is left. */
static enum screen_result step(struct place_page *page, bool *placed, bool *back)
{
    static const enum action known[] = {
        ACTION_UP,        ACTION_DOWN,   ACTION_LEFT,       ACTION_RIGHT, ACTION_CONFIRM,
        ACTION_ROTATE,    ACTION_RANDOM, ACTION_RANDOM_ONE, ACTION_UNDO,  ACTION_CLEAR,
        ACTION_NEXT_SHIP, ACTION_BACK,   ACTION_QUIT,       ACTION_HELP,  ACTION_NONE};
    struct page drawn = {draw_placing, page};
    struct input input;
    enum action action;
    bool leave = false;
    enum screen_result result;

    term_ask(&drawn, -1, &input);
    action = keyboard_action(page->screen->keyboard, &input, known);
    if (input.kind == INPUT_END)
        return SCREEN_END;
    if (input.kind == INPUT_INTERRUPT) {
        result = screen_interrupt(page->screen, &drawn, &leave);
        return result == SCREEN_BACK && leave ? SCREEN_QUIT : result;
    }
    if (input.kind == INPUT_MOUSE)
        point(page, &input);
    *placed = action == ACTION_CONFIRM && page->placing.now.carried == NOTHING;
    *back =
        action == ACTION_QUIT || (action == ACTION_BACK && page->placing.now.carried == NOTHING);
    return *placed || *back ? SCREEN_BACK : act(page, action);
}

enum screen_result screen_place(struct screen *screen, struct session *session, int side,
                                bool *placed)
{
    struct place_page page = {.screen = screen, .name = session_name(session, side)};
    struct message message;
    enum screen_result result = SCREEN_BACK;
    bool back = false;

    *placed = false;
    placing_init(&page.placing, game_rules(session_game(session)),
                 seed_derive(session_seed(session), "screen", (uint64_t)side, 0));
    while (result == SCREEN_BACK && !back && !*placed)
        result = step(&page, placed, &back);
    if (result != SCREEN_BACK || !*placed)
        return result;
    if (session_place(session, side, &page.placing.now.layout, &message) == OK)
        return SCREEN_BACK;
    *placed = false;
    return screen_pager(screen, "The fleet cannot be placed", message.text);
}
