/* Moves: previewed, made by the person, made by the bot. */
#include "page/page_internal.h"

#include "session/narrate.h"
#include "session/prompt.h"

#include <string.h>

/* The person whose turn it is. */
static enum error need_turn(const struct page *page, enum flow_step wanted, int *side,
                            struct message *message)
{
    enum error error = page_need_game(page, message);
    enum flow_step step;

    if (error)
        return error;
    step = flow_next(&page->flow, side);
    if (step == wanted)
        return OK;
    return step == FLOW_OVER    ? error_set(ERR_OVER, message, "the game is over")
           : step == FLOW_PLACE ? error_set(ERR_UNAVAILABLE, message, "place the fleets first")
           : step == FLOW_BOT   ? error_set(ERR_UNAVAILABLE, message, "it is not your turn")
                                : error_set(ERR_UNAVAILABLE, message, "it is not the bot's turn");
}

/* --- preview -----------------------------------------------------------------------------------*/

void page_move_cells(const struct rules *rules, const struct move *move, struct cellset *cells)
{
    playback_area(rules, move, cells);
    for (int i = 0; move->kind == MOVE_FIRE && i < move->count; i++)
        if (move->cell[i] != NO_CELL)
            cellset_add(cells, move->cell[i]);
}

enum error page_preview(struct page *page, const struct request *request, struct message *message)
{
    struct reply *reply = &page->reply;
    const struct view *view;
    struct message why = {""};
    struct cellset cells;
    struct move move;
    int side;
    enum error error = need_turn(page, FLOW_PERSON, &side, message);

    if (error)
        return error;
    view = &session_game(page->flow.session)->view[side];
    error = prompt_parse_move(request->arguments, &view->rules, &move, message);
    if (error)
        return error;
    page_move_cells(&view->rules, &move, &cells);
    page_write_cells(reply, "cells", &view->rules, &cells);
    reply_integer(reply, "board",
                  move_is_on_own_board((enum move_kind)move.kind) ? side : 1 - side);
    reply_bool(reply, "legal", view_check(view, &move, &why) == OK);
    if (move.kind == MOVE_FIRE && move.count == 1 && move.cell[0] < rules_cells(&view->rules))
        page_is_shot(view, move.cell[0], &why);
    page_write_message(reply, "why", &why);
    return OK;
}

/* --- what a move did ---------------------------------------------------------------------------*/

static const char *answer_of(const struct event *event)
{
    switch ((enum event_kind)event->kind) {
    case EVENT_SHOT:
        return event_answer_word((enum answer)event->answer);
    case EVENT_RADAR:
        return event->answer == ANSWER_HIT ? "found" : "none";
    case EVENT_SMOKE:
        return "smoke";
    case EVENT_HINT:
        return "hint";
    case EVENT_RAISE:
        return "raised";
    case EVENT_GAIN:
        return "gain";
    default:
        return "lost";
    }
}

static void write_event(struct reply *reply, const struct rules *rules, const struct move *move,
                        int mover, const struct event *event)
{
    bool is_place = event->kind <= EVENT_HINT && event->cell != NO_CELL;
    bool is_own = move_is_on_own_board((enum move_kind)move->kind);
    struct cellset cells = {{0}};

    if (event->kind == EVENT_SHOT && is_place)
        cellset_add(&cells, event->cell);
    else if (event->kind == EVENT_RAISE ? move->placement.placed : is_place)
        playback_area(rules, move, &cells);
    reply_object(reply, NULL);
    if (is_place)
        reply_text(reply, "cell", cell_name(event->cell, rules->width).text);
    else
        reply_null(reply, "cell");
    reply_text(reply, "answer", answer_of(event));
    reply_integer(reply, "board", is_own ? mover : 1 - mover);
    page_write_cells(reply, "cells", rules, &cells);
    reply_close(reply);
}

/* As `viewer` may see it. */
static void write_events(struct reply *reply, const struct rules *rules, const struct move *move,
                         const struct outcome *outcome, int viewer)
{
    struct move shown_move = *move;
    struct outcome shown = *outcome;

    if (viewer != outcome->mover)
        outcome_conceal(&shown_move, &shown);
    reply_array(reply, "events");
    for (int i = 0; i < shown.count; i++)
        write_event(reply, rules, &shown_move, shown.mover, &shown.event[i]);
    reply_close(reply);
}

/* `reason` is why a move cost the turn, if it did. */
static void write_move(struct page *page, const struct move *move, const struct outcome *outcome,
                       int viewer, const struct message *reason)
{
    const struct session *session = page->flow.session;
    const struct game *game = session_game(session);
    const char *const names[2] = {session_name(session, 0), session_name(session, 1)};
    struct reply *reply = &page->reply;
    char text[NARRATION_SIZE];
    struct writer writer;

    page_log_add(&page->log, move, outcome, game, names);
    writer_init(&writer, text, sizeof text);
    narrate_move(move, outcome, game, names, viewer, &writer);
    page_write_line(reply, "narration", text);
    page_write_message(reply, "reason", reason);
    write_events(reply, game_rules(game), move, outcome, viewer);
    page_write_state(page, "state", viewer);
}

/* --- moves -------------------------------------------------------------------------------------*/

enum error page_make_move(struct page *page, struct slice text, struct message *message)
{
    struct message reason = {""};
    struct outcome outcome;
    struct move move;
    bool is_lost;
    int side;
    enum error error = need_turn(page, FLOW_PERSON, &side, message);

    if (!error)
        error = session_move_text(page->flow.session, text, &move, &outcome, message);
    if (error)
        return error;
    is_lost = outcome.count > 0 && outcome.event[0].kind == EVENT_LOST;
    if (is_lost && move.kind != MOVE_PASS)
        reason = *message;
    write_move(page, &move, &outcome, side, &reason);
    return OK;
}

enum error page_move(struct page *page, const struct request *request, struct message *message)
{
    return page_make_move(page, request->arguments, message);
}

enum error page_bot(struct page *page, const struct request *request, struct message *message)
{
    struct outcome outcome;
    struct move move;
    int side;
    enum error error = page_read_end(request->arguments, message);

    if (!error)
        error = need_turn(page, FLOW_BOT, &side, message);
    if (!error)
        error = session_bot_move(page->flow.session, &move, &outcome, message);
    if (error)
        return error;
    write_move(page, &move, &outcome, 1 - side, &(struct message){""});
    return OK;
}
