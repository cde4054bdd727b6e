/* Placing a fleet. All verbs change the same struct placing that the placing screen uses, and reply
 * with the whole fleet. */
#include "page/page_internal.h"

#include <stdlib.h>
#include <string.h>

/* Starts placing if that is what happens next. The first fleet is the one that all front ends offer
 * for this seed. */
static enum error need_placing(struct page *page, struct message *message)
{
    struct session *session = page->flow.session;
    struct layout fleet;
    int side;
    enum error error = page_need_game(page, message);

    if (error)
        return error;
    if (flow_next(&page->flow, &side) != FLOW_PLACE)
        return error_set(ERR_UNAVAILABLE, message, "the fleets are placed");
    if (page->placing_side == side)
        return OK;
    placing_init(&page->placing, game_rules(session_game(session)),
                 rng_derive_seed(session_seed(session), "screen", (uint64_t)side, 0));
    if (session_draw_fleet(session, &fleet, NULL) == OK)
        placing_offer(&page->placing, &fleet);
    page->placing_side = side;
    return OK;
}

/* --- the reply ---------------------------------------------------------------------------------*/

static void write_place(struct reply *reply, const struct rules *rules, int ship,
                        struct placement place)
{
    int cells[MAX_LENGTH], count;
    char text[64];
    struct writer writer;

    count = placement_cells(place, rules->fleet[ship].length, rules, cells);
    if (count > 0)
        reply_text(reply, "cell", cell_name(cells[0], rules->width).text);
    else
        reply_null(reply, "cell");
    reply_text(reply, "direction", place.vertical ? "v" : "h");
    reply_array(reply, "cells");
    for (int i = 0; i < count; i++)
        reply_text(reply, NULL, cell_name(cells[i], rules->width).text);
    reply_close(reply);
    writer_init(&writer, text, sizeof text);
    placement_print(place, rules, &writer);
    reply_format(reply, "label", "%s, %s", rules->fleet[ship].name, text);
}

static void write_ship(struct reply *reply, const struct placing *placing, int ship)
{
    const struct rules *rules = placing->rules;
    struct placement place = placing->now.layout.ship[ship];

    reply_object(reply, NULL);
    reply_text(reply, "name", rules->fleet[ship].name);
    reply_integer(reply, "length", rules->fleet[ship].length);
    reply_bool(reply, "placed", place.placed);
    if (place.placed) {
        write_place(reply, rules, ship, place);
    } else {
        reply_null(reply, "cell");
        reply_text(reply, "direction", "h");
        reply_array(reply, "cells");
        reply_close(reply);
        reply_format(reply, "label", "%s, not placed", rules->fleet[ship].name);
    }
    reply_close(reply);
}

static void write_sentence(struct reply *reply, const struct placing *placing)
{
    const struct placing_step *now = &placing->now;

    if (placing->sentence[0])
        reply_text(reply, "sentence", placing->sentence);
    else if (now->carried == PLACING_NONE)
        reply_text(reply, "sentence", "The fleet is complete.");
    else
        reply_format(reply, "sentence", "Place the %s, length %d.",
                     placing->rules->fleet[now->carried].name,
                     placing->rules->fleet[now->carried].length);
}

/* The board with the ships that are placed. */
static void write_board(struct reply *reply, const struct placing *placing)
{
    const struct rules *rules = placing->rules;

    reply_array(reply, "cells");
    for (int cell = 0; cell < rules_cells(rules); cell++) {
        int ship = placing_ship_at(placing, cell);

        page_write_cell(reply, rules, cell, ship == PLACING_NONE ? "sea" : "ship",
                        ship == PLACING_NONE,
                        ship == PLACING_NONE ? "empty" : rules->fleet[ship].name);
    }
    reply_close(reply);
}

