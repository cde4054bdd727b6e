/* Typed commands, as in the plain game: they never cost a turn. Anything else is a move. */
#include "page/page_internal.h"

#include "session/board_text.h"
#include "session/prompt.h"
#include "session/prompt_text.h"

static void write_text(struct page *page, int side,
                       void (*print)(const struct session *session, int side,
                                     struct writer *writer))
{
    char text[PROMPT_TEXT_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    print(page->flow.session, side, &writer);
    reply_slice(&page->reply, "text", slice_trim(slice_of(text)));
}

static void print_help(const struct session *session, int side, struct writer *writer)
{
    const struct rules *rules = game_rules(session_game(session));

    (void)side;
    prompt_text_moves(rules, writer);
    writer_put(writer, "Commands that never cost a turn:\n"
                       "  fleet, stock        list the ships; list your special moves\n"
                       "  log, status         list the moves; show turn, shots, commitments\n"
                       "  board               the boards as text\n");
    if (!rules->hints)
        writer_put(writer, "  hint                ask the coach for advice\n");
    writer_put(writer, "  quit                leave the game; it is kept\n"
                       "  help                show this list\n");
}

static void write_boards(struct page *page, int side)
{
    const struct view *view = &session_game(page->flow.session)->view[side];
    struct board_side enemy = {session_name(page->flow.session, 1 - side), view, true};
    struct board_side own = {session_name(page->flow.session, side), view, false};
    char text[BOARD_TEXT_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    board_text_print(&enemy, view->rules.own_map == OWN_MAP_SHOWN ? &own : NULL, &writer);
    reply_text(&page->reply, "text", text);
}

enum error page_command(struct page *page, const struct request *request, struct message *message)
{
    struct reply *reply = &page->reply;
    int side;
    enum error error = page_need_game(page, message);

    if (error)
        return error;
    side = page_person_at_screen(page);
    switch (prompt_parse(request->arguments)) {
    case PROMPT_EMPTY:
    case PROMPT_HELP:
        write_text(page, side, print_help);
        break;
    case PROMPT_FLEET:
        write_text(page, side, prompt_text_fleet);
        break;
    case PROMPT_STOCK:
        write_text(page, side, prompt_text_stock);
        break;
    case PROMPT_STATUS:
        write_text(page, side, prompt_text_status);
        break;
    case PROMPT_LOG:
        reply_array(reply, "log");
        reply_raw(reply, (struct slice){page->log.items[side].data, page->log.items[side].length});
        reply_close(reply);
        break;
    case PROMPT_BOARD:
        write_boards(page, side);
        break;
    case PROMPT_QUIT:
        reply_text(reply, "leave", "The game is kept, and you can continue it later.");
        break;
    case PROMPT_SAVE:
        reply_text(reply, "text", "The game is saved after every move.");
        break;
    case PROMPT_MOVE:
        if (slice_is_nocase(request->arguments, "hint") &&
            !game_rules(session_game(page->flow.session))->hints)
            return page_advise(page, &(struct request){{"", 0}, {"", 0}}, message);
        return page_make_move(page, request->arguments, message);
    }
    return OK;
}
