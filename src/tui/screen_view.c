/* The viewer: shows a game move by move, either both boards or what each side knew of the other's.
 * The game is a record, or one between bots whose record grows while it is shown. */
#include "session/playback.h"
#include "tui/board_pair.h"
#include "tui/screen_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    JUMP = 10,
    FRAME_ROWS = 4,
    STATUS_SIZE = 1024,
    LEGEND_COLUMNS = 76, /* of its long form */
    FOLLOW = -1,
    NUMBER_SIZE = 8,
    MOST_MOVES = 9999999,
    TITLE_SIZE = 256
};

struct screen_viewer {
    const struct screen *screen;
    const char *title;
    struct heat_cache *cache;
    bool is_heat, is_playing;
    int speed;
    int shown;    /* the side whose board is shown if there is room for only one, or FOLLOW */
    int scrolled; /* rows, for a board that does not fit */
    struct message failure; /* why a bot could not move, or empty */
    struct playback playback;
};

/* --- boards ------------------------------------------------------------------------------------*/

static bool is_solo(const struct screen_viewer *viewer)
{
    return viewer->playback.reader.record.solo;
}

/* The side whose board the latest move touched. */
static int latest_target(const struct screen_viewer *viewer)
{
    const struct playback *playback = &viewer->playback;

    if (is_solo(viewer) || playback->latest == NOBODY)
        return SIDE_B;
    return playback_is_on_own_board(&playback->last[playback->latest]) ? playback->latest
                                                                       : 1 - playback->latest;
}

static void cellset_join(struct cellset *set, const struct cellset *more)
{
    for (int i = 0; i < CELLSET_WORDS; i++)
        set->word[i] |= more->word[i];
}

static int first_cell(const struct rules *rules, const struct cellset *shots,
                      const struct cellset *area)
{
    for (int cell = 0; cell < rules_cells(rules); cell++)
        if (cellset_has(shots, cell) || cellset_has(area, cell))
            return cell;
    return rules->height / 2 * rules->width + rules->width / 2;
}

/* The cell that a cut board keeps visible: the one touched last, scrolled by the player. */
static int visible_cell(const struct screen_viewer *viewer, const struct rules *rules, int cell)
{
    int row = screen_clamp(cell / rules->width + viewer->scrolled, 0, rules->height - 1);

    return row * rules->width + cell % rules->width;
}

/* The last move that touched a side's board: the enemy's, or a later one of its own such as smoke.
 * A heat map shows only the enemy's. */
static const struct last_move *latest_on(const struct screen_viewer *viewer, int side)
{
    const struct last_move *own = &viewer->playback.last[side];
    const struct last_move *enemy = &viewer->playback.last[1 - side];

    if (!viewer->is_heat && playback_is_on_own_board(own) && own->number > enemy->number)
        return own;
    return enemy;
}

static void draw_board(struct screen_viewer *viewer, int side, const struct term_area *place,
                       struct cell_size cell)
{
    const struct playback *playback = &viewer->playback;
    const struct rules *rules = &playback->reader.record.rules;
    const struct last_move *enemy = &playback->last[1 - side], *latest = latest_on(viewer, side);
    struct cellset shots = {{0}}, area = {{0}};
    char title[2 * NAME_SIZE];
    const char *mark =
        latest_target(viewer) == side && playback->latest != NOBODY ? term_glyph(GLYPH_ARROW) : " ";
    struct board_place cells;
    struct heat_context seen;
    struct board_art art = {
        .rules = rules,
        .title = title,
        .row = place->row,
        .column = place->column,
        .rows = place->rows,
        .columns = place->columns,
        .cell = cell,
        .text_width = viewer->is_heat ? 2 : 1,
        .area = &area,
        .marked = &shots,
        .look = board_look_own,
        .context = &playback->reader.game.view[side],
    };

    if (latest == &playback->last[side] || !playback_is_on_own_board(enemy))
        playback_touched(latest, &shots, &area);
    if (latest->move.kind != MOVE_ARTILLERY && latest->move.kind != MOVE_TORPEDO)
        cellset_join(&shots, &area); /* no shots: mark the whole area */
    if (viewer->is_heat) {
        seen.view = &enemy->before;
        seen.heat = heat_cache_find(viewer->cache, 1 - side, enemy->number, &enemy->before);
        known_fill(seen.view, &seen.known);
        art.look = board_look_heat;
        art.context = &seen;
    }
    if (viewer->is_heat && enemy->number > 0)
        snprintf(title, sizeof title, "%s Move %d as %s saw it", mark, enemy->number,
                 playback->reader.record.name[1 - side]);
    else if (viewer->is_heat)
        snprintf(title, sizeof title, "%s As %s sees it", mark,
                 playback->reader.record.name[1 - side]);
    else
        snprintf(title, sizeof title, "%s %s's waters", mark, playback->reader.record.name[side]);
    art.cursor = visible_cell(viewer, rules, first_cell(rules, &shots, &area));
    board_draw(&art, &cells);
}