/* For `restore`. */
static void write_layout(struct reply *reply, const struct placing *placing)
{
    char text[RECORD_LINE_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    layout_print(&placing->now.layout, placing->rules, &writer);
    reply_text(reply, "layout", text);
}

static enum error write_placing(struct page *page)
{
    const struct placing *placing = &page->placing;
    struct reply *reply = &page->reply;

    reply_array(reply, "ships");
    for (int ship = 0; ship < placing->rules->ships; ship++)
        write_ship(reply, placing, ship);
    reply_close(reply);
    write_board(reply, placing);
    if (placing->now.carried == PLACING_NONE)
        reply_null(reply, "picked");
    else
        reply_integer(reply, "picked", placing->now.carried);
    reply_bool(reply, "complete", placing->now.carried == PLACING_NONE);
    write_sentence(reply, placing);
    reply_bool(reply, "can_undo", placing->steps > 0);
    write_layout(reply, placing);
    reply_bool(reply, "drawn", placing_is_drawn(placing));
    return OK;
}

/* --- reading -----------------------------------------------------------------------------------*/

/* A ship by its number, from 0: several may have the same name. */
static enum error read_ship(const struct page *page, struct slice *rest, int *ship,
                            struct message *message)
{
    struct slice word;
    uint64_t number;

    if (!slice_word(rest, &word) ||
        !slice_number(word, (uint64_t)page->placing.rules->ships - 1, &number))
        return error_set(ERR_SYNTAX, message, "a ship is a number from 0 to %d",
                         page->placing.rules->ships - 1);
    *ship = (int)number;
    return OK;
}

/* `SHIP CELL h|v`, and `anyway` if that is allowed. */
static enum error read_place(const struct page *page, struct slice rest, bool *anyway, int *ship,
                             struct placement *place, struct message *message)
{
    const struct rules *rules = page->placing.rules;
    struct slice word;
    int cell = 0;
    bool vertical = false;
    enum error error = read_ship(page, &rest, ship, message);

    if (!error)
        error = page_read_cell(&rest, rules, &cell, message);
    if (!error && slice_word(&rest, &word)) {
        vertical = slice_is(word, "v");
        if (!vertical && !slice_is(word, "h"))
            error = error_set(ERR_SYNTAX, message, "a direction is h or v");
    }
    if (!error && anyway && slice_is(slice_trim(rest), "anyway")) {
        *anyway = true;
        rest.length = 0;
    }
    *place = (struct placement){(int16_t)(cell % rules->width), (int16_t)(cell / rules->width),
                                vertical, 1};
    if (!error && rules->fleet[*ship].length == 1)
        place->vertical = 0;
    return error ? error : page_read_end(rest, message);
}

/* The verbs without arguments. */
static enum error simple(struct page *page, const struct request *request,
                         void (*act)(struct placing *placing), struct message *message)
{
    enum error error = page_read_end(request->arguments, message);

    if (!error)
        error = need_placing(page, message);
    if (error)
        return error;
    if (act)
        act(&page->placing);
    return write_placing(page);
}

/* The verbs with a ship. */
static enum error start_ship(struct page *page, const struct request *request, int *ship,
                             struct message *message)
{
    struct slice rest = request->arguments;
    enum error error = need_placing(page, message);

    if (!error)
        error = read_ship(page, &rest, ship, message);
    return error ? error : page_read_end(rest, message);
}

/* --- the verbs ---------------------------------------------------------------------------------*/

enum error page_placing(struct page *page, const struct request *request, struct message *message)
{
    return simple(page, request, NULL, message);
}

enum error page_random(struct page *page, const struct request *request, struct message *message)
{
    return simple(page, request, placing_random_fleet, message);
}

enum error page_clear(struct page *page, const struct request *request, struct message *message)
{
    return simple(page, request, placing_clear, message);
}

enum error page_undo(struct page *page, const struct request *request, struct message *message)
{
    return simple(page, request, placing_undo, message);
}

enum error page_rotate(struct page *page, const struct request *request, struct message *message)
{
    int ship;
    enum error error = start_ship(page, request, &ship, message);

    if (!error)
        error = placing_turn(&page->placing, ship, message);
    return error ? error : write_placing(page);
}

enum error page_random_ship(struct page *page, const struct request *request,
                            struct message *message)
{
    int ship;
    enum error error = start_ship(page, request, &ship, message);

    if (!error)
        error = placing_draw_ship(&page->placing, ship, message);
    return error ? error : write_placing(page);
}

enum error page_put(struct page *page, const struct request *request, struct message *message)
{
    struct placement place = {0};
    bool anyway = false;
    int ship = 0;
    enum error error = need_placing(page, message);

    if (!error)
        error = read_place(page, request->arguments, &anyway, &ship, &place, message);
    if (!error)
        error = placing_set(&page->placing, ship, place, anyway, message);
    return error ? error : write_placing(page);
}

/* Whether this ship can be put there. */
static void write_fits(struct page *page, int ship, struct placement place)
{
    struct reply *reply = &page->reply;
    struct message why = {""};
    bool fits =
        layout_fits(&page->placing.now.layout, page->placing.rules, ship, place, &why) == OK;

    reply_integer(reply, "ship", ship);
    reply_bool(reply, "fits", fits);
    if (fits)
        reply_text(reply, "why", "");
    else
        page_write_message(reply, "why", &why);
    if (!fits && page->placing.rules->wrecks)
        reply_text(reply, "anyway", PLACING_ANYWAY);
    else
        reply_null(reply, "anyway");
    write_place(reply, page->placing.rules, ship, place);
}

enum error page_fits(struct page *page, const struct request *request, struct message *message)
{
    struct placement place = {0};
    int ship = 0;
    enum error error = need_placing(page, message);

    if (!error)
        error = read_place(page, request->arguments, NULL, &ship, &place, message);
    if (!error)
        write_fits(page, ship, place);
    return error;
}

/* The ship for a place of this length: the one that is picked up, else one that is not placed, else
 * one that is. */
static int ship_of_length(const struct placing *placing, int length)
{
    const struct rules *rules = placing->rules;
    int carried = placing->now.carried, found = PLACING_NONE;

    if (carried != PLACING_NONE && rules->fleet[carried].length == length)
        return carried;
    for (int ship = rules->ships - 1; ship >= 0; ship--) {
        bool is_better = found == PLACING_NONE || placing->now.layout.ship[found].placed ||
                         !placing->now.layout.ship[ship].placed;

        if (rules->fleet[ship].length == length && is_better)
            found = ship;
    }
    return found;
}

enum error page_ends(struct page *page, const struct request *request, struct message *message)
{
    struct slice rest = request->arguments;
    const struct rules *rules;
    struct placement place;
    int from = 0, to = 0, across, down, ship;
    enum error error = need_placing(page, message);

    rules = page->placing.rules;
    if (!error)
        error = page_read_cell(&rest, rules, &from, message);
    if (!error)
        error = page_read_cell(&rest, rules, &to, message);
    if (!error)
        error = page_read_end(rest, message);
    if (error)
        return error;
    across = abs(to % rules->width - from % rules->width);
    down = abs(to / rules->width - from / rules->width);
    if (across > 0 && down > 0)
        return error_set(ERR_PLACEMENT, message, "a ship lies in one row or one column");
    ship = ship_of_length(&page->placing, across + down + 1);
    if (ship == PLACING_NONE)
        return error_set(ERR_PLACEMENT, message, "no ship has length %d", across + down + 1);
    if (to < from)
        from = to;
    place = (struct placement){(int16_t)(from % rules->width), (int16_t)(from / rules->width),
                               down > 0, 1};
    write_fits(page, ship, place);
    return OK;
}

/* A fleet in the making may lack ships, as a whole one may under wrecks. */
static enum error read_fleet(struct slice text, const struct rules *rules, struct layout *fleet,
                             struct message *message)
{
    struct rules lenient = *rules;
    enum error error;

    lenient.wrecks = 1;
    error = layout_parse(text, &lenient, fleet, message);
    for (int ship = 0; !error && !rules->wrecks && ship < rules->ships; ship++)
        if (fleet->ship[ship].placed)
            error = layout_fits(fleet, rules, ship, fleet->ship[ship], message);
    return error;
}

enum error page_restore(struct page *page, const struct request *request, struct message *message)
{
    struct slice rest = request->arguments, word = {"", 0};
    struct layout fleet;
    bool is_drawn;
    enum error error = need_placing(page, message);

    slice_word(&rest, &word);
    is_drawn = slice_is(word, "drawn");
    if (!error && !is_drawn && !slice_is(word, "placed"))
        error = error_set(ERR_SYNTAX, message, "a fleet is drawn or placed");
    if (!error)
        error = read_fleet(rest, page->placing.rules, &fleet, message);
    if (error)
        return error;
    placing_restore(&page->placing, &fleet, is_drawn);
    return write_placing(page);
}

enum error page_ready(struct page *page, const struct request *request, struct message *message)
{
    const struct placing *placing = &page->placing;
    int side, next;
    enum error error = page_read_end(request->arguments, message);

    if (!error)
        error = need_placing(page, message);
    if (error)
        return error;
    if (placing->now.carried != PLACING_NONE)
        return error_set(ERR_PLACEMENT, message, "the %s is not placed",
                         placing->rules->fleet[placing->now.carried].name);
    side = page->placing_side;
    error = (placing_is_drawn(placing) ? session_place_drawn : session_place)(
        page->flow.session, side, &placing->now.layout, message);
    if (error)
        return error;
    page->placing_side = NOBODY;
    if (flow_next(&page->flow, &next) == FLOW_PLACE) /* the other person's turn at the screen */
        side = next;
    page_write_state(page, NULL, side);
    return OK;
}
