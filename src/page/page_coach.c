/* The coach: heat maps, advice, reviews; and the check of the commitments after the end. */
#include "page/page_internal.h"

#include "session/coach.h"

#include <stdlib.h>
#include <string.h>

enum { SUMMARY_SIZE = 1024 };

enum error page_need_coach(struct page *page, struct message *message)
{
    if (!page->coach)
        page->coach = coach_new();
    return page->coach ? OK : error_set(ERR_MEMORY, message, "out of memory");
}

/* --- heat maps ---------------------------------------------------------------------------------*/

void page_write_heat_cells(struct reply *reply, const struct heat_numbers *heat,
                           const struct rules *rules, int decimals)
{
    int cells = rules_cells(rules);

    reply_array(reply, "percent");
    for (int cell = 0; cell < cells; cell++)
        if (heat->text[cell][0])
            reply_decimal(reply, NULL, heat->percent[cell], decimals);
        else
            reply_null(reply, NULL);
    reply_close(reply);
    reply_array(reply, "text");
    for (int cell = 0; cell < cells; cell++)
        reply_text(reply, NULL, heat->text[cell]);
    reply_close(reply);
    reply_array(reply, "step");
    for (int cell = 0; cell < cells; cell++)
        reply_integer(reply, NULL, heat->text[cell][0] ? heat->step[cell] : 0);
    reply_close(reply);
}

static bool has_certain(const struct heat_numbers *heat, const struct rules *rules)
{
    for (int cell = 0; cell < rules_cells(rules); cell++)
        if (strcmp(heat->text[cell], HEAT_CERTAIN) == 0)
            return true;
    return false;
}

void page_write_heat_legend(struct reply *reply, const struct heat_numbers *heat,
                            const struct rules *rules, const char *best)
{
    reply_object(reply, "legend");
    reply_text(reply, "title", "Chance in %:");
    reply_text(reply, "least", "0");
    if (heat->best == NO_CELL || !heat->text[heat->best][0])
        reply_text(reply, "most", "");
    else
        reply_format(reply, "most", "%d", coach_percent(heat->percent[heat->best] / 100));
    reply_text(reply, "best", best);
    reply_text(reply, "certain", has_certain(heat, rules) ? HEAT_CERTAIN " is 100 %" : "");
    reply_integer(reply, "steps", HEAT_STEPS);
    reply_close(reply);
}

void page_write_heat_best(struct reply *reply, const char *key, const struct heat_numbers *heat,
                          const struct rules *rules)
{
    int best[MAX_CELLS], count = heat_best(heat, rules, best);

    reply_array(reply, key);
    for (int i = 0; i < count; i++)
        reply_text(reply, NULL, cell_name(best[i], rules->width).text);
    reply_close(reply);
}

void page_write_heat(struct reply *reply, const char *key, const struct heat_numbers *heat,
                     const struct rules *rules, const char *best)
{
    char caption[MESSAGE_SIZE + 64];
    struct writer writer;

    if (!heat->is_known) {
        reply_null(reply, key);
        return;
    }
    if (key)
        reply_object(reply, key);
    page_write_heat_cells(reply, heat, rules, 2);
    page_write_heat_best(reply, "best", heat, rules);
    page_write_heat_legend(reply, heat, rules, best);
    writer_init(&writer, caption, sizeof caption);
    heat_print_caption(heat, &writer);
    reply_text(reply, "caption", caption);
    if (key)
        reply_close(reply);
}

static enum error write_view_heat(struct page *page, const struct view *view,
                                  struct message *message)
{
    struct heat_numbers *heat = malloc(sizeof *heat); /* large */
    enum error error = OK;

    if (!heat)
        return error_set(ERR_MEMORY, message, "out of memory");
    heat_fill(page->coach, view, heat);
    if (heat->is_known)
        page_write_heat(&page->reply, NULL, heat, &view->rules, PAGE_LIKELIEST);
    else
        error = error_set(ERR_MISMATCH, message, "%s", heat->why.text);
    free(heat);
    return error;
}

enum error page_heat(struct page *page, const struct request *request, struct message *message)
{
    struct slice rest = request->arguments;
    const struct session *session = page->flow.session;
    int side = NOBODY;
    enum error error = page_need_game(page, message);

    if (!error)
        error = page_read_side(&rest, false, &side, message);
    if (!error)
        error = page_read_end(rest, message);
    if (error)
        return error;
    if (!game_status(session_game(session))->started)
        return error_set(ERR_UNAVAILABLE, message, "place the fleets first");
    if (!session_is_over(session) && (!page->has_coach || session_is_bot(session, side)))
        return error_set(ERR_UNAVAILABLE, message,
                         "heat maps are for games with the coach, and for finished games");
    error = page_need_coach(page, message);
    return error ? error : write_view_heat(page, &session_game(session)->view[side], message);
}

/* --- advice and reviews ------------------------------------------------------------------------*/

enum error page_advise(struct page *page, const struct request *request, struct message *message)
{
    struct reply *reply = &page->reply;
    const struct rules *rules;
    struct advice advice;
    struct cellset cells;
    char text[SUMMARY_SIZE];
    struct writer writer;
    enum error error = page_read_end(request->arguments, message);

