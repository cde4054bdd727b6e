/* Draws the battle: boards on the left, fleets and special moves on the right, the log below, keys
 * at the bottom. Extra room goes to the boards first, then to the log. */
#include "base/columns.h"
#include "tui/screen_battle_internal.h"
#include "tui/term_text.h"

#include <stdio.h>
#include <string.h>

enum {
    TOP = 2,    /* the first row of the boards */
    PANEL = 28, /* columns of the panel */
    HALF_PANEL = 16,
    LEAST_HULLS = 5, /* columns for the ships of one kind */
    MOST_HULLS = 11,
    KIND_SIZE = 96, /* bytes of the text about the ships of one kind */
    MAX_SPECIALS = 6,
    MAX_HINTS = 20,
    LEAST_BOARD = 22, /* columns, for the title */
    LEAST_BLOCK = 12, /* rows, for the panel beside the boards */
    LEAST_LOG = 4,    /* rows, with the empty one above it */
    SMALL_LOG = 2,    /* the same on a low screen */
    LOW = 24,
    GOOD_LOG = 6,   /* before cells grow */
    BELOW = 4,      /* status, explanation, keys */
    MAX_RULES = 63, /* characters of their name in the title */
    MAX_RULES_BRIEF = 21,
    TITLE_SIZE = 2 * NAME_SIZE + 128,
    UNKNOWN = -1,
};

struct arrangement {
    struct cell_size cell;
    int board_columns, block_rows;
    bool both;
    int second_column, panel_column, log_row, log_rows, status_row;
    int step_rows; /* of the tutorial, between the log and the status line */
};

/* The columns for each of two boards. */
static int half_columns(void)
{
    return (term_columns() - PANEL - 4) / 2;
}

static bool has_both(const struct rules *rules, struct cell_size cell)
{
    return half_columns() >= LEAST_BOARD && board_draw_columns(rules, cell) <= half_columns();
}

/* Two boards side by side are better than one with larger cells. */
struct cell_size screen_cell_size(const struct rules *rules)
{
    int rows = term_rows() - TOP - 1 - GOOD_LOG - BELOW;
    struct cell_size cell = board_draw_fit(rules, 1, rows, half_columns());

    return has_both(rules, cell) ? cell
                                 : board_draw_fit(rules, 1, rows, term_columns() - PANEL - 2);
}

