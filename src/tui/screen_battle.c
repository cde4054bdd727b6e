/* The battle, turn by turn. If two people play, only the one whose turn it is sees the boards;
 * between their turns the screen is blank. */
#include "session/coach.h"
#include "session/prompt.h"
#include "tui/screen_battle_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct view *battle_view(const struct battle *battle)
{
    return &session_game(battle->session)->view[battle->side];
}

const struct rules *battle_rules(const struct battle *battle)
{
    return game_rules(session_game(battle->session));
}

void battle_say(struct battle *battle, enum style style, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(battle->status, sizeof battle->status, format, arguments);
    va_end(arguments);
    battle->status_style = style;
}

void battle_refuse(struct battle *battle, const struct message *reason)
{
    battle_say(battle, STYLE_BAD, "%s.", reason->text);
    if (battle->status[0] >= 'a' && battle->status[0] <= 'z')
        battle->status[0] = (char)(battle->status[0] - 'a' + 'A');
}

static struct page page_of(struct battle *battle)
{
    return (struct page){battle_draw, battle};
}

/* Shows the page for a while. A key ends this pause and all others before the player's turn; a
 * cursor key is remembered for that turn. */
static enum screen_result pause_for(struct battle *battle, int milliseconds)
{
    static const enum action known[] = {ACTION_UP, ACTION_DOWN, ACTION_LEFT, ACTION_RIGHT,
                                        ACTION_NONE};
    struct page page = page_of(battle);
    struct screen_event event;
    enum screen_result result = screen_ask(battle->screen, &page, milliseconds, known, &event);

    if (result != SCREEN_BACK || event.input.kind == INPUT_TIMEOUT ||
        event.input.kind == INPUT_INTERRUPT)
        return result;
    battle->skips = true;
    if (event.action != ACTION_NONE)
        battle->pending = event.action;
    return SCREEN_BACK;
}

/* Redraws before something slow. Cursor keys typed meanwhile are not lost. */
static enum screen_result redraw(struct battle *battle)
{
    return pause_for(battle, 0);
}

/* Reports an error that ends the battle, and leaves the game as it was saved. */
static enum screen_result give_up(struct battle *battle, const struct message *message)
{
    char text[MESSAGE_SIZE + 64];

    snprintf(text, sizeof text, "The game cannot continue: %s.", message->text);
    battle->leaves = true;
    return screen_pager(battle->screen, "Broadside", text);
}

/* --- two players at one keyboard ---------------------------------------------------------------*/

static enum screen_result hand_over(struct battle *battle, int side)
{
    const char *enter = keyboard_label(battle->screen->keyboard, ACTION_CONFIRM);
    const char *name = session_name(battle->session, side);
    struct page page = page_of(battle);
    enum screen_result result = SCREEN_BACK;

    if (battle->side != NOBODY) {
        battle_say(battle, STYLE_DIM, "%s is next.", name);
        result = screen_discard_keys(battle->screen, &page);
        battle_say(battle, STYLE_KEY, "Press %s, then pass the keyboard to %s.", enter, name);
        if (result == SCREEN_BACK)
            result = screen_wait(battle->screen, &page);
    }
    if (result == SCREEN_BACK)
        result = screen_hand_over(battle->screen, name, "when you are ready");
    if (battle->side != NOBODY)
        memcpy(battle->left_at[battle->side], battle->cursor, sizeof battle->cursor);
    memcpy(battle->cursor, battle->left_at[side], sizeof battle->cursor);
    battle->side = side;
    battle_say(battle, STYLE_PLAIN, "%s", "");
    return result;
}

/* --- moves -------------------------------------------------------------------------------------*/

static void after_move(struct battle *battle, const struct move *move,
                       const struct outcome *outcome)
{
    battle->status[0] = '\0';
    battle_log_move(battle, move, outcome, session_game(battle->session));
    if (outcome->mover != battle->side && outcome->count > 0 &&
        outcome->event[0].kind == EVENT_SHOT && outcome->event[0].cell != NO_CELL)
        battle->cursor[OWN_BOARD] = outcome->event[0].cell; /* scrolls the board to the shot */
}

/* Puts the cursor on the middle of the block that a hint has shown. */
static void look_at_hint(struct battle *battle, const struct outcome *outcome)
{
    int width = battle_rules(battle)->width;

    if (outcome->count > 0 && outcome->event[0].kind == EVENT_HINT &&
        outcome->event[0].cell != NO_CELL)
        battle->cursor[ENEMY_BOARD] = outcome->event[0].cell + width + 1;
}

