/* STATE: everything that one side may see of the game, or everything after its end. */
#include "page/page_internal.h"

#include "session/narrate.h"

#include <string.h>

enum { SENTENCE_SIZE = 2 * NAME_SIZE + 128 };

void page_write_line(struct reply *reply, const char *key, const char *text)
{
    reply_slice(reply, key, (struct slice){text, strcspn(text, "\n")});
}

/* --- what can be done --------------------------------------------------------------------------*/

static const struct {
    enum move_kind kind;
    const char *label, *shape, *key; /* the keys are those of the screen */
} kinds[] = {
    {MOVE_FIRE, "Fire", "cell", ""},         {MOVE_RADAR, "Radar", "area", "r"},
    {MOVE_SMOKE, "Smoke", "area", "s"},      {MOVE_ARTILLERY, "Artillery", "area", "a"},
    {MOVE_TORPEDO, "Torpedo", "line", "t"},  {MOVE_HINT, "Hint", "none", "i"},
    {MOVE_RAISE, "Raise", "placement", "e"}, {MOVE_RESIGN, "Resign", "none", "X"},
};

static void write_left(struct reply *reply, const struct view *view, enum move_kind kind)
{
    const struct stock *stock = &view->stock;

    switch (kind) {
    case MOVE_RADAR:
        reply_integer(reply, "left", stock->radar);
        break;
    case MOVE_SMOKE:
        reply_integer(reply, "left", stock->smoke);
        break;
    case MOVE_ARTILLERY:
        reply_integer(reply, "left", (stock->unlocked & SPECIAL_ARTILLERY) != 0);
        break;
    case MOVE_TORPEDO:
        reply_integer(reply, "left", (stock->unlocked & SPECIAL_TORPEDO) != 0);
        break;
    case MOVE_HINT:
        reply_integer(reply, "left", stock->hints);
        break;
    case MOVE_RAISE:
        reply_integer(reply, "left", !stock->raised);
        break;
    default:
        reply_null(reply, "left");
    }
}

/* The kinds of ship that can be raised now, or why there is none. */
static enum error write_raisable(struct reply *reply, const struct view *view, struct message *why)
{
    int raisable[MAX_SLOTS], count;
    enum error error = view_raisable(view, raisable, &count, why);

    reply_array(reply, "ships");
    for (int i = 0; i < count; i++) {
        reply_object(reply, NULL);
        reply_text(reply, "name", rules_kind_name(&view->rules, raisable[i]));
        reply_close(reply);
    }
    reply_close(reply);
    return error;
}

void page_write_moves(struct reply *reply, const char *key, const struct view *view)
{
    reply_array(reply, key);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct message why = {""};
        enum error error;

        if (!move_is_in_rules(&view->rules, kinds[i].kind))
            continue;
        reply_object(reply, NULL);
        reply_text(reply, "kind", move_word(kinds[i].kind));
        reply_text(reply, "label", kinds[i].label);
        reply_text(reply, "shape", kinds[i].shape);
        reply_text(reply, "key", kinds[i].key);
        reply_integer(reply, "cells_needed", kinds[i].kind == MOVE_FIRE ? view_salvo(view) : 1);
        reply_integer(reply, "board",
                      move_is_on_own_board(kinds[i].kind) ? view->side : 1 - view->side);
        write_left(reply, view, kinds[i].kind);
        error = kinds[i].kind == MOVE_RAISE ? write_raisable(reply, view, &why)
                                            : view_can(view, kinds[i].kind, &why);
        reply_bool(reply, "available", error == OK);
        page_write_message(reply, "why", &why);
        reply_close(reply);
    }
    reply_close(reply);
}

/* --- sentences ---------------------------------------------------------------------------------*/

/* For the viewer: with two people, the turn may be that of the other one. */
static void write_sentence(struct page *page, enum flow_step step, int side, int viewer)
{
    const struct session *session = page->flow.session;
    const struct game *game = session_game(session);
    const char *const names[2] = {session_name(session, 0), session_name(session, 1)};
    char text[SENTENCE_SIZE];
    struct writer writer;
    int shots;

    writer_init(&writer, text, sizeof text);
    switch (step) {
    case FLOW_PLACE:
        writer_format(&writer, "%s, place your fleet.", names[side]);
        break;
    case FLOW_BOT:
        writer_format(&writer, "%s is to move.", names[side]);
        break;
    case FLOW_OVER:
        narrate_end(game_status(game), names, &writer);
        break;
    case FLOW_PERSON:
        if (viewer != side) {
            writer_format(&writer, "%s is to move.", names[side]);
            break;
        }
        shots = game_rules(game)->salvo ? view_salvo(&game->view[side]) : 1;
        writer_format(&writer, "%s, it is your turn", names[side]);
        if (shots > 1)
            writer_format(&writer, ": choose %d cells", shots);
        writer_put(&writer, game_status(game)->last_move ? ", for the last time." : ".");
        break;
    }
    page_write_line(&page->reply, "sentence", text);
}

static void write_titles(struct page *page, int left, int right, const struct view *view)
{
    const struct session *session = page->flow.session;
    const struct rules *rules = game_rules(session_game(session));
    struct reply *reply = &page->reply;
    const char *enemy = session_name(session, right);

    reply_object(reply, "titles");
    reply_format(reply, "own", "%s's fleet", session_name(session, left));
    reply_format(reply, "enemy", view ? "%s's waters" : "%s's fleet", enemy);
    if (view && rules->announce == ANNOUNCE_UNNAMED)
        reply_format(reply, "enemy_fleet", "%s: %d of %d sunk", enemy, view->enemy_sunk,
                     rules->ships);
    else if (view && rules->announce == ANNOUNCE_NONE)
        reply_format(reply, "enemy_fleet", "%s: sinkings hidden", enemy);
    else
        reply_text(reply, "enemy_fleet", enemy);
    reply_close(reply);
}

