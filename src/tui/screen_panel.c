/* The page of a battle: boards on the left, fleets and stocks on the right, what was told below,
 * keys at the bottom. Larger terminals get larger boards first, then a longer log. */
#include "tui/screen_battle_internal.h"

#include "session/board_text.h"

#include <stdio.h>
#include <string.h>

enum {
    CELL_WIDTH = 2,
    TOP = 2,    /* the first row of the boards */
    PANEL = 28, /* columns of the panel */
    HALF_PANEL = 16,
    MOST_STOCKS = 6,
    LEAST_BOARD = 22, /* columns of a board, for its title */
    LEAST_BLOCK = 12, /* rows of the boards, for the panel beside them */
    LEAST_LOG = 3,
    BELOW = 4, /* status, explanation, keys */
    TITLE_SIZE = 2 * NAME_SIZE + 128,
    UNTOLD = -1,
};

struct arrangement {
    int board_columns, block_rows;
    bool both;
    int second_column, panel_column, log_row, log_rows, status_row;
};

static void arrange(const struct battle *battle, struct arrangement *at)
{
    const struct rules *rules = battle_rules(battle);
    int most = term_rows() - TOP - 1 - LEAST_LOG - BELOW, columns;

    columns = board_draw_columns(rules, CELL_WIDTH);
    columns = columns < LEAST_BOARD ? LEAST_BOARD : columns;
    at->both = 2 * columns + 4 + PANEL <= term_columns();
    if (!at->both && columns + 2 + PANEL > term_columns())
        columns = term_columns() - PANEL - 2;
    at->board_columns = columns;
    at->second_column = columns + 2;
    at->panel_column = at->both ? 2 * columns + 4 : columns + 2;
    at->block_rows = board_draw_rows(rules);
    at->block_rows = at->block_rows < LEAST_BLOCK ? LEAST_BLOCK : at->block_rows;
    at->block_rows = at->block_rows > most ? most : at->block_rows;
    at->log_row = TOP + at->block_rows + 1;
    at->status_row = term_rows() - BELOW;
    at->log_rows = at->status_row - at->log_row;
}

bool battle_has_own_board(const struct battle *battle)
{
    return battle_rules(battle)->own_map == OWN_MAP_SHOWN || battle_board(battle) == OWN_BOARD;
}

bool battle_has_both_boards(const struct battle *battle)
{
    struct arrangement at;

    arrange(battle, &at);
    return at.both;
}

/* --- boards ----------------------------------------------------------------------------------- */

/* The own waters where the rules keep the own fleet out of sight: what the enemy was seen to do. */
static struct board_look look_waters(const void *context, int cell)
{
    const struct view *view = context;

    if (cellset_has(&view->incoming.hit, cell))
        return (struct board_look){term_glyph(GLYPH_HIT), STYLE_HIT};
    if (cellset_has(&view->incoming.shot, cell))
        return (struct board_look){term_glyph(GLYPH_MISS), STYLE_MISS};
    return (struct board_look){term_glyph(GLYPH_WATER), STYLE_WATER};
}

static void draw_board(struct battle *battle, const struct arrangement *at, int board, int column)
{
    const struct view *view = battle_view(battle);
    bool is_enemys = board == ENEMY_BOARD, is_active = battle_board(battle) == board;
    bool shows_fleet = view->rules.own_map == OWN_MAP_SHOWN;
    int whose = is_enemys ? 1 - battle->side : battle->side;
    char title[TITLE_SIZE];
    struct cellset area;
    struct board_art art = {
        .rules = &view->rules,
        .title = title,
        .is_active = is_active && view->status.turn == battle->side,
        .row = TOP,
        .column = column,
        .rows = at->block_rows,
        .columns = at->board_columns,
        .cell_width = CELL_WIDTH,
        .cursor = battle->cursor[board],
        .area = is_active ? &area : NULL,
        .marked = &battle->fired[1 - whose],
        .look = is_enemys     ? board_look_tracking
                : shows_fleet ? board_look_own
                              : look_waters,
        .context = view,
    };

    snprintf(title, sizeof title, "%s's %s", session_name(battle->session, whose),
             is_enemys || !shows_fleet ? "waters" : "fleet");
    battle_area(battle, &area);
    board_draw(&art, &battle->place[board]);
    battle->is_drawn[board] = true;
}

/* --- fleets ----------------------------------------------------------------------------------- */

struct pen {
    int row, column, last; /* the last row that may be written */
};

static bool next_row(struct pen *pen)
{
    return pen->row++ <= pen->last;
}

static void draw_hull(const struct pen *pen, enum glyph glyph, enum style style, int length)
{
    for (int i = 0; i < length; i++)
        term_put(pen->row - 1, pen->column + i, style, term_glyph(glyph));
}

