/* One table of verbs. A request that fails leaves the game as it was, and its message becomes the
 * reply. */
#include "page/page_internal.h"

#include "infer/posterior.h"
#include "session/coach.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    page_verb *run;
} verbs[] = {
    {"about", page_about},
    {"seed", page_seed},
    {"rules", page_rules},
    {"rules-help", page_rules_help},
    {"new", page_new_game},
    {"resume", page_resume},
    {"saved", page_saved},
    {"record", page_record},
    {"state", page_state},
    {"placing", page_placing},
    {"put", page_put},
    {"ends", page_ends},
    {"rotate", page_rotate},
    {"fits", page_fits},
    {"random-ship", page_random_ship},
    {"random", page_random},
    {"clear", page_clear},
    {"undo", page_undo},
    {"restore", page_restore},
    {"ready", page_ready},
    {"preview", page_preview},
    {"move", page_move},
    {"bot", page_bot},
    {"command", page_command},
    {"heat", page_heat},
    {"advise", page_advise},
    {"review", page_review},
    {"verify", page_verify},
    {"replay", page_replay},
    {"replay-at", page_replay_at},
    {"judge", page_judge},
    {"summary", page_summary},
    {"statistics", page_statistics},
    {"analyze", page_analyze},
    {"position-of", page_position_of},
    {"puzzle", page_puzzle},
    {"puzzle-number", page_puzzle_number},
    {"puzzle-hint", page_puzzle_hint},
    {"puzzle-answer", page_puzzle_answer},
    {"training", page_training},
};

enum { VERBS = sizeof verbs / sizeof verbs[0] };

struct page *page_new(void)
{
    struct page *page = calloc(1, sizeof *page);

    if (!page)
        return NULL;
    page->placing_side = NOBODY;
    page_log_init(&page->log);
    buffer_init(&page->replay_record, REPLY_CAP);
    reply_init(&page->reply);
    return page;
}

void page_free(struct page *page)
{
    if (!page)
        return;
    flow_release(&page->flow);
    page_log_release(&page->log);
    heat_cache_free(page->heat);
    free(page->replay);
    buffer_release(&page->replay_record);
    coach_free(page->coach);
    posterior_free(page->posterior);
    free(page->puzzle);
    reply_release(&page->reply);
    free(page);
}

void page_capitalise(char *text)
{
    if (text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 'a' + 'A');
}

void page_write_message(struct reply *reply, const char *key, const struct message *message)
{
    char text[MESSAGE_SIZE + 2];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    writer_put(&writer, message->text);
    page_capitalise(text);
    if (text[0] && !text_ends_with(text, ".") && !text_ends_with(text, "?") &&
        !text_ends_with(text, "!"))
        writer_put(&writer, ".");
    reply_text(reply, key, text);
}

static void write_error(struct reply *reply, const struct message *message)
{
    reply_begin(reply);
    page_write_message(reply, "error", message);
    reply_end(reply);
}

static enum error run_verb(struct page *page, struct slice request, struct message *message)
{
    struct slice line, word;
    struct request parts = {.body = request};

    slice_cut(&parts.body, '\n', &line);
    line = slice_trim(line);
    if (!slice_word(&line, &word))
        return error_set(ERR_SYNTAX, message, "an empty request");
    parts.arguments = slice_trim(line);
    for (int i = 0; i < VERBS; i++)
        if (slice_is(word, verbs[i].name))
            return verbs[i].run(page, &parts, message);
    return error_set(ERR_UNKNOWN, message, "'%s' is not a request", slice_quote(word).text);
}

struct slice page_call(struct page *page, struct slice request)
{
    struct reply *reply = &page->reply;
    struct message message = {""};
    enum error error;

    reply_begin(reply);
    error = run_verb(page, request, &message);
    if (!error) {
        while (reply->depth > 1)
            reply_close(reply);
        reply_end(reply);
    }
    if (!error && reply->failed)
        error = error_set(ERR_MEMORY, &message, "out of memory");
    if (error)
        write_error(reply, &message);
    if (reply->failed || !reply->text.data)
        return slice_of("{\"error\":\"Out of memory.\"}");
    return (struct slice){reply->text.data, reply->text.length};
}

/* --- reading requests --------------------------------------------------------------------------*/

enum error page_read_side(struct slice *rest, bool may_be_nobody, int *side,
                          struct message *message)
{
    struct slice word;

    if (slice_word(rest, &word)) {
        *side = slice_is(word, "0") ? SIDE_A : slice_is(word, "1") ? SIDE_B : NOBODY;
        if (*side != NOBODY || (may_be_nobody && slice_is(word, "-1")))
            return OK;
    }
    return error_set(ERR_SYNTAX, message, "a side is 0 or 1");
}

enum error page_read_cell(struct slice *rest, const struct rules *rules, int *cell,
                          struct message *message)
{
    struct slice word;

    if (!slice_word(rest, &word))
        return error_set(ERR_SYNTAX, message, "a cell is missing");
    return cell_parse(word, rules->width, rules->height, cell, message);
}

enum error page_read_end(struct slice rest, struct message *message)
{
    rest = slice_trim(rest);
    return rest.length == 0
               ? OK
               : error_set(ERR_SYNTAX, message, "'%s' is too much", slice_quote(rest).text);
}

enum error page_need_game(const struct page *page, struct message *message)
{
    return page->flow.session ? OK : error_set(ERR_UNAVAILABLE, message, "there is no game");
}