static int side_shown(const struct screen_viewer *viewer)
{
    return viewer->shown == FOLLOW ? latest_target(viewer) : viewer->shown;
}

/* --- text --------------------------------------------------------------------------------------*/

static void draw_status(const struct screen_viewer *viewer, const struct board_pair *plan,
                        struct term_area *room)
{
    const struct playback *playback = &viewer->playback;
    char text[STATUS_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    writer_format(
        &writer, "Move %d of %d%s. ", playback_at(playback), playback->moves,
        playback->session && !game_status(session_game(playback->session))->over ? " so far" : "");
    playback_describe(playback, &writer);
    term_text_put(room, STYLE_TITLE, text);
    writer_init(&writer, text, sizeof text);
    writer_format(&writer, "%s, %g s per move.", viewer->is_playing ? "Playing" : "Paused",
                  speed_milliseconds(viewer->speed) / 1000.0);
    if (plan->boards == 1 && !is_solo(viewer)) {
        if (viewer->shown == FOLLOW)
            writer_put(&writer, " The board follows the moves.");
        else
            writer_format(&writer, " The board stays on %s's waters.",
                          playback->reader.record.name[viewer->shown]);
    }
    term_text_put(room, STYLE_PLAIN, text);
}

/* Explains the numbers, exact or estimated, and the signs. */
static void draw_legend(const struct screen_viewer *viewer, const struct board_pair *plan,
                        struct term_area *room)
{
    const struct playback *playback = &viewer->playback;
    bool is_exact = true;
    char text[STATUS_SIZE];

