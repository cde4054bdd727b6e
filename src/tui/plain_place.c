/* Placing a fleet by typing. What is placed so far is kept in a layout; only a complete one goes to
 * the session. */
#include "base/rng.h"
#include "rules/record.h"
#include "session/board_text.h"
#include "tui/plain_internal.h"

#include <stdlib.h>

enum { TRIES = 100, QUESTION_SIZE = 160, HEADING_SIZE = NAME_SIZE + 16 };

/* Bad placement is allowed where it wrecks ships; at least it is said. */
static void tell_wrecks(struct plain *plain, int side)
{
    const struct view *view = plain_view(plain, side);

    for (int slot = 0; slot < view->own.slots; slot++)
        if (!(view->own.afloat >> slot & 1))
            plain_sayf(plain, "%s's %s is wrecked by its placement.\n",
                       session_name(plain->session, side), view_own_ship(view, slot)->name);
}

/* All that `board` shows while placing: where ships lie. */
static void show_placed(struct plain *plain, int side, const struct layout *layout, int placed)
{
    const struct rules *rules = game_rules(session_game(plain->session));
    char heading[HEADING_SIZE], text[BOARD_TEXT_SIZE];
    struct view *view = malloc(sizeof *view); /* large */
    struct board_side board = {heading, view, own_char};
    struct writer writer;

    if (!view)
        return;
    view_init(view, rules, side);
    for (int ship = 0; ship < placed; ship++) {
        int cells[MAX_LENGTH],
            count = placement_cells(layout->ship[ship], rules->fleet[ship].length, rules, cells);

        for (int i = 0; i < count; i++)
            view->own.ship_at[cells[i]] = (uint8_t)ship;
    }
    snprintf(heading, sizeof heading, "%s's fleet", session_name(plain->session, side));
    writer_init(&writer, text, sizeof text);
    board_print(&board, NULL, &writer);
    plain_say(plain, text);
    free(view);
}

/* One of the places where the ship fits beside the others, each with the same chance. */
static bool place_one(const struct rules *rules, int ship, struct rng *rng, struct layout *layout)
{
    uint32_t seen = 0;
    struct placement chosen = {0};

    for (int place = 0; place < 2 * rules_cells(rules); place++) {
        struct placement placement = {.column = (int16_t)(place / 2 % rules->width),
                                      .row = (int16_t)(place / 2 / rules->width),
                                      .vertical = place % 2 && rules->fleet[ship].length > 1,
                                      .placed = 1};

        if (layout_fits(layout, rules, ship, placement, NULL) == OK && rng_below(rng, ++seen) == 0)
            chosen = placement;
    }
    layout->ship[ship] = chosen;
    return seen > 0;
}

/* The ships from `placed` on, one after the other around those that lie already. A fleet that does
 * not work out is begun again, but not for ever: the first ships may leave no room at all. */
static bool place_rest(const struct plain *plain, int side, int placed, struct layout *layout)
{
    const struct rules *rules = game_rules(session_game(plain->session));
    struct rng rng;

    rng_seed(&rng, rng_derive_seed(session_seed(plain->session), "rest", (uint64_t)side,
                                   (uint64_t)placed));
    for (int try = 0; try < TRIES; try++) {
        struct layout whole = *layout;
        int ship = placed;

        while (ship < rules->ships && place_one(rules, ship, &rng, &whole))
            ship++;
        if (ship == rules->ships) {
            *layout = whole;
            return true;
        }
    }
    return false;
}

/* Told once: under some rules the own map is never shown again. */
static void tell_layout(struct plain *plain, const struct layout *layout)
{
    char text[RECORD_LINE_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    writer_put(&writer, "Your fleet lies at ");
    layout_print(layout, game_rules(session_game(plain->session)), &writer);
    writer_put(&writer, ".\n");
    plain_say(plain, text);
}

static void explain(struct plain *plain, int side)
{
    plain_sayf(plain,
               "%s, place your fleet: the left or top end and a direction, as in B3 h or B3 v;\n"
               "Enter lays the rest of it out at random, undo takes the last ship back, board "
               "shows it.\n",
               session_name(plain->session, side));
}

/* A line that is no placement; false where it is one, or meant as one. */
static bool is_other(struct plain *plain, int side, const char *line, struct layout *layout,
                     int *placed)
{
    if (line_is(line, "quit")) {
        plain->quit = true;
    } else if (line_is(line, "board")) {
        show_placed(plain, side, layout, *placed);
    } else if (line_is(line, "help")) {
        explain(plain, side);
    } else if (line_is(line, "repeat")) {
        plain_repeat(plain);
    } else if (line_is(line, "undo")) {
        if (*placed > 0)
            layout->ship[--*placed] = (struct placement){0};
        else
            plain_say(plain, "There is nothing to undo.\n");
    } else {
        return false;
    }
    return true;
}

static void place_typed(struct plain *plain, const char *line, struct layout *layout, int *placed)
{
    const struct rules *rules = game_rules(session_game(plain->session));
    struct placement placement;
    struct message reason;
    enum error error =
        placement_parse(slice_of(line), rules, rules->fleet[*placed].length, &placement, &reason);

    if (!error && !rules->wrecks)
        error = layout_fits(layout, rules, *placed, placement, &reason);
    if (error)
        plain_sayf(plain, "Not there: %s.\n", reason.text);
    else
        layout->ship[(*placed)++] = placement;
}

enum error plain_place(struct plain *plain, int side, struct message *message)
{
    const struct rules *rules = game_rules(session_game(plain->session));
    struct layout layout = {{{0}}};
    char line[LINE_SIZE], question[QUESTION_SIZE];
    bool at_random = false;
    int placed = 0;
    enum error error;

    explain(plain, side);
    while (placed < rules->ships && !at_random) {
        snprintf(question, sizeof question, "%s (length %d): ", rules->fleet[placed].name,
                 rules->fleet[placed].length);
        if (!plain_ask(plain, question, line))
            return OK;
        if (is_other(plain, side, line, &layout, &placed)) {
            if (plain->quit)
                return OK;
        } else if (!line_is(line, "") && !line_is(line, "random")) {
            place_typed(plain, line, &layout, &placed);
        } else if (placed == 0 || place_rest(plain, side, placed, &layout)) {
            at_random = true;
        } else {
            plain_say(plain, "No place was found for the rest; undo takes the last ship back.\n");
        }
    }
    error = at_random && placed == 0
                ? session_place_randomly(plain->session, side, &layout, message)
                : session_place(plain->session, side, &layout, message);
    if (!error && at_random)
        tell_layout(plain, &layout);
    if (!error)
        tell_wrecks(plain, side);
    return error;
}