/* Shows what a person's move did, or why it was refused. */
static enum screen_result finish_move(struct battle *battle, enum error error,
                                      const struct move *move, const struct outcome *outcome,
                                      const struct message *reason)
{
    if (error == ERR_FULL || error == ERR_IO || error == ERR_MEMORY)
        return give_up(battle, reason);
    if (error) {
        battle_refuse(battle, reason);
        return SCREEN_BACK;
    }
    battle_cancel_aim(battle);
    battle->marks = 0;
    battle->skips = false;
    after_move(battle, move, outcome);
    look_at_hint(battle, outcome);
    battle_show_hits(battle, outcome);
    if (outcome->count > 0 && outcome->event[0].kind == EVENT_LOST)
        battle_log_loss(battle, reason);
    return SCREEN_BACK;
}

static enum screen_result make_move(struct battle *battle, struct move *move)
{
    struct message reason = {""};
    struct outcome outcome;
    enum error error;

    if (!battle_tutorial_allows(battle, move))
        return SCREEN_BACK;
    error = session_move(battle->session, move, &outcome, &reason);
    return finish_move(battle, error, move, &outcome, &reason);
}

static enum screen_result make_typed_move(struct battle *battle, const char *text)
{
    struct message reason = {""}, slip;
    struct outcome outcome;
    struct move move;
    bool is_slip = prompt_parse_move(slice_of(text), battle_rules(battle), &move, &slip) != OK;
    enum error error;

    if (!is_slip && !battle_tutorial_allows(battle, &move))
        return SCREEN_BACK;
    error = session_move_text(battle->session, slice_of(text), &move, &outcome, &reason);
    return finish_move(battle, error, &move, &outcome, is_slip && !error ? &slip : &reason);
}

/* Is only the player's own board shown, with the cursor on the other? Then nothing is fired. */
static bool only_looks(const struct battle *battle)
{
    return battle->aim == AIM_FIRE && battle->shows_own && !battle_has_both_boards(battle) &&
           battle_has_own_board(battle);
}

static enum screen_result fire(struct battle *battle)
{
    struct move move;

    if (only_looks(battle)) {
        battle->shows_own = false;
        return SCREEN_BACK;
    }
    return battle_move(battle, &move) ? make_move(battle, &move) : SCREEN_BACK;
}

static int pause_length(const struct battle *battle)
{
    return battle->skips ? 0 : flow_pause(battle->screen->flow);
}

static enum screen_result bot_turn(struct battle *battle)
{
    int side = game_status(session_game(battle->session))->turn;
    struct outcome outcome;
    struct message message;
    struct move move;
    enum screen_result result;

    if (battle->side == NOBODY)
        battle->side = 1 - side;
    result = redraw(battle); /* shows the player's move before the bot thinks */
    if (result != SCREEN_BACK)
        return result;
    if (session_bot_move(battle->session, &move, &outcome, &message) != OK)
        return give_up(battle, &message);
    after_move(battle, &move, &outcome);
    battle->shows_own = battle->pauses = pause_length(battle) > 0;
    battle_show_hits(battle, &outcome);
    if (battle->pauses)
        result = pause_for(battle, pause_length(battle));
    battle->shows_own = battle->pauses = false;
    return result;
}

/* --- keys --------------------------------------------------------------------------------------*/

static void move_cursor(struct battle *battle, int down, int right)
{
    const struct rules *rules = battle_rules(battle);
    int *cursor = &battle->cursor[only_looks(battle) ? OWN_BOARD : battle_board(battle)];
    int row = *cursor / rules->width + down, column = *cursor % rules->width + right;

    if (row >= 0 && row < rules->height && column >= 0 && column < rules->width)
        *cursor = row * rules->width + column;
}

/* The line below says which key plays it. The board shows the cells of a salvo; listing them too
 * would take several lines. */
