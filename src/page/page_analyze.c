/* Analysis of a position: the same figures as `broadside analyze`, unless they take over a second.
 */
#include "page/page_internal.h"

#include "bots/hit_chances.h"
#include "infer/best_shots.h"
#include "infer/position.h"
#include "session/coach.h"

#include <stdlib.h>

enum { BEST_SHOTS = 10, CAPTION_SIZE = 256, CHANCE_SIZE = 32, POSITION_SIZE = 32768 };

static void write_layouts(struct reply *reply, const struct posterior *posterior)
{
    bool is_exact = posterior_is_exact(posterior);

    reply_bool(reply, "exact", is_exact);
    if (is_exact) {
        reply_text(reply, "layouts", wide_print(posterior_layouts(posterior)).text);
        reply_text(reply, "count", wide_print_grouped(posterior_layouts(posterior)).text);
    } else {
        reply_null(reply, "layouts");
        reply_null(reply, "count");
    }
}

static enum error write_heat(struct reply *reply, const struct posterior *posterior,
                             const struct view *view, struct message *message)
{
    struct hit_chances chances = {.is_exact = posterior_is_exact(posterior)};
    struct heat_numbers *heat;

    for (int cell = 0; cell < rules_cells(&view->rules); cell++)
        if (!cellset_has(&view->tracking.shot, cell))
            chances.chance[cell] = posterior_probability(posterior, cell);
    heat = heat_new(&chances, view);
    if (!heat)
        return error_set(ERR_MEMORY, message, "out of memory");
    page_write_heat_cells(reply, heat, &view->rules, 4);
    page_write_heat_best(reply, "best_cells", heat, &view->rules);
    page_write_heat_legend(reply, heat, &view->rules, PAGE_LIKELIEST);
    free(heat);
    return OK;
}

/* A small chance has a decimal; only what is certain is 100 %. */
static void print_chance(double chance, struct writer *writer)
{
    if (chance >= 0.1)
        writer_format(writer, "%d %%", coach_percent(chance));
    else if (chance > 0 && chance < 0.0005)
        writer_put(writer, "< 0.1 %");
    else
        writer_format(writer, "%.1f %%", 100 * chance);
}