    for (int side = 0; side < 2; side++) {
        const struct last_move *last = &playback->last[side];
        const struct heat_numbers *heat;

        if ((is_solo(viewer) && side == SIDE_B) ||
            (plan->boards == 1 && side == side_shown(viewer)))
            continue;
        heat = heat_cache_find(viewer->cache, side, last->number, &last->before);
        is_exact = is_exact && heat->is_exact;
        if (!heat->is_known)
            term_text_put(room, STYLE_BAD, heat->why.text);
    }
    snprintf(text, sizeof text, "Percent: %s chance of a ship%s; %s certain, %s no ship.",
             is_exact ? "exact" : "estimated",
             room->columns < LEGEND_COLUMNS ? "" : " before that move", HEAT_CERTAIN,
             term_glyph(GLYPH_SURE));
    term_text_put(room, STYLE_DIM, text);
}

/* Draws as many moves as fit, the latest last. */
static void draw_log(const struct screen_viewer *viewer, struct term_area *room)
{
    const struct playback *playback = &viewer->playback;
    int at = playback_at(playback), first = at + 1, rows = 0;

    while (first > 1 && playback_text(playback, first - 1)[0]) {
        int more = term_text_rows(playback_text(playback, first - 1), room->columns);

        if (rows + more > room->rows)
            break;
        rows += more;
        first--;
    }
    if (first > at && at > 0) /* show the beginning of a move that does not fit */
        first = at;
    for (int number = first; number <= at; number++)
        term_text_put(room, number == at ? STYLE_TITLE : STYLE_PLAIN,
                      playback_text(playback, number));
    if (at == 0)
        term_text_put(room, STYLE_PLAIN, "No moves yet.");
}

static void draw_frame(const struct screen_viewer *viewer, bool is_one_of_two)
{
    const struct key_hint hints[] = {
        {ACTION_LEFT, "back"},
        {ACTION_RIGHT, "next"},
        {ACTION_PAGE_UP, "-10"},
        {ACTION_PAGE_DOWN, "+10"},
        {ACTION_PAUSE, viewer->is_playing ? "pause" : "play"},
        {ACTION_HEAT, viewer->is_heat ? "ships" : "heat map"},
        {ACTION_START, NULL},
        {ACTION_END, NULL},
        {ACTION_FASTER, NULL},
        {ACTION_SLOWER, NULL},
        {ACTION_HELP, NULL},
        {ACTION_BACK, "exit"},
        {is_one_of_two ? ACTION_SWITCH : ACTION_NONE, NULL},
        {ACTION_NONE, NULL},
    };

    screen_frame(viewer->screen, viewer->title, NULL, hints);
}

static void draw_viewer(void *state)
{
    struct screen_viewer *viewer = state;
    const struct rules *rules = &viewer->playback.reader.record.rules;
    struct term_area room = {2, 0, term_rows() - FRAME_ROWS, term_columns()};
    int boards = is_solo(viewer) ? 1 : 2;
    struct board_pair plan;

    board_pair_arrange(rules, viewer->is_heat ? 2 : 1, boards, room, &plan);
    draw_frame(viewer, plan.boards < boards);
    if (plan.boards == 2) {
        draw_board(viewer, SIDE_A, &plan.board[0], plan.cell);
        draw_board(viewer, SIDE_B, &plan.board[1], plan.cell);
    } else {
        draw_board(viewer, side_shown(viewer), &plan.board[0], plan.cell);
    }
    draw_status(viewer, &plan, &plan.text);
    if (viewer->is_heat)
        draw_legend(viewer, &plan, &plan.text);
    if (viewer->failure.text[0])
        term_text_put(&plan.text, STYLE_BAD, viewer->failure.text);
    draw_log(viewer, &plan.text);
}

/* --- keys --------------------------------------------------------------------------------------*/

static void go(struct screen_viewer *viewer, int number)
{
    viewer->failure.text[0] = '\0';
    viewer->scrolled = 0;
    if (playback_go(&viewer->playback, number < 0 ? 0 : number, &viewer->failure) != OK ||
        !playback_has_more(&viewer->playback))
        viewer->is_playing = false;
}

static void play_or_pause(struct screen_viewer *viewer)
{
    viewer->is_playing = !viewer->is_playing;
    if (viewer->is_playing && !playback_has_more(&viewer->playback)) {
        go(viewer, 0); /* play it again */
        viewer->is_playing = playback_has_more(&viewer->playback);
    }
}

static void change_speed(struct screen_viewer *viewer, int by)
{
    viewer->speed = screen_clamp(viewer->speed + by, 0, SPEEDS - 1);
}

/* If there is room for only one board: follow the moves, always A's, always B's. */
static void switch_board(struct screen_viewer *viewer)
{
    viewer->shown = viewer->shown == SIDE_B ? FOLLOW : viewer->shown + 1;
}

static void scroll(struct screen_viewer *viewer, int by)
{
    int height = viewer->playback.reader.record.rules.height;

    viewer->scrolled = screen_clamp(viewer->scrolled + by, -height, height);
}

/* Asks for the number of a move, of which the player has typed the first digit. */
static enum screen_result jump(struct screen_viewer *viewer, const struct page *page,
                               const char *digit)
{
    char text[NUMBER_SIZE];
    uint64_t number;
    bool done;
    enum screen_result result;

    viewer->is_playing = false;
    snprintf(text, sizeof text, "%s", digit);
    result = screen_edit(page, "Go to move number", text, sizeof text, &done);
    if (done && slice_number(slice_trim(slice_of(text)), MOST_MOVES, &number))
        go(viewer, (int)number < viewer->playback.moves ? (int)number : viewer->playback.moves);
    return result;
}

/* Returns false if the player leaves the viewer. */
static bool act(struct screen_viewer *viewer, enum action action)
{
    int at = playback_at(&viewer->playback);

    switch (action) {
    case ACTION_LEFT:
        viewer->is_playing = false;
        go(viewer, at - 1);
        break;
    case ACTION_RIGHT:
    case ACTION_CONFIRM:
        viewer->is_playing = false;
        go(viewer, at + 1);
        break;
    case ACTION_PAGE_UP:
        go(viewer, at - JUMP);
        break;
    case ACTION_PAGE_DOWN:
        go(viewer, at + JUMP);
        break;
    case ACTION_START:
        go(viewer, 0);
        break;
    case ACTION_END:
        go(viewer, viewer->playback.moves);
        break;
    case ACTION_PAUSE:
        play_or_pause(viewer);
        break;
    case ACTION_FASTER:
        change_speed(viewer, 1);
        break;
    case ACTION_SLOWER:
        change_speed(viewer, -1);
        break;
    case ACTION_HEAT:
        viewer->is_heat = !viewer->is_heat;
        break;
    case ACTION_SWITCH:
        switch_board(viewer);
        break;
    case ACTION_UP:
        scroll(viewer, -1);
        break;
    case ACTION_DOWN:
        scroll(viewer, 1);
        break;
    case ACTION_BACK:
    case ACTION_QUIT:
        return false;
    default:
        break;
    }
    return true;
}

static enum screen_result run_viewer(struct screen_viewer *viewer)
{
    static const enum action known[] = {
        ACTION_LEFT, ACTION_RIGHT, ACTION_CONFIRM, ACTION_PAGE_UP, ACTION_PAGE_DOWN, ACTION_START,
        ACTION_END,  ACTION_PAUSE, ACTION_FASTER,  ACTION_SLOWER,  ACTION_HEAT,      ACTION_SWITCH,
        ACTION_UP,   ACTION_DOWN,  ACTION_BACK,    ACTION_QUIT,    ACTION_HELP,      ACTION_NONE};
    struct page page = {draw_viewer, viewer};
    enum screen_result result;
    struct screen_event event;

