/* The end of a game: the result, both fleets, the figures, and what to do next. */
#include "session/coach.h"
#include "session/narrate.h"
#include "tui/board_pair.h"
#include "tui/screen_internal.h"

#include <stdio.h>
#include <string.h>

enum {
    REVIEW_CAP = 4 << 20,
    PATH_SIZE = 256,
    NAME_COLUMNS = 20,
    FIGURE_COLUMNS = 23,
    SENTENCE_SIZE = 1024,
    HEAD_AND_KEYS = 4
};

struct end_page {
    struct screen *screen;
    struct session *session;
    char result[SENTENCE_SIZE];
    const char *saved;
    struct message verified, note; /* the commitments; what the last key did */
    bool is_verified;
    int shown;            /* the side shown if there is room for only one board */
    int across, down;     /* how far a cut board is scrolled from its middle */
    char path[PATH_SIZE]; /* where to save the record */
};

/* --- drawing -----------------------------------------------------------------------------------*/

static void draw_fleet(const struct end_page *end, int side, const struct term_area *place,
                       struct cell_size cell)
{
    const struct view *view = &session_game(end->session)->view[side];
    const struct rules *rules = &view->rules;
    char title[NAME_SIZE + 16];
    struct board_place cells;
    int row = rules->height / 2 + end->down, column = rules->width / 2 + end->across;

    snprintf(title, sizeof title, "%s's fleet", session_name(end->session, side));
    row = screen_clamp(row, 0, rules->height - 1);
    column = screen_clamp(column, 0, rules->width - 1);
    board_draw(&(struct board_art){.rules = rules,
                                   .title = title,
                                   .row = place->row,
                                   .column = place->column,
                                   .rows = place->rows,
                                   .columns = place->columns,
                                   .cell = cell,
                                   .text_width = 1,
                                   .cursor = row * rules->width + column,
                                   .look = board_look_revealed,
                                   .context = view},
               &cells);
}

static void put_row(struct term_area *room, enum style style, const char *name, const char *figures)
{
    int rest = room->columns - FIGURE_COLUMNS - 1;
    int name_columns = rest > NAME_COLUMNS ? NAME_COLUMNS : rest;

    if (room->rows < 1)
        return;
    term_put_within(room->row, room->column, name_columns, style, name);
    term_put_within(room->row, room->column + name_columns + 1, room->columns - name_columns - 1,
                    style, figures);
    room->row++;
    room->rows--;
}

static void draw_figures(const struct end_page *end, struct term_area *room)
{
    const struct game *game = session_game(end->session);
    const struct status *status = game_status(game);
    char figures[64];

    put_row(room, STYLE_DIM, "", "shots  hits  rate turns");
    for (int side = 0; side < 2; side++) {
        int shots = status->shots[side], hits = game->view[side].tracking.hits;
        char rate[16] = "-";

        if (shots > 0)
            snprintf(rate, sizeof rate, "%.0f %%", 100.0 * hits / shots);
        snprintf(figures, sizeof figures, "%5d %5d %5s %5d", shots, hits, rate,
                 status->turns[side]);
        put_row(room, status->winner == side ? STYLE_TITLE : STYLE_PLAIN,
                session_name(end->session, side), figures);
    }
}

static void draw_frame(const struct end_page *end, bool is_one_of_two)
{
    const struct key_hint hints[] = {
        {ACTION_REPLAY, NULL},     {ACTION_REVIEW, NULL},
        {ACTION_SAVE, NULL},       {ACTION_REMATCH, NULL},
        {ACTION_CONFIRM, "menu"},  {is_one_of_two ? ACTION_SWITCH : ACTION_NONE, NULL},
        {ACTION_ARROWS, "scroll"}, {ACTION_NONE, NULL},
    };

    screen_frame(end->screen, end->result, NULL, hints);
}

static void draw_end(void *state)
{
    const struct end_page *end = state;
    struct term_area room = {2, 0, term_rows() - HEAD_AND_KEYS, term_columns()};
    char seed[SEED_TEXT_SIZE], sentence[SEED_TEXT_SIZE + 8];
    struct board_pair plan;

    board_pair_arrange(game_rules(session_game(end->session)), 1, 2, room, &plan);
    draw_frame(end, plan.boards == 1);
    if (plan.boards == 2) {
        draw_fleet(end, SIDE_A, &plan.board[0], plan.cell);
        draw_fleet(end, SIDE_B, &plan.board[1], plan.cell);
    } else {
        draw_fleet(end, end->shown, &plan.board[0], plan.cell);
    }
    draw_figures(end, &plan.text);
    term_text_put(&plan.text, end->is_verified ? STYLE_PLAIN : STYLE_BAD, end->verified.text);
    if (end->saved && end->saved[0])
        term_text_put(&plan.text, STYLE_PLAIN, end->saved);
    seed_print(session_seed(end->session), seed);
    snprintf(sentence, sizeof sentence, "Seed %s.", seed);
    term_text_put(&plan.text, STYLE_PLAIN, sentence);
    if (end->note.text[0])
        term_text_put(&plan.text, STYLE_TITLE, end->note.text);
}

/* --- keys --------------------------------------------------------------------------------------*/

static enum screen_result replay(struct end_page *end)
{
    char title[2 * NAME_SIZE + 32];