/* A kind of ship with how many of it are afloat, or UNTOLD; what is sunk has another shape. */
static void draw_kind(struct pen *pen, const char *name, int length, int afloat, int all)
{
    bool is_sunk = afloat == 0;
    char text[PANEL + 1];

    if (!next_row(pen))
        return;
    draw_hull(pen, is_sunk ? GLYPH_SUNK : GLYPH_SHIP, is_sunk ? STYLE_SUNK : STYLE_SHIP, length);
    if (all > 1 && afloat == UNTOLD)
        snprintf(text, sizeof text, "%s x%d", name, all);
    else if (all > 1)
        snprintf(text, sizeof text, "%s %d of %d", name, afloat, all);
    else
        snprintf(text, sizeof text, "%s%s", name, is_sunk ? ", sunk" : "");
    term_put_within(pen->row - 1, pen->column + (length > 5 ? length : 5) + 1,
                    PANEL - (length > 5 ? length : 5) - 1, is_sunk ? STYLE_DIM : STYLE_PLAIN, text);
}

static void draw_heading(const struct battle *battle, struct pen *pen, int side, const char *more)
{
    char text[TITLE_SIZE];

    if (!next_row(pen))
        return;
    snprintf(text, sizeof text, "%s%s", session_name(battle->session, side), more);
    term_put_within(pen->row - 1, pen->column, PANEL, STYLE_TITLE, text);
}

static int ships_of_kind(const struct rules *rules, int kind)
{
    int count = 0;

    for (int ship = 0; ship < rules->ships; ship++)
        count += rules->fleet[ship].kind == kind;
    return count;
}

static void draw_enemy_fleet(const struct battle *battle, struct pen *pen)
{
    const struct view *view = battle_view(battle);
    const struct rules *rules = &view->rules;
    bool is_named = rules->announce == ANNOUNCE_NAME || rules->announce == ANNOUNCE_EACH_HIT;
    char more[48] = "";

    if (rules->announce == ANNOUNCE_UNNAMED)
        snprintf(more, sizeof more, ": %d of %d sunk", view->enemy_sunk, rules->ships);
    if (rules->announce == ANNOUNCE_NONE)
        snprintf(more, sizeof more, ": sinkings untold");
    draw_heading(battle, pen, 1 - battle->side, more);
    for (int kind = 0; kind < rules->ships; kind++) {
        int all = ships_of_kind(rules, kind);

        if (rules->fleet[kind].kind != kind)
            continue;
        if (is_named && view->enemy_raised == kind + 1)
            all++;
        draw_kind(pen, rules->fleet[kind].name, rules->fleet[kind].length,
                  is_named ? view->enemy_afloat[kind] : UNTOLD, all);
    }
    if (view->enemy_raised == rules->ships + 1)
        draw_kind(pen, rules_kind_name(rules, rules->ships), rules_new_ship(rules).length,
                  is_named ? view->enemy_afloat[rules->ships] : UNTOLD, 1);
}

static void draw_own_fleet(const struct battle *battle, struct pen *pen)
{
    const struct view *view = battle_view(battle);
    const struct rules *rules = &view->rules;

    draw_heading(battle, pen, battle->side, "");
    for (int kind = 0; kind < rules->ships; kind++) {
        int all = 0, afloat = 0;

        for (int slot = 0; slot < view->own.slots; slot++)
            if (strcmp(view_own_ship(view, slot)->name, rules->fleet[kind].name) == 0) {
                all++;
                afloat += view->own.afloat >> slot & 1 ? 1 : 0;
            }
        if (rules->fleet[kind].kind == kind)
            draw_kind(pen, rules->fleet[kind].name, rules->fleet[kind].length, afloat, all);
    }
}

/* --- stocks ----------------------------------------------------------------------------------- */

/* One special move, as it is told where there is a row for each, and in half a row. */
struct stocked {
    enum action action;
    bool is_there;
    char text[32], brief[16];
};

static void add_number(struct stocked *stocked, enum action action, int number)
{
    *stocked = (struct stocked){.action = action, .is_there = number > 0};
    snprintf(stocked->brief, sizeof stocked->brief, "%s %d", keyboard_action_label(action), number);
    snprintf(stocked->text, sizeof stocked->text, "%s", stocked->brief);
}

static void add_unlock(struct stocked *stocked, enum action action, bool is_there,
                       const char *locked)
{
    add_number(stocked, action, is_there);
    snprintf(stocked->text, sizeof stocked->text, "%s %s", keyboard_action_label(action),
             is_there ? "unlocked" : locked);
}

static void add_hints(struct stocked *stocked, const struct view *view)
{
    int misses = view->stock.misses, after = view->rules.hint_after;

    *stocked =
        (struct stocked){.action = ACTION_HINT, .is_there = view_can(view, MOVE_HINT, NULL) == OK};
    if (misses < after)
        snprintf(stocked->text, sizeof stocked->text, "hints %d (%d/%d)", view->stock.hints, misses,
                 after);
    else
        snprintf(stocked->text, sizeof stocked->text, "hints %d", view->stock.hints);
    snprintf(stocked->brief, sizeof stocked->brief, "%.14s", stocked->text);
}