    if (!error)
        error = page_need_game(page, message);
    if (!error)
        error = session_advise(page->flow.session, &advice, message);
    if (error)
        return error;
    rules = game_rules(session_game(page->flow.session));
    writer_init(&writer, text, sizeof text);
    coach_print_advice(&advice, rules, &writer);
    writer_put(&writer, ".");
    reply_text(reply, "sentence", text);
    writer_init(&writer, text, sizeof text);
    move_print(&advice.move, rules, &writer);
    reply_text(reply, "move", text);
    reply_text(reply, "kind", move_word((enum move_kind)advice.move.kind));
    page_move_cells(rules, &advice.move, &cells);
    page_write_cells(reply, "cells", rules, &cells);
    return OK;
}

void page_write_verdict(struct reply *reply, const struct rules *rules,
                        const struct verdict *verdict)
{
    char text[RECORD_LINE_SIZE];
    struct writer writer;

    reply_integer(reply, "number", verdict->number);
    writer_init(&writer, text, sizeof text);
    coach_print_verdict(verdict, rules, &writer);
    reply_text(reply, "sentence", text);
}

static void write_review(struct page *page, const struct review *review, int side)
{
    const struct rules *rules = game_rules(session_game(page->flow.session));
    struct reply *reply = &page->reply;
    char text[SUMMARY_SIZE];
    struct writer writer;

    reply_array(reply, "verdicts");
    for (int i = 0; i < review->count; i++) {
        reply_object(reply, NULL);
        page_write_verdict(reply, rules, &review->verdict[i]);
        reply_close(reply);
    }
    reply_close(reply);
    writer_init(&writer, text, sizeof text);
    coach_print_summary(review, session_name(page->flow.session, side), &writer);
    reply_slice(reply, "summary", slice_trim(slice_of(text)));
}

enum error page_review(struct page *page, const struct request *request, struct message *message)
{
    struct slice rest = request->arguments;
    struct review review;
    int side = NOBODY;
    enum error error = page_need_game(page, message);

    if (!error)
        error = page_read_side(&rest, false, &side, message);
    if (!error)
        error = page_read_end(rest, message);
    if (!error && !session_is_over(page->flow.session))
        error = error_set(ERR_UNAVAILABLE, message, "the coach reviews a game after its end");
    if (!error)
        error = coach_review(session_record(page->flow.session), side, &review, message);
    if (error)
        return error;
    write_review(page, &review, side);
    coach_review_release(&review);
    return OK;
}

/* --- commitments -------------------------------------------------------------------------------*/

/* Writes one commitment, from the lines of the record `commit SIDE HASH` and `fleet SIDE NONCE
 * FLEET`. */
static void write_commitment(struct reply *reply, const struct session *session, int side,
                             struct slice hash, struct slice rest)
{
    char fleet[RECORD_LINE_SIZE], nonce[NONCE_SIZE] = "";
    struct slice word = {"", 0};
    struct writer writer;

    slice_word(&rest, &word);
    rest = slice_trim(rest);
    writer_init(&writer, nonce, sizeof nonce);
    writer_format(&writer, "%.*s", (int)word.length, word.text);
    writer_init(&writer, fleet, sizeof fleet);
    writer_format(&writer, "%.*s", (int)rest.length, rest.text);
    reply_object(reply, NULL);
    reply_text(reply, "name", session_name(session, side));
    reply_slice(reply, "hash", hash);
    reply_text(reply, "fleet", fleet);
    reply_text(reply, "nonce", nonce);
    reply_close(reply);
}

static void write_commitments(struct reply *reply, const struct session *session)
{
    struct slice record = session_record(session), line, hash[2] = {{"", 0}, {"", 0}};

    reply_array(reply, "commitments");
    while (slice_cut(&record, '\n', &line)) {
        struct slice kind = {"", 0}, side = {"", 0};
        int whose;

        slice_word(&line, &kind);
        if (!slice_is(kind, "commit") && !slice_is(kind, "fleet"))
            continue;
        slice_word(&line, &side);
        whose = slice_is(side, event_side_word(SIDE_B)) ? SIDE_B : SIDE_A;
        if (slice_is(kind, "commit"))
            hash[whose] = slice_trim(line);
        else
            write_commitment(reply, session, whose, hash[whose], line);
    }
    reply_close(reply);
}

enum error page_verify(struct page *page, const struct request *request, struct message *message)
{
    struct reply *reply = &page->reply;
    struct message reason;
    bool ok;
    enum error error = page_read_end(request->arguments, message);

    if (!error)
        error = page_need_game(page, message);
    if (!error && !session_is_over(page->flow.session))
        error = error_set(ERR_UNAVAILABLE, message,
                          "the commitments can be checked when the fleets are revealed");
    if (error)
        return error;
    ok = session_verify(page->flow.session, &reason) == OK;
    reply_bool(reply, "ok", ok);
    if (ok)
        reply_text(reply, "sentence", "Both fleets match the commitments made at the start.");
    else
        reply_format(reply, "sentence", "The game does not match its commitments: %s.",
                     reason.text);
    write_commitments(reply, page->flow.session);
    return OK;
}