/* --- the whole ---------------------------------------------------------------------------------*/

static void write_players(struct reply *reply, const struct session *session)
{
    reply_array(reply, "names");
    for (int side = 0; side < 2; side++)
        reply_text(reply, NULL, session_name(session, side));
    reply_close(reply);
    reply_array(reply, "bots");
    for (int side = 0; side < 2; side++)
        if (session_is_bot(session, side))
            reply_text(reply, NULL, session_bot(session, side));
        else
            reply_null(reply, NULL);
    reply_close(reply);
}

static void write_boards(struct page *page, int viewer)
{
    const struct game *game = session_game(page->flow.session);
    struct reply *reply = &page->reply;
    bool sees_all = viewer == NOBODY;
    int left = sees_all ? SIDE_A : viewer, right = 1 - left;
    const struct view *view = &game->view[left];

    write_titles(page, left, right, sees_all ? NULL : view);
    reply_object(reply, "own");
    reply_bool(reply, "shown",
               sees_all || view->status.over || view->rules.own_map == OWN_MAP_SHOWN);
    page_write_own_board(reply, "cells", view);
    reply_close(reply);
    reply_object(reply, "enemy");
    if (sees_all)
        page_write_own_board(reply, "cells", &game->view[right]);
    else
        page_write_enemy_board(reply, "cells", view);
    reply_close(reply);
    reply_object(reply, "fleets");
    page_write_own_fleet(reply, "own", view);
    if (sees_all)
        page_write_own_fleet(reply, "enemy", &game->view[right]);
    else
        page_write_enemy_fleet(reply, "enemy", view);
    reply_close(reply);
}

void page_write_last(struct reply *reply, const struct last_move *last, int mover)
{
    struct cellset shots, area;

    playback_touched(last, &shots, &area);
    for (int i = 0; i < CELLSET_WORDS; i++)
        area.word[i] |= shots.word[i];
    reply_object(reply, "last");
    reply_integer(reply, "board", playback_is_on_own_board(last) ? mover : 1 - mover);
    page_write_cells(reply, "cells", &last->before.rules, &area);
    reply_close(reply);
}

/* The latest move, as far as the viewer knows it. */
static void write_last(struct page *page, int viewer)
{
    const struct page_log *log = &page->log;
    struct last_move last = {.number = log->moves, .move = log->move, .outcome = log->outcome};
    int mover = log->outcome.mover;

    if (log->moves == 0) {
        reply_null(&page->reply, "last");
        return;
    }
    if (viewer == 1 - mover)
        outcome_conceal(&last.move, &last.outcome);
    last.before.rules = *game_rules(session_game(page->flow.session));
    page_write_last(&page->reply, &last, mover);
}

void page_write_end(struct reply *reply, const struct status *status, const char *const names[2],
                    const struct seed *seed)
{
    char text[SENTENCE_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    narrate_end(status, names, &writer);
    if (status->winner == NOBODY)
        reply_null(reply, "winner");
    else
        reply_integer(reply, "winner", status->winner);
    reply_text(reply, "reason", event_reason_word((enum reason)status->reason));
    page_write_line(reply, "sentence", text);
    if (seed) {
        char printed[SEED_TEXT_SIZE];

        seed_print(seed, printed);
        reply_text(reply, "seed", printed);
    } else {
        reply_null(reply, "seed");
    }
}

static void write_result(struct page *page)
{
    const struct session *session = page->flow.session;
    const struct status *status = game_status(session_game(session));
    const char *const names[2] = {session_name(session, 0), session_name(session, 1)};
    struct reply *reply = &page->reply;

    if (!status->over) {
        reply_null(reply, "result");
        return;
    }
    reply_object(reply, "result");
    page_write_end(reply, status, names, session_seed(session));
    reply_close(reply);
}

void page_write_state(struct page *page, const char *key, int viewer)
{
    static const char *const phases[] = {
        [FLOW_PLACE] = "place", [FLOW_PERSON] = "person", [FLOW_BOT] = "bot", [FLOW_OVER] = "over"};
    const struct session *session = page->flow.session;
    const struct game *game = session_game(session);
    const struct page_log *log = &page->log;
    struct reply *reply = &page->reply;
    int side;
    enum flow_step step = flow_next(&page->flow, &side);

    if (key)
        reply_object(reply, key);
    reply_text(reply, "phase", phases[step]);
    reply_integer(reply, "side", side == NOBODY ? -1 : side);
    reply_integer(reply, "viewer", viewer == NOBODY ? -1 : viewer);
    write_players(reply, session);
    page_write_rules(reply, "rules", game_rules(game));
    reply_integer(reply, "moves", session_moves(session));
    reply_bool(reply, "coach", page->has_coach);
    write_sentence(page, step, side, viewer);
    write_boards(page, viewer);
    write_last(page, viewer);
    page_write_moves(reply, "moves_available", &game->view[viewer == NOBODY ? SIDE_A : viewer]);
    reply_array(reply, "log");
    reply_raw(reply, (struct slice){log->items[viewer].data, log->items[viewer].length});
    reply_close(reply);
    write_result(page);
    if (key)
        reply_close(reply);
}