static int list_stocks(const struct view *view, struct stocked list[MOST_STOCKS])
{
    const struct rules *rules = &view->rules;
    const struct stock *stock = &view->stock;
    int count = 0;

    if (rules->specials & SPECIAL_RADAR)
        add_number(&list[count++], ACTION_RADAR, stock->radar);
    if (rules->specials & SPECIAL_SMOKE)
        add_number(&list[count++], ACTION_SMOKE, stock->smoke);
    if (rules->specials & SPECIAL_ARTILLERY)
        add_unlock(&list[count++], ACTION_ARTILLERY, stock->unlocked & SPECIAL_ARTILLERY, "locked");
    if (rules->specials & SPECIAL_TORPEDO)
        add_unlock(&list[count++], ACTION_TORPEDO, stock->unlocked & SPECIAL_TORPEDO, "locked");
    if (rules->hints)
        add_hints(&list[count++], view);
    if (rules->reinforce)
        add_unlock(&list[count++], ACTION_RAISE, view_can(view, MOVE_RAISE, NULL) == OK,
                   stock->raised ? "used" : "locked");
    return count;
}

static void draw_stocks(const struct battle *battle, struct pen *pen)
{
    struct stocked list[MOST_STOCKS];
    int count = list_stocks(battle_view(battle), list);
    bool is_tight = pen->row + count - 1 > pen->last;

    for (int i = 0; i < count; i++) {
        const char *key = keyboard_label(battle->screen->keyboard, list[i].action);
        int column = pen->column + (is_tight && i % 2 ? HALF_PANEL : 0);

        if (!(is_tight && i % 2) && !next_row(pen))
            return;
        term_put(pen->row - 1, column, list[i].is_there ? STYLE_KEY : STYLE_DIM, key);
        term_put(pen->row - 1, column + term_width(key) + 1,
                 list[i].is_there ? STYLE_PLAIN : STYLE_DIM,
                 is_tight ? list[i].brief : list[i].text);
    }
}

/* Stocks stand in the place of the own board while that is hidden, else below the fleets. */
static void draw_panels(const struct battle *battle, const struct arrangement *at)
{
    struct pen pen = {TOP, at->panel_column, TOP + at->block_rows};
    struct pen stocks = {TOP, at->second_column, TOP + at->block_rows - 1};
    const struct rules *rules = battle_rules(battle);
    bool has_stocks = rules->specials || rules->hints || rules->reinforce;
    bool apart = at->both && !battle_has_own_board(battle);

    if (apart && has_stocks) {
        stocks.column += 3;
        term_put(stocks.row, stocks.column, STYLE_TITLE, "Special moves");
        stocks.row += 2;
        draw_stocks(battle, &stocks);
    }
    draw_enemy_fleet(battle, &pen);
    draw_own_fleet(battle, &pen);
    if (!apart && has_stocks)
        draw_stocks(battle, &pen);
}

/* --- the page --------------------------------------------------------------------------------- */

/* The last move of each side is news; what came before is history. */
static bool is_news(const struct battle_log *log, int line)
{
    return line >= log->news[0] || line >= log->news[1];
}

static void draw_log(const struct battle *battle, const struct arrangement *at)
{
    const struct battle_log *log = &battle->log[battle->side];
    int first = log->count > at->log_rows ? log->count - at->log_rows : 0;

    first = log->count - first > LOG_LINES ? log->count - LOG_LINES : first;
    for (int i = first; i < log->count; i++)
        term_put_within(at->log_row + i - first, 1, term_columns() - 2,
                        is_news(log, i) ? log->style[i % LOG_LINES] : STYLE_DIM,
                        log->line[i % LOG_LINES]);
}

/* While the enemy is to move: a pause, or the keyboard changes hands. */
static void draw_waiting(const struct battle *battle)
{
    static const struct key_hint hand_over[] = {{ACTION_CONFIRM, "hand over"}, {ACTION_NONE, NULL}};

    if (session_people(battle->session) == 2)
        keyboard_draw(battle->screen->keyboard, term_rows() - 2, hand_over);
    else
        term_put(term_rows() - 2, 1, STYLE_PLAIN, "Any key goes on.");
}