/* The number, and the words for it. */
static void write_chance(struct reply *reply, const char *key, double chance)
{
    char text[CHANCE_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    print_chance(chance, &writer);
    reply_decimal(reply, key, chance, 6);
    reply_text(reply, "text", text);
}

/* The same, with the standard error of an estimate. */
static void write_hit(struct reply *reply, const struct posterior *posterior, int cell)
{
    double hit = posterior_probability(posterior, cell), error = posterior_error(posterior, cell);
    char text[CHANCE_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    print_chance(hit, &writer);
    if (!posterior_is_exact(posterior)) {
        writer_put(&writer, " \u00b1 ");
        print_chance(error, &writer);
    }
    reply_decimal(reply, "hit", hit, 6);
    reply_decimal(reply, "error", error, 6);
    reply_text(reply, "text", text);
}

static void write_best(struct reply *reply, const struct posterior *posterior,
                       const struct view *view)
{
    const struct evidence *evidence = posterior_evidence(posterior);
    int cells[MAX_CELLS], count = best_shots_rank(posterior, view, cells);

    reply_array(reply, "best");
    for (int i = 0; i < count && i < BEST_SHOTS; i++) {
        if (posterior_probability(posterior, cells[i]) <= 0)
            break;
        reply_object(reply, NULL);
        reply_text(reply, "cell", cell_name(cells[i], view->rules.width).text);
        write_hit(reply, posterior, cells[i]);
        reply_array(reply, "sinks");
        for (int c = 0; c < evidence->classes; c++) {
            double chance = best_shots_sinks(posterior, c, cells[i]);

            if (chance <= 0)
                continue;
            reply_object(reply, NULL);
            reply_text(reply, "ship", best_shots_class_name(posterior, c));
            write_chance(reply, "chance", chance);
            reply_close(reply);
        }
        reply_close(reply);
        reply_close(reply);
    }
    reply_close(reply);
}

/* For each kind of ship, the shot that is likeliest to sink one. */
static void write_sinkable(struct reply *reply, const struct posterior *posterior,
                           const struct view *view)
{
    const struct evidence *evidence = posterior_evidence(posterior);

    reply_array(reply, "sinkable");
    for (int c = 0; c < evidence->classes; c++) {
        double most = 0;
        int best = NO_CELL;

        for (int cell = 0; cell < rules_cells(&view->rules); cell++) {
            double chance =
                cellset_has(&view->tracking.shot, cell) ? 0 : best_shots_sinks(posterior, c, cell);

            if (chance > most) {
                most = chance;
                best = cell;
            }
        }
        if (best == NO_CELL)
            continue;
        reply_object(reply, NULL);
        reply_text(reply, "ship", best_shots_class_name(posterior, c));
        reply_text(reply, "cell", cell_name(best, view->rules.width).text);
        write_chance(reply, "chance", most);
        reply_close(reply);
    }
    reply_close(reply);
}

static enum error write_analysis(struct page *page, const struct view *view,
                                 struct message *message)
{
    const struct posterior *posterior = page->posterior;
    struct reply *reply = &page->reply;
    char caption[CAPTION_SIZE];
    struct writer writer;

    write_layouts(reply, posterior);
    writer_init(&writer, caption, sizeof caption);
    best_shots_print_caption(posterior, view, &writer);
    reply_text(reply, "caption", caption);
    page_write_enemy_board(reply, "cells", view);
    page_write_enemy_fleet(reply, "fleet", view);
    write_best(reply, posterior, view);
    write_sinkable(reply, posterior, view);
    return write_heat(reply, posterior, view, message);
}

enum error page_analyze(struct page *page, const struct request *request, struct message *message)
{
    struct slice rest = request->body, position;
    struct view *view = malloc(sizeof *view); /* large */
    struct rules rules;
    struct rng rng;
    enum error error;

    if (!view)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = page_read_end(request->arguments, message);
    slice_cut(&rest, '\n', &position);
    if (!error)
        error = rules_parse(rest, &rules, message);
    if (!error)
        error = position_parse(position, &rules, view, message);
    if (!error && !page->posterior) {
        page->posterior = posterior_new();
        if (!page->posterior)
            error = error_set(ERR_MEMORY, message, "out of memory");
    }
    if (!error) {
        /* As for `broadside analyze`, the same question always has the same answer. */
        posterior_clear(page->posterior);
        rng_derive(&rng, &(struct seed){.number = 0}, "sample", 0, 0);
        error = posterior_update(page->posterior, view, &infer_budget_page, &rng, message);
    }
    if (!error) {
        error = write_analysis(page, view, message);
    }
    free(view);
    return error;
}

/* --- positions of games ------------------------------------------------------------------------*/

static enum error print_position(struct slice record, int moves, int side, struct writer *writer,
                                 struct message *message)
{
    struct record_reader *reader = malloc(sizeof *reader); /* large */
    struct outcome outcome;
    struct move move;
    bool more = true;
    enum error error;

    if (!reader)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = record_open(reader, record, message);
    while (!error && more && reader->moves < moves) {
        error = record_step(reader, &move, &outcome, &more, message);
        if (!error && more)
            position_print(&outcome, side, &reader->record.rules, writer);
    }
    free(reader);
    return error;
}

/* The record that is open, else the game. */
static enum error find_record(const struct page *page, int side, struct slice *record,
                              const struct rules **rules, struct message *message)
{
    const struct session *session = page->flow.session;

    if (page->replay) {
        *record = page->replay->record;
        *rules = &page->replay->reader.record.rules;
        return OK;
    }
    if (!session || session_record(session).length == 0)
        return error_set(ERR_UNAVAILABLE, message, "there is no game");
    if (!session_is_over(session) && session_is_bot(session, side))
        return error_set(ERR_UNAVAILABLE, message, "this side is secret until the end");
    *record = session_record(session);
    *rules = game_rules(session_game(session));
    return OK;
}

enum error page_position_of(struct page *page, const struct request *request,
                            struct message *message)
{
    struct slice rest = request->arguments, record = {"", 0};
    const struct rules *rules = NULL;
    char *text = malloc(POSITION_SIZE);
    struct writer writer;
    int number = 0, side = NOBODY;
    enum error error;

    if (!text)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = page_read_number(&rest, &number, message);
    if (!error)
        error = page_read_side(&rest, false, &side, message);
    if (!error)
        error = page_read_end(rest, message);
    if (!error)
        error = find_record(page, side, &record, &rules, message);
    if (!error) {
        writer_init(&writer, text, POSITION_SIZE);
        error = print_position(record, number, side, &writer, message);
    }
    if (!error) {
        reply_slice(&page->reply, "position", slice_trim(slice_of(text)));
        page_write_rules_text(&page->reply, "rules", rules);
    }
    free(text);
    return error;
}