static void say_advice(struct battle *battle, const struct advice *advice)
{
    char text[STATUS_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    if (advice->move.kind == MOVE_FIRE && advice->move.count > 1)
        writer_format(&writer, "The coach advises these %d cells: %s%.2f hits expected",
                      advice->move.count, advice->is_exact ? "" : "about ", advice->chance);
    else
        coach_print_advice(advice, battle_rules(battle), &writer);
    battle_say(battle, STYLE_GOOD, "%s.", text);
}

enum screen_result battle_advise(struct battle *battle)
{
    struct message message;
    struct advice advice;
    enum screen_result result;

    if (!battle_tutorial_allows(battle, &(struct move){.kind = MOVE_HINT}))
        return SCREEN_BACK;
    if (battle_rules(battle)->hints) {
        if (view_can(battle_view(battle), MOVE_HINT, &message) == OK)
            return make_move(battle, &(struct move){.kind = MOVE_HINT});
        battle_say(battle, STYLE_BAD, "No hint: %s.", message.text);
        return SCREEN_BACK;
    }
    battle_say(battle, STYLE_DIM, "The coach is thinking...");
    result = redraw(battle);
    if (result != SCREEN_BACK)
        return result;
    if (session_advise(battle->session, &advice, &message) != OK) {
        battle_say(battle, STYLE_BAD, "The coach has no advice: %s.", message.text);
        return SCREEN_BACK;
    }
    battle_take_aim(battle, &advice.move);
    say_advice(battle, &advice);
    return SCREEN_BACK;
}

static enum screen_result resign(struct battle *battle)
{
    struct move move = {.kind = MOVE_RESIGN};
    struct page page = page_of(battle);
    bool yes;
    enum screen_result result;

    if (!battle_tutorial_allows(battle, &move))
        return SCREEN_BACK;
    result = screen_confirm(&page, "Resign and lose this game?", &yes);
    return result == SCREEN_BACK && yes ? make_move(battle, &move) : result;
}

static enum screen_result leave(struct battle *battle)
{
    struct page page = page_of(battle);

    if (battle->screen->flow->tutorial)
        return screen_confirm(&page, "Leave the tutorial?", &battle->leaves);
    return screen_confirm(&page,
                          session_is_untouched(battle->session)
                              ? "Leave this game? It is not kept, as you have not moved yet."
                          : session_save_error(battle->session)
                              ? "Leave this game? It is NOT saved."
                              : "Leave this game? It is saved: choose Continue to resume it.",
                          &battle->leaves);
}

static enum screen_result type(struct battle *battle)
{
    char text[TYPED_SIZE];
    enum screen_result result = battle_type(battle, text);

    return result == SCREEN_BACK && text[0] ? make_typed_move(battle, text) : result;
}

static void unmark_last_cell(struct battle *battle)
{
    battle->marks -= battle->marks > 0;
    battle->status[0] = '\0';
}

/* Escape cancels the aim, or else the salvo, or else leaves the game. */
static enum screen_result go_back(struct battle *battle)
{
    battle->status[0] = '\0';
    if (battle->aim != AIM_FIRE)
        battle_cancel_aim(battle);
    else if (battle->marks > 0)
        battle->marks = 0;
    else
        return leave(battle);
    return SCREEN_BACK;
}

static enum screen_result act(struct battle *battle, enum action action)
{
    switch (action) {
    case ACTION_UP:
    case ACTION_DOWN:
        move_cursor(battle, action == ACTION_UP ? -1 : 1, 0);
        break;
    case ACTION_LEFT:
    case ACTION_RIGHT:
        move_cursor(battle, 0, action == ACTION_LEFT ? -1 : 1);
        break;
    case ACTION_FIRE:
        return fire(battle);
    case ACTION_RADAR:
        return battle_start_aim(battle, AIM_RADAR);
    case ACTION_SMOKE:
        return battle_start_aim(battle, AIM_SMOKE);
    case ACTION_ARTILLERY:
        return battle_start_aim(battle, AIM_ARTILLERY);
    case ACTION_TORPEDO:
        return battle_start_aim(battle, AIM_TORPEDO);
    case ACTION_RAISE:
        return battle_start_aim(battle, AIM_RAISE);
    case ACTION_TURN:
        battle->down_a_column = !battle->down_a_column;
        break;
    case ACTION_ROTATE:
        battle->vertical = !battle->vertical;
        break;
    case ACTION_SWITCH:
        battle->shows_own = !battle->shows_own;
        break;
    case ACTION_UNDO:
        unmark_last_cell(battle);
        break;
    case ACTION_HINT:
        return battle_advise(battle);
    case ACTION_TYPE:
        return type(battle);
    case ACTION_STATUS:
        return battle_status(battle);
    case ACTION_RESIGN:
        return resign(battle);
    case ACTION_HELP:
        if (battle->screen->flow->tutorial)
            return battle_step_page(battle);
        return screen_help(battle->screen, battle_rules(battle));
    case ACTION_BACK:
        return go_back(battle);
    case ACTION_QUIT:
        return leave(battle);
    default:
        break;
    }
    return SCREEN_BACK;
}

/* A click fires. A special move takes two clicks: the first one aims, the second one confirms. */
static enum screen_result click(struct battle *battle, const struct input *input)
{
    int board = battle_board(battle), cell;

    if (!battle->is_drawn[board])
        return SCREEN_BACK;
    cell = board_draw_cell_at(&battle->place[board], input->row, input->column);
    if (cell == NO_CELL)
        return SCREEN_BACK;
    if (battle->aim != AIM_FIRE && cell != battle->cursor[board]) {
        battle->cursor[board] = cell;
        return SCREEN_BACK;
    }
    battle->cursor[board] = cell;
    return fire(battle);
}

/* What a key means depends on the aim: Tab turns a torpedo, `r` rotates a ship. */
static const enum action *known_actions(const struct battle *battle)
{
    static const enum action aiming[] = {ACTION_UP,   ACTION_DOWN, ACTION_LEFT,   ACTION_RIGHT,
                                         ACTION_FIRE, ACTION_TURN, ACTION_ROTATE, ACTION_HINT,
                                         ACTION_BACK, ACTION_HELP, ACTION_NONE};
    static const enum action rotating[] = {ACTION_UP,     ACTION_DOWN, ACTION_LEFT, ACTION_RIGHT,
                                           ACTION_ROTATE, ACTION_FIRE, ACTION_HINT, ACTION_BACK,
                                           ACTION_HELP,   ACTION_NONE};
    static const enum action firing[] = {
        ACTION_UP,    ACTION_DOWN,  ACTION_LEFT,      ACTION_RIGHT,   ACTION_FIRE,
        ACTION_RADAR, ACTION_SMOKE, ACTION_ARTILLERY, ACTION_TORPEDO, ACTION_RAISE,
        ACTION_HINT,  ACTION_TYPE,  ACTION_SWITCH,    ACTION_UNDO,    ACTION_RESIGN,
        ACTION_HELP,  ACTION_BACK,  ACTION_QUIT,      ACTION_STATUS,  ACTION_NONE};

    return battle->aim == AIM_FIRE ? firing : battle->aim == AIM_RAISE ? rotating : aiming;
}

static enum screen_result person_turn(struct battle *battle)
{
    struct page page = page_of(battle);
    enum screen_result result = SCREEN_BACK;
    struct screen_event event = {.action = battle->pending};

    battle->skips = false;
    battle->pending = ACTION_NONE;
    if (event.action == ACTION_NONE)
        result = screen_ask(battle->screen, &page, -1, known_actions(battle), &event);
    if (result != SCREEN_BACK)
        return result;
    if (event.action == ACTION_NONE &&
        (event.input.kind == INPUT_KEY || event.input.kind == INPUT_CHARACTER))
        battle_help_with_step(battle);
    return event.input.kind == INPUT_MOUSE ? click(battle, &event.input)
                                           : act(battle, event.action);
}

/* --- the whole battle --------------------------------------------------------------------------*/

static void start(struct battle *battle, struct screen *screen, struct session *session)
{
    const struct rules *rules = game_rules(session_game(session));
    int middle = (rules->height - 1) / 2 * rules->width + (rules->width - 1) / 2;
    char text[MESSAGE_SIZE];
    struct writer writer;

    battle->screen = screen;
    battle->session = session;
    battle->side = session_people(session) == 2 ? NOBODY : session_is_bot(session, SIDE_A);
    battle->blast_board = NO_BOARD;
    battle->cursor[ENEMY_BOARD] = battle->cursor[OWN_BOARD] = middle;
    for (int side = 0; side < 2; side++)
        memcpy(battle->left_at[side], battle->cursor, sizeof battle->cursor);
    if (session_moves(session) > 0) {
        battle_log_record(battle);
        battle_say(battle, STYLE_PLAIN, "Resumed after %d move%s.", session_moves(session),
                   text_s((uint64_t)session_moves(session)));
    } else {
        writer_init(&writer, text, sizeof text);
        session_print_past_fleets(session, &writer);
        if (text[0])
            battle_say(battle, STYLE_PLAIN, "%s", text);
    }
}

static enum screen_result turn(struct battle *battle)
{
    int side = game_status(session_game(battle->session))->turn;
    enum screen_result result = SCREEN_BACK;

    if (session_is_bot(battle->session, side))
        return bot_turn(battle);
    result = battle_follow_tutorial(battle);
    if (result == SCREEN_BACK && side != battle->side)
        result = hand_over(battle, side);
    return result == SCREEN_BACK ? person_turn(battle) : result;
}

enum screen_result screen_battle(struct screen *screen, struct session *session)
{
    struct battle *battle = calloc(1, sizeof *battle);
    enum screen_result result = SCREEN_BACK;

    if (!battle)
        return screen_pager(screen, "Broadside", "Out of memory.");
    start(battle, screen, session);
    while (result == SCREEN_BACK && !battle->leaves && !game_status(session_game(session))->over)
        result = turn(battle);
    if (result == SCREEN_BACK && !battle->leaves) {
        struct page page = page_of(battle);

        result = screen_discard_keys(screen, &page); /* they are not for the next screen */
        if (result == SCREEN_BACK)
            result = battle_follow_tutorial(battle);
    }
    free(battle);
    return result;
}