static void draw_keys(const struct battle *battle)
{
    const struct rules *rules = battle_rules(battle);
    bool shows_both = battle_has_both_boards(battle) || !battle_has_own_board(battle);
    struct key_hint hint[20];
    int count = 0;

    hint[count++] = (struct key_hint){ACTION_ARROWS, NULL};
    if (battle->aim != AIM_FIRE) {
        hint[count++] = (struct key_hint){ACTION_FIRE, "do it"};
        if (battle->aim == AIM_TORPEDO)
            hint[count++] = (struct key_hint){ACTION_TURN, NULL};
        if (battle->aim == AIM_RAISE)
            hint[count++] = (struct key_hint){ACTION_ROTATE, NULL};
        hint[count++] = (struct key_hint){ACTION_BACK, "give it up"};
        hint[count++] = (struct key_hint){ACTION_HELP, NULL};
        hint[count] = (struct key_hint){ACTION_NONE, NULL};
        keyboard_draw(battle->screen->keyboard, term_rows() - 2, hint);
        return;
    }
    hint[count++] = (struct key_hint){ACTION_FIRE, NULL};
    if (rules->specials & SPECIAL_RADAR)
        hint[count++] = (struct key_hint){ACTION_RADAR, NULL};
    if (rules->specials & SPECIAL_SMOKE)
        hint[count++] = (struct key_hint){ACTION_SMOKE, NULL};
    if (rules->specials & SPECIAL_ARTILLERY)
        hint[count++] = (struct key_hint){ACTION_ARTILLERY, NULL};
    if (rules->specials & SPECIAL_TORPEDO)
        hint[count++] = (struct key_hint){ACTION_TORPEDO, NULL};
    if (rules->reinforce)
        hint[count++] = (struct key_hint){ACTION_RAISE, NULL};
    if (rules->salvo)
        hint[count++] = (struct key_hint){ACTION_UNDO, NULL};
    hint[count++] = (struct key_hint){ACTION_HINT, NULL};
    if (!shows_both)
        hint[count++] = (struct key_hint){ACTION_SWITCH, NULL};
    hint[count++] = (struct key_hint){ACTION_TYPE, "type"};
    hint[count++] = (struct key_hint){ACTION_RESIGN, NULL};
    hint[count++] = (struct key_hint){ACTION_HELP, NULL};
    hint[count++] = (struct key_hint){ACTION_QUIT, "menu"};
    hint[count] = (struct key_hint){ACTION_NONE, NULL};
    keyboard_draw(battle->screen->keyboard, term_rows() - 2, hint);
}

static void draw_title(const struct battle *battle)
{
    const struct status *status = game_status(session_game(battle->session));
    char title[TITLE_SIZE], turn[NAME_SIZE + 32] = "the game is over";

    if (!status->over)
        snprintf(turn, sizeof turn, "%s %d: %.20s", status->last_move ? "last move, turn" : "turn",
                 status->turns[status->turn] + 1, session_name(battle->session, status->turn));
    snprintf(title, sizeof title, "%.24s: %s against %s", battle_rules(battle)->name,
             session_name(battle->session, battle->side),
             session_name(battle->session, 1 - battle->side));
    term_put_within(0, 1, term_columns() - term_width(turn) - 4, STYLE_TITLE, title);
    term_put(0, term_columns() - term_width(turn) - 1, STYLE_TITLE, turn);
    for (int column = 0; column < term_columns(); column++)
        term_put(1, column, STYLE_DIM, term_glyph(GLYPH_LINE));
}

/* Of a message that names a file first there is only room for what is wrong with it. */
static const char *last_part(const char *sentence)
{
    const char *part = sentence;

    for (const char *at = sentence; (at = strstr(at, ": ")) != NULL;)
        part = at += 2;
    return part;
}

static void draw_words(const struct battle *battle, const struct arrangement *at)
{
    const char *unkept = session_unkept(battle->session);
    char text[STATUS_SIZE] = "";
    enum style style = STYLE_BAD;

    term_put_within(at->status_row, 1, term_columns() - 2, battle->status_style, battle->status);
    if (unkept)
        snprintf(text, sizeof text, "Not kept: %s.", last_part(unkept));
    else if (battle_view(battle)->status.turn == battle->side && !battle->pauses)
        battle_explain(battle, text, &style);
    term_put_within(at->status_row + 1, 1, term_columns() - 2, style, text);
}

void battle_draw(void *state)
{
    struct battle *battle = state;
    struct arrangement at;

    arrange(battle, &at);
    battle->is_drawn[ENEMY_BOARD] = battle->is_drawn[OWN_BOARD] = false;
    draw_title(battle);
    if (at.both || !battle->shows_own || !battle_has_own_board(battle))
        draw_board(battle, &at, ENEMY_BOARD, 0);
    if (battle_has_own_board(battle) && (at.both || battle->shows_own))
        draw_board(battle, &at, OWN_BOARD, at.both ? at.second_column : 0);
    draw_panels(battle, &at);
    draw_log(battle, &at);
    draw_words(battle, &at);
    if (battle_view(battle)->status.turn == battle->side && !battle->pauses)
        draw_keys(battle);
    else
        draw_waiting(battle);
}