    do {
        result =
            screen_ask(viewer->screen, &page,
                       viewer->is_playing ? speed_milliseconds(viewer->speed) : -1, known, &event);
        if (!act(viewer, event.action))
            break;
        if (event.action == ACTION_HELP)
            result = screen_help_viewer(viewer->screen, viewer->title);
        if (event.input.kind == INPUT_TIMEOUT && viewer->is_playing)
            go(viewer, playback_at(&viewer->playback) + 1);
        else if (event.input.kind == INPUT_CHARACTER && event.action == ACTION_NONE &&
                 event.input.text[0] >= '0' && event.input.text[0] <= '9')
            result = jump(viewer, &page, event.input.text);
    } while (result == SCREEN_BACK);
    return result;
}

/* --- opening and closing -----------------------------------------------------------------------*/

static void viewer_free(struct screen_viewer *viewer)
{
    if (viewer)
        heat_cache_free(viewer->cache);
    free(viewer);
}

static struct screen_viewer *viewer_new(struct slice record, struct session *session,
                                        struct message *message)
{
    struct screen_viewer *viewer = calloc(1, sizeof *viewer);

    if (viewer)
        viewer->cache = heat_cache_new();
    if (!viewer || !viewer->cache)
        message_set(message, "out of memory");
    else if (playback_open(&viewer->playback, record, session, message) == OK) {
        viewer->shown = FOLLOW;
        return viewer;
    }
    viewer_free(viewer);
    return NULL;
}

/* The speed is a setting of the viewer, not of a game: it is remembered at once. */
static void keep_speed(struct screen *screen, int speed)
{
    const struct screen_host *host = screen->host;

    if (screen->choice.speed == speed)
        return;
    screen->choice.speed = speed;
    if (host && host->remember)
        host->remember(host->context, &screen->choice);
}

enum screen_result screen_view(struct screen *screen, struct slice record, struct session *session,
                               const char *title)
{
    struct message message = {""};
    struct screen_viewer *viewer = viewer_new(record, session, &message);
    enum screen_result result;

    if (!viewer)
        return screen_pager(screen, title, message.text);
    viewer->screen = screen;
    viewer->title = title;
    viewer->speed = screen->choice.speed;
    viewer->is_heat = viewer->is_playing = session != NULL;
    result = run_viewer(viewer);
    keep_speed(screen, viewer->speed);
    viewer_free(viewer);
    return result;
}

static void title_of(const struct record *record, char *title, size_t size)
{
    if (record->solo)
        snprintf(title, size, "Replay: %s alone against a fleet by %s, %s rules", record->name[0],
                 record->name[1], record->rules.name);
    else
        snprintf(title, size, "Replay: %s against %s, %s rules", record->name[0], record->name[1],
                 record->rules.name);
}

enum error screen_replay(struct slice record, int from, const struct keyboard *keyboard,
                         const struct term_options *options, int *speed, struct message *message)
{
    struct screen screen = {.keyboard = keyboard};
    struct screen_viewer *viewer = viewer_new(record, NULL, message);
    char title[TITLE_SIZE];
    enum error error;

    if (!viewer)
        return ERR_MISMATCH;
    error = term_open(options, message);
    if (!error) {
        title_of(&viewer->playback.reader.record, title, sizeof title);
        viewer->screen = &screen;
        viewer->title = title;
        viewer->speed = *speed;
        go(viewer, from < viewer->playback.moves ? from : viewer->playback.moves);
        run_viewer(viewer);
        *speed = viewer->speed;
        term_close();
    }
    viewer_free(viewer);
    return error;
}