static void arrange(const struct battle *battle, struct arrangement *at)
{
    const struct rules *rules = battle_rules(battle);
    int most, columns, apart;

    at->cell = screen_cell_size(rules);
    at->both = has_both(rules, at->cell);
    columns = board_draw_columns(rules, at->cell);
    columns = screen_clamp(columns, LEAST_BOARD, term_columns() - PANEL - 2);
    at->board_columns = columns;
    at->second_column = columns + 2;
    at->panel_column = at->both ? 2 * columns + 4 : columns + 2;
    at->status_row = term_rows() - BELOW;
    most = at->status_row - TOP - (term_rows() < LOW ? SMALL_LOG : LEAST_LOG);
    at->block_rows = screen_clamp(board_draw_rows(rules, at->cell), LEAST_BLOCK, most);
    apart = term_rows() >= LOW;
    at->log_row = TOP + at->block_rows + apart;
    at->log_rows = at->status_row - at->log_row;
    at->step_rows = battle_step_rows(battle);
    if (at->step_rows >= at->log_rows)
        at->step_rows = 0; /* it gets a page */
    at->log_rows -= at->step_rows;
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

bool battle_shows(const struct battle *battle, int board)
{
    bool both = battle_has_both_boards(battle), own = battle_has_own_board(battle);

    return board == OWN_BOARD ? own && (both || battle->shows_own)
                              : both || !own || !battle->shows_own;
}

bool battle_has_room_for_step(const struct battle *battle)
{
    struct arrangement at;

    arrange(battle, &at);
    return at.step_rows > 0;
}

/* --- boards ------------------------------------------------------------------------------------*/

static void draw_board(struct battle *battle, const struct arrangement *at, int board, int column)
{
    const struct view *view = battle_view(battle);
    bool is_enemys = board == ENEMY_BOARD, is_active = battle_board(battle) == board;
    int whose = is_enemys ? 1 - battle->side : battle->side;
    char title[TITLE_SIZE];
    struct cellset area;
    struct known known;
    struct board_art art = {
        .rules = &view->rules,
        .title = title,
        .is_active = is_active && view->status.turn == battle->side,
        .row = TOP,
        .column = column,
        .rows = at->block_rows,
        .columns = at->board_columns,
        .cell = at->cell,
        .text_width = 1,
        .cursor = battle->cursor[board],
        .area = is_active ? &area : NULL,
        .marked = &battle->fired[1 - whose],
        .blast = battle->blast_board == board ? &battle->blast : NULL,
        .look = is_enemys ? board_look_tracking : board_look_own,
        .context = is_enemys ? (const void *)&known : view,
    };

    if (is_enemys)
        known_fill(view, &known);
    snprintf(title, sizeof title, "%s's %s", session_name(battle->session, whose),
             is_enemys ? "waters" : "fleet");
    battle_area(battle, &area);
    board_draw(&art, &battle->place[board]);
    battle->is_drawn[board] = true;
}

/* --- fleets ------------------------------------------------------------------------------------*/

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

/* Draws a kind of ship and how many of it are afloat, which may be UNKNOWN. */
static void draw_kind(struct pen *pen, const char *name, int length, int afloat, int all)
{
    bool is_sunk = afloat == 0;
    char text[PANEL + 1];

    if (!next_row(pen))
        return;
    draw_hull(pen, is_sunk ? GLYPH_SUNK : GLYPH_SHIP, is_sunk ? STYLE_SUNK : STYLE_SHIP, length);
    if (all > 1 && afloat == UNKNOWN)
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
        snprintf(more, sizeof more, ": sinkings hidden");
    draw_heading(battle, pen, 1 - battle->side, more);
    for (int kind = 0; kind < rules->ships; kind++) {
        int all = ships_of_kind(rules, kind);

        if (rules->fleet[kind].kind != kind)
            continue;
        if (is_named && view->enemy_raised == kind + 1)
            all++;
        draw_kind(pen, rules->fleet[kind].name, rules->fleet[kind].length,
                  is_named ? view->enemy_afloat[kind] : UNKNOWN, all);
    }
    if (view->enemy_raised == rules->ships + 1)
        draw_kind(pen, rules_kind_name(rules, rules->ships), rules_new_ship(rules).length,
                  is_named ? view->enemy_afloat[rules->ships] : UNKNOWN, 1);
}

/* Finds the next slot of the player's fleet with a ship of this name; NO_SHIP after the last. */
static int next_slot(const struct view *view, const char *name, int slot)
{
    while (slot < view->own.slots && strcmp(view_own_ship(view, slot)->name, name) != 0)
        slot++;
    return slot < view->own.slots ? slot : NO_SHIP;
}

static void draw_own_ship(const struct view *view, int slot, int row, int column)
{
    bool is_afloat = view->own.afloat >> slot & 1;
    int cells[MAX_LENGTH], length = view_own_ship(view, slot)->length;
    int count = placement_cells(view->own.layout.ship[slot], length, &view->rules, cells);

    for (int i = 0; i < length; i++) {
        bool is_hit = i < count && cellset_has(&view->incoming.hit, cells[i]);

        term_put(row, column + i,
                 !is_afloat ? STYLE_SUNK
                 : is_hit   ? STYLE_HIT
                            : STYLE_SHIP,
                 term_glyph(!is_afloat ? GLYPH_SUNK
                            : is_hit   ? GLYPH_HIT
                                       : GLYPH_SHIP));
    }
}

/* The player's ships of one kind. */
struct own_kind {
    const char *name;
    int all, afloat, hits; /* hits on those afloat */
    int width;             /* of the hulls side by side */
};

static struct own_kind count_own_kind(const struct view *view, const char *name)
{
    struct own_kind kind = {.name = name, .width = -1};

    for (int slot = next_slot(view, name, 0); slot != NO_SHIP;
         slot = next_slot(view, name, slot + 1)) {
        int length = view_own_ship(view, slot)->length;

        kind.all++;
        kind.width += length + 1;
        if (view->own.afloat >> slot & 1) {
            kind.afloat++;
            kind.hits += length - view->own.left[slot];
        }
    }
    return kind;
}

static void describe_own_kind(const struct own_kind *kind, bool shows_damage, const char *of,
                              char text[KIND_SIZE])
{
    struct writer writer;

    writer_init(&writer, text, KIND_SIZE);
    writer_put(&writer, kind->name);
    if (kind->all > 1)
        writer_format(&writer, " %d%s%d", kind->afloat, of, kind->all);
    else if (kind->afloat == 0)
        writer_put(&writer, ", sunk");
    if (!shows_damage && kind->hits > 0)
        writer_format(&writer, ", %d hit%s", kind->hits, text_s((uint64_t)kind->hits));
}

/* Draws all hulls with their damage, or the number of hits if there are too many ships. */
static void draw_own_kind(struct pen *pen, const struct view *view, const struct own_kind *kind,
                          int widest)
{
    bool fits = kind->width <= widest, is_sunk = kind->afloat == 0;
    int column = pen->column, slot = next_slot(view, kind->name, 0), room = PANEL - widest - 1;
    char text[KIND_SIZE];

    if (!next_row(pen))
        return;
    for (; slot != NO_SHIP && (fits || column == pen->column);
         slot = next_slot(view, kind->name, slot + 1)) {
        if (!fits) {
            draw_hull(pen, is_sunk ? GLYPH_SUNK : GLYPH_SHIP, is_sunk ? STYLE_SUNK : STYLE_SHIP,
                      view_own_ship(view, slot)->length);
            break;
        }
        draw_own_ship(view, slot, pen->row - 1, column);
        column += view_own_ship(view, slot)->length + 1;
    }
    describe_own_kind(kind, fits, " of ", text);
    if (term_width(text) > room)
        describe_own_kind(kind, fits, "/", text);
    screen_put_cut(pen->row - 1, pen->column + widest + 1, room, is_sunk ? STYLE_DIM : STYLE_PLAIN,
                   text);
}

static void draw_own_fleet(const struct battle *battle, struct pen *pen)
{
    const struct view *view = battle_view(battle);
    struct own_kind kinds[MAX_SLOTS];
    int count = 0, widest = LEAST_HULLS;

    for (int slot = 0; slot < view->own.slots; slot++) {
        const char *name = view_own_ship(view, slot)->name;

        if (next_slot(view, name, 0) == slot)
            kinds[count++] = count_own_kind(view, name);
    }
    for (int i = 0; i < count; i++)
        if (kinds[i].width > widest && kinds[i].width <= MOST_HULLS)
            widest = kinds[i].width;
    draw_heading(battle, pen, battle->side, "");
    for (int i = 0; i < count; i++)
        draw_own_kind(pen, view, &kinds[i], widest);
}

/* --- special moves -----------------------------------------------------------------------------*/

/* A special move, described in a full row and in half a row. */
struct special_row {
    enum action action;
    bool is_available;
    char text[32], brief[16];
};

static void add_number(struct special_row *special, enum action action, int number)
{
    *special = (struct special_row){.action = action, .is_available = number > 0};
    snprintf(special->brief, sizeof special->brief, "%s %d", keyboard_action_label(action), number);
    snprintf(special->text, sizeof special->text, "%s", special->brief);
}

static void add_unlock(struct special_row *special, enum action action, bool is_available,
                       const char *locked)
{
    add_number(special, action, is_available);
    snprintf(special->text, sizeof special->text, "%s %s", keyboard_action_label(action),
             is_available ? "unlocked" : locked);
}

static void add_hints(struct special_row *special, const struct view *view)
{
    int misses = view->stock.misses, after = view->rules.hint_after;

    *special = (struct special_row){.action = ACTION_HINT,
                                    .is_available = view_can(view, MOVE_HINT, NULL) == OK};
    if (misses < after)
        snprintf(special->text, sizeof special->text, "hints %d (%d/%d)", view->stock.hints, misses,
                 after);
    else
        snprintf(special->text, sizeof special->text, "hints %d", view->stock.hints);
    snprintf(special->brief, sizeof special->brief, "%.14s", special->text);
}

static int list_specials(const struct view *view, struct special_row list[MAX_SPECIALS])
{
    const struct rules *rules = &view->rules;
    const struct stock *stock = &view->stock;
    int count = 0, kinds[MAX_SLOTS], ships;

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
        add_unlock(&list[count++], ACTION_RAISE, view_raisable(view, kinds, &ships, NULL) == OK,
                   stock->raised ? "used" : "locked");
    return count;
}

static void draw_specials(const struct battle *battle, struct pen *pen)
{
    struct special_row list[MAX_SPECIALS];
    int count = list_specials(battle_view(battle), list);
    bool is_tight = pen->row + count - 1 > pen->last;

    for (int i = 0; i < count; i++) {
        const char *key = keyboard_label(battle->screen->keyboard, list[i].action);
        int column = pen->column + (is_tight && i % 2 ? HALF_PANEL : 0);

        if (!(is_tight && i % 2) && !next_row(pen))
            return;
        term_put(pen->row - 1, column, list[i].is_available ? STYLE_KEY : STYLE_DIM, key);
        term_put(pen->row - 1, column + term_width(key) + 1,
                 list[i].is_available ? STYLE_PLAIN : STYLE_DIM,
                 is_tight ? list[i].brief : list[i].text);
    }
}

/* The special moves replace the player's own board if that is hidden, else go below the fleets. */
static void draw_panels(const struct battle *battle, const struct arrangement *at)
{
    struct pen pen = {TOP, at->panel_column, at->log_row - 1};
    struct pen specials = {TOP, at->second_column, TOP + at->block_rows - 1};
    const struct rules *rules = battle_rules(battle);
    bool has_specials = rules->specials || rules->hints || rules->reinforce;
    bool apart = at->both && !battle_has_own_board(battle);

    if (apart && has_specials) {
        specials.column += 3;
        term_put(specials.row, specials.column, STYLE_TITLE, "Special moves");
        specials.row += 2;
        draw_specials(battle, &specials);
    }
    draw_enemy_fleet(battle, &pen);
    draw_own_fleet(battle, &pen);
    if (!apart && has_specials)
        draw_specials(battle, &pen);
}

/* --- the page ----------------------------------------------------------------------------------*/

/* Is the line about the last move of a side? */
static bool is_news(const struct battle_log *log, int line)
{
    return line >= log->news[0] - 1 || line >= log->news[1] - 1;
}

/* Draws a line of the log, wrapped, on at most `rows` rows. Returns the rows used. */
static int draw_line(const struct battle_log *log, int line, int row, int rows)
{
    struct term_area area = {row, 1, rows, term_columns() - 2};

    term_text_put(&area, is_news(log, line) ? log->style[line % LOG_LINES] : STYLE_DIM,
                  log->line[line % LOG_LINES]);
    return rows - area.rows;
}

/* The first line of those that fit into `rows`, counted from the end. */
static int first_line(const struct battle_log *log, int rows)
{
    int line = log->count, oldest = log->count > LOG_LINES ? log->count - LOG_LINES : 0;

    while (line > oldest) {
        rows -= term_text_rows(log->line[(line - 1) % LOG_LINES], term_columns() - 2);
        if (rows < 0)
            break;
        line--;
    }
    return line;
}

/* The player's own last result stays visible, however much the enemy has done since. */
static void draw_log(const struct battle *battle, const struct arrangement *at)
{
    const struct battle_log *log = &battle->log[battle->side];
    int row = at->log_row, end = at->log_row + at->log_rows;
    int own = log->news[battle->side] - 1, first = first_line(log, at->log_rows);

    if (own >= 0 && own < first && own >= log->count - LOG_LINES) {
        int left = at->log_rows - term_text_rows(log->line[own % LOG_LINES], term_columns() - 2);

        first = first_line(log, left);
        row += draw_line(log, own, row, first < log->count ? end - row : at->log_rows - 1);
    }
    if (first == log->count && first > 0)
        first--; /* a line that is too long is cut off */
    for (; first < log->count && row < end; first++)
        row += draw_line(log, first, row, end - row);
}

static bool is_persons_turn(const struct battle *battle)
{
    return battle_view(battle)->status.turn == battle->side && !battle->pauses;
}

static bool is_choosing_salvo(const struct battle *battle)
{
    return battle->aim == AIM_FIRE && battle_rules(battle)->salvo &&
           battle->marks < view_salvo(battle_view(battle));
}

static bool is_offered(const struct battle *battle, enum action action)
{
    switch (action) {
    case ACTION_TURN:
        return battle->aim == AIM_TORPEDO;
    case ACTION_ROTATE:
        return battle->aim == AIM_RAISE;
    case ACTION_UNDO:
        return battle_rules(battle)->salvo;
    case ACTION_SWITCH:
        return battle_has_own_board(battle) && !battle_has_both_boards(battle);
    default:
        return screen_help_has(battle_rules(battle), action);
    }
}

/* The keys that mean something now, ended by ACTION_NONE. */
static void list_keys(const struct battle *battle, struct key_hint hints[MAX_HINTS])
{
    static const struct key_hint aiming[] = {{ACTION_ARROWS, NULL},   {ACTION_FIRE, "confirm"},
                                             {ACTION_TURN, NULL},     {ACTION_ROTATE, NULL},
                                             {ACTION_BACK, "cancel"}, {ACTION_HELP, NULL},
                                             {ACTION_NONE, NULL}};
    static const struct key_hint firing[] = {
        {ACTION_ARROWS, NULL}, {ACTION_FIRE, NULL},      {ACTION_RADAR, NULL},
        {ACTION_SMOKE, NULL},  {ACTION_ARTILLERY, NULL}, {ACTION_TORPEDO, NULL},
        {ACTION_RAISE, NULL},  {ACTION_UNDO, NULL},      {ACTION_HINT, NULL},
        {ACTION_SWITCH, NULL}, {ACTION_TYPE, "type"},    {ACTION_HELP, NULL},
        {ACTION_QUIT, "menu"}, {ACTION_RESIGN, NULL},    {ACTION_STATUS, NULL},
        {ACTION_NONE, NULL}};
    static const struct key_hint waiting[] = {{ACTION_CONFIRM, "pass the keyboard"},
                                              {ACTION_NONE, NULL}};
    const struct key_hint *hint = battle->aim == AIM_FIRE ? firing : aiming;

    if (!is_persons_turn(battle))
        hint = session_people(battle->session) == 2 ? waiting : &waiting[1];
    for (; hint->action != ACTION_NONE; hint++)
        if (is_offered(battle, hint->action)) {
            *hints = *hint;
            if (hint->action == ACTION_FIRE && is_choosing_salvo(battle))
                hints->label = "choose";
            hints++;
        }
    *hints = *hint;
}

static void print_title(const struct battle *battle, int most, char title[TITLE_SIZE])
{
    const char *rules = battle_rules(battle)->name;

    snprintf(title, TITLE_SIZE, "%.*s%s: %s against %s", most, rules,
             strlen(rules) > (size_t)most ? "..." : "", session_name(battle->session, battle->side),
             session_name(battle->session, 1 - battle->side));
}

static void draw_frame(const struct battle *battle)
{
    const struct status *status = game_status(session_game(battle->session));
    char title[TITLE_SIZE], turn[NAME_SIZE + 32] = "game over";
    const char *name = status->over ? "" : session_name(battle->session, status->turn);
    struct key_hint hints[MAX_HINTS];

    if (!status->over)
        snprintf(turn, sizeof turn, "%s %d: %.*s", status->last_move ? "last move, turn" : "turn",
                 status->turns[status->turn] + 1, (int)columns_bytes(name, 20), name);
    print_title(battle, MAX_RULES, title);
    if (term_width(title) > term_columns() - term_width(turn) - 4) /* `status` shows all of it */
        print_title(battle, MAX_RULES_BRIEF, title);
    list_keys(battle, hints);
    screen_frame(battle->screen, title, turn, hints);
    if (hints[0].action == ACTION_NONE)
        term_put(term_rows() - 2, 1, STYLE_PLAIN, "Press any key to continue.");
}

/* There is no room for a file name: keeps only the last part of a message, the reason. */
static const char *last_part(const char *sentence)
{
    const char *part = sentence;

    for (const char *at = sentence; (at = strstr(at, ": ")) != NULL;)
        part = at += 2;
    return part;
}

static void draw_status(const struct battle *battle, const struct arrangement *at)
{
    const char *failure = session_save_error(battle->session);
    struct term_area room = {at->status_row, 1, 2, term_columns() - 2};
    char text[STATUS_SIZE] = "";
    enum style style = STYLE_BAD;

    if (!battle->status[0] && battle->aim == AIM_FIRE && is_persons_turn(battle))
        battle_explain_step(battle, text);
    term_put_within(at->status_row, 1, term_columns() - 2, STYLE_KEY, text);
    term_text_put(&room, battle->status_style, battle->status);
    if (room.rows == 0 && !failure)
        return; /* a long sentence has both rows */
    text[0] = '\0';
    if (failure)
        snprintf(text, sizeof text, "Not saved: %s.", last_part(failure));
    else if (is_persons_turn(battle))
        battle_explain(battle, text, &style);
    term_put_within(at->status_row + 1, 1, term_columns() - 2, style, text);
}

void battle_draw(void *state)
{
    struct battle *battle = state;
    struct arrangement at;

    arrange(battle, &at);
    battle->is_drawn[ENEMY_BOARD] = battle->is_drawn[OWN_BOARD] = false;
    draw_frame(battle);
    if (battle_shows(battle, ENEMY_BOARD))
        draw_board(battle, &at, ENEMY_BOARD, 0);
    if (battle_shows(battle, OWN_BOARD))
        draw_board(battle, &at, OWN_BOARD, at.both ? at.second_column : 0);
    draw_panels(battle, &at);
    draw_log(battle, &at);
    battle_draw_step(battle, at.log_row + at.log_rows, at.step_rows);
    draw_status(battle, &at);
}
