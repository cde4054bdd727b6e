/* Placing a fleet by typing. The session gets the layout once it is complete. */
#include "base/rng.h"
#include "rules/record.h"
#include "session/board_text.h"
#include "session/placing.h"
#include "tui/plain_internal.h"

#include <stdlib.h>

enum { QUESTION_SIZE = 160, HEADING_SIZE = NAME_SIZE + 16 };

/* Some rules allow a placement that wrecks ships: warn about it. */
static void report_wrecks(struct plain *plain, int side)
{
    const struct view *view = plain_view(plain, side);

    for (int slot = 0; slot < view->own.slots; slot++)
        if (!(view->own.afloat >> slot & 1))
            plain_sayf(plain, "%s's %s is wrecked by its placement.\n",
                       session_name(plain->session, side), view_own_ship(view, slot)->name);
}

/* What `board` shows while placing: the ships placed so far. */
static void show_placed(struct plain *plain, int side, const struct layout *layout, int placed)
{
    const struct rules *rules = game_rules(session_game(plain->session));
    char heading[HEADING_SIZE];
    struct view *view = malloc(sizeof *view); /* large */
    struct board_side board = {heading, view, false};

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
    plain_draw(plain, &board, NULL, true);
    free(view);
}

static bool place_rest(const struct plain *plain, int side, int placed, struct layout *layout)
{
    struct rng rng;

    rng_derive(&rng, session_seed(plain->session), "rest", (uint64_t)side, (uint64_t)placed);
    return placing_draw_rest(game_rules(session_game(plain->session)), &rng, layout);
}

/* Shown once: under some rules the player's own map is never shown again. */
static void show_layout(struct plain *plain, const struct layout *layout)
{
    char text[RECORD_LINE_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    writer_put(&writer, "Your fleet: ");
    layout_print(layout, game_rules(session_game(plain->session)), &writer);
    writer_put(&writer, ".\n");
    plain_say(plain, text);
}

static void explain(struct plain *plain, int side)
{
    plain_sayf(plain,
               "%s, place your fleet. Type the left or top cell of the ship and its direction,\n"
               "horizontal or vertical: B3 h or B3 v. Press Enter to place the rest at random.\n"
               "undo takes back the last ship, board shows the ships, quit leaves.\n",
               session_name(plain->session, side));
}

/* Runs the line if it is a command; returns false if it is meant as a placement. */
static bool run_command(struct plain *plain, int side, const char *line, struct layout *layout,
                        int *placed)
{
    if (plain_line_is(line, "quit")) {
        plain->quit = true;
    } else if (plain_line_is(line, "board")) {
        show_placed(plain, side, layout, *placed);
    } else if (plain_line_is(line, "help")) {
        explain(plain, side);
    } else if (plain_line_is(line, "repeat")) {
        plain_repeat(plain);
    } else if (plain_line_is(line, "undo")) {
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
    enum error error = placement_parse_named(slice_of(line), rules, *placed, &placement, &reason);

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
    struct layout layout = {{{0}}}, drawn;
    char line[LINE_SIZE], question[QUESTION_SIZE];
    struct message no_fleet;
    bool at_random = false;
    int placed = 0;
    enum error error, drawing = session_draw_fleet(plain->session, &drawn, &no_fleet);

    explain(plain, side);
    while (placed < rules->ships && !at_random) {
        snprintf(question, sizeof question, "%s (length %d): ", rules->fleet[placed].name,
                 rules->fleet[placed].length);
        if (!plain_ask(plain, question, line))
            return OK;
        if (run_command(plain, side, line, &layout, &placed)) {
            if (plain->quit)
                return OK;
        } else if (!plain_line_is(line, "") && !plain_line_is(line, "random")) {
            place_typed(plain, line, &layout, &placed);
        } else if (placed == 0 || place_rest(plain, side, placed, &layout)) {
            at_random = true;
        } else {
            plain_say(plain,
                      "The remaining ships do not fit. Type undo to take back the last ship.\n");
        }
    }
    if (at_random && placed == 0 && drawing)
        return error_set(drawing, message, "%s", no_fleet.text);
    if (at_random && placed == 0)
        layout = drawn;
    error = at_random && placed == 0 ? session_place_drawn(plain->session, side, &layout, message)
                                     : session_place(plain->session, side, &layout, message);
    if (!error && at_random)
        show_layout(plain, &layout);
    if (!error)
        report_wrecks(plain, side);
    return error;
}
