/* Typed commands, as in the plain game: they never cost a turn. Anything else is a move. */
#include "page/page_internal.h"

#include "session/board_text.h"
#include "session/narrate.h"
#include "session/prompt.h"
#include "session/prompt_text.h"
#include "session/question.h"

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

/* The lines of a help text are "  what to type     what it does", below titles. */
static void write_help_line(struct reply *reply, struct slice line)
{
    size_t gap = 0;

    while (gap + 1 < line.length && !(line.text[gap] == ' ' && line.text[gap + 1] == ' '))
        gap++;
    reply_object(reply, NULL);
    reply_slice(reply, "typed", (struct slice){line.text, gap});
    reply_slice(reply, "does", slice_trim((struct slice){line.text + gap, line.length - gap}));
    reply_close(reply);
}

static void write_help_text(struct reply *reply, struct slice text)
{
    struct slice line;
    bool is_open = false;

    while (slice_cut(&text, '\n', &line)) {
        if (line.length > 0 && line.text[0] == ' ') {
            write_help_line(reply, slice_trim(line));
            continue;
        }
        for (int i = 0; is_open && i < 2; i++)
            reply_close(reply);
        reply_object(reply, NULL);
        reply_slice(reply, "title", line);
        reply_array(reply, "lines");
        is_open = true;
    }
    for (int i = 0; is_open && i < 2; i++)
        reply_close(reply);
}

static void write_help(struct page *page)
{
    const struct rules *rules = game_rules(session_game(page->flow.session));
    char text[PROMPT_TEXT_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    prompt_text_moves(rules, &writer);
    writer_put(&writer, "Questions, which never cost a turn:\n"
                        "  fleet, stock        list the ships; list your special moves\n"
                        "  log, status         list the moves; show turn, shots, commitments\n"
                        "  board               the boards as text\n");
    prompt_text_questions(&writer);
    writer_put(&writer, "  repeat              the latest move again\n");
    if (!rules->hints)
        writer_put(&writer, "  hint                ask the coach for advice\n");
    writer_put(&writer, "  quit, help          leave the game, which is kept; show this list\n");
    reply_array(&page->reply, "help");
    write_help_text(&page->reply, slice_of(text));
    reply_close(&page->reply);
}

static void write_boards(struct page *page, int side)
{
    const struct view *view = &session_game(page->flow.session)->view[side];
    struct board_side enemy = {session_name(page->flow.session, 1 - side), view, true};
    struct board_side own = {session_name(page->flow.session, side), view, false};
    char text[BOARD_TEXT_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    board_text_print(&enemy, prompt_text_shows_own(view, true) ? &own : NULL, &writer);
    reply_text(&page->reply, "boards", text);
}

static void repeat(struct page *page, int side)
{
    char text[NARRATION_SIZE] = "There is nothing to repeat yet.";
    struct writer writer;

    if (page->log.moves > 0) {
        writer_init(&writer, text, sizeof text);
        page_log_tell_last(&page->log, page->flow.session, side, &writer);
    }
    page_write_line(&page->reply, "text", text);
}

/* A question, or else a move. */
static enum error answer_or_move(struct page *page, struct slice line, int side,
                                 struct message *message)
{
    char text[QUESTION_ANSWER_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    switch (question_answer(page->flow.session, side, line, &writer)) {
    case QUESTION_ANSWERED:
        page_capitalise(text);
        page_write_line(&page->reply, "text", text);
        return OK;
    case QUESTION_REPEAT:
        repeat(page, side);
        return OK;
    case QUESTION_HINT:
        return page_advise(page, &(struct request){{"", 0}, {"", 0}}, message);
    case QUESTION_NONE:
        break;
    }
    return page_make_move(page, line, message);
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
        write_help(page);
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
        return answer_or_move(page, request->arguments, side, message);
    }
    return OK;
}