    snprintf(title, sizeof title, "Replay: %s against %s", session_name(end->session, 0),
             session_name(end->session, 1));
    return screen_view(end->screen, session_record(end->session), NULL, title);
}

/* Reviews people, or bots if only bots played. */
static bool is_reviewed(const struct session *session, int side)
{
    return session_people(session) == 0 || !session_is_bot(session, side);
}

static enum error add_review(const struct end_page *end, int side, struct buffer *text,
                             struct message *message)
{
    struct review review;
    enum error error = coach_review(session_record(end->session), side, &review, message);

    if (error)
        return error;
    error = coach_review_print(&review, game_rules(session_game(end->session)),
                               session_name(end->session, side), text);
    if (!error)
        error = buffer_put(text, "\n");
    coach_review_release(&review);
    return error ? error_set(error, message, "the review is too long") : OK;
}

static enum screen_result show_review(struct end_page *end)
{
    enum error error = OK;
    enum screen_result result = SCREEN_BACK;
    struct buffer text;

    message_set(&end->note, "The coach is reviewing the game...");
    term_clear();
    draw_end(end);
    term_show();
    end->note.text[0] = '\0';
    buffer_init(&text, REVIEW_CAP);
    for (int side = 0; !error && side < 2; side++)
        if (is_reviewed(end->session, side))
            error = add_review(end, side, &text, &end->note);
    if (!error && text.length > 0)
        result = screen_pager(end->screen, "The coach's review", text.data);
    buffer_release(&text);
    return result;
}

static enum screen_result save(struct end_page *end, const struct page *page)
{
    bool done, yes;
    struct message message;
    enum screen_result result =
        screen_edit(page, "Save the record as", end->path, sizeof end->path, &done);

    if (result != SCREEN_BACK || !done)
        return result;
    result = screen_confirm_write(page, end->path, &yes);
    if (result != SCREEN_BACK || !yes)
        return result;
    if (session_write_record(end->session, end->path, &message) != OK)
        message_set(&end->note, "Not saved: %s.", message.text);
    else
        message_set(&end->note, "Saved to %s.", end->path);
    return SCREEN_BACK;
}

/* --- the screen --------------------------------------------------------------------------------*/

static void prepare(struct end_page *end)
{
    const char *const names[2] = {session_name(end->session, 0), session_name(end->session, 1)};
    char text[NARRATION_SIZE];
    struct message message;
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    narrate_end(game_status(session_game(end->session)), names, &writer);
    snprintf(end->result, sizeof end->result, "%.*s", (int)strcspn(text, "\n"), text);
    end->is_verified = session_verify(end->session, &message) == OK;
    if (end->is_verified)
        message_set(&end->verified, "Both fleets match the commitments made at the start.");
    else
        message_set(&end->verified, "The game does not match its commitments: %s.", message.text);
    snprintf(end->path, sizeof end->path, "broadside.record");
    end->shown = session_people(end->session) == 1 && session_is_bot(end->session, SIDE_A)
                     ? SIDE_A
                     : SIDE_B; /* the one that was hidden */
}

static void scroll_by(int *offset, int by, int side)
{
    *offset = screen_clamp(*offset + by, -side / 2, side / 2);
}

/* Returns true if the action scrolls. */
static bool scroll(struct end_page *end, enum action action)
{
    const struct rules *rules = game_rules(session_game(end->session));

    switch (action) {
    case ACTION_UP:
        scroll_by(&end->down, -1, rules->height);
        return true;
    case ACTION_DOWN:
        scroll_by(&end->down, 1, rules->height);
        return true;
    case ACTION_LEFT:
        scroll_by(&end->across, -1, rules->width);
        return true;
    case ACTION_RIGHT:
        scroll_by(&end->across, 1, rules->width);
        return true;
    case ACTION_SWITCH:
        end->shown = 1 - end->shown;
        return true;
    default:
        return false;
    }
}

static enum screen_result act(struct end_page *end, const struct page *page, enum action action)
{
    end->note.text[0] = '\0';
    switch (action) {
    case ACTION_REPLAY:
        return replay(end);
    case ACTION_REVIEW:
        return show_review(end);
    case ACTION_SAVE:
        return save(end, page);
    default:
        return SCREEN_BACK;
    }
}

enum screen_result screen_end(struct screen *screen, struct session *session, const char *saved,
                              bool *rematch)
{
    static const enum action known[] = {ACTION_REPLAY,  ACTION_REVIEW, ACTION_SAVE, ACTION_REMATCH,
                                        ACTION_CONFIRM, ACTION_BACK,   ACTION_QUIT, ACTION_SWITCH,
                                        ACTION_UP,      ACTION_DOWN,   ACTION_LEFT, ACTION_RIGHT,
                                        ACTION_NONE};
    struct end_page end = {.screen = screen, .session = session, .saved = saved};
    struct page page = {draw_end, &end};
    enum screen_result result;
    struct screen_event event;

    *rematch = false;
    prepare(&end);
    do {
        result = screen_ask(screen, &page, -1, known, &event);
        *rematch = event.action == ACTION_REMATCH;
        if (*rematch || event.action == ACTION_CONFIRM || event.action == ACTION_BACK ||
            event.action == ACTION_QUIT)
            return result;
        if (event.action != ACTION_NONE && !scroll(&end, event.action))
            result = act(&end, &page, event.action);
    } while (result == SCREEN_BACK);
    return result;
}
